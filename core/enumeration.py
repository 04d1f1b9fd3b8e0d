"""All that can be, by brute force: the worlds that fit what a seat saw, with exact chances.

Slow and plain, and written from the definition alone, so that the sampler can be held against
it: chance has its true probability, and a card that leaves a hand, by accident or by choice,
is any of its physical cards with equal chance.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from kagemusha.core.state import State
from kagemusha.core.view import View

Cards = tuple[str, ...]                         # sorted, so that equal multisets are equal
World = tuple[tuple[Cards, ...], Cards]         # the hidden hands by seat, and the deck


@dataclass(frozen=True)
class Question:
    """Something hidden in a small position, with the exact chance of every answer."""

    name: str
    view: View
    answer: Callable[[State], Hashable]
    chances: Mapping[Hashable, Fraction]


class Worlds:
    """The worlds still possible and their chances, while one event after the other is seen."""

    def __init__(self, seats: int, deck: Iterable[str]) -> None:
        self.weights: dict[World, Fraction] = {(((),) * seats, sort(deck)): Fraction(1)}

    def copy(self) -> "Worlds":
        twin = Worlds(0, ())
        twin.weights = dict(self.weights)
        return twin

    def draw(self, seat: int) -> None:
        """A seat takes the top card of the deck, unseen."""
        self._follow(
            lambda hands, deck: [
                (share, (put(hands, seat, card), without(deck, card)))
                for card, share in shares(deck)
            ]
        )

    def flip(self, card: str) -> None:
        """The top card of the deck is seen and goes to where everything is seen."""
        self._follow(
            lambda hands, deck: [
                (share, (hands, without(deck, card))) for top, share in shares(deck) if top == card
            ]
        )

    def show(self, seat: int, card: str) -> None:
        """A card of a hand is seen to leave it."""
        self._follow(
            lambda hands, deck: [
                (share, (take(hands, seat, card), deck))
                for left, share in shares(hands[seat])
                if left == card
            ]
        )

    def move(self, seat: int, other: int) -> None:
        """A card goes from one hand to another, unseen."""
        self._follow(
            lambda hands, deck: [
                (share, (put(take(hands, seat, card), other, card), deck))
                for card, share in shares(hands[seat])
            ]
        )

    def gain(self, seat: int, card: str) -> None:
        """A hand gets a card that is seen."""
        self._follow(lambda hands, deck: [(Fraction(1), (put(hands, seat, card), deck))])

    def look(self, seat: int, cards: Iterable[str]) -> None:
        """A whole hand is seen, and stays where it is."""
        seen = sort(cards)
        self.keep(lambda hands: hands[seat] == seen)

    def renew(self, cards: Iterable[str]) -> None:
        """The deck is used up, and these cards become the new one."""
        added = sort(cards)
        self._follow(lambda hands, deck: [(Fraction(1), (hands, added))] if not deck else [])

    def keep(self, fits: Callable[[tuple[Cards, ...]], bool]) -> None:
        """Only worlds with such hands are left."""
        self._follow(lambda hands, deck: [(Fraction(1), (hands, deck))] if fits(hands) else [])

    def chances(self) -> dict[World, Fraction]:
        total = sum(self.weights.values())
        return {world: weight / total for world, weight in self.weights.items()}

    def _follow(
        self, step: Callable[[tuple[Cards, ...], Cards], Iterable[tuple[Fraction, World]]]
    ) -> None:
        following: dict[World, Fraction] = {}
        for (hands, deck), weight in self.weights.items():
            for share, world in step(hands, deck):
                following[world] = following.get(world, Fraction(0)) + weight * share
        if not following:
            raise ValueError("no world fits what was seen")
        self.weights = following


def sort(cards: Iterable[str]) -> Cards:
    return tuple(sorted(cards))


def shares(cards: Sequence[str]) -> list[tuple[str, Fraction]]:
    """Each kind with its part of the cards."""
    return [(card, Fraction(cards.count(card), len(cards))) for card in sorted(set(cards))]


def without(cards: Cards, card: str) -> Cards:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def take(hands: tuple[Cards, ...], seat: int, card: str) -> tuple[Cards, ...]:
    return (*hands[:seat], without(hands[seat], card), *hands[seat + 1 :])


def put(hands: tuple[Cards, ...], seat: int, card: str) -> tuple[Cards, ...]:
    return (*hands[:seat], sort((*hands[seat], card)), *hands[seat + 1 :])
