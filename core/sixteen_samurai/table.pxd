"""Sixteen Samurai as plain data: the numbers of cards, nodes, actions, and the table itself.

At most 64 samurai are laid out. They are numbered anew, ascending, by their place in the
sorted layout, so that any set of them is one machine word.
"""

from libc.stdint cimport int8_t, uint8_t, uint64_t

cdef enum:
    SEATS = 4
    SAMURAI = 70
    ROOM = 80               # samurai and battle cards, padded to whole machine words
    PLACES = 64             # samurai laid out at the largest table
    CLAN = 16
    FULL_HAND = 5
    MAX_DICE = 4
    ABILITIES = 4

    # Battle cards: bits of a set; as outcomes of a draw they come after the samurai.
    NINJUTSU = 0
    UMA = 1
    RONIN = 2
    BUSHIDO = 3
    MEDICINE = 4
    ALL_CARDS = 31

    # Phases.
    DRAFT = 0
    CONFLICT = 1
    FINAL = 2

    # Nodes (X45).
    AT_DRAFT = 0
    AT_DECLARE = 1
    AT_CHOOSE = 2
    AT_BUSHIDO = 3
    AT_RONIN = 4
    AT_MEDICINE = 5
    AT_END = 6

    # Actions (X69).
    PASS = 0
    PLAY_RONIN = 1
    PLAY_MEDICINE = 2
    DECLARE = 3             # + ability
    PLAY_BUSHIDO = 7        # + seat
    SEND = 11               # + 3 x samurai + one of the following
    WITH_NOTHING = 0
    WITH_NINJUTSU = 1
    WITH_UMA = 2

    # Chance events (X64), then the notes of the log.
    LAYOUT = 0              # value: samurai
    DRAW = 1                # seat: who draws; value: samurai, or SAMURAI + battle card
    DIE = 2                 # seat: who rolls; other: 1 in a roll-off; value: face
    CHOSEN = 33             # the action just logged is secret until the reveal
    REVEALED = 34           # seat; other: WITH_...; value: samurai
    REDRAWN = 35            # seat: shows five battle cards and draws anew (X52)
    SAVED = 36              # seat takes his samurai back to his hand; value: samurai
    WON = 37                # seat has won the battle; value: samurai
    FINAL_BEGINS = 38

cdef struct Table:
    uint64_t layout                 # not yet drafted
    uint64_t clan[SEATS]
    uint64_t hand[SEATS]            # samurai only, as in all these words
    uint64_t pile[SEATS]
    uint64_t hall[SEATS]
    uint64_t discards
    uint64_t noticed[SEATS]         # what each seat alone learnt in the last step
    uint64_t noticed_by_all
    uint8_t samurai[PLACES]         # the samurai at each place, ascending
    uint8_t place[72]               # and back
    uint8_t cards[SEATS]            # battle cards in the hand
    uint8_t pile_cards[SEATS]
    uint8_t spent[SEATS]
    uint8_t dice[SEATS][MAX_DICE]   # highest first
    uint8_t num_dice[SEATS]         # 0: has not rolled
    uint8_t roll_off[SEATS]         # the last die of a roll-off, or 0
    int8_t sent[SEATS]              # the place number of the samurai sent, or NONE
    int8_t with_card[SEATS]         # WITH_...
    int8_t saved[SEATS]             # a samurai known to be in the hand (X66), or NONE
    uint8_t unseen_hand[SEATS]      # only in the eyes of one seat: so many of the pile are in hand
    bint somebody_noticed
    uint8_t fighters                # sets of seats
    uint8_t passed
    uint8_t medicine
    int8_t seats
    int8_t phase
    int8_t node
    int8_t mover
    uint8_t round
    int8_t declarer
    int8_t ability                  # NONE before the first declaration
    int8_t winner                   # of the battle, or NOBODY
    int8_t ronin                    # the thief, or NOBODY
    int8_t barred_seat              # X39, or NOBODY
    int8_t barred
    int8_t victor                   # of the game, or NOBODY
