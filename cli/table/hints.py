"""What a search thinks of the person's choice, in words. It is given the person's view, no more."""

from dataclasses import dataclass

from kagemusha.cli.analyze import followed
from kagemusha.cli.story import Scene
from kagemusha.cli.table.face import Face
from kagemusha.cli.table.words import Span, Words, plain
from kagemusha.core.view import View
from kagemusha.players.search_player import SearchPlayer
from kagemusha.search.result import SearchResult

ITERATIONS, MS = 8000, 1500
WORLDS = 32                     # in which the expected line is looked for
SHOWN = 5                       # actions in a hint
LINE = 4                        # choices of the expected line
CLOSE = 0.02                    # values nearer than this are called equal
FEW = 20                        # visits of an action that say nothing
BLUNDER = 0.1


@dataclass(frozen=True)
class Rated:
    """An action, and how it did in the search."""

    action: int
    text: str
    visits: int
    value: float


@dataclass(frozen=True)
class Hint:
    rated: tuple[Rated, ...]            # the answer of the search first, then by visits
    line: tuple[tuple[int, str], ...]   # what is expected to be played: seats and actions
    reason: str
    games: int


def searched(view: View, seed: int) -> SearchResult:
    """A search of its own for the hint."""
    player = SearchPlayer(view.game, iterations=ITERATIONS, ms=MS)
    player.reset(view.seat, seed)
    player.choose(view)
    assert player.last is not None
    return player.last


def hint_from(result: SearchResult, view: View, scene: Scene, face: Face) -> Hint:
    """The result in words."""
    rated = rate(result, view, scene, face)
    return Hint(
        tuple(rated),
        tuple(expected(result, view, scene, face)),
        reason(result, rated, scene, face),
        result.iterations,
    )


def rate(result: SearchResult, view: View, scene: Scene, face: Face) -> list[Rated]:
    rows = [
        Rated(action, plain(face.action(scene, view.action_to_string(action))), visits, value)
        for action, visits, value in zip(result.actions, result.visits, result.values, strict=True)
    ]
    return sorted(rows, key=lambda row: (row.action != result.action, -row.visits))


def expected(
    result: SearchResult, view: View, scene: Scene, face: Face
) -> list[tuple[int, str]]:
    """The line that the search expects, as far as a possible world can follow it."""
    steps = result.principal_variation[:LINE]
    words: list[str] = []
    for seed in range(WORLDS):
        words = max(words, followed(view.sample(seed), steps), key=len)
        if len(words) == len(steps):
            break
    return [
        (step["seat"], plain(face.action(scene, text)))
        for step, text in zip(steps, words, strict=False)
    ]


def reason(result: SearchResult, rated: list[Rated], scene: Scene, face: Face) -> str:
    """One sentence: what speaks for the answer against the next best action."""
    best, *others = rated
    others = [row for row in others if row.visits >= FEW]
    if not others:
        return f"Nothing else was worth a look in {result.iterations} imagined games."
    second = max(others, key=lambda row: row.value)
    if best.value - second.value < CLOSE:
        return f"It is about as good as {second.text}: choose by what you know of the others."
    gain = f"It wins {percent(best.value)} of the imagined games, {second.text} only"
    sentence = f"{gain} {percent(second.value)}"
    loser, before, after = hardest_hit(result, best.action, second.action, scene)
    if before - after >= CLOSE:
        name = face.name_of(scene, loser)
        sentence += f"; it hurts {name} most ({percent(before)} → {percent(after)})"
    return f"{sentence}."


def hardest_hit(
    result: SearchResult, best: int, second: int, scene: Scene
) -> tuple[int, float, float]:
    """Who loses most if the best action is played and not the second: seat, chances with each."""
    with_best = result.seat_values[result.actions.index(best)]
    with_second = result.seat_values[result.actions.index(second)]
    others = [seat for seat in range(len(with_best)) if seat != scene.seat]
    loser = max(others, key=lambda seat: with_second[seat] - with_best[seat])
    return loser, with_second[loser], with_best[loser]


def hint_lines(hint: Hint, scene: Scene, face: Face) -> list[Words]:
    """A hint as the table shows it."""
    lines: list[Words] = [[("What the search thinks", "heading")]]
    lines.append([("win  tried in", "muted")])
    for row in hint.rated[:SHOWN]:
        if row.visits == 0:
            continue
        kind = "strong" if row is hint.rated[0] else ""
        lines.append(
            [(f"{percent(row.value):>4} {row.visits:>5} ", "muted"), (row.text, kind)]
        )
    lines.append([(hint.reason, "note")])
    if hint.line:
        words: list[Span] = [("Expected: ", "muted")]
        for seat, text in hint.line:
            words.append((f"{face.name_of(scene, seat)}: {text}; ", ""))
        lines.append(words)
    lines.append([(f"{hint.games} imagined games. h or Esc closes.", "muted")])
    return lines


def blunder(result: SearchResult, action: int, view: View) -> str | None:
    """A note on an action that the search thinks much worse than its own answer."""
    place, best = result.actions.index(action), result.actions.index(result.action)
    loss = result.values[best] - result.values[place]
    if min(result.visits[place], result.visits[best]) < FEW or loss < BLUNDER:
        return None
    better = view.action_to_string(result.action)
    return (
        f"The search would rather have played {better}: it won {percent(result.values[best])} "
        f"of the imagined games, your choice {percent(result.values[place])}."
    )


def percent(share: float) -> str:
    return f"{share:.0%}"
