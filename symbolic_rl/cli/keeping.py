"""Keep the results of a command in a run directory, with the report."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_rl.base.errors import SymbolicError
from symbolic_rl.base.run_dir import RunDirectory

if TYPE_CHECKING:
    from symbolic_rl.derivations.problem import Problem
    from symbolic_rl.evaluation.table import OutcomeTable
    from symbolic_rl.policy import DerivationPolicy


class Keeper:
    """Writer of the results of ``command`` and of the report in a run directory.

    A write error is printed once and not raised: the results have been printed already.
    """

    def __init__(self, run_dir: Path, command: str) -> None:
        self.run_dir, self._command = run_dir, command
        self._can_write = True

    def training(self) -> None:
        """Keep the command line of a training session; a resumed run has several."""
        with self._told():
            run = RunDirectory.open(self.run_dir)
            known = run.results().get("training", {})
            if self._command not in [one["command"] for one in known.values()]:
                name = f"session {len(known) + 1}"
                run.keep_result("training", {"split": name, "command": self._command})

    def table(self, problem: "Problem", policy: "DerivationPolicy", table: "OutcomeTable") -> None:
        """Keep a table of outcomes and the proofs found."""
        if self._can_write:
            from symbolic_rl.report.recording import keep_table

            with self._told():
                keep_table(self.run_dir, problem, policy, table, self._command)

    def write_report(self) -> Path | None:
        """Write the report and return its path; None if writing fails."""
        from symbolic_rl.report.report import FILE, write_report

        file = self.run_dir / FILE
        if self._can_write:
            with self._told():
                write_report([self.run_dir], file)
        return file if self._can_write else None

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Context manager that prints write errors and stops keeping results."""
        try:
            yield
        except (OSError, SymbolicError) as error:
            self._can_write = False
            print(f"note: the results and the report are not kept: {error}", file=sys.stderr)
