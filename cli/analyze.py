"""The command `analyze`: what a search thinks of a position, action by action."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from kagemusha.cli.arguments import read_state
from kagemusha.cli.refusal import bad_input, real, whole
from kagemusha.core.state import TERMINAL, State
from kagemusha.core.view import View
from kagemusha.players.kinds import KINDS
from kagemusha.players.referee import view_for
from kagemusha.players.search_player import PARAMETERS, SearchPlayer
from kagemusha.players.specs import Spec, checked_spec, parse_spec
from kagemusha.search.result import SearchResult

FORMAT = 1
DEFAULT_SPEC = "ismcts"
BAR = 20                        # letters of the longest bar
TRIES = 64                      # worlds in which the principal variation is looked for
DEEPEST = 100


@dataclass(frozen=True)
class Analysis:
    """A search of a position for the seat that is to act."""

    state: State
    spec: Spec
    view: View
    result: SearchResult

    @property
    def seat(self) -> int:
        return int(self.state.current_player())

    def to_dict(self) -> dict[str, Any]:
        result, game = self.result, self.state.game
        return {
            "format": FORMAT,
            "game": game.name,
            "players": game.players,
            "seat": self.seat,
            "spec": str(self.spec),
            "sees_everything": self.view.seat != self.seat,
            "iterations": result.iterations,
            "seconds": result.seconds,
            "nodes": result.nodes,
            "seed": result.seed,
            "answer": {"action": result.action, "text": self.view.action_to_string(result.action)},
            "actions": self.actions(),
            "principal_variation": self.line(),
            **({} if result.tree is None else {"tree": result.tree}),
        }

    def actions(self) -> list[dict[str, Any]]:
        """A row for each legal action, ascending."""
        result = self.result
        return [
            {
                "action": action,
                "text": self.view.action_to_string(action),
                "visits": result.visits[i],
                "share": result.visits[i] / max(1, sum(result.visits)),
                "availability": result.availability[i],
                "value": result.values[i] if result.visits[i] else None,
                "seat_values": result.seat_values[i] if result.visits[i] else None,
                "prior": result.priors[i],
                "strategy": result.strategy[i],
            }
            for i, action in enumerate(result.actions)
        ]

    def line(self) -> list[dict[str, Any]]:
        """The principal variation, in words as far as one of some sampled worlds can follow it."""
        steps = self.result.principal_variation
        words: list[str] = []
        for seed in range(TRIES):
            found = followed(self.view.sample(seed), steps)
            words = max(words, found, key=len)
            if len(words) == len(steps):
                break
        texts = [*words, *[None] * (len(steps) - len(words))]
        return [{**step, "text": text} for step, text in zip(steps, texts, strict=True)]


def followed(world: State, steps: list[dict[str, Any]]) -> list[str]:
    """The steps in words, up to the first that is not possible in this world."""
    words: list[str] = []
    for step in steps:
        while not world.is_terminal() and len(world.legal_actions()) == 1:
            world.apply_action(world.legal_actions()[0])
        if world.current_player() != step["seat"] or step["action"] not in world.legal_actions():
            break
        words.append(world.action_to_string(step["action"]))
        world.apply_action(step["action"])
    return words


def analyze(
    file: Annotated[Path, typer.Argument(metavar="POSITION.json", help="A position.")],
    seat: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="S", help="The seat that thinks; the one to act."),
    ] = None,
    spec: Annotated[
        str, typer.Option(metavar="SPEC", help="A player that searches, see `players`.")
    ] = DEFAULT_SPEC,
    iterations: Annotated[
        int | None, typer.Option(parser=whole, metavar="N", help="In place of the spec's.")
    ] = None,
    ms: Annotated[
        float | None, typer.Option(parser=real, metavar="T", help="In place of the spec's.")
    ] = None,
    seed: Annotated[
        int, typer.Option(parser=whole, metavar="S", help="Same seed, same search.")
    ] = 0,
    tree: Annotated[
        int,
        typer.Option(
            parser=whole, metavar="DEPTH", help="As JSON, with the tree down to so many choices."
        ),
    ] = 0,
    json_: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> None:
    """Search a position and show what was found out about each action."""
    with bad_input():
        given = {"iterations": iterations, "ms": ms}
        changes = {name: value for name, value in given.items() if value is not None}
        analysis = analyzed(read_state(file), seat, changed(spec, changes), seed, tree)
    if json_ or tree:
        typer.echo(json.dumps(analysis.to_dict()))
    else:
        typer.echo(text_of(analysis))


def changed(text: str, changes: dict[str, Any]) -> Spec:
    """The spec of a player that searches, with some parameters changed."""
    spec = parse_spec(text)
    kinds = [kind for kind in KINDS.values() if kind.parameters is PARAMETERS]
    if spec.kind not in kinds:
        known = ", ".join(kind.name for kind in kinds)
        raise ValueError(f"player {spec} does not search: these do: {known}")
    names = [parameter.name for parameter in spec.kind.parameters]
    return checked_spec(spec.kind, {**dict(zip(names, spec.values, strict=True)), **changes})


def analyzed(state: State, seat: int | None, spec: Spec, seed: int, depth: int) -> Analysis:
    """Search for the seat; a ValueError if there is nothing to search."""
    mover = state.current_player()
    if not 0 <= depth <= DEEPEST:
        raise ValueError(f"a tree is shown to a depth of 0 to {DEEPEST}, not {depth}")
    if mover == TERMINAL:
        raise ValueError("the game is over: there is nothing to analyze")
    if seat is not None and state.game.checked_seat(seat) != mover:
        raise ValueError(f"seat {seat} is not to act: seat {mover} is")
    player = spec.make(state.game)
    assert isinstance(player, SearchPlayer)
    view = view_for(player, state, mover)
    return Analysis(state, spec, view, player.searcher.search(view, seed=seed, dump=depth))


def text_of(analysis: Analysis) -> str:
    result, game = analysis.result, analysis.state.game
    cheating = ", which sees all cards" if analysis.view.seat != analysis.seat else ""
    heading = (
        f"{game.title}, {game.players} players: seat {analysis.seat} to act, "
        f"searched by {analysis.spec}{cheating}\n"
        f"{result.iterations} iterations, {result.nodes} nodes, {result.seconds:.2f} s"
    )
    answer = f"Answer: {analysis.view.action_to_string(result.action)}"
    if len(result.actions) == 1:
        return f"{heading}\n\n{answer}, the only action there is"
    line = [
        f"  seat {step['seat']}: {step['text'] or 'action ' + str(step['action'])} "
        f"(visits {step['visits']}, value {step['value']:.3f})"
        for step in analysis.line()
    ]
    return "\n".join([heading, "", table_text(analysis), "", answer, "Expected:", *line])


def table_text(analysis: Analysis) -> str:
    """The actions, most visited first, with a bar for their share of the visits."""
    from kagemusha.cli.arena_tables import aligned

    rows = [["action", "".ljust(BAR), "visits", "available", "value", "prior", "value by seat"]]
    most = max(max(analysis.result.visits), 1)
    for row in sorted(analysis.actions(), key=lambda row: -row["visits"]):
        prior, value = row["prior"], row["value"]
        rows.append([
            row["text"],
            ("#" * round(BAR * row["visits"] / most)).ljust(BAR),
            str(row["visits"]),
            str(row["availability"]),
            "-" if value is None else f"{value:.3f}",
            "-" if prior is None else f"{prior:.3f}",
            " ".join(f"{mean:.2f}" for mean in row["seat_values"] or ()),
        ])  # fmt: skip
    return aligned(rows)
