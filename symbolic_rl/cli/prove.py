"""``symbolic-rl prove``: print answers to a goal, each with its proof."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Literal

from tyro.conf import Positional, arg

from symbolic_rl.base.console import large_imports
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import expect_writable
from symbolic_rl.cli.flags import SwitchOn, parse, print_json, stdout_for_json
from symbolic_rl.search import SEARCHES

if TYPE_CHECKING:
    from symbolic_rl.proofs.proof import Proof
    from symbolic_rl.proofs.prove import ProofIterator

    Searches = str
else:
    Searches = Literal[("auto", *SEARCHES)]


@dataclass(frozen=True)
class ProveArgs:
    """Search for answers to a goal and print each with its proof.

    The exit code is 0 with an answer and 1 without.
    """

    source: Positional[str]
    """A Prolog file, a folder with an env.toml, a pack, or a run whose policy guides the search."""
    goal: Positional[str]
    """The goal as in Prolog, such as "ancestor(X, mary)"; a conjunction may be given."""
    answers: int = 1
    """Answers after which the search ends."""
    search: Searches = "auto"
    """Search to use; auto is guided with a run or --hedge, and else iterative-deepening."""
    hedge: SwitchOn = False
    """Give half of the inferences of a guided search to iterative deepening."""
    sharpness: Annotated[float, arg(help_behavior_hint="(default: the run's)")] = 0.0
    """Power to which a guided search raises the policy's probabilities."""
    uniform_share: Annotated[float, arg(help_behavior_hint="(default: the run's)")] = 0.0
    """Share of the probability that all candidates of a state have alike in a guided search."""
    max_inferences: int = 1_000_000
    """Inferences after which the search ends."""
    timeout_s: float = 0.0
    """Seconds after which the search ends; 0 for none."""
    memory_mb: int = 0
    """Megabytes that the states of the search may take; 0 for no limit."""
    learn: SwitchOn = False
    """Learn from what is proved on the way, and search again, until the goal is proved or the time
    is over: for one goal that no search proves. What is learned from are goals like it."""
    run_dir: Annotated[Path | None, arg(metavar="RUN", help_behavior_hint="")] = None
    """Folder to keep the run of --learn in; it may then guide searches."""
    save: Annotated[Path | None, arg(metavar="FILE", help_behavior_hint="")] = None
    """Write answers and proofs to this file; `symbolic-rl replay` checks it."""
    json: SwitchOn = False
    """Print one JSON document: goal, search, ended, complete, inferences, answers."""
    stream: SwitchOn = False
    """Print an answer as a line of JSON for each line of standard input, and end with it. With the
    goal - it is the first line."""


def main(args: Sequence[str]) -> int:
    """Search, and print each answer as it is found."""
    flags = parse(ProveArgs, args, command="prove")
    if flags.answers < 1:
        raise ConfigError(
            f"answers={flags.answers} is not allowed.", "--answers", "give at least 1."
        )
    _expect_learning(flags)
    if flags.stream:
        return _stream(flags)
    if flags.save:
        expect_writable(flags.save, "--save")
    if flags.learn:
        return _learn(flags)
    from symbolic_rl.proofs.prove import shown

    with stdout_for_json(flags.json):
        proofs = _prove(flags, flags.goal)
        found = []
        for proof in islice(proofs, flags.answers):
            found.append(proof)
            if not flags.json:
                print(shown(proof), end="\n\n", flush=True)
    result = proofs.result(tuple(found))
    _save(flags, found)
    if flags.json:
        print_json(result.as_json())
    else:
        print(result.ending)
    return 0 if found else 1


def _save(flags: ProveArgs, found: "Sequence[Proof]") -> None:
    if flags.save:
        from symbolic_rl.proofs.document import document, pack_of, save

        save(document(*pack_of(flags.source), flags.goal, found), flags.save)


def _expect_learning(flags: ProveArgs) -> None:
    """Refuse flags that learning does not go with, and those that go with learning only."""
    if flags.run_dir and not flags.learn:
        raise ConfigError("--run-dir keeps a run of --learn.", "--run-dir", "add --learn.")
    default = ProveArgs(flags.source, flags.goal)
    names = ("answers", "search", "hedge", "sharpness", "uniform_share", "max_inferences")
    others = [
        f"--{name.replace('_', '-')}"
        for name in (*names, "memory_mb", "stream")
        if getattr(flags, name) != getattr(default, name)
    ]
    if flags.learn and others:
        raise ConfigError(
            f"--learn does not go with {', '.join(others)}.",
            "--learn",
            "leave them out; --timeout-s says when to stop.",
        )


def _learn(flags: ProveArgs) -> int:
    """Learn until the goal is proved; see :mod:`symbolic_rl.proofs.learned`."""
    with large_imports():
        from symbolic_rl.proofs.learned import prove_by_learning
    from symbolic_rl.proofs.prove import shown

    with TemporaryDirectory(prefix="symbolic_rl_") as folder, stdout_for_json(flags.json):
        run_dir = flags.run_dir or Path(folder, "run")
        found = prove_by_learning(flags.source, flags.goal, run_dir, timeout_s=flags.timeout_s)
        if found.proof and not flags.json:
            print(f"\n{shown(found.proof)}", end="\n\n")
    if found.proof:
        _save(flags, [found.proof])
    if flags.json:
        print_json(found.as_json())
    else:
        print(found.ending)
        if flags.run_dir:
            print(
                f'run    {flags.run_dir}\nnext   symbolic-rl prove {flags.run_dir} "{flags.goal}"'
            )
    return 0 if found.proof else 1


def _prove(flags: ProveArgs, goal: str) -> "ProofIterator":
    from symbolic_rl.proofs.prove import prove

    return prove(
        flags.source,
        goal,
        search=flags.search,
        hedge=flags.hedge,
        sharpness=flags.sharpness,
        uniform_share=flags.uniform_share,
        max_inferences=flags.max_inferences,
        timeout_s=flags.timeout_s,
        memory_mb=flags.memory_mb,
    )


def _stream(flags: ProveArgs) -> int:
    """Print an answer for each line of standard input; see :mod:`symbolic_rl.proofs.stream`."""
    if flags.json or flags.save or flags.answers != 1:
        raise ConfigError(
            "--stream does not go with --json, --save or --answers.",
            "--stream",
            "leave the others out: each line of input asks for one answer.",
        )
    from symbolic_rl.proofs.stream import InputLines, stream

    requests = InputLines()  # before all else: opening a goal may import torch for seconds

    def open_goal(goal: str) -> "ProofIterator":
        with stdout_for_json(True):
            return _prove(flags, goal)

    return stream(requests, open_goal, flags.goal)
