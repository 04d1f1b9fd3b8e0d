"""Rulings S33 to S46 of Samurai Sword: attacks, parries and wounds. One test per ruling."""

from collections import Counter

from kagemusha.core.state import State

from samurai_sword.build import play, seat, table, words


def of_seats(state: State, key: str) -> list:
    return [one[key] for one in state.to_dict()["seats"]]


def hands(state: State) -> list[dict[str, int]]:
    return of_seats(state, "hand")


def at_node(state: State) -> tuple[int, str]:
    return state.current_player(), state.to_dict()["node"]


def draws(*names: str) -> list[tuple[str, str | int]]:
    return [("draw", name) for name in names]


def six(turn: int = 0, hand: str = "Parry", **given: dict) -> State:
    """Six players A to F, all with a card in hand; the one whose turn it is has the given hand."""
    seats = {letter: seat("Parry") for letter in "ABCDEF"}
    seats["ABCDEF"[turn]] = seat(hand, character="Hideyoshi")
    for letter, details in given.items():
        seats[letter] |= details
    return table(*seats.values(), turn=turn, mover=turn)


def test_s33_difficulty_is_the_shorter_way_plus_armor():
    # The rulebook's example: A has 2 Armor; B and F have 3, C and E have 4, D has 5.
    arsenal = "Nagayari, Nodachi, Daikyū, Tanegashima"
    example = six(3, arsenal, A={"properties": {"Armor": 2}})
    assert [example.difficulty(s, 0) for s in range(1, 6)] == [3, 4, 5, 4, 3]
    assert [example.difficulty(0, s) for s in range(1, 6)] == [1, 2, 3, 2, 1]
    assert example.difficulty(5, 1) == example.difficulty(1, 5) == 2  # no Armor on the way
    at_a = {word for word in words(example) if word.endswith("seat 0")}
    assert at_a == {"Daikyū -> seat 0", "Tanegashima -> seat 0"}

    benkei = six(A={"properties": {"Armor": 2}, "character": "Benkei"})
    assert [benkei.difficulty(s, 0) for s in range(1, 6)] == [4, 5, 6, 5, 4]
    assert [benkei.difficulty(0, s) for s in range(1, 6)] == [1, 2, 3, 2, 1]
    skipped = six(B={"hand": {}}, C={"resilience": 0}, E={"hand": {}})
    assert skipped.difficulty(0, 3) == 1  # B and C do not count
    assert skipped.difficulty(0, 5) == 1
    assert skipped.difficulty(5, 3) == 1
    one_side = six(E={"hand": {}})
    assert (one_side.difficulty(0, 3), one_side.difficulty(0, 2)) == (2, 2)


def test_s34_the_armor_of_the_target_counts_as_in_the_daikyu_example():
    arsenal = "Daikyū, Nodachi, Naginata, Bō, Wakizashi"

    def at_d(state: State) -> set[str]:
        return {word.split(" -> ")[0] for word in words(state) if word.endswith("seat 3")}

    plain = six(0, arsenal, D={"character": "Goemon", "resilience": 3})
    assert plain.difficulty(0, 3) == 3
    assert at_d(plain) == {"Daikyū", "Nodachi", "Naginata"}
    armored = six(0, arsenal, D={"properties": {"Armor": 1}})
    assert armored.difficulty(0, 3) == 4
    assert at_d(armored) == {"Daikyū", "Naginata"}
    attacker = six(0, arsenal, A={"properties": {"Armor": 1}})
    assert attacker.difficulty(0, 3) == 3
    assert at_d(attacker) == {"Daikyū", "Nodachi", "Naginata"}

    play(plain, "Daikyū -> seat 3", "Take the wounds")
    assert of_seats(plain, "resilience")[3] == 1
    assert of_seats(plain, "honor") == [3, 3, 3, 3, 3, 3]
    assert plain.to_dict()["discards"] == ["Daikyū"]
    weak = six(0, arsenal, D={"character": "Goemon", "resilience": 2})
    play(weak, "Daikyū -> seat 3", "Take the wounds")
    assert of_seats(weak, "resilience")[3] == 0
    assert of_seats(weak, "honor") == [4, 3, 3, 2, 3, 3]


def test_s35_the_difficulty_is_not_tested_again_after_the_declaration():
    far = table(
        seat("Parry", character="Hideyoshi"),
        seat("Parry"),
        seat("Parry", "2 Armor", character="Goemon"),
        seat("Parry"),
        node="parry",
        in_play="Bokken",
        mover=2,
        weapons_played=1,
    )
    assert far.difficulty(0, 2) == 4
    play(far, "Take the wounds")
    assert of_seats(far, "resilience")[2] == 4
    assert far.to_dict()["discards"] == ["Bokken"]
    assert hands(far)[0] == {"Parry": 1}  # the Bokken is not returned


def test_s36_kojiro_reaches_everybody_but_the_harmless():
    fortress = {"character": "Benkei", "properties": {"Armor": 2}}
    harmless = {"C": {"hand": {}}, "F": {"resilience": 0}}
    kojiro = six(0, "Bokken", A={"character": "Kojirō"}, D=fortress)
    assert kojiro.difficulty(0, 3) == 6
    assert {f"Bokken -> seat {s}" for s in range(1, 6)} <= set(words(kojiro))
    play(kojiro, "Bokken -> seat 3", "Take the wounds")
    assert of_seats(kojiro, "resilience")[3] == 4
    spared = six(0, "Bokken", A={"character": "Kojirō"}, D=fortress, **harmless)
    reached = {"Bokken -> seat 1", "Bokken -> seat 3", "Bokken -> seat 4"}
    assert set(words(spared)) == reached | {"End the turn"}
    other = six(0, "Daikyū", D=fortress)
    assert "Daikyū -> seat 3" not in words(other)


def test_s37_anybody_else_may_be_attacked_teammates_too():
    state = table(
        seat("Tanegashima", role="Shogun", character="Hideyoshi"),
        seat("Parry", role="Samurai", character="Goemon"),
        seat("Parry", role="Ninja"),
        seat("Parry", role="Ninja"),
    )
    targets = {f"Tanegashima -> seat {s}" for s in (1, 2, 3)}
    assert set(words(state)) == targets | {"End the turn"}
    play(state, "Tanegashima -> seat 1", "Take the wounds")
    assert of_seats(state, "resilience")[1] == 4


def test_s38_the_last_hand_card_may_attack():
    state = table(
        seat("Kiseru", character="Hideyoshi"),
        seat("Parry", character="Goemon"),
        seat("Parry"),
        seat("Parry"),
    )
    play(state, "Kiseru -> seat 1")
    assert hands(state)[0] == {}
    assert state.harmless(0)
    assert at_node(state) == (1, "parry")
    play(state, "Take the wounds")
    assert of_seats(state, "resilience")[1] == 3
    assert at_node(state) == (0, "play")


def test_s39_the_target_alone_decides_and_one_parry_cancels_all():
    state = table(
        seat("Nodachi", "3 Fast Draw", character="Musashi"),
        seat("2 Parry, Focus", character="Goemon"),
        seat("3 Parry"),
        seat("3 Parry"),
    )
    play(state, "Nodachi -> seat 1")
    assert at_node(state) == (1, "parry")
    assert set(words(state)) == {"Take the wounds", "Parry with Parry"}
    parried = play(state.clone(), "Parry with Parry")
    assert of_seats(parried, "resilience")[1] == 5
    assert of_seats(parried, "honor") == [3, 3, 3, 3]
    assert hands(parried) == [{}, {"Parry": 1, "Focus": 1}, {"Parry": 3}, {"Parry": 3}]
    assert at_node(parried) == (0, "play")
    hit = play(state, "Take the wounds")
    assert of_seats(hit, "resilience")[1] == 0
    assert hands(hit)[1] == {"Parry": 2, "Focus": 1}
    assert at_node(hit) == (0, "play")


def test_s40_a_target_who_cannot_parry_is_asked_too():
    state = table(
        seat("Bokken", character="Hideyoshi"),
        seat("Bō, Focus", character="Goemon"),
        seat("Parry"),
        seat("Parry"),
    )
    play(state, "Bokken -> seat 1")
    assert at_node(state) == (1, "parry")
    assert words(state) == ["Take the wounds"]
    assert of_seats(state, "resilience")[1] == 5


def test_s41_wounds_add_up_and_ginchiyo_takes_one_off_at_the_end():
    def wounds(attacker: str, weapon: str, target: str, properties: str = "") -> int:
        state = table(
            seat(weapon, properties, character=attacker),
            seat("Focus", "Fast Draw", character=target),
            seat("Parry"),
            seat("Parry"),
        )
        before = of_seats(state, "resilience")[1]
        play(state, f"{weapon} -> seat 1", "Take the wounds")
        return before - of_seats(state, "resilience")[1]

    assert wounds("Hideyoshi", "Bokken", "Goemon") == 1
    assert wounds("Hideyoshi", "Bokken", "Goemon", "2 Fast Draw") == 3
    assert wounds("Musashi", "Bokken", "Goemon") == 2
    assert wounds("Musashi", "Kiseru", "Goemon", "2 Fast Draw") == 5
    assert wounds("Hideyoshi", "Nodachi", "Ginchiyo") == 2
    assert wounds("Hideyoshi", "Shuriken", "Ginchiyo") == 1
    assert wounds("Musashi", "Bokken", "Ginchiyo") == 1
    assert wounds("Musashi", "Bokken", "Ginchiyo", "Fast Draw") == 2


def test_s42_excess_wounds_are_ignored():
    def struck(resilience: int) -> State:
        state = table(
            seat("Nodachi", character="Hideyoshi"),
            seat("Daimyo", character="Ushiwaka", resilience=resilience),
            seat("Parry"),
            seat("Parry"),
        )
        return play(state, "Nodachi -> seat 1", "Take the wounds")

    defeated = struck(1)
    assert of_seats(defeated, "resilience")[1] == 0
    assert of_seats(defeated, "honor") == [4, 2, 3, 3]
    assert sum(hands(defeated)[1].values()) == 1 + 1
    assert sum(defeated.to_dict()["deck"].values()) == 90 - 4 - 1
    alive = struck(4)
    assert of_seats(alive, "resilience")[1] == 1
    assert sum(hands(alive)[1].values()) == 1 + 3


def test_s43_order_after_a_hit():
    def duel(deck: str | None = None, others: int = 4, **target: int) -> State:
        state = table(
            seat("Tanegashima", role="Ninja", character="Tomoe"),
            seat("Daimyo", role="Shogun", character="Ushiwaka", **target),
            seat("Bokken", role="Samurai", resilience=others),
            seat("Bokken", role="Ninja", resilience=others),
            deck=deck,
        )
        return play(state, "Tanegashima -> seat 1")

    # The weapon is among the discards before the draws; the sufferer draws before the gainer.
    hit = duel(deck="Parry")
    play(hit, "Take the wounds", chance=draws("Parry", "Tanegashima"))
    assert hands(hit)[:2] == [{"Tanegashima": 1}, {"Daimyo": 1, "Parry": 1}]
    assert hit.to_dict()["discards"] == []
    assert of_seats(hit, "honor") == [2, 2, 2, 2]
    # After a defeat the Honor Point moves, then Ushiwaka draws; the deck ends the game here.
    defeat = play(duel(deck="Parry", resilience=1, honor=2), "Take the wounds")
    assert of_seats(defeat, "honor") == [3, 0, 2, 2]
    assert hands(defeat)[:2] == [{}, {"Daimyo": 1, "Parry": 1}]
    assert defeat.to_dict()["result"]["deadly_strike"] is None
    # An end comes before the weapon is discarded and before anybody draws.
    for over in (
        play(duel(resilience=1, honor=1), "Take the wounds"),
        play(duel(deck="Parry", resilience=1, honor=1), "Take the wounds"),
    ):
        assert over.to_dict()["result"]["cause"] == "honor"
        assert over.to_dict()["in_play"] == "Tanegashima"
        assert "Tanegashima" not in over.to_dict()["discards"]
        assert hands(over) == [{}, {"Daimyo": 1}, {"Bokken": 1}, {"Bokken": 1}]
        assert of_seats(over, "honor") == [4, 0, 3, 3]
    # The Swordmaster test comes before the Honor Point moves.
    alone = play(duel(others=0, resilience=1, honor=1), "Take the wounds")
    assert alone.to_dict()["result"]["cause"] == "swordmaster"
    assert of_seats(alone, "honor") == [3, 1, 3, 3]


def test_s44_the_card_played_lies_on_top_of_what_it_made_others_discard():
    mine = "Bokken, Battle Cry, Jujutsu, Geisha"
    state = table(
        seat(mine, character="Hideyoshi"),
        seat("2 Parry, Bō", "Focus", character="Goemon"),
        seat(),
        seat("Parry, Katana"),
        discards=["Daimyo"],
    )
    parried = play(state.clone(), "Bokken -> seat 1", "Parry with Parry")
    assert parried.to_dict()["discards"] == ["Daimyo", "Parry", "Bokken"]
    cried = play(state.clone(), "Battle Cry", "Parry with Parry", "Parry with Parry")
    assert cried.to_dict()["discards"] == ["Daimyo", "Parry", "Parry", "Battle Cry"]
    thrown = play(state.clone(), "Jujutsu", "Give up Bō", "Give up Katana")
    assert thrown.to_dict()["discards"] == ["Daimyo", "Bō", "Katana", "Jujutsu"]
    removed = play(state, "Geisha -> Focus of seat 1")
    assert removed.to_dict()["discards"] == ["Daimyo", "Focus", "Geisha"]


def test_s45_tomoe_draws_one_card_for_each_unparried_weapon():
    def after(answer: str, resilience: int = 5) -> dict[str, int]:
        state = table(
            seat("Wakizashi", "Fast Draw", character="Tomoe"),
            seat("Parry", character="Goemon", resilience=resilience),
            seat("Parry"),
            seat("Parry"),
        )
        chance = [] if answer.startswith("Parry") else draws("Daimyo")
        play(state, "Wakizashi -> seat 1", answer, chance=chance)
        assert at_node(state) == (0, "play")
        return hands(state)[0]

    assert after("Take the wounds") == {"Daimyo": 1}  # 4 wounds, 1 card
    assert after("Take the wounds", resilience=1) == {"Daimyo": 1}  # also for a defeat
    assert after("Parry with Parry") == {}
    twice = table(
        seat("2 Bokken", "Focus", character="Tomoe"), seat("Parry"), seat("Parry"), seat("Parry")
    )
    for _ in range(2):
        play(twice, "Bokken -> seat 1", "Take the wounds", chance=draws("Daimyo"))
    assert hands(twice)[0] == {"Daimyo": 2}


def test_s46_a_defeated_player_keeps_hand_and_properties():
    state = table(
        seat("Bō", character="Hideyoshi"),
        seat("Parry, Katana", "Armor, 2 Focus", character="Goemon", resilience=1),
        seat("Parry"),
        seat("Parry"),
        bushido=1,
    )
    play(state, "Bō -> seat 1", "Take the wounds")
    after = state.to_dict()
    assert of_seats(state, "resilience")[1] == 0
    assert hands(state)[:2] == [{}, {"Katana": 1, "Parry": 1}]
    assert Counter(after["seats"][1]["properties"]) == Counter({"Armor": 1, "Focus": 2})
    assert after["seats"][0]["properties"] == {}
    assert (after["bushido"], after["discards"]) == (1, ["Bō"])
