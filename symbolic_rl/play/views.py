"""Views: the part of a state that a policy sees, at most G goals of W slots each.

Two views: ``prefix`` (a goal's tokens in pre-order) and ``tree`` (slots are tree positions, breadth
first, each level as wide as the program's terms). What does not fit is an ellipsis: the last slot
of a goal that is cut, the last row where goals are left out. Only the view is cut, never the state.

Dimension key: N states, T tokens, Q goals shown, G rows for goals, W slots of a goal.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import MAX_LEVELS, MAX_SHOWN, EnvConfig
from symbolic_rl.bridge.tokens import (
    FUNCTOR,
    LIST,
    NIL,
    VARIABLE_BASE,
    IntArray,
    TokenArray,
    TokenBatch,
    code_of,
    count_of,
)
from symbolic_rl.program.vocabulary import ELLIPSIS, LITERAL_ID, N_LITERAL_BUCKETS, Vocabulary
from symbolic_rl.program.without_prolog.program import AnyProgram

_MOST_SLOTS = 64


@dataclass(frozen=True)
class View:
    """The layout of goals in an observation."""

    kind: str
    """``tree`` or ``prefix``."""
    n_goals: int
    goal_width: int
    parents: tuple[int, ...] = ()
    """For each slot of the tree the slot above it; -1 at the top."""
    arguments: tuple[int, ...] = ()
    """For each slot of the tree its argument place in its parent, from 0."""

    @classmethod
    def of(cls, program: AnyProgram, config: EnvConfig) -> "View":
        """Return the view of the settings, fitted to the program."""
        kind = config.view
        if kind == "auto":
            kind = "prefix" if program.is_flat or config.process else "tree"
        outer, inner = widest(program)
        if kind == "prefix":
            width = config.goal_width or (outer + 1 if program.is_flat else 32)
            return cls(kind, config.n_goals, width)
        if config.view_tree:
            return cls.tree(config.n_goals, config.tree_counts)
        most = (config.goal_width or _MOST_SLOTS) - 1
        depth = 1
        while depth < config.view_depth and len(_tree(outer, inner, depth + 1)[0]) <= most:
            depth += 1
        parents, arguments = _tree(outer, inner, depth)
        return cls(kind, config.n_goals, len(parents) + 1, tuple(parents), tuple(arguments))

    @classmethod
    def tree(cls, n_goals: int, counts: Sequence[int]) -> "View":
        """Return a tree of which the slots have these numbers of children, breadth first."""
        parents, arguments = [-1], [0]
        for slot, count in enumerate(counts):
            parents += [slot] * count
            arguments += range(count)
        return cls("tree", n_goals, len(parents) + 1, tuple(parents), tuple(arguments))

    def expect(self) -> None:
        """Refuse a layout that :meth:`of` does not make: C relies on it.

        Raises:
            ValueError: names what is wrong.
        """
        n = len(self.parents)
        sizes = self.n_goals, self.goal_width
        if self.kind not in ("prefix", "tree") or not 1 <= min(sizes) <= max(sizes) <= MAX_SHOWN:
            raise ValueError("no such view")
        if self.kind == "prefix":
            return
        if n != self.goal_width - 1 or len(self.arguments) != n:
            raise ValueError("a view without its slots")
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


def widest(program: AnyProgram) -> tuple[int, int]:
    """Return the largest arity of predicates, and of functors within terms (at least 1)."""
    predicates = {origin.predicate for origin in program.clauses.origins}
    builtins = frozenset(program.builtins)
    outer = inner = 1
    symbols = program.vocabulary.symbols
    for symbol in (symbols[i] for i in np.flatnonzero(symbols.arities).tolist()):
        indicator = f"{symbol.name}/{symbol.arity}"
        if indicator in predicates:
            outer = max(outer, symbol.arity)
        elif indicator in builtins:
            continue  # it never stays in front of a resolvent
        elif symbol.token >= LIST and not symbol.name.startswith("$"):
            inner = max(inner, symbol.arity)
    return outer, inner


def _tree(outer: int, inner: int, depth: int) -> tuple[list[int], list[int]]:
    parents, arguments, level = [-1], [0], [0]
    for d in range(depth):
        below = []
        for parent in level:
            for argument in range(outer if d == 0 else inner):
                below.append(len(parents))
                parents.append(parent)
                arguments.append(argument)
        level = below
    return parents, arguments


class Viewer:
    """Viewer of states, in numpy.

    Args:
        view: the layout.
        vocabulary: symbols of the program.
    """

    def __init__(self, view: View, vocabulary: Vocabulary) -> None:
        self.view, self.vocabulary = view, vocabulary

    def show(
        self,
        pool: TokenBatch,
        states: IntArray,
        slots: IntArray,
        goals: TokenArray,
        candidates: TokenArray | None,
    ) -> IntArray:
        """Show the states of N rows and their candidates.

        Args:
            pool: states.
            states: [N] where the state of each row is in the pool.
            slots: [N, A] where the candidate of each action is; -1 for none.
            goals: [N, G, W] int32, all zero; the states are written here.
            candidates: [N, A, G, W] int32, all zero, for the candidates; None to leave them out.

        Returns:
            [N] how many of them were cut.
        """
        goals[:], is_cut = self._show(pool.take(states))
        cut = is_cut.astype(np.int64)
        if candidates is not None:
            row, action = np.nonzero(slots >= 0)
            candidates[row, action], is_cut = self._show(pool.take(slots[row, action]))
            cut += np.bincount(row[is_cut], minlength=cut.size)
        return cut

    def _show(self, states: TokenBatch) -> tuple[TokenArray, NDArray[np.bool_]]:
        view = self.view
        out = np.zeros((len(states), view.n_goals, view.goal_width), np.int32)
        if not len(states):
            return out, np.zeros(0, bool)
        states, shown, arities = self.flat(states)
        ends = _ends(arities, states)
        counts = states.goal_counts()
        rows = np.minimum(counts, view.n_goals)
        too_many = counts > view.n_goals
        cut = too_many.copy()
        at = states.offsets[:-1] + 1
        for goal in range(view.n_goals):
            is_last_cut = too_many & (goal == view.n_goals - 1)
            live = np.flatnonzero((goal < rows) & ~is_last_cut)
            if live.size:
                slots, was_cut = self._goals(at[live], ends, shown, arities)
                out[live, goal] = slots
                cut[live] |= was_cut
                at[live] = ends[at[live]]
            out[is_last_cut, goal, 0] = ELLIPSIS
        return out, cut

    def _seen(self, tokens: list[int]) -> list[int]:
        """Return the state of a process as what is seen of it, a goal for each member of a list."""
        if len(tokens) < 2 or tokens[1] != self.vocabulary.state:
            return tokens
        at, goals = self._end(tokens, 2), list[int]()
        if self.vocabulary.arity[tokens[1]] < 3 or tokens[at] not in (LIST, NIL):
            return [code_of(1), *tokens[at : self._end(tokens, at)]]
        count = 0
        while tokens[at] == LIST:
            end = self._end(tokens, at + 1)
            goals += tokens[at + 1 : end]
            at, count = end, count + 1
        return [code_of(count), *goals]

    def _end(self, tokens: list[int], at: int) -> int:
        """Return the end of the term that starts at ``at``."""
        waiting = 1
        while waiting:
            _, arity, at = self.vocabulary.head(tokens, at)
            waiting += arity - 1
        return at

    def _goals(
        self, at: IntArray, ends: IntArray, shown: TokenArray, arities: TokenArray
    ) -> tuple[TokenArray, NDArray[np.bool_]]:
        """Return the slots [Q, W] of the goals that start at ``at`` [Q], and which were cut."""
        width = self.view.goal_width
        if self.view.kind == "prefix":
            index = at[:, None] + np.arange(width)
            inside = index < ends[at][:, None]
            slots = np.where(inside, shown[np.minimum(index, shown.size - 1)], 0)
            cut = ends[at] - at > width
        else:
            slots, cut = self._tree(at, ends, shown, arities)
        slots[cut, width - 1] = ELLIPSIS
        return slots, cut

    def _tree(
        self, at: IntArray, ends: IntArray, shown: TokenArray, arities: TokenArray
    ) -> tuple[TokenArray, NDArray[np.bool_]]:
        parents, arguments = self.view.parents, self.view.arguments
        place = np.full((at.size, len(parents)), -1)
        place[:, 0] = at
        shown_arguments = np.zeros_like(place)
        for slot in range(1, len(parents)):
            parent, argument = parents[slot], arguments[slot]
            above = place[:, parent]
            has = (above >= 0) & (arities[above] > argument)
            start = above + 1 if argument == 0 else ends[place[:, slot - 1]]
            place[:, slot] = np.where(has, start, -1)
            shown_arguments[:, parent] += has
        filled = place >= 0
        slots = np.zeros((at.size, self.view.goal_width), np.int32)
        slots[:, :-1] = np.where(filled, shown[place], 0)
        cut = (filled & (arities[place] > shown_arguments)).any(axis=1)
        return slots, cut

    def flat(self, states: TokenBatch) -> tuple[TokenBatch, TokenArray, TokenArray]:
        """Return what is seen of states, with literals of one token, and all view ids and arities.

        Of the state of a process, the term that it shows is seen; each literal is one token here.
        """
        if self.vocabulary.state >= 0:
            states = TokenBatch.of([self._seen(states[i].tolist()) for i in range(len(states))])
        tokens = states.tokens
        suspects = tokens <= FUNCTOR
        suspects[states.offsets[:-1]] = False
        if suspects.any():
            return self._collapsed(states)
        return states, self.vocabulary.view(tokens), self.vocabulary.arities(tokens)

    def _collapsed(self, states: TokenBatch) -> tuple[TokenBatch, TokenArray, TokenArray]:
        rows, shown, arities = [], [], []
        for i in range(len(states)):
            ids, row_shown, row_arities = self._collapse(states[i].tolist())
            rows.append(ids)
            shown += row_shown
            arities += row_arities
        return TokenBatch.of(rows), np.array(shown, np.int32), np.array(arities, np.int32)

    def _collapse(self, tokens: list[int]) -> tuple[list[int], list[int], list[int]]:
        ids, shown, arities, at = [tokens[0]], [0], [0], 1
        while at < len(tokens):
            token = tokens[at]
            if token > FUNCTOR:
                one = np.array([token], np.int32)
                shown.append(int(self.vocabulary.view(one)[0]))
                arities.append(int(self.vocabulary.arities(one)[0]))
                at += 1
            else:
                arity = 0
                if token == FUNCTOR:
                    at += 1
                    arity = count_of(tokens[at])
                n = count_of(tokens[at + 1])
                shown.append(literal_id(token, tokens[at + 2 : at + 2 + n]))
                arities.append(arity)
                at += 2 + n
            ids.append(VARIABLE_BASE)
        ids[0] = code_of(count_of(tokens[0]))
        return ids, shown, arities


def literal_id(kind: int, codes: list[int]) -> int:
    """Return the view id of a literal: one of a few buckets of its kind."""
    bucket = 0
    for code in codes:
        bucket = (31 * bucket + code) & 0xFFFFFFFF
    return LITERAL_ID + (kind - 1) * N_LITERAL_BUCKETS + bucket % N_LITERAL_BUCKETS


def _ends(arities: TokenArray, states: TokenBatch) -> IntArray:
    """Return [T + 1] the (exclusive) end of the term that starts at each token.

    In pre-order, the open places before token i are ``depth[i]``; the term at i ends where their
    number first falls below that. Since it falls by at most one a token, that is the next token
    with exactly one less, found by sorting tokens by (depth, position).
    """
    steps = arities.astype(np.int64) - 1
    steps[states.offsets[:-1]] = 0
    depth = np.zeros(steps.size + 1, np.int64)
    np.cumsum(steps, out=depth[1:])
    depth -= depth.min()
    size = depth.size
    key = np.sort(depth * size + np.arange(size))
    wanted = (depth - 1) * size + np.arange(size)
    found = key[np.minimum(np.searchsorted(key, wanted), size - 1)]
    ends: IntArray = found % size
    return ends
