"""Small positions of Samurai Sword, and by enumeration what a seat can know in them."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any

from kagemusha.core.enumeration import Question, Worlds, sort
from kagemusha.core.samurai_sword.data import CARDS, CHARACTERS, SETUPS
from kagemusha.core.state import State

if TYPE_CHECKING:
    from kagemusha.core.samurai_sword.game import SamuraiSword

Observation = dict[str, Any]
Roles = tuple[tuple[str, int], ...]         # role and stars by seat

SMALL_POSITIONS = 6
LEAST_WORLDS, MOST_WORLDS = 6, 200
LONGEST_WALK = 12
END_THE_TURN = 0
# Cards that move others, and some that do not.
BUSY = ("Diversion", "Geisha", "Tea Ceremony", "Daimyo", "Breathing", "Battle Cry", "Jujutsu")
PLAIN = ("Parry", "Bokken", "Bō", "Focus", "Bushido")


def questions(game: "SamuraiSword", rng: Random) -> Iterator[Question]:
    """Two questions each on some small positions that random play led to."""
    for number in range(SMALL_POSITIONS):
        seat = rng.randrange(game.players)
        state, worlds = random_walk(game.from_dict(small_position(game, seat, rng)), seat, rng)
        yield from questions_on(f"{game.players} players, position {number}", state, seat, worlds)


def questions_on(name: str, state: State, seat: int, worlds: Worlds) -> list[Question]:
    view = state.view(seat)
    cards: dict[Hashable, Fraction] = dict(worlds.chances())
    return [
        Question(f"{name}: cards", view, lambda world: cards_of(world, seat), cards),
        Question(f"{name}: roles", view, roles_of, possible_roles(view.observation())),
    ]


def small_position(game: "SamuraiSword", seat: int, rng: Random) -> dict[str, Any]:
    """A position in which few cards are hidden from a seat: it holds most of them itself."""
    setup = SETUPS[game.players]
    left = Counter({card.names["en"]: card.copies for card in CARDS})

    def some(count: int) -> list[str]:
        chosen = []
        for _ in range(count):
            wanted = [name for name in (*BUSY, *BUSY, *PLAIN) if left[name]]
            chosen.append(rng.choice(wanted))
            left[chosen[-1]] -= 1
        return chosen

    others = [other for other in range(game.players) if other != seat]
    armed = rng.sample(others, 2)
    hands = {other: some(rng.randint(2, 3)) for other in armed}
    deck, discards = some(rng.randint(1, 3)), some(rng.randint(3, 6))
    hands[seat] = list(left.elements())
    roles = rng.sample(setup.roles, game.players)
    stars = iter(rng.sample((1, 2, 3), 3))
    characters = rng.sample(CHARACTERS, game.players)
    return {
        "node": "play",
        "turn": (turn := rng.choice([*armed, seat])),
        "mover": turn,
        "deck": dict(Counter(deck)),
        "discards": discards,
        "seats": [
            {
                "role": roles[who],
                "stars": next(stars) if game.players == 4 and roles[who] == "Ninja" else 0,
                "character": characters[who].name,
                "resilience": characters[who].resilience,
                "honor": setup.shogun_honor if roles[who] == "Shogun" else setup.honor,
                "hand": dict(Counter(hands.get(who, []))),
            }
            for who in range(game.players)
        ],
    }


def random_walk(state: State, seat: int, rng: Random) -> tuple[State, Worlds]:
    """Random play while the worlds that a seat holds possible are few, but not too few."""
    worlds = first_worlds(state.observation(seat))
    found = state, worlds
    for _ in range(LONGEST_WALK):
        choices = state.legal_actions()
        if state.current_player() == seat == state.to_dict()["turn"]:
            # At the end of its turn the seat would discard nearly all the cards there are.
            choices = [action for action in choices if action != END_THE_TURN]
        if not choices:
            break
        ahead, following = state.clone(), worlds.copy()
        ahead.apply_action(rng.choice(choices))
        heard = len(state.observation(seat)["events"])
        hear(following, ahead.observation(seat), since=heard)
        if len(following.weights) > MOST_WORLDS:
            break
        state, worlds = ahead, following
        if len(worlds.weights) >= LEAST_WORLDS:
            found = state, worlds
    return found


def worlds_of(origin: Observation, now: Observation) -> Worlds:
    """The worlds possible now, for a seat that has seen all since the origin of the log."""
    worlds = first_worlds(origin)
    hear(worlds, now, since=len(origin["events"]))
    return worlds


def first_worlds(seen: Observation) -> Worlds:
    """Where a log begins, every deal of the unseen cards is as likely as any other."""
    unseen = Counter({card.names["en"]: card.copies for card in CARDS})
    unseen.subtract(seen["discards"])
    unseen.subtract(["Bushido"] if seen["bushido"] is not None else [])
    unseen.subtract([seen["in_play"]] if seen["in_play"] else [])
    for described in seen["seats"]:
        unseen.subtract(described["properties"])
        unseen.subtract(described.get("hand", {}))
    worlds = Worlds(seen["players"], unseen.elements())
    for other, described in enumerate(seen["seats"]):
        if other != seen["seat"]:
            for _ in range(described["hand_size"]):
                worlds.draw(other)
    return worlds


def hear(worlds: Worlds, now: Observation, since: int = 0) -> None:
    """What the events in a seat's eyes say of the hidden cards (S117 to S120)."""
    me = now["seat"]
    for event in now["events"][since:]:
        what, who, card = event["event"], event.get("seat"), event.get("card")
        if what == "reshuffle":
            worlds.renew(Counter(event["cards"]).elements())
        elif what == "flip" or what == "draw" and who == me:
            worlds.flip(card)
        elif what == "draw":
            worlds.draw(who)
        elif what == "stolen" and who == me:
            worlds.gain(event["by"], card)
        elif what == "stolen" and event["by"] != me:
            worlds.move(who, event["by"])
        elif what in ("stolen", "lost", "shown") and who != me:
            worlds.show(who, card)
        elif what == "taken" and who != me:
            worlds.gain(who, card)
    counted = {other: described.get("daimyos") for other, described in enumerate(now["seats"])}
    if None not in counted.values():                                # S106
        worlds.keep(
            lambda hands: all(
                hands[other].count("Daimyo") == counted[other] for other in counted if other != me
            )
        )


def possible_roles(seen: Observation) -> dict[Hashable, Fraction]:
    """Every way to deal the role cards that a seat cannot rule out, each card by itself (S94)."""
    counts: Counter[Hashable] = Counter()
    for cards in stacks_of_roles(seen["players"]):
        counts.update(dealt for dealt in permutations(cards) if fits(dealt, seen["seats"]))
    total = sum(counts.values())
    return {dealt: Fraction(count, total) for dealt, count in counts.items()}


def stacks_of_roles(players: int) -> Iterable[list[tuple[str, int]]]:
    """The role cards in use; at 4 players one of three Ninja is put away unseen."""
    roles = SETUPS[players].roles
    if players != 4:
        return [[(role, 0) for role in roles]]
    plain = [(role, 0) for role in roles if role != "Ninja"]
    ninjas = [("Ninja", stars) for stars in (1, 2, 3)]
    return [plain + [ninja for ninja in ninjas if ninja != removed] for removed in ninjas]


def fits(dealt: Roles, seats: list[dict[str, Any]]) -> bool:
    """Whether such roles agree with those that are open; the Shogun's is."""
    for described, (role, stars) in zip(seats, dealt, strict=True):
        if "role" not in described and role == "Shogun":
            return False
        if described.get("role", role) != role or described.get("stars", stars) != stars:
            return False
    return True


def cards_of(world: State, seat: int) -> Hashable:
    position = world.to_dict()
    hands = [Counter(described["hand"]).elements() for described in position["seats"]]
    return (
        tuple(() if who == seat else sort(hand) for who, hand in enumerate(hands)),
        sort(Counter(position["deck"]).elements()),
    )


def roles_of(world: State) -> Roles:
    return tuple(
        (described["role"], described.get("stars", 0)) for described in world.to_dict()["seats"]
    )
