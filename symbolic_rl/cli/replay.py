"""``symbolic-rl replay``: have SWI-Prolog derive a saved proof again."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tyro.conf import Positional

from symbolic_rl.cli.flags import SwitchOn, parse


@dataclass(frozen=True)
class ReplayArgs:
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


def main(args: Sequence[str]) -> int:
    """Check the proofs of a file and print their answers."""
    flags = parse(ReplayArgs, args, command="replay")
    from symbolic_rl.proofs.saved import replay_file

    found = replay_file(flags.proof, flags.program)
    for proof in found:
        print(f"{proof.goal}: {proof.answer}  ({proof.inferences:,} inferences, derived again)")
        if flags.trees:
            print(proof, end="\n\n")
    if not found:
        print("no answer stands there: nothing was derived")
    return 0 if found else 1
