"""The table of parameters: its checks, its spelling, and that every one of them does something."""

import math
from pathlib import Path
from typing import Any

import pytest

import kagemusha
from kagemusha.core.view import View
from kagemusha.search import Searcher, SearchParams
from kagemusha.search.params import (
    PARAMETERS,
    Parameter,
    Real,
    Switch,
    Whole,
    Word,
    table_text,
)
from kagemusha.search.policy import Evaluator, Policy

every_parameter = pytest.mark.parametrize("parameter", PARAMETERS, ids=lambda p: p.name)

# Two settings that differ in one parameter only must not search alike. Where the default
# setting cannot show it, this says what else must be set, and to which value it changes.
WITH: dict[str, dict[str, Any]] = {
    "worlds": {"algorithm": "pimc"},
    "resample_own": {"game": "kuhn-poker", "root": "hand"},
    "root": {"game": "kuhn-poker"},
    "root_c": {"root_select": "ucb1"},
    "root_select": {"select": "puct", "fpu": 0.5, "c": 2.0},
    "gamma": {"select": "exp3"},
    "smooth_start": {"select": "smooth"},
    "smooth_floor": {"select": "smooth", "smooth_decay": 1.0},
    "smooth_decay": {"select": "smooth"},
    "final": {"select": "rm", "iterations": 100},
    "types": {"game": "kuhn-poker"},
    "redeal": {"game": "kuhn-poker"},
    "widen_power": {"widen": 1.0},
    "epsilon": {"rollout": "mast"},
    "bias": {"fpu": 0.5},
    "block_select": {"game": "biased-pennies"},
    "early_stop": {"game": "kuhn-poker"},
    "per": {"iterations": 200},
    "decisive": {"game": "rare-action", "seat": 1},
}
CHANGED: dict[str, Any] = {
    "worlds": 3, "branch_after": 1000, "c": 2.0, "gamma": 0.5, "smooth_start": 0.5,
    "smooth_floor": 0.89, "smooth_decay": 5.0, "fpu": 0.4, "bias": 3.0, "widen": 1.0,
    "widen_power": 0.2, "epsilon": 0.9, "cutoff": 1, "iterations": 300, "nodes": 5, "threads": 2,
    "trust": 0.0, "root_c": 5.0,
}


class Suspicious(Policy):
    """Holds some assignments of roles for likelier than others."""

    def belief(self, view: View) -> list[float] | None:
        return [1.0 / (1 + i) for i in range(len(view.role_assignments()))] or None


def observed(settings: dict[str, Any]) -> list[Any]:
    """All that the searches of two decisions show, in each of three games, but for their time."""
    settings = dict(settings)
    name, seat = settings.pop("game", "samurai-sword"), settings.pop("seat", None)
    players = 5 if name == "samurai-sword" else 2
    chance = [("deal", 0)] if name == "rare-action" else ()
    searcher = Searcher(
        {"iterations": 400, **settings}, policy=Suspicious(), evaluator=Evaluator()
    )
    found = []
    for seed in (7, 8, 9):
        state = kagemusha.load_game(name, players=players).new_initial_state(seed, chance)
        if seat == 1:
            state.apply_action(0)
        searcher.reset()
        while not state.is_terminal() and len(found) < 2 * (seed - 6):
            result = searcher.search(state.view(state.current_player()), seed=1, dump=2)
            found.append(result.to_dict())
            state.apply_action(result.action)
    return found


@every_parameter
def test_every_parameter_changes_the_search(parameter: Parameter) -> None:
    settings = WITH.get(parameter.name, {})
    if parameter.name == "ms":
        assert Searcher({"iterations": 0, "ms": 5.0}).params.ms == 5.0     # see test_budget.py
        return
    values: list[Any]
    if isinstance(parameter, Word):
        values = [value for value in parameter.values if value != parameter.default]
    elif isinstance(parameter, Switch):
        values = [not parameter.default]
    else:
        values = [CHANGED[parameter.name]]
    shown = [observed({**settings, parameter.name: v}) for v in [parameter.default, *values]]
    for i, one in enumerate(shown):
        for other in shown[:i]:
            assert one != other


@every_parameter
def test_values_are_checked(parameter: Parameter) -> None:
    wrong: list[Any] = [None, [], "no such value"]
    if isinstance(parameter, Whole | Real):
        wrong += [parameter.low - 1, True, "1x", ""]
        wrong += [] if math.isinf(parameter.high) else [parameter.high + 1]
    for value in wrong:
        with pytest.raises(ValueError, match=parameter.name):
            SearchParams.of({parameter.name: value})


@every_parameter
def test_the_table_is_complete(parameter: Parameter) -> None:
    assert parameter.meaning
    assert parameter.range_text()
    assert parameter.check(parameter.default) == parameter.default


@pytest.mark.parametrize(
    "given, spec",
    [
        ({}, ""),
        ({"c": "0.6", "rollout": "rule"}, "c=0.6,rollout=rule"),
        ({"iterations": "500", "types": "false"}, "types=false,iterations=500"),
        ({"fpu": 1, "ms": 20}, "fpu=1.0,ms=20.0"),
    ],
)
def test_specs_there_and_back(given: dict[str, object], spec: str) -> None:
    params = SearchParams.of(given)
    assert params.to_spec() == spec
    pairs = [pair.partition("=") for pair in spec.split(",") if pair]
    assert SearchParams.of({name: value for name, _, value in pairs}) == params
    assert SearchParams.of(params.to_dict()) == params


@pytest.mark.parametrize(
    "given, message",
    [
        ({"iteration": 5}, "did you mean 'iterations'"),
        ({"select": "ucb2"}, "did you mean 'ucb1'"),
        ({"iterations": 0}, "needs a budget"),
        ({"c": math.nan}, "from 0 to 100"),
    ],
)
def test_one_sentence_for_what_is_wrong(given: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        SearchParams.of(given)
    assert "\n" not in str(caught.value)


def test_what_a_setting_needs() -> None:
    with pytest.raises(ValueError, match="needs a policy"):
        Searcher({"rollout": "rule"})
    with pytest.raises(ValueError, match="needs an evaluator"):
        Searcher({"cutoff": 2})
    state = kagemusha.load_game("samurai-sword").new_initial_state(seed=1)
    with pytest.raises(ValueError, match="root=hand"):
        kagemusha.search(state.view(state.current_player()), root="hand")


def test_the_documentation_has_the_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "search.md"
    assert table_text() in page.read_text(encoding="utf-8")
