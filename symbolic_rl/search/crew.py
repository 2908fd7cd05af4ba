"""Crew: threads that take turns of searches in C (``prolog/wire/crew.c``), without the GIL."""

import ctypes as c
from collections.abc import Callable, Hashable
from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Any, Self

import numpy as np

from symbolic_rl.bridge.structs import DONE, N_ERROR, address
from symbolic_rl.bridge.swipl import calls, fault, library
from symbolic_rl.search.tree import (
    SLICE,
    SLICE_NS,
    WHERE,
    TreeSearch,
    TurnRequest,
    common_of,
    declared,
)

_WAIT_NS = 50_000_000
"""Nanoseconds until Python runs the handlers of signals."""
_AT_ONCE = 64
"""Turns that are fetched at once."""


class ThreadCrew:
    """Threads that serve requests of :class:`.TreeSearch`; see :class:`.Crew`.

    The policy stays as it is while the crew is open.

    Args:
        search: any of the searches.
        n_threads: threads, beside the one that offers.
    """

    def __init__(self, search: TreeSearch, n_threads: int) -> None:
        self._library = declared(search.space.engine.library)
        self._handle: int = self._library.wire_crew_open()
        if not self._handle:
            raise MemoryError("threads for searches in C")
        self._common: dict[Hashable, tuple[c.Structure, int] | None] = {}
        self._offered: dict[int, TreeSearch] = {}
        self._numbers = np.empty(_AT_ONCE, np.int64)
        self._threads = [_idle.pop() if _idle else _HelperThread() for _ in range(n_threads)]
        self._at_work = [thread.do(self._work) for thread in self._threads]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the turns that were begun, and drop the others."""
        self._library.wire_crew_close(self._handle)
        wait(self._at_work)
        self._library.wire_crew_free(self._handle)
        _idle.extend(self._threads)

    def offer(self, number: int, request: TurnRequest) -> bool:
        """See :class:`.Crew`."""
        key, search = request.batch_key, request.search
        if key not in self._common:
            self._common[key] = self._found(request)
        found = self._common[key]
        if found is None:
            return False
        self._offered[number] = search
        turn = c.addressof(found[0]), found[1], search.handle, request.most, number
        if not self._library.wire_crew_offer(self._handle, *turn):
            raise MemoryError("a turn of a search in C")
        return True

    def fetch(self, *, waits: bool) -> list[tuple[int, Any]]:
        """See :class:`.Crew`."""
        if not self._offered:
            return []
        n = 0
        while not n:
            wait_ns = _WAIT_NS if waits else 0
            at = address(self._numbers)
            n = self._library.wire_crew_fetch(self._handle, at, _AT_ONCE, wait_ns)
            if not waits:
                break
        if n < 0:
            self._library.wire_crew_close(self._handle)
            for future in self._at_work:
                future.result()
        numbers = self._numbers[:n].tolist()
        for number in numbers:
            self._offered.pop(number).refresh()
        return [(number, None) for number in numbers]

    def _found(self, request: TurnRequest) -> tuple[c.Structure, int] | None:
        """Return what the searches of a key have in common, and the function that runs one.

        None if Python asks their policy.
        """
        network = request.network()
        if network is None:
            return None
        common = common_of(request.search)
        common.slice, common.slice_ns, common.network = SLICE, SLICE_NS, network
        run = getattr(self._library, f"wire_{request.search.kind}_run")
        return common, c.cast(run, c.c_void_p).value or 0

    def _work(self) -> None:
        """Take turns until the crew is closed."""
        library()  # attaches this thread to SWI-Prolog
        error = c.create_string_buffer(N_ERROR)
        with calls():
            if self._library.wire_crew_work(self._handle, c.addressof(error)) != DONE:
                raise fault(error.value.decode(errors="replace"), WHERE)


class _HelperThread:
    """Thread that does what it is told, one thing after the other.

    A daemon: a crew that nobody closes does not keep the process from ending.
    """

    def __init__(self) -> None:
        self._told: SimpleQueue[tuple[Callable[[], None], Future[None]]] = SimpleQueue()
        Thread(target=self._run, name="search", daemon=True).start()

    def do(self, what: Callable[[], None]) -> "Future[None]":
        """Let the thread call a function, and return its result to come."""
        future = Future[None]()
        self._told.put((what, future))
        return future

    def _run(self) -> None:
        while True:
            what, future = self._told.get()
            try:
                what()
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(None)


_idle: list[_HelperThread] = []
"""Threads of crews that were closed; each stays attached to SWI-Prolog."""
