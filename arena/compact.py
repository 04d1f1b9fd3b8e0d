"""The record of a whole set between compiled policies: one line, made fast and read seldom.

It has what a `GameRecord` of each game has, but for what the header of the journal and the
schedule tell: the games are rebuilt from it bit for bit. Actions are base64 of 16-bit numbers,
the lower byte first.
"""

import binascii
import struct
from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from kagemusha.arena.records import FORMAT, GameRecord, Reader, number, text, whole
from kagemusha.arena.run import Run
from kagemusha.arena.schedule import DealSet

KEYS = {"format", "set", "returns", "decisions", "roles", "characters", "actions", "seconds"}


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


def read_set(data: Mapping[str, Any], run: Run, where: str) -> list[GameRecord]:
    """The games of a set, read with suspicion."""
    reader = Reader(data, where)
    reader.check_keys(KEYS)
    if data.get("format") != FORMAT:
        raise reader.error(f"format {data.get('format')!r} is unknown, not {FORMAT}")
    index = reader.one("set", whole)
    deal_set = run.schedule.deal_set(index)
    games = len(deal_set.lineups)
    returns = [Reader({"returns": row}, where).list_of("returns", number, run.players)
               for row in rows(reader, "returns", games)]
    decisions = [Reader({"decisions": row}, where).list_of("decisions", whole, run.players)
                 for row in rows(reader, "decisions", games)]
    roles = reader.optional_list("roles", text, run.players)
    characters = reader.optional_list("characters", text, run.players)
    actions = reader.list_of("actions", text, games)
    return [
        game_of(
            run,
            deal_set,
            place,
            returns=returns[place],
            decisions=decisions[place],
            roles=roles,
            characters=characters,
            actions=unpacked(reader, actions[place]),
        )
        for place in range(games)
    ]


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


def rows(reader: Reader, name: str, length: int) -> list[Any]:
    values = reader.data.get(name)
    if not isinstance(values, list) or len(values) != length:
        raise reader.error(f"{name!r} must be a list with {length} entries")
    return values


def unpacked(reader: Reader, packed: str) -> list[int]:
    try:
        raw = b64decode(packed, validate=True)
        return list(struct.unpack(f"<{len(raw) // 2}h", raw))
    except (ValueError, struct.error) as error:
        raise reader.error("'actions' are no base64 of 16-bit numbers") from error
