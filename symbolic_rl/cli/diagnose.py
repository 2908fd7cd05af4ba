"""``symbolic-rl diagnose``: why a run is slow, or does not learn, from what it has written."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from tyro.conf import Positional, arg

from symbolic_rl.cli.flags import MaybePath, SwitchOn, parse, print_json
from symbolic_rl.report.runs import ReportedRun
from symbolic_rl.training.run_metrics import RunMetrics, compare, load_rows


@dataclass(frozen=True)
class DiagnoseArgs:
    """Say whether a run makes updates, where its time goes, if it learns, which limits it hits."""

    run: Positional[Path]
    """Folder of the run."""
    against: Annotated[MaybePath, arg(metavar="RUN2", help_behavior_hint="")] = None
    """Another run, to print what changed from that one to this one."""
    json: SwitchOn = False
    """Print one JSON document: run, findings, metrics; comparison with --against."""


def main(args: Sequence[str]) -> int:
    """Print the findings."""
    flags = parse(DiagnoseArgs, args, command="diagnose")
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
        print_comparison(compared)
    return 0


def print_comparison(document: dict[str, Any]) -> None:
    """Print what changed between two runs."""
    print(f"\nfrom {document['against']} to {document['run']}")
    if not document["settings"]:
        print("  the settings are the same")
    for key, (then, now) in document["settings"].items():
        print(f"  {key}: {then} -> {now}")
    for key, (then, now) in document["metrics"].items():
        change = f" ({now / then:.2f} times)" if then and then == then and now == now else ""
        print(f"  {key}: {then:.4g} -> {now:.4g}{change}")
