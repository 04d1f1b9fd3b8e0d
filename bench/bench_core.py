"""Speed of the core beside its yardsticks, all from one run: python bench/bench_core.py

Rates are per second of CPU time of this one process, median of five. A choice is a node
with two or more legal actions; a hearts step is any card played, forced or not.
"""

import importlib.util
import shutil
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import yardstick

import kagemusha
import kagemusha.core

SEED = 1
TABLES = [("samurai-sword", players) for players in range(3, 8)] + [
    (name, players)
    for name in kagemusha.GAMES
    if name != "samurai-sword"
    for players in (2, 4)
]
HEARTS = "hearts (OpenSpiel, C++)"
Row = tuple[str, str, str, str, str]


def main() -> None:
    rows = playout_rows() + clone_rows()
    print_table(("what", "ours", "yardstick", "its figure", "ours / yardstick"), rows)


def new_state(name: str, players: int) -> kagemusha.State:
    return kagemusha.load_game(name, players=players).new_initial_state(seed=SEED)


def playout_rows() -> list[Row]:
    """Uniformly random games: choices per second."""
    works = [playouts(new_state(*table)) for table in TABLES]
    hearts, *ours = yardstick.median_rates([yardstick.hearts_steps(), *works])
    return [
        compare(f"{name}, {players} players: choices/s", rate, HEARTS + ", steps/s", hearts)
        for (name, players), rate in zip(TABLES, ours, strict=True)
    ]


def playouts(state: kagemusha.State) -> yardstick.Work:
    return lambda: state.random_playouts(400)[0]


def clone_rows() -> list[Row]:
    state = new_state("samurai-sword", 5)
    size = state.hot_size()
    ours, hearts = yardstick.median_rates([yardstick.clones(state), yardstick.hearts_clones()])
    rows: list[Row] = [
        compare("clone() from Python, /s", ours, HEARTS + ", clone() /s", hearts),
        *(
            (f"hot state of {name}", f"{new_state(name, 4).hot_size()} bytes", "", "", "")
            for name in kagemusha.GAMES
        ),
    ]
    copies = built("copies")
    if copies is None:
        return [*rows, ("copy in C", "Cython or a compiler is missing", "", "", "")]
    own, bare = yardstick.median_rates(
        [lambda: copies.copy_states(state, 100_000), lambda: copies.copy_bytes(size, 100_000)]
    )
    return [*rows, compare("copy in C, /s", own, f"memcpy of {size} bytes, /s", bare)]


def compare(what: str, ours: float, name: str, other: float | None) -> Row:
    if other is None:
        return what, millions(ours), name, "not installed", ""
    return what, millions(ours), name, millions(other), f"{ours / other:.2f}"


def millions(rate: float) -> str:
    return f"{rate / 1e6:.2f} M"


def built(stem: str) -> ModuleType | None:
    """The module of a .pyx beside this, built in a temporary folder against the installed .pxd."""
    try:
        from Cython.Build import cythonize
        from setuptools import Distribution, Extension
        from setuptools.errors import BaseError
    except ImportError:
        return None
    core = Path(kagemusha.core.__file__).parent
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "kagemusha").mkdir()
        (folder / "kagemusha" / "__init__.pxd").touch()
        for pxd in core.glob("*.pxd"):
            target = folder / "kagemusha" / "core" / pxd.name
            target.parent.mkdir(exist_ok=True)
            shutil.copy2(pxd, target)
        (folder / "kagemusha" / "core" / "__init__.pxd").touch()
        source = shutil.copy2(Path(__file__).with_name(f"{stem}.pyx"), folder)
        extension = Extension(stem, [str(source)], extra_compile_args=["-O3", "-g0"])
        try:
            modules = cythonize([extension], include_path=[name], quiet=True)
            command = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
            command.build_lib = command.build_temp = name
            command.ensure_finalized()
            command.run()
        except BaseError as error:
            print(f"{stem}.pyx was not built: {error}", file=sys.stderr)
            return None
        spec = importlib.util.spec_from_file_location(stem, command.get_ext_fullpath(stem))
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module


def print_table(head: Row, rows: list[Row]) -> None:
    """As Markdown, so that docs/performance.md can take it as it is."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, tuple("-" * width for width in widths), *rows]:
        print("| " + " | ".join(f"{c:<{w}}" for c, w in zip(row, widths, strict=True)) + " |")


if __name__ == "__main__":
    main()
