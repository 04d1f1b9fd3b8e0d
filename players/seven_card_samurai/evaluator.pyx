"""Who will win: a softmax over the seats of weighted features; each round has its own weights."""

cimport cython

from kagemusha.core.seven_card_samurai.state cimport SevenCardSamuraiState
from kagemusha.core.seven_card_samurai.table cimport *
from kagemusha.core.state cimport State
from kagemusha.players.choosing cimport normalize
from kagemusha.players.seven_card_samurai.plan cimport Plan, find_plan

from kagemusha.players.evaluation import read_models, scales

FEATURES = (
    "standing", "rice", "progress", "one_short", "ready", "guarded", "raid", "ninjas", "shoguns",
    "ready_now", "waiting",
)
PACKAGE = "kagemusha.players.seven_card_samurai"


@cython.final
cdef class SevenCardEvaluator(Evaluator):
    """Win chances from points, progress towards a set, and cards in hand."""

    cdef void value(self, State state, float* out) noexcept nogil:
        cdef Table* t = &(<SevenCardSamuraiState>state).table
        cdef float seen[FEATURE_COUNT]
        cdef const float* w = self.weights[t.round_number - 1]
        cdef int seat, i
        for seat in range(t.seats):
            look_at(t, seat, seen)
            out[seat] = 0
            for i in range(FEATURE_COUNT):
                out[seat] += w[i] * seen[i]
        normalize(out, t.seats)


cdef void look_at(Table* t, int seat, float* seen) noexcept nogil:
    """The features of one seat, each of the order of 1."""
    cdef Plan plan
    cdef int behind = seat - t.turn
    find_plan(t, seat, 1, &plan)
    seen[STANDING] = (t.total[seat] + t.rice[seat]) * <float>0.1
    seen[RICE] = t.rice[seat] * <float>0.1
    seen[PROGRESS] = min(plan.cards, SET_SIZE) * <float>0.2
    seen[ONE_SHORT] = plan.cards == SET_SIZE - 1
    seen[READY] = plan.ready
    seen[GUARDED] = min(t.defence[seat], t.rice[seat]) * <float>0.1
    seen[RAID] = (
        3 * t.hand[seat][BANDITS] + 4 * t.hand[seat][BANDITS + 1]
        + 5 * t.hand[seat][BANDITS + 2] + 6 * t.hand[seat][BANDITS + 3]
    ) * <float>0.1
    seen[NINJAS] = t.hand[seat][NINJA]
    seen[SHOGUNS] = t.hand[seat][SHOGUN]
    seen[READY_NOW] = plan.ready and behind == 0
    seen[WAITING] = <float>(behind if behind >= 0 else behind + t.seats) / t.seats


def feature_names():
    return list(FEATURES)


def make_evaluator(game, factors=None):
    """The evaluator for a table of this size."""
    cdef SevenCardEvaluator self = SevenCardEvaluator.__new__(SevenCardEvaluator)
    cdef int i
    by_feature = scales(FEATURES, factors)
    for number, weights in read_models(PACKAGE, FEATURES, game.players).items():
        for i, weight in enumerate(weights):
            self.weights[<int>number][i] = weight * by_feature[i]
    return self


def features(State state not None):
    """What the evaluator sees of each seat."""
    cdef Table* t = &(<SevenCardSamuraiState?>state).table
    cdef float seen[FEATURE_COUNT]
    cdef int seat, i
    rows = []
    for seat in range(t.seats):
        look_at(t, seat, seen)
        rows.append([float(seen[i]) for i in range(FEATURE_COUNT)])
    return rows


def stage(State state not None):
    """Which of its sets of weights it uses here."""
    return (<SevenCardSamuraiState?>state).table.round_number - 1
