"""Sixteen Samurai as one seat sees it: hidden hands and face-down choices (X66 to X70)."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

cimport cython

from kagemusha.core.counts cimport count_bits, count_trailing_zeros
from kagemusha.core.rng cimport below, next_bits, rng_t, start
from kagemusha.core.sixteen_samurai.state cimport SixteenSamuraiState, lay_down
from kagemusha.core.sixteen_samurai.table cimport *
from kagemusha.core.state cimport State
from kagemusha.core.tape cimport ACTION, Entry
from kagemusha.core.types cimport MAX_LEGAL, action_t
from kagemusha.core.view cimport ALL, View

from kagemusha.core.sixteen_samurai.past import Past

cdef size_t TABLE_BYTES = sizeof(Table)

cdef struct Unseen:                 # cards of a seat, some in its hand and some in its pile
    int seat
    int cards
    int in_hand
    uint32_t impossible             # the hand that would have been announced (X67), or none
    uint64_t samurai[CLAN + 5]      # each card as a set
    uint8_t battle_card[CLAN + 5]


@cython.final
cdef class SixteenSamuraiView(View):
    """The game as one seat sees it."""

    cdef Table base                 # the face; what hands hold is still in the piles
    cdef Unseen unseen[SEATS]
    cdef int num_unseen
    cdef unsigned int face_down     # seats whose choice is made and hidden

    cdef void sample_into(self, State world, const float* weights, rng_t* rng) noexcept nogil:
        cdef Table* t = &(<SixteenSamuraiState>world).table
        cdef int i
        if self.seat == ALL:
            View.sample_into(self, world, weights, rng)
            return
        memcpy(t, &self.base, TABLE_BYTES)
        for i in range(self.num_unseen):
            deal_hand(t, &self.unseen[i], rng)
        if self.face_down:
            lay_choices(world, t, self.face_down, rng)
        world.reseed(next_bits(rng))

    cdef void study(self):
        cdef Table* t = &self.base
        cdef int seat
        if self.seat == ALL:
            return
        memcpy(t, &(<SixteenSamuraiState>self.face).table, TABLE_BYTES)
        self.num_unseen = 0
        self.face_down = 0
        for seat in range(t.seats):
            if seat == self.seat:
                continue
            if t.unseen_hand[seat] == count_bits(t.pile[seat]) + count_bits(t.pile_cards[seat]):
                hold_all(t, seat)
            elif t.unseen_hand[seat] > 0:
                study_seat(&self.unseen[self.num_unseen], t, seat)
                self.num_unseen += 1
            if has_chosen(t, seat):
                self.face_down |= 1u << seat
        memset(t.unseen_hand, 0, sizeof(t.unseen_hand))

    def past(self, seed):
        """A past that fits the sample of this seed: (origin or None, chance outcomes, actions)."""
        cdef rng_t rng
        cdef SixteenSamuraiState world = self.face.fresh()
        cdef Entry* entry
        cdef int i
        start(&rng, seed)
        self.sample_into(world, NULL, &rng)
        begin = None if self.face.origin is None else self.face.origin.read()
        past = Past(self.game.players, self.seat, begin, next_bits(&rng))
        past.follow(self.face.entries())
        past.arrive(world.read())
        chance, actions = [], []
        for i in range(self.face.length):
            entry = &self.face.tape.entries[i]
            if entry.what == ACTION:
                actions.append(past.values.get(i, entry.value))
            elif entry.what < ACTION:
                chance.append((entry.what, past.values.get(i, entry.value)))
        origin = None
        if begin is not None:
            origin = self.origin_of(past)
        return origin, chance, actions

    def origin_of(self, past):
        """The position in which the log begins, with these hidden cards and choices."""
        cdef SixteenSamuraiState origin = self.face.fresh()
        cdef Table* t = &origin.table
        cdef uint64_t samurai
        cdef int seat, card
        origin.copy_from(self.face.origin)
        for seat in range(t.seats):
            for card in past.first_hand(seat):
                if card < SAMURAI:
                    samurai = <uint64_t>1 << t.place[card]
                    t.pile[seat] ^= samurai
                    t.hand[seat] |= samurai
                else:
                    t.pile_cards[seat] ^= 1 << (card - SAMURAI)
                    t.cards[seat] |= 1 << (card - SAMURAI)
            if seat in past.first_choices:
                lay_down(t, seat, past.first_choices[seat])
        memset(t.unseen_hand, 0, sizeof(t.unseen_hand))
        return origin


cdef bint has_chosen(Table* t, int seat) noexcept nogil:
    """Choices are made clockwise from the declarer (X45)."""
    if t.node != AT_CHOOSE or not t.fighters >> seat & 1:
        return False
    return (seat - t.declarer + t.seats) % t.seats < (t.mover - t.declarer + t.seats) % t.seats


cdef void hold_all(Table* t, int seat) noexcept nogil:
    """The pile is empty: all that is unseen is in the hand."""
    t.hand[seat] |= t.pile[seat]
    t.cards[seat] = t.pile_cards[seat]
    t.pile[seat] = 0
    t.pile_cards[seat] = 0


cdef void study_seat(Unseen* unseen, Table* t, int seat) noexcept nogil:
    cdef uint64_t pile = t.pile[seat]
    cdef unsigned int cards = t.pile_cards[seat]
    memset(unseen, 0, sizeof(Unseen))
    unseen.seat = seat
    unseen.in_hand = t.unseen_hand[seat]
    if cards == ALL_CARDS and unseen.in_hand == FULL_HAND:
        unseen.impossible = 31u << count_bits(pile)
    while pile:
        unseen.samurai[unseen.cards] = pile & -pile
        pile &= pile - 1
        unseen.cards += 1
    while cards:
        unseen.battle_card[unseen.cards] = cards & -cards
        cards &= cards - 1
        unseen.cards += 1


cdef inline uint32_t some_of(int cards, int wanted, rng_t* rng) noexcept nogil:
    """A random set of so many of the cards, all equally likely (Floyd's way)."""
    cdef uint32_t found = 0
    cdef uint32_t one
    cdef int last
    for last in range(cards - wanted, cards):
        one = 1u << below(next_bits(rng), last + 1)
        found |= 1u << last if found & one else one
    return found


cdef inline void deal_hand(Table* t, const Unseen* unseen, rng_t* rng) noexcept nogil:
    cdef uint32_t hand = some_of(unseen.cards, unseen.in_hand, rng)
    cdef uint64_t samurai = 0
    cdef unsigned int cards = 0
    cdef int card
    while hand == unseen.impossible:
        hand = some_of(unseen.cards, unseen.in_hand, rng)
    while hand:
        card = count_trailing_zeros(hand)
        hand &= hand - 1
        samurai |= unseen.samurai[card]
        cards |= unseen.battle_card[card]
    t.hand[unseen.seat] |= samurai
    t.pile[unseen.seat] ^= samurai
    t.cards[unseen.seat] = cards
    t.pile_cards[unseen.seat] ^= cards


cdef void lay_choices(State world, Table* t, unsigned int seats, rng_t* rng) noexcept nogil:
    """Whoever has chosen chose any of the actions that his hand allows (X70)."""
    cdef action_t actions[MAX_LEGAL]
    cdef int count, mover = t.mover
    while seats:
        t.mover = count_trailing_zeros(seats)
        seats &= seats - 1
        count = world.legal(actions)
        lay_down(t, t.mover, actions[below(next_bits(rng), count)])
    t.mover = mover
