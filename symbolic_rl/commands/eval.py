"""``symbolic-rl eval``: refutation rate of a run on its queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tyro.conf import Positional

from symbolic_rl.commands.flags import SwitchOn, parse, print_json, stdout_for_json


@dataclass(frozen=True)
class EvalArgs:
    """Let the trained policy alone prove the queries of a split, and count the refutations."""

    run: Positional[Path]
    """Folder of the run."""
    split: str = "test"
    """Which of the pack's query files."""
    json: SwitchOn = False
    """Print one JSON document: env, split, queries, refuted, refutation_rate, ..."""


def main(args: Sequence[str]) -> int:
    """Evaluate, print the result."""
    flags = parse(EvalArgs, args, command="eval")
    from symbolic_rl.evaluate import evaluate

    with stdout_for_json(flags.json):
        result = evaluate(flags.run, split=flags.split)
    if flags.json:
        print_json(result.as_json())
    else:
        print(result)
    return 0
