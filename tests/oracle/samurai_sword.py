"""Samurai Sword, a second referee: written from the rulebooks and rulings, slow and plain.

Comments such as `# S43` name the ruling in RULINGS.md that the line applies.
Seats are numbered from 0; left = clockwise = seat + 1 (S89).
"""

import contextlib
from collections.abc import Iterable, Iterator

from oracle.chance import Chance
from oracle.samurai_sword_data import (
    FULL_RESILIENCE,
    GEISHA_ON_BUSHIDO,
    HAND_LIMIT,
    MOVES,
    NUMBER_OF,
    OWN_PROPERTIES,
    PASS,
    PAY_RESILIENCE,
    PLAYED_WITHOUT_TARGET,
    TAKE_DISCARD,
    WEAPONS,
    Move,
)
from oracle.samurai_sword_table import (
    GameOver,
    Player,
    SamuraiSwordTable,
    full_name,
    read_cards,
    remove,
)


class SamuraiSword(SamuraiSwordTable):
    """One game, always standing at a decision or at the end."""

    def __init__(
        self,
        players: int,
        chance: Chance,
        *,
        end_of_deck: str = "immediate",
        geisha_own_property: bool = True,
        swordmaster_before_honor: bool = True,
    ) -> None:
        self._prepare(players, chance, end_of_deck, geisha_own_property, swordmaster_before_honor)
        self._set_up()
        self._begin_turn(self._shogun_seat())  # S130

    # ------------------------------------------------------------------ the outside

    def mover(self) -> int | None:
        return self._mover

    def node(self) -> str:
        return self._node

    def legal(self) -> list[int]:
        return sorted(NUMBER_OF[move] for move in self._legal_moves())

    def apply(self, action: int) -> None:
        assert action in self.legal(), f"{action} is not legal at {self._node!r}"
        answer_at = {
            "bushido": self._answer_bushido,
            "first draw": self._answer_first_draw,
            "play": self._answer_play,
            "parry": self._answer_parry,
            "battle cry": self._answer_battle_cry_or_jujutsu,
            "jujutsu": self._answer_battle_cry_or_jujutsu,
            "discard": self._answer_discard,
        }
        with contextlib.suppress(GameOver):
            answer_at[self._node](MOVES[action])

    def returns(self) -> list[float]:
        assert self._result is not None, "the game is not over"
        winner = self._result["winner"]
        return [1.0 if player.team == winner else 0.0 for player in self._seats]  # S104

    def position(self) -> dict:
        return {
            "node": self._node,
            "mover": self._mover,
            "turn": self._turn,
            "turn_number": self._turn_number,
            "weapons_played": self._weapons_played,
            "in_play": self._in_play,
            "bushido": self._bushido,
            "deck": dict(self._deck),
            "discards": list(self._discards),
            "attacks": [list(row) for row in self._attacks],
            "seats": [player.to_dict() for player in self._seats],
            "result": copy_of_result(self._result),
        }

    @classmethod
    def from_position(cls, position: dict, chance: Chance) -> "SamuraiSword":
        game = cls.__new__(cls)
        options = dict(position.get("options") or {})
        options.pop("language", None)  # for showing only
        game._prepare(position["players"], chance, **options)
        game._seats = [Player.from_dict(seat) for seat in position["seats"]]
        game._deck = read_cards(position["deck"])
        game._discards = [full_name(card) for card in position["discards"]]
        in_play = position.get("in_play")
        game._in_play = None if in_play is None else full_name(in_play)
        game._bushido = position.get("bushido")
        game._turn = position["turn"]
        game._turn_number = position.get("turn_number", 1)
        game._weapons_played = position.get("weapons_played", 0)
        if position.get("attacks") is not None:
            game._attacks = [list(row) for row in position["attacks"]]
        game._node = position["node"]
        game._mover = position["mover"]
        game._result = copy_of_result(position.get("result"))
        return game

    # ------------------------------------------------------------------ start of a turn

    def _begin_turn(self, seat: int) -> None:
        self._turn = seat
        self._turn_number += 1
        self._weapons_played = 0
        self._recover()
        self._check_bushido()

    def _recover(self) -> None:
        active = self._active()
        if active.resilience == 0:  # S16
            active.resilience = FULL_RESILIENCE[active.character]

    def _check_bushido(self) -> None:
        """At the end of the Recover phase (S17)."""
        if self._bushido == self._turn:
            flipped = self._flip()
            if flipped in WEAPONS:
                self._ask("bushido", self._turn)  # S68
                return
            if flipped is not None:  # S100: without a card Bushido stays
                self._bushido = self._left_of(self._turn)  # S67
        self._begin_draw_phase()

    def _answer_bushido(self, move: Move) -> None:
        if move == PASS:
            self._pay_bushido_with_honor()
        else:
            self._discard_from_hand(self._turn, move.card)
            self._bushido = self._left_of(self._turn)
        self._begin_draw_phase()

    def _pay_bushido_with_honor(self) -> None:
        active = self._active()
        if not self._is_three_player_shogun(active):  # S71
            active.honor -= 1
            self._end_if_somebody_has_no_honor()  # S108; S128: Bushido stays on the table
        self._bushido = None
        self._discards.append("Bushido")  # S103

    def _begin_draw_phase(self) -> None:
        if self._active().character == "Ieyasu" and self._discards:  # S85, S91
            self._ask("first draw", self._turn)
        else:
            self._draw_and_begin_play_phase(self._cards_to_draw())

    def _answer_first_draw(self, move: Move) -> None:
        cards_from_deck = self._cards_to_draw()
        if move == TAKE_DISCARD:
            self._active().hand[self._discards.pop()] += 1
            cards_from_deck -= 1
        self._draw_and_begin_play_phase(cards_from_deck)

    def _cards_to_draw(self) -> int:
        active = self._active()
        count = 2  # S18
        if active.character == "Hideyoshi":
            count += 1
        if self._is_three_player_shogun(active):
            count += 1
        return count

    def _draw_and_begin_play_phase(self, cards_from_deck: int) -> None:
        self._draw_several(self._turn, cards_from_deck)
        self._ask("play", self._turn)

    # ------------------------------------------------------------------ what is legal

    def _legal_moves(self) -> Iterable[Move]:
        if self._node == "end":
            return []
        mover = self._seats[self._mover]
        if self._node == "bushido":
            return [PASS, *gifts(mover.weapons_in_hand())]  # S68, S69
        if self._node == "first draw":
            return [PASS, TAKE_DISCARD]
        if self._node == "play":
            return self._legal_plays()
        if self._node in ("parry", "battle cry"):
            return [PASS, *gifts(mover.parries_in_hand())]  # S39, S55, S58
        if self._node == "jujutsu":
            return [PASS, *gifts(mover.weapons_in_hand())]  # S56, S58
        assert self._node == "discard", self._node
        return gifts(mover.hand)  # S107

    def _legal_plays(self) -> Iterator[Move]:
        yield PASS  # S24
        if self._nobunaga_may_pay():
            yield PAY_RESILIENCE
        for card in self._active().hand:
            if card in PLAYED_WITHOUT_TARGET:
                yield Move("play", card)  # S25, S114
            elif card in WEAPONS:
                yield from self._legal_attacks(card)
            elif card == "Bushido":
                yield from self._legal_bushidos()
            elif card == "Breathing":
                yield from (Move("play", card, seat) for seat in self._others())  # S59
            elif card == "Diversion":
                yield from (Move("play", card, seat) for seat in self._others_with_cards())  # S62
            elif card == "Geisha":
                yield from self._legal_geishas()
            else:
                assert card == "Parry", card  # S26: never in one's own turn

    def _nobunaga_may_pay(self) -> bool:
        active = self._active()
        there_is_a_card = bool(self._deck) or bool(self._discards)  # S100, S129
        return active.character == "Nobunaga" and active.resilience >= 2 and there_is_a_card  # S86

    def _others_with_cards(self) -> list[int]:
        return [seat for seat in self._others() if self._seats[seat].hand]

    def _legal_attacks(self, weapon: str) -> Iterator[Move]:
        if self._weapons_played >= self._weapon_limit():
            return
        for target in self._others():  # S37
            if not self._seats[target].is_harmless and self._reaches(weapon, target):
                yield Move("play", weapon, target)

    def _weapon_limit(self) -> int:
        active = self._active()
        limit = 1 + active.properties["Focus"]  # S27, S112
        if active.character == "Goemon":  # S87
            limit += 1
        if self._is_three_player_shogun(active):
            limit += 1
        return limit

    def _reaches(self, weapon: str, target: int) -> bool:
        if self._active().character == "Kojirō":  # S36
            return True
        return WEAPONS[weapon].difficulty >= self._difficulty(target)

    def _difficulty(self, target: int) -> int:
        """Of an attack of the active player on this seat (S33)."""
        clockwise = self._places_between(self._turn, target)
        counterclockwise = self._places_between(target, self._turn)
        victim = self._seats[target]
        benkei = 1 if victim.character == "Benkei" else 0
        return min(clockwise, counterclockwise) + victim.properties["Armor"] + benkei

    def _places_between(self, start: int, end: int) -> int:
        """Steps clockwise from start to end, Harmless players in between not counted (S15)."""
        places = 1
        seat = self._left_of(start)
        while seat != end:
            if not self._seats[seat].is_harmless:
                places += 1
            seat = self._left_of(seat)
        return places

    def _legal_bushidos(self) -> Iterator[Move]:
        if self._bushido is None:  # S66, S111
            for seat in range(self.players):  # S65
                yield Move("play", "Bushido", seat)

    def _legal_geishas(self) -> Iterator[Move]:
        for seat in self._others_with_cards():
            yield Move("play", "Geisha", seat, "hand")
        for seat in range(self.players):
            if self._geisha_may_touch_table_of(seat):
                for kind in self._seats[seat].properties:
                    yield Move("play", "Geisha", seat, kind)
        if self._bushido is not None and self._geisha_may_touch_table_of(self._bushido):  # S64
            yield GEISHA_ON_BUSHIDO

    def _geisha_may_touch_table_of(self, seat: int) -> bool:
        return self.geisha_own_property or seat != self._turn  # S63, S109

    # ------------------------------------------------------------------ the Play phase

    def _answer_play(self, move: Move) -> None:
        if move == PASS:
            self._go_on_with_discard_phase()
        elif move == PAY_RESILIENCE:
            self._active().resilience -= 1  # S49: no wound
            self._draw(self._turn)
        elif move.card in OWN_PROPERTIES:
            remove(self._active().hand, move.card)
            self._active().properties[move.card] += 1
        elif move.card == "Bushido":
            remove(self._active().hand, move.card)
            self._bushido = move.seat
        else:
            self._play_card_with_effect(move)

    def _play_card_with_effect(self, move: Move) -> None:
        """A Weapon or an Action: it lies beside the pile until its effect is over (S21)."""
        remove(self._active().hand, move.card)
        self._in_play = move.card
        if move.card in WEAPONS:
            self._attack(move.seat)
        elif move.card in ("Battle Cry", "Jujutsu"):
            self._ask_first_exposed_of(self._others())
        else:
            self._take_effect_at_once(move)
            self._discard_card_in_play()

    def _take_effect_at_once(self, move: Move) -> None:
        if move.card == "Tea Ceremony":  # S60
            self._draw_several(self._turn, 3)
            for seat in self._others():
                self._draw(seat)
        elif move.card == "Daimyo":
            self._draw_several(self._turn, 2)
        elif move.card == "Breathing":  # S59
            active = self._active()
            active.resilience = FULL_RESILIENCE[active.character]
            self._draw(move.seat)
        elif move.card == "Diversion":
            stolen = self._random_card_out_of_hand(move.seat)
            self._active().hand[stolen] += 1
        else:
            assert move.card == "Geisha", move
            self._discards.append(self._card_removed_by_geisha(move))  # S103

    def _card_removed_by_geisha(self, move: Move) -> str:
        if move.part == "hand":
            return self._random_card_out_of_hand(move.seat)
        if move.part == "Bushido":
            self._bushido = None
        else:
            remove(self._seats[move.seat].properties, move.part)
        return move.part

    # ------------------------------------------------------------------ Weapons

    def _attack(self, target: int) -> None:
        self._weapons_played += 1
        self._attacks[self._turn][target] += 1
        self._ask("parry", target)  # S40

    def _answer_parry(self, move: Move) -> None:
        target = self._mover
        if move == PASS:
            self._hit(target)
        else:
            self._discard_from_hand(target, move.card)
            self._discard_card_in_play()  # S44: on top of the Parry
        self._ask("play", self._turn)

    def _hit(self, target: int) -> None:
        """The order of events is that of S43."""
        victim = self._seats[target]
        points_lost = min(self._wounds(victim), victim.resilience)  # S42
        victim.resilience -= points_lost
        if victim.resilience == 0:
            self._defeat(victim)
        self._discard_card_in_play()
        if victim.character == "Ushiwaka":
            self._draw_several(target, points_lost)
        if self._active().character == "Tomoe":  # S45
            self._draw(self._turn)

    def _wounds(self, victim: Player) -> int:
        """Of the Weapon in play (S41)."""
        attacker = self._active()
        wounds = WEAPONS[self._in_play].wounds + attacker.properties["Fast Draw"]
        if attacker.character == "Musashi":
            wounds += 1
        if victim.character == "Ginchiyo":
            wounds = max(1, wounds - 1)
        return wounds

    # ------------------------------------------------------------------ Battle Cry and Jujutsu

    def _ask_first_exposed_of(self, seats: list[int]) -> None:
        """Ask the first of these seats that is not exempt; if there is none the effect is over."""
        for seat in seats:
            player = self._seats[seat]
            if not player.is_harmless and player.character != "Chiyome":  # S53, S113
                self._ask({"Battle Cry": "battle cry", "Jujutsu": "jujutsu"}[self._in_play], seat)
                return
        self._discard_card_in_play()  # S44: on top of the answers
        self._ask("play", self._turn)

    def _answer_battle_cry_or_jujutsu(self, move: Move) -> None:
        seat = self._mover
        if move == PASS:
            self._wound_by_action(self._seats[seat])  # S115: with all that follows from it
        else:
            self._discard_from_hand(seat, move.card)  # S54
        others = self._others()
        self._ask_first_exposed_of(others[others.index(seat) + 1 :])

    def _wound_by_action(self, victim: Player) -> None:
        victim.resilience -= 1  # S57: no bonus of any kind
        if victim.resilience == 0:
            self._defeat(victim)

    # ------------------------------------------------------------------ the Discard phase

    def _go_on_with_discard_phase(self) -> None:
        if self._active().hand.total() > HAND_LIMIT:  # S28
            self._ask("discard", self._turn)
        else:
            self._begin_turn(self._left_of(self._turn))

    def _answer_discard(self, move: Move) -> None:
        self._discard_from_hand(self._turn, move.card)
        self._go_on_with_discard_phase()


def gifts(cards: Iterable[str]) -> list[Move]:
    """One move per kind of card to be given away (S93)."""
    return [Move("give", card) for card in cards]


def copy_of_result(result: dict | None) -> dict | None:
    if result is None:
        return None
    scores = result["scores"]
    return {**result, "scores": None if scores is None else dict(scores)}
