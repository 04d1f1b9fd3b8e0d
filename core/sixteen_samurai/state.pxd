"""The state of a game of Sixteen Samurai."""

from libc.stdint cimport uint64_t

from kagemusha.core.sixteen_samurai.table cimport SEND, WITH_NOTHING, Table
from kagemusha.core.state cimport State

cdef class SixteenSamuraiState(State):
    cdef Table table


# The samurai of a choice, and its card, leave the hand face down.
cdef inline void lay_down(Table* t, int seat, int action) noexcept nogil:
    cdef int samurai = (action - SEND) // 3
    t.sent[seat] = t.place[samurai]
    t.with_card[seat] = action - SEND - 3 * samurai
    t.hand[seat] ^= <uint64_t>1 << t.sent[seat]
    if t.with_card[seat] != WITH_NOTHING:
        t.cards[seat] ^= 1 << (t.with_card[seat] - 1)
