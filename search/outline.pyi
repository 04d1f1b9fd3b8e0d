"""A tree for onlookers."""

from typing import Any

from kagemusha.search.worker import Worker

def principal_variation(worker: Worker, longest: int = 8) -> list[dict[str, Any]]: ...
def outline(worker: Worker, depth: int) -> dict[str, Any] | None: ...
