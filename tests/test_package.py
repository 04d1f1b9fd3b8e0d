"""The package as installed: compiled modules, data files, and what importing it loads."""

import subprocess
import sys
from importlib import import_module
from importlib.resources import files

import pytest

import kagemusha
from kagemusha.core.tables import read_table

COMPILED = [
    "core.state",
    "core.tape",
    *(f"core.{folder}.state" for folder in kagemusha.GAMES.values()),
]


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_modules_are_compiled(name: str) -> None:
    path = import_module(f"kagemusha.{name}").__file__
    assert path is not None
    assert path.endswith((".so", ".pyd"))


@pytest.mark.parametrize("folder", kagemusha.GAMES.values())
def test_data_files_can_be_read(folder: str) -> None:
    package = f"kagemusha.core.{folder}"
    tables = [entry.name for entry in files(package).iterdir() if entry.name.endswith(".csv")]
    assert tables
    for name in tables:
        rows = read_table(package, name)
        assert rows
        assert all(row["provenance"] for row in rows), name


def test_it_is_typed() -> None:
    assert files("kagemusha").joinpath("py.typed").is_file()
    for name in COMPILED:
        if name != "core.tape":             # has no Python face
            folder, _, module = f"kagemusha.{name}".rpartition(".")
            assert files(folder).joinpath(f"{module}.pyi").is_file()


def test_importing_the_engine_loads_no_command_line() -> None:
    """Games and states work where typer and rich are not even loaded."""
    code = (
        "import sys, kagemusha\n"
        "for name in kagemusha.GAMES: kagemusha.load_game(name).new_initial_state()\n"
        "print(*(m for m in sys.modules if m.split('.')[0] in ('typer', 'rich', 'click')))\n"
    )
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == ""


@pytest.mark.parametrize("name", kagemusha.__all__)
def test_public_names_exist(name: str) -> None:
    assert hasattr(kagemusha, name)
