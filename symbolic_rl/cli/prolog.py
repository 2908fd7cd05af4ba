"""``symbolic-rl prolog``: print the folder of the Prolog library."""

from collections.abc import Sequence
from dataclasses import dataclass

from symbolic_rl.cli.flags import parse


@dataclass(frozen=True)
class PrologArgs:
    """Print the folder of the Prolog library.

    `swipl -p symbolic_rl=$(symbolic-rl prolog) program.pl` starts a session that finds it; there,
    `use_module(symbolic_rl(guided))` gives guided(Goal), with answers on backtracking.
    """


def main(args: Sequence[str]) -> int:
    """Print the folder."""
    parse(PrologArgs, args, command="prolog")
    from symbolic_rl.base.files import PROLOG_DIR

    print(PROLOG_DIR)
    return 0
