"""Searches that run in SWI-Prolog: ``depth-first``, ``prolog`` and ``swipl``.

For the first two, Prolog keeps nothing between calls. To continue, such a search runs again from
its root, for more answers or with up to twice the limit. The same question gives the same reply, so
earlier answers come first and are skipped.

The last runs in a thread of SWI-Prolog, without Python's lock. It is iterative deepening over the
length of derivations: ``prolog/search/deepening.pl`` compiles the program to predicates with a
bound.
"""

import weakref
from collections.abc import Iterator

import numpy as np

from symbolic_rl.base.errors import StackError
from symbolic_rl.bridge.swipl import STACK_LIMIT_BYTES, Crossing, PrologCall, finish, stack_limit
from symbolic_rl.bridge.tokens import (
    IntArray,
    TokenArray,
    TokenBatch,
    code_of,
    digits_of,
    number_of,
    numbers_of,
)
from symbolic_rl.derivations.proof_frames import BY_PLACE
from symbolic_rl.engine import COUNTERS, PrologEngine
from symbolic_rl.search.base import (
    ERROR,
    EXHAUSTED,
    MEMORY,
    Derivation,
    SearchTask,
    Space,
    named_counters,
)

_FIRST_LIMIT = 1 << 14
_MOST_WANTED = (1 << 28) - 1
_MOST_INFERENCES = (1 << 42) - 1
_LEAST_STACK_BYTES = 16 << 20
HEADER = 8
"""Numbers of a reply in front of its answers."""
_USED_UP, _ENOUGH, _GOES_ON = 1, 4, 5
_ENDED = {0: EXHAUSTED, 2: MEMORY, 3: ERROR}
_FIRST_WAIT_MS, LONGEST_WAIT_MS = 1, 50
"""Waits for a thread; each doubles the last. Signals and limits are checked after each."""
_PER_MS = 4096  # inferences of SWI-Prolog in a millisecond, about
MOST_CLAUSES = 200_000
"""Largest number of clauses for which compiled SWI-Prolog joins another search."""


class PrologSearch:
    """Base of searches that SWI-Prolog runs; see :class:`symbolic_rl.search.base.Search`."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.inferences = 0
        self.memory_bytes = 0
        self._lost = np.zeros(len(COUNTERS), np.int64)
        self._end = ""

    @property
    def spent(self) -> int:
        """Inferences: SWI-Prolog turns no pages."""
        return self.inferences

    @property
    def ended(self) -> str:
        """See :class:`symbolic_rl.search.base.Search`."""
        return self._end

    @property
    def counters(self) -> dict[str, int]:
        """See :class:`symbolic_rl.search.base.Search`."""
        return named_counters(self._lost, pages_turned=0, variants=0)

    def _note_longer(self) -> None:
        """Note whether an answer was lost: a compiled program has no limit on its sub-proofs."""
        if self.counters["subproof_limits"]:
            self.space.engine.has_longer = True


class InProlog(PrologSearch):
    """Search that runs from its root to a limit."""

    def __init__(self, space: Space, name: str) -> None:
        super().__init__(space)
        self._ask, self._is_compiled = Crossing(name, name), name == "swipl"
        self._n_found, self._wanted = 0, 1
        self._stack_bytes = STACK_LIMIT_BYTES

    def bound_memory(self, n_bytes: int) -> None:
        """Bound the stacks by half of it: garbage collection copies them."""
        self._stack_bytes = min(max(n_bytes // 2, _LEAST_STACK_BYTES), STACK_LIMIT_BYTES)

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Run again, for more answers or within more inferences than last time."""
        yield from ()
        limit = self.inferences + min(most, max(self.inferences, _FIRST_LIMIT))
        limit = min(limit, _MOST_INFERENCES)
        question = question_of(self.space, limit=limit, wanted=self._wanted)
        try:
            with stack_limit(self._stack_bytes):
                reply = self._ask(question).astype(np.int64)
        except StackError:  # the goal itself has no room
            self._end = MEMORY
            return []
        self.inferences = max(number_of(reply[1:4]), self.inferences)
        if reply[0] == _USED_UP:
            self.inferences = limit
        self._lost = reply[4:HEADER]
        if self._is_compiled:
            self._note_longer()
        if reply[0] == _ENOUGH:
            # Each run repeats the earlier ones, so the number of wanted answers doubles too.
            self._wanted = min(2 * self._wanted + 1, _MOST_WANTED)
        self._end = _ENDED.get(int(reply[0]), "")
        new = list(answers_of(reply, BY_PLACE))[self._n_found :]
        self._n_found += len(new)
        return new


def refusal_of_program(engine: PrologEngine) -> str:
    """Return why SWI-Prolog's own engine cannot run a program; empty if it can."""
    vocabulary = engine.vocabulary
    if vocabulary.state >= 0:
        return "the moves of an MDP are solutions of a builtin, which Prolog's own engine lacks"
    wakes = any(vocabulary.symbols.has(name, 2) for name in ("freeze", "when"))
    if wakes and vocabulary.delayed >= 0:
        return "compiled programs cannot wake the goals that freeze/2 or when/2 delays"
    return ""


def refusal(engine: PrologEngine) -> str:
    """Return why compiled SWI-Prolog cannot search a program, in one sentence; empty if it can."""
    if engine.is_sound:
        return refusal_of_program(engine)
    return (
        "compiled SWI-Prolog unifies with the occurs check, and the program has "
        "occurs_check = false: terms that contain themselves cannot be bounded"
    )


def refusal_beside(engine: PrologEngine) -> str:
    """Return why compiled SWI-Prolog does not search next to another search; empty if it does."""
    n = len(engine.program.clauses)
    if n <= MOST_CLAUSES:
        return refusal(engine)
    return (
        f"the program has {n:,} clauses, and compiled SWI-Prolog holds them a second time: it "
        f"joins in programs of at most {MOST_CLAUSES:,}"
    )


class SwiplSearch(PrologSearch):
    """Iterative deepening over the length of derivations, compiled into SWI-Prolog.

    It runs in a thread (``prolog/search/threads.pl``), and SWI-Prolog counts the inferences. An
    answer is returned only once its inferences are allowed, so a limit gives the same answers on
    every machine. The thread works from :meth:`go` until :meth:`poll` has waited for it, and ends
    with the search, at the latest with the process. There must be no :func:`refusal`.
    """

    def __init__(self, space: Space) -> None:
        super().__init__(space)
        self._number = -1  # of the thread, which starts when it is first to work
        self._go, self._poll = PrologCall("threads", "go"), Crossing("threads", "poll")
        self._wait_ms = _FIRST_WAIT_MS
        # Inferences of the thread, and its answers: both may be ahead of the current limit.
        self._made = 0
        self._waiting: list[Derivation] = []

    @property
    def ended(self) -> str:
        """See :class:`symbolic_rl.search.base.Search`."""
        is_known = not self._waiting and self._made <= self.inferences
        return self._end if is_known else ""

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Wait for the thread for a while; see :class:`symbolic_rl.search.base.Search`."""
        yield from ()
        if not self._waiting and not self._end and self._made <= self.inferences:
            self.go()
            self.poll(min(self._wait_ms, _FIRST_WAIT_MS + most // _PER_MS))
            self._wait_ms = min(2 * self._wait_ms, LONGEST_WAIT_MS)
        allowed = self.inferences + most
        self.inferences = min(self._made, allowed)
        return [] if self._made > allowed else self.take()

    def take(self) -> list[Derivation]:
        """Return the answers that the thread has given, even if they are ahead of the limit."""
        self.inferences = max(self.inferences, self._made)
        found, self._waiting = self._waiting, []
        return found

    def go(self) -> None:
        """Let the thread work."""
        if self._waiting or self._end:
            return
        if self._number < 0:
            opened = Crossing("deepening", "open_deepening")(question_of(self.space))
            self._number = number_of(opened)
            close = PrologCall("threads", "close_search")
            weakref.finalize(self, finish, close, self._number)
        self._go(self._number)

    def poll(self, wait_ms: int) -> None:
        """Wait until the thread has a result or the time is over; then let it pause."""
        if self._waiting or self._end:
            return
        asked = np.append(digits_of(self._number), np.int32(wait_ms))
        reply = self._poll(asked).astype(np.int64)
        self._made = max(number_of(reply[1:4]), self._made)
        if reply[0] == _GOES_ON:
            self.memory_bytes = number_of(reply[HEADER:]) * 1024  # stacks, and what it keeps
            return
        self._lost = reply[4:HEADER]
        self._note_longer()
        self._end = _ENDED.get(int(reply[0]), "")
        self._waiting = list(answers_of(reply))


def question_of(space: Space, *, limit: int = 0, wanted: int = 0) -> TokenArray:
    """Return a question as ``prolog/search/asking.pl`` reads it."""
    query, number = space.query, space.engine.number
    root = query.root(answers=True)
    variables = np.array([code_of(int(TokenBatch.of([root]).variable_counts()[0]))], np.int32)
    numbers = digits_of(number), digits_of(limit, 3), digits_of([wanted, query.hidden])
    return np.concatenate([*numbers, variables, root])


def answers_of(reply: IntArray, ordinal: int = 0) -> Iterator[Derivation]:
    """Return the answers of a reply; ``ordinal`` stands in each choice."""
    at = HEADER
    while at < reply.size:
        found_after, n_choices = number_of(reply[at : at + 3]), number_of(reply[at + 3 : at + 5])
        at += 5
        places = numbers_of(reply[at : at + 2 * n_choices]).tolist()
        at += 2 * n_choices
        n_tokens = number_of(reply[at : at + 2])
        at += 2
        key = reply[at : at + n_tokens].astype(np.int32).tobytes()
        at += n_tokens
        yield Derivation(tuple((place, ordinal) for place in places), found_after, key)
