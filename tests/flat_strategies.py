"""Random function-free programs with facts beside rules, negation of facts and comparisons."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tests.strategies import FLAT_BUILTINS, Case, Draw, Predicate, goal

COMPARED = ("<", "=<", ">", ">=", "=:=", "=\\=")
FLAT_TERMS = ("X", "Y", "Z", "X", "Y", "Z", "U", "a", "b", "a", "'B c'", "0", "1", "1", "-3")


class FlatWriter:
    """Writes clauses of function-free programs with facts beside rules.

    Args:
        draw: of Hypothesis.
        facts: predicates that have facts alone, which may be negated.
        predicates: all of them.
    """

    def __init__(
        self, draw: Draw, facts: Sequence[Predicate], predicates: Sequence[Predicate]
    ) -> None:
        self.draw, self.facts, self.predicates = draw, facts, predicates

    def pick(self, options: Sequence[Any]) -> Any:
        """One of ``options``."""
        return self.draw(st.sampled_from(options))

    def call(self, predicates: Sequence[Predicate]) -> str:
        """A goal of one of ``predicates``."""
        predicate = self.pick(predicates)
        return goal(predicate.name, [self.pick(FLAT_TERMS) for _ in range(predicate.arity)])

    def goal(self, depth: int = 1) -> str:
        """Any goal."""
        kind = self.draw(st.integers(0, 13))
        if kind < 6:
            return self.call(self.predicates)
        one, two = self.pick(FLAT_TERMS), self.pick(FLAT_TERMS)
        if kind < 8:
            return f"{one} {self.pick(FLAT_BUILTINS)} {two}"
        if kind < 10:
            numbers = ("X", "Y", "0", "0", "1", "1", "-3")
            return f"{self.pick(numbers)} {self.pick(COMPARED)} {self.pick(numbers)}"
        if kind < 12:
            return f"\\+ {self.call(self.facts)}"
        if kind == 12:
            return f"\\+ {one} {self.pick(FLAT_BUILTINS)} {two}"
        return f"( {self.goal(0)} ; {self.goal(0)} )" if depth else "fail"

    def clause(self, predicate: Predicate, n_goals: int) -> str:
        """A clause with so many goals."""
        head = goal(predicate.name, [self.pick(FLAT_TERMS) for _ in range(predicate.arity)])
        body = ", ".join(self.goal() for _ in range(n_goals))
        return f"{head} :- {body}." if body else f"{head}."


@st.composite
def flat_programs(draw: Draw) -> Case:
    """A function-free program that may loop, and a conjunction as goal; facts are repeated."""
    arity = st.integers(0, 4)
    facts = [Predicate(f"f{i}", draw(arity)) for i in range(draw(st.integers(1, 2)))]
    rules = [Predicate(f"r{i}", draw(arity)) for i in range(draw(st.integers(1, 3)))]
    writer = FlatWriter(draw, facts, facts + rules)
    clauses: list[str] = []
    for predicate in facts:
        for _ in range(draw(st.integers(1, 5))):
            clauses += [writer.clause(predicate, 0)] * draw(st.sampled_from((1, 1, 1, 2)))
    for predicate in rules:
        for _ in range(draw(st.integers(1, 4))):
            clauses.append(writer.clause(predicate, draw(st.sampled_from((0, 1, 1, 2, 2, 3)))))
    asked = [writer.goal() for _ in range(draw(st.integers(1, 3)))]
    return Case("\n".join(draw(st.permutations(clauses))), ", ".join(asked))
