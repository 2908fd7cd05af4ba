"""Normal form of bodies, the same as in ``prolog/compile/normal.pl``. Torch-free."""

from dataclasses import dataclass

from symbolic_rl.program.without_prolog.terms import (
    Compound,
    Indicator,
    Notes,
    Source,
    Term,
    UnsupportedError,
    Variable,
    conjuncts,
    disjuncts,
    indicator_text,
    variables,
)

_REFUSED_GOALS = frozenset({("not", 1), ("forall", 2), ("once", 1), ("ignore", 1)})
CALL_GOALS = frozenset(
    {
        ("findall", 3), ("aggregate_all", 3), ("include", 3), ("exclude", 3), ("partition", 4),
        ("phrase", 2), ("phrase", 3), *(("call", n) for n in range(1, 9)),
        *(("maplist", n) for n in range(2, 8)), *(("foldl", n) for n in range(4, 7)),
    }
)  # fmt: skip
"""Predicates that call goals; SWI-Prolog's loader reads them, where a program has not its own."""


@dataclass
class Auxiliary:
    """Predicate made from a disjunction, with one clause for each body."""

    head: Compound
    bodies: list[list[Term]]
    source: Source
    line: int


class Normalizer:
    """Translator of bodies into normal form, which records the goals that they call.

    Args:
        notes: collects errors.
    """

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self.called: list[tuple[Indicator, Source, int]] = []
        """Goals: predicate, text and place."""
        self.is_flat = True
        """No goal is negated so far."""
        self._auxiliaries: list[Auxiliary] = []
        self._n_auxiliaries = 0

    def pop_auxiliaries(self) -> list["Auxiliary"]:
        """Return the predicates made since the last call."""
        auxiliaries, self._auxiliaries = self._auxiliaries, []
        return auxiliaries

    def body(self, source: Source, body: list[Term], outside: list[Term], line: int) -> list[Term]:
        """Return a body in normal form; ``outside`` has the rest of the clause.

        A disjunction becomes a goal over the variables that it shares with the rest.
        """
        goals: list[Term] = []
        for i, goal in enumerate(body):
            if isinstance(goal, Compound) and goal.indicator == (";", 2):
                around = [*outside, *body[:i], *body[i + 1 :]]
                goals.append(self._disjunction(source, goal, around, line))
            elif (normal := self._plain(source, goal)) is not None:
                goals.append(normal)
        return goals

    def _plain(self, source: Source, goal: Term) -> Term | None:
        """Return a goal that is no disjunction; None, with a note, for a term that is no goal."""
        if not isinstance(goal, Compound):
            is_variable = isinstance(goal, Variable)
            what = "a variable" if is_variable else "a number or a string"
            self._notes.add(source, goal.place, f"{what} stands in the place of a goal")
            return None
        name = goal.indicator
        if name == ("\\+", 1):
            negated = conjuncts(goal.arguments[0])
            inner = negated[0] if len(negated) == 1 else None
            if inner is None or (
                isinstance(inner, Compound)
                and inner.indicator in ((";", 2), ("\\+", 1), ("fail", 0), ("false", 0))
            ):
                raise UnsupportedError("\\+ of something that is not one goal", goal.place)
            found = self._plain(source, inner)
            self.is_flat = False
            return None if found is None else Compound("$not", (found,), goal.place)
        if name in _REFUSED_GOALS:
            raise UnsupportedError(f"the goal {indicator_text(name)}", goal.place)
        if name == ("false", 0):
            goal = goal._replace(name="fail")
            name = goal.indicator
        self.called.append((name, source, goal.place))
        return goal

    def _disjunction(
        self, source: Source, goal: Compound, outside: list[Term], line: int
    ) -> Compound:
        others = set(variables(outside))
        shared = [name for name in dict.fromkeys(variables([goal])) if name in others]
        arguments = tuple(Variable(name, goal.place) for name in shared)
        bodies = [
            self.body(source, conjuncts(branch), list(arguments), line)
            for branch in disjuncts(goal)
        ]
        self._n_auxiliaries += 1
        head = Compound(f"$or/{self._n_auxiliaries}", arguments, goal.place)
        self._auxiliaries.append(Auxiliary(head, bodies, source, line))
        return head
