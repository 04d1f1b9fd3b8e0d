"""The words for people: every card, character, role and question has its own."""

import pytest

import kagemusha
from kagemusha.core.registry import game_class
from kagemusha.core.samurai_sword import data as sword
from kagemusha.core.seven_card_samurai import data as seven
from kagemusha.core.sixteen_samurai import data as sixteen

NAMES = {
    "samurai-sword": [
        *(name for card in sword.CARDS for name in card.names.values()),
        *sword.CHARACTER_NAMES.names,
        *sword.ROLES,
    ],
    "seven-card-samurai": seven.CARD_NAMES.names,
    "sixteen-samurai": sixteen.CARD_NAMES.names,
}


@pytest.mark.parametrize("name", kagemusha.GAMES)
def test_everything_has_a_text(name: str) -> None:
    game = game_class(name)()
    for thing in NAMES[name]:
        text = game.help_text(thing)
        assert text, thing
        assert text[0].isupper() and text.endswith("."), thing
    assert game.TEXTS.goal
    assert set(game.TEXTS.questions) == set(game.NODES) - {"end"}
    assert game.help_text("no such thing") is None


@pytest.mark.parametrize("name", kagemusha.GAMES)
def test_no_name_is_explained_twice(name: str) -> None:
    entries = [entry.name for entry in game_class(name).TEXTS.entries]
    assert len(entries) == len(set(entries))


def test_numbers_come_from_the_tables() -> None:
    game = kagemusha.load_game("samurai-sword", language="es")
    assert game.short_text("Katana") == "reach 2, 3 wounds"
    assert game.short_text("bokken") == "reach 1, 1 wound"
    assert game.help_text("benkei") == "Resilience 5. Attacks on Benkei need 1 more reach."
    assert game.help_text("Parada") == game.help_text("Parry")
    assert game.display_name("Parry") == "Parada"
    assert game.display_name("Benkei") == "Benkei"
    samurai = kagemusha.load_game("sixteen-samurai")
    assert samurai.short_text("Fobus Dustwalker") == "P2 S4 A1 K1"
    assert "4 for SPEED" in (samurai.help_text("Fobus Dustwalker") or "")


def test_what_only_one_seat_saw_is_told_in_private_only() -> None:
    game = kagemusha.load_game("samurai-sword")
    drawn = {"event": "draw", "seat": 1, "card": "Katana"}
    assert game.narrate(drawn) == "seat 1 draws a card"
    assert game.narrate(drawn, private=True) == "seat 1 draws Katana"
    assert game.narrate({"event": "role", "seat": 1, "role": "Ninja"}) is None
    assert game.narrate({"event": "role", "seat": 1, "role": "Shogun"}) == "seat 1 is Shogun"
    other = kagemusha.load_game("seven-card-samurai")
    look = {"event": "look", "seat": 0, "by": 1, "cards": {"Ninja": 2}}
    assert other.narrate(look) == "seat 1 looks at the hand of seat 0"
    assert other.narrate(look, private=True) == "seat 1 looks at the hand of seat 0: 2 Ninja"
