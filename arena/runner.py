"""Runs an arena: plays what its journal lacks, and counts the sets in their order.

Workers play, this process alone writes and counts. The result is a function of the run and of
its goal: it does not depend on workers, on their order, or on how often the run was stopped.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import monotonic

from kagemusha.arena.columns import Finish, SetColumns, columns_of
from kagemusha.arena.compact import is_compact, read_set
from kagemusha.arena.errors import ArenaError
from kagemusha.arena.inorder import InOrder
from kagemusha.arena.journal import Entry, Journal, read_journal
from kagemusha.arena.pairing import duel_score, paired_means
from kagemusha.arena.pool import Workers, play_sets
from kagemusha.arena.records import GameRecord
from kagemusha.arena.run import Run
from kagemusha.arena.schedule import Lineup
from kagemusha.arena.sprt import Hypotheses, Sprt, Verdict, elo_to_difference
from kagemusha.arena.tally import Tally
from kagemusha.arena.worker import SetResult

JOURNAL = "journal.jsonl"
EXAMINED, BASELINE = 0, 1       # the agents that a sequential test compares


@dataclass(frozen=True)
class Goal:
    """When a run ends: after so many sets, or when a test is decided, whichever comes first."""

    sets: int | None = None
    hypotheses: Hypotheses | None = None

    def __post_init__(self) -> None:
        if self.sets is None and self.hypotheses is None:
            raise ArenaError("a run needs an end: a number of sets, or a test")
        if self.sets is not None and self.sets < 1:
            raise ArenaError(f"a run has at least 1 set, not {self.sets}")


class Standing:
    """The run so far."""

    def __init__(self, run: Run, goal: Goal) -> None:
        self.run = run
        self.goal = goal
        self.tally = Tally(len(run.specs), run.players, baseline=baseline_of(run))
        self.sprt = Sprt(fitted(goal.hypotheses, run)) if goal.hypotheses is not None else None
        self.sets = 0           # counted
        self.games = 0
        self.resumed = 0        # of these, found in the journal
        self.began = monotonic()

    @property
    def is_over(self) -> bool:
        if self.sprt is not None and self.sprt.verdict is not Verdict.UNDECIDED:
            return True
        return self.goal.sets is not None and self.sets >= self.goal.sets

    @property
    def seconds_left(self) -> float | None:
        """At the pace of the sets played now; None if the end is not in sight."""
        played = self.sets - self.resumed
        if self.goal.sets is None or played == 0:
            return None
        return (monotonic() - self.began) / played * (self.goal.sets - self.sets)

    def add(self, played: SetColumns) -> None:
        """Count one more set; after the end nothing counts."""
        if self.is_over:
            return
        self.tally.add_columns(played)
        self.sets += 1
        self.games += len(played.agents)
        if self.sprt is not None:
            self.sprt.add(test_score(played.finishes, self.sprt.hypotheses))


Watch = Callable[[Standing], None]


def run_arena(
    run: Run,
    goal: Goal,
    workers: Workers | None = None,
    *,
    folder: Path | None = None,
    watch: Watch = lambda standing: None,
) -> Standing:
    """Play to the goal, going on with the journal in the folder. `watch` is called now and then."""
    check_goal(run, goal)
    standing = Standing(run, goal)
    in_order: InOrder[SetColumns] = InOrder()
    journal = None if folder is None else Journal(folder / JOURNAL, run.header())
    with journal or nullcontext():
        begun = {} if journal is None else resume(journal, standing, in_order)
        standing.resumed = standing.sets
        watch(standing)
        if standing.is_over:
            return standing
        missing = sets_to_play(in_order, goal)
        with closing(play_sets(run, missing, workers or Workers())) as played:
            for results in played:
                taken = [merged(result, begun.pop(result.index, {})) for result in results]
                if journal is not None:
                    journal.append_encoded(b"".join(lines for _, lines in taken))
                for result, (columns, _) in zip(results, taken, strict=True):
                    take(standing, in_order, result.index, columns)
                watch(standing)
                if standing.is_over:
                    break
    return standing


def read_arena(folder: Path, goal: Goal | None = None) -> Standing:
    """The run in a folder as its journal has it, up to the first set that is missing."""
    path = folder / JOURNAL
    header, entries = read_journal(path)
    run = Run.from_header(header, f"{path}, line 1")
    standing = Standing(run, goal or Goal(sets=2**62))
    in_order: InOrder[SetColumns] = InOrder()
    collect(path, run, entries, lambda index, played: take(standing, in_order, index, played))
    return standing


def merged(result: SetResult, there: Mapping[int, GameRecord]) -> tuple[SetColumns, bytes]:
    """A set to count, and its lines that the journal lacks: games that are there stay as they are."""
    if isinstance(result.games, SetColumns):
        return result.games, b"".join(result.lines)
    games = [there.get(game.game_index, game) for game in result.games]
    lines = [line for place, line in enumerate(result.lines) if place not in there]
    return columns_of(games), b"".join(lines)


def resume(
    journal: Journal, standing: Standing, in_order: InOrder[SetColumns]
) -> dict[int, dict[int, GameRecord]]:
    """Count what a journal has; gives the games of sets that were stopped half-way."""
    return collect(
        journal.path,
        standing.run,
        journal.entries(),
        lambda index, played: take(standing, in_order, index, played),
    )


def take(
    standing: Standing, in_order: InOrder[SetColumns], index: int, played: SetColumns
) -> None:
    for due in in_order.add(index, played):
        standing.add(due)


def collect(
    path: Path, run: Run, entries: Iterator[Entry], add: Callable[[int, SetColumns], None]
) -> dict[int, dict[int, GameRecord]]:
    """Gather games to sets; what is left over are the games of sets that are not whole."""
    begun: dict[int, dict[int, GameRecord]] = {}
    for line, data in entries:
        where = f"{path}, line {line}"
        try:
            if is_compact(data):
                add(*read_set(data, run, where))
                continue
            game = without_actions(GameRecord.from_dict(data, where))
            of_set = begun.setdefault(game.set_index, {})
            if game.game_index in of_set:
                raise ArenaError(f"game {game.game_index} of set {game.set_index} is there twice")
            lineups = run.schedule.deal_set(game.set_index).lineups
            check_game(game, run, lineups)
            of_set[game.game_index] = game
            if len(of_set) == len(lineups):
                games = [of_set[place] for place in range(len(lineups))]
                add(game.set_index, columns_of(games))
                del begun[game.set_index]
        except ArenaError as error:
            text = str(error)
            raise ArenaError(text if text.startswith(where) else f"{where}: {text}") from error
    return begun


def check_game(game: GameRecord, run: Run, lineups: Sequence[Lineup]) -> None:
    """A record must be that of a game of this run."""
    name = f"game {game.game_index} of set {game.set_index}"
    if game.game_index >= len(lineups):
        raise ArenaError(f"there is no {name}, which has {len(lineups)} games")
    lineup = lineups[game.game_index]
    if tuple(game.agents) != lineup.agents_by_seat or game.deal_seed != lineup.deal_seed:
        raise ArenaError(f"{name} is not as this run would play it")


def without_actions(game: GameRecord) -> GameRecord:
    """What is counted; a run of a hundred thousand games must not hold their actions."""
    game.actions = None
    return game


def sets_to_play(in_order: InOrder[SetColumns], goal: Goal) -> Iterator[int]:
    # Those that were there at the start: later ones are played because they are named here.
    there = in_order.early_indices()
    indices = count(in_order.next_index)
    for index in indices:
        if goal.sets is not None and index >= goal.sets:
            return
        if index not in there:
            yield index


def baseline_of(run: Run) -> int | None:
    """The agent that uplifts are measured against: the first, in a comparison of two the second."""
    if len(run.specs) < 2:
        return None
    return BASELINE if run.format == "ab" else 0


def check_goal(run: Run, goal: Goal) -> None:
    if goal.hypotheses is not None and run.format != "ab":
        raise ArenaError(
            f"a sequential test compares two agents, in format ab and not in {run.format}"
        )


def fitted(hypotheses: Hypotheses, run: Run) -> Hypotheses:
    """The hypotheses on the scale of the set scores.

    One against the table does not exchange seats, so its sets are scored by difference.
    """
    games = len(run.schedule.deal_set(0).lineups)
    model, lower, upper = hypotheses.model, hypotheses.lower, hypotheses.upper
    if run.assignment == "one" and model != "difference":
        model = "difference"
        lower = elo_to_difference(lower, 1 / run.players)
        upper = elo_to_difference(upper, 1 / run.players)
    return Hypotheses(lower, upper, hypotheses.alpha, hypotheses.beta, model, games)


def test_score(games: Sequence[Finish], hypotheses: Hypotheses) -> float:
    means = paired_means(games, EXAMINED, BASELINE)
    if hypotheses.model == "difference":
        return 0.0 if means is None else means[0] - means[1]
    return 0.5 if means is None else duel_score(*means)
