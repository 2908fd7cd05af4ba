"""Answers to a goal, each with its proof: ``symbolic-rl prove``.

The searches ``guided``, ``iterative-deepening`` and ``breadth-first`` are complete: an answer that
has a derivation is found, given enough inferences. A policy changes when an answer is found, never
whether.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic_rl.base.config import EnvConfig, SearchConfig
from symbolic_rl.base.errors import ConfigError, Diagnostic, ProgramError
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.engine import need_prolog
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.play.known_ids import Trained
from symbolic_rl.program.left_out import left_out, left_out_in_words
from symbolic_rl.program.pack import Pack, load_pack, pack_of_run
from symbolic_rl.program.program import Program, Query
from symbolic_rl.proofs.compact import RECORDED, ProofTable
from symbolic_rl.proofs.proof import Proof, replay
from symbolic_rl.search import AnswerIterator, Limits, Space, make_search, search_method
from symbolic_rl.search.base import ERROR, EXHAUSTED, INFERENCES, MEMORY, STOPPED, TIMEOUT
from symbolic_rl.search.guide import GuideOrder, read_guide
from symbolic_rl.search.native import refusal_beside
from symbolic_rl.search.recorded import record
from symbolic_rl.search.space import Order
from symbolic_rl.search.tabling import TablingBeside

if TYPE_CHECKING:
    from symbolic_rl.policy import DerivationPolicy

COUNTERS_IN_WORDS = {
    "builtin_errors": "candidates lost to errors of builtins, such as an unbound variable in is/2",
    "inference_limits": "candidates lost to the limit on builtins (builtin_inferences)",
    "negation_limits": "candidates lost to the limit on negated goals (negation_inferences)",
    "size_limits": "candidates lost for a size: too large, cyclic or impossible to write",
    "pages_turned": "pages of further candidates",
    "variants": "variants of states met before, left out",
}
"""Counter of a search -> its description."""

_LEFT_OUT = "candidates lost to errors of builtins, or to the clauses that are left out (see below)"
_PLURALS = ("candidates", "pages", "variants")


def counted(counter: str, n: int, *, is_lenient: bool = False) -> str:
    """Return a counter of a search in words.

    >>> counted("negation_limits", 1)
    '1 candidate lost to the limit on negated goals (negation_inferences)'

    Args:
        counter: its name.
        n: its value.
        is_lenient: the program was loaded without some of its clauses.
    """
    words = COUNTERS_IN_WORDS.get(counter, counter)
    if counter == "builtin_errors" and is_lenient:
        words = _LEFT_OUT
    first, _, rest = words.partition(" ")
    return f"{n:,} {first[:-1] if n == 1 and first in _PLURALS else first} {rest}".rstrip()


ENDINGS_IN_WORDS = {
    STOPPED: "there may be others, --answers asks for more",
    INFERENCES: "stopped there, --max-inferences allows more",
    TIMEOUT: "stopped there, --timeout-s allows more",
    MEMORY: "stopped there for want of memory, --memory-mb allows more",
    ERROR: "stopped by an error of the program",
}
"""Reason for the end of a search -> its description."""

_WIDEST_LINE = 200
"""Characters of a goal that are shown around a mistake."""


@dataclass(frozen=True)
class ProofResult:
    """Proofs of a goal, and the figures of the search."""

    goal: str
    """Text as the user wrote it."""
    search: str
    """Name in ``SEARCHES``."""
    ended: str
    """Reason for the end: ``exhausted``, ``stopped`` (there were enough answers),
    ``max_inferences``, ``timeout_s``, ``memory_mb`` or ``error``."""
    complete: bool
    """The search was exhausted and lost no candidate: there are no other answers."""
    inferences: int
    """Resolution steps of the whole search."""
    answers: tuple[Proof, ...]
    """Proofs, in the order in which they were found."""
    counters: Mapping[str, int]
    """Candidates lost, pages turned and variants left out."""
    seconds: float
    """Time of the search."""
    refused: str = ""
    """Reason why native Prolog did not search beside it, where it was to."""
    skipped: tuple[Diagnostic, ...] = ()
    """Clauses and directives that the program was loaded without (``lenient``)."""

    def as_json(self) -> dict[str, Any]:
        """Return the document that ``--json`` prints.

        ``inferences`` of an answer are those of its derivation, not of the search. ``left_out``
        is there if the program was loaded without some of its clauses.
        """
        skipped = [{"place": note.place, "reason": note.message} for note in self.skipped]
        return {
            "goal": self.goal,
            "search": self.search,
            "ended": self.ended,
            "complete": self.complete,
            "inferences": self.inferences,
            "answers": [proof.as_json() for proof in self.answers],
            **({"left_out": skipped} if skipped else {}),
        }

    def __str__(self) -> str:
        """Return answers, their proofs, and how far the search went."""
        return "\n\n".join([*map(shown, self.answers), self.ending])

    def _repr_html_(self) -> str:
        """Return the table of answers as notebooks show it."""
        from symbolic_rl.proofs.notebook import answers_html

        return answers_html(self.goal, self.answers, self.ending)

    @property
    def ending(self) -> str:
        """End of the search and its counters, as text."""
        refused = [f"  without native Prolog beside it: {self.refused}"] if self.refused else []
        lost = (
            f"  {counted(name, n, is_lenient=bool(self.skipped))}"
            for name, n in self.counters.items()
            if n
        )
        return "\n".join([self._end(), *lost, *refused, *left_out_in_words(self.skipped)])

    def _end(self) -> str:
        n = len(self.answers)
        steps = _count(self.inferences, "inference")
        found = f"{_count(n, 'answer') if n else 'no answer'} after {steps}"
        if self.complete:
            return f"{found}: the search space is exhausted{', there is no other' if n else ''}"
        if self.ended == EXHAUSTED:
            return f"{found}: the search space is exhausted, but candidates were lost"
        return f"{found}: {ENDINGS_IN_WORDS[self.ended]}"


def shown(proof: Proof) -> str:
    """Return an answer and its proof as text."""
    n = _count(proof.inferences, "inference")
    by = f"; found by the search {proof.found_by}" if proof.found_by else ""
    steps = f"{n}: the step from the query, and one for each clause above"
    return f"{proof.answer}\n{proof}\n  ({steps}{by})"


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}{'s' * (n != 1)}"


class ProofIterator(Iterator[Proof]):
    """Iterator over the proofs of a goal, each as soon as it is found.

    Args:
        goal: as the user wrote it.
        query: the goal as it was read, with its variables.
        space: the derivations of the goal.
        search: name of the search.
        answers: its answers.
    """

    def __init__(
        self, goal: str, query: Query, space: Space, search: str, answers: AnswerIterator
    ) -> None:
        self.goal, self.search = goal, search
        self._query, self._space, self._answers = query, space, answers
        self._finds_one = bool(query.names) and not space.query.names
        """The states are searched without the answer: of another one nothing can be said."""
        self.is_over = False
        """True once it is known that there is no other answer."""
        self._known: Sequence[tuple[int, int]] = ()
        self._known_by = search
        self.refused = ""
        """Reason why native Prolog does not search beside it, where it was to."""

    def __next__(self) -> Proof:
        """Return the next proof, or raise StopIteration when the search has ended."""
        if self.is_over or (self._finds_one and self._known):
            raise StopIteration
        one = next(self._answers)
        if not self._known:
            self._known, self._known_by = one.choices, one.found_by or self.search
        self.is_over = not self._query.names  # nothing can vary without variables
        space = self._space
        proof = replay(space.engine, self._query, one.choices, searched=space.query)
        return replace(proof, found_by=one.found_by)

    def record_into(self, table: ProofTable) -> None:
        """Search again with a record, where a policy guides; nothing otherwise.

        The record ends at the limits ``RECORDED``.
        """
        if self._space.order is None:
            return
        program = need_prolog(self._space.engine, "a record").program
        cuts = getattr(self._space.order, "cuts", None)
        search, found = record(self._space, RECORDED, self._known, cuts)
        table.add_search(self.goal, program, search, found, why="the goal", known_by=self._known_by)

    def take(self, n: int) -> ProofResult:
        """Return the next ``n`` proofs, or as many as there are, with the figures of the search."""
        return self.result(tuple(islice(self, n)))

    def result(self, proofs: tuple[Proof, ...]) -> ProofResult:
        """Return ``proofs``, which are those so far, with the figures of the search."""
        found = self._answers.take(0)
        if self._finds_one and proofs:
            found = replace(found, ended=STOPPED, complete=False)
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
            skipped=left_out(need_prolog(self._space.engine, "a proof").program.notes),
        )


def prove(
    program: str | Path,
    goal: str,
    *,
    policy: "str | Path | DerivationPolicy | None" = None,
    search: str = "auto",
    hedge: bool = False,
    one: bool = False,
    native: bool = True,
    sharpness: float = 0.0,
    uniform_share: float = 0.0,
    max_inferences: int = 1_000_000,
    timeout_s: float = 0.0,
    memory_mb: int = 0,
    lenient: bool = False,
    tabling: bool = True,
) -> ProofIterator:
    """Search for answers to a goal; the search goes on while answers are taken.

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

    Args:
        program: a Prolog file, a folder with an ``env.toml``, a pack, or the folder of a run, which
            stands for its program and its policy.
        goal: goal in Prolog's syntax; a conjunction may be given.
        policy: guides the search: a policy trained on this program, or the folder of a run.
        search: one of :data:`symbolic_rl.search.SEARCHES`; ``auto`` is ``guided`` with a policy or
            ``hedge``, and else ``iterative-deepening``.
        hedge: of a guided search, give half of the inferences to iterative deepening.
        one: find one answer at most. States that differ only in the answer that they lead to are
            then searched once, so to ask which plan leads to a goal costs no more than to ask
            whether one does.
        native: let native Prolog search beside a guided search, in a thread of its own, where it
            does not refuse the program; the answer is that of whichever has it first.
        sharpness: as in :class:`symbolic_rl.base.config.SearchConfig`; 0 for the run's.
        uniform_share: as in :class:`symbolic_rl.base.config.SearchConfig`; 0 for the run's.
        max_inferences: inferences after which the search ends.
        timeout_s: seconds after which it ends; 0 for none.
        memory_mb: megabytes that its states may take; 0 for a quarter of the machine's memory.
        tabling: let SWI-Prolog's tabling end the search of a function-free program, where it can
            say that there is no other answer; it also gives the answers not found until then.
        lenient: leave out clauses that cannot be loaded; a run has it in its settings.

    Raises:
        ConfigError: an unknown search, limits out of range, or settings for a policy without one.
        PackError: there is no such program.
        ProgramError: the program or the goal has errors.
        RunError: the run cannot be used.
    """
    limits = Limits(max_inferences=max_inferences, timeout_s=timeout_s, memory_mb=memory_mb)
    if not goal.strip():
        raise ProgramError(
            "the goal is empty.", "GOAL", 'write a goal, such as "ancestor(X, mary)".'
        )
    if policy is None and (Path(program) / "config.json").is_file():
        policy = program
    if policy is None:
        pack = load_pack(program, lenient=lenient)
        space = goal_space(pack, goal, pack.env)
    elif isinstance(policy, str | Path):
        space = space_of_run(program, Path(policy), goal)
    else:
        from symbolic_rl.play.problem import load_problem

        problem = load_problem(program)
        trained = Trained(problem.ids, problem.env_config)
        space = guided_space(policy, problem.pack, trained, goal)
    if search == "auto":
        search = "guided" if space.order or hedge else "iterative-deepening"
    space.settings = changed_reading(
        space, search, sharpness=sharpness, uniform_share=uniform_share
    )
    query = space.query
    if one:
        space.query = query.without_answer(space.engine.vocabulary)
    method = search_method(search)
    refused = refusal_beside(space.engine) if method.uses_policy else ""
    is_beside = native and method.uses_policy and not refused
    made = make_search(search, space, hedge=hedge, native=is_beside)
    if tabling and method.counts_steps and search != "depth-first":
        made = TablingBeside(made, space, search)
    proofs = ProofIterator(goal, query, space, search, AnswerIterator(made, limits))
    proofs.refused = refused if native else ""
    return proofs


def changed_reading(
    space: Space, search: str, *, sharpness: float, uniform_share: float
) -> SearchConfig:
    """Return how a search reads the policy of a space, with these values where they are not 0.

    Raises:
        ConfigError: the search, or the space, has no policy; or there is no such search.
    """
    if not sharpness and not uniform_share:
        return space.settings
    if not search_method(search).uses_policy or space.order is None:
        raise ConfigError(
            f"the search {search!r} asks no policy.",
            "--sharpness, --uniform-share",
            "leave them out, or name a run.",
        )
    return space.settings.changed(sharpness=sharpness, uniform_share=uniform_share)


def goal_space(pack: Pack, goal: str, env_config: EnvConfig) -> Space:
    """Return the search space of a goal; the goal's own fact is not hidden.

    Raises:
        ProgramError: the program or the goal has errors.
    """
    config = replace(env_config, hide_query=False)
    try:
        program = Program(pack.program, {}, goals={"goal": goal}, config=config)
    except ProgramError as error:
        raise _pointed(error, goal) from None
    return Space(PrologEngine(program, config, answers=True), program.queries[0])


def space_of_run(program: str | Path, run_dir: Path, goal: str) -> Space:
    """Return the search space of a goal, ordered by the policy of a run.

    A guide, which is kept with the checkpoint of a policy that C knows, is enough; without one the
    policy is opened, for which torch is imported.

    Args:
        program: the run, or a program that must be the run's.
        run_dir: the folder of the run.
        goal: the goal.

    Raises:
        ConfigError, PackError, RunError: as :func:`open_guide`.
    """
    run = RunDirectory.open(run_dir)
    guide = read_guide(run)
    if guide is None:
        opened_pack, trained, policy = open_guide(program, run_dir)
        return guided_space(policy, opened_pack, trained, goal)
    pack = pack_of_run(run.config) if str(program) == str(run_dir) else load_pack(program)
    run.config.expect(pack.name, pack.program_checksum, where=str(run_dir))
    space = goal_space(pack, goal, run.config.env)
    held = need_prolog(space.engine, "a guided search")

    def open_order() -> Order:
        from symbolic_rl.search.policy_order import PolicyOrder

        _, trained, policy = open_guide(program, run_dir)
        return PolicyOrder(policy, trained, held.program)

    order = GuideOrder(guide, Trained(guide.ids, run.config.env), held.program, open_order)
    return order.space(space.engine, space.query)


def open_guide(program: str | Path, run: Path) -> "tuple[Pack, Trained, DerivationPolicy]":
    """Open a run to guide searches: its program, ids and settings of its training, its policy.

    Args:
        program: the run, or a program that must be the run's.
        run: the folder of the run.

    Raises:
        ConfigError: the program is another one, or has changed since.
        PackError: there is no such program.
        RunError: the run cannot be used.
    """
    import torch

    from symbolic_rl.policy.open import load_trained

    config = RunDirectory.open(run).config
    torch.set_num_threads(config.train.torch_threads)
    pack = pack_of_run(config) if str(program) == str(run) else load_pack(program)
    return pack, *load_trained(run, pack)


def guided_space(policy: "DerivationPolicy", pack: Pack, trained: Trained, goal: str) -> Space:
    """Return the search space of a goal, ordered by a policy.

    Args:
        policy: a trained policy.
        pack: the program.
        trained: ids and settings of its training.
        goal: the goal.
    """
    from symbolic_rl.search.policy_order import PolicyOrder

    space = goal_space(pack, goal, trained.env_config)
    held = need_prolog(space.engine, "a guided search")
    order = PolicyOrder(policy, trained, held.program)
    return order.space(space.engine, space.query)


def _pointed(error: ProgramError, goal: str) -> ProgramError:
    """Return the error with a caret under each place in the goal that it names."""
    typed = [note for note in error.diagnostics if note.file.startswith("<query")]
    others = [note for note in error.diagnostics if note not in typed]
    mistakes = [note for note in typed if note.severity == "error"]
    if not mistakes or any(note.severity == "error" for note in others):
        return error
    shown = "\n".join(_caret(note, goal) for note in mistakes)
    count = "an error" if len(mistakes) == 1 else f"{len(mistakes)} errors"
    return ProgramError(f"the goal has {count}.\n{shown}")


def _caret(note: Diagnostic, goal: str) -> str:
    lines = goal.splitlines() or [""]
    line, before = lines[min(max(note.line, 1), len(lines)) - 1], max(note.column, 1) - 1
    if len(line) > _WIDEST_LINE:
        cut = max(before - _WIDEST_LINE // 2, 0)
        line, before = line[cut : cut + _WIDEST_LINE], before - cut
    tabs = "".join("\t" if letter == "\t" else " " for letter in line[:before])
    padding = tabs.ljust(before)
    fix = f"\n  to fix: {note.fix}" if note.fix else ""
    return f"  {line}\n  {padding}^ {note.message}{fix}"
