"""How a setting is scored: tables in turn, against the opponent in the same seats, on known deals."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from kagemusha.arena.pool import Workers
from kagemusha.tune.match import STRETCH, Match, Request, Scores
from kagemusha.tune.verify import match_of

GAME = "sixteen-samurai"


def played(match: Match, spec: str, sets: Sequence[int]) -> Scores:
    found: Scores = {}
    for key, scores in match.play([Request(7, spec, sets)]):
        assert key == 7
        found.update(scores)
    return dict(sorted(found.items()))


def test_a_set_is_scored_against_the_opponent_in_the_same_seats() -> None:
    good = played(Match(GAME, (3,), ("random",)), "rule", range(12))
    bad = played(Match(GAME, (3,), ("rule",)), "random", range(12))
    assert sum(good.values()) / 12 > 0.3
    assert sum(bad.values()) / 12 < -0.3
    assert all(-1 <= score <= 1 for score in [*good.values(), *bad.values()])


def test_tables_take_turns() -> None:
    both = played(Match(GAME, (2, 4), ("rule",)), "rule:epsilon=0.5", range(12))
    for place, players in enumerate((2, 4)):
        alone = played(Match(GAME, (players,), ("rule",)), "rule:epsilon=0.5", range(6))
        assert [both[2 * k + place] for k in range(6)] == list(alone.values())


def test_no_table_runs_far_ahead() -> None:
    """A test takes sets in their order: those played long before their turn may be for nothing."""
    match = Match(GAME, (2, 4), ("rule",))
    order = [i for _, scores in match.play([Request(7, "random", range(48))]) for i in scores]
    assert sorted(order) == list(range(48))
    assert max(abs(place - index) for place, index in enumerate(order)) < 2 * STRETCH


def test_opponents_take_turns() -> None:
    both = played(Match(GAME, (2,), ("rule", "random")), "rule:epsilon=0.9", range(12))
    first, second = list(both.values())[::2], list(both.values())[1::2]
    assert sum(first) < sum(second), "rule is the harder one"


def test_a_player_who_meets_itself_draws_without_playing() -> None:
    match = Match(GAME, (2,), ("rule",))
    assert played(match, "rule", range(3)) == {0: 0.0, 1: 0.0, 2: 0.0}
    assert played(match_of(match, "rule", 0), "rule", range(3)) == {0: 0.5, 1: 0.5, 2: 0.5}


def test_a_proof_has_other_deals_and_the_player_as_it_is_as_opponent() -> None:
    match = Match(GAME, (2,), ("random",), seed=3)
    proof = match_of(match, "rule", 0)
    assert proof.opponents == ("rule",)
    assert proof.seed != match.seed
    assert match_of(match, "rule", 0) == proof, "but always the same ones"
    assert match_of(match, "rule", 1).seed not in (proof.seed, match.seed), "each proof its own"
    scores = played(proof, "random", range(8))
    assert all(0 <= score <= 1 for score in scores.values())
    assert sum(scores.values()) / 8 < 0.3


@pytest.mark.parametrize("seed", [0, 5])
def test_all_settings_have_the_same_deals(seed: int) -> None:
    """A setting that plays like another has its scores, set by set, in any order."""
    match = Match(GAME, (3,), ("rule:epsilon=0.3",), seed=seed)
    some = played(match, "rule:weights=draft:60", [9, 2, 4])
    every = played(match, "rule", range(10))
    assert len(set(every.values())) > 2
    assert some == {index: every[index] for index in (2, 4, 9)}


def test_forfeits_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parent.parent / "arena"))
    match = Match(GAME, (2,), ("odd_players:Raises",), workers=Workers(backend="threading"))
    played(match, "rule", range(6))
    assert match.forfeits.games.keys() == {"odd_players:Raises"}
    assert 1 <= match.forfeits.games["odd_players:Raises"] <= 12
    assert match.forfeits.text().startswith("games were forfeited, and count as lost: odd_")
    assert match_of(match, "rule", 0).forfeits is match.forfeits, "those of a proof are added"
