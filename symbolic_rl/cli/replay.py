"""``symbolic-rl replay``: have SWI-Prolog derive a saved proof again."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tyro.conf import Positional

from symbolic_rl.cli.flags import SwitchOn, parse


@dataclass(frozen=True)
class ReplayArgs:
    """Have SWI-Prolog derive a saved proof again, step by step.

    A proof that was altered in any field is refused; the exit code is then 2. It is 1 where the
    file has no answer. The records of `prove --goals` hold the steps alone, and are derived whole.
    """

    proof: Positional[Path]
    """File that `symbolic-rl prove --save FILE` has written, with a goal or with --goals."""
    program: Positional[str]
    """The program that it is about: a Prolog file, a folder with an env.toml, a pack or a run."""
    trees: SwitchOn = False
    """Print the proof trees, too."""


def main(args: Sequence[str]) -> int:
    """Check the proofs of a document and print their answers."""
    flags = parse(ReplayArgs, args, command="replay")
    from symbolic_rl.proofs.document import pack_of, replay_file
    from symbolic_rl.proofs.records import is_records, replay_records

    if is_records(flags.proof):
        found = replay_records(flags.proof, *pack_of(flags.program))
    else:
        found = [("", proof) for proof in replay_file(flags.proof, flags.program)]
    for goal, proof in found:
        told = f"{goal}: {proof.answer}" if goal else proof.answer
        print(f"{told}  ({proof.inferences:,} inferences, derived again)")
        if flags.trees:
            print(proof, end="\n\n")
    if not found:
        print("no answer stands there: nothing was derived")
    return 0 if found else 1
