"""Subcommands on runs and saved proofs: ``report``, ``diagnose``, ``export``, ``verify``."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from tyro.conf import Positional, arg

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import expect_writable
from symbolic_rl.cli.flags import MaybePath, SwitchOn, parse, print_json


@dataclass(frozen=True)
class ReportArgs:
    """Write one HTML file on a run: its training, results and proofs.

    The file is self-contained. `train` and `eval --search` write it automatically.
    """

    runs: Positional[tuple[Path, ...]]
    """Folders of the runs; runs that differ only in the seed are shown as one curve with its
    spread."""
    out: Annotated[
        MaybePath, arg(metavar="FILE", help_behavior_hint="(default: RUN/report.html)")
    ] = None
    """File to write; the default for several runs is ./report.html."""


def report_runs(args: Sequence[str]) -> int:
    """Write the page and print its path."""
    flags = parse(ReportArgs, args, command="report")
    from symbolic_rl.report.report import FILE, MOST_RUNS, write_report

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


@dataclass(frozen=True)
class DiagnoseArgs:
    """Tell whether a run updates and learns, where its time goes, and which limits it hits."""

    run: Positional[Path]
    """Folder of the run."""
    against: Annotated[MaybePath, arg(metavar="RUN2", help_behavior_hint="")] = None
    """Another run; print what changed from it to this one."""
    json: SwitchOn = False
    """Print one JSON document: run, findings, metrics; comparison with --against."""


def diagnose_run(args: Sequence[str]) -> int:
    """Print the findings."""
    flags = parse(DiagnoseArgs, args, command="diagnose")
    from symbolic_rl.report.runs import ReportedRun
    from symbolic_rl.training.findings import RunMetrics, compare, load_rows

    run = ReportedRun(flags.run)
    metrics, findings = RunMetrics.of(load_rows(run.directory)), run.findings
    compared = compare(flags.run, flags.against) if flags.against is not None else None
    if flags.json:
        document = {"run": str(flags.run), "findings": [vars(one) for one in findings]}
        print_json({**document, "metrics": asdict(metrics), "comparison": compared})
        return 0
    for one in findings:
        print(f"{'look' if one.fix else 'ok':<5} {one.topic:<8} {one}")
    if compared:
        _print_comparison(compared)
    return 0


def _print_comparison(document: dict[str, Any]) -> None:
    """Print what changed between two runs."""
    print(f"\nfrom {document['against']} to {document['run']}")
    if not document["settings"]:
        print("  the settings are the same")
    for key, (then, now) in document["settings"].items():
        print(f"  {key}: {then} -> {now}")
    for key, (then, now) in document["metrics"].items():
        change = f" ({now / then:.2f} times)" if then and then == then and now == now else ""
        print(f"  {key}: {then:.4g} -> {now:.4g}{change}")


@dataclass(frozen=True)
class ExportArgs:
    """Write the policy of a run in a format that other programs can read.

    An ONNX file maps observations to log-probabilities of the candidates; its metadata document
    the ids in observations.
    """

    run: Positional[Path]
    """Folder of the run."""
    onnx: Annotated[MaybePath, arg(metavar="FILE")] = None
    """ONNX file to write (pip install 'symbolic-rl[onnx]')."""


def export_run(args: Sequence[str]) -> int:
    """Write the file and print its inputs and output."""
    flags = parse(ExportArgs, args, command="export")
    if flags.onnx is None:
        what, fix = "there is no file to write.", "add --onnx FILE."
        raise ConfigError(what, "symbolic-rl export", fix)
    from symbolic_rl.exports.onnx import OUTPUT, TrainedRun, export_onnx

    names = export_onnx(TrainedRun.open(flags.run), flags.onnx)
    print(f"made {flags.onnx}: {', '.join(names)} in, {OUTPUT} out")
    return 0


@dataclass(frozen=True)
class VerifyArgs:
    """Have SWI-Prolog derive saved proofs again, step by step.

    A proof that was altered in any field is refused, with exit code 2. The exit code is 1 if the
    file has no answer.
    """

    proof: Positional[Path]
    """File written by `symbolic-rl prove --save FILE`, with a goal or with --goals."""
    program: Positional[str]
    """The program of the proofs: a Prolog file, a folder with an env.toml, a pack or a run."""
    trees: SwitchOn = False
    """Also print the proof trees."""


def verify_proofs(args: Sequence[str]) -> int:
    """Check the proofs of a file and print their answers."""
    flags = parse(VerifyArgs, args, command="verify")
    from symbolic_rl.proofs.saved import verify_file

    found = verify_file(flags.proof, flags.program)
    for proof in found:
        print(f"{proof.goal}: {proof.answer}  ({proof.inferences:,} inferences, derived again)")
        if flags.trees:
            print(proof, end="\n\n")
    if not found:
        print("the file has no answer: nothing was derived")
    return 0 if found else 1
