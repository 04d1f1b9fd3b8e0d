"""From scores to choices: the same softmax as weights for a search and as a cheap draw.

An action's weight is exp(score / temperature). The largest of score + temperature x Gumbel
noise is a draw from these weights, without an exponential for each action.
"""

from libc.math cimport expf
from libc.stdint cimport uint64_t

from kagemusha.core.rng cimport next_bits, rng_t

cdef enum:
    NOISE = 256             # quantiles of the Gumbel distribution
    FAINT = -20             # so much below the best, in temperatures, an action is hopeless


# Turn scores into weights; the best action weighs 1, hopeless ones nothing.
cdef inline void soften(float* scores, int count, float temperature) noexcept nogil:
    cdef float best = scores[0]
    cdef int i
    for i in range(1, count):
        if scores[i] > best:
            best = scores[i]
    for i in range(count):
        scores[i] = (scores[i] - best) / temperature
        scores[i] = expf(scores[i]) if scores[i] > FAINT else 0


# The index of an action drawn from the softmax; `noise` holds the scaled quantiles.
cdef inline int noisy_best(
    const float* scores, int count, const float* noise, rng_t* rng
) noexcept nogil:
    cdef uint64_t bits = 0
    cdef int i, best = 0
    cdef float score, highest = -1e30
    for i in range(count):
        if i & 7 == 0:
            bits = next_bits(rng)
        score = scores[i] + noise[bits & (NOISE - 1)]
        bits >>= 8
        if score > highest:
            highest = score
            best = i
    return best


cdef inline bint happens(float probability, rng_t* rng) noexcept nogil:
    return probability > 0 and (next_bits(rng) >> 40) < probability * 16777216.0


# Turn scores into chances that add up to 1.
cdef inline void normalize(float* scores, int count) noexcept nogil:
    cdef float total = 0
    cdef int i
    soften(scores, count, 1)
    for i in range(count):
        total += scores[i]
    for i in range(count):
        scores[i] /= total
