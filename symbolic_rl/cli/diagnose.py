"""``symbolic-rl diagnose``: why a run is slow, or does not learn, from what it has written."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from tyro.conf import Positional, arg

from symbolic_rl.cli.flags import MaybePath, SwitchOn, parse, print_json
from symbolic_rl.training.diagnose.report import compare, diagnose


@dataclass(frozen=True)
class DiagnoseArgs:
    """Say whether a run makes updates, where its time goes, if it learns, which limits it hits."""

    run: Positional[Path]
    """Folder of the run."""
    against: Annotated[MaybePath, arg(metavar="RUN2", help_behavior_hint="")] = None
    """Another run, to print what changed from that one to this one."""
    json: SwitchOn = False
    """Print one JSON document: run, answers, figures; with --against also comparison."""


def main(args: Sequence[str]) -> int:
    """Print the answers."""
    flags = parse(DiagnoseArgs, args, command="diagnose")
    document = diagnose(flags.run)
    if flags.against is not None:
        document["comparison"] = compare(flags.run, flags.against)
    if flags.json:
        print_json(document)
        return 0
    for question, answer in document["answers"].items():
        print(f"{answer['verdict']:<5} {question:<8} {answer['text']}")
    if flags.against is not None:
        print_comparison(document["comparison"])
    return 0


def print_comparison(document: dict[str, Any]) -> None:
    """Print what changed between two runs."""
    print(f"\nfrom {document['against']} to {document['run']}")
    if not document["settings"]:
        print("  the settings are the same")
    for key, (then, now) in document["settings"].items():
        print(f"  {key}: {then} -> {now}")
    for key, (then, now) in document["figures"].items():
        change = f" ({now / then:.2f} times)" if then and then == then and now == now else ""
        print(f"  {key}: {then:.4g} -> {now:.4g}{change}")
