"""Sixteen Samurai by rule: one score for each action, from what the mover knows.

The unit is a battle won. Of the others the policy reads only what is public: the samurai of
hand and pile together, the battle cards not yet spent, and the dice.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

cimport cython

from kagemusha.core.counts cimport NONE, count_bits, count_trailing_zeros
from kagemusha.core.rng cimport below, next_bits, rng_t
from kagemusha.core.sixteen_samurai.state cimport SixteenSamuraiState
from kagemusha.core.sixteen_samurai.table cimport *
from kagemusha.core.state cimport State
from kagemusha.core.types cimport MAX_LEGAL, action_t
from kagemusha.players.choosing cimport happens, noisy_best, soften
from kagemusha.players.sixteen_samurai.odds cimport (
    COUPLE, COUPLES, LACKING, WIN, Showing, share, share_after_reroll, share_without, show,
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
    float couple[COUPLES]               # and those of the second and the third together

# Filled from the data table once, never changed afterwards.
cdef uint8_t RATING[SAMURAI][ABILITIES]
# One byte for each rating, 1 in that of the samurai: sums of these count samurai by rating.
cdef uint64_t TALLY[SAMURAI][2]         # abilities 0 and 1, abilities 2 and 3


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
    cdef float value[ABILITIES][5]
    cdef float strength[ABILITIES]
    cdef float mean = 0, more
    cdef uint64_t clan = t.clan[t.mover]
    cdef const uint8_t* rating
    cdef int i, j, size = count_bits(clan)
    for j in range(ABILITIES):
        strength[j] = 0
    while clan:
        rating = RATING[t.samurai[count_trailing_zeros(clan)]]
        clan &= clan - 1
        for j in range(ABILITIES):
            strength[j] += self.worth[rating[j]]
    for j in range(ABILITIES):
        mean += strength[j] / ABILITIES
    for j in range(ABILITIES):
        more = 1 + self.weights[BALANCE] * (mean - strength[j]) / (size + 1)
        for i in range(5):
            value[j][i] = self.weights[DRAFTING] * self.worth[i] * more / ABILITIES
    for i in range(count):
        rating = RATING[(actions[i] - SEND) // 3]
        out[i] = 0
        for j in range(ABILITIES):
            out[i] += value[j][rating[j]]


# What the others may send.

cdef inline uint64_t unplayed(Table* t, int seat) noexcept nogil:
    """A seat's samurai in hand and pile, one lying face down included: a public set."""
    cdef uint64_t members = t.hand[seat] | t.pile[seat]
    if t.node == AT_CHOOSE and t.sent[seat] != NONE:
        members |= <uint64_t>1 << t.sent[seat]
    return members


cdef inline void tally(Table* t, uint64_t members, uint64_t* sums) noexcept nogil:
    cdef int number
    sums[0] = 0
    sums[1] = 0
    while members:
        number = t.samurai[count_trailing_zeros(members)]
        members &= members - 1
        sums[0] += TALLY[number][0]
        sums[1] += TALLY[number][1]


cdef inline void expect(
    SixteenPolicy self, Table* t, int seat, const uint64_t* sums, int ability, Rivals* rivals
) noexcept nogil:
    """Enter a rival: he often sends the best of his hand, else any of his samurai."""
    cdef const float* w = self.weights
    cdef uint64_t counts = sums[ability >> 1] >> (32 * (ability & 1)) & <uint64_t>0xFFFFFFFF
    cdef int samurai = (counts * <uint64_t>0x01010101) >> 24 & 255      # the sum of four bytes
    cdef int i, here, above = 0, drawn = 0
    cdef float lacking, none_better = 1, reply = w[FINAL_REPLY], per_samurai
    cdef float* chance = rivals.dice[rivals.count]
    if t.phase == CONFLICT:
        drawn = FULL_HAND * samurai // (samurai + 5 - count_bits(t.spent[seat]))
        drawn = max(1, min(drawn, samurai))
        reply = w[REPLY]
    per_samurai = (1 - reply) / samurai
    for i in range(MAX_DICE - 1, -1, -1):
        here = counts >> (8 * i) & 255
        above += here
        # The chance that nobody in the hand rolls as many; in the final all are in the hand.
        lacking = LACKING[samurai][above][drawn] if drawn else <float>(above == 0)
        chance[i] = reply * (none_better - lacking) + per_samurai * here
        none_better = lacking
    rivals.count += 1


cdef inline void pair_up(Rivals* rivals) noexcept nogil:
    """The second and the third rival together, so that odds() has less to add."""
    cdef int a, b
    memset(rivals.couple, 0, sizeof(rivals.couple))
    if rivals.count <= 1:
        rivals.couple[COUPLE[0][0]] = 1
    for a in range(MAX_DICE):
        if rivals.count == 2:
            rivals.couple[COUPLE[0][a + 1]] = rivals.dice[1][a]
        elif rivals.count == 3:
            for b in range(MAX_DICE):
                rivals.couple[COUPLE[a + 1][b + 1]] += rivals.dice[1][a] * rivals.dice[2][b]


cdef inline float odds(int dice, const Rivals* rivals) noexcept nogil:
    """The share of wins against all rivals; that they may play Uma is neglected."""
    cdef float sums[MAX_DICE]
    cdef float total = 0
    cdef int i, j
    if rivals.count == 0:
        return 1
    memset(sums, 0, sizeof(sums))
    for i in range(COUPLES):
        if rivals.couple[i] > 0:
            for j in range(MAX_DICE):
                sums[j] += rivals.couple[i] * WIN[dice][i][j]
    for j in range(MAX_DICE):
        total += sums[j] * rivals.dice[0][j]
    return total


cdef inline float odds_with_ninjutsu(int dice, const Rivals* rivals) noexcept nogil:
    """Everybody else rolls one die."""
    return WIN[dice][COUPLE[rivals.count > 1][rivals.count > 2]][0]


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
        return odds * (1 - w[FINAL_REST] * quality) - (1 - odds) * w[FINAL_RISK] * quality
    return odds * (1 + w[HALL] * quality) - w[FUTURE] * quality


cdef void score_declarations(SixteenPolicy self, Table* t, float* out) noexcept nogil:
    """The ability in which the hand's best prospect is best."""
    cdef uint64_t sums[SEATS][2]
    cdef int rival[SEATS]
    cdef Rivals rivals
    cdef uint64_t mine = t.hand[t.mover]
    cdef int ability, i, seat, count = 0
    for seat in range(t.seats):
        if seat != t.mover and unplayed(t, seat):
            tally(t, unplayed(t, seat), sums[count])
            rival[count] = seat
            count += 1
    if t.barred_seat == t.mover and mine & (mine - 1):
        mine &= ~(<uint64_t>1 << t.barred)
    for ability in range(ABILITIES):
        rivals.count = 0
        for i in range(count):
            expect(self, t, rival[i], sums[i], ability, &rivals)
        out[ability] = 0
        if mine and count:
            pair_up(&rivals)
            out[ability] = self.weights[DECLARING] * best_prospect(self, t, mine, ability, &rivals)


cdef inline float best_prospect(
    SixteenPolicy self, Table* t, uint64_t mine, int ability, const Rivals* rivals
) noexcept nogil:
    cdef float known[MAX_DICE + 1]
    cdef float best = HOPELESS, value
    cdef int number, dice
    memset(known, 0, sizeof(known))
    while mine:
        number = t.samurai[count_trailing_zeros(mine)]
        mine &= mine - 1
        dice = RATING[number][ability]
        if known[dice] == 0:
            known[dice] = odds(dice, rivals)
        value = prospect(self, t, number, known[dice])
        if value > best:
            best = value
    return best


cdef void score_choices(
    SixteenPolicy self, Table* t, const action_t* actions, int count, float* out
) noexcept nogil:
    cdef uint64_t sums[2]
    cdef Rivals rivals
    cdef float known[MAX_DICE + 1]
    cdef float keep_uma
    cdef int i, seat, number, dice, card
    rivals.count = 0
    for seat in range(t.seats):
        if seat != t.mover and unplayed(t, seat):
            tally(t, unplayed(t, seat), sums)
            expect(self, t, seat, sums, t.ability, &rivals)
    pair_up(&rivals)
    memset(known, 0, sizeof(known))
    keep_uma = self.weights[KEEP_UMA] * time_left(
        self, count_bits(t.hand[t.mover] | t.pile[t.mover]) - 1
    )
    for i in range(count):
        number = (actions[i] - SEND) // 3
        card = actions[i] - SEND - 3 * number
        dice = RATING[number][t.ability]
        if card == WITH_NOTHING:
            if known[dice] == 0:
                known[dice] = odds(dice, &rivals)
            out[i] = prospect(self, t, number, known[dice])
        elif card == WITH_NINJUTSU:
            out[i] = prospect(self, t, number, odds_with_ninjutsu(dice, &rivals))
        else:
            out[i] = prospect(self, t, number, 1) - keep_uma
        out[i] *= self.weights[CHOOSING]


# Cards after the roll.

cdef inline float time_left_after(SixteenPolicy self, Table* t) noexcept nogil:
    return time_left(self, count_bits(t.hand[t.mover] | t.pile[t.mover]))


cdef void score_bushido(
    SixteenPolicy self, Table* t, const action_t* actions, int count, float* out
) noexcept nogil:
    """By how much the odds rise if somebody rolls again."""
    cdef Showing showing
    cdef int i, seat, me = t.mover
    cdef float before, gain, stake
    show(t, &showing)
    before = share(&showing, me)
    stake = 1 + self.weights[HALL] * self.quality[t.samurai[t.sent[me]]]
    for i in range(count):
        if actions[i] == PASS:
            out[i] = 0
            continue
        seat = actions[i] - PLAY_BUSHIDO
        out[i] = HOPELESS
        if before == 1 or (seat != me and share_without(&showing, me, seat) <= before):
            continue
        gain = share_after_reroll(&showing, me, seat, t.num_dice[seat]) - before
        gain = gain * stake - self.weights[KEEP_BUSHIDO] * time_left_after(self, t)
        out[i] = self.weights[WINDOW] * gain


# Making one.

def make_policy(game, style="", epsilon=0.0, weights=None, without=()):
    """The rule policy in one of STYLES; there is one."""
    cdef SixteenPolicy self = SixteenPolicy.__new__(SixteenPolicy)
    cdef int i
    self.style = checked_style(style or STYLES[0], STYLES)
    self.epsilon = checked_epsilon(epsilon)
    values = settled(read_weights(PACKAGE), weights, without)
    for i, value in enumerate(values.values()):
        self.weights[i] = value
    for i, value in enumerate([0, 0, values["worth_2"], values["worth_3"], values["worth_4"]]):
        self.worth[i] = value
    for i in range(SAMURAI):
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


_load_tables()
