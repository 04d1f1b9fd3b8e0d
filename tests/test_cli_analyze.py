"""`kagemusha analyze`: what it shows of a search, and how it refuses."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kagemusha
from kagemusha.cli import main as cli
from kagemusha.core.registry import game_names
from kagemusha.players.specs import load_player


def written(folder: Path, name: str = "samurai-sword", **changes: Any) -> Path:
    """A file with a position of several choices; `changes` replace keys of it."""
    state = kagemusha.load_game(name, players=3).new_initial_state(seed=7)
    rng = random.Random(1)
    steps = 0
    while steps < 12 or len(state.legal_actions()) < 3:
        state.apply_action(rng.choice(state.legal_actions()))
        steps += 1
    path = folder / "position.json"
    path.write_text(json.dumps({**state.to_dict(), **changes}), encoding="utf-8")
    return path


def state_of(path: Path) -> kagemusha.State:
    position = json.loads(path.read_text(encoding="utf-8"))
    return kagemusha.load_game(position["game"], players=3).from_dict(position)


def output(*words: object) -> str:
    result = CliRunner().invoke(cli.app, ["analyze", *map(str, words)])
    assert result.exit_code == 0, result.output
    return result.stdout


def refusal(monkeypatch: pytest.MonkeyPatch, capsys: Any, *words: object) -> str:
    """The one sentence of an exit with code 2."""
    monkeypatch.setattr("sys.argv", ["kagemusha", "analyze", *map(str, words)])
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    shown = capsys.readouterr()
    assert (stopped.value.code, shown.out) == (2, "")
    assert shown.err.startswith("kagemusha: ")
    assert shown.err.count("\n") == 1
    return str(shown.err)


@pytest.mark.parametrize("name", game_names())
def test_it_shows_what_the_search_found(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, name)
    found = json.loads(output(path, "--json", "--iterations", 300, "--seed", 4))
    state = state_of(path)
    seat = state.current_player()
    player: Any = load_player("ismcts:iterations=300", state.game)
    result = player.searcher.search(state.view(seat), seed=4)
    rows = found["actions"]
    assert (found["seat"], found["spec"], found["iterations"]) == (seat, "ismcts:iterations=300", 300)
    assert [row["action"] for row in rows] == result.actions
    assert [row["text"] for row in rows] == [state.action_to_string(a) for a in result.actions]
    for key, expected in (
        ("visits", result.visits), ("availability", result.availability), ("prior", result.priors),
    ):  # fmt: skip
        assert [row[key] for row in rows] == expected
    for row, value, values in zip(rows, result.values, result.seat_values, strict=True):
        assert row["value"] == (value if row["visits"] else None)
        assert row["seat_values"] == (values if row["visits"] else None)
    assert found["answer"] == {"action": result.action, "text": state.action_to_string(result.action)}
    assert "tree" not in found


@pytest.mark.parametrize("name", game_names())
def test_the_line_begins_with_words(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, name)
    line = json.loads(output(path, "--json", "--iterations", 300))["principal_variation"]
    first = line[0]
    assert first["text"] == state_of(path).action_to_string(first["action"])
    assert first["visits"] >= max(step["visits"] for step in line)


def test_the_table_has_a_bar_for_each_action(tmp_path: Path) -> None:
    path = written(tmp_path)
    text = output(path, "--iterations", 300)
    rows = json.loads(output(path, "--iterations", 300, "--json"))["actions"]
    most = max(row["visits"] for row in rows)
    for row in rows:
        (line,) = [line for line in text.splitlines() if line.startswith(f"{row['text']}  ")]
        assert line.count("#") == round(20 * row["visits"] / most)
        assert f" {row['visits']} " in line
    assert "Answer: " in text
    assert "Expected:\n  seat " in text


def test_the_tree_goes_as_deep_as_asked(tmp_path: Path) -> None:
    path = written(tmp_path)

    def depth(node: dict[str, Any]) -> int:
        below = [child for choice in node["choices"] for child in choice.get("nodes", ())]
        return 1 + max(map(depth, below), default=0)

    for deep in (1, 2, 3):
        tree = json.loads(output(path, "--tree", deep, "--iterations", 500))["tree"]
        assert depth(tree) == deep


def test_it_knows_no_more_than_the_seat(tmp_path: Path) -> None:
    """Another truth behind the same view gives the same analysis."""
    path = written(tmp_path)
    state = state_of(path)
    seen = json.loads(output(path, "--json", "--iterations", 200))
    other = state.view(state.current_player()).sample(5).to_dict()
    assert other["seats"] != state.to_dict()["seats"]
    path.write_text(json.dumps(other), encoding="utf-8")
    again = json.loads(output(path, "--json", "--iterations", 200))
    assert again | {"seconds": 0} == seen | {"seconds": 0}


def test_a_cheat_is_called_one(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert "which sees all cards" in output(path, "--spec", "cheat:iterations=20")
    assert "which sees all cards" not in output(path, "--iterations", 20)
    assert json.loads(output(path, "--spec", "cheat:iterations=20", "--json"))["sees_everything"]


def test_levels_and_forced_moves(tmp_path: Path) -> None:
    path = written(tmp_path)
    found = json.loads(output(path, "--spec", "warrior", "--iterations", 40, "--json"))
    assert found["spec"] == "ismcts:iterations=40,ms=250,per=turn"
    state = state_of(path)
    while len(state.legal_actions()) > 1:
        state.apply_action(state.legal_actions()[-1])
    path.write_text(json.dumps(state.to_dict()), encoding="utf-8")
    assert "the only action there is" in output(path)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--spec", "rule"], "player rule does not search: these do: ismcts, cheat"),
        (["--spec", "ismcts:c=-1"], "c must be"),
        (["--spec", "apprentice"], "does not search"),
        (["--iterations", "0"], "needs a budget"),
        (["--iterations", "many"], "'many' is not a whole number"),
        (["--ms", "-1"], "ms must be"),
        (["--seat", "3"], "there is no seat 3"),
        (["--seed", "-1"], "a seed must be from 0"),
        (["--tree", "-1"], "depth of 0 to 100, not -1"),
        (["--spec", "ismcts:root=hand"], "cannot be searched with root=hand"),
    ],
)
def test_bad_settings(
    words: list[str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    assert reason in refusal(monkeypatch, capsys, written(tmp_path), *words)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": 99}, "format 99 is unknown"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": 5}, "there is no game 5"),
        ({"game": "kuhn-poker", "players": 2, "options": {}}, "position"),
        ({"players": 9}, "players"),
        ({"players": "three"}, "players"),
        ({"options": [1]}, "its options must be an object"),
        ({"options": {"players": 4}}, "no option 'players'"),
        ({"mover": 77}, "there is no seat 77"),
        ({"more": 1}, "unknown 'more'"),
    ],
)
def test_bad_positions(
    changes: dict[str, Any],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Any,
) -> None:
    path = written(tmp_path, **changes)
    message = refusal(monkeypatch, capsys, path)
    assert reason in message
    assert path.name in message


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000])
def test_bad_files(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    path = tmp_path / "position.json"
    path.write_bytes(content)
    assert "position.json: is no" in refusal(monkeypatch, capsys, path)
    assert "cannot be read" in refusal(monkeypatch, capsys, tmp_path / "nothing.json")


def test_who_is_not_to_act_does_not_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    path = written(tmp_path)
    state = state_of(path)
    seat = state.current_player()
    assert f"seat {seat} to act" in output(path, "--seat", seat, "--iterations", 10)
    other = (seat + 1) % 3
    reason = f"seat {other} is not to act: seat {seat} is"
    assert reason in refusal(monkeypatch, capsys, path, "--seat", other)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    path.write_text(json.dumps(state.to_dict()), encoding="utf-8")
    assert "the game is over" in refusal(monkeypatch, capsys, path)
