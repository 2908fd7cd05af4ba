"""``symbolic-rl prove``: print answers to a goal, each with its proof."""

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Literal

from tyro.conf import Positional, arg

from symbolic_rl.base.config import MOST
from symbolic_rl.base.console import large_imports
from symbolic_rl.base.files import expect_writable, write_text, writing
from symbolic_rl.base.interrupts import (
    LONGEST_S,
    ProcessLimit,
    elapsed_s,
    process_limit,
    time_limit,
)
from symbolic_rl.cli.flags import (
    MaybePath,
    SwitchOn,
    expect_source_first,
    given,
    parse,
    print_json,
    refuse,
    stdout_for_json,
)
from symbolic_rl.search import PORTFOLIO, SEARCHES, search_method

if TYPE_CHECKING:
    from symbolic_rl.proofs.prove import ProofIterator, ProofResult
    from symbolic_rl.search.base import Limits

    Searches = str
else:
    Searches = Literal[("auto", PORTFOLIO, *SEARCHES)]


@dataclass(frozen=True)
class ProveArgs:
    """Search for answers to a goal and print each with its proof.

    The exit code is 0 with an answer and 1 without.
    """

    source: Positional[str]
    """A Prolog file, a folder with an env.toml, a pack, or a run whose policy guides the search."""
    goal: Positional[str] = ""
    """The goal as in Prolog, such as "ancestor(X, mary)"; a conjunction may be given."""
    goals: Annotated[MaybePath, arg(metavar="FILE", help_behavior_hint="")] = None
    """Instead of one goal: a file with one goal per line, such as `path(a, X).`; the searches run
    side by side, for one answer each. With --save FILE, goals already done there are skipped; the
    exit code is 0 if all are proved."""
    answers: int = 1
    """Answers after which the search ends; 1e9 for all of them."""
    search: Searches = "auto"
    """Search to use; auto is guided with a run or --hedge, and else portfolio: iterative-deepening,
    unguided, prolog and swipl take turns, and the first to find an answer gives it (shown as "found
    by")."""
    hedge: SwitchOn = False
    """Give half of the inferences of a guided search to iterative deepening."""
    swipl: bool = True
    """Let compiled SWI-Prolog search next to a guided search, in a thread of its own: the first of
    the two to find an answer gives it (shown as "found by")."""
    tabling: bool = True
    """Let tabling end the search of a function-free program: it decides whether there are other
    answers, and gives those not found until then."""
    temperature: Annotated[float, arg(help_behavior_hint="(default: the run's)")] = 0.0
    """Temperature of the policy in a guided search; below 1 sharpens."""
    uniform_share: Annotated[float, arg(help_behavior_hint="(default: the run's)")] = 0.0
    """Share of the probability that is spread evenly over the candidates of a state in a guided
    search."""
    max_inferences: Annotated[
        int, arg(help_behavior_hint="(default: 1,000,000; none with --timeout-s)")
    ] = 0
    """Inferences after which the search ends."""
    max_subproof_inferences: Annotated[
        int, arg(help_behavior_hint="(default: half of the inferences, at least 100,000)")
    ] = 0
    """Inferences of the sub-proofs in front of a candidate: negations, conditions, findall/3."""
    timeout_s: float = 0.0
    """Seconds after which the search ends; 0 for none."""
    memory_mb: int = 0
    """Megabytes for the states of the search; 0 for a quarter of the machine's memory."""
    strict: SwitchOn = False
    """Refuse a program or a file of goals if any part cannot be loaded; by default, the rest is
    loaded, and the end lists what is left out."""
    learn: SwitchOn = False
    """For a goal that no search proves: learn from proofs of goals like it, and search again, until
    the goal is proved or the time is up."""
    run_dir: Annotated[MaybePath, arg(metavar="RUN", help_behavior_hint="")] = None
    """Folder to keep the run of --learn in; it can guide later searches."""
    lemmas: Annotated[MaybePath, arg(metavar="FILE", help_behavior_hint="")] = None
    """A file of facts that follow from the program, such as `times(X, 0, 0).`: searches use them as
    further clauses. Each is proved first, or refused by name; proofs are shown without them. A run
    uses its own where they help; `none` for none."""
    save: Annotated[MaybePath, arg(metavar="FILE", help_behavior_hint="")] = None
    """Write the proofs to this file: a line of JSON for each answer, or with --goals for each goal
    as it ends; `symbolic-rl verify` checks them."""
    jsonl: SwitchOn = False
    """With --goals: print lines of JSON, as written by --save."""
    html: Annotated[MaybePath, arg(metavar="FILE", help_behavior_hint="")] = None
    """Write answers and proofs as an HTML page, with trees that fold."""
    full: SwitchOn = False
    """Print whole goals and proofs; by default, goals are cut to a line and proofs to 300 steps."""
    json: SwitchOn = False
    """Print one JSON document: goal, search, ended, complete, inferences, answers."""
    stream: SwitchOn = False
    """Print one answer as a line of JSON for each line of standard input, until it ends. The goal -
    means: the first line is the goal."""


def main(args: Sequence[str]) -> int:
    """Search for answers, and print each as it is found."""
    flags = parse(ProveArgs, args, command="prove")
    what = f"answers={flags.answers} is not allowed."
    refuse(not 1 <= flags.answers <= MOST, what, "--answers", f"give a value from 1 to {MOST:,}.")
    _expect_sense(flags)
    if flags.stream:
        return _stream(flags)
    if flags.save:
        expect_writable(flags.save, "--save")
    if flags.html:
        expect_writable(flags.html, "--html")
    if flags.goals:
        return _prove_goals(flags)
    with _time_limit(flags.timeout_s) as end:
        if flags.learn:
            return _learn(flags, args)
        end.code, proofs = _prove_one(flags, args)
    # Outside the limit on calls, which would interrupt this; the process's own limit still holds.
    del proofs  # ends the threads of the search, after all is printed
    return end.code


def _prove_one(flags: ProveArgs, args: Sequence[str]) -> "tuple[int, ProofIterator]":
    from symbolic_rl.proofs.prove import shown_below
    from symbolic_rl.search.base import MOST_SUBPROOF_INFERENCES

    with stdout_for_json(flags.json):
        proofs = _prove(flags, flags.goal, one=flags.answers == 1)
        if flags.timeout_s:
            proofs.end_after(_left_s(flags.timeout_s))
        proofs.outline = not (flags.json or flags.save or flags.html or flags.full)
        found = []
        if not flags.json:
            proofs.on_answer = lambda answer: print(answer.answer, flush=True)
        for proof in islice(proofs, flags.answers):
            found.append(proof)
            if not flags.json:
                print(shown_below(proof, full=flags.full), end="\n\n", flush=True)
    is_raised = _limits(flags).subproof_inferences(0) >= MOST_SUBPROOF_INFERENCES
    is_final = flags.max_subproof_inferences or is_raised
    if not found and not is_final and proofs.space.engine.has_longer:
        # The sub-proofs end: SWI-Prolog has made all of them.
        print(_LONGER.format(MOST_SUBPROOF_INFERENCES), file=sys.stderr, flush=True)
        longer = replace(flags, max_subproof_inferences=MOST_SUBPROOF_INFERENCES)
        return _prove_one(longer, args)
    return _finish(flags, args, proofs.result(tuple(found)), proofs), proofs


_LONGER = (
    "note: SWI-Prolog has found an answer by sub-proofs beyond their limit; searching again with\n"
    "      --max-subproof-inferences {}"
)


def _finish(
    flags: ProveArgs,
    args: Sequence[str],
    found: "ProofResult",
    proofs: "ProofIterator | None" = None,
) -> int:
    """Write the answers, print how the search ended, and return the exit code.

    The page of --html gets a recording of the search ``proofs``. Without --json, the answers have
    been printed already.
    """
    if flags.save:
        from symbolic_rl.proofs.saved import save

        save(flags.save, flags.source, flags.goal, found.answers, _limits(flags))
    if flags.html:
        from symbolic_rl.report.kept import KeptProofs
        from symbolic_rl.report.viewer import proof_page

        kept = KeptProofs(found.answers)
        if proofs is not None and proofs.space.order:
            one = proofs.first
            known, by = (one.choices, one.found_by or proofs.search) if one else ((), "")
            kept.record(proofs.goal, proofs.space, known, why="the goal", known_by=by)
        command = f"symbolic-rl prove {shlex.join(args)}"
        page = proof_page(kept.as_json(), flags.goal, found.ending, command)
        with writing(flags.html, "name a file in an existing, writable folder."):
            write_text(flags.html, page)
    if flags.json:
        print_json(found.as_json())
    else:
        print(found.ending)
    return 0 if found.answers else 1


@contextmanager
def _time_limit(timeout_s: float) -> Iterator[ProcessLimit]:
    """Context that ends within a second of ``timeout_s``, including loading and proofs.

    At its end, calls of Prolog are interrupted and Python looks at the clock; what goes on all the
    same is ended with the process. Time counts from the start of the process.
    """
    if not 0 < timeout_s < LONGEST_S:
        yield ProcessLimit()
        return
    with process_limit(timeout_s + _EXIT_S - elapsed_s()) as end:
        from symbolic_rl.bridge.swipl import calls

        # The search ends after timeout_s; half a second more is for verifying and printing.
        with time_limit(calls(), _left_s(timeout_s) + _VERIFYING_S):
            yield end


def _left_s(timeout_s: float) -> float:
    """Return the seconds that are left of a limit on the time of the process."""
    return max(timeout_s - elapsed_s(), _LEAST_S)


_VERIFYING_S, _EXIT_S = 0.5, 0.9  # seconds after the limit
_LEAST_S = 1e-3  # 0 would be no limit
_LIMITS = ("max_inferences", "timeout_s", "memory_mb", "max_subproof_inferences")
NOT_LEARNED = (
    "answers", "search", "hedge", "swipl", "temperature", "uniform_share", "max_inferences",
    "max_subproof_inferences", "stream", "lemmas",
)  # fmt: skip
"""Flags that cannot be combined with --learn."""
NOT_OF_A_FILE = ("goal", "answers", "swipl", "learn", "run_dir", "full", "html", "json", "stream")
"""Flags that cannot be combined with --goals."""


def _expect_sense(flags: ProveArgs) -> None:
    """Refuse flags that cannot be combined, by a ConfigError."""
    refuse(
        flags.run_dir and not flags.learn,
        "--run-dir keeps a run of --learn.",
        "--run-dir",
        "add --learn.",
    )
    others = given(flags, *NOT_LEARNED)
    what = f"--learn cannot be combined with {', '.join(others)}."
    fix = "leave them out; --timeout-s limits the time."
    refuse(flags.learn and others, what, "--learn", fix)
    what, fix = "--jsonl needs a file of goals.", "add --goals FILE."
    refuse(flags.jsonl and not flags.goals, what, "--jsonl", fix)
    fix = 'write a goal, such as "ancestor(X, mary)", or name a file of them: --goals FILE'
    refuse(not flags.goals and not flags.goal, "there is no goal.", "GOAL", fix)
    expect_source_first("prove", flags.source, flags.goal)
    words = {"--goal": "a goal", "--json": "--json (--jsonl does)"}
    told = [words.get(flag, flag) for flag in given(flags, *NOT_OF_A_FILE)]
    what = f"--goals cannot be combined with {', '.join(told)}."
    refuse(flags.goals and told, what, "--goals", "leave one of them out.")
    is_plain = flags.search != "auto" and not search_method(flags.search).uses_policy
    what = f"--no-swipl only applies to guided search (you chose --search {flags.search})."
    refuse(not flags.swipl and is_plain, what, "--no-swipl", "leave it out.")
    others = given(flags, "json", "save", "html", "answers")
    what = f"--stream cannot be combined with {', '.join(others)}."
    fix = "leave the others out: each line of input asks for one answer."
    refuse(flags.stream and others, what, "--stream", fix)


def _prove_goals(flags: ProveArgs) -> int:
    """Search for a proof of each goal of a file; see :mod:`symbolic_rl.proofs.goals`."""
    with large_imports():
        from symbolic_rl.cli.goals import prove_goals
        from symbolic_rl.proofs.goals import GoalBatch

    assert flags.goals is not None
    with stdout_for_json(flags.jsonl):
        batch = GoalBatch(flags.source, flags.goals, limits=_limits(flags), **_options(flags))
    return prove_goals(batch, flags.save, jsonl=flags.jsonl)


def _limits(flags: ProveArgs) -> "Limits":
    from symbolic_rl.search.base import limits_of

    return limits_of(**{name: getattr(flags, name) for name in _LIMITS})


def _options(flags: ProveArgs, *more: str) -> dict[str, Any]:
    """Return the settings of a search."""
    names = ("search", "hedge", "temperature", "uniform_share", "strict", "lemmas", *more)
    return {name: getattr(flags, name) for name in names}


def _learn(flags: ProveArgs, args: Sequence[str]) -> int:
    """Learn until the goal is proved; see :mod:`symbolic_rl.proofs.learned`."""
    with large_imports():
        from symbolic_rl.proofs.learned import prove_by_learning
    from symbolic_rl.proofs.prove import shown

    with TemporaryDirectory(prefix="symbolic_rl_") as folder, stdout_for_json(flags.json):
        run_dir = flags.run_dir or Path(folder, "run")
        left_s = flags.timeout_s and _left_s(flags.timeout_s)
        found = prove_by_learning(
            flags.source,
            flags.goal,
            run_dir,
            timeout_s=left_s,
            memory_mb=flags.memory_mb,
            strict=flags.strict,
        )
    for proof in found.answers if not flags.json else ():
        print(f"\n{shown(proof, full=flags.full)}", end="\n\n")
    code = _finish(flags, args, found)
    if flags.run_dir and not flags.json:
        print(f'run    {flags.run_dir}\nnext   symbolic-rl prove {flags.run_dir} "{flags.goal}"')
    return code


def _prove(flags: ProveArgs, goal: str, *, one: bool = False) -> "ProofIterator":
    from symbolic_rl.proofs.prove import prove

    return prove(flags.source, goal, one=one, **_options(flags, "swipl", "tabling", *_LIMITS))


def _stream(flags: ProveArgs) -> int:
    """Print an answer for each line of standard input; see :mod:`symbolic_rl.cli.stream`."""
    from symbolic_rl.cli.stream import InputLines, stream

    requests = InputLines()  # first: opening a goal may import torch, which takes seconds

    def open_goal(goal: str) -> "ProofIterator":
        with stdout_for_json(True):
            return _prove(flags, goal)

    return stream(requests, open_goal, flags.goal)
