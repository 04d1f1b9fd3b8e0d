"""What is wrong with what was asked for, said in one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer


@contextmanager
def bad_input() -> Iterator[None]:
    """What is wrong with what was asked for is said in one sentence."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise typer.TyperException(str(error)) from error
    except OverflowError as error:
        raise typer.TyperException(f"a number is too large: {error}") from error


def whole(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise typer.BadParameter(f"{word!r} is not a whole number") from None


def real(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise typer.BadParameter(f"{word!r} is not a number") from None
