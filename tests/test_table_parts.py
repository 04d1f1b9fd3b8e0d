"""The parts of the full-screen table that need no screen: faces, hints, settings, replays."""

import asyncio
import json
import random
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static
from typer.testing import CliRunner

import kagemusha
from kagemusha.arena.replays import Replay
from kagemusha.cli import main as cli
from kagemusha.cli.replay import load_replay, told
from kagemusha.cli.saves import write_save
from kagemusha.cli.session import HUMAN, Session
from kagemusha.cli.story import Scene
from kagemusha.cli.table import hints
from kagemusha.cli.table.face import Face, face_of
from kagemusha.cli.table.palette import STYLES, THEME_NAMES
from kagemusha.cli.table.picking import COMMANDS, LETTERS, Picker
from kagemusha.cli.table.recording import ALL_OPEN, Recording
from kagemusha.cli.table.replay import ReplayApp
from kagemusha.cli.table.samurai_sword.face import is_harmless, reach
from kagemusha.cli.table.settings import THEMES, Settings, read_settings, write_settings
from kagemusha.cli.table.words import plain, to_ascii
from kagemusha.core.registry import game_class
from kagemusha.core.samurai_sword.data import CARDS
from kagemusha.core.state import State

GAMES = list(kagemusha.GAMES)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KAGEMUSHA_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def positions(name: str, seed: int, every: int = 7) -> list[State]:
    """Some positions of a random game."""
    game = kagemusha.load_game(name, players=game_class(name).max_players)
    state, rng = game.new_initial_state(seed), random.Random(seed)
    found = []
    for number in range(200):
        if state.is_terminal():
            break
        if number % every == 0:
            found.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return found


def shown(face: Face, scene: Scene) -> str:
    """All words of a face."""
    panels = [face.panel(scene, seat) for seat in range(len(scene.seats))] + [face.middle(scene)]
    words = [f"{panel.title} {panel.note} {list(map(plain, panel.lines))}" for panel in panels]
    own = [] if scene.seat is None else list(map(plain, face.own(scene, scene.seat)))
    return "\n".join([*words, *own, str(face.hand(scene))])


# Faces.


@pytest.mark.parametrize("name", GAMES)
def test_a_face_shows_what_the_seat_sees_and_nothing_else(name: str) -> None:
    for state in positions(name, seed=3):
        face, view = face_of(state.game), state.view(0)
        here = shown(face, Scene(state, 0, 0))
        for seed in range(2):
            assert shown(face, Scene(view.sample(seed), 0, 0)) == here


@pytest.mark.parametrize("name", GAMES)
def test_an_onlooker_sees_the_same_whoever_tells(name: str) -> None:
    """What a witness has for its own eyes does not reach the table of a game that is watched."""
    for state in positions(name, seed=3, every=1)[::3]:
        face, seats = face_of(state.game), range(state.game.players)
        tables = {shown(face, Scene(state, None, witness)) for witness in seats}
        assert len(tables) == 1


@pytest.mark.parametrize("name", GAMES)
def test_words_of_a_face_have_styles_and_names_have_texts(name: str) -> None:
    for state in positions(name, seed=4, every=20):
        face, scene = face_of(state.game), Scene(state, 0, 0)
        for seat in range(state.game.players):
            panel = face.panel(scene, seat)
            assert {meaning for line in panel.lines for _, meaning in line} <= set(STYLES)
            assert all(state.game.help_text(known) for known in panel.names)
        assert all(state.game.help_text(card.name) for card in face.hand(scene))
        assert {card.kind for card in face.hand(scene)} <= set(STYLES)


def test_a_game_from_elsewhere_has_a_table_too() -> None:
    for name in GAMES:
        state = positions(name, seed=1)[1]
        text = shown(Face(state.game), Scene(state, 0, 0))
        assert "seat 0 (you" in text
        assert all(f"seat {seat}" in text for seat in range(state.game.players))


def test_reach_is_what_a_weapon_needs() -> None:
    """Whoever can be attacked with some Weapon is in its reach, and the others are not."""
    weapons = {card.names["en"]: card.difficulty for card in CARDS if card.kind == "weapon"}
    seen = 0
    for seed in range(12):
        for state in positions("samurai-sword", seed, every=3):
            me = state.current_player()
            scene = Scene(state, me, me)
            actions = [state.action_to_string(action) for action in state.legal_actions()]
            aimed = [text.split(" -> seat ") for text in actions if " -> seat " in text]
            attacks = {(name, int(seat)) for name, seat in aimed if name in weapons}
            if not attacks or scene.seats[me]["character"] == "Kojirō":
                continue
            for name in {name for name, _ in attacks}:
                for seat in range(len(scene.seats)):
                    if seat != me:
                        near = reach(scene.seats, me, seat) <= weapons[name]
                        near = near and not is_harmless(scene.seats[seat])
                        assert ((name, seat) in attacks) == near
                        seen += 1
    assert seen > 50


# Picking, settings, signs.


def test_numbers_count_at_once_where_no_longer_one_exists() -> None:
    picker = Picker(12)
    assert picker.press("2") == 1
    assert picker.press("1") is None
    assert picker.press("2") == 11
    assert picker.press("1") is None
    assert picker.chosen() == 0
    assert picker.press("0") is None
    assert picker.typed == ""
    assert picker.press("a") == 0
    assert picker.press("z") is None
    assert not COMMANDS & set(LETTERS)


def test_settings_are_kept_and_a_bad_file_is_no_harm(data: Path) -> None:
    write_settings(Settings(speed="slow", theme="day", ascii=True, blunders=True, known=["x"]))
    assert read_settings() == Settings("slow", "day", True, True, ["x"])
    for text in ("", "[]", '{"format": 2}', '{"format": 1, "speed": 7, "ascii": 1, "theme": []}'):
        (data / "settings.json").write_text(text)
        assert read_settings().speed == "normal"
        assert read_settings().theme == "night"
    assert THEME_NAMES == THEMES


def test_ascii_says_the_same() -> None:
    assert to_ascii("Bō → seat 2 ♥♥♡") == "Bo -> seat 2 **."
    assert to_ascii("▶ Kojirō · ×2 …").isascii()


# Hints.


def test_a_hint_is_a_function_of_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "ITERATIONS", 200)
    monkeypatch.setattr(hints, "MS", 0)
    for name in GAMES:
        state = next(found for found in positions(name, seed=5) if len(found.legal_actions()) > 2)
        seat = state.current_player()
        told_hints = []
        for world in (state, state.view(seat).sample(1)):
            view, scene = world.view(seat), Scene(world, seat, seat)
            face = face_of(state.game)
            hint = hints.hint_from(hints.searched(view, 7), view, scene, face)
            told_hints.append(hint)
            assert hint.reason.endswith(".")
            assert sum(row.visits for row in hint.rated) == hint.games == 200
            assert hint.line[0][0] == seat
            assert plain(hints.hint_lines(hint, scene, face)[0]) == "What the search thinks"
        assert told_hints[0] == told_hints[1]


def test_a_blunder_is_noted_and_a_good_choice_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "ITERATIONS", 2000)
    monkeypatch.setattr(hints, "MS", 0)
    noted = 0
    for seed in range(6):
        for state in positions("samurai-sword", seed, every=5):
            if len(state.legal_actions()) < 3:
                continue
            view = state.view(state.current_player())
            result = hints.searched(view, 1)
            assert hints.blunder(result, result.action, view) is None
            notes = [hints.blunder(result, action, view) for action in result.actions]
            for note in filter(None, notes):
                assert note.startswith("The search would rather have played ")
                noted += 1
        if noted:
            return
    raise AssertionError("no choice was a blunder")


# Replays and statistics.


def finished(name: str, **more: bool) -> Session:
    game = kagemusha.load_game(name, players=game_class(name).min_players)
    session = Session(game, 3, [HUMAN, *["rule"] * (game.players - 1)], **more)
    rng = random.Random(2)
    while not session.is_over():
        if session.waits_for_person():
            if session.can_undo() and rng.random() < 0.2:
                session.undo(rng.getrandbits(20))
            session.play(rng.choice(session.state.legal_actions()))
        else:
            session.play(session.next_action())
    return session


@pytest.mark.parametrize("name", GAMES)
def test_a_practice_with_new_deals_is_replayed_as_it_was_played(name: str, tmp_path: Path) -> None:
    session = finished(name, practice=True)
    assert session.redeals
    path = tmp_path / "practice.json"
    write_save(path, session)
    replay = load_replay(path)
    assert replay.states[-1].to_dict() == session.state.to_dict()
    lines = list(told(replay, None))
    assert lines[-1].text == f"{len(session.actions)} actions, as recorded."
    recording = Recording(replay, 0)
    assert [line.text for line in recording.log] == [line.text for line in session.log]
    assert recording.last == len(session.actions)
    assert recording.turns()[0] == 0
    everything = Recording(replay, ALL_OPEN)
    for step in range(0, everything.last, 3):
        assert shown(face_of(session.game), everything.scene(step))


def test_the_replay_steps_seeks_plays_by_itself_and_changes_its_view(tmp_path: Path) -> None:
    session = finished("samurai-sword")
    path = tmp_path / "game.json"
    write_save(path, session)
    replay: Replay = load_replay(path)
    app = ReplayApp(replay, None, Settings(speed="instant"))
    screen = app.table

    async def whole() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await drive(pilot)

    async def drive(pilot: Pilot[None]) -> None:
        await pilot.press("right", "right", "left")
        assert screen.step == 1
        await pilot.press("pagedown")
        assert screen.step == screen.recording.turns()[1]
        await pilot.press("g", "1", "2", "enter")
        assert screen.step == 12
        await pilot.press("home", "end")
        assert screen.step == len(session.actions)
        await pilot.press("v")
        await pilot.pause()
        assert screen.recording.view == 0
        assert "as seat 0 knew it" in str(screen.query_one("#bar", Static).content)
        for _ in range(replay.states[0].game.players):
            await pilot.press("v")
        await pilot.pause()
        assert screen.recording.view == ALL_OPEN
        await pilot.press("home", "space")
        for _ in range(500):
            await asyncio.sleep(0.02)
            if screen.step >= 3:
                break
        await pilot.press("space")
        assert 3 <= screen.step < len(session.actions)
        assert screen.clock is None
        await pilot.press("question_mark")
        await pilot.pause()
        assert app.screen is not screen

    asyncio.run(whole())


def test_statistics_count_own_games(data: Path) -> None:
    folder = data / "finished"
    folder.mkdir(parents=True)
    won = 0
    for number, more in enumerate([{}, {"practice": True}]):
        session = finished("samurai-sword", **more)
        won += int(session.state.returns()[0] == 1 and not session.assisted)
        (folder / f"{number}.json").write_text(json.dumps(session.to_dict()))
    (folder / "bad.json").write_text("{")
    output = CliRunner().invoke(cli.app, ["statistics", "--json"]).stdout
    found = json.loads(output)
    assert found["unread"] == 1
    (row,) = found["games"]
    assert (row["game"], row["bots"]) == ("samurai-sword", "2 apprentice")
    assert row["won"] == won
    assert row["won"] + row["shared"] + row["lost"] == 1
    assert row["assisted"] == 1
    assert "2 apprentice" in CliRunner().invoke(cli.app, ["statistics"]).stdout


def test_no_statistics_yet() -> None:
    assert "no finished game yet" in CliRunner().invoke(cli.app, ["statistics"]).stdout


def test_people_share_the_plain_table(data: Path) -> None:
    """The hand-over pushes the cards of the one before out of sight."""
    words = "play --plain --players 3 --seat 0,2 --seed 7 --bots random"
    answers = "".join(f"{answer}\n" for answer in ["1", ""] * 40)
    output = CliRunner().invoke(cli.app, words.split(), input=answers).output
    assert "Seat 2 is to choose: hand over" in output or "Seat 0 is to choose: hand over" in output
    covered = output.split("press Enter.")[1]
    assert "\n" * 60 in covered
    assert "seat 0 (you)" in output
    assert "seat 2 (you)" in output
