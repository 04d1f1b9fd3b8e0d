"""Two agents compared on one deal."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean

from kagemusha.arena.columns import Finish
from kagemusha.arena.records import GameRecord

Game = GameRecord | Finish


def paired_means(
    games: Sequence[Game], examined: int, baseline: int
) -> tuple[float, float] | None:
    """The mean returns of both agents over the seats that both had in the games of a set.

    If the set has a game with the baseline in all seats, then the baseline's part is taken from
    such games only: elsewhere the examined agent sits at its table. None if they shared no seat.
    """
    undisturbed = [game for game in games if all(agent == baseline for agent in game.agents)]
    own = returns_by_seat(games, examined)
    other = returns_by_seat(undisturbed or games, baseline)
    shared = sorted(own.keys() & other.keys())
    if not shared:
        return None
    return fmean(fmean(own[seat]) for seat in shared), fmean(fmean(other[seat]) for seat in shared)


def duel_score(examined: float, baseline: float) -> float:
    """The share that the examined agent has in what both won, on the scale of Elo.

    For sets in which the two exchange their seats. Where they do not (assignment `one`), the share
    is biased even between equals: test the difference there.
    """
    total = examined + baseline
    return examined / total if total > 0 else 0.5


def returns_by_seat(games: Iterable[Game], agent: int) -> dict[int, list[float]]:
    returns: dict[int, list[float]] = defaultdict(list)
    for game in games:
        for seat, sitting in enumerate(game.agents):
            if sitting == agent:
                returns[seat].append(game.returns[seat])
    return returns
