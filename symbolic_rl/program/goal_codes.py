"""Goals of function-free programs: which can be run, and the codes of those that are builtins.

Torch-free.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum

import numpy as np

from symbolic_rl.bridge.tokens import FUNCTOR, LIST, NIL, NOT, VARIABLE_BASE
from symbolic_rl.program.vocabulary import Vocabulary


class Op(IntEnum):
    """What a goal in front of a resolvent does; ``NEGATED`` is added for a negated one."""

    CALL = 0
    TRUE = 1
    FAIL = 2
    UNIFY = 3
    NOT_UNIFIABLE = 4
    SAME = 5
    NOT_SAME = 6
    LESS = 7
    NOT_GREATER = 8
    GREATER = 9
    NOT_LESS = 10
    EQUAL = 11
    NOT_EQUAL = 12
    HOLDS = 13


NEGATED = 16
"""Added to the code of a goal under ``\\+``."""
COMPARISONS = range(Op.LESS, Op.HOLDS)
_BUILTINS = {
    ("true", 0): Op.TRUE, ("fail", 0): Op.FAIL, ("false", 0): Op.FAIL, ("=", 2): Op.UNIFY,
    ("\\=", 2): Op.NOT_UNIFIABLE, ("==", 2): Op.SAME, ("\\==", 2): Op.NOT_SAME,
    ("<", 2): Op.LESS, ("=<", 2): Op.NOT_GREATER, (">", 2): Op.GREATER, (">=", 2): Op.NOT_LESS,
    ("=:=", 2): Op.EQUAL, ("=\\=", 2): Op.NOT_EQUAL,
}  # fmt: skip
_EVALUABLE = frozenset(
    [
        "pi",
        "e",
        "epsilon",
        "inf",
        "infinite",
        "nan",
        "max_tagged_integer",
        "min_tagged_integer",
        "max_integer",
        "min_integer",
        "random",
        "random_float",
        "cputime",
        "realtime",
    ]
)
"""Atoms that arithmetic gives a value."""


class OddError(Exception):
    """A goal cannot be run.

    Args:
        why: in words.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class GoalReader:
    """Takes goals apart, and notes what they need.

    Args:
        vocabulary: symbols of the program.
        builtins: names and arities of the builtins that it calls.
    """

    def __init__(self, vocabulary: Vocabulary, builtins: Sequence[str]) -> None:
        self.arity = vocabulary.arity
        self.ops = np.zeros_like(self.arity)
        """[S] code by token."""
        self._evaluable = ""
        for symbol in vocabulary.symbols:
            self.ops[symbol.token] = _BUILTINS.get((symbol.name, symbol.arity), 0)
            if symbol.arity == 0 and symbol.name in _EVALUABLE:
                self._evaluable = symbol.name
        self._names = {s.token: f"{s.name}/{s.arity}" for s in vocabulary.symbols if s.arity >= 0}
        self._builtins = {b.replace("(", "").replace(")", "") for b in builtins}
        self.has_rule: set[int] = set()
        """Predicates that are not defined by facts alone."""
        self.runs_builtins = False
        self.used: set[int] = set()
        """Codes of the goals that were builtins or negated."""
        self.widest = 1
        """Most arguments of a goal that is resolved."""

    def goals(self, tokens: list[int]) -> Iterator[list[int]]:
        """The goals that ``tokens`` write one behind the other, checked."""
        at = 0
        while at < len(tokens):
            end = self.end_of(tokens, at)
            yield tokens[at:end]
            at = end

    def end_of(self, tokens: list[int], at: int) -> int:
        """Where the goal at ``at`` ends, checked."""
        token = tokens[at]
        if token == NOT:
            self.runs_builtins = True
            if tokens[at + 1] != LIST:
                raise OddError("it negates nothing")
            if tokens[at + 2] == NOT:
                raise OddError("it negates a negation")
            end = self.end_of(tokens, at + 2)
            if tokens[end] != NIL:
                raise OddError("it negates more than one goal")
            goal = tokens[at + 2]
            if not self.ops[goal]:
                self.used.add(Op.HOLDS)
            if not self.ops[goal] and goal in self.has_rule:
                raise OddError(
                    f"it negates {self._name(goal)}, which is not defined by facts alone"
                )
            return end + 1
        name = self._name(token)
        if name == "$once/1":
            raise OddError("it has an if-then-else, a cut or once/1")
        code = self.ops[token]
        if not code and name in self._builtins:
            raise OddError(
                f"it calls {name}, and of the builtins this engine runs only comparisons"
            )
        end = at + 1 + int(self.arity[token])
        if code:
            self.runs_builtins = True
            self.used.add(int(code))
        else:
            self.widest = max(self.widest, end - at - 1)
        for i in range(at + 1, end):
            if i >= len(tokens) or tokens[i] <= FUNCTOR:
                raise OddError("it has a string, or a number that is no small integer")
            if tokens[i] < VARIABLE_BASE and self.arity[tokens[i]]:
                raise OddError(f"it has the function symbol {self._name(tokens[i])}")
        if code in COMPARISONS and self._evaluable:
            raise OddError(
                f"it compares numbers, and the atom {self._evaluable} of this program is one "
                "for arithmetic"
            )
        return end

    def _name(self, token: int) -> str:
        return self._names.get(token, "a literal")

    def code(self, goal: list[int]) -> list[int] | None:
        """The row of ``fronts`` of a goal; None for a goal that is resolved."""
        if goal[0] == NOT:
            code = int(self.ops[goal[2]])
            if code:
                return [code + NEGATED, *goal[3:-1]]
            return [Op.HOLDS + NEGATED, *goal[2:-1]]
        code = int(self.ops[goal[0]])
        return [code, *goal[1:]] if code else None
