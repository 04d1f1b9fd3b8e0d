"""The state of a game of Seven Card Samurai."""

from kagemusha.core.seven_card_samurai.table cimport Table
from kagemusha.core.state cimport State

cdef class SevenCardSamuraiState(State):
    cdef Table table
