"""Poker on paper: how much a policy loses to the best answers."""

from collections import defaultdict
from collections.abc import Callable
from itertools import product
from typing import Any

import kagemusha

RANKS = ("Jack", "Queen", "King")
Policy = Callable[[Any], list[float]]           # probabilities of a state's legal actions
Group = list[tuple[Any, float]]                 # states that a player cannot tell apart, by reach


def deals(name: str) -> Group:
    """Every deal with its probability."""
    copies = {"kuhn-poker": 1, "leduc-poker": 2}[name]
    game = kagemusha.load_game(name)
    found = []
    for own, other in product(range(3), repeat=2):
        left = [copies] * 3
        left[own] -= 1
        chance = left[other] / (3 * (3 * copies - 1))
        if chance:
            outcomes = [("deal", RANKS[own]), ("deal", RANKS[other])]
            found.append((game.new_initial_state(chance=outcomes), chance))
    return found


def exploitability(name: str, policy: Policy) -> float:
    """Half of what the best answers to the policy win."""
    gain = 0.0
    for player in range(2):
        by_card: dict[int, Group] = defaultdict(list)
        for state, chance in deals(name):
            by_card[state.cards()[player]].append((state, chance))
        gain += sum(best_answer(group, player, policy) for group in by_card.values())
    return gain / 2


def best_answer(group: Group, player: int, policy: Policy) -> float:
    """What the player's best answer wins from states that he cannot tell apart."""
    first = group[0][0]
    if first.is_terminal():
        return sum(reach * state.returns()[player] for state, reach in group)
    answers = []
    for place, action in enumerate(first.legal_actions()):
        children: dict[int, Group] = defaultdict(list)
        for state, reach in group:
            share = 1.0 if state.current_player() == player else policy(state)[place]
            for child, chance in outcomes_of(state, action):
                if reach * share:
                    children[child.cards()[-1]].append((child, reach * share * chance))
        answers.append(sum(best_answer(child, player, policy) for child in public(children)))
    return max(answers) if first.current_player() == player else sum(answers)


def public(children: dict[int, Group]) -> list[Group]:
    """Kuhn poker has no public card: its last card is hidden, and the group stays together."""
    groups = list(children.values())
    if groups and len(groups[0][0][0].cards()) == 2:
        return [[pair for group in groups for pair in group]]
    return groups


def outcomes_of(state: Any, action: int) -> list[tuple[Any, float]]:
    """Where an action leads, with the chance of the public card if it turns one up."""
    child = state.clone()
    child.apply_action(action)
    if state.cards() == child.cards():
        return [(child, 1.0)]
    found = []
    for rank in range(3):
        left = 2 - state.cards()[:2].count(rank)
        if left:
            child = state.clone()
            child.force([("turn up", RANKS[rank])])
            child.apply_action(action)
            found.append((child, left / 4))
    return found


def information_sets() -> dict[tuple[int, tuple[int, ...]], Any]:
    """The twelve choices of Kuhn poker: a state for each card and history."""
    found = {}
    for state, _ in deals("kuhn-poker"):
        for history in ((), (0,), (1,), (0, 1)):
            at = state.clone()
            for action in history:
                at.apply_action(action)
            found[key_of(at)] = at
    return found


def key_of(state: Any) -> tuple[int, tuple[int, ...]]:
    return state.cards()[state.current_player()], tuple(state.history())
