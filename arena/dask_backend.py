"""Joblib's backend for Dask, with the one thing that it lacks: it says when a task has failed.

Joblib's own class marks the future of such a task, but tells nobody; a `Parallel` that gives its
results in any order then waits for it for ever. This module is imported only with Dask at hand.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from typing import Any

from distributed import Client, LocalCluster
from joblib import parallel_config
from joblib._dask import DaskDistributedBackend

from kagemusha.arena.errors import ArenaError

CONNECT_SECONDS = 10
WORKERS_SECONDS = 30            # to wait for the first worker


class TellingBackend(DaskDistributedBackend):       # type: ignore[misc]
    """Calls back after a failure, too."""

    def submit(self, func: Any, callback: Callable[[object], None]) -> Any:
        future = super().submit(func, callback)

        def tell(done: "Future[Any]") -> None:
            error = done.exception()
            if error is not None:
                callback(error)

        future.add_done_callback(tell)
        return future


@contextmanager
def cluster(jobs: int, scheduler: str | None) -> Iterator[None]:
    """Every `Parallel` in here plays on the cluster of the scheduler, or on one of its own."""
    with ExitStack() as opened:
        address: Any = scheduler
        if address is None:
            address = opened.enter_context(
                LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=":0")
            )
        try:
            client = opened.enter_context(Client(address, timeout=CONNECT_SECONDS))
        except (OSError, ValueError) as error:
            raise ArenaError(f"the Dask scheduler {scheduler} cannot be reached") from error
        backend = TellingBackend(client=client, wait_for_workers_timeout=WORKERS_SECONDS)
        opened.enter_context(parallel_config(backend=backend))
        yield
