"""Late positions of Sixteen Samurai, and by enumeration what a seat can know in them."""

from collections.abc import Callable, Hashable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from kagemusha.core.enumeration import Question, Worlds, random_walk, sort
from kagemusha.core.sixteen_samurai.data import BATTLE_CARDS, FULL_HAND
from kagemusha.core.state import State

if TYPE_CHECKING:
    from kagemusha.core.sixteen_samurai.game import SixteenSamurai

Observation = dict[str, Any]

LATE_POSITIONS = 6
MOST_UNSEEN = 8                 # cards in the hand and the pile of the seat asked about
ALL_FIVE = sort(BATTLE_CARDS)
# Battle cards that are played by an action of their own (X69).
PLAYED_BY = {1: "Ronin", 2: "Medicine"} | dict.fromkeys(range(7, 11), "Bushido")


def questions(game: "SixteenSamurai", rng: Random) -> Iterator[Question]:
    """What another seat holds, in positions towards the end of the first phase."""
    for number in range(LATE_POSITIONS):
        seat, who = rng.sample(range(game.players), 2)
        start = game.from_dict(late_state(game, who, rng).to_dict())
        first = first_worlds(start.observation(seat), who)
        state, worlds = random_walk(start, seat, rng, first, hearing_of(who), choices)
        name = f"{game.players} players, position {number}: hand of seat {who}"
        yield question_on(name, state, seat, who, worlds)


def question_on(name: str, state: State, seat: int, who: int, worlds: Worlds) -> Question:
    return Question(name, state.view(seat), lambda world: cards_of(world, who), worlds.chances())


def late_state(game: "SixteenSamurai", who: int, rng: Random) -> State:
    """A state of a random game in which few cards of a seat are unseen, and some in its pile."""
    while True:
        state = game.new_initial_state(rng.randrange(2**32))
        while choices(state):
            state.apply_action(rng.choice(state.legal_actions()))
            position = state.to_dict()
            seat = position["seats"][who]
            few = len(seat["hand"]) + len(seat["pile"]) <= MOST_UNSEEN
            if position["node"] == "declare" and position["round"] > 1 and few and seat["pile"]:
                return state


def choices(state: State) -> list[int]:
    """All choices; none in the final phase, in which hands are open."""
    return [] if state.to_dict()["phase"] == "final" else state.legal_actions()


def first_worlds(seen: Observation, who: int) -> Worlds:
    """Where a log begins, every hand is as likely as any other; some cards are known (X66)."""
    described = seen["seats"][who]
    unseen = list(described["unseen"])
    for card in described["known"]:
        unseen.remove(card)
    worlds = Worlds(1, unseen)
    for _ in range(described["hand_size"] - len(described["known"])):
        worlds.draw(0)
    for card in described["known"]:
        worlds.gain(0, card)
    rule_out_five(worlds, described)
    return worlds


def hearing_of(who: int) -> Callable[[Worlds, Observation, int], None]:
    def hear(worlds: Worlds, now: Observation, since: int) -> None:
        """What the events say of one seat's hand."""
        for event in now["events"][since:]:
            if event.get("seat") == who:
                hear_event(worlds, event)
        rule_out_five(worlds, now["seats"][who])

    return hear


def hear_event(worlds: Worlds, event: dict[str, Any]) -> None:
    what = event["event"]
    if what == "draw":
        worlds.draw(0)
    elif what == "redraw":
        worlds.put_back(0, ALL_FIVE)
    elif what == "saved":
        worlds.gain(0, event["samurai"])
    elif what == "reveal":
        worlds.show(0, event["samurai"])
        if event["card"]:
            worlds.show(0, event["card"])
    elif what == "action" and event["action"] in PLAYED_BY:
        worlds.show(0, PLAYED_BY[event["action"]])


def rule_out_five(worlds: Worlds, described: dict[str, Any]) -> None:
    """Five battle cards would have been announced (X67)."""
    if described["hand_size"] == FULL_HAND and described["pile_size"]:
        worlds.keep(lambda hands: hands[0] != ALL_FIVE)


def cards_of(world: State, who: int) -> Hashable:
    """Hand and pile; a face-down choice counts as in the hand."""
    position = world.to_dict()
    seat = position["seats"][who]
    hand = list(seat["hand"])
    chosen = position["battle"]["choices"][who] if position["node"] == "choose" else None
    if chosen is not None:
        hand += [chosen["samurai"]] + ([chosen["card"]] if chosen["card"] else [])
    return (sort(hand),), sort(seat["pile"])
