"""``symbolic-rl envs``: list the environment packs, one line each."""

from collections.abc import Sequence
from dataclasses import dataclass

from symbolic_rl.cli.flags import parse
from symbolic_rl.program.pack import list_packs, load_pack


@dataclass(frozen=True)
class EnvsArgs:
    """List the environment packs that come with symbolic-rl."""


def main(args: Sequence[str]) -> int:
    """Print the name and the description of every pack."""
    parse(EnvsArgs, args, command="envs")
    names = list_packs()
    width = max(map(len, names), default=0)
    for name in names:
        print(f"{name:<{width}}  {load_pack(name).description}")
    return 0
