"""Fit the weights of a rule policy by self-play: python bench/tune_rules.py seven-card-samurai

Coordinate ascent: one weight is moved up or down and the changed policy put in one seat
against copies of the old one. What looks better on some deals is tried again on others, and
kept if it is better there beyond doubt. The table weights.csv is rewritten at the end.
"""

import argparse
import importlib
import math
import random
from pathlib import Path

from matches import Estimate, estimate, examined

import kagemusha
from kagemusha.players.policies import rule_policy
from kagemusha.players.weights import FILE, read_weights

TABLES = {"seven-card-samurai": (2, 4, 8), "sixteen-samurai": (2, 3, 4)}
FIRST_DEAL = 1_000_000              # none of those that the strength tables use


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game", choices=TABLES)
    options.add_argument("--sweeps", type=int, default=2)
    options.add_argument("--deals", type=int, default=600)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--only", nargs="*", default=[], help="weights to move; all if none")
    chosen = options.parse_args()
    package = f"kagemusha.players.{kagemusha.GAMES[chosen.game]}"
    table = read_weights(package)
    values = {name: weight.value for name, weight in table.items()}
    rng = random.Random(chosen.seed)
    for sweep in range(chosen.sweeps):
        names = chosen.only or list(table)
        rng.shuffle(names)
        for name in names:
            step = (table[name].high - table[name].low) * rng.choice((0.04, 0.1, 0.25))
            for move in (step, -step):
                value = round(min(max(values[name] + move, table[name].low), table[name].high), 3)
                if value == values[name]:
                    continue
                changed = values | {name: value}
                if better(chosen.game, changed, values, chosen.deals, rng):
                    print(f"sweep {sweep}: {name} {values[name]} -> {value}", flush=True)
                    values = changed
                    break
        rewrite(folder(package), values)


def better(
    game: str, new: dict[str, float], old: dict[str, float], deals: int, rng: random.Random
) -> bool:
    """Better at a glance, and then beyond doubt on four times as many fresh deals."""
    first = gain(game, new, old, deals, FIRST_DEAL + rng.randrange(10**9))
    if first.mean <= first.half / 2:
        return False
    second = gain(game, new, old, 4 * deals, FIRST_DEAL + rng.randrange(10**9))
    return second.mean > second.half


def gain(
    game: str, new: dict[str, float], old: dict[str, float], deals: int, seed: int
) -> Estimate:
    """What the new weights win beyond a fair share, as part of that share, over table sizes."""
    mean = variance = 0.0
    for players in TABLES[game]:
        loaded = kagemusha.load_game(game, players=players)
        policies = [rule_policy(loaded, weights=weights) for weights in (new, old)]
        won = estimate(examined(loaded, *policies, max(deals * 2 // players, 2), seed))
        part = players / len(TABLES[game])
        mean += part * won.mean - 1 / len(TABLES[game])
        variance += (part * won.half) ** 2
    return Estimate(mean, math.sqrt(variance))


def folder(package: str) -> Path:
    module = importlib.import_module(package)
    assert module.__file__ is not None
    return Path(module.__file__).parent


def rewrite(where: Path, values: dict[str, float]) -> None:
    """The same table with other values, its columns aligned."""
    lines = (where / FILE).read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split(",", 5)] for line in lines]
    for row in rows[1:]:
        row[2] = f"{values[row[0]]:g}"
    widths = [max(len(row[i]) for row in rows) + 2 for i in range(5)]
    text = "".join(
        "".join(f"{cell + ',':<{width}}" for cell, width in zip(row, widths, strict=False)) + row[5] + "\n"
        for row in rows
    )
    (where / FILE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
