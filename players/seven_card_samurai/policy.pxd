"""The rules of thumb of Seven Card Samurai as a policy."""

from kagemusha.players.choosing cimport NOISE
from kagemusha.search.policy cimport Policy

cdef enum:
    # The weights, in the order of weights.csv, whose last rows only change others.
    TEMPERATURE, PLAN_CARD, FINISH, SPARE_CARD, OTHER_CARD, WILD_CARD, BLOCKED, UNBLOCK
    LAY_PLAN, LAY_OTHER, GUARD, THEFT, BANDIT, HIRE, SLOT, HURT
    KEEP_NINJA, NINJA_LAID, NINJA_RONIN, KEEP_SHOGUN, SHOGUN_LOOK
    PILE, DENY, GIFT, LOST
    WEIGHTS

cdef class SevenCardPolicy(Policy):
    cdef readonly str style
    cdef float epsilon
    cdef float weights[WEIGHTS]
    cdef float noise[NOISE]
