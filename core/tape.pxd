"""The log of a game: every action, every chance outcome, every event that somebody noticed.

It is the cold part of a state. Clones share one growing array: whoever stands at its
end may write on, anybody else copies first. States inside a search have no tape.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t

cdef enum:
    # Entry kinds below are chance events, those above are a game's own notes. `other` of an
    # action has one bit for each seat that saw it.
    ACTION = 32

cdef struct Entry:
    uint8_t what
    int8_t seat         # whom it happened to, or who acted
    int16_t other       # a second seat, or a count
    int16_t value       # the outcome, the action, the card

cdef struct Tape:
    int owners
    int used
    int room
    Entry* entries

cdef Tape* new_tape() noexcept nogil
cdef void drop_tape(Tape* tape) noexcept nogil
# Write after the first `length` entries; returns the tape to go on with.
cdef Tape* write(Tape* tape, int length, Entry entry) noexcept nogil
