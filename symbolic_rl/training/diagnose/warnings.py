"""Warnings while a run goes on: slow iterations, idle groups, collapsed policies, limits."""

from collections import deque
from collections.abc import Sequence
from math import isnan, nan
from statistics import median

from symbolic_rl.training.diagnose.figures import SLOW, Row, number, numbers, slow_phase
from symbolic_rl.training.diagnose.obstacles import LEARNED, RAISE, cure

ENOUGH = 5
"""Iterations before the first warning of a slow one."""

QUIET = 25
"""Iterations before a warning is repeated."""

CUT_MOSTLY = 0.5
"""Share of truncated episodes from which on a run that fails is warned."""

COLLAPSED = 0.05
"""Share of the entropy at the start below which a policy explores no more."""


class Watch:
    """Source of the warnings of a run, each repeated after ``QUIET`` iterations at the earliest."""

    def __init__(self) -> None:
        self._rows: deque[Row] = deque(maxlen=100)
        self._first_entropy = nan
        self._said: dict[str, int] = {}

    def update(self, row: Row) -> list[str]:
        """Take a row of the metrics and return the warnings to print."""
        found = []
        if len(self._rows) >= ENOUGH and (text := slow(row, self._rows)):
            found.append(("slow", text))
        self._rows.append(row)
        if text := skipping([*self._rows][-10:]):
            found.append(("skipping", text))
        if isnan(self._first_entropy):
            self._first_entropy = number(row, "entropy")
        if text := collapsing([*self._rows][-10:], self._first_entropy):
            found.append(("collapsing", text))
        elif text := truncating([*self._rows][-10:]):
            found.append(("truncating", text))
        return [text for kind, text in found if self._is_news(kind, int(row["iteration"]))]

    def _is_news(self, kind: str, iteration: int) -> bool:
        if iteration - self._said.get(kind, -QUIET) < QUIET:
            return False
        self._said[kind] = iteration
        return True


def slow(row: Row, before: Sequence[Row] | deque[Row]) -> str:
    """Return the warning of an iteration that took ``SLOW`` times the median; empty if none.

    Rounds of searches take as long as their budgets, which grow: they are never slow.
    """
    if "max_budget" in row:
        return ""
    usual, now = median(number(r, "seconds") for r in before), number(row, "seconds")
    if not now > SLOW * usual:
        return ""
    name, took, as_a_rule = slow_phase(row, before)
    return (
        f"slow: iteration {row['iteration']} took {now:.2f} s, {now / usual:.1f} times the median; "
        f"{name} took {took:.2f} s instead of {as_a_rule:.2f} s"
    )


def skipping(rows: Sequence[Row]) -> str:
    """Return the warning that most groups of derivations teach nothing; empty if they do not."""
    groups, skipped, failed = (
        sum(n for row in rows if not isnan(n := number(row, key)))
        for key in ("groups", "groups_skipped", "groups_all_failed")
    )
    if groups < 20 or skipped <= groups / 2:
        return ""
    share = f"{100 * skipped / groups:.0f} % of the last {groups:.0f} groups have equal returns"
    if failed > skipped / 2:
        return (
            f"skipping: {share}, most of them all failures. To fix: easier queries first (levels "
            "in env.toml), larger groups (--group-size), --keep-failed, or --algo expert"
        )
    return (
        f"skipping: {share}, most of them all refutations. To fix: harder queries; if these are "
        "all there are, the policy has learned them"
    )


def collapsing(rows: Sequence[Row], first: float) -> str:
    """Return the warning that a policy stopped exploring before it succeeds; empty if not.

    Args:
        rows: the last rows of the metrics.
        first: entropy at the start of the run.
    """
    entropy, success = (numbers(rows, key) for key in ("entropy", "success"))
    if len(rows) < 10 or not entropy or not success:
        return ""
    last, rate = entropy[-1], sum(success) / len(success)
    if last >= COLLAPSED * first or rate >= LEARNED:
        return ""
    return (
        f"collapsing: entropy {last:.3f} after {first:.3f} at the start, with success {rate:.3f}. "
        f"{_share_cut(rows)}{cure(_truncated(rows))}"
    )


def truncating(rows: Sequence[Row]) -> str:
    """Return the warning that a limit cuts most episodes of a policy that fails; empty if not.

    Searches have budgets that grow: theirs stand in the way of nothing.
    """
    success, cut = numbers(rows, "success"), _truncated(rows)
    if len(rows) < 10 or "max_budget" in rows[-1] or not success or not cut > CUT_MOSTLY:
        return ""
    rate = sum(success) / len(success)
    if rate >= LEARNED:
        return ""
    return (
        f"truncating: {100 * cut:.0f} % of the last episodes ended at a limit, success "
        f"{rate:.3f}. {RAISE}, if proofs are longer; or --algo expert"
    )


def _truncated(rows: Sequence[Row]) -> float:
    """Return the share of truncated episodes of some rows; NaN where none has it."""
    shares = numbers(rows, "truncated")
    return sum(shares) / len(shares) if shares else nan


def _share_cut(rows: Sequence[Row]) -> str:
    cut = _truncated(rows)
    return "" if isnan(cut) else f"{100 * cut:.0f} % of its episodes ended at a limit. "
