"""Levin tree search, breadth-first search, iterative deepening and bottom-up search, in C.

C keeps the queue or stack, the states met, the loop check and the probabilities. If C can evaluate
the policy, or needs none, a search runs alone until it has an answer or its turn is over. Otherwise
searches side by side take one batch of states each, and the order of their space is asked once for
all of these states.

Dimension key: N states expanded, M candidates of these.
"""

import ctypes as c
import weakref
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.structs import (
    DONE,
    N_ERROR,
    SearchesStruct,
    SearchOutcomeStruct,
    address,
)
from symbolic_rl.bridge.swipl import Crossing, calls, fault
from symbolic_rl.bridge.tokens import (
    IntArray,
    TokenBatch,
    digits_of,
    number_of,
    numbers_of,
)
from symbolic_rl.derivations.proof_frames import BY_PLACE
from symbolic_rl.engine import COUNTERS
from symbolic_rl.program.clauses import FIRST_CLAUSE
from symbolic_rl.program.program import read_texts
from symbolic_rl.search.base import (
    EXHAUSTED,
    MEMORY,
    SATURATED,
    Advice,
    Derivation,
    Order,
    Page,
    SearchTask,
    Space,
)
from symbolic_rl.search.in_prolog import question_of

SLICE, SLICE_NS = 8192, 2_000_000
"""Inferences and nanoseconds of a turn while other searches wait. Much shorter turns are slow: the
other searches would evict this one from the caches between its turns."""
_PER_CALL = 32  # searches of a call in this thread: signal handlers run only between calls
_ALONE_NS = 100_000_000  # nanoseconds of a call
WHERE = "core:expand_compiled/1"
_LOST = tuple((name, f"lost_{k}") for k, name in enumerate(COUNTERS))
"""Names of the counters of lost candidates, and their fields in a search outcome."""


_ENDED = ("", EXHAUSTED, SATURATED, MEMORY)
"""Reasons for the end of bottom-up search, by ``is_exhausted``."""


class TreeSearch:
    """Search in C; see :class:`symbolic_rl.search.base.Search`."""

    kind: ClassVar[str]  # of the functions in C: core_<kind>_open and core_<kind>_run
    by_level: ClassVar[bool] = False  # Levin search by level alone is breadth-first search
    kinds: IntArray | None = None  # counts of choices, which shortening reads
    uses_order: ClassVar[bool] = False  # whether it asks the order of its space

    def __init__(self, space: Space) -> None:
        self.space, self._library = space, space.engine.library
        self.handle: int = self._open()
        """Address of the search in C, which is closed with this object."""
        if not self.handle:
            raise MemoryError("a search in C")
        weakref.finalize(self, self._library.core_search_close, self.handle).atexit = False
        self._outcome = SearchOutcomeStruct()
        self._outcome_at = c.addressof(self._outcome)
        self.refresh()

    def _open(self) -> int:
        """Open the search in C; 0 if there is no memory."""
        root = self.space.root().tokens
        open_search = getattr(self._library, f"core_{self.kind}_open")
        handle: int = open_search(address(root, np.int32), root.size, self.space.query.hidden)
        return handle

    @property
    def counters(self) -> dict[str, int]:
        """See :class:`symbolic_rl.search.base.Search`."""
        outcome = self._outcome
        found = {name: int(getattr(outcome, field)) for name, field in _LOST}
        found.update(pages_turned=outcome.pages_turned, variants=outcome.variants)
        return found

    @property
    def batch_key(self) -> Hashable:
        """Key of the searches whose turns C can take in one call."""
        space, order = self.space, id(self.space.order) if self.uses_order else 0
        return type(self), id(space.engine), order, space.fixed_width, space.settings

    def network(self) -> int | None:
        """Return the address of the policy in C (``network_t``): 0 for none, None if Python asks.

        It comes from the ``network`` method of the space's order, if there is one.
        """
        if not self.uses_order or self.space.order is None:
            return 0
        in_c: Callable[[], int | None] | None = getattr(self.space.order, "network", None)
        return in_c() if in_c else None

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """See :class:`symbolic_rl.search.base.Search`."""
        yield TurnRequest(self, most)
        return self.take()

    def refresh(self) -> None:
        """Read the metrics of the search; see :class:`symbolic_rl.search.base.Search`."""
        outcome = self._outcome
        self._library.core_search_outcome(self.handle, self._outcome_at)
        self.inferences: int = outcome.inferences
        self.spent: int = outcome.inferences + outcome.page_steps
        self.n_tokens: int = outcome.n_tokens
        self.ended = EXHAUSTED if outcome.is_exhausted else ""
        self.memory_bytes: int = outcome.n_bytes

    def nodes_to(self, node: int) -> IntArray:
        """Return the path from the root to a node [depth, 3]: parent, offset and ordinal of each.

        Nodes number the expanded states (of an iteration), 0, 1, ..., in order of expansion.
        """
        nodes = np.empty((self._library.core_search_depth(self.handle, node), 3), np.int64)
        self._library.core_search_way(self.handle, node, address(nodes))
        return nodes[::-1]

    def take(self) -> list[Derivation]:
        """Return the answer that the search has met, if any."""
        if not self._outcome.has_answer:
            return []
        answer = self._answer()
        self._library.core_search_forget(self.handle)
        self.refresh()
        return [answer]

    def _answer(self) -> Derivation:
        outcome = self._outcome
        choices = map(tuple, self.nodes_to(outcome.answer_node)[:, 1:].tolist())
        path = (*choices, (outcome.answer_offset, outcome.answer_ordinal))
        key = c.string_at(outcome.answer_tokens, 4 * outcome.n_answer_tokens)
        return Derivation(path, self.inferences, key, n_lost=self.counters["size_limits"])


class LevinTreeSearch(TreeSearch):
    """Levin tree search: likely derivations first (``prolog/core/levin.c``)."""

    kind = "levin"
    uses_order = True


class BreadthFirstSearch(TreeSearch):
    """Breadth-first search (``prolog/core/levin.c``)."""

    kind = "levin"
    by_level = True


class IterativeDeepening(TreeSearch):
    """Iterative deepening (``prolog/core/deepening.c``)."""

    kind = "deepening"


class BottomUpSearch(TreeSearch):
    """Saturation from the facts to the goal (``prolog/core/bottom_up.c``).

    A step that a derivation repeats is made once. An answer is found as the clauses of its
    derivation, from which SWI-Prolog derives it again. There must be no :meth:`refusal`.
    """

    name = "bottom-up"
    kind = "bottom_up"

    def __init__(self, space: Space) -> None:
        self._n_lost = 0  # answers that could not be derived again
        super().__init__(space)

    def _open(self) -> int:
        return _open_bottom_up(self.space)

    @classmethod
    def refusal(cls, space: Space) -> str:
        """Return why a goal cannot be searched: it reaches a builtin, or a clause that commits."""
        if not space.engine.is_sound:
            return (
                "a search from the facts unifies with the occurs check, and the program has "
                "occurs_check = false"
            )
        library = space.engine.library
        handle = _open_bottom_up(space)
        if not handle:
            return "the program has more symbols than a search in C can tell apart"
        clause = library.core_bottom_up_refused(handle)
        library.core_search_close(handle)
        if not clause:
            return ""
        where = "the goal"
        if clause >= FIRST_CLAUSE:
            reached = space.engine.program.clauses[clause - FIRST_CLAUSE]
            where = f"the clause at {reached.file}:{reached.line}, which the goal reaches,"
        return (
            f"{where} calls a builtin or commits, and a search from the facts to the goal takes "
            "clauses of the program's predicates only"
        )

    @property
    def counters(self) -> dict[str, int]:
        """See :class:`symbolic_rl.search.base.Search`."""
        counters = super().counters
        counters["size_limits"] += self._n_lost
        return counters

    def bound_memory(self, n_bytes: int) -> None:
        """Drop the heaviest units that wait where the search takes more."""
        self._library.core_bottom_up_bound(self.handle, n_bytes)

    def refresh(self) -> None:
        """See :meth:`TreeSearch.refresh`."""
        super().refresh()
        self.ended = _ENDED[self._outcome.is_exhausted]

    def take(self) -> list[Derivation]:
        """Return the answer that the search has met, derived again, if any."""
        outcome = self._outcome
        if not outcome.has_answer:
            return []
        ids = _array(outcome.answer_tokens, outcome.n_answer_tokens, np.int32)
        self._library.core_search_forget(self.handle)
        self.refresh()
        asked = np.concatenate([digits_of([ids.size, *ids.tolist()]), question_of(self.space)])
        reply = Crossing("bottom_up", "derived_answer")(asked)
        if not reply.size:
            self._n_lost += 1
            return []
        end = 2 + number_of(reply[:2])
        choices = tuple((place, BY_PLACE) for place in numbers_of(reply[end:]).tolist())
        return [Derivation(choices, self.inferences, reply[2:end].astype(np.int32).tobytes())]

    def units(self, most: int) -> list[tuple[str, int, list[int]]]:
        """Return the smallest atoms derived so far: text, 1, and the clauses that derive it."""
        parts = np.empty(self._library.core_bottom_up_units(self.handle, most, None), np.int32)
        self._library.core_bottom_up_units(self.handle, most, address(parts, np.int32))
        asked = digits_of([self.space.engine.number, *parts.tolist()])
        records = read_texts(Crossing("bottom_up", "derived_units")(asked), 3)
        return [(text, int(n), [int(one) for one in ids.split()]) for text, n, ids in records]


def _open_bottom_up(space: Space) -> int:
    """Open a search from the facts; 0 if C does not have the program."""
    root = space.query.root(answers=True)
    engine = space.engine
    arguments = engine.program.number, address(root, np.int32), root.size, space.query.hidden
    handle: int = engine.library.core_bottom_up_open(*arguments, engine.max_tokens)
    return handle


class TurnRequest(NamedTuple):
    """Turn of a search, of at most ``most`` inferences."""

    search: TreeSearch
    most: int


def serve(turns: Sequence[TurnRequest]) -> None:
    """Take the turns of searches of one batch key, in this thread."""
    network = turns[0].search.network()
    if network is None:
        order = turns[0].search.space.order
        assert order is not None
        SearchCall(turns).run_one_batch(order)
    else:
        for i in range(0, len(turns), _PER_CALL):
            SearchCall(turns[i : i + _PER_CALL]).run(network)
    for turn in turns:
        turn.search.refresh()


@dataclass(frozen=True)
class ExpandedBatch:
    """States that searches have expanded together."""

    states: TokenBatch
    page: Page
    shown: NDArray[np.bool_]  # [M] whether a candidate neither loops nor repeats another
    nodes: IntArray  # [N] node of each state in its search
    offsets: IntArray  # [N] candidates before its page
    chances: NDArray[np.float64]  # [M] at the search settings; 0 for one not shown


class SearchCall:
    """Call of C for turns of searches of one batch key."""

    def __init__(self, turns: Sequence[TurnRequest]) -> None:
        search, n = turns[0].search, len(turns)
        self._library, self._kind = search.space.engine.library, search.kind
        self._error = c.create_string_buffer(N_ERROR)
        self._handles = np.array([turn.search.handle for turn in turns], np.uintp)
        self._most = np.array([turn.most for turn in turns])
        self.searches = common_of(search)  # the argument of each function in C
        self.searches.n = n
        self.searches.searches = address(self._handles, np.uintp)
        self.searches.most = address(self._most)
        self.searches.slice, self.searches.slice_ns = SLICE, max(SLICE_NS, _ALONE_NS // n)
        self.searches.error = c.addressof(self._error)

    def run(self, network: int) -> None:
        """Run each search by itself for its turn."""
        self.searches.network = network
        self._do(getattr(self._library, f"core_{self._kind}_run"))

    def run_one_batch(self, order: Order) -> ExpandedBatch | None:
        """Expand a batch of each search, its log-probabilities by ``order``.

        Returns:
            The batch; None if an answer is on top of every queue.
        """
        batch = self.expand()
        if batch is not None:
            advice = order(batch.states, batch.page, batch.shown)
            self.queue(advice, batch.chances)
        return batch

    def expand(self) -> ExpandedBatch | None:
        """Expand a batch of each search; :meth:`queue` must follow with the log-probabilities."""
        self.searches.has_order = 1
        self._do(self._library.core_levin_expand)
        from_c = self.searches
        n, m = from_c.n_states, from_c.n_candidates
        if not n:
            return None
        page = Page(
            owner=_array(from_c.owner, m, np.int64),
            ordinal=_array(from_c.ordinal, m, np.int64),
            clauses=_array(from_c.clauses, m, np.int64).astype(np.int32),
            candidates=_tokens(from_c.candidate_tokens, from_c.candidate_offsets, m),
            hashes=_array(from_c.hashes, 2 * m, np.uint64).reshape(m, 2),
            more=_array(from_c.more, n, np.bool_),
            next_offset=_array(from_c.next_offset, n, np.int64),
            lost=_array(from_c.lost, n * len(COUNTERS), np.int64).reshape(n, -1),
        )
        return ExpandedBatch(
            states=_tokens(from_c.tokens, from_c.offsets, n),
            page=page,
            shown=_array(from_c.shown, m, np.bool_),
            nodes=_array(from_c.nodes, n, np.int64),
            offsets=_array(from_c.first, n, np.int64),
            chances=np.zeros(m),
        )

    def queue(self, advice: Advice, chances: NDArray[np.float64]) -> None:
        """Queue the candidates and pages of the batch, with their log-probabilities."""
        arrays = [None if x is None else np.ascontiguousarray(x, np.float32) for x in advice]
        at = [None if array is None else address(array, np.float32) for array in arrays]
        searches = self.searches
        searches.candidate_logs, searches.more_logs, searches.to_go, *of_structure = at
        searches.candidate_structure, searches.more_structure = of_structure
        self.searches.chances = address(chances, np.float64)
        self._do(self._library.core_levin_queue)

    def _do(self, function: Any) -> None:
        with calls():
            if function(c.addressof(self.searches)) != DONE:
                raise fault(self._error.value.decode(errors="replace"), WHERE)


def common_of(search: TreeSearch) -> c.Structure:
    """Return the fields that all searches of its batch key share, without any search."""
    space, engine = search.space, search.space.engine
    settings = space.settings
    has_order = space.order is not None
    return SearchesStruct(
        engine=engine.number,
        program=engine.program.number,
        width=space.fixed_width,
        temperature=settings.temperature,
        uniform_share=settings.uniform_share,
        greedy_mix=settings.greedy_mix,
        structure_share=settings.structure_share,
        likeliest_leads=settings.likeliest_leads,
        knows_pages=settings.knows_pages,
        steps_to_go=settings.steps_to_go and has_order and not search.by_level,
        by_level=search.by_level,
        kinds=None if search.kinds is None else address(search.kinds),
        n_kinds=0 if search.kinds is None else len(search.kinds),
    )


def _array(at: int | None, n: int, dtype: Any) -> Any:
    """Return a copy of ``n`` numbers in memory of C."""
    size = n * np.dtype(dtype).itemsize
    return np.frombuffer(c.string_at(at or 0, size) if size else b"", dtype)


def _tokens(at: int | None, offsets_at: int | None, n: int) -> TokenBatch:
    offsets: IntArray = _array(offsets_at, n + 1, np.int64)
    return TokenBatch(_array(at, int(offsets[-1]), np.int32), offsets)
