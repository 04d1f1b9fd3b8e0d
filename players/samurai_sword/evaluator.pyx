"""The evaluator of Samurai Sword: features of each team, weighted, and a softmax over the teams.

Exactly one team wins, so the chances of the teams add up to 1, and all members of a team have
the same. The weights (evaluator.csv, a column for each table size) are fitted by fit.py.
The world is taken as it is: roles and hands count as they lie.
"""

from libc.math cimport expf
from libc.stdint cimport uint32_t
from libc.string cimport memset

from kagemusha.core.counts cimport count_trailing_zeros
from kagemusha.core.samurai_sword.state cimport SamuraiSwordState
from kagemusha.core.samurai_sword.table cimport *
from kagemusha.core.state cimport State
from kagemusha.search.policy cimport Evaluator

from kagemusha.core.samurai_sword import data
from kagemusha.core.tables import read_table
from kagemusha.players.evaluation import scales

cdef enum:
    ALL_WEAPONS = (1 << WEAPONS) - 1

cdef float WOUNDS[WEAPONS]
cdef float REACH[WEAPONS]
cdef float FULL_SHARE[CHARACTERS]       # one point of a character's full Resilience
cdef float MULTIPLIER[4][SEATS + 1]
cdef int TEAM[4]
cdef float SHARE[64]                    # one of so many
PACKAGE = "kagemusha.players.samurai_sword"


cdef class SamuraiSwordEvaluator(Evaluator):
    """Each team's chance to win, for every seat in it."""

    def __init__(self, weights=None):
        """Weights by number of players, a sequence in the order of the features; or the file's."""
        for players, column in (weights or stored_weights()).items():
            if len(column) != FEATURES:
                raise ValueError(f"{FEATURES} features need as many weights, not {len(column)}")
            for i in range(FEATURES):
                self.weights[players][i] = column[i]

    cdef void value(self, State state, float* out) noexcept nogil:
        cdef const Table* t = &(<SamuraiSwordState>state).table
        cdef float features[TEAMS][FEATURES]
        cdef float chance[TEAMS]
        cdef float score, total = 0
        cdef int team, i, seat
        cdef int present = team_features(t, features)
        for team in range(TEAMS):
            chance[team] = 0
            if present >> team & 1:
                score = 0
                for i in range(FEATURES):
                    score += self.weights[t.seats][i] * features[team][i]
                chance[team] = expf(score)
                total += chance[team]
        for seat in range(t.seats):
            out[seat] = chance[TEAM[t.role[seat]]] / total

    def features(self, SamuraiSwordState state not None):
        """The features of each team present, by number of the team."""
        cdef float out[TEAMS][FEATURES]
        cdef int present = team_features(&state.table, out)
        return {
            team: [out[team][i] for i in range(FEATURES)]
            for team in range(TEAMS)
            if present >> team & 1
        }


cdef int team_features(const Table* t, float (*out)[FEATURES]) noexcept nogil:
    cdef int seat, team, present = 0
    cdef float urgency = SHARE[least_honor(t)]
    cdef float deck_urgency = SHARE[4 + t.deck_size // 4]
    cdef int most_stars = 0
    memset(out, 0, TEAMS * FEATURES * sizeof(float))
    for seat in range(t.seats):
        most_stars = max(most_stars, <int>t.stars[seat])
    for seat in range(t.seats):
        team = TEAM[t.role[seat]]
        present |= 1 << team
        add_seat(t, seat, t.stars[seat] > 0 and t.stars[seat] == most_stars, out[team])
    for team in range(TEAMS):
        out[team][POINTS] += out[team][DAIMYOS]
        out[team][POINTS_LATE] = out[team][POINTS] * urgency
        out[team][POINTS_DECK] = out[team][POINTS] * deck_urgency * urgency
    out[TEAM_SHOGUN][IS_SHOGUN] = 1
    out[TEAM_RONIN][IS_RONIN] = 1
    return present


cdef inline void add_seat(const Table* t, int seat, bint doubled, float* out) noexcept nogil:
    """What one seat adds to its team; what protects Honor counts by its multiplier."""
    cdef float multiplier = MULTIPLIER[t.role[seat]][t.seats] * (2 if doubled else 1)   # S80
    cdef int who = t.character[seat]
    cdef uint32_t weapons = t.holds[seat] & ALL_WEAPONS
    cdef int weapon
    cdef float reach = 0
    out[POINTS] += multiplier * t.honor[seat]
    if t.role[seat] != RONIN:                                           # S81
        out[DAIMYOS] += t.hand[seat][DAIMYO]
    out[TOUGHNESS] += multiplier * t.resilience[seat] * FULL_SHARE[who]
    out[FALLEN] += multiplier * (t.resilience[seat] == 0 or t.hand_size[seat] == 0)
    out[CARDS] += t.hand_size[seat]
    out[FOCUSES] += t.properties[0][seat] + (who == GOEMON)
    out[ARMORS] += multiplier * (t.properties[ARMOR - FOCUS][seat] + (who == BENKEI))
    out[FAST_DRAWS] += t.properties[FAST_DRAW - FOCUS][seat] + (who == MUSASHI)
    while weapons:
        weapon = count_trailing_zeros(weapons)
        weapons &= weapons - 1
        out[WEAPON_WOUNDS] += t.hand[seat][weapon] * WOUNDS[weapon]
        reach = max(reach, REACH[weapon])
    out[WEAPON_REACH] += reach


cdef inline int least_honor(const Table* t) noexcept nogil:
    cdef int seat, least = t.honor[0]
    for seat in range(1, t.seats):
        if t.honor[seat] < least:
            least = t.honor[seat]
    return least if least > 1 else 1


def feature_names():
    return [row["feature"] for row in read_table(PACKAGE, "evaluator.csv")]


def stored_weights():
    """The weights of evaluator.csv by number of players."""
    rows = read_table(PACKAGE, "evaluator.csv")
    return {players: [float(row[str(players)]) for row in rows] for players in data.SETUPS}


def make_evaluator(game, factors=None):
    """The evaluator, whatever the number of players and the rule options."""
    by_feature = scales(feature_names(), factors)
    return SamuraiSwordEvaluator({
        players: [weight * factor for weight, factor in zip(weights, by_feature, strict=True)]
        for players, weights in stored_weights().items()
    })


def _load_tables():
    shogun, ronin, ninja = TEAM_SHOGUN, TEAM_RONIN, TEAM_NINJA
    teams = {"Shogun": shogun, "Samurai": shogun, "Ronin": ronin, "Ninja": ninja}
    for i, card in enumerate(data.CARDS[:WEAPONS]):
        WOUNDS[i] = card.wounds
        REACH[i] = card.difficulty
    for i, character in enumerate(data.CHARACTERS):
        FULL_SHARE[i] = 1 / character.resilience
    for i, name in enumerate(data.ROLES):
        TEAM[i] = teams[name]
        for players in data.SETUPS:
            MULTIPLIER[i][players] = data.MULTIPLIERS[name][players]
    for i in range(1, 64):
        SHARE[i] = 1 / i


_load_tables()
