"""``symbolic-rl mine``: mine Horn rules from the training facts of a pack."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tyro.conf import Positional

from symbolic_rl.base.files import writing
from symbolic_rl.cli.flags import parse


@dataclass(frozen=True)
class MineArgs:
    """Mine Horn rules of at most three atoms from the training facts of a pack.

    The rules go to rules.pl in its folder. Held-out triples are looked at only to refuse those that
    stand among the facts, and to rank them afterwards.
    """

    pack: Positional[str]
    """A pack that `symbolic-rl import` has made."""
    min_confidence: float = 0.1
    """Share of the pairs given by the body that are facts of the head."""
    min_head_coverage: float = 0.01
    """Share of the head's facts that the body gives."""
    min_support: int = 2
    """Facts of the head that the body gives."""
    most_rules: int = 100
    """Rules of each relation."""
    split: str = "test"
    """Rank the triples of this split by the rules' confidence; empty for none."""


def main(args: Sequence[str]) -> int:
    """Mine and write the rules, and rank held-out triples by them."""
    flags = parse(MineArgs, args, command="mine")
    from symbolic_rl.graphs.packs import mine_pack

    with writing(Path(flags.pack), "mine a copy of the pack in a folder of your own."):
        options = asdict(flags)
        report = mine_pack(options.pop("pack"), **options)
    print(report)
    print(f"next symbolic-rl train --env {flags.pack}; then symbolic-rl eval RUN --ranking")
    return 0
