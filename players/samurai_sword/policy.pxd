"""The rule policy of Samurai Sword."""

from kagemusha.core.samurai_sword.table cimport KINDS, Table
from kagemusha.core.types cimport action_t
from kagemusha.players.choosing cimport NOISE
from kagemusha.players.samurai_sword.prospects cimport Chances
from kagemusha.players.samurai_sword.reading cimport Odds
from kagemusha.players.samurai_sword.weights cimport Weights
from kagemusha.search.policy cimport Policy

cdef class SamuraiSwordPolicy(Policy):
    cdef Weights w
    cdef Odds odds
    cdef Chances chances
    cdef float keep[KINDS]  # of a card in my hand
    cdef float epsilon
    cdef float noise[NOISE]

    # How much the mover likes each action; to end the turn is worth 0.
    cdef void score(
        self, const Table* t, const action_t* actions, int count, float* out
    ) noexcept nogil
