"""Derivations that a search has found: the frames of a policy along them, and their sub-goals.

The environment's own code opens, lays out and shows the windows, so a frame is what the environment
would show, with its pages, loop check and merged variants.

Dimension key: N derivations, F frames in all.
"""

import ctypes as c
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.schema import Observation
from symbolic_rl.bridge.structs import DONE, N_ERROR, NO_FRAME, FramingStruct, address
from symbolic_rl.bridge.swipl import Crossing, calls
from symbolic_rl.bridge.tokens import IntArray, TokenArray, TokenBatch, code_of, digits_of
from symbolic_rl.derivations.pager import Arena
from symbolic_rl.derivations.pages import Pages
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.derivations.step import observation_arrays
from symbolic_rl.derivations.views import ObservationWriter
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.program import Query, read_records

Choice = tuple[int, int]
"""Offset of the page, and ordinal in it, of a candidate."""

P = TypeVar("P")
"""Observations, as the caller keeps them."""

_UNLIMITED = 2**31 - 1


@dataclass(frozen=True)
class ProofFrames(Generic[P]):
    """The decisions of N derivations, without forced moves."""

    packed: list[P]
    """Observations, derivation after derivation, some frames each; never empty."""
    order: IntArray
    """[F] place of each frame among all observations; ascending."""
    actions: IntArray  # [F] the action that the derivation takes
    to_go: IntArray  # [F] inferences left, the chosen one included
    counts: IntArray  # [N] frames of each derivation; 0 if it has no choice, or cannot be followed
    is_proved: NDArray[np.bool_]
    """[N] whether the derivation was followed to a proof, or to the wanted number of frames."""


class ProofFramer(Generic[P]):
    """Follows derivations of a problem's queries in C, and makes the policy's frames.

    ``pack`` packs an observation of at most ``at_once`` frames, padded to the widest possible one.
    Of each derivation, up to ``most`` decisions are followed.
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
        self._call = problem.engine.library.core_frame_proofs

    def __call__(
        self, queries: Sequence[Query], derivations: Sequence[Sequence[Choice]]
    ) -> ProofFrames[P]:
        """Follow one derivation of each query [N], by its choices."""
        packed = [self._pack(self._writer.blank(0))]
        is_proved = np.zeros(len(queries), bool)
        decisions = [np.zeros((3, 0), np.int64)]
        for first in range(0, len(queries), self._at_once):
            some = slice(first, first + self._at_once)
            for shown, of_rows in self._follow(queries[some], derivations[some], is_proved[some]):
                packed.append(self._pack(shown))
                of_rows[0] += first
                decisions.append(of_rows)
        row, actions, to_go = np.concatenate(decisions, axis=1)
        order = np.flatnonzero(is_proved[row])
        counts = np.bincount(row[order], minlength=len(queries))
        return ProofFrames(packed, order, actions[order], to_go[order], counts, is_proved)

    def _follow(
        self,
        queries: Sequence[Query],
        derivations: Sequence[Sequence[Choice]],
        is_proved: NDArray[np.bool_],
    ) -> Iterator[tuple[Observation, IntArray]]:
        """Yield frames, and [3, F] their rows, actions and inferences left; set ``is_proved``."""
        n, size, pager = len(queries), self._at_once, self._pager
        pages = Pages.blank(n, pager.width)
        hidden, rows = np.array([query.hidden for query in queries], np.int64), np.arange(n)
        roots = TokenBatch.of([query.root(answers=False) for query in queries])
        first = pager.start(pages, roots, hidden)
        begins = np.cumsum([0, *map(len, derivations)])
        numbers = chain.from_iterable(chain.from_iterable(derivations))
        choices = np.fromiter(numbers, np.int64, 2 * begins[-1]).reshape(-1, 2).sum(axis=1)
        framing = FramingStruct(
            view=self._writer.viewer.address,
            n=n,
            most=self._most,
            choices=address(choices),
            begins=address(begins),
            first=address(first),
            n_starts=len(pages.pool),
            capacity=size,
            is_proved=address(is_proved, bool),
            base=first[0],
        )
        pager.bind(framing.moves, pages, hidden, rows, auto=False)
        framing.moves.n_states = framing.n_starts
        arena, error = Arena(framing.moves, 1), c.create_string_buffer(N_ERROR)
        arena.put(pages.pool, pages.hashes)
        missing = NO_FRAME
        while missing != DONE:
            if missing == NO_FRAME:
                shown, of_rows = self._writer.blank(size), np.zeros((3, size), np.int64)
                framing.shown = observation_arrays(shown)
                framing.row_of, framing.action, framing.to_go = map(address, of_rows)
                framing.n_frames = 0
            else:
                pager.provide(missing, framing.moves, arena, pages, error)
            with calls():
                missing = self._call(c.addressof(framing), error)
            n_frames = framing.n_frames
            if missing in (DONE, NO_FRAME) and n_frames:
                arrays = {name: array[:n_frames] for name, array in shown.arrays().items()}
                yield Observation(**arrays), of_rows[:, :n_frames]


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
