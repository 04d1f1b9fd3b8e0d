"""Which hidden roles are still possible, as the person's own view has it."""

from collections import Counter

from kagemusha.cli.story import Scene
from kagemusha.cli.table.face import Face
from kagemusha.cli.table.words import Words, bar
from kagemusha.core.view import View

WIDTH = 10


def roles_page(view: View, scene: Scene, face: Face) -> list[Words]:
    """For each seat the roles that some assignment gives it, and in how many of them."""
    assignments = view.role_assignments()
    if not assignments:
        return [[("Nobody has a hidden role in this game.", "")]]
    total = len(assignments)
    what = "assignment is" if total == 1 else "assignments are"
    lines: list[Words] = [
        [(f"{total} {what} possible, judged only by what the rules and the cards show.", "")],
        [("What people do tells you more: who attacks whom?", "muted")],
    ]
    for seat in range(len(scene.seats)):
        lines += [[], [(f"{seat} {face.name_of(scene, seat)}", "heading")]]
        roles = Counter(assignment[seat] for assignment in assignments)
        for role, count in roles.most_common():
            share = count / total
            lines.append([(f"  {bar(share, WIDTH)} ", "muted"), (f"{share:4.0%}  {role}", "")])
    return lines
