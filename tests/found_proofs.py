"""Every proof that a test finds is derived again by SWI-Prolog: a recorder for the whole session.

Each answer that a search gives is a derivation. As soon as a test takes it, SWI-Prolog makes it
again, step by step, from the program alone. What ``symbolic-rl prove`` finds in a process of its
own is saved and verified.
"""

from pathlib import Path
from time import perf_counter
from typing import Any
from weakref import WeakKeyDictionary

from symbolic_rl.base.errors import EngineError
from symbolic_rl.derivations.proof_frames import places
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.proofs.proof import SUB_PROOF, verify
from symbolic_rl.proofs.saved import verify_file
from symbolic_rl.search.base import Derivation, Space
from symbolic_rl.search.scheduler import AnswerIterator

LEAST = 800
"""Proofs that the whole suite finds at least; a session of fewer tests finds what it finds."""
WHOLE_SUITE = 1_000
"""Tests from which on a session is one of the whole suite."""


class FoundProofs:
    """What was found and derived again.

    Attributes:
        searched: derivations of searches in this process.
        saved: proofs of the command ``prove``.
        seconds: spent replaying.
    """

    def __init__(self) -> None:
        self.searched = self.saved = 0
        self.seconds = 0.0
        self._made = WeakKeyDictionary[PrologEngine, set[tuple[object, ...]]]()

    @property
    def count(self) -> int:
        """All of them."""
        return self.searched + self.saved

    def add(self, other: tuple[int, int, float]) -> None:
        """Add the proofs, and seconds, of another process."""
        searched, saved, seconds = other
        self.searched += searched
        self.saved += saved
        self.seconds += seconds

    def check(self, space: Space, answer: Derivation) -> None:
        """Have SWI-Prolog make a derivation again, once for each engine.

        Raises EngineError if there is none.
        """
        started = perf_counter()
        assert isinstance(space.engine, PrologEngine)
        self.searched += 1
        made = self._made.setdefault(space.engine, set())
        key = (space.root().tokens.tobytes(), space.query.hidden, tuple(answer.choices))
        if key in made:
            return
        choices = places(answer.choices, answer.n_lost)
        proof = verify(space.engine, space.query, choices, form="plain_proof")
        assert proof.inferences == len(answer.choices)
        assert (
            sum(
                line.kind not in ("builtin", "not", "once", "action")
                for line in proof.lines
                if line.candidate != SUB_PROOF
            )
            == proof.inferences
        )
        made.add(key)
        self.seconds += perf_counter() - started

    def check_saved(self, file: Path, program: Path | str) -> None:
        """Replay what ``prove --save`` has written; raises ProofError if it does not hold."""
        started = perf_counter()
        self.saved += len(verify_file(file, program))
        self.seconds += perf_counter() - started

    def watch(self, patch: Any) -> None:
        """Check every answer from now on.

        Args:
            patch: an object with ``setattr(target, name, value)``, as pytest's MonkeyPatch.
        """
        of_answers = AnswerIterator.__next__

        def next_answer(answers: AnswerIterator) -> Derivation:
            answer = of_answers(answers)
            space = space_of(answers._search)
            if space._start is None:  # else it is the end of a derivation only
                self.check(space, answer)
            return answer

        patch.setattr(AnswerIterator, "__next__", next_answer)

    def __str__(self) -> str:
        return (
            f"{self.count:,} proofs found ({self.saved:,} of them by the command `prove`), each "
            f"derived again by SWI-Prolog in {self.seconds:.1f} s"
        )


def space_of(search: object) -> Space:
    """The space that a search goes through: its own, or the space of a search that it contains."""
    for value in vars(search).values():
        if isinstance(value, Space):
            return value
        if hasattr(value, "advance"):
            return space_of(value)
    raise EngineError(f"{type(search).__name__} does not say which space it searches.")
