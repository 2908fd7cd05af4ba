"""Random function-free programs with facts beside rules, negation of facts and comparisons."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.strategies import ARITHMETIC_TESTS, FLAT_BUILTINS, Case, Draw, Predicate, Writer, goal

FLAT_TERMS = ("X", "Y", "Z", "X", "Y", "Z", "U", "a", "b", "a", "'B c'", "0", "1", "1", "-3")


class FlatWriter(Writer):
    """Writes clauses of function-free programs; goals of ``facts`` may be negated."""

    def __init__(self, draw: Draw, facts: list[Predicate], rules: list[Predicate]) -> None:
        super().__init__(draw, flat=True)
        self.facts, self.predicates = facts, facts + rules

    def call_of(self, predicates: Sequence[Predicate]) -> str:
        predicate = self.pick(predicates)
        return goal(predicate.name, [self.pick(FLAT_TERMS) for _ in range(predicate.arity)])

    def any_goal(self, depth: int = 1) -> str:
        kind = self.draw(st.integers(0, 13))
        if kind < 6:
            return self.call_of(self.predicates)
        one, two = self.pick(FLAT_TERMS), self.pick(FLAT_TERMS)
        if kind < 8:
            return f"{one} {self.pick(FLAT_BUILTINS)} {two}"
        if kind < 10:
            numbers = ("X", "Y", "0", "0", "1", "1", "-3")
            return f"{self.pick(numbers)} {self.pick(ARITHMETIC_TESTS)} {self.pick(numbers)}"
        if kind < 12:
            return f"\\+ {self.call_of(self.facts)}"
        if kind == 12:
            return f"\\+ {one} {self.pick(FLAT_BUILTINS)} {two}"
        return f"( {self.any_goal(0)} ; {self.any_goal(0)} )" if depth else "fail"

    def clause(self, predicate: Predicate, n_goals: int) -> str:
        head = goal(predicate.name, [self.pick(FLAT_TERMS) for _ in range(predicate.arity)])
        body = ", ".join(self.any_goal() for _ in range(n_goals))
        return f"{head} :- {body}." if body else f"{head}."


@st.composite
def flat_programs(draw: Draw) -> Case:
    """A function-free program that may loop, and a conjunction as goal; facts are repeated."""
    arity = st.integers(0, 4)
    facts = [Predicate(f"f{i}", draw(arity)) for i in range(draw(st.integers(1, 2)))]
    rules = [Predicate(f"r{i}", draw(arity)) for i in range(draw(st.integers(1, 3)))]
    writer = FlatWriter(draw, facts, rules)
    clauses: list[str] = []
    for predicate in facts:
        for _ in range(draw(st.integers(1, 5))):
            clauses += [writer.clause(predicate, 0)] * draw(st.sampled_from((1, 1, 1, 2)))
    for predicate in rules:
        for _ in range(draw(st.integers(1, 4))):
            clauses.append(writer.clause(predicate, draw(st.sampled_from((0, 1, 1, 2, 2, 3)))))
    asked = [writer.any_goal() for _ in range(draw(st.integers(1, 3)))]
    return Case("\n".join(draw(st.permutations(clauses))), ", ".join(asked))
