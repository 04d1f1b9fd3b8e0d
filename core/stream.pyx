"""The engine's random numbers for Python: the same with every version of it."""

from libc.stdint cimport uint64_t

from kagemusha.core.rng cimport below, next_bits, rng_t, start


cdef class Stream:
    """Random choices that follow from a seed."""

    cdef rng_t rng

    def __init__(self, uint64_t seed):
        start(&self.rng, seed)

    def choose(self, items not None):
        """One of a sequence that is not empty."""
        return items[<int>below(next_bits(&self.rng), len(items))]

    def shuffle(self, list items not None):
        """Put a list in random order."""
        cdef int last, chosen
        for last in range(len(items) - 1, 0, -1):
            chosen = below(next_bits(&self.rng), last + 1)
            items[last], items[chosen] = items[chosen], items[last]
