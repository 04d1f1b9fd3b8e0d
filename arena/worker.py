"""Plays sets, in whatever process or thread it is asked to. A set is a function of the run."""

import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from kagemusha.arena.columns import SetColumns
from kagemusha.arena.compact import game_of, set_columns, write_set
from kagemusha.arena.journal import decode, encode
from kagemusha.arena.records import Forfeit, GameRecord, state_digest
from kagemusha.arena.run import Run
from kagemusha.arena.schedule import DealSet
from kagemusha.arena.watchdog import Note, WatchedPlayer
from kagemusha.core.state import State
from kagemusha.players.fast import play_fast
from kagemusha.players.random_player import RandomPlayer
from kagemusha.players.referee import GameResult, play_on
from kagemusha.players.rule_player import RulePlayer
from kagemusha.players.specs import load_player
from kagemusha.search.policy import Policy

COMPILED = (RandomPlayer, RulePlayer)       # their whole choice is a policy
MOST_LINEUPS = 1000                         # remembered
MOST_TABLES = 16

_here = threading.local()                   # players remember things: each thread has its own


@dataclass(frozen=True)
class Task:
    """Sets to play. Everything in it can be sent to another machine."""

    run: str                                # as JSON
    sets: tuple[int, ...]
    seconds: float | None = None            # for one decision
    owner: int = 0                          # the process of the run, which is never ended
    place: int = 0                          # of the run, where there are several
    note: str | None = None                 # a file for a set played under suspicion
    lost: dict[int, Forfeit] = field(default_factory=dict)     # games that ended their process


class SetResult(NamedTuple):
    """The games of a set: to be counted, and as lines of the journal.

    There is a line for each game; or one for the whole set, which then has no records.
    """

    index: int    # type: ignore[assignment]
    games: list[GameRecord] | SetColumns    # without their actions, which the lines have
    lines: list[bytes]


class Played(NamedTuple):
    results: list[SetResult]
    seconds: float
    place: int


def play_task(task: Task) -> Played:
    began = perf_counter()
    table = table_of(task.run)
    seconds = None if os.getpid() == task.owner else task.seconds
    if task.note is None:
        results = [table.play_set(index, seconds) for index in task.sets]
    else:
        note = Note(Path(task.note))
        with note.kept():
            results = [table.play_set(index, seconds, note, task.lost) for index in task.sets]
    return Played(results, perf_counter() - began, task.place)


def table_of(run: str) -> "Table":
    """The table of a run, made once in each thread."""
    tables: dict[str, Table] = _here.__dict__.setdefault("tables", {})
    if run not in tables:
        if len(tables) == MOST_TABLES:
            tables.clear()
        tables[run] = Table(Run.from_header(decode(run.encode()), "the run"))
    return tables[run]


def all_compiled(run: Run) -> bool:
    """Whether no agent needs more than its policy."""
    return all(type(load_player(spec, run.table)) in COMPILED for spec in set(run.specs))


class Table:
    """The game and the players of a run, ready to play."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.is_compiled = all_compiled(run)
        self._players: dict[tuple[int, int], WatchedPlayer] = {}
        self._policies: dict[int, Policy] = {}
        self._policies_by_seat: dict[tuple[int, ...], tuple[Policy, ...]] = {}

    def play_set(
        self,
        index: int,
        seconds: float | None = None,
        note: Note | None = None,
        lost: Mapping[int, Forfeit] | None = None,
    ) -> SetResult:
        deal_set = self.run.schedule.deal_set(index)
        first = self.run.deal(index, deal_set.lineups[0].deal_seed)
        if self.is_compiled:
            return self._play_compiled(deal_set, first)
        games = []
        for place in range(len(deal_set.lineups)):
            if lost and place in lost:
                games.append(self._forfeited(deal_set, place, first, lost[place]))
            else:
                games.append(self._play_game(deal_set, place, first, seconds, note))
        lines = [encode(game.to_dict()) for game in games]
        return SetResult(index, [replace(game, actions=None) for game in games], lines)

    def _play_compiled(self, deal_set: DealSet, first: State) -> SetResult:
        results = [
            play_fast(first, self._policies_of(lineup.agents_by_seat), lineup.player_seeds)
            for lineup in deal_set.lineups
        ]
        names = self.run.table.seat_titles(first)
        line = encode(write_set(deal_set.index, results, names))
        return SetResult(deal_set.index, set_columns(deal_set, results, names), [line])

    def _play_game(
        self,
        deal_set: DealSet,
        place: int,
        first: State,
        seconds: float | None,
        note: Note | None,
    ) -> GameRecord:
        lineup = deal_set.lineups[place]
        players = [
            self._player(agent, seat, seconds)
            for seat, agent in enumerate(lineup.agents_by_seat)
        ]
        for player in players:
            player.note, player.game = note, place
        state = first.clone()
        result = play_on(state, players, lineup.deal_seed, lineup.player_seeds)
        forfeit = forfeit_of(result)
        agents = lineup.agents_by_seat
        return game_of(
            self.run,
            deal_set,
            place,
            actions=list(result.actions),
            returns=state.returns() if forfeit is None else shared_win(agents, forfeit.seat),
            decisions=list(result.decisions),
            iterations=[player.iterations for player in players],
            seconds=[round(spent, 6) for spent in result.seconds],
            digest=state_digest(state),
            forfeit=forfeit,
            **self.run.table.seat_titles(first),
        )

    def _forfeited(
        self, deal_set: DealSet, place: int, first: State, forfeit: Forfeit
    ) -> GameRecord:
        """The record of a game that took its process with it: what was played is not known."""
        agents = deal_set.lineups[place].agents_by_seat
        returns = shared_win(agents, forfeit.seat)
        return game_of(
            self.run, deal_set, place, returns=returns, forfeit=forfeit, **self.run.table.seat_titles(first)
        )

    def _player(self, agent: int, seat: int, seconds: float | None) -> WatchedPlayer:
        if (agent, seat) not in self._players:
            player = load_player(self.run.specs[agent], self.run.table)
            self._players[agent, seat] = WatchedPlayer(player, seconds)
        watched = self._players[agent, seat]
        watched.seconds = seconds
        return watched

    def _policies_of(self, agents: tuple[int, ...]) -> tuple[Policy, ...]:
        if agents not in self._policies_by_seat:
            if len(self._policies_by_seat) == MOST_LINEUPS:
                self._policies_by_seat.clear()
            self._policies_by_seat[agents] = tuple(map(self._policy, agents))
        return self._policies_by_seat[agents]

    def _policy(self, agent: int) -> Policy:
        if agent not in self._policies:
            player: Any = load_player(self.run.specs[agent], self.run.table)
            self._policies[agent] = player.policy
        return self._policies[agent]


def forfeit_of(result: GameResult) -> Forfeit | None:
    given = result.forfeit
    if given is None:
        return None
    return Forfeit(
        seat=given.seat,
        reason="error" if given.trace else "illegal action",
        message=given.reason,
        traceback=given.trace,
    )


def shared_win(agents: tuple[int, ...], seat: int) -> list[float]:
    """The returns of a game that a seat forfeits: the seats of other agents share the win."""
    others = [agent != agents[seat] for agent in agents]
    return [other / max(1, sum(others)) for other in others]
