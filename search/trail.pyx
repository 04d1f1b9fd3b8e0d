"""What a seat noticed on the way to the position at hand: a pair for each step, 1 + the action
if the seat saw it, else 0; and the seat's token."""

from kagemusha.core.state cimport EVENT_KINDS, HIDDEN, State
from kagemusha.core.tape cimport ACTION
from kagemusha.core.view cimport ALL, View

cdef enum:
    TRIES = 8               # worlds in which the steps of others may turn out to be possible


def trail(View view not None, int seat):
    """The way from the start of the log.

    It is read off a past that the seat cannot tell from the true one. A simultaneous choice
    under way is left out: its nodes are where it began.
    """
    cdef State told
    cdef int block = 0, entered = 0
    view.get_ready()
    origin, chance, actions = view.past(0)
    if origin is None:
        told = view.game.deal_forced(0, chance)
    else:
        told = origin
        told.force_numbers(chance)
    steps = []
    for action in actions:
        if told.block() != block:
            block = told.block()
            entered = len(steps)
        seen = told.sees_action(seat, action)
        told.apply_action(action)
        steps.append((action + 1 if seen else 0, told.token(seat)))
    return steps[:entered] if block != 0 and told.block() == block else steps


def trail_since(View before not None, View view not None, int seat):
    """The way from an earlier view of the seat, or None if it is not easily told.

    The steps are played in worlds of the earlier view, with the chance that the seat has seen,
    until one ends where the seat is now. So nothing may have happened that the seat did not see,
    and no simultaneous choice may have begun.
    """
    cdef int i
    if not view.face.log_bytes().startswith(before.face.log_bytes()):
        return None
    entries = view.face.entries(before.face.length)
    actions = [value for what, _, _, value in entries if what == ACTION]
    chance = [(what, value) for what, _, _, value in entries if what < EVENT_KINDS]
    if HIDDEN in actions or any(value == HIDDEN for _, value in chance):
        return None
    for i in range(TRIES):
        steps = followed(before.sample(i), view, seat, actions, chance)
        if steps is not None:
            return steps
    return None


cdef list followed(State world, View view, int seat, list actions, list chance):
    cdef list steps = []
    world.force_numbers(chance)
    for action in actions:
        if world.block() != 0 or action not in world.legal_actions():
            return None
        seen = world.sees_action(seat, action)
        world.apply(action)
        steps.append((action + 1 if seen else 0, world.token(seat)))
    if world.block() != 0 or world.forced_refused() or not looks_like(world, view):
        return None
    return steps


cdef bint looks_like(State world, View view):
    """Whether the view's seat sees the same table."""
    if view.seat != ALL:
        world.blind(view.seat)
    return world.table_bytes() == view.face.table_bytes()
