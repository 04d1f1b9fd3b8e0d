"""`kagemusha replay`: recorded games are told, and what does not fit its record is refused."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kagemusha
from kagemusha.arena.pool import Workers
from kagemusha.arena.replays import read_replay
from kagemusha.arena.run import Run
from kagemusha.arena.runner import JOURNAL, Goal, run_arena
from kagemusha.cli import main as cli
from kagemusha.cli.saves import write_save
from kagemusha.cli.session import HUMAN, Session

Refused = Callable[..., str]

ODD = str(Path(__file__).parent / "arena")
TABLES = [(name, cli.game_class(name).min_players) for name in kagemusha.GAMES]


@pytest.fixture(autouse=True)
def odd_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ODD)


def play(folder: Path, *specs: str, game: str = "sixteen-samurai", players: int = 3) -> Path:
    """Two sets, with threads: nothing to wait for."""
    run = Run(game, players, specs, seed=1).checked()
    run_arena(run, Goal(sets=2), Workers(1, "threading"), folder=folder)
    return folder / JOURNAL


def replay(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(cli.app, ["replay", *words])
    assert result.exit_code == code, result.output
    return result.stdout


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    """The sentence, from the entry point itself."""

    def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["kagemusha", "replay", *words])
        with pytest.raises(SystemExit) as end:
            cli.main()
        said = capsys.readouterr()
        assert (end.value.code, said.out, said.err.count("\n")) == (2, "", 1)
        return said.err

    return run


@pytest.mark.parametrize("name, players", TABLES)
@pytest.mark.parametrize("second", ["random", "odd_players:First"])
def test_a_game_is_told_to_its_end(name: str, players: int, second: str, tmp_path: Path) -> None:
    journal = play(tmp_path, "rule", second, game=name, players=players)
    text = replay(str(journal), "--game", "1")
    found = read_replay(tmp_path, 1)
    assert "set 0, game 1" in text.splitlines()[0]
    assert "End of the game" in text
    assert text.endswith(f"{len(found.actions)} actions, as recorded.\n")
    assert found.states[-1].is_terminal()
    assert len(found.states) == len(found.actions) + 1
    for state, action in zip(found.states, found.actions, strict=False):
        assert action in state.legal_actions()


@pytest.mark.parametrize("name, players", TABLES)
def test_open_and_as_a_seat_knows_it(name: str, players: int, tmp_path: Path) -> None:
    journal = str(play(tmp_path, "rule", "random", game=name, players=players))
    everything, seat = replay(journal), replay(journal, "--seat", "1")
    assert "seat 1 (you)" in seat
    assert "(you" not in everything
    # Whatever another seat draws is told by name to the one and not to the other.
    hidden = [line for line in seat.splitlines() if line.startswith("  seat 0 draws a card")]
    assert hidden
    assert "draws a card" not in everything
    assert "  seat 0 draws " in everything


def test_hidden_choices_are_told_when_all_is_open(tmp_path: Path) -> None:
    journal = play(tmp_path, "rule", "random")
    found = read_replay(journal)
    lines = replay(str(journal)).splitlines()
    told = [line for line in lines if line.startswith("seat ") and ": " in line]
    chosen = [state.action_to_string(a) for state, a in zip(found.states, found.actions, strict=False)]
    assert sum(line.partition(": ")[2] in chosen for line in told) >= len(chosen)


def test_json(tmp_path: Path) -> None:
    journal = play(tmp_path, "rule", "random")
    found = json.loads(replay(str(journal), "--game", "2", "--json"))
    assert found["specs"] == read_replay(journal, 2).specs
    assert [move["action"] for move in found["moves"]] == read_replay(journal, 2).actions
    assert sum(found["returns"]) == pytest.approx(1)


def test_all_games_are_checked(tmp_path: Path) -> None:
    journal = str(play(tmp_path, "rule", "random"))
    assert replay(journal, "--check") == "6 games, each fits its record\n"
    assert json.loads(replay(journal, "--check", "--json")) == {"format": 1, "games": 6}


def test_a_forfeit_is_told(tmp_path: Path) -> None:
    journal = play(tmp_path, "odd_players:Illegal", "odd_players:Raises")
    texts = [replay(str(journal), "--game", str(game)) for game in range(6)]
    told = [text for text in texts if "forfeits (" in text]
    assert told
    assert all("it answered -1" in text or "out of ideas" in text for text in told)


def test_a_saved_game(tmp_path: Path, refused: Refused) -> None:
    session = Session(kagemusha.load_game("sixteen-samurai", players=2), 4, [HUMAN, "random"])
    for _ in range(12):
        session.play(session.state.legal_actions()[0])
    write_save(tmp_path / "save.json", session)
    text = replay(str(tmp_path / "save.json"))
    assert "The game was left here." in text
    assert text.endswith("12 actions, as recorded.\n")
    assert "it is one saved game" in refused(str(tmp_path / "save.json"), "--game", "1")


@pytest.mark.parametrize(
    "field, wrong, sentence",
    [
        ("actions", lambda actions: [*actions[:9], 10**6, *actions[10:]], "cannot be replayed, action 9"),
        ("actions", lambda actions: actions[:-1], "it is not over after its last action"),
        ("returns", lambda returns: returns[::-1], "was recorded with returns"),
        ("decisions", lambda decisions: [n + 1 for n in decisions], "decisions by seat"),
        ("digest", lambda digest: digest[::-1], "ends in another state"),
        ("roles", lambda roles: roles[1:] + roles[:1], "other roles"),
        ("characters", lambda names: names[1:] + names[:1], "other characters"),
        ("deal_seed", lambda seed: seed + 1, "game 0 of set 0"),
    ],
)
def test_a_record_that_does_not_fit(
    field: str, wrong: Callable[[Any], Any], sentence: str, tmp_path: Path, refused: Refused
) -> None:
    journal = play(tmp_path, "rule", "odd_players:First", game="samurai-sword", players=4)
    line = json.loads(journal.read_text().splitlines()[1])
    line[field] = wrong(line[field])
    file = tmp_path / "records.jsonl"
    file.write_text(json.dumps(line) + "\n")
    assert sentence in refused(str(file))
    assert "records.jsonl" in refused(str(file), "--check")


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["nowhere.jsonl"], "nowhere.jsonl cannot be read"),
        (["{journal}", "--game", "6"], "has no game 6: it has 6, counted from 0"),
        (["{journal}", "--game", "-1"], "counted from 0, there is no game -1"),
        (["{journal}", "--seat", "3"], "there is no seat 3: seats are 0 to 2"),
        (["{journal}", "--game", "one"], "'one' is not a whole number"),
        (["{empty}"], "line 1: the line is broken"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, refused: Refused
) -> None:
    files = {"journal": play(tmp_path, "rule", "random"), "empty": tmp_path / "empty"}
    files["empty"].touch()
    assert sentence in refused(*(word.format(**files) for word in words))
