"""The games of one set, by what is counted of them."""

from collections.abc import Sequence
from typing import NamedTuple

from kagemusha.arena.records import GameRecord


class Finish(NamedTuple):
    """Who sat where in a game, and what each seat got."""

    agents: Sequence[int]
    returns: Sequence[float]


class SetColumns(NamedTuple):
    """Lists with an entry for each game, which has one for each seat; None for what is not known."""

    agents: Sequence[Sequence[int]]
    returns: Sequence[Sequence[float]]
    roles: Sequence[Sequence[str]] | None = None
    characters: Sequence[Sequence[str]] | None = None
    decisions: Sequence[Sequence[int]] | None = None
    iterations: Sequence[Sequence[int]] | None = None
    seconds: Sequence[Sequence[float]] | None = None
    forfeits: Sequence[int] = ()            # agents that forfeited a game

    @property
    def finishes(self) -> list[Finish]:
        return [Finish(*pair) for pair in zip(self.agents, self.returns, strict=True)]


def columns_of(games: Sequence[GameRecord]) -> SetColumns:
    nothing = [0] * games[0].seats
    nameless = [""] * games[0].seats
    return SetColumns(
        agents=[game.agents for game in games],
        returns=[game.returns for game in games],
        roles=[game.roles or nameless for game in games] if games[0].roles else None,
        characters=[game.characters or nameless for game in games] if games[0].characters else None,
        decisions=[game.decisions or nothing for game in games],
        iterations=[game.iterations or nothing for game in games],
        seconds=[game.seconds or nothing for game in games],
        forfeits=[
            game.agents[game.forfeit.seat] for game in games if game.forfeit is not None
        ],
    )
