"""Comparison of searches on the queries of a split: ``symbolic-rl eval RUN --search``.

Every search gets the same queries and the same number of inferences. As the inferences until the
first answer are counted, one pass tells the refutation rate within every smaller budget.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import SearchConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import expect_plot
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.evaluation.check import Leak, find_leaks
from symbolic_rl.evaluation.trials import confusion, labelled_in_words
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.search import SEARCHES, Limits, SearchMethod, Space, find_all, search_method
from symbolic_rl.search.policy_order import PolicyOrder

FloatArray = NDArray[np.float64]

BUDGETS = (100, 1_000, 10_000, 100_000)
_RESAMPLES = 2_000
_CONFIDENCE = 0.95


@dataclass(frozen=True)
class SearchTally:
    """Results of one search on Q queries."""

    search: str
    """Name in ``SEARCHES``."""
    refuted: NDArray[np.bool_]
    """[Q] within the largest budget."""
    inferences: IntArray
    """[Q] until the first answer, or until the search ended."""
    lengths: IntArray
    """[Q] steps of the derivation found; 0 without one."""
    ended: tuple[str, ...]
    """[Q] reason for the end of each search."""
    seconds: float

    @property
    def method(self) -> SearchMethod:
        """Entry of the search in the registry."""
        return SEARCHES[self.search]

    def within(self, budget: int) -> NDArray[np.bool_]:
        """Return [Q] which queries were refuted with at most ``budget`` inferences."""
        return self.refuted & (self.inferences <= budget)


@dataclass(frozen=True)
class Interval:
    """Figure with its 95 % bootstrap interval over queries."""

    value: float
    low: float
    high: float

    def as_json(self) -> list[float]:
        """Return value, low and high."""
        return [self.value, self.low, self.high]

    def __str__(self) -> str:
        return f"{self.value:,.4g} ({self.low:,.4g} to {self.high:,.4g})"


@dataclass(frozen=True)
class SearchReport:
    """Results of searches on one split."""

    env: str
    split: str
    labels: NDArray[np.bool_]
    budgets: tuple[int, ...]
    tried: tuple[SearchTally, ...]
    leaks: tuple[Leak, ...]
    hedge: bool
    settings: SearchConfig

    @property
    def best_plain(self) -> SearchTally | None:
        """Search without a policy that refutes most queries, with the least median inferences."""
        methods = [(one, one.method) for one in self.tried]
        plain = [one for one, m in methods if m.counts_steps and not m.uses_policy]
        key = [(-int(one.refuted.sum()), float(np.median(one.inferences))) for one in plain]
        return plain[key.index(min(key))] if plain else None

    def margins(self) -> list[dict[str, Any]]:
        """Return for each budget the rates of guided search and of the best one without a policy.

        SWI-Prolog's own engine is among the searches without a policy, though it counts inferences
        in its own way.
        """
        margins = []
        for budget in self.budgets:
            rates = {one.search: float(one.within(budget).mean()) for one in self._compared}
            best = max(rates, key=rates.__getitem__)
            rate = float(self._guided.within(budget).mean())
            margins.append({"budget": budget, "guided": rate, "plain": rates[best], "best": best})
        return margins

    def saved(self, plain: SearchTally) -> dict[str, Interval]:
        """Compute what guided search saves against ``plain``; without an answer, all counts.

        Returns:
            ``median`` and ``mean`` of the inferences saved by query, and ``times``: the median of
            ``plain`` divided by that of guided search.
        """
        pairs = np.stack([plain.inferences, self._guided.inferences]).astype(np.float64)
        return {
            "median": bootstrap(lambda p: float(np.median(p[0] - p[1])), pairs),
            "mean": bootstrap(lambda p: float(np.mean(p[0] - p[1])), pairs),
            "times": bootstrap(lambda p: float(np.median(p[0]) / np.median(p[1])), pairs),
        }

    def as_json(self) -> dict[str, Any]:
        """Return the document that ``--json`` prints."""
        return {
            "protocol": self.protocol(),
            "leaks": [str(leak) for leak in self.leaks],
            "rows": self.rows(),
            "saved": {
                one.search: {name: i.as_json() for name, i in self.saved(one).items()}
                for one in self._compared
            },
            "labelled": {one.search: confusion(one.refuted, self.labels) for one in self.tried}
            if not self.labels.all()
            else {},
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each search and budget."""
        rows = []
        for one in self.tried:
            for budget in self.budgets:
                refuted = one.within(budget)
                lengths = one.lengths[refuted]
                rows.append(
                    {
                        "env": self.env,
                        "split": self.split,
                        "search": one.search,
                        "budget": budget,
                        "refuted": int(refuted.sum()),
                        "queries": refuted.size,
                        "refutation_rate": float(refuted.mean()),
                        "median_inferences": float(np.median(np.minimum(one.inferences, budget))),
                        "median_length": float(np.median(lengths)) if lengths.size else None,
                        "seconds": round(one.seconds, 3),
                    }
                )
        return rows

    def protocol(self) -> list[str]:
        """Return in words how the figures were made."""
        lines = [
            f"{self.labels.size} {self.split} queries, all of them, each searched once for its "
            f"first answer with at most {self.budgets[-1]:,} inferences; one policy, of one seed",
            "a query without an answer counts with all inferences that its search made",
            "intervals: 95 %, bootstrap over queries, 2,000 resamples",
        ]
        lines += [f"{one.search}: {one.method.protocol}" for one in self.tried]
        lines.append(
            f"guided raises probabilities to the power {self.settings.sharpness:g} and mixes them "
            f"with a uniform share {self.settings.share_in_words}"
        )
        if self.hedge:
            lines.append("guided is hedged: half of its inferences are iterative deepening's")
        return lines

    def __str__(self) -> str:
        """Return leaks, table, savings and protocol."""
        lines = [f"leak: {leak}" for leak in self.leaks]
        heads = "".join(f"{budget:>10,}" for budget in self.budgets)
        lines.append(f"{'refuted within':<21}{heads}    median  length   seconds")
        for one in self.tried:
            rates = "".join(f"{one.within(budget).mean():>10.3f}" for budget in self.budgets)
            lengths = one.lengths[one.refuted]
            length = f"{np.median(lengths):.0f}" if lengths.size else "-"
            median = f"{np.median(one.inferences):,.0f}"
            lines.append(f"{one.search:<21}{rates}{median:>10}{length:>8}{one.seconds:>10.1f}")
        for one in self._compared:
            saved = self.saved(one)
            lines.append(
                f"saved against {one.search}: median {saved['median']}, mean {saved['mean']}, "
                f"medians {saved['times']} times apart"
            )
        if not self.labels.all():
            for one in self.tried:
                figures = confusion(one.refuted, self.labels)
                lines.append(labelled_in_words(one.search, figures))
        return "\n".join([*lines, *(f"  {line}" for line in self.protocol())])

    def plot(self, file: Path) -> None:
        """Draw the refutation rate over the inferences allowed.

        Raises:
            ConfigError: the file cannot be written.
            InstallationError: matplotlib is not installed.
        """
        expect_plot(file, "--plot")
        from matplotlib.figure import Figure

        figure = Figure(figsize=(6, 4), layout="constrained")
        axes = figure.subplots()
        for one in self.tried:
            spent = np.sort(one.inferences[one.refuted])
            x = np.concatenate([[1], spent, [self.budgets[-1]]])
            y = np.concatenate([[0], np.arange(1, spent.size + 1), [spent.size]]) / self.labels.size
            axes.step(x, y, where="post", label=one.search)
        axes.set_xscale("log")
        axes.set_ylim(0, 1.02)
        axes.set_xlabel("inferences")
        axes.set_ylabel("share of queries refuted")
        axes.set_title(f"{self.env}, {self.labels.size} {self.split} queries")
        axes.legend()
        figure.savefig(file)

    @property
    def _guided(self) -> SearchTally:
        return next(one for one in self.tried if one.method.uses_policy)

    @property
    def _compared(self) -> list[SearchTally]:
        """Searches that guided search is compared with; none where it was not tried."""
        plain = [one for one in self.tried if not one.method.uses_policy]
        return plain if len(plain) < len(self.tried) else []


def report(
    problem: Problem,
    policy: DerivationPolicy | None,
    split: str = "test",
    *,
    searches: Sequence[str] = (),
    budgets: Sequence[int] = BUDGETS,
    hedge: bool = False,
    most_queries: int = 0,
    settings: SearchConfig | None = None,
) -> SearchReport:
    """Search for the first answer to every query of a split, with several searches.

    Args:
        problem: program, queries and settings.
        policy: guides the guided search; None takes all candidates for equally probable.
        split: of the queries.
        searches: names in ``SEARCHES``; by default all of them.
        budgets: of inferences, the largest last.
        hedge: let guided search give half of its inferences to iterative deepening.
        most_queries: only the first so many; 0 for all.
        settings: how guided search reads the policy; by default as its run has fitted it.

    Raises:
        PackError: the split has no queries.
        ConfigError: an unknown search, budgets that do not grow, or an engine without Prolog.
    """
    if list(budgets) != sorted(set(budgets)) or not budgets or budgets[0] < 1:
        raise ConfigError(
            f"budgets={list(budgets)} are not allowed.", "--budgets", "name growing numbers."
        )
    queries = problem.queries(split)
    queries = queries[: most_queries or len(queries)]
    program = problem.program.in_prolog
    if program is None:
        raise ConfigError(
            "searches are compared in SWI-Prolog, and this program was loaded without it.",
            "--engine tensor",
            "give --engine prolog.",
        )
    engine = PrologEngine(program, problem.env_config, answers=True)
    settings = settings or (policy.reading if policy else SearchConfig())
    spaces = [Space(engine, query) for query in queries]
    if policy:
        order = PolicyOrder(policy, problem, program)
        spaces = [order.space(engine, query, settings) for query in queries]
    limits = Limits(max_inferences=budgets[-1])
    return SearchReport(
        env=problem.name,
        split=split,
        labels=np.array([query.label for query in queries]),
        budgets=tuple(budgets),
        tried=tuple(_tally(name, spaces, limits, hedge=hedge) for name in searches or SEARCHES),
        leaks=find_leaks(problem, split),
        hedge=hedge,
        settings=settings,
    )


def _tally(name: str, spaces: Sequence[Space], limits: Limits, *, hedge: bool) -> SearchTally:
    started = perf_counter()
    hedge = hedge and search_method(name).make_hedged is not None
    found = find_all(name, spaces, limits=limits, hedge=hedge)
    return SearchTally(
        search=name,
        refuted=np.array([bool(one.answers) for one in found]),
        inferences=np.array([one.inferences for one in found]),
        lengths=np.array([len(one.answers[0].choices) if one.answers else 0 for one in found]),
        ended=tuple(one.ended for one in found),
        seconds=perf_counter() - started,
    )


def bootstrap(statistic: Any, pairs: FloatArray, *, seed: int = 0) -> Interval:
    """Compute a statistic of [2, Q] figures and its 95 % interval (percentile bootstrap)."""
    rng = np.random.default_rng(seed)
    n = pairs.shape[1]
    values = [statistic(pairs[:, rng.integers(0, n, n)]) for _ in range(_RESAMPLES)]
    tail = (1 - _CONFIDENCE) / 2
    low, high = np.quantile(values, [tail, 1 - tail]).tolist()
    return Interval(statistic(pairs), low, high)
