"""The runner: the same result for any workers, nothing lost, and no player spoils a run."""

import json
from pathlib import Path

import pytest

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.games import read_games
from kagemusha.arena.journal import read_journal
from kagemusha.arena.pool import Workers
from kagemusha.arena.records import GameRecord, verify
from kagemusha.arena.run import Run
from kagemusha.arena.runner import JOURNAL, Goal, Standing, read_arena, run_arena
from kagemusha.arena.sprt import Hypotheses, Verdict
from kagemusha.arena.summary import summarize
from kagemusha.core.registry import load_game

FOLDER = str(Path(__file__).parent)
GAME = "sixteen-samurai"
LIMIT = 0.5


@pytest.fixture(autouse=True)
def odd_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the module of odd players known, to this process and to its workers."""
    monkeypatch.syspath_prepend(FOLDER)
    monkeypatch.setenv("PYTHONPATH", FOLDER)


def make_run(*specs: str, **more: object) -> Run:
    return Run(GAME, 3, specs, **{"seed": 5, **more}).checked()        # type: ignore[arg-type]


def result(standing: Standing) -> str:
    """All that a run has shown, timings apart."""
    counts = standing.tally.counts()
    agents = range(len(standing.run.specs))
    lines = [str([counts.agent(agent), counts.forfeits]) for agent in agents]
    return json.dumps([summarize(standing).to_dict(), lines])


def records(folder: Path) -> list[GameRecord]:
    _, entries = read_journal(folder / JOURNAL)
    return [GameRecord.from_dict(data) for _, data in entries]


# The same result, whoever plays.


@pytest.mark.parametrize("specs", [("rule", "random"), ("rule", "odd_players:First")])
def test_results_do_not_depend_on_workers(specs: tuple[str, ...]) -> None:
    run = make_run(*specs)
    results = {
        result(run_arena(run, Goal(sets=12), Workers(jobs, backend)))
        for jobs, backend in ((1, "loky"), (2, "loky"), (2, "threading"))
    }
    assert len(results) == 1


def test_an_agent_against_itself_is_an_exact_draw() -> None:
    standing = run_arena(make_run("rule", "rule", format="ab"), Goal(sets=20))
    uplift = standing.tally.counts().uplift(0)
    assert uplift is not None
    assert uplift.mean == 0


def test_a_decided_test_ends_the_run_at_the_same_set() -> None:
    run = make_run("rule", "random", format="ab")
    goal = Goal(hypotheses=Hypotheses(0, 50))
    one, two = (run_arena(run, goal, Workers(jobs)) for jobs in (1, 2))
    assert one.sprt is not None and one.sprt.verdict is Verdict.ACCEPTED
    assert result(one) == result(two)


def test_a_test_is_for_two_agents() -> None:
    with pytest.raises(ArenaError, match="format ab"):
        run_arena(make_run("rule", "random"), Goal(hypotheses=Hypotheses(0, 50)))


@pytest.mark.parametrize("assignment", ["cycle", "one", "half", "teams"])
def test_every_assignment_is_played(assignment: str) -> None:
    run = Run("samurai-sword", 5, ("rule", "random"), format="ab", assignment=assignment).checked()
    assert run_arena(run, Goal(sets=3)).games == run.schedule.count_games(3)


# The journal.


def test_the_same_command_goes_on(tmp_path: Path) -> None:
    run = make_run("rule", "odd_players:First")
    whole = run_arena(run, Goal(sets=9), folder=tmp_path / "whole")
    run_arena(run, Goal(sets=4), folder=tmp_path / "cut")
    resumed = run_arena(run, Goal(sets=9), Workers(2), folder=tmp_path / "cut")
    assert resumed.resumed == 4
    assert result(resumed) == result(whole) == result(read_arena(tmp_path / "cut"))
    assert len(records(tmp_path / "cut")) == whole.games


@pytest.mark.parametrize("specs", [("rule", "random"), ("rule", "odd_players:First")])
def test_a_journal_may_be_cut_anywhere(specs: tuple[str, ...], tmp_path: Path) -> None:
    run = make_run(*specs)
    whole = result(run_arena(run, Goal(sets=5), folder=tmp_path))
    journal = tmp_path / JOURNAL
    text = journal.read_bytes()
    start = text.index(b"\n") + 1
    for end in range(start, len(text), (len(text) - start) // 7):
        journal.write_bytes(text[:end])
        assert result(run_arena(run, Goal(sets=5), folder=tmp_path)) == whole
        assert len(journal.read_bytes().splitlines()) == len(text.splitlines())


def test_more_sets_than_wanted_do_not_count(tmp_path: Path) -> None:
    run = make_run("rule", "random")
    run_arena(run, Goal(sets=9), folder=tmp_path)
    assert run_arena(run, Goal(sets=4), folder=tmp_path).sets == 4


def test_another_run_is_refused(tmp_path: Path) -> None:
    run_arena(make_run("rule", "random"), Goal(sets=1), folder=tmp_path)
    with pytest.raises(ArenaError, match="seed is 5 there and 6 here"):
        run_arena(make_run("rule", "random", seed=6), Goal(sets=1), folder=tmp_path)


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    run = make_run("rule", "random")
    run_arena(run, Goal(sets=2), folder=tmp_path)
    journal = tmp_path / JOURNAL
    lines = journal.read_text().splitlines()
    lines[1] = lines[1].replace('"actions":["', '"actions":["!')
    journal.write_text("\n".join(lines) + "\n")
    with pytest.raises(ArenaError, match=r"journal.jsonl, line 2: 'actions'"):
        run_arena(run, Goal(sets=2), folder=tmp_path)


@pytest.mark.parametrize("specs", [("rule", "random"), ("rule", "odd_players:First")])
def test_every_game_replays(specs: tuple[str, ...], tmp_path: Path) -> None:
    run_arena(make_run(*specs), Goal(sets=4), folder=tmp_path)
    games = list(read_games(tmp_path / JOURNAL))
    assert len(games) == 12
    for game in games:
        assert verify(game).returns() == game.returns


def test_iterations_are_counted(tmp_path: Path) -> None:
    run = make_run("ismcts:iterations=7", "odd_players:First", format="ab")
    standing = run_arena(run, Goal(sets=1), Workers(1, "threading"), folder=tmp_path)
    searcher, other = standing.tally.counts().work(0), standing.tally.counts().work(1)
    assert searcher.iterations == 7 * searcher.decisions > 0
    assert other.iterations == 0 < other.decisions
    for game in records(tmp_path):
        assert game.iterations is not None and game.decisions is not None
        for agent, iterations, decisions in zip(
            game.agents, game.iterations, game.decisions, strict=True
        ):
            assert iterations == (7 * decisions if agent == 0 else 0)


def test_only_a_cheat_is_shown_everything() -> None:
    """A cheat by name sees all cards in the arena, too; nobody else does."""
    run = make_run("odd_players:Peeks", "odd_players:Cheats", format="ab")
    standing = run_arena(run, Goal(sets=2), Workers(1, "threading"))
    assert standing.tally.counts().forfeits == [0, 0]


def test_games_begin_from_positions(tmp_path: Path) -> None:
    state = load_game(GAME, players=3).new_initial_state(seed=8)
    for _ in range(30):
        state.apply_action(state.legal_actions()[0])
    run = make_run("rule", "odd_players:First", positions=(state.to_dict(),))
    run_arena(run, Goal(sets=2), folder=tmp_path)
    for game in records(tmp_path):
        assert game.position is not None
        assert game.position["seed"] == game.deal_seed
        assert game.position["drawn"] == state.to_dict()["drawn"]
        verify(game)


# Players that fail.


@pytest.mark.parametrize(
    "spec, reason, message, jobs",
    [
        ("Raises", "error", "out of ideas", 1),
        ("Raises", "error", "out of ideas", 2),
        ("Illegal", "illegal action", "it answered -1", 2),
        ("Hangs", "timeout", f"no answer within {LIMIT} seconds", 1),
        ("Exits", "error", "the process of the player ended", 2),
    ],
)
def test_a_failing_player_forfeits_its_game_only(
    spec: str, reason: str, message: str, jobs: int, tmp_path: Path
) -> None:
    run = make_run("random", f"odd_players:{spec}", format="ab", seed=1)
    standing = run_arena(run, Goal(sets=3), Workers(jobs, seconds=LIMIT), folder=tmp_path)
    games = records(tmp_path)
    failed = [game for game in games if game.forfeit is not None]
    assert standing.games == len(games) == 6
    assert 0 < len(failed) < 6
    assert standing.tally.counts().forfeits == [0, len(failed)]
    for game in failed:
        assert game.forfeit is not None
        assert game.forfeit.reason == reason
        assert message in game.forfeit.message
        assert game.agents[game.forfeit.seat] == 1
        assert sum(game.returns) == pytest.approx(1)
        assert game.returns[game.forfeit.seat] == 0
        assert game.player_seeds is not None and game.player_seeds[game.forfeit.seat] % 3 == 0
        if spec in ("Raises", "Hangs"):
            assert "odd_players.py" in game.forfeit.traceback
