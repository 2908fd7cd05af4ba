"""Transcripts of derivations in Prolog's syntax: ``render_mode="ansi"``."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.schema import BoolArray, Transition
from symbolic_rl.envs.gymnasium.spaces import GymDerivations
from symbolic_rl.program.clauses import FIRST_CLAUSE

_SPECIAL = {MORE: "more", REFUSE: "refuse"}


def transcripts_for(render_mode: str | None, rows: GymDerivations) -> "Transcripts | None":
    """Return the transcripts that a ``render_mode`` asks for.

    Raises:
        ConfigError: there is no such mode.
    """
    if render_mode is None:
        return None
    if render_mode != "ansi":
        raise ConfigError(
            f"render_mode={render_mode!r} is not allowed.", "gymnasium.make", "give 'ansi' or None."
        )
    return Transcripts(rows)


class Transcripts:
    """Derivations of N rows as they are played: one line for each action.

    A line has the inferences so far, the place of the clause that was chosen, and the open goals
    behind it and the forced moves that followed. An episode that has ended is shown until the next
    action, also where its row has started anew.

    Args:
        rows: the derivations.
    """

    def __init__(self, rows: GymDerivations) -> None:
        self._rows = rows
        self._lines: list[list[str]] = []
        self._next: dict[int, list[str]] = {}

    def start(self, mask: BoolArray | None) -> None:
        """Begin anew in all rows, or in those of ``mask`` [N]."""
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
    ) -> None:
        """Add the lines of a step.

        Args:
            actions: [N] the choices.
            transition: the result.
            illegal: [N] the choice was masked.
        """
        clauses = self._rows.before.clauses
        ended = (transition.terminated | transition.truncated)[:, 0]
        for row, action in enumerate(np.asarray(actions).reshape(-1).tolist()):
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
            self._next[row] = self._opening(row)

    def text(self, row: int) -> str:
        """Return the transcript of a row."""
        return "\n".join(self._lines[row]) if self._lines else ""

    def _opening(self, row: int) -> list[str]:
        derivations = self._rows.derivations
        query = derivations.queries[int(derivations.query[row])]
        inferences = int(self._rows.shown.inferences[row, 0])
        return [f"?- {query.text}.", _line(inferences, "", self._goals(row))]

    def _goals(self, row: int) -> str:
        pages = self._rows.derivations.pages
        tokens = pages.states(np.array([row]))[0].tolist()
        return f"?- {', '.join(self._rows.vocabulary.text(tokens[1:]))}."

    def _place(self, clause: int) -> str:
        if clause < FIRST_CLAUSE:
            return _SPECIAL.get(clause, "query")
        return self._rows.places[clause - FIRST_CLAUSE]


def _line(inferences: int, place: str, goals: str) -> str:
    return f"{inferences:>6}  {place:<18}  {goals}"
