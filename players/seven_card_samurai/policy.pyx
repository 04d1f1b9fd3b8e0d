"""Seven Card Samurai by rule: one score in points for each action, from what the mover knows.

The plan is the two colours that the mover collects. A set is never called before the end of
the turn: draws and plays may still add to it, and nobody can interfere.
"""

from libc.stdint cimport uint8_t

cimport cython

from kagemusha.core.rng cimport below, next_bits, rng_t
from kagemusha.core.seven_card_samurai.state cimport SevenCardSamuraiState
from kagemusha.core.seven_card_samurai.table cimport *
from kagemusha.core.state cimport State
from kagemusha.core.types cimport action_t
from kagemusha.players.choosing cimport happens, noisy_best, soften
from kagemusha.players.seven_card_samurai.plan cimport Plan, find_plan

from kagemusha.core.seven_card_samurai import data
from kagemusha.players.weights import (
    checked_epsilon,
    checked_style,
    gumbel_noise,
    read_weights,
    settled,
)

STYLES = ("adaptive", "aggressive", "defensive")
PACKAGE = "kagemusha.players.seven_card_samurai"

cdef enum:
    NEVER = -1000           # the score of an action that throws a win away

# Filled from the data table once, never changed afterwards.
cdef uint8_t VALUE[ROOM]                # of a Bandit
cdef uint8_t STEALS[ON_NINJA_HAND]      # the Bandits of a theft together
cdef uint8_t MANNER[ON_NINJA_HAND]      # 0: a Bandit, 1: a pair, 2: a Bandit with a Ninja
cdef uint8_t VICTIM[ACTIONS]            # of an action on a seat
cdef uint8_t DEED[ACTIONS]              # and what is done to it
cdef uint8_t SET_VALUE[SET_SIZE + 1]    # by the cards of the larger colour


@cython.final
cdef class SevenCardPolicy(Policy):
    """Plays by rule: collects a set, guards rice and steals it."""

    cdef void weigh(
        self, State state, const action_t* actions, int count, float* out
    ) noexcept nogil:
        score(self, &(<SevenCardSamuraiState>state).table, actions, count, out)
        soften(out, count, self.weights[TEMPERATURE])

    cdef action_t pick(
        self, State state, const action_t* actions, int count, rng_t* rng
    ) noexcept nogil:
        cdef float scores[ACTIONS]
        if happens(self.epsilon, rng):
            return actions[below(next_bits(rng), count)]
        score(self, &(<SevenCardSamuraiState>state).table, actions, count, scores)
        return actions[noisy_best(scores, count, self.noise, rng)]


cdef void score(
    SevenCardPolicy self, Table* t, const action_t* actions, int count, float* out
) noexcept nogil:
    cdef Plan plan
    cdef const float* w = self.weights
    cdef float keep[ROOM]
    find_plan(t, t.turn, w[BLOCKED], &plan)
    value_cards(w, t, &plan, keep)
    if t.node == AT_PLAY:
        score_plays(w, t, &plan, keep, actions, count, out)
    elif t.node == AT_DRAW:
        score_draws(w, t, &plan, keep, actions, count, out)
    elif t.node == AT_TURN_END:
        out[0] = 0
        if count > 1:
            out[1] = worth_of_calling(w, t, &plan)
    else:
        score_looted_hand(w, t, &plan, keep, actions, count, out)


# What cards and sets are worth.

cdef inline void value_cards(const float* w, Table* t, Plan* plan, float* keep) noexcept nogil:
    """What each kind is worth in the mover's hand."""
    cdef const uint8_t* hand = t.hand[t.turn]
    cdef const uint8_t* laid = t.laid[t.turn]
    cdef int kind
    cdef float needed = w[PLAN_CARD]
    if plan.cards > SET_SIZE:
        needed = w[SPARE_CARD]
    for kind in range(COLOURS):
        keep[kind] = w[OTHER_CARD] * (hand[kind] + laid[kind])
    keep[plan.first] = needed
    keep[plan.second] = needed
    for kind in range(BANDITS, BANDITS + 4):
        keep[kind] = w[BANDIT] * VALUE[kind]
    keep[RONIN] = w[WILD_CARD]
    keep[NINJA] = w[KEEP_NINJA]
    keep[SHOGUN] = w[KEEP_SHOGUN]


cdef inline int set_points(Table* t, Plan* plan) noexcept nogil:
    """The points of the plan's best set, which is complete."""
    cdef const uint8_t* hand = t.hand[t.turn]
    cdef const uint8_t* laid = t.laid[t.turn]
    cdef int of_first, of_second
    if plan.samurai < SET_SIZE or laid[LAID_RONIN]:
        return SET_SIZE
    of_first = min(hand[plan.first] + laid[plan.first], SET_SIZE - laid[plan.second])
    of_second = min(hand[plan.second] + laid[plan.second], SET_SIZE - laid[plan.first])
    return SET_VALUE[max(of_first, of_second)]


cdef float worth_of_calling(const float* w, Table* t, Plan* plan) noexcept nogil:
    """Against 0 for playing on: all its points, but not if it ends the game as a loser."""
    cdef int me = t.turn, seat, points = set_points(t, plan), rival = 0
    for seat in range(t.seats):
        if seat != me:
            rival = max(rival, t.total[seat] + t.rice[seat])
    if t.round_number == ROUNDS and t.total[me] + t.rice[me] + points < rival:
        return points - w[LOST]
    return points


# Hiring Bandits.

cdef inline float hired(const float* w, Table* t, int kind) noexcept nogil:
    """What a Bandit in hand could steal now where it is easiest; in a crowd that matters less."""
    cdef int seat, most = 0
    if kind < BANDITS or kind >= RONIN:
        return 0
    for seat in range(t.seats):
        if seat != t.turn:
            most = max(most, loot(t, seat, VALUE[kind] - t.defence[seat]))
    return w[HIRE] * most / (t.seats - 1)


# Draws.

cdef void score_draws(
    const float* w, Table* t, Plan* plan, const float* keep,
    const action_t* actions, int count, float* out,
) noexcept nogil:
    cdef int i, action, kind
    for i in range(count):
        action = actions[i]
        if action == CALL:
            out[i] = NEVER
        elif action == DRAW_PILE:
            out[i] = w[PILE]
        elif action == DRAW_DISCARD:
            kind = t.discards[t.num_discards - 1]
            out[i] = keep[kind] + finishing(w, plan, kind)
        else:
            out[i] = worth_of_taking_back(w, plan, action - TAKE_BACK)


cdef inline float finishing(const float* w, Plan* plan, int kind) noexcept nogil:
    """What a card adds if it is the last that the set lacks."""
    if plan.cards == SET_SIZE - 1 and plan.misfits == 0 and (
        kind == RONIN or kind == plan.first or kind == plan.second
    ):
        return w[FINISH]
    return 0


cdef inline float worth_of_taking_back(const float* w, Plan* plan, int laid) noexcept nogil:
    if laid == LAID_RONIN:
        # A Ronin on the table brings a set of seven Samurai down to 7 points.
        return w[FINISH] if plan.samurai >= SET_SIZE and plan.misfits == 0 else NEVER
    if laid == plan.first or laid == plan.second:
        return NEVER
    return w[UNBLOCK] * (plan.cards - 4)


# Plays.

cdef void score_plays(
    const float* w, Table* t, Plan* plan, float* keep,
    const action_t* actions, int count, float* out,
) noexcept nogil:
    cdef int i, action, kind, me = t.turn
    cdef int after = me + 1 if me + 1 < t.seats else 0
    cdef float guarding = w[GUARD] * t.rice[me] * 0.1
    cdef float needed = keep[plan.first]
    if plan.ready:
        # The call comes this turn: only rice counts now.
        guarding = 0
        for kind in range(KINDS):
            keep[kind] = 0
        needed = -NEVER if plan.cards == SET_SIZE else 0
        keep[plan.first] = needed
        keep[plan.second] = needed
        keep[RONIN] = needed
    for i in range(count):
        action = actions[i]
        if action >= AT_SEAT:
            score_attacks(w, t, plan, keep, actions + i, count - i, out + i)
            return
        if action >= FETCH:
            kind = action - FETCH
            out[i] = keep[kind] + finishing(w, plan, kind) + hired(w, t, kind) - keep[SHOGUN]
        elif action >= PUT:
            kind = action - PUT
            out[i] = -keep[kind]
            if kind < COLOURS:
                out[i] -= w[GIFT] * t.laid[after][kind]
        elif action >= LAY:
            kind = action - LAY
            if kind == LAID_RONIN:
                out[i] = 3 * guarding
            elif kind == plan.first or kind == plan.second:
                out[i] = w[LAY_PLAN] + guarding
            else:
                out[i] = NEVER if plan.ready else w[LAY_OTHER] + guarding
        else:
            out[i] = NEVER                                      # a call, too early


cdef void score_attacks(
    const float* w, Table* t, Plan* plan, const float* keep,
    const action_t* actions, int count, float* out,
) noexcept nogil:
    cdef int i, last = -1, seat, what, manner
    cdef int guard[3]                   # against a Bandit, a pair, a Bandit with a Ninja
    cdef float price[3]                 # what these cost beside the Bandits
    cdef float rate = 0 if plan.ready else w[BANDIT]
    cdef float danger = 0, share = <float>1 / (t.seats - 1)
    cdef float marker = w[THEFT] * (<float>1 + share * w[HURT])
    price[0] = 0
    price[1] = w[SLOT]
    price[2] = w[SLOT] + keep[NINJA]
    guard[2] = 0
    for i in range(count):
        seat = VICTIM[actions[i]]
        what = DEED[actions[i]]
        if seat != last:
            last = seat
            guard[0] = guard[1] = t.defence[seat]
            danger = share * t.laid_size[seat] * t.laid_size[seat] * <float>(1.0 / 49)
        if what < ON_NINJA_HAND:
            manner = MANNER[what]
            out[i] = (
                marker * loot(t, seat, STEALS[what] - guard[manner])
                - rate * STEALS[what] - price[manner]
            )
        elif what == ON_NINJA_HAND:
            out[i] = -keep[NINJA]
        elif what < ON_SHOGUN:
            out[i] = worth_of_removing(w, t, plan, seat, what - ON_NINJA_LAID, danger) - keep[NINJA]
        elif what == ON_SHOGUN:
            out[i] = w[SHOGUN_LOOK] - keep[SHOGUN]
        else:
            out[i] = w[SHOGUN_LOOK] - keep[SHOGUN] - keep[NINJA] - w[SLOT]


cdef inline int loot(Table* t, int victim, int markers) noexcept nogil:
    return max(0, min(markers, <int>t.rice[victim]))


cdef inline float worth_of_removing(
    const float* w, Table* t, Plan* plan, int seat, int laid, float danger
) noexcept nogil:
    if seat == t.turn:
        if laid == LAID_RONIN or laid == plan.first or laid == plan.second:
            return NEVER
        return w[UNBLOCK] * (plan.cards - 4)
    if laid == LAID_RONIN:
        return w[NINJA_LAID] * danger + w[NINJA_RONIN]
    return w[NINJA_LAID] * danger


# A hand looked at with the Shogun.

cdef void score_looted_hand(
    const float* w, Table* t, Plan* plan, const float* keep,
    const action_t* actions, int count, float* out,
) noexcept nogil:
    """Take what is worth most to the mover, discard what is worth most to its owner."""
    cdef int i, kind, owner = t.looking_at
    for i in range(count):
        if t.node == AT_TAKE:
            kind = actions[i] - TAKE
            out[i] = keep[kind] + finishing(w, plan, kind) + hired(w, t, kind)
        else:
            kind = actions[i] - PUT
            out[i] = 0
        if kind < COLOURS:
            out[i] += w[DENY] * (t.hand[owner][kind] + t.laid[owner][kind])


# Making one.

def make_policy(game, style="", epsilon=0.0, weights=None, without=()):
    """The rule policy in one of STYLES; "" is the adaptive one."""
    cdef SevenCardPolicy self = SevenCardPolicy.__new__(SevenCardPolicy)
    cdef int i
    self.style = checked_style(style or STYLES[0], STYLES)
    self.epsilon = checked_epsilon(epsilon)
    values = settled(read_weights(PACKAGE), weights, without)
    numbers = list(cautious(values, caution(self.style, game.players)).values())
    for i in range(WEIGHTS):
        self.weights[i] = numbers[i]
    self.weights[TEMPERATURE] = max(numbers[TEMPERATURE], 0.001)
    for i, quantile in enumerate(gumbel_noise(self.weights[TEMPERATURE])):
        self.noise[i] = quantile
    return self


def caution(style, players):
    """From 0, aggressive, to 1, defensive.

    Of two players one gains what the other loses, and stealing pays double. In a crowd the
    others gain as well, and a set of one's own is worth more: the adaptive style goes by that.
    """
    if style == "adaptive":
        return 1 - 1 / (players - 1)
    return float(style == "defensive")


def cautious(values, much):
    """Weights after adding the rows caution_..., which say how defensive play differs."""
    return {
        name: value + much * values.get("caution_" + name, 0.0) for name, value in values.items()
    }


def _load_tables():
    for i, card in enumerate(data.CARDS):
        VALUE[i] = card.value
    for i in range(AT_SEAT, ACTIONS):
        VICTIM[i], DEED[i] = divmod(i - AT_SEAT, BLOCK)
    for i in range(4):
        STEALS[i] = STEALS[ON_NINJA_BANDIT + i] = VALUE[BANDITS + i]
        MANNER[ON_NINJA_BANDIT + i] = 2
    for i, (low, high) in enumerate(data.PAIRS):
        STEALS[ON_PAIR + i] = low.value + high.value
        MANNER[ON_PAIR + i] = 1
    for larger, points in {4: 10, 5: 12, 6: 15, 7: 20}.items():
        SET_VALUE[larger] = points


_load_tables()
