"""Evaluation of a policy alone, without search: ``symbolic-rl eval``.

Every query is tried the same number of times and counts once. Baselines, which learned nothing, get
the same queries and the same number of inferences. To add one, add a :class:`Mode` to ``MODES``.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict import TensorDict

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.schema import Observation
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.evaluation.check import Leak, find_leaks
from symbolic_rl.evaluation.trials import (
    DEPTH_FIRST_LIMIT,
    Choose,
    Tally,
    Trials,
    best,
    confusion,
    depth_first,
    first_of,
    inference_limit,
    labelled_in_words,
    seed_in_words,
    uniform_random,
)
from symbolic_rl.play.pages import IN_WORDS
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.search import SEARCHES


@dataclass(frozen=True, kw_only=True)
class Mode:
    """Entry of the registry: a way to choose candidates, of the policy or of a baseline."""

    protocol: str
    """Description in words, for reports."""
    baseline: Callable[[Problem, Trials, int, int], Tally] | None = None
    """Function of the problem, the trials, attempts and seed; None for a mode of the policy."""
    needs_prolog: bool = False
    """True if the baseline runs in SWI-Prolog."""


RANDOM = "uniform random"

MODES: dict[str, Mode] = {
    "greedy": Mode(protocol="the policy alone, its most probable candidate at each step"),
    "sampled": Mode(protocol="the policy alone, candidates drawn with its probabilities"),
    RANDOM: Mode(
        protocol="each candidate with the same probability",
        baseline=lambda _, trials, n, seed: uniform_random(trials, attempts=n, seed=seed),
    ),
    "depth-first": Mode(
        protocol=SEARCHES["depth-first"].protocol,
        baseline=lambda problem, trials, *_: depth_first(problem, trials),
        needs_prolog=True,
    ),
}
"""Name of a mode -> its entry."""


@dataclass(frozen=True)
class Evaluation:
    """Results of one policy on one split."""

    env: str
    split: str
    mode: str
    """``greedy`` or ``sampled``."""
    attempts: int
    """For each query; it counts as refuted if one of them is a refutation."""
    max_inferences: int
    """Limit of an attempt."""
    tally: Tally
    labels: NDArray[np.bool_]
    """[Q] whether each query should have a refutation."""
    of_queries: int
    """Queries of the split, of which these are the first."""
    seconds: float
    counters: dict[str, int]
    """Candidates lost, merged, masked, paged or cut."""
    baselines: dict[str, Tally]
    """Name of a baseline -> its outcomes."""
    leaks: tuple[Leak, ...]
    """Queries of the split that stand in training or among the facts."""
    training_seed: int | None
    """Seed of the run; None where the policy is of no run."""

    @property
    def labelled(self) -> dict[str, dict[str, float]]:
        """Mode -> accuracy, precision and recall; empty without queries labelled false."""
        if self.labels.all():
            return {}
        tallies = {self.mode: self.tally, **self.baselines}
        return {name: confusion(tally.refuted, self.labels) for name, tally in tallies.items()}

    def notes(self) -> list[str]:
        """Return in words that the policy is below random choice, if it is."""
        random = self.baselines.get(RANDOM)
        if random is None or self.tally.rate >= random.rate:
            return []
        return [
            f"note: the policy alone is below random choice ({self.tally.rate:.3f} and "
            f"{random.rate:.3f}): what it has learned misleads it on these queries; train longer "
            "(--total-frames), see `symbolic-rl diagnose RUN`, or let it guide a search (`prove`)"
        ]

    def protocol(self) -> list[str]:
        """Return in words how the figures were made."""
        attempts = "one attempt" if self.attempts == 1 else f"best of {self.attempts} attempts"
        lines = [
            f"{MODES[self.mode].protocol}; {attempts} for each query, at most "
            f"{self.max_inferences:,} inferences, no search",
            f"{self.labels.size:,} {self.split} queries, "
            f"{first_of(self.labels.size, self.of_queries)}, each counted once; "
            f"{seed_in_words(self.training_seed)}",
        ]
        lines += [f"{name}: {MODES[name].protocol}" for name in self.baselines]
        if RANDOM in self.baselines:
            lines.append(f"{RANDOM}: the same queries, attempts and inferences, nothing learned")
        if "depth-first" in self.baselines:
            lines.append(
                "depth-first: the same queries, nothing learned; it comes back from dead ends, "
                f"and has {max(DEPTH_FIRST_LIMIT, self.max_inferences):,} inferences to do so"
            )
        return lines

    def as_json(self) -> dict[str, Any]:
        """Return the document that ``--json`` prints."""
        document = {
            "env": self.env,
            "split": self.split,
            "queries": self.labels.size,
            **self.tally.as_json(),
            "seconds": round(self.seconds, 3),
            "mode": self.mode,
            "attempts": self.attempts,
            "max_inferences": self.max_inferences,
            "counters": self.counters,
        }
        if self.labelled:
            document["labelled_false"] = int((~self.labels).sum())
            document["refuted_false"] = int((self.tally.refuted & ~self.labels).sum())
            document["labelled"] = self.labelled
        if self.baselines:
            document["baselines"] = {name: t.as_json() for name, t in self.baselines.items()}
        document["protocol"] = self.protocol()
        document["leaks"] = [str(leak) for leak in self.leaks]
        return document

    def __str__(self) -> str:
        """Return leaks, results and protocol as text."""
        lines = [f"leak: {leak}" for leak in self.leaks]
        lines.append(f"{self.split:<14} {_in_words(self.tally)} ({self.seconds:.1f} s)")
        lines += [f"{name:<14} {_in_words(tally)}" for name, tally in self.baselines.items()]
        for name, figures in self.labelled.items():
            lines.append(labelled_in_words(name, figures))
        lines += self.notes()
        lines += [f"  {line}" for line in self.protocol()]
        met = {name: count for name, count in self.counters.items() if count}
        lines += [f"  {name} {count:,}: {IN_WORDS[name]}" for name, count in met.items()]
        return "\n".join(lines)


def _in_words(tally: Tally) -> str:
    median = "" if tally.median is None else f", median {tally.median:g} inferences"
    n = tally.refuted.size
    text = f"refutation rate {tally.rate:.3f} ({int(tally.refuted.sum())} of {n} queries{median})"
    return text if tally.returns is None else f"{text}, mean return {tally.returns.mean():.3f}"


def evaluate(
    problem: Problem,
    policy: DerivationPolicy,
    split: str = "test",
    *,
    greedy: bool = True,
    attempts: int = 1,
    max_inferences: int = 0,
    seed: int = 0,
    baselines: bool | Sequence[str] = False,
    most_queries: int = 0,
    training_seed: int | None = None,
) -> Evaluation:
    """Let the policy alone prove every query of a split.

    >>> from symbolic_rl.play.problem import load_problem
    >>> from symbolic_rl.policy import PolicyShape, make_policy
    >>> problem = load_problem("countries_s1")
    >>> untrained = make_policy("resolvent", PolicyShape.for_problem(problem), dim=8)
    >>> evaluate(problem, untrained, "test").tally.refuted.size
    24

    Args:
        problem: program, queries and settings.
        policy: chooses the actions.
        split: of the queries.
        greedy: take the most probable candidate, instead of drawing one.
        attempts: for each query; only where candidates are drawn.
        max_inferences: of an attempt; 0 means ``eval_max_inferences`` or the training's limit, and
            at least twice the longest proof that the policy has learned from.
        seed: of the draws; torch's own random state is left as it was.
        baselines: also try the baselines of ``MODES``, or those of these names.
        most_queries: only the first so many; 0 for all.
        training_seed: of the policy's run, for the protocol.

    Raises:
        PackError: the split has no queries.
        ConfigError: several attempts, but nothing is drawn.
    """
    if attempts < 1 or (greedy and attempts > 1):
        raise ConfigError(
            f"attempts={attempts} is not allowed.", "--attempts", "give 1, or more with --sampled."
        )
    limit = max_inferences or max(inference_limit(problem), 2 * policy.longest_proof)
    trials = Trials(
        problem,
        split,
        limit=limit,
        with_candidates=policy.needs_candidates,
        most_queries=most_queries,
    )
    started, was_greedy = perf_counter(), policy.greedy
    try:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            policy.greedy = greedy
            tally = best([trials(_chooser(problem, policy)) for _ in range(attempts)])
    finally:
        policy.greedy = was_greedy
    seconds = perf_counter() - started
    return Evaluation(
        env=problem.name,
        split=split,
        mode="greedy" if greedy else "sampled",
        attempts=attempts,
        max_inferences=trials.limit,
        tally=tally,
        labels=np.array([query.label for query in trials.queries]),
        seconds=seconds,
        counters=trials.counters,
        of_queries=len(problem.queries(split)),
        baselines=plain(
            problem,
            split,
            attempts=attempts,
            limit=trials.limit,
            seed=seed,
            most_queries=most_queries,
            names=MODES if baselines is True else baselines or (),
        ),
        leaks=find_leaks(problem, split),
        training_seed=training_seed,
    )


def plain(
    problem: Problem,
    split: str,
    *,
    attempts: int = 1,
    limit: int = 0,
    seed: int = 0,
    most_queries: int = 0,
    names: Iterable[str] = MODES,
) -> dict[str, Tally]:
    """Try the baselines of ``MODES``; those in SWI-Prolog only with the engine ``prolog``."""
    trials = Trials(problem, split, limit=limit, most_queries=most_queries)
    has_prolog = problem.engine.capabilities.prolog is not None
    return {
        name: mode.baseline(problem, trials, attempts, seed)
        for name, mode in MODES.items()
        if mode.baseline and name in names and (has_prolog or not mode.needs_prolog)
    }


def _chooser(problem: Problem, policy: DerivationPolicy) -> Choose:
    known = problem.known
    clauses = None if known is None else torch.from_numpy(known.clause_ids(problem.program))

    def choose(observation: Observation) -> IntArray:
        arrays = {name: torch.from_numpy(array) for name, array in observation.arrays().items()}
        if clauses is not None:
            arrays["clauses"] = clauses[arrays["clauses"].long()]
        td = TensorDict(arrays, batch_size=[len(observation.goals)])
        actions: IntArray = policy(td).get("action").cpu().numpy()
        return actions

    return choose
