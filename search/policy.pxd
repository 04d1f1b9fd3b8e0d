"""What search asks of the players' knowledge: weights for moves, and win chances for positions.

Both are given a complete world. A policy acts for the mover and may read only what the mover
knows: its choice does not change when all that the mover cannot see is redealt. An evaluator
judges the world as it is, hands and roles included.
"""

from kagemusha.core.rng cimport rng_t
from kagemusha.core.state cimport State
from kagemusha.core.types cimport action_t

cdef class Policy:
    # Weights of the mover's legal actions: none negative, at least one positive.
    cdef void weigh(
        self, State state, const action_t* actions, int count, float* out
    ) noexcept nogil
    # One of the mover's legal actions, drawn as the policy plays.
    cdef action_t pick(
        self, State state, const action_t* actions, int count, rng_t* rng
    ) noexcept nogil

cdef class Evaluator:
    # Every seat's chance to win.
    cdef void value(self, State state, float* out) noexcept nogil
