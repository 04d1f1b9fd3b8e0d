"""Studies: begun, gone on with, or read."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import optuna
from optuna.storages import JournalStorage
from optuna.study import StudyDirection

from kagemusha.arena.errors import ArenaError
from kagemusha.core.registry import load_game
from kagemusha.players.specs import parse_spec
from kagemusha.tune.axes import axis_from_dict
from kagemusha.tune.fields import fields_of
from kagemusha.tune.plan import Plan, check_same, plan_from_dict
from kagemusha.tune.recommend import Standing, standing_of
from kagemusha.tune.space import Space
from kagemusha.tune.storage import FileLogs, MemoryLogs, read_logs, read_with_suspicion, storage_of
from kagemusha.tune.trialbook import ABOUT, TrialRecord, record_of

NAME = "kagemusha"              # of the study in its file
KEPT = "kept "                  # attributes of the study with scores of a match begin so
VERDICT = "verdict"             # the attribute with the last word


@dataclass(frozen=True)
class OpenStudy:
    """A study and where it is kept."""

    study: optuna.Study
    storage: JournalStorage
    logs: MemoryLogs

    def kept(self, name: str) -> dict[int, float]:
        """The scores of a match beside the trials."""
        found: dict[int, float] = {}
        for key, part in self.study.user_attrs.items():
            if key.startswith(f"{KEPT}{name} "):
                found.update({int(index): float(score) for index, score in part.items()})
        return found

    def keep(self, name: str, scores: dict[int, float]) -> None:
        part = {str(index): scores[index] for index in sorted(scores)}
        self.study.set_user_attr(f"{KEPT}{name} {min(scores)}", part)


@contextmanager
def open_study(path: Path | None, plan: Plan) -> Iterator[OpenStudy]:
    """Begin a study, or go on with it; without a path it is not kept."""
    optuna.logging.set_verbosity(logging.WARNING)
    wanted = plan.to_dict()
    logs = MemoryLogs() if path is None else FileLogs(path)
    try:
        storage = storage_of(logs, str(path))
        if logs.logs:
            study = loaded(storage, str(path))
            found = study.user_attrs.get(ABOUT)
            if found is None and study.get_trials(deepcopy=False):
                raise ArenaError(f"{path}: this study was not made by kagemusha tune")
        else:
            study = optuna.create_study(storage=storage, study_name=NAME, direction="maximize")
            found = None
        if found is None:
            study.set_user_attr(ABOUT, wanted)
        elif isinstance(found, dict):
            with read_with_suspicion(str(path)):
                check_same(found, wanted, str(path))
            records_of(study, str(path))
        else:
            raise ArenaError(f"{path}: this study was not made by kagemusha tune")
        yield OpenStudy(study, storage, logs)
    finally:
        logs.close()


def loaded(storage: JournalStorage, name: str) -> optuna.Study:
    """Our study in a file that has something in it; nothing is written to another one."""
    try:
        study = optuna.load_study(study_name=NAME, storage=storage)
    except KeyError:
        raise ArenaError(f"{name}: there is no study of kagemusha tune in it") from None
    if study.directions != [StudyDirection.MAXIMIZE]:
        raise ArenaError(f"{name}: this study was not made by kagemusha tune")
    return study


def records_of(study: optuna.Study, name: str) -> list[TrialRecord]:
    """All our trials."""
    with read_with_suspicion(name):
        return [r for t in study.get_trials(deepcopy=False) if (r := record_of(t)) is not None]


@dataclass(frozen=True)
class ReadStudy:
    """A study as it is in its file."""

    plan: Plan
    space: Space
    records: list[TrialRecord]
    study: optuna.Study

    def standing(self) -> Standing:
        plan = self.plan
        played = [record for record in self.records if record.scores]
        return standing_of(
            played, self.space, plan.player, plan.recommend, meets_itself=plan.meets_itself
        )


def read_study(path: Path) -> ReadStudy:
    """For a report; a study under way may be read as well."""
    optuna.logging.set_verbosity(logging.WARNING)
    study = loaded(storage_of(read_logs(path), str(path)), str(path))
    told = study.user_attrs.get(ABOUT)
    if not isinstance(told, dict):
        raise ArenaError(f"{path}: this study was not made by kagemusha tune")
    plan = plan_from_dict(told, str(path))
    with read_with_suspicion(str(path)):
        space = space_of(plan)
    return ReadStudy(plan, space, records_of(study, str(path)), study)


def space_of(plan: Plan) -> Space:
    """The space of a plan that was checked when it was made."""
    base = parse_spec(plan.player)
    game = load_game(plan.game, players=plan.players[0], **plan.options)
    axes = tuple(map(axis_from_dict, plan.space))
    fields = fields_of(base, game)
    return Space(base, axes, {axis.name: fields[axis.name].default for axis in axes})
