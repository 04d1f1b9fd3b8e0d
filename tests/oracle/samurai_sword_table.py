"""Samurai Sword, second referee: the players, the cards, and what happens without a decision.

Setup, drawing, the end of the deck, defeat, the ends of the game and the scores.
"""

import unicodedata
from collections import Counter
from dataclasses import dataclass, field

from oracle.chance import Chance
from oracle.samurai_sword_data import (
    DEADLY_STRIKE_PENALTY,
    FULL_DECK,
    FULL_RESILIENCE,
    KINDS,
    NINJA_STARS,
    TABLES,
    TEAM_OF_ROLE,
    TEAMS_BY_TIE_PRIORITY,
    WEAPONS,
)


def remove(cards: Counter, card: str) -> None:
    """Take one copy away, and leave no zero behind."""
    assert cards[card] > 0, f"there is no {card} to take"
    cards[card] -= 1
    if cards[card] == 0:
        del cards[card]


def plain(name: str) -> str:
    """A name without accents and capitals, which do not matter on reading."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


NAME_BY_PLAIN_NAME = {plain(name): name for name in [*KINDS, *FULL_RESILIENCE, *TEAM_OF_ROLE]}


def full_name(name: str) -> str:
    """The English name with its accents, of a card, character or role."""
    return NAME_BY_PLAIN_NAME[plain(name)]


def read_cards(cards: dict[str, int]) -> Counter:
    """Cards in no order, from a position."""
    return Counter({full_name(name): copies for name, copies in cards.items() if copies > 0})


class GameOver(Exception):
    """The game has just ended, immediately: nothing that was under way goes on."""


@dataclass
class Player:
    role: str
    stars: int | None  # of a Ninja at 4 players (S94)
    character: str
    resilience: int
    honor: int
    hand: Counter = field(default_factory=Counter)
    properties: Counter = field(default_factory=Counter)

    @property
    def team(self) -> str:
        return TEAM_OF_ROLE[self.role]

    @property
    def is_harmless(self) -> bool:
        return self.resilience == 0 or self.hand.total() == 0  # S10

    def weapons_in_hand(self) -> list[str]:
        return [card for card in self.hand if card in WEAPONS]

    def parries_in_hand(self) -> list[str]:
        """The kinds that this player may give as a parry."""
        parries = [card for card in self.hand if card == "Parry"]
        if self.character == "Hanzō" and self.hand.total() >= 2:  # S55
            parries += self.weapons_in_hand()
        return parries

    def to_dict(self) -> dict:
        seat = {
            "role": self.role,
            "character": self.character,
            "resilience": self.resilience,
            "honor": self.honor,
            "hand": dict(self.hand),
            "properties": dict(self.properties),
        }
        if self.stars is not None:
            seat["stars"] = self.stars
        return seat

    @classmethod
    def from_dict(cls, seat: dict) -> "Player":
        return cls(
            role=full_name(seat["role"]),
            stars=seat.get("stars"),
            character=full_name(seat["character"]),
            resilience=seat["resilience"],
            honor=seat["honor"],
            hand=read_cards(seat.get("hand", {})),
            properties=read_cards(seat.get("properties", {})),
        )


class SamuraiSwordTable:
    """Everything that lies on the table, and who is asked what."""

    def _prepare(
        self,
        players: int,
        chance: Chance,
        end_of_deck: str = "immediate",
        geisha_own_property: bool = True,
        swordmaster_before_honor: bool = True,
    ) -> None:
        """An empty table."""
        assert players in TABLES, f"{players} players cannot play"
        assert end_of_deck in ("immediate", "on_need"), end_of_deck
        self.players = players
        self.chance = chance
        self.end_of_deck = end_of_deck
        self.geisha_own_property = geisha_own_property
        self.swordmaster_before_honor = swordmaster_before_honor
        self._seats: list[Player] = []
        self._deck: Counter = Counter()
        self._discards: list[str] = []  # bottom first, top last
        self._in_play: str | None = None
        self._bushido: int | None = None
        self._turn = 0
        self._turn_number = 0
        self._weapons_played = 0
        self._attacks = [[0] * players for _ in range(players)]
        self._node = ""
        self._mover: int | None = None
        self._result: dict | None = None

    # ------------------------------------------------------------------ seats

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.players  # S89

    def _clockwise_from(self, seat: int) -> list[int]:
        """All seats, this one first."""
        return [(seat + step) % self.players for step in range(self.players)]

    def _others(self) -> list[int]:
        """The seats other than the active player's, clockwise from his left (S51)."""
        return self._clockwise_from(self._turn)[1:]

    def _shogun_seat(self) -> int:
        return next(s for s, player in enumerate(self._seats) if player.role == "Shogun")

    def _active(self) -> Player:
        return self._seats[self._turn]

    def _is_three_player_shogun(self, player: Player) -> bool:
        return self.players == 3 and player.role == "Shogun"

    def _ask(self, node: str, seat: int) -> None:
        """Stop at a decision. It is asked even if only one answer is legal (S92)."""
        self._node = node
        self._mover = seat

    # ------------------------------------------------------------------ setup

    def _set_up(self) -> None:
        """Roles, characters, tokens and hands, dealt in the order of S90."""
        table = TABLES[self.players]
        roles = self._deal_roles(Counter(table.roles))
        characters = self._deal_characters()
        for role_card, character in zip(roles, characters, strict=True):
            role, _, stars = role_card.partition(" ")
            self._seats.append(
                Player(
                    role=role,
                    stars=int(stars) if stars else None,
                    character=character,
                    resilience=FULL_RESILIENCE[character],
                    honor=table.shogun_honor if role == "Shogun" else table.honor,
                )
            )
        self._deal_hands(table.hands)

    def _deal_roles(self, role_cards: Counter) -> list[str]:
        if self.players == 4:  # S03, S94: only here the stars matter
            removed = self.chance.take("removed", {stars: 1 for stars in NINJA_STARS})
            del role_cards["Ninja"]
            role_cards.update(f"Ninja {stars}" for stars in NINJA_STARS if stars != removed)
        return self._deal_one_to_each_seat("role", role_cards)

    def _deal_characters(self) -> list[str]:
        return self._deal_one_to_each_seat("character", Counter(list(FULL_RESILIENCE)))

    def _deal_one_to_each_seat(self, event: str, cards: Counter) -> list[str]:
        dealt = []
        for _ in range(self.players):
            card = self.chance.take(event, cards)
            remove(cards, card)
            dealt.append(card)
        return dealt

    def _deal_hands(self, sizes: list[int]) -> None:
        self._deck = Counter(FULL_DECK)
        for seat, size in zip(self._clockwise_from(self._shogun_seat()), sizes, strict=True):
            for _ in range(size):
                self._draw(seat)

    # ------------------------------------------------------------------ deck and discards

    def _draw(self, seat: int) -> None:
        """One card from the deck to a hand; nothing happens if there is no card at all."""
        card = self._take_from_deck()
        if card is not None:
            self._seats[seat].hand[card] += 1  # S96: before the reshuffle
            self._test_whether_deck_has_run_out()

    def _draw_several(self, seat: int, count: int) -> None:
        for _ in range(count):
            self._draw(seat)  # S19, S99, S100: each on its own

    def _flip(self) -> str | None:
        """One card from the deck to the discards, for Bushido."""
        card = self._take_from_deck()
        if card is not None:
            self._discards.append(card)  # S70: before the reshuffle
            self._test_whether_deck_has_run_out()
        return card

    def _take_from_deck(self) -> str | None:
        if not self._deck and not self._discards:
            return None  # S22, S100
        if not self._deck:
            self._end_of_deck()  # S100, S101
        card = self.chance.take("draw", self._deck)
        remove(self._deck, card)
        return card

    def _test_whether_deck_has_run_out(self) -> None:
        if self._deck or self.end_of_deck == "on_need":  # S101
            return
        if self._discards:  # S22: no Honor loss without a reshuffle
            self._end_of_deck()  # S20

    def _end_of_deck(self) -> None:
        """The discards become the deck, everybody loses 1 Honor at the same time (S23)."""
        self._deck = Counter(self._discards)  # S21: the card in play is not among them
        self._discards = []
        for player in self._seats:
            player.honor -= 1
        self._end_if_somebody_has_no_honor()  # S78, S98: no Deadly Strike here

    def _discard_card_in_play(self) -> None:
        self._discards.append(self._in_play)
        self._in_play = None

    def _discard_from_hand(self, seat: int, card: str) -> None:
        remove(self._seats[seat].hand, card)
        self._discards.append(card)

    def _random_card_out_of_hand(self, seat: int) -> str:
        hand = self._seats[seat].hand
        card = self.chance.take("hand", hand)
        remove(hand, card)
        return card

    # ------------------------------------------------------------------ defeat and end

    def _defeat(self, victim: Player) -> None:
        """The active player has taken the last Resilience point of this one (S47)."""
        if victim.team == self._active().team:
            self._defeat_of_teammate(victim)
        else:
            self._defeat_of_enemy(victim)

    def _defeat_of_enemy(self, victim: Player) -> None:
        if self.swordmaster_before_honor:  # S73, S102
            self._end_if_only_one_stands()
        self._give_honor_point_to_active(victim)
        self._end_if_somebody_has_no_honor()
        if not self.swordmaster_before_honor:
            self._end_if_only_one_stands()

    def _defeat_of_teammate(self, victim: Player) -> None:
        """Never a Swordmaster, but the game ends all the same, with the penalty (S74, S102)."""
        self._give_honor_point_to_active(victim)  # S48
        self._end_if_somebody_has_no_honor(deadly_strike=victim.team)
        if self._only_one_stands():
            self._end_with_scores(deadly_strike=victim.team)

    def _give_honor_point_to_active(self, victim: Player) -> None:
        victim.honor -= 1
        self._active().honor += 1

    def _only_one_stands(self) -> bool:
        if self.players == 3:
            return False  # S82, S95, S126
        return sum(player.resilience > 0 for player in self._seats) == 1  # S12, S77

    def _end_if_only_one_stands(self) -> None:
        if self._only_one_stands():
            swordmaster = next(player for player in self._seats if player.resilience > 0)
            self._end("swordmaster", swordmaster.team, None, None)  # S83

    def _end_if_somebody_has_no_honor(self, deadly_strike: str | None = None) -> None:
        if any(player.honor == 0 for player in self._seats):
            self._end_with_scores(deadly_strike)

    def _end_with_scores(self, deadly_strike: str | None) -> None:
        scores = self._team_scores(deadly_strike)
        best = max(scores.values())
        winner = next(t for t in TEAMS_BY_TIE_PRIORITY if scores.get(t) == best)  # S79, S105
        self._end("honor", winner, scores, deadly_strike)

    def _team_scores(self, deadly_strike: str | None) -> dict[str, int]:
        scores: Counter = Counter()
        for player in self._seats:
            scores[player.team] += self._score(player)
        if deadly_strike is not None:
            scores[deadly_strike] -= DEADLY_STRIKE_PENALTY  # S76
        return dict(scores)

    def _score(self, player: Player) -> int:
        score = player.honor * self._multiplier(player)
        if player.role != "Ronin":
            score += player.hand["Daimyo"]  # S61, S81, S97
        return score

    def _multiplier(self, player: Player) -> int:
        multiplier = TABLES[self.players].multipliers[player.role]
        if self.players == 4 and player.role == "Ninja":  # S80
            most_stars = max(other.stars for other in self._seats if other.role == "Ninja")
            if player.stars == most_stars:
                multiplier = 2
        return multiplier

    def _end(
        self, cause: str, winner: str, scores: dict[str, int] | None, deadly_strike: str | None
    ) -> None:
        """All lies as it did (S128); whoever called is not returned to."""
        self._node = "end"
        self._mover = None
        self._result = {
            "cause": cause,
            "winner": winner,
            "scores": scores,
            "deadly_strike": deadly_strike,
        }
        raise GameOver
