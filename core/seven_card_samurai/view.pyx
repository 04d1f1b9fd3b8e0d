"""Seven Card Samurai as one seat sees it: hands by exact knowledge (C56 to C61).

Every round is a deal of its own, so only the round under way is sampled; a whole past also
has the hands of the rounds before.
"""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memcmp, memcpy, memset

cimport cython

from kagemusha.core.counts cimport nonzero_mask, word_of
from kagemusha.core.knowledge cimport (
    ADD, CARDS, DRAWN, GAIN, MOVE, NO_ENTRY, NO_KIND, ORIGIN_ENTRY, RENEW, SEEN, SHOW, Knowledge,
    learn,
)
from kagemusha.core.rng cimport next_bits, rng_t, start
from kagemusha.core.seven_card_samurai.state cimport SevenCardSamuraiState, choose_set
from kagemusha.core.seven_card_samurai.table cimport *
from kagemusha.core.state cimport HIDDEN, State
from kagemusha.core.tape cimport ACTION, Entry
from kagemusha.core.types cimport NOBODY
from kagemusha.core.view cimport ALL, View

from kagemusha.core.seven_card_samurai import data
from kagemusha.core.story import kinds_of_entries

cdef enum:
    ATTEMPTS = 10000            # to find a deal that fits a call

cdef size_t TABLE_BYTES = sizeof(Table)


cdef struct Call:               # what a called set says of the caller's hand (C18, C42)
    int caller                  # NOBODY: nothing
    uint8_t chosen[ROOM]
    uint8_t laid[LAID_ROOM]


@cython.final
cdef class SevenCardSamuraiView(View):
    """The game as one seat sees it."""

    cdef Table base             # the face without any hidden card
    cdef Knowledge knowledge
    cdef Call call
    cdef dict linked            # by the first entry of a round

    cdef void sample_into(self, State world, const float* weights, rng_t* rng) noexcept nogil:
        if self.seat == ALL:
            View.sample_into(self, world, weights, rng)
            return
        deal_world(self, <SevenCardSamuraiState>world, rng, NULL)

    cdef void study(self):
        cdef int seat
        if self.seat == ALL:
            return
        self.linked = {}
        self.base = (<SevenCardSamuraiState>self.face).table
        for seat in range(self.base.seats):
            if seat != self.seat:
                memset(self.base.hand[seat], 0, ROOM)
        first = rounds_of(self.face).pop()[0]
        if self.predecessor is None or self.predecessor.face.length <= first:
            self.knowledge = Knowledge(self.base.seats)
            begin(self, self.knowledge, None, first)
        else:
            self.knowledge = (<SevenCardSamuraiView>self.predecessor).knowledge.copy()
            first = self.predecessor.face.length
        fold(self, self.knowledge, None, first, self.face.length, &self.call)
        while not is_enough(self.knowledge, &self.call):
            first = rounds_of(self.face).pop()[0]
            self.knowledge = Knowledge(self.base.seats, limit=self.knowledge.higher_limit())
            begin(self, self.knowledge, None, first)
            fold(self, self.knowledge, None, first, self.face.length, &self.call)

    def hypotheses(self):
        """How many hypotheses about the hands there are, the most on the way, times pruned."""
        self.get_ready()
        return self.knowledge.hypotheses(), self.knowledge.most, self.knowledge.pruned

    def past(self, seed):
        """A past that fits the sample of this seed: (origin or None, chance outcomes, actions)."""
        cdef rng_t rng
        cdef SevenCardSamuraiState world = self.face.fresh()
        cdef uint8_t dealt[CARDS]
        cdef int i, hypothesis
        cdef Entry* entry
        self.get_ready()
        start(&rng, seed)
        hypothesis = deal_world(self, world, &rng, dealt)
        kinds = {}
        rounds = rounds_of(self.face)
        first, last = rounds.pop()
        kinds.update(
            self.kinds_of_round(
                first, last, hypothesis, [dealt[i] for i in range(CARDS)], next_bits(&rng)
            )
        )
        for first, last in rounds:
            kinds.update(self.kinds_of_finished_round(first, last, next_bits(&rng)))
        chance, actions = [], []
        for i in range(self.face.length):
            entry = &self.face.tape.entries[i]
            if entry.what == ACTION:
                # The card of a secret take stands in the next entry.
                actions.append(entry.value if entry.value != HIDDEN else TAKE + kinds[i + 1])
            elif entry.what < ACTION:
                chance.append((entry.what, entry.value if entry.value != HIDDEN else kinds[i]))
        origin = None if self.face.origin is None else self.origin_of(kinds)
        return origin, chance, actions

    def kinds_of_round(self, int first, int last, int hypothesis, dealt, seed):
        """The kinds of the unseen cards of a round that ends with a hypothesis and a deal."""
        cdef Knowledge knowledge
        cdef rng_t rng
        start(&rng, seed)
        knowledge, facts = self.with_links(first, last)
        unknown = knowledge.unknown_of(hypothesis)
        return kinds_of_entries(
            facts,
            knowledge.way(hypothesis, next_bits(&rng)),
            knowledge.pass_list(),
            self.base.seats,
            dealt[:sum(map(sum, unknown))],
            unknown,
            next_bits(&rng),
        )

    def kinds_of_finished_round(self, int first, int last, seed):
        """The same for a round that is over: its hands are drawn anew."""
        cdef Call call
        cdef Knowledge knowledge = self.with_links(first, last)[0]
        cdef Table table
        cdef uint8_t dealt[CARDS]
        cdef rng_t rng
        cdef int i, hypothesis
        read_call(self, first, last, &call)
        start(&rng, seed)
        while True:
            memset(&table, 0, sizeof(Table))
            hypothesis = knowledge.deal(&rng, &table.hand[0][0], ROOM, table.pile, dealt)
            if fits(&table, &call):
                break
        return self.kinds_of_round(
            first, last, hypothesis, [dealt[i] for i in range(CARDS)], next_bits(&rng)
        )

    def with_links(self, int first, int last):
        """The knowledge of a round with the way back, and the facts that led to it."""
        cdef Call call
        if first not in self.linked:
            limit = self.knowledge.limit if last == self.face.length else 0
            while True:
                knowledge, facts = Knowledge(self.base.seats, keeps_links=True, limit=limit), []
                begin(self, knowledge, facts, first)
                fold(self, knowledge, facts, first, last, &call)
                if is_enough(knowledge, &call):
                    break
                limit = knowledge.higher_limit()
            self.linked[first] = knowledge, facts
        return self.linked[first]

    def origin_of(self, kinds):
        """The position in which the log begins, with these hidden cards."""
        cdef SevenCardSamuraiState origin = self.face.fresh()
        cdef Table* t = &origin.table
        cdef int seat, kind
        origin.copy_from(self.face.origin)
        unseen = unseen_cards(t, self.seat)
        for seat in range(t.seats):
            if seat != self.seat:
                memset(t.hand[seat], 0, ROOM)
        for entry, kind in kinds.items():
            if entry <= ORIGIN_ENTRY:
                t.hand[entry // ORIGIN_ENTRY - 1][kind] += 1
                unseen[kind] -= 1
        for kind in range(KINDS):
            t.pile[kind] = unseen[kind]
        for seat in range(t.seats):
            t.holds[seat] = mask_of(t.hand[seat])
        return origin


cdef rounds_of(State face):
    """(first entry, end) of the log for each round."""
    cdef int i
    starts = [0]
    for i in range(1, face.length):
        if face.tape.entries[i].what == NEW_ROUND:
            starts.append(i)
    return [
        (first, starts[number + 1] if number + 1 < len(starts) else face.length)
        for number, first in enumerate(starts)
    ]


cdef int deal_world(
    SevenCardSamuraiView self, SevenCardSamuraiState world, rng_t* rng, uint8_t* dealt
) noexcept nogil:
    """Fill the world; returns the hypothesis that it was dealt from."""
    cdef Table* t = &world.table
    cdef int seat, hypothesis
    while True:
        memcpy(t, &self.base, TABLE_BYTES)
        hypothesis = self.knowledge.deal(rng, &t.hand[0][0], ROOM, t.pile, dealt)
        if self.call.caller == NOBODY or fits(t, &self.call):
            break
    for seat in range(t.seats):
        t.holds[seat] = mask_of(t.hand[seat])
    world.reseed(next_bits(rng))
    return hypothesis


cdef inline uint16_t mask_of(const uint8_t* counts) noexcept nogil:
    return nonzero_mask(word_of(counts)) | nonzero_mask(word_of(counts + 8)) << 8


cdef bint fits(Table* t, const Call* call) noexcept nogil:
    """Whether the set called is the best of the caller's hand."""
    cdef Table alone
    cdef uint8_t chosen[ROOM]
    cdef int laid
    if call.caller == NOBODY:
        return True
    memset(&alone, 0, sizeof(Table))
    memcpy(alone.hand[0], t.hand[call.caller], ROOM)
    memcpy(alone.laid[0], call.laid, LAID_ROOM)
    for laid in range(LAID_KINDS):
        alone.laid_mask[0] |= (alone.laid[0][laid] > 0) << laid
    choose_set(&alone, 0, chosen)
    return memcmp(chosen, call.chosen, ROOM) == 0


cdef bint is_enough(Knowledge knowledge, const Call* call) except -1:
    """Get ready to deal; False if all that fits what was seen and called seems to be dropped."""
    cdef Table table
    cdef rng_t rng
    cdef int _attempt
    if not knowledge.settle():
        return False
    if not knowledge.pruned or call.caller == NOBODY:
        return True
    start(&rng, 0)
    for _attempt in range(ATTEMPTS):
        memset(&table, 0, sizeof(Table))
        knowledge.deal(&rng, &table.hand[0][0], ROOM, table.pile, NULL)
        if fits(&table, call):
            return True
    return False


cdef unseen_cards(Table* t, int me):
    """Cards that lie in the pile or in other hands, by kind."""
    cdef int kind, seat, laid
    unseen = [
        card.copies - t.hand[me][kind] - t.lying[kind] for kind, card in enumerate(data.CARDS)
    ]
    for seat in range(t.seats):
        for laid in range(LAID_KINDS):
            unseen[RONIN if laid == LAID_RONIN else laid] -= t.laid[seat][laid]
    if t.in_play != NOTHING:
        unseen[SHOGUN] -= 1
    if t.in_play == SHOGUN_AND_NINJA:
        unseen[NINJA] -= 1
    return unseen


cdef begin(SevenCardSamuraiView self, Knowledge knowledge, list facts, int first):
    """What is known where a round, or the log, begins."""
    cdef Table* t
    cdef int i, seat, kind, me = self.seat
    learn(knowledge, facts, RENEW, NOBODY, 0, NO_KIND, NO_ENTRY)
    if first == 0 and self.face.origin is not None:
        t = &(<SevenCardSamuraiState>self.face.origin).table
        for kind, copies in enumerate(unseen_cards(t, me)):
            learn(knowledge, facts, ADD, NOBODY, copies, kind, NO_ENTRY)
        for seat in range(t.seats):
            if seat != me:
                for i in range(t.hand_size[seat]):
                    learn(
                        knowledge, facts, DRAWN, seat, 0, NO_KIND, ORIGIN_ENTRY * (seat + 1) - i
                    )
                for kind in range(KINDS):                       # a hand being looked at
                    turn_up(knowledge, facts, seat, kind, t.hand[seat][kind])
    else:
        for kind, card in enumerate(data.CARDS):
            learn(knowledge, facts, ADD, NOBODY, card.copies, kind, NO_ENTRY)


cdef void read_call(SevenCardSamuraiView self, int first, int last, Call* call) noexcept:
    """The set that another seat called at the end of a round, if there was one."""
    cdef int i, kind
    cdef Entry* entry
    memset(call, 0, sizeof(Call))
    call.caller = NOBODY
    for i in range(first, last):
        entry = &self.face.tape.entries[i]
        if entry.what == CALLED and entry.seat != self.seat:
            kind = entry.value % 16
            call.caller = entry.seat
            call.chosen[kind] = entry.other
            call.laid[LAID_RONIN if kind == RONIN else kind] = entry.other - entry.value // 16


cdef fold(
    SevenCardSamuraiView self, Knowledge knowledge, list facts, int first, int last, Call* call
):
    """Tell the knowledge what the seat saw in one round, from an entry of the log to another."""
    cdef Entry* entry
    cdef int i, what, me = self.seat
    cdef bint renewing = False
    read_call(self, first, last, call)
    for i in range(first, last):
        entry = &self.face.tape.entries[i]
        what = entry.what
        if what == RENEWED:
            if not renewing:
                learn(knowledge, facts, RENEW, NOBODY, 0, NO_KIND, NO_ENTRY)
            learn(knowledge, facts, ADD, NOBODY, entry.other, entry.value, NO_ENTRY)
        elif what == DRAW and (entry.seat == me or entry.seat == NOBODY):
            learn(knowledge, facts, SEEN, NOBODY, 0, entry.value, NO_ENTRY)
        elif what == DRAW:
            learn(knowledge, facts, DRAWN, entry.seat, 0, NO_KIND, i)
        elif what == MOVED and entry.seat == me:
            learn(knowledge, facts, GAIN, entry.other, 0, entry.value, NO_ENTRY)
        elif what == MOVED and entry.other != me:
            learn(knowledge, facts, MOVE, entry.seat, entry.other, NO_KIND, i)
        elif entry.seat != me:
            if what == HAND or what == SHOWN or what == REMOVED or what == MOVED:
                learn(knowledge, facts, SHOW, entry.seat, 0, entry.value, NO_ENTRY)
            elif what == TAKEN or what == TAKEN_BACK:
                learn(knowledge, facts, GAIN, entry.seat, 0, entry.value, NO_ENTRY)
            elif what == LOOKED and entry.value != HIDDEN:
                turn_up(knowledge, facts, entry.seat, entry.value % 16, entry.value // 16)
            elif what == CALLED:
                turn_up(knowledge, facts, entry.seat, entry.value % 16, entry.value // 16)
        renewing = what == RENEWED


cdef turn_up(Knowledge knowledge, list facts, int seat, int kind, int copies):
    """Cards of a hand are seen and stay in it."""
    cdef int _i
    for _i in range(copies):
        learn(knowledge, facts, SHOW, seat, 0, kind, NO_ENTRY)
    for _i in range(copies):
        learn(knowledge, facts, GAIN, seat, 0, kind, NO_ENTRY)
