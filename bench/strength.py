"""Strength of the rule policies: python bench/strength.py [GAME ...] [--tables NAME ...]

seats    one seat by rules instead of at random: all others random; then all others by rules
teams    whole teams or half tables by rules against random ones; one random seat among rules
groups   what a seat loses without one group of rules, at a table of the whole policy
styles   each style in one seat among the default
ronin    other values of the Ronin's weights, in the games of the Ronin

Every row that was measured is kept in a journal, with a signature of the play it belongs to:
stopped and started again, the script goes on where it was. With --write, the tables replace
those in a document, between <!-- game table --> and <!-- end -->.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from documents import replace_table
from matches import Estimate, Results, estimate, examined, half_table, in_team, team_gain

import kagemusha
from kagemusha.core.game import Game
from kagemusha.players.fast import play_fast
from kagemusha.players.policies import rule_policy, weight_groups
from kagemusha.search.policy import Policy

SAMURAI, SEVEN, SIXTEEN = "samurai-sword", "seven-card-samurai", "sixteen-samurai"
SIZES = {SAMURAI: (3, 4, 5, 6, 7), SEVEN: (2, 4, 8), SIXTEEN: (2, 3, 4)}
DEALS = {SAMURAI: 8000, SEVEN: 8000, SIXTEEN: 24000}
TEAMS = {"Shogun": 0, "Ninja": 1, "Ronin": 2}
STYLES = {SEVEN: ("aggressive", "defensive")}
RONIN = {"hide": (0.0, 1.0, 5.0), "pose": (-1.0, -0.5, 0.0, 0.6, 1.0)}   # other values
WITH_RONIN = (5, 6, 7)
SEED = 1
JOURNAL = Path(__file__).parent.parent / ".strength.jsonl"

Row = tuple[str, Callable[[], list[Estimate]]]      # its name, and how to measure it


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(SIZES), metavar="GAME")
    parser.add_argument("--tables", nargs="*", default=list(TABLES), choices=TABLES)
    parser.add_argument("--part", type=float, default=1, help="of the usual number of deals")
    parser.add_argument("--journal", type=Path, default=JOURNAL)
    parser.add_argument("--write", type=Path, help="the document whose tables are replaced")
    given = parser.parse_args()
    for name in given.games:
        if name not in SIZES:
            parser.error(f"there is no game {name!r} here: {', '.join(SIZES)}")
        for table in given.tables:
            heading, rows = TABLES[table](name, max(2, int(given.part * DEALS[name])))
            text = "\n".join(measured(given.journal, name, table, heading, rows, given.part))
            if heading:
                print(f"\n{name}, {table}\n\n{text}", flush=True)
                if given.write:
                    replace_table(given.write, f"{name} {table}", text)


def measured(
    journal: Path, name: str, table: str, heading: list[str], rows: list[Row], part: float
) -> Iterator[str]:
    """The lines of a table; what the journal has is not played again."""
    known = read_journal(journal)
    yield "| " + " | ".join(heading) + " |"
    yield "|---" * len(heading) + "|"
    for label, work in rows:
        key = json.dumps([name, table, label, part, signature(name)])
        if key not in known:
            known[key] = [[cell.mean, cell.half] for cell in work()]
            with journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "cells": known[key]}) + "\n")
        cells = (percent(Estimate(*cell), signed="%" not in heading[i + 1])
                 for i, cell in enumerate(known[key]))
        yield f"| {label} | " + " | ".join(cells) + " |"


def read_journal(journal: Path) -> dict[str, list[list[float]]]:
    """All rows measured so far; a line cut short by a stop is no row."""
    found: dict[str, list[list[float]]] = {}
    if journal.exists():
        for line in journal.read_text(encoding="utf-8").splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                continue
            found[row["key"]] = row["cells"]
    return found


def signature(name: str) -> str:
    """Changes with the play of the rule policy."""
    if name not in SIGNATURES:
        told = sha256()
        for game in tables_of(name):
            policies = (rule_policy(game),) * game.players
            for seed in range(10):
                root = game.new_initial_state(seed=seed)
                told.update(play_fast(root, policies, range(game.players))[0])
        SIGNATURES[name] = told.hexdigest()[:12]
    return SIGNATURES[name]


def tables_of(name: str) -> list[Game]:
    return [kagemusha.load_game(name, players=players) for players in SIZES[name]]


def percent(found: Estimate, signed: bool) -> str:
    sign = "+" if signed else ""
    return f"{100 * found.mean:{sign}.1f} ± {100 * found.half:.1f}"


# The tables.


def seats(name: str, deals: int) -> tuple[list[str], list[Row]]:
    heading = ["players", "random wins %", "rule wins %", "gain", "gain, others by rules"]
    return heading, [(str(g.players), lambda g=g: seat_row(g, deals)) for g in tables_of(name)]


def seat_row(game: Game, deals: int) -> list[Estimate]:
    uniform, rule = Policy(), rule_policy(game)
    base = examined(game, uniform, uniform, deals, SEED)
    alone = examined(game, rule, uniform, deals, SEED)
    among = examined(game, rule, rule, deals, SEED) - examined(game, uniform, rule, deals, SEED)
    return list(map(estimate, (base, alone, alone - base, among)))


def team_table(name: str, deals: int) -> tuple[list[str], list[Row]]:
    if name == SAMURAI:
        heading = ["players, team", "random wins %", "gain, the others random",
                   "random gains among rules"]
        return heading, [
            (f"{game.players}, {team}", lambda g=game, t=number: team_row(g, t, deals))
            for game in tables_of(name)
            for team, number in TEAMS.items()
            if team != "Ronin" or game.players in WITH_RONIN
        ]
    heading = ["players", "half the table by rules wins %", "one random seat among rules wins %"]
    return heading, [(str(g.players), lambda g=g: half_row(g, deals)) for g in tables_of(name)]


def team_row(game: Game, team: int, deals: int) -> list[Estimate]:
    uniform, rule = Policy(), rule_policy(game)
    wins, gains = team_gain(game, team, rule, uniform, deals, SEED)
    _, losses = team_gain(game, team, uniform, rule, deals, SEED)
    return list(map(estimate, (wins, gains, losses)))


def half_row(game: Game, deals: int) -> list[Estimate]:
    uniform, rule = Policy(), rule_policy(game)
    return [
        estimate(half_table(game, rule, uniform, deals, SEED)),
        estimate(examined(game, uniform, rule, deals, SEED)),
    ]


def group_table(name: str, deals: int) -> tuple[list[str], list[Row]]:
    games = tables_of(name)
    bases: list[Results] = []

    def row(group: str) -> list[Estimate]:
        if not bases:
            bases.extend(examined(g, rule_policy(g), rule_policy(g), deals, SEED) for g in games)
        return [
            estimate(examined(g, rule_policy(g, without=[group]), rule_policy(g), deals, SEED) - base)
            for g, base in zip(games, bases, strict=True)
        ]

    heading = ["without", *(f"{game.players} players" for game in games)]
    return heading, [(group, lambda group=group: row(group)) for group in weight_groups(games[0])]


def style_table(name: str, deals: int) -> tuple[list[str], list[Row]]:
    games = tables_of(name)

    def row(style: str) -> list[Estimate]:
        return [
            estimate(examined(game, rule_policy(game, style), rule_policy(game), deals, SEED))
            for game in games
        ]

    heading = ["style", *(f"{game.players} players, wins %" for game in games)]
    rows = [(style, lambda style=style: row(style)) for style in STYLES.get(name, ())]
    return (heading, rows) if rows else ([], [])


def ronin_table(name: str, deals: int) -> tuple[list[str], list[Row]]:
    if name != SAMURAI:
        return [], []
    games = [kagemusha.load_game(name, players=players) for players in WITH_RONIN]

    def row(weight: str, value: float) -> list[Estimate]:
        cells = []
        for game in games:
            ways = [rule_policy(game), rule_policy(game, weights={weight: value})]
            as_is, changed = in_team(game, TEAMS["Ronin"], ways, ways[0], deals, SEED)
            cells.append(estimate(changed - as_is))
        return cells

    heading = ["instead", *(f"{game.players} players" for game in games)]
    return heading, [
        (f"{weight} {value:g}", lambda weight=weight, value=value: row(weight, value))
        for weight, values in RONIN.items()
        for value in values
    ]


TABLES = {
    "seats": seats,
    "teams": team_table,
    "groups": group_table,
    "styles": style_table,
    "ronin": ronin_table,
}
SIGNATURES: dict[str, str] = {}

if __name__ == "__main__":
    main()
