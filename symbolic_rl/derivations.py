"""N derivations side by side: what happened so far, and what the policy is shown.

All state of an episode is here, in arrays; the engine holds the program only. Torch-free, so that
worker processes can use it. ``step`` resolves the chosen candidates, plays the moves that leave no
choice, and starts the next derivation where one ended.

Dimension key: N rows, A actions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.config import MORE, REFUSE
from symbolic_rl.engine.tokens import IntArray, TokenBatch, splitmix64
from symbolic_rl.errors import EngineError
from symbolic_rl.pages import COUNTERS, Outcome, Pages
from symbolic_rl.problem import Problem
from symbolic_rl.roots import Roots
from symbolic_rl.windows import Observation, Window

BoolArray = NDArray[np.bool_]


@dataclass
class Transition:
    """What a step led to, before the rows that ended start anew; all arrays are [N, 1]."""

    observation: Observation
    reward: NDArray[np.float32]
    terminated: BoolArray
    truncated: BoolArray
    episode_return: NDArray[np.float32]
    """At the end of an episode; else 0."""
    episode_inferences: NDArray[np.int32]
    """At the end of an episode; else 0."""


class QueryDraw:
    """Which query the e-th episode of a row plays: a function of seed, row, e and the level alone.

    With ``group_size`` G, each G rows that follow one another are a team. The episodes that start
    in a team are numbered in the order in which they start, those of one step by row, and G
    numbers that follow one another play the same query: a function of seed, team, number // G and
    of the level when the first of them started. So whichever row is free goes on with the group
    that is being played, and a group waits for its own episodes alone.

    Args:
        sizes: number of queries of each level, easiest first.
        rows: [N] numbers of the rows.
        seed: seed of the draw.
        current_share: share of episodes on the current level.
        group_size: episodes that play the same query; ``rows`` are whole teams then.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        rows: IntArray,
        seed: int,
        current_share: float,
        group_size: int = 1,
    ) -> None:
        self._first = np.cumsum([0, *sizes])
        self._size = np.array(sizes, np.uint64)
        teams = (rows // group_size).astype(np.uint64)
        self._rows = splitmix64(teams ^ splitmix64(np.full(1, seed, np.uint64)))
        self._share = current_share
        self.level = 0
        self._group_size = group_size
        n_teams = rows.size // group_size
        self._team = np.arange(rows.size) // group_size
        self._started = np.zeros(n_teams, np.int64)
        self._group = np.full(n_teams, -1)
        self._level = np.zeros(n_teams, np.int64)

    def __call__(self, rows: IntArray, episodes: IntArray) -> tuple[IntArray, IntArray]:
        """Queries [M], and their levels [M], of episodes [M] of ascending rows [M], by index."""
        in_force = np.full(rows.size, self.level)
        if self._group_size > 1:
            episodes, in_force = self._in_groups(self._team[rows])
        pick = splitmix64(self._rows[rows] ^ episodes.astype(np.uint64))
        level = in_force
        if in_force.any():
            which = splitmix64(pick)
            is_current = (which >> np.uint64(11)) / 2.0**53 < self._share
            below = np.maximum(in_force, 1).astype(np.uint64)
            earlier = (splitmix64(which) % below).astype(np.int64)
            level = np.where(is_current, in_force, np.where(in_force > 0, earlier, 0))
        return self._first[level] + (pick % self._size[level]).astype(np.int64), level

    def _in_groups(self, team: IntArray) -> tuple[IntArray, IntArray]:
        """Groups that the next episodes of ascending teams [M] belong to, and their levels."""
        number = self._started[team] + np.arange(team.size) - np.searchsorted(team, team)
        np.add.at(self._started, team, 1)
        group = number // self._group_size
        level = np.where(group == self._group[team], self._level[team], self.level)
        self._group[team], self._level[team] = group, level  # of one team the last one counts
        return group, level

    def keep(self, rows: IntArray) -> None:
        """Go on with ``rows`` only, numbered from 0."""
        self._rows, self._team = self._rows[rows], self._team[rows]

    def state(self) -> dict[str, Any]:
        """What :meth:`restore` needs to go on from here."""
        groups = {"started": self._started, "group": self._group, "group_level": self._level}
        return {"level": self.level, **_copied(groups)}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state`."""
        self.level = state["level"]
        self._started, self._group = state["started"].copy(), state["group"].copy()
        self._level = state["group_level"].copy()


class Derivations:
    """N rows of derivations of the queries of a split.

    Args:
        problem: program, queries and settings.
        n: number of rows.
        split: whose queries are played.
        seed: seed of the order of queries.
        first_row: number of the first row, where rows are spread over several objects.
        with_candidates: show the candidates' resolvents.
        max_inferences: 0, or a number instead of the problem's own.
        in_order: play queries ``first_row``, ``first_row + 1`` ... instead of drawing them.
        group_size: episodes that play the same query; see :class:`QueryDraw`.
    """

    def __init__(
        self,
        problem: Problem,
        n: int,
        *,
        split: str = "train",
        seed: int = 0,
        first_row: int = 0,
        with_candidates: bool = True,
        max_inferences: int = 0,
        in_order: bool = False,
        group_size: int = 1,
    ) -> None:
        config = problem.env_config
        levels = problem.levels(split)
        self.queries = [query for level in levels for query in level]
        self.n = n
        self._rows = np.arange(first_row, first_row + n)
        share = problem.curriculum.current_share
        sizes = [len(level) for level in levels]
        self.draw = QueryDraw(sizes, self._rows, seed, share, group_size)
        self._in_order, self._auto = in_order, config.auto_advance
        self._pager = problem.make_pager(
            max_inferences=max_inferences or config.max_inferences,
            max_pages=config.max_pages,
        )
        self._window = Window(
            problem.viewer, width=config.n_candidates, with_candidates=with_candidates
        )
        self._roots = Roots(self.queries, self._pager, self._window, auto_advance=self._auto)
        self._labels = np.array([query.label for query in self.queries])
        self._hidden = np.array([query.hidden for query in self.queries], np.int64)
        self.pages = Pages.blank(n, config.n_candidates)
        self.query = np.zeros(n, np.int64)
        """[N] index of the query that is being proved."""
        self.level = np.zeros(n, np.int64)
        """[N] level of that query."""
        self.episode = np.full(n, -1)
        """[N] how many episodes the row has finished."""
        self._counted = np.zeros(len(COUNTERS), np.int64)
        self._tallies = np.zeros((len(levels), 2), np.int64)
        self.inferences = 0
        """Inferences since construction, those of resets not included."""
        self.seconds = {"expand": 0.0, "reset": 0.0, "view": 0.0}
        """Time since construction, by phase."""
        self._observation = self._window.blank(n)

    # ---- the start of episodes

    def reset(self, rows: IntArray | None = None) -> Observation:
        """Start the next episode in ``rows`` (default: all); a fresh observation of all rows."""
        self._observation = self._observation.copy()
        self._start(np.arange(self.n) if rows is None else rows, self._observation)
        self._count()
        return self._observation

    def _start(self, rows: IntArray, observation: Observation) -> None:
        started = perf_counter()
        self.episode[rows] += 1
        if self._in_order:
            self.query[rows] = self._rows[rows] % len(self.queries)
        else:
            self.query[rows], self.level[rows] = self.draw(rows, self.episode[rows])
        self._roots.copy_to(self.pages, rows, self.query[rows], observation)
        self.seconds["reset"] += perf_counter() - started

    # ---- steps

    def blank(self, n: int) -> Observation:
        """An observation of ``n`` rows, all padding."""
        return self._window.blank(n)

    def step(
        self,
        actions: IntArray,
        *,
        restart: bool = True,
        into: tuple[Observation, Observation] | None = None,
    ) -> tuple[Transition, Observation]:
        """Play one action in each row, and the forced moves behind it.

        Args:
            actions: [N] index into the window.
            restart: start the next episode in rows that ended.
            into: two blank observations of N rows to write to, instead of fresh ones.

        Returns:
            the transition, and the observation after the restart; all arrays are fresh.

        Raises:
            EngineError: an action is masked.
        """
        self.begin(actions)()
        return self.end(restart=restart, into=into)

    def begin(self, actions: IntArray) -> Callable[[], None]:
        """The first part of :meth:`step`; what it returns plays the moves, in any thread.

        Args:
            actions: [N] index into the window.

        Raises:
            EngineError: an action is masked.
        """
        started = perf_counter()
        self._check(actions)
        pages, rows = self.pages, np.arange(self.n)
        self._before = int(pages.inferences.sum())
        self._reward = np.zeros(self.n, np.float32)
        clauses = pages.clauses[rows, actions]
        is_move = (pages.slots[rows, actions] >= 0) | (clauses == MORE)
        if not is_move.all():
            pages.outcome[~is_move] = Outcome.FAILED
            refused = clauses == REFUSE
            self._reward[refused] = ~self._labels[self.query[refused]]
            rows, actions = rows[is_move], actions[is_move]
        hidden = self._hidden[self.query]
        run = self._pager.prepare(pages, rows, actions, hidden, auto=self._auto)
        self.seconds["expand"] += perf_counter() - started

        def play() -> None:
            started = perf_counter()
            run()
            self.seconds["expand"] += perf_counter() - started

        return play

    def end(
        self, *, restart: bool = True, into: tuple[Observation, Observation] | None = None
    ) -> tuple[Transition, Observation]:
        """The last part of :meth:`step`, which see."""
        started = perf_counter()
        pages = self.pages
        self._pager.finish(pages)
        self._reward[pages.outcome == Outcome.REFUTED] = 1.0
        self.inferences += int(pages.inferences.sum()) - self._before
        self.seconds["expand"] += perf_counter() - started
        fresh = into or (self.blank(self.n), self.blank(self.n))
        return self._result(self._reward, restart, fresh)

    def _check(self, actions: IntArray) -> None:
        legal = self.pages.mask[np.arange(self.n), actions]
        if not legal.all():
            row = int(np.flatnonzero(~legal)[0])
            raise EngineError(
                f"action {int(actions[row])} of row {row} is masked.",
                "step",
                f"choose one of {np.flatnonzero(self.pages.mask[row]).tolist()}.",
            )

    def _result(
        self,
        reward: NDArray[np.float32],
        restart: bool,
        into: tuple[Observation, Observation],
    ) -> tuple[Transition, Observation]:
        started = perf_counter()
        pages, (following, root) = self.pages, into
        self._window.show(pages, following)
        root.assign(following)
        truncated = pages.outcome == Outcome.TRUNCATED
        done = pages.outcome != Outcome.OPEN
        inferences = np.where(done, pages.inferences, 0).astype(np.int32)
        transition = Transition(
            observation=following,
            reward=reward[:, None],
            terminated=(done & ~truncated)[:, None],
            truncated=truncated[:, None],
            episode_return=reward[:, None].copy(),
            episode_inferences=inferences[:, None],
        )
        self.seconds["view"] += perf_counter() - started
        self._observation = root
        self._tally(done, reward)
        self._count()
        if restart and done.any():
            self._start(np.flatnonzero(done), root)
            self._count()
        return transition, root

    def _tally(self, done: BoolArray, reward: NDArray[np.float32]) -> None:
        rows = np.flatnonzero(done)
        if rows.size:
            n_levels, level = len(self._tallies), self.level[rows]
            won = np.bincount(level, reward[rows] > 0, n_levels)
            self._tallies[:, 0] += won.astype(np.int64)
            self._tallies[:, 1] += np.bincount(level, minlength=n_levels)

    def _count(self) -> None:
        self._counted += self.pages.counted.sum(axis=0)
        self.pages.counted[:] = 0

    @property
    def counters(self) -> dict[str, int]:
        """What was lost, merged, masked, paged or cut since construction."""
        return dict(zip(COUNTERS, self._counted.tolist(), strict=True))

    @property
    def successes(self) -> dict[int, tuple[int, int]]:
        """Episodes that earned a reward, and all that ended, since construction, by level."""
        return {
            level: (won, played)
            for level, (won, played) in enumerate(self._tallies.tolist())
            if played
        }

    def keep(self, rows: IntArray) -> Observation:
        """Go on with ``rows`` [M] only and drop the others; the observation of those kept."""
        everyone = np.arange(rows.size)
        pages = Pages.blank(rows.size, self._window.width)
        observation = self._window.blank(rows.size)
        pages.copy_rows(self.pages, everyone, rows)
        observation.copy_rows(self._observation, everyone, rows)
        self.pages, self._observation, self.n = pages, observation, rows.size
        self._rows, self.query = self._rows[rows], self.query[rows]
        self.level, self.episode = self.level[rows], self.episode[rows]
        self.draw.keep(rows)
        return observation.copy()

    # ---- checkpoints

    def state(self) -> dict[str, Any]:
        """What :meth:`restore` needs to go on from here: arrays and plain values."""
        return {
            "pages": {**_copied(vars(self.pages)), "pool": _copied(vars(self.pages.pool))},
            "query": self.query.copy(),
            "level": self.level.copy(),
            "episode": self.episode.copy(),
            "draw": self.draw.state(),
            "counted": self._counted.copy(),
            "tallies": self._tallies.copy(),
            "observation": self._observation.copy().arrays(),
        }

    def current(self) -> Observation:
        """The observation of all rows, a copy."""
        return self._observation.copy()

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state`."""
        pool = TokenBatch(**_copied(state["pages"]["pool"]))
        self.pages = Pages(**{**_copied(state["pages"]), "pool": pool})
        self.query, self.level = state["query"].copy(), state["level"].copy()
        self.episode = state["episode"].copy()
        self.draw.restore(state["draw"])
        self._counted, self._tallies = state["counted"].copy(), state["tallies"].copy()
        observation = {"candidates": None, **_copied(state["observation"])}
        self._observation = Observation(**observation)


def _copied(arrays: dict[str, Any]) -> dict[str, Any]:
    return {name: array.copy() for name, array in arrays.items() if isinstance(array, np.ndarray)}
