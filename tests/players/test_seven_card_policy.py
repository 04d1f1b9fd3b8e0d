"""The rule policy of Seven Card Samurai: it peeks at nothing, and each rule does what it says."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import kagemusha
from kagemusha.core.state import State
from kagemusha.players.seven_card_samurai.policy import STYLES, make_policy
from kagemusha.players.weights import read_weights
from kagemusha.search.policy import Policy, play_games

from seven_card_samurai.build import seat, table
from seven_card_samurai.test_invariants import reshuffled_secrets

NAME = "seven-card-samurai"
PACKAGE = "kagemusha.players.seven_card_samurai"


def game(players: int = 2) -> Any:
    return kagemusha.load_game(NAME, players=players)


def walk(players: int, seed: int, policy: Policy) -> Iterator[State]:
    """Some positions of a game, played by a policy."""
    state = game(players).new_initial_state(seed=seed)
    rng = random.Random(seed)
    for _ in range(600):
        if state.is_terminal():
            return
        if len(state.legal_actions()) > 1 and rng.random() < 0.3:
            yield state
        state.apply_action(policy.choose(state, rng.getrandbits(32)))


def favourite(state: State, **options: Any) -> str:
    """The action with the greatest weight, in words."""
    weights = make_policy(state.game, **options).weights(state)
    return state.action_to_string(max(weights, key=weights.__getitem__))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("by_rule", [True, False])
def test_what_is_hidden_does_not_matter(style: str, players: int, by_rule: bool) -> None:
    policy = make_policy(game(players), style)
    rng = random.Random(players)
    tried = 0
    for state in walk(players, 3, make_policy(game(players)) if by_rule else Policy()):
        truth = state.to_dict()
        other = state.game.from_dict(reshuffled_secrets(truth, truth["mover"], rng))
        assert policy.weights(other) == policy.weights(state)
        assert policy.choose(other, tried) == policy.choose(state, tried)
        tried += 1
    assert tried > 20


@pytest.mark.parametrize("players", range(2, 9))
def test_weights_are_weights(players: int) -> None:
    for without in ((), ("set",), ("denial", "style")):
        policy = make_policy(game(players), without=without)
        for state in walk(players, 5, Policy()):
            weights = policy.weights(state)
            assert list(weights) == state.legal_actions()
            assert min(weights.values()) >= 0
            assert max(weights.values()) > 0


def test_picks_follow_the_weights() -> None:
    state = game(3).new_initial_state(seed=8)
    policy = make_policy(state.game, weights={"temperature": 2.0})
    weights = policy.weights(state)
    drawn = Counter(policy.choose(state, seed) for seed in range(4000))
    for action, weight in weights.items():
        assert drawn[action] / 4000 == pytest.approx(weight / sum(weights.values()), abs=0.04)


def test_epsilon_is_the_share_of_random_choices() -> None:
    state = table(seat("2 Red, Ninja, Bandit 6, Blue, Green, Shogun"), seat("5 Yellow"))
    policy = make_policy(state.game, epsilon=1.0)
    legal = state.legal_actions()
    drawn = Counter(policy.choose(state, seed) for seed in range(200 * len(legal)))
    assert min(drawn[action] for action in legal) > 120


SET = "3 Red, 4 Blue"


def test_a_set_waits_for_the_end_of_the_turn() -> None:
    state = table(seat(SET), seat(), node="draw")
    policy = make_policy(state.game)
    steps = []
    while not state.to_dict()["calls"]:
        steps.append(state.action_to_string(policy.choose(state, 0)))
        state.apply_action(state.string_to_action(steps[-1]))
        assert len(steps) <= 5
    assert steps[-1].startswith("Call")
    assert len(steps) == 5


@pytest.mark.parametrize("hand", [SET, "7 Green", "5 Ronin, Red, Blue", "3 Red, 4 Blue, Bandit 6, Ninja"])
def test_no_play_breaks_a_set_that_is_complete(hand: str) -> None:
    state = table(seat(hand), seat("3 Yellow", "2 Yellow"))
    policy = make_policy(state.game)
    for number in range(20):
        turn = state.clone()
        while turn.to_dict()["node"] != "turn end":
            turn.apply_action(policy.choose(turn, number))
        assert turn.legal_actions() == [0, 1]


def test_it_steals_before_it_calls() -> None:
    state = table(seat("3 Red, 4 Blue, Bandit 6, Bandit 3"), seat())
    assert "Bandit" in favourite(state)


def last_round(mine: int, theirs: int) -> State:
    calls = [{"caller": None, "set": 0}] * 4
    seats = (seat(SET, rice=10, total=mine), seat(rice=10, total=theirs))
    return table(
        *seats, node="turn end", round=5, dealer=0, turn_number=2, calls=calls, turn=0
    )


def test_the_last_round_is_called_only_if_that_wins() -> None:
    assert favourite(last_round(mine=40, theirs=40)).startswith("Call")
    assert favourite(last_round(mine=32, theirs=48)) == "End the turn"


def test_it_draws_a_colour_that_it_collects() -> None:
    hand = seat("3 Red, 2 Blue")
    assert "discard" in favourite(table(hand, seat(), node="draw", discards=["Red Samurai"]))
    assert "pile" in favourite(table(hand, seat(), node="draw", discards=["Green Samurai"]))


def test_it_takes_back_what_stands_in_the_way() -> None:
    state = table(seat("3 Red, 3 Blue", "Green, Red"), seat(), node="draw")
    assert favourite(state) == "Take back Green Samurai"


def test_a_ronin_comes_back_if_the_set_is_worth_more_without_it() -> None:
    state = table(seat("3 Red, 4 Blue", "Ronin"), seat(), node="draw")
    assert favourite(state) == "Take back Ronin"


def test_it_fetches_the_card_that_completes_the_set() -> None:
    state = table(
        seat("3 Red, 3 Blue, Shogun"), seat(), discards=["Blue Samurai", "Ninja", "Bandit 6"]
    )
    assert "Blue Samurai" in favourite(state)


def test_it_robs_whom_nothing_guards() -> None:
    state = table(seat("Bandit 5, 4 Red"), seat("", "3 Green"), seat())
    assert favourite(state) == "Bandit 5 -> seat 2"


def test_a_ninja_leads_the_bandit_past_a_guard() -> None:
    state = table(seat("Bandit 6, Ninja, Red"), seat("Green", "2 Ronin", rice=10))
    assert favourite(state) == "Ninja + Bandit 6 -> seat 1"


def test_it_discards_what_it_does_not_collect() -> None:
    state = table(seat("2 Red, Blue, Green", "3 Red, Blue", rice=0), seat(rice=20))
    discards = {
        state.action_to_string(action): weight
        for action, weight in make_policy(state.game).weights(state).items()
    }
    assert discards["Discard Green Samurai"] > discards["Discard Red Samurai"]


def test_it_takes_the_best_card_of_a_hand() -> None:
    state = table(
        seat("3 Red, 2 Blue"), seat("Red, Green, Bandit 3"),
        node="take", in_play=["Shogun"], looking_at=1,
    )
    assert favourite(state) == "Take Red Samurai"


def test_it_discards_what_the_other_needs() -> None:
    state = table(
        seat("3 Red, 2 Blue"), seat("2 Green, Yellow, Bandit 3", "3 Green"),
        node="second discard", discards=["Shogun", "Ninja"], looking_at=1,
    )
    assert favourite(state) == "Discard Green Samurai"


def test_styles_differ_as_their_weights_say() -> None:
    """A Bandit now, or a card laid: the worth of guarding decides."""
    changed = {"caution_guard": 30.0}
    state = table(seat("Bandit 4, Red, Blue, Green, Ninja"), seat("", "Green"))
    assert "Bandit" in favourite(state, style="aggressive", weights=changed)
    assert "Bandit" not in favourite(state, style="defensive", weights=changed)


def test_the_adaptive_style_goes_by_the_size_of_the_table() -> None:
    for players, alike in ((2, "aggressive"), (8, "defensive")):
        state = game(players).new_initial_state(seed=1)
        while state.to_dict()["node"] != "play":
            state.apply_action(2)
        changed = {"caution_guard": 2.0, "temperature": 2.0}
        adaptive, same = (
            make_policy(state.game, style, weights=changed).weights(state)
            for style in ("adaptive", alike)
        )
        distance = max(abs(adaptive[action] - same[action]) for action in adaptive)
        assert distance == 0 if players == 2 else distance < 0.2


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"style": "agressive"}, "did you mean 'aggressive'"),
        ({"weights": {"teft": 1.0}}, "did you mean 'theft'"),
        ({"weights": {"theft": float("nan")}}, "finite"),
        ({"without": ("shogum",)}, "did you mean 'shogun'"),
        ({"epsilon": 1.5}, "from 0 to 1"),
    ],
)
def test_wrong_names_are_refused(options: dict[str, Any], hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        make_policy(game(), **options)


def test_the_table_of_weights_is_sound() -> None:
    for weight in read_weights(PACKAGE).values():
        assert weight.low <= weight.value <= weight.high, weight.name
        assert weight.meaning


@pytest.mark.parametrize(("players", "least"), [(2, 0.85), (4, 0.5), (8, 0.25)])
def test_it_beats_random_play(players: int, least: float) -> None:
    policies = [make_policy(game(players)), *(Policy() for _ in range(players - 1))]
    won = 0.0
    for seed in range(60):
        root = game(players).new_initial_state(seed=seed)
        turn = seed % players
        won += play_games(root, policies[-turn:] + policies[:-turn], 1, seed)[1][turn]
    assert won / 60 > least
