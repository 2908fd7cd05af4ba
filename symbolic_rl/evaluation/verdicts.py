"""Statistics of a table of outcomes: shares, intervals, comparisons, savings and findings."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from symbolic_rl.bridge.tokens import FloatArray
from symbolic_rl.evaluation.table import Method, Outcomes, OutcomeTable
from symbolic_rl.program.pack import GOALS, OWN
from symbolic_rl.search.base import MEMORY
from symbolic_rl.training.findings import Finding, counter_finding

_RESAMPLES = 2_000
_AT_ONCE = 100
_CONFIDENCE = 0.95


def wilson(successes: int, tries: int) -> tuple[float, float]:
    """Compute the confidence interval of a share by Wilson's score method (Wilson, 1927).

    >>> [round(bound, 3) for bound in wilson(9, 10)]
    [0.596, 0.982]
    """
    z = NormalDist().inv_cdf((1 + _CONFIDENCE) / 2)
    share, scale = successes / tries, 1 + z**2 / tries
    middle = (share + z**2 / (2 * tries)) / scale
    half = z / scale * (share * (1 - share) / tries + z**2 / (4 * tries**2)) ** 0.5
    low, high = middle - half, middle + half
    # At 0 and n successes a bound is exactly 0 or 1; rounding may miss that.
    return low if successes else 0.0, high if successes < tries else 1.0


class Interval(NamedTuple):
    """Statistic with its 95 % bootstrap interval over queries."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        value, low, high = (f"{x:,.0f}" if abs(x) >= 1000 else f"{x:.4g}" for x in self)
        return f"{value} ({low} to {high})"


def bootstrap(
    statistic: Callable[[FloatArray], FloatArray], pairs: FloatArray, *, seed: int = 0
) -> Interval:
    """Compute a statistic of paired values [2, Q] and its 95 % percentile bootstrap interval.

    The statistic is over the last axis, of the pairs and of resamples [2, N, Q] of them.
    """
    rng = np.random.default_rng(seed)
    n = pairs.shape[1]
    # Queries are resampled, pairs stay together.
    draws = (rng.integers(0, n, (_AT_ONCE, n)) for _ in range(_RESAMPLES // _AT_ONCE))
    values = [statistic(np.take(pairs, drawn, axis=1)) for drawn in draws]
    tail = (1 - _CONFIDENCE) / 2
    low, high = np.quantile(values, [tail, 1 - tail]).tolist()
    return Interval(float(statistic(pairs)), low, high)


@dataclass(frozen=True)
class Verdict:
    """Comparison of the policy's search with searches without it, within a common budget."""

    budget: int
    guided: Outcomes
    plain: dict[str, Outcomes]  # outcomes of searches without the policy, by name
    best: Method  # the plain search that proves most; ties go to the lower median inferences
    newly: list[int]  # queries proved only by the policy's search
    lost: list[int]  # queries proved by another search, not by the policy's
    neither: list[int]

    @cached_property
    def impossible(self) -> frozenset[int]:
        """Queries that have no proof, since a search was exhausted."""
        tried = (self.guided, *self.plain.values())
        return frozenset(i for i in self.neither if any(one.complete[i] for one in tried))

    @property
    def best_proved(self) -> int:
        """Number of queries proved by the best search without the policy."""
        return self.plain[self.best.name].n_proved


def common_budgets(table: OutcomeTable) -> list[int]:
    """Return the budgets within which all searches have tried all their queries."""
    tried = {(one.method, one.budget) for one in table.outcomes if one.n == table.searched}
    return [b for b in table.budgets if all((one.name, b) in tried for one in table.searches)]


def verdict(
    table: OutcomeTable, budget: int = 0, *, counting_steps: bool = False
) -> Verdict | None:
    """Compare the policy's search with the others; None if there is nothing to compare.

    ``budget`` 0 is the largest that all searches have finished; ``counting_steps`` leaves out
    searches whose inferences are not resolution steps.
    """
    budget = budget or max(common_budgets(table), default=0)
    tried = [(one, found) for one in table.searches if (found := table.within(one.name, budget))]
    guided = next((found for one, found in tried if one.uses_policy), None)
    plain = {
        one.name: found
        for one, found in tried
        if not one.uses_policy and (one.counts_steps or not counting_steps)
    }
    if guided is None or not plain:
        return None
    best = min(plain, key=lambda name: (-plain[name].n_proved, plain[name].median_inferences))
    others = [any(column) for column in zip(*(one.proved for one in plain.values()), strict=True)]
    pairs = list(zip(guided.proved, others, strict=True))
    return Verdict(
        budget=budget,
        guided=guided,
        plain=plain,
        best=table.method(best),
        newly=[i for i, pair in enumerate(pairs) if pair == (True, False)],
        lost=[i for i, pair in enumerate(pairs) if pair == (False, True)],
        neither=[i for i, pair in enumerate(pairs) if pair == (False, False)],
    )


def saved(said: Verdict, name: str) -> dict[str, Interval]:
    """Compute the inferences that the policy's search saves against another search.

    A query without a proof counts with all inferences spent. ``median`` and ``mean`` are over the
    savings of each query; ``times`` is the ratio of the medians.
    """
    pairs = np.array([said.plain[name].inferences, said.guided.inferences], np.float64)
    return {
        "median": bootstrap(lambda p: np.median(p[0] - p[1], -1), pairs),
        "mean": bootstrap(lambda p: np.mean(p[0] - p[1], -1), pairs),
        "times": bootstrap(lambda p: np.median(p[0], -1) / np.median(p[1], -1), pairs),
    }


def labelled(table: OutcomeTable) -> dict[str, dict[str, float]]:
    """Compute accuracy, precision, recall and mistakes by method; empty without false labels.

    A proof predicts true. Precision is 0 without proofs, recall 0 without true labels.
    """
    found: dict[str, dict[str, float]] = {}
    for method in table.methods if not all(table.labels) else ():
        if one := table.last(method.name):
            pairs = list(zip(one.proved, table.labels, strict=False))
            hits = pairs.count((True, True))
            found[method.name] = {
                "accuracy": (hits + pairs.count((False, False))) / len(pairs),
                "precision": hits / max(1, one.n_proved),
                "recall": hits / max(1, sum(table.labels[: one.n])),
                "mistakes": pairs.count((True, False)),
            }
    return found


def by_policy(table: OutcomeTable, *, is_search: bool) -> Outcomes | None:
    """Return the outcomes of the policy's search, or of the policy alone, if any.

    They are those within its largest budget.
    """
    mine = (one.name for one in table.methods if one.uses_policy and one.is_search == is_search)
    return next((outcomes for name in mine if (outcomes := table.last(name))), None)


def findings(table: OutcomeTable) -> list[Finding]:
    """Return problems: a policy that misleads, searches that ran out of memory."""
    found, misleads = [], "what the policy has learned misleads it on these queries"
    mine, random = by_policy(table, is_search=False), table.last("random")
    said = verdict(table)
    if mine and random and wilson(mine.n_proved, mine.n)[1] < random.rate:  # not by chance
        text = f"the policy alone is below random choice ({mine.rate:.3f} and {random.rate:.3f})"
        fix = "train longer (--total-frames), or let it guide a search (`prove`)"
        found.append(Finding("alone", f"{text}: {misleads}", fix))
    if said and said.guided.n_proved < said.best_proved:
        text = (
            f"guided search is behind {said.best.title} within {said.budget:,} inferences "
            f"({said.guided.n_proved:,} and {said.best_proved:,} proved)"
        )
        fix = (
            "look in the tab Searches of RUN/report.html at which states: a view that does not "
            "suit them (--view, --goal-width), goals unlike the training goals, or too short a "
            "training (--total-frames)"
        )
        found.append(Finding("guided", f"{text}: {misleads}", fix))
    for one in table.searches:
        last = table.last(one.name)
        if last and (n := last.ended.count(MEMORY)):
            text = f"{n:,} searches of {one.title} ended for lack of memory"
            found.append(Finding("memory", text, "a smaller --budget, or more --memory-mb"))
    return found


def counters(table: OutcomeTable) -> Iterator[Finding]:
    """Yield the counters of the policy's methods, each with the query that has most."""
    for one in table.methods:
        last = table.last(one.name)
        if not one.uses_policy or last is None:
            continue
        for name in dict.fromkeys(key for each in last.counters for key in each):
            counts = [each.get(name, 0) for each in last.counters]
            most = f", by {one.title}"
            if one.is_search:  # without search, counters are summed over all queries
                i = max(range(last.n), key=counts.__getitem__)
                most += f", most for the query {shortened(table.queries[i])} ({counts[i]:,})"
            yield counter_finding(name, sum(counts), most)


def shortened(text: str) -> str:
    """Shorten a text for tables and sentences."""
    return text if len(text) <= 160 else f"{text[:160]} ..."


def headline(table: OutcomeTable) -> list[str]:
    """Return the sentences that a person would quote: with the policy, without it, alone."""
    lines, said = list[str](), verdict(table)

    def of(n: int) -> str:
        first = f"the first {n:,} of " * (n < table.of_queries)
        count = f"{max(n, table.of_queries):,}"
        is_own = table.split in (GOALS, OWN)
        return f"of {first}" + (f"your {count} goals" if is_own else f"{count} {table.split} goals")

    if said:
        one = said.guided
        lines = [
            f"{one.n_proved:,} {of(one.n)} proved within {said.budget:,} inferences each "
            "by search with the trained policy",
            f"{said.best_proved:,} by the best search without it ({said.best.title}); "
            f"{len(said.newly):,} only with it, {len(said.lost):,} only without it",
        ]
        if n := len(said.impossible):
            lines.append(f"{n:,} {'has' if n == 1 else 'have'} no proof: a search was exhausted")
    if mine := by_policy(table, is_search=False):
        chance = table.last("random")
        others = f"; {chance.n_proved:,} by random choice" if chance else ""
        whose = f"of {mine.n:,}" if said else f"{of(mine.n)} proved"
        lines.append(f"{mine.n_proved:,} {whose} by the policy alone, without search{others}")
    return lines


def remarks(table: OutcomeTable) -> list[str]:
    """Return the remarks that belong with the table's figures."""
    lines = [f"leak: {text}" for text in table.leaks]
    lines += [] if table.is_complete else _progress(table)
    if figures := labelled(table):
        n = table.labels.count(False)
        lines.append(f"{n:,} of the queries are labelled false: a proof of one is a mistake")
    for name, one in figures.items():
        rates = ", ".join(f"{key} {one[key]:.3f}" for key in ("accuracy", "precision", "recall"))
        lines.append(f"  {table.method(name).title}: {one['mistakes']:,} mistakes, {rates}")
    lines += [f"note: {finding}" for finding in findings(table)]
    return lines + [f"left out: {reason}" for reason in table.refused]


def _progress(table: OutcomeTable) -> list[str]:
    """Return how far interrupted searches came."""
    lines, n = ["interrupted: queries searched"], table.searched
    for one in table.searches:
        counts = [(o.budget, o.n) for o in table.outcomes if o.method == one.name and o.budget]
        whole = [f"all {n:,} within {budget:,}" for budget, count in counts if count == n]
        parts = [f"the first {count:,} of {n:,} within {b:,}" for b, count in counts if count < n]
        lines.append(f"  {one.title}: {', '.join([*whole[-1:], *parts]) or f'0 of {n:,}'}")
    return lines


def protocol(table: OutcomeTable) -> list[str]:
    """Return how the outcomes were made."""
    n, of = len(table.queries), table.of_queries
    which = "all of them" if n == of else f"the first {n:,} of {of:,}"
    lines = [f"{n:,} {table.split} queries, {which}; one policy, of one training seed"]
    if table.searches:
        few = "" if table.searched == n else f" of the first {table.searched:,}"
        lines.append(
            f"searches look for the first proof{few}, anew with each budget until one decides it"
        )
    lines.append("median: inferences of a query; without a proof, all inferences spent on it")
    if table.timed:
        lines.append(
            "seconds: wall clock until the first proof, one query at a time, without a first "
            "search of the first query, which starts up"
        )
    return [*lines, *table.protocol, *(f"{one.title}: {one.protocol}" for one in table.methods)]


def summary(table: OutcomeTable) -> dict[str, Any]:
    """Return the document that ``eval --json`` prints."""
    said = verdict(table)
    return {
        "env": table.env,
        "split": table.split,
        "queries": len(table.queries),
        "complete": table.is_complete,
        "rows": rows(table),
        "saved": {name: saved(said, name) for name in said.plain} if said else {},
        "labelled": labelled(table),
        "findings": [vars(one) for one in (*findings(table), *counters(table))],
        "leaks": table.leaks,
        "refused": table.refused,
        "protocol": protocol(table),
    }


def rows(table: OutcomeTable) -> list[dict[str, Any]]:
    """Return a row for each method and budget, or for each time limit of a timed search."""
    found = []
    for one in (one for one in table.outcomes if one.n):
        head = {"env": table.env, "split": table.split, "method": one.method}
        if one.budget:
            figures = {
                "median_inferences": one.median_inferences,
                "median_steps": one.median_steps if one.n_proved else None,
                "seconds": round(one.seconds, 3),
            }
            if one.returns:
                figures["mean_return"] = sum(one.returns) / one.n
            found.append({**head, "budget": one.budget, **_share(one.n_proved, one.n), **figures})
        for seconds in one.times_s if one.limit_s else []:
            share = _share(one.within_s(seconds), one.n)
            found.append({**head, "within_s": seconds, **share, "start_up_s": one.start_up_s})
    return found


def _share(proved: int, n: int) -> dict[str, Any]:
    low, high = wilson(proved, n)
    return {"queries": n, "proved": proved, "share": proved / n, "low": low, "high": high}
