"""The rule policy of Samurai Sword: what it may know, and how it plays, one test per rule."""

import random
from collections import Counter
from typing import Any

import pytest

import kagemusha
from kagemusha.core.samurai_sword.data import SETUPS
from kagemusha.core.state import State
from kagemusha.players.policies import rule_policy, weight_groups
from kagemusha.players.samurai_sword.policy import SamuraiSwordPolicy
from kagemusha.players.weights import groups, read_weights, settled
from kagemusha.search.policy import Policy, play_games

from samurai_sword.build import seat, table

RULE = SamuraiSwordPolicy()
TABLE = read_weights("kagemusha.players.samurai_sword")
SOFT = SamuraiSwordPolicy({"sharpness": 0.5})       # also the lesser actions can be compared


def likes(state: State, policy: Policy = RULE) -> dict[str, float]:
    """The weights of the legal actions, in words."""
    return {state.action_to_string(a): w for a, w in policy.weights(state).items()}


def best(state: State, policy: Policy = RULE) -> str:
    found = likes(state, policy)
    return max(found, key=lambda action: found[action])


# What it may know.


def redealt(state: State, rng: random.Random) -> State:
    """The same position with everything redealt that the mover does not know."""
    position: dict[str, Any] = state.to_dict()
    mover = position["mover"]
    hidden = [i for i, one in enumerate(position["seats"]) if i != mover]
    seats = [position["seats"][i] for i in hidden]
    pool = Counter(position["deck"])
    for one in seats:
        pool.update(one["hand"])
    cards = list(pool.elements())
    rng.shuffle(cards)
    for one in seats:
        size = sum(one["hand"].values())
        one["hand"], cards = dict(Counter(cards[:size])), cards[size:]
    position["deck"] = dict(Counter(cards))
    stars = [n for n in (1, 2, 3) if n != position["seats"][mover].get("stars")]
    rng.shuffle(stars)
    secret = [one for one in seats if one["role"] != "Shogun"]
    roles = [one["role"] for one in secret]
    rng.shuffle(roles)
    for one, role in zip(secret, roles, strict=True):
        one["role"] = role
        one.pop("stars", None)
        if role == "Ninja" and len(position["seats"]) == 4:
            one["stars"] = stars.pop()
    return state.game.from_dict(position)


@pytest.mark.parametrize("players", SETUPS)
@pytest.mark.parametrize("how", ["random", "rule"])
def test_it_does_not_see_what_the_mover_cannot_see(players: int, how: str) -> None:
    rng = random.Random(players)
    walker = RULE if how == "rule" else Policy()
    game = kagemusha.load_game("samurai-sword", players=players)
    for seed in range(6):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal():
            weights = RULE.weights(state)
            for _ in range(2):
                other = redealt(state, rng)
                assert RULE.weights(other) == weights
                assert RULE.choose(other, seed) == RULE.choose(state, seed)
            state.apply_action(walker.choose(state, rng.getrandbits(60)))


@pytest.mark.parametrize("players", SETUPS)
def test_weights_are_not_negative_and_one_is_positive(players: int) -> None:
    game = kagemusha.load_game("samurai-sword", players=players)
    policies = [RULE, SamuraiSwordPolicy(epsilon=0.1), SamuraiSwordPolicy(without=groups(TABLE))]
    for seed in range(10):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal():
            for policy in policies:
                weights = policy.weights(state).values()
                assert min(weights) >= 0
                assert max(weights) > 0
            state.apply_action(RULE.choose(state, seed))


def test_it_picks_as_it_weighs() -> None:
    state = kagemusha.load_game("samurai-sword", players=5).new_initial_state(seed=4)
    soft = SamuraiSwordPolicy({"sharpness": 1}, epsilon=0.2)
    weights = soft.weights(state)
    drawn = Counter(soft.choose(state, seed) for seed in range(20_000))
    for action, weight in weights.items():
        expected = weight / sum(weights.values())
        assert abs(drawn[action] / 20_000 - expected) < 0.015


def test_epsilon_leaves_every_action_possible() -> None:
    state = kagemusha.load_game("samurai-sword", players=4).new_initial_state(seed=1)
    weights = SamuraiSwordPolicy(epsilon=0.1).weights(state)
    assert min(weights.values()) > 0
    uniform = SamuraiSwordPolicy(epsilon=1.0).weights(state).values()
    assert max(uniform) == pytest.approx(min(uniform))


# The table of weights.


def test_every_weight_lies_within_its_bounds() -> None:
    for weight in TABLE.values():
        assert weight.low <= weight.value <= weight.high, weight.name
        assert weight.meaning


def test_a_group_switched_off_is_silent() -> None:
    without = settled(TABLE, None, ["parry"])
    for weight in TABLE.values():
        assert without[weight.name] == (0 if weight.group == "parry" else weight.value)


def test_wrong_names_are_refused() -> None:
    with pytest.raises(ValueError, match="'kil' is no weight"):
        SamuraiSwordPolicy({"kil": 1})
    with pytest.raises(ValueError, match="'pary' is no group of weights"):
        SamuraiSwordPolicy(without=["pary"])
    with pytest.raises(ValueError, match="probability"):
        SamuraiSwordPolicy(epsilon=2)


def test_the_registry_finds_it() -> None:
    game = kagemusha.load_game("samurai-sword", players=4)
    assert isinstance(rule_policy(game), SamuraiSwordPolicy)
    assert weight_groups(game) == groups(TABLE)
    with pytest.raises(ValueError, match="style"):
        rule_policy(game, style="wild")


@pytest.mark.parametrize("players", SETUPS)
def test_it_beats_random_players(players: int) -> None:
    game = kagemusha.load_game("samurai-sword", players=players)
    uniform, gain, deals = Policy(), 0.0, 300
    for deal in range(deals):
        root = game.new_initial_state(seed=deal)
        one = deal % players
        seats = [uniform] * players
        gain -= play_games(root, seats, 1, deal)[1][one]
        seats[one] = RULE
        gain += play_games(root, seats, 1, deal)[1][one]
    assert gain / deals > 0.1


# How it plays. Most tables seat the mover at 0 and let everybody else hold a Parry.


def five(hand: str, role: str = "Shogun", character: str = "Hideyoshi", **rest: Any) -> State:
    """Seat 0 to play this hand; the Shogun, if somebody else, sits at 1."""
    others = [seat("Parry, Bokken", character=name) for name in ("Musashi", "Benkei", "Tomoe")]
    if role != "Shogun":
        others[0]["role"] = "Shogun"
    return table(
        seat(hand, role=role, character=character),
        *others,
        seat("Parry, Bokken", character="Ginchiyo", role="Ninja"),
        **rest,
    )


def attacks(players: int, *pairs: tuple[int, int]) -> list[list[int]]:
    """Who attacked whom how often."""
    counted = Counter(pairs)
    return [[counted[a, b] for b in range(players)] for a in range(players)]


def attacked(hand: str, weapon: str, players: int = 7, **me: Any) -> State:
    """Seat 1, a Ninja, is attacked by the Shogun at seat 0."""
    one = {"role": "Ninja", "character": "Tomoe"} | me
    return table(
        seat("Bokken", role="Shogun", character="Goemon"),
        seat(hand, **one),
        *(seat("Parry") for _ in range(players - 2)),
        node="parry",
        turn=0,
        mover=1,
        in_play=weapon,
    )


def test_the_shogun_hits_back_at_those_who_hit_him() -> None:
    for suspect in (1, 4):
        state = five("Bokken", attacks=attacks(5, (suspect, 0), (suspect, 0)))
        assert best(state) == f"Bokken -> seat {suspect}"


def test_who_guards_the_shogun_is_spared_by_him_and_hunted_by_the_ninja() -> None:
    hostile = [(2, 1), (2, 1), (3, 2), (3, 2)]          # 2 hits the Shogun, 3 hits 2
    found = likes(five("Nodachi", "Ninja", attacks=attacks(5, *hostile)), SOFT)
    assert found["Nodachi -> seat 3"] > found["Nodachi -> seat 2"]
    hostile = [(2, 0), (2, 0), (3, 2), (3, 2)]
    found = likes(five("Nodachi", "Shogun", attacks=attacks(5, *hostile)), SOFT)
    assert found["Nodachi -> seat 2"] > found["Nodachi -> seat 3"]


def test_a_ninja_hits_the_shogun_rather_than_a_stranger() -> None:
    assert best(five("Bokken", "Ninja")) == "Bokken -> seat 1"


def test_the_samurai_of_four_knows_everybody() -> None:
    state = table(
        seat("Bokken, Diversion", role="Samurai", character="Hideyoshi"),
        seat("Parry", role="Shogun"),
        seat("Parry"),
        seat("Parry, Bokken"),
    )
    assert best(state) == "Diversion -> seat 3"
    found = likes(state, SOFT)
    assert found["Bokken -> seat 3"] > found["End the turn"] > found["Bokken -> seat 1"]


def test_a_blow_that_defeats_is_preferred() -> None:
    state = table(
        seat("Bokken", role="Shogun", character="Hideyoshi"),
        seat("Parry"),
        seat("Parry"),
        seat("Parry"),
        seat("Parry", resilience=1),
    )
    assert best(state) == "Bokken -> seat 4"


def test_points_of_a_higher_multiplier_are_preferred() -> None:
    """With 3 players the Shogun's Honor counts double."""
    state = table(
        seat("Bokken", role="Ninja", character="Hideyoshi"),
        seat("Parry", role="Ninja"),
        seat("Parry", role="Shogun", honor=6),
    )
    assert best(state) == "Bokken -> seat 2"
    assert likes(state)["Bokken -> seat 1"] == 0


def test_the_shorter_of_two_equal_weapons_is_used() -> None:
    found = likes(five("Bokken, Shuriken"))
    assert found["Bokken -> seat 1"] > found["Shuriken -> seat 1"]


def test_focus_and_fast_draw_come_before_weapons() -> None:
    found = likes(five("Kiseru, Bokken, Focus"))
    assert found.pop("Focus") > 100 * max(found.values())
    found = likes(five("Kiseru, Bokken, Fast Draw"))
    assert found.pop("Fast Draw") > 100 * max(found.values())


def test_a_killing_blow_is_parried() -> None:
    assert best(attacked("Parry, Geisha", "Kiseru", resilience=2)) == "Parry with Parry"
    for players in range(3, 8):
        state = attacked("Parry, Geisha", "Kiseru", players, resilience=1)
        assert best(state) == "Parry with Parry"


def test_a_scratch_is_taken_at_a_small_table() -> None:
    """One Parry among few is better kept for a heavier blow."""
    assert best(attacked("Parry, Geisha", "Bokken", 4)) == "Take the wounds"
    assert best(attacked("Parry, Geisha", "Bokken", 7)) == "Parry with Parry"


def test_a_defeat_that_wins_is_welcome() -> None:
    """With 3 players the Ninja lead by far; the last Honor of one of them ends it."""
    won = table(
        seat("Bokken", role="Shogun", character="Goemon", honor=1),
        seat("Parry", role="Ninja", character="Tomoe", honor=1, resilience=1),
        seat("Parry", role="Ninja", honor=9),
        node="parry",
        turn=0,
        mover=1,
        in_play="Bokken",
    )
    assert best(won) == "Take the wounds"


def test_a_geisha_takes_a_foes_property() -> None:
    state = table(
        seat("Geisha", role="Samurai", character="Hideyoshi", properties="Focus"),
        seat("Parry", role="Shogun", properties="Fast Draw"),
        seat("Parry", properties="Armor"),
        seat("Parry"),
    )
    assert best(state) == "Geisha -> Armor of seat 2"
    found = likes(state)
    assert found["Geisha -> Focus of seat 0"] == 0
    assert found["Geisha -> Fast Draw of seat 1"] == 0


def test_a_foe_is_not_robbed_of_his_last_card() -> None:
    """He would be Harmless."""
    state = table(
        seat("Diversion", role="Samurai", character="Hideyoshi"),
        seat("Parry", role="Shogun"),
        seat("Parry"),
        seat("Parry, Geisha"),
    )
    assert best(state) == "Diversion -> seat 3"


def test_a_bushido_starts_among_foes() -> None:
    state = table(
        seat("Bushido", role="Samurai", character="Hideyoshi"),
        seat("Parry", role="Ninja"),
        seat("Parry", role="Ninja"),
        seat("Parry", role="Shogun"),
    )
    assert best(state) == "Bushido -> seat 1"


def test_a_bushido_is_paid_with_the_worst_weapon() -> None:
    state = five("Katana, Bokken", node="bushido", bushido=0, discards=["Bō"])
    assert best(state) == "Pay with Bokken"


def test_a_bushido_before_a_friend_is_removed() -> None:
    """It lies before the mover's right neighbour, the Shogun, and would come here next."""
    state = table(
        seat("Geisha", role="Samurai", character="Hideyoshi"),
        seat("Parry", role="Ninja"),
        seat("Parry", role="Ninja"),
        seat("Parry", role="Shogun"),
        bushido=3,
    )
    assert best(state) == "Geisha -> Bushido"


def test_the_last_card_is_played_to_be_harmless() -> None:
    """Breathing at full Resilience is good for nothing else."""
    assert best(five("Breathing")).startswith("Breathing")
    assert best(five("Breathing, Parry")) == "End the turn"
    assert best(five("Breathing"), SamuraiSwordPolicy(without=["harmless"])) == "End the turn"


def test_the_guests_card_goes_to_a_friend() -> None:
    state = table(
        seat("Breathing", role="Samurai", character="Hideyoshi", resilience=1),
        seat("Parry"),
        seat("Parry", role="Shogun"),
        seat("Parry"),
    )
    assert best(state) == "Breathing -> seat 2"


def test_a_daimyo_is_kept_near_the_end_but_not_by_the_ronin() -> None:
    def late(role: str, honor: int) -> State:
        return table(
            seat("Daimyo, Parry", role=role, character="Hideyoshi"),
            seat("Parry", honor=honor),
            *(seat("Parry") for _ in range(4)),
        )

    assert best(late("Samurai", 1)) == "End the turn"
    assert best(late("Samurai", 2)) == "Daimyo"
    assert best(late("Ronin", 1)) == "Daimyo"


def three(mine: int, foes: int, hand: str = "Bokken") -> State:
    """The Shogun of three before a Ninja with 1 Honor and 1 Resilience and one with more."""
    return table(
        seat(hand, role="Shogun", character="Hideyoshi", honor=mine),
        seat("Parry", role="Ninja", honor=1, resilience=1),
        seat("Parry", role="Ninja", honor=foes),
    )


def test_the_game_is_ended_when_that_wins_and_not_when_it_loses() -> None:
    assert best(three(6, 3)) == "Bokken -> seat 1"
    assert best(three(2, 8)) == "Bokken -> seat 2"


def test_the_deck_is_run_out_when_that_wins_and_not_when_it_loses() -> None:
    def short(mine: int, foes: int) -> State:
        return table(
            seat("Tea Ceremony, Parry", role="Shogun", character="Hideyoshi", honor=mine),
            seat("Parry", role="Ninja", honor=1),
            seat("Parry", role="Ninja", honor=foes),
            deck="2 Parry, Bokken",
        )

    assert best(short(6, 3)) == "Tea Ceremony"
    assert best(short(2, 8)) == "End the turn"


def test_no_deadly_strike_by_accident() -> None:
    """A blow on the Shogun would end the game at a loss of three."""
    for hand in ("Katana", "Battle Cry", "Jujutsu"):
        state = table(
            seat(hand, role="Samurai", character="Hideyoshi"),
            seat("Parry", role="Shogun", honor=1, resilience=1),
            seat("Parry", resilience=0),
            seat("Parry", resilience=0),
        )
        assert best(state) == "End the turn"
        assert max(w for action, w in likes(state).items() if action != "End the turn") == 0


def test_the_last_foe_standing_is_struck_down() -> None:
    state = table(
        seat("Bokken", role="Samurai", character="Hideyoshi", honor=1),
        seat("Parry", role="Shogun", honor=1, resilience=0),
        seat("Parry", resilience=0),
        seat("Parry", resilience=1, honor=8),
    )
    assert best(state) == "Bokken -> seat 3"


def test_the_ronin_hides_until_somebody_attacks_him() -> None:
    assert best(five("Bokken", "Ronin")) == "End the turn"
    assert best(five("Bokken", "Ninja")) == "Bokken -> seat 1"
    assert "Bokken" in best(five("Bokken", "Ronin", attacks=attacks(5, (2, 0))))


def test_the_ronin_then_passes_for_a_ninja() -> None:
    """Hitting the Shogun, he looks like one of them."""
    assert best(five("Bokken", "Ronin", attacks=attacks(5, (3, 0)))) == "Bokken -> seat 1"


# Characters.


def test_hanzo_parries_with_his_worst_weapon() -> None:
    state = attacked("Bokken, Katana, Geisha", "Kiseru", character="Hanzō", resilience=2)
    assert best(state) == "Parry with Bokken"


def test_hanzo_is_expected_to_parry_more_often() -> None:
    state = table(
        seat("Kiseru", role="Shogun", character="Hideyoshi"),
        seat("2 Parry, Geisha", character="Hanzō", resilience=2),
        seat("Parry"),
        seat("Parry"),
        seat("2 Parry, Geisha", character="Ushiwaka", resilience=2),
    )
    assert best(state) == "Kiseru -> seat 4"


def test_ushiwaka_minds_wounds_less() -> None:
    def share(character: str) -> float:
        found = likes(attacked("Parry, Geisha", "Bokken", 5, character=character, resilience=3))
        return found["Take the wounds"] / sum(found.values())

    assert share("Ushiwaka") > share("Chiyome")


def test_tomoe_is_parried_rather_than_others() -> None:
    def share(character: str) -> float:
        position = attacked("Parry, Geisha", "Bokken", 5, character="Chiyome").to_dict()
        position["seats"][0]["character"] = character
        position["seats"][0]["resilience"] = 5
        position["seats"][2]["character"] = "Hideyoshi"
        position["seats"][2]["resilience"] = 4
        position["seats"][3]["character"] = "Hanzō"
        position["seats"][3]["resilience"] = 4
        position["seats"][4]["character"] = "Ieyasu"
        found = likes(kagemusha.load_game("samurai-sword", players=5).from_dict(position))
        return found["Parry with Parry"] / sum(found.values())

    assert share("Tomoe") > share("Goemon")


def test_nobunaga_pays_for_cards() -> None:
    assert best(five("Parry", character="Nobunaga")) == "Pay 1 Resilience for a card"


def test_ieyasu_takes_a_good_discard_and_leaves_a_bad_one() -> None:
    good = five("Parry", character="Ieyasu", node="first draw", discards=["Bō", "Parry"])
    assert best(good) == "Take Parry from the discards"
    bad = five("Parry", character="Ieyasu", node="first draw", discards=["Parry", "Bō"])
    assert best(bad) == "Draw from the deck"


def test_ginchiyo_and_musashi_change_what_a_weapon_does() -> None:
    """A Kiseru defeats a foe of 2 Resilience, but not Ginchiyo; by Musashi's hand a Bokken does."""

    def before(character: str, hand: str, mine: str) -> State:
        return table(
            seat(hand, role="Shogun", character=mine),
            seat("Parry", character="Chiyome", resilience=2),
            seat("Parry", character="Goemon"),
            seat("Parry", character="Tomoe"),
            seat("Parry", character=character, resilience=2),
        )

    assert best(before("Ginchiyo", "Kiseru", "Hideyoshi")) == "Kiseru -> seat 1"
    assert best(before("Ginchiyo", "Bokken", "Musashi")) == "Bokken -> seat 1"


def test_chiyome_is_not_counted_for_battle_cry() -> None:
    def cry(character: str) -> float:
        state = table(
            seat("Battle Cry, Parry", role="Samurai", character="Hideyoshi"),
            seat("Parry", role="Shogun", character="Tomoe", resilience=1),
            seat("Parry", character=character, resilience=1),
            seat("Parry", character="Goemon", resilience=0),
        )
        found = likes(state, SOFT)
        return found["Battle Cry"] / found["End the turn"]

    assert cry("Ushiwaka") > cry("Chiyome")


def test_goemon_uses_his_second_weapon() -> None:
    assert best(five("Bokken", character="Goemon", weapons_played=1)).startswith("Bokken")


def test_kojiro_strikes_the_shogun_across_the_table() -> None:
    far = table(
        seat("Bokken", role="Ninja", character="Kojirō"),
        *(seat("Parry") for _ in range(2)),
        seat("Parry", role="Shogun"),
        *(seat("Parry") for _ in range(3)),
    )
    assert best(far) == "Bokken -> seat 3"


def test_hideyoshi_plays_rather_than_overflows() -> None:
    """Above seven cards, which he draws sooner than others, there is less reason to hold back."""

    def share(hand: str) -> float:
        found = likes(five(hand, weapons_played=1), SOFT)
        return found["End the turn"] / found["Breathing -> seat 1"]

    spare = "Breathing, Parry, 2 Bokken, Katana, Nodachi"
    assert share(spare + ", 2 Kiseru") < share(spare)


def test_benkei_and_armor_are_harder_to_reach_which_a_geisha_mends() -> None:
    state = table(
        seat("Geisha", role="Samurai", character="Hideyoshi"),
        seat("Parry, Bokken", role="Shogun", character="Tomoe"),
        seat("Parry, Bokken", character="Goemon"),
        seat("Parry, Bokken", character="Benkei", properties="Armor"),
    )
    assert best(state) == "Geisha -> Armor of seat 3"
