"""The state of a game of Sixteen Samurai."""

from kagemusha.core.sixteen_samurai.table cimport Table
from kagemusha.core.state cimport State

cdef class SixteenSamuraiState(State):
    cdef Table table
