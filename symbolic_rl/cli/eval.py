"""``symbolic-rl eval``: evaluate a run on the queries of a split."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tyro.conf import Positional, arg

from symbolic_rl.base.console import LiveLine, StopSignals, large_imports
from symbolic_rl.base.files import expect_plot
from symbolic_rl.base.run_dir import RunConfig, RunDirectory
from symbolic_rl.cli.flags import (
    MaybePath,
    SwitchOn,
    given,
    parse,
    print_json,
    refuse,
    stdout_for_json,
)
from symbolic_rl.cli.keeping import Keeper
from symbolic_rl.graphs.ranking import Among
from symbolic_rl.program.pack import OWN, changed_queries, is_learned, pack_of_run
from symbolic_rl.search import SEARCHES

if TYPE_CHECKING:
    from symbolic_rl.derivations.problem import Problem
    from symbolic_rl.evaluation.table import OutcomeTable
    from symbolic_rl.policy import DerivationPolicy


DEPTH_FIRST_LIMIT = 10_000
"""Least inferences of the depth-first baseline; takes seconds for a thousand queries. Plain Prolog
has no such limit as an attempt of the policy has, so a smaller one would be unfair."""


@dataclass(frozen=True)
class EvalArgs:
    """Let the trained policy prove the queries of a split, alone or by search, and count proofs."""

    run: Positional[Path]
    """Folder of the run."""
    split: tuple[str, ...] = ("test",)
    """Splits to evaluate, as in `--split test test_6`."""
    goals: Annotated[MaybePath, arg(metavar="FILE", help_behavior_hint="")] = None
    """Goals of your own instead of a split: one per line, such as `path(a, X).`, or
    `query(path(a, b), false).`"""
    limit: Annotated[int, arg(help_behavior_hint="(default: all)")] = 0
    """Only the first N queries of each split."""
    sampled: SwitchOn = False
    """Sample candidates from the policy instead of taking the most probable one."""
    attempts: int = 1
    """With --sampled: attempts at each query; one has to succeed."""
    max_inferences: Annotated[
        int, arg(help_behavior_hint="(default: the run's eval_max_inferences)")
    ] = 0
    """Inferences of an attempt."""
    max_subproof_inferences: Annotated[int, arg(help_behavior_hint="(default: the run's)")] = 0
    """Inferences of the sub-proofs in front of a candidate: negations, conditions, findall/3."""
    memory_mb: int = 0
    """Megabytes for the states of searches; 0 for a quarter of the machine's memory."""
    seed: int = 0
    """Seed of random draws."""
    baselines: bool = True
    """Also try random choice and depth-first search (10,000 inferences, or an attempt's limit if
    that is larger) on the same queries."""
    search: SwitchOn = False
    """Also search: shares of queries proved by guided search and by each plain search within 100,
    1,000, ... inferences, and the inferences that guidance saves."""
    ranking: SwitchOn = False
    """Instead: rank the split's triples among all candidates, filtered, by the policy's proofs, by
    the shortest proof and by mined rules: MRR, Hits@1, 3, 10, AUC-PR."""
    among: Among = "entities"
    """With --ranking: candidates are all entities, for tail and head; or the tails of held-out
    triples, for the tail (such as the regions of Countries)."""
    triples: Annotated[int, arg(help_behavior_hint="(default: all)")] = 0
    """With --ranking: only the first N triples."""
    budget: Annotated[int, arg(help_behavior_hint="(default: 100,000; with --ranking 500)")] = 0
    """With --search: inferences of each search; with --ranking: of breadth-first search for each
    candidate, where the shortest proof is not found by chaining rules forward."""
    beam: int = 8
    """With --ranking: width of the policy's beam for each candidate; derivations end after
    --max-inferences steps."""
    hedge: SwitchOn = False
    """With --search: give half of the inferences of guided search to iterative deepening."""
    seconds: Annotated[float, arg(help_behavior_hint="(default: none)")] = 0.0
    """With --search: also the share proved within 0.01, 0.1, 1, ... seconds, one query at a time,
    up to this limit."""
    swipl: bool = True
    """With --seconds: also time guided search next to compiled SWI-Prolog."""
    temperature: Annotated[float, arg(help_behavior_hint="(default: the run's)")] = 0.0
    """With --search: temperature of the policy in guided search; below 1 sharpens. Choose it on
    --split valid."""
    uniform_share: Annotated[float, arg(help_behavior_hint="(default: the run's)")] = 0.0
    """With --search: share of the probability that all candidates of a state share evenly."""
    lemmas: Annotated[MaybePath, arg(metavar="FILE", help_behavior_hint="")] = None
    """With --search: also search with a file of lemmas, by the policy and without one; by default
    RUN/lemmas.pl where they help, `none` for none."""
    plot: Annotated[MaybePath, arg(metavar="FILE", help_behavior_hint="")] = None
    """With --search: plot queries proved against inferences (.svg, .png or .pdf)."""
    json: SwitchOn = False
    """Print one JSON document: env, split, queries, and a row for each method and budget with the
    queries proved, their share, its 95 % interval, median inferences and seconds."""


def main(args: Sequence[str]) -> int:
    """Evaluate each split, and print the results."""
    for flag, word in pairwise(args):
        is_named = flag == "--search" and word in SEARCHES and not Path(word).exists()
        what = "eval --search compares all searches: it takes no name."
        refuse(is_named, what, f"{flag} {word}", f"leave {word!r} out.")
    flags = parse(EvalArgs, args, command="eval")
    expect_sense(flags)
    config = RunDirectory.open(flags.run).config  # fail on a wrong name before torch is imported
    splits = (OWN,) if flags.goals else flags.split
    with large_imports():
        from symbolic_rl.policy.open import open_run
    with stdout_for_json(flags.json):
        problem, policy = open_run(
            flags.run, flags.goals, max_subproof_inferences=flags.max_subproof_inferences
        )
        if problem.program.loading.left_out:
            print(problem.program.loading)
        for split in splits:
            problem.queries(split)  # report a wrong name before hours of searches
    changed = changed_queries(config, pack_of_run(config))
    if changed and not flags.json:
        print(describe_changes(config, changed))
    line = LiveLine(stream=sys.stderr, waits=True)
    documents: dict[str, dict[str, Any]] = {}
    kept = Keeper(flags.run, f"symbolic-rl eval {shlex.join(args)}")
    doing = "printing what there is so far (Ctrl-C again to drop it)"
    with StopSignals(line.say, doing) if flags.search else nullcontext() as stop:

        def is_stopped() -> bool:
            return stop is not None and stop.received is not None

        calls: dict[str, Any] = {"show": line.show, "is_stopped": is_stopped}
        for split in splits:
            with stdout_for_json(flags.json):
                text, document, table = _evaluated(flags, problem, policy, split, calls)
            line.clear()
            unknown = problem.ids.unknown(problem.vocabulary, problem.queries(split))
            document |= {"unknown_symbols": unknown.as_json(), "changed_queries": changed}
            documents[split] = document
            if not flags.json:
                print(*filter(None, [str(unknown)]), text, sep="\n", flush=True)
            if table and flags.search:
                line.show(f"{split}: keeping the proofs")
                with stdout_for_json(flags.json):
                    kept.table(problem, policy, table)
                line.clear()
            if is_stopped():
                break
    page = kept.write_report() if flags.search else None
    if page and not flags.json:
        print(f"report {page}")
    if flags.json:
        print_json({"splits": documents} if len(splits) > 1 else documents[splits[0]])
    if left := [split for split in splits if split not in documents]:
        print(f"not searched: {', '.join(left)}", file=sys.stderr)
    return 128 + stop.received if stop and stop.received is not None else 0


def describe_changes(config: RunConfig, changed: Mapping[str, str]) -> str:
    """Return a note on query files changed since training."""
    splits = ", ".join(f"{split} ({how})" for split, how in changed.items())
    learned = [split for split in changed if is_learned(config, split)]
    what = "it learned from other queries" if learned else "it did not learn from them"
    return f"note: query files changed since the run was trained: {splits}; {what}"


ALONE, SEARCH, RANKING = "the policy alone", "--search", "--ranking"
MEANT_FOR = (
    (("sampled", "attempts", "seed", "baselines"), (ALONE, SEARCH)),
    (("hedge", "seconds", "swipl", "temperature", "uniform_share", "lemmas", "plot"), (SEARCH,)),
    (("among", "triples", "beam"), (RANKING,)),
    (("budget",), (SEARCH, RANKING)),
)
"""Flags, and the evaluations that use them."""


def expect_sense(flags: EvalArgs) -> None:
    """Refuse flags that the evaluation does not use, before anything is loaded.

    ConfigError: names the flag. InstallationError: a plot needs matplotlib, which is missing.
    """
    both = flags.search and flags.ranking
    refuse(both, "--search and --ranking are two evaluations.", "eval", "give one.")
    asked = SEARCH if flags.search else RANKING if flags.ranking else ALONE
    for names, readers in MEANT_FOR:
        add = "" if ALONE in readers else f", or add {' or '.join(readers)}"
        for flag in given(flags, *names):
            what = f"{flag} has no effect on {asked}."
            refuse(asked not in readers, what, flag, f"leave it out{add}.")
    refuse(
        flags.goals and given(flags, "split"),
        "--goals is evaluated instead of a split.",
        "--goals, --split",
        "leave one of them out.",
    )
    refuse(
        flags.ranking and flags.limit,
        "--limit has no effect on --ranking.",
        "--limit",
        "leave it out; --triples takes the first triples.",
    )
    what, fix = f"--split {' '.join(flags.split)} is not allowed.", "name each split once."
    refuse(not flags.split or len(set(flags.split)) < len(flags.split), what, "--split", fix)
    what, fix = "--no-swipl only applies to --seconds.", "leave it out, or add --seconds."
    refuse(not flags.swipl and not flags.seconds, what, "--no-swipl", fix)
    what = f"seconds={flags.seconds:g} is not allowed."
    refuse(flags.seconds < 0, what, "--seconds", "give more than 0.")
    is_wrong = flags.attempts < 1 or (flags.attempts > 1 and not flags.sampled)
    what, fix = f"attempts={flags.attempts} is not allowed.", "give 1, or more with --sampled."
    refuse(is_wrong, what, "--attempts", fix)
    for name in ("budget", "triples", "limit"):
        what = f"{name}={getattr(flags, name)} is not allowed."
        refuse(getattr(flags, name) < 0, what, f"--{name}", "give at least 1.")
    if flags.plot:
        expect_plot(flags.plot, "--plot")
        many = len(flags.split) > 1
        refuse(many, "--plot draws one split.", "--plot, --split", "name one split.")


def _evaluated(
    flags: EvalArgs,
    problem: "Problem",
    policy: "DerivationPolicy",
    split: str,
    calls: dict[str, Any],
) -> "tuple[str, dict[str, Any], OutcomeTable | None]":
    """Return the text and the document of a split, and the table of outcomes if there is one.

    ``calls`` show the progress, and tell whether a signal has arrived.
    """
    if flags.ranking:
        from symbolic_rl.graphs.table import BUDGET, rank_triples

        options = {name: getattr(flags, name) for name in ("among", "beam", "memory_mb")}
        options |= {"steps": flags.max_inferences, "most_triples": flags.triples}
        budget = flags.budget or BUDGET
        ranked = rank_triples(problem, policy, split, budget=budget, **options)
        return str(ranked), ranked.as_json(), None
    from symbolic_rl.evaluation.evaluate import (
        BUDGETS,
        TIMED,
        WITH_SWIPL,
        Effort,
        evaluate,
        inferences_of_attempt,
    )
    from symbolic_rl.evaluation.printing import plot, printed
    from symbolic_rl.evaluation.verdicts import summary
    from symbolic_rl.search import SEARCHES
    from symbolic_rl.search.opened import NO_LEMMAS
    from symbolic_rl.training.search_settings import can_search

    policy.search_settings = policy.search_settings.changed(
        temperature=flags.temperature, uniform_share=flags.uniform_share
    )
    limit = flags.max_inferences or inferences_of_attempt(problem, policy)
    methods = ["sampled" if flags.sampled else "greedy", *["random"] * flags.baselines]
    if flags.search:
        methods = [*SEARCHES, *methods]
    elif flags.baselines and can_search(problem):
        methods.append("depth-first")
    budget = flags.budget or (BUDGETS[-1] if flags.search else max(DEPTH_FIRST_LIMIT, limit))
    timed = [name for name in TIMED if flags.swipl or name != WITH_SWIPL]
    effort = Effort(
        budgets=[*(b for b in BUDGETS if b < budget and flags.search), budget],
        timed=timed if flags.seconds else (),
        limit_s=flags.seconds,
        attempts=flags.attempts,
        max_inferences=limit,
        memory_mb=flags.memory_mb,
        seed=flags.seed,
        hedge=flags.hedge,
        most_queries=flags.limit,
    )
    lemmas = flags.lemmas
    if flags.search and lemmas is None:
        lemmas = RunDirectory.open(flags.run).lemmas_that_help
    lemmas = None if lemmas == NO_LEMMAS else lemmas
    table = evaluate(problem, policy, split, methods, effort, lemmas=lemmas, **calls)
    if flags.plot:
        plot(table, flags.plot)
    return printed(table), summary(table), table
