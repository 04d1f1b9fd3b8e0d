"""Biased matching pennies: both choose at once; the first seat wins .7 or .3 if they are equal.

In equilibrium both play 0 with probability .3. The second seat gets what is left of 1.
"""

from libc.stdint cimport int8_t
from libc.string cimport memset

cimport cython

from kagemusha.core.rng cimport below, next_bits, rng_t, start
from kagemusha.core.state cimport HIDDEN, State
from kagemusha.core.tape cimport ACTION, Entry
from kagemusha.core.types cimport TERMINAL, action_t
from kagemusha.core.view cimport ALL, View

cdef enum:
    OPEN = -2               # not chosen yet

cdef struct Table:
    int8_t chosen[2]        # OPEN, HIDDEN, 0 or 1


@cython.final
cdef class PenniesState(State):
    """A position of biased matching pennies."""

    cdef Table table

    cdef int mover(self) noexcept nogil:
        if self.table.chosen[0] == OPEN:
            return 0
        return 1 if self.table.chosen[1] == OPEN else TERMINAL

    cdef int legal(self, action_t* out) noexcept nogil:
        if self.mover() == TERMINAL:
            return 0
        out[0] = 0
        out[1] = 1
        return 2

    cdef void apply(self, action_t action) noexcept nogil:
        self.table.chosen[self.mover()] = action

    cdef void copy_from(self, State other) noexcept nogil:
        self.chance = other.chance
        self.table = (<PenniesState>other).table

    cdef int block(self) noexcept nogil:
        return self.mover() != TERMINAL

    cdef void reopen(self) noexcept nogil:
        self.table.chosen[0] = OPEN
        self.table.chosen[1] = OPEN

    cdef bint sees_action(self, int seat, action_t action) noexcept nogil:
        return seat == self.mover()

    cdef void returns_into(self, float* out) noexcept nogil:
        cdef Table* t = &self.table
        out[0] = 0
        if t.chosen[0] == t.chosen[1]:
            out[0] = 0.7 if t.chosen[0] == 0 else 0.3
        out[1] = 1 - out[0]

    cdef void blind(self, int seat) noexcept nogil:
        if self.mover() == 1 and seat == 1:
            self.table.chosen[0] = HIDDEN

    cdef bint redact(self, Entry* entry, int seat) noexcept nogil:
        if entry.what == ACTION and entry.seat != seat and seat != ALL and self.block():
            entry.value = HIDDEN
        return True

    cdef State fresh(self):
        cdef PenniesState blank = PenniesState.__new__(PenniesState)
        blank.game = self.game
        return blank

    def deal(self, game, seed, chance=()):
        """Start a new game."""
        self.begin(game, seed, chance)
        memset(&self.table, OPEN, sizeof(Table))

    def table_bytes(self):
        return (<char*>&self.table)[:sizeof(Table)]

    def hot_size(self):
        return sizeof(Table) + State.hot_size(self)


@cython.final
cdef class PenniesView(View):
    """Biased matching pennies as one seat sees it."""

    cdef void sample_into(self, State world, const float* weights, rng_t* rng) noexcept nogil:
        cdef Table* t = &(<PenniesState>world).table
        world.copy_from(self.face)
        if t.chosen[0] == HIDDEN:
            t.chosen[0] = below(next_bits(rng), 2)
        world.reseed(next_bits(rng))

    def past(self, seed):
        """A past that fits the sample of this seed."""
        cdef rng_t rng
        cdef PenniesState world = self.face.fresh()
        cdef int i
        start(&rng, seed)
        self.sample_into(world, NULL, &rng)
        return None, [], [world.table.chosen[i] for i in range(2) if world.table.chosen[i] != OPEN]
