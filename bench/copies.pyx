# cython: language_level=3
"""Copies in C: a state's own verb, and a bare memcpy of as many bytes. Built by bench_core.py."""

from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from kagemusha.core.state cimport State

cdef extern from "<stdlib.h>":
    void* aligned_alloc(size_t alignment, size_t size)

cdef extern from *:
    """
    /* Pretend to read all memory, so that no copy before this can be left out. */
    static void look(void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }
    """
    void look(void*) noexcept nogil


def copy_states(State source, long n):
    cdef State target = source.fresh()
    cdef long i
    with nogil:
        for i in range(n):
            target.copy_from(source)
            look(<void*>target)
    return n


def copy_bytes(size_t size, long n):
    """Both ends on cache lines and within a page: the hardest memcpy to keep up with."""
    cdef char* block = <char*>aligned_alloc(4096, 8192)
    cdef char* target = block + 4096 + 2048
    cdef long i
    if block == NULL or size > 2048:
        free(block)
        raise ValueError(f"no room for {size} bytes")
    memset(block, 1, 8192)
    with nogil:
        for i in range(n):
            memcpy(target, block, size)
            look(target)
    free(block)
    return n
