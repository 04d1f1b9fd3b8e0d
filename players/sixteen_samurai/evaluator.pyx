"""Who will win: a softmax over the seats of weighted features; each stage has its own weights."""

from libc.stdint cimport uint8_t, uint64_t

cimport cython

from kagemusha.core.counts cimport NONE, count_bits, count_trailing_zeros
from kagemusha.core.sixteen_samurai.state cimport SixteenSamuraiState
from kagemusha.core.sixteen_samurai.table cimport *
from kagemusha.core.state cimport State
from kagemusha.players.choosing cimport normalize
from kagemusha.players.sixteen_samurai.odds cimport Showing, share, show

from kagemusha.core.sixteen_samurai import data
from kagemusha.players.evaluation import read_models, scales

FEATURES = (
    "owned_dice", "final_share", "unplayed_dice", "unplayed_fours",
    "ninjutsu", "uma", "ronin", "bushido", "medicine", "declares", "battle", "out",
)
PACKAGE = "kagemusha.players.sixteen_samurai"

# Filled from the data table once, never changed afterwards.
cdef uint8_t DICE[SAMURAI]              # the sum of the four abilities
cdef uint8_t FOURS[SAMURAI]             # abilities with four dice


@cython.final
cdef class SixteenEvaluator(Evaluator):
    """Win chances from the samurai in the Halls and still to come, and the battle cards left."""

    cdef void value(self, State state, float* out) noexcept nogil:
        cdef Table* t = &(<SixteenSamuraiState>state).table
        cdef float seen[SEATS][FEATURE_COUNT]
        cdef const float* w = self.weights[stage_of(t)]
        cdef int seat, i
        look_at_all(t, seen)
        for seat in range(t.seats):
            out[seat] = 0
            for i in range(FEATURE_COUNT):
                out[seat] += w[i] * seen[seat][i]
        normalize(out, t.seats)


cdef int stage_of(Table* t) noexcept nogil:
    cdef int seat, left = 0
    if t.phase == DRAFT:
        return IN_DRAFT
    if t.phase == CONFLICT:
        return IN_CONFLICT + (t.round - 1) // ROUNDS_OF_STAGE
    for seat in range(t.seats):
        left += count_bits(owned(t, seat))
    return IN_FINAL if left > 3 * t.seats else FEW_LEFT


cdef inline uint64_t owned(Table* t, int seat) noexcept nogil:
    """The samurai of the final: those of the Hall, or those that are left."""
    if t.phase != FINAL:
        return t.hall[seat]
    if t.node == AT_CHOOSE and t.sent[seat] != NONE:
        return t.hand[seat] | <uint64_t>1 << t.sent[seat]
    return t.hand[seat]


cdef inline uint64_t unplayed(Table* t, int seat) noexcept nogil:
    cdef uint64_t members
    if t.phase == DRAFT:
        return t.clan[seat]
    if t.phase == FINAL:
        return 0
    members = t.hand[seat] | t.pile[seat]
    if t.node == AT_CHOOSE and t.sent[seat] != NONE:
        members |= <uint64_t>1 << t.sent[seat]
    return members


cdef inline int add_up(Table* t, uint64_t members, const uint8_t* numbers) noexcept nogil:
    cdef int total = 0
    while members:
        total += numbers[t.samurai[count_trailing_zeros(members)]]
        members &= members - 1
    return total


cdef void look_at_all(Table* t, float (*seen)[FEATURE_COUNT]) noexcept nogil:
    """The features of each seat, each of the order of 1."""
    cdef Showing showing
    cdef int seat, i, all_owned = 0
    cdef bint rolled = t.node == AT_BUSHIDO
    if rolled:
        show(t, &showing)
    for seat in range(t.seats):
        all_owned += count_bits(owned(t, seat))
    for seat in range(t.seats):
        seen[seat][OWNED_DICE] = add_up(t, owned(t, seat), DICE) * <float>(1.0 / 40)
        seen[seat][FINAL_SHARE] = 0
        if t.phase == FINAL:
            seen[seat][FINAL_SHARE] = <float>count_bits(owned(t, seat)) / all_owned
        seen[seat][UNPLAYED_DICE] = add_up(t, unplayed(t, seat), DICE) * <float>(1.0 / 40)
        seen[seat][UNPLAYED_FOURS] = add_up(t, unplayed(t, seat), FOURS) * <float>(1.0 / 8)
        for i in range(5):
            seen[seat][HAS_NINJUTSU + i] = t.phase == CONFLICT and not t.spent[seat] >> i & 1
        seen[seat][DECLARES] = seat == t.declarer
        seen[seat][BATTLE] = 0
        if rolled and t.fighters >> seat & 1:
            seen[seat][BATTLE] = share(&showing, seat)
        elif t.node == AT_RONIN:
            seen[seat][BATTLE] = seat == t.winner
        seen[seat][OUT] = t.phase == FINAL and owned(t, seat) == 0


def feature_names():
    return list(FEATURES)


def make_evaluator(game, factors=None):
    """The evaluator for a table of this size."""
    cdef SixteenEvaluator self = SixteenEvaluator.__new__(SixteenEvaluator)
    cdef int i
    by_feature = scales(FEATURES, factors)
    for number, weights in read_models(PACKAGE, FEATURES, game.players).items():
        for i, weight in enumerate(weights):
            self.weights[<int>number][i] = weight * by_feature[i]
    return self


def features(State state not None):
    """What the evaluator sees of each seat."""
    cdef Table* t = &(<SixteenSamuraiState?>state).table
    cdef float seen[SEATS][FEATURE_COUNT]
    cdef int seat, i
    look_at_all(t, seen)
    return [[float(seen[seat][i]) for i in range(FEATURE_COUNT)] for seat in range(t.seats)]


def stage(State state not None):
    """Which of its sets of weights it uses here."""
    return stage_of(&(<SixteenSamuraiState?>state).table)


def _load_tables():
    for i, samurai in enumerate(data.SAMURAI):
        DICE[i] = sum(samurai.ratings)
        FOURS[i] = sum(rating == 4 for rating in samurai.ratings)


_load_tables()
