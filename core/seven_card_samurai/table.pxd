"""Seven Card Samurai as plain data: the numbers of kinds, nodes, actions, and the table itself."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t

cdef enum:
    SEATS = 8
    KINDS = 11
    ROOM = 16               # kinds, padded to whole machine words
    LAID_ROOM = 8           # laid kinds, likewise
    DECK_ROOM = 112         # cards that may lie in one pile
    ROUNDS = 5
    HAND_DEALT = 5
    RICE_DEALT = 10
    TABLE_LIMIT = 7         # C10
    SET_SIZE = 7

    # Kinds (C64).
    COLOURS = 4             # Samurai: 0 to 3
    BANDITS = 4             # the first of four
    RONIN = 8
    NINJA = 9
    SHOGUN = 10

    # Laid kinds: the four Samurai, then the Ronin.
    LAID_KINDS = 5
    LAID_RONIN = 4

    # Nodes (C39).
    AT_DRAW = 0
    AT_PLAY = 1
    AT_TURN_END = 2
    AT_TAKE = 3
    AT_SECOND_DISCARD = 4
    AT_END = 5

    # Actions (C63).
    END = 0
    CALL = 1
    DRAW_PILE = 2
    DRAW_DISCARD = 3
    TAKE_BACK = 4           # + laid kind
    LAY = 9                 # + laid kind
    PUT = 14                # + kind
    TAKE = 25               # + kind
    FETCH = 36              # + kind
    AT_SEAT = 47            # + BLOCK x seat + one of the following
    BLOCK = 26
    ON_PAIR = 4             # 0 to 3 are the Bandits
    PAIRS = 10
    ON_NINJA_BANDIT = 14    # + Bandit
    ON_NINJA_HAND = 18
    ON_NINJA_LAID = 19      # + laid kind
    ON_SHOGUN = 24
    ON_SHOGUN_NINJA = 25
    ACTIONS = 255

    # Chance events (C62), then the notes of the log.
    DRAW = 0                # seat: who gets it, NOBODY for the opening discard; value: kind
    HAND = 1                # seat: who loses it; value: kind
    SHOWN = 33              # a card leaves a hand face up: played, laid or discarded
    TAKEN_BACK = 34         # a laid card returns to its owner's hand
    TAKEN = 35              # a card of the discards goes to a hand
    LOOKED = 36             # other: who looks; value: HIDDEN, then per kind: kind + 16 x copies
    MOVED = 37              # a card is taken secretly; seat: from whom, other: by whom
    REMOVED = 38            # the second card of Shogun+Ninja; seat: from whom, other: by whom
    RENEWED = 39            # one entry per kind that forms the new pile; other: copies
    NEW_ROUND = 40          # seat: the dealer; value: the number of the round
    CALLED = 41             # per kind of the set; other: copies; value: kind + 16 x from the hand

    # Cards that lie beside the piles (C65).
    NOTHING = 0
    SHOGUN_ALONE = 1
    SHOGUN_AND_NINJA = 2

cdef struct Table:
    uint8_t hand[SEATS][ROOM]       # copies of each kind
    uint8_t laid[SEATS][LAID_ROOM]  # copies of each laid kind
    uint8_t pile[ROOM]              # it has contents, no order (C62)
    uint8_t lying[ROOM]             # copies of each kind in the discards
    uint8_t discards[DECK_ROOM]     # kinds, the top one last
    uint8_t hand_size[SEATS]
    uint8_t laid_size[SEATS]
    uint8_t defence[SEATS]          # rice that the laid cards protect (C23)
    uint8_t rice[SEATS]
    uint16_t holds[SEATS]           # one bit per kind in the hand
    uint8_t laid_mask[SEATS]        # one bit per laid kind
    int16_t total[SEATS]            # points of the finished rounds
    uint32_t noticed[SEATS]         # what each seat alone learnt in the last step
    uint32_t noticed_by_all
    bint somebody_noticed
    uint16_t in_discards            # one bit per kind in the discards
    uint8_t pile_size
    uint8_t num_discards
    int8_t seats
    int8_t node
    int8_t mover
    int8_t round_number
    int8_t dealer
    int8_t turn
    uint16_t turn_number            # in this round
    uint16_t turns_begun            # in the whole game
    uint16_t turn_cap               # turns of a round, all seats together (C54)
    int8_t draws_left
    int8_t plays_left
    int8_t in_play
    int8_t looking_at               # the seat whose hand is being looked at, or NOBODY
    int8_t num_calls                # rounds finished
    int8_t caller[ROUNDS]           # NOBODY if the cap ended the round
    int8_t set_points[ROUNDS]
