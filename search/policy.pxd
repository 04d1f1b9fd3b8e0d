"""What search asks of the players' knowledge: weights for moves, and win chances for positions.

Both act on a complete world but may read only what its mover, or everybody, knows: their
answers do not change when all that the mover cannot see is redealt.
"""

from kagemusha.core.rng cimport rng_t
from kagemusha.core.state cimport State
from kagemusha.core.types cimport action_t

cdef class Policy:
    # Weights of the mover's legal actions: none negative, at least one positive.
    cdef void weigh(self, State state, const action_t* actions, int count, float* out) noexcept nogil
    # One of the mover's legal actions, drawn as the policy plays.
    cdef action_t pick(self, State state, const action_t* actions, int count, rng_t* rng) noexcept nogil

cdef class Evaluator:
    # Every seat's chance to win, as it looks from the outside.
    cdef void value(self, State state, float* out) noexcept nogil
