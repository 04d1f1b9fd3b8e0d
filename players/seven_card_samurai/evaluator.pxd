"""Who will win a game of Seven Card Samurai, from the whole table."""

from kagemusha.core.seven_card_samurai.table cimport ROUNDS
from kagemusha.search.policy cimport Evaluator

cdef enum:
    # The features of a seat, in the order of FEATURES.
    STANDING, RICE, PROGRESS, ONE_SHORT, READY, GUARDED, RAID, NINJAS, SHOGUNS, READY_NOW, WAITING
    FEATURE_COUNT

cdef class SevenCardEvaluator(Evaluator):
    cdef float weights[ROUNDS][FEATURE_COUNT]
