"""Reading the table with the mover's eyes.

Of the world only this is looked at: the mover's own role, stars and hand, the Shogun's seat,
Honor, and the public record of attacks.
"""

from libc.stdint cimport uint64_t

from kagemusha.core.counts cimport word_of
from kagemusha.core.samurai_sword.table cimport *

from kagemusha.core.samurai_sword import data

cdef enum:
    HIDDEN = 3              # roles that are hidden: Samurai, Ronin, Ninja, from SAMURAI on

cdef float MULTIPLIER[4][SEATS + 1]
cdef float DEALT[HIDDEN][SEATS + 1]     # how many of each hidden role
cdef int TEAM[4]
cdef float TIE_BREAK[TEAMS]             # S79
cdef uint64_t SEVEN_BYTES = 0x00FFFFFFFFFFFFFF


cdef void read_table(const Table* t, int me, const Odds* odds, Reading* out) noexcept nogil:
    cdef float chance[SEATS][HIDDEN]
    cdef float worth[HIDDEN]            # of a point lost by each hidden role
    cdef float points[TEAMS]
    cdef float mass[TEAMS]
    cdef float weight[TEAMS]
    cdef float multiplier[HIDDEN]
    cdef int n = t.seats, seat, i, team = TEAM[t.role[me]]
    out.team = team
    suspect(t, me, odds, chance)
    for i in range(HIDDEN):
        multiplier[i] = MULTIPLIER[SAMURAI + i][n]
    out.multiplier = MULTIPLIER[t.role[me]][n]
    if n == 4:
        out.multiplier += chance_of_most_stars(t.stars[me])
        multiplier[NINJA - SAMURAI] += (
            1 - chance_of_most_stars(t.stars[me]) if t.stars[me] else 0.5
        )
    for i in range(TEAMS):
        points[i] = TIE_BREAK[i]
        mass[i] = 0
    for seat in range(n):
        if seat == me:
            points[team] += out.multiplier * t.honor[me] + (team != TEAM_RONIN) * t.hand[me][DAIMYO]
            mass[team] += out.multiplier
        elif seat == t.shogun:
            points[TEAM_SHOGUN] += MULTIPLIER[SHOGUN][n] * t.honor[seat]
            mass[TEAM_SHOGUN] += MULTIPLIER[SHOGUN][n]
        else:
            for i in range(HIDDEN):
                points[TEAM[SAMURAI + i]] += chance[seat][i] * multiplier[i] * t.honor[seat]
                mass[TEAM[SAMURAI + i]] += chance[seat][i] * multiplier[i]
    out.lead = weigh_rivals(points, team, n, odds.trailing, weight)
    for i in range(TEAMS):
        points[i] -= mass[i]
    for i in range(HIDDEN):
        worth[i] = weight[TEAM[SAMURAI + i]] * multiplier[i]
    out.lead_after_deck = lead_of(points, team, n)
    for seat in range(n):
        if seat == me:
            out.friend[seat] = 1
            out.worth[seat] = -out.multiplier
        elif seat == t.shogun:
            out.friend[seat] = team == TEAM_SHOGUN
            out.worth[seat] = weight[TEAM_SHOGUN] * MULTIPLIER[SHOGUN][n]
        else:
            if team == TEAM_SHOGUN:
                out.friend[seat] = chance[seat][0]
            elif team == TEAM_NINJA:
                out.friend[seat] = chance[seat][2]
            else:
                out.friend[seat] = 0
            out.worth[seat] = (
                chance[seat][0] * worth[0] + chance[seat][1] * worth[1] + chance[seat][2] * worth[2]
            )
        out.foe[seat] = 1 - 2 * out.friend[seat]


cdef void suspect(const Table* t, int me, const Odds* odds, float (*chance)[HIDDEN]) noexcept nogil:
    """The chances of the hidden roles for each seat but the Shogun's and the mover's."""
    cdef int n = t.seats, seat, i, own = t.role[me]
    cdef float left[HIDDEN]
    cdef float total[HIDDEN]
    cdef float ninja, all_roles
    cdef uint64_t attackers = 0, row, guarded
    cdef int hits, guards, others
    for i in range(HIDDEN):
        left[i] = DEALT[i][n] - (own == SAMURAI + i)
        total[i] = 1e-6
    for seat in range(n):
        if t.attacks[seat][t.shogun]:
            attackers |= <uint64_t>0xFF << 8 * seat
    for seat in range(n):
        if seat == me or seat == t.shogun:
            continue
        row = word_of(t.attacks[seat]) & SEVEN_BYTES
        hits = t.attacks[seat][t.shogun]
        guarded = row & attackers
        guards = sum_of_bytes(guarded)
        others = sum_of_bytes(row) - guards - hits
        ninja = (
            odds.hit[min(hits, COUNTED - 1)]
            * odds.guard[min(guards, COUNTED - 1)]
            * odds.other[min(others, COUNTED - 1)]
        )
        if own == NINJA:
            ninja /= odds.me[min(<int>t.attacks[seat][me], COUNTED - 1)]
        elif own == SAMURAI:
            ninja *= odds.me[min(<int>t.attacks[seat][me], COUNTED - 1)]
        chance[seat][0] = left[0] / ninja
        chance[seat][1] = left[1]
        chance[seat][2] = left[2] * ninja
        all_roles = 1 / (chance[seat][0] + chance[seat][1] + chance[seat][2])
        for i in range(HIDDEN):
            chance[seat][i] *= all_roles
            total[i] += chance[seat][i]
    # The seats together hold exactly the roles left: one step towards that.
    for i in range(HIDDEN):
        total[i] = left[i] / total[i]
    for seat in range(n):
        if seat == me or seat == t.shogun:
            continue
        all_roles = 0
        for i in range(HIDDEN):
            chance[seat][i] *= total[i]
            all_roles += chance[seat][i]
        all_roles = 1 / all_roles
        for i in range(HIDDEN):
            chance[seat][i] *= all_roles


cdef inline int sum_of_bytes(uint64_t word) noexcept nogil:
    return <int>(word * <uint64_t>0x0101010101010101 >> 56)


cdef inline float chance_of_most_stars(int stars) noexcept nogil:
    """That a Ninja with so many stars has more than the other one (S80)."""
    return 0.5 * (stars - 1) if stars else 0


cdef inline float lead_of(const float* points, int team, int n) noexcept nogil:
    cdef float best = -100
    cdef int i
    for i in range(TEAMS):
        if i != team and points[i] > best and (i != TEAM_RONIN or n > 4):
            best = points[i]
    return points[team] - best


cdef inline float weigh_rivals(
    const float* points, int team, int n, float trailing, float* weight
) noexcept nogil:
    """The lead; and what a point is worth to the mover's team when each team loses it."""
    cdef float lead = lead_of(points, team, n)
    cdef int i
    for i in range(TEAMS):
        weight[i] = 1 if points[i] >= points[team] - lead else trailing
    weight[team] = -1
    return lead


def _load_tables():
    teams = {"Shogun": TEAM_SHOGUN, "Samurai": TEAM_SHOGUN, "Ronin": TEAM_RONIN, "Ninja": TEAM_NINJA}
    for i, name in enumerate(data.ROLES):
        TEAM[i] = teams[name]
        for players, setup in data.SETUPS.items():
            MULTIPLIER[i][players] = data.MULTIPLIERS[name][players]
            if i >= SAMURAI:
                DEALT[i - SAMURAI][players] = setup.roles.count(name)
    TIE_BREAK[TEAM_NINJA] = 0.5
    TIE_BREAK[TEAM_SHOGUN] = 0.25
    TIE_BREAK[TEAM_RONIN] = 0


_load_tables()
