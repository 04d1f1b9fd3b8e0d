"""The contract: what a game state can do, and the one door through which chance enters it.

The verbs run without the GIL, without allocation and without Python objects. They are
all that search, play-outs and policies need.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t

from kagemusha.core.counts cimport NONE, count_bits, count_trailing_zeros, kind_at
from kagemusha.core.rng cimport below, keyed, rng_t
from kagemusha.core.tape cimport Entry, Tape, write
from kagemusha.core.types cimport action_t

cdef enum:
    EVENT_KINDS = 6      # kinds of chance event in one game
    HIDDEN = -1          # a value that was taken out of an entry

cdef struct Chance:
    uint64_t seed
    uint32_t used[EVENT_KINDS]       # outcomes taken of each kind of event

cdef struct Forced:                 # outcomes that must come next
    int count
    int taken
    bint refused                    # one of them was impossible
    uint8_t* events
    int16_t* outcomes

cdef class State:
    cdef readonly object game
    cdef Chance chance
    cdef Tape* tape                 # NULL inside a search
    cdef int length                 # entries of the tape that belong to this state
    cdef Forced* forced             # NULL unless outcomes are forced
    cdef State origin               # where the log begins; None if that is the deal
    cdef object teller              # the view that can tell the past of a sampled world, or None
    cdef object told_with           # and the seed of the sample
    cdef dict last_views            # the latest view of each seat; None before the first

    # The seat to act, or TERMINAL.
    cdef int mover(self) noexcept nogil
    # Write the legal actions, ascending, to `out`; return how many there are.
    cdef int legal(self, action_t* out) noexcept nogil
    # Play an action. That it is legal is the caller's promise.
    cdef void apply(self, action_t action) noexcept nogil
    # Become a copy of `other`, a state of the same game, without its log.
    cdef void copy_from(self, State other) noexcept nogil
    # Fresh chance from here on.
    cdef void reseed(self, uint64_t seed) noexcept nogil
    # All that the seat noticed in the last apply besides the action itself; 0 = nothing.
    cdef uint64_t token(self, int seat) noexcept nogil
    # The seat's secret role in this world; 0 where a game has none.
    cdef int hidden_type(self, int seat) noexcept nogil
    # Seats of one team win together.
    cdef int team(self, int seat) noexcept nogil
    # Id of a simultaneous choice under way; 0 = none.
    cdef int block(self) noexcept nogil
    # Take back what the seats have committed to in the simultaneous choice under way.
    cdef void reopen(self) noexcept nogil
    # Turns begun: the unit in which play-outs are cut off.
    cdef int turn(self) noexcept nogil
    # 1 for each member of the winning team, 0 for the others, shares of 1 for a tie.
    cdef void returns_into(self, float* out) noexcept nogil
    # Whether the seat will see which action the mover plays, if it is this one.
    cdef bint sees_action(self, int seat, action_t action) noexcept nogil
    # Blank all that the seat cannot see.
    cdef void blind(self, int seat) noexcept nogil
    # Take out of an entry of the log what the seat did not see; False if it saw nothing at all.
    cdef bint redact(self, Entry* entry, int seat) noexcept nogil
    # A blank state of the same game, for copy_from.
    cdef State fresh(self)
    # Become a copy of `other`, log included.
    cdef void become(self, State other) noexcept

# Play on with uniformly random choices; adds the returns to `sums`, gives the choices made.
cdef uint64_t finish_at_random(State world, rng_t* rng, double* sums) noexcept nogil
cdef int forced_outcome(State state, int event) noexcept nogil


# One random card of a multiset: the number of its kind.
cdef inline int pick_card(State state, int event, const uint8_t* counts, int total) noexcept nogil:
    cdef uint32_t index = state.chance.used[event]
    cdef int outcome
    state.chance.used[event] = index + 1
    if state.forced != NULL:
        outcome = forced_outcome(state, event)
        if outcome != NONE:
            if counts[outcome] > 0:
                return outcome
            state.forced.refused = True
    return kind_at(counts, below(keyed(state.chance.seed, event, index), total))


# One random member of a set: the number of its bit.
cdef inline int pick_bit(State state, int event, uint64_t members) noexcept nogil:
    cdef uint32_t index = state.chance.used[event]
    cdef int outcome, ticket
    state.chance.used[event] = index + 1
    if state.forced != NULL:
        outcome = forced_outcome(state, event)
        if outcome != NONE:
            if (members >> outcome) & 1:
                return outcome
            state.forced.refused = True
    ticket = below(keyed(state.chance.seed, event, index), count_bits(members))
    while ticket > 0:
        members &= members - 1
        ticket -= 1
    return count_trailing_zeros(members)


# One of `count` numbers from `low` on.
cdef inline int pick_number(State state, int event, int low, int count) noexcept nogil:
    cdef uint32_t index = state.chance.used[event]
    cdef int outcome
    state.chance.used[event] = index + 1
    if state.forced != NULL:
        outcome = forced_outcome(state, event)
        if outcome != NONE:
            if low <= outcome < low + count:
                return outcome
            state.forced.refused = True
    return low + <int>below(keyed(state.chance.seed, event, index), count)


# Put an entry into the log, if there is one.
cdef inline void note(State state, int what, int seat, int other, int value) noexcept nogil:
    if state.tape != NULL:
        state.tape = write(state.tape, state.length, Entry(what, seat, other, value))
        state.length += 1
