"""Bodies in normal form, as ``prolog/compile/normal.pl`` has them. Torch-free."""

from dataclasses import dataclass

from symbolic_rl.program.without_prolog.terms import (
    BeyondError,
    Compound,
    Indicator,
    Notes,
    Source,
    Term,
    Variable,
    conjuncts,
    disjuncts,
    indicator_text,
    variables,
)

_REFUSED_GOALS = frozenset({("not", 1), ("forall", 2), ("once", 1), ("ignore", 1)})


@dataclass
class Auxiliary:
    """A predicate made of a disjunction; one clause for each body."""

    head: Compound
    bodies: list[list[Term]]
    source: Source
    line: int


class Normalizer:
    """Brings bodies into normal form, and keeps what they call and what comes of them.

    Args:
        notes: where errors go.
    """

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self.called: list[tuple[Indicator, Source, int]] = []
        """Goals: name, text and place."""
        self.is_flat = True
        """Nothing was negated."""
        self._auxiliaries: list[Auxiliary] = []
        self._n_auxiliaries = 0

    def taken(self) -> list["Auxiliary"]:
        """The predicates made since this was last asked."""
        taken, self._auxiliaries = self._auxiliaries, []
        return taken

    def body(self, source: Source, body: list[Term], outside: list[Term], line: int) -> list[Term]:
        """Goals in normal form; ``outside`` are the other parts of the clause."""
        goals: list[Term] = []
        for i, goal in enumerate(body):
            if isinstance(goal, Compound) and goal.indicator == (";", 2):
                around = [*outside, *body[:i], *body[i + 1 :]]
                goals.append(self._disjunction(source, goal, around, line))
            elif (normal := self._plain(source, goal)) is not None:
                goals.append(normal)
        return goals

    def _plain(self, source: Source, goal: Term) -> Term | None:
        """A goal that is no disjunction; None, with a note, for what is no goal."""
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
                raise BeyondError("\\+ of something that is not one goal", goal.place)
            found = self._plain(source, inner)
            self.is_flat = False
            return None if found is None else Compound("$not", (found,), goal.place)
        if name in _REFUSED_GOALS:
            raise BeyondError(f"the goal {indicator_text(name)}", goal.place)
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
