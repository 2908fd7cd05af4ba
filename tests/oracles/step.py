"""Derivations in plain Python, a row at a time: what a step means, and what C is compared with.

States are tuples of tokens. SWI-Prolog resolves them; all else is here: windows, the merging of
variants, the loop check, pages, forced moves, ends, rewards, and where episodes start.
"""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field

import numpy as np

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.bridge.schema import BoolArray, Observation, Transition
from symbolic_rl.bridge.tokens import INTEGER_BASE, IntArray, TokenBatch
from symbolic_rl.derivations.pages import COUNTERS, Outcome
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.engine import COUNTERS as LOST
from tests.oracles.draw import Draw
from tests.oracles.general import GeneralEngine
from tests.oracles.views import shown

State = tuple[int, ...]


@dataclass
class Row:
    """A derivation: its state, and the window of actions that are open there."""

    query: int
    state: State
    level: int = 0
    episode: int = 0
    history: list[State] = field(default_factory=list)
    """States of the derivation, this one included."""
    following: list[State | None] = field(default_factory=list)
    """[A] the state that an action leads to; None where it is no candidate."""
    clauses: list[int] = field(default_factory=list)
    mask: list[bool] = field(default_factory=list)
    offset: int = 0
    next_offset: int = 0
    turned: int = 0
    inferences: int = 0
    gained: int = 0
    outcome: Outcome = Outcome.OPEN
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def forced(self) -> int | None:
        """The one legal action of an open row, if it has no other and it is a move."""
        legal = [action for action, is_legal in enumerate(self.mask) if is_legal]
        is_forced = self.outcome == Outcome.OPEN and len(legal) == 1 and self.is_move(legal[0])
        return legal[0] if is_forced else None

    def is_move(self, action: int) -> bool:
        """Whether an action is a candidate or *more*."""
        return self.following[action] is not None or self.clauses[action] == MORE


class PlainDerivations:
    """N rows of derivations; options are as in :class:`.Derivations`."""

    def __init__(
        self,
        problem: Problem,
        n: int,
        *,
        split: str = "train",
        seed: int = 0,
        in_order: bool = False,
        group_size: int = 1,
    ) -> None:
        self._problem, self._config = problem, problem.env_config
        self._engine = GeneralEngine(problem.program, problem.env_config)
        asked = problem.asked(split)
        self._queries = list(asked.queries)
        self.draw = Draw(asked.sizes, seed, in_order=in_order, group_size=group_size)
        self._starts: dict[int, Row] = {}
        self._shown: dict[State, tuple[np.ndarray, bool]] = {}
        self.counts: Counter[str] = Counter(dict.fromkeys(COUNTERS, 0))
        self.successes: dict[int, tuple[int, int]] = {}
        self.inferences = 0
        self.numbers = list(range(n))
        self.rows = [self._next_episode(number, -1) for number in self.numbers]

    def _open(self, row: Row) -> None:
        """Expand the state of a row at its offset, and lay out its window."""
        config, limit = self._config, self._config.n_candidates - self._config.refuse
        page = self._engine.expand(
            TokenBatch.of([row.state]),
            hidden=np.array([self._queries[row.query].hidden], np.int64),
            limit=limit,
            offset=np.array([row.offset]),
        )
        row.counts.update(dict(zip(LOST, page.lost[0].tolist(), strict=True)))
        has_more = bool(page.more[0])
        capacity = limit - has_more
        row.next_offset = row.offset + capacity
        found, before = list[tuple[State, int]](), set[State]()
        for i in range(min(len(page.candidates), capacity)):
            state = tuple(page.candidates[i].tolist())
            if state in before:
                row.counts["merged"] += 1
            elif self._problem.loop_check and state in row.history:
                row.counts["loops_masked"] += 1
            else:
                found.append((state, int(page.clauses[i])))
            before.add(state)
        self._close(row)
        for action, (state, clause) in enumerate(found):
            row.following[action], row.clauses[action], row.mask[action] = state, clause, True
        if has_more:
            row.clauses[limit - 1], row.mask[limit - 1] = MORE, True
        if not (found or has_more):
            row.outcome, row.mask[0] = Outcome.FAILED, True
            return
        if config.refuse:
            row.clauses[-1], row.mask[-1] = REFUSE, True
        row.outcome = Outcome.OPEN

    def _close(self, row: Row) -> None:
        width = self._config.n_candidates
        row.following, row.clauses, row.mask = [None] * width, [0] * width, [False] * width

    def _move(self, row: Row, action: int) -> None:
        """Choose a candidate or *more*."""
        state = row.following[action]
        if state is None:
            row.turned, row.offset = row.turned + 1, row.next_offset
            row.counts["pages_turned"] += 1
        else:
            row.state, row.inferences, row.turned, row.offset = state, row.inferences + 1, 0, 0
            if self._config.is_mdp and state[1:2] == (self._problem.vocabulary.state,):
                row.gained += state[2] - INTEGER_BASE
        if not row.state[0]:
            self._close(row)
            row.outcome, row.mask[0] = Outcome.PROVED, True
            return
        if state is not None and self._problem.loop_check:
            row.history = [*row.history, state]
        self._open(row)
        if row.outcome == Outcome.OPEN and row.turned > self._config.max_pages:
            row.outcome = Outcome.TRUNCATED
            row.counts["page_limits"] += 1
        elif row.outcome == Outcome.OPEN and row.inferences >= self._config.inference_limit:
            row.outcome = Outcome.TRUNCATED

    def _play(self, row: Row, action: int) -> None:
        """Take an action, and the forced moves behind it; what is no move ends in failure."""
        if not row.is_move(action):
            row.outcome = Outcome.FAILED
            return
        self._move(row, action)
        while self._config.auto_advance and (forced := row.forced) is not None:
            self._move(row, forced)

    def _next_episode(self, number: int, episode: int) -> Row:
        """Return row ``number`` at the start of the episode after ``episode``."""
        query, level = self.draw(number, episode + 1)
        if query not in self._starts:
            self._starts[query] = self._start(query)
        row = copy(self._starts[query])
        row.level, row.episode = level, episode + 1
        row.counts = Counter()
        self.counts.update(self._starts[query].counts)
        return row

    def _start(self, query: int) -> Row:
        """Return a row at the first decision of a query: no forced move ends the episode."""
        row = Row(query, tuple(self._queries[query].root(answers=False).tolist()))
        row.history = [row.state] * self._problem.loop_check
        self._open(row)
        if row.outcome == Outcome.FAILED:
            row.outcome = Outcome.OPEN  # the one legal action ends the episode
            if self._config.refuse:
                row.mask, row.clauses[-1] = [*[False] * (len(row.mask) - 1), True], REFUSE
        while self._config.auto_advance and (forced := row.forced) is not None:
            after = copy(row)
            after.counts = copy(row.counts)
            self._move(after, forced)
            if after.outcome != Outcome.OPEN:
                break
            row = after
        row.gained = 0
        self._observed([row])
        return row

    def step(
        self, actions: IntArray, *, restart: bool = True, stays: BoolArray | None = None
    ) -> tuple[Transition, Observation]:
        """Take an action in each row; see :meth:`.Derivations.step`."""
        results = list[tuple[float, bool, bool, float, int]]()
        moving = [stays is None or not stays[i] for i in range(len(self.rows))]
        for row, action, moves in zip(self.rows, actions.tolist(), moving, strict=True):
            if not moves:
                results.append((0.0, False, False, 0.0, 0))
                continue
            inferences, gained = row.inferences, row.gained
            label, refused = self._queries[row.query].label, row.clauses[action] == REFUSE
            self._play(row, action)
            self.inferences += row.inferences - inferences
            is_done, is_cut = row.outcome != Outcome.OPEN, row.outcome == Outcome.TRUNCATED
            won = row.outcome == Outcome.PROVED or (refused and not label)
            reward = total = float(won)
            if self._config.is_mdp:
                scale = self._config.reward_scale
                reward, total = (row.gained - gained) * scale, row.gained * scale * is_done
            if is_done:
                before = self.successes.get(row.level, (0, 0))
                self.successes[row.level] = before[0] + won, before[1] + 1
            ends = is_done and not is_cut, is_cut
            results.append((reward, *ends, total, row.inferences * is_done))
        columns = [np.array(column)[:, None] for column in zip(*results, strict=True)]
        types = np.float32, np.bool_, np.bool_, np.float32, np.int32
        arrays = (column.astype(kind) for column, kind in zip(columns, types, strict=True))
        self._observed([row for row, moves in zip(self.rows, moving, strict=True) if moves])
        transition = Transition(self.current(), *arrays)
        for row in self.rows:
            self.counts.update(row.counts)
            row.counts = Counter()
        return transition, self.reset([i for i in self.ended if restart and moving[i]])

    @property
    def ended(self) -> list[int]:
        """Rows whose episode is over."""
        return [i for i, row in enumerate(self.rows) if row.outcome != Outcome.OPEN]

    def reset(self, rows: Sequence[int]) -> Observation:
        """Start the next episode in ``rows``; return the observation of all."""
        for i in rows:
            self.rows[i] = self._next_episode(self.numbers[i], self.rows[i].episode)
        return self.current()

    def keep(self, rows: Sequence[int]) -> Observation:
        """Go on with ``rows`` only."""
        self.rows, self.numbers = [self.rows[i] for i in rows], [self.numbers[i] for i in rows]
        return self.current()

    def current(self) -> Observation:
        """Return the observation of all rows, without counting what it cuts."""
        return self._observed(self.rows, counted=False)

    def _observed(self, rows: Sequence[Row], *, counted: bool = True) -> Observation:
        """Show rows, and count the states of which only a part is seen."""
        nothing = np.zeros((self._problem.view.n_goals, self._problem.view.goal_width), np.int32)
        goals, candidates = [], []
        for row in rows:
            views = [self._view(state) for state in (row.state, *row.following)]
            row.counts["view_cuts"] += counted * sum(is_cut for _, is_cut in filter(None, views))
            first, *others = (view[0] if view else nothing for view in views)
            goals.append(first)
            candidates.append(others)
        return Observation(
            goals=np.array(goals),
            candidates=np.array(candidates),
            clauses=np.array([row.clauses for row in rows], np.int32),
            action_mask=np.array([row.mask for row in rows]),
            inferences=np.array([[row.inferences] for row in rows], np.int32),
        )

    def _view(self, state: State | None) -> tuple[np.ndarray, bool] | None:
        if state is not None and state not in self._shown:
            self._shown[state] = shown(self._problem.view, self._problem.vocabulary, state)
        return None if state is None else self._shown[state]
