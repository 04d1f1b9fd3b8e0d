"""Knowledge against brute-force enumeration, on scripts of facts over tiny decks."""

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kagemusha.core.chi_square import p_value
from kagemusha.core.enumeration import World, Worlds, sort
from kagemusha.core.knowledge import Knowledge
from kagemusha.core.story import ADD, BAR, DRAWN, GAIN, MOVE, RENEW, SEEN, SHOW

from walks import examples

SEATS = 3
LETTERS = "abcd"
LEAST_P = 1e-6


class Table:
    """Cards as they really lie; whatever happens is told to both sides."""

    def __init__(self, deck: str, rng: Random) -> None:
        self.rng = rng
        self.hands: list[list[str]] = [[] for _ in range(SEATS)]
        self.deck: list[str] = []
        self.discards = list(deck)
        self.knowledge = Knowledge(SEATS)
        self.worlds = Worlds(SEATS, "")
        self.told: Counter[str] = Counter()
        self.counted = ""
        self.renew()

    def renew(self) -> None:
        self.deck, self.discards = self.discards, []
        self.rng.shuffle(self.deck)
        self.told["renew"] += 1
        self.told["renew while cards are held"] += any(self.hands)
        self.knowledge.learn_fact(RENEW)
        for letter, copies in Counter(self.deck).items():
            self.knowledge.learn_fact(ADD, other=copies, kind=LETTERS.index(letter))
        self.worlds.renew(self.deck)

    def draw(self, seat: int) -> None:
        self.hands[seat].append(self.deck.pop())
        self.knowledge.learn_fact(DRAWN, seat)
        self.worlds.draw(seat)

    def flip(self) -> None:
        card = self.deck.pop()
        self.discards.append(card)
        self.knowledge.learn_fact(SEEN, kind=LETTERS.index(card))
        self.worlds.flip(card)

    def show(self, seat: int) -> None:
        card = self.leave(seat)
        self.discards.append(card)
        self.knowledge.learn_fact(SHOW, seat, kind=LETTERS.index(card))
        self.worlds.show(seat, card)

    def move(self, seat: int, other: int) -> None:
        self.hands[other].append(self.leave(seat))
        self.knowledge.learn_fact(MOVE, seat, other)
        self.worlds.move(seat, other)

    def gain(self, seat: int) -> None:
        card = self.discards.pop()
        self.hands[seat].append(card)
        self.knowledge.learn_fact(GAIN, seat, kind=LETTERS.index(card))
        self.worlds.gain(seat, card)

    def count(self, letter: str) -> None:
        """Everybody says how many cards of a kind he holds; nothing happens after it."""
        self.counted = letter
        held = [hand.count(letter) for hand in self.hands]
        kind = LETTERS.index(letter)
        everybody = [seat for seat in range(SEATS) for _ in range(held[seat])]
        for seat in everybody:
            self.knowledge.learn_fact(SHOW, seat, kind=kind)
        self.knowledge.learn_fact(BAR, kind=kind)
        for seat in everybody:
            self.knowledge.learn_fact(GAIN, seat, kind=kind)
        self.worlds.keep(lambda hands: [hand.count(letter) for hand in hands] == held)

    def leave(self, seat: int) -> str:
        return self.hands[seat].pop(self.rng.randrange(len(self.hands[seat])))

    def step(self, wish: str, seat: int, other: int) -> None:
        """One event, if it can happen."""
        if wish in ("draw", "flip") and not self.deck:
            if not self.discards:
                return
            self.renew()
        if wish in ("show", "move") and not self.hands[seat]:
            return
        if wish == "gain" and not self.discards:
            return
        self.told[wish] += 1
        if wish == "flip":
            self.flip()
        elif wish == "move":
            self.move(seat, other)
        else:
            {"draw": self.draw, "show": self.show, "gain": self.gain}[wish](seat)


def chances_of(knowledge: Knowledge, barred: str) -> dict[World, float]:
    """The same distribution, worked out from the weighted hypotheses."""
    found: dict[World, float] = {}
    for weight, known, unknown, pool in knowledge.weighted_hypotheses():
        hands = tuple(map(spell, known))
        ways: dict[World, Fraction] = {(hands, ()): Fraction(1)}
        for which, kinds in enumerate(pool):
            slots = [seat for seat in range(SEATS) for _ in range(unknown[seat][which])]
            deals = deals_of(spell(kinds), slots, barred)
            assert which == knowledge.latest_pass() or all(not rest for _, rest in deals)
            ways = combine(ways, deals)
        for world, chance in ways.items():
            found[world] = found.get(world, 0.0) + weight * float(chance)
    return found


def combine(ways: dict[World, Fraction], deals: dict[World, Fraction]) -> dict[World, Fraction]:
    found: dict[World, Fraction] = {}
    for (hands, deck), chance in ways.items():
        for (more, rest), share in deals.items():
            world = tuple(map(sort_sum, hands, more)), sort_sum(deck, rest)
            found[world] = found.get(world, Fraction(0)) + chance * share
    return found


def sort_sum(one: tuple[str, ...], two: tuple[str, ...]) -> tuple[str, ...]:
    return sort(one + two)


def deals_of(cards: tuple[str, ...], slots: list[int], barred: str) -> dict[World, Fraction]:
    """All ways to put cards that are not barred into slots, and what is left over."""
    worlds = Worlds(SEATS, cards)
    for seat in slots:
        worlds.draw(seat)
    worlds.keep(lambda hands: not any(barred in hand for hand in hands))
    return worlds.chances()


def spell(row: list[int]) -> tuple[str, ...]:
    return sort(LETTERS[kind] for kind, copies in enumerate(row) for _ in range(copies))


def letters(counts: tuple[list[list[int]], list[int]]) -> World:
    return tuple(map(spell, counts[0])), spell(counts[1])


def check(table: Table, samples: int) -> None:
    exact = table.worlds.chances()
    worked_out = chances_of(table.knowledge, table.counted)
    assert table.knowledge.pruned == 0
    hypotheses = [rest for _, *rest in table.knowledge.weighted_hypotheses()]
    assert all(hypotheses.count(one) == 1 for one in hypotheses)
    assert set(worked_out) == set(exact)
    for world, chance in exact.items():
        assert worked_out[world] == pytest.approx(float(chance), abs=1e-9, rel=1e-9)
    counts = Counter(letters(table.knowledge.deal_counts(seed)) for seed in range(samples))
    assert p_value(counts, exact) > LEAST_P


decks = st.text(LETTERS, min_size=3, max_size=7)
events = st.tuples(
    st.sampled_from(["draw", "draw", "draw", "flip", "show", "show", "move", "move", "gain"]),
    st.integers(0, SEATS - 1),
    st.integers(1, SEATS - 1),
)


@given(
    deck=decks,
    script=st.lists(events, min_size=4, max_size=16),
    counted=st.sampled_from(["", "", *LETTERS]),
    seed=st.integers(0, 2**32),
)
@examples(150)
def test_knowledge_equals_enumeration(
    deck: str, script: list[tuple[str, int, int]], counted: str, seed: int
) -> None:
    table = Table(deck, Random(seed))
    for wish, seat, further in script:
        table.step(wish, seat, (seat + further) % SEATS)
    if counted:
        table.count(counted)
    check(table, samples=400)


# Each kind of event by itself, with many samples.

SCRIPTS = {
    "hidden draws": "draw 0, draw 1, draw 1",
    "seen draws": "draw 0, flip, draw 1, flip",
    "shows": "draw 0, draw 0, draw 1, show 0",
    "a move from an unknown hand": "draw 0, draw 0, draw 1, move 0 1, move 1 2",
    "a move from a partly known hand": "flip, gain 0, draw 0, draw 0, draw 1, move 0 1",
    "a move from a hand with known copies": (
        "flip, flip, flip, gain 0, gain 0, gain 0, draw 0, draw 1, move 0 1, show 1"
    ),
    "a seen draw after a doubtful show": "flip, gain 0, draw 0, draw 0, show 0, flip, flip",
    "a known card that may have come back": (
        "flip, gain 0, draw 0, draw 0, draw 1, draw 1, move 0 1, move 1 0, show 0"
    ),
    "a known card on the way through three hands": (
        "flip, gain 0, draw 0, draw 1, move 0 1, move 1 2, draw 2, show 1"
    ),
    "a show after a move from a partly known hand": (
        "flip, gain 0, draw 0, draw 0, draw 1, move 0 1, show 1, show 0"
    ),
    "a reshuffle while cards are held": (
        "draw 0, draw 1, draw 1, flip, flip, flip, draw 2, draw 0, draw 0, move 0 2"
    ),
    "two reshuffles while cards are held": (
        "draw 0, draw 1, flip, flip, flip, flip, draw 0, draw 1, flip, flip, "
        "draw 2, move 0 2, show 2, move 1 0"
    ),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_knowledge_equals_enumeration_for(name: str) -> None:
    for seed, deck in enumerate(("aabbcd", "abcdda", "aaabbb", "aaabbb", "aaaabb")):
        table = Table(deck, Random(seed))
        for words in SCRIPTS[name].split(", "):
            wish, *seats = words.split()
            table.step(wish, *(*map(int, seats), 0, 0)[:2])
        assert sum(table.told[w] for w in ("draw", "flip", "show", "move", "gain")) == len(
            SCRIPTS[name].split(", ")
        )
        assert ("reshuffle" in name) == (table.told["renew while cards are held"] > 0)
        assert ("two reshuffles" in name) == (table.told["renew"] == 3)
        check(table, samples=3000)


@pytest.mark.parametrize("letter", LETTERS)
def test_knowledge_equals_enumeration_for_a_count(letter: str) -> None:
    """A known card that may have moved on is not where none is counted."""
    for seed, deck in enumerate(("aabbcd", "abcdda", "aaabbb", "aabbcc", "aabbccdd")):
        table = Table(deck, Random(seed))
        table.step("flip", 0, 0)
        table.step("gain", 0, 0)
        for seat in range(SEATS):
            table.step("draw", seat, 0)
        table.step("move", 0, 1)
        table.count(letter)
        check(table, samples=3000)


def test_a_card_of_an_old_pass_is_told_from_one_of_the_new_deck() -> None:
    """Seat 0 drew from a, b; after the reshuffle of c, c the deck cannot hold what it has."""
    knowledge = Knowledge(SEATS)
    knowledge.learn_fact(RENEW)
    for letter in "ab":
        knowledge.learn_fact(ADD, other=1, kind=LETTERS.index(letter))
    knowledge.learn_fact(DRAWN, 0)
    knowledge.learn_fact(SEEN, kind=LETTERS.index("b"))
    knowledge.learn_fact(RENEW)
    knowledge.learn_fact(ADD, other=2, kind=LETTERS.index("c"))
    knowledge.learn_fact(DRAWN, 1)
    assert {letters(knowledge.deal_counts(seed)) for seed in range(50)} == {
        ((("a",), ("c",), ()), ("c",))
    }


def test_half_of_the_limit_is_kept() -> None:
    """Also where some hypotheses are much likelier than others."""
    limit, pruned = 32, 0
    knowledge = Knowledge(SEATS, limit=limit)
    knowledge.learn_fact(RENEW)
    for kind in range(8):
        for _ in range(1 + 6 * (kind < 2)):
            knowledge.learn_fact(GAIN, 0, kind=kind)
    for step in range(12):
        knowledge.learn_fact(MOVE, step % 2, 1 + step % 2)
        if knowledge.pruned > pruned:
            pruned = knowledge.pruned
            assert abs(knowledge.hypotheses() - limit // 2) <= 1
    assert pruned > 3


def test_dropping_hypotheses_favours_none() -> None:
    """Each seat got six kinds of its own, then cards moved unseen.

    A move takes the same part of the expected copies of every kind out of a hand, so what to
    expect is plain arithmetic, however many hypotheses there are.
    """
    runs, moves, size = 60, 8, 6
    off = 0.0
    for run in range(runs):
        rng = Random(run)
        knowledge = Knowledge(SEATS)
        knowledge.learn_fact(RENEW)
        expected = [[0.0] * (SEATS * size) for _ in range(SEATS)]
        for seat in range(SEATS):
            for kind in range(size * seat, size * (seat + 1)):
                knowledge.learn_fact(GAIN, seat, kind=kind)
                expected[seat][kind] = 1.0
        for _ in range(moves):
            seat, other = rng.sample(range(SEATS), 2)
            for giver, taker, held in ((seat, other, size), (other, seat, size + 1)):
                knowledge.learn_fact(MOVE, giver, taker)
                for kind in range(SEATS * size):
                    moved = expected[giver][kind] / held
                    expected[giver][kind] -= moved
                    expected[taker][kind] += moved
        assert knowledge.pruned > 0
        assert knowledge.hypotheses() <= 2048 < knowledge.most
        hypotheses = knowledge.weighted_hypotheses()
        assert sum(weight for weight, *_ in hypotheses) == pytest.approx(1)
        at_home = sum(
            weight * sum(known[seat][size * seat : size * (seat + 1)])
            for weight, known, _, _ in hypotheses
            for seat in range(SEATS)
        )
        off += at_home - sum(
            sum(expected[seat][size * seat : size * (seat + 1)]) for seat in range(SEATS)
        )
    assert abs(off / runs) < 0.15


def test_enumeration_agrees_with_every_order_of_a_deck() -> None:
    """The enumerator itself, on a case small enough to write down every order of four cards."""
    worlds = Worlds(2, "aabc")
    worlds.draw(0)
    worlds.draw(0)
    worlds.draw(1)
    worlds.move(0, 1)
    counts: Counter[Hashable] = Counter()
    for first, second, third, rest in permutations("aabc"):
        for gone, kept in ((first, second), (second, first)):
            counts[(((kept,), sort((third, gone))), (rest,))] += 1
    total = sum(counts.values())
    assert worlds.chances() == {world: Fraction(n, total) for world, n in counts.items()}
