"""Random numbers: a keyed hash for chance, a small fast stream for choices."""

from libc.stdint cimport uint32_t, uint64_t

cdef struct rng_t:
    uint64_t state


# A bijection of 64-bit numbers without visible structure (the finaliser of splitmix64).
cdef inline uint64_t mix(uint64_t z) noexcept nogil:
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


# The outcome number of the index-th event of a kind: a function of these three and nothing else.
cdef inline uint64_t keyed(uint64_t seed, uint64_t event, uint64_t index) noexcept nogil:
    return mix(seed + event * <uint64_t>0xD1B54A32D192ED03 + index * <uint64_t>0x9E3779B97F4A7C15)


cdef inline void start(rng_t* rng, uint64_t seed) noexcept nogil:
    rng.state = mix(seed + <uint64_t>0x9E3779B97F4A7C15)


cdef inline uint64_t next_bits(rng_t* rng) noexcept nogil:
    rng.state += <uint64_t>0x9E3779B97F4A7C15
    return mix(rng.state)


# A number below `bound` (at most 2**32) from 64 random bits; the bias is below 2**-32.
cdef inline uint32_t below(uint64_t bits, uint64_t bound) noexcept nogil:
    return <uint32_t>(((bits >> 32) * bound) >> 32)
