"""One scenario per ruling of Sixteen Samurai (docs/rules)."""

import random
from typing import Any

import pytest

import kagemusha
from kagemusha.core.sixteen_samurai.data import BATTLE_CARDS, SAMURAI
from kagemusha.core.state import State

from sixteen_samurai.build import (
    at,
    clan,
    fight,
    final,
    in_order,
    load,
    man,
    pass_all,
    play,
    position,
    words,
)


def new(players: int = 2, seed: int = 0, **rest: Any) -> State:
    return kagemusha.load_game("sixteen-samurai", players=players).new_initial_state(seed, **rest)


def drafted(players: int = 2, seed: int = 0) -> State:
    state = new(players, seed)
    while at(state)[0] == "draft":
        state.apply_action(state.legal_actions()[0])
    return state


def battle(state: State) -> dict[str, Any]:
    return state.to_dict()["battle"]


# Setup


def test_x01_seat_0_drafts_first() -> None:
    assert at(new(3)) == ("draft", 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_x02_layout(players: int) -> None:
    state = new(players)
    assert len(state.to_dict()["layout"]) == 16 * players
    assert state.observation(1)["layout"] == state.to_dict()["layout"]


def test_x03_draft_goes_clockwise_without_a_snake() -> None:
    state = new(3)
    movers = []
    while at(state)[0] == "draft":
        movers.append(state.current_player())
        state.apply_action(state.legal_actions()[0])
    assert movers == [0, 1, 2] * 16


@pytest.mark.parametrize("players", [2, 3, 4])
def test_x04_x44_the_last_to_draft_declares_first(players: int) -> None:
    assert at(drafted(players)) == ("declare", players - 1)


def test_x05_pile_and_hand() -> None:
    for seat in drafted(4).to_dict()["seats"]:
        assert len(seat["hand"]) == 5
        assert in_order(seat["hand"] + seat["pile"]) == seat["clan"] + list(BATTLE_CARDS)


def test_x06_x52_opening_hand_of_five_battle_cards_is_redrawn_and_announced() -> None:
    state = new(2)
    for _ in range(31):
        state.apply_action(state.legal_actions()[0])
    ahead = state.clone()
    ahead.apply_action(ahead.legal_actions()[0])
    mine = ahead.to_dict()["seats"][1]["clan"]
    play(
        state,
        words(state)[0],
        draws=[*BATTLE_CARDS, *BATTLE_CARDS, mine[0], *BATTLE_CARDS[:4]],
    )
    assert state.to_dict()["seats"][1]["hand"] == [mine[0], *BATTLE_CARDS[:4]]
    told = [e["event"] for e in state.observation(0)["events"] if e["event"] in ("draw", "redraw")]
    assert told == [*["draw"] * 5, "redraw", *["draw"] * 5, "redraw", *["draw"] * 10]


def test_x07_no_battle_cards_in_the_first_battle() -> None:
    state = load(position(["Uma", "Ninjutsu", "Bushido"], ["Ronin", "Medicine"], round_=1))
    play(state, "Declare POWER")
    assert all(" with " not in text for text in words(state))
    state.apply_action(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    assert at(state)[0] == "declare"


def test_x08_order_inside_a_round() -> None:
    state = load(position([], []))
    nodes = [at(state)[0]]
    for _ in range(9):
        state.apply_action(state.legal_actions()[0])
        nodes.append(at(state)[0])
    assert nodes == [
        "declare", "choose", "choose", "bushido", "bushido", "ronin", "medicine",
        "declare", "choose", "choose",
    ]


def test_x09_refill_precedes_the_declaration() -> None:
    state = load(position([], []))
    fight(state, clan(0)[0], clan(1)[0])
    pass_all(state)
    assert at(state)[0] == "declare"
    assert [len(seat["hand"]) for seat in state.to_dict()["seats"]] == [5, 5]


# Dice


def test_x10_ninjutsu_by_one() -> None:
    a, b, c = man(0, 3), man(1, 4), man(2, 2)
    state = load(position([a, "Ninjutsu"], [b], [c]))
    fight(state, f"{a} with Ninjutsu", b, c)
    assert [len(dice) for dice in battle(state)["dice"]] == [3, 1, 1]


def test_x11_two_ninjutsu() -> None:
    a, b, c = man(0, 3), man(1, 4), man(2, 2)
    state = load(position([a, "Ninjutsu"], [b, "Ninjutsu"], [c]))
    fight(state, f"{a} with Ninjutsu", f"{b} with Ninjutsu", c)
    assert [len(dice) for dice in battle(state)["dice"]] == [1, 1, 1]


def test_x12_x58_uma_is_two_sevens_whatever_ninjutsu_says() -> None:
    a, b, c = man(0, 1), man(1, 4), man(2, 2)
    state = load(position([a, "Uma"], [b, "Ninjutsu"], [c, "Ninjutsu"]))
    known = len(state.chance_record())
    fight(state, f"{a} with Uma", f"{b} with Ninjutsu", f"{c} with Ninjutsu")
    assert battle(state)["dice"][0] == [7, 7]
    assert len(state.chance_record()) - known == 2
    assert state.to_dict()["seats"][1]["spent"] == ["Ninjutsu"]


def test_x13_x46_one_before_card_at_most_in_one_action() -> None:
    a = man(0, 1)
    state = load(position([a, "Uma", "Ninjutsu", "Ronin", "Medicine"], []))
    play(state, "Declare POWER")
    assert words(state) == [f"Send {a}", f"Send {a} with Ninjutsu", f"Send {a} with Uma"]


def test_x14_highest_die_then_second_die_third_never_counts() -> None:
    a, b = man(0, 2), man(1, 3)
    assert won([a], [b], [2, 6, 5, 5, 5]) == 0
    assert won([a], [b], [6, 2, 6, 3, 1]) == 1
    a, b = man(0, 3), man(1, 3)
    state = load(position([a], [b], round_=1))
    fight(state, a, b, dice=[6, 5, 1, 6, 5, 4, 2, 1])
    assert battle(state)["roll_off"] == [2, 1]


def won(first: list[str], second: list[str], dice: list[int]) -> int:
    """Who wins a first battle of these two."""
    state = load(position(first, second, round_=1))
    fight(state, first[0], second[0], dice=dice)
    return battle(state)["winner"]


def test_x15_behind_on_the_second_die_drops_out() -> None:
    a, b, c = man(0, 2), man(1, 2), man(2, 2)
    state = load(position([a], [b], [c], round_=1))
    fight(state, a, b, c, dice=[6, 5, 6, 5, 6, 4, 1, 3])
    assert battle(state)["roll_off"] == [1, 3, None]
    assert battle(state)["winner"] == 1


def test_x16_one_die_among_the_tied_sends_all_to_the_roll_off() -> None:
    a, b, c = man(0, 2), man(1, 1), man(2, 2)
    state = load(position([a], [b], [c], round_=1))
    fight(state, a, b, c, dice=[6, 5, 6, 6, 4, 1, 2, 3])
    assert battle(state)["roll_off"] == [1, 2, 3]
    assert battle(state)["winner"] == 2


def test_x17_uma_against_uma() -> None:
    a, b = man(0, 1), man(1, 1)
    state = load(position([a, "Uma"], [b, "Uma"]))
    fight(state, f"{a} with Uma", f"{b} with Uma", dice=[3, 4])
    assert battle(state)["roll_off"] == [3, 4]
    assert battle(state)["winner"] == 1


def test_x18_x60_only_those_sharing_the_highest_roll_again() -> None:
    a, b, c = man(0, 1), man(1, 1), man(2, 1)
    state = load(position([a], [b], [c], round_=1))
    fight(state, a, b, c, dice=[5, 5, 5, 4, 2, 4, 3, 3, 6, 1])
    assert battle(state)["roll_off"] == [6, 2, 1]
    assert battle(state)["winner"] == 0
    assert sum(event == "die" for event, _ in state.chance_record()) == 10


# Bushido


def three(*cards: list[str], **rest: Any) -> State:
    """Three fighters with two dice each, declared and sent: seat 0 leads 6, then 5, then 4."""
    men = [man(seat, 2) for seat in range(3)]
    hands = [[one, *held] for one, held in zip(men, cards, strict=True)]
    return fight(load(position(*hands, **rest)), *men, dice=[6, 1, 5, 1, 4, 1])


def test_x19_x49_bushido_goes_round_until_all_pass_in_a_row() -> None:
    state = three([], [], ["Bushido"])
    assert at(state) == ("bushido", 1)
    play(state, "Pass")
    play(state, "Bushido -> seat 0", dice=[2, 1])
    assert battle(state)["passed"] == []
    movers = []
    while at(state)[0] == "bushido":
        movers.append(state.current_player())
        state.apply_action(0)
    assert movers == [0, 1]                                     # an earlier pass does not bind
    assert battle(state)["winner"] == 1


def test_x20_x23_all_dice_of_the_target_again_and_again() -> None:
    state = three([], ["Bushido"], ["Bushido"])
    play(state, "Bushido -> seat 0", dice=[2, 3])
    assert battle(state)["dice"][0] == [3, 2]
    play(state, "Bushido -> seat 0", dice=[4, 4])
    assert battle(state)["dice"][0] == [4, 4]


def test_x21_x50_uma_is_no_target() -> None:
    a, b, c = man(0, 2), man(1, 2), man(2, 2)
    state = load(position([a, "Uma"], [b, "Bushido"], [c]))
    fight(state, f"{a} with Uma", b, c)
    assert words(state) == ["Pass", "Bushido -> seat 1", "Bushido -> seat 2"]


def test_x50_no_window_when_all_play_uma() -> None:
    a, b = man(0, 1), man(1, 1)
    state = load(position([a, "Uma", "Bushido"], [b, "Uma", "Bushido"]))
    fight(state, f"{a} with Uma", f"{b} with Uma", dice=[3, 4])
    assert at(state)[0] == "ronin"


def test_x22_roll_off_comes_after_the_bushido_window() -> None:
    a, b = man(0, 1), man(1, 1)
    state = load(position([a], [b, "Bushido"]))
    fight(state, a, b, dice=[5, 5])
    assert battle(state)["roll_off"] == [None, None]
    play(state, "Pass", "Pass", dice=[1, 2])
    assert at(state)[0] == "ronin"
    assert battle(state)["roll_off"] == [1, 2]


# Ronin and Medicine


def after_bushido(*cards: list[str], **rest: Any) -> State:
    state = three(*cards, **rest)
    while at(state)[0] == "bushido":
        state.apply_action(0)
    return state


def test_x24_x26_x53_the_first_ronin_from_the_winners_left_takes_the_samurai() -> None:
    state = after_bushido([], ["Ronin"], ["Ronin"])
    assert at(state) == ("ronin", 1)
    play(state, "Play Ronin")
    assert at(state) == ("medicine", 1)
    table = state.to_dict()
    assert table["battle"]["ronin"] == 1
    assert man(0, 2) in table["seats"][1]["hall"]
    assert "Ronin" in table["seats"][2]["hand"]


def test_x25_the_winner_is_not_asked_for_a_ronin() -> None:
    state = after_bushido(["Ronin"], [], [])
    asked = []
    while at(state)[0] == "ronin":
        asked.append(state.current_player())
        state.apply_action(0)
    assert asked == [1, 2]


def test_x27_the_real_winner_declares() -> None:
    state = play(after_bushido([], ["Ronin"], []), "Play Ronin")
    assert at(pass_all(state)) == ("declare", 0)


def test_x28_medicine_brings_each_losers_samurai_back_before_the_refill() -> None:
    state = after_bushido([], ["Medicine"], ["Medicine"])
    play(state, "Pass", "Pass", "Play Medicine")
    assert man(1, 2) in state.to_dict()["seats"][1]["hand"]
    play(state, "Play Medicine")
    table = state.to_dict()
    assert table["battle"]["medicine"] == [1, 2]
    assert table["discards"] == []
    assert all(len(seat["hand"]) == 5 for seat in table["seats"])


def test_x29_x30_x54_medicine_is_for_losers_only_after_ronin() -> None:
    state = after_bushido(["Medicine"], ["Ronin", "Medicine"], [])
    play(state, "Play Ronin")
    asked = []
    while at(state)[0] == "medicine":
        asked.append(state.current_player())
        state.apply_action(0)
    assert asked == [1, 2]


# The end of the conflict


def last_round(*hands: list[str], **rest: Any) -> State:
    """Round 16 with these last cards; nobody has a pile."""
    return load(position(*hands, round_=16, empty=range(len(hands)), **rest))


def test_x31_x34_x54_medicine_in_the_last_round_gives_one_more() -> None:
    a, b, c = man(0, 1), man(1, 1), man(2, 1)
    state = last_round([a], [b, "Medicine"], [c, "Medicine"])
    fight(state, a, b, c, dice=[6, 1, 1])
    pass_until(state, "medicine")
    play(state, "Play Medicine", "Play Medicine")
    assert at(state) == ("declare", 0)                          # X34
    table = state.to_dict()
    assert table["round"] == 17
    play(state, "Declare POWER")
    assert at(state) == ("choose", 1)                           # X32, X45


def pass_until(state: State, node: str) -> State:
    while at(state)[0] != node:
        state.apply_action(0)
    return state


def test_x32_x51_a_player_without_samurai_sits_out() -> None:
    a, b = man(0, 2), man(1, 2)
    state = load(position([a, "Bushido"], [b], ["Bushido"], empty=(2,)))
    fight(state, a, b)
    assert battle(state)["choices"][2] is None
    play(state, "Pass")
    assert words(state) == ["Pass", "Bushido -> seat 0", "Bushido -> seat 1"]
    play(state, "Pass")
    assert at(state)[0] == "ronin"


def test_x33_x56_samurai_left_alone_enter_the_hall_unopposed() -> None:
    a, b = man(0, 1), man(1, 1)
    state = last_round([a], [b, "Medicine"])
    fight(state, a, b, dice=[6, 1])
    pass_until(state, "medicine")
    play(state, "Play Medicine")
    table = state.to_dict()
    assert (table["phase"], table["round"], table["declarer"]) == ("final", 1, 0)
    assert table["seats"][1]["hand"] == [b]


def test_x35_refill_to_five_as_far_as_the_pile_goes() -> None:
    a, b = man(0, 1), man(1, 1)
    state = load(position([a], [b, *[n for n in clan(1) if n != b][:2]], empty=(1,)))
    fight(state, a, b, dice=[6, 1])
    pass_all(state)
    assert [len(seat["hand"]) for seat in state.to_dict()["seats"]] == [5, 2]


def test_x36_leftover_battle_cards_are_gone_in_the_final() -> None:
    a, b = man(0, 1), man(1, 1)
    state = last_round([a, "Uma"], [b, "Ronin"], halls={1: clan(1)[-2:]})
    pass_all(fight(state, a, b, dice=[6, 1]))
    table = state.to_dict()
    assert table["phase"] == "final"
    for seat in table["seats"]:
        assert seat["spent"] == list(BATTLE_CARDS)
        assert not set(seat["hand"]) & set(BATTLE_CARDS)


def test_x37_x40_one_hall_only_wins_at_once() -> None:
    a, b = man(0, 1), man(1, 1)
    state = last_round([a], [b])
    fight(state, a, b, dice=[6, 1])
    table = state.to_dict()
    assert (table["phase"], table["node"], table["round"]) == ("final", "end", 1)
    assert (table["result"], table["barred"]) == ({"winner": 0}, None)
    assert state.returns() == [1, 0]


def test_x38_x61_first_declarer_without_a_hall_gives_way_and_the_thief_keeps_the_samurai() -> None:
    a, b, c = man(0, 1), man(1, 1), man(2, 1)
    halls = {0: [], 1: [n for n in clan(1) if n != b][:7], 2: [n for n in clan(2) if n != c][:8]}
    state = last_round([a], [b, "Ronin"], [c], halls=halls)
    fight(state, a, b, c, dice=[6, 1, 1])
    pass_until(state, "ronin")
    pass_all(play(state, "Play Ronin"))
    table = state.to_dict()
    assert (table["phase"], at(state)) == ("final", ("declare", 1))
    assert a in table["seats"][1]["hand"]


# The final


def test_x39_x57_the_last_winning_card_is_barred_for_one_battle() -> None:
    a, a2, b, b2, b3 = man(0, 1), man(0, 1, 1), man(1, 1), man(1, 1, 1), man(1, 2)
    state = load(final([a, a2], [b, b2, b3]))
    play(state, "Declare POWER")
    assert len(words(state)) == 2                               # the first battle has no bar
    play(state, f"Send {a}", f"Send {b}", dice=[6, 1])
    assert state.to_dict()["barred"] == {"seat": 0, "samurai": a}
    play(state, "Declare POWER")
    assert words(state) == [f"Send {a2}"]
    play(state, f"Send {a2}", f"Send {b2}", dice=[6, 1])
    play(state, "Declare POWER")
    assert words(state) == [f"Send {a}"]


def test_x39_an_only_card_is_not_barred() -> None:
    a, b, b2 = man(0, 1), man(1, 1), man(1, 1, 1)
    state = fight(load(final([a], [b, b2])), a, b, dice=[6, 1])
    play(state, "Declare POWER")
    assert words(state) == [f"Send {a}"]


def test_x40_x62_x63_eliminations_are_simultaneous() -> None:
    a, b, c = man(0, 1), man(1, 1), man(2, 1)
    state = fight(load(final([a], [b], [c])), a, b, c, dice=[1, 6, 1])
    assert state.returns() == [0, 1, 0]
    assert state.to_dict()["seats"][1]["hand"] == [b]
    assert set(state.to_dict()["discards"]) >= {a, c}


def test_x62_eliminated_players_are_not_asked() -> None:
    a, b, c, c2 = man(0, 1), man(1, 1), man(2, 1), man(2, 2)
    state = fight(load(final([a], [b], [c, c2])), a, b, c, dice=[6, 1, 1])
    play(state, "Declare POWER", f"Send {a}")
    assert at(state) == ("choose", 2)


def test_x41_no_hand_limit_in_the_final() -> None:
    state = load(final(clan(0)[:9], clan(1)[:1]))
    play(state, "Declare POWER")
    assert len(words(state)) == 9


# Who knows what


def test_x42_x47_hands_and_choices_are_hidden_until_the_reveal() -> None:
    a, b = man(0, 1), man(1, 1)
    state = load(position([a, "Uma"], [b]))
    play(state, "Declare POWER")
    plain, uma = play(state.clone(), f"Send {a}"), play(state.clone(), f"Send {a} with Uma")
    assert plain.observation(1) == uma.observation(1)
    seen = uma.observation(1)
    assert seen["battle"]["choices"] == [None, None]
    assert seen["seats"][0]["hand_size"] == 5
    assert "hand" not in seen["seats"][0]
    assert seen["events"][-1] == {"event": "chosen", "seat": 0}
    assert uma.observation(0)["battle"]["choices"][0] == {"samurai": a, "card": "Uma"}
    play(uma, f"Send {b}")
    assert uma.observation(1)["battle"]["choices"][0] == {"samurai": a, "card": "Uma"}
    assert uma.observation(1)["seats"][0]["hand_size"] == 3


def test_x45_single_answers_are_asked() -> None:
    state = three([], [], [], spent={})
    assert words(state) == ["Pass"]


def test_x48_who_is_asked_does_not_depend_on_holding_the_card() -> None:
    state = three([], [], [], spent={1: ["Bushido"]})
    assert at(state) == ("bushido", 2)
    a, b = man(0, 1), man(1, 1)
    state = load(position([a], [b], empty=(1,), spent={1: list(BATTLE_CARDS)}))
    fight(state, a, b, dice=[6, 1])
    assert at(state) == ("bushido", 0)
    state = load(position([a], [b], [], empty=(1,), spent={1: list(BATTLE_CARDS)}))
    fight(state, a, b, clan(2)[0])
    assert at(state) == ("bushido", 2)                          # seat 1 has no hand card


def test_x55_round_16_ends_the_conflict_without_medicine() -> None:
    a, b = man(0, 1), man(1, 1)
    halls = {0: [n for n in clan(0) if n != a][:13], 1: [n for n in clan(1) if n != b][:2]}
    state = last_round([a], [b], halls=halls)
    assert state.to_dict()["round"] == 16
    pass_all(fight(state, a, b))
    assert state.to_dict()["phase"] == "final"


def test_x59_any_ability_may_be_declared_again() -> None:
    state = load(position([], []))
    assert words(state) == ["Declare POWER", "Declare SPEED", "Declare ARMOR", "Declare KARMA"]
    pass_all(fight(state, clan(0)[0], clan(1)[0]))
    assert len(words(state)) == 4


def test_x64_dice_and_refills_go_clockwise_from_the_declarer() -> None:
    men = [man(seat, 1) for seat in range(3)]
    state = load(position(*([one] for one in men), declarer=1, mover=1))
    fight(state, men[1], men[2], men[0])
    assert [entry[1] for entry in state.entries() if entry[0] == 2][:3] == [1, 2, 0]
    pass_all(state)
    assert [entry[1] for entry in state.entries() if entry[0] == 1] == [1, 2, 0]


def test_x65_longest_game() -> None:
    for players in (2, 3, 4):
        for seed in range(10):
            state, rng = new(players, seed), random.Random(seed)
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
            assert len(state.history()) <= 405 < state.game.max_game_length


def test_x66_a_saved_samurai_is_known_until_played() -> None:
    state = after_bushido([], ["Medicine"], [])
    play(state, "Pass", "Pass", "Play Medicine")
    pass_all(state)
    saved = man(1, 2)
    assert state.observation(0)["seats"][1]["known"] == [saved]
    mine = state.to_dict()["seats"]
    play(state, "Declare POWER", f"Send {mine[0]['hand'][0]}", f"Send {saved}")
    assert state.observation(0)["seats"][1]["known"] == [saved]     # it lies face down
    play(state, f"Send {mine[2]['hand'][0]}")
    assert state.observation(0)["seats"][1]["known"] == []


def test_x66_own_pile_is_known_as_a_set() -> None:
    state = drafted(2)
    assert state.observation(0)["seats"][0]["pile"] == state.to_dict()["seats"][0]["pile"]
    assert "pile" not in state.observation(0)["seats"][1]


def test_x68_cards_not_laid_out_never_appear() -> None:
    state = drafted(2)
    assert len({name for seat in state.to_dict()["seats"] for name in seat["clan"]}) == 32


def test_x69_numbers() -> None:
    state = new(2)
    numbers = [11 + 3 * [s.name for s in SAMURAI].index(n) for n in state.to_dict()["layout"]]
    assert state.legal_actions() == numbers
    assert state.game.num_distinct_actions == 221
    state = load(position([man(0, 1)], []))
    assert state.legal_actions() == [3, 4, 5, 6]


def test_x71_the_last_battle_stays_in_view_until_the_next_declaration() -> None:
    a, b = man(0, 1), man(1, 1)
    state = load(position([a], [b], round_=1))
    fight(state, a, b, dice=[6, 1])
    assert state.observation(1)["battle"]["dice"] == [[6], [1]]
    play(state, "Declare KARMA")
    assert state.observation(1)["battle"]["dice"] == [None, None]


# Impossible positions


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"mover": 1}, "the declarer moves"),
        ({"node": "end"}, "over"),
        ({"node": "draft"}, "no node"),
        ({"round": 3}, "in the Halls"),
        ({"discards": [clan(0)[0]]}, "2 places"),
        ({"discards": [clan(3)[0]]}, "no clan"),
        ({"layout": [clan(3)[0]]}, "laid out"),
        ({"battle": None}, "no battle"),
        ({"barred": {"seat": 0, "samurai": clan(0)[0]}}, "barred"),
        ({"wind": 1}, "unknown"),
    ],
)
def test_an_impossible_position_is_refused(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        load(position([], []) | change)
