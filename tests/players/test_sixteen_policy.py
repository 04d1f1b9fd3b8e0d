"""The rule policy of Sixteen Samurai: exact odds, nothing peeked at, each rule as it says."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import kagemusha
from kagemusha.core.sixteen_samurai.data import SAMURAI
from kagemusha.core.state import State
from kagemusha.players.sixteen_samurai.odds import win_odds
from kagemusha.players.sixteen_samurai.policy import STYLES, make_policy
from kagemusha.players.weights import read_weights
from kagemusha.search.policy import Policy, play_games

from sixteen_samurai.build import final, load, man, pass_all, play, position
from sixteen_samurai.test_properties import dealt_anew

NAME = "sixteen-samurai"
PACKAGE = "kagemusha.players.sixteen_samurai"
RATINGS = {samurai.name: samurai.ratings for samurai in SAMURAI}


def game(players: int = 2) -> Any:
    return kagemusha.load_game(NAME, players=players)


def walk(players: int, seed: int, policy: Policy) -> Iterator[State]:
    """All choices of a game, played by a policy."""
    state = game(players).new_initial_state(seed=seed)
    rng = random.Random(seed)
    while not state.is_terminal():
        if len(state.legal_actions()) > 1:
            yield state
        state.apply_action(policy.choose(state, rng.getrandbits(32)))


def weights_in_words(state: State, **options: Any) -> dict[str, float]:
    weights = make_policy(state.game, **options).weights(state)
    return {state.action_to_string(action): weight for action, weight in weights.items()}


def favourite(state: State, **options: Any) -> str:
    weights = weights_in_words(state, **options)
    return max(weights, key=weights.__getitem__)


# The odds.


def share_by_counting(*dice: int) -> float:
    """The first one's share of all rolls, by the rules X14 to X18; 5 is Uma."""
    won = total = 0.0
    for rolled in itertools.product(*(rolls(count) for count in dice)):
        best = max(one[0] for one in rolled)
        tied = [i for i, one in enumerate(rolled) if one[0] == best]
        if all(len(rolled[i]) > 1 for i in tied):
            second = max(rolled[i][1] for i in tied)
            tied = [i for i in tied if rolled[i][1] == second]
        won += (0 in tied) / len(tied)
        total += 1
    return won / total


def rolls(count: int) -> list[list[int]]:
    if count == 5:
        return [[7, 7]]
    faces = itertools.product(range(1, 7), repeat=count)
    return [sorted(one, reverse=True) for one in faces]


@pytest.mark.parametrize(
    "dice",
    [*itertools.product(range(1, 6), repeat=2), (1, 1, 1), (2, 1, 3), (3, 2, 2), (2, 2, 1, 1), (2, 1, 5), (5, 5, 1), (1, 1, 2, 2)],
)
def test_odds_are_exact(dice: tuple[int, ...]) -> None:
    assert win_odds(*dice) == pytest.approx(share_by_counting(*dice), abs=1e-5)


def test_odds_of_four_add_up() -> None:
    dice = (1, 2, 3, 4)
    shares = [win_odds(one, *(other for other in dice if other != one)) for one in dice]
    assert sum(shares) == pytest.approx(1, abs=1e-5)


# What a policy may know.


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("by_rule", [True, False])
def test_what_is_hidden_does_not_matter(players: int, by_rule: bool) -> None:
    policy = make_policy(game(players))
    rng = random.Random(players)
    tried: Counter[str] = Counter()
    seeds = range(4)
    for seed in seeds:
        for state in walk(players, seed, make_policy(game(players)) if by_rule else Policy()):
            truth = state.to_dict()
            if truth["phase"] != "conflict":
                continue
            seat = truth["mover"]
            try:
                other = state.game.from_dict(dealt_anew(truth, state.observation(seat), seat, rng))
            except ValueError:
                continue                                        # five battle cards, no samurai
            assert policy.weights(other) == policy.weights(state)
            assert policy.choose(other, seed) == policy.choose(state, seed)
            tried[truth["node"]] += 1
    assert set(tried) == {"declare", "choose", "bushido", "ronin", "medicine"}


def blind(state: State, seat: int) -> State:
    """The table without a split of hand and pile, and without face-down choices, of the others."""
    numbers = state.read()
    for other in range(state.game.players):
        if other == seat:
            continue
        for hand, pile in (("hand", "pile"), ("cards", "pile_cards")):
            numbers[pile][other] = sorted(numbers[hand][other] + numbers[pile][other])
            numbers[hand][other] = []
        if state.to_dict()["node"] == "choose" and numbers["sent"][other] >= 0:
            numbers["pile"][other] = sorted([numbers["sent"][other], *numbers["pile"][other]])
            numbers["sent"][other] = -1
            numbers["with_card"][other] = 0
    world = type(state)()
    world.begin(state.game, 0)
    world.set_switches(state.game.players, {})
    world.fill(numbers)
    return world


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_on_a_blind_table(players: int) -> None:
    policy = make_policy(game(players))
    for state in walk(players, 9, make_policy(game(players))):
        if state.to_dict()["phase"] != "draft":
            assert policy.weights(blind(state, state.current_player())) == policy.weights(state)


@pytest.mark.parametrize("players", [2, 4])
def test_in_the_final_a_choice_lying_face_down_does_not_matter(players: int) -> None:
    policy = make_policy(game(players))
    tried = 0
    for state in walk(players, 6, Policy()):
        truth = state.to_dict()
        if truth["phase"] != "final" or truth["node"] != "choose":
            continue
        for seat, choice in enumerate(truth["battle"]["choices"]):
            hand = truth["seats"][seat]["hand"]
            barred = truth["barred"]["samurai"] if truth["barred"] else None
            free = [name for name in hand if name != barred]
            if choice is None or not free:
                continue
            hand[hand.index(free[0])] = choice["samurai"]
            choice["samurai"] = free[0]
            assert policy.weights(state.game.from_dict(truth)) == policy.weights(state)
            tried += 1
    assert tried


@pytest.mark.parametrize("players", [2, 3, 4])
def test_weights_are_weights(players: int) -> None:
    for without in ((), ("quality", "timing"), ("draft", "final")):
        policy = make_policy(game(players), without=without)
        for state in walk(players, 2, Policy()):
            weights = policy.weights(state)
            assert list(weights) == state.legal_actions()
            assert min(weights.values()) >= 0
            assert max(weights.values()) > 0


def test_picks_follow_the_weights() -> None:
    state = load(position([], []))
    policy = make_policy(state.game, weights={"declare": 3.0})
    weights = policy.weights(state)
    drawn = Counter(policy.choose(state, seed) for seed in range(4000))
    for action, weight in weights.items():
        assert drawn[action] / 4000 == pytest.approx(weight / sum(weights.values()), abs=0.04)


def test_epsilon_is_the_share_of_random_choices() -> None:
    state = load(position([], []))
    policy = make_policy(state.game, epsilon=1.0)
    drawn = Counter(policy.choose(state, seed) for seed in range(800))
    assert min(drawn[action] for action in state.legal_actions()) > 140


# The rules.


def test_the_draft_prefers_quality() -> None:
    state = game().new_initial_state(seed=4)
    totals = {name: sum(RATINGS[name]) for name in state.to_dict()["layout"]}
    picked = favourite(state).removeprefix("Draft ")
    assert totals[picked] >= max(totals.values()) - 1


def test_the_draft_looks_at_the_balance() -> None:
    """What the weight says, either way."""
    state = game().new_initial_state(seed=4)
    rng = random.Random(0)
    for _ in range(8):
        state.apply_action(rng.choice(state.legal_actions()))
    assert weights_in_words(state, weights={"balance": 3.0}) != weights_in_words(
        state, weights={"balance": -3.0}
    )


def test_it_declares_what_its_hand_is_best_in() -> None:
    state = load(position([man(0, 4, 0), man(0, 4, 1), "Ronin", "Medicine", "Bushido"], []))
    assert favourite(state, without=("future",)) == "Declare POWER"


def choosing(hand: list[str], **rest: Any) -> State:
    return play(load(position(hand, [], **rest)), "Declare POWER")


def test_the_stronger_samurai_is_sent_if_there_is_no_future() -> None:
    state = choosing([man(0, 4), man(0, 1), "Ronin", "Medicine", "Bushido"])
    assert favourite(state, without=("future",)) == f"Send {man(0, 4)}"


def test_choices_are_mixed() -> None:
    """In a good part of them the favourite has less than nine tenths of the weight."""
    policy = make_policy(game())
    shares = []
    for seed in range(20):
        for state in walk(2, seed, policy):
            if state.to_dict()["node"] == "choose":
                weights = policy.weights(state).values()
                shares.append(max(weights) / sum(weights))
    assert sum(share < 0.9 for share in shares) > 0.25 * len(shares)


def test_ninjutsu_goes_with_many_dice() -> None:
    state = choosing([man(0, 4), man(0, 1), "Ninjutsu", "Medicine", "Bushido"])
    weights = weights_in_words(state, without=("future", "hall"))
    assert max(weights, key=weights.__getitem__) == f"Send {man(0, 4)} with Ninjutsu"


def after_roll(mine: list[str], dice: list[int]) -> State:
    """Both send a samurai with two dice; seat 0 has these cards."""
    state = load(position([man(0, 2), man(0, 4), *mine], [man(1, 2)]))
    play(state, "Declare POWER", f"Send {man(0, 2)}", f"Send {man(1, 2)}", dice=dice)
    while state.current_player() != 0:
        state.apply_action(0)
    return state


def test_bushido_is_for_bad_dice() -> None:
    worst = after_roll(["Bushido", "Uma", "Ninjutsu"], [1, 1, 6, 2])
    assert favourite(worst, weights={"bushido": 0.2}).startswith("Bushido")
    best = after_roll(["Bushido", "Uma", "Ninjutsu"], [6, 6, 1, 1])
    assert favourite(best, weights={"bushido": 0.0}) == "Pass"


def test_bushido_hits_the_lucky_one() -> None:
    state = after_roll(["Bushido", "Uma", "Ninjutsu"], [5, 5, 6, 1])
    assert favourite(state, weights={"bushido": 0.0}) == "Bushido -> seat 1"


def test_ronin_and_medicine_are_played_when_they_can_be() -> None:
    for card in ("Ronin", "Medicine"):
        state = after_roll([card, "Uma", "Ninjutsu"], [1, 1, 6, 6])
        while f"Play {card}" not in weights_in_words(state):
            state.apply_action(0)
        assert favourite(state) == f"Play {card}"


def test_the_final_spares_the_best() -> None:
    """When the odds are even, the lesser samurai takes the risk."""
    lesser, better = sorted(
        [name for name in RATINGS if name in (man(0, 2, 0), man(0, 2, 2))],
        key=lambda name: sum(RATINGS[name]),
    )
    state = play(load(final([lesser, better], [man(1, 4), man(1, 3)])), "Declare POWER")
    assert RATINGS[lesser][0] == RATINGS[better][0]
    weights = weights_in_words(state, weights={"final_risk": 2.0, "final_rest": 0.0})
    assert weights[f"Send {lesser}"] >= weights[f"Send {better}"]


def test_windows_are_answered_without_cards_too() -> None:
    state = pass_all(after_roll(["Bushido", "Uma", "Ninjutsu"], [1, 1, 6, 2]))
    assert state.to_dict()["node"] == "declare"


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"style": "balance"}, "did you mean 'balanced'"),
        ({"weights": {"hal": 1.0}}, "did you mean 'hall'"),
        ({"without": ("drafft",)}, "did you mean 'draft'"),
        ({"epsilon": -0.5}, "from 0 to 1"),
    ],
)
def test_wrong_names_are_refused(options: dict[str, Any], hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        make_policy(game(), **options)


def test_the_table_of_weights_is_sound() -> None:
    assert STYLES
    for weight in read_weights(PACKAGE).values():
        assert weight.low <= weight.value <= weight.high, weight.name
        assert weight.meaning


@pytest.mark.parametrize(("players", "least"), [(2, 0.75), (4, 0.4)])
def test_it_beats_random_play(players: int, least: float) -> None:
    policies = [make_policy(game(players)), *(Policy() for _ in range(players - 1))]
    won = 0.0
    for seed in range(100):
        root = game(players).new_initial_state(seed=seed)
        turn = seed % players
        won += play_games(root, policies[-turn:] + policies[:-turn], 1, seed)[1][turn]
    assert won / 100 > least
