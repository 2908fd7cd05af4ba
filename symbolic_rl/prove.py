"""Answers to a goal, each with its proof: ``symbolic-rl prove``.

The search is complete: an answer that has a derivation is found, given enough inferences. Where a
run is given, its policy orders the candidates: that changes when an answer is found, never whether.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from symbolic_rl.config import EnvConfig
from symbolic_rl.engine.program import Program
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.errors import ConfigError, Diagnostic, ProgramError
from symbolic_rl.packs import Pack, load_pack
from symbolic_rl.proof import Proof, replay
from symbolic_rl.search import SEARCHES, Found, Space

IN_WORDS = {
    "builtin_errors": "candidates lost to errors of builtins, such as an unbound variable in is/2",
    "inference_limits": "candidates lost to the limit on builtins (builtin_inferences)",
    "negation_limits": "candidates lost to the limit on negated goals (negation_inferences)",
    "size_limits": "candidates lost because they are too large",
    "pages_turned": "pages of further candidates",
    "variants": "variants of states met before, left out",
}
"""Counter of a search -> what it counts."""


@dataclass(frozen=True)
class Proved:
    """What a search for answers came to."""

    goal: str
    """As the user wrote it."""
    exhausted: bool
    """The search space was exhausted."""
    complete: bool
    """It was, and no candidate was lost: there are no other answers."""
    inferences: int
    """Resolution steps of the whole search."""
    answers: tuple[Proof, ...]
    """In the order in which they were found."""
    counters: Mapping[str, int]
    """What was lost, paged or left out."""
    max_inferences: int
    """Inferences that were allowed."""

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
            "complete": self.complete,
            "inferences": self.inferences,
            "answers": answers,
        }

    def __str__(self) -> str:
        """Answers, their proofs, and how far the search went."""
        parts = [
            f"{proof.answer}\n{proof}\n  ({_count(proof.inferences, 'inference')})"
            for proof in self.answers
        ]
        return "\n\n".join([*parts, "\n".join([self._end(), *self._counts()])])

    def _end(self) -> str:
        n = len(self.answers)
        steps = _count(self.inferences, "inference")
        found = f"{_count(n, 'answer') if n else 'no answer'} after {steps}"
        if self.complete:
            return f"{found}: the search space is exhausted{', there is no other' if n else ''}"
        if self.exhausted:
            return f"{found}: the search space is exhausted, but candidates were lost"
        if self.inferences >= self.max_inferences:
            return f"{found}: stopped there, --max-inferences allows more"
        return f"{found}: there may be others, --answers asks for more"

    def _counts(self) -> list[str]:
        return [f"  {n:,} {IN_WORDS.get(name, name)}" for name, n in self.counters.items() if n]


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}{'s' * (n != 1)}"


def prove(
    source: str | Path,
    goal: str,
    *,
    answers: int = 1,
    max_inferences: int = 1_000_000,
    search: str = "iterative-deepening",
) -> Proved:
    """Search for answers to a goal.

    Args:
        source: a Prolog file, a folder with an ``env.toml``, a pack, or the folder of a run, whose
            policy then orders the candidates.
        goal: as in Prolog; a conjunction may be given.
        answers: answers after which the search ends.
        max_inferences: inferences after which it ends.
        search: one of :data:`symbolic_rl.search.SEARCHES`.

    Raises:
        PackError: there is no such program.
        ProgramError: the program or the goal has errors.
        RunError: the run cannot be used.
    """
    for flag, value in (("answers", answers), ("max-inferences", max_inferences)):
        if value < 1:
            raise ConfigError(f"{flag}={value} is not allowed.", f"--{flag}", "give at least 1.")
    if not goal.strip():
        raise ProgramError(
            "the goal is empty.", "GOAL", 'write a goal, such as "ancestor(X, mary)".'
        )
    is_run = (Path(source) / "config.json").is_file()
    if is_run:
        space = _run_space(Path(source), goal)
    else:
        pack = load_pack(source)
        space = _space(pack, goal, pack.env)
    wanted = answers if space.query.names else 1  # nothing can vary without variables
    found: Found = SEARCHES[search](space, answers=wanted, max_inferences=max_inferences)
    assert isinstance(space.engine, PrologEngine)
    return Proved(
        goal=goal,
        complete=found.complete,
        exhausted=found.exhausted,
        inferences=found.inferences,
        answers=tuple(replay(space.engine, space.query, one.choices) for one in found.answers),
        counters=found.counters,
        max_inferences=max_inferences,
    )


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
    """The space whose candidates the policy of a run orders."""
    from symbolic_rl.evaluate import open_run
    from symbolic_rl.search.ordering import PolicyOrder

    trained, policy = open_run(folder)
    space = _space(trained.pack, goal, trained.env_config)
    assert isinstance(space.engine, PrologEngine)
    order = PolicyOrder(policy, trained, space.engine.program)
    return Space(space.engine, space.query, width=order.width, order=order)


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
