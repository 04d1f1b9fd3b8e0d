"""Rulings S01 to S32 of Samurai Sword: setup, Harmless players, the turn. One test per ruling.

Without a test, because nothing in the code could break them:
S30: free talk happens outside the engine; there is no talk and no question to forbid.
"""

from collections import Counter

import pytest

import kagemusha
from kagemusha.core.samurai_sword.data import CARDS
from kagemusha.core.state import State

from samurai_sword.build import cards, play, seat, table, words

FIVE_HEARTS = ("Benkei", "Goemon", "Ieyasu", "Kojirō", "Musashi", "Nobunaga", "Tomoe")
FOUR_HEARTS = ("Chiyome", "Ginchiyo", "Hanzō", "Hideyoshi", "Ushiwaka")
OTHER_TABLES = (3, 5, 6, 7)


def new_game(players: int, seed: int = 0, chance: list[tuple[str, str | int]] | None = None):
    game = kagemusha.load_game("samurai-sword", players=players)
    return game.new_initial_state(seed=seed, chance=chance or [])


def of_seats(state: State, key: str) -> list:
    return [one[key] for one in state.to_dict()["seats"]]


def hands(state: State) -> list[dict[str, int]]:
    return of_seats(state, "hand")


def hand_sizes(state: State) -> list[int]:
    return [sum(hand.values()) for hand in hands(state)]


def outcomes(event: str, *names: str) -> list[tuple[str, str | int]]:
    return [(event, name) for name in names]


def draws(text: str) -> list[tuple[str, str | int]]:
    return outcomes("draw", *Counter(cards(text)).elements())


# Setup


def test_s01_the_deck_has_32_weapons_15_properties_43_actions():
    begun = new_game(7).to_dict()
    found = Counter(begun["deck"])
    for one in begun["seats"]:
        found.update(one["hand"])
    properties = ("Focus", "Armor", "Fast Draw", "Bushido")
    actions = ("Parry", "Geisha", "Diversion", "Battle Cry")
    actions += ("Tea Ceremony", "Jujutsu", "Breathing", "Daimyo")
    assert [found[name] for name in properties] == [6, 4, 3, 2]
    assert [found[name] for name in actions] == [15, 6, 5, 4, 4, 3, 3, 3]
    assert sum(found[name] for name in properties) == 15
    assert sum(found[name] for name in actions) == 43
    assert found.total() - 15 - 43 == 32


def test_s02_resilience_is_the_printed_number_not_a_stray_five():
    for character in (*FIVE_HEARTS, *FOUR_HEARTS):
        chance = outcomes("role", "Shogun", "Ninja", "Ninja")
        begun = new_game(3, chance=[*chance, ("character", character)]).to_dict()
        assert begun["seats"][0]["character"] == character
        assert begun["seats"][0]["resilience"] == (5 if character in FIVE_HEARTS else 4)


def test_s03_one_of_three_ninja_cards_is_removed_at_four_players_only():
    chance = [("removed", 2), *outcomes("role", "Shogun", "Samurai", "Ninja 3", "Ninja 1")]
    begun = new_game(4, chance=chance)
    assert of_seats(begun, "role") == ["Shogun", "Samurai", "Ninja", "Ninja"]
    assert [one.get("stars") for one in begun.to_dict()["seats"]] == [None, None, 3, 1]
    with pytest.raises(ValueError):
        new_game(4, chance=[("removed", 2), ("role", "Ninja 2")])
    for players in OTHER_TABLES:
        begun = new_game(players)
        assert "removed" not in [event for event, _ in begun.chance_record()]
        assert not any("stars" in one for one in begun.to_dict()["seats"])
        assert not any("stars" in one for one in begun.observation(1)["seats"])


def test_s04_the_removed_ninja_stays_unknown():
    chance = [("removed", 1), *outcomes("role", "Shogun", "Samurai", "Ninja 2", "Ninja 3")]
    one = new_game(4, chance=chance)
    rest = one.chance_record()[5:]
    chance = [("removed", 3), *outcomes("role", "Shogun", "Samurai", "Ninja 2", "Ninja 1")]
    other = new_game(4, chance=[*chance, *rest])
    for _ in range(8):
        for unknowing in (0, 1, 2):
            assert one.observation(unknowing) == other.observation(unknowing)
        assert one.observation(3) != other.observation(3)
        before = len(one.chance_record())
        one.apply_action(one.legal_actions()[0])
        other.force(one.chance_record()[before:])
        other.apply_action(other.legal_actions()[0])


def test_s05_seats_stay_and_dealing_and_turns_start_at_the_shogun():
    roles = outcomes("role", "Samurai", "Ronin", "Shogun", "Ninja", "Ninja")
    characters = outcomes("character", "Musashi", "Goemon", "Kojirō", "Tomoe", "Benkei")
    dealt = "4 Parry", "5 Bokken", "5 Kiseru", "6 Focus", "6 Geisha", "2 Bō"
    chance = [*roles, *characters, *(one for kind in dealt for one in draws(kind))]
    begun = new_game(5, chance=chance)
    assert of_seats(begun, "role") == ["Samurai", "Ronin", "Shogun", "Ninja", "Ninja"]
    assert of_seats(begun, "honor") == [3, 3, 5, 3, 3]
    assert hands(begun) == [
        {"Focus": 6},
        {"Geisha": 6},
        {"Parry": 4, "Bō": 2},
        {"Bokken": 5},
        {"Kiseru": 5},
    ]
    assert begun.to_dict()["turn"] == begun.current_player() == 2
    assert play(begun, "End the turn").current_player() == 3
    shoguns = {of_seats(new_game(5, seed), "role").index("Shogun") for seed in range(40)}
    assert shoguns == {0, 1, 2, 3, 4}


def test_s06_opening_hands_at_three_are_four_five_five():
    chance = outcomes("role", "Ninja", "Shogun", "Ninja")
    chance += outcomes("character", "Musashi", "Goemon", "Tomoe")
    begun = new_game(3, chance=chance)
    assert hand_sizes(begun) == [5, 4 + 3, 5]
    assert sum(begun.to_dict()["deck"].values()) == 90 - 14 - 3
    assert of_seats(begun, "honor") == [3, 6, 3]


def test_s07_one_random_open_character_each_and_no_mulligan():
    seen = set()
    for seed in range(40):
        begun = new_game(6, seed)
        characters = of_seats(begun, "character")
        seen |= set(characters)
        assert len(set(characters)) == 6
        assert [event for event, _ in begun.chance_record()].count("character") == 6
        assert [one["character"] for one in begun.observation(3)["seats"]] == characters
        assert (begun.to_dict()["node"], begun.history()) == ("play", [])
    assert seen == {*FIVE_HEARTS, *FOUR_HEARTS}


def test_s08_tokens_never_run_out():
    seats = [seat("Parry", character=name, honor=1) for name in FIVE_HEARTS]
    seats[0]["honor"] = 23  # 5 + 6 x 4 points in all
    seats[1]["resilience"] = 0
    full = play(table(*seats), "End the turn")
    assert of_seats(full, "resilience") == [5] * 7
    assert of_seats(full, "honor") == [23, 1, 1, 1, 1, 1, 1]
    seats[0]["honor"] = 24
    with pytest.raises(ValueError):
        table(*seats)


def test_s09_only_the_shogun_is_known_until_the_end():
    attacked = [
        seat("Bokken", role="Samurai", character="Tomoe", honor=2),
        seat("Parry", role="Ronin", character="Goemon", resilience=1, honor=2),
        seat("Parry", role="Shogun"),
        seat("Parry", role="Ninja"),
        seat("Parry", role="Ninja"),
    ]
    hit = play(table(*attacked), "Bokken -> seat 1", "Take the wounds")
    assert of_seats(hit, "resilience")[1] == 0
    roles = [[one.get("role") for one in hit.observation(s)["seats"]] for s in range(5)]
    assert roles == [
        ["Samurai", None, "Shogun", None, None],
        [None, "Ronin", "Shogun", None, None],
        [None, None, "Shogun", None, None],
        [None, None, "Shogun", "Ninja", None],
        [None, None, "Shogun", None, "Ninja"],
    ]
    attacked[1]["honor"] = 1
    over = play(table(*attacked), "Bokken -> seat 1", "Take the wounds")
    assert over.is_terminal()
    shown = [one["role"] for one in over.observation(3)["seats"]]
    assert shown == ["Samurai", "Ronin", "Shogun", "Ninja", "Ninja"]


# Harmless players


def test_s10_harmless_is_tested_continuously():
    state = table(
        seat("Tea Ceremony, Geisha, Bokken", character="Hideyoshi"),
        seat("", "Focus", character="Goemon"),
        seat("Parry", resilience=1),
        seat("Parry", resilience=0),
    )
    assert [state.harmless(s) for s in range(4)] == [False, True, False, True]
    assert "Bokken -> seat 1" not in words(state)
    play(state, "Tea Ceremony", chance=draws("3 Focus, Armor, Parry, Daimyo"))
    assert [state.harmless(s) for s in range(4)] == [False, False, False, True]
    assert "Bokken -> seat 1" in words(state)
    play(state, "Geisha -> hand of seat 1")
    assert state.harmless(1)
    assert "Bokken -> seat 1" not in words(state)


def test_s11_a_card_does_not_help_a_defeated_player():
    state = table(
        seat("Breathing, Bokken", character="Hideyoshi"),
        seat(character="Goemon", resilience=0),
        seat("Parry"),
        seat("Parry"),
    )
    play(state, "Breathing -> seat 1", chance=draws("Daimyo"))
    assert hands(state)[1] == {"Daimyo": 1}
    assert of_seats(state, "resilience")[1] == 0
    assert state.harmless(1)
    assert "Bokken -> seat 1" not in words(state)
    play(state, "End the turn")
    assert of_seats(state, "resilience")[1] == 5
    assert not state.harmless(1)


def test_s12_resilience_without_cards_is_harmless_but_standing():
    def after_the_blow(resilience: int) -> State:
        state = table(
            seat("Bokken", role="Shogun", character="Hideyoshi"),
            seat(role="Ninja", character="Goemon", resilience=resilience),
            seat("Parry", role="Ninja", character="Tomoe", resilience=1),
            seat("Parry", role="Samurai", resilience=0),
        )
        assert state.harmless(1)
        return play(state, "Bokken -> seat 2", "Take the wounds")

    goes_on = after_the_blow(1)
    assert not goes_on.is_terminal()
    assert goes_on.harmless(1)
    assert of_seats(goes_on, "resilience")[1:] == [1, 0, 0]
    assert after_the_blow(0).to_dict()["result"]["cause"] == "swordmaster"


def test_s13_only_weapons_battle_cry_and_jujutsu_spare_the_harmless():
    hand = "Bushido, Geisha, Diversion, Breathing, Tea Ceremony, Bokken, Battle Cry, Jujutsu"
    seats = [
        seat(hand, character="Hideyoshi"),
        seat("Parry", character="Goemon", resilience=0),
        seat(character="Tomoe"),
        seat("Parry", character="Kojirō"),
    ]
    state = table(*seats)
    touching = {"Bushido -> seat 1", "Bushido -> seat 2", "Geisha -> hand of seat 1"}
    touching |= {"Diversion -> seat 1", "Breathing -> seat 1", "Breathing -> seat 2"}
    assert touching <= set(words(state))
    assert not {"Bokken -> seat 1", "Bokken -> seat 2"} & set(words(state))
    for card in ("Battle Cry", "Jujutsu"):
        cried = play(state.clone(), card)
        assert cried.current_player() == 3
        play(cried, "Take the wound")
        assert cried.to_dict()["node"] == "play"
        assert of_seats(cried, "resilience")[1:] == [0, 5, 4]
        assert hands(cried)[1] == {"Parry": 1}
    tea = play(state.clone(), "Tea Ceremony")
    assert hand_sizes(tea) == [7 + 3, 2, 1, 2]
    short = play(table(*seats, deck="Daimyo"), "Breathing -> seat 2")
    assert hands(short)[2] == {"Daimyo": 1}
    assert of_seats(short, "honor") == [2, 2, 2, 2]


def test_s14_an_empty_hand_does_not_end_the_turn():
    state = table(seat("Focus", character="Nobunaga", resilience=2), seat("Parry"), seat("Parry"))
    play(state, "Focus")
    assert state.harmless(0)
    assert (state.current_player(), state.to_dict()["node"]) == (0, "play")
    assert set(words(state)) == {"End the turn", "Pay 1 Resilience for a card"}
    play(state, "Pay 1 Resilience for a card", chance=draws("Bokken"))
    assert "Bokken -> seat 1" in words(state)


def test_s15_only_harmless_players_strictly_between_are_skipped():
    def six(*harmless: int) -> State:
        return table(
            *(seat("" if s in harmless else "Daikyū" if s == 5 else "Parry") for s in range(6)),
            turn=5,
            mover=5,
        )

    everybody, ends, between = six(), six(0, 3), six(1, 4)
    assert everybody.difficulty(0, 3) == ends.difficulty(0, 3) == 3
    assert everybody.difficulty(0, 1) == ends.difficulty(0, 1) == 1
    assert everybody.difficulty(5, 3) == ends.difficulty(5, 3) == 2
    assert between.difficulty(0, 3) == 2
    assert between.difficulty(5, 3) == 1
    assert "Daikyū -> seat 3" in words(everybody)
    assert "Daikyū -> seat 3" not in words(ends)


# The turn


def test_s16_recover_is_automatic_full_and_only_from_zero():
    def at_the_next_turn(resilience: int) -> State:
        state = table(
            seat("Parry", character="Tomoe", resilience=2),
            seat("Parry", character="Goemon", resilience=resilience),
            seat("Parry", character="Hanzō", resilience=0),
            seat("Parry", character="Musashi"),
        )
        return play(state, "End the turn")

    recovered = at_the_next_turn(0)
    assert (recovered.current_player(), recovered.to_dict()["node"]) == (1, "play")
    assert of_seats(recovered, "resilience") == [2, 5, 0, 5]
    assert of_seats(at_the_next_turn(1), "resilience") == [2, 1, 0, 5]


def test_s17_bushido_is_checked_between_recover_and_draw():
    for before, after in ((0, 5), (2, 2)):
        state = table(
            seat("Parry"),
            seat("Bokken", character="Goemon", resilience=before),
            seat("Parry"),
            seat("Parry"),
            bushido=1,
        )
        play(state, "End the turn", chance=draws("Katana"))
        assert (state.current_player(), state.to_dict()["node"]) == (1, "bushido")
        assert of_seats(state, "resilience")[1] == after
        assert hands(state)[1] == {"Bokken": 1}
        assert set(words(state)) == {"Pay 1 Honor", "Pay with Bokken"}
        play(state, "Pay with Bokken", chance=draws("Focus, Armor"))
        assert hands(state)[1] == {"Focus": 1, "Armor": 1}
        assert (state.to_dict()["node"], state.to_dict()["bushido"]) == ("play", 2)


def test_s18_draw_bonuses_add_up_in_the_draw_phase_only():
    def at_its_turn(players: int, role: str, character: str) -> State:
        drawer = seat("Daimyo", role=role, character=character)
        others = [seat("Parry") for _ in range(players - 1)]
        return play(table(others[0], drawer, *others[1:]), "End the turn")

    for players, role, character, drawn in (
        (4, "Shogun", "Goemon", 2),
        (4, "Ninja", "Hideyoshi", 3),
        (3, "Ninja", "Goemon", 2),
        (3, "Ninja", "Hideyoshi", 3),
        (3, "Shogun", "Goemon", 3),
        (3, "Shogun", "Hideyoshi", 4),
    ):
        state = at_its_turn(players, role, character)
        assert hand_sizes(state)[1] == 1 + drawn, (players, role, character)
        play(state, "Daimyo")
        assert hand_sizes(state)[1] == drawn + 2, (players, role, character)


def test_s19_cards_are_drawn_one_at_a_time():
    state = table(
        seat("Parry"), seat(character="Goemon"), seat("Parry"), seat("Parry"), deck="Parry"
    )
    assert "Wakizashi" in state.to_dict()["discards"]
    play(state, "End the turn", chance=draws("Parry, Wakizashi"))
    assert hands(state)[1] == {"Parry": 1, "Wakizashi": 1}
    assert of_seats(state, "honor") == [2, 2, 2, 2]
    assert state.to_dict()["discards"] == []
    assert sum(state.to_dict()["deck"].values()) == 90 - 3 - 2


def test_s20_the_deck_ends_with_its_last_card_or_on_need():
    def with_switch(**options: str) -> State:
        seats = seat("Parry"), seat(character="Goemon"), seat("Parry"), seat("Parry")
        return play(table(*seats, deck="Parry, Bō", options=options), "End the turn")

    at_once = with_switch()
    assert hands(at_once)[1] == {"Parry": 1, "Bō": 1}
    assert of_seats(at_once, "honor") == [2, 2, 2, 2]
    assert sum(at_once.to_dict()["deck"].values()) == 90 - 3 - 2
    assert at_once.to_dict()["discards"] == []
    assert of_seats(play(at_once, "End the turn"), "honor") == [2, 2, 2, 2]
    late = with_switch(end_of_deck="on_need")
    assert hands(late)[1] == {"Parry": 1, "Bō": 1}
    assert of_seats(late, "honor") == [3, 3, 3, 3]
    assert late.to_dict()["deck"] == {}
    assert len(late.to_dict()["discards"]) == 90 - 3 - 2
    assert of_seats(play(late, "End the turn"), "honor") == [2, 2, 2, 2]


def test_s21_the_card_being_played_is_not_reshuffled():
    state = table(seat("Tea Ceremony, Parry"), seat("3 Tea Ceremony"), seat(), seat(), deck="Parry")
    play(state, "Tea Ceremony")
    assert of_seats(state, "honor") == [2, 2, 2, 2]
    assert state.to_dict()["discards"] == ["Tea Ceremony"]
    assert "Tea Ceremony" not in state.to_dict()["deck"]
    assert [hand.get("Tea Ceremony", 0) for hand in hands(state)] == [0, 3, 0, 0]
    assert hand_sizes(state) == [4, 4, 1, 1]


def test_s22_without_deck_and_discards_a_draw_is_skipped():
    mine = seat("Tea Ceremony, Geisha, Daimyo", "Focus", character="Goemon")
    rest = Counter({card.names["en"]: card.copies for card in CARDS})
    rest.subtract([*mine["hand"], *mine["properties"]])
    holder = seat(", ".join(f"{copies} {name}" for name, copies in rest.items()))
    state = table(mine, holder, seat(), seat())
    assert (state.to_dict()["deck"], state.to_dict()["discards"]) == ({}, [])
    play(state, "Tea Ceremony")
    assert hand_sizes(state) == [2, 86, 0, 0]
    assert of_seats(state, "honor") == [3, 3, 3, 3]
    play(state, "Geisha -> Focus of seat 0")
    assert state.to_dict()["discards"] == ["Tea Ceremony", "Focus", "Geisha"]
    assert (state.to_dict()["deck"], of_seats(state, "honor")) == ({}, [3, 3, 3, 3])
    play(state, "Daimyo", chance=draws("Focus, Geisha"))
    assert of_seats(state, "honor") == [2, 2, 2, 2]
    assert hands(state)[0] == {"Focus": 1, "Geisha": 1}
    assert state.to_dict()["deck"] == {"Tea Ceremony": 1}
    assert state.to_dict()["discards"] == ["Daimyo"]


def test_s23_honor_is_lost_by_all_at_once_before_one_end_test():
    state = table(
        seat("Parry", role="Shogun", honor=3),
        seat("Bokken", role="Samurai", character="Goemon", honor=1),
        seat("Parry", role="Ronin", honor=1),
        seat("Parry", role="Ninja", honor=2),
        seat("Parry", role="Ninja", honor=3),
        deck="Parry",
    )
    play(state, "End the turn")
    assert state.is_terminal()
    assert of_seats(state, "honor") == [2, 0, 0, 1, 2]
    assert hands(state)[1] == {"Bokken": 1, "Parry": 1}
    assert state.to_dict()["result"] == {
        "cause": "honor",
        "winner": "Ninja",
        "scores": {"Shogun": 2, "Ninja": 3, "Ronin": 0},
        "deadly_strike": None,
    }


def test_s24_nobody_has_to_play():
    state = table(seat("Bokken, Focus, Daimyo"), seat("Parry"), seat("Parry"))
    assert {"Bokken -> seat 1", "Focus", "Daimyo", "End the turn"} <= set(words(state))
    play(state, "End the turn")
    assert state.current_player() == 1
    assert hands(state)[0] == {"Bokken": 1, "Focus": 1, "Daimyo": 1}
    assert state.to_dict()["discards"] == []


def test_s25_targeted_cards_need_a_target_untargeted_ones_do_not():
    hand = "Diversion, Geisha, Bokken, Battle Cry, Jujutsu, Tea Ceremony, Daimyo, Breathing"
    mine = seat(hand, character="Hideyoshi")
    alone = table(mine, seat(), seat(), seat())
    always = {"End the turn", "Battle Cry", "Jujutsu", "Tea Ceremony", "Daimyo"}
    always |= {f"Breathing -> seat {s}" for s in (1, 2, 3)}
    assert set(words(alone)) == always
    defeated = table(mine, seat(), seat("Parry", resilience=0), seat())
    assert set(words(defeated)) == always | {"Diversion -> seat 2", "Geisha -> hand of seat 2"}
    laid = table(mine, seat(), seat("", "Focus"), seat(), bushido=3)
    assert set(words(laid)) == always | {"Geisha -> Focus of seat 2", "Geisha -> Bushido"}
    armed = table(mine, seat("Parry"), seat(), seat())
    assert "Bokken -> seat 1" in words(armed)
    for card in ("Battle Cry", "Jujutsu"):
        wasted = play(alone.clone(), card)
        assert (wasted.current_player(), wasted.to_dict()["node"]) == (0, "play")
        assert wasted.to_dict()["discards"] == [card]
        assert of_seats(wasted, "resilience") == of_seats(alone, "resilience")


def test_s26_parry_is_never_played_in_ones_own_turn():
    state = table(seat("3 Parry", character="Goemon"), seat("Parry"), seat("Parry"))
    assert words(state) == ["End the turn"]
    attacked = table(
        seat("Bokken", character="Goemon"), seat("Parry", character="Tomoe"), seat("Parry")
    )
    play(attacked, "Bokken -> seat 1")
    assert "Parry with Parry" in words(attacked)


def test_s27_weapon_limit_adds_goemon_focus_and_the_shogun_of_three():
    def weapons(state: State) -> bool:
        return any(word.startswith("Bokken") for word in words(state))

    def strike(state: State, times: int) -> State:
        for _ in range(times):
            assert weapons(state)
            play(state, "Bokken -> seat 1", "Take the wounds")
        return state

    def limit(players: int, role: str, character: str, properties: str = "") -> int:
        state = table(
            seat("6 Bokken", properties, role=role, character=character),
            seat("Parry", character="Tomoe"),
            *(seat("Parry") for _ in range(players - 2)),
        )
        for count in range(6):
            if not weapons(state):
                return count
            strike(state, 1)
        return 6

    assert limit(4, "Shogun", "Hideyoshi") == 1
    assert limit(4, "Ninja", "Goemon") == 2
    assert limit(4, "Ninja", "Goemon", "Focus") == 3
    assert limit(4, "Ninja", "Hideyoshi", "2 Focus") == 3
    assert limit(3, "Shogun", "Hideyoshi") == 2
    assert limit(3, "Ninja", "Hideyoshi") == 1
    assert limit(3, "Shogun", "Goemon", "Focus") == 4

    late = table(
        seat("2 Bokken, Focus, Jujutsu", character="Hideyoshi"),
        seat("2 Bō", character="Hanzō"),
        seat(),
        seat(),
    )
    play(late, "Bokken -> seat 1", "Parry with Bō")
    assert not weapons(late)
    play(late, "Focus")
    assert weapons(late)
    play(late, "Jujutsu", "Give up Bō")
    assert late.to_dict()["weapons_played"] == 1
    paying = table(
        seat("2 Bokken", character="Hideyoshi"),
        seat("Parry"),
        seat("Parry"),
        seat("Parry"),
        node="bushido",
        bushido=0,
    )
    play(paying, "Pay with Bokken")
    assert weapons(paying)


def test_s28_the_hand_limit_binds_the_active_player_at_the_end_only():
    state = table(
        seat("5 Parry, 2 Bokken, 2 Focus", character="Hideyoshi"),
        seat("6 Geisha, 2 Kiseru", character="Goemon"),
        seat("9 Parry", character="Tomoe"),
    )
    assert state.to_dict()["node"] == "play"
    play(state, "End the turn")
    choices = ["Discard Bokken", "Discard Focus", "Discard Parry"]
    assert (state.current_player(), sorted(words(state))) == (0, choices)
    play(state, "Discard Focus")
    assert (state.current_player(), sorted(words(state))) == (0, choices)
    play(state, "Discard Bokken")
    assert state.to_dict()["discards"] == ["Focus", "Bokken"]
    assert hands(state)[0] == {"Parry": 5, "Bokken": 1, "Focus": 1}
    assert (state.current_player(), state.to_dict()["node"]) == (1, "play")
    assert hand_sizes(state)[1:] == [10, 9]


def test_s29_hands_and_deck_are_hidden_the_rest_is_public():
    def hidden(hand: str) -> State:
        return table(
            seat("Parry", character="Tomoe"),
            seat(hand, "Armor", character="Goemon", resilience=2, honor=1),
            seat("Parry"),
            discards=["Bokken", "Focus", "Bokken"],
        )

    seen = hidden("Katana, Parry").observation(0)
    assert seen == hidden("2 Geisha").observation(0)
    assert seen != hidden("Geisha").observation(0)
    assert seen["discards"] == ["Bokken", "Focus", "Bokken"]
    assert "deck" not in seen
    other = seen["seats"][1]
    assert (other["hand_size"], other["resilience"], other["honor"]) == (2, 2, 1)
    assert other["properties"] == {"Armor": 1}
    assert "hand" not in other
    assert seen["seats"][0]["hand"] == {"Parry": 1}


def test_s31_the_shogun_may_attack_in_the_first_turn():
    chance = outcomes("role", "Shogun", "Ninja", "Ninja")
    chance += outcomes("character", "Hideyoshi", "Tomoe", "Goemon")
    chance += draws("4 Bokken") + draws("5 Kiseru") + draws("5 Parry")
    state = new_game(3, chance=[*chance, *draws("4 Focus")])
    assert hands(state)[0] == {"Bokken": 4, "Focus": 4}
    assert {"Bokken -> seat 1", "Bokken -> seat 2", "Focus"} <= set(words(state))
    play(state, "Bokken -> seat 1", "Take the wounds")
    assert of_seats(state, "resilience") == [4, 4, 5]


def test_s32_abilities_that_draw_are_mandatory_those_with_may_are_not():
    bystanders = seat("Parry"), seat("Parry")
    attacked = table(
        seat("Bokken, 2 Geisha", character="Tomoe"),
        seat("Parry", character="Ushiwaka"),
        *bystanders,
    )
    play(attacked, "Bokken -> seat 1", "Take the wounds")
    assert (attacked.current_player(), attacked.to_dict()["node"]) == (0, "play")
    assert hand_sizes(attacked)[:2] == [3, 2]
    hideyoshi = table(seat("Parry"), seat("Parry", character="Hideyoshi"), *bystanders)
    play(hideyoshi, "End the turn")
    assert (hideyoshi.to_dict()["node"], hand_sizes(hideyoshi)[1]) == ("play", 4)

    ieyasu = table(
        seat("Parry"), seat("Parry", character="Ieyasu"), *bystanders, discards=["Bokken"]
    )
    play(ieyasu, "End the turn")
    assert set(words(ieyasu)) == {"Draw from the deck", "Take Bokken from the discards"}
    declined = play(ieyasu.clone(), "Draw from the deck", chance=draws("2 Focus"))
    assert hands(declined)[1] == {"Parry": 1, "Focus": 2}
    assert declined.to_dict()["discards"] == ["Bokken"]
    taken = play(ieyasu, "Take Bokken from the discards", chance=draws("Focus"))
    assert hands(taken)[1] == {"Parry": 1, "Bokken": 1, "Focus": 1}
    nobunaga = table(seat("Parry", character="Nobunaga"), seat("Parry"), *bystanders)
    assert set(words(nobunaga)) == {"End the turn", "Pay 1 Resilience for a card"}
    hanzo = table(
        seat("Bokken", character="Goemon"), seat("Bō, Focus", character="Hanzō"), *bystanders
    )
    play(hanzo, "Bokken -> seat 1")
    assert set(words(hanzo)) == {"Take the wounds", "Parry with Bō"}
