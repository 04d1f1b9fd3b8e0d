"""Seven Card Samurai, a second referee: written from the rulebook and the rulings C01-C67 alone.

It is plain, not fast, on purpose. Every legal action stands beside the method that carries it out.
"""

import csv
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import combinations, combinations_with_replacement
from operator import le
from pathlib import Path

from oracle.chance import Chance

CARDS_CSV = Path(__file__).parents[2] / "core" / "seven_card_samurai" / "cards.csv"

# The orders of C64.
SAMURAI = ("Red Samurai", "Yellow Samurai", "Blue Samurai", "Green Samurai")
BANDITS = ("Bandit 3", "Bandit 4", "Bandit 5", "Bandit 6")
RONIN, NINJA, SHOGUN = "Ronin", "Ninja", "Shogun"
KINDS = (*SAMURAI, *BANDITS, RONIN, NINJA, SHOGUN)
LAID_KINDS = (*SAMURAI, RONIN)
BANDIT_PAIRS = tuple(combinations_with_replacement(BANDITS, 2))  # lower value first

# The action numbers of C63: single actions and the first number of each block.
END, CALL, DRAW_PILE, DRAW_DISCARD = 0, 1, 2, 3
TAKE_BACK = 4  # + laid kind
LAY = 9  # + laid kind
DISCARD = 14  # + kind
TAKE = 25  # + kind
FETCH = 36  # + kind: Shogun on the discards
SEAT_BLOCK, SEAT_BLOCK_SIZE = 47, 26  # + 26 x seat, then:
ON_SEAT_BANDIT = 0  # + bandit
ON_SEAT_BANDIT_PAIR = 4  # + pair
ON_SEAT_NINJA_BANDIT = 14  # + bandit
ON_SEAT_NINJA_HAND = 18
ON_SEAT_NINJA_LAID = 19  # + laid kind
ON_SEAT_SHOGUN = 24
ON_SEAT_SHOGUN_NINJA = 25

ROUNDS = 5
DEALT_CARDS = 5
RICE_AT_START = 10
TABLE_LIMIT = 7
SET_SIZE = 7
RONIN_DEFENCE = 3
SET_VALUE_BY_LARGEST_COLOUR = {7: 20, 6: 15, 5: 12, 4: 10}  # C18
SET_VALUE_WITH_RONIN = 7  # C18

Choices = dict[int, Callable[[], None]]
Copies = tuple[int, ...]  # of each laid kind


def read_cards() -> list[dict[str, str]]:
    with CARDS_CSV.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, skipinitialspace=True))


DECK = Counter({row["name"]: int(row["copies"]) for row in read_cards()})
BANDIT_VALUE = {row["name"]: int(row["value"]) for row in read_cards() if row["value"].strip()}
assert set(DECK) == set(KINDS) and set(BANDIT_VALUE) == set(BANDITS)


def all_winning_sets() -> list[Counter[str]]:
    """Every set of seven: Ronin, and at most two colours beside them (C17)."""
    sets = []
    for ronin in range(SET_SIZE + 1):
        samurai = SET_SIZE - ronin
        if samurai == 0:
            sets.append(Counter({RONIN: ronin}))  # seven Ronin are a set too
            continue
        for colour in SAMURAI:
            sets.append(Counter({RONIN: ronin, colour: samurai}))
        for one_colour, other_colour in combinations(SAMURAI, 2):
            for copies in range(1, samurai):
                sets.append(
                    Counter({RONIN: ronin, one_colour: copies, other_colour: samurai - copies})
                )
    return sets


def set_value(winning_set: Counter[str]) -> int:
    if winning_set[RONIN] > 0:
        return SET_VALUE_WITH_RONIN
    return SET_VALUE_BY_LARGEST_COLOUR[max(winning_set.values())]


def copies_of_laid_kinds(cards: Counter[str]) -> Copies:
    return tuple([cards.get(kind, 0) for kind in LAID_KINDS])


VALUE_OF_SET = {copies_of_laid_kinds(cards): set_value(cards) for cards in all_winning_sets()}


def is_part_of(some: Copies, cards: Copies) -> bool:
    return all(map(le, some, cards))


def best_set_value(hand: Counter[str], table: Counter[str]) -> int | None:
    """Points of the best set that can be called now, None if there is none (C16, C42, C43)."""
    return best_value_between(copies_of_laid_kinds(table), copies_of_laid_kinds(hand + table))


@lru_cache(maxsize=100_000)
def best_value_between(table: Copies, owned: Copies) -> int | None:
    """Points of the best set with all cards of the table and none that is not owned."""
    if sum(owned) < SET_SIZE:
        return None
    values = [
        value
        for winning_set, value in VALUE_OF_SET.items()
        if is_part_of(table, winning_set) and is_part_of(winning_set, owned)
    ]
    return max(values, default=None)


def remove_card(cards: Counter[str], kind: str) -> None:
    assert cards[kind] > 0, f"no {kind} among {dict(cards)}"
    cards[kind] -= 1
    if cards[kind] == 0:
        del cards[kind]


def without_zeros(cards: Counter[str]) -> dict[str, int]:
    return {kind: copies for kind, copies in cards.items() if copies > 0}


@dataclass
class Seat:
    hand: Counter[str] = field(default_factory=Counter)
    table: Counter[str] = field(default_factory=Counter)
    rice: int = RICE_AT_START
    total: int = 0

    def defence(self) -> int:
        samurai = sum(self.table[kind] for kind in SAMURAI)
        return samurai + RONIN_DEFENCE * self.table[RONIN]

    def has(self, *cards: str) -> bool:
        return all(self.hand.get(kind, 0) >= cards.count(kind) for kind in cards)


class SevenCardSamurai:
    def __init__(self, players: int, chance: Chance, *, turn_cap: int = 100) -> None:
        assert 2 <= players <= 8
        self._prepare(players, chance, turn_cap)
        self._begin_round()

    def _prepare(self, players: int, chance: Chance, turn_cap: int) -> None:
        """Everything as it is before the first deal."""
        self.chance = chance
        self.players = players
        self.turn_cap = turn_cap
        self.seats = [Seat() for _ in range(players)]
        self.round = 1
        self.dealer = 0  # C01
        self.turn = 0
        self.turn_number = 0
        self.current_node = "draw"
        self.draws_left = 0
        self.plays_left = 0
        self.in_play: list[str] = []
        self.looking_at: int | None = None
        self.pile: Counter[str] = Counter()
        self.discards: list[str] = []  # bottom first
        self.calls: list[dict] = []
        self.offered: Choices | None = None  # what may be done now, once somebody has asked

    # ------------------------------------------------------------------ positions

    @classmethod
    def from_position(cls, position: dict, chance: Chance) -> "SevenCardSamurai":
        game = cls.__new__(cls)
        options = position.get("options") or {}
        game._prepare(position["players"], chance, options.get("turn_cap", 100))
        assert len(position["seats"]) == game.players
        game.seats = [
            Seat(Counter(seat["hand"]), Counter(seat["table"]), seat["rice"], seat["total"])
            for seat in position["seats"]
        ]
        game.round = position["round"]
        game.dealer = position["dealer"]
        game.turn = position["turn"]
        game.turn_number = position["turn_number"]
        game.current_node = position["node"]
        game.draws_left = position["draws_left"]
        game.plays_left = position["plays_left"]
        game.in_play = list(position["in_play"])
        game.looking_at = position["looking_at"]
        game.pile = Counter(position["pile"])
        game.discards = list(position["discards"])
        game.calls = [dict(call) for call in position["calls"]]
        return game

    def position(self) -> dict:
        return {
            "node": self.node(),
            "mover": self.mover(),
            "round": self.round,
            "dealer": self.dealer,
            "turn": self.turn,
            "turn_number": self.turn_number,
            "draws_left": self.draws_left,
            "plays_left": self.plays_left,
            "in_play": list(self.in_play),
            "looking_at": self.looking_at,
            "pile": without_zeros(self.pile),
            "discards": list(self.discards),
            "seats": [
                {
                    "hand": without_zeros(seat.hand),
                    "table": without_zeros(seat.table),
                    "rice": seat.rice,
                    "total": seat.total,
                }
                for seat in self.seats
            ],
            "calls": [dict(call) for call in self.calls],
            "result": self._result(),
        }

    def _result(self) -> dict | None:
        if self.node() != "end":
            return None
        return {"winners": self._winners(), "totals": [seat.total for seat in self.seats]}

    def _winners(self) -> list[int]:
        highest = max(seat.total for seat in self.seats)
        return [number for number, seat in enumerate(self.seats) if seat.total == highest]

    # ------------------------------------------------------------------ the outside view

    def node(self) -> str:
        return self.current_node

    def mover(self) -> int | None:
        return None if self.node() == "end" else self.turn

    def legal(self) -> list[int]:
        return sorted(self._offer())

    def apply(self, action: int) -> None:
        choices = self._offer()
        assert action in choices, f"action {action} is not legal at {self.node()!r}"
        self.offered = None
        choices[action]()

    def _offer(self) -> Choices:
        if self.offered is None:
            self.offered = self._choices()
        return self.offered

    def returns(self) -> list[float]:
        """1 for the highest total, shared by those who tie (C53)."""
        assert self.node() == "end", "the game is not over"
        winners = self._winners()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.players)]

    # ------------------------------------------------------------------ what may be done

    def _me(self) -> Seat:
        return self.seats[self.turn]

    def _choices(self) -> Choices:
        match self.node():
            case "draw":
                return self._draw_choices() | self._call_choice()
            case "play":
                return self._play_choices() | self._call_choice()
            case "turn end":
                return {END: self._end_turn} | self._call_choice()  # C39
            case "take":
                return self._choices_from_seen_hand(TAKE, self._take_from_seen_hand)
            case "second discard":
                return self._choices_from_seen_hand(DISCARD, self._discard_from_seen_hand)
            case "end":
                return {}
        raise AssertionError(f"no such node: {self.node()!r}")

    def _call_choice(self) -> Choices:
        if best_set_value(self._me().hand, self._me().table) is None:
            return {}
        return {CALL: self._call}

    def _draw_choices(self) -> Choices:
        choices: Choices = {}
        if self.pile.total() > 0 or len(self.discards) >= 2:  # C41
            choices[DRAW_PILE] = self._draw_from_pile
        if self.discards and self.discards[-1] in SAMURAI:  # C04, C05
            choices[DRAW_DISCARD] = self._draw_discard
        for number, kind in enumerate(LAID_KINDS):
            if self._me().table[kind] > 0:  # C03
                choices[TAKE_BACK + number] = partial(self._take_back, kind)
        return choices

    def _play_choices(self) -> Choices:
        choices = self._choices_without_target()
        for target in range(self.players):
            first = SEAT_BLOCK + SEAT_BLOCK_SIZE * target
            on_target = self._ninja_on_laid_choices(target)  # C28, C49: own cards too
            if target != self.turn:  # C34
                on_target |= self._single_choices_on_opponent(target)
                if self.plays_left == 2:  # C44
                    on_target |= self._pair_choices_on_opponent(target)
            choices |= {first + offset: play for offset, play in on_target.items()}
        return choices

    def _choices_without_target(self) -> Choices:
        me = self._me()
        choices: Choices = {}
        for number, kind in enumerate(LAID_KINDS):
            if me.has(kind) and me.table.total() < TABLE_LIMIT:  # C09, C10
                choices[LAY + number] = partial(self._lay, kind)
        for number, kind in enumerate(KINDS):
            if me.has(kind):  # C08
                choices[DISCARD + number] = partial(self._discard, kind)
            if me.has(SHOGUN) and kind in self.discards:  # C31
                choices[FETCH + number] = partial(self._shogun_on_discards, kind)
        return choices

    def _ninja_on_laid_choices(self, target: int) -> Choices:
        """Keys are offsets within the target's block, here and in the next two."""
        choices: Choices = {}
        if not self._me().has(NINJA):
            return choices
        for number, kind in enumerate(LAID_KINDS):
            if self.seats[target].table[kind] > 0:
                offset = ON_SEAT_NINJA_LAID + number
                choices[offset] = partial(self._ninja_on_laid, target, kind)
        return choices

    def _single_choices_on_opponent(self, target: int) -> Choices:
        me = self._me()
        target_holds_a_card = self.seats[target].hand.total() > 0  # C28, C30
        choices: Choices = {}
        for number, bandit in enumerate(BANDITS):
            if me.has(bandit):  # C35: also where nothing can be taken
                choices[ON_SEAT_BANDIT + number] = partial(self._bandit, target, bandit)
        if me.has(NINJA) and target_holds_a_card:
            choices[ON_SEAT_NINJA_HAND] = partial(self._ninja_on_hand, target)
        if me.has(SHOGUN) and target_holds_a_card:
            choices[ON_SEAT_SHOGUN] = partial(self._shogun_on_hand, target, [SHOGUN])
        return choices

    def _pair_choices_on_opponent(self, target: int) -> Choices:
        me = self._me()
        choices: Choices = {}
        for number, pair in enumerate(BANDIT_PAIRS):
            if me.has(*pair):
                offset = ON_SEAT_BANDIT_PAIR + number
                choices[offset] = partial(self._bandit_pair, target, *pair)
        for number, bandit in enumerate(BANDITS):
            if me.has(NINJA, bandit):
                offset = ON_SEAT_NINJA_BANDIT + number
                choices[offset] = partial(self._ninja_and_bandit, target, bandit)
        if me.has(SHOGUN, NINJA) and self.seats[target].hand.total() > 0:
            pair = [SHOGUN, NINJA]
            choices[ON_SEAT_SHOGUN_NINJA] = partial(self._shogun_on_hand, target, pair)
        return choices

    def _choices_from_seen_hand(self, first: int, effect: Callable[[str], None]) -> Choices:
        """One kind of the hand being looked at; choosing is obligatory (C47, C48)."""
        assert self.looking_at is not None
        seen_hand = self.seats[self.looking_at].hand
        return {
            first + number: partial(effect, kind)
            for number, kind in enumerate(KINDS)
            if seen_hand[kind] > 0
        }

    # ------------------------------------------------------------------ rounds and turns

    def _begin_round(self) -> None:
        self.dealer = (self.round - 1) % self.players  # C38
        self.pile = Counter(DECK)  # C21
        self.discards = []
        for seat in self.seats:
            seat.hand = Counter()
            seat.table = Counter()
            seat.rice = RICE_AT_START
        for distance in range(1, self.players + 1):  # C38: from the dealer's left, himself last
            receiver = self.seats[(self.dealer + distance) % self.players]
            for _ in range(DEALT_CARDS):
                receiver.hand[self._card_off_the_pile()] += 1
        self.discards.append(self._card_off_the_pile())  # C02
        self.turn_number = 0
        self._begin_turn((self.dealer + 1) % self.players)

    def _begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.turn_number += 1
        self.draws_left = 2
        self.plays_left = 2
        self._go_on_drawing()

    def _go_on_drawing(self) -> None:
        if self.draws_left > 0 and self._draw_choices():
            self.current_node = "draw"
        else:  # C40, C66: a draw that no source can give is skipped
            self.draws_left = 0
            self._go_on_playing()

    def _go_on_playing(self) -> None:
        if self.plays_left > 0 and self._me().hand.total() > 0:
            self.current_node = "play"
        else:  # C50: with an empty hand the plays that are left lapse
            self.plays_left = 0
            self.current_node = "turn end"

    def _end_turn(self) -> None:
        if self.turn_number >= self.turn_cap * self.players:  # C54
            self._end_round(caller=None, points=0)
        else:
            self._begin_turn((self.turn + 1) % self.players)

    def _call(self) -> None:
        points = best_set_value(self._me().hand, self._me().table)  # C42
        assert points is not None
        self._end_round(caller=self.turn, points=points)

    def _end_round(self, caller: int | None, points: int) -> None:
        for seat in self.seats:
            seat.total += seat.rice  # C20
        if caller is not None:
            self.seats[caller].total += points
        self.calls.append({"caller": caller, "set": points})
        if self.round == ROUNDS:
            self.current_node = "end"  # all cards stay where they are
        else:
            self.round += 1
            self._begin_round()  # C67

    # ------------------------------------------------------------------ drawing

    def _card_off_the_pile(self) -> str:
        kind = self.chance.take("draw", self.pile)  # C62
        remove_card(self.pile, kind)
        return kind

    def _renew_pile(self) -> None:
        """The top discard stays, the rest is shuffled into a new pile (C12)."""
        self.pile = Counter(self.discards[:-1])
        self.discards = self.discards[-1:]

    def _draw_from_pile(self) -> None:
        if self.pile.total() == 0:  # C41: only now
            self._renew_pile()
        self._finish_draw(self._card_off_the_pile())

    def _draw_discard(self) -> None:
        self._finish_draw(self.discards.pop())

    def _take_back(self, kind: str) -> None:
        remove_card(self._me().table, kind)
        self._finish_draw(kind)

    def _finish_draw(self, kind: str) -> None:
        self._me().hand[kind] += 1
        self.draws_left -= 1
        self._go_on_drawing()

    # ------------------------------------------------------------------ playing

    def _use_from_hand(self, *cards: str) -> None:
        """Cards leave the mover's hand, each costs one play."""
        for kind in cards:
            remove_card(self._me().hand, kind)
        self.plays_left -= len(cards)

    def _lay(self, kind: str) -> None:
        self._use_from_hand(kind)
        self._me().table[kind] += 1
        self._go_on_playing()

    def _discard(self, kind: str) -> None:
        self._use_from_hand(kind)
        self.discards.append(kind)
        self._go_on_playing()

    def _steal(self, target: int, amount: int) -> None:
        stolen = min(amount, self.seats[target].rice)
        self.seats[target].rice -= stolen
        self._me().rice += stolen

    def _bandit(self, target: int, bandit: str) -> None:
        self._use_from_hand(bandit)
        self._steal(target, max(0, BANDIT_VALUE[bandit] - self.seats[target].defence()))  # C23
        self.discards.append(bandit)
        self._go_on_playing()

    def _bandit_pair(self, target: int, lower: str, higher: str) -> None:
        self._use_from_hand(lower, higher)
        value = BANDIT_VALUE[lower] + BANDIT_VALUE[higher]
        self._steal(target, max(0, value - self.seats[target].defence()))  # C24
        self.discards += [lower, higher]  # C45
        self._go_on_playing()

    def _ninja_and_bandit(self, target: int, bandit: str) -> None:
        self._use_from_hand(NINJA, bandit)
        self._steal(target, BANDIT_VALUE[bandit])  # C26
        self.discards += [NINJA, bandit]  # C45
        self._go_on_playing()

    def _ninja_on_hand(self, target: int) -> None:
        self._use_from_hand(NINJA)
        victim = self.seats[target]
        kind = self.chance.take("hand", victim.hand)  # C58
        remove_card(victim.hand, kind)
        self.discards += [NINJA, kind]  # C29
        self._go_on_playing()

    def _ninja_on_laid(self, target: int, kind: str) -> None:
        self._use_from_hand(NINJA)
        remove_card(self.seats[target].table, kind)
        self.discards += [NINJA, kind]  # C29
        self._go_on_playing()

    def _shogun_on_discards(self, kind: str) -> None:
        self._use_from_hand(SHOGUN)
        nearest_the_top = max(i for i, card in enumerate(self.discards) if card == kind)  # C46
        del self.discards[nearest_the_top]
        self._me().hand[kind] += 1
        self.discards.append(SHOGUN)  # C31
        self._go_on_playing()

    def _shogun_on_hand(self, target: int, cards: list[str]) -> None:
        """A Shogun, alone or with a Ninja: the look; the choice of a card follows (C47, C48)."""
        self._use_from_hand(*cards)
        self.in_play = list(cards)  # C65
        self.looking_at = target
        self.current_node = "take"

    def _take_from_seen_hand(self, kind: str) -> None:
        seen_hand = self.seats[self.looking_at].hand
        remove_card(seen_hand, kind)
        self._me().hand[kind] += 1
        with_ninja = NINJA in self.in_play
        self.discards += self.in_play  # C65, and C32: Shogun first, Ninja on it
        self.in_play = []
        if with_ninja and seen_hand.total() > 0:  # C48
            self.current_node = "second discard"
        else:
            self._end_look()

    def _discard_from_seen_hand(self, kind: str) -> None:
        remove_card(self.seats[self.looking_at].hand, kind)
        self.discards.append(kind)  # C32
        self._end_look()

    def _end_look(self) -> None:
        self.looking_at = None
        self._go_on_playing()
