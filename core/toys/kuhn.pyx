"""Kuhn poker: three cards, one each, one bet. Returns are chips won."""

from libc.stdint cimport int8_t
from libc.string cimport memset

cimport cython

from kagemusha.core.rng cimport below, next_bits, rng_t, start
from kagemusha.core.state cimport HIDDEN, State, note, pick_bit
from kagemusha.core.tape cimport ACTION, Entry
from kagemusha.core.types cimport TERMINAL, action_t
from kagemusha.core.view cimport ALL, View

cdef enum:
    CARDS = 3               # 0 Jack, 1 Queen, 2 King
    DEAL = 0                # the one kind of chance event
    PASS = 0
    BET = 1

cdef struct Table:
    int8_t card[2]
    int8_t played[3]
    int8_t length


@cython.final
cdef class KuhnState(State):
    """A position of Kuhn poker."""

    cdef Table table

    cdef int mover(self) noexcept nogil:
        return TERMINAL if is_over(&self.table) else self.table.length & 1

    cdef int legal(self, action_t* out) noexcept nogil:
        if is_over(&self.table):
            return 0
        out[0] = PASS
        out[1] = BET
        return 2

    cdef void apply(self, action_t action) noexcept nogil:
        self.table.played[self.table.length] = action
        self.table.length += 1

    cdef void copy_from(self, State other) noexcept nogil:
        self.chance = other.chance
        self.table = (<KuhnState>other).table

    cdef int hidden_type(self, int seat) noexcept nogil:
        return self.table.card[seat] + 1

    cdef int turn(self) noexcept nogil:
        return self.table.length

    cdef void returns_into(self, float* out) noexcept nogil:
        cdef Table* t = &self.table
        cdef int bets = t.played[0] + t.played[1] + t.played[2]
        cdef int winner
        if bets == 1:                       # one has passed a bet
            winner = 0 if t.length == 2 else 1
        else:
            winner = 0 if t.card[0] > t.card[1] else 1
        out[winner] = 2 if bets == 2 else 1
        out[1 - winner] = -out[winner]

    cdef void blind(self, int seat) noexcept nogil:
        if not is_over(&self.table):
            self.table.card[1 - seat] = HIDDEN

    cdef bint redact(self, Entry* entry, int seat) noexcept nogil:
        if entry.what == DEAL and entry.seat != seat and seat != ALL and not is_over(&self.table):
            entry.value = HIDDEN
        return True

    cdef State fresh(self):
        cdef KuhnState blank = KuhnState.__new__(KuhnState)
        blank.game = self.game
        return blank

    def deal(self, game, seed, chance=()):
        """Start a new game: a card to each seat."""
        cdef int seat, left = 7
        self.begin(game, seed, chance)
        memset(&self.table, 0, sizeof(Table))
        for seat in range(2):
            self.table.card[seat] = pick_bit(self, DEAL, left)
            left &= ~(1 << self.table.card[seat])
            note(self, DEAL, seat, 0, self.table.card[seat])

    def cards(self):
        """The card of each seat; -1 where it is not known."""
        return [self.table.card[0], self.table.card[1]]

    def table_bytes(self):
        return (<char*>&self.table)[:sizeof(Table)]

    def hot_size(self):
        return sizeof(Table) + State.hot_size(self)


@cython.final
cdef class KuhnView(View):
    """Kuhn poker as one seat sees it."""

    cdef void sample_into(self, State world, const float* weights, rng_t* rng) noexcept nogil:
        cdef Table* t = &(<KuhnState>world).table
        world.copy_from(self.face)
        if self.seat != ALL and t.card[1 - self.seat] == HIDDEN:
            t.card[1 - self.seat] = other_card(t.card[self.seat], rng)
        world.reseed(next_bits(rng))

    cdef bint deal_into(self, State world, bint keep_own, rng_t* rng) noexcept nogil:
        cdef Table* t = &(<KuhnState>world).table
        cdef int own = (<KuhnState>self.face).table.card[self.seat]
        memset(t, 0, sizeof(Table))
        t.card[self.seat] = own if keep_own else <int>below(next_bits(rng), CARDS)
        t.card[1 - self.seat] = other_card(t.card[self.seat], rng)
        world.reseed(next_bits(rng))
        return True

    def past(self, seed):
        """A past that fits the sample of this seed."""
        cdef rng_t rng
        cdef KuhnState world = self.face.fresh()
        cdef int i
        start(&rng, seed)
        self.sample_into(world, NULL, &rng)
        actions = [value for what, _, _, value in self.face.entries() if what == ACTION]
        return None, [(DEAL, world.table.card[i]) for i in range(2)], actions


cdef inline bint is_over(const Table* t) noexcept nogil:
    return t.length == 3 or (t.length == 2 and not (t.played[0] == PASS and t.played[1] == BET))


cdef inline int other_card(int card, rng_t* rng) noexcept nogil:
    return (card + 1 + <int>below(next_bits(rng), CARDS - 1)) % CARDS
