"""Findings on a run: each with its numbers, and a fix if something is wrong.

All findings follow from the rows of ``metrics.csv``, for every algorithm and collector, during a
run (:class:`Watch`) and afterwards (:func:`findings`). Torch-free.

A greater entropy bonus does not fix a policy that has collapsed: ten times the bonus changed
nothing on three programs. Proofs beyond a limit are not learned with any bonus.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite, isnan, nan
from pathlib import Path
from statistics import median
from typing import Any, Self

from symbolic_rl.base.console import duration
from symbolic_rl.base.errors import RunError
from symbolic_rl.base.run_dir import PHASES, RunDirectory, Value
from symbolic_rl.derivations.pages import COUNTERS, counter_text

SLOW = 3.0
"""An iteration is slow if it takes this multiple of the median time."""
LATELY = 10
"""Number of last rounds that show whether proofs are kept, and the proposer or prover collapsed."""

MEANS = ("success", "entropy", "truncated", "proposed_shapes")
TOTALS = ("steps", "groups", "groups_skipped", "groups_all_failed", "proofs_not_framed")
PROPOSALS = ("proposed", "proposals_kept", "proposals_easy")
"""Columns that count goals proposed, goals learned from, and goals proved straight away."""
AGAIN = ("searched_again", "not_found_again")
"""Columns that count searches for queries with a known proof, and those that found none."""
LIMITS = (*COUNTERS, "worker_restarts")
"""Columns that count events of an update: pages, cuts, losses, refusals, restarts."""

Row = Mapping[str, Value]


def number(row: Row, key: str) -> float:
    """Return a number of a row; NaN if it is missing."""
    value = row.get(key, nan)
    return float(value) if value not in ("", None) else nan


def numbers(rows: Sequence[Row], key: str) -> list[float]:
    """Return the finite numbers of a column."""
    return [value for row in rows if isfinite(value := number(row, key))]


def ends(rows: Sequence[Row], key: str, part: int = 10) -> tuple[float, float]:
    """Return the means over the first and the last tenth, or other part; NaN without numbers."""
    # Only rows with a number count; a tenth of these stands for a tenth of the run.
    values = numbers(rows, key)
    n = max(1, len(values) // part)
    return (sum(values[:n]) / n, sum(values[-n:]) / n) if values else (nan, nan)


def slow_phase(row: Row, others: Sequence[Row]) -> str:
    """Return how long an iteration took, and the phase that exceeds its median by most."""
    phases = [key for key in row if key.startswith("seconds_") and not isnan(number(row, key))]
    usual = {key: median(number(other, key) for other in others) for key in phases}
    key = max(phases, key=lambda key: number(row, key) - usual[key])
    return (
        f"iteration {row['iteration']} took {number(row, 'seconds'):.2f} s, "
        f"{key.removeprefix('seconds_')} {number(row, key):.2f} s instead of {usual[key]:.2f} s"
    )


@dataclass(frozen=True)
class RunMetrics:
    """Metrics of a whole run, or of some of its rows."""

    iterations: int
    frames: int
    frames_per_second: float
    inferences_per_second: float
    seconds: float  # time of all iterations
    median_seconds: float
    share: dict[str, float]  # share of the time, by phase
    slow: list[str]
    """The three longest iterations, if they took ``SLOW`` times the median. Empty for searches,
    whose budgets, and so times, grow."""
    searches: bool  # true if searches for proofs took the place of episodes
    first: dict[str, float]
    """Means of ``MEANS`` over the first tenth of the run; NaN if not measured."""
    last: dict[str, float]  # means over the last tenth
    totals: dict[str, int]
    """Sums of ``TOTALS``, and of the ``LIMITS`` that are not 0."""
    lately: dict[str, int]
    """Sums of ``PROPOSALS`` and ``AGAIN`` over the last ``LATELY`` rounds."""
    idle: int  # iterations without a gradient step
    grad_norm: float  # median over iterations with a step
    unproved: int  # training queries without a proof at the end; -1 if not counted
    exhausted: int  # queries that have no proof: their search was exhausted, and lost no candidate

    @classmethod
    def of(cls, rows: Sequence[Row], part: int = 10) -> Self:
        """Sum up rows; the ends of a run are its first and last 1 / ``part``."""
        seconds = [number(row, "seconds") for row in rows]
        whole, usual = max(sum(seconds), 1e-9), median(seconds)
        longest = sorted(rows, key=lambda row: -number(row, "seconds"))[:3]

        def rate(key: str) -> float:
            return sum(number(row, key) * number(row, "seconds") for row in rows) / whole

        norms = numbers([row for row in rows if number(row, "steps") > 0], "grad_norm")
        means = {key: ends(rows, key, part) for key in MEANS}
        sums = {key: int(sum(numbers(rows, key))) for key in (*TOTALS, *LIMITS)}
        unproved, searches = numbers(rows, "unproved"), bool(numbers(rows, "max_budget"))
        # A few slow iterations do not change the median.
        is_slow = [row for row in longest if number(row, "seconds") > SLOW * usual]
        return cls(
            iterations=len(rows),
            frames=int(number(rows[-1], "frames")),
            frames_per_second=rate("frames_per_second"),
            inferences_per_second=rate("inferences_per_second"),
            seconds=sum(seconds),
            median_seconds=usual,
            share={key: sum(numbers(rows, f"seconds_{key}")) / whole for key in PHASES},
            slow=[] if searches else [slow_phase(row, rows) for row in is_slow],
            searches=searches,
            first={key: first for key, (first, _) in means.items()},
            last={key: last for key, (_, last) in means.items()},
            totals={key: n for key, n in sums.items() if n or key in TOTALS},
            lately={key: int(sum(numbers(rows[-LATELY:], key))) for key in (*PROPOSALS, *AGAIN)},
            idle=sum(not number(row, "steps") > 0 for row in rows),
            grad_norm=median(norms) if norms else nan,
            unproved=int(unproved[-1]) if unproved else -1,
            exhausted=int(max(numbers(rows, "exhausted"), default=0)),
        )


def load_rows(run: RunDirectory) -> list[Row]:
    """Return the rows of a run, or raise RunError: it has no rows."""
    rows = run.metrics()
    if not rows or not {"iteration", "seconds", "seconds_update"} <= rows[0].keys():
        what = "has no row yet" if not rows else "is not of a run"
        fix = "train it for at least one update."
        raise RunError(f"There is nothing to report: metrics.csv {what}.", str(run.path), fix)
    return list(rows)


def compare(run_dir: Path, other_dir: Path) -> dict[str, Any]:
    """Compare settings and metrics of two runs with rows, or raise RunError: [other, this]."""
    runs = [RunDirectory.open(path) for path in (other_dir, run_dir)]
    rows = [load_rows(run) for run in runs]
    each = [RunMetrics.of(one) for one in rows]
    frames = min(one.frames for one in each)
    metrics = {
        "frames_per_second": [one.frames_per_second for one in each],
        "seconds_per_iteration": [one.median_seconds for one in each],
        "success_at_end": [one.last["success"] for one in each],
        "entropy_at_end": [one.last["entropy"] for one in each],
        "steps": [one.totals["steps"] for one in each],
        f"success_after_{frames}_frames": [
            ends([row for row in one if number(row, "frames") <= frames], "success")[1]
            for one in rows
        ],
    }
    for phase in PHASES:
        spent = [one.share[phase] * one.seconds / one.iterations for one in each]
        if max(spent) > 0.01 * max(one.median_seconds for one in each):
            metrics[f"seconds_{phase}"] = spent
    then, now = (_settings(run) for run in runs)
    changed = {key: [then[key], now[key]] for key in now if now[key] != then[key]}
    return {
        "run": str(run_dir), "against": str(other_dir), "settings": changed, "metrics": metrics,
    }  # fmt: skip


def _settings(run: RunDirectory) -> dict[str, Any]:
    config = run.config
    parts = (asdict(part) for part in (config.env, config.train, config.curriculum))
    found = {key: value for part in parts for key, value in part.items()}
    names = ("problem", "fingerprint", "head", "versions")
    return found | {name: getattr(config, name) for name in names}


CUT_OFTEN, CUT_MOSTLY = 0.25, 0.5
"""Shares of truncated episodes at which a limit counts as the reason why a policy fails, and at
which a warning says so during the run."""
LEARNED = 0.9
"""Success rate at which a policy need not explore."""
COLLAPSED = 0.05
"""Below this share of its initial entropy, a policy no longer explores."""
FEW_SHAPES = 0.25
"""Below this share of its initial shapes of proposals, a proposer repeats itself."""
RARELY = 0.01
"""Below this share of proposals that are learned from, proposing does not help."""
ENOUGH_PROOFS, LAST_ROUNDS = 10, 3
"""New proofs of a round whose loss counts, and the number of last such rounds that are compared."""
MEMORIZED, SURPRISED = 1.5, 0.5
"""Multiple of the least loss on new proofs, and loss, above which proofs count as memorized."""
ENOUGH_GROUPS = 20
"""Least number of groups for the finding that most of them teach nothing."""

COUNTER_FIXES = {
    "builtin_errors": "look for the clause whose builtin raises: `symbolic-rl prove` on this query",
    "inference_limits": "builtins that compute less in one clause",
    "subproof_limits": "a greater max_subproof_inferences in env.toml",
    "size_limits": "a greater --max-tokens, if states are meant to be that large",
    "page_limits": "a greater max_pages in env.toml, or --n-candidates",
    "view_cuts": "show more of a state: --view tree, --n-goals, --goal-width",
    "worker_restarts": "read what the workers reported",
}
"""Counter of losses -> how to fix it; the other counters lose no proof."""

RAISE = "a greater --max-inferences (max_inferences in env.toml)"
SEARCH = "--algo expert, which learns from proofs that searches find, without such a limit"
SEARCH_ON = (
    "a greater --max-search-budget or --total-frames; or easier training queries, whose proofs "
    "lead to these"
)
FEWER_STEPS = (
    "a view that shows what the choice depends on (--view, --goal-width); fewer gradient steps a "
    "round (imitation_steps = 10 under [train] in env.toml) mislead searches less"
)
LOOK_AROUND = "check what else the machine was doing then"


@dataclass(frozen=True)
class Finding:
    """Fact about a run or an evaluation that a user should know."""

    topic: str
    text: str  # the fact, with the numbers that show it
    fix: str = ""  # how to fix it; empty if nothing is wrong

    def __str__(self) -> str:
        return f"{self.text}. To fix: {self.fix}" if self.fix else self.text


def findings(rows: Sequence[Row], startup: Mapping[str, float] | None = None) -> list[Finding]:
    """Return the findings on a run; ``startup``: seconds by step of the start, of summary.json."""
    found, nothing = RunMetrics.of(rows), nothing_learned(rows)
    learned = () if nothing else (_entropy(found), _success(found), _memorized(rows))
    each = (
        nothing or _updates(found), _time(found), _start(startup or {}), *learned,
        _proofs(found), _retention(found), _groups(found), _proposer(found),
    )  # fmt: skip
    hit = [counter_finding(name, n) for name, n in found.totals.items() if name in LIMITS]
    return [finding for finding in each if finding] + hit


def counter_finding(name: str, n: int, most: str = "") -> Finding:
    """Return the finding of a counter; ``most`` says where most of it was counted.

    >>> print(counter_finding("subproof_limits", 3).text)
    3 candidates lost to the limit on sub-proofs (--max-subproof-inferences)
    """
    return Finding(name, counter_text(name, n) + most, COUNTER_FIXES.get(name, ""))


def nothing_learned(rows: Sequence[Row]) -> Finding | None:
    """Return why a run has learned nothing at all; None without rows or after a gradient step."""
    if not rows:
        return None
    found = RunMetrics.of(rows)
    if found.totals["steps"] or not found.searches:
        return None
    n = int(number(rows[-1], "queries"))
    goals = "training goal" if n == 1 else f"{n:,} training goals"
    if n > found.unproved:
        proved = f"{int(n - found.unproved):,} of " if found.unproved > 0 else ""
        text = (
            f"The proofs of {proved}your {goals} leave no choice: there is nothing to learn (in "
            "front of a cut, in a condition, in once/1 and in \\+, Prolog's own order chooses)"
        )
        fix = "ask directly for the goals inside once/1 or a condition; `prove` finds them"
        return Finding("goals", text, fix)
    text = f"None of your {goals} was proved, so nothing was learned"
    if n == 1:
        text = "Your training goal was not proved, so nothing was learned"
    lost = {name: count for name, count in found.totals.items() if name in COUNTER_FIXES}
    if found.exhausted == n:
        it = "it" if n == 1 else "them"
        text += f": the whole search space was searched, and the program has no proof of {it}"
        return Finding("goals", text, "look for what fails with `symbolic-rl play` on one of them")
    if lost:
        name = max(lost, key=lambda name: lost[name])
        text += f"; the searches lost candidates: {counter_finding(name, lost[name]).text}"
        return Finding("goals", text, COUNTER_FIXES[name])
    most = int(max(numbers(rows, "max_budget")))
    text += f": searches of up to {most:,} inferences found no proof"
    return Finding("goals", text, SEARCH_ON)


def _memorized(rows: Sequence[Row]) -> Finding | None:
    """Return that the policy knows its proofs by heart and is surprised by new ones."""
    many = [row for row in rows if number(row, "newly_proved") >= ENOUGH_PROOFS]
    new = numbers(many, "loss_new")
    if len(new) < 2 * LAST_ROUNDS:
        return None
    best, last = min(new), sum(new[-LAST_ROUNDS:]) / LAST_ROUNDS
    if last < max(MEMORIZED * best, SURPRISED):
        return None
    known = numbers(rows, "loss_imitation")[-1]
    text = (
        f"loss on new proofs {best:.2f} at best and {last:.2f} later, on imitated ones {known:.2f}:"
        " the policy memorizes proofs, and is wrong about goals it has not seen"
    )
    return Finding("imitation", text, FEWER_STEPS)


def _updates(found: RunMetrics) -> Finding:
    steps, fix = found.totals["steps"], ""
    if not steps:
        text = f"no gradient step in {found.iterations} iterations: nothing is learned"
        fix = "training queries whose proofs leave a choice (`symbolic-rl check`), or a longer run"
        return Finding("updates", text, fix)
    text = (
        f"{steps:,} gradient steps in {found.iterations:,} iterations, median gradient norm "
        f"{found.grad_norm:.3g}"
    )
    if found.idle:
        unequal = "too few groups with unequal returns"
        why = unequal if found.totals["groups"] else "nothing was proved yet"
        text += f"; {found.idle:,} without one: {why}"
        fix = "easier training queries" if found.idle > found.iterations / 2 else ""
    if found.grad_norm < 1e-6:
        text += "; next to nothing is learned"
        fix = "see with `symbolic-rl check` whether there is a choice, or raise --lr"
    return Finding("updates", text, fix)


def _time(found: RunMetrics) -> Finding:
    ordered = sorted(found.share.items(), key=lambda pair: -pair[1])
    phases = [f"{name} {100 * share:.0f} %" for name, share in ordered if share >= 0.005]
    rate = f"{found.frames_per_second:,.0f} frames/s"
    if found.searches:  # frames are steps of proofs there: next to none where most searches fail
        rate = f"{found.inferences_per_second:,.0f} inferences/s"
    text = (
        f"{duration(found.seconds)}, {rate}, "
        f"{found.median_seconds:.2f} s an iteration: {', '.join(phases)}"
    )
    return Finding("time", "; ".join([text, *found.slow]), LOOK_AROUND if found.slow else "")


def _start(startup: Mapping[str, float]) -> Finding | None:
    laps = {key.removesuffix("_s"): s for key, s in startup.items() if key != "first_frame_s"}
    each = ", ".join(f"{name.replace('_', ' ')} {s:.1f} s" for name, s in laps.items())
    return Finding("start", f"{sum(laps.values()):.1f} s: {each}") if laps else None


def _entropy(found: RunMetrics) -> Finding | None:
    first, last, success = found.first["entropy"], found.last["entropy"], found.last["success"]
    if isnan(first):
        return None
    text = f"{first:.3f} nats at the start, {last:.3f} at the end, success {success:.3f}"
    if last >= COLLAPSED * first or success >= LEARNED:
        return Finding("entropy", text)
    cut = found.last["truncated"]
    if not isnan(cut):
        text += f", {100 * cut:.0f} % of its episodes ended at a limit"
    text += ": the policy collapsed before it succeeded"
    return Finding("entropy", text, RAISE if cut >= CUT_OFTEN else SEARCH)


def _success(found: RunMetrics) -> Finding:
    first, last = found.first["success"], found.last["success"]
    if isnan(first):
        fix = "a greater --total-frames, or a lower --max-inferences"
        return Finding("success", "no episode has ended", fix)
    text = f"{first:.3f} at the start, {last:.3f} at the end"
    if last >= first + 0.02 or last >= LEARNED:
        return Finding("success", text)
    fix = SEARCH_ON if found.searches else f"a longer run (--total-frames), or {SEARCH}"
    return Finding("success", f"{text}: it did not improve", fix)


def has_none(n: int) -> str:
    """Return the words for ``n`` queries without a proof, to follow their number.

    >>> f"{1} {has_none(1)}", f"{3} {has_none(3)}"
    ('1 has no proof (its search was exhausted)', '3 have no proof (their searches were exhausted)')
    """
    if n == 1:
        return "has no proof (its search was exhausted)"
    return "have no proof (their searches were exhausted)"


def _proofs(found: RunMetrics) -> Finding | None:
    """Return the share cut off by a limit, and the training queries without a proof."""
    cut, n, parts = found.last["truncated"], found.unproved, list[str]()
    if isnan(cut) and n < 0:
        return None
    if not isnan(cut):
        what = "searches ended at their budget" if found.searches else "episodes ended at a limit"
        parts.append(f"{100 * cut:.0f} % of the last {what}")
    # A query whose search failed is searched again soon; what is left then is mostly untried.
    is_untried = found.searches and not cut and found.last["success"] == 1 and n > found.exhausted
    if n >= 0:
        so_far = " so far, and the last searches all succeeded" if is_untried else ""
        parts.append(_unproved(n, found.exhausted) + so_far)
    if lost := found.totals["proofs_not_framed"]:
        parts.append(f"{lost:,} proofs could not be shown to the policy")
    if found.searches:
        fix = SEARCH_ON if n > found.exhausted and not is_untried else ""
    else:
        fails = n > 0 or found.last["success"] < LEARNED
        is_cut = fails and cut >= CUT_OFTEN
        fix = RAISE if is_cut else SEARCH if n > 0 else ""
    return Finding("proofs", ", ".join(parts), fix)


def _unproved(n: int, n_none: int) -> str:
    queries = "training query" if n == 1 else "training queries"
    if n_none == n > 0:
        return f"{n:,} {queries} {has_none(n)}"
    none = f", {n_none:,} of which {has_none(n_none)}" if n_none else ""
    return f"{n:,} {queries} {'is' if n == 1 else 'are'} without a proof{none}"


def _retention(found: RunMetrics) -> Finding | None:
    """Return how many known proofs searches with the present policy find again."""
    n, lost = (found.lately[key] for key in AGAIN)
    if not n:
        return None
    text = f"the last {n:,} searches for queries with a known proof found {n - lost:,} again"
    return Finding("retention", f"{text}, within their first budgets")


def _groups(found: RunMetrics) -> Finding | None:
    keys = ("groups", "groups_skipped", "groups_all_failed")
    n, skipped, failed = (found.totals[key] for key in keys)
    if not n:
        return None
    text = (
        f"{100 * skipped / n:.0f} % of {n:,} groups have equal returns and are skipped, {failed:,} "
        "of them all failures"
    )
    if n < ENOUGH_GROUPS or skipped <= n / 2:
        return Finding("groups", text)
    fix = "harder queries; if there are no others, the policy has learned them"
    if failed > skipped / 2:
        fix = (
            "easier queries first (levels in env.toml), larger groups (--group-size), "
            "keep_failed = true in env.toml, or --algo expert"
        )
    return Finding("groups", text, fix)


def _proposer(found: RunMetrics) -> Finding | None:
    """Return whether the proposer of goals, or their prover, has collapsed."""
    n, kept, easy = (found.lately[key] for key in PROPOSALS)
    first, last = found.first["proposed_shapes"], found.last["proposed_shapes"]
    if not n:
        return None
    text = (
        f"of the last {n:,} proposals {kept:,} were learned from, {easy:,} too easy and "
        f"{n - kept - easy:,} not proved; {first:.0f} shapes a round at the start, {last:.0f} at "
        "the end"
    )
    if last < FEW_SHAPES * first:
        text += ": the proposer has collapsed to few kinds of goals"
        return Finding("proposer", text, "given goals of more kinds")
    if found.unproved <= found.exhausted or kept >= RARELY * n:
        return Finding("proposer", text)
    if easy > n / 2:
        text += ": the proposer makes easy goals only, and given ones have no proof"
    else:
        text += ": the prover proves next to nothing of what is proposed"
    return Finding("proposer", text, SEARCH_ON)


class Watch:
    """Source of a run's warnings; each is repeated after ``QUIET`` iterations at the earliest."""

    QUIET = 25
    WINDOW = 10  # iterations that a warning is about
    BEFORE = 5  # iterations before the first warning of a slow one

    def __init__(self) -> None:
        self._rows: deque[Row] = deque(maxlen=100)
        self._first_entropy = nan
        self._said: dict[str, int] = {}

    def update(self, row: Row) -> list[Finding]:
        """Take a row of the metrics and return the warnings to print."""
        found = [self._slow(row)]
        self._rows.append(row)
        # GRPO makes no step in its first batches: the first entropy is the first measured one.
        if isnan(self._first_entropy):
            self._first_entropy = number(row, "entropy")
        lately = RunMetrics.of([*self._rows][-self.WINDOW :], part=1)
        found.append(_groups(lately))
        if len(self._rows) >= self.WINDOW:
            last = {**lately.last, "entropy": number(row, "entropy")}
            now = replace(lately, first={"entropy": self._first_entropy}, last=last)
            collapse = _entropy(now)
            found.append(collapse if collapse and collapse.fix else _truncating(now))
        news = [one for one in found if one and one.fix]
        return [one for one in news if self._is_news(one.topic, int(row["iteration"]))]

    def _is_news(self, topic: str, iteration: int) -> bool:
        if iteration - self._said.get(topic, -self.QUIET) < self.QUIET:
            return False
        self._said[topic] = iteration
        return True

    def _slow(self, row: Row) -> Finding | None:
        """Return the warning of an iteration that took ``SLOW`` times the median."""
        if len(self._rows) < self.BEFORE or "max_budget" in row:
            return None
        usual, now = median(number(r, "seconds") for r in self._rows), number(row, "seconds")
        if not now > SLOW * usual:
            return None
        text = f"{slow_phase(row, [*self._rows])}, {now / usual:.1f} times the median"
        return Finding("time", text, LOOK_AROUND)


def _truncating(found: RunMetrics) -> Finding | None:
    """Return the warning that a limit cuts most episodes of a policy that fails."""
    cut, success = found.last["truncated"], found.last["success"]
    if found.searches or isnan(success) or not cut > CUT_MOSTLY or success >= LEARNED:
        return None
    text = f"{100 * cut:.0f} % of the last episodes ended at a limit, success {success:.3f}"
    return Finding("limits", text, f"{RAISE}, if proofs are longer; or --algo expert")
