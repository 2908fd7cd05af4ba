"""Obstacles to learning, each with its cure: limits, queries without a proof; a run's last lines.

A greater entropy bonus is no cure of a policy that has collapsed: ten times as much changed nothing
on three programs. What was cut off by a limit is not learned, whatever the bonus.
"""

from collections.abc import Mapping, Sequence
from math import isnan

from symbolic_rl.training.diagnose.figures import Row, RunFigures, figures, shares, skipped_groups

CUT_OFTEN = 0.25
"""Share of truncated episodes from which on the limit stands in the way of a policy that fails."""

LEARNED = 0.9
"""Success rate from which on a policy need not explore."""

RAISE = "To fix: a greater --max-inferences (max_inferences in env.toml)"

SEARCH = "To fix: --algo expert, which learns from proofs that searches find, without such a limit"

SEARCH_ON = (
    "To fix: a greater --max-search-budget or --total-frames; or easier training queries, whose "
    "proofs lead to these"
)


def cure(truncated: float) -> str:
    """Return what helps a policy that fails, by the share of its episodes that were truncated."""
    return RAISE if truncated >= CUT_OFTEN else SEARCH


def has_none(n: int) -> str:
    """Return that ``n`` queries have no proof, behind their number.

    >>> f"{1} {has_none(1)}", f"{3} {has_none(3)}"
    ('1 has no proof (its search was exhausted)', '3 have no proof (their searches were exhausted)')
    """
    if n == 1:
        return "has no proof (its search was exhausted)"
    return "have no proof (their searches were exhausted)"


def unproved(found: RunFigures) -> str:
    """Return how many queries are without a proof, and how many of them have none at all."""
    n, n_none = found.unproved, found.exhausted
    queries = "training query" if n == 1 else "training queries"
    if n_none == n > 0:
        return f"{n:,} {queries} {has_none(n)}"
    are = "is" if n == 1 else "are"
    none = f", {n_none:,} of which {has_none(n_none)}" if n_none else ""
    return f"{n:,} {queries} {are} without a proof{none}"


def obstacles(found: RunFigures) -> tuple[bool, str]:
    """Return whether there is an obstacle, and in words what was cut off and what has no proof.

    The text is empty where the run has no such figures.
    """
    cut, n = found.truncated[1], found.unproved
    if isnan(cut) and n < 0:
        return False, ""
    parts = []
    if not isnan(cut):
        what = "searches ended at their budget" if found.searches else "episodes ended at a limit"
        parts.append(f"{100 * cut:.0f} % of the last {what}")
    if n >= 0:
        parts.append(unproved(found))
    if found.proofs_not_replayed:
        parts.append(f"{found.proofs_not_replayed:,} proofs could not be shown to the policy")
    text = ", ".join(parts)
    if found.searches:
        return (True, f"{text}. {SEARCH_ON}") if n > found.exhausted else (False, text)
    if found.success[1] >= LEARNED and n <= 0:
        return False, text
    is_cut = cut >= CUT_OFTEN
    return (True, f"{text}. {cure(cut)}") if is_cut or n > 0 else (False, text)


def closing(rows: Sequence[Row], startup: Mapping[str, float]) -> list[str]:
    """Return the last lines of a run: steps, phases, obstacles, slow iterations, start."""
    if not rows:
        return []
    found = figures(rows)
    lines = [_steps(found), f"time   {shares(found)}"]
    if text := obstacles(found)[1]:
        lines.append(f"proofs {text}")
    if found.slow:
        parts = (f"{s['iteration']} ({s['seconds']:.2f} s, {s['phase']})" for s in found.slow)
        lines.append(f"slow   iterations {', '.join(parts)}; median {found.median_seconds:.2f} s")
    laps = {key.removesuffix("_s"): s for key, s in startup.items() if key != "first_frame_s"}
    if laps:
        each = ", ".join(f"{name} {s:.1f} s" for name, s in laps.items())
        lines.append(f"start  {sum(laps.values()):.1f} s: {each}")
    return lines


def _steps(found: RunFigures) -> str:
    text = f"steps  {found.steps:,} in {found.iterations:,} iterations"
    if found.iterations_without_step:
        why = "too few groups with unequal returns" if found.groups else "nothing was proved yet"
        text += f"; {found.iterations_without_step:,} without one: {why}"
    return f"{text}; {skipped_groups(found)}" if found.groups else text
