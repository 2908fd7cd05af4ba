"""Derivations that a search has found: the frames of a policy along them, and their sub-goals.

The environment's own code opens, lays out and shows the windows, so a frame is what the environment
would show, with its pages, loop check and merged variants.

Dimension key: N derivations, F frames in all.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import MORE
from symbolic_rl.bridge.schema import Observation
from symbolic_rl.bridge.swipl import Crossing
from symbolic_rl.bridge.tokens import IntArray, TokenArray, TokenBatch, code_of, digits_of
from symbolic_rl.derivations.pages import Outcome, Pages
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.derivations.views import ObservationWriter
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.program import Query, read_records

Choice = tuple[int, int]
"""Offset of the page, and ordinal in it, of a candidate."""

P = TypeVar("P")
"""Observations, as the caller keeps them."""

_UNLIMITED = 2**31 - 1
_COMPACT_ABOVE = 1024
"""States of a pool; to drop those that are not needed takes longer than to copy so many."""


@dataclass(frozen=True)
class ProofFrames(Generic[P]):
    """The decisions of N derivations, without forced moves."""

    packed: list[P]
    """Observations of the rounds in which derivations were followed; never empty."""
    order: IntArray
    """[F] place of each frame among all observations; derivation after derivation."""
    actions: IntArray  # [F] the action that the derivation takes
    to_go: IntArray  # [F] inferences left, the chosen one included
    counts: IntArray  # [N] frames of each derivation; 0 if it has no choice, or cannot be followed
    is_proved: NDArray[np.bool_]
    """[N] whether the derivation was followed to a proof, or to the wanted number of frames."""


class ProofFramer(Generic[P]):
    """Follows derivations of a problem's queries, and makes the policy's frames.

    ``pack`` packs an observation, which is padded to the widest possible one. ``at_once``
    derivations are followed side by side, each up to ``most`` decisions.
    """

    def __init__(
        self,
        problem: Problem,
        pack: Callable[[Observation], P],
        *,
        with_candidates: int,
        at_once: int = 256,
        most: int = _UNLIMITED,
    ) -> None:
        self._pack, self._at_once, self._most = pack, at_once, most
        self._pager = problem.make_pager(max_inferences=_UNLIMITED, max_pages=_UNLIMITED)
        self._writer = ObservationWriter(
            problem.viewer, problem.sizes, with_candidates=with_candidates
        )

    def __call__(
        self, queries: Sequence[Query], derivations: Sequence[Sequence[Choice]]
    ) -> ProofFrames[P]:
        """Follow one derivation of each query [N], by its choices."""
        pairs = list(zip(queries, derivations, strict=True))
        packing = _Packing(self._pack, self._writer.blank(0), self._at_once)
        taken, is_proved = [np.zeros((3, 0), np.int64)], [np.zeros(0, bool)]
        for first in range(0, len(pairs), self._at_once):
            decisions, proved = self._follow(pairs[first : first + self._at_once], packing)
            taken += [np.stack([first + rows, *others]) for rows, *others in decisions]
            is_proved.append(proved)
        row, actions, to_go = np.concatenate(taken, axis=1)
        # By derivation; frames of derivations that were not proved are dropped.
        order = np.argsort(row, kind="stable")
        order = order[np.concatenate(is_proved)[row[order]]]
        counts = np.bincount(row[order], minlength=len(pairs))
        return ProofFrames(
            packing.finish(), order, actions[order], to_go[order], counts, np.concatenate(is_proved)
        )

    def _follow(
        self, pairs: Sequence[tuple[Query, Sequence[Choice]]], packing: "_Packing[P]"
    ) -> tuple[list[tuple[IntArray, IntArray, IntArray]], NDArray[np.bool_]]:
        """Return the decisions, round by round, and a mask of the derivations that are proved.

        A round has the rows that decide in it, their actions, and the inferences left; their
        observations are added to ``packing``.
        """
        n, pager = len(pairs), self._pager
        pages = Pages.blank(n, pager.width)
        hidden = np.array([query.hidden for query, _ in pairs], np.int64)
        roots = TokenBatch.of([query.root(answers=False) for query, _ in pairs])
        first = pager.start(pages, roots, hidden)
        lengths = np.array([len(choices) for _, choices in pairs])
        wanted = np.zeros((n, lengths.max(initial=0)), np.int64)
        for row, (_, choices) in enumerate(pairs):
            # Place of each chosen candidate among all of its state.
            wanted[row, : lengths[row]] = [offset + ordinal for offset, ordinal in choices]
        step, decisions = np.zeros((2, n), np.int64)
        taken = list[tuple[IntArray, IntArray, IntArray]]()
        rows = np.flatnonzero(lengths)
        while rows.size:
            actions, is_there = self._actions(pages, rows, wanted[rows, step[rows]], first)
            if len(pages.pool) > _COMPACT_ABOVE:
                pages.compact()  # ``first`` is not needed from here on
            rows, actions = rows[is_there], actions[is_there]
            is_decision = pages.mask[rows].sum(axis=1) > 1
            if is_decision.any():
                decided = rows[is_decision]
                shown = self._writer.blank(decided.size)
                self._writer.show(pages.save(decided), shown)
                packing.add(shown)
                to_go = lengths[decided] - step[decided]
                taken.append((decided, actions[is_decision], to_go))
                decisions[decided] += 1
            # Turning a page is a move of the environment, but not a step of the derivation.
            step[rows] += pages.slots[rows, actions] >= 0
            first = pager.make(pages, rows, actions, hidden)
            over = (pages.outcome[rows] != Outcome.OPEN) | (step[rows] == lengths[rows])
            goes_on = ~over & (decisions[rows] < self._most)
            pages.slots[rows[~goes_on]] = -1  # no state of theirs is needed
            rows = rows[goes_on]
        is_proved = (pages.outcome == Outcome.PROVED) & (step == lengths)
        is_proved |= (pages.outcome == Outcome.OPEN) & (decisions == self._most)
        return taken, is_proved

    def _actions(
        self, pages: Pages, rows: IntArray, wanted: IntArray, first: IntArray
    ) -> tuple[IntArray, NDArray[np.bool_]]:
        """Return actions [R] that lead to the candidates ``wanted`` [R], and a mask of successes.

        A merged candidate is in its window as the variant that was kept. The candidates of each row
        begin at ``first`` [N] in the pool.
        """
        # A candidate after this page is reached by *more*, in the last slot before *refuse*.
        more = self._pager.limit - 1
        turns = wanted >= pages.next_offset[rows]
        turns &= pages.clauses[rows, more] == MORE
        at = np.where(turns, 0, first[rows] + wanted - pages.offset[rows])
        at = np.minimum(at, len(pages.pool) - 1)
        slots = pages.slots[rows]
        # A merged candidate has no slot; the variant that was kept has the same hash.
        is_same = (pages.hashes[slots] == pages.hashes[at][:, None]).all(axis=2) & (slots >= 0)
        actions = np.where(turns, more, is_same.argmax(axis=1))
        return actions, turns | is_same.any(axis=1)


class _Packing(Generic[P]):
    """Packs observations, ``size`` frames or more together: late rounds have few frames each."""

    def __init__(self, pack: Callable[[Observation], P], blank: Observation, size: int) -> None:
        self._pack, self._size, self._packed = pack, size, list[P]()
        self._waiting, self._n_waiting = [blank], 0

    def add(self, shown: Observation) -> None:
        """Add the observations of a round."""
        self._waiting.append(shown)
        self._n_waiting += len(shown.goals)
        if self._n_waiting >= self._size:
            self._flush()

    def finish(self) -> list[P]:
        """Return all observations, packed; the list is never empty."""
        self._flush()
        return self._packed

    def _flush(self) -> None:
        parts = [shown.arrays() for shown in self._waiting]
        joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        self._packed.append(self._pack(Observation(**joined)))
        self._waiting, self._n_waiting = self._waiting[:1], 0  # the blank one has no frames


BY_PLACE = (1 << 28) - 1
"""Ordinal of a choice whose offset is the place among all solutions of a step; as in
``prolog/resolve/constants.pl``."""


def places(choices: Sequence[tuple[int, int]], n_lost: int) -> Sequence[tuple[int, int]]:
    """Return each choice by its place among all solutions of its step, if no state was lost.

    Ordinals count states alone: to find out what is one takes time in proportion to its size.
    """
    if n_lost:
        return choices
    return [(at if k == BY_PLACE else at + k, BY_PLACE) for at, k in choices]


def subgoals(
    engine: PrologEngine,
    query: Query,
    choices: Sequence[tuple[int, int]],
    steps: Sequence[int],
    *,
    searched: Query | None = None,
) -> list[TokenArray]:
    """Return the goals that some steps of a derivation resolve, instantiated by its answer.

    The steps from there until the goal is resolved away prove it, so each of these goals is true.
    Goals larger than a state may be are left out.

    >>> from symbolic_rl.derivations.problem import load_problem
    >>> from symbolic_rl.search import Space, find
    >>> problem = load_problem("countries_s1")
    >>> query = problem.queries("test")[0]
    >>> (found,) = find("breadth-first", Space(problem.engine, query)).answers
    >>> goals = subgoals(problem.engine, query, found.choices, [1])
    >>> problem.program.vocabulary.text(goals[0].tolist())
    ['locatedIn(burkina_faso,africa)']

    ``choices`` are the offset of the page and the ordinal in it of each candidate; ``steps``
    ascend, step 0 resolves the query; for ``searched`` see :func:`derivation_codes`. EngineError:
    there is no such derivation.
    """
    codes = [
        np.array([code_of(len(steps))], np.int32),
        digits_of(steps),
        derivation_codes(engine.number, query, choices, searched),
    ]
    found = Crossing("proof", "subgoals")(np.concatenate(codes))
    return [goal for (goal,) in read_records(found, 1)]


def derivation_codes(
    engine: int, query: Query, choices: Sequence[tuple[int, int]], searched: Query | None = None
) -> TokenArray:
    """Return a derivation of ``query`` as ``prolog/search/proof.pl: proof/2`` reads it.

    ``engine`` is its number in Prolog. ``searched`` is the root of the search, if that is the query
    without its answer: the answer is part of a state, and candidates too large for a state have no
    ordinal.
    """
    carried = (query if searched is None else searched).answer
    header = [*_header(engine, query), *carried.tolist()]
    n = len(choices)
    pairs = np.fromiter(chain.from_iterable(choices), np.int32, 2 * n).reshape(n, 2)
    starts = np.flatnonzero(np.r_[n > 0, (pairs[1:] != pairs[:-1]).any(axis=1)])
    runs = np.column_stack([np.diff(starts, append=n), pairs[starts]])
    front = digits_of([len(header), n])
    return np.concatenate([front, np.array(header, np.int32), digits_of(runs)])


def _header(number: int, query: Query) -> Iterator[int]:
    yield from (*digits_of([number, query.hidden]).tolist(), code_of(len(query.names)))
    for name in query.names:
        yield from (code_of(len(name)), *map(ord, name))
    root = query.root(answers=True)
    yield code_of(int(TokenBatch.of([root]).variable_counts()[0]))
    yield from root.tolist()
