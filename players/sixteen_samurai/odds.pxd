"""Exact odds of a battle, precomputed: who rolls how many dice, and who wins (X14 to X18)."""

from libc.stdint cimport uint8_t

from kagemusha.core.sixteen_samurai.table cimport FULL_HAND, MAX_DICE, SEATS, Table

cdef enum:
    # A fighter's dice: 0 is nobody, 1 to 4 so many dice.
    UMA_DICE = 5
    TYPES = 6
    COUPLES = 15            # of two fighters without Uma, or nobody
    ROLLS = 21              # pairs of highest and second die, at most
    UMA_FACE = 7
    CLAN_ROOM = 20          # more samurai than a clan can have

cdef struct Roll:
    uint8_t high
    uint8_t second          # 0: there is one die only
    float chance

cdef struct Showing:                # the dice on the table
    int fighters                    # a set of seats
    Roll roll[SEATS]

# Two fighters, whatever their order, as one number.
cdef int COUPLE[MAX_DICE + 1][MAX_DICE + 1]
# The share of wins with so many dice against a couple and a third one with 1 to 4 dice.
cdef float WIN[MAX_DICE + 1][COUPLES][MAX_DICE]
# Of so many samurai, so many good ones: the chance that a hand of so many has none of them.
cdef float LACKING[CLAN_ROOM][CLAN_ROOM][FULL_HAND + 1]
# What so many dice can show.
cdef Roll ROLL[TYPES][ROLLS]
cdef int NUM_ROLLS[TYPES]

# Read the dice that have been rolled.
cdef void show(const Table* t, Showing* showing) noexcept nogil
# A seat's share of wins with these dice on the table; roll-offs are even.
cdef float share(const Showing* showing, int seat) noexcept nogil
# The same as if another had not rolled.
cdef float share_without(Showing* showing, int seat, int other) noexcept nogil
# The same before one seat rolls so many dice again.
cdef float share_after_reroll(Showing* showing, int seat, int again, int dice) noexcept nogil
