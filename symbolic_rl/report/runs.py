"""Runs as a report reads them: from their directories alone."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from symbolic_rl.base.config import EnvConfig, TrainConfig
from symbolic_rl.base.errors import RunError
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.evaluation import verdicts
from symbolic_rl.evaluation.table import OutcomeTable
from symbolic_rl.proofs.compact import unpack
from symbolic_rl.training.findings import Finding, findings
from symbolic_rl.training.run_metrics import RunMetrics

Document = dict[str, Any]


@dataclass(frozen=True)
class Setting:
    """Setting of a run that differs from its default."""

    name: str
    value: Any
    default: Any
    meaning: str


class ReportedRun:
    """A run and all that it has written.

    Args:
        path: its directory.

    Raises:
        RunError: there is no run, or one of its files is damaged.
    """

    def __init__(self, path: Path) -> None:
        self.directory = RunDirectory.open(path)
        self.path, self.config = path, self.directory.config
        self.rows = self.directory.metrics()
        self.summary: Document = self.directory.summary()
        results = self.directory.results()
        self.tables = _tables(results.get("tables", {}), path)
        """Outcomes of its evaluations, by split."""
        made = [str(one["command"]) for one in results.get("training", {}).values()]
        made += [one.command for one in self.tables.values() if one.command]
        self.commands = list(dict.fromkeys(made))
        """Commands that made it and its evaluations, without repetitions."""
        self.name = path.resolve().name
        """Name in tables, which no other run of a report has."""

    @cached_property
    def metrics(self) -> RunMetrics | None:
        """Metrics of its training; None before the first update."""
        return RunMetrics.of(self.rows) if self.rows else None

    @property
    def findings(self) -> list[Finding]:
        """What its training and its evaluations show."""
        found = findings(self.rows, self.summary.get("startup")) if self.rows else []
        for split, table in self.tables.items():
            found += [
                replace(one, topic=f"{split}, {one.topic}") for one in verdicts.findings(table)
            ]
        return found

    @cached_property
    def proofs(self) -> dict[str, Document]:
        """Proofs and recorded searches, by split.

        Raises:
            RunError: a file is damaged.
        """
        try:
            return {split: unpack(data) for split, data in self.directory.proofs().items()}
        except ValueError as error:
            fix = "delete it, and evaluate again: symbolic-rl eval RUN --search"
            what = f"The proofs cannot be read: {error}."
            raise RunError(what, str(self.path / "proofs"), fix) from error

    @cached_property
    def training_queries(self) -> list[dict[str, str]]:
        """Rows of proofs.csv; empty where searches did not prove training queries."""
        file = self.path / "proofs.csv"
        if not file.exists():
            return []
        with file.open(newline="", encoding="utf-8") as lines:
            return list(csv.DictReader(lines))

    @cached_property
    def settings(self) -> list[Setting]:
        """Settings that differ from the defaults of the package."""
        found = []
        for now in (self.config.train, self.config.env):
            kind = type(now)
            default, meanings = asdict(kind()), kind.meanings()
            found += [
                Setting(name, value, default[name], meanings.get(name, ""))
                for name, value in asdict(now).items()
                if value != default[name]
            ]
        return found


def _tables(documents: Mapping[str, Any], path: Path) -> dict[str, OutcomeTable]:
    """Read the tables of a run.

    Raises:
        RunError: one is damaged.
    """
    try:
        return {split: OutcomeTable.from_json(one) for split, one in documents.items()}
    except (KeyError, TypeError, ValueError) as error:
        fix = "delete it, and evaluate again: symbolic-rl eval RUN --search"
        what = f"The results cannot be read: {error}."
        raise RunError(what, str(path / "results.json"), fix) from error


def open_runs(paths: Sequence[Path]) -> list[ReportedRun]:
    """Open runs; those in folders of one name are told apart by their paths.

    Raises:
        RunError: there is no such run, or one of its files is damaged.
    """
    runs = [ReportedRun(path) for path in dict.fromkeys(paths)]
    names = [run.name for run in runs]
    for run in runs:
        if names.count(run.name) > 1:
            run.name = str(run.path)
    return runs


def groups(runs: Sequence[ReportedRun]) -> dict[str, list[ReportedRun]]:
    """Return runs that differ in their seed only, under a name that tells them from the others.

    Colours of a report are the numbers of these groups.
    """
    keys = {}
    for run in runs:
        settings = {**asdict(run.config.env), **asdict(run.config.train)}
        del settings["seed"]
        settings |= {"problem": run.config.problem, "fingerprint": run.config.fingerprint}
        keys[run.path] = settings
    common = {
        key
        for key in {**asdict(EnvConfig()), **asdict(TrainConfig())}.keys() | {"problem"}
        if len({repr(settings.get(key)) for settings in keys.values()}) == 1
    }
    found: dict[str, list[ReportedRun]] = {}
    by_key: dict[str, str] = {}
    for run in runs:
        key = repr(sorted(keys[run.path].items(), key=lambda pair: pair[0]))
        if key not in by_key:
            differing = [
                str(value) if name == "problem" else f"{name} {value}"
                for name, value in keys[run.path].items()
                if name not in common and name not in ("seed", "fingerprint")
            ]
            name = ", ".join(differing) or run.config.problem
            by_key[key] = name if name not in found else f"{name} ({run.name})"
        found.setdefault(by_key[key], []).append(run)
    return found
