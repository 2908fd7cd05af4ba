"""Views: the part of a state that a policy sees, at most G goals of W slots each.

There are two views: ``prefix`` (a goal's tokens in pre-order) and ``tree`` (slots are tree
positions, breadth first, each level as wide as the program's terms). An ellipsis stands for parts
that do not fit: in the last slot of a cut goal, and in the last row if goals are left out. Only the
view is cut, never the state. C lays goals out (``prolog/core/views.c``).

Dimension key: N states, A actions, G rows for goals, W slots of a goal.
"""

import ctypes as c
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import MAX_LEVELS, MAX_SHOWN, EnvConfig
from symbolic_rl.bridge import core
from symbolic_rl.bridge.schema import FrameLayout, Observation, Sizes, shown_keys
from symbolic_rl.bridge.structs import GoalViewStruct, address
from symbolic_rl.bridge.tokens import LIST, IntArray, TokenArray, TokenBatch
from symbolic_rl.derivations.pages import COUNTERS, Pages
from symbolic_rl.program import vocabulary as ids
from symbolic_rl.program.program import Program
from symbolic_rl.program.vocabulary import Vocabulary

MOST_LEVELS = 3
"""Most levels of a tree below the predicate, unless ``view_tree`` names its slots. Each level
multiplies the slots by the widest arity; with two levels, fewer of `robinson` were proved."""
_MOST_SLOTS = 64


@dataclass(frozen=True)
class View:
    """The layout of goals in an observation."""

    kind: str
    """``tree`` or ``prefix``."""
    n_goals: int
    goal_width: int
    parents: tuple[int, ...] = ()  # the parent of each slot of the tree; -1 at the top
    arguments: tuple[int, ...] = ()  # the argument place of each slot in its parent, from 0

    @classmethod
    def of(cls, program: Program, config: EnvConfig) -> "View":
        """Return the view of the settings, fitted to the program."""
        kind = config.view
        if kind == "auto":
            kind = "prefix" if program.is_flat or config.is_mdp else "tree"
        outer, inner = widest(program)
        if kind == "prefix":
            width = config.goal_width or (outer + 1 if program.is_flat else 32)
            return cls(kind, config.n_goals, width)
        if config.view_tree:
            return cls.tree(config.n_goals, config.tree_counts)
        most = (config.goal_width or _MOST_SLOTS) - 1
        depth = 1
        while depth < MOST_LEVELS and 1 + sum(_child_counts(outer, inner, depth + 1)) <= most:
            depth += 1
        return cls.tree(config.n_goals, _child_counts(outer, inner, depth))

    @classmethod
    def tree(cls, n_goals: int, counts: Sequence[int]) -> "View":
        """Return a tree whose slots have these numbers of children, breadth first."""
        parents, arguments = [-1], [0]
        for slot, count in enumerate(counts):
            parents += [slot] * count
            arguments += range(count)
        return cls("tree", n_goals, len(parents) + 1, tuple(parents), tuple(arguments))

    def expect(self) -> None:
        """Refuse, by a ValueError, a layout that :meth:`of` cannot have made: C relies on it."""
        n = len(self.parents)
        sizes = self.n_goals, self.goal_width
        if self.kind not in ("prefix", "tree") or not 1 <= min(sizes) <= max(sizes) <= MAX_SHOWN:
            raise ValueError("no such view")
        if self.kind == "prefix":
            return
        if n != self.goal_width - 1 or len(self.arguments) != n:
            raise ValueError("a view without its slots")
        # Breadth first: parents ascend, and the children of a slot are adjacent, from argument 0
        # on.
        last, levels = 0, [0] * n
        for slot in range(1, n):
            parent, argument = self.parents[slot], self.arguments[slot]
            is_next = (parent, argument) == (self.parents[slot - 1], self.arguments[slot - 1] + 1)
            if not (is_next or (argument == 0 and last <= parent < slot)):
                raise ValueError("a view whose slots are in no order")
            last = parent if is_next else parent + 1
            levels[slot] = levels[parent] + 1
        if max(levels, default=0) > MAX_LEVELS:
            raise ValueError("a view that is too deep")


def widest(program: Program) -> tuple[int, int]:
    """Return the largest arity of predicates, and of functors within terms (at least 1)."""
    predicates = {origin.predicate for origin in program.clauses.origins}
    if any(":" in predicate for predicate in predicates):  # goals module:goal
        predicates.add(":/2")
    builtins = frozenset(program.builtins)
    outer = inner = 1
    symbols = program.vocabulary.symbols
    for symbol in (symbols[i] for i in np.flatnonzero(symbols.arities).tolist()):
        indicator = f"{symbol.name}/{symbol.arity}"
        if indicator in predicates:
            outer = max(outer, symbol.arity)
        elif indicator in builtins:
            continue  # builtins run before a state is shown
        elif symbol.token >= LIST and not symbol.name.startswith("$"):
            inner = max(inner, symbol.arity)
    return outer, inner


def _child_counts(outer: int, inner: int, depth: int) -> list[int]:
    """Return the children of each slot of a tree but its leaves, breadth first."""
    counts, n_slots = [outer], outer
    for _ in range(depth - 1):
        counts += [inner] * n_slots
        n_slots *= inner
    return counts


class Viewer:
    """Viewer of states."""

    def __init__(self, view: View, vocabulary: Vocabulary) -> None:
        self.view = view
        first, count = _children(view)
        tables = (vocabulary.view_id, vocabulary.arity, first, count)
        self._tables = tables  # C holds their addresses
        self._view = GoalViewStruct(
            view.kind == "tree",
            view.n_goals,
            view.goal_width,
            vocabulary.arity.size,
            *(address(table, np.int32) for table in tables),
            ids.VARIABLE_ID,
            ids.N_VARIABLE_ROLES,
            ids.INTEGER_ID,
            ids.INTEGER_LEAST_SHOWN,
            ids.INTEGER_END_SHOWN,
            ids.BUCKET_ID,
            ids.N_INTEGER_BUCKETS,
            ids.LITERAL_ID,
            ids.N_LITERAL_BUCKETS,
            vocabulary.state,
        )
        self.address = c.addressof(self._view)
        """Address of the ``goal_view_t``."""
        self._call = core.load().core_show

    def show(
        self,
        pool: TokenBatch,
        states: IntArray,
        slots: IntArray,
        goals: TokenArray,
        candidates: TokenArray | None,
        structure: NDArray[np.int8] | None = None,
    ) -> IntArray:
        """Show the states of N rows and their candidates; return the [N] numbers of cut views.

        ``states`` [N] and ``slots`` [N, A], -1 for none, are indices into the pool. What is written
        is all zero before: ``goals`` [N, G, W] int32, ``candidates`` [N, A, G, W] int32 and
        ``structure`` [N, A, F] int8; None leaves one out.
        """
        cut = np.zeros(states.size, np.int64)
        self._call(
            self.address,
            address(pool.tokens, np.int32),
            address(pool.offsets),
            *slots.shape,
            address(states),
            address(slots),
            address(goals, np.int32),
            None if candidates is None else address(candidates, np.int32),
            None if structure is None else address(structure, np.int8),
            address(cut),
        )
        return cut


def _children(view: View) -> tuple[TokenArray, TokenArray]:
    """Return the first child and the number of children of each slot of the tree."""
    n = max(1, len(view.parents))
    first, count = np.zeros(n, np.int32), np.zeros(n, np.int32)
    for slot in range(1, len(view.parents)):
        parent = view.parents[slot]
        if view.arguments[slot] == 0:
            first[parent] = slot
        count[parent] += 1
    return first, count


def literal_id(kind: int, codes: list[int]) -> int:
    """Return the view id of a literal, a hash bucket of its kind."""
    bucket = 0
    for code in codes:
        bucket = (31 * bucket + code) & 0xFFFFFFFF
    return ids.LITERAL_ID + (kind - 1) * ids.N_LITERAL_BUCKETS + bucket % ids.N_LITERAL_BUCKETS


_VIEW_CUTS = COUNTERS.index("view_cuts")


class ObservationWriter:
    """Writer of the observation of open pages; ``with_candidates``: :class:`.CandidateKeys`."""

    def __init__(self, viewer: Viewer, sizes: Sizes, *, with_candidates: int) -> None:
        self.viewer, self._sizes = viewer, sizes
        self._keys = shown_keys(with_candidates=with_candidates)
        self.with_candidates = with_candidates

    def blank(self, n: int) -> Observation:
        """Return an observation of ``n`` rows, all padding."""
        return Observation(**{key.name: key.blank(n, self._sizes) for key in self._keys})

    def layout(self, n: int) -> FrameLayout:
        """Return the layout of a frame of ``n`` rows in one piece of memory."""
        return FrameLayout.of(n, self._sizes, with_candidates=self.with_candidates)

    def show(self, pages: Pages, observation: Observation) -> None:
        """Write all rows of ``pages`` into an observation; count the views that are cut."""
        arrays = observation.arrays()
        for key in self._keys:
            rows = getattr(pages, key.source).reshape(len(pages), -1) if key.source else 0
            arrays[key.name][:] = rows
        pages.counted[:, _VIEW_CUTS] += self.viewer.show(
            pages.pool,
            pages.state_at,
            pages.slots,
            observation.goals,
            observation.candidates,
            observation.structure,
        )
