"""What the mover makes of the table: who is a friend, whose Honor is worth taking, who leads."""

from kagemusha.core.samurai_sword.table cimport SEATS, TEAMS, Table

cdef enum:
    COUNTED = 8             # attacks told apart: 0 to 6, and more

# How much more likely a Ninja is to have attacked so often than the Ronin, and the Ronin than a Samurai.
cdef struct Odds:
    float hit[COUNTED]      # on the Shogun
    float guard[COUNTED]    # on somebody who attacked the Shogun
    float other[COUNTED]
    float me[COUNTED]       # on me, a member of the Shogun's team
    float trailing          # weight of points of a rival team that is not ahead

cdef struct Reading:
    int team                # the mover's
    float multiplier        # of the mover's Honor
    float lead              # over the best rival, if the game ended now
    float lead_after_deck   # likewise, after everybody has lost a point
    float friend[SEATS]     # chance to be on the mover's team
    float foe[SEATS]        # 1 for a certain foe, -1 for a certain friend
    float worth[SEATS]      # points won for the mover's team when the seat loses an Honor Point

cdef void read_table(const Table* t, int me, const Odds* odds, Reading* out) noexcept nogil
