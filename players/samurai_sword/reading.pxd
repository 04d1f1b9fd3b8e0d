"""What the mover makes of the table: who is a friend, whose Honor is worth taking, who leads."""

from kagemusha.core.samurai_sword.table cimport Table

cdef enum:
    LANES = 8               # seats, padded so that the compiler takes four at a time
    COUNTED = 8             # attacks told apart: 0 to 6, and more

# How much likelier the Ronin is than a Samurai, and a Ninja than the Ronin, to attack so often.
cdef struct Odds:
    float hit[COUNTED]      # on the Shogun
    float guard[COUNTED]    # on somebody who attacked the Shogun
    float other[COUNTED]    # on others
    float me[3][COUNTED]    # on me: of the Shogun's team, a Ninja, the Ronin
    float trailing          # weight of points of a rival team that is not ahead

cdef struct Reading:
    int team                # the mover's
    float multiplier        # of the mover's Honor
    float lead              # over the best rival, if the game ended now
    float lead_after_deck   # likewise, after everybody has lost a point
    float hurry             # eagerness to end the game, set by the policy
    float friend[LANES]     # chance to be on the mover's team
    float foe[LANES]        # 1 for a certain foe, -1 for a certain friend
    float worth[LANES]      # points won for the mover's team when the seat loses an Honor Point

# Of the mover's Honor, as far as the mover knows.
cdef float own_multiplier(const Table* t) noexcept nogil
cdef void read_table(const Table* t, int me, const Odds* odds, Reading* out) noexcept nogil
