"""Seven Card Samurai: the rules, phase by phase. Ruling ids (C..) are those of docs/rules."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

cimport cython

from kagemusha.core.counts cimport count_bits, count_trailing_zeros, word_of
from kagemusha.core.rng cimport mix
from kagemusha.core.seven_card_samurai.table cimport *
from kagemusha.core.state cimport HIDDEN, State, note, pick_card
from kagemusha.core.tape cimport Entry
from kagemusha.core.types cimport NOBODY, TERMINAL, action_t

from kagemusha.core.seven_card_samurai import data

cdef enum:
    ALL_COLOURS = (1 << COLOURS) - 1
    FORCED = 64                         # added to a colour that a set must have
    SHOWN_IN_SET = 5                    # tells the tokens of a called set from those of a deal

# A variable, not a constant: the compiler would unroll the copy into something far slower.
cdef size_t TABLE_BYTES = sizeof(Table)
# Filled from the data tables once, never changed afterwards.
cdef uint8_t COPIES[ROOM]
cdef uint8_t VALUE[ROOM]                # of a Bandit
cdef uint8_t LOW[PAIRS]                 # the two Bandits of a pair
cdef uint8_t HIGH[PAIRS]
cdef uint16_t UNEQUAL[16]               # pairs of two kinds, by the mask of the Bandits held
cdef uint16_t EQUAL[16]                 # pairs of one kind, by the mask of those held twice
cdef uint8_t KIND_OF[LAID_KINDS]        # the kind of a laid kind
cdef uint8_t DEFENDS[LAID_KINDS]
cdef uint8_t SET_VALUE[SET_SIZE + 1]    # by the cards of the larger colour
cdef uint32_t TOKEN[ROOM]               # what noticing a card of this kind adds


@cython.final
cdef class SevenCardSamuraiState(State):
    """A position of Seven Card Samurai."""

    cdef int mover(self) noexcept nogil:
        return self.table.mover

    cdef int legal(self, action_t* out) noexcept nogil:
        cdef Table* t = &self.table
        if t.node == AT_PLAY:
            return plays(t, out)
        if t.node == AT_DRAW:
            return draws(t, out)
        if t.node == AT_TURN_END:
            out[0] = END
            out[1] = CALL
            return 1 + can_call(t, t.turn)
        if t.node == AT_TAKE:
            return write_bits(out, 0, TAKE, t.holds[t.looking_at])
        if t.node == AT_SECOND_DISCARD:
            return write_bits(out, 0, PUT, t.holds[t.looking_at])
        return 0

    cdef void apply(self, action_t action) noexcept nogil:
        cdef Table* t = &self.table
        if t.somebody_noticed:
            memset(t.noticed, 0, sizeof(t.noticed))
            t.noticed_by_all = 0
            t.somebody_noticed = False
        if action == CALL:
            call(self, t)
        elif t.node == AT_PLAY:
            play(self, t, action)
        elif t.node == AT_DRAW:
            draw(self, t, action)
        elif t.node == AT_TURN_END:
            end_turn(self, t)
        elif t.node == AT_TAKE:
            take(self, t, action - TAKE)
        else:
            second_discard(self, t, action - PUT)

    cdef void copy_from(self, State other) noexcept nogil:
        self.chance = other.chance
        memcpy(&self.table, &(<SevenCardSamuraiState>other).table, TABLE_BYTES)

    cdef uint64_t token(self, int seat) noexcept nogil:
        cdef Table* t = &self.table
        if not t.somebody_noticed or (t.noticed[seat] | t.noticed_by_all) == 0:
            return 0
        return mix((<uint64_t>t.noticed_by_all << 32 | t.noticed[seat]) + 1) | 1

    cdef int turn(self) noexcept nogil:
        return self.table.turns_begun

    cdef void returns_into(self, float* out) noexcept nogil:
        cdef Table* t = &self.table
        cdef int seat, best = 0, winners = 0
        for seat in range(t.seats):
            if t.total[seat] > best:
                best = t.total[seat]
        for seat in range(t.seats):
            winners += t.total[seat] == best
        for seat in range(t.seats):                             # C22, C53
            out[seat] = <float>(1.0 / winners) if t.total[seat] == best else 0

    cdef bint sees_action(self, int seat, action_t action) noexcept nogil:
        cdef Table* t = &self.table
        return t.node != AT_TAKE or seat == t.turn or seat == t.looking_at     # C59

    cdef void blind(self, int seat) noexcept nogil:
        cdef Table* t = &self.table
        cdef int other
        for other in range(t.seats):
            if other == seat:
                continue
            t.noticed[other] = 0
            if t.turn != seat or t.looking_at != other:
                memset(t.hand[other], 0, ROOM)
                t.holds[other] = 0
        memset(t.pile, 0, ROOM)

    cdef bint redact(self, Entry* entry, int seat) noexcept nogil:
        if entry.what == LOOKED:                                # the first entry has no card
            return entry.value == HIDDEN or entry.other == seat
        if entry.what == DRAW and entry.seat != seat and entry.seat != NOBODY:
            entry.value = HIDDEN
        elif entry.what == MOVED and entry.seat != seat and entry.other != seat:
            entry.value = HIDDEN
        return True

    cdef State fresh(self):
        cdef SevenCardSamuraiState blank = SevenCardSamuraiState.__new__(SevenCardSamuraiState)
        blank.game = self.game
        return blank

    # For position.py and game.py: the table as numbers, and back.

    def deal(self, game, seed, chance=()):
        """Start a new game: deal, and play on to the first decision."""
        self.begin(game, seed, chance)
        self.set_switches(game.players, game.options)
        with nogil:
            begin_round(self, &self.table, 1)

    def set_switches(self, players, options):
        """A blank table for this many seats under these rules."""
        cdef Table* t = &self.table
        memset(t, 0, sizeof(Table))
        t.seats = players
        t.looking_at = NOBODY
        t.turn_cap = options["turn_cap"] * players

    def read(self):
        """The table as numbers: a dict of ints and lists."""
        cdef Table* t = &self.table
        seats = range(t.seats)
        return {
            "hand": [[t.hand[s][k] for k in range(KINDS)] for s in seats],
            "hand_size": [t.hand_size[s] for s in seats],
            "pile_size": t.pile_size,
            "laid": [[t.laid[s][k] for k in range(LAID_KINDS)] for s in seats],
            "rice": [t.rice[s] for s in seats],
            "total": [t.total[s] for s in seats],
            "pile": [t.pile[k] for k in range(KINDS)],
            "discards": [t.discards[i] for i in range(t.num_discards)],
            "node": t.node,
            "mover": t.mover,
            "round": t.round_number,
            "dealer": t.dealer,
            "turn": t.turn,
            "turn_number": t.turn_number,
            "draws_left": t.draws_left,
            "plays_left": t.plays_left,
            "in_play": t.in_play,
            "looking_at": t.looking_at,
            "calls": [(t.caller[i], t.set_points[i]) for i in range(t.num_calls)],
        }

    def fill(self, numbers):
        """Set the table from numbers of the same form; they have been validated."""
        cdef Table* t = &self.table
        for s in range(t.seats):
            for k in range(KINDS):
                for _ in range(numbers["hand"][s][k]):
                    add_to_hand(t, s, k)
            for k in range(LAID_KINDS):
                for _ in range(numbers["laid"][s][k]):
                    add_to_table(t, s, k)
            t.rice[s] = numbers["rice"][s]
            t.total[s] = numbers["total"][s]
        for k in range(KINDS):
            t.pile[k] = numbers["pile"][k]
            t.pile_size += t.pile[k]
        for kind in numbers["discards"]:
            discard(t, kind)
        t.node = numbers["node"]
        t.mover = numbers["mover"]
        t.round_number = numbers["round"]
        t.dealer = numbers["dealer"]
        t.turn = numbers["turn"]
        t.turn_number = numbers["turn_number"]
        t.turns_begun = numbers["turn_number"]
        t.draws_left = numbers["draws_left"]
        t.plays_left = numbers["plays_left"]
        t.in_play = numbers["in_play"]
        t.looking_at = numbers["looking_at"]
        for caller, points in numbers["calls"]:
            t.caller[t.num_calls] = caller
            t.set_points[t.num_calls] = points
            t.num_calls += 1

    def best_set(self, int seat):
        """The points of the best set the seat could call now; 0 if there is none."""
        cdef uint8_t chosen[ROOM]
        return choose_set(&self.table, seat, chosen)

    def table_bytes(self):
        return (<char*>&self.table)[:sizeof(Table)]

    def hot_size(self):
        return sizeof(Table) + State.hot_size(self)


# Moving cards.

cdef inline void add_to_hand(Table* t, int seat, int kind) noexcept nogil:
    t.hand[seat][kind] += 1
    t.hand_size[seat] += 1
    t.holds[seat] |= 1u << kind


cdef inline void remove_from_hand(Table* t, int seat, int kind) noexcept nogil:
    t.hand[seat][kind] -= 1
    t.hand_size[seat] -= 1
    t.holds[seat] &= ~(<uint32_t>(t.hand[seat][kind] == 0) << kind)


cdef inline void show(SevenCardSamuraiState self, Table* t, int seat, int kind) noexcept nogil:
    """A card leaves a hand for all to see."""
    remove_from_hand(t, seat, kind)
    note(self, SHOWN, seat, 0, kind)


cdef inline void add_to_table(Table* t, int seat, int laid) noexcept nogil:
    t.laid[seat][laid] += 1
    t.laid_size[seat] += 1
    t.laid_mask[seat] |= 1u << laid
    t.defence[seat] += DEFENDS[laid]


cdef inline void remove_from_table(Table* t, int seat, int laid) noexcept nogil:
    t.laid[seat][laid] -= 1
    t.laid_size[seat] -= 1
    t.laid_mask[seat] &= ~(<uint32_t>(t.laid[seat][laid] == 0) << laid)
    t.defence[seat] -= DEFENDS[laid]


cdef inline void discard(Table* t, int kind) noexcept nogil:
    t.discards[t.num_discards] = kind
    t.num_discards += 1
    t.lying[kind] += 1
    t.in_discards |= 1u << kind


cdef inline void take_discard(Table* t, int index) noexcept nogil:
    """A card leaves the discards; the rest keeps its order (C31)."""
    cdef int kind = t.discards[index]
    t.num_discards -= 1
    memmove(&t.discards[index], &t.discards[index + 1], t.num_discards - index)
    t.lying[kind] -= 1
    t.in_discards &= ~(<uint32_t>(t.lying[kind] == 0) << kind)


cdef inline void notice(Table* t, int seat, int kind) noexcept nogil:
    t.noticed[seat] += TOKEN[kind]
    t.somebody_noticed = True


cdef inline void all_notice(Table* t, int kind, int times) noexcept nogil:
    t.noticed_by_all += TOKEN[kind] * <uint32_t>times
    t.somebody_noticed = True


# The pile.

cdef inline int leave_pile(SevenCardSamuraiState self, Table* t) noexcept nogil:
    """Take a card off the pile, which is renewed first if it is empty (C12, C41)."""
    cdef int kind
    if t.pile_size == 0:
        renew(self, t)
    kind = pick_card(self, DRAW, t.pile, t.pile_size)
    t.pile[kind] -= 1
    t.pile_size -= 1
    return kind


cdef void renew(SevenCardSamuraiState self, Table* t) noexcept nogil:
    """All discards but the top one form a new pile."""
    cdef int kind, top = t.discards[t.num_discards - 1]
    t.lying[top] -= 1
    for kind in range(KINDS):
        t.pile[kind] = t.lying[kind]
        t.lying[kind] = 0
        if t.pile[kind]:
            note(self, RENEWED, NOBODY, t.pile[kind], kind)
    t.pile_size = t.num_discards - 1
    t.num_discards = 0
    t.in_discards = 0
    discard(t, top)


cdef inline void draw_card(SevenCardSamuraiState self, Table* t, int seat) noexcept nogil:
    cdef int kind = leave_pile(self, t)
    add_to_hand(t, seat, kind)
    note(self, DRAW, seat, 0, kind)                             # C56
    notice(t, seat, kind)


# Rounds.

cdef void begin_round(SevenCardSamuraiState self, Table* t, int number) noexcept nogil:
    """All cards and all rice back, then the deal (C21, C38)."""
    cdef int kind, seat
    t.round_number = number
    t.dealer = (number - 1) % t.seats
    t.turn_number = 0
    memset(t.hand, 0, sizeof(t.hand))
    memset(t.laid, 0, sizeof(t.laid))
    memset(t.lying, 0, sizeof(t.lying))
    memset(t.hand_size, 0, sizeof(t.hand_size))
    memset(t.laid_size, 0, sizeof(t.laid_size))
    memset(t.defence, 0, sizeof(t.defence))
    memset(t.holds, 0, sizeof(t.holds))
    memset(t.laid_mask, 0, sizeof(t.laid_mask))
    t.num_discards = 0
    t.in_discards = 0
    t.pile_size = 0
    for kind in range(KINDS):
        t.pile[kind] = COPIES[kind]
        t.pile_size += COPIES[kind]
    note(self, NEW_ROUND, t.dealer, 0, number)
    seat = t.dealer
    for _ in range(t.seats):
        seat = next_seat(t, seat)
        t.rice[seat] = RICE_DEALT
        deal_hand(self, t, seat)
    kind = leave_pile(self, t)                                  # C02
    note(self, DRAW, NOBODY, 0, kind)
    all_notice(t, kind, 1)
    discard(t, kind)
    begin_turn(t, next_seat(t, t.dealer))


cdef inline void deal_hand(SevenCardSamuraiState self, Table* t, int seat) noexcept nogil:
    for _ in range(HAND_DEALT):
        draw_card(self, t, seat)


cdef void end_round(SevenCardSamuraiState self, Table* t, int caller, int points) noexcept nogil:
    """Rice scores, and the set (C20); the next deal belongs to this step (C67)."""
    cdef int seat
    for seat in range(t.seats):
        t.total[seat] += t.rice[seat]
    if caller != NOBODY:
        t.total[caller] += points
    t.caller[t.num_calls] = caller
    t.set_points[t.num_calls] = points
    t.num_calls += 1
    if t.num_calls == ROUNDS:
        t.node = AT_END
        t.mover = TERMINAL
    else:
        begin_round(self, t, t.round_number + 1)


# Turns.

cdef inline int next_seat(Table* t, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < t.seats else 0


cdef inline void begin_turn(Table* t, int seat) noexcept nogil:
    t.turn = seat
    t.mover = seat
    t.turn_number += 1
    t.turns_begun += 1
    t.draws_left = 2
    t.plays_left = 2
    ask_draw(t)


cdef inline void end_turn(SevenCardSamuraiState self, Table* t) noexcept nogil:
    if t.turn_number >= t.turn_cap:                             # C54
        end_round(self, t, NOBODY, 0)
    else:
        begin_turn(t, next_seat(t, t.turn))


cdef inline bint top_is_samurai(Table* t) noexcept nogil:
    return t.num_discards > 0 and t.discards[t.num_discards - 1] < COLOURS      # C04, C05


cdef inline void ask_draw(Table* t) noexcept nogil:
    """Ask for the next draw, unless there is none or no source can give a card (C40)."""
    if t.draws_left > 0 and (
        t.pile_size > 0 or t.num_discards > 1 or t.laid_size[t.turn] > 0 or top_is_samurai(t)
    ):
        t.node = AT_DRAW
    else:
        t.draws_left = 0
        ask_play(t)


cdef inline void ask_play(Table* t) noexcept nogil:
    """Ask for the next play, or for the end of the turn (C07, C50)."""
    if t.hand_size[t.turn] == 0:
        t.plays_left = 0
    t.node = AT_PLAY if t.plays_left > 0 else AT_TURN_END


cdef void draw(SevenCardSamuraiState self, Table* t, int action) noexcept nogil:
    """One card from the pile, the discards or the own table (C03)."""
    cdef int kind
    t.draws_left -= 1
    if action == DRAW_PILE:
        draw_card(self, t, t.turn)
    elif action == DRAW_DISCARD:
        kind = t.discards[t.num_discards - 1]
        take_discard(t, t.num_discards - 1)
        add_to_hand(t, t.turn, kind)
        note(self, TAKEN, t.turn, 0, kind)                      # C57
    else:
        kind = KIND_OF[action - TAKE_BACK]
        remove_from_table(t, t.turn, action - TAKE_BACK)
        add_to_hand(t, t.turn, kind)
        note(self, TAKEN_BACK, t.turn, 0, kind)
    ask_draw(t)


# Calling.

cdef inline int can_call(Table* t, int seat) noexcept nogil:
    """Whether seven cards with all of the table's among them make a set (C16, C17)."""
    cdef unsigned int have[COLOURS]
    cdef unsigned int laid, high, low, high_2, low_2, first, second
    cdef int i
    cdef unsigned int colours = t.laid_mask[seat] & ALL_COLOURS
    if t.hand_size[seat] + t.laid_size[seat] < SET_SIZE:
        return 0
    if count_bits(colours) > 2:
        return 0
    for i in range(COLOURS):
        laid = t.laid[seat][i]
        have[i] = t.hand[seat][i] + laid + (FORCED if laid else 0)
    high = max(have[0], have[1])
    low = min(have[0], have[1])
    high_2 = max(have[2], have[3])
    low_2 = min(have[2], have[3])
    first = max(high, high_2)
    second = max(min(high, high_2), max(low, low_2))
    return (
        ((first + second) & (FORCED - 1)) + t.hand[seat][RONIN] + t.laid[seat][LAID_RONIN]
        >= SET_SIZE
    )


cdef int choose_set(Table* t, int seat, uint8_t* chosen) noexcept nogil:
    """The best set a seat can call (C18, C42), copies by kind; returns its points or 0."""
    cdef int a, b, of_a, of_b, ronin, points, larger, best = 0
    cdef uint8_t* hand = t.hand[seat]
    cdef uint8_t* laid = t.laid[seat]
    cdef int ronin_held = hand[RONIN] + laid[LAID_RONIN]
    cdef unsigned int colours = t.laid_mask[seat] & ALL_COLOURS
    memset(chosen, 0, ROOM)
    for a in range(COLOURS):
        for b in range(COLOURS):
            if a == b or colours & ~(1u << a | 1u << b):
                continue
            for of_a in range(laid[a], hand[a] + laid[a] + 1):
                for of_b in range(laid[b], hand[b] + laid[b] + 1):
                    ronin = SET_SIZE - of_a - of_b
                    if not laid[LAID_RONIN] <= ronin <= ronin_held:
                        continue
                    larger = of_a if of_a > of_b else of_b
                    points = SET_SIZE if ronin > 0 else SET_VALUE[larger]      # C43
                    if points > best:
                        best = points
                        memset(chosen, 0, ROOM)
                        chosen[a] = of_a
                        chosen[b] = of_b
                        chosen[RONIN] = ronin
    return best


cdef inline int from_hand(Table* t, int kind, const uint8_t* chosen) noexcept nogil:
    """How many cards of a called kind are not on the table."""
    return chosen[kind] - t.laid[t.turn][LAID_RONIN if kind == RONIN else kind]


cdef void call(SevenCardSamuraiState self, Table* t) noexcept nogil:
    cdef uint8_t chosen[ROOM]
    cdef int kind, held, points = choose_set(t, t.turn, chosen)
    for kind in range(KINDS):
        if chosen[kind]:
            held = from_hand(t, kind, chosen)
            note(self, CALLED, t.turn, chosen[kind], kind + 16 * held)          # C61
            all_notice(t, kind, SHOWN_IN_SET * chosen[kind])
    end_round(self, t, t.turn, points)


# Legal actions.

cdef inline int write_bits(action_t* out, int count, int first, uint32_t bits) noexcept nogil:
    """Append `first` + the number of each bit; returns the new count."""
    while bits:
        out[count] = first + count_trailing_zeros(bits)
        bits &= bits - 1
        count += 1
    return count


cdef inline int draws(Table* t, action_t* out) noexcept nogil:
    cdef int count = 0
    out[0] = CALL
    count += can_call(t, t.turn)
    out[count] = DRAW_PILE
    count += t.pile_size > 0 or t.num_discards > 1
    out[count] = DRAW_DISCARD
    count += top_is_samurai(t)
    return write_bits(out, count, TAKE_BACK, t.laid_mask[t.turn])


cdef int plays(Table* t, action_t* out) noexcept nogil:
    """What a play offers, ascending (C08)."""
    cdef int me = t.turn, count = 0, seat, first, i, same = 0
    cdef uint32_t held = t.holds[me]
    cdef uint32_t bandits = held >> BANDITS & 15
    cdef bint ninja = held >> NINJA & 1
    cdef bint shogun = held >> SHOGUN & 1
    cdef bint both = t.plays_left == 2                          # C44
    cdef uint32_t on_anyone = bandits, on_hand = 0, options
    cdef uint64_t twice
    cdef action_t attacks[ON_NINJA_HAND]
    out[0] = CALL
    count += can_call(t, me)
    if t.laid_size[me] < TABLE_LIMIT:
        count = write_bits(out, count, LAY, held & ALL_COLOURS | (held >> RONIN & 1) << LAID_RONIN)
    count = write_bits(out, count, PUT, held)
    if shogun:
        count = write_bits(out, count, FETCH, t.in_discards)    # C14
    if both and bandits:
        # The Bandits are the upper half of the first word: one bit for each held twice.
        twice = ((word_of(t.hand[me]) >> 32) + <uint64_t>0x7E7E7E7E & <uint64_t>0x80808080) >> 7
        on_anyone |= <uint32_t>(
            UNEQUAL[bandits] | EQUAL[(twice * <uint64_t>0x01020408) >> 24 & 15]
        ) << ON_PAIR
        if ninja:
            on_anyone |= bandits << ON_NINJA_BANDIT
    if ninja:
        on_hand |= 1 << ON_NINJA_HAND
    if shogun:
        on_hand |= 1 << ON_SHOGUN
        if ninja and both:
            on_hand |= 1 << ON_SHOGUN_NINJA
    if not (on_anyone or on_hand):
        return count
    same = write_bits(attacks, 0, 0, on_anyone)
    for seat in range(t.seats):
        first = AT_SEAT + BLOCK * seat
        options = 0
        if seat != me:                                          # C34
            for i in range(same):
                out[count + i] = first + attacks[i]
            count += same
            if t.hand_size[seat] > 0:                           # C28, C30
                options = on_hand
        if ninja:
            options |= <uint32_t>t.laid_mask[seat] << ON_NINJA_LAID     # C49
        count = write_bits(out, count, first, options)
    return count


# Plays.

cdef void play(SevenCardSamuraiState self, Table* t, int action) noexcept nogil:
    cdef int me = t.turn, kind, target
    if action >= AT_SEAT:
        target = (action - AT_SEAT) // BLOCK
        play_on(self, t, action - AT_SEAT - BLOCK * target, target)
        return
    t.plays_left -= 1
    if action < PUT:
        kind = KIND_OF[action - LAY]
        show(self, t, me, kind)
        add_to_table(t, me, action - LAY)
    elif action < TAKE:
        show(self, t, me, action - PUT)
        discard(t, action - PUT)
    else:
        show(self, t, me, SHOGUN)
        fetch(self, t, action - FETCH)
        discard(t, SHOGUN)                                      # C31
    ask_play(t)


cdef inline void fetch(SevenCardSamuraiState self, Table* t, int kind) noexcept nogil:
    """The copy nearest the top (C46)."""
    cdef int index = t.num_discards - 1
    while t.discards[index] != kind:
        index -= 1
    take_discard(t, index)
    add_to_hand(t, t.turn, kind)
    note(self, TAKEN, t.turn, 0, kind)


cdef inline void play_on(SevenCardSamuraiState self, Table* t, int what, int target) noexcept nogil:
    """Bandits, Ninja and Shogun, played on a seat."""
    cdef int kind, low, high
    if what >= ON_SHOGUN:
        look(self, t, target, what == ON_SHOGUN_NINJA)
        return
    t.plays_left -= 1
    if what < ON_PAIR:
        spend(self, t, BANDITS + what)
        steal(t, target, VALUE[BANDITS + what] - t.defence[target])             # C23
    elif what < ON_NINJA_BANDIT:
        t.plays_left = 0
        low = LOW[what - ON_PAIR]
        high = HIGH[what - ON_PAIR]
        spend(self, t, low)                                     # C45
        spend(self, t, high)
        steal(t, target, VALUE[low] + VALUE[high] - t.defence[target])          # C24
    elif what < ON_NINJA_HAND:                                  # C26
        t.plays_left = 0
        spend(self, t, NINJA)
        spend(self, t, BANDITS + what - ON_NINJA_BANDIT)
        steal(t, target, VALUE[BANDITS + what - ON_NINJA_BANDIT])
    elif what == ON_NINJA_HAND:                                 # C29, C58
        spend(self, t, NINJA)
        kind = pick_card(self, HAND, t.hand[target], t.hand_size[target])
        remove_from_hand(t, target, kind)
        note(self, HAND, target, NOBODY, kind)
        all_notice(t, kind, 1)
        discard(t, kind)
    else:
        spend(self, t, NINJA)
        remove_from_table(t, target, what - ON_NINJA_LAID)
        discard(t, KIND_OF[what - ON_NINJA_LAID])
    ask_play(t)


cdef inline void spend(SevenCardSamuraiState self, Table* t, int kind) noexcept nogil:
    """A card played goes to the discards."""
    show(self, t, t.turn, kind)
    discard(t, kind)


cdef inline void steal(Table* t, int victim, int markers) noexcept nogil:
    if markers > t.rice[victim]:
        markers = t.rice[victim]
    if markers > 0:                                             # C35
        t.rice[victim] -= markers
        t.rice[t.turn] += markers


# The Shogun on a hand: look, take, and with a Ninja discard another (C47, C48).

cdef void look(SevenCardSamuraiState self, Table* t, int target, bint with_ninja) noexcept nogil:
    cdef int kind
    show(self, t, t.turn, SHOGUN)
    t.plays_left -= 1
    t.in_play = SHOGUN_ALONE                                    # C65
    if with_ninja:
        show(self, t, t.turn, NINJA)
        t.plays_left = 0
        t.in_play = SHOGUN_AND_NINJA
    t.looking_at = target
    t.node = AT_TAKE
    note(self, LOOKED, target, t.turn, HIDDEN)
    for kind in range(KINDS):
        if t.hand[target][kind]:
            note(self, LOOKED, target, t.turn, kind + 16 * t.hand[target][kind])
            t.noticed[t.turn] += TOKEN[kind] * t.hand[target][kind]             # C59
    t.somebody_noticed = True


cdef void take(SevenCardSamuraiState self, Table* t, int kind) noexcept nogil:
    cdef int target = t.looking_at
    remove_from_hand(t, target, kind)
    add_to_hand(t, t.turn, kind)
    note(self, MOVED, target, t.turn, kind)
    notice(t, t.turn, kind)
    notice(t, target, kind)
    discard(t, SHOGUN)
    if t.in_play == SHOGUN_AND_NINJA:
        discard(t, NINJA)
        t.in_play = NOTHING
        if t.hand_size[target] > 0:
            t.node = AT_SECOND_DISCARD
            return
    t.in_play = NOTHING
    t.looking_at = NOBODY
    ask_play(t)


cdef void second_discard(SevenCardSamuraiState self, Table* t, int kind) noexcept nogil:
    remove_from_hand(t, t.looking_at, kind)
    note(self, REMOVED, t.looking_at, t.turn, kind)             # C58
    discard(t, kind)
    t.looking_at = NOBODY
    ask_play(t)


# The data tables.

def _load_tables():
    names = [card.name for card in data.CARDS]
    for i, card in enumerate(data.CARDS):
        COPIES[i] = card.copies
        VALUE[i] = card.value
        TOKEN[i] = mix(i + 1) | 1
    for i, card in enumerate(data.LAID):
        KIND_OF[i] = names.index(card.name)
        DEFENDS[i] = 3 if card.kind == "ronin" else 1
    for i, (low, high) in enumerate(data.PAIRS):
        LOW[i] = names.index(low.name)
        HIGH[i] = names.index(high.name)
        needed = 1 << (LOW[i] - BANDITS) | 1 << (HIGH[i] - BANDITS)
        for held in range(16):
            if held & needed == needed:
                if low is high:
                    EQUAL[held] |= 1 << i
                else:
                    UNEQUAL[held] |= 1 << i
    for larger, points in {4: 10, 5: 12, 6: 15, 7: 20}.items():
        SET_VALUE[larger] = points


_load_tables()
