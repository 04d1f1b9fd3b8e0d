"""Samurai Sword, second referee: the data of the game, and the moves with their numbers."""

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "core" / "samurai_sword"


def read_table(name: str) -> list[dict[str, str]]:
    """The rows of one data file, without the spaces that align its columns."""
    with open(DATA / name, encoding="utf-8", newline="") as file:
        return [
            {key.strip(): value.strip() for key, value in row.items()}
            for row in csv.DictReader(file, skipinitialspace=True)
        ]


@dataclass(frozen=True)
class Weapon:
    difficulty: int
    wounds: int


@dataclass(frozen=True)
class Table:
    """What the rulebook lays down for one number of players."""

    roles: list[str]
    shogun_honor: int
    honor: int
    hands: list[int]  # sizes, clockwise from the Shogun
    multipliers: dict[str, int]  # by role


CARD_ROWS = read_table("cards.csv")
KINDS = [row["name"] for row in CARD_ROWS]  # S125: the file lists the 25 kinds in this order
FULL_DECK = Counter({row["name"]: int(row["copies"]) for row in CARD_ROWS})
WEAPONS = {
    row["name"]: Weapon(int(row["difficulty"]), int(row["wounds"]))
    for row in CARD_ROWS
    if row["kind"] == "weapon"
}
FULL_RESILIENCE = {row["name"]: int(row["resilience"]) for row in read_table("characters.csv")}
TABLES = {
    int(row["players"]): Table(
        roles=row["roles"].split(" + "),
        shogun_honor=int(row["shogun_honor"]),
        honor=int(row["honor"]),
        hands=[int(size) for size in row["hands"].split(" + ")],
        multipliers={m["role"]: int(m[row["players"]]) for m in read_table("multipliers.csv")},
    )
    for row in read_table("tables.csv")
}

MOST_PLAYERS = 7
HAND_LIMIT = 7
NINJA_STARS = (1, 2, 3)
DEADLY_STRIKE_PENALTY = 3
TEAM_OF_ROLE = {"Shogun": "Shogun", "Samurai": "Shogun", "Ninja": "Ninja", "Ronin": "Ronin"}
TEAMS_BY_TIE_PRIORITY = ("Ninja", "Shogun", "Ronin")  # S79
OWN_PROPERTIES = ("Focus", "Armor", "Fast Draw")  # laid before oneself (S72)

# ----------------------------------------------------------------------------------------------
# Moves and their numbers
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move:
    """What a player may decide. `part` is what a Geisha is aimed at."""

    verb: str  # "pass", "take discard", "pay resilience", "give" or "play"
    card: str = ""
    seat: int | None = None
    part: str = ""


PASS = Move("pass")
TAKE_DISCARD = Move("take discard")
PAY_RESILIENCE = Move("pay resilience")  # Nobunaga
GEISHA_ON_BUSHIDO = Move("play", "Geisha", part="Bushido")
PLAYED_WITHOUT_TARGET = (
    *OWN_PROPERTIES,
    "Battle Cry",
    "Tea Ceremony",
    "Jujutsu",
    "Daimyo",
)


def all_moves() -> Iterator[Move]:
    """Every move there is, in the order of its number (S124)."""
    yield PASS
    yield TAKE_DISCARD
    yield PAY_RESILIENCE
    for kind in KINDS:
        yield Move("give", kind)
    for kind in PLAYED_WITHOUT_TARGET:
        yield Move("play", kind)
    yield GEISHA_ON_BUSHIDO
    for seat in range(MOST_PLAYERS):
        for weapon in WEAPONS:
            yield Move("play", weapon, seat)
        yield Move("play", "Bushido", seat)
        yield Move("play", "Breathing", seat)
        yield Move("play", "Diversion", seat)
        yield Move("play", "Geisha", seat, "hand")
        for kind in OWN_PROPERTIES:
            yield Move("play", "Geisha", seat, kind)


MOVES = list(all_moves())
NUMBER_OF = {move: number for number, move in enumerate(MOVES)}
