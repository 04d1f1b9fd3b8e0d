"""A slow, plain referee for Sixteen Samurai, written from the rulebook and the rulings X01-X71.

It shares nothing with the fast engine except the table of samurai. Numbers such as X49 are the
rulings in RULINGS.md. Every random event goes through the Chance door.
"""

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from oracle.chance import Chance

TABLE_FILE = Path(__file__).parents[2] / "core" / "sixteen_samurai" / "samurai.csv"

ABILITIES = ["POWER", "SPEED", "ARMOR", "KARMA"]
BATTLE_CARDS = ["Ninjutsu", "Uma", "Ronin", "Bushido", "Medicine"]

LAYOUT_PER_PLAYER = 16
HAND_SIZE = 5
UMA_DICE = [7, 7]
ONE_DIE = {face: 1 for face in range(1, 7)}

# Action numbers (X69).
PASS = 0
PLAY_RONIN = 1
PLAY_MEDICINE = 2
FIRST_ABILITY = 3
FIRST_BUSHIDO_TARGET = 7
FIRST_SAMURAI = 11
BEFORE_CARDS = [None, "Ninjutsu", "Uma"]

# The battle card of each window.
WINDOW_CARD = {"bushido": "Bushido", "ronin": "Ronin", "medicine": "Medicine"}


def read_ratings() -> dict[str, dict[str, int]]:
    """Ratings of every samurai by ability, in the order of the table."""
    with TABLE_FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, skipinitialspace=True))
    return {row["name"]: {ability: int(row[ability]) for ability in ABILITIES} for row in rows}


RATINGS = read_ratings()
SAMURAI = list(RATINGS)
CARD_ORDER = SAMURAI + BATTLE_CARDS


def in_table_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=CARD_ORDER.index)


def samurai_among(cards: Iterable[str]) -> list[str]:
    return [card for card in in_table_order(cards) if card in RATINGS]


def samurai_action(samurai: str, before_card: str | None = None) -> int:
    """The action that drafts a samurai or lays it down, with at most one "before" card (X69)."""
    return FIRST_SAMURAI + 3 * SAMURAI.index(samurai) + BEFORE_CARDS.index(before_card)


def samurai_and_card_of(action: int) -> tuple[str, str | None]:
    samurai_number, card_number = divmod(action - FIRST_SAMURAI, 3)
    return SAMURAI[samurai_number], BEFORE_CARDS[card_number]


@dataclass
class Choice:
    """What one participant laid face down (X46)."""

    samurai: str
    card: str | None


@dataclass
class Seat:
    """One player's cards. No player ever has two equal cards, so sets are enough."""

    clan: set[str] = field(default_factory=set)
    hand: set[str] = field(default_factory=set)
    pile: set[str] = field(default_factory=set)
    hall: set[str] = field(default_factory=set)
    spent: set[str] = field(default_factory=set)


@dataclass
class Battle:
    """The battle under way, or the last one until the next declaration (X71)."""

    ability: str
    choices: list[Choice | None]
    dice: list[list[int] | None]
    roll_off: list[int | None]
    passed: set[int] = field(default_factory=set)
    winner: int | None = None
    ronin: int | None = None
    medicine: set[int] = field(default_factory=set)


class SixteenSamurai:
    """One game, from the draft to the last clan."""

    def __init__(self, players: int, chance: Chance) -> None:
        self.players = players
        self.chance = chance
        self.phase = "draft"
        self.round = 0
        self.layout = self.lay_out_samurai()
        self.declarer = players - 1  # X04, X44
        self.seats = [Seat() for _ in range(players)]
        self.discards: set[str] = set()
        self.battle: Battle | None = None
        self.barred: tuple[int, str] | None = None  # X39, X57
        self.winner: int | None = None
        self.ask("draft", 0)  # X01, X03

    @classmethod
    def from_position(cls, position: dict, chance: Chance) -> "SixteenSamurai":
        game = cls.__new__(cls)
        game.players = len(position["seats"])
        game.chance = chance
        game.phase = position["phase"]
        game.round = position["round"]
        game.layout = set(position["layout"])
        game.declarer = position["declarer"]
        game.seats = [read_seat(seat) for seat in position["seats"]]
        game.discards = set(position["discards"])
        game.battle = read_battle(position["battle"])
        game.barred = read_barred(position["barred"])
        game.winner = read_result(position["result"])
        game.ask(position["node"], position["mover"])
        return game

    # What the outside may ask

    def mover(self) -> int | None:
        return self.to_move

    def node(self) -> str:
        return self.node_kind

    def legal(self) -> list[int]:
        """The legal actions in ascending order (X69)."""
        if self.node_kind == "draft":
            return [samurai_action(samurai) for samurai in in_table_order(self.layout)]
        if self.node_kind == "declare":
            return [FIRST_ABILITY + number for number in range(len(ABILITIES))]  # X59
        if self.node_kind == "choose":
            return self.legal_choices()
        if self.node_kind == "bushido":
            return self.legal_in_bushido_window()
        if self.node_kind == "ronin":
            return self.pass_or_play("Ronin", PLAY_RONIN)
        if self.node_kind == "medicine":
            return self.pass_or_play("Medicine", PLAY_MEDICINE)
        return []

    def apply(self, action: int) -> None:
        assert action in self.legal(), f"{action} is not legal at {self.node_kind}"
        if self.node_kind == "draft":
            self.draft(action)
        elif self.node_kind == "declare":
            self.declare(ABILITIES[action - FIRST_ABILITY])
        elif self.node_kind == "choose":
            self.lay_face_down(action)
        elif action == PASS:
            self.pass_in_window()
        elif self.node_kind == "bushido":
            self.play_bushido(target=action - FIRST_BUSHIDO_TARGET)
        elif self.node_kind == "ronin":
            self.play_ronin()
        else:
            self.play_medicine()

    def position(self) -> dict:
        """The whole truth, as docs/positions.md describes it."""
        return {
            "phase": self.phase,
            "node": self.node_kind,
            "mover": self.to_move,
            "round": self.round,
            "layout": in_table_order(self.layout),
            "declarer": self.declarer,
            "seats": [write_seat(seat) for seat in self.seats],
            "discards": in_table_order(self.discards),
            "battle": write_battle(self.battle),
            "barred": write_barred(self.barred),
            "result": None if self.winner is None else {"winner": self.winner},
        }

    def returns(self) -> list[float]:
        assert self.node_kind == "end", "returns are known only at the end"
        return [1.0 if seat == self.winner else 0.0 for seat in range(self.players)]  # X63

    # Seats and turns

    def ask(self, node_kind: str, seat: int | None) -> None:
        self.node_kind = node_kind
        self.to_move = seat

    def clockwise_from(self, seat: int) -> list[int]:
        """Every seat once, the given one first; left = clockwise = seat + 1 (S89)."""
        return [(seat + step) % self.players for step in range(self.players)]

    def left_of(self, seat: int) -> int:
        return (seat + 1) % self.players

    # Setup

    def lay_out_samurai(self) -> set[str]:
        """16 samurai per player at random from the 70, one event each (X02, X64)."""
        layout: set[str] = set()
        while len(layout) < LAYOUT_PER_PLAYER * self.players:
            in_the_box = Counter(samurai for samurai in SAMURAI if samurai not in layout)
            layout.add(self.chance.take("layout", in_the_box))
        return layout

    def draft(self, action: int) -> None:
        samurai, _ = samurai_and_card_of(action)
        self.layout.remove(samurai)
        self.seats[self.to_move].clan.add(samurai)
        if self.layout:
            self.ask("draft", self.left_of(self.to_move))  # X03
        else:
            self.begin_conflict()

    def begin_conflict(self) -> None:
        for seat in self.seats:
            seat.pile = seat.clan | set(BATTLE_CARDS)  # X05
        self.refill_hands()  # opening hands: clockwise from seat n - 1, the first declarer (X64)
        self.phase = "conflict"
        self.round = 1
        self.ask("declare", self.declarer)

    # Drawing

    def refill_hands(self) -> None:
        """Clockwise from the declarer of the round just fought, one player at a time (X64)."""
        for number in self.clockwise_from(self.declarer):
            seat = self.seats[number]
            self.fill_hand(seat)
            while self.must_redraw(seat):  # X06
                self.put_battle_cards_back(seat)
                self.fill_hand(seat)

    def fill_hand(self, seat: Seat) -> None:
        while len(seat.hand) < HAND_SIZE and seat.pile:  # X35
            card = self.chance.take("draw", Counter(in_table_order(seat.pile)))
            seat.pile.remove(card)
            seat.hand.add(card)

    def must_redraw(self, seat: Seat) -> bool:
        return seat.hand == set(BATTLE_CARDS) and bool(seat.pile)  # X52

    def put_battle_cards_back(self, seat: Seat) -> None:
        seat.pile |= seat.hand
        seat.hand = set()

    # Declaring and choosing

    def declare(self, ability: str) -> None:
        self.battle = Battle(
            ability=ability,
            choices=[None] * self.players,
            dice=[None] * self.players,
            roll_off=[None] * self.players,
        )
        self.ask_next_choice()

    def ask_next_choice(self) -> None:
        """Clockwise from the declarer; one who has no samurai sits out (X45, X32, X51)."""
        for number in self.clockwise_from(self.declarer):
            has_chosen = self.battle.choices[number] is not None
            if not has_chosen and samurai_among(self.seats[number].hand):
                self.ask("choose", number)
                return
        self.reveal()

    def legal_choices(self) -> list[int]:
        cards = [None]
        if self.battle_cards_allowed():
            cards += [card for card in ("Ninjutsu", "Uma") if card in self.seats[self.to_move].hand]
        return [
            samurai_action(samurai, card) for samurai in self.usable_samurai() for card in cards
        ]

    def usable_samurai(self) -> list[str]:
        """The mover's samurai without the one that is barred, unless it is his only one (X39)."""
        held = samurai_among(self.seats[self.to_move].hand)
        if len(held) == 1:
            return held
        return [samurai for samurai in held if self.barred != (self.to_move, samurai)]

    def battle_cards_allowed(self) -> bool:
        """Not in the first battle (X07), not in the second phase (X36, X45)."""
        return self.phase == "conflict" and self.round > 1

    def lay_face_down(self, action: int) -> None:
        samurai, card = samurai_and_card_of(action)
        hand = self.seats[self.to_move].hand
        hand.remove(samurai)
        if card is not None:
            hand.remove(card)
        self.battle.choices[self.to_move] = Choice(samurai, card)
        self.ask_next_choice()

    # Revealing and rolling

    def participants(self) -> list[int]:
        """Those who laid down a samurai, clockwise from the declarer (X51)."""
        return [
            seat
            for seat in self.clockwise_from(self.declarer)
            if self.battle.choices[seat] is not None
        ]

    def reveal(self) -> None:
        for seat in self.participants():
            card = self.battle.choices[seat].card
            if card is not None:
                self.seats[seat].spent.add(card)  # X58: spent even without effect
        for seat in self.participants():  # X64
            self.roll_for(seat)
        self.open_bushido_window()

    def roll_for(self, seat: int) -> None:
        if self.battle.choices[seat].card == "Uma":
            self.battle.dice[seat] = list(UMA_DICE)  # X12
        else:
            rolled = [self.roll_one_die() for _ in range(self.number_of_dice(seat))]
            self.battle.dice[seat] = sorted(rolled, reverse=True)

    def roll_one_die(self) -> int:
        return self.chance.take("die", ONE_DIE)

    def number_of_dice(self, seat: int) -> int:
        """The rating, or 1 if anybody else played Ninjutsu (X10); two Ninjutsu hit all (X11)."""
        others = [other for other in self.participants() if other != seat]
        if any(self.battle.choices[other].card == "Ninjutsu" for other in others):
            return 1
        return RATINGS[self.battle.choices[seat].samurai][self.battle.ability]

    # Windows in general

    def open_window(self, node_kind: str, starting_seat: int) -> None:
        self.battle.passed = set()
        self.ask_next_in_window(node_kind, starting_seat)

    def ask_next_in_window(self, node_kind: str, starting_seat: int) -> None:
        """Ask the first player clockwise who is to be asked; if there is none, close."""
        for seat in self.clockwise_from(starting_seat):
            if self.is_to_be_asked(node_kind, seat):
                self.ask(node_kind, seat)
                return
        self.close_window(node_kind)

    def is_to_be_asked(self, node_kind: str, seat: int) -> bool:
        """X48: public facts decide; whether he holds the card plays no part."""
        if not self.battle_cards_allowed():  # X45: no windows in such a battle
            return False
        return (
            seat in self.concerned_by_window(node_kind)
            and seat not in self.battle.passed
            and WINDOW_CARD[node_kind] not in self.seats[seat].spent
            and len(self.seats[seat].hand) >= 1
        )

    def concerned_by_window(self, node_kind: str) -> list[int]:
        if node_kind == "bushido":
            return self.participants() if self.bushido_targets() else []  # X50
        return self.losers()  # X25, X29

    def close_window(self, node_kind: str) -> None:
        self.battle.passed = set()
        if node_kind == "bushido":
            self.settle()
        elif node_kind == "ronin":
            self.bring_winning_samurai_home()
            self.open_medicine_window()
        else:
            self.discard_defeated_samurai()
            self.end_battle()

    def pass_in_window(self) -> None:
        self.battle.passed.add(self.to_move)
        self.ask_next_in_window(self.node_kind, self.left_of(self.to_move))

    def pass_or_play(self, card: str, play: int) -> list[int]:
        return [PASS, play] if card in self.seats[self.to_move].hand else [PASS]

    def spend(self, seat: int, card: str) -> None:
        self.seats[seat].hand.remove(card)
        self.seats[seat].spent.add(card)

    # The Bushido window

    def open_bushido_window(self) -> None:
        self.open_window("bushido", self.left_of(self.declarer))  # X19, X49

    def bushido_targets(self) -> list[int]:
        """Participants with dice on the table, ascending; an Uma player has none (X21, X50)."""
        return [
            seat for seat in sorted(self.participants()) if self.battle.choices[seat].card != "Uma"
        ]

    def legal_in_bushido_window(self) -> list[int]:
        if "Bushido" not in self.seats[self.to_move].hand:
            return [PASS]
        return [PASS] + [FIRST_BUSHIDO_TARGET + seat for seat in self.bushido_targets()]

    def play_bushido(self, target: int) -> None:
        self.spend(self.to_move, "Bushido")
        self.roll_for(target)  # X20: the same number of dice, the new result stands
        self.open_window("bushido", self.left_of(self.to_move))  # X49: earlier passes do not bind

    # Who wins

    def settle(self) -> None:
        best = self.best_by_dice()
        while len(best) > 1:
            best = self.best_by_roll_off(best)
        self.battle.winner = best[0]
        self.open_ronin_window()

    def best_by_dice(self) -> list[int]:
        """Those who lead after the first and, if it may be compared, the second die (X14)."""
        dice = self.battle.dice
        best_first = max(dice[seat][0] for seat in self.participants())
        tied = [seat for seat in self.participants() if dice[seat][0] == best_first]
        if any(len(dice[seat]) == 1 for seat in tied):
            return tied  # X16
        best_second = max(dice[seat][1] for seat in tied)
        return [seat for seat in tied if dice[seat][1] == best_second]  # X15, X17

    def best_by_roll_off(self, tied: list[int]) -> list[int]:
        """One real die each, in the order of the table; the highest stay in (X18, X60, X64)."""
        for seat in tied:
            self.battle.roll_off[seat] = self.roll_one_die()
        highest = max(self.battle.roll_off[seat] for seat in tied)
        return [seat for seat in tied if self.battle.roll_off[seat] == highest]

    def losers(self) -> list[int]:
        return [seat for seat in self.participants() if seat != self.battle.winner]

    # The Ronin and Medicine windows

    def open_ronin_window(self) -> None:
        self.open_window("ronin", self.left_of(self.battle.winner))  # X24, X53

    def play_ronin(self) -> None:
        self.spend(self.to_move, "Ronin")
        self.battle.ronin = self.to_move
        self.close_window("ronin")  # X26, X53: the first Ronin closes it

    def open_medicine_window(self) -> None:
        self.open_window("medicine", self.left_of(self.battle.winner))  # X30, X54

    def play_medicine(self) -> None:
        self.spend(self.to_move, "Medicine")
        self.battle.medicine.add(self.to_move)
        self.seats[self.to_move].hand.add(self.battle.choices[self.to_move].samurai)  # X28
        self.ask_next_in_window("medicine", self.left_of(self.to_move))

    # Where the samurai go

    def bring_winning_samurai_home(self) -> None:
        winner = self.battle.winner
        samurai = self.battle.choices[winner].samurai
        if self.phase == "final":
            self.seats[winner].hand.add(samurai)
            self.barred = (winner, samurai)  # X39, X57
        elif self.battle.ronin is not None:
            self.seats[self.battle.ronin].hall.add(samurai)  # X24, X61
        else:
            self.seats[winner].hall.add(samurai)

    def discard_defeated_samurai(self) -> None:
        for seat in self.losers():
            if seat not in self.battle.medicine:
                self.discards.add(self.battle.choices[seat].samurai)  # X40

    # From one battle to the next

    def end_battle(self) -> None:
        if self.phase == "final":
            self.go_on_with_final()
        else:
            self.refill_hands()  # X09: before the next declaration
            self.go_on_with_conflict()

    def begin_next_round(self) -> None:
        self.round += 1
        self.declarer = self.battle.winner  # X27, X34
        self.ask("declare", self.declarer)

    def go_on_with_conflict(self) -> None:
        with_samurai = [seat for seat in self.seats if samurai_among(seat.hand | seat.pile)]
        if len(with_samurai) >= 2:
            self.begin_next_round()  # X32
            return
        for seat in with_samurai:
            self.bring_home_unopposed(seat)
        self.begin_final()  # X31, X55

    def bring_home_unopposed(self, seat: Seat) -> None:
        """The samurai of the only player who still has any (X33, X56)."""
        unopposed = set(samurai_among(seat.hand | seat.pile))
        seat.hall |= unopposed
        seat.hand -= unopposed
        seat.pile -= unopposed

    def begin_final(self) -> None:
        self.phase = "final"
        self.round = 1
        for seat in self.seats:
            seat.hand = seat.hall
            seat.hall = set()
            seat.pile = set()
            seat.spent = set(BATTLE_CARDS)  # X36
        if not self.end_if_one_is_left():  # X37
            self.declarer = self.first_declarer_of_final()
            self.ask("declare", self.declarer)

    def first_declarer_of_final(self) -> int:
        """The last real winner (X56), or the next seat clockwise that is still in (X38)."""
        order = self.clockwise_from(self.battle.winner)
        return next(seat for seat in order if seat in self.survivors())

    def go_on_with_final(self) -> None:
        if not self.end_if_one_is_left():
            self.begin_next_round()

    def survivors(self) -> list[int]:
        return [seat for seat in range(self.players) if self.seats[seat].hand]

    def end_if_one_is_left(self) -> bool:
        if len(self.survivors()) > 1:
            return False
        self.winner = self.survivors()[0]
        self.ask("end", None)
        return True


# Reading and writing positions (docs/positions.md)

PLACES = ["clan", "hand", "pile", "hall", "spent"]


def write_seat(seat: Seat) -> dict:
    return {place: in_table_order(getattr(seat, place)) for place in PLACES}


def read_seat(seat: dict) -> Seat:
    return Seat(**{place: set(seat[place]) for place in PLACES})


def write_choice(choice: Choice | None) -> dict | None:
    return None if choice is None else {"samurai": choice.samurai, "card": choice.card}


def read_choice(choice: dict | None) -> Choice | None:
    return None if choice is None else Choice(choice["samurai"], choice["card"])


def copy_dice(dice: list[int] | None) -> list[int] | None:
    return None if dice is None else list(dice)


def write_battle(battle: Battle | None) -> dict | None:
    if battle is None:
        return None
    return {
        "ability": battle.ability,
        "choices": [write_choice(choice) for choice in battle.choices],
        "dice": [copy_dice(dice) for dice in battle.dice],
        "roll_off": list(battle.roll_off),
        "passed": sorted(battle.passed),
        "winner": battle.winner,
        "ronin": battle.ronin,
        "medicine": sorted(battle.medicine),
    }


def read_battle(battle: dict | None) -> Battle | None:
    if battle is None:
        return None
    return Battle(
        ability=battle["ability"],
        choices=[read_choice(choice) for choice in battle["choices"]],
        dice=[copy_dice(dice) for dice in battle["dice"]],
        roll_off=list(battle["roll_off"]),
        passed=set(battle["passed"]),
        winner=battle["winner"],
        ronin=battle["ronin"],
        medicine=set(battle["medicine"]),
    )


def write_barred(barred: tuple[int, str] | None) -> dict | None:
    return None if barred is None else {"seat": barred[0], "samurai": barred[1]}


def read_barred(barred: dict | None) -> tuple[int, str] | None:
    return None if barred is None else (barred["seat"], barred["samurai"])


def read_result(result: dict | None) -> int | None:
    return None if result is None else result["winner"]
