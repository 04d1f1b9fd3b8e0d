"""Players and games of other packages: by module and class, and by entry point."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import kagemusha
from kagemusha.core.registry import game_class, game_names
from kagemusha.players.kinds import all_kinds
from kagemusha.players.referee import play_game
from kagemusha.players.specs import load_player, parse_spec

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "flat_player"
GAME = kagemusha.load_game("samurai-sword", players=3)

STRANGE = '''
class Strange:
    def __init__(self, game): raise RuntimeError("not today")
    def reset(self, seat, seed): pass
    def choose(self, view): pass

class NoPlayer: pass
class NeedsMore(Strange):
    def __init__(self, game, more): pass

instance = 3
'''
NEW_GAME = '''
from kagemusha.core.registry import game_class

class OtherGame(game_class("samurai-sword")):
    name = "other-game"
    title = "Another Game"

class NoGame: pass
'''


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLE)


def install(
    folder: Path, monkeypatch: pytest.MonkeyPatch, groups: dict[str, dict[str, str]]
) -> None:
    """What pip would leave behind for a package with these entry points."""
    info = folder / "stranger-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    lines = []
    for group, entries in groups.items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(folder)


def module(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, name, raising=False)


@pytest.mark.usefixtures("example")
def test_the_example_plays() -> None:
    players = [load_player(text, GAME) for text in ("flat_player:FlatPlayer", "random", "random")]
    result = play_game(GAME, players, seed=1)
    assert result.forfeit is None


def test_the_command_line_finds_classes_in_the_current_folder() -> None:
    words = ["watch", "--players", "3", "--seed", "1", "--bots", "flat_player:FlatPlayer:games=1"]
    result = subprocess.run(
        [sys.executable, "-P", "-m", "kagemusha", *words],
        cwd=EXAMPLE,
        capture_output=True,
        check=True,
        encoding="utf-8",
        timeout=60,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"},
    )
    assert "seat 2 flat_player:FlatPlayer:games=1" in result.stdout
    assert "Winners: seat " in result.stdout


@pytest.mark.usefixtures("example")
def test_a_class_has_parameters_and_a_canonical_form() -> None:
    assert str(parse_spec("flat_player:FlatPlayer:games=5")) == "flat_player:FlatPlayer:games=5"
    assert str(parse_spec("flat_player:FlatPlayer:games=20")) == "flat_player:FlatPlayer"
    with pytest.raises(ValueError, match="did you mean 'games'"):
        parse_spec("flat_player:FlatPlayer:game=5")
    with pytest.raises(ValueError, match="games must be a whole number from 1"):
        parse_spec("flat_player:FlatPlayer:games=0")


@pytest.mark.usefixtures("example")
def test_an_installed_player_has_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    install(tmp_path, monkeypatch, project["entry-points"])
    assert "flat" in [kind.name for kind in all_kinds()]
    assert str(parse_spec("flat:games=7")) == "flat:games=7"
    assert type(load_player("flat", GAME)).__name__ == "FlatPlayer"
    with pytest.raises(ValueError, match="did you mean 'flat'"):
        parse_spec("flap")


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("no_such_module:Player", "No module named 'no_such_module'"),
        ("strange:Missing", "has no attribute 'Missing'"),
        ("strange:NoPlayer", "not a class with the methods reset and choose"),
        ("strange:Strange", "cannot be made: RuntimeError: not today"),
        ("strange:NeedsMore", "cannot be made: TypeError"),
        ("broken:Player", "cannot be loaded: SyntaxError"),
    ],
)
def test_a_bad_class_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    module(tmp_path, monkeypatch, "strange", STRANGE)
    module(tmp_path, monkeypatch, "broken", "class Player(:")
    with pytest.raises(ValueError) as error:
        load_player(text, GAME)
    assert sentence in str(error.value)


def test_a_bad_entry_point_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, {"kagemusha.players": {"bad": "no_such_module:Player"}})
    with pytest.raises(ValueError, match="player 'bad' cannot be loaded"):
        load_player("bad", GAME)


def test_an_installed_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module(tmp_path, monkeypatch, "stranger", NEW_GAME)
    targets = {
        "other-game": "stranger:OtherGame",
        "no-game": "stranger:NoGame",
        "bad-game": "stranger:Missing",
    }
    install(tmp_path, monkeypatch, {"kagemusha.games": targets})
    assert game_names() == [*kagemusha.GAMES, "bad-game", "no-game", "other-game"]
    game = kagemusha.load_game("other-game", players=4)
    players = [load_player("random", game) for _ in range(4)]
    assert play_game(game, players, seed=1).forfeit is None
    with pytest.raises(ValueError, match="other-game has no policy to play by"):
        load_player("rule", game)
    with pytest.raises(ValueError, match="did you mean 'other-game'"):
        game_class("other-gam")
    with pytest.raises(ValueError, match="not a class derived from Game"):
        game_class("no-game")
    with pytest.raises(ValueError, match="cannot be loaded"):
        game_class("bad-game")
