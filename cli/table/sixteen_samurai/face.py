"""Sixteen Samurai on the table: clans, Halls of Honor, and the dice of the battle."""

from itertools import takewhile
from typing import Any

from kagemusha.cli.story import Scene
from kagemusha.cli.table.face import Card, Face, Panel
from kagemusha.cli.table.words import Span, Words, joined, plain
from kagemusha.core.game import Game
from kagemusha.core.sixteen_samurai.data import ABILITIES, BATTLE_CARDS, CLAN, SAMURAI

RATINGS = {samurai.name: samurai.ratings for samurai in SAMURAI}
PHASES = {"draft": "Draft", "conflict": "Clan Conflict", "final": "Final Battle"}
COLOURS = dict(zip(ABILITIES, ("red", "blue", "green", "purple"), strict=True))


class SixteenSamuraiFace(Face):
    chip_width = 35

    def panel(self, scene: Scene, seat: int) -> Panel:
        shown = scene.seats[seat]
        title = f"Seat {seat}" + (" · declares" if self.declares(scene, seat) else "")
        if scene.phase == "draft":
            clan = [(f"Clan {len(shown['clan'])} of {CLAN}", "")]
            return Panel(title, (clan, strengths(shown["clan"])), "", ())
        lines = (self.fighter(scene, seat), self.rolled(scene, seat), self.spent(shown))
        return Panel(title, lines, plain(self.standing(shown)), ("Hall",))

    def declares(self, scene: Scene, seat: int) -> bool:
        return bool(scene.phase != "draft" and scene.observation["declarer"] == seat)

    def standing(self, shown: dict[str, Any]) -> Words:
        """The Hall, and who is still to fight."""
        left = [name for name in shown["unseen"] if name not in BATTLE_CARDS]
        hall: Words = [("Hall ", "muted"), (str(len(shown["hall"])), "strong")]
        return joined([hall, [("To fight ", "muted"), (str(len(left)), "strong")]])

    def spent(self, shown: dict[str, Any]) -> Words:
        """Battle cards that are used up."""
        return [("used ", "muted"), (", ".join(shown["spent"]), "")] if shown["spent"] else []

    def fighter(self, scene: Scene, seat: int) -> Words:
        """Who was sent to the battle."""
        battle = scene.observation["battle"]
        if battle is None:
            return []
        sent = battle["choices"][seat]
        if sent is None:
            has_chosen = seat in chosen_in_secret(scene)
            return [("face down", "note")] if has_chosen else []
        won = [("★ ", "good")] if battle["winner"] == seat else []
        card: Words = [(f" + {sent['card']}", "note")] if sent["card"] else []
        return [*won, (sent["samurai"], "strong"), *card]

    def rolled(self, scene: Scene, seat: int) -> Words:
        battle = scene.observation["battle"]
        if battle is None or battle["dice"][seat] is None:
            return []
        dice = "".join(f"[{die}]" for die in battle["dice"][seat])
        again = battle["roll_off"][seat]
        won: Words = [(" wins", "good")] if battle["winner"] == seat else []
        return [(dice, "active"), (f" then [{again}]" if again else "", "note"), *won]

    def own(self, scene: Scene, seat: int) -> list[Words]:
        shown = scene.seats[seat]
        if scene.phase == "draft":
            clan: Words = [("Clan ", "muted"), (f"{len(shown['clan'])} of {CLAN}", "strong")]
            return [joined([clan, strengths(shown["clan"])])]
        fight = joined([self.fighter(scene, seat), self.rolled(scene, seat)], " ")
        sent: Words = [("Sent: ", "muted"), *fight] if fight else []
        hall: Words = [("Hall: ", "muted"), (", ".join(shown["hall"]) or "empty", "")]
        return [joined([self.standing(shown), sent]), hall]

    def middle(self, scene: Scene) -> Panel:
        seen = scene.observation
        if scene.phase == "draft":
            left: Words = [(f"{len(seen['layout'])} samurai", "strong"), (" to draft from", "muted")]
            return Panel("", ([("Draft", "active")], left))
        where: Words = [(f"{PHASES[scene.phase]}, round {seen['round']}", "muted")]
        battle = seen["battle"]
        lines: list[Words] = [where]
        if battle is not None and seen["node"] != "declare":
            lines.append([(battle["ability"], COLOURS[battle["ability"]]), (" is asked for", "")])
        if seen["barred"] is not None:
            lines.append([(f"{seen['barred']['samurai']} rests", "note")])
        return Panel("", tuple(lines))

    def card(self, name: str, copies: int = 1) -> Card:
        if name in BATTLE_CARDS:
            return Card(name, name, "active", "Battle card", "", "", copies)
        dice = self.game.short_text(name)
        return Card(name, name, "strong", "Samurai", dice, dice, copies)

    def hand(self, scene: Scene) -> list[Card]:
        if scene.phase == "draft" and scene.seat is not None:
            return [self.card(name) for name in reversed(scene.seats[scene.seat]["clan"])]
        return super().hand(scene)

    def action(self, scene: Scene, text: str) -> Words:
        """With the dice of a samurai, those of the ability that counts marked."""
        words = [*super().action(scene, text)]
        battle = scene.observation["battle"]
        asked = battle["ability"] if battle is not None and scene.phase != "draft" else ""
        for name, ratings in RATINGS.items():
            if name in text:
                words += [("  ", ""), *dice_words(ratings, asked)]
        return words


def dice_words(ratings: tuple[int, ...], asked: str) -> list[Span]:
    """As P2 S4 A1 K1; the ability that is asked for stands out, by its name in full."""
    words: list[Span] = []
    for ability, dice in zip(ABILITIES, ratings, strict=True):
        if ability == asked:
            words += [(f"{ability} {dice}", COLOURS[ability])]
        else:
            words += [(f"{ability[0]}{dice}", "muted")]
        words.append((" ", ""))
    return words[:-1]


def strengths(clan: list[str]) -> Words:
    """The dice of a whole clan."""
    if not clan:
        return []
    sums = [sum(column) for column in zip(*(RATINGS[name] for name in clan), strict=True)]
    return [
        (f"{ability[0]}{dice} ", COLOURS[ability])
        for ability, dice in zip(ABILITIES, sums, strict=True)
    ]


def chosen_in_secret(scene: Scene) -> set[int]:
    """The seats that have sent somebody who is not shown yet; who sees an action chose it."""
    if scene.observation["node"] != "choose":
        return set()
    latest = takewhile(lambda event: event["event"] in ("action", "chosen"), reversed(scene.events))
    since_declared = [event["seat"] for event in latest][:-1]
    return set(since_declared)


def make(game: Game) -> Face:
    return SixteenSamuraiFace(game)
