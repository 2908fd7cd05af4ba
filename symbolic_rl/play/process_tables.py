"""Tables of a process: the states that its queries lead to, and what moves lead to. Torch-free.

A table makes a step a few look-ups, on any device. States are those of the engine, met from the
queries on; the seed of a process with chance is left out of them, since it only decides what is
drawn: a seed falls into one of B buckets, and all that fall into the same one draw the same.

Dimension key: S states, B buckets of seeds, A actions, Q queries, G goals, W slots of a goal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import MORE
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.schema import BoolArray
from symbolic_rl.bridge.tokens import (
    INTEGER_BASE,
    VARIABLE_END,
    IntArray,
    TokenArray,
    TokenBatch,
    code_of,
)
from symbolic_rl.play.layout import NumpyWindowLayout
from symbolic_rl.play.observation import ObservationWriter
from symbolic_rl.play.pages import COUNTERS, Outcome, Pager, Pages
from symbolic_rl.play.problem import Problem
from symbolic_rl.play.queries import EpisodeStarts
from symbolic_rl.program.program import Query

MOST_STATES = 250_000
"""States of a process that is held as tables."""
MOST_BUCKETS = 64
PRIME = 65537
"""Modulus of the draws of library_chance.pl."""
_LONGEST = 32
"""Choices of a list whose draws are all looked at; of longer ones, those at the ends of buckets."""
_CHUNK = 2048
_CUTS = COUNTERS.index("view_cuts")
_COUNTS = 17, 40_010
"""Counts of the seeds that stand for a bucket: if anything but draws depended on the count, the two
would give different moves."""


def mixed(key: IntArray, counted: IntArray) -> IntArray:
    """Return what library_chance.pl makes of a seed, from 0 to 65,536; also for torch's tensors."""
    a = (key * 40503 + counted * 30011 + 12345) % PRIME
    b = (a * a % PRIME * a + counted * 7919 + 54321) % PRIME
    number: IntArray = (b * b % PRIME * b + key * 104729 + 31337) % PRIME * 25717 % PRIME
    return number


class _UnevenError(Exception):
    """Two seeds of a bucket draw differently: there are too few buckets."""


@dataclass(frozen=True)
class ProcessTables:
    """Tables of a process; state 0 is the empty resolvent, a success."""

    following: NDArray[np.int32]
    """[S, B, A] the state that an action leads to; -1 for none."""
    clauses: NDArray[np.int32]
    """[S, B, A] clause of each candidate; 0 for padding."""
    mask: BoolArray
    """[S, B, A] legal actions."""
    drawn: NDArray[np.int32]
    """[S, B, A] by how much the action counts the seed on."""
    dead: BoolArray
    """[S, B] there is no move."""
    counted: NDArray[np.int32]
    """[S, B, len(COUNTERS)] what an expansion has lost or merged, and cuts of the view."""
    reward: IntArray
    """[S] reward of the move that led to the state, before scaling."""
    goals: NDArray[np.int32]
    """[S, G, W] view."""
    starts: IntArray
    """[Q, 4] state, key, count of the seed and inferences of the first decision."""
    longest_forced: int
    """Moves that one step may make at most."""

    @property
    def n_buckets(self) -> int:
        """B, the buckets of seeds; 1 without chance."""
        return int(self.mask.shape[1])

    @property
    def nbytes(self) -> int:
        """Size in memory."""
        return sum(one.nbytes for one in vars(self).values() if isinstance(one, np.ndarray))


def process_tables(
    problem: Problem, queries: Sequence[Query], *, with_candidates: bool = True
) -> ProcessTables:
    """Find all states of a process, and make its tables.

    Args:
        problem: a process.
        queries: where episodes start.
        with_candidates: candidates are shown, so that cuts of their views count.

    Raises:
        ConfigError: there are too many states, windows are paged, or another setting forbids it.
    """
    config = problem.env_config
    if problem.loop_check or config.refuse:
        what = "refuse" if config.refuse else "loop_check"
        raise ConfigError(
            f"a process is held as tables without {what}.",
            f"--engine tensor, {what}",
            "use --engine prolog, or give --"
            + ("no-refuse." if config.refuse else "loop-check off."),
        )
    if problem.vocabulary.has_chance and not config.auto_advance:
        raise ConfigError(  # the first state has a seed, the query before it none
            "a process with chance is held as tables with forced moves played.",
            "--engine tensor, auto_advance",
            "use --engine prolog, or give --auto-advance.",
        )
    for n_buckets in range(1, MOST_BUCKETS + 1 if problem.vocabulary.has_chance else 2):
        try:
            return _Builder(problem, n_buckets).tables(queries, with_candidates=with_candidates)
        except _UnevenError:
            continue
    raise ConfigError(
        f"draws of this process have more than {MOST_BUCKETS} outcomes together, or something but "
        "draw/3 depends on a seed.",
        "--engine tensor",
        "draw from shorter lists, use a seed in draw/3 alone; or use --engine prolog.",
    )


class _Builder:
    """Builder of tables with a number of buckets."""

    def __init__(self, problem: Problem, n_buckets: int) -> None:
        self._problem, self._n_buckets = problem, n_buckets
        self._has_chance = problem.vocabulary.has_chance
        own = problem.program.vocabulary
        self._pair = next((s.token for s in own.symbols if (s.name, s.arity) == ("-", 2)), -1)
        config = replace(problem.env_config, loop_check="off")
        layout = NumpyWindowLayout(config.n_candidates, refuse=False, loop_check=False)
        limits = {"max_inferences": config.inference_limit, "max_pages": config.max_pages}
        self._pager = Pager(problem.engine, layout, **limits)
        self._known: dict[bytes, int] = {np.array([code_of(0)], np.int32).tobytes(): 0}
        self._tokens: list[TokenArray] = [np.array([code_of(0)], np.int32)]
        self._seeds = self._representatives() if self._has_chance else [[(0, 0)]]

    def _representatives(self) -> list[list[tuple[int, int]]]:
        """Return for each bucket seeds with its least and its greatest number, of either count.

        Between them are seeds so near to each other that no member of a list of at most
        ``_LONGEST`` choices is drawn by numbers between two of them alone: the ends of a bucket may
        draw the same, and its middle something else.
        """
        keys = np.arange(PRIME - 1)
        of_bucket: list[list[tuple[int, int]]] = [[] for _ in range(self._n_buckets)]
        for counted in _COUNTS:
            numbers = mixed(keys, np.full_like(keys, counted))
            buckets = numbers * self._n_buckets // PRIME
            for bucket in range(self._n_buckets):
                inside = np.flatnonzero(buckets == bucket)
                for at in (numbers[inside].argmin(), numbers[inside].argmax()):
                    of_bucket[bucket].append((int(keys[inside[at]]), counted))
        numbers = mixed(keys, np.full_like(keys, _COUNTS[0]))
        for number in np.linspace(0, PRIME - 1, _LONGEST + 2):
            key = int(abs(numbers - number).argmin())
            bucket = int(numbers[key]) * self._n_buckets // PRIME
            of_bucket[bucket].append((key, _COUNTS[0]))
        return of_bucket

    def tables(self, queries: Sequence[Query], *, with_candidates: bool) -> ProcessTables:
        """Find the states from the queries on."""
        starts = self._starts(queries)
        parts: list[tuple[NDArray[np.int32], ...]] = []
        first = 0
        while first < len(self._tokens):  # which grow meanwhile
            found = self._expanded(self._tokens[first : first + _CHUNK])
            parts.append(found)
            first += len(found[0])
        following, clauses, drawn, counted = (
            np.concatenate(part) for part in zip(*parts, strict=True)
        )
        mask = following >= 0
        dead: BoolArray = np.logical_not(mask.any(axis=2))
        mask[dead, 0] = True
        goals, cut = self._views()
        of_candidates = np.where(following >= 0, cut[following], 0).sum(axis=2)
        counted[:, :, _CUTS] = cut[:, None] + (of_candidates if with_candidates else 0)
        dead[0] = False
        return ProcessTables(
            following, clauses, mask, drawn, dead, counted, self._rewards(), goals, starts,
            self._longest(following, mask & (following >= 0)),
        )  # fmt: skip

    def _longest(self, following: NDArray[np.int32], legal: BoolArray) -> int:
        """Return the moves that one step may make at most: forced ones follow one another."""
        if not self._problem.env_config.auto_advance:
            return 1
        limit = self._problem.env_config.inference_limit
        only = np.where(legal.sum(axis=2) == 1, following.max(axis=2), -1)
        length = np.zeros(len(only), np.int64)
        for _ in range(limit):
            longer = np.where(only >= 0, 1 + length[only], 0).max(axis=1)
            if np.array_equal(longer, length):
                return 1 + int(length.max())
            length = longer
        return limit

    # ---- states

    def _starts(self, queries: Sequence[Query]) -> IntArray:
        config, problem = self._problem.env_config, self._problem
        writer = ObservationWriter(problem.viewer, problem.sizes, with_candidates=False)
        found = EpisodeStarts(queries, self._pager, writer, auto_advance=config.auto_advance)
        starts = np.zeros((len(queries), 4), np.int64)
        pages = Pages.blank(len(queries), config.n_candidates)
        every = np.arange(len(queries))
        found.copy_to(pages, every, every, writer.blank(len(queries)))
        for row in range(len(queries)):
            state, key, counted = self._abstract(pages.pool[int(pages.state_at[row])])
            starts[row] = state, key, counted, pages.inferences[row]
        return starts

    def _abstract(self, tokens: TokenArray) -> tuple[int, int, int]:
        """Return the number of a state without its seed, and its key and count."""
        key = counted = 0
        if self._has_chance and (at := self._seed_of(tokens)) >= 0:
            key, counted = (int(one) - INTEGER_BASE for one in tokens[at : at + 2])
            tokens = tokens.copy()
            tokens[at : at + 2] = INTEGER_BASE
        name = tokens.tobytes()
        if name not in self._known:
            self._known[name] = len(self._tokens)
            self._tokens.append(tokens)
            if len(self._tokens) > MOST_STATES:
                raise ConfigError(
                    f"the process has more than {MOST_STATES:,} states.",
                    "--engine tensor",
                    "use --engine prolog, or fewer and smaller queries.",
                )
        return self._known[name], key, counted

    def _seed_of(self, tokens: TokenArray) -> int:
        """Return where the key of the seed Key-Count stands; -1: there is none."""
        is_number = tokens >= VARIABLE_END
        places = np.flatnonzero((tokens[:-2] == self._pair) & is_number[1:-1] & is_number[2:])
        if len(places) > 1:
            raise ConfigError(
                "a state of the process has more than one pair of integers Key-Count.",
                "--engine tensor",
                "write pairs that are no seed with another functor; or use --engine prolog.",
            )
        return int(places[0]) + 1 if len(places) else -1

    def _with_seed(self, tokens: TokenArray, seed: tuple[int, int]) -> TokenArray:
        at = self._seed_of(tokens) if self._has_chance else -1
        if at < 0:
            return tokens
        tokens = tokens.copy()
        tokens[at : at + 2] = INTEGER_BASE + seed[0], INTEGER_BASE + seed[1]
        return tokens

    # ---- moves

    def _expanded(self, tokens: list[TokenArray]) -> tuple[NDArray[np.int32], ...]:
        """Return following states, clauses, counts of seeds [n, B, A], and counters [n, B, C]."""
        width = self._problem.env_config.n_candidates
        shape = len(tokens), self._n_buckets, width
        following, clauses = np.full(shape, -1, np.int32), np.zeros(shape, np.int32)
        drawn = np.zeros(shape, np.int32)
        counted = np.zeros((*shape[:2], len(COUNTERS)), np.int32)
        open_ = [i for i, one in enumerate(tokens) if one.size > 1]
        for bucket, seeds in enumerate(self._seeds):
            states = [tokens[i] for i in open_]
            first = self._opened(states, seeds[0])
            for seed in seeds[1:]:
                pages = self._opened(states, seed)
                _expect_alike(first, pages, np.array(seed) - np.array(seeds[0]))
            parts = self._read(first, seeds[0])
            for array, part in zip((following, clauses, drawn, counted), parts, strict=True):
                array[open_, bucket] = part
        return following, clauses, drawn, counted

    def _opened(self, tokens: list[TokenArray], seed: tuple[int, int]) -> Pages:
        """Return the windows of states with a seed."""
        n, width = len(tokens), self._problem.env_config.n_candidates
        pages = Pages.blank(n, width)
        states = TokenBatch.of([self._with_seed(one, seed) for one in tokens])
        pages.add(states, states.hashes())
        pages.state_at[:] = np.arange(n)
        self._pager.open(pages, np.arange(n), np.zeros(n, np.int64))
        if (pages.clauses == MORE).any():
            raise ConfigError(
                f"a state of the process has more than {width - 1} moves.",
                "--engine tensor, --n-candidates",
                "give a greater --n-candidates: tables have no pages.",
            )
        return pages

    def _read(self, pages: Pages, seed: tuple[int, int]) -> tuple[NDArray[np.int32], ...]:
        """Return following states, clauses and counts of seeds [n, A], and counters [n, C]."""
        n, width = pages.slots.shape
        following, drawn = np.full((n, width), -1, np.int32), np.zeros((n, width), np.int32)
        for row, action in zip(*np.nonzero(pages.slots >= 0), strict=True):
            state, key, counted = self._abstract(pages.pool[int(pages.slots[row, action])])
            if self._has_chance and (key, counted) != (0, 0):
                if key != seed[0] or not 0 <= counted - seed[1] < 2**15:
                    raise _UnevenError
                drawn[row, action] = counted - seed[1]
            following[row, action] = state
        failed = pages.outcome == Outcome.FAILED
        assert not (following[failed] >= 0).any()
        return following, pages.clauses, drawn, pages.counted.astype(np.int32)

    # ---- what is shown, and earned

    def _views(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        sizes = self._problem.sizes
        n = len(self._tokens)
        goals = np.zeros((n, sizes["G"], sizes["W"]), np.int32)
        cut = np.zeros(n, np.int32)
        for first in range(0, n, _CHUNK):
            batch = TokenBatch.of(self._tokens[first : first + _CHUNK])
            at = np.arange(len(batch))
            slots = np.full((len(batch), 1), -1)
            cut[first : first + _CHUNK] = self._problem.viewer.show(
                batch, at, slots, goals[first : first + _CHUNK], None
            )
        return goals, cut

    def _rewards(self) -> IntArray:
        every = np.arange(len(self._tokens))
        return self._pager.rewards(TokenBatch.of(self._tokens), every)


def _expect_alike(one: Pages, other: Pages, seeds: IntArray) -> None:
    """Refuse windows that differ in more than seeds, which differ by ``seeds`` [2].

    Raises:
        _UnevenError: something else differs.
    """
    pairs = ((one.slots, other.slots), (one.clauses, other.clauses), (one.counted, other.counted))
    is_same = all(np.array_equal(a, b) for a, b in pairs)
    if not is_same or not np.array_equal(one.pool.offsets, other.pool.offsets):
        raise _UnevenError
    change = other.pool.tokens.astype(np.int64) - one.pool.tokens
    wanted = [delta for delta in seeds.tolist() if delta]
    places = np.flatnonzero(change)
    if not wanted or not places.size:
        if places.size:
            raise _UnevenError
        return
    if (
        places.size % len(wanted)
        or (change[places].reshape(-1, len(wanted)) != np.array(wanted)).any()
    ):
        raise _UnevenError
