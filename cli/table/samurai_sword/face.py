"""Samurai Sword on the table: characters, Resilience, Honor, Properties, and who is in reach."""

from typing import Any

from kagemusha.cli.story import Scene
from kagemusha.cli.table.face import Card, Face, Panel
from kagemusha.cli.table.words import Span, Words, joined, pips
from kagemusha.core.game import Game
from kagemusha.core.samurai_sword.data import CARD_NAMES, CARDS, CHARACTERS, SETUPS

RESILIENCE = {character.name: character.resilience for character in CHARACTERS}
TAGS = {"weapon": "Weapon", "property": "Property", "action": "Action"}
HIDDEN = "?"


class SamuraiSwordFace(Face):
    def panel(self, scene: Scene, seat: int) -> Panel:
        shown = scene.seats[seat]
        role = shown.get("role", HIDDEN) + "★" * shown.get("stars", 0)
        tokens = joined([self.resilience(shown), self.honor(shown)], " ")
        cards = joined([self.cards(shown), self.properties(scene, seat)])
        names = [shown["character"], shown.get("role", ""), *shown["properties"]]
        return Panel(
            f"{seat} {shown['character']} · {role}",
            (tokens, cards, [(self.ability(shown), "muted")]),
            self.distance_note(scene, seat),
            tuple(filter(None, [*names, "Bushido" if self.has_bushido(scene, seat) else ""])),
        )

    def ability(self, shown: dict[str, Any]) -> str:
        """What the character can do."""
        entry = self.game.TEXTS.find(shown["character"])
        return entry.text if entry is not None else ""

    def resilience(self, shown: dict[str, Any]) -> Words:
        left = shown["resilience"]
        return pips(left, RESILIENCE[shown["character"]]) if left else [("defeated", "bad")]

    def honor(self, shown: dict[str, Any]) -> Words:
        return [("Honor ", "muted"), (str(shown["honor"]), "strong")]

    def cards(self, shown: dict[str, Any]) -> Words:
        daimyos = f" ({shown['daimyos']} Daimyo)" if shown.get("daimyos") else ""
        return [("Cards ", "muted"), (f"{shown['hand_size']}{daimyos}", "strong")]

    def has_bushido(self, scene: Scene, seat: int) -> bool:
        return bool(scene.observation["bushido"] == seat)

    def properties(self, scene: Scene, seat: int) -> Words:
        names = [
            self.game.display_name(name) + (f" ×{copies}" if copies > 1 else "")
            for name, copies in scene.seats[seat]["properties"].items()
        ]
        line: list[Span] = [(", ".join(names), "property")]
        if self.has_bushido(scene, seat):
            line.append((f"{', ' if names else ''}{self.game.display_name('Bushido')}", "bad"))
        return line

    def distance_note(self, scene: Scene, seat: int) -> str:
        if is_harmless(scene.seats[seat]):
            return "Harmless"
        if scene.seat is None or scene.seat == seat:
            return ""
        return f"reach {reach(scene.seats, scene.seat, seat)}"

    def own(self, scene: Scene, seat: int) -> list[Words]:
        shown = scene.seats[seat]
        who: Words = [(f"{shown['character']}", "strong"), (" the ", "muted")]
        role: Words = [(shown.get("role", HIDDEN) + "★" * shown.get("stars", 0), "strong")]
        harmless: Words = [("Harmless", "good")] if is_harmless(shown) else []
        parts = [[*who, *role], self.resilience(shown), self.honor(shown), harmless]
        return [joined([*parts, self.properties(scene, seat)])]

    def middle(self, scene: Scene) -> Panel:
        seen = scene.observation
        discards = seen["discards"]
        top = self.game.display_name(discards[-1]) if discards else "none"
        lines: list[Words] = [
            [("Deck ", "muted"), (str(seen["deck_size"]), "strong"), ("  Discards ", "muted"),
             (str(len(discards)), "strong")],
            [("Top: ", "muted"), (top, "")],
        ]
        if seen["weapons_played"]:
            lines[1] = [*lines[1], ("  Weapons: ", "muted"), (str(seen["weapons_played"]), "")]
        return Panel("", tuple(lines))

    def card(self, name: str, copies: int = 1) -> Card:
        printed = CARDS[CARD_NAMES.number(name)]
        facts = brief = ""
        if printed.kind == "weapon":
            facts = f"reach {printed.difficulty}, wounds {printed.wounds}"
            brief = f"r{printed.difficulty} w{printed.wounds}"
        title = self.game.display_name(name)
        return Card(name, title, printed.kind, TAGS[printed.kind], facts, brief, copies)

    def hand(self, scene: Scene) -> list[Card]:
        order = list(TAGS)
        return sorted(super().hand(scene), key=lambda card: (order.index(card.kind), card.title))

    def name_of(self, scene: Scene, seat: int) -> str:
        return "you" if seat == scene.seat else str(scene.seats[seat]["character"])

    def teams(self) -> str:
        """Who is in the game."""
        return ", ".join(SETUPS[self.game.players].roles)


def is_harmless(shown: dict[str, Any]) -> bool:
    return bool(shown["resilience"] == 0 or shown["hand_size"] == 0)


def reach(seats: list[dict[str, Any]], attacker: int, target: int) -> int:
    """What a Weapon needs to reach somebody (S33)."""
    count = len(seats)

    def between(start: int, end: int) -> int:
        way = [(start + step) % count for step in range(1, (end - start) % count)]
        return sum(not is_harmless(seats[seat]) for seat in way)

    nearest = min(between(attacker, target), between(target, attacker))
    armor = seats[target]["properties"].get("Armor", 0)
    return int(1 + nearest + armor + (seats[target]["character"] == "Benkei"))


def make(game: Game) -> Face:
    return SamuraiSwordFace(game)
