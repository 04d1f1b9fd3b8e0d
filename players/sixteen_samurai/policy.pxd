"""The rules of thumb of Sixteen Samurai as a policy."""

from kagemusha.core.sixteen_samurai.table cimport ABILITIES, SAMURAI
from kagemusha.players.choosing cimport NOISE
from kagemusha.search.policy cimport Policy

cdef enum:
    # The weights, in the order of weights.csv.
    WORTH_2, WORTH_3, WORTH_4, DRAFTING, BALANCE, DECLARING, CHOOSING, HALL, FUTURE
    KEEP_BUSHIDO, LATE, WINDOW, FINAL_RISK, FINAL_REST, FINAL_REPLY
    WEIGHTS

cdef class SixteenPolicy(Policy):
    cdef readonly str style
    cdef float epsilon
    cdef float weights[WEIGHTS]
    cdef float worth[5]                 # of a number of dice
    cdef float rated[SAMURAI][ABILITIES]        # the worth of each of its abilities
    cdef float quality[SAMURAI]         # the mean worth of its abilities
    cdef float noise[NOISE]
