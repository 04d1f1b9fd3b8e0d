"""The arrows between the layers: cli -> tune -> arena -> players -> search -> core, and never back."""

import re
from pathlib import Path

import pytest

import kagemusha

ROOT = Path(__file__).parent.parent
LAYERS = ("core", "search", "players", "arena", "tune", "cli")
SUFFIXES = (".py", ".pyi", ".pyx", ".pxd")
IMPORT = re.compile(r"^\s*(?:from|import|cimport)\s+kagemusha(?:\.(\w+))?", re.MULTILINE)
RELATIVE = re.compile(r"^\s*from\s+\.", re.MULTILINE)
OUTPUT = re.compile(r"^\s*(?:from|import)\s+(?:typer|rich|click)\b|\bprint\(", re.MULTILINE)


def sources(layer: str) -> list[Path]:
    return sorted(path for path in (ROOT / layer).rglob("*") if path.suffix in SUFFIXES)


EVERY = [(layer, path) for layer in LAYERS for path in sources(layer)]
SHARED = [(layer, path) for layer, path in EVERY if path.parent.name not in kagemusha.GAMES.values()]


def named(pairs: list[tuple[str, Path]]) -> pytest.MarkDecorator:
    ids = [path.relative_to(ROOT).as_posix() for _, path in pairs]
    return pytest.mark.parametrize("layer, path", pairs, ids=ids)


def test_there_is_something_to_read() -> None:
    assert {layer for layer, _ in EVERY} >= {"core", "cli"}
    assert len(EVERY) > 15


@named(EVERY)
def test_imports_point_one_way(layer: str, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not RELATIVE.search(text), "imports are absolute"
    for imported in IMPORT.findall(text):
        if imported in LAYERS:
            assert LAYERS.index(imported) <= LAYERS.index(layer)
        elif not imported:
            # The root package itself, which gathers the core for users.
            assert layer == "cli"


@named([(layer, path) for layer, path in EVERY if layer != "cli"])
def test_only_the_command_line_prints(layer: str, path: Path) -> None:
    assert not OUTPUT.search(path.read_text(encoding="utf-8"))


@named([(layer, path) for layer, path in SHARED if path.name != "registry.py"])
def test_only_a_game_names_itself(layer: str, path: Path) -> None:
    """Outside its own folder a game stands in the registry and nowhere else."""
    text = path.read_text(encoding="utf-8").lower()
    assert "samurai" not in text
    for name, folder in kagemusha.GAMES.items():
        assert name not in text
        assert folder not in text


@pytest.mark.parametrize("folder", kagemusha.GAMES.values())
def test_games_do_not_know_each_other(folder: str) -> None:
    others = [other for other in kagemusha.GAMES.values() if other != folder]
    for path in sources(f"core/{folder}"):
        text = path.read_text(encoding="utf-8")
        assert not [other for other in others if f"core.{other}" in text]
