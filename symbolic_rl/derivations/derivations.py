"""N derivations side by side: their state, and their observations.

All state of an episode is in arrays; the engine holds only the program. Torch-free, for worker
processes.

Dimension key: N rows.
"""

from collections.abc import Sequence
from time import perf_counter
from typing import Any, TypedDict

import numpy as np

from symbolic_rl.base.config import MAX_SEED
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.schema import BoolArray, Observation, Transition
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.derivations.pages import COUNTERS, Pages
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.derivations.queries import EpisodeStarts, QueryDraw
from symbolic_rl.derivations.rows import DerivationRows, by_level, expect_draw, expect_rows
from symbolic_rl.derivations.step import PlacedFrame, Step, StepContext, start
from symbolic_rl.derivations.views import ObservationWriter


class RowOptions(TypedDict, total=False):
    """Keyword arguments of :class:`Derivations` that environments and worker pools take as well."""

    seed: int
    split: str
    with_candidates: int
    group_size: int
    first_row: int


def expect_counts(n: int, *, seed: object = 0, group_size: int = 1, **parts: int) -> None:
    """Raise ConfigError unless ``n`` rows can be made with this seed, in groups, by these parts.

    ``parts`` is a number of threads or workers, by its name; there are at most as many workers as
    groups.
    """
    for name, value in {"n_envs": n, "group_size": group_size, **parts}.items():
        if not isinstance(value, int | np.integer) or value < 1:
            fix = "give a whole number of at least 1."
            raise ConfigError(f"{name}={value!r} is not allowed.", name, fix)
    if n % group_size:
        what = f"n_envs={n} rows cannot be drawn in groups of {group_size}."
        raise ConfigError(what, "group_size", f"give a number that divides {n}.")
    if parts.get("n_workers", 1) > n // group_size:
        what = f"n_workers={parts['n_workers']} is more than n_envs={n} can be shared by."
        raise ConfigError(what, "n_workers", f"give at most {n // group_size}.")
    for one in seed if isinstance(seed, Sequence) else (seed,):
        if not isinstance(one, int | np.integer) or not 0 <= one <= MAX_SEED:
            fix = "give a whole number from 0 to 2**64 - 1."
            raise ConfigError(f"seed={one!r} is not allowed.", "seed", fix)


PARTS_PER_THREAD = 4
"""Parts of the rows per thread, if there are several threads; large parts come first."""


class Derivations:
    """N rows of derivations of the queries of a split.

    >>> import numpy as np
    >>> from symbolic_rl.derivations.problem import load_problem
    >>> rows = Derivations(load_problem("countries_s1"), 4)
    >>> observation = rows.reset()
    >>> transition, observation = rows.step(observation.action_mask.argmax(axis=1))
    >>> transition.reward.shape, observation.goals.dtype
    ((4, 1), dtype('int32'))

    ``first_row`` is the number of the first row, if the rows are spread over several objects. With
    ``in_order``, row r always takes query ``first_row + r``; otherwise ``seed``, one or one for
    each row, and ``group_size`` are as in :class:`.QueryDraw`. ``max_inferences`` 0 is the
    problem's own limit. ``n_threads`` step parts of the rows side by side.
    """

    def __init__(
        self,
        problem: Problem,
        n: int,
        *,
        split: str = "train",
        seed: int | Sequence[int] = 0,
        first_row: int = 0,
        with_candidates: int = True,
        max_inferences: int = 0,
        in_order: bool = False,
        group_size: int = 1,
        n_threads: int = 1,
    ) -> None:
        expect_counts(n, seed=seed, group_size=group_size, n_threads=n_threads)
        self._problem, config = problem, problem.env_config
        asked = problem.asked(split)
        self.queries = asked.queries
        self.draw = QueryDraw(
            asked.sizes,
            np.arange(first_row, first_row + n),
            seed,
            in_order=in_order,
            group_size=group_size,
        )
        pager = problem.make_pager(
            max_inferences=max_inferences or config.inference_limit, max_pages=config.max_pages
        )
        self._writer = ObservationWriter(
            problem.viewer, problem.sizes, with_candidates=with_candidates
        )
        auto = config.auto_advance
        self._context = StepContext(
            pager=pager,
            writer=self._writer,
            starts=EpisodeStarts(self.queries, pager, self._writer, auto_advance=auto),
            draw=self.draw,
            labels=asked.labels,
            hidden=asked.hidden,
            auto_advance=auto,
            reward_scale=config.reward_scale,
            n_threads=n_threads,
        )
        self._step = Step(self._context)
        self.rows = DerivationRows.blank(
            n, config.n_candidates, n_levels=len(asked.sizes), n_parts=_n_parts(n, n_threads)
        )
        self._observation = self._writer.blank(n)

    @property
    def n(self) -> int:
        """Number of rows."""
        return len(self.rows)

    @property
    def pages(self) -> Pages:
        """The open page of each row."""
        return self.rows.pages

    def reset(self, rows: IntArray | None = None) -> Observation:
        """Start the next episode in ``rows`` (default: all); return a fresh observation of all."""
        started = perf_counter()
        # A caller may still hold the arrays of the last reset.
        self._observation = self._observation.copy()
        which = np.arange(self.n) if rows is None else rows
        start(self._context, self.rows, which, self._observation)
        self._step.seconds["reset"] += perf_counter() - started
        return self._observation

    def step(
        self,
        actions: IntArray,
        *,
        restart: bool = True,
        into: PlacedFrame | None = None,
        stays: BoolArray | None = None,
    ) -> tuple[Transition, Observation]:
        """Take one action [N] in each row, and the forced moves after it.

        Rows that ended start their next episode if ``restart``. Rows of the mask ``stays`` [N] take
        no action and are shown again, ended or not; their actions are any legal ones. Arrays are
        fresh, or the arrays of ``into``. EngineError: an action is masked, or a builtin has raised
        an error.
        """
        stepped = self.begin(actions, restart=restart, into=into, stays=stays)
        self.end()
        return stepped

    def begin(
        self,
        actions: IntArray,
        *,
        restart: bool = True,
        into: PlacedFrame | None = None,
        stays: BoolArray | None = None,
    ) -> tuple[Transition, Observation]:
        """Begin a :meth:`step`, to be ended by :meth:`end`; other threads work in between."""
        frame = into or self._step.frame(self.n)
        self._step.begin(self.rows, actions, frame, restart=restart, stays=stays)
        self._observation = frame.current
        return frame.transition, frame.current

    def end(self) -> None:
        """Wait until the step that has begun is done; EngineError: a builtin raised an error."""
        self._step.end()

    def set_level(self, level: int) -> None:
        """Draw queries of ``level`` (from 0) and below from now on."""
        self.draw.level = level

    # ---- counts and times

    @property
    def counters(self) -> dict[str, int]:
        """Counts since construction: lost, merged, masked, paged, cut."""
        return dict(zip(COUNTERS, self.rows.counted.sum(axis=0).tolist(), strict=True))

    @property
    def successes(self) -> dict[int, tuple[int, int]]:
        """Episodes that earned a reward, and all that ended, since construction, by level."""
        return by_level(self.rows.tallies.sum(axis=0).tolist())

    @property
    def inferences(self) -> int:
        """Inferences since construction, resets not included."""
        return int(self.rows.inferences.sum())

    @property
    def seconds(self) -> dict[str, float]:
        """Time since construction: expand (moves), view (observations, restarts), reset."""
        return dict(self._step.seconds)

    # ---- fewer rows, checkpoints

    def keep(self, rows: IntArray) -> Observation:
        """Drop all rows but ``rows`` [M]; return their observation."""
        self.rows, self._observation = self.rows.kept(rows), self._observation[rows]
        self.draw.keep(rows)
        return self.current()

    def current(self) -> Observation:
        """Return a copy of the observation of all rows."""
        return self._observation.copy()

    def state(self) -> dict[str, Any]:
        """Return a copy of all state, for :meth:`restore`: arrays and plain values."""
        return {"rows": self.rows.state(), "draw": self.draw.state()}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from :meth:`state`, or change nothing and raise RunError: it does not fit."""
        rows = DerivationRows.of_state(state["rows"])
        problem, n_levels = self._problem, self.rows.tallies.shape[1]
        expect_rows(
            rows,
            self.rows,
            vocabulary=problem.engine.vocabulary,
            n_queries=len(self.queries),
            n_clauses=problem.n_clauses,
        )
        expect_draw(state["draw"], self.draw.state(), n_levels=n_levels)
        # All checks have passed: from here on nothing can fail.
        rows.part(self.rows.n_parts)
        self.rows, self._observation = rows, self._writer.blank(self.n)
        # Of a copy, since the views that are cut were counted when they were shown first.
        self._writer.show(rows.pages.save(np.arange(self.n)), self._observation)
        self.draw.restore(state["draw"])


def _n_parts(n: int, n_threads: int) -> int:
    """Return the number of parts of N rows: more than threads, so that no thread waits long."""
    return 1 if n_threads == 1 else min(n, n_threads * PARTS_PER_THREAD)
