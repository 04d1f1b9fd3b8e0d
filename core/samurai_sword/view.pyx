"""Samurai Sword as one seat sees it: enumerated roles, exact knowledge of hands (S117 to S123)."""

from functools import cache
from itertools import permutations

from libc.stdint cimport int8_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

cimport cython

from kagemusha.core.counts cimport nonzero_mask, word_of
from kagemusha.core.knowledge cimport (
    ADD, BAR, CARDS, DRAWN, GAIN, MOVE, NO_ENTRY, NO_KIND, ORIGIN_ENTRY, RENEW, SEEN, SHOW,
    Knowledge, learn,
)
from kagemusha.core.rng cimport next_bits, rng_t, start
from kagemusha.core.samurai_sword.state cimport SamuraiSwordState
from kagemusha.core.samurai_sword.table cimport *
from kagemusha.core.state cimport State
from kagemusha.core.tape cimport ACTION, Entry
from kagemusha.core.types cimport NOBODY
from kagemusha.core.view cimport ALL, View

from kagemusha.core.samurai_sword import data
from kagemusha.core.story import kinds_of_entries

cdef enum:
    MAX_ASSIGNMENTS = 64

cdef size_t TABLE_BYTES = sizeof(Table)


@cython.final
cdef class SamuraiSwordView(View):
    """The game as one seat sees it."""

    cdef Table base             # the face without any hidden card
    cdef Knowledge knowledge
    cdef object linked
    cdef int num_assignments
    cdef int8_t role[MAX_ASSIGNMENTS][SEATS]
    cdef int8_t stars[MAX_ASSIGNMENTS][SEATS]
    cdef list possible          # the same assignments as (roles as dealt, removed Ninja)

    cdef int assignments(self) noexcept nogil:
        return self.num_assignments

    cdef void sample_into(self, State world, const float* weights, rng_t* rng) noexcept nogil:
        if self.seat == ALL:
            View.sample_into(self, world, weights, rng)
            return
        deal_world(self, (<SamuraiSwordState>world), weights, rng, NULL, NULL, NULL)

    cdef void study(self):
        cdef int seat
        if self.seat == ALL:
            return
        self.base = (<SamuraiSwordState>self.face).table
        for seat in range(self.base.seats):
            if seat != self.seat:
                memset(self.base.hand[seat], 0, ROOM)
        self.list_assignments()
        if self.predecessor is None:
            self.knowledge = Knowledge(self.base.seats)
            begin(self, self.knowledge, None)
            fold(self, self.knowledge, None, 0)
        else:
            self.knowledge = (<SamuraiSwordView>self.predecessor).knowledge.copy()
            fold(self, self.knowledge, None, self.predecessor.face.length)
        while not self.knowledge.settle():
            self.knowledge = Knowledge(self.base.seats, limit=self.knowledge.higher_limit())
            begin(self, self.knowledge, None)
            fold(self, self.knowledge, None, 0)

    def list_assignments(self):
        """All role assignments that the seat holds possible, equally likely (S94)."""
        cdef Table* t = &(<SamuraiSwordState>self.face).table
        cdef bint over = t.node == AT_END
        cdef bint stars_open = over and t.cause == BY_HONOR
        found = []
        for dealt, removed in deals_of_roles(t.seats):
            for seat in range(t.seats):
                role, stars = min(dealt[seat], NINJA), stars_of(dealt[seat], t.seats)
                if (seat == self.seat or over or t.shogun == seat or role == SHOGUN) and (
                    role != t.role[seat] or (role == SHOGUN) != (t.shogun == seat)
                ):
                    break
                if (seat == self.seat or stars_open) and stars != t.stars[seat]:
                    break
            else:
                found.append((dealt, removed))
        self.possible = found
        self.num_assignments = len(found)
        for i, (dealt, _) in enumerate(found):
            for seat in range(t.seats):
                self.role[i][seat] = min(dealt[seat], NINJA)
                self.stars[i][seat] = stars_of(dealt[seat], t.seats)

    def role_assignments(self):
        self.get_ready()
        possible = self.possible or ()              # none to guess where all is open
        return [[data.ROLES[min(role, NINJA)] for role in dealt] for dealt, _ in possible]

    def hypotheses(self):
        """How many hypotheses about the hands there are, the most on the way, times pruned."""
        self.get_ready()
        return self.knowledge.hypotheses(), self.knowledge.most, self.knowledge.pruned

    def past(self, seed):
        """A past that fits the sample of this seed: (origin or None, chance outcomes, actions)."""
        cdef rng_t rng
        cdef SamuraiSwordState world = self.face.fresh()
        cdef uint8_t dealt[CARDS]
        cdef int assignment, hypothesis, i, length
        cdef Knowledge knowledge
        cdef Entry* entry
        self.get_ready()
        start(&rng, seed)
        deal_world(self, world, NULL, &rng, &assignment, &hypothesis, dealt)
        knowledge, facts = self.with_links()
        unknown = knowledge.unknown_of(hypothesis)
        length = sum(map(sum, unknown))
        kinds = kinds_of_entries(
            facts,
            knowledge.way(hypothesis, next_bits(&rng)),
            knowledge.pass_list(),
            self.base.seats,
            [dealt[i] for i in range(length)],
            unknown,
            next_bits(&rng),
        )
        roles, removed = self.possible[assignment]
        chance, actions = [], []
        for i in range(self.face.length):
            entry = &self.face.tape.entries[i]
            if entry.what == ACTION:
                actions.append(entry.value)
            elif entry.what == ROLE:
                chance.append((ROLE, roles[entry.seat]))
            elif entry.what == REMOVED:
                chance.append((REMOVED, removed))
            elif entry.what < ACTION:
                chance.append((entry.what, entry.value if entry.value >= 0 else kinds[i]))
        origin = None
        if self.face.origin is not None:
            origin = self.origin_of(assignment, kinds)
        return origin, chance, actions

    def with_links(self):
        """The knowledge with the way back, and the facts that led to it."""
        if self.linked is None:
            limit, facts = self.knowledge.limit, []
            knowledge = Knowledge(self.base.seats, keeps_links=True, limit=limit)
            begin(self, knowledge, facts)
            fold(self, knowledge, facts, 0)
            self.linked = knowledge, facts
        return self.linked

    def origin_of(self, int assignment, kinds):
        """The position in which the log begins, with these hidden cards."""
        cdef SamuraiSwordState origin = self.face.fresh()
        cdef Table* t = &origin.table
        cdef int seat, kind
        origin.copy_from(self.face.origin)
        unseen = unseen_cards(t, self.seat)
        for entry, kind in kinds.items():
            if entry <= ORIGIN_ENTRY:
                t.hand[entry // ORIGIN_ENTRY - 1][kind] += 1
                unseen[kind] -= 1
        for kind in range(KINDS):
            t.deck[kind] = unseen[kind]
        for seat in range(t.seats):
            t.role[seat] = self.role[assignment][seat]
            t.stars[seat] = self.stars[assignment][seat]
            t.holds[seat] = mask_of(t.hand[seat])
        return origin


def stars_of(role, players):
    """The stars on a role card as it was dealt."""
    return role - NINJA + 1 if players == 4 and role >= NINJA else 0


@cache
def deals_of_roles(players):
    """Every way to deal the role cards: (roles as dealt, the removed Ninja or None)."""
    roles = sorted(data.ROLES.index(name) for name in data.SETUPS[players].roles)
    if players != 4:
        return [(dealt, None) for dealt in sorted(set(permutations(roles)))]
    others = [role for role in roles if role != NINJA]
    deals = []
    for removed in range(1, 4):
        ninjas = [NINJA + i - 1 for i in range(1, 4) if i != removed]
        deals += [(dealt, removed) for dealt in sorted(permutations(others + ninjas))]
    return deals


cdef void deal_world(
    SamuraiSwordView self, SamuraiSwordState world, const float* weights, rng_t* rng,
    int* assignment, int* hypothesis, uint8_t* dealt,
) noexcept nogil:
    cdef Table* t = &world.table
    cdef int seat, which, chosen = pick_assignment(self, weights, rng)
    memcpy(t, &self.base, TABLE_BYTES)
    memcpy(t.role, self.role[chosen], SEATS)
    memcpy(t.stars, self.stars[chosen], SEATS)
    which = self.knowledge.deal(rng, &t.hand[0][0], ROOM, t.deck, dealt)
    for seat in range(t.seats):
        t.holds[seat] = mask_of(t.hand[seat])
    world.reseed(next_bits(rng))
    if dealt != NULL:
        assignment[0] = chosen
        hypothesis[0] = which


cdef inline uint32_t mask_of(const uint8_t* counts) noexcept nogil:
    return (
        nonzero_mask(word_of(counts))
        | nonzero_mask(word_of(counts + 8)) << 8
        | nonzero_mask(word_of(counts + 16)) << 16
        | nonzero_mask(word_of(counts + 24)) << 24
    )


cdef inline int pick_assignment(
    SamuraiSwordView self, const float* weights, rng_t* rng
) noexcept nogil:
    cdef double ticket = (next_bits(rng) >> 11) * (1.0 / 9007199254740992.0)
    cdef double total = 0
    cdef int i, last = 0
    if weights == NULL:
        return <int>(ticket * self.num_assignments)
    for i in range(self.num_assignments):
        total += weights[i]
    ticket *= total
    for i in range(self.num_assignments):
        if weights[i] > 0:
            last = i
            ticket -= weights[i]
            if ticket < 0:
                break
    return last


cdef unseen_cards(Table* t, int me):
    """Cards that lie in the deck or in other hands, by kind."""
    cdef int kind, i, seat
    unseen = [card.copies for card in data.CARDS]
    for kind in range(KINDS):
        unseen[kind] -= t.hand[me][kind]
    for i in range(t.num_discards):
        unseen[t.discards[i]] -= 1
    for seat in range(t.seats):
        for i in range(3):
            unseen[FOCUS + i] -= t.properties[i][seat]
    if t.bushido != NOBODY:
        unseen[BUSHIDO] -= 1
    if t.in_play >= 0:
        unseen[t.in_play] -= 1
    return unseen


cdef begin(SamuraiSwordView self, Knowledge knowledge, list facts):
    """What is known where the log begins."""
    cdef Table* t
    cdef int i, seat, kind, me = self.seat
    learn(knowledge, facts, RENEW, NOBODY, 0, NO_KIND, NO_ENTRY)
    if self.face.origin is None:
        for kind, card in enumerate(data.CARDS):
            learn(knowledge, facts, ADD, NOBODY, card.copies, kind, NO_ENTRY)
    else:
        t = &(<SamuraiSwordState>self.face.origin).table
        for kind, copies in enumerate(unseen_cards(t, me)):
            learn(knowledge, facts, ADD, NOBODY, copies, kind, NO_ENTRY)
        for seat in range(t.seats):
            if seat != me:
                for i in range(t.hand_size[seat]):
                    learn(
                        knowledge, facts, DRAWN, seat, 0, NO_KIND, ORIGIN_ENTRY * (seat + 1) - i
                    )


cdef fold(SamuraiSwordView self, Knowledge knowledge, list facts, int first):
    """Tell the knowledge what the seat saw from an entry of the log on; keep the facts."""
    cdef Table* t
    cdef Entry* entry
    cdef int i, what, me = self.seat
    cdef bint renewing = False
    for i in range(first, self.face.length):
        entry = &self.face.tape.entries[i]
        what = entry.what
        if what == RESHUFFLED:
            if not renewing:
                learn(knowledge, facts, RENEW, NOBODY, 0, NO_KIND, NO_ENTRY)
            learn(knowledge, facts, ADD, NOBODY, entry.other, entry.value, NO_ENTRY)
        elif what == DRAW and (entry.seat == me or entry.seat == NOBODY):
            learn(knowledge, facts, SEEN, NOBODY, 0, entry.value, NO_ENTRY)
        elif what == DRAW:
            learn(knowledge, facts, DRAWN, entry.seat, 0, NO_KIND, i)
        elif what == HAND and entry.seat == me:
            if entry.other != NOBODY:
                learn(knowledge, facts, GAIN, entry.other, 0, entry.value, NO_ENTRY)
        elif what == HAND and entry.other != me and entry.other != NOBODY:
            learn(knowledge, facts, MOVE, entry.seat, entry.other, NO_KIND, i)
        elif (what == HAND or what == SHOWN) and entry.seat != me:
            learn(knowledge, facts, SHOW, entry.seat, 0, entry.value, NO_ENTRY)
        elif what == TAKEN and entry.seat != me:
            learn(knowledge, facts, GAIN, entry.seat, 0, entry.value, NO_ENTRY)
        renewing = what == RESHUFFLED
    t = &(<SamuraiSwordState>self.face).table
    if t.node == AT_END and t.cause == BY_HONOR:                # S106: Daimyos are counted
        for what in (SHOW, BAR, GAIN):
            tell_count(knowledge, facts, t, me, what)


cdef tell_count(Knowledge knowledge, list facts, Table* t, int me, int what):
    """One of the facts about Daimyos in other hands: shown, no more of them, still there."""
    cdef int seat, _copy
    if what == BAR:
        learn(knowledge, facts, BAR, NOBODY, 0, DAIMYO, NO_ENTRY)
        return
    for seat in range(t.seats):
        if seat != me:
            for _copy in range(t.hand[seat][DAIMYO]):
                learn(knowledge, facts, what, seat, 0, DAIMYO, NO_ENTRY)
