"""``symbolic-rl report``: a page on one run, or on several, from what they have written."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from tyro.conf import Positional, arg

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import expect_writable
from symbolic_rl.cli.flags import MaybePath, parse
from symbolic_rl.report.report import FILE, MOST_RUNS, write_report


@dataclass(frozen=True)
class ReportArgs:
    """Write one HTML file on what was trained, how good it is, and the proofs that were found.

    It needs no network and no other file. `train` and `eval --search` write it by themselves.
    """

    runs: Positional[tuple[Path, ...]]
    """Folders of the runs; runs that differ in their seed only are shown as one curve with its
    spread."""
    out: Annotated[
        MaybePath, arg(metavar="FILE", help_behavior_hint="(default: RUN/report.html)")
    ] = None
    """File to write; of several runs it is ./report.html by default."""


def main(args: Sequence[str]) -> int:
    """Write the page and print where it is."""
    flags = parse(ReportArgs, args, command="report")
    if not 1 <= len(flags.runs) <= MOST_RUNS:
        what = f"{len(flags.runs)} runs are too {'many' if flags.runs else 'few'} for a report."
        raise ConfigError(what, "RUN...", f"name 1 to {MOST_RUNS} runs.")
    default = flags.runs[0] / FILE if len(flags.runs) == 1 else Path(FILE)
    file = flags.out or default
    if flags.out:
        expect_writable(file, "--out")
    write_report(flags.runs, file)
    print(f"report {file}")
    return 0
