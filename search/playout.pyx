"""Play-outs: at random, by the policy, or by what has done well so far."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from kagemusha.core.rng cimport below, next_bits, rng_t
from kagemusha.core.state cimport State
from kagemusha.core.types cimport MAX_LEGAL, MAX_SEATS, TERMINAL, action_t
from kagemusha.search.bandits cimport uniform
from kagemusha.search.policy cimport Evaluator, Policy
from kagemusha.search.settings cimport MAST, UNIFORM, Settings

cdef enum:
    FOR_EVER = 2147483647


cdef class Mast:
    """The mean result of each seat's actions, wherever they were played."""

    def __cinit__(self, int actions, int longest):
        self.actions = actions
        self.room = longest
        self.totals = <double*>calloc(MAX_SEATS * actions, sizeof(double))
        self.visits = <uint32_t*>calloc(MAX_SEATS * actions, sizeof(uint32_t))
        self.played = <uint32_t*>malloc(longest * sizeof(uint32_t))
        if self.totals == NULL or self.visits == NULL or self.played == NULL:
            raise MemoryError("no memory for the mean results of actions")

    def __dealloc__(self):
        free(self.totals)
        free(self.visits)
        free(self.played)

    cdef void note(self, int seat, action_t action) noexcept nogil:
        if self.length < self.room:
            self.played[self.length] = seat * self.actions + action
            self.length += 1

    cdef void learn(self, const float* result) noexcept nogil:
        cdef int i
        for i in range(self.length):
            self.totals[self.played[i]] += result[self.played[i] // <uint32_t>self.actions]
            self.visits[self.played[i]] += 1
        self.length = 0

    cdef action_t best(self, int seat, const action_t* legal, int count, rng_t* rng) noexcept nogil:
        cdef double highest = -1e300, mean
        cdef int i, index, ties = 0, chosen = 0
        for i in range(count):
            index = seat * self.actions + legal[i]
            mean = self.totals[index] / self.visits[index] if self.visits[index] else 1e9
            if mean > highest:
                highest = mean
                chosen = i
                ties = 1
            elif mean == highest:
                ties += 1
                if below(next_bits(rng), ties) == 0:
                    chosen = i
        return legal[chosen]


cdef uint64_t play_out(
    State world, const Settings* settings, Policy policy, Evaluator evaluator, Mast mast,
    rng_t* rng, float* result,
) noexcept nogil:
    cdef action_t actions[MAX_LEGAL]
    cdef action_t action
    cdef uint64_t choices = 0
    cdef int count, mover
    cdef int last = FOR_EVER if settings.cutoff < 0 else world.turn() + settings.cutoff
    memset(result, 0, MAX_SEATS * sizeof(float))
    while True:
        mover = world.mover()
        if mover == TERMINAL:
            world.returns_into(result)
            return choices
        if last != FOR_EVER and world.turn() >= last:
            evaluator.value(world, result)
            return choices
        count = world.legal(actions)
        if count == 1:
            world.apply(actions[0])
            continue
        choices += 1
        if settings.rollout == UNIFORM or uniform(rng) < settings.epsilon:
            action = actions[below(next_bits(rng), count)]
        elif settings.rollout == MAST:
            action = mast.best(mover, actions, count, rng)
        else:
            action = policy.pick(world, actions, count, rng)
        if settings.rollout == MAST:
            mast.note(mover, action)
        world.apply(action)
