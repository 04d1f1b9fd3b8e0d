"""The rule policy of Samurai Sword: a score for each action, in points of Honor or thereabouts.

Scores come from the table as the mover reads it (reading.pyx) and from weights (weights.csv).
Hands, roles and stars of other seats, and the contents of the deck, are never looked at.
"""

from libc.math cimport exp, pow
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy

from kagemusha.core.counts cimport nonzero_mask, word_of
from kagemusha.core.rng cimport below, next_bits, rng_t
from kagemusha.core.samurai_sword.state cimport SamuraiSwordState
from kagemusha.core.samurai_sword.table cimport *
from kagemusha.core.state cimport State
from kagemusha.core.types cimport MAX_LEGAL, action_t
from kagemusha.players.samurai_sword.reading cimport (
    COUNTED, Odds, Reading, own_multiplier, read_table,
)
from kagemusha.players.samurai_sword.weights cimport Weights
from kagemusha.search.policy cimport Policy

from kagemusha.core.samurai_sword import data
from kagemusha.players.samurai_sword.belief import likelihoods
from kagemusha.players.samurai_sword.weights import chosen, groups

cdef enum:
    HAND_LIMIT = 7
    ALL_PROPERTIES = 1 << FOCUS | 1 << ARMOR | 1 << FAST_DRAW
    ROOM_FOR_ALL = MAX_LEGAL + 4
    DEADLY_STRIKE = 3
    MAX_HONOR = 32                      # more than all at the table together

cdef float NEVER = -14                  # exp of it is as good as 0
cdef float WORST = -1e6
cdef uint8_t WOUNDS[WEAPONS]
cdef uint8_t REACH[WEAPONS]
cdef uint8_t RESILIENCE[CHARACTERS]
cdef float SHARE[MAX_HONOR + 1]                     # one point of so many


cdef class SamuraiSwordPolicy(Policy):
    """Plays by rules whose weights are a table."""

    def __init__(self, weights=None, epsilon=0.0, without=()):
        if not 0 <= epsilon <= 1:
            raise ValueError(f"epsilon is a probability, not {epsilon}")
        self.w = chosen(weights, without)
        self.epsilon = epsilon
        fill_odds(&self.odds, &self.w)
        fill_tables(&self.tables, &self.w)

    cdef void weigh(
        self, State state, const action_t* actions, int count, float* out
    ) noexcept nogil:
        cdef float weights[ROOM_FOR_ALL]
        cdef const Table* t = &(<SamuraiSwordState>state).table
        cdef float total = to_weights(self, t, actions, count, weights)
        cdef int i
        for i in range(count):
            out[i] = (1 - self.epsilon) * weights[i] + self.epsilon * total / count

    cdef action_t pick(
        self, State state, const action_t* actions, int count, rng_t* rng
    ) noexcept nogil:
        cdef float weights[ROOM_FOR_ALL]
        cdef float ticket
        cdef int i
        if self.epsilon > 0 and (next_bits(rng) >> 11) * 2.0 ** -53 < self.epsilon:
            return actions[below(next_bits(rng), count)]
        ticket = to_weights(self, &(<SamuraiSwordState>state).table, actions, count, weights)
        ticket *= (next_bits(rng) >> 40) * <float>(2.0 ** -24)
        for i in range(count):
            ticket -= weights[i]
            if ticket < 0:
                return actions[i]
        return likeliest(actions, weights, count)

    def belief(self, view):
        """How likely each assignment of roles is, given who attacked whom."""
        cdef SamuraiSwordState face = view.blind_state()
        cdef int seat, other, seats = face.table.seats
        assignments = view.role_assignments()
        if len(assignments) < 2:
            return None
        attacks = [
            [face.table.attacks[seat][other] for other in range(seats)] for seat in range(seats)
        ]
        return likelihoods(assignments, attacks).tolist()

    cdef void score(
        self, const Table* t, const action_t* actions, int count, float* out
    ) noexcept nogil:
        cdef Reading reading
        if t.node == AT_PLAY and self.w.lay > 0 and t.holds[t.mover] & ALL_PROPERTIES:
            score_properties(self, actions, count, out)
        elif t.node == AT_PLAY:
            read_table(t, t.mover, &self.odds, &reading)
            reading.hurry = self.w.hurry * certainty(&self.w, reading.lead)
            score_plays(self, t, &reading, actions, count, out)
        elif t.node == AT_DISCARD:
            score_discards(self, actions, count, out)
        elif t.node == AT_FIRST_DRAW:
            out[0] = self.w.keep_unseen
            out[1] = self.tables.keep[t.discards[t.num_discards - 1]]
        elif t.node == AT_BUSHIDO:
            read_table(t, t.mover, &self.odds, &reading)
            score_bushido(self, t, &reading, actions, count, out)
        else:
            score_answers(self, t, actions, count, out)


cdef float to_weights(
    SamuraiSwordPolicy self, const Table* t, const action_t* actions, int count, float* out
) noexcept nogil:
    """The scores as weights, the best having about 1; returns their sum.

    `out` has ROOM_FOR_ALL places. Four are done at a time, which the compiler does in one.
    """
    cdef int i, j
    cdef float x
    cdef float best[4]
    cdef float total[4]
    self.score(t, actions, count, out)
    for j in range(4):
        out[count + j] = WORST
        best[j] = WORST
        total[j] = 0
    for i in range(0, count, 4):
        for j in range(4):
            best[j] = out[i + j] if out[i + j] > best[j] else best[j]
    best[0] = max(max(best[0], best[1]), max(best[2], best[3]))
    for i in range(0, count, 4):
        for j in range(4):
            x = self.w.sharpness * (out[i + j] - best[0])
            out[i + j] = quick_exp(x) if x > NEVER else 0
            total[j] += out[i + j]
    return (total[0] + total[1]) + (total[2] + total[3])


cdef inline float quick_exp(float x) noexcept nogil:
    """exp to within 4 %, by writing the exponent of a float (N. Schraudolph's way)."""
    cdef int32_t bits = <int32_t>(x * <float>12102203 + <float>1064986823)
    cdef float value
    memcpy(&value, &bits, 4)
    return value


cdef action_t likeliest(const action_t* actions, const float* weights, int count) noexcept nogil:
    cdef int i, best = 0
    for i in range(1, count):
        if weights[i] > weights[best]:
            best = i
    return actions[best]


# The Play phase.

cdef void score_properties(
    SamuraiSwordPolicy self, const action_t* actions, int count, float* out
) noexcept nogil:
    """Focus, Armor and Fast Draw are laid at once: they cost nothing and help what comes after."""
    cdef int i
    for i in range(count):
        out[i] = self.w.lay if PLAY_FOCUS <= actions[i] <= PLAY_FAST_DRAW else 0


cdef void score_plays(
    SamuraiSwordPolicy self, const Table* t, const Reading* r,
    const action_t* actions, int count, float* out
) noexcept nogil:
    cdef int i, action, seat, what
    cdef float eager = eagerness(&self.w, t)
    out[0] = 0                                  # PASS comes first
    for i in range(1, count):
        action = actions[i]
        if action >= AT_SEAT:
            seat = (action - AT_SEAT) // BLOCK
            what = action - AT_SEAT - BLOCK * seat
            if what < WEAPONS:
                out[i] = eager + score_weapon(self, t, r, what, seat)
            else:
                out[i] = eager + score_on_seat(self, t, r, what, seat)
        elif action == PAY_RESILIENCE:
            out[i] = self.w.nobunaga
        else:
            out[i] = eager + score_free(self, t, r, action)


cdef inline float eagerness(const Weights* w, const Table* t) noexcept nogil:
    """To be rid of a card: an empty hand is Harmless, and cards above the limit are lost."""
    cdef int me = t.mover, size = t.hand_size[me]
    cdef float eager = w.spend
    if t.hand[me][PARRY] == 0:
        eager += w.spend_bare * SHARE[min(size, HAND_LIMIT)]
        if size == 1:
            eager += w.spend_last
    if size > HAND_LIMIT:
        eager += w.overflow
    return eager


cdef inline float score_weapon(
    SamuraiSwordPolicy self, const Table* t, const Reading* r, int weapon, int seat
) noexcept nogil:
    cdef const Weights* w = &self.w
    cdef int me = t.mover
    cdef float through, score
    cdef int wounds = wounds_of(t, weapon, me, seat)
    through = chance_through(&self.tables, t, seat)
    score = (
        through * (score_wounds(w, t, r, seat, wounds) + w.tomoe * (t.character[me] == TOMOE))
        + (<float>1 - through) * w.strip * r.foe[seat]
        - w.reach * REACH[weapon]
        - w.friend * r.friend[seat]
    )
    if seat == t.shogun and r.team == TEAM_RONIN:
        score += w.pose
    return score


cdef inline int wounds_of(const Table* t, int weapon, int attacker, int target) noexcept nogil:
    cdef int wounds = (
        WOUNDS[weapon]
        + t.properties[FAST_DRAW - FOCUS][attacker]
        + (t.character[attacker] == MUSASHI)
    )
    return wounds - (t.character[target] == GINCHIYO and wounds > 1)    # S41


cdef inline float chance_through(const Tables* tables, const Table* t, int seat) noexcept nogil:
    cdef int size = min(<int>t.hand_size[seat], MAX_HAND - 1)
    if t.character[seat] == HANZO and size > 1:
        return tables.neither[size]
    return tables.no_parry[size]


cdef inline float score_wounds(
    const Weights* w, const Table* t, const Reading* r, int seat, int wounds
) noexcept nogil:
    """What so many wounds of a seat are worth to the mover, whose turn it is."""
    cdef int left = t.resilience[seat]
    cdef float after
    if wounds < left:
        return (w.wound * r.worth[seat] + r.hurry * SHARE[t.honor[seat]]) * wounds * SHARE[left]
    if r.friend[seat] < <float>0.5 and t.seats > 3 and last_standing(t, seat):
        return w.end                                                    # S77
    after = r.lead + r.multiplier + r.worth[seat]
    if t.honor[seat] == 1:
        return score_end(w, after - DEADLY_STRIKE * r.friend[seat])
    return (
        (w.wound + w.kill) * r.worth[seat] + w.gain * r.multiplier + r.hurry * SHARE[t.honor[seat]]
    )


cdef inline bint last_standing(const Table* t, int seat) noexcept nogil:
    """Whether the mover stands alone once this seat has fallen."""
    return nonzero_mask(word_of(t.resilience)) == (1u << seat | 1u << t.mover)


cdef inline float score_end(const Weights* w, float lead) noexcept nogil:
    """A game that ends with this expected lead."""
    return w.end * certainty(w, lead)


cdef inline float certainty(const Weights* w, float lead) noexcept nogil:
    """From -1, certainly lost, to 1, certainly won."""
    cdef float sure = w.end_slope * lead
    return 1 if sure > 1 else -1 if sure < -1 else sure


cdef float score_on_seat(
    SamuraiSwordPolicy self, const Table* t, const Reading* r, int what, int seat
) noexcept nogil:
    """Bushido, Breathing, Diversion and Geisha."""
    cdef const Weights* w = &self.w
    cdef float foe = r.foe[seat]
    if what == ON_BUSHIDO:
        return w.bushido * bushido_way(t, r, seat)
    if what == ON_BREATHING:
        return (
            w.heal * (RESILIENCE[t.character[t.mover]] - t.resilience[t.mover])
            - w.breathing_keep - w.guest * foe
        )
    if what == ON_DIVERSION:
        return w.divert + w.divert_foe * foe - disarming(w, t, r, seat)
    if what == ON_GEISHA_HAND:
        return w.geisha_hand * foe - w.geisha_keep - disarming(w, t, r, seat)
    if what == ON_GEISHA_PROPERTY:
        return w.geisha_focus * foe - w.geisha_keep
    if what == ON_GEISHA_PROPERTY + 1:
        return w.geisha_armor * foe - w.geisha_keep
    return w.geisha_fast * foe - w.geisha_keep


cdef inline float disarming(
    const Weights* w, const Table* t, const Reading* r, int seat
) noexcept nogil:
    """Who loses the last card is Harmless, and safe from the mover's weapons."""
    if t.hand_size[seat] == 1 and t.resilience[seat] > 0:
        return w.disarm * r.foe[seat]
    return 0


cdef float bushido_way(const Table* t, const Reading* r, int seat) noexcept nogil:
    """Points at stake when the Bushido starts from a seat and moves left, seat by seat."""
    cdef float chance = 1, at_stake = 0
    cdef int _i
    for _i in range(t.seats):
        at_stake += chance * r.worth[seat]
        chance *= <float>0.64          # 32 of 90 cards are Weapons
        seat = seat + 1 if seat + 1 < t.seats else 0
    return at_stake


cdef float score_free(
    SamuraiSwordPolicy self, const Table* t, const Reading* r, int action
) noexcept nogil:
    """Cards that are played on nobody in particular."""
    cdef const Weights* w = &self.w
    if action <= PLAY_FAST_DRAW:
        return w.lay
    if action == PLAY_BATTLE_CRY:
        return w.cry * score_melee(self, t, r, False)
    if action == PLAY_JUJUTSU:
        return w.jujutsu * score_melee(self, t, r, True)
    if action == PLAY_TEA_CEREMONY:
        return w.tea + score_draw(w, t, r, t.seats + 2)
    if action == PLAY_DAIMYO:
        return w.daimyo_play - daimyo_kept(w, t, r) + score_draw(w, t, r, 2)
    return -w.bushido * bushido_way(t, r, t.bushido) - w.geisha_keep


cdef float score_melee(
    SamuraiSwordPolicy self, const Table* t, const Reading* r, bint jujutsu
) noexcept nogil:
    """One wound for everybody who has no answer; S53 exempts Chiyome and the Harmless."""
    cdef float score = 0, through
    cdef int seat
    for seat in range(t.seats):
        if (
            seat == t.mover or t.character[seat] == CHIYOME
            or t.hand_size[seat] == 0 or t.resilience[seat] == 0
        ):
            continue
        if jujutsu:
            through = self.tables.no_weapon[min(<int>t.hand_size[seat], MAX_HAND - 1)]
        else:
            through = chance_through(&self.tables, t, seat)
        score += (
            through * score_wounds(&self.w, t, r, seat, 1)
            + (<float>1 - through) * self.w.strip * r.foe[seat]
        )
    return score


cdef inline int least_honor(const Table* t) noexcept nogil:
    cdef int seat, least = t.honor[0]
    for seat in range(1, t.seats):
        if t.honor[seat] < least:
            least = t.honor[seat]
    return least


cdef inline float score_draw(
    const Weights* w, const Table* t, const Reading* r, int cards
) noexcept nogil:
    """Cards that take the last of the deck end the game if somebody has 1 Honor (S23)."""
    if cards < t.deck_size or least_honor(t) > 1:
        return 0
    return score_end(w, r.lead_after_deck)


cdef inline float daimyo_kept(const Weights* w, const Table* t, const Reading* r) noexcept nogil:
    """In hand at the end it is worth a point, but not to the Ronin (S61, S81).

    The more players, the likelier the end comes before the mover's next turn.
    """
    if r.team == TEAM_RONIN or least_honor(t) > 1:
        return 0
    return w.daimyo_keep * (t.seats - 3)


# The other nodes.

cdef void score_discards(
    SamuraiSwordPolicy self, const action_t* actions, int count, float* out
) noexcept nogil:
    cdef int i
    for i in range(count):
        out[i] = -self.tables.keep[actions[i] - GIVE]


cdef void score_bushido(
    SamuraiSwordPolicy self, const Table* t, const Reading* r,
    const action_t* actions, int count, float* out
) noexcept nogil:
    """Honor, which ends the Bushido, or a Weapon, which sends it to the left."""
    cdef int i, me = t.mover
    cdef int left = me + 1 if me + 1 < t.seats else 0
    cdef float sent = self.w.bushido * bushido_way(t, r, left)
    if t.seats == 3 and me == t.shogun:                                 # S71
        out[0] = 0
    elif t.honor[me] == 1:
        out[0] = score_end(&self.w, r.lead - r.multiplier)
    else:
        out[0] = -self.w.bushido_honor * r.multiplier
    for i in range(1, count):
        out[i] = sent - self.tables.keep[actions[i] - GIVE]


cdef void score_answers(
    SamuraiSwordPolicy self, const Table* t, const action_t* actions, int count, float* out
) noexcept nogil:
    """Take the wounds, or give a card: a Parry, or a Weapon against Jujutsu and by Hanzo."""
    cdef const Weights* w = &self.w
    cdef int i, kind, me = t.mover, left = t.resilience[me], wounds = 1
    cdef float given
    cdef Reading reading
    if t.node == AT_PARRY:
        wounds = wounds_of(t, t.in_play, t.turn, me)
    if wounds < left:
        out[0] = -w.parry_wound * wounds * SHARE[left]
    elif t.honor[me] == 1:
        read_table(t, me, &self.odds, &reading)
        out[0] = score_end(w, reading.lead - reading.multiplier * (1 + reading.foe[t.turn]))
    else:
        out[0] = -w.parry_death - w.parry_stake * own_multiplier(t)
    if t.node == AT_PARRY:
        if t.character[me] == USHIWAKA:
            out[0] += w.ushiwaka * min(wounds, left)
        if t.character[t.turn] == TOMOE:
            out[0] -= w.tomoe
    given = w.parry_empty if t.hand_size[me] == 1 else 0
    for i in range(1, count):
        kind = actions[i] - GIVE
        if kind == PARRY:
            out[i] = given - w.parry_keep * (SEATS - t.seats)
        else:
            out[i] = given - self.tables.keep[kind]
        if t.hand[me][kind] > 1:
            out[i] += w.parry_spare


# What follows from the weights alone.

cdef void fill_odds(Odds* odds, const Weights* w) noexcept:
    cdef int i
    for i in range(COUNTED):
        odds.hit[i] = exp(w.belief_hit * i)
        odds.guard[i] = exp(-w.belief_guard * i)
        odds.other[i] = exp(-w.belief_other * i)
        odds.me[TEAM_SHOGUN][i] = exp(w.belief_me * i)
        odds.me[TEAM_NINJA][i] = exp(-w.belief_me * i)
        odds.me[TEAM_RONIN][i] = 1
    odds.trailing = w.trailing


cdef void fill_tables(Tables* tables, const Weights* w) noexcept:
    cdef int i
    for i in range(MAX_HAND):
        tables.no_parry[i] = pow(1 - w.parry_chance, i)
        tables.no_weapon[i] = pow(1 - w.weapon_chance, i)
        tables.neither[i] = pow(max(0.0, 1 - w.parry_chance - w.weapon_chance), i)
    for i in range(KINDS):
        tables.keep[i] = w.keep_weapon + w.keep_wounds * WOUNDS[i] if i < WEAPONS else w.keep_card
    tables.keep[PARRY] = w.keep_parry
    tables.keep[DAIMYO] = w.keep_daimyo


def make_policy(game, style="", epsilon=0.0, weights=None, without=()):
    """The policy, whatever the number of players and the rule options; there is one style."""
    if style:
        raise ValueError(f"there is no style {style!r}: this game has only one, ''")
    return SamuraiSwordPolicy(weights, epsilon, without)


def weight_groups():
    """The groups of weights that can be switched off."""
    return groups()


def _load_tables():
    for i in range(1, MAX_HONOR + 1):
        SHARE[i] = 1 / min(i, 7)
    for i, card in enumerate(data.CARDS[:WEAPONS]):
        WOUNDS[i] = card.wounds
        REACH[i] = card.difficulty
    for i, character in enumerate(data.CHARACTERS):
        RESILIENCE[i] = character.resilience


_load_tables()
