"""The actions of Seven Card Samurai in words (numbers: C63)."""

from kagemusha.core.seven_card_samurai.data import BANDITS, CARDS, LAID, PAIRS

END, CALL, DRAW_PILE, DRAW_DISCARD = 0, 1, 2, 3
TAKE_BACK, LAY = range(4, 9), range(9, 14)
PUT, TAKE, FETCH = range(14, 25), range(25, 36), range(36, 47)
AT_SEAT, BLOCK = 47, 26
ON_BANDIT, ON_PAIR, ON_NINJA_BANDIT = range(4), range(4, 14), range(14, 18)
ON_NINJA_HAND, ON_NINJA_LAID = 18, range(19, 24)
ON_SHOGUN, ON_SHOGUN_NINJA = 24, 25

PLAIN = {END: "End the turn", CALL: "Call seven", DRAW_PILE: "Draw from the pile"}


def describe(action: int, *, top_discard: str | None) -> str:
    """What the action reads like."""
    if action in PLAIN:
        return PLAIN[action]
    if action == DRAW_DISCARD:
        return f"Take {top_discard} from the discards" if top_discard else "Take the discard"
    if action in TAKE_BACK:
        return f"Take back {LAID[action - TAKE_BACK.start].name}"
    if action in LAY:
        return f"Lay {LAID[action - LAY.start].name}"
    if action in PUT:
        return f"Discard {CARDS[action - PUT.start].name}"
    if action in TAKE:
        return f"Take {CARDS[action - TAKE.start].name}"
    if action in FETCH:
        return f"Shogun: fetch {CARDS[action - FETCH.start].name} from the discards"
    seat, what = divmod(action - AT_SEAT, BLOCK)
    return describe_attack(what, seat)


def describe_attack(what: int, seat: int) -> str:
    """What a play on a seat reads like."""
    if what in ON_BANDIT:
        return f"{BANDITS[what].name} -> seat {seat}"
    if what in ON_PAIR:
        low, high = PAIRS[what - ON_PAIR.start]
        return f"{low.name} + {high.name} -> seat {seat}"
    if what in ON_NINJA_BANDIT:
        return f"Ninja + {BANDITS[what - ON_NINJA_BANDIT.start].name} -> seat {seat}"
    if what == ON_NINJA_HAND:
        return f"Ninja -> hand of seat {seat}"
    if what in ON_NINJA_LAID:
        return f"Ninja -> {LAID[what - ON_NINJA_LAID.start].name} of seat {seat}"
    return f"Shogun -> seat {seat}" if what == ON_SHOGUN else f"Shogun + Ninja -> seat {seat}"
