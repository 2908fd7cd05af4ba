"""Calls of C for searches: what they have in common, a turn of each, or a batch of all.

Dimension key: N states expanded, M candidates of them.
"""

import ctypes as c
from collections.abc import Hashable, Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.structs import DONE, N_ERROR, SearchesStruct, address
from symbolic_rl.bridge.swipl import calls, fault
from symbolic_rl.bridge.tokens import IntArray, TokenBatch
from symbolic_rl.engine import COUNTERS
from symbolic_rl.search import space as rules
from symbolic_rl.search.levin import FALLING_SHARE, SURE_STEPS, LevinTreeSearch
from symbolic_rl.search.space import Page, Space

SLICE, SLICE_NS = 8192, 2_000_000
"""Inferences and nanoseconds until the turn of a search is over, where others wait. A turn that is
much shorter costs: what a search has in the caches is gone when it has its next one."""
AT_ONCE = 32
"""Searches of a call that Python waits for: the handlers of signals run after it."""
_ALONE_NS = 100_000_000
"""Nanoseconds of a call."""
WHERE = "wire:expand_compiled/1"


class SearchInC(Protocol):
    """Search whose state is in C."""

    space: Space
    handle: int
    """Address of the search in C."""

    @property
    def kind(self) -> str:
        """Name of the functions in C: ``wire_<kind>_open`` and ``wire_<kind>_run``."""

    @property
    def by_level(self) -> bool:
        """True for Levin search by level alone, which is breadth-first search."""

    def refresh(self) -> None:
        """Read the figures of the search."""


class RequestInC(Protocol):
    """Request to advance a search in C."""

    @property
    def search(self) -> SearchInC:
        """The search."""

    @property
    def most(self) -> int:
        """Inferences that it may take."""

    @property
    def batch_key(self) -> Hashable:
        """See :class:`symbolic_rl.search.base.SearchRequest`."""

    def network(self) -> int | None:
        """Return the address of the policy in C: 0 for none, None if Python asks it."""


def common_of(search: SearchInC) -> SearchesStruct:
    """Return what a search has in common with all that have its batch key; no searches."""
    space = search.space
    wire = space.engine.capabilities.wire
    assert wire is not None
    settings = space.settings
    return SearchesStruct(
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
        sharper_share=settings.sharper_share,
        steps_to_go=search.space.estimates and not search.by_level,
        sure_steps=SURE_STEPS,
        slack=0.0 if search.by_level else LevinTreeSearch.slack,
        by_level=search.by_level,
    )


class CompiledCall:
    """Call of C for some searches of one batch key."""

    def __init__(self, requests: Sequence[RequestInC]) -> None:
        search, n = requests[0].search, len(requests)
        wire = search.space.engine.capabilities.wire
        assert wire is not None
        self._library, self._kind = declared(wire.library), search.kind
        self._error = c.create_string_buffer(N_ERROR)
        self._handles = np.array([request.search.handle for request in requests], np.uintp)
        self._most = np.array([request.most for request in requests])
        self._searches = common_of(search)
        self._searches.n = n
        self._searches.searches = address(self._handles, np.uintp)
        self._searches.most = address(self._most)
        self._searches.slice, self._searches.slice_ns = SLICE, max(SLICE_NS, _ALONE_NS // n)
        self._searches.error = c.addressof(self._error)

    def run(self, network: int) -> None:
        """Run each search by itself for its turn.

        Args:
            network: address of a ``network_t``; 0 if there is no policy.
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
        advice = [np.ascontiguousarray(array) for array in order(states, page, shown)]
        at = [address(array, np.float32) for array in advice]
        searches.candidate_logs, searches.more_logs, searches.to_go = at
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
                raise fault(self._error.value.decode(errors="replace"), WHERE)


def _array(at: int | None, n: int, dtype: Any) -> Any:
    """Return a copy of ``n`` numbers in memory of C."""
    size = n * np.dtype(dtype).itemsize
    return np.frombuffer(c.string_at(at or 0, size) if size else b"", dtype)


def _tokens(at: int | None, offsets_at: int | None, n: int) -> TokenBatch:
    offsets: IntArray = _array(offsets_at, n + 1, np.int64)
    return TokenBatch(_array(at, int(offsets[-1]), np.int32), offsets)


@cache
def declared(wire: c.CDLL) -> Any:
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
        "wire_levin_ask": (c.c_int, [pointer] * 4),
        "wire_levin_run": (c.c_int, [pointer]),
        "wire_deepening_run": (c.c_int, [pointer]),
        "wire_crew_open": (pointer, []),
        "wire_crew_offer": (c.c_int, [pointer] * 4 + [integer] * 2),
        "wire_crew_work": (c.c_int, [pointer, pointer]),
        "wire_crew_fetch": (integer, [pointer, pointer, integer, integer]),
        "wire_crew_close": (None, [pointer]),
        "wire_crew_free": (None, [pointer]),
    }
    for name, (result, arguments) in types.items():
        function = getattr(wire, name)
        function.restype, function.argtypes = result, arguments
    return wire
