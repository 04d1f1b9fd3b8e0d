"""Rulings S73 to S84: how the game ends and how it is scored.

One test per ruling, named by its id; the expected values come from the rulings and the rulebook.
S84 is a bound over all games and cannot be shown by one position: its test plays the games that
reach it (evenly spread Honor, nobody ever defeated), and random ones that must not pass it.
"""

import random
from typing import Any

import kagemusha
from kagemusha.core.state import State

from samurai_sword.build import play, seat, table

ROLES = {
    3: ("Shogun", "Ninja", "Ninja"),
    4: ("Shogun", "Samurai", "Ninja", "Ninja"),
    5: ("Shogun", "Samurai", "Ronin", "Ninja", "Ninja"),
    6: ("Shogun", "Samurai", "Ronin", "Ninja", "Ninja", "Ninja"),
}


def honors(state: State) -> list[int]:
    return [one["honor"] for one in state.to_dict()["seats"]]


def resiliences(state: State) -> list[int]:
    return [one["resilience"] for one in state.to_dict()["seats"]]


def result(state: State) -> dict[str, Any] | None:
    return state.to_dict()["result"]


def out_of_cards(
    *before: int, hands: tuple[str, ...] = (), stars: tuple[int, int] = (3, 2)
) -> State:
    """A game ended by the deck: everyone had this Honor and lost one point of it."""
    seats = []
    for number, (role, honor) in enumerate(zip(ROLES[len(before)], before, strict=True)):
        one = seat(hands[number] if hands else "Parry", role=role, honor=honor)
        if len(before) == 4 and role == "Ninja":
            one["stars"] = stars[number - 2]
        seats.append(one)
    state = table(*seats, deck="2 Geisha")
    assert result(state) is None
    return play(state, "End the turn")


def test_s73_the_swordmaster_comes_before_the_honor_of_the_same_blow():
    def last_blow(**options: bool) -> State:
        state = table(
            seat("Bokken", role="Shogun", honor=1),
            seat("Parry", role="Samurai", honor=1, resilience=0),
            seat("Parry", role="Ninja", stars=3, resilience=0),
            seat("Geisha", role="Ninja", stars=1, honor=1, resilience=1),
            options=options,
        )
        return play(state, "Bokken -> seat 3", "Take the wounds")

    sword = last_blow()
    assert result(sword) == {
        "cause": "swordmaster",
        "winner": "Shogun",
        "scores": None,
        "deadly_strike": None,
    }
    assert honors(sword) == [1, 1, 3, 1]
    assert sword.returns() == [1, 1, 0, 0]
    honor = last_blow(swordmaster_before_honor=False)
    assert honors(honor) == [2, 1, 3, 0]
    assert result(honor) == {
        "cause": "honor",
        "winner": "Ninja",
        "scores": {"Shogun": 2 + 1 * 2, "Ninja": 3 * 2 + 0},
        "deadly_strike": None,
    }
    assert honor.returns() == [0, 0, 1, 1]


def test_s74_a_last_blow_on_a_teammate_makes_no_swordmaster():
    for options in ({}, {"swordmaster_before_honor": False}):
        state = table(
            seat("Bokken", role="Shogun"),
            seat("Geisha", role="Samurai", resilience=1),
            seat("Geisha", role="Ninja", stars=3, resilience=0),
            seat("Geisha", role="Ninja", stars=1, resilience=0),
            options=options,
        )
        play(state, "Bokken -> seat 1", "Take the wounds")
        assert state.is_terminal()
        assert honors(state) == [4, 2, 3, 3]
        assert result(state) == {
            "cause": "honor",
            "winner": "Ninja",
            "scores": {"Shogun": 4 + 2 * 2 - 3, "Ninja": 3 * 2 + 3},
            "deadly_strike": "Shogun",
        }


def test_s75_only_the_defeat_that_ends_the_game_is_punished():
    state = table(
        seat("2 Bokken", "Focus", role="Shogun"),
        seat("Geisha", role="Samurai", resilience=1),
        seat("Geisha", role="Ronin"),
        seat("Geisha", role="Ninja"),
        seat("Geisha", role="Ninja", resilience=1, honor=1),
    )
    play(state, "Bokken -> seat 1", "Take the wounds")
    assert honors(state) == [4, 2, 3, 3, 1]
    assert result(state) is None
    play(state, "Bokken -> seat 4", "Take the wounds")
    assert honors(state) == [5, 2, 3, 3, 0]
    assert result(state) == {
        "cause": "honor",
        "winner": "Shogun",
        "scores": {"Shogun": 5 + 2, "Ninja": 3 + 0, "Ronin": 3 * 2},
        "deadly_strike": None,
    }


def test_s76_deadly_strike_takes_three_from_the_multiplied_total_without_a_floor():
    def strike(stars: int, other: int) -> State:
        state = table(
            seat("Geisha", role="Shogun", honor=1),
            seat("Geisha", role="Samurai", honor=1),
            seat("Bokken", role="Ninja", stars=stars, honor=1),
            seat("Geisha", role="Ninja", stars=other, honor=1, resilience=1),
            turn=2,
            mover=2,
        )
        return play(state, "Bokken -> seat 3", "Take the wounds")

    fewer = strike(1, 3)
    assert honors(fewer) == [1, 1, 2, 0]
    assert result(fewer) == {
        "cause": "honor",
        "winner": "Shogun",
        "scores": {"Shogun": 1 + 1 * 2, "Ninja": 2 + 0 - 3},
        "deadly_strike": "Ninja",
    }
    assert result(fewer)["scores"]["Ninja"] == -1
    more = strike(3, 1)
    assert honors(more) == [1, 1, 2, 0]
    assert result(more)["scores"] == {"Shogun": 3, "Ninja": 2 * 2 + 0 - 3}


def test_s77_standing_means_resilience_whatever_the_hand():
    def blow(samurai: int) -> State:
        state = table(
            seat("Bokken", role="Shogun"),
            seat("", role="Samurai", resilience=samurai),
            seat("Parry", role="Ninja", resilience=0),
            seat("Geisha", role="Ninja", resilience=1),
        )
        return play(state, "Bokken -> seat 3", "Take the wounds")

    two_stand = blow(2)
    assert two_stand.harmless(1)
    assert two_stand.harmless(0)
    assert result(two_stand) is None
    assert two_stand.current_player() == 0
    assert honors(two_stand) == [4, 3, 3, 2]
    alone = blow(0)
    assert result(alone)["cause"] == "swordmaster"
    assert result(alone)["winner"] == "Shogun"
    assert alone.to_dict()["seats"][0]["hand"] == {}


def test_s78_an_honor_end_without_a_defeat_has_no_penalty():
    deck = table(
        seat("Bokken", role="Shogun"),
        seat("Geisha", role="Samurai", resilience=1),
        seat("Geisha", role="Ninja", stars=3),
        seat("Geisha", role="Ninja", stars=2, honor=1),
        deck="2 Parry",
    )
    play(deck, "Bokken -> seat 1", "Take the wounds")
    assert result(deck) is None
    play(deck, "End the turn")
    assert honors(deck) == [3, 1, 2, 0]
    assert result(deck) == {
        "cause": "honor",
        "winner": "Shogun",
        "scores": {"Shogun": 3 + 1 * 2, "Ninja": 2 * 2 + 0},
        "deadly_strike": None,
    }
    bushido = table(
        seat("Geisha", role="Shogun", honor=1),
        seat("Geisha", role="Samurai"),
        seat("Geisha", role="Ninja", stars=3),
        seat("Geisha", role="Ninja", stars=1),
        node="bushido",
        bushido=0,
        discards=["Katana"],
    )
    play(bushido, "Pay 1 Honor")
    assert honors(bushido) == [0, 3, 3, 3]
    assert result(bushido) == {
        "cause": "honor",
        "winner": "Ninja",
        "scores": {"Shogun": 0 + 3 * 2, "Ninja": 3 * 2 + 3},
        "deadly_strike": None,
    }


def test_s79_ninja_win_every_tie_and_the_shogun_beats_the_ronin():
    example = out_of_cards(
        2, 4, 4, 3, 4, 1, hands=("Daimyo", "Daimyo", "Parry", "Parry", "Parry", "Parry")
    )
    assert honors(example) == [1, 3, 3, 2, 3, 0]
    assert result(example) == {
        "cause": "honor",
        "winner": "Shogun",
        "scores": {"Shogun": 1 + 3 * 2 + 2, "Ninja": 2 + 3 + 0, "Ronin": 3 * 3},
        "deadly_strike": None,
    }
    assert result(example)["scores"]["Shogun"] == result(example)["scores"]["Ronin"] == 9
    assert example.returns() == [1, 1, 0, 0, 0, 0]
    three_way = out_of_cards(3, 3, 3, 5, 1)
    assert result(three_way)["scores"] == {"Shogun": 4, "Ninja": 4, "Ronin": 4}
    assert result(three_way)["winner"] == "Ninja"
    assert three_way.returns() == [0, 0, 0, 1, 1]
    with_ronin = out_of_cards(2, 2, 3, 5, 1)
    assert result(with_ronin)["scores"] == {"Shogun": 2, "Ninja": 4, "Ronin": 4}
    assert result(with_ronin)["winner"] == "Ninja"
    with_shogun = out_of_cards(3, 3, 2, 5, 1)
    assert result(with_shogun)["scores"] == {"Shogun": 4, "Ninja": 4, "Ronin": 2}
    assert result(with_shogun)["winner"] == "Ninja"


def test_s80_of_two_ninja_the_one_with_more_stars_doubles():
    for stars in ((1, 2), (1, 3), (2, 3)):
        second = out_of_cards(2, 1, 3, 2, stars=stars)
        assert honors(second) == [1, 0, 2, 1]
        assert result(second)["scores"] == {"Shogun": 1, "Ninja": 2 + 1 * 2}
        first = out_of_cards(2, 1, 3, 2, stars=(stars[1], stars[0]))
        assert result(first)["scores"] == {"Shogun": 1, "Ninja": 2 * 2 + 1}


def test_s81_a_daimyo_counts_one_unmultiplied_and_nothing_for_the_ronin():
    state = table(
        seat("Daimyo", role="Shogun", honor=1),
        seat("Daimyo", role="Samurai", honor=3),
        seat("Daimyo, Bokken", role="Ronin", honor=2),
        seat("Geisha", role="Ninja", honor=1, resilience=1),
        seat("Geisha", role="Ninja", honor=2),
        seat("Geisha", role="Ninja", honor=3),
        turn=2,
        mover=2,
    )
    play(state, "Bokken -> seat 3", "Take the wounds")
    assert honors(state) == [1, 3, 3, 0, 2, 3]
    assert result(state) == {
        "cause": "honor",
        "winner": "Shogun",
        "scores": {"Shogun": 9, "Ninja": 5, "Ronin": 9},
        "deadly_strike": None,
    }
    doubled = out_of_cards(2, 1, 3, 2, hands=("Parry", "Parry", "2 Daimyo", "Parry"))
    assert result(doubled)["scores"] == {"Shogun": 1, "Ninja": 2 * 2 + 1 + 2}
    three = out_of_cards(3, 1, 4, hands=("Daimyo", "Parry", "Daimyo"))
    assert result(three)["scores"] == {"Shogun": 2 * 2 + 1, "Ninja": 0 + 3 + 1}


def test_s82_three_players_have_no_swordmaster_but_deadly_strike_and_ninja_ties():
    alone = table(
        seat("Bokken", role="Shogun", honor=6),
        seat("Geisha", role="Ninja", resilience=1),
        seat("Geisha", role="Ninja", resilience=0),
    )
    play(alone, "Bokken -> seat 1", "Take the wounds")
    assert resiliences(alone)[1:] == [0, 0]
    assert result(alone) is None
    assert alone.current_player() == 0
    assert honors(alone) == [7, 2, 3]
    friendly = table(
        seat("Geisha", role="Shogun", honor=4),
        seat("Bokken", role="Ninja", honor=3),
        seat("Geisha", role="Ninja", honor=1, resilience=1),
        turn=1,
        mover=1,
    )
    play(friendly, "Bokken -> seat 2", "Take the wounds")
    assert honors(friendly) == [4, 4, 0]
    assert result(friendly) == {
        "cause": "honor",
        "winner": "Shogun",
        "scores": {"Shogun": 4 * 2, "Ninja": 4 + 0 - 3},
        "deadly_strike": "Ninja",
    }
    tie = out_of_cards(3, 5, 1)
    assert result(tie)["scores"] == {"Shogun": 2 * 2, "Ninja": 4 + 0}
    assert result(tie)["winner"] == "Ninja"
    assert tie.returns() == [0, 1, 1]


def test_s83_the_swordmaster_wins_for_the_whole_team_and_roles_are_revealed():
    def last_blow(attacker: int, victim: int) -> State:
        hands = {attacker: "Bokken"}
        state = table(
            *(
                seat(hands.get(number, "Geisha"), role=role)
                | ({} if number == attacker else {"resilience": int(number == victim)})
                for number, role in enumerate(ROLES[5])
            ),
            turn=attacker,
            mover=attacker,
        )
        assert ["role" in one for one in state.observation(0)["seats"]] == [True] + [False] * 4
        return play(state, f"Bokken -> seat {victim}", "Take the wounds")

    ninja = last_blow(3, 2)
    assert result(ninja)["cause"] == "swordmaster"
    assert result(ninja)["winner"] == "Ninja"
    assert ninja.returns() == [0, 0, 0, 1, 1]
    samurai = last_blow(1, 2)
    assert result(samurai)["winner"] == "Shogun"
    assert samurai.returns() == [1, 1, 0, 0, 0]
    ronin = last_blow(2, 3)
    assert result(ronin)["winner"] == "Ronin"
    assert ronin.returns() == [0, 0, 1, 0, 0]
    for state in (ninja, samurai, ronin):
        for viewer in range(5):
            seen = state.observation(viewer)
            assert tuple(one.get("role") for one in seen["seats"]) == ROLES[5]


def test_s84_somebody_is_out_of_honor_with_the_third_or_fourth_reshuffle():
    for players, total, bound in ((3, 12, 4), (4, 14, 3), (5, 17, 3), (6, 25, 4), (7, 29, 4)):
        spread = [total // players + (n < total % players) for n in range(players)]
        state = table(*(seat("Parry", honor=honor) for honor in spread))
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])  # ends the turn, or discards
        shuffles = [e for e in state.observation(0)["events"] if e["event"] == "reshuffle"]
        assert len(shuffles) == bound
        assert honors(state) == [honor - bound for honor in spread]
        assert min(honors(state)) == 0
        assert result(state)["deadly_strike"] is None
        wild = kagemusha.load_game("samurai-sword", players=players)
        for seed in range(20):
            state, dice = wild.new_initial_state(seed), random.Random(seed)
            while not state.is_terminal():
                state.apply_action(dice.choice(state.legal_actions()))
            events = state.observation(0)["events"]
            assert sum(event["event"] == "reshuffle" for event in events) <= bound
            assert sum(honors(state)) <= total
