"""Short comparison of guided search with searches that learned nothing: the end of ``train``.

The full one, with all queries, larger budgets and intervals, is
:mod:`symbolic_rl.evaluation.searches`.
"""

from dataclasses import dataclass

import numpy as np

from symbolic_rl.evaluation.searches import SearchReport, report
from symbolic_rl.evaluation.tallies import SearchTally
from symbolic_rl.evaluation.trials import confusion, labelled_in_words
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy

BUDGETS = (100, 1_000)
MOST_QUERIES = 50
SEARCHES = ("guided", "unguided", "iterative-deepening", "breadth-first", "depth-first")
_TITLES = {"guided": "guided by the policy", "unguided": "guided, without a policy"}


@dataclass(frozen=True)
class Comparison:
    """Results of a few searches on the first queries of a split."""

    report: SearchReport
    n_queries: int
    """Queries of the split."""

    @property
    def guided(self) -> SearchTally:
        """Search by the policy."""
        return self.report.tried[0]

    def verdict(self) -> str:
        """Return in words what the policy gains and loses against the best search without it."""
        budget, others = BUDGETS[-1], self.report.tried[1:]
        proved = self.guided.within(budget)
        best = max(others, key=lambda one: int(one.within(budget).sum()))
        best_proved = best.within(budget)
        by_none = proved & ~np.any([one.within(budget) for one in others], axis=0)
        lost = (best_proved & ~proved).sum()
        line = (
            f"within {budget:,}: {proved.sum()} proved by the policy's search, {by_none.sum()} of "
            f"them by no other; {best_proved.sum()} by {best.search}, {lost} of them not by the "
            "policy's"
        )
        if proved.sum() < best_proved.sum():
            line += (
                f"\n  note: the policy's search is behind {best.search}: the tab "
                "Searches of RUN/report.html shows where; see `symbolic-rl diagnose RUN`, too"
            )
        return line

    def __str__(self) -> str:
        """Return the table, a row for each search, and the verdict."""
        n, of = self.report.labels.size, self.n_queries
        which = f"first {n} of {of:,}" if n < of else f"all {of:,}"
        title = f"{self.report.split}, {which} queries"
        heads = "".join(f"{f'in {budget:,}':>10}" for budget in BUDGETS)
        lines = [f"{title:<32}{heads}    median   seconds"]
        for one in self.report.tried:
            rates = "".join(f"{one.within(budget).mean():>10.3f}" for budget in BUDGETS)
            name = _TITLES.get(one.search, one.search)
            median = f"{np.median(one.inferences):,.0f}"
            lines.append(f"  {name:<30}{rates}{median:>10}{one.seconds:>10.1f}")
        lines.append("  share proved within so many inferences; each query searched once")
        lines.append(f"  {self.verdict()}")
        labels = self.report.labels
        if not labels.all():
            figures = confusion(self.guided.refuted, labels)
            lines.append(f"  {labelled_in_words('guided', figures)}")
        return "\n".join(lines)


def compare(problem: Problem, policy: DerivationPolicy, split: str) -> Comparison:
    """Search for the first queries of a split, by the policy and without it.

    >>> from symbolic_rl.play.problem import load_problem
    >>> from symbolic_rl.policy import PolicyShape, make_policy
    >>> problem = load_problem("countries_s1")
    >>> policy = make_policy("resolvent", PolicyShape.for_problem(problem), dim=8)
    >>> compare(problem, policy, "test").report.budgets
    (100, 1000)

    Raises:
        PackError: the split has no queries.
        ConfigError: the engine is not SWI-Prolog.
    """
    found = report(
        problem, policy, split, searches=SEARCHES, budgets=BUDGETS, most_queries=MOST_QUERIES
    )
    return Comparison(found, len(problem.queries(split)))
