"""Work on threads of its own, so that the table never waits for a search."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


async def off_the_table(work: Callable[[], T]) -> T:
    """The result of some work. Its thread keeps nobody from leaving while it goes on."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():                       # nobody waits any more
            return
        if error is None:
            future.set_result(result)           # type: ignore[arg-type]
        else:
            future.set_exception(error)

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as raised:  # noqa: BLE001 (it goes to whoever waits for the result)
            error = raised
        with suppress(RuntimeError):            # the table is closed
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, daemon=True).start()
    return await future
