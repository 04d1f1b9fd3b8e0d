"""Spaces: what is understood, what is refused, and that every setting in them is a player."""

from pathlib import Path

import numpy as np
import pytest

import kagemusha
from kagemusha.players.specs import load_player, parse_spec
from kagemusha.search.params import PARAMETERS
from kagemusha.tune import fields
from kagemusha.tune.axes import Choices, Condition, Range, axis_from_dict
from kagemusha.tune.fields import BUDGET, fields_of
from kagemusha.tune.space import Space, make_space

SAMURAI = kagemusha.load_game("samurai-sword", players=4)


def space_of(*words: str, spec: str = "ismcts", file: Path | None = None) -> Space:
    return make_space(parse_spec(spec), SAMURAI, words, file)


def test_all_kinds_of_axes() -> None:
    space = space_of(
        "c=0.1..2:log", "rollout={rule,uniform}", "cutoff=1..12", "reuse", "gamma=0..0.5",
        "branch_after={1,4,16}", "epsilon=0..0.4 if rollout=rule",
    )  # fmt: skip
    assert space.axes == (
        Range("c", 0.1, 2.0, log=True),
        Choices("rollout", ("rule", "uniform")),
        Range("cutoff", 1, 12, whole=True),
        Choices("reuse", (False, True)),
        Range("gamma", 0.0, 0.5),
        Choices("branch_after", (1, 4, 16)),
        Range("epsilon", 0.0, 0.4, when=Condition("rollout", ("rule",))),
    )


def test_a_game_has_defaults_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player as it is stands where `auto` is in this game, and need not say so."""
    own = {**fields.own_settings(SAMURAI), "c": 1.75}
    monkeypatch.setattr(fields, "own_settings", lambda game: own)
    space = space_of("c=0.5..8:log", "rollout={rule,uniform}")
    setting = space.default_setting()
    assert setting is not None
    assert setting["c"] == 1.75
    assert (space.spec(setting), space.text(setting)) == ("ismcts", "as it is")
    assert (space.spec({"c": 4.0}), space.text({"c": 4.0})) == ("ismcts:c=4", "c=4")
    assert space_of("c=0.5..8", spec="ismcts:c=4").defaults == {"c": 4.0}


def test_a_choice_needs_no_braces() -> None:
    assert space_of("rollout=rule,uniform").axes == space_of("rollout={rule,uniform}").axes


def test_conditions_of_the_search_are_known() -> None:
    epsilon = space_of("epsilon", "rollout={rule,uniform}").axes
    assert [axis.name for axis in epsilon] == ["rollout", "epsilon"]        # the parent first
    assert epsilon[1].when == Condition("rollout", ("rule", "mast"))
    space = space_of("rollout={rule,uniform}", "epsilon=0..0.4")
    assert "epsilon" not in space.matters({"rollout": "uniform", "epsilon": 0.2})
    assert "epsilon" in space.matters({"rollout": "rule", "epsilon": 0.2})


def test_a_condition_on_a_fixed_parameter_is_settled_at_once() -> None:
    (axis,) = space_of("epsilon=0..0.4", spec="ismcts:rollout=mast").axes
    assert axis.when is None


def test_the_file_says_the_same(tmp_path: Path) -> None:
    file = tmp_path / "space.toml"
    file.write_text(
        '[c]\nlow = 0.1\nhigh = 2\nlog = true\n[rollout]\nvalues = ["rule", "uniform"]\n'
        '[epsilon]\nlow = 0\nhigh = 0.4\nwhen = {rollout = ["rule"]}\n'
        "[weights.kill]\nlow = 0\nhigh = 2\n[weights.wound]\n"
    )
    words = ("c=0.1..2:log", "rollout={rule,uniform}", "epsilon=0..0.4 if rollout=rule",
             "weights.kill=0..2", "weights.wound")  # fmt: skip
    assert space_of(file=file).axes == space_of(*words).axes


def test_every_search_parameter_but_the_budget_is_there() -> None:
    fields = fields_of(parse_spec("ismcts"), SAMURAI)
    assert set(fields) >= {parameter.name for parameter in PARAMETERS}
    for parameter in PARAMETERS:
        if parameter.name in BUDGET:
            with pytest.raises(ValueError, match="is the budget"):
                space_of(f"{parameter.name}=1..2")


@pytest.mark.parametrize("name", kagemusha.GAMES)
@pytest.mark.parametrize("spec", ["ismcts:iterations=1", "rule", "cheat:iterations=1"])
def test_the_usual_space_holds_the_player_as_it_is(name: str, spec: str) -> None:
    game = kagemusha.load_game(name, players=4)
    space = make_space(parse_spec(spec), game, [])
    setting = space.default_setting()
    assert setting is not None
    load_player(space.spec(setting), game)
    rng = np.random.default_rng(3)
    for places in rng.random((20, len(space.axes))):
        load_player(space.spec(space.at(places)), game)


@pytest.mark.parametrize("name", kagemusha.GAMES)
def test_weights_and_evaluation_can_be_tuned(name: str) -> None:
    game = kagemusha.load_game(name, players=4)
    space = make_space(parse_spec("ismcts:iterations=1"), game, ["weights.*", "evaluation.*"])
    assert {axis.name.partition(".")[0] for axis in space.axes} == {"weights", "evaluation"}
    load_player(space.spec(space.at([0.3] * len(space.axes))), game)


def test_the_default_may_stand_outside() -> None:
    space = space_of("c=0.1..2:log", spec="ismcts:c=20")
    assert space.default_setting() is None
    assert space.defaults == {"c": 20.0}


def test_axes_survive_a_study() -> None:
    space = space_of("c=0.1..2:log", "rollout={rule,uniform}", "epsilon", "cutoff=1..9")
    assert tuple(map(axis_from_dict, space.to_list())) == space.axes


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["c=2..0.1"], "c: the range 2..0.1 is empty"),
        (["c=1..1"], "c: the range 1..1 is empty"),
        (["d=1..2"], "player ismcts has no parameter 'd' to tune"),
        (["cutof=1..2"], "did you mean 'cutoff'?"),
        (["weights.kil=1..2"], "did you mean 'weights.kill'?"),
        (["c=1..200"], "c is a number from 0 to 100, not 200"),
        (["cutoff=1.5..3"], "cutoff is a whole number, not 1.5"),
        (["c=a..b"], "c is a number, not a"),
        (["c=0..1:log"], "begins above 0"),
        (["c=1"], "neither a range, as 1..9, nor a choice"),
        (["c=1,2:log"], "only a range can be logarithmic"),
        (["rollout=rule,rulez"], "rollout is one of uniform, rule, mast, not rulez"),
        (["rollout={rule,rule}"], "one value is no choice"),
        (["rollout=1..2"], "rollout has no range"),
        (["c=1..2", "c=1..3"], "parameter c is given twice"),
        (["worlds"], "worlds matters only while algorithm is pimc, which is so and not tuned"),
        (["epsilon=0..1 if rollout=uniform", "rollout={rule,mast}"], "is never that"),
        (["=1..2"], "a parameter is written"),
        (["c=1..2 if c=1"], "depends on itself"),
    ],
)
def test_what_is_wrong_is_said(words: list[str], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        space_of(*words)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("[c]\nlow = 2\nhigh = 1", "is empty"),
        ("[c]\nlowest = 2", "has the key 'lowest'"),
        ("c = 3", "a parameter is a table"),
        ("[c]\nlow = true\nhigh = 2", "c is a number, not true"),
        ("[c]\nlow = 1\nhigh = 2\nlog = 1", "log is true or false"),
        ('[rollout]\nvalues = "rule"', "values are a list"),
        ("[epsilon]\nwhen = 3", "a condition names one parameter"),
        ("", "it names no parameter"),
        ("[c", "Expected"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "space.toml"
    file.write_text(text)
    with pytest.raises(ValueError) as caught:
        space_of(file=file)
    assert sentence in str(caught.value)


def test_a_player_without_parameters() -> None:
    with pytest.raises(ValueError, match="nothing to tune"):
        space_of(spec="random")


@pytest.mark.parametrize(
    "axis", [Range("c", 0.1, 10, log=True), Range("g", -1, 3), Range("n", 1, 9, whole=True)]
)
def test_places_and_values_agree(axis: Range) -> None:
    for place in np.linspace(0, 1, 9):
        value = axis.at(float(place))
        assert axis.holds(value)
        assert axis.place(value) == pytest.approx(place, abs=0.002)
    assert axis.at(0.0) == axis.low
    assert axis.at(1.0) == axis.high
