"""The words of a game for people: what it is about, what is asked, what each card does."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources

from kagemusha.core.names import fold

FILE = "texts.toml"


@dataclass(frozen=True)
class Entry:
    """One thing that has a name: its numbers in short, and what it does."""

    name: str
    short: str
    text: str


@dataclass(frozen=True)
class Texts:
    """All texts of a game. Names are found without regard to accents and capitals."""

    goal: str = ""
    questions: Mapping[str, str] = field(default_factory=dict)      # by node
    entries: tuple[Entry, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)        # other names for entries

    def find(self, name: str) -> Entry | None:
        by_name = {fold(entry.name): entry for entry in self.entries}
        for alias, entry_name in self.aliases.items():
            by_name.setdefault(fold(alias), by_name[fold(entry_name)])
        return by_name.get(fold(name))


def read_texts(
    package: str,
    *,
    short: Mapping[str, str] | None = None,
    more: Mapping[str, str] | None = None,
    aliases: Mapping[str, str] | None = None,
) -> Texts:
    """The texts beside a game, with short ones and more that come from its tables."""
    content = resources.files(package).joinpath(FILE).read_text(encoding="utf-8")
    tables = tomllib.loads(content)
    goal = tables.pop("goal")
    questions = tables.pop("questions")
    texts = {name: text for table in tables.values() for name, text in table.items()}
    entries = tuple(
        Entry(name, (short or {}).get(name, ""), in_one_line(text))
        for name, text in {**texts, **(more or {})}.items()
    )
    return Texts(in_one_line(goal), questions, entries, aliases or {})


def in_one_line(text: str) -> str:
    return " ".join(text.split())
