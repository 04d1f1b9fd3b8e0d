"""Plants deliberate faults in the sources and looks whether the tests notice them.

    python tests/mutants/run.py [NAME...] [--tests PATH...]

Each *.toml beside this file is one game's table:

    source = "core/some_game/state.pyx"
    tests = ["tests/some_game/test_*.py"]      # files or patterns, run in this order
    select = "some_game or some-game"          # pytest's -k, may be left out
    [[mutant]]
    name = "..."
    fault = "One sentence."
    old = "text that occurs exactly once in the source"
    new = "what stands there instead"
    source = "..."                             # another file than the table's, may be left out
    also = [{ source = "...", old = "...", new = "..." }]      # may be left out

NAME is a mutant or a table; none means all. --tests replaces the tables' tests. Results
stay in soak/mutants.json under a hash of sources, tests and mutant, so only what changed
runs again. Exit status 1 if a mutant survived.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RESULTS = ROOT / "soak" / "mutants.json"
SOURCES = ("core", "search", "players", "arena", "tune", "cli")
FILES = ("setup.py", "pyproject.toml", "README.md", "LICENSE")
BUILT = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__", "build")
SLOWEST = 1800          # seconds the unmutated tests may take
SURVIVED = "SURVIVED"


def main() -> int:
    arguments = parse_arguments()
    tables = read_tables(arguments.names)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    survivors = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = Tree(Path(folder))
        for table in tables:
            survivors += run_table(table, arguments.tests, tree, results)
    if survivors:
        print(f"{survivors} survived")
    return 1 if survivors else 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Plant faults; see whether the tests notice.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a mutant or a table")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="instead of the table's tests")
    return parser.parse_args()


def read_tables(names: list[str]) -> list[dict[str, Any]]:
    """The tables with the mutants asked for; every one of them must fit its source."""
    tables, unknown, wrong = [], set(names), []
    for path in sorted(HERE.glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8")) | {"name": path.stem}
        every = [mutant["name"] for mutant in table["mutant"]]
        wrong += [f"{path.name}: {n} twice" for n in set(every) if every.count(n) > 1]
        for mutant in table["mutant"]:
            for source, old, new in edits(table["source"], mutant):
                found = (ROOT / source).read_text(encoding="utf-8").count(old)
                if found != 1:
                    wrong.append(f"{path.name}: {mutant['name']}: old text found {found} times")
                elif old == new:
                    wrong.append(f"{path.name}: {mutant['name']}: changes nothing")
        if names and path.stem not in names:
            table["mutant"] = [m for m in table["mutant"] if m["name"] in names]
        unknown -= {path.stem, *every}
        if table["mutant"]:
            tables.append(table)
    wrong += [f"no such mutant or table: {name}" for name in sorted(unknown)]
    if wrong:
        sys.exit("\n".join(wrong))
    return tables


def key_of(mutant: dict[str, Any]) -> list[str]:
    return [text for _, old, new in edits("", mutant) for text in (old, new)]


def edits(source: str, mutant: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What a mutant changes: (source, old, new)."""
    also = [(edit["source"], edit["old"], edit["new"]) for edit in mutant.get("also", [])]
    return [(mutant.get("source", source), mutant["old"], mutant["new"]), *also]


def run_table(
    table: dict[str, Any], tests: list[str] | None, tree: "Tree", results: dict[str, str]
) -> int:
    """Run what is not known yet, print a line for each mutant; returns how many survived."""
    selected = find_tests(tree.folder, tests or table["tests"])
    select = table.get("select", "")
    base = fingerprint(tree.folder, selected)
    if select:
        base = digest(base, select)
    keys = {m["name"]: digest(base, *key_of(m)) for m in table["mutant"]}
    width = max(len(name) for name in keys)
    print(f"{table['name']}: {len(keys)} mutants of {table['source']}", flush=True)
    limit: float | None = None
    survivors = 0
    for mutant in table["mutant"]:
        key = keys[mutant["name"]]
        if key not in results:
            if limit is None:
                limit = 60 + 5 * tree.check_unmutated(table["source"], selected, select)
            results[key] = tree.trial(table["source"], mutant, selected, select, limit)
            save(results)
        print(f"  {mutant['name']:<{width}}  {results[key]}", flush=True)
        if results[key] == SURVIVED:
            survivors += 1
            print(f"  {'':<{width}}  {mutant['fault']}", flush=True)
    return survivors


def find_tests(root: Path, patterns: list[str]) -> list[str]:
    """Test files in the order of the patterns, each once."""
    files: list[str] = []
    for pattern in patterns:
        found = sorted(root.glob(pattern.rstrip("/")))
        found = [f for p in found for f in (sorted(p.rglob("test_*.py")) if p.is_dir() else [p])]
        files += [f.relative_to(root).as_posix() for f in found]
    files = list(dict.fromkeys(files))
    if not files:
        sys.exit(f"no tests match {patterns}")
    return files


def fingerprint(root: Path, tests: list[str]) -> str:
    """A hash of all that the outcome depends on, the mutant apart."""
    files = {root / name for name in FILES}
    for folder in SOURCES:
        files |= {f for s in ("py", "pyx", "pxd", "csv", "toml") for f in (root / folder).rglob(f"*.{s}")}
    for folder in ("oracle", "golden"):
        files |= {f for f in (root / "tests" / folder).rglob("*") if f.suffix != ".pyc"}
    for beside in {root / "tests", *((root / test).parent for test in tests)}:
        files |= {f for f in beside.glob("*.py") if not f.name.startswith("test_")}
    files |= {root / test for test in tests}
    present = sorted(f for f in files if f.is_file())
    return digest(*tests, *(f"{f.relative_to(root)}\n{f.read_bytes().hex()}" for f in present))


def digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def save(results: dict[str, str]) -> None:
    RESULTS.parent.mkdir(exist_ok=True)
    fresh = RESULTS.with_suffix(".new")
    fresh.write_text(json.dumps(results, indent=0, sort_keys=True) + "\n")
    fresh.replace(RESULTS)


class Tree:
    """A copy of sources and tests: one file changes at a time, so one module is rebuilt."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lib = folder / "lib"
        self.env = os.environ | {"PYTHONPATH": str(self.lib), "PYTHONDONTWRITEBYTECODE": "1"}
        for name in (*SOURCES, "docs", "tests"):
            if (ROOT / name).exists():
                shutil.copytree(ROOT / name, folder / name, ignore=BUILT)
        for name in FILES:
            if (ROOT / name).exists():
                shutil.copy2(ROOT / name, folder)

    def check_unmutated(self, source: str, tests: list[str], select: str) -> float:
        """The tests must pass without a fault; returns the seconds they took."""
        self.build()
        self.check_import(source)
        start = time.monotonic()
        verdict = self.test(tests, select, SLOWEST)
        if verdict != SURVIVED:
            sys.exit(f"the unmutated build fails: {verdict}")
        seconds = time.monotonic() - start
        print(f"  (unmutated: passes in {seconds:.0f} s)", flush=True)
        return seconds

    def trial(
        self, source: str, mutant: dict[str, Any], tests: list[str], select: str, limit: float
    ) -> str:
        before: dict[Path, str] = {}
        try:
            for name, old, new in edits(source, mutant):
                path = self.folder / name
                text = path.read_text(encoding="utf-8")
                if text.count(old) != 1:
                    sys.exit(f"{name} changed while the mutants were read: start again")
                before.setdefault(path, text)
                path.write_text(text.replace(old, new), encoding="utf-8")
            self.build()
            self.check_import(source)
            return self.test(tests, select, limit)
        finally:
            for path, text in before.items():
                path.write_text(text, encoding="utf-8")

    def run(
        self, command: list[str], limit: float | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.env,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )

    def build(self) -> None:
        command = [sys.executable, "setup.py", "-q", "build", "--build-lib", str(self.lib)]
        done = self.run(command)
        if done.returncode:
            sys.exit(f"the build fails:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")

    def check_import(self, source: str) -> None:
        """Another installed copy must not be the one under test."""
        module = "kagemusha." + source.rpartition(".")[0].replace("/", ".")
        program = f"import kagemusha.core as c, {module} as m; print(c.__file__, '|', m.__file__)"
        command = [sys.executable, "-c", program]
        done = self.run(command)
        for file in done.stdout.split("|"):
            if not Path(file.strip()).resolve().is_relative_to(self.lib.resolve()):
                sys.exit(f"not the build under test: {file or done.stderr}")

    def test(self, tests: list[str], select: str, limit: float) -> str:
        """SURVIVED, or what killed it."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "--tb=no"]
        command += ["-p", "no:cacheprovider", "-k", select, *tests]
        if importlib.util.find_spec("xdist"):
            command += ["-p", "no:xdist"]
        try:
            done = self.run(command, limit)
        except subprocess.TimeoutExpired:
            return f"killed: no end after {limit:.0f} s"
        if done.returncode == 0:
            return SURVIVED
        if done.returncode < 0:
            return f"killed: crash by signal {-done.returncode}"
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
        if done.returncode != 1 or not failed:
            sys.exit(f"pytest itself fails:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        return f"killed by {failed[1]}"


if __name__ == "__main__":
    sys.exit(main())
