"""The two colours that a seat collects, and how far it has come."""

from libc.stdint cimport uint8_t

from kagemusha.core.seven_card_samurai.table cimport COLOURS, LAID_RONIN, RONIN, SET_SIZE, Table

cdef enum:
    FINE = 1 << 12          # steps to one card's merit

cdef struct Plan:
    int first               # colours
    int second
    int samurai             # of these colours, in hand and on the table
    int cards               # and the Ronin
    int misfits             # on the table, of other colours
    bint ready              # a set can be called


# The pair of colours nearest to a set; `blocked` counts against each card on the table that
# does not fit.
cdef inline void find_plan(const Table* t, int seat, float blocked, Plan* plan) noexcept nogil:
    cdef const uint8_t* hand = t.hand[seat]
    cdef const uint8_t* laid = t.laid[seat]
    cdef int owned[COLOURS]
    cdef int a, b
    cdef int ronin = hand[RONIN] + laid[LAID_RONIN]
    cdef int on_table = laid[0] + laid[1] + laid[2] + laid[3]
    cdef float merit
    cdef int found, best = -(1 << 30)
    for a in range(COLOURS):
        owned[a] = hand[a] + laid[a]
    # The pair goes into the lowest bits, so that the best is found without a branch.
    for a in range(COLOURS):
        for b in range(a + 1, COLOURS):
            merit = min(owned[a] + owned[b], SET_SIZE) - blocked * (on_table - laid[a] - laid[b])
            found = <int>(merit * FINE) * 16 + 15 - (COLOURS * a + b)
            best = found if found > best else best
    best = 15 - (best & 15)
    plan.first = best // COLOURS
    plan.second = best % COLOURS
    plan.samurai = owned[plan.first] + owned[plan.second]
    plan.cards = plan.samurai + ronin
    plan.misfits = on_table - laid[plan.first] - laid[plan.second]
    plan.ready = plan.cards >= SET_SIZE and plan.misfits == 0
