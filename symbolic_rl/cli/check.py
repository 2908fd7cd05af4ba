"""``symbolic-rl check``: load a program or pack and report what is in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tyro.conf import Positional

from symbolic_rl.cli.flags import SwitchOn, parse


@dataclass(frozen=True)
class CheckArgs:
    """Load a program or pack; report symbols, clauses, builtins, branching and leaks.

    Every error of a file is reported at once; the exit code is then 2.
    """

    source: Positional[str]
    """A pack of `symbolic-rl envs`, a folder with an env.toml, or a Prolog file."""
    lenient: SwitchOn = False
    """Leave out clauses that cannot be loaded, and name each with its reason."""


def main(args: Sequence[str]) -> int:
    """Print the report."""
    flags = parse(CheckArgs, args, command="check")
    from symbolic_rl.evaluation.check import check

    print(check(flags.source, lenient=flags.lenient))
    return 0
