"""What the mover's plays are worth, seat by seat: all seats at once, without a branch."""

from kagemusha.core.samurai_sword.table cimport ACTIONS, CHARACTERS, WEAPONS, Table
from kagemusha.players.samurai_sword.reading cimport LANES, Reading
from kagemusha.players.samurai_sword.weights cimport Weights

cdef enum:
    MAX_HAND = 16           # hand sizes told apart
    MAX_HONOR = 32          # more than all at the table together
    MAX_WOUNDS = 3          # of a weapon

    # What can be done to a seat: weapons, by their wounds, come first.
    BY_WEAPON = 0
    BY_BUSHIDO = MAX_WOUNDS
    BY_BREATHING
    BY_DIVERSION
    BY_GEISHA_HAND
    BY_GEISHA_PROPERTY      # Focus, Armor, Fast Draw
    DEEDS = BY_GEISHA_PROPERTY + 3

cdef struct Chances:        # what follows from the weights alone
    float through[CHARACTERS][MAX_HAND]     # that a weapon is not parried, by the hand's size
    float no_weapon[MAX_HAND]               # that a hand of this size holds none
    float reach[ACTIONS]                    # reluctance to use the action's weapon

# The deed of an action on a seat, as a place in what value_deeds() fills: deed x LANES + seat.
cdef int PLACE[ACTIONS]
cdef int WOUNDS[WEAPONS]
cdef float SHARE[MAX_HONOR + 1]             # one point of so many

cdef void fill_chances(Chances* chances, const Weights* w) noexcept
# What every deed on every seat is worth to the mover; `values` has DEEDS x LANES places.
cdef void value_deeds(
    const Weights* w, const Chances* c, const Table* t, const Reading* r, float* values
) noexcept nogil
# One wound for everybody who has no answer.
cdef float value_melee(
    const Weights* w, const Chances* c, const Table* t, const Reading* r, bint jujutsu
) noexcept nogil
# Points at stake when the Bushido starts from a seat and moves left, seat by seat.
cdef float bushido_way(const Table* t, const Reading* r, int seat) noexcept nogil
# The wounds that a weapon deals.
cdef int wounds_of(const Table* t, int weapon, int attacker, int target) noexcept nogil
# A game that ends with this expected lead.
cdef float value_end(const Weights* w, float lead) noexcept nogil
# From -1, certainly lost, to 1, certainly won.
cdef float certainty(const Weights* w, float lead) noexcept nogil
