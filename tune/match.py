"""Who plays whom: every setting meets the same opponents on the same mirrored deals.

Sets are numbered through: with tables of several sizes they take turns. A set is scored by what
the examined player won in it beyond its opponent, who had the same seats on the same deal.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np

from kagemusha.arena.columns import Finish, SetColumns, columns_of
from kagemusha.arena.pairing import duel_score, paired_means
from kagemusha.arena.pool import Piece, Workers, play_pieces
from kagemusha.arena.run import Run
from kagemusha.arena.worker import SetResult
from kagemusha.core.game import Game
from kagemusha.players.referee import view_for
from kagemusha.players.specs import load_player, parse_spec
from kagemusha.tune.budget import at_budget, has_budget

GAMES_PER_SET = 2                       # half the seats each, and again exchanged
EXAMINED = 0
STRETCH = 8                             # sets of a table, before those of the next are played

Scores = dict[int, float]               # by number of the set
Scale = Literal["difference", "duel"]   # of win rates; or the share in what both have won


class Request(NamedTuple):
    """Sets that a player shall play; `key` says for whom."""

    key: int
    spec: str
    sets: Sequence[int]


class Deals(Protocol):
    """Where requests are played: the arena, or whatever a test puts in its place."""

    def play(self, requests: Sequence[Request]) -> Iterator[tuple[int, Scores]]:
        """Scores as they come, with the key of their request."""

    def check(self, spec: str) -> None:
        """A ValueError if this player cannot play here."""


@dataclass
class Forfeits:
    """Games that were given up, by the player who did, and what happened the first time."""

    games: dict[str, int] = field(default_factory=dict)
    first: str = ""

    def add(self, spec: str, message: str) -> None:
        self.first = self.first or f"{spec}: {message}"
        self.games[spec] = self.games.get(spec, 0) + 1

    def text(self) -> str:
        counts = ", ".join(f"{spec} {count}" for spec, count in self.games.items())
        return f"games were forfeited, and count as lost: {counts} (first {self.first})"


@dataclass(frozen=True)
class Match:
    """A match of some player against fixed opponents, at one table or several."""

    game: str
    players: tuple[int, ...]
    opponents: tuple[str, ...]
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    version: str = ""
    workers: Workers = field(default_factory=Workers)
    scale: Scale = "difference"
    forfeits: Forfeits = field(default_factory=Forfeits, compare=False)

    def runs(self, spec: str) -> list[Run]:
        """One for each table."""
        return [
            Run(
                game=self.game,
                players=players,
                specs=(spec, *self.opponents),
                options=self.options,
                format="gauntlet",
                assignment="half",
                seed=self.seed,
                version=self.version,
            )
            for players in self.players
        ]

    def check(self, spec: str) -> None:
        """A ValueError if somebody cannot sit at a table, or cannot search at it."""
        for run in self.runs(spec):
            for each in run.checked().specs:
                choose_once(each, run.table)

    def play(self, requests: Sequence[Request]) -> Iterator[tuple[int, Scores]]:
        tables = len(self.players)
        runs = [run for request in requests for run in self.runs(request.spec)]
        trivial = list(self._drawn_sets(requests))
        yield from trivial
        known = {(key, index) for key, scores in trivial for index in scores}
        pieces = (
            Piece(place * tables + index % tables, index // tables)
            for place, request in enumerate(requests)
            for stretch in stretches(request.sets, STRETCH * tables)
            for table in range(tables)
            for index in stretch
            if index % tables == table and (request.key, index) not in known
        )
        for played in play_pieces(runs, pieces, self.workers):
            place, table = divmod(played.place, tables)
            for result in played.results:
                self._note_forfeits(runs[played.place], result)
            yield requests[place].key, {
                result.index * tables + table: self._score(runs[played.place], result)
                for result in played.results
            }

    def _note_forfeits(self, run: Run, result: SetResult) -> None:
        if isinstance(result.games, SetColumns):
            return                          # compiled policies finish their games
        for game in result.games:
            if game.forfeit is not None:
                spec = run.specs[game.agents[game.forfeit.seat]]
                self.forfeits.add(spec, game.forfeit.message or game.forfeit.reason)

    def _drawn_sets(self, requests: Iterable[Request]) -> Iterator[tuple[int, Scores]]:
        """A player who meets itself draws every set: that need not be played."""
        draw = 0.0 if self.scale == "difference" else 0.5
        for request in requests:
            scores = {
                index: draw
                for index in request.sets
                if self.opponents[self._opponent(index)] == request.spec
            }
            if scores:
                yield request.key, scores

    def _opponent(self, index: int) -> int:
        return index // len(self.players) % len(self.opponents)

    def _score(self, run: Run, result: SetResult) -> float:
        _, opponent = run.schedule.pairs[result.index % len(run.schedule.pairs)]
        return set_score(finishes(result), opponent, self.scale)


def stretches(sets: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    """In order, but so that a worker may play a few sets of one table at a time."""
    for start in range(0, len(sets), size):
        yield sets[start : start + size]


def choose_once(spec: str, table: Game) -> None:
    """A first choice, made at once: not every search is for every game."""
    if not has_budget(parse_spec(spec)):
        return
    player = load_player(at_budget(spec, 1), table)
    state = table.new_initial_state(seed=0)
    seat = state.current_player()
    player.reset(seat, 0)
    player.choose(view_for(player, state, seat))


def finishes(result: SetResult) -> list[Finish]:
    games = result.games
    return (games if isinstance(games, SetColumns) else columns_of(games)).finishes


def set_score(games: Sequence[Finish], opponent: int, scale: Scale) -> float:
    means = paired_means(games, EXAMINED, opponent)
    assert means is not None                # they exchange their seats
    return duel_score(*means) if scale == "duel" else means[0] - means[1]


@lru_cache(maxsize=64)
def derived_seed(seed: int, purpose: int) -> int:
    """Fresh deals for another purpose."""
    words = np.random.SeedSequence(seed, spawn_key=(purpose,)).generate_state(1, np.uint64)
    return int(words[0]) >> 1
