"""The state of a game of Samurai Sword."""

from kagemusha.core.samurai_sword.table cimport Table
from kagemusha.core.state cimport State

cdef class SamuraiSwordState(State):
    cdef Table table
