"""Reading the table with the mover's eyes.

Of the world only this is looked at: the mover's own role, stars and hand, the Shogun's seat,
Honor, and the public record of attacks.
"""

from libc.stdint cimport uint64_t

from kagemusha.core.counts cimport word_of
from kagemusha.core.samurai_sword.table cimport *

from kagemusha.core.samurai_sword import data

cdef struct Chances:        # of the hidden roles, seat by seat; 0 for the mover and the Shogun
    float samurai[LANES]
    float ronin[LANES]
    float ninja[LANES]

cdef float MULTIPLIER[4][SEATS + 1]
cdef float DEALT[4][SEATS + 1]          # how many of each role
cdef int TEAM[4]
cdef float HIDDEN[SEATS + 1][SEATS][LANES]     # 1 for every seat at the table but one
cdef uint64_t SEVEN_BYTES = 0x00FFFFFFFFFFFFFF


cdef void read_table(const Table* t, int me, const Odds* odds, Reading* out) noexcept nogil:
    cdef Chances chances
    cdef float points[TEAMS]
    cdef float mass[TEAMS]              # points lost if everybody loses an Honor Point
    cdef float weight[TEAMS]            # of a point that a team loses
    cdef int n = t.seats, own = t.role[me]
    cdef float samurai = MULTIPLIER[SAMURAI][n]
    cdef float ronin = MULTIPLIER[RONIN][n]
    cdef float ninja = MULTIPLIER[NINJA][n]
    out.team = TEAM[own]
    out.multiplier = own_multiplier(t)
    if n == 4:
        ninja = 3 - out.multiplier if own == NINJA else 1.5             # S80
    suspect(t, me, odds, &chances)
    expect_points(t, &chances, samurai, ronin, ninja, points)
    mass[TEAM_SHOGUN] = samurai * left_over(SAMURAI, n, own)
    mass[TEAM_RONIN] = ronin * left_over(RONIN, n, own)
    mass[TEAM_NINJA] = ninja * left_over(NINJA, n, own)
    points[out.team] += out.multiplier * t.honor[me]
    mass[out.team] += out.multiplier
    if me != t.shogun:
        points[TEAM_SHOGUN] += MULTIPLIER[SHOGUN][n] * t.honor[t.shogun]
        mass[TEAM_SHOGUN] += MULTIPLIER[SHOGUN][n]
    if out.team != TEAM_RONIN:
        points[out.team] += t.hand[me][DAIMYO]
    weigh_teams(points, mass, odds.trailing, out, weight)
    samurai *= weight[TEAM_SHOGUN]
    ronin *= weight[TEAM_RONIN]
    ninja *= weight[TEAM_NINJA]
    weigh_seats(&chances, samurai, ronin, ninja, out)
    befriend(out, t.shogun, out.team == TEAM_SHOGUN, weight[TEAM_SHOGUN] * MULTIPLIER[SHOGUN][n])
    befriend(out, me, True, -out.multiplier)


cdef float own_multiplier(const Table* t) noexcept nogil:
    cdef int me = t.mover
    cdef float multiplier = MULTIPLIER[t.role[me]][t.seats]
    if t.seats == 4 and t.role[me] == NINJA:                            # S80: most stars
        multiplier += <float>0.5 * (t.stars[me] - 1)
    return multiplier


cdef void suspect(const Table* t, int me, const Odds* odds, Chances* out) noexcept nogil:
    """The chances of the hidden roles, from who attacked whom."""
    cdef int n = t.seats, own = t.role[me]
    cdef float samurai = left_over(SAMURAI, n, own)
    cdef float ronin = left_over(RONIN, n, own)
    cdef float ninja = left_over(NINJA, n, own)
    cdef float lean[LANES]              # towards Ninja, away from Samurai
    cdef float hidden[LANES]
    cdef int seat
    lean_by_attacks(t, me, odds, lean)
    for seat in range(LANES):
        hidden[seat] = HIDDEN[n][me][seat] * HIDDEN[n][t.shogun][seat]
    for seat in range(LANES):
        out.samurai[seat] = samurai * hidden[seat]
        out.ronin[seat] = ronin * hidden[seat] * lean[seat]
        out.ninja[seat] = ninja * hidden[seat] * lean[seat] * lean[seat]
    normalise(out, 1, 1, 1)
    # The seats together hold exactly the roles left: one step towards that.
    normalise(
        out,
        samurai / (sum_of(out.samurai) + <float>1e-6),
        ronin / (sum_of(out.ronin) + <float>1e-6),
        ninja / (sum_of(out.ninja) + <float>1e-6),
    )


cdef inline void lean_by_attacks(
    const Table* t, int me, const Odds* odds, float* lean
) noexcept nogil:
    cdef const float* on_me = odds.me[TEAM[t.role[me]]]
    cdef uint64_t attackers = 0, row
    cdef int seat, hits, guards, others
    for seat in range(LANES):
        lean[seat] = 1
    for seat in range(t.seats):
        if t.attacks[seat][t.shogun]:
            attackers |= <uint64_t>0xFF << 8 * seat
    for seat in range(t.seats):
        row = word_of(t.attacks[seat]) & SEVEN_BYTES
        if row:
            hits = t.attacks[seat][t.shogun]
            guards = sum_of_bytes(row & attackers)
            others = sum_of_bytes(row) - guards - hits
            lean[seat] = (
                odds.hit[min(hits, COUNTED - 1)]
                * odds.guard[min(guards, COUNTED - 1)]
                * odds.other[min(max(others, 0), COUNTED - 1)]
                * on_me[min(<int>t.attacks[seat][me], COUNTED - 1)]
            )


cdef inline void normalise(Chances* c, float samurai, float ronin, float ninja) noexcept nogil:
    """Scale the roles, then make the chances of each seat add up to 1."""
    cdef float whole
    cdef int seat
    for seat in range(LANES):
        c.samurai[seat] *= samurai
        c.ronin[seat] *= ronin
        c.ninja[seat] *= ninja
        whole = <float>1 / (c.samurai[seat] + c.ronin[seat] + c.ninja[seat] + <float>1e-12)
        c.samurai[seat] *= whole
        c.ronin[seat] *= whole
        c.ninja[seat] *= whole


cdef inline void expect_points(
    const Table* t, const Chances* c, float samurai, float ronin, float ninja,
    float* points
) noexcept nogil:
    """The points of the hidden seats for each team; ties go to Ninja, then Shogun (S79)."""
    cdef float honor[LANES]
    cdef float of_samurai[LANES]
    cdef float of_ronin[LANES]
    cdef float of_ninja[LANES]
    cdef int seat
    for seat in range(SEATS):
        honor[seat] = t.honor[seat]
    honor[SEATS] = 0
    for seat in range(LANES):
        of_samurai[seat] = c.samurai[seat] * honor[seat]
        of_ronin[seat] = c.ronin[seat] * honor[seat]
        of_ninja[seat] = c.ninja[seat] * honor[seat]
    points[TEAM_SHOGUN] = samurai * sum_of(of_samurai) + <float>0.25
    points[TEAM_RONIN] = ronin * sum_of(of_ronin)
    points[TEAM_NINJA] = ninja * sum_of(of_ninja) + <float>0.5


cdef inline void weigh_teams(
    const float* points, const float* mass, float trailing, Reading* out, float* weight
) noexcept nogil:
    """The leads, and what each team's loss of a point is worth to the mover's."""
    cdef int own = out.team
    cdef int one = (own + 1) % TEAMS, two = (own + 2) % TEAMS
    weight[own] = -1
    weight[one] = 1 if points[one] >= points[two] else trailing
    weight[two] = 1 if points[two] > points[one] else trailing
    out.lead = points[own] - max(points[one], points[two])
    out.lead_after_deck = (
        points[own] - mass[own] - max(points[one] - mass[one], points[two] - mass[two])
    )


cdef inline void weigh_seats(
    const Chances* c, float samurai, float ronin, float ninja, Reading* out
) noexcept nogil:
    """Friends and worths, given what a point lost by each role is worth."""
    cdef float with_shogun = out.team == TEAM_SHOGUN, with_ninja = out.team == TEAM_NINJA
    cdef int seat
    for seat in range(LANES):
        out.friend[seat] = with_shogun * c.samurai[seat] + with_ninja * c.ninja[seat]
        out.foe[seat] = <float>1 - out.friend[seat] - out.friend[seat]
        out.worth[seat] = (
            samurai * c.samurai[seat] + ronin * c.ronin[seat] + ninja * c.ninja[seat]
        )


cdef inline void befriend(Reading* out, int seat, bint friend, float worth) noexcept nogil:
    out.friend[seat] = friend
    out.foe[seat] = 1 - 2 * friend
    out.worth[seat] = worth


cdef inline float left_over(int role, int n, int own) noexcept nogil:
    """How many of a hidden role the other seats hold."""
    return DEALT[role][n] - (own == role)


cdef inline float sum_of(const float* a) noexcept nogil:
    return ((a[0] + a[4]) + (a[1] + a[5])) + ((a[2] + a[6]) + (a[3] + a[7]))


cdef inline int sum_of_bytes(uint64_t word) noexcept nogil:
    return <int>(word * <uint64_t>0x0101010101010101 >> 56)


def _load_tables():
    shogun, ronin, ninja = TEAM_SHOGUN, TEAM_RONIN, TEAM_NINJA
    teams = {"Shogun": shogun, "Samurai": shogun, "Ronin": ronin, "Ninja": ninja}
    for i, name in enumerate(data.ROLES):
        TEAM[i] = teams[name]
        for players, setup in data.SETUPS.items():
            MULTIPLIER[i][players] = data.MULTIPLIERS[name][players]
            DEALT[i][players] = setup.roles.count(name)
    for players in range(SEATS + 1):
        for one in range(SEATS):
            for seat in range(LANES):
                HIDDEN[players][one][seat] = seat < players and seat != one


_load_tables()
