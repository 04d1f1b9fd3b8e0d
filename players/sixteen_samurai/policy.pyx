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
from kagemusha.players.choosing cimport NOISE, happens, noisy_best, soften
from kagemusha.players.sixteen_samurai.odds cimport (
    LACKING, TYPES, UMA_DICE, WIDE, WIN, Showing, share, share_after_reroll,
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

cdef struct Rivals:                     # the other fighters of a battle
    int count
    float chance[SEATS - 1][WIDE]       # of rolling so many dice

# Filled from the data table once, never changed afterwards.
cdef uint8_t RATING[SAMURAI][ABILITIES]
# One byte for each rating, 1 in that of the samurai: sums of these count samurai by rating.
cdef uint64_t TALLY[SAMURAI][2]         # abilities 0 and 1, abilities 2 and 3


@cython.final
cdef class SixteenPolicy(Policy):
    """Plays by rule: drafts by value, sends samurai and cards by the odds of the dice."""

    cdef void weigh(self, State state, const action_t* actions, int count, float* out) noexcept nogil:
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
            out[1] = self.weights[WINDOW] * worth_of_answer(self, t)


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
        out[i] = value[0][rating[0]] + value[1][rating[1]] + value[2][rating[2]] + value[3][rating[3]]


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


cdef inline void expect_dice(
    SixteenPolicy self, Table* t, int seat, const uint64_t* sums, int ability, float* chance
) noexcept nogil:
    """How many dice a rival will roll: often those of the best in his hand, else of any samurai."""
    cdef const float* w = self.weights
    cdef uint64_t counts = sums[ability >> 1] >> (32 * (ability & 1)) & <uint64_t>0xFFFFFFFF
    cdef int dice, here, above = 0, samurai, drawn
    cdef int cards = 5 - count_bits(t.spent[seat])
    cdef float lacking, none_better = 1, reply, uma = 0
    samurai = (counts * <uint64_t>0x01010101) >> 24 & 255      # the sum of four bytes
    if t.phase == FINAL:
        drawn = 0
        reply = w[FINAL_REPLY]
    else:
        drawn = min((FULL_HAND * samurai + samurai - 1) // (samurai + cards), samurai)
        drawn = max(drawn, 1)
        reply = w[REPLY]
        if t.round > 1 and not t.spent[seat] >> UMA & 1:
            uma = w[RIVAL_UMA]
    chance[0] = 0
    chance[UMA_DICE] = uma
    for dice in range(4, 0, -1):
        here = counts >> (8 * (dice - 1)) & 255
        above += here
        # The chance that nobody in the hand rolls as many; in the final all are in the hand.
        lacking = LACKING[samurai][above][drawn] if drawn else <float>(above == 0)
        chance[dice] = (1 - uma) * (
            reply * (none_better - lacking) + (1 - reply) * here / samurai
        )
        none_better = lacking


cdef inline void clear(Rivals* rivals) noexcept nogil:
    rivals.count = 0
    memset(rivals.chance, 0, sizeof(rivals.chance))
    rivals.chance[1][0] = 1             # nobody, until somebody is entered
    rivals.chance[2][0] = 1


cdef inline float odds(int dice, const Rivals* rivals) noexcept nogil:
    """The share of wins against all rivals."""
    cdef float sums[WIDE]
    cdef float chance, total = 0
    cdef int a, b, c
    memset(sums, 0, sizeof(sums))
    for a in range(TYPES):
        if rivals.chance[2][a] == 0:
            continue
        for b in range(TYPES):
            chance = rivals.chance[2][a] * rivals.chance[1][b]
            if chance == 0:
                continue
            for c in range(WIDE):
                sums[c] += chance * WIN[dice][a][b][c]
    for c in range(WIDE):
        total += sums[c] * rivals.chance[0][c]
    return total


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
    cdef float chances[5]
    cdef uint64_t rest
    cdef uint64_t mine = t.hand[t.mover]
    cdef int ability, i, seat, number
    cdef float best, value
    clear(&rivals)
    for seat in range(t.seats):
        if seat != t.mover and unplayed(t, seat):
            tally(t, unplayed(t, seat), sums[rivals.count])
            rival[rivals.count] = seat
            rivals.count += 1
    if t.barred_seat == t.mover and mine & (mine - 1):
        mine &= ~(<uint64_t>1 << t.barred)
    for ability in range(ABILITIES):
        out[ability] = 0
        if mine == 0 or rivals.count == 0:
            continue
        for i in range(rivals.count):
            expect_dice(self, t, rival[i], sums[i], ability, rivals.chance[i])
        for i in range(5):
            chances[i] = -1
        best = -100
        rest = mine
        while rest:
            number = t.samurai[count_trailing_zeros(rest)]
            rest &= rest - 1
            i = RATING[number][ability]
            if chances[i] < 0:
                chances[i] = odds(i, &rivals)
            value = prospect(self, t, number, chances[i])
            if value > best:
                best = value
        out[ability] = self.weights[DECLARING] * best


cdef void score_choices(
    SixteenPolicy self, Table* t, const action_t* actions, int count, float* out
) noexcept nogil:
    cdef uint64_t sums[2]
    cdef Rivals rivals
    cdef float plain[5]
    cdef float alone[5]
    cdef float with_uma = -1, left
    cdef const float* w = self.weights
    cdef int i, seat, number, dice, card
    clear(&rivals)
    for seat in range(t.seats):
        if seat != t.mover and t.fighters >> seat & 1:
            tally(t, unplayed(t, seat), sums)
            expect_dice(self, t, seat, sums, t.ability, rivals.chance[rivals.count])
            rivals.count += 1
    for i in range(5):
        plain[i] = -1
        alone[i] = -1
    left = time_left(self, count_bits(t.hand[t.mover] | t.pile[t.mover]) - 1)
    for i in range(count):
        number = (actions[i] - SEND) // 3
        card = actions[i] - SEND - 3 * number
        dice = RATING[number][t.ability]
        if card == WITH_NOTHING:
            if plain[dice] < 0:
                plain[dice] = odds(dice, &rivals)
            out[i] = prospect(self, t, number, plain[dice])
        elif card == WITH_NINJUTSU:
            if alone[dice] < 0:
                alone[dice] = odds_with_ninjutsu(dice, &rivals)
            out[i] = prospect(self, t, number, alone[dice]) - w[KEEP_NINJUTSU] * left
        else:
            if with_uma < 0:
                with_uma = odds(UMA_DICE, &rivals)
            out[i] = prospect(self, t, number, with_uma) - w[KEEP_UMA] * left
        out[i] *= w[CHOOSING]


cdef inline float odds_with_ninjutsu(int dice, const Rivals* rivals) noexcept nogil:
    """Everybody else rolls one die, but for Uma."""
    cdef float no_uma = 1
    cdef int i
    for i in range(rivals.count):
        no_uma *= 1 - rivals.chance[i][UMA_DICE]
    return no_uma * WIN[dice][1][rivals.count > 1][rivals.count > 2]


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
    showing.fighters = t.fighters
    for seat in range(t.seats):
        showing.roll[seat].high = t.dice[seat][0]
        showing.roll[seat].second = t.dice[seat][1] if t.num_dice[seat] > 1 else 0
    before = share(&showing, me)
    stake = 1 + self.weights[HALL] * self.quality[t.samurai[t.sent[me]]]
    for i in range(count):
        if actions[i] == PASS:
            out[i] = 0
            continue
        seat = actions[i] - PLAY_BUSHIDO
        gain = share_after_reroll(&showing, me, seat, t.num_dice[seat]) - before
        gain = gain * stake - self.weights[KEEP_BUSHIDO] * time_left_after(self, t)
        out[i] = self.weights[WINDOW] * gain


cdef float worth_of_answer(SixteenPolicy self, Table* t) noexcept nogil:
    """Ronin for the samurai that has won, or Medicine for one's own that has lost."""
    cdef const float* w = self.weights
    if t.node == AT_RONIN:
        return (
            1 + w[HALL] * self.quality[t.samurai[t.sent[t.winner]]]
            - w[KEEP_RONIN] * time_left_after(self, t)
        )
    return (
        w[FUTURE] * self.quality[t.samurai[t.sent[t.mover]]]
        - w[KEEP_MEDICINE] * time_left_after(self, t) + <float>0.01
    )


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
