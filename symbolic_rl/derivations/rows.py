"""The state of N derivations as plain arrays, and checks of a saved state.

C follows the indices of rows unchecked, so rows of a checkpoint are checked first.

Dimension key: N rows, P parts of the rows (one for each thread), L levels.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from symbolic_rl.base.errors import EngineError, RunError
from symbolic_rl.bridge.tokens import IntArray, TokenBatch
from symbolic_rl.derivations.pages import COUNTERS, Outcome, Pages
from symbolic_rl.engine.prolog import expect_states
from symbolic_rl.program.vocabulary import Vocabulary

SUMS = ("counted", "tallies", "inferences")
"""Arrays with a line for each part of the rows."""


@dataclass
class DerivationRows:
    """N derivations, and the sums of their counts since construction."""

    pages: Pages
    query: IntArray  # [N] index of the current query
    level: IntArray  # [N] level of that query
    episode: IntArray  # [N] number of finished episodes; -1 before the first one
    counted: IntArray  # [P, len(COUNTERS)] sums
    tallies: IntArray  # [P, L, 2] episodes that earned a reward, and all that ended
    inferences: IntArray  # [P] sums, resets not included

    @classmethod
    def blank(cls, n: int, width: int, *, n_levels: int, n_parts: int) -> Self:
        """Return N rows that have not started, with windows of ``width`` actions."""
        return cls(
            pages=Pages.blank(n, width),
            query=np.zeros(n, np.int64),
            level=np.zeros(n, np.int64),
            episode=np.full(n, -1),
            counted=np.zeros((n_parts, len(COUNTERS)), np.int64),
            tallies=np.zeros((n_parts, n_levels, 2), np.int64),
            inferences=np.zeros(n_parts, np.int64),
        )

    def __len__(self) -> int:
        return int(self.query.size)

    @property
    def n_parts(self) -> int:
        """P, the number of parts that are stepped side by side."""
        return int(self.inferences.size)

    def count(self) -> None:
        """Add the counts of the pages to the sums, and clear them."""
        self.counted[0] += self.pages.counted.sum(axis=0)
        self.pages.counted[:] = 0

    def kept(self, rows: IntArray) -> Self:
        """Return a copy of ``rows`` [M], with the sums."""
        pages = Pages.blank(rows.size, self.pages.mask.shape[1])
        pages.copy_rows(self.pages, np.arange(rows.size), rows)
        kept = {name: getattr(self, name)[rows] for name in ("query", "level", "episode")}
        return replace(self, pages=pages, **kept)

    def state(self) -> dict[str, Any]:
        """Return a copy of all arrays, for :meth:`of_state`; sums are added over parts."""
        longest = max(1, int(self.pages.history_length.max()))
        history = self.pages.history[:, :longest].copy()
        pool = _copied(vars(self.pages.pool))
        pages = _copied(vars(self.pages)) | {"history": history, "pool": pool}
        sums = {name: getattr(self, name).sum(axis=0, keepdims=True) for name in SUMS}
        return _copied(vars(self)) | sums | {"pages": pages}

    def part(self, n_parts: int) -> None:
        """Divide rows of one part into several; the first part takes the sums so far."""
        for name in SUMS:
            (so_far,) = getattr(self, name)
            sums = np.zeros((n_parts, *so_far.shape), np.int64)
            sums[0] = so_far
            setattr(self, name, sums)

    @classmethod
    def of_state(cls, state: dict[str, Any]) -> Self:
        """Return the rows of a :meth:`state`."""
        pool = TokenBatch(**_copied(state["pages"]["pool"]))
        pages = Pages(**(_copied(state["pages"]) | {"pool": pool}))
        return cls(pages=pages, **_copied(state))


def by_level(tallies: Sequence[Sequence[int]]) -> dict[int, tuple[int, int]]:
    """Return episodes that earned a reward, and all that ended, by level; none without any."""
    return {level: (won, ended) for level, (won, ended) in enumerate(tallies) if ended}


def _copied(arrays: dict[str, Any]) -> dict[str, Any]:
    return {name: array.copy() for name, array in arrays.items() if isinstance(array, np.ndarray)}


def expect_rows(
    rows: DerivationRows,
    like: DerivationRows,
    *,
    vocabulary: Vocabulary,
    n_queries: int,
    n_clauses: int,
) -> None:
    """Refuse saved rows from which C could not step safely, unlike rows of the same settings.

    RunError: an array has another shape or type, or a number out of range.
    """
    pages, wanted = rows.pages, like.pages
    sums = {name: getattr(like, name)[:1] for name in SUMS}
    _expect_arrays(vars(rows), vars(like) | sums, but="pages")
    _expect_arrays(vars(pages), vars(wanted), but="pool hashes history")
    try:
        expect_states(pages.pool, vocabulary, answers=False)
    except EngineError as error:
        raise _refused(f"pool: {error.what}") from error
    n, n_states = len(rows), len(pages.pool)
    capacity = pages.history.shape[1] if pages.history.ndim == 3 else -1
    if pages.hashes.shape != (n_states, 2) or pages.hashes.dtype != np.uint64:
        raise _refused("hashes: not one for each state")
    if pages.history.shape != (n, capacity, 2) or pages.history.dtype != np.uint64:
        raise _refused("history: not one for each row")
    _expect_range("state_at", pages.state_at, 0, n_states)
    _expect_range("slots", pages.slots, -1, n_states)
    _expect_range("history_length", pages.history_length, 0, capacity + 1)
    _expect_range("outcome", pages.outcome, 0, len(Outcome))
    for name in ("offset", "next_offset", "inferences", "turned"):
        _expect_range(name, getattr(pages, name), 0, 2**48)
    _expect_range("gained", pages.gained, -(2**48), 2**48)
    # A row without a legal action could neither step nor end.
    if not pages.mask.any(axis=1).all():
        raise _refused("mask: a row without a legal action")
    _expect_range("clauses", pages.clauses, 0, n_clauses)
    _expect_range("query", rows.query, 0, n_queries)
    _expect_range("level", rows.level, 0, rows.tallies.shape[1])


def expect_draw(state: dict[str, Any], like: dict[str, Any], *, n_levels: int) -> None:
    """Refuse, by a RunError, a draw of queries of other settings, or of an unknown level."""
    _expect_arrays(state, like)
    if type(state.get("level")) is not int or not 0 <= state["level"] < n_levels:
        raise _refused("level: there is no such level")
    _expect_range("group_level", state["group_level"], 0, n_levels)
    _expect_range("started", state["started"], 0, 2**48)


def _expect_arrays(given: dict[str, Any], like: dict[str, Any], *, but: str = "") -> None:
    for name, array in like.items():
        if name in but.split() or not isinstance(array, np.ndarray):
            continue
        saved = given.get(name)
        if not isinstance(saved, np.ndarray):
            raise _refused(f"{name}: it is missing")
        if saved.shape != array.shape or saved.dtype != array.dtype:
            shape = f"{saved.dtype}{list(saved.shape)}, not {array.dtype}{list(array.shape)}"
            raise _refused(f"{name}: {shape} (of other rows, or of another program)")


def _expect_range(name: str, numbers: Any, first: int, end: int) -> None:
    if numbers.size and (int(numbers.min()) < first or int(numbers.max()) >= end):
        raise _refused(f"{name}: a number is not from {first} to {end - 1}")


def _refused(what: str) -> RunError:
    return RunError(
        f"The rows of the checkpoint are damaged: {what}.",
        "the run's checkpoint",
        "restore the run from a copy, or train again.",
    )
