"""Whole games between compiled policies, in C: no views, no objects, no clock.

A policy reads only what its mover knows although the world is complete, so no view is needed.
"""

from libc.string cimport memset

from kagemusha.core.rng cimport rng_t, start
from kagemusha.core.state cimport State
from kagemusha.core.types cimport MAX_LEGAL, MAX_SEATS, TERMINAL, action_t
from kagemusha.search.policy cimport Policy

from kagemusha.core.state import checked_seed

cdef enum:
    MOST_ACTIONS = 16384        # of one game; the longest known stay far below


def play_fast(State root not None, tuple policies not None, seeds):
    """Play one game from `root`, which stays as it is.

    Gives the actions as bytes (16-bit numbers, the lower byte first), the choices made by each
    seat and the returns. Every seat draws from a stream of its own seed.
    """
    cdef rng_t rngs[MAX_SEATS]
    cdef action_t legal[MAX_LEGAL]
    cdef unsigned char actions[2 * MOST_ACTIONS]
    cdef int choices[MAX_SEATS]
    cdef float result[MAX_SEATS]
    cdef State world = root.fresh()
    cdef int seat, count, length = 0, seats = root.game.players
    cdef action_t action
    if len(policies) != seats or len(seeds) != seats:
        raise ValueError(f"{seats} seats need {seats} policies and {seats} seeds")
    for seat in range(seats):
        if not isinstance(policies[seat], Policy):
            raise TypeError(f"seat {seat} has no policy but {policies[seat]!r}")
        start(&rngs[seat], checked_seed(seeds[seat]))
        choices[seat] = 0
    world.copy_from(root)
    while True:
        seat = world.mover()
        if seat == TERMINAL:
            break
        count = world.legal(legal)
        action = legal[0]
        if count > 1:
            choices[seat] += 1
            action = (<Policy>policies[seat]).pick(world, legal, count, &rngs[seat])
        if length == MOST_ACTIONS:
            raise ValueError(f"a game went on for more than {MOST_ACTIONS} actions")
        actions[2 * length] = action & 0xFF
        actions[2 * length + 1] = (action >> 8) & 0xFF
        length += 1
        world.apply(action)
    memset(result, 0, sizeof(result))
    world.returns_into(result)
    return (
        actions[:2 * length],
        [choices[seat] for seat in range(seats)],
        [<double>result[seat] for seat in range(seats)],
    )


def teams(State state not None):
    """The team of every seat: those of one number win together."""
    return [state.team(seat) for seat in range(state.game.players)]
