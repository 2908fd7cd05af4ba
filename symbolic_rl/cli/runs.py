"""Subcommands on what runs and searches have written: ``report``, ``diagnose``, ``export``."""

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


def report_runs(args: Sequence[str]) -> int:
    """Write the page and print where it is."""
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
    """Say whether a run makes updates, where its time goes, if it learns, which limits it hits."""

    run: Positional[Path]
    """Folder of the run."""
    against: Annotated[MaybePath, arg(metavar="RUN2", help_behavior_hint="")] = None
    """Another run, to print what changed from that one to this one."""
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
    """Write the policy of a run for programs that know nothing of this package.

    An ONNX file gives log-probabilities of the candidates of an observation; its metadata say what
    the ids of observations mean.
    """

    run: Positional[Path]
    """Folder of the run."""
    onnx: Annotated[MaybePath, arg(metavar="FILE")] = None
    """ONNX file to write (pip install 'symbolic-rl[onnx]')."""


def export_run(args: Sequence[str]) -> int:
    """Write what was asked for; print what to do with it."""
    flags = parse(ExportArgs, args, command="export")
    if flags.onnx is None:
        what, fix = "nothing says what is to be written.", "add --onnx FILE."
        raise ConfigError(what, "symbolic-rl export", fix)
    from symbolic_rl.exports.onnx import OUTPUT, TrainedRun, export_onnx

    names = export_onnx(TrainedRun.open(flags.run), flags.onnx)
    print(f"made {flags.onnx}: {', '.join(names)} in, {OUTPUT} out")
    return 0


@dataclass(frozen=True)
class VerifyArgs:
    """Have SWI-Prolog derive saved proofs again, step by step.

    A proof that was altered in any field is refused; the exit code is then 2. It is 1 where the
    file has no answer.
    """

    proof: Positional[Path]
    """File that `symbolic-rl prove --save FILE` has written, with a goal or with --goals."""
    program: Positional[str]
    """The program that it is about: a Prolog file, a folder with an env.toml, a pack or a run."""
    trees: SwitchOn = False
    """Print the proof trees, too."""


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
        print("no answer stands there: nothing was derived")
    return 0 if found else 1
