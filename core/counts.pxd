"""Multisets as byte counts, eight kinds to a machine word.

A hand or a deck is an array of counts whose length is a multiple of 8. The sums used
here stay below 128, so that bytes never carry into each other.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

cdef extern from *:
    int count_trailing_zeros "__builtin_ctzll" (uint64_t) noexcept nogil
    int count_bits "__builtin_popcountll" (uint64_t) noexcept nogil

cdef enum:
    NONE = -1


cdef inline uint64_t word_of(const uint8_t* bytes) noexcept nogil:
    cdef uint64_t word
    memcpy(&word, bytes, 8)
    return word


# The kind of the ticket-th card (from 0) when cards are lined up kind by kind.
cdef inline int kind_at(const uint8_t* counts, unsigned int ticket) noexcept nogil:
    cdef int kind = 0
    cdef unsigned int here
    cdef uint64_t sums = word_of(counts) * <uint64_t>0x0101010101010101
    while True:
        here = <unsigned int>(sums >> 56)
        if ticket < here:
            break
        ticket -= here
        kind += 8
        sums = word_of(counts + kind) * <uint64_t>0x0101010101010101
    # Byte i of sums counts the kinds up to i; the first above the ticket is wanted.
    sums = (sums + <uint64_t>0x7F7F7F7F7F7F7F7F - ticket * <uint64_t>0x0101010101010101)
    return kind + (count_trailing_zeros(sums & <uint64_t>0x8080808080808080) >> 3)


# One bit per seat (of up to 8) whose byte is not zero; bytes are below 128.
cdef inline unsigned int nonzero_mask(uint64_t word) noexcept nogil:
    word = ((word + <uint64_t>0x7F7F7F7F7F7F7F7F) & <uint64_t>0x8080808080808080) >> 7
    return <unsigned int>((word * <uint64_t>0x0102040810204080) >> 56)
