"""Seven Card Samurai on the table: rice, the cards that guard it, and the way to seven."""

from collections import Counter
from itertools import combinations
from typing import Any

from kagemusha.cli.story import Scene
from kagemusha.cli.table.face import Card, Face, Panel
from kagemusha.cli.table.words import Span, Words, joined
from kagemusha.core.game import Game
from kagemusha.core.seven_card_samurai.data import CARD_NAMES, CARDS, ROUNDS

KINDS = {"bandit": "purple", "ronin": "strong", "ninja": "bad", "shogun": "active"}
FACTS = {
    "samurai": "guards 1 rice",
    "ronin": "guards 3, any colour",
    "ninja": "removes a card",
    "shogun": "takes a card",
}
RONIN = "Ronin"
SEVEN = 7
PIPS = 16                               # markers drawn; beyond it the number has to do


class SevenCardSamuraiFace(Face):
    def panel(self, scene: Scene, seat: int) -> Panel:
        shown = scene.seats[seat]
        dealer = " · dealer" if scene.observation["dealer"] == seat else ""
        return Panel(
            f"Seat {seat}{dealer}",
            (
                joined([self.rice(shown), [("Cards ", "muted"), (str(shown["hand_size"]), "strong")]]),
                self.laid(shown),
                self.markers(shown),
            ),
            f"total {shown['total']}" + (f" · guard {guard(shown)}" if shown["table"] else ""),
            (*shown["table"], "Rice", "Guard"),
        )

    def rice(self, shown: dict[str, Any]) -> Words:
        return [("Rice ", "muted"), (str(shown["rice"]), "strong")]

    def markers(self, shown: dict[str, Any]) -> Words:
        return [("●" * min(shown["rice"], PIPS), "good")]

    def laid(self, shown: dict[str, Any]) -> Words:
        line: list[Span] = []
        for name, copies in shown["table"].items():
            times = f" ×{copies}" if copies > 1 else ""
            gap = [(", ", "")] if line else []
            line += [*gap, (short_name(name) + times, colour(name))]
        return line

    def own(self, scene: Scene, seat: int) -> list[Words]:
        shown = scene.seats[seat]
        total: Words = [("Total ", "muted"), (str(shown["total"]), "strong")]
        guarded: Words = [("Guard ", "muted"), (str(guard(shown)), "strong")]
        laid: Words = [("Laid: ", "muted"), *self.laid(shown)] if shown["table"] else []
        rice = joined([self.rice(shown), self.markers(shown)], " ")
        return [joined([total, rice, guarded, laid]), self.progress(shown)]

    def progress(self, shown: dict[str, Any]) -> Words:
        """How near the person is to a set of seven."""
        if "hand" not in shown:
            return []
        best = best_pair(Counter(shown["hand"]) + Counter(shown["table"]), set(shown["table"]))
        if not best:
            return [("The cards on your table are of too many colours for a set.", "note")]
        line: list[Span] = [("Towards seven: ", "muted")]
        for name, copies in best.items():
            line += [(f"{short_name(name)} {copies}", colour(name)), (" + ", "muted")]
        total = min(SEVEN, sum(best.values()))
        return [*line[:-1], (f" = {total} of 7", "strong")]

    def middle(self, scene: Scene) -> Panel:
        seen = scene.observation
        discards = seen["discards"]
        top: Words = [(discards[-1], colour(discards[-1]))] if discards else [("none", "")]
        return Panel(
            "",
            (
                [("Round ", "muted"), (f"{seen['round']} of {ROUNDS}", "strong"),
                 ("  Pile ", "muted"), (str(seen["pile_size"]), "strong")],
                [("Top discard: ", "muted"), *top],
                [("Left: draws ", "muted"), (str(seen["draws_left"]), "strong"),
                 (", plays ", "muted"), (str(seen["plays_left"]), "strong")],
            ),
        )

    def card(self, name: str, copies: int = 1) -> Card:
        printed = CARDS[CARD_NAMES.number(name)]
        facts = FACTS.get(printed.kind, f"steals {printed.value} rice")
        tag = printed.kind.capitalize()
        return Card(name, name, colour(name), "" if tag == name else tag, facts, "", copies)


def colour(name: str) -> str:
    """What a palette calls the colour of a card."""
    kind = CARDS[CARD_NAMES.number(name)].kind
    return name.partition(" ")[0].casefold() if kind == "samurai" else KINDS[kind]


def short_name(name: str) -> str:
    return name.removesuffix(" Samurai")


def guard(shown: dict[str, Any]) -> int:
    return sum(copies * (3 if name == RONIN else 1) for name, copies in shown["table"].items())


def best_pair(cards: Counter[str], on_table: set[str]) -> dict[str, int]:
    """The most cards of two colours, Ronin with them; all on the table must be among them."""
    colours = [card.name for card in CARDS if card.kind == "samurai"]
    must = on_table - {RONIN}
    sets = [
        {name: cards[name] for name in (*pair, RONIN) if cards[name]}
        for pair in combinations(colours, 2)
        if must <= set(pair)
    ]
    return max(sets, key=lambda found: sum(found.values()), default={})


def make(game: Game) -> Face:
    return SevenCardSamuraiFace(game)
