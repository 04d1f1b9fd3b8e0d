"""The rule policy of Samurai Sword: a score for each action, in points of Honor or thereabouts.

Scores come from the table as the mover reads it (reading.pyx) and from weights (weights.csv).
Hands, roles and stars of other seats, and the contents of the deck, are never looked at.
"""

from libc.math cimport exp

cimport cython

from kagemusha.core.rng cimport below, next_bits, rng_t
from kagemusha.core.samurai_sword.state cimport SamuraiSwordState
from kagemusha.core.samurai_sword.table cimport *
from kagemusha.core.state cimport State
from kagemusha.core.types cimport MAX_LEGAL, action_t
from kagemusha.players.choosing cimport happens, noisy_best, soften
from kagemusha.players.samurai_sword.prospects cimport (
    DEEDS, PLACE, SHARE, WOUNDS, bushido_way, certainty, fill_chances, value_deeds, value_end,
    value_melee, wounds_of,
)
from kagemusha.players.samurai_sword.reading cimport (
    COUNTED, LANES, Odds, Reading, own_multiplier, read_table,
)
from kagemusha.players.samurai_sword.weights cimport Weights
from kagemusha.search.policy cimport Policy

from kagemusha.players.samurai_sword.belief import likelihoods
from kagemusha.players.weights import checked_epsilon, gumbel_noise, read_weights, settled

PACKAGE = "kagemusha.players.samurai_sword"

cdef enum:
    HAND_LIMIT = 7
    ALL_PROPERTIES = 1 << FOCUS | 1 << ARMOR | 1 << FAST_DRAW


@cython.final
cdef class SamuraiSwordPolicy(Policy):
    """Plays by rules whose weights are a table."""

    def __init__(self, weights=None, epsilon=0.0, without=()):
        self.w = settled(read_weights(PACKAGE), weights, without)
        self.epsilon = checked_epsilon(epsilon)
        self.w.sharpness = max(self.w.sharpness, 0.001)
        for i, quantile in enumerate(gumbel_noise(1 / self.w.sharpness)):
            self.noise[i] = quantile
        fill_odds(&self.odds, &self.w)
        fill_keeps(self.keep, &self.w)
        fill_chances(&self.chances, &self.w)

    cdef void weigh(
        self, State state, const action_t* actions, int count, float* out
    ) noexcept nogil:
        cdef float total = 0
        cdef int i
        self.score(&(<SamuraiSwordState>state).table, actions, count, out)
        soften(out, count, <float>1 / self.w.sharpness)
        for i in range(count):
            total += out[i]
        for i in range(count):
            out[i] = (1 - self.epsilon) * out[i] + self.epsilon * total / count

    cdef action_t pick(
        self, State state, const action_t* actions, int count, rng_t* rng
    ) noexcept nogil:
        cdef float scores[MAX_LEGAL]
        if happens(self.epsilon, rng):
            return actions[below(next_bits(rng), count)]
        self.score(&(<SamuraiSwordState>state).table, actions, count, scores)
        return actions[noisy_best(scores, count, self.noise, rng)]

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
            out[1] = self.keep[t.discards[t.num_discards - 1]]
        elif t.node == AT_BUSHIDO:
            read_table(t, t.mover, &self.odds, &reading)
            score_bushido(self, t, &reading, actions, count, out)
        else:
            score_answers(self, t, actions, count, out)


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
    cdef float values[DEEDS * LANES]
    cdef float eager = eagerness(&self.w, t)
    cdef int i = 1
    out[0] = 0                                  # PASS comes first
    while i < count and actions[i] < AT_SEAT:
        if actions[i] == PAY_RESILIENCE:
            out[i] = self.w.nobunaga
        else:
            out[i] = eager + score_free(self, t, r, actions[i])
        i += 1
    if i == count:
        return
    value_deeds(&self.w, &self.chances, t, r, values)
    for i in range(i, count):
        out[i] = eager + values[PLACE[actions[i]]] - self.chances.reach[actions[i]]


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


cdef float score_free(
    SamuraiSwordPolicy self, const Table* t, const Reading* r, int action
) noexcept nogil:
    """Cards that are played on nobody in particular."""
    cdef const Weights* w = &self.w
    if action <= PLAY_FAST_DRAW:
        return w.lay
    if action == PLAY_BATTLE_CRY:
        return w.cry * value_melee(&self.w, &self.chances, t, r, False)
    if action == PLAY_JUJUTSU:
        return w.jujutsu * value_melee(&self.w, &self.chances, t, r, True)
    if action == PLAY_TEA_CEREMONY:
        return w.tea + score_draw(w, t, r, t.seats + 2)
    if action == PLAY_DAIMYO:
        return w.daimyo_play - daimyo_kept(w, t, r) + score_draw(w, t, r, 2)
    return -w.bushido * bushido_way(t, r, t.bushido) - w.geisha_keep


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
    return value_end(w, r.lead_after_deck)


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
        out[i] = -self.keep[actions[i] - GIVE]


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
        out[0] = value_end(&self.w, r.lead - r.multiplier)
    else:
        out[0] = -self.w.bushido_honor * r.multiplier
    for i in range(1, count):
        out[i] = sent - self.keep[actions[i] - GIVE]


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
        out[0] = value_end(w, reading.lead - reading.multiplier * (1 + reading.foe[t.turn]))
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
            out[i] = given - self.keep[kind]
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


cdef void fill_keeps(float* keep, const Weights* w) noexcept:
    cdef int i
    for i in range(KINDS):
        keep[i] = w.keep_weapon + w.keep_wounds * WOUNDS[i] if i < WEAPONS else w.keep_card
    keep[PARRY] = w.keep_parry
    keep[DAIMYO] = w.keep_daimyo


def make_policy(game, style="", epsilon=0.0, weights=None, without=()):
    """The policy, whatever the number of players and the rule options; there is one style."""
    if style:
        raise ValueError(f"there is no style {style!r}: this game has only one, ''")
    return SamuraiSwordPolicy(weights, epsilon, without)
