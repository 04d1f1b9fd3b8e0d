# cython: language_level=3
"""Worlds sampled in C, as search does it. Built by bench_sampling.py."""

from kagemusha.core.rng cimport rng_t, start
from kagemusha.core.state cimport State
from kagemusha.core.view cimport View


def sample_worlds(View view, long n):
    """Fill the hot part of a world n times."""
    cdef State world = view.face.fresh()
    cdef rng_t rng
    cdef long _i
    view.get_ready()
    start(&rng, 1)
    with nogil:
        for _i in range(n):
            view.sample_into(world, NULL, &rng)
    return n
