"""The documents say what is true: examples run, excerpts are real, links and ruling ids exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kagemusha.core.registry import GAMES

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#:]+)\)")
RULING = re.compile(r"\b[SCX]\d{2,3}\b")
RULES = {
    path: ROOT / "docs" / "rules" / f"{path.name.replace('_', '-')}.md"
    for path in sorted((ROOT / "core").iterdir())
    if path.name in GAMES.values()
}


def fenced(language: str) -> list[str]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [content for named, content in blocks if named == language]


def output(*command: str) -> str:
    result = subprocess.run(
        [sys.executable, "-X", "utf8", *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        timeout=60,
    )
    return result.stdout.decode("utf-8").replace("\r\n", "\n")


def test_the_excerpt_is_real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAGEMUSHA_DATA", str(tmp_path))
    (excerpt,) = fenced("")
    shown = output("-m", "kagemusha", "play", "--seed", "3", "--bots", "random")
    assert excerpt.rstrip() in shown


def test_the_example_runs() -> None:
    (example,) = fenced("python")
    last = output("-c", example).splitlines()[-1]
    assert re.fullmatch(r"\[[01]\.0(, [01]\.0){4}\]", last)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("folder", RULES, ids=lambda folder: folder.name)
def test_rulings_quoted_in_the_code_are_explained(folder: Path) -> None:
    explained = set(RULING.findall(RULES[folder].read_text(encoding="utf-8")))
    for source in folder.iterdir():
        if source.suffix in (".py", ".pyx", ".pxd"):
            quoted = set(RULING.findall(source.read_text(encoding="utf-8")))
            assert quoted <= explained, f"{source.name} quotes {sorted(quoted - explained)}"
