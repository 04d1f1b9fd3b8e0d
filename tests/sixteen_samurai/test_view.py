"""Views of Sixteen Samurai: they leak nothing, and their samples are exact (X66 to X70).

`Suspect` is the brute force of the distribution tests: every hand that another seat may have,
with its exact chance, followed event by event from nothing but an observer's observations.
"""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product, zip_longest
from typing import Any

import pytest

import kagemusha
from kagemusha.core.audit import could_have_happened
from kagemusha.core.chi_square import p_value
from kagemusha.core.sixteen_samurai.actions import (
    PLAY_BUSHIDO,
    PLAY_MEDICINE,
    PLAY_RONIN,
    SEND,
)
from kagemusha.core.sixteen_samurai.data import BATTLE_CARDS, BEFORE_CARDS
from kagemusha.core.state import State
from kagemusha.core.view import EVERYTHING

from sixteen_samurai.build import at, clan, fight, final, load, man, play, position
from walks import replay, without

PLAYERS = (2, 3, 4)
CHANCE = ("seed", "drawn")
FIVE = frozenset(BATTLE_CARDS)
Hand = frozenset[str]
NOT_RANDOM = 1e-6

every_table = pytest.mark.parametrize("players", PLAYERS)


def new_game(players: int) -> Any:
    return kagemusha.load_game("sixteen-samurai", players=players)


def walk(state: State, seed: int, every: int = 1) -> Iterator[State]:
    """A random game from here, shown at every so many steps and at its end."""
    rng = random.Random(seed)
    steps = 0
    while not state.is_terminal():
        if steps % every == seed % every:
            yield state
        state.apply_action(rng.choice(state.legal_actions()))
        steps += 1
    yield state


def after_the_draft(players: int, seed: int) -> State:
    state = new_game(players).new_initial_state(seed=seed)
    rng = random.Random(seed)
    while state.to_dict()["phase"] == "draft":
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def position_of(state: State) -> dict[str, Any]:
    return without(state.to_dict(), *CHANCE)


# Honesty, on random games.


@every_table
def test_the_view_shows_what_the_seat_may_know(players: int) -> None:
    for seed in range(3):
        for state in walk(new_game(players).new_initial_state(seed=seed), seed, every=3):
            for seat in range(players):
                view = state.view(seat)
                assert view.observation() == state.observation(seat)
                assert view.current_player() == state.current_player()
                mine = state.current_player() == seat
                assert view.legal_actions() == (state.legal_actions() if mine else [])


@every_table
def test_a_sample_looks_like_the_truth(players: int) -> None:
    for seed in range(3):
        for state in walk(new_game(players).new_initial_state(seed=seed), seed, every=7):
            for seat in range(players):
                view = state.view(seat)
                seen, key, legal = view.observation(), view.key(), view.legal_actions()
                for number in range(3):
                    world = view.sample(number)
                    assert world.observation(seat) == seen
                    assert world.view(seat).key() == key
                    assert world.view(seat).legal_actions() == legal
                    assert world.current_player() == state.current_player()
                    assert new_game(players).from_dict(world.to_dict()).to_dict() == world.to_dict()


@every_table
def test_every_sample_could_have_happened(players: int) -> None:
    game = new_game(players)
    for seed in range(4):
        for state in walk(game.new_initial_state(seed=seed), seed, every=9):
            worlds = [state.view(seat).sample(i) for seat in range(players) for i in range(2)]
            for world in [state, *worlds]:
                again = game.new_initial_state(seed=5, chance=world.chance_record())
                replay(again, world.history())
                assert again.unforced() == 0
                assert position_of(again) == position_of(world)
                assert again.entries() == world.entries()


@every_table
def test_what_cannot_be_told_apart_has_the_same_samples(players: int) -> None:
    for seed in range(3):
        for state in walk(new_game(players).new_initial_state(seed=seed), seed, every=11):
            for seat in range(players):
                view = state.view(seat)
                double = view.sample(1).view(seat)
                for number in (1, 2):
                    world, other = view.sample(number), double.sample(number)
                    assert world.to_dict() == other.to_dict()
                    assert world.entries() == other.entries()


@every_table
def test_views_of_sampled_worlds(players: int) -> None:
    for seed in range(3):
        for state in walk(new_game(players).new_initial_state(seed=seed), seed, every=11):
            for seat in range(players):
                world = state.view(seat).sample(seed)
                for other in range(players):
                    inner = world.view(other).sample(seed + 1)
                    assert inner.observation(other) == world.observation(other)
                    assert inner.view(other).key() == world.view(other).key()


@every_table
def test_positions_that_were_loaded(players: int) -> None:
    """The log begins in the middle: hands and face-down choices are hidden there already."""
    game = new_game(players)
    for seed in range(3):
        for begin in walk(game.new_initial_state(seed=seed), seed, every=37):
            state = game.from_dict(begin.to_dict())
            for now in walk(state, seed + 1, every=29):
                for seat in range(players):
                    view = now.view(seat)
                    world = view.sample(seed)
                    assert view.observation() == now.observation(seat) == world.observation(seat)
                    assert world.view(seat).key() == view.key()
                    origin, chance, actions = view.past(seed)
                    assert origin.observation(seat)["seats"] == begin.observation(seat)["seats"]
                    again = game.from_dict(origin.to_dict())
                    again.force_numbers(chance)
                    assert position_of(replay(again, actions)) == position_of(world)
                    assert world.view(seat).sample(9).to_dict() == view.sample(9).to_dict()


@every_table
def test_a_view_of_everything_is_the_truth(players: int) -> None:
    for state in walk(new_game(players).new_initial_state(seed=2), 2, every=31):
        world = state.view(EVERYTHING).sample(4)
        assert position_of(world) == position_of(state)
        assert world.entries() == state.entries()


@every_table
def test_play_outs_go_through(players: int) -> None:
    state = after_the_draft(players, 3)
    choices, returns = state.view(0).random_playouts(200, seed=1)
    assert choices > 200
    assert sum(returns) == pytest.approx(1)
    assert state.view(0).random_playouts(200, seed=1) == (choices, returns)


# Hidden things vary, and only they.


@every_table
def test_hands_piles_and_choices_vary(players: int) -> None:
    state = after_the_draft(players, 1)
    rng = random.Random(1)
    state.apply_action(3)
    for _ in range(players - 1):
        state.apply_action(rng.choice(state.legal_actions()))
    seat = state.current_player()
    worlds = [state.view(seat).sample(number).to_dict() for number in range(200)]
    truth = state.to_dict()
    for other in range(players):
        for part in ("hand", "pile"):
            found = {tuple(world["seats"][other][part]) for world in worlds}
            if other == seat:
                assert found == {tuple(truth["seats"][seat][part])}
            else:
                assert len(found) > 150
        sent = {str(world["battle"]["choices"][other]) for world in worlds}
        assert sent == {"None"} if other == seat else len(sent) == 16


def opening(*draws: str) -> State:
    """Two players after the draft; seat 1 draws first. Clans are those of build.py."""
    layout = [("layout", name) for name in clan(0) + clan(1)]
    state = new_game(2).new_initial_state(seed=1, chance=layout)
    for first, second in zip(clan(0), clan(1), strict=True):
        play(state, f"Draft {first}")
        if second == clan(1)[-1]:
            state.force([("draw", name) for name in draws])
        state.apply_action(state.string_to_action(f"Draft {second}"))
    return state


def test_hidden_draws_and_choices_leave_no_trace() -> None:
    mine = clan(0)[:5]
    one = opening(*clan(1)[:5], *mine)
    two = opening(*clan(1)[6:10], "Uma", *mine)
    other_hand = opening(*clan(1)[:5], *clan(0)[1:6])
    assert one.view(0).key() == two.view(0).key()
    assert one.view(0).key() != other_hand.view(0).key()
    assert one.view(1).key() != two.view(1).key()
    assert one.view(1).key() == other_hand.view(1).key()
    assert one.view(0).sample(3).to_dict() == two.view(0).sample(3).to_dict()
    play(one, "Declare POWER", f"Send {clan(1)[0]}")
    play(two, "Declare POWER", f"Send {clan(1)[7]}")
    assert one.view(0).key() == two.view(0).key()
    assert one.view(0).sample(4).to_dict() == two.view(0).sample(4).to_dict()
    play(one, f"Send {mine[0]}")
    play(two, f"Send {mine[0]}")
    assert one.view(0).key() != two.view(0).key()


def test_the_face_has_no_hidden_card_in_it() -> None:
    state = after_the_draft(3, 4)
    play(state, "Declare POWER")
    state.apply_action(state.legal_actions()[0])
    face = state.view(0).blind_state()
    table = face.read()
    truth = state.read()
    assert table["sent"] == [-1] * 3
    for other in (1, 2):
        assert table["hand"][other] == table["cards"][other] == []
        assert table["pile"][other] == truth["clan"][other]
        assert table["unseen_hand"][other] == 5
    hidden = [value for what, who, _, value in face.entries() if what == 1 and who != 0]
    assert len(hidden) == 10
    assert set(hidden) == {-1}
    sent = [value for what, who, _, value in face.entries() if what == 32 and who == 2][-1]
    assert sent == -1


# Brute force.


class Suspect:
    """Every hand that a seat may have, with its chance, as an observer has to think."""

    def __init__(self, state: State, observer: int, who: int) -> None:
        seen = state.observation(observer)["seats"][who]
        self.observer, self.who = observer, who
        self.owned = frozenset(seen["unseen"])
        self.read = len(state.observation(observer)["events"])
        known = frozenset(seen["known"])
        hands = map(frozenset, combinations(sorted(self.owned), seen["hand_size"]))
        self.hands: dict[Hand, Fraction] = {hand: Fraction(1) for hand in hands if known <= hand}
        self.keep(lambda hand: not self.is_shown(hand))

    def is_shown(self, hand: Hand) -> bool:
        """Five battle cards, and a pile to draw from (X52)."""
        return hand == FIVE and hand != self.owned

    def keep(self, possible: Any) -> None:
        self.hands = {hand: chance for hand, chance in self.hands.items() if possible(hand)}
        assert self.hands

    def draw(self) -> None:
        drawn: Counter[Hand] = Counter()
        for hand, chance in self.hands.items():
            for card in self.owned - hand:
                drawn[hand | {card}] += chance / len(self.owned - hand)
        self.hands = dict(drawn)

    def show(self, card: str) -> None:
        """A card leaves the hand; each card in it was as likely to."""
        self.hands = {
            hand - {card}: chance / len(hand) for hand, chance in self.hands.items() if card in hand
        }
        self.owned -= {card}

    def follow(self, state: State) -> "Suspect":
        events = state.observation(self.observer)["events"]
        new = events[self.read :]
        for event, then in zip_longest(new, new[1:], fillvalue={}):
            if event.get("seat") == self.who:
                mine = then.get("seat") == self.who
                self.notice(event, draws_on=mine and then["event"] in ("draw", "redraw"))
        self.read = len(events)
        return self

    def notice(self, event: dict[str, Any], *, draws_on: bool) -> None:
        if event["event"] == "draw":
            self.draw()
            if not draws_on:
                self.keep(lambda hand: not self.is_shown(hand))
        elif event["event"] == "redraw":
            self.keep(self.is_shown)
            self.hands = {frozenset(): Fraction(1)}
        elif event["event"] == "saved":
            self.owned |= {event["samurai"]}
            self.hands = {hand | {event["samurai"]}: p for hand, p in self.hands.items()}
        elif event["event"] == "reveal":
            self.show(event["samurai"])
            if event["card"]:
                self.show(event["card"])
        elif event["event"] == "action":
            self.play(event["action"])

    def play(self, action: int) -> None:
        assert action < SEND, "a choice is no open action"
        if action >= PLAY_BUSHIDO:
            self.show("Bushido")
        elif action in (PLAY_RONIN, PLAY_MEDICINE):
            self.show("Ronin" if action == PLAY_RONIN else "Medicine")

    def chances(self, state: State) -> dict[tuple[Hand, str], float]:
        """The chance of every (hand, face-down choice), the hand as before the choice."""
        total = sum(self.hands.values())
        chances = {}
        for hand, chance in self.hands.items():
            choices = self.choices(state, hand)
            for choice in choices:
                chances[hand, choice] = float(chance / total / len(choices))
        return chances

    def choices(self, state: State, hand: Hand) -> list[str]:
        """The equally likely choices, if one lies face down (X70)."""
        events = state.observation(self.observer)["events"]
        since = [event["event"] for event in reversed(events) if event.get("seat") == self.who]
        if at(state)[0] != "choose" or not since or since[0] != "chosen":
            return [""]
        cards = [""]
        if state.to_dict()["round"] > 1:
            cards += [card for card in BEFORE_CARDS if card in hand]
        return [name + card for name in hand - FIVE for card in cards]


def outcome(world: dict[str, Any], who: int) -> tuple[Hand, str]:
    """(hand as before the choice, choice) of a seat in a sampled world."""
    hand = frozenset(world["seats"][who]["hand"])
    choice = world["battle"]["choices"][who] if world["node"] == "choose" else None
    if choice is None:
        return hand, ""
    card = choice["card"] or ""
    return hand | {choice["samurai"]} | ({card} if card else set()), choice["samurai"] + card


def check(state: State, *suspects: Suspect) -> dict[Any, float]:
    """The samples of the observer fit the brute force, all suspects together."""
    each = [suspect.follow(state).chances(state) for suspect in suspects]
    chances = {}
    for cell in product(*(one.items() for one in each)):
        chance = 1.0
        for _, part in cell:
            chance *= part
        chances[tuple(value for value, _ in cell)] = chance
    view = state.view(suspects[0].observer)
    count = max(400, int(6 / min(chances.values())))
    assert count < 40_000, "too many cells"
    seen: Counter[Any] = Counter()
    for number in range(count):
        world = view.sample(number).to_dict()
        seen[tuple(outcome(world, suspect.who) for suspect in suspects)] += 1
    assert p_value(seen, chances) > NOT_RANDOM, (at(state), len(chances))
    return chances


def small(samurai: int, *hands: list[str], **rest: Any) -> State:
    """A declaration by seat 0 in round 2, when each seat has so many samurai left in all.

    Hands are filled up with samurai, then with battle cards.
    """
    gone, full = [], []
    for seat, hand in enumerate(hands):
        *mine, last = clan(seat)
        assert last not in hand
        mine = [name for name in mine if name not in hand]
        left = samurai - sum(name not in FIVE for name in hand)
        gone += mine[left:] + ([last] if seat else [])
        cards = [card for card in BATTLE_CARDS if card not in hand]
        cards = [card for card in cards if card not in rest.get("spent", {}).get(seat, [])]
        full.append([*hand, *mine[:left], *cards][:5])
    return load(position(*full, discards=gone, halls={0: [clan(0)[-1]]}, **rest))


def pass_until(state: State, node: str, seat: int | None = None) -> State:
    while at(state)[0] != node or seat not in (None, at(state)[1]):
        state.apply_action(0)
    return state


# Distribution.


WEAK = [man(seat, 1) for seat in range(4)]
FOUR_CARDS = ["Uma", "Ronin", "Bushido", "Medicine"]


def test_x67_no_announcement_is_evidence() -> None:
    state = small(2, [WEAK[0]], [WEAK[1], *FOUR_CARDS])
    chances = check(state, Suspect(state, 0, 1))
    assert len(chances) == 21 - 1
    assert all(hand != FIVE for ((hand, _),) in chances)


def test_x67_after_a_refill() -> None:
    state = small(4, [WEAK[0]], [WEAK[1], *FOUR_CARDS])
    suspect = Suspect(state, 0, 1)
    fight(state, WEAK[0], WEAK[1], dice=[6, 1])
    assert at(state)[0] == "bushido"
    assert len(check(state, suspect)) == 70             # the hand of four may be anything
    pass_until(state, "declare")
    assert len(check(state, suspect)) == 56 - 1


def test_x67_says_nothing_when_a_card_is_spent() -> None:
    state = small(4, [WEAK[0]], [WEAK[1], *FOUR_CARDS])
    suspect = Suspect(state, 0, 1)
    fight(state, WEAK[0], f"{WEAK[1]} with Uma", dice=[6])
    check(state, suspect)
    pass_until(state, "declare")
    assert len(check(state, suspect)) == 21


def test_x67_says_nothing_when_the_pile_is_empty() -> None:
    state = load(position([], [*BATTLE_CARDS], [], empty=[1]))
    assert len(check(state, Suspect(state, 0, 1))) == 1
    assert {*state.view(2).sample(1).to_dict()["seats"][1]["hand"]} == FIVE


def test_x67_for_a_whole_clan() -> None:
    view = opening().view(0)
    seen: Counter[int] = Counter()
    for number in range(50_000):
        table = view.sample(number).read()
        seen[len(table["cards"][1])] += 1
    hands = [4368, 9100, 5600, 1200, 80]                # C(16, 5 - k) x C(5, k)
    assert sum(hands) == 20349 - 1
    assert p_value(seen, {k: ways / 20348 for k, ways in enumerate(hands)}) > NOT_RANDOM


def test_a_redraw_is_a_fresh_draw() -> None:
    state = small(3, [WEAK[0]], [WEAK[1], *FOUR_CARDS])
    suspect = Suspect(state, 0, 1)
    fight(state, WEAK[0], WEAK[1], dice=[6, 1])
    state.force([("draw", state.to_dict()["seats"][0]["pile"][0]), ("draw", "Ninjutsu")])
    pass_until(state, "declare")
    events = [event["event"] for event in state.observation(0)["events"] if event.get("seat") == 1]
    assert events.count("redraw") == 1
    assert len(check(state, suspect)) == 21 - 1
    # Any of the five may have been drawn last.
    records = [state.view(0).sample(number).chance_record() for number in range(50)]
    assert {[card for event, card in record if event == "draw"][1] for record in records} == FIVE
    # The next battle is like any other.
    rng = random.Random(1)
    for _ in range(6):
        state.apply_action(rng.choice(state.legal_actions()))
        check(state, suspect)


def test_redraws_of_an_opening_hand() -> None:
    """Two in a row; the places of each shown hand are filled in any order."""
    state = opening(*BATTLE_CARDS, *reversed(BATTLE_CARDS), *clan(1)[:5])
    view = state.view(0)
    orders: Counter[tuple[str, str]] = Counter()
    for number in range(500):
        world = view.sample(number)
        draws = [str(card) for event, card in world.chance_record() if event == "draw"]
        assert set(draws[:5]) == set(draws[5:10]) == FIVE
        assert {*world.to_dict()["seats"][1]["hand"]} == set(draws[10:15]) != FIVE
        orders[draws[0], draws[9]] += 1
    assert p_value(orders, dict.fromkeys(product(BATTLE_CARDS, BATTLE_CARDS), 1 / 25)) > NOT_RANDOM


def test_a_card_that_was_redrawn_can_be_shown_again() -> None:
    """The shown five go back to the pile (X52), so a past may have them in the hand later."""
    state = opening(*BATTLE_CARDS, *BATTLE_CARDS[:4], clan(1)[0])
    for shown in walk(state, seed=1):
        if shown.to_dict()["phase"] == "final":
            break
        for number in range(3):
            assert could_have_happened(shown.view(0).sample(number))
    events = [event for event in state.observation(0)["events"] if event.get("seat") == 1]
    assert [event["event"] for event in events].count("redraw") == 1
    assert any(event.get("card") in FIVE or event["event"] == "saved" for event in events)


def test_x66_medicine_leaves_a_known_samurai() -> None:
    ill, other = WEAK[1], man(1, 1, 1)
    state = small(4, [WEAK[0]], [ill, other, "Medicine", "Uma", "Bushido"], [WEAK[2]])
    suspect = Suspect(state, 2, 1)
    fight(state, WEAK[0], ill, WEAK[2], dice=[6, 1, 1])
    pass_until(state, "medicine", 1)
    check(state, suspect)
    play(state, "Play Medicine")
    assert at(state) == ("medicine", 2)
    assert len(check(state, suspect)) == 35             # three unknown cards of seven
    pass_until(state, "declare")
    chances = check(state, suspect)
    assert len(chances) == 35                           # four of seven
    assert all(ill in hand for ((hand, _),) in chances)
    play(state, "Declare POWER", f"Send {next(iter(samurai_of(state, 0)))}", f"Send {other}")
    chances = check(state, suspect)
    assert all(ill in hand for ((hand, _),) in chances)
    assert {sent for ((_, sent),) in chances} >= {ill, other, ill + "Uma"}
    play(state, f"Send {next(iter(samurai_of(state, 2)))}")
    assert at(state)[0] == "bushido"
    chances = check(state, suspect)
    assert all(ill in hand and other not in hand for ((hand, _),) in chances)


def samurai_of(state: State, seat: int) -> list[str]:
    return [name for name in state.to_dict()["seats"][seat]["hand"] if name not in FIVE]


def test_x70_any_choice_that_the_hand_allows() -> None:
    """Two hands and two choices at once: a "before" card counts as much as none."""
    spent = {seat: ["Ronin", "Bushido", "Medicine"] for seat in range(3)}
    state = small(4, *([name] for name in WEAK[:3]), spent=spent)
    suspects = [Suspect(state, 2, who) for who in (0, 1)]
    check(state, *suspects)
    play(state, "Declare POWER", f"Send {WEAK[0]}")
    check(state, *suspects)
    play(state, f"Send {WEAK[1]}")
    check(state, *suspects)
    # The reveal says nothing about the rest of the hand.
    play(state, f"Send {WEAK[2]}")
    assert at(state)[0] == "declare"                    # all that could be asked for is spent
    check(state, *suspects)


def test_x70_first_battle() -> None:
    """No cards are played, but all are in the hands."""
    state = load(position([WEAK[0]], [WEAK[1], *FOUR_CARDS], [WEAK[2]], round_=1))
    play(state, "Declare POWER", f"Send {WEAK[0]}", f"Send {WEAK[1]}")
    for number in range(300):
        battle = state.view(2).sample(number).to_dict()["battle"]
        assert [choice and choice["card"] for choice in battle["choices"]] == [None] * 3


def test_x70_final() -> None:
    """Hands are open; the last winner's samurai is barred (X39)."""
    mine, yours = [WEAK[0], *others(0, 3)], [WEAK[1], *others(1, 3)]
    state = load(final(mine, yours))
    fight(state, WEAK[0], WEAK[1], dice=[6, 1])
    view = play(state, "Declare POWER", f"Send {mine[1]}").view(1)
    seen: Counter[str] = Counter()
    for number in range(600):
        world = view.sample(number).to_dict()
        sent = world["battle"]["choices"][0]["samurai"]
        assert {*world["seats"][0]["hand"], sent} == set(mine)
        seen[sent] += 1
    assert p_value(seen, dict.fromkeys(mine[1:], 1 / 3)) > NOT_RANDOM
    play(state, f"Send {yours[1]}")
    revealed = state.view(1).sample(1)
    assert position_of(revealed) == position_of(state)


def others(seat: int, count: int) -> list[str]:
    return [name for name in clan(seat) if name != WEAK[seat]][:count]


@pytest.mark.parametrize("seed", range(4))
def test_brute_force_all_along_random_games(seed: int) -> None:
    """From a loaded position to the final, at every kind of node."""
    rng = random.Random(seed)
    state = small(3, *([name, *rng.sample(BATTLE_CARDS, 3)] for name in WEAK[:3]))
    suspects = [Suspect(state, (who + 1) % 3, who) for who in range(3)]
    nodes = set()
    steps = 0
    while state.to_dict()["phase"] == "conflict":
        steps += 1
        for suspect in suspects:
            if (steps + suspect.who) % 3 == 0:
                check(state, suspect)
                nodes.add(at(state)[0])
        state.apply_action(rng.choice(state.legal_actions()))
    assert nodes >= {"declare", "choose", "bushido", "ronin"}


# Samples of the past.


def test_a_shown_card_was_drawn_at_any_time() -> None:
    """Slot by slot: what was shown from a hand of five came from each draw equally often."""
    state = opening(*clan(1)[:5])
    play(state, "Declare POWER", f"Send {clan(1)[2]}", f"Send {samurai_of(state, 0)[0]}")
    view = state.view(0)
    places: Counter[int] = Counter()
    for number in range(1000):
        record = view.sample(number).chance_record()
        draws = [card for event, card in record if event == "draw"]
        places[draws[:5].index(clan(1)[2])] += 1
    assert p_value(places, dict.fromkeys(range(5), 1 / 5)) > NOT_RANDOM
