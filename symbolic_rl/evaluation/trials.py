"""Trials: every query of a split played once by a function that chooses actions. Torch-free.

All such functions get the same queries and the same number of inferences for an attempt.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.schema import Observation
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.play.derivations import Derivations
from symbolic_rl.play.pages import COUNTERS, Outcome
from symbolic_rl.play.problem import Problem
from symbolic_rl.play.queries import CHUNK
from symbolic_rl.search import Limits, Space, find

DEPTH_FIRST_LIMIT = 10_000
"""Least inferences of the baseline depth-first: seconds for a split of a thousand queries."""

Choose = Callable[[Observation], IntArray]
"""Function from N observations to N actions."""


@dataclass(frozen=True)
class Tally:
    """Outcomes of Q queries."""

    refuted: NDArray[np.bool_]
    """[Q] whether an attempt was a refutation."""
    inferences: IntArray
    """[Q] inferences of the first refutation, or of the last attempt."""
    returns: NDArray[np.float32] | None = None
    """[Q] return of the same attempts of a process; None where only refutations count."""

    @property
    def rate(self) -> float:
        """Share of queries that were refuted."""
        return float(self.refuted.mean())

    @property
    def median(self) -> float | None:
        """Median inferences of the refutations; None without any."""
        return float(np.median(self.inferences[self.refuted])) if self.refuted.any() else None

    def as_json(self) -> dict[str, Any]:
        """Return both figures, and the number of refutations."""
        returned = {} if self.returns is None else {"mean_return": float(self.returns.mean())}
        return {
            "refuted": int(self.refuted.sum()),
            "refutation_rate": self.rate,
            "median_inferences": self.median,
            **returned,
        }


def confusion(refuted: NDArray[np.bool_], labels: NDArray[np.bool_]) -> dict[str, float]:
    """Compute accuracy, precision and recall; a refuted query [Q] counts as predicted true.

    Precision is 0 where nothing is refuted, recall where nothing is labelled true.
    """
    hits = int((refuted & labels).sum())
    return {
        "accuracy": float((refuted == labels).mean()),
        "precision": hits / max(1, int(refuted.sum())),
        "recall": hits / max(1, int(labels.sum())),
    }


def labelled_in_words(name: str, figures: dict[str, float]) -> str:
    """Return a line of a report with the figures of :func:`confusion`."""
    told = ", ".join(f"{figure} {value:.3f}" for figure, value in figures.items())
    return f"{name} on labelled queries: {told}"


def first_of(n: int, of: int) -> str:
    """Return in words which queries of a split were taken."""
    return f"the first {n:,} of {of:,}" if n < of else "all of them"


def seed_in_words(training_seed: int | None) -> str:
    """Return the number of training seeds for a protocol, with the seed where it is known."""
    return "one training seed" + ("" if training_seed is None else f" ({training_seed})")


class Trials:
    """Player of all queries of a split, some hundred side by side; each call plays them once.

    Args:
        problem: program, queries and settings.
        split: of the queries.
        limit: inferences of an attempt; 0 means :func:`inference_limit`.
        with_candidates: show the candidates' resolvents.
        times: attempts at each query in a call; the Q queries follow one another ``times`` times.
        most_queries: take the first ones only; 0 for all. Not together with ``times``.
    """

    def __init__(
        self,
        problem: Problem,
        split: str,
        *,
        limit: int = 0,
        with_candidates: bool = False,
        times: int = 1,
        most_queries: int = 0,
    ) -> None:
        assert times == 1 or not most_queries
        self.limit = limit or inference_limit(problem)
        self.counters = dict.fromkeys(COUNTERS, 0)
        """Candidates lost, merged, masked, paged or cut, over all calls."""
        self.queries = [query for level in problem.levels(split) for query in level]
        self.queries = self.queries[: most_queries or None]
        self._problem, self._split = problem, split
        self._with_candidates, self._times = with_candidates, times

    def __call__(self, choose: Choose) -> Tally:
        """Play every query with the actions of ``choose``."""
        n = len(self.queries) * self._times
        is_process = self._problem.env_config.process
        returns = np.zeros(n, np.float32) if is_process else None
        tally = Tally(np.zeros(n, bool), np.zeros(n, np.int64), returns)
        for first in range(0, n, CHUNK):
            self._play(np.arange(first, min(first + CHUNK, n)), choose, tally)
        return tally

    def _play(self, queries: IntArray, choose: Choose, tally: Tally) -> None:
        derivations = Derivations(
            self._problem,
            queries.size,
            split=self._split,
            first_row=int(queries[0]),
            with_candidates=self._with_candidates,
            max_inferences=self.limit,
            in_order=True,
        )
        observation = derivations.reset()
        while queries.size:
            transition, observation = derivations.step(choose(observation), restart=False)
            done = (transition.terminated | transition.truncated)[:, 0]
            if done.any():
                tally.refuted[queries[done]] = derivations.pages.outcome[done] == Outcome.REFUTED
                tally.inferences[queries[done]] = derivations.pages.inferences[done]
                if tally.returns is not None:
                    tally.returns[queries[done]] = transition.episode_return[done, 0]
                queries = queries[~done]
                observation = derivations.keep(np.flatnonzero(~done))
        for name, count in derivations.counters.items():
            self.counters[name] += count


def inference_limit(problem: Problem) -> int:
    """Return the inferences of an attempt by the settings of the problem."""
    config = problem.env_config
    return config.eval_max_inferences or config.inference_limit


def uniform_random(trials: Trials, *, attempts: int = 1, seed: int = 0) -> Tally:
    """Draw each candidate with the same probability, and take the best of some attempts."""
    rng = np.random.default_rng(seed)

    def choose(observation: Observation) -> IntArray:
        mask = observation.action_mask
        actions: IntArray = (rng.random(mask.shape) * mask).argmax(axis=1)
        return actions

    return best([trials(choose) for _ in range(attempts)])


def best(tallies: Sequence[Tally]) -> Tally:
    """Merge attempts: each query counts with its first refutation."""
    refuted, inferences = tallies[0].refuted.copy(), tallies[0].inferences.copy()
    returns = tallies[0].returns
    for tally in tallies[1:]:
        inferences = np.where(refuted, inferences, tally.inferences)
        if returns is not None and tally.returns is not None:
            returns = np.where(refuted, returns, tally.returns)
        refuted |= tally.refuted
    return Tally(refuted, inferences, returns)


def depth_first(problem: Problem, trials: Trials) -> Tally:
    """Run depth-first search in clause order with backtracking, as Prolog does it.

    The limit of an episode is one that nobody has who runs the program in Prolog, so it gets
    ``DEPTH_FIRST_LIMIT`` inferences, or as many as the trials if that is more.
    """
    limits = Limits(max_inferences=max(trials.limit, DEPTH_FIRST_LIMIT))
    found = [
        find("depth-first", Space(problem.engine, query), limits=limits) for query in trials.queries
    ]
    return Tally(
        np.array([bool(one.answers) for one in found]), np.array([one.inferences for one in found])
    )
