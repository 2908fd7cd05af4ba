"""Answers to a goal, each with its proof: ``symbolic-rl prove``.

The searches ``guided``, ``iterative-deepening`` and ``breadth-first`` are complete: an answer that
has a derivation is found, given enough inferences. A policy changes when an answer is found, never
whether.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError, Diagnostic, ProgramError
from symbolic_rl.engine import need_prolog
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.pack import Pack, load_pack
from symbolic_rl.program.program import Program
from symbolic_rl.proofs.proof import Proof, replay
from symbolic_rl.search import AnswerIterator, Limits, Space, make_search, search_method
from symbolic_rl.search.base import ERROR, EXHAUSTED, INFERENCES, MEMORY, STOPPED, TIMEOUT

if TYPE_CHECKING:
    from symbolic_rl.play.problem import Problem
    from symbolic_rl.policy import DerivationPolicy

COUNTERS_IN_WORDS = {
    "builtin_errors": "candidates lost to errors of builtins, such as an unbound variable in is/2",
    "inference_limits": "candidates lost to the limit on builtins (builtin_inferences)",
    "negation_limits": "candidates lost to the limit on negated goals (negation_inferences)",
    "size_limits": "candidates lost because they are too large, cyclic or cannot be written",
    "pages_turned": "pages of further candidates",
    "variants": "variants of states met before, left out",
}
"""Counter of a search -> its description."""

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

    def as_json(self) -> dict[str, Any]:
        """Return the document that ``--json`` prints.

        ``inferences`` of an answer are those of its derivation, not of the search.
        """
        return {
            "goal": self.goal,
            "search": self.search,
            "ended": self.ended,
            "complete": self.complete,
            "inferences": self.inferences,
            "answers": [proof.as_json() for proof in self.answers],
        }

    def __str__(self) -> str:
        """Return answers, their proofs, and how far the search went."""
        return "\n\n".join([*map(shown, self.answers), self.ending])

    @property
    def ending(self) -> str:
        """End of the search and its counters, as text."""
        met = ((COUNTERS_IN_WORDS.get(name, name), n) for name, n in self.counters.items() if n)
        return "\n".join([self._end(), *(f"  {n:,} {words}" for words, n in met)])

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
    return (
        f"{proof.answer}\n{proof}\n  ({n}: the step from the query, and one for each clause above)"
    )


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}{'s' * (n != 1)}"


class ProofIterator(Iterator[Proof]):
    """Iterator over the proofs of a goal, each as soon as it is found.

    Args:
        goal: as the user wrote it.
        space: the derivations of the goal.
        search: name of the search.
        answers: its answers.
    """

    def __init__(self, goal: str, space: Space, search: str, answers: AnswerIterator) -> None:
        self.goal, self.search = goal, search
        self._space, self._answers = space, answers
        self.is_over = False
        """True once it is known that there is no other answer."""

    def __next__(self) -> Proof:
        """Return the next proof, or raise StopIteration when the search has ended."""
        if self.is_over:
            raise StopIteration
        one = next(self._answers)
        self.is_over = not self._space.query.names  # nothing can vary without variables
        return replay(self._space.engine, self._space.query, one.choices)

    def take(self, n: int) -> ProofResult:
        """Return the next ``n`` proofs, or as many as there are, with the figures of the search."""
        return self.result(tuple(islice(self, n)))

    def result(self, proofs: tuple[Proof, ...]) -> ProofResult:
        """Return ``proofs``, which are those so far, with the figures of the search."""
        found = self._answers.take(0)
        return ProofResult(
            goal=self.goal,
            search=self.search,
            ended=found.ended,
            complete=found.complete,
            inferences=found.inferences,
            answers=proofs,
            counters=found.counters,
            seconds=found.seconds,
        )


def prove(
    program: str | Path,
    goal: str,
    *,
    policy: "str | Path | DerivationPolicy | None" = None,
    search: str = "auto",
    hedge: bool = False,
    sharpness: float = 0.0,
    uniform_share: float = 0.0,
    max_inferences: int = 1_000_000,
    timeout_s: float = 0.0,
    memory_mb: int = 0,
) -> ProofIterator:
    """Search for answers to a goal; the search goes on while answers are taken.

    >>> _ = Path("p.pl").write_text("p(X) :- q(X). q(a). q(b).")
    >>> for proof in prove("p.pl", "p(X)"):
    ...     print(proof.answer)
    X = a
    X = b
    >>> print(next(prove("p.pl", "p(b)")))
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
        sharpness: as in :class:`symbolic_rl.base.config.SearchConfig`; 0 for the run's.
        uniform_share: as in :class:`symbolic_rl.base.config.SearchConfig`; 0 for the run's.
        max_inferences: inferences after which the search ends.
        timeout_s: seconds after which it ends; 0 for none.
        memory_mb: megabytes that its states may take; 0 for no limit.

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
        pack = load_pack(program)
        space = goal_space(pack, goal, pack.env)
    elif isinstance(policy, str | Path):
        from symbolic_rl.policy.open import open_run

        trained, opened = open_run(Path(policy))
        space = guided_space(opened, trained, goal)
        _expect_same(program, policy)
    else:
        from symbolic_rl.play.problem import load_problem

        space = guided_space(policy, load_problem(program), goal)
    if search == "auto":
        search = "guided" if space.order or hedge else "iterative-deepening"
    if sharpness or uniform_share:
        if not search_method(search).uses_policy or space.order is None:
            raise ConfigError(
                f"the search {search!r} asks no policy.",
                "--sharpness, --uniform-share",
                "leave them out, or name a run.",
            )
        space.settings = space.settings.changed(sharpness=sharpness, uniform_share=uniform_share)
    return ProofIterator(
        goal, space, search, AnswerIterator(make_search(search, space, hedge=hedge), limits)
    )


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


def guided_space(policy: "DerivationPolicy", trained: "Problem", goal: str) -> Space:
    """Return the search space of a goal, ordered by a policy.

    Args:
        policy: a trained policy.
        trained: the problem it was trained on.
        goal: the goal.
    """
    from symbolic_rl.search.policy_order import PolicyOrder

    space = goal_space(trained.pack, goal, trained.env_config)
    held = need_prolog(space.engine, "a guided search")
    order = PolicyOrder(policy, trained, held.program)
    return order.space(space.engine, space.query)


def _expect_same(program: str | Path, run: str | Path) -> None:
    """Refuse a program that is not that of the run."""
    if str(program) == str(run):
        return
    from symbolic_rl.base.run_dir import RunDirectory
    from symbolic_rl.play.problem import fingerprint

    pack = load_pack(program)
    RunDirectory.open(Path(run)).config.expect(pack.name, fingerprint(pack), where=str(run))


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
