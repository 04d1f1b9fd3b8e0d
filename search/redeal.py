"""Worlds inside worlds: what another seat holds possible in a world that the searcher imagines."""

from collections.abc import Sequence

from kagemusha.core.state import State
from kagemusha.core.view import View


def dealt_anew(view: View, seed: int, actions: Sequence[int], seat: int, new_seed: int) -> State:
    """A world that `seat` cannot tell from the view's world of this seed after these actions.

    The seat's view needs the log of that world, so it is built and replayed in full: correct for
    every game, and slow.
    """
    world: State = view.sample(seed)
    for action in actions:
        world.apply_action(action)
    nested: View = world.view(seat)
    found: State = nested.sample(new_seed)
    nested.check()
    return found
