"""What the mover's plays are worth, seat by seat.

Most of the time of a choice would go into branches predicted wrongly, so every deed on every
seat is valued, wanted or not: the compiler does four seats at a time.
"""

from libc.math cimport pow
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset

from kagemusha.core.counts cimport nonzero_mask, word_of
from kagemusha.core.samurai_sword.table cimport *

from kagemusha.core.samurai_sword import data

cdef enum:
    DEADLY_STRIKE = 3

cdef struct Lanes:                      # of each seat
    int32_t left[LANES]                 # Resilience
    int32_t padded[LANES]               # 1 for Ginchiyo
    float through[LANES]                # chance that a weapon is not parried
    float part[LANES]                   # of it that one wound takes
    float near[LANES]                   # to the last Honor Point
    float disarmed[LANES]               # 1 for whom the next card lost makes Harmless
    float base[LANES]                   # any weapon played on it
    float wound[LANES]                  # each wound
    float defeat[LANES]                 # or as many as defeat it

cdef uint8_t REACH[WEAPONS]
cdef uint8_t RESILIENCE[CHARACTERS]


cdef void value_deeds(
    const Weights* w, const Chances* c, const Table* t, const Reading* r, float* values
) noexcept nogil:
    cdef Lanes lanes
    cdef int seat
    look_around(c, t, &lanes)
    value_wounds(w, t, r, &lanes)
    value_weapons(t, &lanes, values)
    value_cards(w, t, r, &lanes, values)
    if t.holds[t.mover] >> BUSHIDO & 1:
        for seat in range(t.seats):
            values[BY_BUSHIDO * LANES + seat] = w.bushido * bushido_way(t, r, seat)


cdef inline void look_around(const Chances* c, const Table* t, Lanes* lanes) noexcept nogil:
    cdef int seat, size
    for seat in range(SEATS):
        size = min(<int>t.hand_size[seat], MAX_HAND - 1)
        lanes.through[seat] = c.through[t.character[seat]][size]
        lanes.left[seat] = t.resilience[seat]
        lanes.part[seat] = SHARE[t.resilience[seat]]
        lanes.near[seat] = SHARE[t.honor[seat]]
        lanes.padded[seat] = t.character[seat] == GINCHIYO
        lanes.disarmed[seat] = (t.hand_size[seat] == 1) & (t.resilience[seat] > 0)
    lanes.through[SEATS] = lanes.left[SEATS] = lanes.part[SEATS] = lanes.near[SEATS] = 0
    lanes.padded[SEATS] = lanes.disarmed[SEATS] = 0


cdef inline void value_wounds(
    const Weights* w, const Table* t, const Reading* r, Lanes* lanes
) noexcept nogil:
    cdef float hit = w.tomoe if t.character[t.mover] == TOMOE else 0
    cdef float gain = w.gain * r.multiplier
    cdef float strip = w.strip, friend = w.friend, wound = w.wound, kill = w.kill, hurry = r.hurry
    cdef int seat
    for seat in range(LANES):
        lanes.base[seat] = (
            hit * lanes.through[seat] + (<float>1 - lanes.through[seat]) * strip * r.foe[seat]
            - friend * r.friend[seat]
        )
        lanes.defeat[seat] = wound * r.worth[seat] + hurry * lanes.near[seat]
        lanes.wound[seat] = lanes.through[seat] * lanes.part[seat] * lanes.defeat[seat]
        lanes.defeat[seat] += kill * r.worth[seat] + gain
        lanes.defeat[seat] *= lanes.through[seat]
    for seat in range(t.seats):
        if t.honor[seat] == 1:
            lanes.defeat[seat] = lanes.through[seat] * value_defeat(w, t, r, seat)
    end_by_swordmaster(w, t, r, lanes)
    if r.team == TEAM_RONIN:
        lanes.base[t.shogun] += w.pose
        hide(w, t, lanes)


cdef inline void hide(const Weights* w, const Table* t, Lanes* lanes) noexcept nogil:
    """The Ronin draws no weapon before somebody has attacked him."""
    cdef int seat, attacks = 0
    for seat in range(t.seats):
        attacks += t.attacks[seat][t.mover]
    if attacks == 0:
        for seat in range(t.seats):
            lanes.base[seat] -= w.hide


cdef inline void end_by_swordmaster(
    const Weights* w, const Table* t, const Reading* r, Lanes* lanes
) noexcept nogil:
    """To be the last who stands wins (S77)."""
    cdef unsigned int standing = nonzero_mask(word_of(t.resilience)) & ~(1u << t.mover)
    cdef int seat
    if standing & (standing - 1) == 0 and t.seats > 3:
        for seat in range(t.seats):
            if standing >> seat & 1 and r.friend[seat] < <float>0.5:
                lanes.defeat[seat] = lanes.through[seat] * w.end


cdef inline void value_weapons(const Table* t, const Lanes* lanes, float* values) noexcept nogil:
    cdef int extra = t.properties[FAST_DRAW - FOCUS][t.mover] + (t.character[t.mover] == MUSASHI)
    cdef int i, seat
    cdef int32_t wounds, less, here
    cdef float survives
    for i in range(MAX_WOUNDS):
        wounds = 1 + i + extra
        less = wounds > 1                                               # S41
        for seat in range(LANES):
            here = wounds - less * lanes.padded[seat]
            survives = here < lanes.left[seat]
            values[i * LANES + seat] = (
                lanes.base[seat] + survives * <float>here * lanes.wound[seat]
                + (<float>1 - survives) * lanes.defeat[seat]
            )


cdef inline void value_cards(
    const Weights* w, const Table* t, const Reading* r, const Lanes* lanes, float* values
) noexcept nogil:
    """Breathing, Diversion and Geisha. Who loses the last card is safe from the mover's weapons."""
    cdef int seat, lost = RESILIENCE[t.character[t.mover]] - t.resilience[t.mover]
    cdef float heal = w.heal * lost - w.breathing_keep, keep = w.geisha_keep
    cdef float foe, disarm
    for seat in range(LANES):
        foe = r.foe[seat]
        disarm = w.disarm * foe * lanes.disarmed[seat]
        values[BY_BREATHING * LANES + seat] = heal - w.guest * foe
        values[BY_DIVERSION * LANES + seat] = w.divert + w.divert_foe * foe - disarm
        values[BY_GEISHA_HAND * LANES + seat] = w.geisha_hand * foe - keep - disarm
        values[BY_GEISHA_PROPERTY * LANES + seat] = w.geisha_focus * foe - keep
        values[(BY_GEISHA_PROPERTY + 1) * LANES + seat] = w.geisha_armor * foe - keep
        values[(BY_GEISHA_PROPERTY + 2) * LANES + seat] = w.geisha_fast * foe - keep


cdef float bushido_way(const Table* t, const Reading* r, int seat) noexcept nogil:
    cdef float chance = 1, at_stake = 0
    cdef int _i
    for _i in range(t.seats):
        at_stake += chance * r.worth[seat]
        chance *= <float>0.64          # 32 of 90 cards are Weapons
        seat = seat + 1 if seat + 1 < t.seats else 0
    return at_stake


cdef float value_melee(
    const Weights* w, const Chances* c, const Table* t, const Reading* r, bint jujutsu
) noexcept nogil:
    """S53 exempts Chiyome and the Harmless."""
    cdef float score = 0, through
    cdef int seat, size
    for seat in range(t.seats):
        if (
            seat == t.mover or t.character[seat] == CHIYOME
            or t.hand_size[seat] == 0 or t.resilience[seat] == 0
        ):
            continue
        size = min(<int>t.hand_size[seat], MAX_HAND - 1)
        through = c.no_weapon[size] if jujutsu else c.through[t.character[seat]][size]
        score += (
            through * value_wound(w, t, r, seat) + (<float>1 - through) * w.strip * r.foe[seat]
        )
    return score


cdef inline float value_wound(
    const Weights* w, const Table* t, const Reading* r, int seat
) noexcept nogil:
    """What one wound of a seat is worth to the mover, whose turn it is."""
    cdef int left = t.resilience[seat]
    if left > 1:
        return (w.wound * r.worth[seat] + r.hurry * SHARE[t.honor[seat]]) * SHARE[left]
    return value_defeat(w, t, r, seat)


cdef inline float value_defeat(
    const Weights* w, const Table* t, const Reading* r, int seat
) noexcept nogil:
    if t.honor[seat] == 1:
        return value_end(
            w, r.lead + r.multiplier + r.worth[seat] - DEADLY_STRIKE * r.friend[seat]
        )
    return (
        (w.wound + w.kill) * r.worth[seat] + w.gain * r.multiplier + r.hurry * SHARE[t.honor[seat]]
    )


cdef int wounds_of(const Table* t, int weapon, int attacker, int target) noexcept nogil:
    cdef int wounds = (
        WOUNDS[weapon]
        + t.properties[FAST_DRAW - FOCUS][attacker]
        + (t.character[attacker] == MUSASHI)
    )
    return wounds - (t.character[target] == GINCHIYO and wounds > 1)    # S41


cdef float value_end(const Weights* w, float lead) noexcept nogil:
    return w.end * certainty(w, lead)


cdef float certainty(const Weights* w, float lead) noexcept nogil:
    cdef float sure = w.end_slope * lead
    return 1 if sure > 1 else -1 if sure < -1 else sure


# What follows from the weights, or from the cards, alone.

cdef void fill_chances(Chances* chances, const Weights* w) noexcept:
    cdef int i, character, seat
    cdef double no_parry
    memset(chances, 0, sizeof(Chances))
    for i in range(MAX_HAND):
        chances.no_weapon[i] = pow(1 - w.weapon_chance, i)
        for character in range(CHARACTERS):
            no_parry = 1 - w.parry_chance
            if character == HANZO and i > 1:
                no_parry = max(0.0, no_parry - w.weapon_chance)
            chances.through[character][i] = pow(no_parry, i)
    for seat in range(SEATS):
        for i in range(WEAPONS):
            chances.reach[AT_SEAT + BLOCK * seat + i] = w.reach * REACH[i]


def _load_tables():
    for i in range(1, MAX_HONOR + 1):
        SHARE[i] = 1 / min(i, 7)
    for i, card in enumerate(data.CARDS[:WEAPONS]):
        if not 1 <= card.wounds <= MAX_WOUNDS:
            raise ValueError(f"{card.name} deals {card.wounds} wounds: 1 to {MAX_WOUNDS} are known")
        WOUNDS[i] = card.wounds
        REACH[i] = card.difficulty
    for i, character in enumerate(data.CHARACTERS):
        RESILIENCE[i] = character.resilience
    for seat in range(SEATS):
        for i in range(BLOCK):
            deed = BY_WEAPON + WOUNDS[i] - 1 if i < WEAPONS else BY_BUSHIDO + i - ON_BUSHIDO
            PLACE[AT_SEAT + BLOCK * seat + i] = deed * LANES + seat


_load_tables()
