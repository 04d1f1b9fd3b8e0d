"""Small positions of Seven Card Samurai, and by enumeration what a seat can know in them."""

from collections import Counter
from collections.abc import Hashable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from kagemusha.core.enumeration import Question, Worlds, random_walk, sort
from kagemusha.core.seven_card_samurai.actions import CALL
from kagemusha.core.seven_card_samurai.data import CARDS, RICE
from kagemusha.core.state import State

if TYPE_CHECKING:
    from kagemusha.core.seven_card_samurai.game import SevenCardSamurai

Observation = dict[str, Any]

SMALL_POSITIONS = 8
# Cards that move others come up more often.
KINDS = ("Shogun", "Shogun", "Ninja", "Ninja", "Red Samurai", "Blue Samurai", "Bandit 3", "Ronin")


def questions(game: "SevenCardSamurai", rng: Random) -> Iterator[Question]:
    """A question each on some small positions that random play led to."""
    for number in range(SMALL_POSITIONS):
        seat = rng.randrange(game.players)
        start = game.from_dict(small_position(game, seat, rng))
        first = first_worlds(start.observation(seat))
        state, worlds = random_walk(start, seat, rng, first, hear, choices)
        yield question_on(f"{game.players} players, position {number}: cards", state, seat, worlds)


def question_on(name: str, state: State, seat: int, worlds: Worlds) -> Question:
    return Question(name, state.view(seat), lambda world: cards_of(world, seat), worlds.chances())


def small_position(game: "SevenCardSamurai", seat: int, rng: Random) -> dict[str, Any]:
    """A position in which few cards are hidden from a seat: it holds most of them itself."""
    left = Counter({card.name: card.copies for card in CARDS})

    def some(count: int) -> list[str]:
        chosen = [rng.choice(KINDS) for _ in range(count)]
        left.subtract(chosen)
        return chosen

    others = [other for other in range(game.players) if other != seat]
    armed = rng.sample(others, min(2, len(others)))
    more = 2 if len(armed) == 1 else 0
    hands = {other: some(rng.randint(2, 3) + more) for other in armed}
    pile, discards = some(rng.randint(1, 3)), some(rng.randint(2, 4))
    hands[seat] = list(left.elements())
    turn = rng.choice([*armed, seat])
    return {
        "round": 1,
        "dealer": 0,
        "turn": turn,
        "turn_number": turn or game.players,
        "node": "play",
        "mover": turn,
        "draws_left": 0,
        "plays_left": 2,
        "pile": dict(Counter(pile)),
        "discards": discards,
        "seats": [
            {"hand": dict(Counter(hands.get(who, []))), "rice": RICE}
            for who in range(game.players)
        ],
    }


def choices(state: State) -> list[int]:
    """All choices but a call: it would end the round, and with it all knowledge (C61)."""
    return [action for action in state.legal_actions() if action != CALL]


def worlds_of(origin: Observation, now: Observation) -> Worlds:
    """The worlds possible now, for a seat that has seen all since the origin of the log."""
    worlds = first_worlds(origin)
    hear(worlds, now, since=len(origin["events"]))
    return worlds


def first_worlds(seen: Observation) -> Worlds:
    """Where a log begins, every deal of the unseen cards is as likely as any other."""
    unseen = Counter({card.name: card.copies for card in CARDS})
    unseen.subtract(seen["discards"])
    unseen.subtract(seen["in_play"])
    for described in seen["seats"]:
        unseen.subtract(described["table"])
    unseen.subtract(seen["seats"][seen["seat"]]["hand"])
    worlds = Worlds(seen["players"], unseen.elements())
    for other, described in enumerate(seen["seats"]):
        if other != seen["seat"]:
            for _ in range(described["hand_size"]):
                worlds.draw(other)
            if "hand" in described:                             # it is being looked at
                worlds.look(other, Counter(described["hand"]).elements())
    return worlds


def hear(worlds: Worlds, now: Observation, since: int = 0) -> None:
    """What the events of one round say of the hidden cards, in a seat's eyes (C56 to C60)."""
    me = now["seat"]
    for event in now["events"][since:]:
        what, who, card = event["event"], event.get("seat"), event.get("card")
        if what == "renewal":
            worlds.renew(Counter(event["cards"]).elements())
        elif what == "flip" or what == "draw" and who == me:
            worlds.flip(card)
        elif what == "draw":
            worlds.draw(who)
        elif what == "look" and event["by"] == me:
            worlds.look(who, Counter(event["cards"]).elements())
        elif what == "stolen" and who == me:
            worlds.gain(event["by"], card)
        elif what == "stolen" and event["by"] != me:
            worlds.move(who, event["by"])
        elif what in ("stolen", "lost", "shown", "removed") and who != me:
            worlds.show(who, card)
        elif what in ("taken", "taken back") and who != me:
            worlds.gain(who, card)


def cards_of(world: State, seat: int) -> Hashable:
    position = world.to_dict()
    hands = [Counter(described["hand"]).elements() for described in position["seats"]]
    return (
        tuple(() if who == seat else sort(hand) for who, hand in enumerate(hands)),
        sort(Counter(position["pile"]).elements()),
    )
