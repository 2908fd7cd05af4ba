"""``symbolic-rl collectors``: list where environments are stepped and searches run."""

from collections.abc import Sequence
from dataclasses import dataclass

from symbolic_rl.cli.flags import parse
from symbolic_rl.collectors import COLLECTORS


@dataclass(frozen=True)
class CollectorsArgs:
    """List the values of `train --collector`: where environments are stepped and searches run."""


def main(args: Sequence[str]) -> int:
    """Print the name and the line of every collector."""
    parse(CollectorsArgs, args, command="collectors")
    width = max(map(len, COLLECTORS))
    for name, backend in COLLECTORS.items():
        print(f"{name:<{width}}  {backend.help}")
    return 0
