"""Samurai Sword: the rules, phase by phase. Ruling ids (S..) are those of docs/rules."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

cimport cython

from kagemusha.core.counts cimport NONE, count_bits, count_trailing_zeros, nonzero_mask, word_of
from kagemusha.core.samurai_sword.table cimport *
from kagemusha.core.state cimport HIDDEN, State, note, pick_bit, pick_card
from kagemusha.core.tape cimport Entry
from kagemusha.core.types cimport NOBODY, TERMINAL, action_t

from kagemusha.core.rng cimport mix
from kagemusha.core.samurai_sword import data

cdef enum:
    HAND_LIMIT = 7
    DEADLY_STRIKE = 3
    ALL_WEAPONS = (1 << WEAPONS) - 1
    FREE_PLAYS = 7                      # actions 28 to 34

# A variable, not a constant: the compiler would unroll the copy into something far slower.
cdef size_t TABLE_BYTES = sizeof(Table)
# Filled from the data tables once, never changed afterwards.
cdef uint8_t COPIES[ROOM]
cdef uint8_t WOUNDS[WEAPONS]
cdef uint32_t REACHING[16]              # weapons good enough for a Difficulty
cdef uint8_t RESILIENCE[CHARACTERS]
cdef uint8_t MULTIPLIER[4][SEATS + 1]
cdef uint8_t SETUP_HAND[SEATS + 1][SEATS]
cdef uint8_t SETUP_HONOR[SEATS + 1][2]  # the Shogun's, the others'
cdef uint8_t SETUP_ROLES[SEATS + 1][8]  # how many of each role
cdef uint32_t TOKEN[ROOM]               # what noticing a card of this kind adds
cdef int FREE_PLAY[FREE_PLAYS]          # the kinds of actions 28 to 34


@cython.final
cdef class SamuraiSwordState(State):
    """A position of Samurai Sword."""

    cdef int mover(self) noexcept nogil:
        return self.table.mover

    cdef int legal(self, action_t* out) noexcept nogil:
        cdef Table* t = &self.table
        if t.node == AT_PLAY:
            return plays(t, out)
        if t.node == AT_END:
            return 0
        if t.node == AT_FIRST_DRAW:
            out[0] = PASS
            out[1] = TAKE_DISCARD
            return 2
        return answers(t, out)

    cdef void apply(self, action_t action) noexcept nogil:
        cdef Table* t = &self.table
        if t.somebody_noticed:
            memset(t.noticed, 0, sizeof(t.noticed))
            t.noticed_by_all = 0
            t.somebody_noticed = False
        if t.node == AT_PLAY:
            play(self, t, action)
        elif t.node == AT_PARRY:
            answer_weapon(self, t, action)
        elif t.node == AT_BATTLE_CRY or t.node == AT_JUJUTSU:
            answer_all(self, t, action)
        elif t.node == AT_DISCARD:
            give(self, t, t.mover, action - GIVE)
            end_turn(self, t)
        elif t.node == AT_BUSHIDO:
            pay_bushido(self, t, action)
        else:
            first_draw(self, t, action)

    cdef void copy_from(self, State other) noexcept nogil:
        self.chance = other.chance
        memcpy(&self.table, &(<SamuraiSwordState>other).table, TABLE_BYTES)

    cdef uint64_t token(self, int seat) noexcept nogil:
        cdef Table* t = &self.table
        if not t.somebody_noticed or (t.noticed[seat] | t.noticed_by_all) == 0:
            return 0
        return mix((<uint64_t>t.noticed_by_all << 32 | t.noticed[seat]) + 1) | 1

    cdef int hidden_type(self, int seat) noexcept nogil:
        return 1 + self.table.role[seat] + self.table.stars[seat]

    cdef int team(self, int seat) noexcept nogil:
        return team_of(&self.table, seat)

    cdef int turn(self) noexcept nogil:
        return self.table.turn_number

    cdef void returns_into(self, float* out) noexcept nogil:
        cdef int seat
        for seat in range(self.table.seats):
            out[seat] = team_of(&self.table, seat) == self.table.winner    # S104

    cdef void blind(self, int seat) noexcept nogil:
        cdef Table* t = &self.table
        cdef bint scored = t.node == AT_END and t.cause == BY_HONOR
        cdef int other, daimyos
        for other in range(t.seats):
            if other == seat:
                continue
            daimyos = t.hand[other][DAIMYO]
            memset(t.hand[other], 0, ROOM)
            t.holds[other] = 0
            t.noticed[other] = 0
            if scored:                                          # S106
                t.hand[other][DAIMYO] = daimyos
            else:
                t.stars[other] = 0
            if t.node != AT_END and other != t.shogun:
                t.role[other] = SAMURAI
        memset(t.deck, 0, ROOM)

    cdef bint redact(self, Entry* entry, int seat) noexcept nogil:
        cdef bint over = self.table.node == AT_END
        if entry.what == REMOVED:
            entry.value = HIDDEN
        elif entry.what == ROLE and entry.seat != seat and entry.value != SHOGUN:
            if not over:
                entry.value = HIDDEN
            elif entry.value > NINJA and self.table.cause != BY_HONOR:
                entry.value = NINJA
        elif entry.what == DRAW and entry.seat != seat and entry.seat != NOBODY:
            entry.value = HIDDEN
        elif (
            entry.what == HAND and entry.other != NOBODY
            and entry.seat != seat and entry.other != seat
        ):
            entry.value = HIDDEN
        return True

    cdef State fresh(self):
        cdef SamuraiSwordState blank = SamuraiSwordState.__new__(SamuraiSwordState)
        blank.game = self.game
        return blank

    # For position.py and game.py: the table as numbers, and back.

    def deal(self, game, seed, chance=()):
        """Start a new game: deal, and play on to the first decision."""
        self.begin(game, seed, chance)
        self.set_switches(game.players, game.options)
        with nogil:
            deal(self, &self.table)
            begin_turn(self, &self.table, self.table.shogun)     # S31, S130

    def set_switches(self, players, options):
        """A blank table for this many seats under these rules."""
        cdef Table* t = &self.table
        memset(t, 0, sizeof(Table))
        t.seats = players
        t.bushido = NOBODY
        t.in_play = NONE
        t.penalised = NONE
        t.deck_ends_at_once = options["end_of_deck"] == "immediate"
        t.geisha_own_property = options["geisha_own_property"]
        t.swordmaster_first = options["swordmaster_before_honor"]

    def read(self):
        """The table as numbers: a dict of ints and lists."""
        cdef Table* t = &self.table
        seats = range(t.seats)
        return {
            "hand": [[t.hand[s][k] for k in range(KINDS)] for s in seats],
            "hand_size": [t.hand_size[s] for s in seats],
            "deck_size": t.deck_size,
            "deck": [t.deck[k] for k in range(KINDS)],
            "discards": [t.discards[i] for i in range(t.num_discards)],
            "properties": [[t.properties[p][s] for p in range(3)] for s in seats],
            "resilience": [t.resilience[s] for s in seats],
            "honor": [t.honor[s] for s in seats],
            "character": [t.character[s] for s in seats],
            "role": [t.role[s] for s in seats],
            "stars": [t.stars[s] for s in seats],
            "attacks": [[t.attacks[a][b] for b in seats] for a in seats],
            "bushido": t.bushido,
            "node": t.node,
            "mover": t.mover,
            "turn": t.turn,
            "turn_number": t.turn_number,
            "weapons_played": t.weapons_played,
            "in_play": t.in_play,
            "cause": t.cause,
            "winner": t.winner,
            "penalised": t.penalised,
            "scores": [t.scores[i] for i in range(TEAMS)],
        }

    def fill(self, numbers):
        """Set the table from numbers of the same form; they have been validated."""
        cdef Table* t = &self.table
        for s in range(t.seats):
            for k in range(KINDS):
                t.hand[s][k] = numbers["hand"][s][k]
                t.hand_size[s] += t.hand[s][k]
                if t.hand[s][k]:
                    t.holds[s] |= 1u << k
            for p in range(3):
                t.properties[p][s] = numbers["properties"][s][p]
            t.resilience[s] = numbers["resilience"][s]
            t.honor[s] = numbers["honor"][s]
            t.character[s] = numbers["character"][s]
            t.role[s] = numbers["role"][s]
            t.stars[s] = numbers["stars"][s]
            if t.role[s] == SHOGUN:
                t.shogun = s
            for b in range(t.seats):
                t.attacks[s][b] = numbers["attacks"][s][b]
        for k in range(KINDS):
            t.deck[k] = numbers["deck"][k]
            t.deck_size += t.deck[k]
        for i, kind in enumerate(numbers["discards"]):
            t.discards[i] = kind
        t.num_discards = len(numbers["discards"])
        t.bushido = numbers["bushido"]
        t.node = numbers["node"]
        t.mover = numbers["mover"]
        t.turn = numbers["turn"]
        t.turn_number = numbers["turn_number"]
        t.weapons_played = numbers["weapons_played"]
        t.in_play = numbers["in_play"]
        t.cause = numbers["cause"]
        t.winner = numbers["winner"]
        t.penalised = numbers["penalised"]
        for i in range(TEAMS):
            t.scores[i] = numbers["scores"][i]

    def difficulty(self, int attacker, int target):
        """How hard it is for one seat to hit another (S33)."""
        cdef int difficulties[SEATS]
        measure_difficulties(&self.table, attacker, difficulties)
        return difficulties[target]

    def harmless(self, int seat):
        return bool(harmless_mask(&self.table) >> seat & 1)

    def table_bytes(self):
        return (<char*>&self.table)[:sizeof(Table)]

    def hot_size(self):
        return sizeof(Table) + State.hot_size(self)


# Setup.

cdef void deal(SamuraiSwordState self, Table* t) noexcept nogil:
    """Roles, characters and hands, in the order of S90."""
    cdef int i, seat, role, removed
    cdef uint8_t roles[8]
    cdef uint64_t characters = (1 << CHARACTERS) - 1
    for i in range(8):
        roles[i] = SETUP_ROLES[t.seats][i]
    if t.seats == 4:                                            # S03: roles 3 to 5 are Ninja 1 to 3
        removed = pick_bit(self, REMOVED, 0b1110)
        note(self, REMOVED, NOBODY, 0, removed)
        for i in range(1, 4):
            roles[NINJA + i - 1] = i != removed
    for seat in range(t.seats):
        role = pick_card(self, ROLE, roles, t.seats - seat)
        roles[role] -= 1
        note(self, ROLE, seat, 0, role)
        t.role[seat] = min(role, NINJA)
        t.stars[seat] = role - NINJA + 1 if t.seats == 4 and role >= NINJA else 0
        if role == SHOGUN:
            t.shogun = seat
    for seat in range(t.seats):
        t.character[seat] = pick_bit(self, CHARACTER, characters)
        characters &= ~(<uint64_t>1 << t.character[seat])
        note(self, CHARACTER, seat, 0, t.character[seat])
        t.resilience[seat] = RESILIENCE[t.character[seat]]
        t.honor[seat] = SETUP_HONOR[t.seats][t.role[seat] != SHOGUN]
    for i in range(KINDS):
        t.deck[i] = COPIES[i]
        t.deck_size += COPIES[i]
    for i in range(t.seats):
        seat = (t.shogun + i) % t.seats
        draw(self, t, seat, SETUP_HAND[t.seats][i])


# Moving cards.

cdef inline void add_to_hand(Table* t, int seat, int kind) noexcept nogil:
    t.hand[seat][kind] += 1
    t.hand_size[seat] += 1
    t.holds[seat] |= 1u << kind


cdef inline void remove_from_hand(Table* t, int seat, int kind) noexcept nogil:
    t.hand[seat][kind] -= 1
    t.hand_size[seat] -= 1
    t.holds[seat] &= ~(<uint32_t>(t.hand[seat][kind] == 0) << kind)


cdef inline void discard(Table* t, int kind) noexcept nogil:
    t.discards[t.num_discards] = kind
    t.num_discards += 1


cdef inline void give(SamuraiSwordState self, Table* t, int seat, int kind) noexcept nogil:
    """A card goes from a hand to the discards, for all to see."""
    remove_from_hand(t, seat, kind)
    note(self, SHOWN, seat, 0, kind)
    discard(t, kind)


cdef inline void finish_card(Table* t) noexcept nogil:
    """The card being played goes on top of all that it made others discard (S44)."""
    discard(t, t.in_play)
    t.in_play = NONE


cdef inline void notice(Table* t, int seat, int kind) noexcept nogil:
    t.noticed[seat] += TOKEN[kind]
    t.somebody_noticed = True


cdef inline void all_notice(Table* t, int kind) noexcept nogil:
    t.noticed_by_all += TOKEN[kind]
    t.somebody_noticed = True


cdef int random_hand_card(SamuraiSwordState self, Table* t, int loser, int gainer) noexcept nogil:
    cdef int kind = pick_card(self, HAND, t.hand[loser], t.hand_size[loser])
    remove_from_hand(t, loser, kind)
    note(self, HAND, loser, gainer, kind)
    return kind


# The deck and its end.

cdef int leave_deck(SamuraiSwordState self, Table* t) noexcept nogil:
    """Take a card off the deck; NONE if there is none, or the game ended on the way."""
    cdef int kind
    if t.deck_size == 0:
        if t.num_discards == 0:                                 # S22, S100
            return NONE
        reshuffle(self, t)                                      # S100, S101
        if t.node == AT_END:
            return NONE
    kind = pick_card(self, DRAW, t.deck, t.deck_size)
    t.deck[kind] -= 1
    t.deck_size -= 1
    return kind


cdef inline void check_deck(SamuraiSwordState self, Table* t) noexcept nogil:
    """The last card has reached its place (S96): the deck ends now, or when it is needed."""
    if t.deck_size == 0 and t.deck_ends_at_once and t.num_discards > 0:
        reshuffle(self, t)


cdef void reshuffle(SamuraiSwordState self, Table* t) noexcept nogil:
    """The discards form a new deck and everybody loses an Honor Point at once (S23)."""
    cdef int i, kind, seat
    for i in range(t.num_discards):
        t.deck[t.discards[i]] += 1
    t.deck_size = t.num_discards
    t.num_discards = 0
    for kind in range(KINDS):
        if t.deck[kind]:
            note(self, RESHUFFLED, NOBODY, t.deck[kind], kind)
    for seat in range(t.seats):
        t.honor[seat] -= 1
    for seat in range(t.seats):
        if t.honor[seat] == 0:
            end_by_honor(t, NONE)                               # S78
            return


cdef void draw(SamuraiSwordState self, Table* t, int seat, int cards) noexcept nogil:
    """Draw one card at a time (S19); the end of the game loses the rest (S99)."""
    cdef int kind
    while cards > 0 and t.node != AT_END:
        kind = leave_deck(self, t)
        if kind == NONE:
            return
        add_to_hand(t, seat, kind)
        note(self, DRAW, seat, 0, kind)
        notice(t, seat, kind)
        check_deck(self, t)
        cards -= 1


# Turns.

cdef void begin_turn(SamuraiSwordState self, Table* t, int seat) noexcept nogil:
    """Recover, the Bushido check, then the Draw phase (S17)."""
    cdef int kind
    t.turn = seat
    t.turn_number += 1
    t.weapons_played = 0
    t.mover = seat
    if t.resilience[seat] == 0:                                 # S16
        t.resilience[seat] = RESILIENCE[t.character[seat]]
    if t.bushido == seat:
        kind = leave_deck(self, t)
        if t.node == AT_END:
            return
        if kind != NONE:                                        # S100: nothing there
            note(self, DRAW, NOBODY, 0, kind)
            all_notice(t, kind)
            discard(t, kind)
            check_deck(self, t)                                 # S70
            if t.node == AT_END:
                return
            if kind < WEAPONS:
                t.node = AT_BUSHIDO
                return
            pass_bushido(t)                                     # S67
    draw_phase(self, t)


cdef inline void pass_bushido(Table* t) noexcept nogil:
    t.bushido = t.turn + 1 if t.turn + 1 < t.seats else 0


cdef void pay_bushido(SamuraiSwordState self, Table* t, int action) noexcept nogil:
    """A Weapon from the hand, or an Honor Point (S68)."""
    if action >= GIVE:
        give(self, t, t.turn, action - GIVE)
        pass_bushido(t)
    else:
        if t.seats != 3 or t.turn != t.shogun:                  # S71
            t.honor[t.turn] -= 1
            if t.honor[t.turn] == 0:                            # S108, S128
                end_by_honor(t, NONE)
                return
        t.bushido = NOBODY
        discard(t, BUSHIDO)
    draw_phase(self, t)


cdef void draw_phase(SamuraiSwordState self, Table* t) noexcept nogil:
    if t.character[t.turn] == IEYASU and t.num_discards > 0:    # S85
        t.node = AT_FIRST_DRAW
    else:
        draw_and_play(self, t, draws_of_turn(t))


cdef inline int draws_of_turn(Table* t) noexcept nogil:
    return (
        2
        + (t.character[t.turn] == HIDEYOSHI)
        + (t.seats == 3 and t.turn == t.shogun)                 # S18
    )


cdef void first_draw(SamuraiSwordState self, Table* t, int action) noexcept nogil:
    cdef int kind
    if action == PASS:
        draw_and_play(self, t, draws_of_turn(t))
        return
    t.num_discards -= 1
    kind = t.discards[t.num_discards]
    add_to_hand(t, t.turn, kind)
    note(self, TAKEN, t.turn, 0, kind)
    draw_and_play(self, t, draws_of_turn(t) - 1)


cdef inline void draw_and_play(SamuraiSwordState self, Table* t, int cards) noexcept nogil:
    draw(self, t, t.turn, cards)
    if t.node != AT_END:
        t.node = AT_PLAY


cdef void end_turn(SamuraiSwordState self, Table* t) noexcept nogil:
    """Discard down to the limit (S107), then the player on the left begins."""
    if t.hand_size[t.turn] > HAND_LIMIT:
        t.node = AT_DISCARD
    else:
        begin_turn(self, t, t.turn + 1 if t.turn + 1 < t.seats else 0)


# Reach.

cdef inline unsigned int harmless_mask(Table* t) noexcept nogil:
    """Seats without Resilience or without cards (S10), one bit each."""
    return ~(nonzero_mask(word_of(t.hand_size)) & nonzero_mask(word_of(t.resilience)))


cdef void measure_difficulties(Table* t, int attacker, int* out) noexcept nogil:
    """The Difficulty from one seat to each other: the shorter way, Armor and Benkei added (S33)."""
    cdef int n = t.seats
    cdef unsigned int counted = ~harmless_mask(t) & ((1u << n) - 1) & ~(1u << attacker)
    cdef int total = count_bits(counted)
    cdef int before = 0
    cdef int _step, seat, here, other_way
    seat = attacker
    for _step in range(1, n):
        seat = seat + 1 if seat + 1 < n else 0
        here = counted >> seat & 1
        other_way = total - before - here
        out[seat] = (
            1
            + (before if before < other_way else other_way)
            + t.properties[ARMOR - FOCUS][seat]
            + (t.character[seat] == BENKEI)
        )
        before += here


cdef inline int weapon_limit(Table* t, int seat) noexcept nogil:
    return (
        1
        + (t.character[seat] == GOEMON)
        + (t.seats == 3 and seat == t.shogun)
        + t.properties[0][seat]                                 # S27
    )


cdef inline int wounds_of(Table* t, int weapon, int attacker, int target) noexcept nogil:
    cdef int wounds = (
        WOUNDS[weapon]
        + t.properties[FAST_DRAW - FOCUS][attacker]
        + (t.character[attacker] == MUSASHI)
    )
    if t.character[target] == GINCHIYO and wounds > 1:          # S41
        wounds -= 1
    return wounds


# Legal actions.

cdef int plays(Table* t, action_t* out) noexcept nogil:
    """What the Play phase offers, ascending."""
    cdef int me = t.turn
    cdef uint32_t held = t.holds[me]
    cdef uint32_t weapons = held & ALL_WEAPONS
    cdef uint32_t options, on_others, on_anyone
    cdef int difficulties[SEATS]
    cdef unsigned int targets = 0
    cdef int count = 1, seat, i
    cdef bint geisha = held >> GEISHA & 1
    out[0] = PASS
    if (
        t.character[me] == NOBUNAGA
        and t.resilience[me] > 1
        and (t.deck_size > 0 or t.num_discards > 0)             # S100, S129
    ):
        out[count] = PAY_RESILIENCE
        count += 1
    for i in range(FREE_PLAYS):
        out[count] = PLAY_FOCUS + i
        count += held >> FREE_PLAY[i] & 1
    if geisha and t.bushido != NOBODY and (t.bushido != me or t.geisha_own_property):
        out[count] = GEISHA_ON_BUSHIDO
        count += 1
    if weapons and t.weapons_played < weapon_limit(t, me):
        targets = ~harmless_mask(t) & ~(1u << me)
        if t.character[me] != KOJIRO:                           # S36
            measure_difficulties(t, me, difficulties)
    on_anyone = <uint32_t>(held >> BUSHIDO & 1 and t.bushido == NOBODY) << ON_BUSHIDO    # S65, S66
    on_others = (
        (held >> BREATHING & 1) << ON_BREATHING
        | (held >> DIVERSION & 1) << ON_DIVERSION
        | <uint32_t>geisha << ON_GEISHA_HAND
    )
    if not (on_anyone or on_others or targets):
        return count
    for seat in range(t.seats):
        options = on_anyone
        if seat != me:
            options |= on_others
            if t.hand_size[seat] == 0:                          # S25
                options &= ~(<uint32_t>(1 << ON_DIVERSION | 1 << ON_GEISHA_HAND))
            if targets >> seat & 1:
                if t.character[me] == KOJIRO:
                    options |= weapons
                else:
                    options |= weapons & REACHING[difficulties[seat]]
        if geisha and (seat != me or t.geisha_own_property):    # S63
            for i in range(3):
                options |= <uint32_t>(t.properties[i][seat] > 0) << (ON_GEISHA_PROPERTY + i)
        while options:
            out[count] = AT_SEAT + BLOCK * seat + count_trailing_zeros(options)
            options &= options - 1
            count += 1
    return count


cdef int answers(Table* t, action_t* out) noexcept nogil:
    """PASS, where it exists, and the cards that may be given."""
    cdef int me = t.mover, count = 0
    cdef uint32_t held = t.holds[me]
    if t.node == AT_PARRY or t.node == AT_BATTLE_CRY:
        if t.character[me] == HANZO and t.hand_size[me] > 1:    # S55
            held &= ALL_WEAPONS | 1 << PARRY
        else:
            held &= 1 << PARRY
    elif t.node != AT_DISCARD:                                  # Jujutsu, Bushido
        held &= ALL_WEAPONS
    if t.node != AT_DISCARD:
        out[0] = PASS
        count = 1
    while held:
        out[count] = GIVE + count_trailing_zeros(held)
        held &= held - 1
        count += 1
    return count


# The Play phase.

cdef void play(SamuraiSwordState self, Table* t, int action) noexcept nogil:
    cdef int me = t.turn, target, what
    if action == PASS:
        end_turn(self, t)
    elif action >= AT_SEAT:
        target = (action - AT_SEAT) // BLOCK
        what = action - AT_SEAT - BLOCK * target
        if what < WEAPONS:
            attack(self, t, what, target)
        else:
            play_on(self, t, what, target)
    elif action == PAY_RESILIENCE:                              # S49, S86
        t.resilience[me] -= 1
        draw(self, t, me, 1)
    elif action == GEISHA_ON_BUSHIDO:
        put_in_play(self, t, GEISHA)
        discard(t, BUSHIDO)                                     # S64, S103
        t.bushido = NOBODY
        finish_card(t)
    elif action <= PLAY_FAST_DRAW:
        remove_from_hand(t, me, FREE_PLAY[action - PLAY_FOCUS])
        note(self, SHOWN, me, 0, FREE_PLAY[action - PLAY_FOCUS])
        t.properties[action - PLAY_FOCUS][me] += 1              # S72
    else:
        put_in_play(self, t, FREE_PLAY[action - PLAY_FOCUS])
        if action == PLAY_TEA_CEREMONY:
            tea_ceremony(self, t)
        elif action == PLAY_DAIMYO:
            draw(self, t, me, 2)
            if t.node != AT_END:                                # S128
                finish_card(t)
        else:
            t.node = AT_BATTLE_CRY if action == PLAY_BATTLE_CRY else AT_JUJUTSU
            ask_next(t, me)


cdef inline void put_in_play(SamuraiSwordState self, Table* t, int kind) noexcept nogil:
    """The card lies beside the pile until its effect is over (S21)."""
    remove_from_hand(t, t.turn, kind)
    note(self, SHOWN, t.turn, 0, kind)
    t.in_play = kind


cdef void play_on(SamuraiSwordState self, Table* t, int what, int target) noexcept nogil:
    """Bushido, Breathing, Diversion and Geisha, played on a seat."""
    cdef int me = t.turn, kind
    if what == ON_BUSHIDO:
        remove_from_hand(t, me, BUSHIDO)
        note(self, SHOWN, me, 0, BUSHIDO)
        t.bushido = target
        return
    if what == ON_BREATHING:                                    # S59
        put_in_play(self, t, BREATHING)
        t.resilience[me] = RESILIENCE[t.character[me]]
        draw(self, t, target, 1)
        if t.node == AT_END:
            return
    elif what == ON_DIVERSION:                                  # S62, S118
        put_in_play(self, t, DIVERSION)
        kind = random_hand_card(self, t, target, me)
        add_to_hand(t, me, kind)
        notice(t, me, kind)
        notice(t, target, kind)
    elif what == ON_GEISHA_HAND:                                # S119
        put_in_play(self, t, GEISHA)
        kind = random_hand_card(self, t, target, NOBODY)
        all_notice(t, kind)
        discard(t, kind)
    else:
        put_in_play(self, t, GEISHA)
        t.properties[what - ON_GEISHA_PROPERTY][target] -= 1
        discard(t, FOCUS + what - ON_GEISHA_PROPERTY)           # S103
    finish_card(t)


cdef void tea_ceremony(SamuraiSwordState self, Table* t) noexcept nogil:
    """Three cards for the player, then one each, clockwise (S60)."""
    cdef int _i, seat = t.turn
    draw(self, t, seat, 3)
    for _i in range(t.seats - 1):
        seat = seat + 1 if seat + 1 < t.seats else 0
        draw(self, t, seat, 1)
    if t.node != AT_END:
        finish_card(t)


# Weapons.

cdef void attack(SamuraiSwordState self, Table* t, int weapon, int target) noexcept nogil:
    put_in_play(self, t, weapon)
    t.weapons_played += 1
    t.attacks[t.turn][target] += 1
    t.node = AT_PARRY
    t.mover = target                                            # always asked (S40)


cdef void answer_weapon(SamuraiSwordState self, Table* t, int action) noexcept nogil:
    """A parry, or the wounds; then the order of S43."""
    cdef int target = t.mover, attacker = t.turn, lost
    t.node = AT_PLAY
    t.mover = attacker
    if action >= GIVE:
        give(self, t, target, action - GIVE)
        finish_card(t)
        return
    lost = wound(t, target, wounds_of(t, t.in_play, attacker, target))
    if t.resilience[target] == 0:
        defeat(t, target)
        if t.node == AT_END:
            return
    finish_card(t)
    if t.character[target] == USHIWAKA:                         # S42
        draw(self, t, target, lost)
    if t.character[attacker] == TOMOE:                          # S45
        draw(self, t, attacker, 1)


cdef inline int wound(Table* t, int seat, int wounds) noexcept nogil:
    """Take Resilience, never below 0; returns the points really lost."""
    cdef int lost = wounds if wounds < t.resilience[seat] else t.resilience[seat]
    t.resilience[seat] -= lost
    return lost


# Battle Cry and Jujutsu.

cdef void ask_next(Table* t, int last) noexcept nogil:
    """Ask the next player clockwise who is not exempt now (S51, S53, S113)."""
    cdef unsigned int harmless = harmless_mask(t)
    cdef int seat = last
    while True:
        seat = seat + 1 if seat + 1 < t.seats else 0
        if seat == t.turn:
            finish_card(t)
            t.node = AT_PLAY
            t.mover = seat
            return
        if not harmless >> seat & 1 and t.character[seat] != CHIYOME:
            t.mover = seat
            return


cdef void answer_all(SamuraiSwordState self, Table* t, int action) noexcept nogil:
    """One player's answer, wound and defeat are over before the next is asked (S115)."""
    cdef int seat = t.mover
    if action >= GIVE:
        give(self, t, seat, action - GIVE)                      # S54
    else:
        wound(t, seat, 1)                                       # S57
        if t.resilience[seat] == 0:
            defeat(t, seat)
            if t.node == AT_END:                                # S52
                return
    ask_next(t, seat)


# Defeat, and the end of the game.

cdef inline int team_of(Table* t, int seat) noexcept nogil:
    cdef int role = t.role[seat]
    if role == NINJA:
        return TEAM_NINJA
    return TEAM_RONIN if role == RONIN else TEAM_SHOGUN


cdef void defeat(Table* t, int loser) noexcept nogil:
    """The loser's last Resilience is gone by the active player's card (S47)."""
    cdef int winner = t.turn
    cdef bint friendly = team_of(t, winner) == team_of(t, loser)
    cdef bint last_standing = (
        t.seats > 3 and count_bits(nonzero_mask(word_of(t.resilience))) == 1     # S77, S82, S95
    )
    if last_standing and not friendly and t.swordmaster_first:  # S73
        end_by_sword(t, team_of(t, winner))
        return
    t.honor[loser] -= 1
    t.honor[winner] += 1
    if t.honor[loser] == 0 or (last_standing and friendly):     # S74, S75, S126
        end_by_honor(t, team_of(t, loser) if friendly else NONE)
    elif last_standing:                                         # S102
        end_by_sword(t, team_of(t, winner))


cdef void end_by_sword(Table* t, int team) noexcept nogil:
    t.node = AT_END
    t.mover = TERMINAL
    t.cause = BY_SWORDMASTER
    t.winner = team                                             # S83


cdef void end_by_honor(Table* t, int penalised) noexcept nogil:
    """Add up the teams present and find the winner (S76, S79 to S81, S105)."""
    cdef int seat, team, points, most_stars = 0
    cdef bint present[TEAMS]
    memset(present, 0, sizeof(present))
    for seat in range(t.seats):
        if t.stars[seat] > most_stars:
            most_stars = t.stars[seat]
    for seat in range(t.seats):
        team = team_of(t, seat)
        points = t.honor[seat] * MULTIPLIER[t.role[seat]][t.seats]
        if t.stars[seat] > 0 and t.stars[seat] == most_stars:   # S80
            points *= 2
        if team != TEAM_RONIN:
            points += t.hand[seat][DAIMYO]                      # S61, S81
        t.scores[team] += points
        present[team] = True
    if penalised != NONE:
        t.scores[penalised] -= DEADLY_STRIKE
    t.node = AT_END
    t.mover = TERMINAL
    t.cause = BY_HONOR
    t.penalised = penalised
    t.winner = TEAM_NINJA
    for team in range(TEAMS):                                   # ties: Ninja, Shogun, Ronin
        if present[team] and t.scores[team] > t.scores[t.winner]:
            t.winner = team


# The data tables.

def _load_tables():
    cdef int i, difficulty
    FREE_PLAY[:] = [FOCUS, ARMOR, FAST_DRAW, BATTLE_CRY, TEA_CEREMONY, JUJUTSU, DAIMYO]
    for i, card in enumerate(data.CARDS):
        COPIES[i] = card.copies
        TOKEN[i] = mix(i + 1) | 1
        if i < WEAPONS:
            WOUNDS[i] = card.wounds
            for difficulty in range(card.difficulty + 1):
                REACHING[difficulty] |= 1u << i
    for i, character in enumerate(data.CHARACTERS):
        RESILIENCE[i] = character.resilience
    for i, name in enumerate(data.ROLES):
        for players in range(3, SEATS + 1):
            MULTIPLIER[i][players] = data.MULTIPLIERS[name][players]
    for players, setup in data.SETUPS.items():
        SETUP_HONOR[players][:] = [setup.shogun_honor, setup.honor]
        for i, size in enumerate(setup.hands):
            SETUP_HAND[players][i] = size
        for name in setup.roles:
            SETUP_ROLES[players][data.ROLES.index(name)] += 1


_load_tables()
