"""The result as a player in a file: TOML that every command takes as `@file.toml`."""

import json
import os
from pathlib import Path
from typing import Any

from kagemusha.arena.errors import ArenaError
from kagemusha.players.parameters import write_number
from kagemusha.players.specs import FILE_FORMAT, Spec, parse_spec

FIRST_LINE = "# Tuned by kagemusha tune"


def player_file(spec: str, notes: list[str]) -> str:
    """The text of the file; notes stand above as comments."""
    found = parse_spec(spec)
    lines = [FIRST_LINE, *(f"# {' '.join(note.split())}" for note in notes)]
    lines += [f"format = {FILE_FORMAT}", f"kind = {json.dumps(found.kind.name)}"]
    single, tables = split_values(found)
    lines += [f"{name} = {toml_value(value)}" for name, value in single.items()]
    for name, table in tables.items():
        lines += ["", f"[{name}]"]
        lines += [f"{json.dumps(key)} = {toml_value(value)}" for key, value in table.items()]
    return "\n".join(lines) + "\n"


def split_values(spec: Spec) -> tuple[dict[str, Any], dict[str, dict[str, float]]]:
    """What differs from the defaults: single values, and numbers by name."""
    single: dict[str, Any] = {}
    tables: dict[str, dict[str, float]] = {}
    for parameter, value in zip(spec.kind.parameters, spec.values, strict=True):
        if value == parameter.default:
            continue
        if isinstance(value, tuple) and value and isinstance(value[0], tuple):
            tables[parameter.name] = dict(value)
        else:
            single[parameter.name] = value
    return single, tables


def toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        text = write_number(value)
        return text if not text.lstrip("-").isdigit() else f"{text}.0"
    if isinstance(value, tuple):
        return json.dumps(list(value))
    return json.dumps(value)


def check_place(path: Path, study: Path | None = None) -> None:
    """Before anything is played: the file can be written, and no other is lost by it."""
    if study is not None and path.resolve() == study.resolve():
        raise ArenaError(f"{path} is the study itself: name another --out")
    if path.exists():
        try:
            ours = path.read_text(encoding="utf-8").startswith(FIRST_LINE)
        except (OSError, UnicodeDecodeError):
            ours = False
        if not ours:
            raise ArenaError(f"{path} is there already and is no result of tune: name another --out")
    if not path.parent.is_dir():
        raise ArenaError(f"{path}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise ArenaError(f"{path}: the folder {path.parent} cannot be written")


def write_player(path: Path, spec: str, notes: list[str]) -> None:
    """In one step, so that nobody reads half a file."""
    part = path.with_name(path.name + ".part")
    part.write_text(player_file(spec, notes), encoding="utf-8")
    part.replace(path)
