"""Samurai Sword as plain data: numbers of kinds, roles, characters and nodes; the table itself."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t

cdef enum:
    SEATS = 7
    KINDS = 25
    ROOM = 32               # kinds, padded to whole machine words
    DECK_ROOM = 96          # cards that may lie in one pile

    # Kinds (S125): weapons 0 to 12, then Properties, then Actions.
    WEAPONS = 13
    FOCUS = 13
    ARMOR = 14
    FAST_DRAW = 15
    BUSHIDO = 16
    PARRY = 17
    GEISHA = 18
    DIVERSION = 19
    BATTLE_CRY = 20
    TEA_CEREMONY = 21
    JUJUTSU = 22
    BREATHING = 23
    DAIMYO = 24

    # Characters, in the order of their table.
    BENKEI = 0
    CHIYOME = 1
    GINCHIYO = 2
    GOEMON = 3
    HANZO = 4
    HIDEYOSHI = 5
    IEYASU = 6
    KOJIRO = 7
    MUSASHI = 8
    NOBUNAGA = 9
    TOMOE = 10
    USHIWAKA = 11
    CHARACTERS = 12

    # Roles, and the teams that win together.
    SHOGUN = 0
    SAMURAI = 1
    RONIN = 2
    NINJA = 3
    TEAM_SHOGUN = 0
    TEAM_NINJA = 1
    TEAM_RONIN = 2
    TEAMS = 3

    # Nodes (S91).
    AT_BUSHIDO = 0
    AT_FIRST_DRAW = 1
    AT_PLAY = 2
    AT_PARRY = 3
    AT_BATTLE_CRY = 4
    AT_JUJUTSU = 5
    AT_DISCARD = 6
    AT_END = 7

    # Actions (S124).
    PASS = 0
    TAKE_DISCARD = 1
    PAY_RESILIENCE = 2      # Nobunaga
    GIVE = 3                # + kind
    PLAY_FOCUS = 28
    PLAY_ARMOR = 29
    PLAY_FAST_DRAW = 30
    PLAY_BATTLE_CRY = 31
    PLAY_TEA_CEREMONY = 32
    PLAY_JUJUTSU = 33
    PLAY_DAIMYO = 34
    GEISHA_ON_BUSHIDO = 35
    AT_SEAT = 36            # + BLOCK x seat + one of the following
    BLOCK = 20
    ON_BUSHIDO = 13         # 0 to 12 are the weapons
    ON_BREATHING = 14
    ON_DIVERSION = 15
    ON_GEISHA_HAND = 16
    ON_GEISHA_PROPERTY = 17  # Focus, Armor, Fast Draw
    ACTIONS = 176

    # Chance events (S90), then the notes of the log.
    REMOVED = 0
    ROLE = 1
    CHARACTER = 2
    DRAW = 3                # seat: who gets it, NOBODY if it is flipped; value: kind
    HAND = 4                # seat: who loses it, other: who gets it or NOBODY; value: kind
    SHOWN = 33              # a card leaves a hand face up
    TAKEN = 34              # Ieyasu takes the top discard
    RESHUFFLED = 35         # one entry per kind that forms the new deck; other: copies

    # How the game ended.
    BY_HONOR = 1
    BY_SWORDMASTER = 2

cdef struct Table:
    uint8_t hand[SEATS][ROOM]       # copies of each kind
    uint8_t deck[ROOM]              # likewise: it has contents, no order (S90)
    uint8_t discards[DECK_ROOM]     # kinds, the top one last
    uint8_t hand_size[8]            # eight seats to a word, the last unused
    uint8_t resilience[8]
    uint8_t properties[3][8]        # Focus, Armor, Fast Draw
    uint32_t holds[SEATS]           # one bit per kind in the hand
    uint32_t noticed[SEATS]         # what each seat alone learnt in the last step
    uint32_t noticed_by_all
    bint somebody_noticed
    int8_t honor[SEATS]
    int8_t character[SEATS]
    int8_t role[SEATS]
    int8_t stars[SEATS]             # of a Ninja at 4 players, else 0
    uint8_t attacks[SEATS][SEATS]   # weapons played by the first on the second
    uint8_t deck_size
    uint8_t num_discards
    int8_t seats
    int8_t shogun
    int8_t bushido                  # the seat it lies before, or NOBODY
    int8_t node
    int8_t mover
    int8_t turn
    uint16_t turn_number
    uint8_t weapons_played
    int8_t in_play                  # the card whose effect is under way, or NONE
    int8_t cause                    # of the end
    int8_t winner                   # a team
    int8_t penalised                # the team of a Deadly Strike, or NONE
    int16_t scores[TEAMS]
    # Rule switches.
    bint deck_ends_at_once          # S20
    bint geisha_own_property        # S63
    bint swordmaster_first          # S73
