"""The log of a game: every action, every chance outcome, every event that somebody noticed."""

from libc.stdlib cimport abort, free, malloc, realloc
from libc.string cimport memcpy


cdef Tape* new_tape() noexcept nogil:
    cdef Tape* tape = <Tape*>malloc(sizeof(Tape))
    if tape == NULL:
        abort()
    tape.owners = 1
    tape.used = 0
    tape.room = 0
    tape.entries = NULL
    return tape


cdef void drop_tape(Tape* tape) noexcept nogil:
    if tape == NULL:
        return
    tape.owners -= 1
    if tape.owners == 0:
        free(tape.entries)
        free(tape)


cdef Tape* write(Tape* tape, int length, Entry entry) noexcept nogil:
    cdef Tape* own = tape
    if tape.used != length:
        own = new_tape()
        reserve(own, length + 64)
        memcpy(own.entries, tape.entries, length * sizeof(Entry))
        own.used = length
        drop_tape(tape)
    if own.used == own.room:
        reserve(own, 2 * own.room + 128)
    own.entries[own.used] = entry
    own.used += 1
    return own


cdef void reserve(Tape* tape, int room) noexcept nogil:
    tape.entries = <Entry*>realloc(tape.entries, room * sizeof(Entry))
    if tape.entries == NULL:
        abort()
    tape.room = room
