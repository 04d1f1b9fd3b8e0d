"""The rules of thumb of Seven Card Samurai as a policy."""

from kagemusha.players.choosing cimport NOISE
from kagemusha.search.policy cimport Policy

cdef enum:
    # The weights, in the order of weights.csv.
    TEMPERATURE, PLAN_CARD, FINISH, SPARE_CARD, OTHER_CARD, WILD_CARD, PURITY, BLOCKED, UNBLOCK
    LAY_PLAN, LAY_OTHER, LAY_RONIN, GUARD, THEFT, BANDIT, HIRE, SLOT, HURT, LEADER
    KEEP_NINJA, NINJA_LAID, NINJA_RONIN, NINJA_HAND, KEEP_SHOGUN, SHOGUN_LOOK, SHOGUN_STRIP
    PILE, DENY, GIFT, LOST
    ADAPT_RAIDERS, ADAPT_CARDS, RAID_THEFT, RAID_GUARD, HOLD_THEFT, HOLD_GUARD
    WEIGHTS

    # The two ways of play.
    AGGRESSIVE = 0
    DEFENSIVE = 1
    MANNERS = 2

cdef class SevenCardPolicy(Policy):
    cdef readonly str style
    cdef float epsilon
    cdef bint adaptive
    cdef float weights[MANNERS][WEIGHTS]
    cdef float noise[NOISE]
