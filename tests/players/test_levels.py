"""Levels: names for specs, usable wherever a spec is, and expanded wherever specs are kept."""

from pathlib import Path

import pytest

import kagemusha
from kagemusha.arena.run import Run
from kagemusha.cli.session import HUMAN, Session
from kagemusha.core.registry import game_class, game_names
from kagemusha.players.levels import LEVELS, Level, level_table
from kagemusha.players.rule_player import RulePlayer
from kagemusha.players.search_player import SearchPlayer
from kagemusha.players.specs import load_player, parse_spec, split_specs

ORDER = ["novice", "apprentice", "warrior", "master", "shogun"]
SEARCHERS = ORDER[2:]
every_level = pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)


def test_there_are_five() -> None:
    assert list(LEVELS) == ORDER


@every_level
def test_a_level_is_its_spec_in_canonical_form(level: Level) -> None:
    assert str(parse_spec(level.name)) == str(parse_spec(level.spec)) == level.spec


@pytest.mark.parametrize("name", game_names())
@every_level
def test_every_game_has_every_level(name: str, level: Level) -> None:
    game = kagemusha.load_game(name, players=game_class(name).min_players)
    player = load_player(level.name, game)
    assert isinstance(player, SearchPlayer if level.name in SEARCHERS else RulePlayer)


def test_budgets_grow_and_are_for_a_turn() -> None:
    game = kagemusha.load_game("samurai-sword", players=3)
    found = []
    for name in SEARCHERS:
        player = load_player(name, game)
        assert isinstance(player, SearchPlayer)
        found.append(player.searcher.params)
    assert [params.per for params in found] == ["turn"] * 3
    for quantity in ("iterations", "ms"):
        values = [getattr(params, quantity) for params in found]
        assert values == sorted(set(values))
        assert values[0] > 0


@pytest.mark.parametrize("name", game_names())
def test_a_turn_takes_no_more_than_its_budget(name: str) -> None:
    """Told in iterations, since tests are not timed: all choices of a seat in one turn."""
    game = kagemusha.load_game(name, players=game_class(name).min_players)
    player = load_player("warrior", game)
    assert isinstance(player, SearchPlayer)
    budget = player.searcher.params.iterations
    state = game.new_initial_state(4)
    player.reset(0, 1)
    spent: dict[int, list[int]] = {}
    while not state.is_terminal() and len(spent) < 30:
        view = state.view(state.current_player())
        action = view.legal_actions()[0]
        if view.seat == 0 and len(view.legal_actions()) > 1:
            action = player.choose(view)
            assert player.last is not None
            spent.setdefault(view.turn(), []).append(player.last.iterations)
        state.apply_action(action)
    assert any(len(turn) > 1 for turn in spent.values())
    assert all(sum(turn) <= budget for turn in spent.values())


def test_records_have_the_spec() -> None:
    game = kagemusha.load_game("samurai-sword", players=3)
    specs = [LEVELS[name].spec for name in ("novice", "warrior")]
    assert Session(game, 1, ["novice", HUMAN, "warrior"]).specs == [specs[0], HUMAN, specs[1]]
    run = Run("samurai-sword", 3, ("novice", "warrior")).checked()
    assert list(run.specs) == specs


def test_levels_stand_in_lists_and_files(tmp_path: Path) -> None:
    assert split_specs("novice,rule:epsilon=0.1,master") == ["novice", "rule:epsilon=0.1", "master"]
    file = tmp_path / "bot.toml"
    file.write_text('kind = "shogun"', encoding="utf-8")
    assert str(parse_spec(f"@{file}")) == LEVELS["shogun"].spec
    file.write_text('kind = "shogun"\nc = 1.0', encoding="utf-8")
    with pytest.raises(ValueError, match="shogun has no parameters"):
        parse_spec(f"@{file}")


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("warior", "warrior"),
        ("warrior:threads=2", "warrior has no parameters"),
        ("warrior:Class", "warrior has no parameters"),
    ],
)
def test_mistakes_are_answered_with_a_hint(spec: str, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        parse_spec(spec)


def test_the_documentation_has_the_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "search.md"
    assert level_table() in page.read_text(encoding="utf-8")
