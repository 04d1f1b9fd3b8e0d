"""The command line: what it shows, and how it refuses. Playing has a file of its own."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kagemusha
from kagemusha.cli import main as cli
from kagemusha.core.registry import GAMES, game_class
from kagemusha.players import search_player
from kagemusha.players.kinds import KINDS
from kagemusha.players.levels import LEVELS
from kagemusha.players.referee import play_game
from kagemusha.players.search_player import DEFAULTS
from kagemusha.players.specs import load_player

KAGEMUSHA = [sys.executable, "-m", "kagemusha"]


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*KAGEMUSHA, *words],
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )


def shown(*words: str) -> str:
    result = CliRunner().invoke(cli.app, list(words))
    assert result.exit_code == 0, result.output
    return result.output


# What it shows.


@pytest.mark.parametrize("words", [["version"], ["--version"]])
def test_version(words: list[str]) -> None:
    assert shown(*words) == f"kagemusha {kagemusha.__version__}\n"


def test_games_shows_every_option_with_its_meaning() -> None:
    text = shown("games")
    for name in kagemusha.GAMES:
        found = game_class(name)
        assert f"{name}: {found.title}, {found.min_players} to {found.max_players} players" in text
        for option in found.OPTIONS:
            assert option.name in text
            assert option.meaning in text


@pytest.mark.parametrize("name", kagemusha.GAMES)
def test_watch_at_every_table_size(name: str) -> None:
    found = game_class(name)
    for players in range(found.min_players, found.max_players + 1):
        text = shown("watch", name, "--players", str(players), "--seed", "1")
        assert text.startswith(f"{found.title}, {players} players, seed 1\n")
        assert "Turn 1: seat " in text or "round 1" in text
        assert text.splitlines()[-1].startswith("Winners: seat ")


def test_the_winners_are_those_of_the_engine() -> None:
    """The game shown is a real one: its last position has the winners that are named."""
    for seed in range(5):
        last = shown("watch", "--seed", str(seed)).splitlines()[-1]
        game = kagemusha.load_game(cli.DEFAULT_GAME, 5)
        result = play_game(game, [load_player("rule", game) for _ in range(5)], seed)
        winners = [seat for seat, share in enumerate(result.returns) if share]
        named = last.removeprefix("Winners: ").split(", ")
        assert [int(part.split()[1]) for part in named] == winners


def test_same_seed_same_text() -> None:
    assert shown("watch", "--seed", "7") == shown("watch", "--seed", "7")
    assert shown("watch", "--seed", "7") != shown("watch", "--seed", "8")


def test_a_drawn_seed_is_shown_and_repeats_the_game() -> None:
    text = shown("watch")
    seed = text.splitlines()[0].rpartition(" ")[2]
    assert shown("watch", "--seed", seed) == text


def test_hidden_roles_are_hidden_until_the_end() -> None:
    """Before the first turn only the Shogun is named; in the end everybody is."""
    text = shown("watch", "--seed", "7")
    opening, _, rest = text.partition("Turn 1:")
    final = rest.partition("End of the game")[2]
    assert "Shogun" in opening
    for role in ("Samurai ", "Ronin", "Ninja"):
        assert role not in opening.partition("\n")[2]
        assert role in final


def test_no_card_drawn_in_secret_is_named() -> None:
    drawn = [line for line in shown("watch", "--seed", "3").splitlines() if " draws " in line]
    assert drawn
    assert all("draws a card" in line for line in drawn)


def test_language() -> None:
    assert "Parata" in shown("watch", "--seed", "7", "--language", "it")
    assert "Parada" in shown("watch", "--seed", "7", "--option", "language=es")


def test_options_change_the_rules() -> None:
    words = ["watch", "--players", "7", "--seed", "1", "--option"]       # has reshuffles
    default = shown(*words, "end_of_deck=immediate")
    assert default == shown(*words[:-1])
    assert default != shown(*words, "end_of_deck=on_need")
    assert "The discards are shuffled: everybody loses 1 Honor" in default


def test_plain_text_when_not_a_terminal() -> None:
    result = run("watch", "--seed", "7")
    assert result.returncode == 0
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
    assert result.stdout == shown("watch", "--seed", "7")


def test_no_command_shows_the_help() -> None:
    result = run()
    assert result.returncode == 0
    for command in ("play", "resume", "watch", "games", "players"):
        assert command in result.stdout


@pytest.mark.parametrize("name", ["arena", "tune"])
def test_a_group_alone_shows_its_help_and_nothing_else(name: str) -> None:
    result = run(name)
    assert (result.returncode, result.stderr) == (2, "")
    assert f"{name} run --help" in result.stdout


def test_players_are_listed_with_their_parameters() -> None:
    text = shown("players")
    rows = {row["name"]: row for row in json.loads(shown("players", "--json"))["players"]}
    assert list(rows) == list(KINDS)
    for name, kind in KINDS.items():
        assert f"{name}: {kind.meaning}" in text
        assert [row["name"] for row in rows[name]["parameters"]] == [
            parameter.name for parameter in kind.parameters
        ]
        for parameter in kind.parameters:
            assert f"  {parameter.name} = {parameter.allowed()}" in text
            assert parameter.meaning in text


def test_players_tell_what_auto_stands_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may differ from the others."""
    (parameter,) = [p for p in KINDS["ismcts"].parameters if p.name == "root_c"]
    usual, first = DEFAULTS["root_c"], next(iter(GAMES))
    monkeypatch.setattr(
        search_player, "search_settings", lambda name: {"root_c": 1.5} if name == first else {}
    )
    assert cli.default_text(parameter) == f", default auto: {usual}, 1.5 in {first}"
    row = cli.parameter_row(parameter)
    assert (row["default"], row["auto"], row["auto_in"]) == ("auto", usual, {first: 1.5})
    assert (row["type"], row["low"], row["high"]) == ("real", 0, 100)


def test_levels_are_listed_with_their_specs() -> None:
    text = shown("players")
    rows = {row["name"]: row for row in json.loads(shown("players", "--json"))["levels"]}
    assert list(rows) == list(LEVELS)
    for name, level in LEVELS.items():
        assert f"  {name} = {level.spec}\n      {level.meaning}\n" in text
        assert rows[name] == {"name": name, "meaning": level.meaning, "spec": level.spec}


def test_bots_are_named_and_play_as_their_specs_say() -> None:
    text = shown("watch", "--seed", "1", "--players", "3", "--bots", "rule:epsilon=0.50,random,rule")
    assert text.splitlines()[1] == "seat 0 rule:epsilon=0.5, seat 1 random, seat 2 rule"
    assert text != shown("watch", "--seed", "1", "--players", "3", "--bots", "random")


@pytest.mark.parametrize("seed", range(3))
def test_a_face_down_choice_is_not_told_before_its_reveal(seed: int) -> None:
    """In the game with simultaneous choices, who chose is told, and what only at the reveal."""
    text = shown("watch", "sixteen-samurai", "--seed", str(seed), "--bots", "random")
    assert "has chosen" in text
    assert "fights with" in text
    assert ": Send " not in text


def test_a_card_taken_in_secret_is_not_told() -> None:
    text = shown("watch", "seven-card-samurai", "--seed", "1", "--bots", "random")
    looks = text.split("looks at the hand of")[1:]
    assert looks
    for after in looks:
        assert "takes a card from the hand of" in after.partition("End the turn")[0]
        assert not re.search(r"^seat \d: Take (?!back)\w+ ?\w*$", after, re.MULTILINE)


# How it refuses.


@pytest.mark.parametrize(
    "words, reason",
    [
        ("conquer", "conquer"),
        ("watch chess", "there is no game 'chess'"),
        ("watch samurai-swrod", "did you mean 'samurai-sword'?"),
        ("watch --players 2", "3 to 7 players, not 2"),
        ("watch --players 8", "3 to 7 players, not 8"),
        ("watch --players five", "'five' is not a whole number"),
        ("watch --seed -1", "a seed must be from 0"),
        ("watch --seed 18446744073709551616", "a seed must be from 0"),
        ("watch --seed lucky", "'lucky' is not a whole number"),
        ("watch --option geisha_own_property", "key=value"),
        ("watch --option =on", "key=value"),
        ("watch --option geisha=on", "no option 'geisha'"),
        ("watch --option players=4", "no option 'players'"),
        ("watch --option self=4", "no option 'self'"),
        ("watch --option geisha_own_property=maybe", "must be True or False, not 'maybe'"),
        ("watch --option end_of_deck=later", "'immediate' or 'on_need', not 'later'"),
        ("watch --option language=es --language it", "given twice"),
        ("watch --language fr", "not 'fr'"),
        ("watch seven-card-samurai --language es", "one language only"),
        ("watch --bots rul", "did you mean 'rule'?"),
        ("watch --bots rule,random", "there are 5 bots, so give 1 or 5 players, not 2"),
        ("watch --bots rule:epsilon=7", "epsilon must be a number from 0 to 1"),
        ("watch --bots @nothing.toml", "nothing.toml: cannot be read"),
        ("watch --bots no_such:Player", "No module named 'no_such'"),
        ("watch --bots human", "there is no player 'human'"),
        ("play --seat 5", "there is no seat 5"),
        ("play --seat -1", "there is no seat -1"),
        ("play --bots rule,rule", "there are 4 bots, so give 1 or 4 players, not 2"),
        ("resume nothing.json", "nothing.json: cannot be read"),
        ("watch --fast", "--fast"),
        ("watch samurai-sword 5", "5"),
        ("watch --seed", "--seed"),
    ],
)
def test_bad_input_is_one_sentence(words: str, reason: str) -> None:
    result = run(*words.split())
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("kagemusha: ")
    assert result.stderr.count("\n") == 1
    assert reason in result.stderr
    assert "Traceback" not in result.stderr


def test_an_error_of_the_program_is_not_called_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("kagemusha.cli.play.Table", broken)
    monkeypatch.setattr(sys, "argv", ["kagemusha", "watch"])
    with pytest.raises(ValueError, match="a bug"):
        cli.main()


def test_interrupt(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kagemusha.cli.play.Table", interrupted)
    monkeypatch.setattr(sys, "argv", ["kagemusha", "watch"])
    with pytest.raises(SystemExit) as stop:
        cli.main()
    assert stop.value.code == 130
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_closed_pipe(unbuffered: str) -> None:
    """`kagemusha watch | head -1`: the reader goes away in the middle of the game."""
    with subprocess.Popen(
        [*KAGEMUSHA, "watch", "--seed", "7"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read()
        process.wait(timeout=60)
    assert errors == b""


# Only Linux has this device, and nothing else is a full disk for a test.
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk() -> None:
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [*KAGEMUSHA, "watch"],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert result.returncode == 1
    assert "cannot write" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_terminal_without_accents() -> None:
    result = run("watch", "--seed", "7", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert "Hanz?" in result.stdout
