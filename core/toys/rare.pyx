"""Rare action: the first seat picks a door, the second answers; one of ten cards lets it do more.

The view counts the worlds that it deals, so that a search can be checked from outside.
"""

from libc.stdint cimport int8_t
from libc.string cimport memset

cimport cython

from kagemusha.core.rng cimport below, next_bits, rng_t, start
from kagemusha.core.state cimport HIDDEN, State, note, pick_number
from kagemusha.core.tape cimport ACTION, Entry
from kagemusha.core.types cimport TERMINAL, action_t
from kagemusha.core.view cimport View

cdef enum:
    CARDS = 10
    RARE = 0                # the card that allows the rare action
    RARE_ACTION = 2
    DEAL = 0

cdef struct Table:
    int8_t card             # of seat 1
    int8_t played
    int8_t answer


@cython.final
cdef class RareState(State):
    """A position of rare action."""

    cdef Table table

    cdef int mover(self) noexcept nogil:
        return TERMINAL if self.table.played == 2 else self.table.played

    cdef int legal(self, action_t* out) noexcept nogil:
        if self.table.played == 2:
            return 0
        out[0] = 0
        out[1] = 1
        out[2] = RARE_ACTION
        return 3 if self.table.played == 1 and self.table.card == RARE else 2

    cdef void apply(self, action_t action) noexcept nogil:
        self.table.played += 1
        self.table.answer = action

    cdef void copy_from(self, State other) noexcept nogil:
        self.chance = other.chance
        self.table = (<RareState>other).table

    cdef int turn(self) noexcept nogil:
        return self.table.played

    cdef void returns_into(self, float* out) noexcept nogil:
        out[1] = 1 if self.table.answer == RARE_ACTION else 0.5
        out[0] = 1 - out[1]

    cdef void blind(self, int seat) noexcept nogil:
        if seat == 0:
            self.table.card = HIDDEN

    cdef bint redact(self, Entry* entry, int seat) noexcept nogil:
        if entry.what == DEAL and seat == 0:
            entry.value = HIDDEN
        return True

    cdef State fresh(self):
        cdef RareState blank = RareState.__new__(RareState)
        blank.game = self.game
        return blank

    def deal(self, game, seed, chance=()):
        """Start a new game: a card to the second seat."""
        self.begin(game, seed, chance)
        memset(&self.table, 0, sizeof(Table))
        self.table.card = pick_number(self, DEAL, 0, CARDS)
        note(self, DEAL, 1, 0, self.table.card)

    def table_bytes(self):
        return (<char*>&self.table)[:sizeof(Table)]

    def hot_size(self):
        return sizeof(Table) + State.hot_size(self)


@cython.final
cdef class RareView(View):
    """Rare action as one seat sees it."""

    cdef readonly int worlds            # dealt so far
    cdef readonly int rare_worlds       # those in which the rare action is legal

    cdef void sample_into(self, State world, const float* weights, rng_t* rng) noexcept nogil:
        cdef Table* t = &(<RareState>world).table
        world.copy_from(self.face)
        if t.card == HIDDEN:
            t.card = below(next_bits(rng), CARDS)
        world.reseed(next_bits(rng))
        self.worlds += 1
        self.rare_worlds += t.card == RARE

    def past(self, seed):
        """A past that fits the sample of this seed."""
        cdef rng_t rng
        cdef RareState world = self.face.fresh()
        start(&rng, seed)
        self.sample_into(world, NULL, &rng)
        actions = [value for what, _, _, value in self.face.entries() if what == ACTION]
        return None, [(DEAL, world.table.card)], actions
