"""A past for a sampled world: which unseen card was drawn when, from the deal to now."""

from collections.abc import Iterable, Sequence
from typing import Any

from kagemusha.core.sixteen_samurai.actions import (
    PLAY_BUSHIDO,
    PLAY_MEDICINE,
    PLAY_RONIN,
    SEND,
)
from kagemusha.core.sixteen_samurai.data import BATTLE_CARDS, FULL_HAND, SAMURAI
from kagemusha.core.state import ACTION
from kagemusha.core.stream import Stream

Numbers = dict[str, Any]
Entry = tuple[int, int, int, int]

NONE = -1
HIDDEN = -1
# Entries of the log, phases and a node (table.pxd).
DRAW = 1
REVEALED, REDRAWN, SAVED, _, FINAL_BEGINS = range(34, 39)
DRAFT, CONFLICT, FINAL = range(3)
AT_CHOOSE = 2

FIRST_CARD = len(SAMURAI)               # battle cards come after the samurai
EVERY_CARD = range(FIRST_CARD, FIRST_CARD + len(BATTLE_CARDS))
NINJUTSU, UMA, RONIN, BUSHIDO, MEDICINE = EVERY_CARD


class Hand:
    """The hand of another seat, card by card. Cards not known yet have their places only.

    A place is the entry of the log with which the card was drawn; negative if the log
    begins with it.
    """

    def __init__(self, unseen: Iterable[int], known: Iterable[int] = (), size: int = 0) -> None:
        self.unseen = set(unseen)
        self.known = set(known)
        self.places = [-1 - i for i in range(size)]
        self.cards: dict[int, int] = {}

    def show(self, card: int, stream: Stream) -> None:
        """A card leaves the hand: a known one, or any of the others."""
        if card in self.known:
            self.known.remove(card)
            return
        place = stream.choose(self.places)
        self.places.remove(place)
        self.cards[place] = card
        self.unseen.remove(card)

    def redraw(self, stream: Stream) -> None:
        """Five battle cards are shown and go back to the pile (X52)."""
        self.settle(EVERY_CARD, stream)
        self.unseen.update(EVERY_CARD)

    def settle(self, cards: Iterable[int], stream: Stream) -> None:
        """These were the cards that are not known yet."""
        cards = sorted(cards)
        stream.shuffle(cards)
        self.cards.update(zip(self.places, cards, strict=True))
        self.unseen.difference_update(cards)
        self.places = []

    def lose(self, stream: Stream) -> None:
        """The hand is put away unseen: any cards that need not have been shown (X67)."""
        pool, held = sorted(self.unseen), len(self.places)
        stream.shuffle(pool)
        while len(pool) > FULL_HAND and sorted(pool[:held]) == [*EVERY_CARD]:
            stream.shuffle(pool)
        self.settle(pool[:held], stream)


class Past:
    """What the entries of a log that one seat could not read may have been."""

    def __init__(self, players: int, me: int, begin: Numbers | None, seed: int) -> None:
        self.me = me
        self.stream = Stream(seed)
        self.begin = begin
        self.in_final = begin is not None and begin["phase"] == FINAL
        self.hands = {seat: self.hand_of(seat) for seat in range(players) if seat != me}
        self.face_down: dict[int, int] = {}         # entry of a choice that is not open yet
        self.first_choices: dict[int, int] = {}     # those that were made when the log begins
        self.values: dict[int, int] = {}            # what was hidden in an entry

    def hand_of(self, seat: int) -> Hand:
        """A hand when the log begins."""
        if self.begin is None:
            return Hand(EVERY_CARD)
        if self.begin["phase"] == DRAFT:
            return Hand([*self.begin["clan"][seat], *EVERY_CARD])
        if self.in_final:
            return Hand([])
        cards = [FIRST_CARD + card for card in self.begin["pile_cards"][seat]]
        return Hand(
            self.begin["pile"][seat] + cards,
            self.begin["hand"][seat],
            self.begin["unseen_hand"][seat],
        )

    def follow(self, entries: Sequence[Entry]) -> None:
        for i, (what, who, other, value) in enumerate(entries):
            if what == FINAL_BEGINS:
                for hand in self.hands.values():
                    hand.lose(self.stream)
                self.in_final = True
            elif who not in self.hands:
                continue
            elif what == ACTION and value == HIDDEN:
                self.face_down[who] = i
            elif what == ACTION:
                self.act(self.hands[who], value)
            elif what == DRAW:
                self.hands[who].places.append(i)
            elif what == REVEALED:
                self.reveal(who, value, other)
            elif what == REDRAWN:
                self.hands[who].redraw(self.stream)
            elif what == SAVED:
                self.hands[who].known.add(value)

    def act(self, hand: Hand, action: int) -> None:
        """An open action: a card of the draft, or one that is played after the roll."""
        if action >= SEND:
            hand.unseen.add((action - SEND) // 3)
        elif action >= PLAY_BUSHIDO:
            hand.show(BUSHIDO, self.stream)
        elif action == PLAY_RONIN:
            hand.show(RONIN, self.stream)
        elif action == PLAY_MEDICINE:
            hand.show(MEDICINE, self.stream)

    def reveal(self, seat: int, samurai: int, with_card: int) -> None:
        self.choose(seat, samurai, with_card)
        if not self.in_final:
            self.hands[seat].show(samurai, self.stream)
            if with_card:
                self.hands[seat].show(FIRST_CARD + with_card - 1, self.stream)

    def choose(self, seat: int, samurai: int, with_card: int) -> None:
        """This is what lay face down."""
        action = SEND + 3 * samurai + with_card
        if seat in self.face_down:
            self.values[self.face_down.pop(seat)] = action
        else:
            self.first_choices[seat] = action

    def arrive(self, table: Numbers) -> None:
        """The present: the hands are those of a sampled world."""
        for seat, hand in self.hands.items():
            cards = [*table["hand"][seat], *(FIRST_CARD + card for card in table["cards"][seat])]
            sent, with_card = table["sent"][seat], table["with_card"][seat]
            if table["node"] == AT_CHOOSE and sent != NONE:
                self.choose(seat, sent, with_card)
                cards += [sent] + [FIRST_CARD + with_card - 1] * (with_card > 0)
            if table["phase"] == CONFLICT:
                hand.settle(set(cards) - hand.known, self.stream)
            self.values.update({place: card for place, card in hand.cards.items() if place >= 0})

    def first_hand(self, seat: int) -> list[int]:
        """The hidden cards of a hand when the log begins."""
        if seat not in self.hands:
            return []
        return [card for place, card in self.hands[seat].cards.items() if place < 0]
