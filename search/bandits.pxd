"""The bandits: which of the legal edges of a node an iteration follows.

`legal` holds the numbers of the edges that are legal in this world. An edge's count of
availability stands where other searches have the visits of the parent.
"""

from libc.math cimport ceil, exp, fmax, fmin, isinf, log, pow, sqrt
from libc.stdint cimport uint32_t

from kagemusha.core.rng cimport below, next_bits, rng_t
from kagemusha.core.types cimport MAX_LEGAL
from kagemusha.search.settings cimport (
    EXP3, PUCT, RM, SMOOTH, UCB1_TUNED, Settings,
)
from kagemusha.search.tree cimport Edge

cdef enum:
    UNTRIED = 1000000000    # the upper bound of an action never tried


cdef inline double uniform(rng_t* rng) noexcept nogil:
    return (next_bits(rng) >> 11) * (1.0 / 9007199254740992.0)


# The position in `legal` of the edge to follow; `chance` is its probability if the bandit has one.
cdef inline int choose(
    const Settings* s, int bandit, bint is_root, Edge* edges, const uint32_t* legal, int count,
    uint32_t visits, rng_t* rng, float* chance,
) noexcept nogil:
    chance[0] = 1
    if bandit == RM or bandit == EXP3:
        return choose_mixed(s, bandit, edges, legal, count, rng, chance)
    if bandit == SMOOTH:
        if uniform(rng) >= ucb_share(s, visits):
            return choose_by_visits(edges, legal, count, rng)
    return choose_best(s, bandit, is_root, edges, legal, count, rng)


cdef inline int choose_best(
    const Settings* s, int bandit, bint is_root, Edge* edges, const uint32_t* legal, int count,
    rng_t* rng,
) noexcept nogil:
    """The highest upper bound; equals are drawn by lot."""
    cdef double best = -1e300, score, logarithm = 0
    cdef double c = s.root_c if is_root else s.c
    cdef double untried = UNTRIED if is_root or isinf(s.fpu) else s.fpu
    cdef uint32_t available = 0
    cdef int i, ties = 0, chosen = 0
    cdef Edge* edge
    for i in range(count):
        edge = &edges[legal[i]]
        if edge.available != available:
            available = edge.available
            logarithm = log(<double>available)
        score = upper_bound(bandit, c, untried, s.bias, edge, logarithm)
        if score > best:
            best = score
            chosen = i
            ties = 1
        elif score == best:
            ties += 1
            if below(next_bits(rng), ties) == 0:
                chosen = i
    return chosen


cdef inline double upper_bound(
    int bandit, double c, double untried, double bias, const Edge* edge, double logarithm
) noexcept nogil:
    cdef double n = edge.visits
    cdef double mean, spread, score
    if edge.visits == 0 and untried == UNTRIED:
        return UNTRIED + edge.prior
    mean = edge.total / n if edge.visits else untried
    if bandit == PUCT:
        score = mean + c * edge.prior * sqrt(<double>edge.available) / (1 + n)
    elif edge.visits == 0:
        score = mean
    elif bandit == UCB1_TUNED:
        spread = edge.squares / n - mean * mean + sqrt(2 * logarithm / n)
        score = mean + c * sqrt(logarithm / n * fmin(0.25, spread))
    else:
        score = mean + c * sqrt(logarithm / n)
    return score + bias * edge.prior / (1 + n)


cdef inline double ucb_share(const Settings* s, uint32_t visits) noexcept nogil:
    cdef double share = s.smooth_start / (1 + s.smooth_decay * sqrt(<double>visits))
    return share if share > s.smooth_floor else s.smooth_floor


cdef inline int choose_by_visits(
    Edge* edges, const uint32_t* legal, int count, rng_t* rng
) noexcept nogil:
    cdef double total = 0, ticket
    cdef int i
    for i in range(count):
        total += edges[legal[i]].visits
    if total == 0:
        return below(next_bits(rng), count)
    ticket = total * uniform(rng)
    for i in range(count):
        ticket -= edges[legal[i]].visits
        if ticket < 0:
            return i
    return count - 1


# A draw from the average strategy, without learning anything.
cdef inline int choose_average(
    Edge* edges, const uint32_t* legal, int count, rng_t* rng
) noexcept nogil:
    cdef double total = 0, ticket
    cdef int i
    for i in range(count):
        total += edges[legal[i]].strategy
    if total == 0:
        return choose_by_visits(edges, legal, count, rng)
    ticket = total * uniform(rng)
    for i in range(count):
        ticket -= edges[legal[i]].strategy
        if ticket < 0:
            return i
    return count - 1


cdef inline int choose_mixed(
    const Settings* s, int bandit, Edge* edges, const uint32_t* legal, int count, rng_t* rng,
    float* chance,
) noexcept nogil:
    """Draw from the current strategy mixed with a little exploration; add it to the average."""
    cdef double shares[MAX_LEGAL]
    cdef double ticket = uniform(rng)
    cdef double probability = 0
    cdef int i
    if bandit == RM:
        shares_by_regret(edges, legal, count, shares)
    else:
        shares_by_exponent(s, edges, legal, count, shares)
    for i in range(count):
        edges[legal[i]].strategy += <float>shares[i]
    for i in range(count):
        probability = (1 - s.gamma) * shares[i] + s.gamma / count
        ticket -= probability
        if ticket < 0:
            break
    else:
        i = count - 1
    chance[0] = <float>probability
    return i


cdef inline void shares_by_regret(
    Edge* edges, const uint32_t* legal, int count, double* shares
) noexcept nogil:
    cdef double total = 0
    cdef int i
    for i in range(count):
        shares[i] = edges[legal[i]].regret if edges[legal[i]].regret > 0 else 0
        total += shares[i]
    for i in range(count):
        shares[i] = shares[i] / total if total > 0 else 1.0 / count


cdef inline void shares_by_exponent(
    const Settings* s, Edge* edges, const uint32_t* legal, int count, double* shares
) noexcept nogil:
    cdef double rate = s.gamma / count
    cdef double highest = edges[legal[0]].regret
    cdef double total = 0
    cdef int i
    for i in range(1, count):
        if edges[legal[i]].regret > highest:
            highest = edges[legal[i]].regret
    for i in range(count):
        shares[i] = exp(rate * (edges[legal[i]].regret - highest))
        total += shares[i]
    for i in range(count):
        shares[i] /= total


# Regrets after a result. The played action's gain is weighted by one over its probability, so
# that every action's expected gain is right; what was gained is taken off all that were legal.
cdef inline void learn_regret(
    Edge* edges, const uint32_t* legal, int count, uint32_t played, double chance, double result
) noexcept nogil:
    cdef int i
    for i in range(count):
        edges[legal[i]].regret -= <float>result
    edges[played].regret += <float>(result / chance)


# Progressive widening: write those edges of the highest priors that the visits have opened.
cdef inline int open_edges(
    const Settings* s, Edge* edges, const uint32_t* legal, int count, uint32_t visits, uint32_t* out
) noexcept nogil:
    cdef double room = fmax(1, ceil(s.widen * pow(<double>visits, s.widen_power)))
    cdef int i, opened = 0
    for i in range(count):
        if rank(edges, legal, count, i) < room:
            out[opened] = legal[i]
            opened += 1
    return opened


# How many of the edges come before the i-th by their priors.
cdef inline int rank(Edge* edges, const uint32_t* legal, int count, int i) noexcept nogil:
    cdef float prior = edges[legal[i]].prior
    cdef int j, before = 0
    for j in range(count):
        if edges[legal[j]].prior > prior or (edges[legal[j]].prior == prior and j < i):
            before += 1
    return before
