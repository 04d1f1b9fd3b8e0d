"""Rulings S89 to S130, one test each; S106, S110 and S117 to S123 are in test_rulings_knowledge.

Not testable here, or only in part:
S94   that the assignments are *equally likely* is a matter of the generator; tested is how many
      deals look alike to each seat (18, 6, 4).
S99   "a second reshuffle in one effect can only come by S100" is a claim about all positions;
      tested are the draws before and after one reshuffle, and none at a second empty pile.
S105  an absent team could win only if all present ones were below 0, which no game can reach;
      tested is that it has no score, and that a present team may be below 0.
S113  one player's answer never makes another exempt, so an earlier test inside one card would
      look the same; tested is that the state at this card counts, not one at an earlier card.
S116  a bound over all games; tested is the number, and random games that stay below it.
"""

import random
from collections import Counter
from itertools import permutations
from typing import Any

import kagemusha
from kagemusha.core.state import State

from samurai_sword.build import play, position, seat, table, words

NEW_CARD = "Pay 1 Resilience for a card"


def honor(state: State) -> list[int]:
    return [one["honor"] for one in state.to_dict()["seats"]]


def hand(state: State, who: int) -> dict[str, int]:
    return state.to_dict()["seats"][who]["hand"]


def sizes(state: State) -> list[int]:
    return [sum(one["hand"].values()) for one in state.to_dict()["seats"]]


def resilience(state: State) -> list[int]:
    return [one["resilience"] for one in state.to_dict()["seats"]]


def at(state: State) -> tuple[str, int | None]:
    now = state.to_dict()
    return now["node"], now["mover"]


def load(data: dict[str, Any], **options: Any) -> State:
    return kagemusha.load_game("samurai-sword", players=data["players"], **options).from_dict(data)


def no_deck(*seats: dict[str, Any], keeper: int, options: Any = None, **rest: Any) -> State:
    """A table with an empty deck: all cards left over are in the hand of one seat."""
    data = position(*seats, **rest)
    held = Counter(data["seats"][keeper]["hand"])
    data["seats"][keeper]["hand"] = dict(held + Counter(data["deck"]))
    data["deck"] = {}
    return load(data, **(options or {}))


def test_s89_left_is_the_next_seat_and_actions_name_absolute_seats():
    four = [seat("Parry"), seat("Parry"), seat("Bokken, Battle Cry"), seat("Parry")]
    state = table(*four, turn=2, mover=2)
    assert {word: state.string_to_action(word) for word in words(state) if "Bokken" in word} == {
        "Bokken -> seat 1": 36 + 20,
        "Bokken -> seat 3": 36 + 60,
    }
    play(state, "Battle Cry")
    asked = []
    while at(state)[0] == "battle cry":
        asked.append(at(state)[1])
        play(state, "Take the wound")
    assert asked == [3, 0, 1]
    play(state, "End the turn")
    assert at(state) == ("play", 3)
    play(state, "End the turn")
    assert at(state) == ("play", 0)
    last = table(*[seat("Parry")] * 4, turn=2, mover=2, bushido=3)
    play(last, "End the turn", chance=[("draw", "Parry")])
    assert last.to_dict()["bushido"] == 0


def test_s90_one_event_per_card_and_the_order_of_the_deal():
    cards = ["Bokken"] * 5 + ["Parry"] * 5 + ["Kiseru"] * 5 + ["Focus"] * 5 + ["Geisha"] * 2
    hands = [("draw", card) for card in cards]
    start = [
        ("removed", 2),
        *[("role", role) for role in ("Ninja 1", "Samurai", "Shogun", "Ninja 3")],
        *[("character", name) for name in ("Benkei", "Chiyome", "Musashi", "Goemon")],
    ]
    game = kagemusha.load_game("samurai-sword", players=4)
    dealt = game.new_initial_state(seed=5, chance=start + hands)
    assert dealt.chance_record() == start + hands
    # Whole hands, the Shogun (seat 2) first with 4, then 5, 5, 6; then his two draws.
    assert hand(dealt, 2) == {"Bokken": 4, "Geisha": 2}
    assert hand(dealt, 3) == {"Bokken": 1, "Parry": 4}
    assert hand(dealt, 0) == {"Parry": 1, "Kiseru": 4}
    assert hand(dealt, 1) == {"Kiseru": 1, "Focus": 5}
    # A shuffle is no event.
    state = table(seat("Daimyo"), *[seat("Parry")] * 3, deck="Parry")
    play(state, "Daimyo", chance=[("draw", "Parry"), ("draw", "Bokken")])
    assert honor(state) == [2, 2, 2, 2]
    assert state.chance_record() == [("draw", "Parry"), ("draw", "Bokken")]
    # A random hand card is uniform over cards, not over kinds.
    stolen = Counter()
    for seed in range(600):
        thief = table(seat("Diversion"), seat("4 Parry, Focus"), seat(), seat(), seed=seed)
        play(thief, "Diversion -> seat 1")
        ((event, card),) = thief.chance_record()
        assert event == "hand"
        stolen[card] += 1
    assert set(stolen) == {"Parry", "Focus"}
    assert 0.72 < stolen["Parry"] / 600 < 0.88


def test_s91_the_nodes_of_a_turn_and_no_others():
    state = table(
        seat("Parry"),
        seat("3 Parry, 2 Bokken, Battle Cry, Jujutsu, 4 Focus", character="Ieyasu"),
        seat("Parry, Bokken"),
        seat("Parry, Bokken", character="Chiyome"),
        bushido=1,
    )
    seen = [at(state)]
    for word in (
        "End the turn",
        "Pay with Bokken",
        "Draw from the deck",
        "Bokken -> seat 2",
        "Take the wounds",
        "Battle Cry",
        "Take the wound",
        "Take the wound",
        "Jujutsu",
        "Take the wound",
        "Take the wound",
        "Focus",
        "End the turn",
    ):
        outcomes = {"End the turn": ["Bokken"], "Draw from the deck": ["Parry", "Parry"]}
        play(state, word, chance=[("draw", card) for card in outcomes.get(word, [])])
        seen.append(at(state))
    # 11 cards + 2 drawn - 2 Bokken - Battle Cry - Jujutsu - Focus = 8: one to discard.
    assert seen == [
        ("play", 0),
        ("bushido", 1),
        ("first draw", 1),
        ("play", 1),
        ("parry", 2),
        ("play", 1),
        ("battle cry", 2),
        ("battle cry", 0),
        ("play", 1),
        ("jujutsu", 2),
        ("jujutsu", 0),
        ("play", 1),
        ("play", 1),
        ("discard", 1),
    ]
    play(state, "Discard Focus")
    assert at(state) == ("play", 2)
    # No Bushido node without a Weapon, and no question to Ieyasu without a discard.
    harmless = table(*[seat("Parry")] * 4, bushido=1)
    play(harmless, "End the turn", chance=[("draw", "Focus")])
    assert at(harmless) == ("play", 1)
    ieyasu = table(seat("Parry"), seat("Parry", character="Ieyasu"), seat(), seat())
    play(ieyasu, "End the turn")
    assert at(ieyasu) == ("play", 1)


def test_s92_a_single_legal_answer_is_still_asked():
    four = [seat("Bokken, Battle Cry, Jujutsu"), seat("Focus"), seat("Focus"), seat()]
    parry = play(table(*four), "Bokken -> seat 1")
    assert (at(parry), words(parry)) == (("parry", 1), ["Take the wounds"])
    cry = play(table(*four), "Battle Cry")
    assert (at(cry), words(cry)) == (("battle cry", 1), ["Take the wound"])
    play(cry, "Take the wound")
    assert (at(cry), words(cry)) == (("battle cry", 2), ["Take the wound"])
    jujutsu = play(table(*four), "Jujutsu")
    assert (at(jujutsu), words(jujutsu)) == (("jujutsu", 1), ["Take the wound"])
    bushido = table(*four, bushido=1)
    play(bushido, "End the turn", chance=[("draw", "Bokken")])
    assert (at(bushido), words(bushido)) == (("bushido", 1), ["Pay 1 Honor"])
    only_end = table(seat(), seat("Parry"), seat(), seat())
    assert (at(only_end), words(only_end)) == (("play", 0), ["End the turn"])
    unplayable = table(seat("2 Parry"), seat("Parry"), seat(), seat())
    assert (at(unplayable), words(unplayable)) == (("play", 0), ["End the turn"])


def test_s93_one_action_per_kind_however_many_copies():
    state = table(seat("3 Bokken, 2 Focus"), seat("2 Parry"), seat(), seat())
    assert sorted(words(state)) == ["Bokken -> seat 1", "End the turn", "Focus"]
    play(state, "Bokken -> seat 1")
    assert words(state) == ["Take the wounds", "Parry with Parry"]
    play(state, "Parry with Parry")
    assert hand(state, 1) == {"Parry": 1}
    assert hand(state, 0) == {"Bokken": 2, "Focus": 2}


def test_s94_stars_are_known_to_their_owner_and_leave_18_6_and_4_deals():
    game = kagemusha.load_game("samurai-sword", players=4)
    cards = [("draw", "Parry")] * 15 + [("draw", "Bokken")] * 6 + [("draw", "Focus")]
    faces = [("character", name) for name in ("Benkei", "Chiyome", "Musashi", "Goemon")]
    views: Counter[tuple[int, str]] = Counter()
    roles: dict[tuple[int, str], set[str]] = {}
    deals = 0
    for removed in (1, 2, 3):
        ninja = [f"Ninja {stars}" for stars in (1, 2, 3) if stars != removed]
        for others in permutations(["Samurai", *ninja]):
            deals += 1
            dealt = ["Shogun", *others]
            chance = [("removed", removed), *[("role", role) for role in dealt], *faces, *cards]
            state = game.new_initial_state(seed=1, chance=chance)
            for who in range(4):
                view = (who, repr(state.observation(who)))
                views[view] += 1
                roles.setdefault(view, set()).add(dealt[who])
                shown = [one.get("stars") for one in state.observation(who)["seats"]]
                own = int(dealt[who][-1]) if "Ninja" in dealt[who] else None
                assert shown == [own if other == who else None for other in range(4)]
    assert deals == 18
    expected = {"Shogun": 18, "Samurai": 6, "Ninja 1": 4, "Ninja 2": 4, "Ninja 3": 4}
    for view, count in views.items():
        (role,) = roles[view]
        assert count == expected[role]
    for players in (3, 5, 6, 7):
        other = kagemusha.load_game("samurai-sword", players=players).new_initial_state(seed=3)
        assert not any("stars" in one for one in other.to_dict()["seats"])
        assert "removed" not in dict(other.chance_record())


def test_s95_three_players_go_on_with_one_left_standing():
    three = [
        seat("Bokken"),
        seat("Focus", resilience=1),
        seat("Focus", resilience=0),
    ]
    state = play(table(*three), "Bokken -> seat 1", "Take the wounds")
    assert not state.is_terminal()
    assert resilience(state)[1:] == [0, 0]
    assert honor(state) == [4, 2, 3]
    assert at(state) == ("play", 0)
    play(state, "End the turn")
    assert at(state) == ("play", 1)
    assert resilience(state)[1] == 5


def test_s96_the_last_card_reaches_its_hand_before_the_reshuffle():
    state = table(*[seat("Parry")] * 4, deck="Daimyo")
    play(state, "End the turn", chance=[("draw", "Daimyo"), ("draw", "Bokken")])
    assert hand(state, 1) == {"Parry": 1, "Daimyo": 1, "Bokken": 1}
    assert state.to_dict()["deck"]["Daimyo"] == 2
    assert state.to_dict()["discards"] == []
    assert honor(state) == [2, 2, 2, 2]
    # Flipped, it lies with the discards and becomes part of the new deck.
    flipped = table(*[seat("Parry")] * 4, deck="Nodachi", bushido=1)
    play(flipped, "End the turn", chance=[("draw", "Nodachi")])
    assert at(flipped) == ("bushido", 1)
    assert flipped.to_dict()["deck"]["Nodachi"] == 1
    assert flipped.to_dict()["discards"] == []
    # A Daimyo drawn so counts: Shogun 2, Samurai 0 x 2 + 1; Ninja 2 x 2 + 2.
    last = table(seat("Parry"), seat("Parry", honor=1), *[seat("Parry")] * 2, deck="Daimyo")
    play(last, "End the turn", chance=[("draw", "Daimyo")])
    assert last.is_terminal()
    assert hand(last, 1) == {"Parry": 1, "Daimyo": 1}
    assert last.to_dict()["result"]["scores"] == {"Shogun": 3, "Ninja": 6}


def test_s97_a_daimyo_being_played_when_the_game_ends_scores_nothing():
    four = [seat("Daimyo", honor=1), *[seat("Parry")] * 3]
    state = play(table(*four, deck="Parry"), "Daimyo", chance=[("draw", "Parry")])
    assert state.is_terminal()
    assert hand(state, 0) == {"Parry": 1}
    # Shogun 0, Samurai 2 x 2; Ninja 2 x 2 + 2: no point for the Daimyo.
    assert state.to_dict()["result"]["scores"] == {"Shogun": 4, "Ninja": 6}
    # One that stays in the hand does score.
    two = [seat("2 Daimyo", honor=1), *[seat("Parry")] * 3]
    kept = play(table(*two, deck="Parry"), "Daimyo", chance=[("draw", "Parry")])
    assert kept.to_dict()["result"]["scores"] == {"Shogun": 5, "Ninja": 6}


def test_s98_the_deck_ending_in_draws_after_a_friendly_blow_is_no_deadly_strike():
    ushiwaka = seat("Parry", character="Ushiwaka", resilience=1, honor=2)
    tomoe = seat("Bokken", character="Tomoe")
    for attacker, target in (
        (seat("Bokken"), ushiwaka),
        (tomoe, seat("Parry", resilience=1, honor=2)),
    ):
        state = table(attacker, target, seat("Parry"), seat("Parry"), deck="Parry")
        play(state, "Bokken -> seat 1", "Take the wounds", chance=[("draw", "Parry")])
        assert state.is_terminal()
        assert honor(state) == [3, 0, 2, 2]
        assert state.to_dict()["result"] == {
            "cause": "honor",
            "winner": "Ninja",
            "scores": {"Shogun": 3, "Ninja": 6},
            "deadly_strike": None,
        }
        assert state.to_dict()["in_play"] is None


def test_s99_a_draw_goes_on_from_the_new_deck():
    four = [seat("Tea Ceremony"), *[seat("Parry")] * 3]
    drawn = ["Parry", "Parry", "Bokken", "Kiseru", "Focus", "Armor"]
    chance = [("draw", card) for card in drawn]
    state = play(table(*four, deck="2 Parry"), "Tea Ceremony", chance=chance)
    assert [hand(state, who) for who in range(4)] == [
        {"Bokken": 1, "Parry": 2},
        {"Parry": 1, "Kiseru": 1},
        {"Focus": 1, "Parry": 1},
        {"Armor": 1, "Parry": 1},
    ]
    assert honor(state) == [2, 2, 2, 2]
    # The Tea Ceremony being played is not in the new deck.
    assert state.to_dict()["discards"] == ["Tea Ceremony"]
    assert state.to_dict()["deck"]["Tea Ceremony"] == 3
    # At an end all undrawn cards are lost.
    low = [seat("Tea Ceremony"), *[seat("Parry")] * 2, seat("Parry", honor=1)]
    over = play(table(*low, deck="2 Parry"), "Tea Ceremony", chance=chance[:2])
    assert over.is_terminal()
    assert sizes(over) == [2, 1, 1, 1]
    assert len(over.chance_record()) == 2
    # One discard only: it is drawn, then nothing is left and no second Honor goes.
    short = no_deck(*four, keeper=3, discards=["Bokken"])
    before = sizes(short)
    play(short, "Tea Ceremony", chance=[("draw", "Bokken")])
    assert sizes(short) == before
    assert hand(short, 0) == {"Bokken": 1}
    assert honor(short) == [2, 2, 2, 2]
    assert short.to_dict()["discards"] == ["Tea Ceremony"]


def test_s100_deck_and_discards_both_empty():
    four = [seat("Daimyo"), seat("Parry"), seat(), seat()]
    state = no_deck(*four, keeper=3)
    play(state, "Daimyo")
    assert sizes(state)[:3] == [0, 1, 0]
    assert honor(state) == [3, 3, 3, 3]
    assert state.to_dict()["discards"] == ["Daimyo"]
    assert state.to_dict()["deck"] == {}
    # Now a discard exists and a card is needed: reshuffle, loss, draw; the second finds nothing.
    play(state, "End the turn", chance=[("draw", "Daimyo")])
    assert at(state) == ("play", 1)
    assert hand(state, 1) == {"Daimyo": 1, "Parry": 1}
    assert honor(state) == [2, 2, 2, 2]
    # ... and the end test comes before the draw.
    last = no_deck(seat("Daimyo"), seat("Parry", honor=1), seat(), seat(), keeper=3)
    play(last, "Daimyo", "End the turn")
    assert last.is_terminal()
    assert hand(last, 1) == {"Parry": 1}
    # A Bushido flip is skipped and Bushido stays.
    bushido = no_deck(*four, keeper=3, bushido=1)
    play(bushido, "End the turn")
    assert at(bushido) == ("play", 1)
    assert bushido.to_dict()["bushido"] == 1
    assert honor(bushido) == [3, 3, 3, 3]
    assert bushido.chance_record() == []
    # Nobunaga may not pay.
    nobunaga = [seat("Parry", character="Nobunaga"), seat("Parry"), seat(), seat()]
    assert NEW_CARD not in words(no_deck(*nobunaga, keeper=3))
    assert NEW_CARD in words(no_deck(*nobunaga, keeper=3, discards=["Bokken"]))
    # Ieyasu is asked whenever discards exist.
    ieyasu = [seat("Parry"), seat("Parry", character="Ieyasu"), seat(), seat()]
    asked = play(no_deck(*ieyasu, keeper=3, discards=["Bokken"]), "End the turn")
    assert words(asked) == ["Draw from the deck", "Take Bokken from the discards"]
    play(asked, "Take Bokken from the discards")
    assert hand(asked, 1) == {"Bokken": 1, "Parry": 1}
    assert honor(asked) == [3, 3, 3, 3]
    unasked = play(no_deck(*ieyasu, keeper=3), "End the turn")
    assert at(unasked) == ("play", 1)


def test_s101_on_need_the_deck_ends_when_a_card_is_missing():
    need = {"end_of_deck": "on_need"}
    four = [seat("Daimyo"), *[seat("Parry")] * 3]
    state = table(*four, deck="2 Parry", options=need)
    play(state, "Daimyo")
    assert honor(state) == [3, 3, 3, 3]
    assert state.to_dict()["deck"] == {}
    assert state.to_dict()["discards"][-1] == "Daimyo"
    play(state, "End the turn", chance=[("draw", "Daimyo"), ("draw", "Bokken")])
    assert honor(state) == [2, 2, 2, 2]
    assert hand(state, 1) == {"Bokken": 1, "Daimyo": 1, "Parry": 1}
    assert state.to_dict()["discards"] == []
    # The end is tested before the draw.
    low = [seat("Daimyo"), seat("Parry", honor=1), *[seat("Parry")] * 2]
    last = play(table(*low, deck="2 Parry", options=need), "Daimyo")
    assert not last.is_terminal()
    play(last, "End the turn")
    assert last.is_terminal()
    assert hand(last, 1) == {"Parry": 1}
    # A flip needs a card too; the flipped card is not in the new deck.
    flip = table(*[seat("Parry")] * 4, deck="", bushido=1, options=need)
    play(flip, "End the turn", chance=[("draw", "Nodachi")])
    assert at(flip) == ("bushido", 1)
    assert honor(flip) == [2, 2, 2, 2]
    assert flip.to_dict()["discards"] == ["Nodachi"]
    # Both empty: S100.
    bare = no_deck(*four, keeper=3, options=need)
    play(bare, "Daimyo")
    assert (honor(bare), sizes(bare)[0]) == ([3, 3, 3, 3], 0)


def test_s102_swordmaster_and_the_honor_point():
    def blow(target: int, points: int, *, before: bool) -> State:
        seats = [seat("Bokken")]
        for who in (1, 2, 3):
            one = {"resilience": 1, "honor": points} if who == target else {"resilience": 0}
            seats.append(seat("Parry", **one))
        state = table(*seats, options={"swordmaster_before_honor": before})
        play(state, f"Bokken -> seat {target}", "Take the wounds")
        assert state.is_terminal()
        return state

    sword = {"cause": "swordmaster", "winner": "Shogun", "scores": None, "deadly_strike": None}
    for points in (1, 2):
        on = blow(3, points, before=True)
        assert on.to_dict()["result"] == sword
        assert honor(on) == [3, 3, 3, points]
    moved = blow(3, 2, before=False)
    assert moved.to_dict()["result"] == sword
    assert honor(moved) == [4, 3, 3, 1]
    # Off and the victim at 0: Shogun 4 + 3 x 2; Ninja 3 x 2 + 0.
    ended = blow(3, 1, before=False)
    assert honor(ended) == [4, 3, 3, 0]
    assert ended.to_dict()["result"] == {
        "cause": "honor",
        "winner": "Shogun",
        "scores": {"Shogun": 10, "Ninja": 6},
        "deadly_strike": None,
    }
    # Friendly: Shogun 4 + 2 x 2 - 3; Ninja 3 x 2 + 3.
    for before in (True, False):
        friendly = blow(1, 3, before=before)
        assert honor(friendly) == [4, 2, 3, 3]
        assert friendly.to_dict()["result"] == {
            "cause": "honor",
            "winner": "Ninja",
            "scores": {"Shogun": 5, "Ninja": 9},
            "deadly_strike": "Shogun",
        }


def test_s103_order_on_the_pile():
    four = [seat("Parry"), seat("Kiseru"), *[seat("Parry")] * 2]
    weapon = table(*four, bushido=1, discards=["Focus"])
    play(weapon, "End the turn", "Pay with Kiseru", chance=[("draw", "Bokken")])
    assert weapon.to_dict()["discards"] == ["Focus", "Bokken", "Kiseru"]
    point = table(*four, bushido=1, discards=["Focus"])
    play(point, "End the turn", "Pay 1 Honor", chance=[("draw", "Bokken")])
    assert point.to_dict()["discards"] == ["Focus", "Bokken", "Bushido"]
    geisha = [seat("Geisha"), seat("Kiseru", "Armor"), *[seat("Parry")] * 2]
    for word, removed in (
        ("Geisha -> hand of seat 1", "Kiseru"),
        ("Geisha -> Armor of seat 1", "Armor"),
        ("Geisha -> Bushido", "Bushido"),
    ):
        state = play(table(*geisha, bushido=2, discards=["Focus"]), word)
        assert state.to_dict()["discards"] == ["Focus", removed, "Geisha"]
    full = table(seat("2 Parry, 2 Focus, 2 Armor, 2 Geisha, 2 Bokken"), *[seat("Parry")] * 3)
    play(full, "End the turn", "Discard Geisha", "Discard Parry", "Discard Bokken")
    assert full.to_dict()["discards"] == ["Geisha", "Parry", "Bokken"]
    assert at(full) == ("play", 1)


def test_s104_returns_are_one_for_the_whole_winning_team():
    five = [seat("Parry") for _ in range(5)]
    # Honor ends: roles by seat are Shogun, Samurai, Ronin, Ninja, Ninja; Ronin x 2.
    for points, winner, expected in (
        ([5, 4, 2, 2, 1], "Shogun", [1, 1, 0, 0, 0]),
        ([2, 1, 2, 4, 4], "Ninja", [0, 0, 0, 1, 1]),
        ([2, 1, 6, 2, 2], "Ronin", [0, 0, 1, 0, 0]),
    ):
        seats = [one | {"honor": own} for one, own in zip(five, points, strict=True)]
        state = table(*seats, deck="Bokken")
        play(state, "End the turn", chance=[("draw", "Bokken")])
        assert state.is_terminal()
        assert state.to_dict()["result"]["winner"] == winner
        assert state.returns() == expected
    # A Swordmaster wins for his defeated mates too.
    lying = [seat("Parry", resilience=0) for _ in range(3)]
    ninja = table(
        seat("Focus", resilience=1), *lying, seat("Bokken"), turn=4, mover=4
    )
    play(ninja, "Bokken -> seat 0", "Take the wounds")
    assert ninja.to_dict()["result"]["cause"] == "swordmaster"
    assert ninja.returns() == [0, 0, 0, 1, 1]


def test_s105_only_teams_with_a_player_are_scored():
    # The friendly blow ends it: Ninja 2 + 0 - 3 = -1, below an absent Ronin's 0.
    three = table(
        seat("Parry"),
        seat("Bokken", honor=1),
        seat("Parry", honor=1, resilience=1),
        turn=1,
        mover=1,
    )
    play(three, "Bokken -> seat 2", "Take the wounds")
    assert three.to_dict()["result"] == {
        "cause": "honor",
        "winner": "Shogun",
        "scores": {"Shogun": 6, "Ninja": -1},
        "deadly_strike": "Ninja",
    }
    assert three.returns() == [1, 0, 0]
    four = table(seat("Parry"), seat("Parry", honor=1), *[seat("Parry")] * 2, deck="Parry")
    play(four, "End the turn")
    assert set(four.to_dict()["result"]["scores"]) == {"Shogun", "Ninja"}
    five = table(seat("Parry"), seat("Parry", honor=1), *[seat("Parry")] * 3, deck="Parry")
    play(five, "End the turn")
    assert set(five.to_dict()["result"]["scores"]) == {"Shogun", "Ninja", "Ronin"}


def test_s107_one_discard_per_node_only_above_seven():
    state = table(seat("6 Focus, 2 Bokken, Parry"), *[seat("Parry")] * 3)
    play(state, "End the turn")
    assert at(state) == ("discard", 0)
    assert sorted(words(state)) == ["Discard Bokken", "Discard Focus", "Discard Parry"]
    play(state, "Discard Parry")
    assert at(state) == ("discard", 0)
    assert sorted(words(state)) == ["Discard Bokken", "Discard Focus"]
    play(state, "Discard Bokken")
    assert at(state) == ("play", 1)
    assert hand(state, 0) == {"Bokken": 1, "Focus": 6}
    seven = table(seat("6 Focus, Bokken"), *[seat("Parry")] * 3)
    play(seven, "End the turn")
    assert at(seven) == ("play", 1)
    assert sizes(seven)[0] == 7


def test_s108_paying_bushido_with_the_last_honor_ends_the_game():
    state = table(seat("Parry"), seat("Bokken", honor=1), *[seat("Parry")] * 2, bushido=1)
    play(state, "End the turn", chance=[("draw", "Kiseru")])
    assert words(state) == ["Pay 1 Honor", "Pay with Bokken"]
    play(state, "Pay 1 Honor")
    assert state.is_terminal()
    assert honor(state) == [3, 0, 3, 3]
    assert hand(state, 1) == {"Bokken": 1}
    # Shogun 3 + 0; Ninja 3 x 2 + 3.
    assert state.to_dict()["result"] == {
        "cause": "honor",
        "winner": "Ninja",
        "scores": {"Shogun": 3, "Ninja": 9},
        "deadly_strike": None,
    }


def test_s109_defaults_of_the_switches():
    options = kagemusha.load_game("samurai-sword", players=4).options
    assert options["end_of_deck"] == "immediate"
    assert options["geisha_own_property"] is True
    assert options["swordmaster_before_honor"] is True
    # Behaviour by default.
    deck = play(table(seat("Daimyo"), *[seat("Parry")] * 3, deck="2 Parry"), "Daimyo")
    assert honor(deck) == [2, 2, 2, 2]
    lying = [seat("Parry", resilience=0)] * 2
    sword = table(seat("Bokken"), *lying, seat("Parry", resilience=1, honor=1))
    play(sword, "Bokken -> seat 3", "Take the wounds")
    assert sword.to_dict()["result"]["cause"] == "swordmaster"
    # Geisha: on one's own Properties and Bushido, unless switched off.
    four = [seat("Geisha", "Focus, Armor, Fast Draw"), seat(properties="Focus"), seat(), seat()]
    own = [f"Geisha -> {card} of seat 0" for card in ("Focus", "Armor", "Fast Draw")]
    off = {"geisha_own_property": False}
    assert set(words(table(*four, bushido=0))) == {
        "End the turn", "Geisha -> Bushido", "Geisha -> Focus of seat 1", *own
    }
    assert set(words(table(*four, bushido=0, options=off))) == {
        "End the turn", "Geisha -> Focus of seat 1"
    }
    assert "Geisha -> Bushido" in words(table(*four, bushido=1, options=off))


def test_s111_bushido_may_be_played_again_after_a_geisha_removed_it():
    state = table(seat("Bushido, Geisha"), *[seat("Parry")] * 3, bushido=2)
    assert not any(word.startswith("Bushido") for word in words(state))
    play(state, "Geisha -> Bushido")
    assert [word for word in words(state) if word.startswith("Bushido")] == [
        f"Bushido -> seat {who}" for who in range(4)
    ]
    play(state, "Bushido -> seat 3")
    assert state.to_dict()["bushido"] == 3
    assert state.to_dict()["discards"] == ["Bushido", "Geisha"]
    # Also the very card one has played oneself, with the other copy.
    own = table(seat("2 Bushido, Geisha"), *[seat("Parry")] * 3)
    play(own, "Bushido -> seat 1", "Geisha -> Bushido", "Bushido -> seat 2")
    assert own.to_dict()["bushido"] == 2


def test_s112_losing_focus_lowers_the_limit_at_once():
    four = [seat("3 Bokken, Geisha", "Focus"), seat("3 Parry"), seat(), seat()]

    def armed(state: State) -> bool:
        return "Bokken -> seat 1" in words(state)

    state = play(table(*four), "Bokken -> seat 1", "Parry with Parry")
    assert armed(state)
    play(state, "Geisha -> Focus of seat 0")
    assert not armed(state)
    assert state.to_dict()["weapons_played"] == 1
    # Weapons already played stand.
    both = play(table(*four), "Bokken -> seat 1", "Take the wounds")
    play(both, "Bokken -> seat 1", "Take the wounds")
    hurt = resilience(both)
    play(both, "Geisha -> Focus of seat 0")
    assert both.to_dict()["weapons_played"] == 2
    assert resilience(both) == hurt
    assert not armed(both)


def test_s113_exempt_is_who_is_exempt_when_asked():
    state = table(
        seat("Battle Cry, Breathing, 2 Jujutsu"),
        seat("Parry"),
        seat(),
        seat("2 Bokken", resilience=1),
        seat("Parry", character="Chiyome"),
    )
    play(state, "Battle Cry")
    assert at(state) == ("battle cry", 1)
    play(state, "Parry with Parry")
    assert at(state) == ("battle cry", 3)        # seat 2 has no card
    play(state, "Take the wound")
    assert at(state) == ("play", 0)              # seat 4 is Chiyome
    # Now seat 1 has no card and seat 3 no Resilience; seat 2 gets a card.
    play(state, "Breathing -> seat 2", chance=[("draw", "Bokken")])
    play(state, "Jujutsu")
    assert at(state) == ("jujutsu", 2)
    play(state, "Give up Bokken")
    assert at(state) == ("play", 0)
    # Seat 2 has just given up its only card: nobody is left to ask.
    play(state, "Jujutsu")
    assert at(state) == ("play", 0)
    assert resilience(state)[1:3] == [5, 4]


def test_s114_properties_are_always_playable():
    cards = "Focus, Armor, Fast Draw, Bushido"
    four = [seat(cards, "3 Focus, 2 Armor, 2 Fast Draw"), seat(), seat(), seat()]
    free = ["End the turn", "Focus", "Armor", "Fast Draw"]
    assert words(table(*four)) == free + [f"Bushido -> seat {who}" for who in range(4)]
    assert words(table(*four, bushido=2)) == free
    state = play(table(*four, bushido=2), "Focus", "Armor", "Fast Draw")
    own = state.to_dict()["seats"][0]
    assert own["properties"] == {"Focus": 4, "Armor": 3, "Fast Draw": 3}
    assert own["hand"] == {"Bushido": 1}


def test_s115_each_answer_is_finished_before_the_next_player_is_asked():
    for card, node in (("Battle Cry", "battle cry"), ("Jujutsu", "jujutsu")):
        state = table(
            seat(card),
            seat("Focus", resilience=1),
            seat("Focus", resilience=1),
            seat("Focus"),
        )
        play(state, card, "Take the wound")
        assert at(state) == (node, 2)
        assert honor(state) == [4, 2, 3, 3]
        assert resilience(state)[1:3] == [0, 1]
        play(state, "Take the wound")
        assert at(state) == (node, 3)
        assert honor(state) == [5, 2, 2, 3]
        # The end comes before the next question.
        last = table(
            seat(card), seat("Focus", resilience=1, honor=1), *[seat("Focus", resilience=1)] * 2
        )
        play(last, card, "Take the wound")
        assert last.is_terminal()
        assert honor(last) == [4, 0, 3, 3]
        assert resilience(last)[1:] == [0, 1, 1]


def test_s116_the_longest_game():
    chooser = random.Random(116)
    for players in range(3, 8):
        game = kagemusha.load_game("samurai-sword", players=players)
        assert game.max_game_length == 4096
        for seed in range(20):
            state = game.new_initial_state(seed=seed)
            while not state.is_terminal():
                state.apply_action(chooser.choice(state.legal_actions()))
                assert len(state.history()) <= 3057


KINDS = (
    "Bokken", "Kiseru", "Wakizashi", "Bō", "Kusarigama", "Katana", "Shuriken", "Kanabō",
    "Nodachi", "Naginata", "Nagayari", "Tanegashima", "Daikyū",
    "Focus", "Armor", "Fast Draw", "Bushido",
    "Parry", "Geisha", "Diversion", "Battle Cry", "Tea Ceremony", "Jujutsu", "Breathing", "Daimyo",
)  # fmt: skip
FREE = {
    28: "Focus",
    29: "Armor",
    30: "Fast Draw",
    31: "Battle Cry",
    32: "Tea Ceremony",
    33: "Jujutsu",
    34: "Daimyo",
}
AT_SEAT = {
    0: "Bokken -> seat {}",
    1: "Kiseru -> seat {}",
    2: "Wakizashi -> seat {}",
    3: "Bō -> seat {}",
    4: "Kusarigama -> seat {}",
    5: "Katana -> seat {}",
    6: "Shuriken -> seat {}",
    7: "Kanabō -> seat {}",
    8: "Nodachi -> seat {}",
    9: "Naginata -> seat {}",
    10: "Nagayari -> seat {}",
    11: "Tanegashima -> seat {}",
    12: "Daikyū -> seat {}",
    13: "Bushido -> seat {}",
    14: "Breathing -> seat {}",
    15: "Diversion -> seat {}",
    16: "Geisha -> hand of seat {}",
    17: "Geisha -> Focus of seat {}",
    18: "Geisha -> Armor of seat {}",
    19: "Geisha -> Fast Draw of seat {}",
}


def check_effect(before: State, action: int, me: int) -> None:
    """That a play does what its number says."""
    after = before.clone()
    after.apply_action(action)
    was, now = before.to_dict(), after.to_dict()
    target, what = divmod(action - 36, 20)
    grown = [new - old for old, new in zip(sizes(before), sizes(after), strict=True)]
    changed = {who: by for who, by in enumerate(grown) if by}
    if action == 0:
        assert (now["node"], changed) == ("discard", {})
    elif action == 35:
        assert (now["bushido"], now["discards"][-1]) == (None, "Geisha")
    elif action < 31:
        owned = [one["seats"][me]["properties"].get(FREE[action], 0) for one in (was, now)]
        assert owned[1] == owned[0] + 1
    elif action in (31, 33):
        assert now["node"] == {31: "battle cry", 33: "jujutsu"}[action]
        assert now["in_play"] == FREE[action]
    elif action == 32:
        assert changed == {who: 2 if who == me else 1 for who in range(7)}
    elif action == 34:
        assert changed == {me: 1}
    elif what < 13:
        assert (now["node"], now["mover"], now["in_play"]) == ("parry", target, KINDS[what])
    elif what == 13:
        assert now["bushido"] == target
    elif what == 14:
        assert changed == {me: -1, target: 1}
    elif what == 15:
        assert (changed, now["discards"]) == ({target: -1}, ["Diversion"])
    elif what == 16:
        assert (changed, now["discards"]) == ({me: -1, target: -1}, ["Parry", "Geisha"])
    else:
        card = ("Focus", "Armor", "Fast Draw")[what - 17]
        assert now["discards"] == [card, "Geisha"]
        assert card not in now["seats"][target]["properties"]


def test_s124_the_numbers_of_all_176_actions():
    assert kagemusha.load_game("samurai-sword", players=3).num_distinct_actions == 176
    met: set[int] = set()

    def check(state: State, expected: dict[int, str]) -> None:
        assert dict(zip(state.legal_actions(), words(state), strict=True)) == expected
        met.update(expected)

    # The Play phase of Kojiro with every kind, seen from two seats, Properties at each seat.
    for me in (0, 1):
        for owner in range(7):
            for bushido in (None, 3):
                seats = [seat("Parry") for _ in range(7)]
                every = [kind for kind in KINDS if kind != "Bushido" or bushido is None]
                seats[me] = seat(", ".join(every), character="Kojirō")
                seats[owner]["properties"] = {"Focus": 1, "Armor": 1, "Fast Draw": 1}
                state = table(*seats, turn=me, mover=me, bushido=bushido)
                expected = {0: "End the turn", **FREE}
                if bushido is not None:
                    expected[35] = "Geisha -> Bushido"
                for who in range(7):
                    for what, word in AT_SEAT.items():
                        if what == 13:
                            there = bushido is None
                        elif what < 17:
                            there = who != me
                        else:
                            there = who == owner
                        if there:
                            expected[36 + 20 * who + what] = word.format(who)
                check(state, expected)
                for action in expected:
                    check_effect(state, action, me)
    # Nobunaga.
    nobunaga = table(seat(character="Nobunaga"), seat(), seat())
    check(nobunaga, {0: "End the turn", 2: NEW_CARD})
    nobunaga.apply_action(2)
    assert (resilience(nobunaga)[0], sizes(nobunaga)) == (4, [1, 0, 0])
    # Ieyasu.
    taking = table(
        seat(character="Ieyasu"), seat("Parry"), seat(), node="first draw", discards=["Bokken"]
    )
    check(taking, {0: "Draw from the deck", 1: "Take Bokken from the discards"})
    taking.apply_action(1)
    assert taking.to_dict()["discards"] == []
    # Cards that are given: 3 + kind.
    full = table(seat(", ".join(KINDS)), seat("Parry"), seat(), node="discard")
    check(full, {3 + kind: f"Discard {name}" for kind, name in enumerate(KINDS)})
    for kind, name in enumerate(KINDS):
        given = full.clone()
        given.apply_action(3 + kind)
        assert given.to_dict()["discards"] == [name]
        assert name not in hand(given, 0)
    everything = ", ".join(KINDS)
    weapons = dict(enumerate(KINDS[:13], start=3))
    hanzo = table(
        seat(), seat(everything, character="Hanzō"), seat(), node="parry", mover=1, in_play="Bokken"
    )
    parries = {number: f"Parry with {name}" for number, name in weapons.items()}
    check(hanzo, {0: "Take the wounds", **parries, 20: "Parry with Parry"})
    cry = table(seat(), seat("Parry, Focus"), seat(), node="battle cry", mover=1,
                in_play="Battle Cry")  # fmt: skip
    check(cry, {0: "Take the wound", 20: "Parry with Parry"})
    jujutsu = table(seat(), seat(everything), seat(), node="jujutsu", mover=1, in_play="Jujutsu")
    check(jujutsu, {0: "Take the wound"} | {n: f"Give up {name}" for n, name in weapons.items()})
    paying = [kind for kind in KINDS if kind != "Bushido"]
    bushido = table(seat(", ".join(paying)), seat(), seat(), node="bushido", bushido=0)
    check(bushido, {0: "Pay 1 Honor"} | {n: f"Pay with {name}" for n, name in weapons.items()})
    assert met == set(range(176))


def test_s125_the_order_of_the_25_kinds():
    assert len(KINDS) == len(set(KINDS)) == 25
    full = table(seat(", ".join(reversed(KINDS))), seat("Parry"), seat(), node="discard")
    assert words(full) == [f"Discard {name}" for name in KINDS]
    assert full.legal_actions() == list(range(3, 28))
    # Weapons against a seat are numbered in the same order.
    armed = table(seat(", ".join(reversed(KINDS[:13])), character="Kojirō"), seat("Parry"), seat())
    assert words(armed)[1:] == [f"{name} -> seat 1" for name in KINDS[:13]]
    assert armed.legal_actions()[1:] == list(range(56, 69))
    # Hands and decks are written in it.
    assert list(hand(full, 0)) == list(KINDS)


def test_s126_a_friendly_last_blow_at_three_players():
    def blow(points: int) -> State:
        state = table(
            seat("Parry", resilience=0),
            seat("Bokken"),
            seat("Parry", resilience=1, honor=points),
            turn=1,
            mover=1,
        )
        return play(state, "Bokken -> seat 2", "Take the wounds")

    goes_on = blow(2)
    assert not goes_on.is_terminal()
    assert honor(goes_on) == [3, 4, 1]
    assert at(goes_on) == ("play", 1)
    # Shogun 3 x 2; Ninja 4 + 0 - 3.
    ended = blow(1)
    assert honor(ended) == [3, 4, 0]
    assert ended.to_dict()["result"] == {
        "cause": "honor",
        "winner": "Shogun",
        "scores": {"Shogun": 6, "Ninja": 1},
        "deadly_strike": "Ninja",
    }


def test_s127_an_empty_deck_and_one_discard():
    four = [seat("Parry"), seat("Focus"), seat(), seat()]
    # A flip: the flipped card is a discard again when the deck has run out again. 2 Honor.
    flip = no_deck(*four, keeper=3, bushido=1, discards=["Armor"])
    play(flip, "End the turn", chance=[("draw", "Armor"), ("draw", "Armor")])
    assert honor(flip) == [1, 1, 1, 1]
    assert flip.to_dict()["bushido"] == 2
    assert at(flip) == ("play", 1)
    assert hand(flip, 1) == {"Focus": 1, "Armor": 1}
    # With 2 Honor the second loss ends the game before Bushido has its effect.
    poor = no_deck(
        seat("Parry"), seat("Focus", honor=2), seat(), seat(),
        keeper=3, bushido=1, discards=["Armor"],
    )  # fmt: skip
    play(poor, "End the turn", chance=[("draw", "Armor")])
    assert poor.is_terminal()
    assert honor(poor) == [1, 0, 1, 1]
    assert poor.to_dict()["bushido"] == 1
    assert hand(poor, 1) == {"Focus": 1}
    # A draw: the card is in a hand, both piles are empty (S22, S100). 1 Honor.
    draw = no_deck(*four, keeper=3, discards=["Armor"])
    play(draw, "End the turn", chance=[("draw", "Armor")])
    assert honor(draw) == [2, 2, 2, 2]
    assert hand(draw, 1) == {"Focus": 1, "Armor": 1}
    assert draw.to_dict()["deck"] == {}
    assert draw.to_dict()["discards"] == []


def test_s128_where_cards_lie_when_the_game_ends():
    # An action, by the end of the deck.
    daimyo = table(seat("Daimyo", honor=1), *[seat("Parry")] * 3, deck="Parry")
    play(daimyo, "Daimyo")
    assert daimyo.is_terminal()
    assert daimyo.to_dict()["in_play"] == "Daimyo"
    assert daimyo.to_dict()["discards"] == []
    assert daimyo.to_dict()["deck"]["Daimyo"] == 2
    # A Weapon, and a Battle Cry after cards given for it.
    weapon = table(seat("Bokken"), seat("Parry", honor=1, resilience=1), seat(), seat())
    play(weapon, "Bokken -> seat 1", "Take the wounds")
    assert weapon.is_terminal()
    assert weapon.to_dict()["in_play"] == "Bokken"
    assert weapon.to_dict()["discards"] == []
    cry = table(
        seat("Battle Cry"), seat("Parry"), seat("Focus", honor=1, resilience=1), seat("Focus")
    )
    play(cry, "Battle Cry", "Parry with Parry", "Take the wound")
    assert cry.is_terminal()
    assert cry.to_dict()["in_play"] == "Battle Cry"
    assert cry.to_dict()["discards"] == ["Parry"]
    # A Bushido paid with the last Honor.
    bushido = table(seat("Parry"), seat("Parry", honor=1), seat(), seat(), bushido=1)
    play(bushido, "End the turn", "Pay 1 Honor", chance=[("draw", "Bokken")])
    assert bushido.is_terminal()
    assert bushido.to_dict()["bushido"] == 1
    assert bushido.to_dict()["discards"] == ["Bokken"]


def test_s129_nobunaga_may_pay_on_need_if_discards_exist():
    need = {"end_of_deck": "on_need"}
    four = [seat("Parry", character="Nobunaga"), *[seat("Parry")] * 3]
    state = table(*four, deck="", options=need)
    assert NEW_CARD in words(state)
    play(state, NEW_CARD, chance=[("draw", "Bokken")])
    assert resilience(state)[0] == 4
    assert honor(state) == [2, 2, 2, 2]
    assert hand(state, 0) == {"Bokken": 1, "Parry": 1}
    assert state.to_dict()["discards"] == []
    # Both empty: not even with this switch.
    assert NEW_CARD not in words(no_deck(*four, keeper=3, options=need))


def test_s130_the_shoguns_first_draws_are_made_when_the_game_is_handed_out():
    faces = ["Ieyasu", "Hideyoshi", "Benkei", "Chiyome", "Goemon", "Musashi", "Tomoe"]
    others = {
        3: ["Ninja"] * 2,
        4: ["Samurai", "Ninja 1", "Ninja 2"],
        5: ["Samurai", "Ronin"] + ["Ninja"] * 2,
        6: ["Samurai", "Ronin"] + ["Ninja"] * 3,
        7: ["Samurai", "Ronin", "Samurai"] + ["Ninja"] * 3,
    }
    opening = [4, 5, 5, 6, 6, 7, 7]
    for players, roles in others.items():
        # Ieyasu is not asked: there is no discard. Hideyoshi draws one more.
        for shogun, bonus in ((0, 0), (1, 1)):
            dealt = [*roles[:shogun], "Shogun", *roles[shogun:]]
            chance = [("removed", 3)] if players == 4 else []
            chance += [("role", role) for role in dealt]
            chance += [("character", face) for face in faces[:players]]
            game = kagemusha.load_game("samurai-sword", players=players)
            state = game.new_initial_state(seed=9, chance=chance)
            expected = [0] * players
            for place in range(players):
                expected[(shogun + place) % players] = opening[place]
            expected[shogun] += 2 + bonus + (players == 3)
            assert sizes(state) == expected
            assert at(state) == ("play", shogun)
            assert state.to_dict()["turn_number"] == 1
            assert state.history() == []
