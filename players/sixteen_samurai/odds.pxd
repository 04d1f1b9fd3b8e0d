"""Exact odds of a battle, precomputed: who rolls how many dice, and who wins (X14 to X18)."""

from libc.stdint cimport uint8_t

from kagemusha.core.sixteen_samurai.table cimport MAX_DICE, SEATS, Table

cdef enum:
    # A fighter's dice: 0 is nobody, 1 to 4 so many dice.
    UMA_DICE = 5
    TYPES = 6
    COUPLES = 15            # of two fighters without Uma, or nobody
    ROLLS = 21              # pairs of highest and second die, at most
    UMA_FACE = 7

cdef struct Roll:
    uint8_t high
    uint8_t second          # 0: there is one die only
    float chance

cdef struct Showing:                # the dice on the table
    int fighters                    # a set of seats
    Roll roll[SEATS]

# Two fighters, whatever their order, as one number: nobody first, then one, then two.
cdef int COUPLE[MAX_DICE + 1][MAX_DICE + 1]
# Where the couples begin that leave so many rivals with the one beside them.
cdef int COUPLES_FROM[SEATS + 1]
# Against a couple the share of wins with 1 to 4 dice if a third one has 1 to 4 dice.
cdef float WIN[COUPLES][MAX_DICE][MAX_DICE]
# What so many dice can show.
cdef Roll ROLL[TYPES][ROLLS]
cdef int NUM_ROLLS[TYPES]

# Read the dice that have been rolled.
cdef void show(const Table* t, Showing* showing) noexcept nogil
# A seat's share of wins with these dice on the table; roll-offs are even.
cdef float share(const Showing* showing, int seat) noexcept nogil
# The same; and after one of the fighters has rolled as many dice again, 0 where that cannot help.
cdef float share_after_rerolls(
    Showing* showing, int seat, const uint8_t* dice, float* after
) noexcept nogil
