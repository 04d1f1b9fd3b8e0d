"""The rule policy of Samurai Sword."""

from kagemusha.core.samurai_sword.table cimport KINDS, Table
from kagemusha.core.types cimport action_t
from kagemusha.players.samurai_sword.reading cimport Odds
from kagemusha.players.samurai_sword.weights cimport Weights
from kagemusha.search.policy cimport Policy

cdef enum:
    MAX_HAND = 16           # hand sizes told apart

cdef struct Tables:         # what follows from the weights alone
    float keep[KINDS]       # a card in my hand
    float no_parry[MAX_HAND]        # chance that a hand of this size holds none
    float no_weapon[MAX_HAND]
    float neither[MAX_HAND]

cdef class SamuraiSwordPolicy(Policy):
    cdef Weights w
    cdef Odds odds
    cdef Tables tables
    cdef double epsilon

    # How much the mover likes each action; to end the turn is worth 0.
    cdef void score(
        self, const Table* t, const action_t* actions, int count, float* out
    ) noexcept nogil
