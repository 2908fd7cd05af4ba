"""Tables of an MDP: the states reachable from its queries, and their moves. Torch-free.

With tables, a step is a few look-ups on any device. The engine expands all reachable states. States
of an MDP with chance are stored without their seeds, which only decide the draws
(`other_use_of_seeds` finds clauses that use them otherwise). The numbers of seeds fall into
stretches (:class:`.Stretches`), one for each way to draw from lists of the known lengths; a list of
another length is an error while a state is probed. Stretches with equal draws in all states form
one of B buckets.

Dimension key: S states, C stretches, B buckets of seeds, A actions, Q queries, G goals, W slots of
a goal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import MORE
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.schema import BoolArray
from symbolic_rl.bridge.tokens import INTEGER_BASE, IntArray, TokenBatch
from symbolic_rl.derivations.mdp_states import MOST_STRETCHES, PRIME, SeedlessStates, Stretches
from symbolic_rl.derivations.pages import COUNTERS, Outcome, Pages
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.derivations.queries import EpisodeStarts
from symbolic_rl.derivations.views import ObservationWriter
from symbolic_rl.program.program import Query
from symbolic_rl.program.seed_uses import other_use_of_seeds

_CHUNK = 2048
_CUTS = COUNTERS.index("view_cuts")
_LONGEST_ADDED = 2**15
"""End of the number that a move may add to the count of a seed."""


class _UnknownLengthError(Exception):
    """Raised for a draw from a list of unknown ``length``."""

    def __init__(self, length: int) -> None:
        super().__init__(length)
        self.length = length


@dataclass(frozen=True)
class MdpTables:
    """Tables of an MDP; state 0 is the empty resolvent, a success."""

    following: NDArray[np.int32]  # [S, B, A] the state that an action leads to; -1 for none
    clauses: NDArray[np.int32]  # [S, B, A] clause of each candidate; 0 for padding
    mask: BoolArray  # [S, B, A] legal actions
    drawn: NDArray[np.int32]  # [S, B, A] increase of the seed's count by the action
    dead: BoolArray  # [S, B] True if there is no move
    counted: NDArray[np.int32]
    """[S, B, len(COUNTERS)] candidates lost or merged by the expansion, and cuts of the view."""
    reward: IntArray  # [S] reward of the move that led to the state, before scaling
    goals: NDArray[np.int32]  # [S, G, W] view
    starts: IntArray  # [Q, 4] state, key, count of the seed and inferences of the first decision
    lost_before: NDArray[np.int32]  # [Q, len(COUNTERS)] counts up to the first decision
    bucket_of: NDArray[np.int32]  # [PRIME] bucket of each number of a seed
    longest_forced: int  # most moves of one step

    @property
    def n_buckets(self) -> int:
        """B, the buckets of seeds; 1 without chance."""
        return int(self.mask.shape[1])

    @property
    def nbytes(self) -> int:
        """Size in memory."""
        return sum(one.nbytes for one in vars(self).values() if isinstance(one, np.ndarray))


def mdp_tables(
    problem: Problem, queries: Sequence[Query], *, with_candidates: int = True
) -> MdpTables:
    """Find all states of an MDP, and make its tables.

    Cuts of candidates' views count if these are shown. ConfigError: there are too many states,
    windows are paged, or another setting forbids it.
    """
    config = problem.env_config
    if problem.loop_check or config.refuse:
        what = "refuse" if config.refuse else "loop_check"
        raise ConfigError(
            f"an MDP is held as tables without {what}.",
            f"--engine tensor, {what}",
            "use --engine prolog, or give --"
            + ("no-refuse." if config.refuse else "loop-check off."),
        )
    if problem.vocabulary.has_chance and not config.auto_advance:
        raise ConfigError(  # the query's state has no seed, its successor has one
            "an MDP with chance is held as tables with forced moves made.",
            "--engine tensor, auto_advance",
            "use --engine prolog, or give --auto-advance.",
        )
    if problem.vocabulary.has_chance and (where := other_use_of_seeds(problem.program)):
        raise _other_use(where)
    lengths: list[int] = []
    while True:
        try:
            builder = _Builder(problem, Stretches.of(lengths))
            return builder.tables(queries, with_candidates=with_candidates)
        except _UnknownLengthError as error:
            # Start again with the newly met length, until all lengths are known.
            lengths.append(error.length)


def _other_use(where: str) -> ConfigError:
    return ConfigError(
        "a goal other than draw/3 depends on a seed, or a draw does not use the state's seed.",
        f"--engine tensor, {where}",
        "draw once in a move, use a seed in draw/3 and in Count1 is Count + 1 alone; or use "
        "--engine prolog.",
    )


class _Builder:
    """Builder of tables for draws from lists of some lengths."""

    def __init__(self, problem: Problem, stretches: Stretches) -> None:
        self._problem, self._stretches = problem, stretches
        self._has_chance = problem.vocabulary.has_chance
        config = problem.env_config
        self._pager = problem.make_pager(
            max_inferences=config.inference_limit, max_pages=config.max_pages
        )
        self._states = SeedlessStates(problem.program.vocabulary, stretches)
        self._sown: dict[int, tuple[int, int]] = {}

    def tables(self, queries: Sequence[Query], *, with_candidates: int) -> MdpTables:
        """Find all states reachable from the queries."""
        starts, lost_before = self._starts(queries, with_candidates=with_candidates)
        self._first = set(starts[:, 0].tolist())
        parts: list[tuple[NDArray[np.int32], ...]] = []
        first = 0
        while first < len(self._states):  # expansions add states
            found = self._expanded(range(first, min(first + _CHUNK, len(self._states))))
            parts.append(found)
            first += len(found[0])
        for row in starts:
            row[1:3] = self._sown.get(int(row[0]), (row[1], row[2]))
        following, clauses, drawn, counted = (
            np.concatenate(part) for part in zip(*parts, strict=True)
        )
        kept, bucket_of = self._buckets(following, clauses, drawn, counted)
        following, clauses = following[:, kept], clauses[:, kept]
        drawn, counted = drawn[:, kept], counted[:, kept]
        mask = following >= 0
        dead: BoolArray = np.logical_not(mask.any(axis=2))
        # No mask may be empty: the only legal action of a dead state ends the episode.
        mask[dead, 0] = True
        goals, cut = self._views()
        of_candidates = np.where(following >= 0, cut[following], 0).sum(axis=2)
        # A state shows itself and, for policies that read candidates, its successors.
        counted[:, :, _CUTS] = cut[:, None] + (of_candidates if with_candidates else 0)
        dead[0] = False
        return MdpTables(
            following, clauses, mask, drawn, dead, counted, self._rewards(), goals, starts,
            lost_before, bucket_of, self._longest(following, mask & (following >= 0)),
        )  # fmt: skip

    def _buckets(self, *arrays: NDArray[np.int32]) -> tuple[list[int], NDArray[np.int32]]:
        """Return a stretch of each bucket, and the bucket of each number."""
        bucket: dict[bytes, int] = {}
        kept, of_stretch = list[int](), list[int]()
        for stretch in range(arrays[0].shape[1]):
            # Stretches with equal columns in all states draw alike: equal digests, one bucket.
            name = b"".join(sha256(array[:, stretch].tobytes()).digest() for array in arrays)
            if name not in bucket:
                bucket[name] = len(kept)
                kept.append(stretch)
            of_stretch.append(bucket[name])
        return kept, np.array(of_stretch, np.int32)[self._stretches.of_numbers()]

    def _longest(self, following: NDArray[np.int32], legal: BoolArray) -> int:
        """Return the most moves of one step, forced ones included."""
        if not self._problem.env_config.auto_advance:
            return 1
        limit = self._problem.env_config.inference_limit
        only = np.where(legal.sum(axis=2) == 1, following.max(axis=2), -1)
        length = np.zeros(len(only), np.int64)
        # Longest chain of forced moves, by relaxation; a cycle of them ends at the limit on
        # inferences.
        for _ in range(limit):
            longer = np.where(only >= 0, 1 + length[only], 0).max(axis=1)
            if np.array_equal(longer, length):
                return 1 + int(length.max())
            length = longer
        return limit

    # ---- states

    def _starts(
        self, queries: Sequence[Query], *, with_candidates: int
    ) -> tuple[IntArray, NDArray[np.int32]]:
        config, problem = self._problem.env_config, self._problem
        writer = ObservationWriter(problem.viewer, problem.sizes, with_candidates=with_candidates)
        found = EpisodeStarts(queries, self._pager, writer, auto_advance=config.auto_advance)
        pages = Pages.blank(len(queries), config.n_candidates)
        every = np.arange(len(queries))
        found.copy_to(pages, every, every, writer.blank(len(queries)))
        state, key, counted, _ = self._states.numbered(pages.pool, pages.state_at)
        made = np.stack([state, key, counted, pages.inferences], axis=1)
        return made, pages.counted.astype(np.int32)

    # ---- moves

    def _expanded(self, states: range) -> tuple[NDArray[np.int32], ...]:
        """Return following states, clauses, counts of seeds [n, C, A], and counters [n, C, K]."""
        n_stretches, width = self._stretches.first.size, self._problem.env_config.n_candidates
        shape = len(states), n_stretches, width
        following, clauses = np.full(shape, -1, np.int32), np.zeros(shape, np.int32)
        drawn = np.zeros(shape, np.int32)
        counted = np.zeros((*shape[:2], len(COUNTERS)), np.int32)
        open_ = np.array([i for i in states if self._states.tokens[i].size > 1], np.int64)
        batch = TokenBatch.of([self._states.tokens[i] for i in open_.tolist()])
        for stretch in range(n_stretches if open_.size else 0):
            pages = self._opened(self._states.with_seeds(batch, stretch))
            if self._has_chance:
                self._expect_known(batch, stretch, pages)
            parts = self._read(pages, open_, stretch)
            for array, part in zip((following, clauses, drawn, counted), parts, strict=True):
                array[open_ - states.start, stretch] = part
        return following, clauses, drawn, counted

    def _expect_known(self, batch: TokenBatch, stretch: int, pages: Pages) -> None:
        """Raise an error if a draw is from a list of unknown length, or has another fault."""
        probed = self._opened(self._states.probed(batch, stretch))
        if differing := _differing(pages, probed):
            state = batch.take(np.array(differing[:1]))
            seeded = self._opened(self._states.with_seeds(state, stretch))

            def differs(most: int) -> bool:
                probed = self._states.probed(state, stretch, most=most)
                return bool(_differing(seeded, self._opened(probed)))

            if differs(PRIME - 1):
                raise _other_use(self._problem.name)
            # Bisection over the lengths that a probe refuses: the greatest one that is drawn from.
            low, high = 0, MOST_STRETCHES + 1  # invariant: differs(low), not differs(high)
            while low + 1 < high:
                middle = (low + high) // 2
                if differs(middle):
                    low = middle
                else:
                    high = middle
            raise _UnknownLengthError(high)

    def _opened(self, states: TokenBatch) -> Pages:
        """Return the windows of states."""
        n, width = len(states), self._problem.env_config.n_candidates
        pages = Pages.blank(n, width)
        pages.add(states, states.hashes())
        pages.state_at[:] = np.arange(n)
        self._pager.open(pages, np.arange(n), np.zeros(n, np.int64))
        if (pages.clauses == MORE).any():
            raise ConfigError(
                f"a state of the MDP has more than {width - 1} moves.",
                "--engine tensor, --n-candidates",
                "give a greater --n-candidates: tables have no pages.",
            )
        return pages

    def _read(self, pages: Pages, states: IntArray, stretch: int) -> tuple[NDArray[np.int32], ...]:
        """Return following states, clauses and counts of seeds [n, A], and counters [n, K]."""
        n, width = pages.slots.shape
        following, drawn = np.full((n, width), -1, np.int32), np.zeros((n, width), np.int32)
        row, action = np.nonzero(pages.slots >= 0)
        number, key, counted, has_seed = self._states.numbered(pages.pool, pages.slots[row, action])
        following[row, action] = number
        _, owner = self._states.seeds_of(pages.pool.take(np.arange(n)))
        had_seed = np.zeros(n, bool)
        had_seed[owner] = True
        seed = self._stretches.seeds[stretch]
        # The increase of the seed's count; a state without a seed draws nothing.
        change = np.where(had_seed[row] & has_seed, counted - seed[1], 0)
        drawn[row, action] = change
        is_odd = had_seed[row] & has_seed & (key != seed[0])
        if (is_odd | (change < 0) | (change >= _LONGEST_ADDED)).any():
            raise _other_use(self._problem.name)
        for k in np.flatnonzero(~had_seed[row] & has_seed).tolist():
            self._sow(int(states[row[k]]), (int(key[k]), int(counted[k])))
        failed = pages.outcome == Outcome.FAILED
        assert not (following[failed] >= 0).any()
        return following, pages.clauses, drawn, pages.counted.astype(np.int32)

    def _sow(self, state: int, seed: tuple[int, int]) -> None:
        """Note the seed that follows a state without one; only starts of episodes may lack one."""
        if state not in self._first or self._sown.setdefault(state, seed) != seed:
            raise _other_use(self._problem.name)

    # ---- views and rewards

    def _views(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        sizes = self._problem.sizes
        n = len(self._states)
        goals = np.zeros((n, sizes["G"], sizes["W"]), np.int32)
        cut = np.zeros(n, np.int32)
        for first in range(0, n, _CHUNK):
            batch = TokenBatch.of(self._states.tokens[first : first + _CHUNK])
            at = np.arange(len(batch))
            slots = np.full((len(batch), 1), -1)
            cut[first : first + _CHUNK] = self._problem.viewer.show(
                batch, at, slots, goals[first : first + _CHUNK], None
            )
        return goals, cut

    def _rewards(self) -> IntArray:
        """Return [S] the reward of each state; 0 for a query and the empty resolvent."""
        rewards = np.zeros(len(self._states), np.int64)
        for i, tokens in enumerate(self._states.tokens):
            if tokens.size > 1 and tokens[1] == self._problem.vocabulary.state:
                rewards[i] = tokens[2] - INTEGER_BASE
        return rewards


def _differing(one: Pages, other: Pages) -> list[int]:
    """Return the rows whose windows differ; states themselves are not compared."""
    alike = (one.slots == other.slots).all(axis=1) & (one.clauses == other.clauses).all(axis=1)
    alike &= (one.counted == other.counted).all(axis=1) & (one.outcome == other.outcome)
    differing: list[int] = np.flatnonzero(~alike).tolist()
    return differing
