"""Comparison of searches on the queries of a split: ``symbolic-rl eval RUN --search``.

Every search gets the same queries and the same number of inferences, within one budget after the
other (:mod:`.passes`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import EnvConfig, SearchConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import expect_plot, replace_file
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.evaluation.check import Leak, find_leaks
from symbolic_rl.evaluation.passes import SearchPasses, run_passes
from symbolic_rl.evaluation.tallies import Interval, SearchTally, bootstrap
from symbolic_rl.evaluation.timings import TimedSearch, Timings, table, time_searches
from symbolic_rl.evaluation.trials import confusion, first_of, labelled_in_words
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.search import SEARCHES, Space, make_search, search_method
from symbolic_rl.search.base import MEMORY
from symbolic_rl.search.policy_order import PolicyOrder

BUDGETS = (100, 1_000, 10_000, 100_000)
IN_SECONDS = ("iterative-deepening", "native", "prolog")
"""Searches that are timed beside guided search."""


@dataclass(frozen=True)
class SearchReport:
    """Results of searches on one split."""

    env: str
    split: str
    labels: NDArray[np.bool_]
    """[Q] labels of the queries that were to be searched."""
    of_queries: int
    """Queries of the split, of which these are the first."""
    budgets: tuple[int, ...]
    tried: tuple[SearchTally, ...]
    leaks: tuple[Leak, ...]
    hedge: bool
    settings: SearchConfig
    is_complete: bool = True
    """False if the searches were stopped before all was searched."""
    timings: tuple[Timings, ...] = ()
    """Searches in seconds, where they were asked for."""
    refused: tuple[str, ...] = ()
    """Searches left out, each with the reason."""
    queries: tuple[str, ...] = ()
    """[Q] their text."""

    @property
    def common_budgets(self) -> list[int]:
        """Budgets within which all searches have searched all queries."""
        n = self.labels.size
        return [b for b in self.budgets if all(one.n_within(b) == n for one in self.tried)]

    @property
    def best_plain(self) -> SearchTally | None:
        """Search without a policy that refutes most queries, with the least median inferences."""
        methods = [(one, one.method) for one in self.tried if one.outcomes]
        plain = [one for one, m in methods if m.counts_steps and not m.uses_policy]
        key = [(-int(one.refuted.sum()), float(np.median(one.inferences))) for one in plain]
        return plain[key.index(min(key))] if plain else None

    def margins(self) -> list[dict[str, Any]]:
        """Return for each budget the rates of guided search and of the best one without a policy.

        SWI-Prolog's own engine is among the searches without a policy, though it counts inferences
        in its own way.
        """
        margins = []
        for budget in self.common_budgets:
            rates = {one.search: float(one.within(budget).mean()) for one in self._compared}
            best = max(rates, key=rates.__getitem__)
            rate = float(self._guided.within(budget).mean())
            margins.append({"budget": budget, "guided": rate, "plain": rates[best], "best": best})
        return margins

    def saved(self, plain: SearchTally) -> dict[str, Interval]:
        """Compute what guided search saves against ``plain`` within the largest common budget.

        A query without an answer counts with all inferences of its search.

        Returns:
            ``median`` and ``mean`` of the inferences saved by query, and ``times``: the median of
            ``plain`` divided by that of guided search.
        """
        budget = self.common_budgets[-1]
        spent = [one.outcomes[budget].inferences for one in (plain, self._guided)]
        pairs = np.stack(spent).astype(np.float64)
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
            "complete": self.is_complete,
            "rows": self.rows(),
            "rows_in_seconds": self.rows_in_seconds(),
            "refused": list(self.refused),
            "saved": {
                one.search: {name: i.as_json() for name, i in self.saved(one).items()}
                for one in self._compared
            },
            "labelled": self.labelled(),
        }

    def labelled(self) -> dict[str, dict[str, float]]:
        """Return accuracy, precision and recall by search; empty if all queries are true."""
        if self.labels.all():
            return {}
        tried = [one for one in self.tried if one.outcomes]
        return {
            one.search: confusion(one.refuted, self.labels[: one.refuted.size]) for one in tried
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each search and budget, with the number of queries searched."""
        return [
            {
                "env": self.env,
                "split": self.split,
                "search": one.search,
                "budget": budget,
                "refuted": int(found.refuted.sum()),
                "queries": found.n,
                "refutation_rate": float(found.refuted.mean()),
                "median_inferences": float(np.median(found.inferences)),
                "median_length": found.median_length,
                "seconds": round(found.seconds, 3),
            }
            for one in self.tried
            for budget, found in one.outcomes.items()
        ]

    def rows_in_seconds(self) -> list[dict[str, Any]]:
        """Return a row for each search that was timed and number of seconds."""
        return [row for one in self.timings for row in one.rows(self.env, self.split)]

    def protocol(self) -> list[str]:
        """Return in words how the figures were made."""
        lines = [
            f"{self.labels.size:,} {self.split} queries, "
            f"{first_of(self.labels.size, self.of_queries)}, each searched for its first answer "
            f"with at most {self.budgets[-1]:,} inferences, anew within each budget until one "
            "decides it; one policy, of one seed",
            "a query without an answer counts with all inferences that its search made",
            "intervals of what is saved: 95 %, bootstrap over queries, 2,000 resamples",
        ]
        lines += [f"{one.search}: {one.method.protocol}" for one in self.tried]
        lines.append(
            f"guided raises probabilities to the power {self.settings.sharpness_in_words} and "
            f"mixes them with a uniform share {self.settings.share_in_words}"
        )
        if self.hedge:
            lines.append("guided is hedged: half of its inferences are iterative deepening's")
        return lines

    def __str__(self) -> str:
        """Return leaks, table, savings and protocol."""
        lines = [f"leak: {leak}" for leak in self.leaks]
        if self.labels.size < self.of_queries:
            n = self.labels.size
            lines.append(f"{self.split}: {first_of(n, self.of_queries)} queries (--limit)")
        lines += self._stopped()
        heads = "".join(f"{budget:>10,}" for budget in self.budgets)
        lines.append(f"{'refuted within':<21}{heads}    median  length   seconds")
        lines += [self._line(one) for one in self.tried]
        within = "" if self.is_complete else f" within {max(self.common_budgets, default=0):,}"
        for one in self._compared:
            saved = self.saved(one)
            lines.append(
                f"saved against {one.search}{within}: median {saved['median']}, "
                f"mean {saved['mean']}, medians {saved['times']} times apart"
            )
        lines += [labelled_in_words(name, figures) for name, figures in self.labelled().items()]
        lines += self.notes()
        lines += [f"left out: {reason}" for reason in self.refused]
        lines += table(self.timings)
        return "\n".join([*lines, *(f"  {line}" for line in self.protocol())])

    def notes(self) -> list[str]:
        """Return in words what ended for want of memory, and if guided search is behind."""
        lines = [
            f"note: {n:,} searches of {one.search} ended for want of memory"
            for one in self.tried
            if one.outcomes and (n := one.last.ended.count(MEMORY))
        ]
        if not self._compared or not self.common_budgets:
            return lines
        margin = self.margins()[-1]
        if margin["guided"] >= margin["plain"]:
            return lines
        return [
            *lines,
            f"note: guided search is behind {margin['best']} within {margin['budget']:,} "
            f"({margin['guided']:.3f} and {margin['plain']:.3f}): what the policy has learned "
            "misleads it here. The tab Searches of RUN/report.html shows at which states: a view "
            "that does not suit them (--view, --goal-width), goals unlike those of training, or "
            "too short a training (--total-frames)",
        ]

    def _stopped(self) -> list[str]:
        """Return a line on how far the searches came, if they were stopped."""
        if self.is_complete:
            return []
        n, reached = self.labels.size, []
        for one in self.tried:
            counts = [(b, one.n_within(b)) for b in self.budgets]
            whole = [f"{b:,}" for b, count in counts if count == n]
            parts = [f"all {n:,} within {whole[-1]}"] if whole else []
            parts += [
                f"the first {count:,} of {n:,} within {b:,}" for b, count in counts if 0 < count < n
            ]
            reached.append(f"  {one.search}: {', '.join(parts) or f'0 of {n:,}'}")
        return ["interrupted: queries searched", *reached]

    def _line(self, one: SearchTally) -> str:
        """Return the line of the table on a search; ``-`` stands for what was not searched."""
        rates = [f"{one.within(b).mean():.3f}" if one.n_within(b) else "-" for b in self.budgets]
        median = length = "-"
        if one.outcomes:
            median = f"{np.median(one.inferences):,.0f}"
            steps = one.last.median_length
            length = "-" if steps is None else f"{steps:.0f}"
        cells = "".join(f"{rate:>10}" for rate in rates)
        return f"{one.search:<21}{cells}{median:>10}{length:>8}{one.seconds:>10.1f}"

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
        for one in (tally for tally in self.tried if tally.outcomes):
            spent = np.sort(one.inferences[one.refuted])
            x = np.concatenate([[1], spent, [self.budgets[-1]]])
            y = np.concatenate([[0], np.arange(1, spent.size + 1), [spent.size]]) / one.last.n
            axes.step(x, y, where="post", label=one.search)
        axes.set_xscale("log")
        axes.set_ylim(0, 1.02)
        axes.set_xlabel("inferences")
        axes.set_ylabel("share of queries refuted")
        axes.set_title(f"{self.env}, {self.labels.size} {self.split} queries")
        axes.legend()
        drawn = BytesIO()
        figure.savefig(drawn, format=file.suffix[1:])
        replace_file(file, drawn.getbuffer())

    @property
    def _guided(self) -> SearchTally:
        return next(one for one in self.tried if one.method.uses_policy)

    @property
    def _compared(self) -> list[SearchTally]:
        """Searches that guided search is compared with; none where there is nothing to compare."""
        if not self.common_budgets:
            return []
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
    seconds: float = 0.0,
    native: bool = True,
    most_queries: int = 0,
    settings: SearchConfig | None = None,
    show: Callable[[str], None] = lambda line: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> SearchReport:
    """Search for the first answer to every query of a split, with several searches.

    Args:
        problem: program, queries and settings.
        policy: guides the guided search; None takes all candidates for equally probable.
        split: of the queries.
        searches: names in ``SEARCHES``; by default all of them.
        budgets: of inferences, the largest last.
        hedge: let guided search give half of its inferences to iterative deepening.
        seconds: also time the first answers of some searches, each query for so many seconds at
            most; 0 for none.
        native: time guided search with native Prolog beside it, too.
        most_queries: only the first so many; 0 for all.
        settings: how guided search reads the policy; by default as its run has fitted it.
        show: called now and then with a line on the progress.
        is_stopped: asked again and again; True ends the searches, and the report has what there is.

    Raises:
        PackError: the split has no queries.
        ConfigError: an unknown search, budgets that do not grow, or an engine without Prolog.
    """
    if list(budgets) != sorted(set(budgets)) or not budgets or budgets[0] < 1:
        raise ConfigError(
            f"budgets={list(budgets)} are not allowed.", "--budgets", "name growing numbers."
        )
    whole = problem.queries(split)
    queries = whole[: most_queries or len(whole)]
    program = problem.program.in_prolog
    if program is None:
        raise ConfigError(
            "searches are compared in SWI-Prolog, and this program was loaded without it.",
            "--engine tensor",
            "give --engine prolog.",
        )
    config = problem.env_config
    engine = PrologEngine(program, config, answers=True)
    # a pack may bound states for its policy to learn on; nobody bounds them who runs the program
    unbounded = replace(config, max_tokens=max(config.max_tokens, EnvConfig().max_tokens))
    plain_engine = PrologEngine(program, unbounded, answers=True)
    settings = settings or (policy.reading if policy else SearchConfig())
    # a first proof is wanted, so states that differ only in the answer they lead to are variants
    searched = [query.without_answer(program.vocabulary) for query in queries]
    plain = spaces = [Space(plain_engine, query) for query in searched]
    if policy:
        order = PolicyOrder(policy, problem, program)
        spaces = [order.space(engine, query, settings) for query in searched]
    refused = {
        name: why for name, method in SEARCHES.items() if (why := method.refusal(plain_engine))
    }
    names = searches or [name for name in SEARCHES if name not in refused]
    tried = [
        SearchPasses(name, spaces if search_method(name).uses_policy else plain, hedge=hedge)
        for name in names
    ]
    is_complete = run_passes(tried, budgets, show=show, is_stopped=is_stopped)
    timings: tuple[Timings, ...] = ()
    if seconds:
        is_guided, is_beside = policy is not None, native and "native" not in refused
        timed = [
            TimedSearch("guided", partial(make_search, "guided", hedge=hedge), spaces),
            TimedSearch(
                "guided + native", partial(make_search, "guided", hedge=hedge, native=True), spaces
            ),
            *(TimedSearch(name, partial(make_search, name), plain) for name in IN_SECONDS),
        ]
        left_out = {*refused, *(() if is_guided else ("guided", "guided + native"))}
        left_out |= set() if is_beside else {"guided + native"}
        timed = [one for one in timed if one.name not in left_out]
        timings = time_searches(timed, seconds, show=show, is_stopped=is_stopped)
    return SearchReport(
        env=problem.name,
        split=split,
        labels=np.array([query.label for query in queries]),
        budgets=tuple(budgets),
        of_queries=len(whole),
        tried=tuple(one.tally for one in tried),
        leaks=find_leaks(problem, split),
        hedge=hedge,
        settings=settings,
        is_complete=is_complete and not is_stopped(),
        timings=timings,
        refused=() if searches else tuple(f"{name}: {why}" for name, why in refused.items()),
        queries=tuple(query.text for query in queries),
    )
