"""Who will win a game of Sixteen Samurai, from the whole table."""

from kagemusha.search.policy cimport Evaluator

cdef enum:
    # The features of a seat, in the order of FEATURES.
    OWNED_DICE, FINAL_SHARE, UNPLAYED_DICE, UNPLAYED_FOURS
    HAS_NINJUTSU, HAS_UMA, HAS_RONIN, HAS_BUSHIDO, HAS_MEDICINE, DECLARES, BATTLE, OUT
    FEATURE_COUNT

    # Stages: the draft, thirds of the conflict, the final with many samurai and with few.
    IN_DRAFT = 0
    IN_CONFLICT = 1
    ROUNDS_OF_STAGE = 6
    IN_FINAL = 4
    FEW_LEFT = 5
    STAGES = 6

cdef class SixteenEvaluator(Evaluator):
    cdef float weights[STAGES][FEATURE_COUNT]
