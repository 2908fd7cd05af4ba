"""``symbolic-rl check``: load a program or pack and report what is in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tyro.conf import Positional

from symbolic_rl.cli.flags import parse


@dataclass(frozen=True)
class CheckArgs:
    """Load a program or pack; report symbols, clauses, builtins, branching and leaks.

    Every error of a file is reported at once; the exit code is then 2.
    """

    source: Positional[str]
    """A pack of `symbolic-rl envs`, a folder with an env.toml, or a Prolog file."""


def main(args: Sequence[str]) -> int:
    """Print the report."""
    flags = parse(CheckArgs, args, command="check")
    from symbolic_rl.evaluation.check import check

    print(check(flags.source))
    return 0
