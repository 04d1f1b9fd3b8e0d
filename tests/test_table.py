"""The full-screen table, driven by Textual's pilot: whole games, every page, and honesty."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

import kagemusha
from kagemusha.cli.saves import read_save, write_save
from kagemusha.cli.session import HUMAN, Session
from kagemusha.cli.table.actions import Offers
from kagemusha.cli.table.advice import Advice
from kagemusha.cli.table.app import GameApp
from kagemusha.cli.table.hand import CardView
from kagemusha.cli.table.pages import HandOver, Page
from kagemusha.cli.table.preferences import Preferences
from kagemusha.cli.table.screen import TableScreen
from kagemusha.cli.table.settings import Settings
from kagemusha.core.registry import game_class

GAMES = list(kagemusha.GAMES)
SMALL, LARGE = (80, 24), (140, 45)
MANY = 2000                     # more choices than any game here has

Play = Callable[[Pilot[None]], Awaitable[None]]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KAGEMUSHA_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path / "data"


def new_session(
    name: str = GAMES[0], players: int | None = None, people: tuple[int, ...] = (0,), **more: bool
) -> Session:
    found = game_class(name)
    short = {"turn_cap": 3} if "turn_cap" in [option.name for option in found.OPTIONS] else {}
    game = kagemusha.load_game(name, players=players or found.min_players, **short)
    specs = [HUMAN if seat in people else "random" for seat in range(game.players)]
    return Session(game, 5, specs, **more)


def new_app(session: Session, **settings: object) -> GameApp:
    wanted = Settings(speed="instant", known=GAMES)
    for name, value in settings.items():
        setattr(wanted, name, value)
    return GameApp(session, lambda: None, wanted)


def run(app: GameApp, play: Play, size: tuple[int, int] = SMALL) -> None:
    async def whole() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await play(pilot)

    asyncio.run(whole())


async def settled(pilot: Pilot[None]) -> None:
    """Until a person has to choose, or something lies over the table."""
    app = pilot.app
    assert isinstance(app, GameApp)
    for _ in range(MANY):
        await pilot.pause()
        over = isinstance(app.screen, (Page, HandOver, Preferences))
        if over or app.table.asks and app.table.query_one(Offers).offers:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("nothing is asked")


def screen_text(app: GameApp) -> str:
    """What the terminal shows, without colours."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)


def text_of(app: GameApp, where: str) -> str:
    return str(app.screen.query_one(where, Static).content)


# Whole games through the keyboard.


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_through_the_keyboard(name: str) -> None:
    """Numbers, letters, arrows, typing: at random, until the page of the result."""
    session = new_session(name)
    rng = random.Random(3)
    used: set[str] = set()

    async def play(pilot: Pilot[None]) -> None:
        for _ in range(MANY):
            await settled(pilot)
            if isinstance(pilot.app.screen, Page):
                return
            before = len(session.actions)
            way = rng.choice(["number", "letter", "arrows", "typing"])
            used.add(way)
            await pilot.press(*keys_for(way, len(session.state.legal_actions()), rng))
            await pilot.pause()
            assert len(session.actions) > before, way

    app = new_app(session)
    run(app, play)
    assert session.is_over()
    assert used == {"number", "letter", "arrows", "typing"}


def keys_for(way: str, count: int, rng: random.Random) -> list[str]:
    place = rng.randrange(min(count, 12))
    if way == "letter" and place < len("abcdefg"):
        return ["abcdefg"[place]]
    if way == "arrows":
        return [*["down"] * place, "enter"]
    number = str(place + 1)
    if way == "typing":
        return ["slash", *number, "enter"]
    return [*number, "enter"] if int(number) * 10 <= count else [*number]


def first(session: Session) -> list[str]:
    """The keys that play the first action."""
    return ["1"] if len(session.state.legal_actions()) < 10 else ["1", "enter"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_every_table_size_fits(name: str, size: tuple[int, int]) -> None:
    """The biggest table too: the actions, the log and every seat are on the screen."""
    session = new_session(name, players=game_class(name).max_players)
    app = new_app(session)

    async def look(pilot: Pilot[None]) -> None:
        offers = app.table.query_one(Offers)
        assert offers.region.height >= 4
        assert app.table.query_one("#log").region.height >= 4
        assert app.table.query_one("#keys").region.bottom == size[1]
        text = screen_text(app)
        assert "You (seat 0)" in text
        for seat in range(1, session.game.players):
            region = app.table.query_one(f"#seat-{seat}").region
            assert region.width >= 12
            assert region.height >= 4

    run(app, look, size)


def test_watching_to_the_end_stops_and_goes_on() -> None:
    session = new_session(people=())
    app = new_app(session)

    async def look(pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, Page)
        assert "Winners" in screen_text(app)

    run(app, look)
    assert session.is_over()


# Pages and keys.


@pytest.mark.parametrize(
    "key, words",
    [
        ("question_mark", "part of a name"),
        ("r", "Who is who"),
        ("l", "Turn 1"),
        ("i", "possible, judged only"),
    ],
)
def test_pages_open_and_close(key: str, words: str) -> None:
    app = new_app(new_session())

    async def look(pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, Page)
        assert words in str(app.screen.query_one(Static).content)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)

    run(app, look)


@pytest.mark.parametrize("name", GAMES)
def test_rules_cards_and_rulings_can_be_read(name: str) -> None:
    app = new_app(new_session(name))

    async def look(pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await pilot.pause()
        pages = []
        for _ in range(3):
            pages.append(str(app.screen.query_one(Static).content))
            await pilot.press("right")
            await pilot.pause()
        guide, cards, rulings = pages
        assert "in five minutes" in guide
        assert "|" not in guide + rulings
        assert all(entry.text in cards for entry in app.game.TEXTS.entries)
        assert "how the engine plays it" in rulings

    run(app, look)


def test_the_first_game_begins_with_a_welcome() -> None:
    app = new_app(new_session(), known=[])

    async def look(pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, Page)
        assert "You are" in screen_text(app)
        await pilot.press("enter")
        await settled(pilot)
        assert app.table.asks
        assert app.settings.known == [GAMES[0]]

    run(app, look)


def test_text_of_cards_and_seats_on_focus() -> None:
    app = new_app(new_session())

    async def look(pilot: Pilot[None]) -> None:
        card = app.table.query(CardView).first()
        card.focus()
        await pilot.pause()
        assert card.shown is not None
        assert str(app.game.help_text(card.shown.name)) in text_of(app, "#info")
        app.table.query_one("#seat-1").focus()
        await pilot.pause()
        character = app.table.scene().seats[1]["character"]
        assert text_of(app, "#info").startswith(f"{character}: ")

    run(app, look)


def test_a_picked_card_narrows_the_actions_and_escape_brings_them_back() -> None:
    app = new_app(new_session())

    async def look(pilot: Pilot[None]) -> None:
        offers = app.table.query_one(Offers)
        playable = [
            card for card in app.table.query(CardView)
            if card.shown and any(card.shown.title in offer.text for offer in offers.offers)
        ]
        await pilot.click(playable[0])
        await pilot.pause()
        assert 0 < len(offers.shown) < len(offers.offers)
        assert playable[0].shown is not None
        assert all(playable[0].shown.title in offer.text for offer in offers.shown)
        await pilot.press("escape")
        await pilot.pause()
        assert len(offers.shown) == len(offers.offers)

    run(app, look)


def test_a_click_plays_an_action() -> None:
    session = new_session()
    app = new_app(session)

    async def look(pilot: Pilot[None]) -> None:
        before = len(session.actions)
        await pilot.click(Offers, offset=(5, 0))
        await pilot.pause()
        assert len(session.actions) > before

    run(app, look)


def test_typing_part_of_a_name_and_nonsense() -> None:
    session = new_session()
    app = new_app(session)

    async def look(pilot: Pilot[None]) -> None:
        before = len(session.actions)
        await pilot.press("slash", *"xyzzy", "enter")
        await pilot.pause()
        assert "none of these" in text_of(app, "#info")
        assert len(session.actions) == before
        await pilot.press("escape", "slash", *"end the", "enter")
        await pilot.pause()
        assert len(session.actions) > before

    run(app, look)


def test_settings_change_at_once_and_are_kept(data: Path) -> None:
    app = new_app(new_session())

    async def look(pilot: Pilot[None]) -> None:
        assert "♥" in screen_text(app)
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, Preferences)
        await pilot.press("down", "enter", "down", "enter")
        await pilot.press("escape")
        await pilot.pause()
        assert app.theme == app.settings.theme == "day"
        await pilot.pause()
        assert screen_text(app).isascii()

    run(app, look)
    assert '"theme": "day"' in (data / "settings.json").read_text()


def test_speed_keys() -> None:
    app = new_app(new_session())

    async def look(pilot: Pilot[None]) -> None:
        await pilot.press("minus", "minus")
        assert app.settings.speed == "normal"
        await pilot.press("plus")
        assert app.settings.speed == "fast"

    run(app, look)


def test_a_hint_from_the_own_view_marks_the_game() -> None:
    session = new_session()
    app = new_app(session)

    async def look(pilot: Pilot[None]) -> None:
        await pilot.press("h")
        advice = app.table.query_one(Advice)
        for _ in range(MANY):
            await pilot.pause()
            shown = str(advice.query_one(Static).content)
            if "imagined games. h or Esc closes." in shown:
                break
            await asyncio.sleep(0.01)
        assert "What the search thinks" in shown
        assert session.assisted
        assert session.to_dict()["assisted"] is True
        await pilot.press("h")
        await pilot.pause()
        assert not advice.is_shown

    run(app, look)


# Undo, several people, saving.


@pytest.mark.parametrize("name", GAMES)
def test_undo_goes_back_and_deals_the_unseen_anew(name: str, tmp_path: Path) -> None:
    session = new_session(name, practice=True)
    app = new_app(session)

    async def look(pilot: Pilot[None]) -> None:
        keys = [session.state.view(0).key()]
        for _ in range(6):
            await pilot.press(*first(session))
            await settled(pilot)
            keys.append(session.state.view(0).key())
        for key in reversed(keys[:-1]):
            await pilot.press("u")
            await settled(pilot)
            assert session.state.view(0).key() == key
        assert session.assisted
        await pilot.press("u")
        assert session.state.view(0).key() == keys[0]

    run(app, look)
    path = tmp_path / "undone.json"
    write_save(path, session)
    again = read_save(path)
    assert again.state.to_dict() == session.state.to_dict()
    assert [line.text for line in again.log] == [line.text for line in session.log]


def test_no_undo_outside_practice() -> None:
    session = new_session()
    app = new_app(session)

    async def look(pilot: Pilot[None]) -> None:
        await pilot.press(*first(session))
        await settled(pilot)
        before = len(session.actions)
        await pilot.press("u")
        assert len(session.actions) == before
        assert "in practice only" in text_of(app, "#info")

    run(app, look)


def test_several_people_hand_over_the_screen() -> None:
    session = new_session(people=(0, 1, 2))
    app = new_app(session)
    seen: set[int | None] = set()

    async def look(pilot: Pilot[None]) -> None:
        for _ in range(12):
            await settled(pilot)
            while isinstance(app.screen, HandOver):
                for card in app.table.query(CardView):
                    assert card.shown is None or card.shown.title not in screen_text(app)
                await pilot.press("enter")
                await settled(pilot)
            assert app.table.audience == session.state.current_player()
            assert f"You (seat {app.table.audience})" in screen_text(app)
            seen.add(app.table.audience)
            await pilot.press(*first(session))

    run(app, look)
    assert len(seen) > 1


def test_every_choice_is_saved_and_leaving_saves(tmp_path: Path) -> None:
    session = new_session()
    path = tmp_path / "game.json"
    app = GameApp(session, lambda: write_save(path, session), Settings(speed="instant", known=GAMES))

    async def look(pilot: Pilot[None]) -> None:
        assert read_save(path).waits_for_person()
        await pilot.press(*first(session))
        await settled(pilot)
        assert read_save(path).actions == session.actions
        await pilot.press("ctrl+c")

    run(app, look)
    assert read_save(path).actions == session.actions


def test_a_full_disk_does_not_end_the_game() -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    session = new_session()
    app = GameApp(session, full, Settings(speed="instant", known=GAMES))

    async def look(pilot: Pilot[None]) -> None:
        before = len(session.actions)
        await pilot.press(*first(session))
        await settled(pilot)
        assert len(session.actions) > before

    run(app, look)


def test_a_resize_in_the_middle_of_a_game() -> None:
    app = new_app(new_session())

    async def look(pilot: Pilot[None]) -> None:
        for size in [(140, 45), (60, 20), (40, 10), SMALL]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert app.table.asks
        assert "You (seat 0)" in screen_text(app)

    run(app, look)


# Honesty.


@pytest.mark.parametrize("name", GAMES)
def test_the_table_does_not_change_when_what_is_hidden_is_dealt_anew(name: str) -> None:
    session = new_session(name, players=min(4, game_class(name).max_players))
    rng = random.Random(1)
    app = new_app(session)
    screens: list[str] = []

    async def look(pilot: Pilot[None]) -> None:
        for _ in range(2):
            for _ in range(3):
                if not session.is_over():
                    await pilot.press(*keys_for("number", len(session.state.legal_actions()), rng))
                    await settled(pilot)
            if session.is_over():
                return
            truth = session.state
            for world in (truth, *(truth.view(0).sample(seed) for seed in range(2))):
                session.state = world
                session.stories[0].go_on_from(world)
                await app.table.show()
                await pilot.pause()
                screens.append(screen_text(app))
            session.state = truth
            session.stories[0].go_on_from(truth)
            assert len(set(screens[-3:])) == 1
            await app.table.show()
            await settled(pilot)

    run(app, look)
    assert screens


# What the main screens look like.

SCREENS: dict[str, tuple[str, int, tuple[int, int], list[str]]] = {
    "sword-80x24": ("samurai-sword", 5, SMALL, []),
    "sword-140x45": ("samurai-sword", 7, LARGE, ["1", "enter"]),
    "seven-80x24": ("seven-card-samurai", 4, SMALL, []),
    "sixteen-draft-80x24": ("sixteen-samurai", 3, SMALL, ["1", "enter"]),
    "roles-80x24": ("samurai-sword", 5, SMALL, ["i"]),
    "keys-80x24": ("samurai-sword", 5, SMALL, ["question_mark"]),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_screens(screen: str, golden: Callable[[str, str], None]) -> None:
    name, players, size, keys = SCREENS[screen]
    app = new_app(new_session(name, players=players))

    async def look(pilot: Pilot[None]) -> None:
        if keys:
            await pilot.press(*keys)
        await settled(pilot)
        golden(f"table/{screen}.txt", screen_text(app) + "\n")

    run(app, look, size)


def test_a_battle_in_ascii(golden: Callable[[str, str], None]) -> None:
    """Clans, dice and Halls, in the middle of a battle."""
    session = new_session("sixteen-samurai", players=3)
    while session.state.observation(0)["node"] != "bushido" or not session.waits_for_person():
        session.play(session.state.legal_actions()[0])
    app = new_app(session, ascii=True)

    async def look(pilot: Pilot[None]) -> None:
        assert screen_text(app).isascii()
        golden("table/sixteen-battle-ascii.txt", screen_text(app) + "\n")

    run(app, look)
