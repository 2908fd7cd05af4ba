"""Derivations by hand: choose candidates, undo, or let policy or search continue."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.derivations.pages import counter_text
from symbolic_rl.proofs.proof import Line, Proof, verify
from symbolic_rl.search import Limits, SearchResult, find
from symbolic_rl.search.base import Page, named_counters, open_page
from symbolic_rl.search.opened import open_goals

_WIDTH = 20  # candidates of a page; a policy has its own width


@dataclass(frozen=True)
class HandCandidate:
    """Candidate of the open page, as shown to the user."""

    clause: str  # in Prolog's syntax, with the bindings of this step
    place: str  # file and line of the clause
    answer: str  # variables of the goal that the step binds, "X = a"
    # By the policy, among the candidates of the page and the next page; 0 for a candidate that
    # loops, None without a policy.
    probability: float | None
    choice: tuple[int, int]  # offset of the page and ordinal in it
    state: TokenBatch  # resulting state


class HandDerivation:
    """Derivation of one goal, made by hand.

    >>> from tempfile import mkdtemp
    >>> file = Path(mkdtemp(), "p.pl")
    >>> _ = file.write_text("p(X) :- q(X). q(a). q(b).")
    >>> derivation = HandDerivation(file, "p(X)")
    >>> derivation.take(derivation.candidates()[0])
    >>> [one.clause for one in derivation.candidates()]
    ['q(a)', 'q(b)']
    >>> derivation.take(derivation.candidates()[1])
    >>> derivation.is_proved, derivation.proof().answer
    (True, 'X = b')

    ``program`` is a Prolog file, a folder with an ``env.toml``, a pack, or the folder of a run,
    which has its own setting of ``strict`` (refuse a program if any part cannot be loaded).

    PackError: there is no such program. ProgramError: program or goal have errors. RunError: the
    run cannot be used.
    """

    def __init__(self, program: str | Path, goal: str, *, strict: bool = False) -> None:
        self._space = open_goals(program, strict=strict).space(goal)
        self.loading = self._space.engine.program.loading
        """Parts of the program that were loaded or left out."""
        self._choices: list[tuple[int, int]] = []
        self._states = [self._space.root()]
        self._offset = self._next_offset = 0
        self.lost: list[str] = []
        """Candidates lost on the open page, one line of text per cause."""
        page = self._page()
        self.is_dead_end = not page.owner.size
        """No clause applies."""
        if not self.is_dead_end:  # the step from the query to its goals
            self._add((0, int(page.ordinal[0])), page.candidates.take(np.array([0])))
        self._first = len(self._choices)

    @property
    def has_policy(self) -> bool:
        """True if a run guides it."""
        return self._space.order is not None

    @property
    def steps(self) -> int:
        """Steps taken, not counting the step from the query."""
        return len(self._choices) - self._first

    @property
    def is_proved(self) -> bool:
        """True if no goal is left."""
        return not int(self._states[-1].goal_counts()[0])

    def proof(self) -> Proof:
        """Return the proof so far; open goals are lines of kind ``open``."""
        engine, query = self._space.engine, self._space.query
        return verify(engine, query, self._choices, partial=not self.is_proved)

    def open_goals(self) -> list[str]:
        """Return the open goals, the next one first."""
        return [line.goal for line in self.proof().lines if line.kind == "open"]

    def candidates(self) -> list[HandCandidate]:
        """Return the candidates of the open page; none if the goal is proved or fails."""
        if self.is_proved or self.is_dead_end:
            return []
        page, before = self._page(), self.proof()
        self._next_offset = int(page.next_offset[0]) if page.more[0] else 0
        shares: list[float | None] = [None] * page.owner.size
        if self._space.order is not None and page.owner.size:
            # Candidates that loop are hidden from the policy, as in training and in searches.
            met = {state.hashes().tobytes() for state in self._states}
            is_new = np.array([one.tobytes() not in met for one in page.hashes])
            advice = self._space.order(self._states[-1], page, is_new)
            shares = np.where(is_new, np.exp(advice.candidates), 0.0).tolist()
        return [self._candidate(i, page, before, share) for i, share in enumerate(shares)]

    @property
    def has_more(self) -> bool:
        """True if there is another page; known after :meth:`candidates`."""
        return self._next_offset > 0

    def turn(self) -> None:
        """Open the next page of candidates."""
        self._offset = self._next_offset

    def take(self, candidate: HandCandidate) -> None:
        """Take a step."""
        self._add(candidate.choice, candidate.state)

    def undo(self, n: int = 1) -> int:
        """Undo the last steps, or return to the first page; return the number of steps undone."""
        if self._offset:
            self._offset = 0
            return 0
        n = min(n, self.steps)
        for _ in range(n):
            self._choices.pop()
            self._states.pop()
        return n

    def greedy(self, most: int) -> Iterator[HandCandidate]:
        """Let the policy take its most probable candidates; yield each as it is taken.

        It ends with a proof, at a dead end, where every candidate loops, or after ``most`` steps.
        """
        for _ in range(most):
            shown = [one for one in self.candidates() if one.probability]
            if not shown:
                return
            best = max(shown, key=lambda one: one.probability or 0.0)
            self.take(best)
            yield best

    def search(self, max_inferences: int) -> SearchResult:
        """Search from the current state, guided if there is a policy; take the steps of a proof."""
        name = "guided" if self.has_policy else "iterative-deepening"
        here = self._space.starting_at(self._states[-1])
        found = find(name, here, limits=Limits(max_inferences=max_inferences))
        for offset, ordinal in found.answers[0].choices if found.answers else ():
            page = self._open(offset, ordinal + 2)
            at = np.flatnonzero(page.ordinal == ordinal)[:1]
            self._add((offset, ordinal), page.candidates.take(at))
        return found

    def _open(self, offset: int, width: int) -> Page:
        hidden = np.array([self._space.query.hidden])
        return open_page(self._space.engine, self._states[-1], hidden, np.array([offset]), width)

    def _page(self) -> Page:
        page = self._open(self._offset, self._space.fixed_width or _WIDTH)
        counters = named_counters(page.lost[0]).items()
        is_partial = bool(self.loading.told)
        self.lost = [counter_text(name, n, is_partial=is_partial) for name, n in counters if n]
        return page

    def _add(self, choice: tuple[int, int], state: TokenBatch) -> None:
        self._choices.append(choice)
        self._states.append(state)
        self._offset = self._next_offset = 0

    def _candidate(
        self, i: int, page: Page, before: Proof, probability: float | None
    ) -> HandCandidate:
        choice = (self._offset, int(page.ordinal[i]))
        choices = [*self._choices, choice]
        after = verify(self._space.engine, self._space.query, choices, partial=True)
        at = next(k for k, line in enumerate(before.lines) if line.kind == "open")
        line = after.lines[at]
        body = [child.goal for child in _children(after.lines, at)]
        clause = f"{line.goal} :- {', '.join(body)}" if body else line.goal
        if line.kind in ("or", "if"):  # a branch of a construct
            clause = ", ".join(body) or "true"
        answer = ", ".join(
            f"{name} = {term}"
            for name, term in after.bindings.items()
            if before.bindings[name] != term
        )
        return HandCandidate(
            clause=clause,
            place=line.reason,
            answer=answer,
            probability=probability,
            choice=choice,
            state=page.candidates.take(np.array([i])),
        )


def _children(lines: tuple[Line, ...], at: int) -> Iterator[Line]:
    """Yield the children of the line ``at``."""
    for line in lines[at + 1 :]:
        if line.depth <= lines[at].depth:
            return
        if line.depth == lines[at].depth + 1:
            yield line
