"""Leduc poker: two each of three ranks, one card each, then a public one. Returns are chips won."""

from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memset

cimport cython

from kagemusha.core.counts cimport kind_at
from kagemusha.core.rng cimport below, next_bits, rng_t, start
from kagemusha.core.state cimport HIDDEN, State, note, pick_card
from kagemusha.core.tape cimport ACTION, Entry
from kagemusha.core.types cimport NOBODY, TERMINAL, action_t
from kagemusha.core.view cimport ALL, View

cdef enum:
    RANKS = 3
    COPIES = 2
    ROOM = 8                # ranks, padded to a machine word
    MOST_RAISES = 2         # in a round

    DEAL = 0                # chance events: a card to a seat, the public card
    TURN_UP = 1

    FOLD = 0
    CALL = 1
    RAISE = 2

cdef struct Table:
    int8_t card[2]
    int8_t public           # rank, or HIDDEN in the first round
    int8_t paid[2]          # chips
    int8_t round            # 0, 1, and 2 at the showdown
    int8_t mover
    int8_t raises
    int8_t calls            # in a row
    int8_t folded           # seat, or HIDDEN
    bint turned_up          # in the last step


@cython.final
cdef class LeducState(State):
    """A position of Leduc poker."""

    cdef Table table

    cdef int mover(self) noexcept nogil:
        return TERMINAL if is_over(&self.table) else self.table.mover

    cdef int legal(self, action_t* out) noexcept nogil:
        cdef Table* t = &self.table
        cdef int count = 0
        if is_over(t):
            return 0
        if t.paid[1 - t.mover] > t.paid[t.mover]:
            out[count] = FOLD
            count += 1
        out[count] = CALL
        count += 1
        if t.raises < MOST_RAISES:
            out[count] = RAISE
            count += 1
        return count

    cdef void apply(self, action_t action) noexcept nogil:
        cdef Table* t = &self.table
        t.turned_up = False
        if action == FOLD:
            t.folded = t.mover
        elif action == RAISE:
            t.paid[t.mover] = t.paid[1 - t.mover] + (2 if t.round == 0 else 4)
            t.raises += 1
            t.calls = 1                     # the raiser agrees with himself
            t.mover = 1 - t.mover
        else:
            t.paid[t.mover] = t.paid[1 - t.mover]
            t.calls += 1
            t.mover = 1 - t.mover
            if t.calls == 2:
                next_round(self, t)

    cdef void copy_from(self, State other) noexcept nogil:
        self.chance = other.chance
        self.table = (<LeducState>other).table

    cdef uint64_t token(self, int seat) noexcept nogil:
        return self.table.public + 1 if self.table.turned_up else 0

    cdef int hidden_type(self, int seat) noexcept nogil:
        return self.table.card[seat] + 1

    cdef int turn(self) noexcept nogil:
        return self.table.round

    cdef void returns_into(self, float* out) noexcept nogil:
        cdef Table* t = &self.table
        cdef int winner
        if t.folded != HIDDEN:
            winner = 1 - t.folded
        elif t.card[0] == t.card[1]:
            out[0] = 0
            out[1] = 0
            return
        elif t.card[0] == t.public or t.card[1] == t.public:
            winner = 0 if t.card[0] == t.public else 1
        else:
            winner = 0 if t.card[0] > t.card[1] else 1
        out[winner] = t.paid[1 - winner]
        out[1 - winner] = -out[winner]

    cdef void blind(self, int seat) noexcept nogil:
        if not is_over(&self.table):
            self.table.card[1 - seat] = HIDDEN

    cdef bint redact(self, Entry* entry, int seat) noexcept nogil:
        if entry.what == DEAL and entry.seat != seat and seat != ALL and not is_over(&self.table):
            entry.value = HIDDEN
        return True

    cdef State fresh(self):
        cdef LeducState blank = LeducState.__new__(LeducState)
        blank.game = self.game
        return blank

    def deal(self, game, seed, chance=()):
        """Start a new game: a card to each seat."""
        cdef uint8_t left[ROOM]
        cdef int seat
        self.begin(game, seed, chance)
        clear(&self.table)
        fill_deck(left)
        for seat in range(2):
            self.table.card[seat] = pick_card(self, DEAL, left, RANKS * COPIES - seat)
            left[self.table.card[seat]] -= 1
            note(self, DEAL, seat, 0, self.table.card[seat])

    def cards(self):
        """The card of each seat, and the public one; -1 where it is not known."""
        return [self.table.card[0], self.table.card[1], self.table.public]

    def table_bytes(self):
        return (<char*>&self.table)[:sizeof(Table)]

    def hot_size(self):
        return sizeof(Table) + State.hot_size(self)


@cython.final
cdef class LeducView(View):
    """Leduc poker as one seat sees it."""

    cdef void sample_into(self, State world, const float* weights, rng_t* rng) noexcept nogil:
        cdef Table* t = &(<LeducState>world).table
        world.copy_from(self.face)
        if self.seat != ALL and t.card[1 - self.seat] == HIDDEN:
            deal_other(t, self.seat, rng)
        world.reseed(next_bits(rng))

    cdef bint deal_into(self, State world, bint keep_own, rng_t* rng) noexcept nogil:
        cdef Table* t = &(<LeducState>world).table
        cdef int own = (<LeducState>self.face).table.card[self.seat]
        clear(t)
        t.card[self.seat] = own if keep_own else <int>below(next_bits(rng), RANKS)
        deal_other(t, self.seat, rng)
        world.reseed(next_bits(rng))
        return True

    def past(self, seed):
        """A past that fits the sample of this seed."""
        cdef rng_t rng
        cdef LeducState world = self.face.fresh()
        cdef int i
        start(&rng, seed)
        self.sample_into(world, NULL, &rng)
        chance = [(DEAL, world.table.card[i]) for i in range(2)]
        if world.table.public != HIDDEN:
            chance.append((TURN_UP, world.table.public))
        actions = [value for what, _, _, value in self.face.entries() if what == ACTION]
        return None, chance, actions


cdef inline bint is_over(const Table* t) noexcept nogil:
    return t.folded != HIDDEN or t.round == 2


cdef void clear(Table* t) noexcept nogil:
    memset(t, 0, sizeof(Table))
    t.public = HIDDEN
    t.folded = HIDDEN
    t.paid[0] = 1
    t.paid[1] = 1


cdef void fill_deck(uint8_t* left) noexcept nogil:
    memset(left, 0, ROOM)
    memset(left, COPIES, RANKS)


cdef void next_round(LeducState self, Table* t) noexcept nogil:
    cdef uint8_t left[ROOM]
    t.round += 1
    t.raises = 0
    t.calls = 0
    t.mover = 0
    if t.round == 1:
        fill_deck(left)
        left[t.card[0]] -= 1
        left[t.card[1]] -= 1
        t.public = pick_card(self, TURN_UP, left, RANKS * COPIES - 2)
        t.turned_up = True
        note(self, TURN_UP, NOBODY, 0, t.public)


cdef void deal_other(Table* t, int seat, rng_t* rng) noexcept nogil:
    cdef uint8_t left[ROOM]
    cdef int total = RANKS * COPIES - 1
    fill_deck(left)
    left[t.card[seat]] -= 1
    if t.public != HIDDEN:
        left[t.public] -= 1
        total -= 1
    t.card[1 - seat] = kind_at(left, below(next_bits(rng), total))
