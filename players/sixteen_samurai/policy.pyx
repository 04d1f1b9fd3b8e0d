"""Sixteen Samurai by rule: one score for each action, from what the mover knows.

The unit is a battle won. Of the others the policy reads only what is public: the samurai of
hand and pile together, the battle cards not yet spent, and the dice.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

cimport cython

from kagemusha.core.counts cimport NONE, count_bits, count_trailing_zeros
from kagemusha.core.rng cimport below, next_bits, rng_t
from kagemusha.core.sixteen_samurai.state cimport SixteenSamuraiState
from kagemusha.core.sixteen_samurai.table cimport *
from kagemusha.core.state cimport State
from kagemusha.core.types cimport MAX_LEGAL, action_t
from kagemusha.players.choosing cimport happens, noisy_best, soften
from kagemusha.players.sixteen_samurai.odds cimport (
    COUPLE, COUPLES, COUPLES_FROM, WIN, Showing, share_after_rerolls, show,
)

from kagemusha.core.sixteen_samurai import data
from kagemusha.players.weights import (
    checked_epsilon,
    checked_style,
    gumbel_noise,
    read_weights,
    settled,
)

STYLES = ("balanced",)
PACKAGE = "kagemusha.players.sixteen_samurai"

cdef enum:
    HOPELESS = -1000        # the score of a card that cannot help

cdef struct Rivals:                     # the other fighters of a battle
    int count
    float dice[SEATS - 1][MAX_DICE]     # the chance of 1 to 4 dice

# Filled from the data table once, never changed afterwards.
cdef uint8_t RATING[SAMURAI][ABILITIES]
# One byte for each rating, 1 in that of the samurai: sums of these count samurai by rating.
cdef uint64_t TALLY[SAMURAI][2]         # abilities 0 and 1, abilities 2 and 3
cdef uint8_t PAIR[SEND + 3 * SAMURAI][2]        # the same of a pick, as one number each


@cython.final
cdef class SixteenPolicy(Policy):
    """Plays by rule: drafts by value, sends samurai and cards by the odds of the dice."""

    cdef void weigh(
        self, State state, const action_t* actions, int count, float* out
    ) noexcept nogil:
        score(self, &(<SixteenSamuraiState>state).table, actions, count, out)
        soften(out, count, 1)

    cdef action_t pick(
        self, State state, const action_t* actions, int count, rng_t* rng
    ) noexcept nogil:
        cdef float scores[MAX_LEGAL]
        if happens(self.epsilon, rng):
            return actions[below(next_bits(rng), count)]
        score(self, &(<SixteenSamuraiState>state).table, actions, count, scores)
        return actions[noisy_best(scores, count, self.noise, rng)]


cdef void score(
    SixteenPolicy self, Table* t, const action_t* actions, int count, float* out
) noexcept nogil:
    if t.node == AT_CHOOSE:
        score_choices(self, t, actions, count, out)
    elif t.node == AT_DRAFT:
        score_picks(self, t, actions, count, out)
    elif t.node == AT_DECLARE:
        score_declarations(self, t, out)
    elif t.node == AT_BUSHIDO:
        score_bushido(self, t, actions, count, out)
    else:
        out[0] = 0
        if count > 1:
            out[1] = self.weights[WINDOW]       # keeping a Ronin or Medicine has not paid


# The draft.

cdef void score_picks(
    SixteenPolicy self, Table* t, const action_t* actions, int count, float* out
) noexcept nogil:
    """By value, the abilities in which the clan is weaker counting for more."""
    cdef float worth[ABILITIES][MAX_DICE]
    cdef float pairs[2][MAX_DICE * MAX_DICE]
    cdef int i, j
    value_ratings(self, t, worth)
    for i in range(MAX_DICE):
        for j in range(MAX_DICE):
            pairs[0][MAX_DICE * i + j] = worth[0][i] + worth[1][j]
            pairs[1][MAX_DICE * i + j] = worth[2][i] + worth[3][j]
    for i in range(count):
        out[i] = pairs[0][PAIR[actions[i]][0]] + pairs[1][PAIR[actions[i]][1]]


cdef inline void value_ratings(SixteenPolicy self, Table* t, float[MAX_DICE]* worth) noexcept nogil:
    """What 1 to 4 dice in each ability are worth to the mover's clan."""
    cdef float strength[ABILITIES]
    cdef float mean = 0, more, scale = self.weights[DRAFTING] * <float>(1.0 / ABILITIES)
    cdef uint64_t clan = t.clan[t.mover]
    cdef int i, j, number, size = 0
    cdef float balance
    memset(strength, 0, sizeof(strength))
    while clan:
        size += 1
        number = t.samurai[count_trailing_zeros(clan)]
        clan &= clan - 1
        for j in range(ABILITIES):
            strength[j] += self.rated[number][j]
    for j in range(ABILITIES):
        mean += strength[j] * <float>(1.0 / ABILITIES)
    balance = self.weights[BALANCE] * scale / (1 + size)
    for j in range(ABILITIES):
        more = scale + balance * (mean - strength[j])
        for i in range(MAX_DICE):
            worth[j][i] = self.worth[i + 1] * more


# What the others may send.

cdef inline uint64_t unplayed(Table* t, int seat) noexcept nogil:
    """A seat's samurai in hand and pile, one lying face down included: a public set."""
    cdef uint64_t members = t.hand[seat] | t.pile[seat]
    if t.node == AT_CHOOSE and t.sent[seat] != NONE:
        members |= <uint64_t>1 << t.sent[seat]
    return members


cdef inline uint64_t tally(Table* t, uint64_t members, int half) noexcept nogil:
    """Samurai by their rating in two abilities: a byte for each rating."""
    cdef uint64_t sums = 0
    while members:
        sums += TALLY[t.samurai[count_trailing_zeros(members)]][half]
        members &= members - 1
    return sums


cdef inline void expect(
    SixteenPolicy self, Table* t, uint64_t sums, int ability, Rivals* rivals
) noexcept nogil:
    """Enter a rival, who sends any of his samurai; in the final he often sends the best."""
    cdef uint64_t counts = sums >> (32 * (ability & 1)) & <uint64_t>0xFFFFFFFF
    cdef int samurai = (counts * <uint64_t>0x01010101) >> 24 & 255      # the sum of four bytes
    cdef float* chance = rivals.dice[rivals.count]
    cdef float each = <float>1 / samurai
    cdef int i, best = MAX_DICE - 1
    if t.phase == FINAL:
        each *= <float>1 - self.weights[FINAL_REPLY]
    for i in range(MAX_DICE):
        chance[i] = each * <float><int>(counts >> (8 * i) & 255)
    if t.phase == FINAL:
        while counts >> (8 * best) == 0:
            best -= 1
        chance[best] += self.weights[FINAL_REPLY]
    rivals.count += 1


cdef inline void mix_chances(const float* one, const float* other, float* couple) noexcept nogil:
    """The chances of two rivals' dice together, in the order of COUPLE."""
    cdef int a, b, i = 0
    for a in range(MAX_DICE):
        for b in range(a):
            couple[i] = one[a] * other[b] + one[b] * other[a]
            i += 1
        couple[i] = one[a] * other[a]
        i += 1


cdef inline void find_odds(Rivals* rivals, float* odds) noexcept nogil:
    """The share of wins with 1 to 4 dice; that the rivals may play Uma is neglected."""
    cdef float couple[COUPLES]
    cdef float sums[MAX_DICE * MAX_DICE]
    cdef const float* wins
    cdef int a, b, i, first = COUPLES_FROM[rivals.count], beyond = COUPLES_FROM[rivals.count + 1]
    memset(sums, 0, sizeof(sums))
    couple[0] = 1                           # a single rival: nobody and nobody beside him
    if rivals.count == 2:
        memcpy(couple + first, rivals.dice[1], sizeof(rivals.dice[1]))
    elif rivals.count == 3:
        mix_chances(rivals.dice[1], rivals.dice[2], couple + first)
    for i in range(first, beyond):
        wins = WIN[i][0]
        for a in range(MAX_DICE * MAX_DICE):
            sums[a] += couple[i] * wins[a]
    for a in range(MAX_DICE):
        odds[a] = 1 if rivals.count == 0 else 0
        for b in range(MAX_DICE):
            odds[a] += sums[MAX_DICE * a + b] * rivals.dice[0][b]


cdef inline float odds_with_ninjutsu(int dice, const Rivals* rivals) noexcept nogil:
    """Everybody else rolls one die."""
    return WIN[COUPLE[rivals.count > 1][rivals.count > 2]][dice - 1][0]


# Declarations and choices.

cdef inline float time_left(SixteenPolicy self, int samurai) noexcept nogil:
    """How much of its worth a battle card still has with so many battles to come."""
    if samurai >= self.weights[LATE]:
        return 1
    return samurai / self.weights[LATE]


cdef inline float prospect(SixteenPolicy self, Table* t, int number, float odds) noexcept nogil:
    """Sending a samurai that wins with these odds."""
    cdef const float* w = self.weights
    cdef float quality = self.quality[number]
    if t.phase == FINAL:
        return odds - quality * (odds * w[FINAL_REST] + (<float>1 - odds) * w[FINAL_RISK])
    return odds + quality * (odds * w[HALL] - w[FUTURE])


cdef void score_declarations(SixteenPolicy self, Table* t, float* out) noexcept nogil:
    """The ability in which the hand's best prospect is best."""
    cdef uint64_t sums[SEATS][2]
    cdef float odds[MAX_DICE]
    cdef Rivals rivals
    cdef uint64_t mine = t.hand[t.mover], members
    cdef int ability, i, seat, count = 0
    for seat in range(t.seats):
        members = unplayed(t, seat)
        if seat != t.mover and members:
            sums[count][0] = tally(t, members, 0)
            sums[count][1] = tally(t, members, 1)
            count += 1
    if t.barred_seat == t.mover and mine & (mine - 1):
        mine &= ~(<uint64_t>1 << t.barred)
    for ability in range(ABILITIES):
        out[ability] = 0
        if mine and count:
            rivals.count = 0
            for i in range(count):
                expect(self, t, sums[i][ability >> 1], ability, &rivals)
            find_odds(&rivals, odds)
            out[ability] = self.weights[DECLARING] * best_prospect(self, t, mine, ability, odds)


cdef inline float best_prospect(
    SixteenPolicy self, Table* t, uint64_t mine, int ability, const float* odds
) noexcept nogil:
    cdef float best = HOPELESS, value
    cdef int number
    while mine:
        number = t.samurai[count_trailing_zeros(mine)]
        mine &= mine - 1
        value = prospect(self, t, number, odds[RATING[number][ability] - 1])
        best = value if value > best else best
    return best


cdef void score_choices(
    SixteenPolicy self, Table* t, const action_t* actions, int count, float* out
) noexcept nogil:
    cdef Rivals rivals
    cdef float odds[MAX_DICE]
    cdef float score
    cdef uint64_t members
    cdef int i, seat, number, dice, card
    rivals.count = 0
    for seat in range(t.seats):
        members = unplayed(t, seat)
        if seat != t.mover and members:
            expect(self, t, tally(t, members, t.ability >> 1), t.ability, &rivals)
    find_odds(&rivals, odds)
    for i in range(count):
        number = (actions[i] - SEND) // 3
        card = actions[i] - SEND - 3 * number
        dice = RATING[number][t.ability]
        if card == WITH_NOTHING:
            score = prospect(self, t, number, odds[dice - 1])
        elif card == WITH_NINJUTSU:
            score = prospect(self, t, number, odds_with_ninjutsu(dice, &rivals))
        else:
            score = prospect(self, t, number, 1)            # keeping Uma has not paid
        out[i] = self.weights[CHOOSING] * score


# Cards after the roll.

cdef void score_bushido(
    SixteenPolicy self, Table* t, const action_t* actions, int count, float* out
) noexcept nogil:
    """By how much the odds rise if somebody rolls again."""
    cdef Showing showing
    cdef float after[SEATS]
    cdef int i, me = t.mover
    cdef float before, gain, stake, keep
    show(t, &showing)
    before = share_after_rerolls(&showing, me, t.num_dice, after)
    stake = <float>1 + self.weights[HALL] * self.quality[t.samurai[t.sent[me]]]
    keep = self.weights[KEEP_BUSHIDO] * time_left(self, count_bits(t.hand[me] | t.pile[me]))
    for i in range(count):
        out[i] = 0
        if actions[i] != PASS:
            gain = after[actions[i] - PLAY_BUSHIDO] - before
            out[i] = self.weights[WINDOW] * (gain * stake - keep) if gain > 0 else HOPELESS


# Making one.

def make_policy(game, style="", epsilon=0.0, weights=None, without=()):
    """The rule policy in one of STYLES; there is one."""
    cdef SixteenPolicy self = SixteenPolicy.__new__(SixteenPolicy)
    cdef int i, j
    self.style = checked_style(style or STYLES[0], STYLES)
    self.epsilon = checked_epsilon(epsilon)
    values = settled(read_weights(PACKAGE), weights, without)
    for i, value in enumerate(values.values()):
        self.weights[i] = value
    for i, value in enumerate([0, 0, values["worth_2"], values["worth_3"], values["worth_4"]]):
        self.worth[i] = value
    for i in range(SAMURAI):
        for j in range(ABILITIES):
            self.rated[i][j] = self.worth[RATING[i][j]]
        self.quality[i] = sum(self.worth[RATING[i][j]] for j in range(ABILITIES)) / ABILITIES
    for i, quantile in enumerate(gumbel_noise(1.0)):
        self.noise[i] = quantile
    return self


def _load_tables():
    cdef uint64_t one = 1
    for i, samurai in enumerate(data.SAMURAI):
        for j, rating in enumerate(samurai.ratings):
            RATING[i][j] = rating
            TALLY[i][j // 2] += one << (32 * (j % 2) + 8 * (rating - 1))
            PAIR[SEND + 3 * i][j // 2] *= MAX_DICE
            PAIR[SEND + 3 * i][j // 2] += rating - 1


_load_tables()
