"""The record of a whole set between compiled policies: one line, made fast and read seldom.

It has what a `GameRecord` of each game has, but for what the header of the journal and the
schedule tell: the games are rebuilt from it bit for bit. Actions are base64 of 16-bit numbers,
the lower byte first.
"""

import binascii
import struct
from base64 import b64decode
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from kagemusha.arena.columns import SetColumns
from kagemusha.arena.errors import ArenaError
from kagemusha.arena.records import FORMAT, Check, GameRecord, Reader, number, text, whole
from kagemusha.arena.run import Run
from kagemusha.arena.schedule import DealSet

KEYS = {"format", "set", "returns", "decisions", "roles", "characters", "actions"}

T = TypeVar("T")


def is_compact(data: Mapping[str, Any]) -> bool:
    return "set" in data


def write_set(
    index: int, results: list[tuple[bytes, list[int], list[float]]], names: dict[str, list[str]]
) -> dict[str, Any]:
    """What `play_fast` gave for each game of a set, as JSON."""
    return {
        "format": FORMAT,
        "set": index,
        **names,
        "returns": [returns for _, _, returns in results],
        "decisions": [decisions for _, decisions, _ in results],
        "actions": [
            binascii.b2a_base64(actions, newline=False).decode() for actions, _, _ in results
        ],
    }


def set_columns(
    deal_set: DealSet,
    results: Sequence[tuple[Any, list[int], list[float]]],
    names: Mapping[str, list[str]],
) -> SetColumns:
    """What is counted of a set. All its games have the same deal, so the same names."""
    return SetColumns(
        agents=[lineup.agents_by_seat for lineup in deal_set.lineups],
        returns=[returns for _, _, returns in results],
        roles=repeated(names.get("roles"), len(results)),
        characters=repeated(names.get("characters"), len(results)),
        decisions=[decisions for _, decisions, _ in results],
    )


def repeated(of_seats: list[str] | None, games: int) -> list[list[str]] | None:
    return None if of_seats is None else [of_seats] * games


def read_set(data: Mapping[str, Any], run: Run, where: str) -> tuple[int, SetColumns]:
    """The set of a line, read with suspicion."""
    deal_set, results, names = read_results(data, run, where)
    return deal_set.index, set_columns(deal_set, results, names)


def read_games(data: Mapping[str, Any], run: Run, where: str) -> list[GameRecord]:
    """The games of a line, with their actions."""
    deal_set, results, names = read_results(data, run, where)
    return [
        game_of(
            run,
            deal_set,
            place,
            returns=returns,
            decisions=decisions,
            actions=unpacked(actions, where),
            **names,
        )
        for place, (actions, decisions, returns) in enumerate(results)
    ]


def read_results(
    data: Mapping[str, Any], run: Run, where: str
) -> tuple[DealSet, list[tuple[str, list[int], list[float]]], dict[str, list[str]]]:
    reader = Reader(data, where)
    reader.check_keys(KEYS)
    if data.get("format") != FORMAT:
        raise reader.error(f"format {data.get('format')!r} is unknown, not {FORMAT}")
    deal_set = run.schedule.deal_set(reader.one("set", whole))
    games = len(deal_set.lineups)
    actions = reader.list_of("actions", text, games)
    for packed in actions:
        unpacked(packed, where)
    decisions = seat_rows(reader, "decisions", whole, games, run.players)
    returns = seat_rows(reader, "returns", number, games, run.players)
    names = {
        name: reader.list_of(name, text, run.players)
        for name in ("roles", "characters")
        if name in data
    }
    return deal_set, list(zip(actions, decisions, returns, strict=True)), names


def seat_rows(
    reader: Reader, name: str, check: Check[T], games: int, seats: int
) -> list[list[T]]:
    """A list with an entry for each game, which is a list with one for each seat."""
    values = reader.data.get(name)
    if not isinstance(values, list) or len(values) != games:
        raise reader.error(f"{name!r} must be a list with {games} entries")
    return [Reader({name: row}, reader.where).list_of(name, check, seats) for row in values]


def game_of(run: Run, deal_set: DealSet, place: int, **known: Any) -> GameRecord:
    """A record of a game of the schedule, with what is known of it besides."""
    lineup = deal_set.lineups[place]
    position = run.position(deal_set.index)
    return GameRecord(
        game=run.game,
        options=run.options,
        set_index=deal_set.index,
        game_index=place,
        deal_seed=lineup.deal_seed,
        agents=list(lineup.agents_by_seat),
        specs=[run.specs[agent] for agent in lineup.agents_by_seat],
        player_seeds=list(lineup.player_seeds),
        position=None if position is None else {**position, "seed": lineup.deal_seed},
        **known,
    )


def unpacked(packed: str, where: str) -> list[int]:
    try:
        raw = b64decode(packed, validate=True)
        return list(struct.unpack(f"<{len(raw) // 2}h", raw))
    except (ValueError, struct.error) as error:
        raise ArenaError(f"{where}: 'actions' are no base64 of 16-bit numbers") from error
