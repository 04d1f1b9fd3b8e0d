"""The actions of Sixteen Samurai in words (numbers: X69)."""

from kagemusha.core.sixteen_samurai.data import ABILITIES, BEFORE_CARDS, SAMURAI

PASS, PLAY_RONIN, PLAY_MEDICINE, DECLARE, PLAY_BUSHIDO, SEND = 0, 1, 2, 3, 7, 11
PLAIN = {PASS: "Pass", PLAY_RONIN: "Play Ronin", PLAY_MEDICINE: "Play Medicine"}


def describe(action: int, *, node: str) -> str:
    """What the action reads like at this node."""
    if action in PLAIN:
        return PLAIN[action]
    if action < PLAY_BUSHIDO:
        return f"Declare {ABILITIES[action - DECLARE]}"
    if action < SEND:
        return f"Bushido -> seat {action - PLAY_BUSHIDO}"
    samurai, card = divmod(action - SEND, 1 + len(BEFORE_CARDS))
    if node == "draft":
        return f"Draft {SAMURAI[samurai].name}"
    sent = f"Send {SAMURAI[samurai].name}"
    return f"{sent} with {BEFORE_CARDS[card - 1]}" if card else sent
