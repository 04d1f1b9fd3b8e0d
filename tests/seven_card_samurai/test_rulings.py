"""One scenario per ruling C01 to C67.

Not testable here, or only in part:
C37  that rounds can be endless is no rule; tested is the cap.
C60  is the sampler's affair; tested is that a third seat is shown nothing to go by.
"""

from typing import Any

import pytest

import kagemusha
from kagemusha.core.seven_card_samurai.data import BANDITS, CARDS, LAID, PAIRS
from kagemusha.core.state import State

from seven_card_samurai.build import (
    cards,
    hand,
    laid,
    play,
    position,
    rice,
    seat,
    table,
    totals,
    words,
)

NAME = "seven-card-samurai"
Event = dict[str, Any]


def new(players: int = 3, seed: int = 0, **options: Any) -> State:
    return kagemusha.load_game(NAME, players=players, **options).new_initial_state(seed=seed)


def events(state: State, who: int, *kinds: str) -> list[Event]:
    return [event for event in state.observation(who)["events"] if event["event"] in kinds]


def top(state: State, count: int = 1) -> list[str]:
    return state.to_dict()["discards"][-count:]


def node(state: State) -> str:
    return state.to_dict()["node"]


def starting(state: State, start: str) -> list[str]:
    return [text for text in words(state) if text.startswith(start)]


def skip_turn(state: State) -> None:
    """Draw from the pile, discard, end."""
    turn = state.current_player()
    while state.current_player() == turn:
        legal = state.legal_actions()
        state.apply_action(next(a for a in legal if a in (0, 2) or 14 <= a < 25))


def test_c01_the_dealer_moves_left_and_his_left_begins():
    state = table(seat("7 Red"), seat(), seat(), turn_number=3)
    play(state, "Call seven")
    after = state.to_dict()
    assert (after["round"], after["dealer"], after["turn"], after["turn_number"]) == (2, 1, 2, 1)
    first = new().to_dict()
    assert (first["round"], first["dealer"], first["turn"]) == (1, 0, 1)


def test_c02_the_opening_discard_may_be_any_kind():
    game = kagemusha.load_game(NAME, players=2)
    deal = [("draw", "Red Samurai")] * 10
    for card in CARDS:
        state = game.new_initial_state(chance=[*deal, ("draw", card.name)])
        assert state.to_dict()["discards"] == [card.name]


def test_c03_the_two_draws_are_independent():
    state = table(seat("Ninja", "Ronin"), seat(), node="draw", discards=["Red Samurai"])
    sources = ["Draw from the pile", "Take Red Samurai from the discards", "Take back Ronin"]
    assert words(state) == sources
    for first in sources:
        after = play(state.clone(), first)
        assert node(after) == "draw"
        assert words(after) == [text for text in sources if text == sources[0] or text != first]


def test_c04_only_a_samurai_may_be_taken_then_the_next_one():
    state = table(seat(), seat(), node="draw", discards=["Ninja", "Blue Samurai", "Red Samurai"])
    play(state, "Take Red Samurai from the discards")
    play(state, "Take Blue Samurai from the discards")
    assert hand(state, 0) == cards("Red, Blue")
    state = table(seat(), seat(), node="draw", discards=["Blue Samurai", "Ninja"])
    assert words(state) == ["Draw from the pile"]


def test_c05_a_ronin_may_not_be_drawn_but_fetched():
    state = table(seat(), seat(), node="draw", discards=["Ronin"])
    assert words(state) == ["Draw from the pile"]
    state = table(seat("Shogun"), seat(), discards=["Ronin"])
    assert "Shogun: fetch Ronin from the discards" in words(state)


def test_c06_a_card_taken_up_may_be_laid_again():
    state = table(seat("Ninja", "Red"), seat(), node="draw")
    play(state, "Take back Red Samurai")
    play(state, "Draw from the pile")
    play(state, "Lay Red Samurai")
    assert laid(state, 0) == cards("Red")


def test_c07_exactly_two_plays_fewer_with_an_empty_hand():
    state = table(seat("3 Red"), seat())
    play(state, "Lay Red Samurai", "Discard Red Samurai")
    assert node(state) == "turn end" and hand(state, 0) == cards("Red")
    state = table(seat("Red"), seat())
    play(state, "Lay Red Samurai")
    assert node(state) == "turn end"
    assert "End the turn" not in words(table(seat("Red"), seat()))


def test_c08_forms_of_a_play():
    state = table(seat("Red, Ronin, Bandit 3, Bandit 5, Ninja, Shogun"), seat("Red"))
    assert words(state) == [
        "Lay Red Samurai", "Lay Ronin",
        *[f"Discard {name}" for name in ("Red Samurai", "Bandit 3", "Bandit 5", "Ronin", "Ninja", "Shogun")],
        "Bandit 3 -> seat 1", "Bandit 5 -> seat 1", "Bandit 3 + Bandit 5 -> seat 1",
        "Ninja + Bandit 3 -> seat 1", "Ninja + Bandit 5 -> seat 1", "Ninja -> hand of seat 1",
        "Shogun -> seat 1", "Shogun + Ninja -> seat 1",
    ]
    for pair in ("Bandit 3 + Bandit 5 -> seat 1", "Ninja + Bandit 3 -> seat 1"):
        assert node(play(state.clone(), pair)) == "turn end"
    assert node(play(state.clone(), "Shogun + Ninja -> seat 1", "Take Red Samurai")) == "turn end"


def test_c09_bandit_ninja_and_shogun_are_never_laid():
    state = table(seat("Bandit 3, Bandit 4, Bandit 5, Bandit 6, Ninja, Shogun"), seat())
    assert starting(state, "Lay") == []


def test_c10_at_most_seven_on_the_table():
    state = table(seat("Red, Ronin", "3 Red, 2 Blue, 2 Green"), seat())
    assert starting(state, "Lay") == []
    state = table(seat("Red, Ronin", "3 Red, 2 Blue, Green"), seat())
    assert starting(state, "Lay") == ["Lay Red Samurai", "Lay Ronin"]
    with pytest.raises(ValueError, match="8 cards on the table"):
        table(seat("", "8 Red"), seat())


def test_c11_no_hand_limit():
    state = table(seat("14 Red, 14 Blue"), seat(), node="draw")
    play(state, "Draw from the pile", chance=[("draw", "Ninja")])
    assert sum(hand(state, 0).values()) == 29


def test_c12_an_empty_pile_is_renewed_under_the_top_discard():
    state = table(seat(), seat(), node="draw", rest_in=1, discards=["Ninja", "Shogun", "Ronin"])
    play(state, "Draw from the pile", chance=[("draw", "Shogun")])
    after = state.to_dict()
    assert (after["discards"], after["pile"]) == (["Ronin"], cards("Ninja"))
    assert hand(state, 0) == cards("Shogun")
    assert events(state, 1, "renewal") == [{"event": "renewal", "cards": cards("Ninja, Shogun")}]


def test_c13_the_discards_may_be_empty_and_start_again():
    state = table(seat(), seat(), node="draw", discards=["Red Samurai"])
    play(state, "Take Red Samurai from the discards")
    assert state.to_dict()["discards"] == [] and words(state) == ["Draw from the pile"]
    play(state, "Draw from the pile", "Discard Red Samurai")
    assert state.to_dict()["discards"] == ["Red Samurai"]


def test_c14_the_discards_are_public_and_only_a_shogun_searches_them():
    state = table(seat("Shogun"), seat(), discards=["Bandit 6", "Red Samurai", "Ninja"])
    assert state.observation(1)["discards"] == ["Bandit 6", "Red Samurai", "Ninja"]
    assert [text.split()[2] for text in starting(state, "Shogun:")] == ["Red", "Bandit", "Ninja"]
    assert starting(table(seat("Ninja"), seat(), discards=["Bandit 6"]), "Shogun") == []


def test_c15_calling_at_any_moment_of_the_own_turn():
    for at, draws, plays in [("draw", 2, 2), ("draw", 1, 2), ("play", 0, 2), ("play", 0, 1), ("turn end", 0, 0)]:
        state = table(seat("7 Red"), seat(), node=at, draws_left=draws, plays_left=plays)
        assert "Call seven" in words(state)
        assert totals(play(state, "Call seven")) == [30, 10]


def test_c16_all_cards_on_the_table_must_be_in_the_set():
    assert "Call seven" in words(table(seat("5 Red", "2 Blue"), seat()))
    assert table(seat("7 Red", "Blue"), seat()).best_set(0) == 15
    assert table(seat("7 Red", "Blue, Green, Yellow"), seat()).best_set(0) == 0
    assert "Call seven" not in words(table(seat("7 Red", "Blue, Green, Yellow"), seat()))
    assert "Call seven" not in words(table(seat("6 Red"), seat()))


def test_c17_at_most_two_colours_and_any_number_of_ronin():
    assert "Call seven" not in words(table(seat("4 Red, 2 Blue, Green"), seat()))
    assert "Call seven" in words(table(seat("7 Ronin"), seat()))
    assert "Call seven" in words(table(seat("Red, Blue, 5 Ronin"), seat()))
    assert "Call seven" not in words(table(seat("Red, Blue, Green, 4 Ronin"), seat()))


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ("7 Red", 20), ("6 Red, Blue", 15), ("5 Red, 2 Blue", 12), ("4 Red, 3 Blue", 10),
        ("6 Red, Ronin", 7), ("3 Red, 3 Blue, Ronin", 7), ("7 Ronin", 7), ("6 Red", 0),
    ],
)
def test_c18_set_values(held: str, points: int):
    assert table(seat(held), seat()).best_set(0) == points


def test_c19_the_best_set_is_called():
    state = table(seat("6 Red, 4 Blue, 3 Ronin"), seat())
    play(state, "Call seven")
    assert state.to_dict()["calls"] == [{"caller": 0, "set": 15}]


def test_c20_the_round_ends_at_once_with_rice_and_set():
    state = table(seat("7 Red", rice=4), seat(rice=16), node="draw")
    play(state, "Call seven")
    assert totals(state) == [24, 16]
    assert state.to_dict()["round"] == 2


def test_c21_a_new_round_starts_afresh_but_for_the_totals():
    state = table(seat("7 Red", rice=4), seat("Ninja", "3 Blue", rice=16), discards=["Ninja"])
    play(state, "Call seven")
    after = state.to_dict()
    assert rice(state) == [10, 10] and totals(state) == [24, 16]
    assert [sum(one["hand"].values()) for one in after["seats"]] == [5, 5]
    assert [one["table"] for one in after["seats"]] == [{}, {}]
    assert len(after["discards"]) == 1 and sum(after["pile"].values()) == 106 - 11


def last_round(*seats: dict[str, Any], **rest: Any) -> State:
    players = len(seats)
    dealer = 4 % players
    return table(
        *seats, round=5, dealer=dealer, turn_number=(-dealer) % players or players,
        calls=[{"caller": None, "set": 0}] * 4, **rest,
    )


def test_c22_a_tie_is_a_shared_win():
    state = last_round(
        seat("7 Red", rice=0, total=40), seat(rice=20, total=40), seat(rice=10, total=40)
    )
    play(state, "Call seven")
    assert state.to_dict()["result"] == {"winners": [0, 1], "totals": [60, 60, 50]}


@pytest.mark.parametrize(
    ("defence", "held", "stolen"),
    [("", 10, 6), ("3 Red", 10, 3), ("Ronin", 10, 3), ("Ronin, 2 Red", 10, 1), ("Red", 4, 4), ("7 Red", 10, 0)],
)
def test_c23_bandit(defence: str, held: int, stolen: int):
    state = table(seat("Bandit 6, Ninja", rice=20 - held), seat("", defence, rice=held))
    play(state, "Bandit 6 -> seat 1")
    assert rice(state) == [20 - held + stolen, held - stolen]


def test_c24_two_bandits_add_up_against_one_defence():
    state = table(seat("Bandit 3, Bandit 6"), seat("", "2 Red"))
    play(state, "Bandit 3 + Bandit 6 -> seat 1")
    assert rice(state) == [17, 3] and node(state) == "turn end"


def test_c25_two_bandits_apart_meet_the_defence_twice():
    state = table(seat("Bandit 3, Bandit 6"), seat("", "2 Red"), seat())
    play(state, "Bandit 6 -> seat 1")
    both = play(state.clone(), "Bandit 3 -> seat 1")
    assert rice(both) == [15, 5, 10]
    assert rice(play(state, "Bandit 3 -> seat 2")) == [17, 6, 7]


def test_c26_a_ninja_ignores_the_defence():
    state = table(seat("Ninja, Bandit 6", rice=5), seat("", "5 Red, 2 Ronin", rice=15))
    play(state, "Ninja + Bandit 6 -> seat 1")
    assert rice(state) == [11, 9]
    state = table(seat("Ninja, Bandit 6", rice=16), seat("", "Red", rice=4))
    assert rice(play(state, "Ninja + Bandit 6 -> seat 1")) == [20, 0]


def test_c27_the_defence_does_not_wear_out():
    state = table(seat("Bandit 3, Bandit 4"), seat("", "2 Red, Ronin"))
    play(state, "Bandit 3 -> seat 1", "Bandit 4 -> seat 1")
    assert laid(state, 1) == cards("2 Red, Ronin") and rice(state) == [10, 10]


def test_c28_targets_of_a_ninja():
    state = table(
        seat("Ninja, Red", "Blue"), seat("", "Ronin"), seat("Green"), discards=["Red Samurai"]
    )
    assert starting(state, "Ninja") == [
        "Ninja -> Blue Samurai of seat 0", "Ninja -> Ronin of seat 1", "Ninja -> hand of seat 2"
    ]
    play(state, "Ninja -> Blue Samurai of seat 0")
    assert laid(state, 0) == {}


def test_c29_the_removed_card_lies_on_the_ninja():
    state = table(seat("2 Ninja"), seat("Green, Red", "Ronin"))
    play(state, "Ninja -> hand of seat 1", chance=[("hand", "Red Samurai")])
    play(state, "Ninja -> Ronin of seat 1")
    assert top(state, 4) == ["Ninja", "Red Samurai", "Ninja", "Ronin"]


def test_c30_shogun_on_a_hand():
    state = table(seat("Shogun, Red"), seat("Ronin, Ninja"), seat())
    assert starting(state, "Shogun") == ["Shogun -> seat 1"]
    play(state, "Shogun -> seat 1")
    assert state.observation(0)["seats"][1]["hand"] == cards("Ronin, Ninja")
    assert "hand" not in state.observation(2)["seats"][1]
    play(state, "Take Ronin")
    assert hand(state, 0) == cards("Red, Ronin") and hand(state, 1) == cards("Ninja")
    assert top(state) == ["Shogun"] and node(state) == "play"


def test_c31_shogun_on_the_discards():
    state = table(seat("Shogun"), seat(), discards=["Red Samurai", "Bandit 6", "Ninja"])
    assert "Shogun: fetch Shogun from the discards" not in words(state)
    play(state, "Shogun: fetch Bandit 6 from the discards")
    assert top(state, 3) == ["Red Samurai", "Ninja", "Shogun"]
    other = table(seat("Shogun"), seat(), discards=["Shogun"])
    assert "Shogun: fetch Shogun from the discards" in words(other)


def test_c32_shogun_and_ninja():
    state = table(seat("Shogun, Ninja"), seat("Ronin, Red, Bandit 6"))
    play(state, "Shogun + Ninja -> seat 1", "Take Ronin", "Discard Red Samurai")
    assert top(state, 3) == ["Shogun", "Ninja", "Red Samurai"]
    assert hand(state, 0) == cards("Ronin") and hand(state, 1) == cards("Bandit 6")
    state = table(seat("Shogun, Ninja"), seat("Ronin"), seat())
    assert starting(state, "Shogun +") == ["Shogun + Ninja -> seat 1"]
    play(state, "Shogun + Ninja -> seat 1", "Take Ronin")
    assert node(state) == "turn end" and top(state, 2) == ["Shogun", "Ninja"]


def test_c33_a_bandit_fetched_back_in_the_same_turn():
    state = table(seat("Shogun, Bandit 6"), seat())
    play(state, "Bandit 6 -> seat 1", "Shogun: fetch Bandit 6 from the discards")
    assert hand(state, 0) == cards("Bandit 6") and rice(state) == [16, 4]


def test_c34_never_at_oneself():
    state = table(seat("2 Bandit 6, Ninja, Shogun, Red", "Blue"), seat("Red"))
    assert [text for text in words(state) if text.endswith("seat 0")] == [
        "Ninja -> Blue Samurai of seat 0"
    ]


def test_c35_a_bandit_for_nothing_is_legal():
    state = table(seat("Bandit 6, Bandit 3", rice=20), seat("", "Ronin", rice=0))
    play(state, "Bandit 6 -> seat 1", "Bandit 3 -> seat 1")
    assert rice(state) == [20, 0]


def test_c36_two_players():
    state = new(2)
    assert [sum(one["hand"].values()) for one in state.to_dict()["seats"]] == [5, 5]
    assert state.current_player() == 1


def test_c37_c54_the_cap_ends_a_round_without_a_set():
    state = new(2, turn_cap=1)
    skip_turn(state)
    assert state.to_dict()["turn_number"] == 2
    skip_turn(state)
    after = state.to_dict()
    assert (after["round"], after["dealer"]) == (2, 1)
    assert after["calls"] == [{"caller": None, "set": 0}] and totals(state) == [10, 10]


def test_c38_deal_from_the_dealers_left_in_one_go():
    kinds = ["Red Samurai", "Blue Samurai", "Green Samurai"]
    chance = [("draw", kind) for kind in kinds for _ in range(5)]
    state = kagemusha.load_game(NAME, players=3).new_initial_state(chance=[*chance, ("draw", "Ninja")])
    assert [hand(state, who) for who in (1, 2, 0)] == [{kind: 5} for kind in kinds]
    assert state.to_dict()["discards"] == ["Ninja"]


def test_c39_nodes_of_a_turn():
    state = table(seat("3 Shogun"), seat("3 Red"), node="draw")
    nodes = [node(state)]
    for text in ("Draw from the pile", "Draw from the pile", "Shogun -> seat 1", "Take Red Samurai",
                 "Discard Shogun"):
        play(state, text, chance=[("draw", "Red Samurai")] if "pile" in text else [])
        nodes.append(node(state))
    assert nodes == ["draw", "draw", "play", "take", "play", "turn end"]
    assert words(state) == ["End the turn"]
    looking = table(seat("6 Red, Ninja"), seat("Red"), node="take", in_play=["Shogun"], looking_at=1)
    assert words(looking) == ["Take Red Samurai"]


def test_c40_drawing_is_obligatory_and_skipped_without_a_source():
    assert words(table(seat("Red"), seat(), node="draw")) == ["Draw from the pile"]
    # Seat 1 ends its turn; nothing is left for seat 0 to draw.
    state = table(
        seat("Red"), seat(), rest_in=1, node="turn end", turn=1, mover=1, turn_number=1
    )
    play(state, "End the turn")
    after = state.to_dict()
    assert (after["mover"], after["node"], after["draws_left"]) == (0, "play", 0)


def test_c41_the_pile_is_renewed_only_when_drawn_from():
    state = table(
        seat(), seat(), rest_in=1, pile=cards("Red"), node="draw", discards=["Ninja", "Shogun"]
    )
    play(state, "Draw from the pile")
    assert state.to_dict()["pile"] == {} and len(state.to_dict()["discards"]) == 2
    assert words(state) == ["Draw from the pile"]
    one = table(seat("", "Red"), seat(), rest_in=1, node="draw", discards=["Ninja"])
    assert words(one) == ["Take back Red Samurai"]


def test_c42_one_call_action_takes_the_best_set():
    state = table(seat("7 Red, 7 Blue, 2 Ronin", "2 Blue"), seat())
    assert words(state).count("Call seven") == 1 and state.legal_actions()[0] == 1
    assert state.best_set(0) == 20
    assert table(seat("7 Red", "2 Blue"), seat()).best_set(0) == 12


def test_c43_a_ronin_on_the_table_makes_it_seven_points():
    state = table(seat("6 Red, Blue", "Ronin"), seat(), node="draw")
    assert state.best_set(0) == 7
    assert play(state, "Take back Ronin").best_set(0) == 15


def test_c44_pairs_only_as_the_first_play():
    held = "2 Bandit 3, Bandit 4, Ninja, Shogun"
    pairs = [text for text in words(table(seat(held), seat("Red"))) if " + " in text]
    assert pairs == [
        "Bandit 3 + Bandit 3 -> seat 1", "Bandit 3 + Bandit 4 -> seat 1",
        "Ninja + Bandit 3 -> seat 1", "Ninja + Bandit 4 -> seat 1", "Shogun + Ninja -> seat 1",
    ]
    second = table(seat(held), seat("Red"), plays_left=1)
    assert not [text for text in words(second) if " + " in text]


def test_c45_pair_order_on_the_pile():
    state = table(seat("Bandit 6, Bandit 3, Ninja"), seat())
    assert top(play(state.clone(), "Bandit 3 + Bandit 6 -> seat 1"), 2) == ["Bandit 3", "Bandit 6"]
    assert top(play(state, "Ninja + Bandit 6 -> seat 1"), 2) == ["Ninja", "Bandit 6"]


def test_c46_the_copy_nearest_the_top_is_fetched():
    state = table(seat("Shogun"), seat(), discards=["Ninja", "Ronin", "Ninja", "Red Samurai"])
    play(state, "Shogun: fetch Ninja from the discards")
    assert state.to_dict()["discards"] == ["Ninja", "Ronin", "Red Samurai", "Shogun"]


def test_c47_target_then_kind():
    state = table(seat("Shogun"), seat("2 Ronin, Red"))
    play(state, "Shogun -> seat 1")
    assert words(state) == ["Take Red Samurai", "Take Ronin"]
    assert state.legal_actions() == [25, 33]


def test_c48_target_kind_taken_kind_discarded():
    state = table(seat("Shogun, Ninja"), seat("2 Ronin, Red"))
    play(state, "Shogun + Ninja -> seat 1", "Take Ronin")
    assert node(state) == "second discard" and state.to_dict()["looking_at"] == 1
    assert words(state) == ["Discard Red Samurai", "Discard Ronin"]


def test_c49_a_ninja_on_laid_cards_of_anybody():
    state = table(seat("Ninja", "Red"), seat("", "Blue, Ronin"), seat("", "Green"))
    assert [text.split(" of ")[-1] for text in starting(state, "Ninja ->")] == [
        "seat 0", "seat 1", "seat 1", "seat 2"
    ]


def test_c50_an_empty_hand_ends_the_plays():
    state = table(seat("Ninja"), seat())
    play(state, "Discard Ninja")
    assert (node(state), state.to_dict()["plays_left"]) == ("turn end", 0)


def test_c51_players_without_rice_play_on():
    state = table(seat("2 Red", rice=20), seat("2 Blue", rice=0), node="turn end")
    play(state, "End the turn")
    assert state.current_player() == 1


def test_c52_a_hand_may_hold_nearly_the_whole_deck():
    state = table(seat(), seat(), rest_in=0, discards=["Ronin"])
    assert sum(hand(state, 0).values()) == 105
    play(state, "Shogun: fetch Ronin from the discards")
    assert sum(hand(state, 0).values()) == 105 and top(state) == ["Shogun"]


def test_c53_returns():
    state = last_round(seat("7 Red", total=40), seat(total=40), seat(total=40))
    assert play(state, "Call seven").returns() == [1, 0, 0]
    state = last_round(seat("7 Red", rice=0, total=40), seat(rice=20, total=40), seat(total=40))
    assert play(state, "Call seven").returns() == [0.5, 0.5, 0]
    state = last_round(seat("6 Red, Blue", total=30), seat(total=45), seat(total=45))
    assert play(state, "Call seven").returns() == pytest.approx([1 / 3, 1 / 3, 1 / 3])


@pytest.mark.parametrize("players", range(2, 9))
def test_c55_longest_game(players: int):
    assert kagemusha.load_game(NAME, players=players).max_game_length == 3500 * players
    assert kagemusha.load_game(NAME, players=players, turn_cap=2).max_game_length == 70 * players


def test_c56_pile_draws_are_private():
    state = table(seat(), seat(), node="draw")
    play(state, "Draw from the pile", chance=[("draw", "Ronin")])
    assert events(state, 0, "draw") == [{"event": "draw", "seat": 0, "card": "Ronin"}]
    assert events(state, 1, "draw") == [{"event": "draw", "seat": 0}]
    assert state.observation(1)["pile_size"] == 105
    assert "pile" not in state.observation(1)
    assert state.token_of(0) and not state.token_of(1)


def test_c57_cards_taken_openly_are_known():
    state = table(
        seat("Shogun", "Ronin"), seat(), node="draw", discards=["Bandit 6", "Red Samurai"]
    )
    play(state, "Take Red Samurai from the discards", "Take back Ronin")
    play(state, "Shogun: fetch Bandit 6 from the discards")
    seen = events(state, 1, "taken", "taken back")
    assert [(event["event"], event["card"]) for event in seen] == [
        ("taken", "Red Samurai"), ("taken back", "Ronin"), ("taken", "Bandit 6")
    ]


def test_c58_a_card_removed_from_a_hand_is_public():
    state = table(seat("Ninja"), seat("Ronin, 2 Red"), seat())
    play(state, "Ninja -> hand of seat 1", chance=[("hand", "Ronin")])
    assert events(state, 2, "lost") == [{"event": "lost", "seat": 1, "card": "Ronin"}]
    assert state.token_of(2)
    state = table(seat("Ninja, Shogun"), seat("Ronin, 2 Red"), seat())
    play(state, "Shogun + Ninja -> seat 1", "Take Ronin", "Discard Red Samurai")
    assert events(state, 2, "removed")[0]["card"] == "Red Samurai"


def test_c59_who_knows_what_a_shogun_saw_and_took():
    state = table(seat("Shogun"), seat("Ronin, 2 Red"), seat())
    play(state, "Shogun -> seat 1")
    assert state.token_of(0) and not state.token_of(1) and not state.token_of(2)
    play(state, "Take Ronin")
    look = {"event": "look", "seat": 1, "by": 0}
    assert events(state, 0, "look") == [look | {"cards": cards("Ronin, 2 Red")}]
    assert events(state, 1, "look") == events(state, 2, "look") == [look]
    stolen = {"event": "stolen", "seat": 1, "by": 0}
    for who in (0, 1):
        assert events(state, who, "stolen") == [stolen | {"card": "Ronin"}]
    assert events(state, 2, "stolen") == [stolen]
    assert not state.token_of(2)


def test_c60_a_third_seat_cannot_tell_one_take_from_another():
    state = table(seat("Shogun"), seat("Ronin, 2 Red"), seat())
    play(state, "Shogun -> seat 1")
    one, other = play(state.clone(), "Take Ronin"), play(state.clone(), "Take Red Samurai")
    assert one.observation(2) == other.observation(2)
    assert one.observation(1) != other.observation(1)


def test_c61_the_called_set_is_shown_and_nothing_else():
    state = table(seat("7 Red, Ninja"), seat("Ronin"), seat())
    play(state, "Call seven")
    for who in range(3):
        assert events(state, who, "call") == [{"event": "call", "seat": 0, "cards": cards("7 Red")}]
    assert state.token_of(1) and state.token_of(2)


def test_c62_chance_events():
    state = new(3)
    assert [event for event, _ in state.chance_record()] == ["draw"] * 16
    state = table(seat(), seat(), node="draw", rest_in=1, discards=["Ninja", "Shogun", "Ronin"])
    play(state, "Draw from the pile")
    assert [event for event, _ in state.chance_record()] == ["draw"]


def test_c63_action_numbers():
    everything = ", ".join(f"2 {card.name}" for card in CARDS)
    state = table(
        seat(everything), seat("Red", "Red, Blue, Yellow, Green, Ronin"), seat("Red"),
        discards=[card.name for card in CARDS],
    )
    assert state.legal_actions() == [
        *range(9, 47 - 22), *range(36, 47), *range(47 + 26, 47 + 52),
        *range(47 + 52, 47 + 71), 47 + 76, 47 + 77,
    ]
    game = kagemusha.load_game(NAME, players=8)
    assert game.num_distinct_actions == 47 + 8 * 26


def test_c64_orders():
    assert [card.name for card in CARDS] == [
        "Red Samurai", "Yellow Samurai", "Blue Samurai", "Green Samurai",
        "Bandit 3", "Bandit 4", "Bandit 5", "Bandit 6", "Ronin", "Ninja", "Shogun",
    ]
    assert [*CARDS[:4], CARDS[8]] == LAID and CARDS[4:8] == BANDITS
    assert [low.value * 10 + high.value for low, high in PAIRS] == [
        33, 34, 35, 36, 44, 45, 46, 55, 56, 66
    ]


def test_c65_shogun_and_ninja_lie_beside_the_piles():
    state = table(seat("Shogun, Ninja"), seat("2 Red"))
    play(state, "Shogun + Ninja -> seat 1")
    assert state.to_dict()["in_play"] == ["Shogun", "Ninja"] and top(state) == []
    assert hand(state, 0) == {}
    play(state, "Take Red Samurai")
    assert state.to_dict()["in_play"] == [] and top(state, 2) == ["Shogun", "Ninja"]


def test_c66_a_skipped_draw_offers_no_call_but_the_next_node_does():
    state = table(
        seat("7 Red"), seat(), rest_in=1, node="turn end", turn=1, mover=1, turn_number=1
    )
    play(state, "End the turn")
    assert node(state) == "play" and "Call seven" in words(state)


def test_c67_the_next_deal_belongs_to_the_call():
    state = table(seat("7 Red"), seat())
    play(state, "Call seven", chance=[("draw", "Ninja")] * 10 + [("draw", "Ronin")])
    assert hand(state, 0) == cards("5 Ninja") and top(state) == ["Ronin"]
    assert state.token_of(0) and state.token_of(1)


# Positions that cannot be


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"pile": {}}, "the game has 106"),
        ({"dealer": 1}, "the dealer of round 1 is seat 0"),
        ({"turn": 1}, "belongs to seat 0"),
        ({"mover": 1}, "nobody else is asked"),
        ({"mover": None}, "over"),
        ({"draws_left": 1}, "1 draws and 2 plays"),
        ({"in_play": ["Ninja"]}, "in_play"),
        ({"looking_at": 1}, "nobody's hand"),
        ({"calls": [{"caller": 0, "set": 20}]}, "1 calls for 0"),
        ({"round": 6}, "from 1 to 5"),
        ({"node": "take"}, "0 draws and 2 plays"),
        ({"node": "dance"}, "dance"),
        ({"turn_number": 202}, "from 1 to 200"),
        ({"result": {"winners": [0], "totals": [0, 0]}}, "not over"),
        ({"tea": 1}, "unknown 'tea'"),
    ],
    ids=str,
)
def test_impossible_positions_are_refused(change: dict[str, Any], complaint: str):
    given = position(seat("Red, Blue"), seat("Ninja"))
    with pytest.raises(ValueError, match=complaint):
        kagemusha.load_game(NAME, players=2).from_dict(given | change)


@pytest.mark.parametrize(
    ("seats", "rest", "complaint"),
    [
        ([seat("Red", rice=9), seat()], {}, "19 rice markers"),
        ([seat("Red", total=3), seat()], {}, "totals add up to 3"),
        ([seat(), seat("Red")], {}, "its hand is empty"),
        ([seat("Red"), seat()], {"node": "draw", "rest_in": 1}, "no source"),
        ([seat(), seat()], {"node": "take", "in_play": ["Shogun"], "looking_at": 1}, "is empty"),
        ([seat("Red"), seat()], {"node": "take", "in_play": ["Shogun"], "looking_at": 0}, "another"),
        ([seat(), seat("Red")], {"node": "take", "looking_at": 1}, "Shogun is in play"),
        ([seat(), seat("Red")], {"node": "second discard", "looking_at": 1}, "on top"),
    ],
)
def test_impossible_tables_are_refused(seats: Any, rest: dict[str, Any], complaint: str):
    with pytest.raises(ValueError, match=complaint):
        table(*seats, **rest)


def test_only_samurai_and_ronin_lie_on_the_table():
    given = position(seat("Ninja"), seat())
    given["seats"][0] = {"hand": {}, "table": {"Ninja": 1}, "rice": 10, "total": 0}
    with pytest.raises(ValueError, match="Ninja"):
        kagemusha.load_game(NAME, players=2).from_dict(given)
