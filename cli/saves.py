"""Saved games: where they lie, and writing and reading them."""

import json
import os
import tempfile
from datetime import datetime
from pathlib import Path

import platformdirs

from kagemusha.cli.session import Session, session_from_dict

FOLDER_VARIABLE = "KAGEMUSHA_DATA"


def data_folder() -> Path:
    """Where the user's games lie: by the rules of the platform, or as the environment says."""
    given = os.environ.get(FOLDER_VARIABLE)
    return Path(given) if given else platformdirs.user_data_path("kagemusha", appauthor=False)


def saves_folder() -> Path:
    return data_folder() / "saves"


def new_save(game: str) -> Path:
    """A name for the save of a new game; no such file exists yet."""
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{game}"
    names = (f"{stem}{suffix}.json" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(path for path in map(saves_folder().joinpath, names) if not path.exists())


def last_save() -> Path:
    """The save of the unfinished game played last."""
    saves = list(saves_folder().glob("*.json"))
    if not saves:
        raise ValueError(f"there is no saved game in {saves_folder()}")
    return max(saves, key=lambda path: (path.stat().st_mtime_ns, path.name))


def resume_command(path: Path) -> str:
    """What to type to go on with the game just saved."""
    return "kagemusha resume" if path.parent == saves_folder() else f"kagemusha resume {path}"


def write_save(path: Path, session: Session) -> None:
    """Write the game beside its place and move it there, so that a save is always whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            json.dump(session.to_dict(), file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_save(path: Path) -> Session:
    """The game in a file; a ValueError that names the file says what is wrong with it."""
    try:
        return session_from_dict(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path}: is not a text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}, line {error.lineno}: is no JSON: {error.msg}") from None
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"{path}: {error}") from error


def put_away(path: Path) -> Path:
    """Take the save of a finished game out of those to resume; a file elsewhere stays there."""
    if path.parent != saves_folder():
        return path
    finished = data_folder() / "finished" / path.name
    finished.parent.mkdir(parents=True, exist_ok=True)
    return path.replace(finished)
