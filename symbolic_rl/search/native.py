"""Native Prolog: iterative deepening over the length of derivations, in a thread of SWI-Prolog.

``prolog/search/deepening.pl`` compiles the program to predicates with a bound, and runs them beside
Python without its lock. The thread works from :meth:`NativeSearch.go` until
:meth:`NativeSearch.poll` has waited for it, and ends with the search, at the latest with the
process.
"""

import weakref
from dataclasses import replace

import numpy as np

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.swipl import Crossing, PrologCall
from symbolic_rl.engine import COUNTERS, PrologEngine
from symbolic_rl.search.base import ERROR, EXHAUSTED, MEMORY, Derivation, Search, SearchTask
from symbolic_rl.search.in_prolog import HEADER, answers_of, number_of, question_of
from symbolic_rl.search.space import Space, named_counters

_FIRST_WAIT_MS, _LONGEST_WAIT_MS = 1, 50
"""Waits for a thread, each twice as long as the one before; signals and limits wait no longer."""
_HEAD_START_MS = 2
"""Milliseconds that native Prolog has to itself, beside another search: they answer most easy
queries, and on a machine with one free core they pay for what two searches cost."""
_LEAST_TURN, _SHARE_OF_TURN = 32, 8
"""Inferences of the other search until native Prolog is asked for its answer, and a share of those
so far: asking takes 0.1 milliseconds of CPU."""
MOST_CLAUSES = 200_000
"""Clauses of a program that native Prolog compiles without being asked by name."""
_GOES_ON = 5
_ENDED = {0: EXHAUSTED, 2: MEMORY, 3: ERROR}


def refusal_of_process(engine: PrologEngine) -> str:
    """Return why SWI-Prolog's own engine cannot run a program; empty if it is no process."""
    if engine.vocabulary.state < 0:
        return ""
    return "the moves of a process are solutions of a builtin, which Prolog's own engine lacks"


def refusal(engine: PrologEngine) -> str:
    """Return why native Prolog cannot search a program, in one sentence; empty if it can."""
    if engine.is_sound:
        return refusal_of_process(engine)
    return (
        "native Prolog unifies with the occurs check, and the program has occurs_check = false: "
        "terms that contain themselves cannot be bounded"
    )


def refusal_beside(engine: PrologEngine) -> str:
    """Return why native Prolog does not search beside another search; empty if it does."""
    n = len(engine.program.clauses)
    if n <= MOST_CLAUSES:
        return refusal(engine)
    return (
        f"the program has {n:,} clauses, and native Prolog holds them a second time: it is beside "
        f"programs of at most {MOST_CLAUSES:,}"
    )


class NativeSearch:
    """Iterative deepening in SWI-Prolog; see :class:`symbolic_rl.search.base.Search`.

    Inferences are those that SWI-Prolog counts. An answer is given only once the inferences until
    then are allowed, so that as many give the same answers, however fast the machine is.

    Args:
        space: the derivations to search.

    Raises:
        ConfigError: the engine is not SWI-Prolog, or there is a :func:`refusal`.
    """

    def __init__(self, space: Space) -> None:
        if why := refusal(space.engine):
            raise ConfigError(f"{why}.", "--search native", "use another search.")
        self.space = space
        self._number = number_of(Crossing("deepening", "open_search")(question_of(space)))
        weakref.finalize(self, PrologCall("deepening", "close_search"), self._number)
        self._go, self._poll = PrologCall("deepening", "go"), Crossing("deepening", "poll")
        self._wait_ms = _FIRST_WAIT_MS
        self._lost = np.zeros(len(COUNTERS), np.int64)
        self._made = 0
        self._end = ""
        self._waiting: list[Derivation] = []
        self.inferences = 0
        self.memory_bytes = 0
        """Stacks of the thread, when it was last waited for."""

    @property
    def spent(self) -> int:
        """See :class:`symbolic_rl.search.base.Search`."""
        return self.inferences

    @property
    def ended(self) -> str:
        """See :class:`symbolic_rl.search.base.Search`."""
        is_known = not self._waiting and self._made <= self.inferences
        return self._end if is_known else ""

    @property
    def counters(self) -> dict[str, int]:
        """See :class:`symbolic_rl.search.base.Search`."""
        return named_counters(self._lost, pages_turned=0, variants=0)

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Wait for the thread for a while; see :class:`symbolic_rl.search.base.Search`."""
        yield from ()
        if not self._waiting and not self._end and self._made <= self.inferences:
            self.go()
            self.poll(self._wait_ms)
            self._wait_ms = min(2 * self._wait_ms, _LONGEST_WAIT_MS)
        allowed = self.inferences + most
        self.inferences = min(self._made, allowed)
        return [] if self._made > allowed else self.take()

    def take(self) -> list[Derivation]:
        """Return the answer that the thread has given, if there is one, however early."""
        self.inferences = max(self.inferences, self._made)
        found, self._waiting = self._waiting, []
        return found

    def go(self) -> None:
        """Let the thread work."""
        if not self._waiting and not self._end:
            self._go(self._number)

    def poll(self, wait_ms: int) -> None:
        """Wait until the thread has something to say or the time is over; then let it pause."""
        if self._waiting or self._end:
            return
        digits = [self._number >> 14, self._number & 0x3FFF, wait_ms]
        reply = self._poll(np.array(digits, np.int32)).astype(np.int64)
        self._made = max(number_of(reply[1:4]), self._made)
        if reply[0] == _GOES_ON:
            self.memory_bytes = number_of(reply[HEADER:]) * 1024
            return
        self._lost = reply[4:HEADER]
        self._end = _ENDED.get(int(reply[0]), "")
        self._waiting = list(answers_of(reply))


class NativeBeside:
    """A search with native Prolog beside it; see :class:`symbolic_rl.search.base.Search`.

    The answer is that of whichever has it first. Inferences, and their limit, are those of the
    search; native Prolog works as long as that does.

    Args:
        search: the search.
        native: works in a thread of its own meanwhile.
        name: of the search, for its answers.
    """

    def __init__(self, search: Search, native: NativeSearch, name: str) -> None:
        self._search, self._native, self._name = search, native, name
        self._met: set[bytes] = set()
        self._has_begun = False

    @property
    def inferences(self) -> int:
        """Inferences of the search."""
        return self._search.inferences

    @property
    def spent(self) -> int:
        """Inferences and pages turned of the search."""
        return self._search.spent

    @property
    def ended(self) -> str:
        """Reason for the end: one that is exhausted is enough; else both have to end."""
        search, native = self._search.ended, self._native.ended
        return EXHAUSTED if EXHAUSTED in (search, native) else search and native

    @property
    def counters(self) -> dict[str, int]:
        """Counters of the search, or of native Prolog if that alone is exhausted."""
        is_native = self._native.ended == EXHAUSTED != self._search.ended
        return (self._native if is_native else self._search).counters

    @property
    def memory_bytes(self) -> int:
        """Memory of both."""
        return self._search.memory_bytes + self._native.memory_bytes

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Advance the search, while native Prolog works beside it."""
        native, found = self._native, list[Derivation]()
        native.go()
        if self._search.ended:
            native.poll(_LONGEST_WAIT_MS)
        elif not self._has_begun:
            self._has_begun = True
            native.poll(_HEAD_START_MS)
        else:
            last = self.spent + min(most, _LEAST_TURN + self.spent // _SHARE_OF_TURN)
            while not found and not self._search.ended and self.spent < last:
                found = yield from self._search.advance(last - self.spent)
            native.poll(0)
        new = self._new(found, self._name)
        return new + self._new(native.take(), "native")

    def _new(self, found: list[Derivation], by: str) -> list[Derivation]:
        """Return the answers that have not been found before, and note by which search."""
        new = [answer for answer in found if answer.key not in self._met]
        self._met.update(answer.key for answer in new)
        return [replace(a, found_after=self.inferences, found_by=by) for a in new]
