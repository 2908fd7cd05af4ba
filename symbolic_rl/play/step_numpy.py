"""A step of all rows, in numpy: moves, what they led to, and the start of the next episodes.

Dimension key: N rows, Q queries, A actions.
"""

from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.play.observation import Frame, Observation, ObservationWriter, Transition
from symbolic_rl.play.pages import Outcome, Pager, Pages
from symbolic_rl.play.queries import EpisodeStarts, QueryDraw
from symbolic_rl.play.rows import DerivationRows


@dataclass(frozen=True)
class StepContext:
    """What a step depends on besides the rows."""

    pager: Pager
    window: ObservationWriter
    roots: EpisodeStarts
    draw: QueryDraw
    labels: NDArray[np.bool_]
    """[Q] whether the query is true."""
    hidden: IntArray
    """[Q] the clause that may not be used."""
    auto_advance: bool
    n_threads: int = 1
    """Threads that a compiled step may use."""


class Step(Protocol):
    """Plays one action in each row, and the forced moves behind it."""

    seconds: dict[str, float]
    """Time since construction, by phase: expand, view, reset."""

    def frame(self, n: int) -> Frame:
        """Fresh room for the result of a step of ``n`` rows."""
        ...

    def room(self, frame: Frame) -> Frame:
        """The frame, made ready to be written to by steps."""
        ...

    def begin(
        self, rows: DerivationRows, actions: IntArray, frame: Frame, *, restart: bool
    ) -> None:
        """Let a step of ``rows`` begin; ``frame`` is filled once :meth:`end`, due then, returns.

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
    """See :class:`Step`.

    Args:
        setting: what a step depends on besides the rows.
    """

    def __init__(self, setting: StepContext) -> None:
        self._setting = setting
        self.seconds = {"expand": 0.0, "reset": 0.0, "view": 0.0}

    def frame(self, n: int) -> Frame:
        """See :meth:`Step.frame`."""
        following, current = (self._setting.window.blank(n) for _ in range(2))
        return Frame(Transition.blank(following), current)

    def room(self, frame: Frame) -> Frame:
        """See :meth:`Step.room`."""
        return frame

    def begin(
        self, rows: DerivationRows, actions: IntArray, frame: Frame, *, restart: bool
    ) -> None:
        """See :meth:`Step.begin`; this one is done when it returns."""
        times, pages = [perf_counter()], rows.pages
        self._check(pages, actions)
        before = pages.inferences.sum()
        reward = self._play(rows, actions)
        rows.inferences[0] += pages.inferences.sum() - before
        times.append(perf_counter())
        self._setting.window.show(pages, frame.transition.observation)
        frame.current.assign(frame.transition.observation)
        self._settle(rows, reward, frame.transition)
        rows.count()
        times.append(perf_counter())
        done = np.flatnonzero(pages.outcome != Outcome.OPEN)
        if restart and done.size:
            start(self._setting, rows, done, frame.current)
        times.append(perf_counter())
        for phase, spent in zip(("expand", "view", "reset"), np.diff(times), strict=True):
            self.seconds[phase] += float(spent)

    def end(self) -> None:
        """See :meth:`Step.end`."""

    def _check(self, pages: Pages, actions: IntArray) -> None:
        inside = (actions >= 0) & (actions < pages.mask.shape[1])
        legal = inside & pages.mask[np.arange(len(pages)), np.where(inside, actions, 0)]
        if not legal.all():
            raise masked(pages, actions, int(np.flatnonzero(~legal)[0]))

    def _play(self, rows: DerivationRows, actions: IntArray) -> NDArray[np.float32]:
        setting, pages = self._setting, rows.pages
        moving = np.arange(len(rows))
        reward = np.zeros(len(rows), np.float32)
        clauses = pages.clauses[moving, actions]
        is_move = (pages.slots[moving, actions] >= 0) | (clauses == MORE)
        pages.outcome[~is_move] = Outcome.FAILED
        refused = clauses == REFUSE
        reward[refused] = ~setting.labels[rows.query[refused]]
        setting.pager.play_on(
            pages,
            moving[is_move],
            actions[is_move],
            setting.hidden[rows.query],
            auto=setting.auto_advance,
        )
        pages.compact()
        reward[pages.outcome == Outcome.REFUTED] = 1.0
        return reward

    def _settle(
        self, rows: DerivationRows, reward: NDArray[np.float32], transition: Transition
    ) -> None:
        outcome, inferences = rows.pages.outcome, rows.pages.inferences
        truncated, done = outcome == Outcome.TRUNCATED, outcome != Outcome.OPEN
        transition.reward[:, 0] = transition.episode_return[:, 0] = reward
        transition.terminated[:, 0] = done & ~truncated
        transition.truncated[:, 0] = truncated
        transition.episode_inferences[:, 0] = np.where(done, inferences, 0)
        np.add.at(rows.tallies[0, :, 0], rows.level[done], reward[done] > 0)
        np.add.at(rows.tallies[0, :, 1], rows.level[done], 1)


def start(
    setting: StepContext, rows: DerivationRows, which: IntArray, observation: Observation
) -> None:
    """Start the next episode in the rows ``which``, and show them in ``observation``."""
    rows.episode[which] += 1
    rows.query[which], rows.level[which] = setting.draw(which, rows.episode[which])
    setting.roots.copy_to(rows.pages, which, rows.query[which], observation)
    rows.count()


def masked(pages: Pages, actions: IntArray, row: int) -> EngineError:
    """What to raise for the masked action of a row."""
    return EngineError(
        f"action {int(actions[row])} of row {row} is masked.",
        "step",
        f"choose one of {np.flatnonzero(pages.mask[row]).tolist()}.",
    )
