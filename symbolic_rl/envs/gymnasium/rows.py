"""Rows of derivations of gymnasium's environments, and their transcripts.

Dimension key: N rows, A actions.
"""

from collections.abc import Sequence
from functools import cached_property
from os.path import basename
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.base.errors import EngineError, KeywordError
from symbolic_rl.bridge.schema import BoolArray, Observation, Transition
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.program.clauses import FIRST_CLAUSE

_SPECIAL = {MORE: "more", REFUSE: "refuse"}


class GymDerivations:
    """N derivations, and their current observation."""

    def __init__(self, problem: Problem, n: int, *, split: str, with_candidates: int) -> None:
        self.problem, self.n = problem, n
        self._options: dict[str, Any] = {"split": split, "with_candidates": with_candidates}
        self._derivations: Derivations | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return the rows without their problem, for :meth:`reopen`."""
        state = self.__dict__.copy()
        del state["problem"]
        state.pop("places", None)
        if self._derivations is not None:
            state["_derivations"] = self._derivations.state()
        return state

    def reopen(self, problem: Problem) -> None:
        """Continue with a problem, after the rows were copied or unpickled."""
        self.problem, state = problem, self._derivations
        if isinstance(state, dict):
            self._derivations = Derivations(problem, self.n, **self._options)
            self._derivations.restore(state)

    @property
    def is_open(self) -> bool:
        """True after the first reset."""
        return self._derivations is not None

    @cached_property
    def places(self) -> list[str]:
        """File and line of each clause."""
        return [f"{basename(c.file)}:{c.line}" for c in self.problem.program.clauses]

    @property
    def derivations(self) -> Derivations:
        """The derivations; EngineError: no reset has been made."""
        if self._derivations is None:
            raise EngineError("there is no derivation yet.", "step", "call reset() first.")
        return self._derivations

    def reset(self, seed: int | Sequence[int] | None, mask: BoolArray | None = None) -> Observation:
        """Start the next episode in all rows, or in the rows of ``mask`` [N].

        With a seed, or with one for each row, all rows start anew.
        """
        if seed is not None or self._derivations is None:
            self._options["seed"] = 0 if seed is None else seed
            self._derivations = Derivations(self.problem, self.n, **self._options)
            mask = None
        self.shown = self.derivations.reset(None if mask is None else np.flatnonzero(mask))
        return self.shown

    def step(
        self, actions: NDArray[Any], *, restart: bool, stays: BoolArray | None = None
    ) -> tuple[Transition, BoolArray]:
        """Take one action in each row; the observation after it is in ``shown``.

        EngineError: an action is outside the window, or there was no reset yet.

        Args:
            actions: [N] index into the window.
            restart: start the next episode in rows that ended.
            stays: [N] rows that take no action, whatever is given for them.

        Returns:
            the transition, and a mask [N] of rows with a forbidden action, whose derivation fails
            at its current state.
        """
        derivations, before = self.derivations, self.shown
        self.before = before
        actions = np.asarray(actions, np.int64).reshape(self.n)
        mask = before.action_mask
        if stays is not None:
            actions = np.where(stays, mask.argmax(1), actions)
        outside = actions[(actions < 0) | (actions >= mask.shape[1])]
        if outside.size:
            raise EngineError(
                f"there is no action {int(outside[0])}.",
                "step",
                f"choose from 0 to {mask.shape[1] - 1}.",
            )
        illegal = ~mask[np.arange(self.n), actions]
        # All rows step together, so a row with a forbidden action takes a legal one, undone below.
        actions = np.where(illegal, mask.argmax(1), actions)
        transition, self.shown = derivations.step(actions, restart=restart, stays=stays)
        if illegal.any():
            self._fail(transition, np.flatnonzero(illegal), before, restart)
        return transition, illegal

    def _fail(
        self, transition: Transition, rows: NDArray[np.int64], before: Observation, restart: bool
    ) -> None:
        ended = (transition.terminated | transition.truncated)[rows, 0]
        # Undo that move in the frame; the row itself restarts.
        transition.observation[rows] = before[rows]
        transition.reward[rows] = 0
        transition.episode_return[rows] = 0
        transition.terminated[rows], transition.truncated[rows] = True, False
        transition.episode_inferences[rows] = before.inferences[rows]
        if not restart:
            self.shown[rows] = before[rows]
        elif not ended.all():
            self.shown = self.derivations.reset(rows[~ended])


class Transcripts:
    """Transcripts of N rows: one line for each action.

    A line has the inferences so far, the place of the chosen clause, and the open goals after it
    and the forced moves. A finished episode is shown until the next action, even if its row has
    restarted.

    ``render_mode`` is ``ansi``; None keeps no transcripts. KeywordError: there is no such mode.
    """

    def __init__(self, rows: GymDerivations, render_mode: str | None) -> None:
        if render_mode not in (None, "ansi"):
            raise KeywordError(
                f"render_mode={render_mode!r} is not allowed",
                "gymnasium.make",
                "give 'ansi' or None.",
            )
        self._rows, self._is_kept = rows, render_mode is not None
        self._lines: list[list[str]] = []
        self._next: dict[int, list[str]] = {}

    def start(self, mask: BoolArray | None) -> None:
        """Begin new transcripts in all rows, or in the rows of ``mask`` [N]."""
        if not self._is_kept:
            return
        n = len(self._rows.derivations.rows)
        if mask is None or not self._lines:
            self._lines = [[] for _ in range(n)]
        for row in range(n) if mask is None else np.flatnonzero(mask).tolist():
            self._next.pop(row, None)
            self._lines[row] = self._opening(row)

    def step(
        self,
        actions: NDArray[Any],
        transition: Transition,
        illegal: BoolArray,
        *,
        restart: bool,
        stays: BoolArray | None = None,
    ) -> None:
        """Add the lines of actions [N]; ``illegal`` [N] marks masked ones, ``stays`` none."""
        if not self._is_kept:
            return
        clauses = self._rows.before.clauses
        ended = (transition.terminated | transition.truncated)[:, 0]
        for row, action in enumerate(np.asarray(actions).reshape(-1).tolist()):
            if stays is not None and stays[row]:
                continue
            lines = self._lines[row] = self._next.pop(row, self._lines[row])
            clause = int(clauses[row, action])
            place = "masked action" if illegal[row] else self._place(clause)
            if not ended[row]:
                inferences = int(transition.observation.inferences[row, 0])
                lines.append(_line(inferences, place, self._goals(row)))
                continue
            reward = float(transition.reward[row, 0])
            end = "proved" if reward > 0 and clause != REFUSE else f"ended, reward {reward:g}"
            if transition.truncated[row, 0]:
                end = "ended at a limit"
            lines.append(_line(int(transition.episode_inferences[row, 0]), place, end))
            if restart:
                self._next[row] = self._opening(row)

    def texts(self) -> tuple[str, ...] | None:
        """Return the transcript of each row; None without a render mode."""
        if not self._is_kept:
            return None
        return tuple(map("\n".join, self._lines)) or ("",) * self._rows.n

    def _opening(self, row: int) -> list[str]:
        derivations = self._rows.derivations
        query = derivations.queries[int(derivations.rows.query[row])]
        inferences = int(self._rows.shown.inferences[row, 0])
        return [f"?- {query.text}.", _line(inferences, "", self._goals(row))]

    def _goals(self, row: int) -> str:
        pages = self._rows.derivations.pages
        tokens = pages.states(np.array([row]))[0].tolist()
        return f"?- {', '.join(self._rows.problem.vocabulary.text(tokens[1:]))}."

    def _place(self, clause: int) -> str:
        if clause < FIRST_CLAUSE:
            return _SPECIAL.get(clause, "query")
        return self._rows.places[clause - FIRST_CLAUSE]


def _line(inferences: int, place: str, goals: str) -> str:
    return f"{inferences:>6}  {place:<18}  {goals}"
