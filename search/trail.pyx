"""What a seat noticed on the way from the start of the log to the position at hand."""

from kagemusha.core.state cimport State
from kagemusha.core.view cimport View


def trail(View view not None, int seat):
    """A pair for each step: 1 + the action if the seat saw it, else 0; and the seat's token.

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
