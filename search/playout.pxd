"""From a leaf of the tree to a result for every seat."""

from libc.stdint cimport uint32_t, uint64_t

from kagemusha.core.rng cimport rng_t
from kagemusha.core.state cimport State
from kagemusha.core.types cimport action_t
from kagemusha.search.policy cimport Evaluator, Policy
from kagemusha.search.settings cimport Settings

cdef class Mast:
    """The mean result of each seat's actions, wherever they were played."""

    cdef double* totals
    cdef uint32_t* visits
    cdef int actions                # distinct ones of the game
    cdef uint32_t* played           # in this iteration, as seat x actions + action
    cdef int length, room

    # Note an action of this iteration.
    cdef void note(self, int seat, action_t action) noexcept nogil
    # Learn from the result of this iteration, and begin the next.
    cdef void learn(self, const float* result) noexcept nogil
    # The best of the seat's legal actions so far; equals are drawn by lot.
    cdef action_t best(self, int seat, const action_t* legal, int count, rng_t* rng) noexcept nogil

# Play on to the end, or to the cutoff; writes the result of every seat, gives the choices made.
cdef uint64_t play_out(
    State world, const Settings* settings, Policy policy, Evaluator evaluator, Mast mast,
    rng_t* rng, float* result,
) noexcept nogil
