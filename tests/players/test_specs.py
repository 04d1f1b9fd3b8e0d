"""Spec strings: one canonical form, and one sentence with a hint for each mistake."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kagemusha
from kagemusha.players.kinds import KINDS, Kind, all_kinds
from kagemusha.players.parameters import (
    AUTO,
    WORD,
    ByGame,
    Choice,
    Numbers,
    Parameter,
    Real,
    Switch,
    Value,
    Whole,
    Word,
    Words,
)
from kagemusha.players.specs import (
    Spec,
    checked_spec,
    load_player,
    parse_spec,
    read_items,
    split_specs,
)

GAME = kagemusha.load_game("samurai-sword", players=4)
EVERY_TYPE = Kind(
    "example",
    "One parameter of each type.",
    (
        Choice("manner", ("bold", "shy"), "shy", ""),
        Whole("depth", -5, 10**12, 3, ""),
        Real("c", -1e30, 1e30, 0.5, ""),
        Switch("reuse", True, ""),
        Word("style", ""),
        Words("without", ""),
        Numbers("weights", ""),
        ByGame(Real("bias", 0, 10, 1, "")),
        ByGame(Choice("final", ("visits", "value"), "value", "")),
    ),
    lambda game, **_: None,                 # type: ignore[arg-type,return-value]
)
words = st.from_regex(WORD, fullmatch=True)
numbers = st.floats(allow_nan=False, allow_infinity=False)


def values_of(parameter: Parameter) -> st.SearchStrategy[object]:
    match parameter:
        case Choice():
            return st.sampled_from(parameter.values)
        case Whole():
            return st.integers(parameter.low, parameter.high)
        case Real():
            return st.floats(parameter.low, parameter.high)
        case Switch():
            return st.booleans()
        case Word():
            return words
        case Words():
            return st.lists(words)
        case Numbers():
            return st.dictionaries(words, numbers)
        case ByGame():
            return st.just(AUTO) | values_of(parameter.otherwise)
    raise AssertionError(parameter)


def specs_of(kind: Kind) -> st.SearchStrategy[Spec]:
    given_values = st.fixed_dictionaries(
        {}, optional={parameter.name: values_of(parameter) for parameter in kind.parameters}
    )
    return given_values.map(lambda values: checked_spec(kind, values))


@settings(deadline=None)
@given(st.sampled_from(list(KINDS.values())).flatmap(specs_of))
def test_a_canonical_form_reads_back(spec: Spec) -> None:
    assert parse_spec(str(spec)) == spec
    assert str(parse_spec(str(spec))) == str(spec)


@settings(deadline=None)
@given(specs_of(EVERY_TYPE))
def test_every_type_of_parameter_reads_back(spec: Spec) -> None:
    _, _, rest = str(spec).partition(":")
    again = checked_spec(EVERY_TYPE, read_items(EVERY_TYPE, rest.split(",") if rest else []))
    assert again == spec
    assert str(again) == str(spec)


@settings(deadline=None)
@given(st.lists(specs_of(KINDS["rule"]).map(str), min_size=1))
def test_a_list_of_specs_is_cut_where_they_begin(specs: list[str]) -> None:
    assert split_specs(",".join(specs)) == specs


@settings(deadline=None)
@given(st.text())
def test_any_text_is_a_spec_or_a_mistake(text: str) -> None:
    try:
        spec = parse_spec(text)
    except ValueError as error:
        assert str(error)
    else:
        assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    "text, canonical",
    [
        ("random", "random"),
        (" rule ", "rule"),
        ("rule:", "rule"),
        ("rule:aggressive", "rule:aggressive"),
        ("rule:style=aggressive", "rule:aggressive"),
        ("rule:epsilon=0.20", "rule:epsilon=0.2"),
        ("rule:epsilon=0", "rule"),
        ("rule:epsilon=1", "rule:epsilon=1"),
        ("rule: epsilon = .5, style = bold", "rule:bold,epsilon=0.5"),
        ("rule:without=b+a+b", "rule:without=a+b"),
        ("rule:weights=b:2+a:-1e-3", "rule:weights=a:-0.001+b:2"),
    ],
)
def test_canonical_form(text: str, canonical: str) -> None:
    assert str(parse_spec(text)) == canonical


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("", "a player needs a name"),
        (":x", "a player needs a name"),
        ("rul", "there is no player 'rul': did you mean 'rule'?"),
        ("rul:aggressive", "there is no player 'rul': did you mean 'rule'?"),
        ("Random", "did you mean 'random'?"),
        ("xyz", "known are random, rule"),
        ("random:fast", "player random has no parameters, so not 'fast'"),
        ("random:speed=1", "player random has no parameter 'speed': it has none"),
        ("rule:epsilom=0.2", "player rule has no parameter 'epsilom': did you mean 'epsilon'?"),
        ("rule:epsilon=2", "player rule: epsilon must be a number from 0 to 1, not 2.0"),
        ("rule:epsilon=nan", "must be a number from 0 to 1"),
        ("rule:epsilon=much", "epsilon must be a number from 0 to 1, not 'much'"),
        ("rule:epsilon=", "epsilon must be a number from 0 to 1, not ''"),
        ("rule:epsilon=0.1,epsilon=0.2", "player rule: epsilon is given twice"),
        ("rule:bold,style=shy", "style is given twice"),
        ("rule:epsilon=0.1,bold", "parameters are written name=value, not 'bold'"),
        ("rule:,", "parameters are written name=value"),
        ("rule:weights=a", "weights must be names with numbers"),
        ("rule:weights=a:1+a:2", "weights has a twice"),
        ("rule:weights=a:inf", "weights must be names with numbers"),
        ("rule:without=a++b", "without must be words"),
    ],
)
def test_a_mistake_is_answered_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_spec(text)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("nonsense", [None, 3, b"rule", ["rule"]])
def test_a_spec_is_a_string(nonsense: object) -> None:
    with pytest.raises(ValueError, match="a player is given by a string"):
        parse_spec(nonsense)                # type: ignore[arg-type]


@pytest.mark.parametrize(
    "parameter, value",
    [
        (Whole("n", 1, 5, 2, ""), 0),
        (Whole("n", 1, 5, 2, ""), 6),
        (Whole("n", 1, 5, 2, ""), True),
        (Whole("n", 1, 5, 2, ""), 2.0),
        (Real("c", 0, 1, 0, ""), True),
        (Real("c", 0, 1, 0, ""), float("nan")),
        (Switch("s", True, ""), 1),
        (Choice("m", ("bold", "shy"), "shy", ""), "bald"),
        (Choice("m", ("bold", "shy"), "shy", ""), 1),
        (Word("w", ""), "two words"),
        (Words("w", ""), "word"),
        (Numbers("w", ""), {"a": "b"}),
        (Numbers("w", ""), {"a": True}),
        (Numbers("w", ""), 3),
        (ByGame(Whole("n", 1, 5, 2, "")), 6),
        (ByGame(Choice("m", ("bold", "shy"), "shy", "")), "Auto"),
    ],
)
def test_a_value_out_of_range_is_refused(parameter: Parameter, value: object) -> None:
    with pytest.raises(ValueError, match=parameter.name):
        parameter.check(value)


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda kind: kind.name)
def test_defaults_are_allowed_and_explained(kind: Kind) -> None:
    assert kind.meaning.endswith(".")
    for parameter in kind.parameters:
        assert parameter.check(parameter.default) == parameter.default
        assert parameter.meaning.endswith(".")
        assert parameter.allowed()


# Files.


def file(folder: Path, text: str) -> str:
    path = folder / "bot.toml"
    path.write_text(text, encoding="utf-8")
    return f"@{path}"


def test_a_file_is_read_as_if_it_were_written_out(tmp_path: Path) -> None:
    text = 'kind = "rule"\nepsilon = 0.25\nwithout = ["b", "a"]\n[weights]\nreach = 2\n'
    assert str(parse_spec(file(tmp_path, text))) == (
        "rule:epsilon=0.25,without=a+b,weights=reach:2"
    )
    assert str(parse_spec(file(tmp_path, 'format = 1\nkind = "random"'))) == "random"


@pytest.mark.parametrize(
    "text, sentence",
    [
        ('kind = "rule" epsilon', "at line 1"),
        ("epsilon = 0.1", "the key kind is missing"),
        ("kind = 3", "the key kind is missing"),
        ('kind = "rul"', "did you mean 'rule'?"),
        ('kind = "rule"\nepsilon = "0.1"', "epsilon must be a number from 0 to 1, not '0.1'"),
        ('kind = "rule"\nepsilom = 0.1', "did you mean 'epsilon'?"),
        ('kind = "rule"\nweights = 3', "weights must be names with numbers"),
        ('format = 2\nkind = "rule"', "only format 1 is known"),
    ],
)
def test_a_mistake_in_a_file_names_the_file(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_spec(file(tmp_path, text))
    assert "bot.toml: " in str(error.value)
    assert sentence in str(error.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nothing.toml: cannot be read"):
        parse_spec(f"@{tmp_path / 'nothing.toml'}")
    with pytest.raises(ValueError, match="cannot be read"):
        parse_spec(f"@{tmp_path}")
    (tmp_path / "latin.toml").write_bytes(b'kind = "\xe9"')
    with pytest.raises(ValueError, match=r"latin.toml: is not a text in UTF-8"):
        parse_spec(f"@{tmp_path / 'latin.toml'}")


# Players.


def test_load_player_makes_them_all() -> None:
    assert kagemusha.load_player is load_player
    state = GAME.new_initial_state(seed=1)
    seat = state.current_player()
    for text in ("random", "rule", "rule:epsilon=0.5"):
        player = load_player(text, GAME)
        player.reset(seat, 5)
        assert player.choose(state.view(seat)) in state.legal_actions()


def test_what_only_the_game_can_judge_is_judged_when_the_player_is_made() -> None:
    with pytest.raises(ValueError, match="player rule:upside-down: "):
        load_player("rule:upside-down", GAME)
    with pytest.raises(ValueError, match="player rule:without=nothing: "):
        load_player("rule:without=nothing", GAME)


@pytest.mark.parametrize("text", ["random", "rule", "rule:epsilon=0.5"])
def test_a_choice_depends_on_the_seed_and_the_view_alone(text: str) -> None:
    state = GAME.new_initial_state(seed=3)
    first, second = load_player(text, GAME), load_player(text, GAME)
    others: list[Value] = []
    while not state.is_terminal():
        seat = state.current_player()
        view = state.view(seat)
        first.reset(seat, 11)
        first.choose(view.sample(1).view(seat))         # asked once more than the other
        second.reset(seat, 11)
        action = first.choose(view)
        assert action == second.choose(view.sample(2).view(seat))
        second.reset(seat, 12)
        others.append(second.choose(view) == action)
        state.apply_action(action)
    assert text == "rule" or not all(others)
