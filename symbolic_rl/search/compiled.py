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
from typing import ClassVar

import numpy as np

from symbolic_rl.bridge.structs import SearchReportStruct, address
from symbolic_rl.engine import COUNTERS
from symbolic_rl.search.base import (
    EXHAUSTED,
    Crew,
    Derivation,
    Search,
    SearchTask,
    ThreadedRequest,
)
from symbolic_rl.search.best_first import BreadthFirstSearch
from symbolic_rl.search.calls import AT_ONCE, CompiledCall, declared
from symbolic_rl.search.iterative_deepening import IterativeDeepening
from symbolic_rl.search.levin import LevinTreeSearch
from symbolic_rl.search.space import Space

_LOST = tuple((name, f"lost_{k}") for k, name in enumerate(COUNTERS))
"""Names of the counters of candidates that were lost, and of their fields in a report."""


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
        self.space, self._library = space, declared(wire.library)
        root, open_search = space.root().tokens, getattr(self._library, f"wire_{self.kind}_open")
        self.handle: int = open_search(address(root, np.int32), root.size, space.query.hidden)
        """Address of the search in C."""
        if not self.handle:
            raise MemoryError("a search in C")
        weakref.finalize(self, self._library.wire_search_close, self.handle).atexit = False
        self._report = SearchReportStruct()
        self._report_at = c.addressof(self._report)
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
        found = {name: int(getattr(report, field)) for name, field in _LOST}
        found.update(pages_turned=report.pages_turned, variants=report.variants)
        return found

    @property
    def memory_bytes(self) -> int:
        """See :class:`symbolic_rl.search.base.Search`."""
        return int(self._report.n_bytes)

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """See :class:`symbolic_rl.search.base.Search`."""
        yield CompiledRequest(self, most)
        return [self._answer()] if self._report.has_answer else []

    def refresh(self) -> None:
        """Read the figures of the search."""
        self._library.wire_search_report(self.handle, self._report_at)

    def path(self, node: int, *last: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        """Return the choices that lead from the root to ``node``, followed by ``last``.

        Nodes are the states expanded (since an iteration began), 0, 1, ..., in this order.
        """
        choices = np.empty((self._library.wire_search_depth(self.handle, node), 2), np.int64)
        self._library.wire_search_path(self.handle, node, address(choices))
        return (*map(tuple, choices[::-1].tolist()), *last)

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

    @property
    def answer_log_probability(self) -> float:
        """Log-probability of the last answer."""
        return float(self._report.log_probability)


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


class CompiledRequest(ThreadedRequest):
    """Request to advance a search in C.

    Where the order of its space has a method ``network``, C asks the policy (``network_t``) at the
    address that this returns, and Python only if it returns None.
    """

    __slots__ = ("most", "search")

    def __init__(self, search: CompiledSearch, most: int) -> None:
        self.search, self.most = search, most

    @property
    def batch_key(self) -> Hashable:
        """See :class:`symbolic_rl.search.base.SearchRequest`."""
        space = self.search.space
        order = id(space.order) if self.search.uses_order else 0
        return type(self.search), id(space.engine), order, space.fixed_width, space.settings

    @property
    def n_threads(self) -> int:
        """See :class:`.ThreadedRequest`."""
        return self.search.space.n_threads

    def open_crew(self) -> Crew:
        """See :class:`.ThreadedRequest`."""
        from symbolic_rl.search.crew import CompiledCrew  # imports concurrent.futures

        return CompiledCrew(self.search, self.n_threads)

    def network(self) -> int | None:
        """Return the address of the policy in C: 0 for none, None if Python asks it."""
        order = self.search.space.order
        if not self.search.uses_order or order is None:
            return 0
        in_c: Callable[[], int | None] | None = getattr(order, "network", None)
        return in_c() if in_c else None

    @classmethod
    def serve(cls, requests: "Sequence[CompiledRequest]") -> list[None]:
        """See :class:`symbolic_rl.search.base.SearchRequest`."""
        network = requests[0].network()
        if network is None:
            order = requests[0].search.space.order
            assert order is not None
            CompiledCall(requests).run_one_batch(order)
        else:
            for i in range(0, len(requests), AT_ONCE):
                CompiledCall(requests[i : i + AT_ONCE]).run(network)
        for request in requests:
            request.search.refresh()
        return [None] * len(requests)
