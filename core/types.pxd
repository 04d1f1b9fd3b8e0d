"""Vocabulary that every layer shares."""

from libc.stdint cimport int16_t

ctypedef int16_t action_t

cdef enum:
    TERMINAL = -4       # the mover of a finished game (OpenSpiel's number for it)
    NOBODY = -1         # no seat
    MAX_SEATS = 8
    MAX_LEGAL = 256     # room for the legal actions of any node of any game
