"""What a person likes: speed, colours, signs. Kept in a file between games."""

import json
import locale
from dataclasses import asdict, dataclass, field
from pathlib import Path

from kagemusha.cli.saves import data_folder

FORMAT = 1
DELAYS = {"slow": 2.5, "normal": 1.2, "fast": 0.4, "instant": 0.0}      # seconds for a bot's move
SPEEDS = tuple(DELAYS)
THEMES = ("night", "day", "high-contrast", "colour-blind")


@dataclass
class Settings:
    """Each may be changed while a game goes on."""

    speed: str = "normal"
    theme: str = "night"
    ascii: bool = False
    blunders: bool = False                  # a note after a move that the search thinks is bad
    known: list[str] = field(default_factory=list)      # games that need no welcome any more

    @property
    def delay(self) -> float:
        return DELAYS[self.speed]

    def faster(self, steps: int) -> None:
        place = SPEEDS.index(self.speed) + steps
        self.speed = SPEEDS[max(0, min(place, len(SPEEDS) - 1))]


ALLOWED: dict[str, tuple[object, ...]] = {
    "speed": SPEEDS,
    "theme": THEMES,
    "ascii": (False, True),
    "blunders": (False, True),
}


def settings_file() -> Path:
    return data_folder() / "settings.json"


def read_settings() -> Settings:
    """The settings as they were left; whatever is wrong with the file, the table still opens."""
    settings = Settings(ascii=not speaks_unicode())
    try:
        saved = json.loads(settings_file().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return settings
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        return settings
    for name, values in ALLOWED.items():
        value = saved.get(name)
        if any(type(value) is type(known) and value == known for known in values):
            setattr(settings, name, value)
    if isinstance(saved.get("known"), list):
        settings.known = [name for name in saved["known"] if isinstance(name, str)]
    settings.ascii = settings.ascii or not speaks_unicode()
    return settings


def write_settings(settings: Settings) -> None:
    """Keep the settings; a disk that is full or read-only only costs the memory of them."""
    try:
        settings_file().parent.mkdir(parents=True, exist_ok=True)
        content = json.dumps({"format": FORMAT, **asdict(settings)})
        settings_file().write_text(content, encoding="utf-8")
    except OSError:
        return


def with_words(settings: Settings, *, speed: str | None, theme: str | None) -> Settings:
    """The settings, with what was asked for in words."""
    for name, word in {"speed": speed, "theme": theme}.items():
        if word is not None:
            if word not in ALLOWED[name]:
                known = ", ".join(map(str, ALLOWED[name]))
                raise ValueError(f"there is no {name} {word!r}: known are {known}")
            setattr(settings, name, word)
    return settings


def speaks_unicode() -> bool:
    return "utf" in locale.getpreferredencoding(False).casefold()
