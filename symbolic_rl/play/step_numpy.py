"""A step of all rows, in numpy: moves, their results, and the start of the next episodes.

Dimension key: N rows, A actions, Q queries.
"""

from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge.schema import BoolArray, Frame, Observation, Transition
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.play.observation import ObservationWriter
from symbolic_rl.play.pages import Outcome, Pager
from symbolic_rl.play.queries import EpisodeStarts, QueryDraw
from symbolic_rl.play.rows import DerivationRows


@dataclass(frozen=True)
class StepContext:
    """Everything that a step depends on besides the rows."""

    pager: Pager
    writer: ObservationWriter
    starts: EpisodeStarts
    draw: QueryDraw
    labels: BoolArray
    """[Q] True for a query that is labelled true."""
    hidden: IntArray
    """[Q] the clause that may not be used."""
    auto_advance: bool
    reward_scale: float | None = None
    """Factor of the rewards of a process; None where the program is none."""
    n_threads: int = 1
    """Threads that a compiled step may use."""


class Step(Protocol):
    """A player of one action in each row, and of the forced moves behind it."""

    seconds: dict[str, float]
    """Time since construction, by phase: expand, view, reset."""

    def frame(self, n: int) -> Frame:
        """Return a fresh frame for the result of a step of ``n`` rows."""
        ...

    def room(self, frame: Frame) -> Frame:
        """Return a frame that steps can write to, sharing the memory of ``frame``."""
        ...

    def begin(
        self, rows: DerivationRows, actions: IntArray, frame: Frame, *, restart: bool
    ) -> None:
        """Begin a step of ``rows``; ``frame`` is filled when :meth:`end`, due then, returns.

        Args:
            rows: the derivations; changed in place.
            actions: [N] index into the window.
            frame: where to write.
            restart: start the next episode in rows that ended.

        Raises:
            EngineError: an action is masked; nothing was done, and no end is due.
        """
        ...

    def end(self) -> None:
        """Wait until the step that has begun is done.

        Raises:
            EngineError: a builtin has raised an error.
        """
        ...


class NumpyStep:
    """A step in numpy; see :class:`Step`."""

    def __init__(self, context: StepContext) -> None:
        self._context = context
        self.seconds = {"expand": 0.0, "reset": 0.0, "view": 0.0}

    def frame(self, n: int) -> Frame:
        """See :meth:`Step.frame`."""
        following, current = (self._context.writer.blank(n) for _ in range(2))
        return Frame(Transition.blank(following), current)

    def room(self, frame: Frame) -> Frame:
        """See :meth:`Step.room`."""
        return frame

    def begin(
        self, rows: DerivationRows, actions: IntArray, frame: Frame, *, restart: bool
    ) -> None:
        """See :meth:`Step.begin`; this one is done when it returns."""
        times, pages = [perf_counter()], rows.pages
        illegal = first_masked(pages.mask, actions)
        if illegal >= 0:
            raise masked(int(actions[illegal]), illegal, pages.mask[illegal])
        before, gained = pages.inferences.sum(), pages.gained.copy()
        reward = self._play(rows, actions)
        rows.inferences[0] += pages.inferences.sum() - before
        times.append(perf_counter())
        self._context.writer.show(pages, frame.transition.observation)
        frame.current[...] = frame.transition.observation
        self._settle(rows, reward, gained, frame.transition)
        rows.count()
        times.append(perf_counter())
        done = np.flatnonzero(pages.outcome != Outcome.OPEN)
        if restart and done.size:
            start(self._context, rows, done, frame.current)
        times.append(perf_counter())
        for phase, spent in zip(("expand", "view", "reset"), np.diff(times), strict=True):
            self.seconds[phase] += float(spent)

    def end(self) -> None:
        """See :meth:`Step.end`."""

    def _play(self, rows: DerivationRows, actions: IntArray) -> NDArray[np.float32]:
        context, pages = self._context, rows.pages
        moving = np.arange(len(rows))
        reward = np.zeros(len(rows), np.float32)
        clauses = pages.clauses[moving, actions]
        is_move = (pages.slots[moving, actions] >= 0) | (clauses == MORE)
        pages.outcome[~is_move] = Outcome.FAILED
        refused = clauses == REFUSE
        reward[refused] = ~context.labels[rows.query[refused]]
        context.pager.play_on(
            pages,
            moving[is_move],
            actions[is_move],
            context.hidden[rows.query],
            auto=context.auto_advance,
        )
        pages.compact()
        reward[pages.outcome == Outcome.REFUTED] = 1.0
        return reward

    def _settle(
        self,
        rows: DerivationRows,
        reward: NDArray[np.float32],
        gained: IntArray,
        transition: Transition,
    ) -> None:
        outcome, inferences = rows.pages.outcome, rows.pages.inferences
        truncated, done = outcome == Outcome.TRUNCATED, outcome != Outcome.OPEN
        transition.reward[:, 0] = transition.episode_return[:, 0] = reward
        scale = self._context.reward_scale
        if scale is not None:
            transition.reward[:, 0] = (rows.pages.gained - gained) * scale
            transition.episode_return[:, 0] = np.where(done, rows.pages.gained * scale, 0.0)
        transition.terminated[:, 0] = done & ~truncated
        transition.truncated[:, 0] = truncated
        transition.episode_inferences[:, 0] = np.where(done, inferences, 0)
        np.add.at(rows.tallies[0, :, 0], rows.level[done], reward[done] > 0)
        np.add.at(rows.tallies[0, :, 1], rows.level[done], 1)


def start(
    context: StepContext, rows: DerivationRows, which: IntArray, observation: Observation
) -> None:
    """Start the next episode in the rows ``which``, and write their rows of ``observation``."""
    rows.episode[which] += 1
    rows.query[which], rows.level[which] = context.draw(which, rows.episode[which])
    context.starts.copy_to(rows.pages, which, rows.query[which], observation)
    rows.count()


def first_masked(mask: BoolArray, actions: IntArray) -> int:
    """Return the first row whose action ``mask`` [N, A] forbids or does not have, else -1."""
    inside = (actions >= 0) & (actions < mask.shape[1])
    legal = inside & mask[np.arange(len(mask)), np.where(inside, actions, 0)]
    return -1 if legal.all() else int(legal.argmin())


def masked(action: int, row: int, mask: BoolArray) -> EngineError:
    """Return the error for a forbidden action of a row, whose legal actions are ``mask`` [A]."""
    return EngineError(
        f"action {action} of row {row} is masked.",
        "step",
        f"choose one of {np.flatnonzero(mask).tolist()}.",
    )
