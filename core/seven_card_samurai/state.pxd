"""The state of a game of Seven Card Samurai."""

from libc.stdint cimport uint8_t

from kagemusha.core.seven_card_samurai.table cimport Table
from kagemusha.core.state cimport State

cdef class SevenCardSamuraiState(State):
    cdef Table table

# The best set a seat can call, copies by kind; returns its points or 0.
cdef int choose_set(Table* t, int seat, uint8_t* chosen) noexcept nogil
