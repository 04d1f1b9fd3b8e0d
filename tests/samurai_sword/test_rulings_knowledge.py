"""Rulings S106, S110 and S117 to S123: what each seat is shown, and what it is not.

Not testable here, or only in part:
S120  the chance with which a third player should still expect the card in Ieyasu's hand after a
      Diversion is the sampler's; tested is that the events for it are there, and no more.
S121  that the sampler excludes no hand is its own affair; tested is that a refusal with and one
      without the card look the same to everybody else.
S122  what a seat can conclude by elimination is no part of the observation; tested is that each
      is shown its own role, the Shogun's, and no other.
"""

from typing import Any

import kagemusha
from kagemusha.core.state import State

from samurai_sword.build import play, seat, table, words

Event = dict[str, Any]


def events(state: State, who: int, *kinds: str) -> list[Event]:
    """The events of these kinds as a seat saw them."""
    return [event for event in state.observation(who)["events"] if event["event"] in kinds]


def without_actions(state: State, who: int) -> list[Event]:
    return [event for event in state.observation(who)["events"] if event["event"] != "action"]


def keys(data: Any) -> set[str]:
    """All keys in a piece of JSON, however deep."""
    if isinstance(data, dict):
        return set(data).union(*map(keys, data.values()))
    if isinstance(data, list):
        return set().union(*map(keys, data))
    return set()


def test_s106_what_the_end_reveals():
    state = table(
        seat("2 Daimyo, Bokken"),
        seat("Parry", honor=1),
        seat("Daimyo, Focus"),
        seat("Kiseru"),
        deck="Parry",
    )
    for who in range(4):
        assert not {"daimyos", "scores"} & keys(state.observation(who))
    play(state, "End the turn", chance=[("draw", "Parry")])
    assert state.is_terminal()
    for who in range(4):
        seen = state.observation(who)
        roles = [one["role"] for one in seen["seats"]]
        assert roles == ["Shogun", "Samurai", "Ninja", "Ninja"]
        assert [one.get("stars") for one in seen["seats"]] == [None, None, 3, 2]
        # Shogun 2 + 2 Daimyo, Samurai 0; Ninja 2 x 2 + 1 Daimyo, 2.
        assert seen["result"]["scores"] == {"Shogun": 4, "Ninja": 7}
        assert [one["daimyos"] for one in seen["seats"]] == [2, 0, 1, 0]
        # Other cards stay hidden.
        assert [other for other in range(4) if "hand" in seen["seats"][other]] == [who]
        assert "deck" not in seen
    # After a Swordmaster roles only.
    sword = table(
        seat("Bokken, Daimyo"),
        seat("Parry", resilience=0),
        seat("Daimyo", resilience=0),
        seat("Focus", resilience=1),
    )
    play(sword, "Bokken -> seat 3", "Take the wounds")
    assert sword.to_dict()["result"]["cause"] == "swordmaster"
    for who in range(4):
        seen = sword.observation(who)
        roles = [one["role"] for one in seen["seats"]]
        assert roles == ["Shogun", "Samurai", "Ninja", "Ninja"]
        assert seen["result"]["scores"] is None
        assert "daimyos" not in keys(seen)
        assert [other for other in range(4) if "hand" in seen["seats"][other]] == [who]
        stars = [one.get("stars") for one in seen["seats"]]
        assert stars == [None, None, 3 if who == 2 else None, 2 if who == 3 else None]


def test_s110_deck_size_new_deck_and_weapons_played_are_public():
    four = [seat("Daimyo, 2 Bokken", "Focus"), *[seat("2 Parry")] * 3]
    state = table(*four, deck="2 Parry")
    for who in range(4):
        assert state.observation(who)["deck_size"] == 2
        assert state.observation(who)["weapons_played"] == 0
        assert events(state, who, "reshuffle") == []
    play(state, "Bokken -> seat 1", "Parry with Parry")
    play(state, "Daimyo", chance=[("draw", "Parry"), ("draw", "Parry")])
    # Hands and Properties now: 1 Bokken, 2 Parry; 1 Parry, 2 Parry, 2 Parry; 1 Focus. The rest
    # but the Daimyo being played is the new deck: 90 - 9 - 1 = 80.
    new = {
        "Bokken": 5, "Kiseru": 5, "Wakizashi": 1, "Bō": 5, "Kusarigama": 4, "Katana": 1,
        "Shuriken": 3, "Kanabō": 1, "Nodachi": 1, "Naginata": 2, "Nagayari": 1, "Tanegashima": 1,
        "Daikyū": 1, "Focus": 5, "Armor": 4, "Fast Draw": 3, "Bushido": 2, "Parry": 8,
        "Geisha": 6, "Diversion": 5, "Battle Cry": 4, "Tea Ceremony": 4, "Jujutsu": 3,
        "Breathing": 3, "Daimyo": 2,
    }  # fmt: skip
    assert sum(new.values()) == 80
    for who in range(4):
        seen = state.observation(who)
        assert seen["deck_size"] == 80
        assert seen["weapons_played"] == 1
        assert events(state, who, "reshuffle") == [{"event": "reshuffle", "cards": new}]
        assert "deck" not in seen
    # The order is nowhere: kinds are given as counts, in the order of the tables.
    assert list(events(state, 0, "reshuffle")[0]["cards"]) == list(new)
    play(state, "Bokken -> seat 1")
    assert [state.observation(who)["weapons_played"] for who in range(4)] == [2, 2, 2, 2]
    play(state, "Take the wounds", "End the turn")
    assert [state.observation(who)["weapons_played"] for who in range(4)] == [0, 0, 0, 0]
    # 80 - 2 for Goemon's Draw phase.
    assert [state.observation(who)["deck_size"] for who in range(4)] == [78, 78, 78, 78]


def test_s117_a_draw_is_a_kind_for_the_drawer_and_a_count_for_the_others():
    four = [seat("Parry")] * 3
    cases = [
        # seats, words, (drawer, card) in order
        ([seat("Focus"), *four], ["End the turn"], [(1, "Bokken"), (1, "Kiseru")]),
        (
            [seat("Tea Ceremony"), *four],
            ["Tea Ceremony"],
            [(0, "Bokken"), (0, "Kiseru"), (0, "Armor"), (1, "Focus"), (2, "Bō"), (3, "Geisha")],
        ),
        ([seat("Daimyo"), *four], ["Daimyo"], [(0, "Bokken"), (0, "Kiseru")]),
        ([seat("Breathing"), *four], ["Breathing -> seat 2"], [(2, "Bokken")]),
        (
            [seat("Focus", character="Nobunaga"), *four],
            ["Pay 1 Resilience for a card"],
            [(0, "Bokken")],
        ),
        (
            [seat("Shuriken", character="Tomoe"), *four],
            ["Shuriken -> seat 1", "Take the wounds"],
            [(0, "Bokken")],
        ),
        (
            [seat("Shuriken", "Fast Draw", character="Benkei"),
             seat("Parry", character="Ushiwaka"), *four[:2]],
            ["Shuriken -> seat 1", "Take the wounds"],
            [(1, "Bokken"), (1, "Kiseru")],
        ),
    ]  # fmt: skip
    for seats, plays, drawn in cases:
        state = table(*seats)
        size = state.observation(0)["deck_size"]
        play(state, *plays, chance=[("draw", card) for _, card in drawn])
        for who in range(4):
            assert events(state, who, "draw") == [
                {"event": "draw", "seat": drawer, "card": card}
                if drawer == who
                else {"event": "draw", "seat": drawer}
                for drawer, card in drawn
            ]
            seen = state.observation(who)
            assert seen["deck_size"] == size - len(drawn)
            for other in range(4):
                assert ("hand" in seen["seats"][other]) == (other == who)
                assert seen["seats"][other]["hand_size"] == sum(
                    state.to_dict()["seats"][other]["hand"].values()
                )
        # Other cards in their place would look the same to the rest of the table.
        twin = play(table(*seats), *plays, chance=[("draw", "Diversion")] * min(len(drawn), 5))
        bystanders = set(range(4)) - {drawer for drawer, _ in drawn}
        for who in bystanders:
            assert twin.observation(who) == state.observation(who)
        for drawer, _ in drawn:
            assert twin.observation(drawer) != state.observation(drawer)


def test_s118_diversion_is_seen_by_thief_and_victim_only():
    four = [seat("Diversion"), seat("Parry"), seat("Bokken, Focus"), seat("Parry")]
    state = play(table(*four), "Diversion -> seat 2", chance=[("hand", "Bokken")])
    twin = play(table(*four), "Diversion -> seat 2", chance=[("hand", "Focus")])
    moved = {"event": "stolen", "seat": 2, "by": 0}
    for who in (0, 2):
        assert events(state, who, "stolen") == [moved | {"card": "Bokken"}]
        assert events(twin, who, "stolen") == [moved | {"card": "Focus"}]
    for who in (1, 3):
        assert events(state, who, "stolen") == [moved]
        assert state.observation(who) == twin.observation(who)
    for who in range(4):
        sizes = [one["hand_size"] for one in state.observation(who)["seats"]]
        assert sizes == [1, 1, 1, 1]
        assert state.observation(who)["discards"] == ["Diversion"]
        assert events(state, who, "lost", "taken") == []


def test_s119_cards_that_leave_a_hand_for_the_discards_are_seen_by_all():
    geisha = table(seat("Geisha"), seat("Bokken, Focus"), seat("Parry"), seat("Parry"))
    play(geisha, "Geisha -> hand of seat 1", chance=[("hand", "Focus")])
    answers = table(seat("Bokken, Battle Cry, Jujutsu"), seat("2 Parry, Kiseru"), seat(), seat())
    play(answers, "Bokken -> seat 1", "Parry with Parry", "Battle Cry", "Parry with Parry")
    play(answers, "Jujutsu", "Give up Kiseru")
    limit = table(seat("6 Focus, 3 Armor"), seat("Parry"), seat(), seat())
    play(limit, "End the turn", "Discard Armor", "Discard Focus")
    flip = table(seat("Parry"), seat("Kiseru"), seat("Parry"), seat("Parry"), bushido=1)
    play(flip, "End the turn", "Pay with Kiseru", chance=[("draw", "Bokken")])

    def shown(who: int, card: str) -> Event:
        return {"event": "shown", "seat": who, "card": card}

    for who in range(4):
        assert without_actions(geisha, who) == [
            shown(0, "Geisha"),
            {"event": "lost", "seat": 1, "card": "Focus"},
        ]
        assert geisha.observation(who)["discards"] == ["Focus", "Geisha"]
        assert without_actions(answers, who) == [
            shown(0, "Bokken"),
            shown(1, "Parry"),
            shown(0, "Battle Cry"),
            shown(1, "Parry"),
            shown(0, "Jujutsu"),
            shown(1, "Kiseru"),
        ]
        assert events(limit, who, "shown") == [shown(0, "Armor"), shown(0, "Focus")]
        assert limit.observation(who)["discards"] == ["Armor", "Focus"]
        assert events(flip, who, "flip", "shown") == [
            {"event": "flip", "card": "Bokken"},
            shown(1, "Kiseru"),
        ]
        # What stays in a hand stays hidden: one card is known, the other is not.
        if who != 1:
            assert "hand" not in geisha.observation(who)["seats"][1]
            assert geisha.observation(who)["seats"][1]["hand_size"] == 1


def test_s120_what_ieyasu_takes_from_the_discards_is_seen_by_all():
    four = [
        seat("Parry"),
        seat("Focus", character="Ieyasu"),
        seat("Diversion"),
        seat("Parry"),
    ]
    state = play(table(*four, discards=["Armor", "Nodachi"]), "End the turn")
    play(state, "Take Nodachi from the discards", chance=[("draw", "Kiseru")])
    for who in range(4):
        assert events(state, who, "taken") == [{"event": "taken", "seat": 1, "card": "Nodachi"}]
        assert state.observation(who)["discards"] == ["Armor"]
        drawn = {"event": "draw", "seat": 1} | ({"card": "Kiseru"} if who == 1 else {})
        assert events(state, who, "draw") == [drawn]
        assert ("hand" in state.observation(who)["seats"][1]) == (who == 1)
    # A Diversion takes one of his three cards: third players learn neither which, nor whether.
    play(state, "End the turn")
    twin = state.clone()
    play(state, "Diversion -> seat 1", chance=[("hand", "Nodachi")])
    play(twin, "Diversion -> seat 1", chance=[("hand", "Focus")])
    for who in (0, 3):
        assert events(state, who, "stolen") == [{"event": "stolen", "seat": 1, "by": 2}]
        assert state.observation(who) == twin.observation(who)
        assert events(state, who, "taken")
    for who in (1, 2):
        assert state.observation(who) != twin.observation(who)


def test_s121_a_refusal_tells_only_that_it_was_one():
    for plays, holding, lacking in (
        (["Bokken -> seat 1", "Take the wounds"], "Parry, Armor", "Focus, Armor"),
        (["Battle Cry", "Take the wound"], "Parry, Armor", "Focus, Armor"),
        (["Jujutsu", "Take the wound"], "Kiseru, Armor", "Focus, Armor"),
    ):
        seen = []
        for cards in (holding, lacking):
            four = [seat("Bokken, Battle Cry, Jujutsu"), seat(cards), seat(), seat()]
            state = play(table(*four), plays[0])
            # The refuser has his own legal list, and he alone.
            assert len(words(state)) == (2 if cards == holding else 1)
            asked = [state.observation(who) for who in (0, 2, 3)]
            play(state, plays[1])
            for who in range(4):
                (refused,) = [e for e in events(state, who, "action") if e["seat"] == 1]
                assert refused == {"event": "action", "seat": 1, "action": 0}
                assert not [e for e in events(state, who, "shown") if e["seat"] == 1]
            seen.append(asked + [state.observation(who) for who in (0, 2, 3)])
        assert seen[0] == seen[1]
        assert not any("legal" in key for view in seen[0] for key in keys(view))
    # A Bushido paid in Honor, with and without a Weapon in the hand.
    views = []
    for cards in ("Kiseru", "Focus"):
        state = table(seat("Parry"), seat(cards), seat(), seat(), bushido=1)
        outcomes = [("draw", "Bokken"), ("draw", "Parry"), ("draw", "Parry")]
        play(state, "End the turn", "Pay 1 Honor", chance=outcomes)
        views.append([state.observation(who) for who in (0, 2, 3)])
    assert views[0] == views[1]


def test_s122_each_knows_its_own_role_and_the_shogun():
    for players in range(3, 8):
        game = kagemusha.load_game("samurai-sword", players=players)
        for seed in range(5):
            state = game.new_initial_state(seed=seed)
            truth = state.to_dict()["seats"]
            shogun = [one["role"] for one in truth].index("Shogun")
            for who in range(players):
                seen = state.observation(who)["seats"]
                open_roles = {i: one["role"] for i, one in enumerate(seen) if "role" in one}
                assert open_roles == {shogun: "Shogun", who: truth[who]["role"]}
                open_stars = {i: one["stars"] for i, one in enumerate(seen) if "stars" in one}
                own = truth[who].get("stars")
                assert (own is not None) == (players == 4 and truth[who]["role"] == "Ninja")
                assert open_stars == ({who: own} if own else {})
                # The deal as it was seen: no other role, and nothing of the removed Ninja.
                assert {event["seat"] for event in events(state, who, "role")} == {shogun, who}
                for event in events(state, who, "role"):
                    name, _, stars = event["role"].partition(" ")
                    assert name == truth[event["seat"]]["role"]
                    assert stars == (str(own) if event["seat"] == who and own else "")
                assert events(state, who, "removed") == []
                assert "team" not in keys(state.observation(who))


def test_s123_seed_generator_and_true_draws_are_in_no_view():
    game = kagemusha.load_game("samurai-sword", players=4)
    for seed in range(5):
        state = game.new_initial_state(seed=seed)
        play(state, "End the turn")
        for who in range(4):
            seen = state.observation(who)
            assert not {"seed", "drawn", "chance", "deck", "history"} & keys(seen)
            for event in seen["events"]:
                if event["event"] == "draw":
                    assert ("card" in event) == (event["seat"] == who)
    # Two games that differ in the generator alone look the same.
    four = [seat("Diversion, Daimyo"), seat("2 Parry"), seat("Focus"), seat("Bokken")]
    used = {"removed": 1, "role": 4, "character": 4, "draw": 30, "hand": 7}
    first, second = table(*four, seed=1), table(*four, seed=2, drawn=used)
    assert first.to_dict() != second.to_dict()
    for who in range(4):
        assert first.observation(who) == second.observation(who)
    # A log that is public leaves out the kinds of S117 and S118: nobody else's view has them.
    for state in (first, second):
        play(
            state,
            "Daimyo",
            "Diversion -> seat 1",
            chance=[("draw", "Nodachi"), ("draw", "Katana"), ("hand", "Parry")],
        )
        assert ("draw", "Nodachi") in state.chance_record()
        for who in (2, 3):
            named = {event.get("card") for event in state.observation(who)["events"]}
            assert named == {None, "Daimyo", "Diversion"}
