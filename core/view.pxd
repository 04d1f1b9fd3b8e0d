"""What a player is handed: the game as one seat sees it, and worlds drawn from that.

A view holds no truth. Its face is a state in which all that the seat cannot see is blank,
with a log in which it is missing.
"""

from libc.stdint cimport uint64_t

from kagemusha.core.rng cimport rng_t
from kagemusha.core.state cimport State

cdef enum:
    ALL = -2            # the seat of a view that sees everything

cdef class View:
    cdef readonly object game
    cdef readonly int seat
    cdef State face
    cdef bint ready
    cdef View predecessor       # an earlier view of this seat, whose knowledge is a beginning

    # How many role assignments are still possible.
    cdef int assignments(self) noexcept nogil
    # Make the hot part of `world` one that the seat cannot tell from the truth. The view must
    # be ready; weights, one for each assignment, are equal if NULL.
    cdef void sample_into(self, State world, const float* weights, rng_t* rng) noexcept nogil
    # Deal the game anew, with the seat's own first cards if they are kept; False if the game
    # does not know how.
    cdef bint deal_into(self, State world, bint keep_own, rng_t* rng) noexcept nogil
    # Work out what the seat knows; afterwards the view is ready.
    cdef void study(self)
    cpdef get_ready(self)
