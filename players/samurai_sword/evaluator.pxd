"""The evaluator of Samurai Sword."""

from kagemusha.core.samurai_sword.table cimport SEATS, TEAMS, Table
from kagemusha.search.policy cimport Evaluator

cdef enum:
    # Features of a team, in the order of evaluator.csv.
    POINTS = 0
    POINTS_LATE = 1
    POINTS_DECK = 2
    DAIMYOS = 3
    TOUGHNESS = 4
    FALLEN = 5
    CARDS = 6
    WEAPON_WOUNDS = 7
    WEAPON_REACH = 8
    FOCUSES = 9
    ARMORS = 10
    FAST_DRAWS = 11
    IS_SHOGUN = 12
    IS_RONIN = 13
    FEATURES = 14

cdef class SamuraiSwordEvaluator(Evaluator):
    cdef float weights[SEATS + 1][FEATURES]     # by number of players

# What speaks for each team that is present; returns which are, one bit each.
cdef int team_features(const Table* t, float (*out)[FEATURES]) noexcept nogil
