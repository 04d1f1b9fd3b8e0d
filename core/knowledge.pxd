"""What a player can work out about hidden hands: exact weighted hypotheses.

Cards drawn in one pass of the deck and never seen since are exchangeable; cards of different
passes are not. So a hypothesis holds, for every hand, the cards that are known and the number
of unknown ones by the pass they came from, and for every pass the unseen cards, which lie in
those unknown slots or, for the latest pass, in the deck. A card that leaves a hand is any of
its physical cards with equal chance, whether by accident or by choice.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t

from kagemusha.core.rng cimport rng_t

cdef enum:
    SEATS = 8
    KINDS = 32
    PASSES = 6              # that can have unseen cards in hands at the same time
    CARDS = 128             # of one deck
    NO_KIND = -1

    # What can be learnt.
    FORGET = 0              # a new deal: all cards are in nobody's hand
    RENEW = 1               # a new pass of the deck begins, still empty
    ADD = 2                 # `other` cards of a kind are in it
    DRAWN = 3               # a seat draws unseen
    SEEN = 4                # a card leaves the deck and the observer sees it
    GAIN = 5                # a seat gets a card that the observer knows
    SHOW = 6                # a card of a hand turns out to be of a kind, and leaves it
    MOVE = 7                # a card goes unseen from one hand to another
    BAR = 8                 # no card of a kind is left in any hand; only GAIN may follow

    # Numbers for cards that no entry of the log tells of.
    NO_ENTRY = -1
    ORIGIN_ENTRY = -100     # times (seat + 1), minus a number: in a hand where the log begins

    MERGED = 100
    OF_PASS = 64            # label of an unknown card of a pass; below: of a known kind

cdef struct Fact:
    uint8_t what
    int8_t seat
    int8_t other
    int16_t kind
    int entry               # of the log, where the kind is missing; below 0 for none

cdef struct Hypothesis:
    uint8_t known[SEATS][KINDS]
    uint8_t unknown[SEATS][PASSES]
    uint8_t pool[PASSES][KINDS]
    uint8_t pool_size[PASSES]
    uint64_t hash           # of all the counts, see `change`
    double weight

cdef struct Link:           # how a hypothesis came from one before the fact
    int child
    int parent
    int label
    double weight

cdef struct Sheet:          # a hypothesis ready to be dealt
    uint8_t cards[CARDS]            # unseen cards, pass by pass, the barred kind last in each
    uint8_t start[PASSES]           # where a pass begins
    uint8_t free[PASSES]            # how many of its cards may be in a hand
    uint8_t passes[PASSES]          # those with unknown cards in hands
    uint8_t num_passes
    uint32_t luck                   # alias table: chance of this one out of 2**32
    int otherwise

cdef class Knowledge:
    cdef int seats
    cdef int count                  # of hypotheses
    cdef int room                   # of `now`, then of `following`
    cdef int room_following
    cdef Hypothesis* now
    cdef Hypothesis* following
    cdef int* buckets               # of a hash table over `following`
    cdef int num_buckets
    cdef int current                # pass
    cdef int barred                 # kind that no unknown card of a hand can be, or NO_KIND
    cdef Sheet* sheets
    cdef readonly int limit         # hypotheses kept
    cdef public int most            # hypotheses at any time
    cdef public int pruned          # times that there were too many of them
    # The way back, kept on demand.
    cdef bint keeps_links
    cdef Link* links
    cdef int num_links
    cdef int room_for_links
    cdef list layers                # where the links of each fact begin; -1 if it has none
    cdef list passes                # of each RENEW; + MERGED if 0 and 1 became one

    cdef Knowledge copy(self)
    cdef void learn(self, Fact fact) noexcept
    cdef bint settle(self) except -1
    # Choose a hypothesis and deal its unseen cards: rows of `stride` counts, and the deck.
    # `dealt`, unless NULL, gets the cards of the unknown slots, pass by pass, seat by seat.
    cdef int deal(
        self, rng_t* rng, uint8_t* hands, int stride, uint8_t* deck, uint8_t* dealt
    ) noexcept nogil

# Tell the knowledge a fact; keep it in a list if there is one.
cdef learn(Knowledge knowledge, list facts, int what, int seat, int other, int kind, int entry)
