"""Exact weighted hypotheses about hidden hands; see knowledge.pxd for the idea."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport abort, calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memmove, memset

from kagemusha.core.counts cimport word_of
from kagemusha.core.rng cimport below, mix, next_bits, rng_t, start

cdef int usual_limit = 2048     # beyond it, an unbiased choice of half as many hypotheses is kept

cdef enum:
    DROPPED = -1
    RAISED = 8                  # times as many, where none of those kept was possible in the end

# Everything that tells hypotheses apart: all of the struct but its hash and weight.
cdef enum:
    CONTENTS = SEATS * KINDS + SEATS * PASSES + PASSES * KINDS + 8

# A variable: the compiler would unroll a constant into something slower than memcpy.
cdef size_t HYPOTHESIS_BYTES = sizeof(Hypothesis)

cdef uint64_t HASH_KEYS[CONTENTS]
cdef int _place
for _place in range(CONTENTS):
    HASH_KEYS[_place] = mix(_place + 1)


cdef class Knowledge:
    """What one observer knows of the hidden cards, after a list of facts."""

    def __cinit__(self, int seats, bint keeps_links=False, int limit=0):
        self.seats = seats
        self.limit = limit or usual_limit
        self.room = self.room_following = 16
        self.now = <Hypothesis*>calloc(self.room, sizeof(Hypothesis))
        self.following = <Hypothesis*>calloc(self.room, sizeof(Hypothesis))
        self.barred = NO_KIND
        self.current = -1
        self.count = 1
        self.most = 1
        self.now[0].weight = 1.0
        self.keeps_links = keeps_links
        self.layers = []
        self.passes = []

    def __dealloc__(self):
        free(self.now)
        free(self.following)
        free(self.buckets)
        free(self.sheets)
        free(self.links)

    def hypotheses(self):
        """How many there are now."""
        return self.count

    cdef Knowledge copy(self):
        """The same knowledge, to go on with."""
        cdef Knowledge twin = Knowledge(self.seats, limit=self.limit)
        twin.room = max(self.count, 16)
        twin.now = <Hypothesis*>realloc(twin.now, twin.room * sizeof(Hypothesis))
        if twin.now == NULL:
            abort()
        memcpy(twin.now, self.now, self.count * sizeof(Hypothesis))
        twin.count = self.count
        twin.current = self.current
        twin.most = self.most
        twin.pruned = self.pruned
        return twin

    # A door for tests, which tell facts from outside and look at what follows from them.

    def learn_fact(self, int what, int seat=0, int other=0, int kind=NO_KIND):
        """Learn a fact; `seat`, `other` and `kind` as it needs them."""
        needs_kind = what in (ADD, SEEN, GAIN, SHOW, BAR)
        if not (FORGET <= what <= BAR and 0 <= seat < self.seats and 0 <= other < CARDS):
            raise ValueError(f"no such fact: {(what, seat, other, kind)}")
        if needs_kind and not 0 <= kind < KINDS or what == MOVE and other >= self.seats:
            raise ValueError(f"no such fact: {(what, seat, other, kind)}")
        if self.current < 0 and what not in (FORGET, RENEW):
            raise ValueError("the first pass of the deck has not begun")
        self.learn(Fact(what, seat, other, kind, -1))

    def weighted_hypotheses(self):
        """Each as its weight, known cards by seat and kind, unknown ones by seat and pass, and
        unseen cards by pass and kind."""
        return [
            (
                self.now[i].weight,
                [[self.now[i].known[seat][kind] for kind in range(KINDS)]
                 for seat in range(self.seats)],
                self.unknown_of(i),
                [[self.now[i].pool[which][kind] for kind in range(KINDS)]
                 for which in range(PASSES)],
            )
            for i in range(self.count)
        ]

    def latest_pass(self):
        return self.current

    def deal_counts(self, uint64_t seed):
        """One deal of the hidden cards: hands and deck, as counts by kind."""
        cdef rng_t rng
        cdef uint8_t hands[SEATS][KINDS]
        cdef uint8_t deck[KINDS]
        cdef int seat, kind
        memset(hands, 0, sizeof(hands))
        memset(deck, 0, sizeof(deck))
        if self.sheets == NULL and not self.settle():
            raise RuntimeError("too few hypotheses were kept")
        start(&rng, seed)
        self.deal(&rng, &hands[0][0], KINDS, deck, NULL)
        return (
            [[hands[seat][kind] for kind in range(KINDS)] for seat in range(self.seats)],
            [deck[kind] for kind in range(KINDS)],
        )

    cdef void learn(self, Fact fact) noexcept:
        cdef int i
        cdef Hypothesis* h
        if fact.what == SHOW or fact.what == MOVE or fact.what == SEEN or fact.what == BAR:
            branch(self, fact)
            return
        self.layers.append(-1)
        if fact.what == FORGET:
            memset(self.now, 0, sizeof(Hypothesis))
            self.now[0].weight = 1.0
            self.count = 1
            self.current = -1
        elif fact.what == RENEW:
            self.current = unused_pass(self)
        else:
            for i in range(self.count):
                h = &self.now[i]
                if fact.what == ADD:
                    change_pool(h, self.current, fact.kind, fact.other)
                elif fact.what == DRAWN:
                    change(h, &h.unknown[fact.seat][self.current], 1)
                else:
                    change(h, &h.known[fact.seat][fact.kind], 1)

    cdef bint settle(self) except -1:
        """Get ready to deal; to be called once, after the last fact.

        False if no hypothesis is left although one was dropped: then a higher limit is needed.
        """
        cdef int i
        if self.count == 0:
            if self.pruned:
                return False
            raise RuntimeError("what the seat saw cannot have happened")
        free(self.sheets)
        self.sheets = <Sheet*>calloc(self.count, sizeof(Sheet))
        for i in range(self.count):
            fill_sheet(&self.sheets[i], &self.now[i], self.seats, self.barred)
        build_alias(self)
        return True

    def higher_limit(self):
        return RAISED * self.limit

    cdef int deal(
        self, rng_t* rng, uint8_t* hands, int stride, uint8_t* deck, uint8_t* dealt
    ) noexcept nogil:
        cdef uint8_t cards[CARDS]
        cdef uint64_t bits = next_bits(rng)
        cdef int index = below(bits, self.count)
        cdef Sheet* sheet = &self.sheets[index]
        cdef Hypothesis* h
        cdef int i, j, seat, which, last, slot, left
        cdef uint8_t card
        if <uint32_t>bits > sheet.luck:
            index = sheet.otherwise
            sheet = &self.sheets[index]
        h = &self.now[index]
        for seat in range(self.seats):
            for i in range(0, stride, 8):
                add_word(hands + seat * stride + i, &h.known[seat][i])
        for i in range(0, stride, 8):
            add_word(deck + i, &h.pool[self.current][i])
        memcpy(cards, sheet.cards, CARDS)
        for i in range(sheet.num_passes):
            which = sheet.passes[i]
            slot = sheet.start[which]
            last = slot + sheet.free[which]
            for seat in range(self.seats):
                left = h.unknown[seat][which]
                while left > 0:
                    j = slot + below(next_bits(rng), last - slot)
                    card = cards[j]
                    cards[j] = cards[slot]
                    slot += 1
                    left -= 1
                    hands[seat * stride + card] += 1
                    if which == self.current:
                        deck[card] -= 1
                    if dealt != NULL:
                        dealt[0] = card
                        dealt += 1
        return index

    # The way back, for whole worlds.

    def way(self, int final, uint64_t seed):
        """The label of what left at each branching fact, on one way to a hypothesis; else None."""
        cdef rng_t rng
        cdef int layer, i, end = self.num_links
        cdef double total, ticket
        cdef int here = final
        start(&rng, seed)
        labels = [None] * len(self.layers)
        for layer in range(len(self.layers) - 1, -1, -1):
            begin = self.layers[layer]
            if begin < 0:
                continue
            total = 0
            for i in range(begin, end):
                if self.links[i].child == here:
                    total += self.links[i].weight
            ticket = total * (next_bits(&rng) >> 11) * (1.0 / 9007199254740992.0)
            chosen = -1
            for i in range(begin, end):
                if self.links[i].child == here:
                    chosen = i
                    ticket -= self.links[i].weight
                    if ticket < 0:
                        break
            labels[layer] = self.links[chosen].label
            here = self.links[chosen].parent
            end = begin
        return labels

    def pass_list(self):
        return list(self.passes)

    def unknown_of(self, int hypothesis):
        """The number of unknown cards by seat and pass."""
        return [
            [self.now[hypothesis].unknown[seat][i] for i in range(PASSES)]
            for seat in range(self.seats)
        ]


def set_usual_limit(int limit):
    """For tests, which cannot wait for thousands of hypotheses; returns the limit before."""
    global usual_limit
    before, usual_limit = usual_limit, limit
    return before


cdef learn(Knowledge knowledge, list facts, int what, int seat, int other, int kind, int entry):
    knowledge.learn(Fact(what, seat, other, kind, entry))
    if facts is not None:
        facts.append((what, seat, other, kind, entry))


cdef inline void add_word(uint8_t* target, const uint8_t* added) noexcept nogil:
    cdef uint64_t word = word_of(target) + word_of(added)
    memcpy(target, &word, 8)


cdef inline void change(Hypothesis* h, uint8_t* count, int by) noexcept nogil:
    """Change a count of a hypothesis; the hash is the sum of all counts, each times its key."""
    count[0] += by
    h.hash += by * HASH_KEYS[count - <uint8_t*>h]


cdef inline void change_pool(Hypothesis* h, int which, int kind, int by) noexcept nogil:
    change(h, &h.pool[which][kind], by)
    h.pool_size[which] += by


cdef int unused_pass(Knowledge self) noexcept:
    """A pass of which no card is unseen; two are thrown together if all are in use."""
    cdef int which, i, kind, seat, copies
    cdef Hypothesis* h
    for which in range(PASSES):
        for i in range(self.count):
            if self.now[i].pool_size[which]:
                break
        else:
            self.passes.append(which)
            return which
    for i in range(self.count):
        h = &self.now[i]
        for kind in range(KINDS):
            copies = h.pool[1][kind]
            change_pool(h, 0, kind, copies)
            change_pool(h, 1, kind, -copies)
        for seat in range(SEATS):
            copies = h.unknown[seat][1]
            change(h, &h.unknown[seat][0], copies)
            change(h, &h.unknown[seat][1], -copies)
    self.passes.append(MERGED + 1)
    return 1


# Facts that split hypotheses.

cdef void branch(Knowledge self, Fact fact) noexcept:
    cdef int i, label, born = 0
    cdef Hypothesis* old
    begin_layer(self)
    if fact.what == BAR:
        self.barred = fact.kind
    for i in range(self.count):
        old = &self.now[i]
        if fact.what == BAR:
            if chance_of_bar(self, old) > 0:
                born = no_more_are_held(self, i, born)
            continue
        if fact.what == SEEN:
            if old.pool[self.current][fact.kind]:
                born = card_is_turned_up(self, fact, i, born)
            continue
        if fact.what == SHOW:
            if old.known[fact.seat][fact.kind]:
                born = known_card_leaves(self, fact, i, fact.kind, born)
        else:
            for label in range(KINDS):
                if old.known[fact.seat][label]:
                    born = known_card_leaves(self, fact, i, label, born)
        for label in range(PASSES):
            if old.unknown[fact.seat][label] and (
                fact.what == MOVE or old.pool[label][fact.kind]
            ):
                born = unknown_card_leaves(self, fact, i, label, born)
    end_layer(self, born)


cdef inline int card_is_turned_up(Knowledge self, Fact fact, int parent, int born) noexcept:
    cdef Hypothesis* old = &self.now[parent]
    cdef Hypothesis* h = next_child(self, parent, born)
    h.weight *= old.pool[self.current][fact.kind] / <double>old.pool_size[self.current]
    change_pool(h, self.current, fact.kind, -1)
    return emit(self, born, parent, NO_KIND)


cdef int no_more_are_held(Knowledge self, int parent, int born) noexcept:
    cdef Hypothesis* h = next_child(self, parent, born)
    h.weight *= chance_of_bar(self, h)
    return emit(self, born, parent, NO_KIND)


cdef double chance_of_bar(Knowledge self, const Hypothesis* h) noexcept:
    """The chance that no card of a hand is of the barred kind."""
    cdef int which, seat, slots, size, bad, k
    cdef double chance = 1
    for seat in range(self.seats):
        if h.known[seat][self.barred]:
            return 0
    for which in range(PASSES):
        slots = 0
        for seat in range(self.seats):
            slots += h.unknown[seat][which]
        size = h.pool_size[which]
        bad = h.pool[which][self.barred]
        for k in range(slots):
            chance *= max(0, size - bad - k) / <double>(size - k)
    return chance


cdef inline int known_card_leaves(
    Knowledge self, Fact fact, int parent, int kind, int born
) noexcept:
    cdef Hypothesis* h = next_child(self, parent, born)
    h.weight *= h.known[fact.seat][kind]
    change(h, &h.known[fact.seat][kind], -1)
    if fact.what == MOVE:
        change(h, &h.known[fact.other][kind], 1)
    return emit(self, born, parent, kind)


cdef inline int unknown_card_leaves(
    Knowledge self, Fact fact, int parent, int which, int born
) noexcept:
    cdef Hypothesis* old = &self.now[parent]
    cdef Hypothesis* h = next_child(self, parent, born)
    change(h, &h.unknown[fact.seat][which], -1)
    if fact.what == MOVE:
        h.weight *= old.unknown[fact.seat][which]
        change(h, &h.unknown[fact.other][which], 1)
    else:
        h.weight *= (
            old.unknown[fact.seat][which]
            * <double>old.pool[which][fact.kind] / old.pool_size[which]
        )
        change_pool(h, which, fact.kind, -1)
    return emit(self, born, parent, OF_PASS + which)


cdef void begin_layer(Knowledge self) noexcept:
    self.layers.append(self.num_links if self.keeps_links else -1)
    if self.count > 1:
        if self.num_buckets < 4 * self.count:
            free(self.buckets)
            self.num_buckets = 64
            while self.num_buckets < 16 * self.count:
                self.num_buckets *= 2
            self.buckets = <int*>malloc(self.num_buckets * sizeof(int))
        memset(self.buckets, 0xFF, self.num_buckets * sizeof(int))


cdef inline Hypothesis* next_child(Knowledge self, int parent, int born) noexcept:
    """A copy of a hypothesis in the next place of the following ones."""
    if born == self.room_following:
        self.room_following *= 2
        self.following = <Hypothesis*>realloc(
            self.following, self.room_following * sizeof(Hypothesis)
        )
        if self.following == NULL:
            abort()
    memcpy(&self.following[born], &self.now[parent], HYPOTHESIS_BYTES)
    return &self.following[born]


cdef int emit(Knowledge self, int born, int parent, int label) noexcept:
    """Keep the next child, or add its weight to an equal one; returns how many there are."""
    cdef Hypothesis* h = &self.following[born]
    cdef int place = place_of(self, h, born)
    if place < born:
        self.following[place].weight += h.weight
    if self.keeps_links:
        add_link(self, Link(place, parent, label, h.weight))
    return max(born, place + 1)


cdef inline int place_of(Knowledge self, const Hypothesis* h, int born) noexcept:
    """Where an equal hypothesis is among the following ones; the next place if there is none."""
    cdef int bucket, index
    cdef const Hypothesis* other
    if self.count == 1:                                         # its children all differ
        return born
    if 2 * born >= self.num_buckets:
        grow_buckets(self, born)
    bucket = h.hash & (self.num_buckets - 1)
    while self.buckets[bucket] >= 0:
        index = self.buckets[bucket]
        other = &self.following[index]
        if other.hash == h.hash and memcmp(other, h, CONTENTS) == 0:
            return index
        bucket = (bucket + 1) & (self.num_buckets - 1)
    self.buckets[bucket] = born
    return born


cdef void grow_buckets(Knowledge self, int born) noexcept:
    cdef int i, bucket
    self.num_buckets *= 4
    free(self.buckets)
    self.buckets = <int*>malloc(self.num_buckets * sizeof(int))
    memset(self.buckets, 0xFF, self.num_buckets * sizeof(int))
    for i in range(born):
        bucket = self.following[i].hash & (self.num_buckets - 1)
        while self.buckets[bucket] >= 0:
            bucket = (bucket + 1) & (self.num_buckets - 1)
        self.buckets[bucket] = i


cdef void end_layer(Knowledge self, int born) noexcept:
    cdef Hypothesis* spare = self.now
    cdef double total = 0
    cdef int i
    self.now = self.following
    self.following = spare
    self.room, self.room_following = self.room_following, self.room
    self.count = born
    self.most = max(self.most, born)
    if born > self.limit:
        prune(self)
    for i in range(self.count):
        total += self.now[i].weight
    for i in range(self.count):
        self.now[i].weight /= total


cdef void prune(Knowledge self) noexcept:
    """Keep half as many, each with an expected weight equal to its weight (Fearnhead, Clifford).

    Those above a threshold stay as they are; the others get the threshold or nothing, by
    systematic choice. The random numbers depend on the hypotheses alone.
    """
    cdef int i, kept = 0
    cdef double threshold = threshold_for(self, self.limit // 2)
    cdef double ticket
    cdef int* renumbered = <int*>malloc(self.count * sizeof(int))
    cdef rng_t rng
    if renumbered == NULL:
        abort()
    self.pruned += 1
    start(&rng, seed_of(&self.now[0]))
    ticket = (next_bits(&rng) >> 11) * (1.0 / 9007199254740992.0)
    for i in range(self.count):
        renumbered[i] = DROPPED
        if self.now[i].weight < threshold:
            ticket -= self.now[i].weight / threshold
            if ticket >= 0:
                continue
            ticket += 1
            self.now[i].weight = threshold
        renumbered[i] = kept
        memmove(&self.now[kept], &self.now[i], HYPOTHESIS_BYTES)
        kept += 1
    self.count = kept
    if self.keeps_links:
        renumber_links(self, renumbered)
    free(renumbered)


cdef double threshold_for(Knowledge self, int goal) noexcept:
    """The weight below which hypotheses are kept by chance, so that about `goal` are kept."""
    cdef double* weights = <double*>malloc(self.count * sizeof(double))
    cdef double light = 0, threshold, lower
    cdef int i, heavy
    if weights == NULL:
        abort()
    for i in range(self.count):
        weights[i] = self.now[i].weight
        light += weights[i]
    lower = light / goal
    while True:
        threshold = lower
        light = 0
        heavy = 0
        for i in range(self.count):
            if weights[i] < threshold:
                light += weights[i]
            else:
                heavy += 1
        if heavy >= goal:
            break
        lower = light / (goal - heavy)
        if lower >= threshold:
            break
    free(weights)
    return threshold


cdef void renumber_links(Knowledge self, const int* renumbered) noexcept:
    """The links of the last fact: those to dropped hypotheses go, the others get new numbers."""
    cdef int i, kept = self.layers[len(self.layers) - 1]
    for i in range(kept, self.num_links):
        if renumbered[self.links[i].child] != DROPPED:
            self.links[kept] = self.links[i]
            self.links[kept].child = renumbered[self.links[i].child]
            kept += 1
    self.num_links = kept


cdef void add_link(Knowledge self, Link link) noexcept:
    if self.num_links == self.room_for_links:
        self.room_for_links = 2 * self.room_for_links + 1024
        self.links = <Link*>realloc(self.links, self.room_for_links * sizeof(Link))
        if self.links == NULL:
            abort()
    self.links[self.num_links] = link
    self.num_links += 1


cdef uint64_t seed_of(const Hypothesis* h) noexcept nogil:
    """A random number that depends on the counts of a hypothesis."""
    cdef uint64_t value = 0
    cdef const uint8_t* bytes = <const uint8_t*>h
    cdef size_t i
    for i in range(0, <size_t>CONTENTS, 8):
        value = (value ^ word_of(bytes + i)) * <uint64_t>0x9E3779B97F4A7C15
        value ^= value >> 29
    return mix(value)


# Dealing.

cdef void fill_sheet(Sheet* sheet, const Hypothesis* h, int seats, int barred) noexcept:
    cdef int which, kind, seat, _copy, slots, place = 0
    for which in range(PASSES):
        sheet.start[which] = place
        for kind in range(KINDS):
            if kind != barred:
                for _copy in range(h.pool[which][kind]):
                    sheet.cards[place] = kind
                    place += 1
        sheet.free[which] = place - sheet.start[which]
        if barred != NO_KIND:
            for _copy in range(h.pool[which][barred]):
                sheet.cards[place] = barred
                place += 1
        slots = 0
        for seat in range(seats):
            slots += h.unknown[seat][which]
        if slots:
            sheet.passes[sheet.num_passes] = which
            sheet.num_passes += 1


cdef void build_alias(Knowledge self) noexcept:
    """Walker's alias table over the weights."""
    cdef double* share = <double*>malloc(self.count * sizeof(double))
    cdef int* small = <int*>malloc(self.count * sizeof(int))
    cdef int* large = <int*>malloc(self.count * sizeof(int))
    cdef int i, smalls = 0, larges = 0
    if share == NULL or small == NULL or large == NULL:
        abort()
    for i in range(self.count):
        share[i] = self.now[i].weight * self.count
        self.sheets[i].luck = 0xFFFFFFFF
        self.sheets[i].otherwise = i
        if share[i] < 1:
            small[smalls] = i
            smalls += 1
        else:
            large[larges] = i
            larges += 1
    while smalls > 0 and larges > 0:
        smalls -= 1
        i = large[larges - 1]
        self.sheets[small[smalls]].luck = <uint32_t>(share[small[smalls]] * 4294967295.0)
        self.sheets[small[smalls]].otherwise = i
        share[i] -= 1 - share[small[smalls]]
        if share[i] < 1:
            larges -= 1
            small[smalls] = i
            smalls += 1
    free(share)
    free(small)
    free(large)
