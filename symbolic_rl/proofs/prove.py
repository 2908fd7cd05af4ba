"""Answers to a goal, each with its proof: ``symbolic-rl prove``.

    for answer in prove("lists.pl", "append(X, Y, [1, 2])"):
        print(answer.bindings, answer)

The searches ``guided``, ``iterative-deepening`` and ``breadth-first`` are complete: an answer that
has a derivation is found, given enough inferences. A policy changes when an answer is found, never
whether.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError, Diagnostic, ProgramError
from symbolic_rl.engine import need_prolog
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.pack import Pack, load_pack
from symbolic_rl.program.program import Program
from symbolic_rl.proofs.proof import Proof, replay
from symbolic_rl.search import Answers, Limits, Space, make_search
from symbolic_rl.search.base import ERROR, EXHAUSTED, INFERENCES, MEMORY, STOPPED, TIMEOUT

if TYPE_CHECKING:
    from symbolic_rl.play.problem import Problem
    from symbolic_rl.policy import DerivationPolicy

IN_WORDS = {
    "builtin_errors": "candidates lost to errors of builtins, such as an unbound variable in is/2",
    "inference_limits": "candidates lost to the limit on builtins (builtin_inferences)",
    "negation_limits": "candidates lost to the limit on negated goals (negation_inferences)",
    "size_limits": "candidates lost because they are too large",
    "pages_turned": "pages of further candidates",
    "variants": "variants of states met before, left out",
}
"""Counter of a search -> what it counts."""


ENDINGS = {
    STOPPED: "there may be others, --answers asks for more",
    INFERENCES: "stopped there, --max-inferences allows more",
    TIMEOUT: "stopped there, --timeout-s allows more",
    MEMORY: "stopped there for want of memory, --memory-mb allows more",
    ERROR: "stopped by an error of the program",
}
"""Why a search ended -> in words."""


@dataclass(frozen=True)
class Proved:
    """What a search for answers came to."""

    goal: str
    """As the user wrote it."""
    search: str
    """Which search it was."""
    ended: str
    """Why it ended: ``exhausted``, ``stopped`` (there were as many answers as were asked for),
    ``max_inferences``, ``timeout_s``, ``memory_mb`` or ``error``."""
    complete: bool
    """It was, and no candidate was lost: there are no other answers."""
    inferences: int
    """Resolution steps of the whole search."""
    answers: tuple[Proof, ...]
    """In the order in which they were found."""
    counters: Mapping[str, int]
    """What was lost, paged or left out."""
    seconds: float
    """Spent searching."""

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints; ``inferences`` of an answer are its derivation's."""
        answers = [
            {
                "bindings": proof.bindings,
                "inferences": proof.inferences,
                "proof": proof.as_json(),
            }
            for proof in self.answers
        ]
        return {
            "goal": self.goal,
            "search": self.search,
            "ended": self.ended,
            "complete": self.complete,
            "inferences": self.inferences,
            "answers": answers,
        }

    def __str__(self) -> str:
        """Answers, their proofs, and how far the search went."""
        return "\n\n".join([*map(shown, self.answers), self.ending])

    @property
    def ending(self) -> str:
        """How far the search went, and what was lost, paged or left out."""
        return "\n".join([self._end(), *self._counts()])

    def _end(self) -> str:
        n = len(self.answers)
        steps = _count(self.inferences, "inference")
        found = f"{_count(n, 'answer') if n else 'no answer'} after {steps}"
        if self.complete:
            return f"{found}: the search space is exhausted{', there is no other' if n else ''}"
        if self.ended == EXHAUSTED:
            return f"{found}: the search space is exhausted, but candidates were lost"
        return f"{found}: {ENDINGS[self.ended]}"

    def _counts(self) -> list[str]:
        return [f"  {n:,} {IN_WORDS.get(name, name)}" for name, n in self.counters.items() if n]


def shown(proof: Proof) -> str:
    """An answer and its proof, as text."""
    return f"{proof.answer}\n{proof}\n  ({_count(proof.inferences, 'inference')})"


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}{'s' * (n != 1)}"


class Proofs(Iterator[Proof]):
    """Answers with their proofs, each as soon as it is found.

    Args:
        goal: as the user wrote it.
        space: what is searched.
        search: name of the search.
        answers: of the search.
    """

    def __init__(self, goal: str, space: Space, search: str, answers: Answers) -> None:
        self.goal, self.search = goal, search
        self._space, self._answers = space, answers
        self.is_over = False
        """Whether it is known that there is no other answer."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Proof:
        """The next answer; raises StopIteration when the search has ended."""
        if self.is_over:
            raise StopIteration
        one = next(self._answers)
        self.is_over = not self._space.query.names  # nothing can vary without variables
        return replay(self._space.engine, self._space.query, one.choices)

    def take(self, n: int) -> Proved:
        """The next ``n`` answers, or those there are, and how far the search went."""
        return self.result(tuple(islice(self, n)))

    def result(self, proofs: tuple[Proof, ...]) -> Proved:
        """How far the search went; ``proofs`` are the answers so far."""
        found = self._answers.take(0)
        return Proved(
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
) -> Proofs:
    """Search for answers to a goal; the search goes on while answers are taken.

    Args:
        program: a Prolog file, a folder with an ``env.toml``, a pack, or the folder of a run, which
            stands for its program and its policy.
        goal: as in Prolog; a conjunction may be given.
        policy: what guides the search: a policy trained on this program, or the folder of a run.
        search: one of :data:`symbolic_rl.search.SEARCHES`; ``auto`` is ``guided`` with a policy or
            ``hedge``, and else ``iterative-deepening``.
        hedge: of a guided search, give half of the inferences to iterative deepening.
        sharpness: as in :class:`symbolic_rl.base.config.SearchConfig`; 0 for the pack's.
        uniform_share: the same.
        max_inferences: inferences after which the search ends.
        timeout_s: seconds after which it ends; 0 for none.
        memory_mb: megabytes that its states may take; 0 for no limit.

    Raises:
        ConfigError: an unknown search, limits that are none, or settings for a policy without one.
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
        space = _space(pack, goal, pack.env)
    elif isinstance(policy, str | Path):
        space = _run_space(Path(policy), goal)
        _expect_same(program, policy)
    else:
        space = _policy_space(policy, program, goal)
    if search == "auto":
        search = "guided" if space.order or hedge else "iterative-deepening"
    if sharpness or uniform_share:
        if search != "guided" or space.order is None:
            raise ConfigError(
                f"the search {search!r} asks no policy.",
                "--sharpness, --uniform-share",
                "leave them out, or name a run.",
            )
        space.settings = space.settings.changed(sharpness=sharpness, uniform_share=uniform_share)
    return Proofs(goal, space, search, Answers(make_search(search, space, hedge=hedge), limits))


def _space(pack: Pack, goal: str, env_config: EnvConfig) -> Space:
    """The space of a goal, in which all facts can be used."""
    config = replace(env_config, hide_query=False)
    program = _asked(pack, goal, config)
    return Space(PrologEngine(program, config, answers=True), program.queries[0])


def _asked(pack: Pack, goal: str, config: EnvConfig) -> Program:
    """The program with the goal as its only query."""
    try:
        return Program(pack.program, {}, goals={"goal": goal}, config=config)
    except ProgramError as error:
        raise _pointed(error, goal) from None


def _run_space(folder: Path, goal: str) -> Space:
    """The space that the policy of a run guides through."""
    from symbolic_rl.policy.open import open_run

    trained, policy = open_run(folder)
    return guided_space(policy, trained, goal)


def _policy_space(policy: "DerivationPolicy", program: str | Path, goal: str) -> Space:
    """The space that a policy, trained on the program, guides through."""
    from symbolic_rl.play.problem import load_problem

    return guided_space(policy, load_problem(program), goal)


def guided_space(policy: "DerivationPolicy", trained: "Problem", goal: str) -> Space:
    """The space of a goal that a policy guides through.

    Args:
        policy: what was trained.
        trained: the problem it was trained on.
        goal: what is asked.
    """
    from symbolic_rl.search.policy_order import PolicyOrder

    space = _space(trained.pack, goal, trained.env_config)
    held = need_prolog(space.engine, "a guided search")
    order = PolicyOrder(policy, trained, held.program)
    return order.space(space.engine, space.query)


def _expect_same(program: str | Path, run: str | Path) -> None:
    """Refuse a program that is not the run's."""
    if str(program) == str(run):
        return
    from symbolic_rl.base.run_dir import RunDirectory
    from symbolic_rl.play.problem import fingerprint

    pack = load_pack(program)
    RunDirectory.open(Path(run)).config.expect(pack.name, fingerprint(pack), where=str(run))


def _pointed(error: ProgramError, goal: str) -> ProgramError:
    """The same error; places in the goal are shown by a caret under it."""
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
    line = lines[min(max(note.line, 1), len(lines)) - 1]
    tabs = "".join("\t" if letter == "\t" else " " for letter in line[: max(note.column, 1) - 1])
    padding = tabs.ljust(max(note.column, 1) - 1)
    fix = f"\n  to fix: {note.fix}" if note.fix else ""
    return f"  {line}\n  {padding}^ {note.message}{fix}"
