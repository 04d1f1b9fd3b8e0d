"""Rulings S47 to S72 and S85 to S88: defeat and Honor, the cards, the characters.

One test per ruling, named by its id; the expected values come from the rulings and the rulebook.

Not to be seen from outside: S57 for Ginchiyo, since a Battle Cry or Jujutsu deals 1 wound and her
reduction has a floor of 1; her 1 wound in that test shows only that nothing is added.
"""

from typing import Any

from kagemusha.core.state import State

from samurai_sword.build import cards, play, seat, table, words


def at(state: State, number: int) -> dict[str, Any]:
    return state.to_dict()["seats"][number]


def honors(state: State) -> list[int]:
    return [one["honor"] for one in state.to_dict()["seats"]]


def resiliences(state: State) -> list[int]:
    return [one["resilience"] for one in state.to_dict()["seats"]]


def hands(state: State) -> list[dict[str, int]]:
    return [one["hand"] for one in state.to_dict()["seats"]]


def where(state: State) -> tuple[str, int | None]:
    """The node and who is to act at it."""
    described = state.to_dict()
    return described["node"], described["mover"]


def deck_size(state: State) -> int:
    return sum(state.to_dict()["deck"].values())


# Defeat and Honor


def test_s47_the_player_whose_card_defeats_gets_the_point():
    def duel(card: str) -> State:
        return table(
            seat("Parry", character="Kojirō"),
            seat(f"{card}, Geisha", character="Goemon"),
            seat("Geisha", resilience=1),
            seat(),
            turn=1,
            mover=1,
        )

    weapon = play(duel("Bokken"), "Bokken -> seat 2", "Take the wounds")
    cry = play(duel("Battle Cry"), "Battle Cry", "Take the wound", "Take the wound")
    jujutsu = play(duel("Jujutsu"), "Jujutsu", "Take the wound", "Take the wound")
    for state in (weapon, cry, jujutsu):
        assert at(state, 2)["resilience"] == 0
        assert honors(state) == [3, 4, 2, 3]
        assert where(state) == ("play", 1)
    spared = play(duel("Bokken"), "Bokken -> seat 0", "Parry with Parry")
    assert honors(spared) == [3, 3, 3, 3]


def test_s48_a_teammates_defeat_moves_the_point_and_is_punished_only_as_the_end():
    def friendly(honor: int) -> State:
        state = table(
            seat("Bokken", role="Shogun"),
            seat("Geisha", role="Samurai", resilience=1, honor=honor),
            seat("Geisha", role="Ninja", stars=1),
            seat("Geisha", role="Ninja", stars=3),
        )
        return play(state, "Bokken -> seat 1", "Take the wounds")

    goes_on = friendly(3)
    assert honors(goes_on) == [4, 2, 3, 3]
    assert goes_on.to_dict()["result"] is None
    assert where(goes_on) == ("play", 0)
    ends = friendly(1)
    assert honors(ends) == [4, 0, 3, 3]
    assert ends.to_dict()["result"] == {
        "cause": "honor",
        "winner": "Ninja",
        "scores": {"Shogun": 4 - 3, "Ninja": 3 + 3 * 2},
        "deadly_strike": "Shogun",
    }


def test_s49_nobunagas_payment_is_no_wound_and_never_the_last_point():
    state = table(
        seat("Geisha", character="Nobunaga", resilience=2, honor=1),
        seat("Parry"),
        seat("Parry"),
        seat("Parry"),
    )
    play(state, "Pay 1 Resilience for a card", chance=[("draw", "Katana")])
    assert resiliences(state)[0] == 1
    assert at(state, 0)["hand"] == {"Geisha": 1, "Katana": 1}
    assert honors(state) == [1, 3, 3, 3]
    assert state.to_dict()["result"] is None
    assert where(state) == ("play", 0)
    assert "Pay 1 Resilience for a card" not in words(state)
    assert not state.harmless(0)


def test_s50_the_italian_battle_cry_is_the_one_battle_cry_and_moves_honor():
    state = table(
        seat("Battle Cry"),
        seat("Geisha", resilience=1),
        seat(),
        seat(),
        options={"language": "it"},
    )
    assert set(words(state)) == {"End the turn", "Grido di Battaglia"}
    play(state, "Grido di Battaglia", "Take the wound")
    assert honors(state) == [4, 2, 3, 3]
    assert state.to_dict()["discards"] == ["Battle Cry"]
    assert "Grido di Battaglia" not in words(state)


# Cards


def test_s51_battle_cry_and_jujutsu_ask_clockwise_and_openly():
    for card, answer, given in (
        ("Battle Cry", "Parry with Parry", "Parry"),
        ("Jujutsu", "Give up Bokken", "Bokken"),
    ):
        state = table(
            seat("Parry, Bokken"),
            seat("Parry, Bokken"),
            seat(f"{card}, Geisha"),
            seat("Parry, Bokken"),
            turn=2,
            mover=2,
        )
        play(state, card)
        assert where(state) == (card.lower(), 3)
        before = state.observation(0)
        assert before["discards"] == []
        play(state, answer)
        assert where(state) == (card.lower(), 0)
        seen = state.observation(0)
        assert seen["discards"] == [given]
        assert seen["seats"][3]["hand_size"] == 1
        assert seen["seats"][1]["hand_size"] == 2
        play(state, "Take the wound")
        assert where(state) == (card.lower(), 1)
        assert state.observation(1)["seats"][0]["resilience"] == resiliences(state)[0] == 4
        play(state, answer)
        assert where(state) == ("play", 2)
        assert state.to_dict()["discards"] == [given, given, card]


def test_s52_after_the_end_nobody_else_is_asked_or_wounded():
    def cry(honor: int) -> State:
        state = table(
            seat("Battle Cry"),
            seat("Parry", role="Ninja", character="Goemon", resilience=1, honor=honor),
            seat("Parry", character="Kojirō"),
            seat("Geisha", character="Tomoe"),
        )
        return play(state, "Battle Cry", "Take the wound")

    ended = cry(1)
    assert ended.is_terminal()
    assert where(ended) == ("end", None)
    assert resiliences(ended) == [5, 0, 5, 5]
    assert hands(ended)[2:] == [{"Parry": 1}, {"Geisha": 1}]
    assert where(cry(2)) == ("battle cry", 2)


def test_s53_harmless_players_and_chiyome_are_passed_over():
    for card in ("Battle Cry", "Jujutsu"):
        state = table(
            seat(f"{card}, Geisha"),
            seat("", character="Goemon"),
            seat("Parry, Bokken", character="Tomoe", resilience=0),
            seat("Parry, Bokken", character="Chiyome"),
            seat("Parry, Bokken", character="Kojirō"),
        )
        play(state, card)
        assert where(state) == (card.lower(), 4)
        play(state, "Take the wound")
        assert where(state) == ("play", 0)
        assert resiliences(state) == [5, 5, 0, 4, 4]
        both = {"Parry": 1, "Bokken": 1}
        assert hands(state) == [{"Geisha": 1}, {}, both, both, both]
        assert state.to_dict()["discards"] == [card]


def test_s54_a_weapon_given_up_for_jujutsu_is_a_discard_and_no_attack():
    state = table(
        seat("Jujutsu, Bokken"),
        seat("Katana, Parry", character="Tomoe"),
        seat(),
        seat(),
    )
    deck = deck_size(state)
    play(state, "Jujutsu", "Give up Katana")
    described = state.to_dict()
    assert described["discards"] == ["Katana", "Jujutsu"]
    assert described["weapons_played"] == 0
    assert described["attacks"] == [[0] * 4] * 4
    assert resiliences(state)[:2] == [5, 5]
    assert at(state, 1)["hand"] == {"Parry": 1}
    assert deck_size(state) == deck
    assert where(state) == ("play", 0)
    assert "Bokken -> seat 1" in words(state)


def test_s55_hanzo_parries_a_battle_cry_with_a_weapon():
    def cry(hand: str, character: str = "Hanzō") -> State:
        state = table(seat("Battle Cry"), seat(hand, character=character), seat(), seat())
        return play(state, "Battle Cry")

    able = cry("Bokken, Geisha")
    assert set(words(able)) == {"Take the wound", "Parry with Bokken"}
    play(able, "Parry with Bokken")
    assert at(able, 1)["resilience"] == 4
    assert at(able, 1)["hand"] == {"Geisha": 1}
    assert able.to_dict()["discards"] == ["Bokken", "Battle Cry"]
    assert able.to_dict()["attacks"][1] == [0, 0, 0, 0]
    assert words(cry("Bokken")) == ["Take the wound"]
    assert set(words(cry("2 Bokken"))) == {"Take the wound", "Parry with Bokken"}
    assert words(cry("Bokken, Geisha", "Goemon")) == ["Take the wound"]


def test_s56_hanzo_gives_even_his_last_card_for_jujutsu():
    state = table(seat("Jujutsu"), seat("Bokken", character="Hanzō"), seat(), seat())
    play(state, "Jujutsu")
    assert set(words(state)) == {"Take the wound", "Give up Bokken"}
    play(state, "Give up Bokken")
    assert at(state, 1)["hand"] == {}
    assert at(state, 1)["resilience"] == 4
    no_weapon = table(seat("Jujutsu"), seat("Parry, Geisha", character="Hanzō"), seat(), seat())
    assert words(play(no_weapon, "Jujutsu")) == ["Take the wound"]


def test_s57_no_weapon_bonus_applies_to_battle_cry_and_jujutsu():
    for card in ("Battle Cry", "Jujutsu"):
        for attacker in ("Musashi", "Tomoe"):
            state = table(
                seat(f"{card}, Geisha", "2 Fast Draw", character=attacker),
                seat("Geisha", character="Ginchiyo"),
                seat("Geisha", character="Ushiwaka"),
                seat("Geisha", character="Goemon"),
            )
            deck = deck_size(state)
            play(state, card, "Take the wound", "Take the wound", "Take the wound")
            assert where(state) == ("play", 0)
            assert resiliences(state) == [5, 3, 3, 4]
            assert hands(state) == [{"Geisha": 1}] * 4
            assert deck_size(state) == deck


def test_s58_without_the_needed_card_the_wound_must_be_taken():
    for card, wrong in (("Battle Cry", "Bokken, Focus"), ("Jujutsu", "Parry, Geisha")):
        state = table(seat(card), seat(wrong, character="Goemon"), seat(), seat())
        play(state, card)
        assert where(state) == (card.lower(), 1)
        assert words(state) == ["Take the wound"]
        play(state, "Take the wound")
        assert at(state, 1)["resilience"] == 4
        assert at(state, 1)["hand"] == cards(wrong)


def test_s59_breathing_heals_the_player_alone_and_one_guest_draws():
    state = table(
        seat("Breathing", character="Musashi", resilience=2),
        seat("Parry", character="Goemon", resilience=2),
        seat("", character="Tomoe", resilience=0),
        seat("", character="Kojirō", resilience=3),
    )
    deck = deck_size(state)
    assert set(words(state)) == {
        "End the turn",
        "Breathing -> seat 1",
        "Breathing -> seat 2",
        "Breathing -> seat 3",
    }
    play(state, "Breathing -> seat 2", chance=[("draw", "Katana")])
    assert resiliences(state) == [5, 2, 0, 3]
    assert hands(state) == [{}, {"Parry": 1}, {"Katana": 1}, {}]
    assert deck_size(state) == deck - 1
    healthy = table(seat("Breathing"), seat(), seat(), seat())
    assert "Breathing -> seat 1" in words(healthy)


def test_s60_tea_ceremony_serves_its_player_then_clockwise():
    state = table(
        seat("Parry"),
        seat("Tea Ceremony", character="Goemon"),
        seat("Parry", character="Tomoe", resilience=0),
        seat(""),
        turn=1,
        mover=1,
    )
    deck = deck_size(state)
    order = ("Katana", "Nodachi", "Wakizashi", "Daikyu", "Tanegashima", "Nagayari")
    play(state, "Tea Ceremony", chance=[("draw", card) for card in order])
    assert hands(state) == [
        cards("Parry, Nagayari"),
        cards("Katana, Nodachi, Wakizashi"),
        cards("Parry, Daikyu"),
        cards("Tanegashima"),
    ]
    assert deck_size(state) == deck - 6
    assert state.to_dict()["discards"] == ["Tea Ceremony"]
    assert at(state, 2)["resilience"] == 0


def test_s61_a_played_daimyo_is_discarded_and_only_those_in_hand_score():
    state = table(
        seat("2 Daimyo, Bokken", role="Shogun"),
        seat("Parry", role="Samurai"),
        seat("Daimyo", role="Ninja", stars=3),
        seat("Geisha", role="Ninja", stars=2, resilience=1, honor=1),
    )
    play(state, "Daimyo", chance=[("draw", "Parry"), ("draw", "Focus")])
    assert at(state, 0)["hand"] == cards("Daimyo, Bokken, Parry, Focus")
    assert state.to_dict()["discards"] == ["Daimyo"]
    play(state, "Bokken -> seat 3", "Take the wounds")
    result = state.to_dict()["result"]
    assert result["scores"] == {"Shogun": 4 + 3 * 2 + 1, "Ninja": 3 * 2 + 0 + 1}


def test_s62_diversion_takes_a_random_card_that_only_two_players_see():
    def theft(seed: int) -> State:
        return table(
            seat("Diversion"),
            seat("Katana, Nodachi", character="Goemon", resilience=0),
            seat(""),
            seat("Parry"),
            seed=seed,
        )

    state = theft(0)
    assert set(words(state)) == {"End the turn", "Diversion -> seat 1", "Diversion -> seat 3"}
    play(state, "Diversion -> seat 1", chance=[("hand", "Katana")])
    assert hands(state) == [{"Katana": 1}, {"Nodachi": 1}, {}, {"Parry": 1}]
    assert state.to_dict()["discards"] == ["Diversion"]
    for viewer in (0, 1):
        assert "Katana" in str(state.observation(viewer)["events"])
    for viewer in (2, 3):
        assert "Katana" not in str(state.observation(viewer))
        assert "Nodachi" not in str(state.observation(viewer))
        assert state.observation(viewer)["seats"][0]["hand_size"] == 1
    stolen = {
        *(name for n in range(40) for name in at(play(theft(n), "Diversion -> seat 1"), 0)["hand"])
    }
    assert stolen == {"Katana", "Nodachi"}


def test_s63_geisha_takes_any_property_in_play_or_a_card_of_another_hand():
    def visit(**options: bool) -> State:
        return table(
            seat("Geisha, Parry", "Focus"),
            seat("Katana, Parry", "Armor"),
            seat("", "Fast Draw"),
            seat("Bokken", character="Tomoe", resilience=0),
            bushido=0,
            options=options,
        )

    others = {
        "Geisha -> hand of seat 1",
        "Geisha -> hand of seat 3",
        "Geisha -> Armor of seat 1",
        "Geisha -> Fast Draw of seat 2",
    }
    own = {"Geisha -> Focus of seat 0", "Geisha -> Bushido"}
    assert set(words(visit())) == {"End the turn"} | others | own
    assert set(words(visit(geisha_own_property=False))) == {"End the turn"} | others
    focus = play(visit(), "Geisha -> Focus of seat 0")
    assert at(focus, 0)["properties"] == {}
    assert focus.to_dict()["discards"] == ["Focus", "Geisha"]
    assert focus.to_dict()["bushido"] == 0
    hand = play(visit(), "Geisha -> hand of seat 1", chance=[("hand", "Katana")])
    assert at(hand, 1)["hand"] == {"Parry": 1}
    assert at(hand, 1)["properties"] == {"Armor": 1}
    assert at(hand, 0)["hand"] == {"Parry": 1}
    assert hand.to_dict()["discards"] == ["Katana", "Geisha"]


def test_s64_geisha_removes_a_bushido():
    state = table(seat("2 Geisha"), seat("Parry"), seat("Parry"), seat("Parry"), bushido=2)
    play(state, "Geisha -> Bushido")
    assert state.to_dict()["bushido"] is None
    assert state.to_dict()["discards"] == ["Bushido", "Geisha"]
    assert at(state, 2)["hand"] == {"Parry": 1}
    assert "Geisha -> Bushido" not in words(state)
    assert "Geisha -> hand of seat 2" in words(state)


def test_s65_bushido_goes_before_anyone():
    def lay(target: int) -> State:
        state = table(
            seat("Bushido"),
            seat("Parry", "2 Armor"),
            seat("Parry", "4 Focus", character="Benkei"),
            seat("Parry", character="Goemon", resilience=0),
            seat(""),
        )
        assert set(words(state)) == {"End the turn"} | {f"Bushido -> seat {n}" for n in range(5)}
        return play(state, f"Bushido -> seat {target}")

    for target in range(5):
        laid = lay(target).to_dict()
        assert laid["bushido"] == target
        assert laid["discards"] == []
        assert laid["seats"][0]["hand"] == {}
        assert [one["honor"] for one in laid["seats"]] == [3] * 5


def test_s66_no_second_bushido_while_one_is_in_play():
    hidden = table(seat("Bushido, Focus"), seat("Parry"), seat(), seat(), bushido=2)
    assert set(words(hidden)) == {"End the turn", "Focus"}
    play(hidden, "End the turn")
    assert at(hidden, 0)["hand"] == cards("Bushido, Focus")
    assert hidden.to_dict()["bushido"] == 2
    free = table(seat("Bushido, Focus"), seat("Parry"), seat(), seat())
    assert "Bushido -> seat 2" in words(free)


def test_s67_bushido_passes_left_if_no_weapon_is_flipped():
    for flipped in ("Parry", "Focus", "Daimyo"):
        state = table(
            seat(),
            seat("Bokken", character="Goemon"),
            seat(),
            seat(),
            bushido=1,
        )
        draws = [("draw", flipped), ("draw", "Geisha"), ("draw", "Katana")]
        play(state, "End the turn", chance=draws)
        assert where(state) == ("play", 1)
        assert state.to_dict()["bushido"] == 2
        assert state.to_dict()["discards"] == [flipped]
        assert honors(state) == [3, 3, 3, 3]
        assert at(state, 1)["hand"] == cards("Bokken, Geisha, Katana")


def test_s68_a_flipped_weapon_costs_a_weapon_or_an_honor_point():
    def check(hand: str) -> State:
        state = table(seat(), seat(hand, character="Goemon"), seat(), seat(), bushido=1)
        return play(state, "End the turn", chance=[("draw", "Katana")])

    draws = [("draw", "Parry"), ("draw", "Focus")]
    armed = check("Bokken, Geisha")
    assert where(armed) == ("bushido", 1)
    assert set(words(armed)) == {"Pay 1 Honor", "Pay with Bokken"}
    weapon = play(armed, "Pay with Bokken", chance=draws)
    assert weapon.to_dict()["bushido"] == 2
    assert honors(weapon) == [3, 3, 3, 3]
    assert at(weapon, 1)["hand"] == cards("Geisha, Parry, Focus")
    assert weapon.to_dict()["discards"] == ["Katana", "Bokken"]
    assert where(weapon) == ("play", 1)
    honor = play(check("Bokken, Geisha"), "Pay 1 Honor", chance=draws)
    assert honor.to_dict()["bushido"] is None
    assert honors(honor) == [3, 2, 3, 3]
    assert at(honor, 1)["hand"] == cards("Bokken, Geisha, Parry, Focus")
    assert honor.to_dict()["discards"] == ["Katana", "Bushido"]
    assert where(honor) == ("play", 1)
    assert words(check("Geisha, Parry")) == ["Pay 1 Honor"]


def test_s69_the_flipped_weapon_itself_cannot_pay():
    for hand, legal in (
        ("Geisha", {"Pay 1 Honor"}),
        ("Bokken", {"Pay 1 Honor", "Pay with Bokken"}),
    ):
        state = table(seat(), seat(hand, character="Goemon"), seat(), seat(), bushido=1)
        play(state, "End the turn", chance=[("draw", "Katana")])
        assert where(state) == ("bushido", 1)
        assert state.to_dict()["discards"] == ["Katana"]
        assert set(words(state)) == legal


def test_s70_the_end_of_the_deck_comes_between_the_flip_and_its_effect():
    def flip(card: str, honor: int) -> State:
        state = table(
            seat("Parry"),
            seat("Geisha", character="Goemon"),
            seat("Parry"),
            seat("Parry", honor=honor),
            bushido=1,
            deck=card,
        )
        return play(state, "End the turn", chance=[("draw", card)])

    weapon = flip("Katana", 3)
    assert where(weapon) == ("bushido", 1)
    assert honors(weapon) == [2, 2, 2, 2]
    assert weapon.to_dict()["discards"] == []
    assert weapon.to_dict()["deck"]["Katana"] == 1
    assert weapon.to_dict()["bushido"] == 1
    play(weapon, "Pay 1 Honor")
    assert honors(weapon) == [2, 1, 2, 2]
    assert weapon.to_dict()["discards"] == ["Bushido"]
    other = flip("Daimyo", 3)
    assert where(other) == ("play", 1)
    assert honors(other) == [2, 2, 2, 2]
    assert other.to_dict()["bushido"] == 2
    for card in ("Katana", "Daimyo"):
        ended = flip(card, 1)
        assert ended.is_terminal()
        assert honors(ended) == [2, 2, 2, 0]
        assert ended.to_dict()["bushido"] == 1
        assert at(ended, 1)["hand"] == {"Geisha": 1}


def test_s71_the_shogun_of_three_pays_bushido_without_honor():
    state = table(
        seat("Bokken", role="Shogun", honor=6),
        seat("Parry"),
        seat("Parry"),
        turn=2,
        mover=2,
        bushido=0,
    )
    play(state, "End the turn", chance=[("draw", "Katana")])
    assert set(words(state)) == {"Pay 1 Honor", "Pay with Bokken"}
    play(state, "Pay 1 Honor")
    assert honors(state) == [6, 3, 3]
    assert state.to_dict()["bushido"] is None
    assert state.to_dict()["discards"] == ["Katana", "Bushido"]
    assert at(state, 0)["hand"]["Bokken"] >= 1
    ninja = table(seat(honor=6), seat("Parry"), seat("Parry"), bushido=1)
    play(ninja, "End the turn", "Pay 1 Honor", chance=[("draw", "Katana")])
    assert honors(ninja) == [6, 2, 3]
    four = table(seat(), seat(), seat(), seat("Parry"), turn=3, mover=3, bushido=0)
    play(four, "End the turn", "Pay 1 Honor", chance=[("draw", "Katana")])
    assert honors(four) == [2, 3, 3, 3]


def test_s72_properties_add_up_and_lie_before_their_player():
    state = table(
        seat("2 Armor, 2 Focus, 2 Fast Draw, 3 Shuriken, Tanegashima", character="Kojirō"),
        seat("Geisha", character="Goemon"),
        seat("Geisha", character="Hideyoshi"),
        seat("Geisha", character="Musashi"),
    )
    laid = {text for text in words(state) if text.startswith(("Armor", "Focus", "Fast"))}
    assert laid == {"Armor", "Focus", "Fast Draw"}
    play(state, "Armor", "Focus", "Fast Draw", "Armor", "Focus", "Fast Draw")
    assert at(state, 0)["properties"] == {"Focus": 2, "Armor": 2, "Fast Draw": 2}
    assert [at(state, n)["properties"] for n in (1, 2, 3)] == [{}, {}, {}]
    assert (state.difficulty(1, 0), state.difficulty(0, 1)) == (3, 1)
    for target in (1, 2, 3):
        play(state, f"Shuriken -> seat {target}", "Take the wounds")
    assert resiliences(state) == [5, 5 - 3, 4 - 3, 5 - 3]
    assert words(state) == ["End the turn"]


# Characters


def test_s85_ieyasu_may_take_the_top_discard_as_his_first_draw_only():
    def draw_phase(discards: list[str], **rest: Any) -> State:
        return table(
            seat(), seat("Parry", character="Ieyasu"), seat(), seat(), discards=discards, **rest
        )

    state = play(draw_phase(["Nodachi", "Katana"]), "End the turn")
    assert where(state) == ("first draw", 1)
    assert set(words(state)) == {"Draw from the deck", "Take Katana from the discards"}
    deck = deck_size(state)
    declined = state.clone()
    play(state, "Take Katana from the discards", chance=[("draw", "Focus")])
    assert where(state) == ("play", 1)
    assert at(state, 1)["hand"] == cards("Parry, Katana, Focus")
    assert state.to_dict()["discards"] == ["Nodachi"]
    assert deck_size(state) == deck - 1
    play(declined, "Draw from the deck", chance=[("draw", "Focus"), ("draw", "Armor")])
    assert where(declined) == ("play", 1)
    assert at(declined, 1)["hand"] == cards("Parry, Focus, Armor")
    assert declined.to_dict()["discards"] == ["Nodachi", "Katana"]
    empty = play(draw_phase([]), "End the turn")
    assert where(empty) == ("play", 1)
    assert sum(at(empty, 1)["hand"].values()) == 3
    own_check = play(draw_phase([], bushido=1), "End the turn", chance=[("draw", "Geisha")])
    assert set(words(own_check)) == {"Draw from the deck", "Take Geisha from the discards"}
    play(own_check, "Take Geisha from the discards", chance=[("draw", "Focus")])
    assert at(own_check, 1)["hand"] == cards("Parry, Geisha, Focus")
    plain = table(seat(), seat("Parry", character="Goemon"), seat(), seat(), discards=["Katana"])
    assert where(play(plain, "End the turn")) == ("play", 1)


def test_s86_nobunaga_pays_in_his_play_phase_down_to_one():
    pay = "Pay 1 Resilience for a card"

    def reign(hand: str, **rest: Any) -> State:
        return table(seat(hand, character="Nobunaga"), seat("Bokken"), seat(), seat(), **rest)

    state = reign("Parry")
    draws = [("draw", card) for card in ("Katana", "Nodachi", "Wakizashi", "Nagayari")]
    play(state, pay, pay, pay, pay, chance=draws)
    assert resiliences(state)[0] == 1
    assert at(state, 0)["hand"] == cards("Parry, Katana, Nodachi, Wakizashi, Nagayari")
    assert pay not in words(state)
    full = reign("8 Parry")
    assert pay in words(full)
    play(full, "End the turn")
    assert where(full) == ("discard", 0)
    assert words(full) == ["Discard Parry"]
    check = reign("Parry", node="bushido", bushido=0, discards=["Katana"])
    assert words(check) == ["Pay 1 Honor"]
    target = reign("Geisha", node="parry", turn=1, mover=0, in_play="Katana", weapons_played=1)
    assert words(target) == ["Take the wounds"]
    other = table(seat("Parry", character="Musashi"), seat(), seat(), seat())
    assert pay not in words(other)


def test_s87_goemon_focus_and_the_shogun_of_three_add_up():
    def attacks(properties: str, character: str, others: int) -> int:
        """How many Bokken can be played in the turn."""
        bystanders = ("Musashi", "Tomoe", "Kojirō", "Nobunaga")[:others]
        state = table(
            seat("6 Bokken", properties, character=character, role="Shogun"),
            *(seat("2 Parry, Geisha", character=name) for name in bystanders),
        )
        for played in range(6):
            assert state.to_dict()["weapons_played"] == played
            target = 1 if played < 2 else others
            if f"Bokken -> seat {target}" not in words(state):
                assert not [text for text in words(state) if text.startswith("Bokken")]
                return played
            play(state, f"Bokken -> seat {target}", "Parry with Parry")
        return 6

    assert attacks("", "Hideyoshi", 4) == 1
    assert attacks("", "Goemon", 4) == 2
    assert attacks("Focus", "Goemon", 4) == 3
    assert attacks("Focus", "Hideyoshi", 4) == 2
    assert attacks("", "Hideyoshi", 2) == 2
    assert attacks("", "Goemon", 2) == 3
    assert attacks("Focus", "Goemon", 2) == 4


def test_s88_chiyome_draws_and_is_hit_by_weapons_as_usual():
    def meet(card: str) -> State:
        return table(
            seat(f"{card}, Focus", character="Goemon"),
            seat("Geisha, Parry", character="Chiyome"),
            seat(""),
            seat(""),
        )

    tea = [("draw", card) for card in ("Armor", "Armor", "Armor", "Katana")]
    served = play(meet("Tea Ceremony"), "Tea Ceremony", chance=tea)
    assert at(served, 1)["hand"] == cards("Geisha, Parry, Katana")
    guest = play(meet("Breathing"), "Breathing -> seat 1", chance=[("draw", "Katana")])
    assert at(guest, 1)["hand"] == cards("Geisha, Parry, Katana")
    robbed = play(meet("Diversion"), "Diversion -> seat 1", chance=[("hand", "Parry")])
    assert at(robbed, 1)["hand"] == {"Geisha": 1}
    hit = play(meet("Kiseru"), "Kiseru -> seat 1", "Take the wounds")
    assert at(hit, 1)["resilience"] == 4 - 2
    for card in ("Battle Cry", "Jujutsu"):
        spared = play(meet(card), card)
        assert where(spared) == ("play", 0)
        assert at(spared, 1)["resilience"] == 4
        assert at(spared, 1)["hand"] == cards("Geisha, Parry")
