"""Search players: whole games, honesty, and what a spec string makes of them."""

import pytest

import kagemusha
from kagemusha.core.game import Game
from kagemusha.core.registry import GAMES
from kagemusha.core.view import EVERYTHING
from kagemusha.players import search_player
from kagemusha.players.referee import play_game
from kagemusha.players.search_player import DEFAULTS, CheatPlayer, SearchPlayer, own_settings
from kagemusha.players.specs import load_player, parse_spec
from kagemusha.search.params import SearchParams

SPEC = "ismcts:iterations=20"
TABLES = [("samurai-sword", 4), ("seven-card-samurai", 2), ("sixteen-samurai", 2)]


def table(name: str, players: int) -> Game:
    return kagemusha.load_game(name, players=players)


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("spec", [SPEC, "cheat:iterations=20"])
def test_they_finish_a_game_and_repeat_it(name: str, players: int, spec: str) -> None:
    game = table(name, players)
    seats = [load_player(spec, game), *(load_player("rule", game) for _ in range(players - 1))]
    first = play_game(game, seats, 5)
    again = play_game(game, seats, 5)
    assert first.forfeit is None
    assert first.decisions[0] > 0
    assert (first.actions, first.returns) == (again.actions, again.returns)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_choice_depends_on_the_view_alone(name: str, players: int) -> None:
    """Worlds that look alike to the seat get the same answer."""
    game = table(name, players)
    player = load_player(SPEC, game)
    rule = load_player("rule", game)
    state = game.new_initial_state(8)
    asked = 0
    while not state.is_terminal() and asked < 12:
        seat = state.current_player()
        view = state.view(seat)
        if len(view.legal_actions()) > 1:
            asked += 1
            answers = set()
            for twin in (view, view.sample(asked).view(seat), view.sample(asked + 99).view(seat)):
                player.reset(seat, 3)
                answers.add(player.choose(twin))
            assert len(answers) == 1
            rule.reset(seat, asked)
            state.apply_action(rule.choose(view))
        else:
            state.apply_action(view.legal_actions()[0])
    assert asked == 12


def test_only_the_cheat_is_handed_everything() -> None:
    seen: list[int] = []

    class Curious(CheatPlayer):
        def choose(self, view: kagemusha.core.view.View) -> int:
            seen.append(view.seat)
            return super().choose(view)

    game = table("samurai-sword", 3)
    others = [load_player("rule", game) for _ in range(2)]
    play_game(game, [Curious(game, iterations=5), *others], 1)
    assert set(seen) == {EVERYTHING}


def test_specs_have_one_form() -> None:
    assert str(parse_spec("ismcts:c=auto,iterations=2000")) == "ismcts"
    assert str(parse_spec("ismcts:c=4")) == "ismcts:c=4", "another game may have another default"
    assert str(parse_spec("ismcts:rollout=uniform,iterations=50")) == (
        "ismcts:rollout=uniform,iterations=50"
    )


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_own_defaults(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a spec says holds; the rest is what the game's folder has, or what all games share."""
    game = kagemusha.load_game(name)
    shipped = params(game, "ismcts").to_dict()
    assert {key: shipped[key] for key in DEFAULTS} == own_settings(game)
    monkeypatch.setattr(search_player, "search_settings", lambda _: {"c": 7.5, "final": "value"})
    changed = params(game, "ismcts:final=lower")
    assert (changed.c, changed.final, changed.rollout) == (7.5, "lower", DEFAULTS["rollout"])
    assert params(game, f"ismcts:c={DEFAULTS['c']}").c == DEFAULTS["c"]


def test_without_rules_of_thumb_it_is_a_bare_search() -> None:
    assert params(kagemusha.load_game("kuhn-poker"), "ismcts") == SearchParams()


def params(game: Game, spec: str) -> SearchParams:
    player = load_player(spec, game)
    assert isinstance(player, SearchPlayer)
    return player.searcher.params


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("ismcts:iteration=5", "iterations"),
        ("ismcts:rollout=rules", "rule"),
        ("ismcts:c=-1", "c must be"),
    ],
)
def test_mistakes_are_answered_with_a_hint(spec: str, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        parse_spec(spec)
