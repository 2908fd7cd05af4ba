"""Prove all goals of a file, searching side by side: ``prove --goals FILE``."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from symbolic_rl.derivations.known_ids import UnknownSymbols
from symbolic_rl.derivations.proof_frames import places
from symbolic_rl.program.notes import expect_goals, goals_of
from symbolic_rl.program.pack import OWN
from symbolic_rl.program.program import Query
from symbolic_rl.proofs.proof import Proof, answer_of, verify_one
from symbolic_rl.search import (
    PORTFOLIO,
    Limits,
    SearchResult,
    Space,
    first_answers,
    make_search,
)
from symbolic_rl.search.base import ERROR, EXHAUSTED, INFERENCES, MEMORY, TIMEOUT
from symbolic_rl.search.opened import changed_settings, open_goals

PROVED, NO_PROOF, LOST = "proved", "no proof", "lost"
DECIDED = (PROVED, NO_PROOF, LOST)
"""Ends that larger limits would not change."""
END_LABELS = {
    PROVED: "proved",
    NO_PROOF: "without a proof",
    LOST: "undecided (candidates were lost)",
    INFERENCES: "ended by --max-inferences",
    TIMEOUT: "ended by --timeout-s",
    MEMORY: "ended by --memory-mb",
    ERROR: "ended by an error of the program",
}
"""Descriptions of ends in a summary."""
_WIDEST = 120


@dataclass(frozen=True)
class GoalResult:
    """End of the search for a proof of one goal."""

    number: int  # index of the goal in its file
    goal: str
    line: int  # of the file
    end: str  # a key of END_LABELS
    inferences: int
    choices: tuple[tuple[int, int], ...]  # of the proof, as in Derivation; empty without one
    answer: Proof | None  # without its tree; None without a proof
    unknown: tuple[str, ...]  # symbols of the goal unknown in training

    def as_json(self) -> dict[str, Any]:
        """Return the JSON of the proof, with choices instead of lines, and of the search."""
        steps = [place if not offset else [offset, place] for offset, place in self.choices]
        proof = {**self.answer.as_json(), "choices": steps} if self.answer else {}
        proof.pop("lines", None)
        names = ("line", "end", "inferences", "unknown")
        search = {name: getattr(self, name) for name in names}
        return {"goal": self.goal, **proof, "search": search}

    def __str__(self) -> str:
        """Return one line: line of the file, end, inferences, goal and answer."""
        has_answer = self.answer and (self.answer.bindings or self.answer.residual)
        told = f"{self.goal}   {self.answer.answer}" if self.answer and has_answer else self.goal
        if len(told) > _WIDEST:
            told = f"{told[: _WIDEST - 3]}..."
        return f"{self.line:>6}  {self.end:<14} {self.inferences:>10,}  {told}"


class GoalBatch:
    """Goals of a ``file``, to be searched side by side.

    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "p.pl").write_text("p(X) :- q(X). q(a). q(b).")
    >>> _ = (folder / "goals.pl").write_text("p(X). p(c).")
    >>> for result in GoalBatch(folder / "p.pl", folder / "goals.pl").run():
    ...     print(result.goal, result.end)
    p(X) proved
    p(c) no proof

    A goal is a clause, with or without ``query(...)`` around it. The clock of its ``limits`` runs
    while other searches do. The other arguments, and errors, are as in
    :func:`symbolic_rl.proofs.prove.prove`; PackError also: there is no such file, or no goal in it.
    """

    def __init__(
        self,
        program: str | Path,
        file: Path,
        *,
        search: str = "auto",
        hedge: bool = False,
        temperature: float = 0.0,
        uniform_share: float = 0.0,
        limits: Limits | None = None,
        strict: bool = False,
        lemmas: Path | None = None,
    ) -> None:
        self.limits = limits or Limits()
        opened = open_goals(program, strict=strict, lemmas=lemmas).within(self.limits)
        self.pack, self.config, self._trained = opened.pack, opened.config, opened.trained
        with goals_of(file):
            self.pack.with_queries(file)
            self.program, self._engine, self._open = opened.load({OWN: [file]})
        expect_goals(self.program.queries, file)
        self.queries: Sequence[Query] = self.program.queries
        is_guided = self._trained is not None or hedge
        self.search = search if search != "auto" else (PORTFOLIO, "guided")[is_guided]
        first = self._open(self.queries[0])
        self._settings = changed_settings(
            first, self.search, temperature=temperature, uniform_share=uniform_share
        )
        self._make = partial(make_search, self.search, hedge=hedge)
        self._make(first)  # fail now if the search refuses the program

    def space(self, query: Query) -> Space:
        """Return the search space of a goal."""
        space = self._open(query.without_answer(self.program.vocabulary))
        space.settings = self._settings
        return space

    @property
    def unknown(self) -> UnknownSymbols:
        """Symbols unknown to the run, by goal; none without a run."""
        if self._trained is None:
            return UnknownSymbols(((),) * len(self.queries))
        return self._trained.ids.unknown(self.program.vocabulary, self.queries)

    def run(
        self, which: Sequence[int] | None = None, *, goes_on: Callable[[], bool] = lambda: True
    ) -> Iterator[GoalResult]:
        """Search for a proof of each goal, and yield each result as the search ends.

        ``which`` are indices in ``queries``, by default all. If ``goes_on``, called after each
        round of the searches, is False, all end.
        """
        chosen = range(len(self.queries)) if which is None else which
        unknown = self.unknown.of_queries
        searches = (self._make(self.space(self.queries[number])) for number in chosen)
        for ended in first_answers(searches, self.limits):
            if ended is not None:
                number = chosen[ended[0]]
                yield self._result(number, ended[1], unknown[number])
            elif not goes_on():
                return

    def _result(self, number: int, found: SearchResult, unknown: tuple[str, ...]) -> GoalResult:
        query, end = self.queries[number], found.ended
        choices: tuple[tuple[int, int], ...] = ()
        answer = None
        if found.answers:
            end, one = PROVED, found.answers[0]
            choices = tuple(one.choices)
            if "swipl" in (self.search, one.found_by):  # which has no states, and none too large
                choices = tuple(places(choices, one.n_lost))
            answer = Proof(query.text, {}, len(choices), ())
            if query.names:
                searched = query.without_answer(self.program.vocabulary)
                answer = answer_of(self._engine, query, choices, searched)
                if answer is None:
                    end, choices = LOST, ()
        elif end == EXHAUSTED:
            end = NO_PROOF if found.complete else LOST
        return GoalResult(
            number, query.text, query.line, end, found.inferences, choices, answer, unknown
        )

    def proof(self, result: GoalResult) -> Proof:
        """Have SWI-Prolog derive the proof of a proved result again."""
        return verify_one(self._engine, self.queries[result.number], result.choices)
