"""The settings of an arena: flags over the file of `--config`, over the presets."""

import os
import tomllib
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from kagemusha.core.names import nearest

DEFAULT_SETS, QUICK_SETS = 100, 20
KINDS = {
    "text": (str, "a text"),
    "whole": (int, "a whole number"),
    "number": ((int, float), "a number"),
    "switch": (bool, "true or false"),
    "texts": (list, "a list of texts"),
}


def setting(kind: str, default: Any = None) -> Any:
    return field(default=default, metadata={"kind": kind})


@dataclass(frozen=True)
class Settings:
    """All flags of `kagemusha arena`, under the names that they have in a file (with - for _)."""

    game: str | None = setting("text")
    players: int | None = setting("whole")
    player: tuple[str, ...] = setting("texts", ())
    option: tuple[str, ...] = setting("texts", ())
    format: str | None = setting("text")
    assignment: str | None = setting("text")
    from_: tuple[str, ...] = setting("texts", ())
    sets: int | None = setting("whole")
    sprt: bool | None = setting("switch")
    elo0: float | None = setting("number")
    elo1: float | None = setting("number")
    alpha: float | None = setting("number")
    beta: float | None = setting("number")
    model: str | None = setting("text")
    jobs: int | None = setting("whole")
    backend: str | None = setting("text")
    scheduler: str | None = setting("text")
    limit: float | None = setting("number")
    seed: int | None = setting("whole")
    out: str | None = setting("text")
    json: bool | None = setting("switch")
    quick: bool | None = setting("switch")
    dry_run: bool | None = setting("switch")

    def over(self, other: "Settings") -> "Settings":
        """These, and the other's where these say nothing."""
        given = {name: value for name in NAMES if (value := getattr(self, name)) not in (None, ())}
        return replace(other, **given)

    @property
    def sets_or_default(self) -> int | None:
        """A test alone has no end in sets."""
        if self.sets is not None or self.sprt:
            return self.sets
        return QUICK_SETS if self.quick else DEFAULT_SETS

    @property
    def jobs_or_default(self) -> int:
        return self.jobs if self.jobs is not None else os.cpu_count() or 1


NAMES = tuple(entry.name for entry in fields(Settings))


def read_settings(path: Path) -> Settings:
    """The settings in a TOML file, whose keys are the names of the flags."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return Settings(**dict(checked(key, value) for key, value in table.items()))
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path}: is not a text in UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: {error}") from error


def checked(key: str, value: object) -> tuple[str, Any]:
    by_flag = {entry.name.rstrip("_").replace("_", "-"): entry for entry in fields(Settings)}
    if key not in by_flag:
        raise ValueError(f"there is no setting {key!r}: {nearest(key, by_flag)}")
    kind = by_flag[key].metadata["kind"]
    allowed, meaning = KINDS[kind]
    is_bool = isinstance(value, bool)
    if not isinstance(value, allowed) or (     # type: ignore[arg-type]
        is_bool and kind != "switch"
    ):
        raise ValueError(f"{key} must be {meaning}, not {value!r}")
    if isinstance(value, list):
        if not all(isinstance(item, str) for item in value):
            raise ValueError(f"{key} must be {meaning}, not {value!r}")
        value = tuple(value)
    return by_flag[key].name, value
