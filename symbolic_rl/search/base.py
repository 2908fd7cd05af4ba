"""What searches share: spaces, the protocol of a search, limits, memory and results.

A search is a task: a generator that yields the turns that it waits for. Searches in C call neither
the engine nor the policy: :mod:`symbolic_rl.search.scheduler` serves their turns
(:class:`symbolic_rl.search.tree.TurnRequest`) for many searches together. A search in Python may
call both itself and yield nothing, as in ``docs/examples/own_search.py``.

Dimension key: N states, M candidates in all.
"""

from collections.abc import Callable, Generator, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import MAX_CANDIDATES, EnvConfig, SearchSettings
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.machine import memory_bytes
from symbolic_rl.bridge.tokens import HashArray, IntArray, TokenBatch, starts
from symbolic_rl.engine import COUNTERS, PrologEngine
from symbolic_rl.program.program import Query

Value = TypeVar("Value")

SearchTask = Generator[Any, None, Value]
"""A computation that yields each turn that it waits for, and returns a value."""

MOST = 2**42
"""Greatest limit of a search: Prolog receives it as three digits of 14 bits."""

EXHAUSTED, STOPPED, ERROR, SATURATED = "exhausted", "stopped", "error", "saturated"
PRUNED = "pruned"
INFERENCES, TIMEOUT, MEMORY = "max_inferences", "timeout_s", "memory_mb"
"""Reasons for the end of a search: the space is exhausted; the caller has enough answers; the
program raised an error, where Prolog itself runs it; every other answer is an instance of one that
was given; nothing is left but states that the search left out, as a beam does; a limit."""

DEFAULT_SHARE = 0.25
"""Share of the machine's memory that all searches of a process may take by default."""
_DEFAULT = SearchSettings()
_WIDTH = 256  # width of pages where an order is given without one


@dataclass(frozen=True)
class Page:
    """Page of candidates of each of N states, in program order."""

    owner: IntArray  # [M] state that each candidate belongs to
    ordinal: IntArray  # [M] place in the page of its state
    clauses: NDArray[np.int32]  # [M] clause id
    candidates: TokenBatch  # M resolvents
    hashes: HashArray  # [M, 2] of the resolvents
    more: NDArray[np.bool_]  # [N] whether there is another page
    next_offset: IntArray  # [N] candidates that come before that page
    lost: IntArray  # [N, len(COUNTERS)] candidates lost, by cause


NOT_ASKED = -1.0
"""Estimate of the inferences left for a state without a choice, for which no policy was asked."""


class Advice(NamedTuple):
    """Advice of a policy on N states and their M candidates, float32."""

    candidates: NDArray[np.float32]  # [M] log-probabilities; 0 for one that is not shown
    more: NDArray[np.float32]  # [N] log-probabilities of the action *more*
    to_go: NDArray[np.float32]  # [N] estimated inferences to a proof, or NOT_ASKED
    structure: NDArray[np.float32] | None = None
    """[M] log-probabilities of the structure part alone; None without one."""
    more_structure: NDArray[np.float32] | None = None  # [N] the same of *more*


Order = Callable[[TokenBatch, Page, NDArray[np.bool_]], Advice]
"""Function from N states, their page, and a mask [M] of the shown candidates."""


class Space:
    """Search space: the derivations of one query.

    ConfigError: the program is an MDP with chance.

    Args:
        engine: expands states that carry an answer term.
        query: where the derivations start.
        width: candidates of a page, the action *more* included; 0 leaves it to the search.
        order: log-probabilities of candidates; None makes all equally probable.
        settings: how a guided search uses ``order``.
        n_threads: threads that run searches in C side by side.
    """

    def __init__(
        self,
        engine: PrologEngine,
        query: Query,
        *,
        width: int = 0,
        order: Order | None = None,
        settings: SearchSettings = _DEFAULT,
        n_threads: int = 1,
    ) -> None:
        if engine.vocabulary.has_chance:
            raise ConfigError(
                "an MDP with chance is not searched: a plan would know the draws in advance.",
                "a call of draw/3",
                "train it with --algo ppo or --algo grpo; eval lets the policy act alone.",
            )
        # None for the query's root; searches that run in SWI-Prolog as a whole start there.
        self._start: TokenBatch | None = None
        self.find_twin: Callable[[], Space] | None = None
        """Returns the space of the same goal in the program without its lemmas, if it has any."""
        self.engine, self.query, self.order, self.settings = engine, query, order, settings
        self.n_threads = n_threads
        # 0 where the width of pages follows from the states of a batch
        self.fixed_width = width or (_WIDTH if order else 0)

    @property
    def plain(self) -> "Space":
        """Copy without ``order``."""
        space = copy(self)
        space.order, space.settings, space.fixed_width = None, _DEFAULT, 0
        return space

    @property
    def without_lemmas(self) -> "Space | None":
        """Search space of the program without lemmas; None if it has none."""
        if self.find_twin is None:
            return None
        twin = self.find_twin()
        twin.settings = self.settings
        if not self.query.names:
            twin.query = twin.query.without_answer(twin.engine.vocabulary)
        return twin if self.order else twin.plain

    def starting_at(self, start: TokenBatch) -> "Space":
        """Return a copy whose derivations start at another state (a batch of one)."""
        space = copy(self)
        space._start = start
        return space

    def root(self) -> TokenBatch:
        """Return the first state, as a batch of one."""
        if self._start is not None:
            return self._start
        tokens = self.query.root(answers=True)
        return TokenBatch(tokens, np.array([0, tokens.size]))


class SpaceOrder:
    """Order of a trained policy, with its width of pages and its search settings."""

    def __init__(self, config: EnvConfig, settings: SearchSettings) -> None:
        self.settings = settings
        # A policy that never turned a page does not know when to, and all moves of a state are
        # made at once. The clauses of a program may be far too many.
        sees_all = config.is_mdp and not settings.knows_pages
        self.width = MAX_CANDIDATES if sees_all else config.n_candidates - config.refuse

    def space(
        self,
        engine: PrologEngine,
        query: Query,
        settings: SearchSettings | None = None,
        *,
        n_threads: int = 1,
    ) -> Space:
        """Return the search space of a query, ordered by the policy."""
        settings = settings or self.settings
        return Space(
            engine, query, width=self.width, order=self, settings=settings, n_threads=n_threads
        )

    def network(self) -> int | None:
        """Return the address of the weights in C (``network_t``); None if Python has to ask."""
        return None

    def __call__(self, states: TokenBatch, page: Page, wanted: NDArray[np.bool_]) -> Advice:
        """Ask the policy; see :data:`Order`."""
        raise NotImplementedError


def open_page(
    engine: PrologEngine, states: TokenBatch, hidden: IntArray, offset: IntArray, width: int
) -> Page:
    """Expand ``states`` [N], each from its ``offset`` [N], without the facts ``hidden`` [N].

    A page that is not the last keeps one of its ``width`` places for the action *more*.
    """
    page = engine.expand(states, hidden=hidden, limit=width, offset=offset)
    owner = np.repeat(np.arange(len(states)), page.counts)
    ordinal = np.arange(owner.size) - starts(page.counts)[owner]
    capacity = np.where(page.more, width - 1, width)
    kept = np.flatnonzero(ordinal < capacity[owner])
    return Page(
        owner=owner[kept],
        ordinal=ordinal[kept],
        clauses=page.clauses[kept].astype(np.int32),
        # No copy if all candidates fit.
        candidates=page.candidates if kept.size == owner.size else page.candidates.take(kept),
        hashes=page.hashes[kept],
        more=page.more,
        next_offset=offset + capacity,
        lost=page.lost,
    )


def named_counters(lost: IntArray, **others: int) -> dict[str, int]:
    """Return the counters of a search by name: candidates lost [len(COUNTERS)], and ``others``."""
    return {**dict(zip(COUNTERS, lost.tolist(), strict=True)), **others}


@dataclass(frozen=True)
class Derivation:
    """Derivation of an answer, as the choices that repeat it."""

    # Offset of the page and ordinal in it of the candidate of each step, the root's first.
    choices: Sequence[tuple[int, int]]
    found_after: int  # inferences of the search until then
    # Tokens of the final state: equal for answers that are variants of each other.
    key: bytes = field(repr=False)
    found_by: str = ""  # name of the search that found it, where several searched side by side
    n_lost: int = 0  # states that the search had lost for their size, which ordinals leave out
    lemmas: tuple[int, ...] = ()  # numbers of the lemmas that the search used, written out above


class Search(Protocol):
    """A search in progress."""

    @property
    def space(self) -> Space:
        """The derivations that it searches."""

    @property
    def inferences(self) -> int:
        """Resolution steps taken so far."""

    @property
    def spent(self) -> int:
        """Inferences plus the cost of turned pages and large states; limits bound this sum.

        A turned page costs its number, plus one per 64 candidates before it: a state may have
        endlessly many pages, and the engine derives the candidates before a page again. An expanded
        state costs one more per 4,096 tokens, because its candidates are about as long.
        """

    @property
    def ended(self) -> str:
        """Reason why it cannot go on; else empty.

        ``exhausted`` says that there is no other answer: a search that has left out states, other
        than variants of earlier ones, ends with ``pruned``.
        """

    @property
    def counters(self) -> dict[str, int]:
        """Candidates lost, by cause; pages turned; variants of earlier states left out."""

    @property
    def memory_bytes(self) -> int:
        """Estimate of the memory that its states and tables take."""

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Take at most ``most`` (at least 1) steps and return the new answers.

        It may take fewer steps, and return no answer although the search has not ended.
        """


DEFAULT_INFERENCES = 1_000_000
"""Inferences of a search whose end no other limit says."""
SUBPROOF_SHARE = 2
"""Part of the inferences of a search that the sub-proofs in front of one candidate may take."""
MOST_SUBPROOF_INFERENCES = 10_000_000
"""Their limit where that would be more: about a second of C, which cannot be ended within it."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits at which a search ends; ConfigError: a value below the least allowed one."""

    max_inferences: int = DEFAULT_INFERENCES
    """Inferences after which it ends, plus the costs that ``Search.spent`` adds."""
    timeout_s: float = 0.0
    """Seconds after which it ends; 0 for none."""
    memory_mb: int = 0
    """Megabytes that the states of all concurrent searches may take; 0 for a quarter of the
    machine's memory."""
    max_subproof_inferences: int = 0
    """Inferences of the sub-proofs in front of one candidate; 0 for half of ``max_inferences``,
    but at least the program's setting, and at most :data:`MOST_SUBPROOF_INFERENCES`."""

    def __post_init__(self) -> None:
        for name in ("max_inferences", "timeout_s", "memory_mb", "max_subproof_inferences"):
            value, least = getattr(self, name), 1 if name == "max_inferences" else 0
            if not least <= value <= MOST:  # also refuses NaN
                flag = f"--{name.replace('_', '-')}"
                raise ConfigError(
                    f"{name}={value} is not allowed.",
                    flag,
                    f"give at least {least}, at most 2**42.",
                )

    def subproof_inferences(self, least: int) -> int:
        """Return the limit on sub-proofs of a program whose setting is ``least``."""
        share = min(self.max_inferences // SUBPROOF_SHARE, MOST_SUBPROOF_INFERENCES)
        return self.max_subproof_inferences or max(least, share)


def limits_of(max_inferences: int = 0, timeout_s: float = 0.0, **others: int) -> Limits:
    """Return limits; without ``max_inferences``, a limit of time alone, or the default.

    >>> limits_of().max_inferences, limits_of(timeout_s=60).max_inferences == MOST
    (1000000, True)
    """
    most = max_inferences or (MOST if timeout_s else DEFAULT_INFERENCES)
    return Limits(max_inferences=most, timeout_s=timeout_s, **others)


@dataclass(frozen=True)
class SearchResult:
    """Answers of a search, and its metrics."""

    answers: tuple[Derivation, ...]  #: variants of one another count as one
    ended: str  #: reason for the end, such as ``exhausted``
    complete: bool  #: exhausted, and no candidate was lost: there is no other answer
    inferences: int  #: resolution steps taken
    counters: dict[str, int]
    seconds: float


def default_memory_mb() -> int:
    """Return the megabytes that all searches of a process may take where no limit is set."""
    return max(64, int(memory_bytes() * DEFAULT_SHARE) >> 20)


class MemoryBudget:
    """Memory that some searches share.

    Once they have used it up together, searches that take more than an even share end; the others
    continue.
    """

    def __init__(self, megabytes: int = 0, at_once: int = 1) -> None:
        self._limit = (megabytes or default_memory_mb()) << 20
        self.even_share = self._limit // max(1, at_once)  # bytes
        self._used: dict[int, int] = {}
        self._total = 0

    def note(self, search: int, n_bytes: int) -> None:
        """Note what a search takes now; 0 when it has ended."""
        self._total += n_bytes - self._used.pop(search, 0)
        if n_bytes:
            self._used[search] = n_bytes

    def is_used_up(self, search: int) -> bool:
        """Tell whether a search has to end, so that the others can go on."""
        return self._total >= self._limit and self._used.get(search, 0) >= self.even_share
