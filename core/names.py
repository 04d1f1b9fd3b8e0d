"""Names for numbers: found without regard to accents and capitals, with a hint when they are wrong."""

import difflib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence


def fold(name: str) -> str:
    """A name without accents, capitals and doubled spaces."""
    plain = unicodedata.normalize("NFKD", name)
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).casefold().split())


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint for a wrong word: the nearest right one, or the list of all."""
    candidates = list(known)
    by_fold = {fold(name): name for name in candidates}
    close = difflib.get_close_matches(fold(word), by_fold, n=1, cutoff=0.6)
    if close:
        return f"did you mean {by_fold[close[0]]!r}?"
    return "known are " + ", ".join(candidates)


class Names:
    """The names of numbers 0, 1, 2, ..., with aliases that are understood as well."""

    def __init__(
        self, what: str, names: Sequence[str], aliases: Mapping[str, int] | None = None
    ) -> None:
        self.what = what
        self.names = list(names)
        self._numbers = {fold(alias): i for alias, i in (aliases or {}).items()}
        self._numbers |= {fold(name): i for i, name in enumerate(names)}

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, number: int) -> str:
        return self.names[number]

    def number(self, name: object) -> int:
        """The number of a name; a ValueError with a hint if there is none."""
        if isinstance(name, str) and fold(name) in self._numbers:
            return self._numbers[fold(name)]
        if not isinstance(name, str):
            raise ValueError(f"{name!r} is not a {self.what}: names are strings")
        raise ValueError(f"{name!r} is not a {self.what}: {nearest(name, self.names)}")

    def counts(self, copies: Sequence[int]) -> dict[str, int]:
        """Counts by number as {name: copies}, zeros left out."""
        return {self.names[i]: n for i, n in enumerate(copies) if n}


class Numerals:
    """Outcomes that are whole numbers already: the faces of a die, the stars of a card."""

    def __init__(self, what: str, low: int, high: int) -> None:
        self.what = what
        self.low = low
        self.high = high

    def __getitem__(self, number: int) -> int:
        return number

    def number(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"{value!r} is not a {self.what}: it is a whole number")
        if not self.low <= value <= self.high:
            raise ValueError(f"{value} is not a {self.what}: it is {self.low} to {self.high}")
        return value
