"""How good single decisions are: python bench/decisions.py GAME PLAYERS SPEC... [--positions N]

Rule players play; now and then their game is stopped at a choice, and every action is played out
many times from the true position, by rule players again. A spec is worth the mean value of what it
chooses there (from its view alone), less that of the rule policy: points of win rate for one
decision. This tells settings apart with far fewer games than a match, but only for a decision after
which all play by rules.
"""

import argparse
import random
import statistics
import time
from dataclasses import dataclass

import kagemusha
from kagemusha.core.game import Game
from kagemusha.core.state import State
from kagemusha.players.policies import rule_policy
from kagemusha.players.referee import view_for
from kagemusha.search.policy import play_games


@dataclass(frozen=True)
class Decision:
    """A position, what each action is worth there, and what the rule policy gets on average."""

    state: State
    values: dict[int, float]
    by_rule: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("specs", nargs="+", metavar="SPEC")
    parser.add_argument("--positions", type=int, default=600)
    parser.add_argument("--playouts", type=int, default=2000, help="of each action")
    parser.add_argument("--kept", type=float, default=0.02, help="share of choices examined")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = kagemusha.load_game(given.game, players=given.players)
    found = decisions(game, given.positions, given.playouts, given.kept, given.seed)
    first: list[float] = []
    for spec in given.specs:
        began = time.process_time()
        gains = judge(game, spec, found)
        spent = 1000 * (time.process_time() - began) / len(found)
        first = first or gains
        lead = [gain - other for gain, other in zip(gains, first, strict=True)]
        print(f"{spec}: {interval(gains)} points, {interval(lead)} to the first, {spent:.1f} ms")


def decisions(game: Game, count: int, playouts: int, kept: float, seed: int) -> list[Decision]:
    rng, policy, found = random.Random(seed), rule_policy(game), []
    while len(found) < count:
        state = game.new_initial_state(seed=rng.getrandbits(60))
        while not state.is_terminal() and len(found) < count:
            if len(state.legal_actions()) > 1 and rng.random() < kept:
                found.append(decision(state, playouts, rng.getrandbits(60)))
            state.apply_action(policy.choose(state, rng.getrandbits(60)))
    return found


def decision(state: State, playouts: int, seed: int) -> Decision:
    policy, mover = rule_policy(state.game), state.current_player()
    everybody, values = [policy] * state.game.players, {}
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        results = after.returns() if after.is_terminal() else play_games(
            after, everybody, playouts, seed
        )[1]
        values[action] = results[mover]
    weights = policy.weights(state)
    by_rule = sum(weights[action] * values[action] for action in values) / sum(weights.values())
    return Decision(state.clone(), values, by_rule)


def judge(game: Game, spec: str, found: list[Decision]) -> list[float]:
    """What the player gains by each of its choices, in points."""
    player, gains = kagemusha.load_player(spec, game), []
    for number, one in enumerate(found):
        seat = one.state.current_player()
        player.reset(seat, number)
        action = player.choose(view_for(player, one.state, seat))
        gains.append(100 * (one.values[action] - one.by_rule))
    return gains


def interval(gains: list[float]) -> str:
    half = 1.96 * statistics.stdev(gains) / len(gains) ** 0.5
    return f"{statistics.mean(gains):+.2f} ± {half:.2f}"


if __name__ == "__main__":
    main()
