"""Searches in C (``prolog/wire``): Levin tree search, breadth-first search, iterative deepening.

Their oracles are :class:`.LevinTreeSearch`, :class:`.BreadthFirstSearch` and
:class:`.IterativeDeepening`, which serve where the compiled wire was not built. The queue or stack,
the states met, the loop check and the probabilities are kept in C. Where the policy can be asked
there too, or none is needed, a search runs by itself until it has an answer or its turn is over.
Otherwise the searches that run side by side take one batch of states each, and the order of their
space is asked for all of them at once.

Dimension key: N states expanded, M candidates of them.
"""

import ctypes as c
import weakref
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.structs import (
    DONE,
    N_ERROR,
    SearchesStruct,
    SearchReportStruct,
    address,
)
from symbolic_rl.bridge.swipl import calls, fault, library
from symbolic_rl.bridge.tokens import IntArray, TokenBatch
from symbolic_rl.engine import COUNTERS
from symbolic_rl.search import space as rules
from symbolic_rl.search.base import EXHAUSTED, Derivation, Search, SearchTask
from symbolic_rl.search.best_first import BreadthFirstSearch
from symbolic_rl.search.iterative_deepening import IterativeDeepening
from symbolic_rl.search.levin import FALLING_SHARE, LevinTreeSearch
from symbolic_rl.search.space import Page, Space, named_counters

_SLICE, _SLICE_NS = 8192, 100_000_000
"""Inferences and nanoseconds of all searches of a call: signals and limits wait no longer."""


class CompiledSearch:
    """Search in C; see :class:`symbolic_rl.search.base.Search`.

    Args:
        space: the derivations to search, of which :meth:`serves` is true.
    """

    kind: ClassVar[str]
    """Name of the functions in C: ``wire_<kind>_open`` and ``wire_<kind>_run``."""
    by_level: ClassVar[bool] = False
    """True for Levin search by level alone, which is breadth-first search."""
    uses_order: ClassVar[bool] = False
    """True if it asks the order of its space."""

    def __init__(self, space: Space) -> None:
        wire = space.engine.capabilities.wire
        assert wire is not None
        self.space, self._library = space, _declared(wire.library)
        root, open_search = space.root().tokens, getattr(self._library, f"wire_{self.kind}_open")
        self.handle: int = open_search(address(root, np.int32), root.size, space.query.hidden)
        """Address of the search in C."""
        if not self.handle:
            raise MemoryError("a search in C")
        weakref.finalize(self, self._library.wire_search_close, self.handle).atexit = False
        self._report = SearchReportStruct()
        self.refresh()

    @classmethod
    def serves(cls, space: Space) -> bool:
        """Tell whether C can search a space: the wire was built, and pages have one width."""
        is_free = space.order is None or not cls.uses_order
        return space.engine.capabilities.wire is not None and (is_free or space.fixed_width > 0)

    @property
    def inferences(self) -> int:
        """See :class:`symbolic_rl.search.base.Search`."""
        return int(self._report.inferences)

    @property
    def spent(self) -> int:
        """See :class:`symbolic_rl.search.base.Search`."""
        return int(self._report.inferences + self._report.page_steps)

    @property
    def ended(self) -> str:
        """See :class:`symbolic_rl.search.base.Search`."""
        return EXHAUSTED if self._report.is_exhausted else ""

    @property
    def counters(self) -> dict[str, int]:
        """See :class:`symbolic_rl.search.base.Search`."""
        report = self._report
        lost = np.array([getattr(report, f"lost_{k}") for k in range(len(COUNTERS))])
        return named_counters(lost, pages_turned=report.pages_turned, variants=report.variants)

    @property
    def memory_bytes(self) -> int:
        """See :class:`symbolic_rl.search.base.Search`."""
        return int(self._report.n_bytes)

    @property
    def answer_weights(self) -> tuple[float, float]:
        """Depth and log-probability of the last answer of Levin tree search."""
        return self._report.first_weight, self._report.second_weight

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """See :class:`symbolic_rl.search.base.Search`."""
        yield CompiledRequest(self, most)
        return [self._answer()] if self._report.has_answer else []

    def refresh(self) -> None:
        """Read the figures of the search."""
        self._library.wire_search_report(self.handle, c.addressof(self._report))

    def path(self, node: int, *last: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        """Return the choices that lead from the root to ``node``, followed by ``last``.

        Nodes are the states expanded (since an iteration began), 0, 1, ..., in this order.
        """
        choices = np.empty((self._library.wire_search_depth(self.handle, node), 2), np.int64)
        self._library.wire_search_path(self.handle, node, address(choices))
        return (*((offset, ordinal) for offset, ordinal in choices[::-1].tolist()), *last)

    def _answer(self) -> Derivation:
        report = self._report
        path = self.path(report.answer_node, (report.answer_offset, report.answer_ordinal))
        key = c.string_at(report.answer_tokens, 4 * report.n_answer_tokens)
        answer = Derivation(path, self.inferences, key)
        self._library.wire_search_forget(self.handle)
        self.refresh()
        return answer


class CompiledLevin(CompiledSearch):
    """Levin tree search in C, as :class:`.LevinTreeSearch`."""

    kind = "levin"
    uses_order = True


class CompiledBreadthFirst(CompiledSearch):
    """Breadth-first search in C, as :class:`.BreadthFirstSearch`."""

    kind = "levin"
    by_level = True


class CompiledDeepening(CompiledSearch):
    """Iterative deepening in C, as :class:`.IterativeDeepening`."""

    kind = "deepening"


def in_c(compiled: type[CompiledSearch], oracle: Callable[[Space], Search], space: Space) -> Search:
    """Return a search in C where C can search the space, else its oracle."""
    return compiled(space) if compiled.serves(space) else oracle(space)


def levin(space: Space) -> Search:
    """Return Levin tree search."""
    return in_c(CompiledLevin, LevinTreeSearch, space)


def breadth_first(space: Space) -> Search:
    """Return breadth-first search."""
    return in_c(CompiledBreadthFirst, BreadthFirstSearch, space)


def iterative_deepening(space: Space) -> Search:
    """Return iterative deepening."""
    return in_c(CompiledDeepening, IterativeDeepening, space)


@runtime_checkable
class InC(Protocol):
    """Order of a space whose network C can ask."""

    def network(self) -> int | None:
        """Return the address of a ``network_t``; None if C does not know the network."""
        ...


@dataclass(frozen=True)
class CompiledRequest:
    """Request to advance a search in C."""

    search: CompiledSearch
    most: int

    @property
    def batch_key(self) -> Hashable:
        """See :class:`symbolic_rl.search.base.SearchRequest`."""
        space = self.search.space
        order = id(space.order) if self.search.uses_order else 0
        how = space.fixed_width, space.settings, space.n_threads
        return type(self.search), id(space.engine), order, how

    @classmethod
    def serve(cls, requests: "Sequence[CompiledRequest]") -> list[None]:
        """See :class:`symbolic_rl.search.base.SearchRequest`."""
        library()  # attaches this thread to SWI-Prolog
        search = requests[0].search
        order = search.space.order if search.uses_order else None
        network = order.network() if isinstance(order, InC) else None
        if order is not None and network is None:
            _Call(requests).run_one_batch(order)
        else:
            n = min(search.space.n_threads, len(requests))
            _side_by_side([_Call(requests[i::n]) for i in range(n)], network)
        for request in requests:
            request.search.refresh()
        return [None] * len(requests)


def _side_by_side(calls: "Sequence[_Call]", network: int | None) -> None:
    """Run calls in a thread each; C holds no lock of Python meanwhile."""
    if len(calls) == 1:
        calls[0].run(network)
        return

    def run(call: _Call) -> None:
        library()  # attaches this thread to SWI-Prolog
        call.run(network)

    list(_threads(len(calls)).map(run, calls))


@cache
def _threads(n: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(n, thread_name_prefix="search")


class _Call:
    """Call of C for some searches of one batch key."""

    def __init__(self, requests: Sequence[CompiledRequest]) -> None:
        search = requests[0].search
        space = search.space
        wire = space.engine.capabilities.wire
        assert wire is not None
        self._library, self._kind = _declared(wire.library), search.kind
        self._error = c.create_string_buffer(N_ERROR)
        self._handles = np.array([request.search.handle for request in requests], np.uintp)
        self._most = np.array([request.most for request in requests])
        settings = space.settings
        self._searches = SearchesStruct(
            engine=wire.engine,
            program=wire.program,
            width=space.fixed_width,
            room=rules.ROOM,
            narrowest=rules.NARROWEST,
            first_width=rules.FIRST,
            widest=rules.WIDEST,
            sharpness=settings.sharpness,
            uniform_share=settings.uniform_share,
            falling_share=FALLING_SHARE,
            slack=0.0 if search.by_level else LevinTreeSearch.slack,
            by_level=search.by_level,
            n=len(requests),
            searches=address(self._handles, np.uintp),
            most=address(self._most),
            slice=max(1, _SLICE // len(requests)),
            slice_ns=_SLICE_NS // len(requests),
            error=c.addressof(self._error),
        )

    def run(self, network: int | None) -> None:
        """Run each search by itself for its turn.

        Args:
            network: address of a ``network_t``; None if there is no policy.
        """
        self._searches.network = network
        self._do(getattr(self._library, f"wire_{self._kind}_run"))

    def run_one_batch(self, order: rules.Order) -> None:
        """Expand a batch of each search, its log-probabilities by ``order``."""
        searches = self._searches
        searches.has_order = 1
        self._do(self._library.wire_levin_expand)
        if not searches.n_states:
            return
        states, page, shown = self.expanded()
        logs, more_logs = order(states, page, shown)
        logs, more_logs = np.ascontiguousarray(logs), np.ascontiguousarray(more_logs)
        searches.candidate_logs = address(logs, np.float32)
        searches.more_logs = address(more_logs, np.float32)
        self._do(self._library.wire_levin_queue)

    def expanded(self) -> tuple[TokenBatch, Page, NDArray[np.bool_]]:
        """Return the states [N], their candidates [M], and which of them are shown [M]."""
        from_c = self._searches
        n, m = from_c.n_states, from_c.n_candidates
        page = Page(
            owner=_array(from_c.owner, m, np.int64),
            ordinal=_array(from_c.ordinal, m, np.int64),
            clauses=_array(from_c.clauses, m, np.int64).astype(np.int32),
            candidates=_tokens(from_c.candidate_tokens, from_c.candidate_offsets, m),
            hashes=_array(from_c.hashes, 2 * m, np.uint64).reshape(m, 2),
            more=_array(from_c.more, n, np.bool_),
            next_offset=_array(from_c.next_offset, n, np.int64),
            lost=np.zeros((n, len(COUNTERS)), np.int64),  # C has counted them
        )
        states = _tokens(from_c.tokens, from_c.offsets, n)
        return states, page, _array(from_c.shown, m, np.bool_)

    def _do(self, function: Any) -> None:
        with calls():
            if function(c.addressof(self._searches)) != DONE:
                raise fault(self._error.value.decode(errors="replace"), "wire:expand_compiled/1")


def _array(at: int | None, n: int, dtype: Any) -> Any:
    """Return a copy of ``n`` numbers in memory of C."""
    size = n * np.dtype(dtype).itemsize
    return np.frombuffer(c.string_at(at or 0, size) if size else b"", dtype)


def _tokens(at: int | None, offsets_at: int | None, n: int) -> TokenBatch:
    offsets: IntArray = _array(offsets_at, n + 1, np.int64)
    return TokenBatch(_array(at, int(offsets[-1]), np.int32), offsets)


def _declared(wire: c.CDLL) -> Any:
    """Return the library with the types of the functions that are called here."""
    pointer, integer = c.c_void_p, c.c_int64
    types: dict[str, tuple[Any, list[Any]]] = {
        "wire_levin_open": (pointer, [pointer, integer, integer]),
        "wire_deepening_open": (pointer, [pointer, integer, integer]),
        "wire_search_close": (None, [pointer]),
        "wire_search_report": (None, [pointer, pointer]),
        "wire_search_forget": (None, [pointer]),
        "wire_search_path": (None, [pointer, integer, pointer]),
        "wire_search_depth": (integer, [pointer, integer]),
        "wire_levin_expand": (c.c_int, [pointer]),
        "wire_levin_queue": (c.c_int, [pointer]),
        "wire_levin_ask": (c.c_int, [pointer] * 3),
        "wire_levin_run": (c.c_int, [pointer]),
        "wire_deepening_run": (c.c_int, [pointer]),
    }
    for name, (result, arguments) in types.items():
        function = getattr(wire, name)
        function.restype, function.argtypes = result, arguments
    return wire
