"""Sixteen Samurai: the rules, phase by phase. Ruling ids (X..) are those of docs/rules."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

cimport cython

from kagemusha.core.counts cimport NONE, count_bits, count_trailing_zeros
from kagemusha.core.rng cimport mix
from kagemusha.core.sixteen_samurai.table cimport *
from kagemusha.core.state cimport HIDDEN, State, note, pick_card, pick_number
from kagemusha.core.tape cimport Entry
from kagemusha.core.types cimport NOBODY, TERMINAL, action_t

from kagemusha.core.sixteen_samurai import data

cdef enum:
    UMA_FACE = 7
    FACES = 6
    CONFLICT_ROUNDS = 17                # at most (X31)

# A variable, not a constant: the compiler would unroll the copy into something far slower.
cdef size_t TABLE_BYTES = sizeof(Table)
# Filled from the data table once, never changed afterwards.
cdef uint8_t RATING[SAMURAI][ABILITIES]
cdef uint64_t TOKEN[ROOM]               # what noticing a card adds


@cython.final
cdef class SixteenSamuraiState(State):
    """A position of Sixteen Samurai."""

    cdef int mover(self) noexcept nogil:
        return self.table.mover

    cdef int legal(self, action_t* out) noexcept nogil:
        cdef Table* t = &self.table
        cdef int i
        if t.node == AT_CHOOSE:
            return choices(t, out)
        if t.node == AT_DRAFT:
            return picks(t, out)
        if t.node == AT_END:
            return 0
        if t.node == AT_DECLARE:                                # X59
            for i in range(ABILITIES):
                out[i] = DECLARE + i
            return ABILITIES
        return answers(t, out)

    cdef void apply(self, action_t action) noexcept nogil:
        cdef Table* t = &self.table
        if t.somebody_noticed:
            memset(t.noticed, 0, sizeof(t.noticed))
            t.noticed_by_all = 0
            t.somebody_noticed = False
        if t.node == AT_CHOOSE:
            choose(self, t, action)
        elif t.node == AT_DRAFT:
            draft(self, t, action)
        elif t.node == AT_DECLARE:
            declare(t, action - DECLARE)
        elif t.node == AT_BUSHIDO:
            answer_bushido(self, t, action)
        elif t.node == AT_RONIN:
            answer_ronin(self, t, action)
        else:
            answer_medicine(self, t, action)

    cdef void copy_from(self, State other) noexcept nogil:
        self.chance = other.chance
        memcpy(&self.table, &(<SixteenSamuraiState>other).table, TABLE_BYTES)

    cdef uint64_t token(self, int seat) noexcept nogil:
        cdef Table* t = &self.table
        if not t.somebody_noticed or (t.noticed[seat] | t.noticed_by_all) == 0:
            return 0
        return mix(mix(t.noticed_by_all + 1) + t.noticed[seat]) | 1

    cdef int block(self) noexcept nogil:
        if self.table.node != AT_CHOOSE:
            return 0
        return 256 * self.table.phase + self.table.round

    cdef void reopen(self) noexcept nogil:
        cdef Table* t = &self.table
        cdef int seat
        if t.node != AT_CHOOSE:
            return
        for seat in range(t.seats):
            if t.sent[seat] != NONE:
                take_back(t, seat)
        t.mover = first_of(t, t.fighters, t.declarer)

    cdef int turn(self) noexcept nogil:
        """Rounds of the draft begun, then battles about to be declared or declared.

        The final counts on from the longest Clan Conflict, whatever its length was.
        """
        cdef Table* t = &self.table
        if t.phase == DRAFT:
            return CLAN + 1 - (count_bits(t.layout) + t.seats - 1) // t.seats
        if t.phase == CONFLICT:
            return CLAN + t.round
        return CLAN + CONFLICT_ROUNDS + t.round

    cdef void returns_into(self, float* out) noexcept nogil:
        cdef int seat
        for seat in range(self.table.seats):
            out[seat] = seat == self.table.victor               # X63

    cdef bint sees_action(self, int seat, action_t action) noexcept nogil:
        return self.table.node != AT_CHOOSE or seat == self.table.mover

    cdef void blind(self, int seat) noexcept nogil:
        """Hands of others lie in their piles, but for what all know to be in them (X42, X66)."""
        cdef Table* t = &self.table
        cdef int other
        for other in range(t.seats):
            if other == seat:
                continue
            t.noticed[other] = 0
            if t.node == AT_CHOOSE and t.sent[other] != NONE:   # X47
                take_back(t, other)
            if t.phase == CONFLICT:
                hide_hand(t, other)

    cdef bint redact(self, Entry* entry, int seat) noexcept nogil:
        if entry.what == DRAW and entry.seat != seat:
            entry.value = HIDDEN
        return True

    cdef State fresh(self):
        cdef SixteenSamuraiState blank = SixteenSamuraiState.__new__(SixteenSamuraiState)
        blank.game = self.game
        return blank

    # For position.py and game.py: the table as numbers, and back.

    def deal(self, game, seed, chance=()):
        """Start a new game: lay the samurai out for the draft."""
        self.begin(game, seed, chance)
        self.set_switches(game.players, game.options)
        with nogil:
            lay_out(self, &self.table)

    def set_switches(self, players, options):
        """A blank table for this many seats; there are no rule options."""
        cdef Table* t = &self.table
        memset(t, 0, sizeof(Table))
        t.seats = players
        t.declarer = players - 1                                # X04, X44
        t.ability = NONE
        t.barred_seat = NOBODY
        t.victor = NOBODY
        memset(t.saved, NONE, sizeof(t.saved))
        clear_battle(t)

    def read(self):
        """The table as numbers: a dict of ints and lists. Samurai have the numbers of the data."""
        cdef Table* t = &self.table
        seats = range(t.seats)

        def samurai(mask):
            return [t.samurai[i] for i in range(PLACES) if mask >> i & 1]

        def cards(mask):
            return [i for i in range(5) if mask >> i & 1]

        def one(place):
            return NONE if place == NONE else t.samurai[place]

        return {
            "layout": samurai(t.layout),
            "clan": [samurai(t.clan[s]) for s in seats],
            "hand": [samurai(t.hand[s]) for s in seats],
            "pile": [samurai(t.pile[s]) for s in seats],
            "hall": [samurai(t.hall[s]) for s in seats],
            "discards": samurai(t.discards),
            "cards": [cards(t.cards[s]) for s in seats],
            "pile_cards": [cards(t.pile_cards[s]) for s in seats],
            "spent": [cards(t.spent[s]) for s in seats],
            "dice": [[t.dice[s][i] for i in range(t.num_dice[s])] for s in seats],
            "roll_off": [t.roll_off[s] for s in seats],
            "sent": [one(t.sent[s]) for s in seats],
            "with_card": [t.with_card[s] for s in seats],
            "saved": [one(t.saved[s]) for s in seats],
            "unseen_hand": [t.unseen_hand[s] for s in seats],
            "passed": [s for s in seats if t.passed >> s & 1],
            "medicine": [s for s in seats if t.medicine >> s & 1],
            "phase": t.phase,
            "node": t.node,
            "mover": t.mover,
            "round": t.round,
            "declarer": t.declarer,
            "ability": t.ability,
            "winner": t.winner,
            "ronin": t.ronin,
            "barred_seat": t.barred_seat,
            "barred": NONE if t.barred_seat == NOBODY else t.samurai[t.barred],
            "victor": t.victor,
        }

    def fill(self, numbers):
        """Set the table from numbers of the same form; they have been validated."""
        cdef Table* t = &self.table
        laid = sorted(numbers["layout"] + [number for clan in numbers["clan"] for number in clan])
        for i, number in enumerate(laid):
            t.samurai[i] = number
            t.place[number] = i

        def mask(samurai):
            return sum(<uint64_t>1 << t.place[number] for number in samurai)

        def one(number):
            return NONE if number == NONE else t.place[number]

        t.layout = mask(numbers["layout"])
        t.discards = mask(numbers["discards"])
        for s in range(t.seats):
            t.clan[s] = mask(numbers["clan"][s])
            t.hand[s] = mask(numbers["hand"][s])
            t.pile[s] = mask(numbers["pile"][s])
            t.hall[s] = mask(numbers["hall"][s])
            t.cards[s] = sum(1 << card for card in numbers["cards"][s])
            t.pile_cards[s] = sum(1 << card for card in numbers["pile_cards"][s])
            t.spent[s] = sum(1 << card for card in numbers["spent"][s])
            t.num_dice[s] = len(numbers["dice"][s])
            for i, die in enumerate(numbers["dice"][s]):
                t.dice[s][i] = die
            t.roll_off[s] = numbers["roll_off"][s]
            t.sent[s] = one(numbers["sent"][s])
            t.with_card[s] = numbers["with_card"][s]
            t.saved[s] = one(numbers["saved"][s])
        t.passed = sum(1 << s for s in numbers["passed"])
        t.medicine = sum(1 << s for s in numbers["medicine"])
        t.phase = numbers["phase"]
        t.node = numbers["node"]
        t.mover = numbers["mover"]
        t.round = numbers["round"]
        t.declarer = numbers["declarer"]
        t.ability = numbers["ability"]
        t.winner = numbers["winner"]
        t.ronin = numbers["ronin"]
        t.barred_seat = numbers["barred_seat"]
        t.barred = 0 if t.barred_seat == NOBODY else t.place[numbers["barred"]]
        t.victor = numbers["victor"]
        for s in range(t.seats):
            if t.sent[s] != NONE or (t.node == AT_CHOOSE and t.hand[s] != 0):
                t.fighters |= 1 << s

    def table_bytes(self):
        return (<char*>&self.table)[:sizeof(Table)]

    def hot_size(self):
        return sizeof(Table) + State.hot_size(self)


# What is noticed, and what one seat cannot see.

cdef inline void all_notice(Table* t, uint64_t what) noexcept nogil:
    t.noticed_by_all = mix(t.noticed_by_all + what + <uint64_t>0x9E3779B97F4A7C15)
    t.somebody_noticed = True


cdef void take_back(Table* t, int seat) noexcept nogil:
    """Undo a choice that is still face down."""
    t.hand[seat] |= <uint64_t>1 << t.sent[seat]
    if t.with_card[seat] != WITH_NOTHING:
        t.cards[seat] |= 1 << (t.with_card[seat] - 1)
    t.sent[seat] = NONE
    t.with_card[seat] = WITH_NOTHING


cdef void hide_hand(Table* t, int seat) noexcept nogil:
    cdef uint64_t unseen = t.hand[seat]
    if t.saved[seat] != NONE:
        unseen &= ~(<uint64_t>1 << t.saved[seat])
    t.unseen_hand[seat] += count_bits(unseen) + count_bits(t.cards[seat])
    t.hand[seat] ^= unseen
    t.pile[seat] |= unseen
    t.pile_cards[seat] |= t.cards[seat]
    t.cards[seat] = 0


# The draft.

cdef void lay_out(SixteenSamuraiState self, Table* t) noexcept nogil:
    """So many random samurai, face up (X02)."""
    cdef uint8_t box[ROOM]
    cdef int i, number
    memset(box, 0, sizeof(box))
    memset(box, 1, SAMURAI)
    for i in range(CLAN * t.seats):
        number = pick_card(self, LAYOUT, box, SAMURAI - i)
        box[number] = 0
        note(self, LAYOUT, NOBODY, 0, number)
    i = 0
    for number in range(SAMURAI):
        if not box[number]:
            t.samurai[i] = number
            t.place[number] = i
            t.layout |= <uint64_t>1 << i
            i += 1


cdef int picks(Table* t, action_t* out) noexcept nogil:
    cdef uint64_t rest = t.layout
    cdef int count = 0
    while rest:
        out[count] = SEND + 3 * t.samurai[count_trailing_zeros(rest)]
        rest &= rest - 1
        count += 1
    return count


cdef void draft(SixteenSamuraiState self, Table* t, int action) noexcept nogil:
    cdef uint64_t taken = <uint64_t>1 << t.place[(action - SEND) // 3]
    cdef int seat
    t.layout &= ~taken
    t.clan[t.mover] |= taken
    t.mover = left_of(t, t.mover)                               # X03
    if t.layout:
        return
    for seat in range(t.seats):                                 # X05
        t.pile[seat] = t.clan[seat]
        t.pile_cards[seat] = ALL_CARDS
    t.phase = CONFLICT
    refill(self, t, t.declarer)
    begin_round(t, 1, t.declarer)


# Seats and hands.

cdef inline int left_of(Table* t, int seat) noexcept nogil:
    seat += 1
    return 0 if seat == t.seats else seat


cdef inline int hand_size(Table* t, int seat) noexcept nogil:
    return count_bits(t.hand[seat]) + count_bits(t.cards[seat])


cdef inline int first_of(Table* t, unsigned int members, int seat) noexcept nogil:
    """The first of these seats, clockwise from `seat` and including it; NOBODY if there is none."""
    if members == 0:
        return NOBODY
    members |= members << t.seats
    return (seat + count_trailing_zeros(members >> seat)) % t.seats


cdef int draw(SixteenSamuraiState self, Table* t, int seat) noexcept nogil:
    """A card leaves the pile for the hand: samurai are lined up first, battle cards after them."""
    cdef uint64_t pile = t.pile[seat]
    cdef uint64_t cards = t.pile_cards[seat]
    cdef int samurai = count_bits(pile)
    cdef int total = samurai + count_bits(cards)
    cdef int ticket
    if self.forced != NULL:
        return move_to_hand(t, seat, forced_draw(self, t, seat, total))
    ticket = pick_number(self, DRAW, 0, total)
    if ticket < samurai:
        while ticket > 0:
            pile &= pile - 1
            ticket -= 1
        pile &= -pile
        t.pile[seat] ^= pile
        t.hand[seat] |= pile
        return t.samurai[count_trailing_zeros(pile)]
    ticket -= samurai
    while ticket > 0:
        cards &= cards - 1
        ticket -= 1
    cards &= -cards
    t.pile_cards[seat] ^= cards
    t.cards[seat] |= cards
    return SAMURAI + count_trailing_zeros(cards)


cdef int forced_draw(SixteenSamuraiState self, Table* t, int seat, int total) noexcept nogil:
    """The same draw by card numbers, where an outcome may be prescribed."""
    cdef uint8_t counts[ROOM]
    cdef uint64_t pile = t.pile[seat]
    cdef int i
    memset(counts, 0, sizeof(counts))
    while pile:
        counts[t.samurai[count_trailing_zeros(pile)]] = 1
        pile &= pile - 1
    for i in range(5):
        counts[SAMURAI + i] = t.pile_cards[seat] >> i & 1
    return pick_card(self, DRAW, counts, total)


cdef int move_to_hand(Table* t, int seat, int number) noexcept nogil:
    cdef uint64_t bit
    if number < SAMURAI:
        bit = <uint64_t>1 << t.place[number]
        t.pile[seat] ^= bit
        t.hand[seat] |= bit
    else:
        t.pile_cards[seat] ^= 1 << (number - SAMURAI)
        t.cards[seat] |= 1 << (number - SAMURAI)
    return number


cdef void draw_up(SixteenSamuraiState self, Table* t, int seat) noexcept nogil:
    """Draw until the hand has five cards, if the pile allows (X35)."""
    cdef int number
    while (t.pile[seat] or t.pile_cards[seat]) and hand_size(t, seat) < FULL_HAND:
        number = draw(self, t, seat)
        note(self, DRAW, seat, 0, number)
        t.noticed[seat] += TOKEN[number]
        t.somebody_noticed = True


cdef void refill(SixteenSamuraiState self, Table* t, int first) noexcept nogil:
    """Everybody in turn; five battle cards are shown, shuffled back and replaced (X06, X52)."""
    cdef int _i, seat = first
    for _i in range(t.seats):
        draw_up(self, t, seat)
        while t.cards[seat] == ALL_CARDS and t.hand[seat] == 0 and t.pile[seat]:
            t.cards[seat] = 0
            t.pile_cards[seat] = ALL_CARDS
            note(self, REDRAWN, seat, 0, 0)
            all_notice(t, 1 + seat)
            t.noticed[seat] = mix(t.noticed[seat])
            draw_up(self, t, seat)
        seat = left_of(t, seat)


# A battle: declaration and secret choices.

cdef inline void begin_round(Table* t, int number, int declarer) noexcept nogil:
    t.round = number
    t.declarer = declarer
    t.mover = declarer
    t.node = AT_DECLARE


cdef inline void clear_battle(Table* t) noexcept nogil:
    memset(t.sent, NONE, sizeof(t.sent))
    memset(t.with_card, WITH_NOTHING, sizeof(t.with_card))
    memset(t.num_dice, 0, sizeof(t.num_dice))
    memset(t.roll_off, 0, sizeof(t.roll_off))
    t.fighters = 0
    t.passed = 0
    t.medicine = 0
    t.winner = NOBODY
    t.ronin = NOBODY


cdef void declare(Table* t, int ability) noexcept nogil:
    cdef int seat
    clear_battle(t)                                             # X71
    t.ability = ability
    for seat in range(t.seats):
        t.fighters |= <int>(t.hand[seat] != 0) << seat          # X32, X51
    t.node = AT_CHOOSE
    t.mover = first_of(t, t.fighters, t.declarer)


cdef inline bint cards_allowed(Table* t) noexcept nogil:
    """Not in the first battle, not in the final (X07, X36)."""
    return t.phase == CONFLICT and t.round > 1


cdef int choices(Table* t, action_t* out) noexcept nogil:
    """A samurai, alone or with one "before" card (X13, X46)."""
    cdef int seat = t.mover
    cdef uint64_t rest = t.hand[seat]
    cdef unsigned int cards = t.cards[seat] if cards_allowed(t) else 0
    cdef int count = 0, send
    if t.barred_seat == seat and rest & (rest - 1):             # X39, X57
        rest &= ~(<uint64_t>1 << t.barred)
    while rest:
        send = SEND + 3 * t.samurai[count_trailing_zeros(rest)]
        rest &= rest - 1
        out[count] = send
        count += 1
        if cards >> NINJUTSU & 1:
            out[count] = send + WITH_NINJUTSU
            count += 1
        if cards >> UMA & 1:
            out[count] = send + WITH_UMA
            count += 1
    return count


cdef void choose(SixteenSamuraiState self, Table* t, int action) noexcept nogil:
    cdef int seat = t.mover
    lay_down(t, seat, action)
    note(self, CHOSEN, seat, 0, 0)
    seat = first_of(t, t.fighters, left_of(t, seat))
    if t.sent[seat] == NONE:
        t.mover = seat
        return
    reveal(self, t)
    if cards_allowed(t):
        open_bushido(self, t)
    else:
        settle(self, t)
        finish_battle(self, t)


cdef void reveal(SixteenSamuraiState self, Table* t) noexcept nogil:
    """All choices are turned over, then everybody rolls (X10 to X12, X58)."""
    cdef int _i, seat, ninjutsu = 0
    cdef uint64_t seen = 0
    for seat in range(t.seats):
        if t.fighters >> seat & 1:
            seen = seen << 8 | (3 * t.sent[seat] + t.with_card[seat])
            if t.with_card[seat] != WITH_NOTHING:
                t.spent[seat] |= 1 << (t.with_card[seat] - 1)
                ninjutsu += t.with_card[seat] == WITH_NINJUTSU
            if t.saved[seat] == t.sent[seat]:
                t.saved[seat] = NONE
    all_notice(t, seen)
    seat = t.declarer
    if self.tape != NULL:
        for _i in range(t.seats):
            if t.fighters >> seat & 1:
                note(self, REVEALED, seat, t.with_card[seat], t.samurai[t.sent[seat]])
            seat = left_of(t, seat)
    for _i in range(t.seats):
        if t.fighters >> seat & 1:
            if t.with_card[seat] == WITH_UMA:
                t.num_dice[seat] = 2
                t.dice[seat][0] = UMA_FACE
                t.dice[seat][1] = UMA_FACE
            elif ninjutsu - (t.with_card[seat] == WITH_NINJUTSU and ninjutsu == 1):
                roll(self, t, seat, 1)
            else:
                roll(self, t, seat, RATING[t.samurai[t.sent[seat]]][t.ability])
        seat = left_of(t, seat)


cdef inline int one_die(SixteenSamuraiState self, int seat, int in_roll_off) noexcept nogil:
    cdef int face = pick_number(self, DIE, 1, FACES)
    note(self, DIE, seat, in_roll_off, face)
    return face


cdef void roll(SixteenSamuraiState self, Table* t, int seat, int count) noexcept nogil:
    """So many dice, kept highest first."""
    cdef uint64_t seen = 0
    cdef int i, place, face
    cdef uint8_t* dice = t.dice[seat]
    for i in range(count):
        face = one_die(self, seat, 0)
        place = i
        while place > 0 and dice[place - 1] < face:
            dice[place] = dice[place - 1]
            place -= 1
        dice[place] = face
        seen += <uint64_t>1 << (8 * face)
    t.num_dice[seat] = count
    all_notice(t, seen)


# The windows after the roll.

cdef inline int next_asked(Table* t, int card, int seat) noexcept nogil:
    """The next who could still play this card, clockwise from `seat` on (X48); or NOBODY."""
    cdef unsigned int asked = t.fighters & ~t.passed
    cdef int other
    if t.winner != NOBODY:
        asked &= ~(1u << t.winner)
    for other in range(t.seats):
        if t.spent[other] >> card & 1 or (t.hand[other] == 0 and t.cards[other] == 0):
            asked &= ~(1u << other)
    return first_of(t, asked, seat)


cdef int answers(Table* t, action_t* out) noexcept nogil:
    cdef int seat, count = 1
    out[0] = PASS
    if t.node == AT_RONIN:
        out[1] = PLAY_RONIN
        return 1 + (t.cards[t.mover] >> RONIN & 1)
    if t.node == AT_MEDICINE:
        out[1] = PLAY_MEDICINE
        return 1 + (t.cards[t.mover] >> MEDICINE & 1)
    if t.cards[t.mover] >> BUSHIDO & 1:
        for seat in range(t.seats):
            if has_dice(t, seat):
                out[count] = PLAY_BUSHIDO + seat
                count += 1
    return count


cdef inline bint has_dice(Table* t, int seat) noexcept nogil:
    """Dice on the table: an Uma is none (X21)."""
    return t.num_dice[seat] > 0 and t.with_card[seat] != WITH_UMA


cdef inline void spend(Table* t, int seat, int card) noexcept nogil:
    t.cards[seat] ^= 1 << card
    t.spent[seat] |= 1 << card


cdef void open_bushido(SixteenSamuraiState self, Table* t) noexcept nogil:
    cdef int seat
    for seat in range(t.seats):
        if has_dice(t, seat):
            go_on_bushido(self, t, t.declarer)
            return
    open_ronin(self, t)                                         # X50


cdef void go_on_bushido(SixteenSamuraiState self, Table* t, int last) noexcept nogil:
    """Ask the next one, or close when all have passed since the last Bushido (X49)."""
    cdef int seat = next_asked(t, BUSHIDO, left_of(t, last))
    if seat == NOBODY:
        open_ronin(self, t)
        return
    t.node = AT_BUSHIDO
    t.mover = seat


cdef void answer_bushido(SixteenSamuraiState self, Table* t, int action) noexcept nogil:
    cdef int target
    if action == PASS:
        t.passed |= 1 << t.mover
    else:
        target = action - PLAY_BUSHIDO
        spend(t, t.mover, BUSHIDO)
        t.passed = 0
        roll(self, t, target, t.num_dice[target])               # X20, X23
    go_on_bushido(self, t, t.mover)


cdef void open_ronin(SixteenSamuraiState self, Table* t) noexcept nogil:
    t.passed = 0
    settle(self, t)
    go_on_ronin(self, t, t.winner)


cdef void go_on_ronin(SixteenSamuraiState self, Table* t, int last) noexcept nogil:
    cdef int seat = next_asked(t, RONIN, left_of(t, last))      # X24, X25
    if seat == NOBODY:
        open_medicine(self, t, t.winner)
        return
    t.node = AT_RONIN
    t.mover = seat


cdef void answer_ronin(SixteenSamuraiState self, Table* t, int action) noexcept nogil:
    if action == PASS:
        t.passed |= 1 << t.mover
        go_on_ronin(self, t, t.mover)
        return
    spend(t, t.mover, RONIN)
    t.ronin = t.mover
    open_medicine(self, t, t.ronin)                             # X53


cdef void open_medicine(SixteenSamuraiState self, Table* t, int owner) noexcept nogil:
    """The victorious samurai enters a Hall; then the losers are asked (X30, X54)."""
    t.hall[owner] |= <uint64_t>1 << t.sent[t.winner]
    t.passed = 0
    go_on_medicine(self, t, t.winner)


cdef void go_on_medicine(SixteenSamuraiState self, Table* t, int last) noexcept nogil:
    cdef int seat = next_asked(t, MEDICINE, left_of(t, last))
    if seat == NOBODY:
        t.passed = 0
        end_conflict_battle(self, t)
        return
    t.node = AT_MEDICINE
    t.mover = seat


cdef void answer_medicine(SixteenSamuraiState self, Table* t, int action) noexcept nogil:
    cdef int seat = t.mover
    if action == PASS:
        t.passed |= 1 << seat
    else:
        spend(t, seat, MEDICINE)
        t.medicine |= 1 << seat
        t.hand[seat] |= <uint64_t>1 << t.sent[seat]             # X28
        t.saved[seat] = t.sent[seat]
        note(self, SAVED, seat, 0, t.samurai[t.sent[seat]])
    go_on_medicine(self, t, seat)


# Who wins a battle, and what becomes of the samurai.

cdef inline unsigned int highest(
    Table* t, const uint8_t* faces, int step, unsigned int members
) noexcept nogil:
    """Those of the members whose face is the highest; faces lie `step` bytes apart."""
    cdef unsigned int best = 0
    cdef int seat, top = 0, face
    for seat in range(t.seats):
        if members >> seat & 1:
            face = faces[step * seat]
            if face > top:
                top = face
                best = 0
            if face == top:
                best |= 1u << seat
    return best


cdef void settle(SixteenSamuraiState self, Table* t) noexcept nogil:
    """Highest die, then second die, then roll-offs (X14 to X18)."""
    cdef unsigned int tied = highest(t, t.dice[0], MAX_DICE, t.fighters)
    cdef bint single = False
    cdef int seat
    if tied & (tied - 1):
        for seat in range(t.seats):
            if tied >> seat & 1 and t.num_dice[seat] == 1:      # X16
                single = True
        if not single:
            tied = highest(t, t.dice[0] + 1, MAX_DICE, tied)
    while tied & (tied - 1):
        tied = roll_off(self, t, tied)                          # X60
    t.winner = count_trailing_zeros(tied)
    note(self, WON, t.winner, 0, t.samurai[t.sent[t.winner]])


cdef unsigned int roll_off(SixteenSamuraiState self, Table* t, unsigned int tied) noexcept nogil:
    cdef uint64_t seen = 0
    cdef int _i, seat = t.declarer
    for _i in range(t.seats):
        if tied >> seat & 1:
            t.roll_off[seat] = one_die(self, seat, 1)
            seen |= <uint64_t>t.roll_off[seat] << (8 * seat)
        seat = left_of(t, seat)
    all_notice(t, seen)
    return highest(t, t.roll_off, 1, tied)


cdef void finish_battle(SixteenSamuraiState self, Table* t) noexcept nogil:
    """A battle without windows is over."""
    if t.phase == CONFLICT:
        t.hall[t.winner] |= <uint64_t>1 << t.sent[t.winner]
        end_conflict_battle(self, t)
    else:
        end_final_battle(t)


cdef inline void discard_defeated(Table* t) noexcept nogil:
    cdef int seat
    cdef unsigned int defeated = t.fighters & ~t.medicine & ~(1u << t.winner)
    for seat in range(t.seats):
        if defeated >> seat & 1:
            t.discards |= <uint64_t>1 << t.sent[seat]


cdef void end_conflict_battle(SixteenSamuraiState self, Table* t) noexcept nogil:
    cdef unsigned int holders = 0
    cdef int seat
    discard_defeated(t)
    refill(self, t, t.declarer)                                 # X09, X64
    for seat in range(t.seats):
        holders |= <unsigned int>((t.hand[seat] | t.pile[seat]) != 0) << seat
    if holders & (holders - 1):
        begin_round(t, t.round + 1, t.winner)                   # X27, X34
        return
    if holders:                                                 # X33, X56
        seat = count_trailing_zeros(holders)
        t.hall[seat] |= t.hand[seat] | t.pile[seat]
    begin_final(self, t)


# The final.

cdef void begin_final(SixteenSamuraiState self, Table* t) noexcept nogil:
    """Halls become hands, battle cards are gone (X36, X37, X61)."""
    cdef unsigned int alive = 0
    cdef int seat
    note(self, FINAL_BEGINS, NOBODY, 0, 0)
    for seat in range(t.seats):
        t.hand[seat] = t.hall[seat]
        t.hall[seat] = 0
        t.pile[seat] = 0
        t.cards[seat] = 0
        t.pile_cards[seat] = 0
        t.spent[seat] = ALL_CARDS
        t.saved[seat] = NONE
        alive |= <unsigned int>(t.hand[seat] != 0) << seat
    t.phase = FINAL
    t.round = 1
    if alive & (alive - 1):
        begin_round(t, 1, first_of(t, alive, t.winner))         # X38
    else:
        end_game(t, count_trailing_zeros(alive))


cdef void end_final_battle(Table* t) noexcept nogil:
    cdef int seat
    discard_defeated(t)                                         # X40
    t.barred_seat = t.winner
    t.barred = t.sent[t.winner]
    t.hand[t.winner] |= <uint64_t>1 << t.barred
    for seat in range(t.seats):
        if seat != t.winner and t.hand[seat]:
            begin_round(t, t.round + 1, t.winner)
            return
    end_game(t, t.winner)


cdef void end_game(Table* t, int victor) noexcept nogil:
    t.node = AT_END
    t.mover = TERMINAL
    t.victor = victor


cdef void _load():
    for i, samurai in enumerate(data.SAMURAI):
        for j, rating in enumerate(samurai.ratings):
            RATING[i][j] = rating
    for i in range(ROOM):
        TOKEN[i] = mix(i + 1)


_load()
