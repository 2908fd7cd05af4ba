"""``symbolic-rl eval``: evaluate a run on the queries of a split."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tyro.conf import Positional, arg

from symbolic_rl.base.console import large_imports
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import expect_plot
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.cli.flags import SwitchOn, parse, print_json, stdout_for_json
from symbolic_rl.graphs.ranking import Among

if TYPE_CHECKING:
    from symbolic_rl.evaluation.alone import Evaluation
    from symbolic_rl.evaluation.searches import SearchReport
    from symbolic_rl.graphs.report import RankingReport


@dataclass(frozen=True)
class EvalArgs:
    """Let the trained policy alone prove the queries of a split, and count the refutations."""

    run: Positional[Path]
    """Folder of the run."""
    split: str = "test"
    """Split: one of the pack's query files."""
    sampled: SwitchOn = False
    """Draw candidates by the policy's probabilities, instead of taking the most probable one."""
    attempts: int = 1
    """With --sampled: attempts for each query, of which one has to succeed."""
    max_inferences: Annotated[
        int, arg(help_behavior_hint="(default: the run's eval_max_inferences)")
    ] = 0
    """Inferences of an attempt."""
    seed: int = 0
    """Seed of what is drawn."""
    baselines: bool = True
    """Also try a uniform random choice and depth-first order on the same queries and limit."""
    search: SwitchOn = False
    """Instead of the policy alone: share of queries refuted by guided search and by each plain
    search within 100, 1,000, ... inferences, and what guided search saves."""
    ranking: SwitchOn = False
    """Instead: rank the split's triples among all candidates, filtered, by the policy's proofs, by
    the shortest proof and by mined rules: MRR, Hits@1, 3, 10, AUC-PR."""
    among: Among = "entities"
    """With --ranking: candidates for tail and head are all entities; or, for the tail alone, the
    tails of all held-out triples, as the regions of Countries."""
    triples: Annotated[int, arg(help_behavior_hint="(default: all)")] = 0
    """With --ranking: only the first so many triples."""
    budget: Annotated[int, arg(help_behavior_hint="(default: 100,000; with --ranking 500)")] = 0
    """With --search: inferences of each search; with --ranking: of breadth-first search for each
    candidate, where the shortest proof is not found by chaining rules forward."""
    beam: int = 8
    """With --ranking: derivations by the policy that are followed for each candidate, each for
    --max-inferences steps."""
    hedge: SwitchOn = False
    """With --search: give half of the inferences of guided search to iterative deepening."""
    sharpness: Annotated[float, arg(help_behavior_hint="(default: the run's)")] = 0.0
    """With --search: power to which guided search raises the policy's probabilities. Choose it on
    --split valid."""
    uniform_share: Annotated[float, arg(help_behavior_hint="(default: the run's)")] = 0.0
    """With --search: share of the probability that all candidates of a state have alike."""
    plot: Annotated[Path | None, arg(metavar="FILE", help_behavior_hint="")] = None
    """With --search: draw refuted queries over inferences (.svg, .png or .pdf)."""
    json: SwitchOn = False
    """Print one JSON document: env, split, queries, refuted, refutation_rate, ..."""


def main(args: Sequence[str]) -> int:
    """Evaluate, and print the result."""
    flags = parse(EvalArgs, args, command="eval")
    expect_sense(flags)
    RunDirectory.open(flags.run)  # a wrong name is reported before torch is imported
    with large_imports():
        import symbolic_rl.policy.open  # noqa: F401
    with stdout_for_json(flags.json):
        result = _search(flags) if flags.search else _rank(flags) if flags.ranking else _play(flags)
    if flags.json:
        print_json(result.as_json())
    else:
        print(result)
    return 0


POLICY, SEARCH, RANKING = "the policy alone", "--search", "--ranking"
MEANT_FOR = {
    **dict.fromkeys(("sampled", "attempts", "max_inferences", "seed", "baselines"), (POLICY,)),
    **dict.fromkeys(("hedge", "sharpness", "uniform_share", "plot"), (SEARCH,)),
    **dict.fromkeys(("among", "triples"), (RANKING,)),
    "budget": (SEARCH, RANKING),
}
"""Flag -> the evaluations that read it."""


def expect_sense(flags: EvalArgs) -> None:
    """Refuse flags that the evaluation does not read, before anything is loaded.

    Raises:
        ConfigError: names the flag.
        InstallationError: a plot is wanted, and matplotlib is not installed.
    """
    if flags.search and flags.ranking:
        raise ConfigError("--search and --ranking are two evaluations.", "eval", "give one.")
    asked = SEARCH if flags.search else RANKING if flags.ranking else POLICY
    for name, readers in MEANT_FOR.items():
        if asked not in readers and getattr(flags, name) != getattr(EvalArgs, name):
            flag = "--no-baselines" if name == "baselines" else f"--{name.replace('_', '-')}"
            add = "" if readers == (POLICY,) else f", or add {' or '.join(readers)}"
            raise ConfigError(f"{flag} says nothing to {asked}.", flag, f"leave it out{add}.")
    for name in ("budget", "triples"):
        if (value := getattr(flags, name)) < 0:
            raise ConfigError(f"{name}={value} is not allowed.", f"--{name}", "give at least 1.")
    if flags.plot:
        expect_plot(flags.plot, "--plot")


def _play(flags: EvalArgs) -> "Evaluation":
    from symbolic_rl.evaluation.alone import evaluate_run

    return evaluate_run(
        flags.run,
        split=flags.split,
        greedy=not flags.sampled,
        attempts=flags.attempts,
        max_inferences=flags.max_inferences,
        seed=flags.seed,
        baselines=flags.baselines,
    )


def _search(flags: EvalArgs) -> "SearchReport":
    from symbolic_rl.evaluation.searches import BUDGETS, report
    from symbolic_rl.policy.open import open_run

    budget = flags.budget or BUDGETS[-1]
    problem, policy = open_run(flags.run)
    result = report(
        problem,
        policy,
        flags.split,
        budgets=[*(b for b in BUDGETS if b < budget), budget],
        hedge=flags.hedge,
        settings=policy.reading.changed(
            sharpness=flags.sharpness, uniform_share=flags.uniform_share
        ),
    )
    if flags.plot:
        result.plot(flags.plot)
    return result


def _rank(flags: EvalArgs) -> "RankingReport":
    from symbolic_rl.graphs.report import BUDGET, ranking_report
    from symbolic_rl.policy.open import open_run, training_seed

    return ranking_report(
        *open_run(flags.run),
        flags.split,
        among=flags.among,
        budget=flags.budget or BUDGET,
        beam=flags.beam,
        steps=flags.max_inferences,
        most_triples=flags.triples,
        training_seed=training_seed(flags.run),
    )
