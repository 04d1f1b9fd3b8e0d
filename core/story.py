"""A past for a sampled world: which unseen card was which, from the deal to now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kagemusha.core.stream import Stream

# What a fact can be, and the label of an unknown card (knowledge.pxd).
FORGET, RENEW, ADD, DRAWN, SEEN, GAIN, SHOW, MOVE, BAR = range(9)
OF_PASS = 64
MERGED = 100                            # added to a pass when passes 0 and 1 become one

Fact = tuple[int, int, int, int, int]   # what, seat, other, kind, entry of the log


@dataclass(eq=False)
class Slot:
    """A card in a hidden hand."""

    source: int                         # its pass of the deck; OF_PASS if its kind was known at once
    kind: int | None
    entries: list[int] = field(default_factory=list)


class Hands:
    """The hidden hands, card by card, while the facts are gone through once more."""

    def __init__(self, seats: int, stream: Stream) -> None:
        self.slots: list[list[Slot]] = [[] for _ in range(seats)]
        self.stream = stream
        self.kinds: dict[int, int] = {}

    def draw(self, seat: int, source: int, entry: int) -> None:
        self.slots[seat].append(Slot(source, None, [entry]))

    def gain(self, seat: int, kind: int) -> None:
        self.slots[seat].append(Slot(OF_PASS, kind))

    def leave(self, seat: int, label: int) -> Slot:
        """A card of a known kind, or an unknown one of a pass, leaves a hand."""
        if label >= OF_PASS:
            slots = [slot for slot in self.slots[seat] if slot.source == label - OF_PASS]
        else:
            slots = [
                slot
                for slot in self.slots[seat]
                if slot.source == OF_PASS and slot.kind == label
            ]
        chosen = self.stream.choose(slots)
        self.slots[seat].remove(chosen)
        return chosen

    def merge_passes(self) -> None:
        for slots in self.slots:
            for slot in slots:
                if slot.source == 1:
                    slot.source = 0

    def settle(self, slot: Slot, kind: int) -> None:
        slot.kind = kind
        for entry in slot.entries:
            self.kinds[entry] = kind

    def deal(self, dealt: Iterable[int], unknown: Sequence[Sequence[int]]) -> None:
        """Give the unknown cards their kinds: pass by pass, seat by seat."""
        cards = iter(dealt)
        for source in range(len(unknown[0])):
            for seat, slots in enumerate(self.slots):
                waiting = [slot for slot in slots if slot.source == source]
                kinds = [next(cards) for _ in range(unknown[seat][source])]
                self.stream.shuffle(kinds)
                for slot, kind in zip(waiting, kinds, strict=True):
                    self.settle(slot, kind)
        for slots in self.slots:
            for slot in slots:
                if slot.kind is not None:
                    self.settle(slot, slot.kind)


def kinds_of_entries(
    facts: Sequence[Fact],
    labels: Sequence[int | None],
    passes: Iterable[int],
    seats: int,
    dealt: Iterable[int],
    unknown: Sequence[Sequence[int]],
    seed: int,
) -> dict[int, int]:
    """The kind of every unseen card that the log tells of, by number of the entry."""
    hands = Hands(seats, Stream(seed))
    following = iter(passes)
    current = 0
    for (what, seat, other, kind, entry), label in zip(facts, labels, strict=True):
        if what == RENEW:
            current = next(following)
            if current >= MERGED:
                current -= MERGED
                hands.merge_passes()
        elif what == DRAWN:
            hands.draw(seat, current, entry)
        elif what == GAIN:
            hands.gain(seat, kind)
        elif what == SHOW and label is not None:
            hands.settle(hands.leave(seat, label), kind)
        elif what == MOVE and label is not None:
            slot = hands.leave(seat, label)
            slot.entries.append(entry)
            hands.slots[other].append(slot)
    hands.deal(dealt, unknown)
    return hands.kinds
