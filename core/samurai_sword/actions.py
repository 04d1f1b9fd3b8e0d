"""The actions of Samurai Sword in words (numbers: S124)."""

from kagemusha.core.samurai_sword.data import CARDS, PROPERTIES

PASS, TAKE_DISCARD, PAY_RESILIENCE, GIVE = 0, 1, 2, 3
FREE_PLAYS = range(28, 35)
FREE_KINDS = ("Focus", "Armor", "Fast Draw", "Battle Cry", "Tea Ceremony", "Jujutsu", "Daimyo")
GEISHA_ON_BUSHIDO = 35
AT_SEAT, BLOCK = 36, 20
WEAPONS = 13
ON_HAND = {13: "Bushido", 14: "Breathing", 15: "Diversion"}
GEISHA_ON_HAND, GEISHA_ON_PROPERTY = 16, 17

PASS_WORDS = {
    "bushido": "Pay 1 Honor",
    "first draw": "Draw from the deck",
    "play": "End the turn",
    "parry": "Take the wounds",
    "battle cry": "Take the wound",
    "jujutsu": "Take the wound",
}
GIVE_WORDS = {
    "bushido": "Pay with",
    "parry": "Parry with",
    "battle cry": "Parry with",
    "jujutsu": "Give up",
    "discard": "Discard",
}

_BY_ENGLISH = {card.names["en"]: card for card in CARDS}


def describe(action: int, *, node: str, top_discard: str | None, language: str) -> str:
    """What the action reads like at this node."""

    def card(english: str) -> str:
        return _BY_ENGLISH[english].names[language]

    if action == PASS:
        return PASS_WORDS[node]
    if action == TAKE_DISCARD:
        return f"Take {card(top_discard)} from the discards" if top_discard else "Take the discard"
    if action == PAY_RESILIENCE:
        return "Pay 1 Resilience for a card"
    if action in FREE_PLAYS:
        return card(FREE_KINDS[action - FREE_PLAYS.start])
    if action == GEISHA_ON_BUSHIDO:
        return f"{card('Geisha')} -> {card('Bushido')}"
    if action < AT_SEAT:
        return f"{GIVE_WORDS[node]} {CARDS[action - GIVE].names[language]}"
    seat, what = divmod(action - AT_SEAT, BLOCK)
    if what < WEAPONS:
        return f"{CARDS[what].names[language]} -> seat {seat}"
    if what in ON_HAND:
        return f"{card(ON_HAND[what])} -> seat {seat}"
    if what == GEISHA_ON_HAND:
        return f"{card('Geisha')} -> hand of seat {seat}"
    return f"{card('Geisha')} -> {card(PROPERTIES[what - GEISHA_ON_PROPERTY])} of seat {seat}"
