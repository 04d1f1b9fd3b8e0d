"""Exact odds of a battle, by counting all that the dice can show."""

from libc.stdint cimport uint8_t

from kagemusha.core.sixteen_samurai.table cimport MAX_DICE, SEATS, Table

cdef enum:
    FACES = 6
    # How another fighter's dice stand beside mine.
    BELOW = 0               # a lower highest die
    BEHIND = 1              # tied on it, lower second
    EVEN = 2
    AHEAD = 3
    SINGLE = 4              # tied, and has no second die
    ABOVE = 5
    STANDINGS = 6

# The chance of each standing of so many dice, by the highest and second die beside them.
cdef float STANDING[TYPES][UMA_FACE + 1][UMA_FACE + 1][STANDINGS]


cdef void show(const Table* t, Showing* showing) noexcept nogil:
    cdef int seat
    showing.fighters = t.fighters
    for seat in range(t.seats):
        showing.roll[seat].high = t.dice[seat][0]
        showing.roll[seat].second = t.dice[seat][1] if t.num_dice[seat] > 1 else 0


cdef float share(const Showing* showing, int seat) noexcept nogil:
    cdef int met[STANDINGS]
    compare(showing, seat, met)
    return part(showing.roll[seat].second == 0, met)


cdef float share_after_rerolls(
    Showing* showing, int seat, const uint8_t* dice, float* after
) noexcept nogil:
    cdef const Roll* mine = &showing.roll[seat]
    cdef bint single = mine.second == 0
    cdef int met[STANDINGS]
    cdef int other, beside
    cdef float now
    compare(showing, seat, met)
    now = part(single, met)
    for other in range(SEATS):
        after[other] = 0
        if now == 1 or not showing.fighters >> other & 1:
            continue
        if other == seat:
            after[other] = share_of_new_roll(showing, seat, dice[other])
            continue
        beside = standing(mine, &showing.roll[other])
        met[beside] -= 1
        if beside != BELOW and part(single, met) > now:
            after[other] = share_beside(mine, dice[other], met)
        met[beside] += 1
    return now


cdef inline float share_beside(const Roll* mine, int dice, int* met) noexcept nogil:
    """My share if one more rolls so many dice."""
    cdef float total = 0
    cdef int i
    for i in range(STANDINGS):
        met[i] += 1
        total += STANDING[dice][mine.high][mine.second][i] * part(mine.second == 0, met)
        met[i] -= 1
    return total


cdef float share_of_new_roll(Showing* showing, int seat, int dice) noexcept nogil:
    cdef Roll before = showing.roll[seat]
    cdef float total = 0
    cdef int i, other, top = 0
    for other in range(SEATS):
        if other != seat and showing.fighters >> other & 1:
            top = max(top, <int>showing.roll[other].high)
    for i in range(NUM_ROLLS[dice]):
        if ROLL[dice][i].high > top:
            total += ROLL[dice][i].chance
        elif ROLL[dice][i].high == top:
            showing.roll[seat] = ROLL[dice][i]
            total += ROLL[dice][i].chance * share(showing, seat)
    showing.roll[seat] = before
    return total


cdef inline void compare(const Showing* showing, int seat, int* met) noexcept nogil:
    """How many of the others stand how beside a seat."""
    cdef int other, i
    for i in range(STANDINGS):
        met[i] = 0
    for other in range(SEATS):
        if other != seat and showing.fighters >> other & 1:
            met[standing(&showing.roll[seat], &showing.roll[other])] += 1


cdef inline int standing(const Roll* mine, const Roll* other) noexcept nogil:
    if other.high != mine.high:
        return ABOVE if other.high > mine.high else BELOW
    if other.second == 0:
        return SINGLE
    if other.second == mine.second:
        return EVEN
    return AHEAD if other.second > mine.second else BEHIND


cdef inline float part(bint i_am_single, const int* met) noexcept nogil:
    """My part of the win, by how many others stand how."""
    if met[ABOVE]:
        return 0
    if i_am_single or met[SINGLE]:                              # X16
        return <float>1 / (1 + met[BEHIND] + met[EVEN] + met[AHEAD] + met[SINGLE])
    if met[AHEAD]:                                              # X15
        return 0
    return <float>1 / (1 + met[EVEN])


# The tables.

cdef void count_rolls(int dice):
    """Highest and second die of all 6 ** dice rolls."""
    cdef int seen[FACES + 1][FACES + 1]
    cdef int i, roll, face, high, second, total = FACES ** dice
    for high in range(FACES + 1):
        for second in range(FACES + 1):
            seen[high][second] = 0
    for roll in range(total):
        high = 0
        second = 0
        for i in range(dice):
            face = roll // <int>(FACES ** i) % FACES + 1
            if face > high:
                second = high
                high = face
            elif face > second:
                second = face
        seen[high][second] += 1
    for high in range(FACES + 1):
        for second in range(FACES + 1):
            if seen[high][second]:
                ROLL[dice][NUM_ROLLS[dice]] = Roll(high, second, <float>seen[high][second] / total)
                NUM_ROLLS[dice] += 1


cdef void count_standings(int dice):
    cdef Roll mine
    cdef int high, second, beside, i
    for high in range(1, UMA_FACE + 1):
        for second in range(UMA_FACE + 1):
            mine = Roll(high, second, 1)
            if dice == 0:
                STANDING[dice][high][second][BELOW] = 1
            for i in range(NUM_ROLLS[dice]):
                beside = standing(&mine, &ROLL[dice][i])
                STANDING[dice][high][second][beside] += ROLL[dice][i].chance


cdef float odds_against(const Roll* mine, const int* others, int left, int* met) noexcept:
    """My share against the last so many of the others, the rest having been met."""
    cdef float total = 0, chance
    cdef int beside
    if left == 0:
        return part(mine.second == 0, met)
    for beside in range(STANDINGS):
        chance = STANDING[others[left - 1]][mine.high][mine.second][beside]
        if chance > 0:
            met[beside] += 1
            total += chance * odds_against(mine, others, left - 1, met)
            met[beside] -= 1
    return total


cdef float against(int dice, const int* others) noexcept:
    cdef int met[STANDINGS]
    cdef float total = 0
    cdef int i
    for i in range(STANDINGS):
        met[i] = 0
    for i in range(NUM_ROLLS[dice]):
        total += ROLL[dice][i].chance * odds_against(&ROLL[dice][i], others, 3, met)
    return total


cdef void count_odds():
    cdef int others[3]
    cdef int i, dice, third, couple = 0
    pairs = [(a, b) for a in range(MAX_DICE + 1) for b in range(a + 1)]
    for others[0], others[1] in sorted(pairs, key=lambda pair: (pair[0] > 0) + (pair[1] > 0)):
        COUPLE[others[0]][others[1]] = couple
        COUPLE[others[1]][others[0]] = couple
        for dice in range(MAX_DICE):
            for third in range(MAX_DICE):
                others[2] = third + 1
                WIN[couple][dice][third] = against(dice + 1, others)
        couple += 1
    for i, couple in enumerate([0, 0, 1, 1 + MAX_DICE, COUPLES]):
        COUPLES_FROM[i] = couple


def win_odds(int mine, *others):
    """The share of wins with so many dice (5: Uma) against up to three others."""
    cdef int dice[3]
    dice[0], dice[1], dice[2] = [*others, 0, 0, 0][:3]
    return against(mine, dice)


for _dice in range(1, MAX_DICE + 1):
    count_rolls(_dice)
ROLL[UMA_DICE][0] = Roll(UMA_FACE, UMA_FACE, 1)
NUM_ROLLS[UMA_DICE] = 1
for _dice in range(TYPES):
    count_standings(_dice)
count_odds()
