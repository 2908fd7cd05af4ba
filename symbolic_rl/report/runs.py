"""Runs as read from their directories, for reports."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

from symbolic_rl.base.errors import RunError
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.evaluation import verdicts
from symbolic_rl.evaluation.table import OutcomeTable
from symbolic_rl.evaluation.verdicts import shortened
from symbolic_rl.report.kept import from_bytes
from symbolic_rl.training.findings import Finding, RunMetrics, findings

Document = dict[str, Any]


class ReportedRun:
    """A run, with the contents of its directory; RunError: there is none, or a file is damaged."""

    def __init__(self, path: Path) -> None:
        self.directory = RunDirectory.open(path)
        self.path, self.config = path, self.directory.config
        self.rows = self.directory.metrics()
        self.summary: Document = self.directory.summary()
        results = self.directory.results()
        self.tables = _tables(results.get("tables", {}), path)
        """Tables of its evaluations, by split."""
        made = [str(one["command"]) for one in results.get("training", {}).values()]
        made += [one.command for one in self.tables.values() if one.command]
        self.commands = list(dict.fromkeys(made))
        """Distinct command lines of its training and evaluations."""
        self.name = path.resolve().name
        """Name in tables; unique within a report."""

    @cached_property
    def metrics(self) -> RunMetrics | None:
        """Training metrics; None before the first update."""
        return RunMetrics.of(self.rows) if self.rows else None

    @property
    def findings(self) -> list[Finding]:
        """Findings of training and evaluations."""
        found = findings(self.rows, self.summary.get("startup")) if self.rows else []
        for split, table in self.tables.items():
            goals = _goals(self.proofs.get(split, {}))
            for one in (*verdicts.findings(table), *verdicts.counters(table)):
                text = one.text + goals.get(one.topic, "")
                found.append(Finding(f"{split}, {one.topic}", text, one.fix))
        return found

    @cached_property
    def proofs(self) -> dict[str, Document]:
        """Proofs and recorded searches, by split; RunError: a file is damaged."""
        try:
            return {split: from_bytes(data) for split, data in self.directory.proofs().items()}
        except ValueError as error:
            fix = "delete it, and evaluate again: symbolic-rl eval RUN --search"
            what = f"The proofs cannot be read: {error}."
            raise RunError(what, str(self.path / "proofs"), fix) from error

    @cached_property
    def training_queries(self) -> list[dict[str, str]]:
        """See :meth:`.RunDirectory.training_queries`."""
        return self.directory.training_queries()

    @property
    def settings(self) -> list[tuple[str, str, Any, Any]]:
        """Settings that differ from the defaults: (name, meaning, value, default)."""
        return [
            (name, type(now).meanings().get(name, ""), value, default)
            for now in (self.config.train, self.config.env)
            for name, value in asdict(now).items()
            if value != (default := getattr(type(now)(), name))
        ]


def _tables(documents: Mapping[str, Any], path: Path) -> dict[str, OutcomeTable]:
    """Read the tables of a run; RunError: one is damaged."""
    try:
        return {split: OutcomeTable.from_json(one) for split, one in documents.items()}
    except (KeyError, TypeError, ValueError) as error:
        fix = "delete it, and evaluate again: symbolic-rl eval RUN --search"
        what = f"The results cannot be read: {error}."
        raise RunError(what, str(path / "results.json"), fix) from error


def _goals(kept: Document) -> dict[str, str]:
    """Return the goal of recorded searches with most losses, and its clause, by counter."""
    most: dict[str, tuple[int, str]] = {}
    for search in kept.get("searches", []):
        for name, (goal, n, place) in search["lost"].items():
            text = f", most at the goal {shortened(goal)} ({n:,})"
            if place:
                text += f", after {place}: {shortened(' '.join(kept['clauses'][place].split()))}"
            most[name] = max(most.get(name, (0, "")), (n, text))
    return {name: text for name, (_, text) in most.items()}


def open_runs(paths: Sequence[Path]) -> list[ReportedRun]:
    """Open runs; folders of the same name are distinguished by path. RunError: as a run's."""
    runs = [ReportedRun(path) for path in dict.fromkeys(paths)]
    names = [run.name for run in runs]
    for run in runs:
        if names.count(run.name) > 1:
            run.name = str(run.path)
    return runs


def groups(runs: Sequence[ReportedRun]) -> dict[str, list[ReportedRun]]:
    """Group runs that differ only in the seed, by a name that distinguishes the groups.

    The index of a group is its colour in charts.
    """
    settings = []
    for run in runs:
        own = {**asdict(run.config.env), **asdict(run.config.train), "problem": run.config.problem}
        settings.append({**own, "seed": 0, "fingerprint": run.config.fingerprint})
    differ = [key for key in settings[0] if len({repr(own[key]) for own in settings}) > 1]
    found: dict[str, list[ReportedRun]] = {}
    names: dict[str, str] = {}
    for run, own in zip(runs, settings, strict=True):
        told = [str(own[key]) if key == "problem" else f"{key} {own[key]}" for key in differ]
        name = ", ".join(told[: -1 if "fingerprint" in differ else None]) or run.config.problem
        key = repr([own[key] for key in differ])
        if key not in names:
            names[key] = name if name not in found else f"{name} ({run.name})"
        found.setdefault(names[key], []).append(run)
    return found
