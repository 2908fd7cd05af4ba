"""``symbolic-rl prove``: answers to a goal, each with its proof."""

from collections.abc import Sequence
from dataclasses import dataclass

from tyro.conf import Positional

from symbolic_rl.commands.flags import SwitchOn, parse, print_json, stdout_for_json


@dataclass(frozen=True)
class ProveArgs:
    """Search for answers to a goal and print each with its proof.

    The exit code is 0 with an answer and 1 without.
    """

    source: Positional[str]
    """A Prolog file, a folder with an env.toml, a pack, or a run whose policy orders the search."""
    goal: Positional[str]
    """The goal as in Prolog, such as "ancestor(X, mary)"; a conjunction may be given."""
    answers: int = 1
    """Answers after which the search ends."""
    max_inferences: int = 1_000_000
    """Inferences after which the search ends."""
    json: SwitchOn = False
    """Print one JSON document: goal, complete, inferences, answers."""


def main(args: Sequence[str]) -> int:
    """Search, print what was found."""
    flags = parse(ProveArgs, args, command="prove")
    from symbolic_rl.prove import prove

    with stdout_for_json(flags.json):
        found = prove(
            flags.source, flags.goal, answers=flags.answers, max_inferences=flags.max_inferences
        )
    if flags.json:
        print_json(found.as_json())
    else:
        print(found)
    return 0 if found.answers else 1
