"""What is played in a run: all that its results depend on, and nothing else.

How long it goes on, on how many workers, and where its journal lies are not part of it: the
same run can be made longer, or go on elsewhere.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from kagemusha.arena.errors import ArenaError
from kagemusha.arena.records import Reader, json_object, seed, text, whole
from kagemusha.arena.schedule import (
    ASSIGNMENTS,
    FORMATS,
    USUAL_ASSIGNMENT,
    Assignment,
    Format,
    Schedule,
)
from kagemusha.core.game import Game
from kagemusha.core.registry import load_game
from kagemusha.core.state import State
from kagemusha.players.fast import teams
from kagemusha.players.specs import load_player, parse_spec

NAMES = ("game", "players", "options", "specs", "format", "assignment", "seed", "positions")


@dataclass(frozen=True)
class Run:
    """A game at a table, the agents that meet, and how. Positions take the place of the deal."""

    game: str
    players: int
    specs: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    format: Format = "round-robin"
    assignment: Assignment | None = None
    seed: int = 0
    positions: tuple[dict[str, Any], ...] = ()
    version: str = ""

    def checked(self) -> "Run":
        """The same with specs, options and assignment in full; an ArenaError if it cannot be."""
        try:
            table = load_game(self.game, players=self.players, **self.options)
            specs = tuple(str(parse_spec(spec)) for spec in self.specs)
            for spec in specs:
                load_player(spec, table)
            for position in self.positions:
                table.from_dict(position)
        except (TypeError, ValueError) as error:
            raise ArenaError(str(error)) from error
        assignment = self.assignment or USUAL_ASSIGNMENT.get(self.format)
        run = replace(self, specs=specs, options=dict(table.options), assignment=assignment)
        run.schedule.deal_set(0)
        return run

    @cached_property
    def table(self) -> Game:
        return load_game(self.game, players=self.players, **self.options)

    @cached_property
    def schedule(self) -> Schedule:
        return Schedule(
            seats=self.players,
            agents=len(self.specs),
            seed=self.seed,
            format=self.format,
            assignment=self.assignment,
            teams=self._teams,
        )

    @cached_property
    def labels(self) -> list[str]:
        """The specs, numbered where several agents have the same."""
        return [
            spec if self.specs.count(spec) == 1 else f"{spec} #{1 + self.specs[:place].count(spec)}"
            for place, spec in enumerate(self.specs)
        ]

    def position(self, set_index: int) -> dict[str, Any] | None:
        """Where a set begins: every pair of agents meets from each position in turn."""
        if not self.positions:
            return None
        return self.positions[set_index // len(self.schedule.pairs) % len(self.positions)]

    def deal(self, set_index: int, deal_seed: int) -> State:
        """The first state of the games of a set."""
        position = self.position(set_index)
        if position is None:
            return self.table.new_initial_state(seed=deal_seed)
        return self.table.from_dict({**position, "seed": deal_seed})

    def header(self) -> dict[str, Any]:
        """As JSON, for the first line of a journal."""
        return {name: getattr(self, name) for name in (*NAMES, "version")}

    def to_json(self) -> str:
        return json.dumps(self.header())

    @classmethod
    def from_header(cls, data: Mapping[str, Any], where: str) -> "Run":
        """Read with suspicion; `where` names the file."""
        reader = Reader(data, where)
        reader.check_keys({*NAMES, "version"})
        form = next((known for known in FORMATS if known == data.get("format")), None)
        assignment = next((known for known in ASSIGNMENTS if known == data.get("assignment")), None)
        if form is None or assignment is None:
            raise reader.error("'format' or 'assignment' is none of those known")
        return cls(
            game=reader.one("game", text),
            players=reader.one("players", whole),
            specs=tuple(reader.list_of("specs", text)),
            options=reader.one("options", json_object),
            format=form,
            assignment=assignment,
            seed=reader.one("seed", seed),
            positions=tuple(reader.list_of("positions", json_object)),
            version=reader.one("version", text),
        )

    def _teams(self, deal_seed: int) -> list[int]:
        # Teams are dealt, or stand in the position: with several of them it must be the same.
        if self.positions:
            return teams(self.table.from_dict(self.positions[0]))
        return teams(self.table.new_initial_state(seed=deal_seed))
