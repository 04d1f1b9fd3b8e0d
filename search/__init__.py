"""Search over any game of the contract. The package can be called: `search(view, iterations=2000)`."""

import sys
from types import ModuleType
from typing import Any

from kagemusha.search.params import SearchParams
from kagemusha.search.result import SearchResult
from kagemusha.search.searcher import Searcher
from kagemusha.search.searcher import search as run_search

__all__ = ["SearchParams", "SearchResult", "Searcher"]


class CallableModule(ModuleType):
    """A package that is also the function it is named for."""

    def __call__(self, view: Any, **params: Any) -> SearchResult:
        return run_search(view, **params)


sys.modules[__name__].__class__ = CallableModule
