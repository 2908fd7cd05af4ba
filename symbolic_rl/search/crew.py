"""Crew: threads that take turns of searches in C (``prolog/wire/crew.c``), without the GIL."""

import ctypes as c
from collections.abc import Callable, Hashable
from queue import SimpleQueue
from threading import Event, Thread

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
    """Threads that take turns of searches; the policy stays as it is while the crew is open.

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
        for thread in self._threads:
            thread.do(self._work)

    def close(self) -> None:
        """End the turns that were begun, and drop the others."""
        self._library.wire_crew_close(self._handle)
        for thread in self._threads:
            thread.wait()
        self._library.wire_crew_free(self._handle)
        _idle.extend(self._threads)

    def offer(self, number: int, turn: TurnRequest) -> bool:
        """Let a thread take the turn of a task; return False if Python asks the policy."""
        key, search = turn.search.batch_key, turn.search
        if key not in self._common:
            self._common[key] = self._found(search)
        found = self._common[key]
        if found is None:
            return False
        self._offered[number] = search
        arguments = c.addressof(found[0]), found[1], search.handle, turn.most, number
        if not self._library.wire_crew_offer(self._handle, *arguments):
            raise MemoryError("a turn of a search in C")
        return True

    def fetch(self, *, waits: bool) -> list[int]:
        """Return the numbers of tasks whose turn is over.

        Args:
            waits: wait for one, if there is one to wait for.
        """
        n = 0
        while self._offered and not n:
            wait_ns = _WAIT_NS if waits else 0
            at = address(self._numbers)
            n = self._library.wire_crew_fetch(self._handle, at, _AT_ONCE, wait_ns)
            if not waits:
                break
        if n < 0:  # a thread has failed; its error is raised here
            self._library.wire_crew_close(self._handle)
            for thread in self._threads:
                thread.result()
        numbers: list[int] = self._numbers[:n].tolist()
        for number in numbers:
            self._offered.pop(number).refresh()
        return numbers

    def _found(self, search: TreeSearch) -> tuple[c.Structure, int] | None:
        """Return what searches of a key have in common, and the function that runs one.

        None if Python asks their policy.
        """
        network = search.network()
        if network is None:
            return None
        common = common_of(search)
        common.slice, common.slice_ns, common.network = SLICE, SLICE_NS, network
        run = getattr(self._library, f"wire_{search.kind}_run")
        return common, c.cast(run, c.c_void_p).value or 0

    def _work(self) -> None:
        """Take turns until the crew is closed."""
        library()  # attaches this thread to SWI-Prolog
        error = c.create_string_buffer(N_ERROR)
        with calls():
            if self._library.wire_crew_work(self._handle, c.addressof(error)) != DONE:
                raise fault(error.value.decode(errors="replace"), WHERE)


class _HelperThread:
    """Thread that calls one function after the other.

    A daemon: a crew that nobody closes does not keep the process from ending.
    """

    def __init__(self) -> None:
        self._asked: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._is_done = Event()
        self._error: BaseException | None = None
        Thread(target=self._run, name="search", daemon=True).start()

    def do(self, function: Callable[[], None]) -> None:
        """Let the thread call a function."""
        self._is_done.clear()
        self._error = None
        self._asked.put(function)

    def wait(self) -> None:
        """Wait for the end of the call."""
        self._is_done.wait()

    def result(self) -> None:
        """Wait for the end of the call, and raise its error."""
        self.wait()
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        while True:
            function = self._asked.get()
            try:
                function()
            except BaseException as error:
                self._error = error
            self._is_done.set()


_idle: list[_HelperThread] = []
"""Threads of crews that were closed; each stays attached to SWI-Prolog."""
