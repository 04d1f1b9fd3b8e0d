"""Search over any game of the contract. The package can be called: `search(view, iterations=2000)`."""

import sys
from types import ModuleType
from typing import Any

from kagemusha.search.params import SearchParams
from kagemusha.search.result import SearchResult
from kagemusha.search.searcher import Searcher, search

__all__ = ["SearchParams", "SearchResult", "Searcher", "search"]


class CallableModule(ModuleType):
    """A package that is also the function it is named for."""

    def __call__(self, view: Any, **params: Any) -> SearchResult:
        return search(view, **params)


sys.modules[__name__].__class__ = CallableModule
