"""Answers to a goal, each with its proof: ``symbolic-rl prove``.

The searches ``guided``, ``iterative-deepening`` and ``breadth-first`` are complete: every answer is
found, given enough inferences. So is a ``portfolio``, which has two of them. A policy changes when
an answer is found, never whether.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import islice
from os.path import basename
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from symbolic_rl.base.console import counted
from symbolic_rl.base.errors import Interrupted, StackError
from symbolic_rl.base.markup import Markup, element, visible
from symbolic_rl.bridge.swipl import STACK_LIMIT_BYTES, Crossing, calls
from symbolic_rl.bridge.tokens import digits_of
from symbolic_rl.derivations.pages import counter_text
from symbolic_rl.derivations.proof_frames import places
from symbolic_rl.program.clauses import FIRST_CLAUSE
from symbolic_rl.program.notes import Loading
from symbolic_rl.program.program import Query, read_texts
from symbolic_rl.program.vocabulary import Vocabulary
from symbolic_rl.proofs.proof import Proof, answer_of, shortened, verify
from symbolic_rl.search import PORTFOLIO, AnswerIterator, Space, make_search, search_method
from symbolic_rl.search.base import (
    ERROR,
    EXHAUSTED,
    INFERENCES,
    MEMORY,
    PRUNED,
    SATURATED,
    STOPPED,
    TIMEOUT,
    Derivation,
    limits_of,
)
from symbolic_rl.search.in_prolog import refusal_beside
from symbolic_rl.search.opened import changed_settings, open_goals
from symbolic_rl.search.pairs import TabledSearch, WithTabling

_LONGEST_MESSAGE = 300  # characters
_MOST_COMPARED = 20_000  # names of a program that an unknown one is compared with

if TYPE_CHECKING:
    from symbolic_rl.policy import DerivationPolicy

END_TEXTS = {
    STOPPED: "there may be others, --answers asks for more",
    INFERENCES: "stopped there, --max-inferences allows more",
    TIMEOUT: "the time is up, --timeout-s allows more",
    MEMORY: "the memory is used up, --memory-mb allows more",
    ERROR: "stopped by an error of the program",
    SATURATED: "every other answer is an instance of these",
    PRUNED: "the search left out states, which may hold others",
}
"""Descriptions of the reasons for the end of a search."""
_STACKS_FULL = (
    "the stacks of SWI-Prolog are full (half of --memory-mb, "
    f"{STACK_LIMIT_BYTES >> 20} MB at most); another search may need less"
)


@dataclass(frozen=True)
class ProofResult:
    """Proofs of a goal, and statistics of the search."""

    goal: str
    """The goal as typed."""
    search: str
    """Name in ``SEARCHES``."""
    ended: str
    """Reason for the end: ``exhausted``, ``stopped`` (enough answers), ``max_inferences``,
    ``timeout_s``, ``memory_mb`` or ``error``."""
    complete: bool
    """True if the search was exhausted and lost no candidate: there are no other answers."""
    inferences: int
    """Resolution steps of the whole search."""
    answers: tuple[Proof, ...]
    """Proofs in the order found."""
    counters: Mapping[str, int]
    """Candidates lost, pages turned and variants merged, by name."""
    seconds: float
    """Wall clock of the search."""
    refused: str = ""
    """Reason why compiled SWI-Prolog did not search as well, if requested."""
    loading: Loading = field(default_factory=Loading)
    """Parts of the program that were loaded or left out."""
    first_error: str = ""
    """Place and message of the first error that cost a candidate, or message of the one that ended
    the search."""
    unmentioned: Mapping[str, str] = field(default_factory=dict)
    """Name in a goal without answers that no clause has -> the nearest one that a clause has."""

    def as_json(self) -> dict[str, Any]:
        """Return the document that ``--json`` prints.

        ``inferences`` of an answer count the steps of its derivation, not the search. ``left_out``
        is present if parts of the program were left out, ``first_error`` if candidates were lost to
        errors or one ended the search.
        """
        skipped = [{"place": one.place, "reason": one.message} for one in self.loading.left_out]
        return {
            "goal": self.goal,
            "search": self.search,
            "ended": self.ended,
            "complete": self.complete,
            "inferences": self.inferences,
            "answers": [proof.as_json() for proof in self.answers],
            **({"first_error": self.first_error} if self.first_error else {}),
            **({"unmentioned": {**self.unmentioned}} if self.unmentioned else {}),
            **({"left_out": skipped} if skipped else {}),
        }

    def __str__(self) -> str:
        """Return the answers with their proofs, and how the search ended."""
        return "\n\n".join([*map(shown, self.answers), self.ending])

    def _repr_html_(self) -> Markup:
        """Return the answers for notebooks: a table with a column per variable."""
        columns = list(dict.fromkeys(name for proof in self.answers for name in proof.bindings))
        heads = [element("th", name) for name in (*columns, "inferences", "proof")]
        rows = [element("tr", *_cells(proof, columns)) for proof in self.answers]
        table = element("table", element("thead", element("tr", *heads)), element("tbody", *rows))
        goal = element("p", element("code", shortened(self.goal)))
        return element("div", goal, table if rows else "", element("p", self.ending))

    @property
    def ending(self) -> str:
        """Description of the end of the search and its counters."""
        refused = [f"  without compiled SWI-Prolog: {self.refused}"] if self.refused else []
        lost = (
            f"  {counter_text(name, n, is_partial=bool(self.loading.told))}"
            for name, n in self.counters.items()
            if n
        )
        is_lost = self.first_error and self.ended != ERROR
        first = [f"  the first of these errors, {self.first_error}"] if is_lost else []
        names = (
            f"  no clause mentions {visible(name)}: did you mean {visible(near)}?"
            for name, near in self.unmentioned.items()
        )
        notes = [*names, *lost, *first, *refused]
        return "\n".join([self._end(), *notes, *str(self.loading).splitlines()])

    def _end(self) -> str:
        n = len(self.answers)
        steps = counted(self.inferences, "inference")
        if self.search == "guided" and any(one.found_by == "swipl" for one in self.answers):
            steps += " of guided search"  # steps of compiled SWI-Prolog are not counted
        found = f"{counted(n, 'answer') if n else 'no answer'} after {steps}"
        if self.complete:
            return f"{found}: the search space is exhausted{', there is no other' if n else ''}"
        if self.ended == EXHAUSTED:
            return f"{found}: the search space is exhausted, but candidates were lost"
        if self.ended == ERROR and self.first_error:
            return f"{found}: {END_TEXTS[ERROR]}: {self.first_error}"
        is_of_stacks = self.ended == MEMORY and self.search in ("depth-first", "prolog")
        return f"{found}: {_STACKS_FULL if is_of_stacks else END_TEXTS[self.ended]}"


def _cells(proof: Proof, columns: Sequence[str]) -> Iterator[Markup]:
    for name in columns:
        yield element("td", element("code", shortened(proof.bindings.get(name, ""))))
    yield element("td", f"{proof.inferences:,}")
    yield element("td", element("details", element("summary", "proof"), proof._repr_html_()))


def shown(proof: Proof, *, full: bool = False) -> str:
    """Return an answer and its proof as text, in full or abridged."""
    return f"{proof.answer}\n{shown_below(proof, full=full)}"


def shown_below(proof: Proof, *, full: bool = False) -> str:
    """Return the proof of an answer as text, without the answer."""
    n = counted(proof.inferences, "inference")
    by = f"; found by the search {proof.found_by}" if proof.found_by else ""
    if proof.lemmas:
        each = (f"lemma {k} ({counted(n, 'time')})" for k, n in sorted(proof.lemmas.items()))
        by += f"; uses {', '.join(each)}"
    steps = f"{n}: the step from the query, and one for each clause above"
    if any(line.kind == "once" for line in proof.lines):
        steps += ", but for those below a first proof"
    if unread := [line.place for line in proof.lines if line.kind == "unread"]:
        steps += f", and one for text that cannot be read ({unread[0]})"
    written = [f"    {visible(line)}" for line in proof.output.removesuffix("\n").split("\n")]
    output = ["  output:", *written] if proof.output else []
    return "\n".join([f"{proof.text(full=full)}\n  ({steps}{by})", *output])


class ProofIterator(Iterator[Proof]):
    """Iterator over the proofs of a goal as they are found.

    ``refused`` is the reason why compiled SWI-Prolog does not search as well, if requested.

    :attr:`on_answer` is called with each answer before its proof is derived, which takes longer.
    """

    def __init__(
        self,
        goal: str,
        query: Query,
        space: Space,
        search: str,
        answers: AnswerIterator,
        refused: str = "",
    ) -> None:
        self.goal, self.search, self.refused = goal, search, refused
        self.space, self._query, self._answers = space, query, answers
        self._finds_one = bool(query.names) and not space.query.names
        """States lack the answer, so the search cannot tell whether there are others."""
        self.is_over = False
        """True once no other answer is possible."""
        self.on_answer: Callable[[Proof], None] = lambda answer: None
        self.outline = False
        """Derive no more of a proof than ``str(proof)`` shows."""
        self.first: Derivation | None = None
        """Derivation of the first proof."""
        self._n_unrepeated = 0  # answers that cannot be derived again
        self._n_late = 0  # answers whose bindings were not derived in time

    def __next__(self) -> Proof:
        """Return the next proof, or raise StopIteration when the search has ended."""
        if self.is_over or (self._finds_one and self.first):
            raise StopIteration
        space, answer = self.space, None
        while answer is None:
            one = next(self._answers)
            choices = places(one.choices, one.n_lost)
            try:
                answer = answer_of(space.engine, self._query, choices, space.query)
            except Interrupted:
                if not calls().is_over:  # a signal
                    raise
                self.is_over, self._n_late = True, 1
                raise StopIteration from None
            self._n_unrepeated += answer is None
        self.first = self.first or one
        self.is_over = not self._query.names  # nothing can vary without variables
        self.on_answer(answer)
        if self.outline and answer.lines:
            return replace(answer, found_by=one.found_by, lemmas=Counter(one.lemmas))
        form: Literal["outline", "proof"] = "outline" if self.outline else "proof"
        try:
            proof = verify(space.engine, self._query, choices, searched=space.query, form=form)
        except Interrupted:
            if not calls().is_over:  # a signal
                raise
            self.is_over = True
            proof = answer.without_lines("the time was over (--timeout-s)")
        except StackError as error:
            what = f"SWI-Prolog takes more than {error.limit} of stack to derive it again"
            proof = answer.without_lines(what)
        return replace(proof, found_by=one.found_by, lemmas=Counter(one.lemmas))

    def end_after(self, seconds: float) -> None:
        """End the search when it has taken as long, whatever its limit was."""
        self._answers.end_after(seconds)

    def take(self, n: int) -> ProofResult:
        """Return up to ``n`` more proofs, with the statistics of the search."""
        return self.result(tuple(islice(self, n)))

    def result(self, proofs: tuple[Proof, ...]) -> ProofResult:
        """Return ``proofs``, all proofs so far, with the statistics of the search."""
        found = self._answers.take(0)
        if self._finds_one and proofs:
            found = replace(found, ended=STOPPED, complete=False)
        if self._n_unrepeated:
            counters = {**found.counters, "unrepeated": self._n_unrepeated}
            found = replace(found, complete=False, counters=counters)
        if self._n_late:
            counters = {**found.counters, "underived": self._n_late}
            found = replace(found, ended=TIMEOUT, complete=False, counters=counters)
        return ProofResult(
            goal=self.goal,
            search=self.search,
            ended=found.ended,
            complete=found.complete,
            inferences=found.inferences,
            answers=proofs,
            counters=found.counters,
            seconds=found.seconds,
            refused=self.refused,
            loading=self.space.engine.program.loading,
            unmentioned={} if proofs else _unmentioned(self.space.engine.vocabulary, self._query),
            first_error=(
                _first_error(self.space, is_placed=found.ended != ERROR)
                if found.counters["builtin_errors"] or found.ended == ERROR
                else ""
            ),
        )


def _unmentioned(vocabulary: Vocabulary, query: Query) -> dict[str, str]:
    """Return the names of a query that no clause has, each with the nearest one of a clause."""
    symbols, tokens = vocabulary.symbols, set(query.root(answers=False).tolist())
    n_known = len(symbols) - vocabulary.n_names  # those that only queries have are the last
    missed = [one for one in symbols[n_known:] if one.token in tokens]
    if not missed or n_known > _MOST_COMPARED:
        return {}
    known: dict[int, list[str]] = {}
    for one in symbols[:n_known]:
        known.setdefault(one.arity, []).append(one.name)
    near = {one.name: get_close_matches(one.name, known.get(one.arity, ()), 1) for one in missed}
    return {name: names[0] for name, names in near.items() if names}


def _first_error(space: Space, *, is_placed: bool) -> str:
    """Return the message of the first error that a program has met, and its place if wanted.

    Compiled SWI-Prolog, which an error ends, does not say where.
    """
    engine = space.engine
    with calls().past_the_end():
        records = list(read_texts(Crossing("proof", "first_error")(digits_of(engine.number)), 2))
    if not records:
        return ""
    number, message = int(records[0][0]), visible(records[0][1])
    if len(message) > _LONGEST_MESSAGE:
        message = f"{message[:_LONGEST_MESSAGE]}..."
    message = message or engine.program.loading.lost
    if not is_placed:
        return message
    if number < FIRST_CLAUSE:
        return f"in the goal or in a condition: {message}"
    clause = engine.program.clauses[number - FIRST_CLAUSE]
    if clause.kind == "library":
        return f"after using library predicate {clause.predicate}: {message}"
    return f"after using {basename(clause.file)}:{clause.line}: {message}"


def prove(
    program: str | Path,
    goal: str,
    *,
    policy: "str | Path | DerivationPolicy | None" = None,
    search: str = "auto",
    hedge: bool = False,
    one: bool = False,
    swipl: bool = True,
    temperature: float = 0.0,
    uniform_share: float = 0.0,
    max_inferences: int = 0,
    timeout_s: float = 0.0,
    memory_mb: int = 0,
    max_subproof_inferences: int = 0,
    strict: bool = False,
    tabling: bool = True,
    lemmas: Path | None = None,
) -> ProofIterator:
    """Search for answers to a goal; the search advances as answers are taken.

    >>> from tempfile import mkdtemp
    >>> file = Path(mkdtemp(), "p.pl")
    >>> _ = file.write_text("p(X) :- q(X). q(a). q(b).")
    >>> for proof in prove(file, "p(X)"):
    ...     print(proof.answer)
    X = a
    X = b
    >>> print(next(prove(file, "p(b)")))
      p(b)    p.pl:1
        q(b)  p.pl:1

    ConfigError: an unknown search, limits out of range, or settings for a policy without one.
    PackError: there is no such program. ProgramError: the program or the goal has errors. RunError:
    the run cannot be used.

    Args:
        program: a Prolog file, a folder with an ``env.toml``, a pack, or the folder of a run, which
        provides its program and its policy.
        goal: goal in Prolog's syntax; a conjunction may be given.
        policy: guides the search: a policy trained on this program, or the folder of a run.
        search: one of :data:`symbolic_rl.search.SEARCHES`, or ``portfolio``, some of them in turns;
            ``auto`` is ``guided`` with a policy or ``hedge``, and else ``portfolio``.
        hedge: spend half of a guided search's inferences on iterative deepening.
        one: find at most one answer. States that differ only in the answer are then searched once,
        so asking for a plan costs no more than asking whether there is one.
        swipl: run compiled SWI-Prolog in a thread next to a guided search, unless it refuses the
        program; the first to find an answer wins.
        temperature: as in :class:`symbolic_rl.base.config.SearchSettings`; 0 for the run's.
        uniform_share: as in :class:`symbolic_rl.base.config.SearchSettings`; 0 for the run's.
        max_inferences: inferences after which the search ends; 0: 1,000,000, or no limit if
        ``timeout_s`` is given.
        timeout_s: seconds after which it ends; 0 for none.
        memory_mb: megabytes for its states; 0: a quarter of the machine's memory.
        max_subproof_inferences: as in :class:`symbolic_rl.search.base.Limits`.
        tabling: let SWI-Prolog's tabling end the search of a function-free program: it decides
        whether there are other answers, and gives those not found until then.
        strict: refuse a program if any part cannot be loaded; a run has its own setting.
        lemmas: as in :func:`symbolic_rl.search.opened.open_goals`.
    """
    limits = limits_of(
        max_inferences,
        timeout_s=timeout_s,
        memory_mb=memory_mb,
        max_subproof_inferences=max_subproof_inferences,
    )
    opened = open_goals(program, policy, strict=strict, lemmas=lemmas)
    space = opened.within(limits).space(goal)
    if search == "auto":
        search = "guided" if space.order or hedge else PORTFOLIO
    space.settings = changed_settings(
        space, search, temperature=temperature, uniform_share=uniform_share
    )
    query = space.query
    if one:
        space.query = query.without_answer(space.engine.vocabulary)
    method = search_method(search)
    refused = refusal_beside(space.engine) if method.uses_policy else ""
    is_beside = swipl and method.uses_policy and not refused
    made = make_search(search, space, hedge=hedge, swipl=is_beside)
    if tabling and method.counts_steps and search != "depth-first":
        made = WithTabling(made, TabledSearch(space))
    answers = AnswerIterator(made, limits)
    return ProofIterator(goal, query, space, search, answers, refused if swipl else "")
