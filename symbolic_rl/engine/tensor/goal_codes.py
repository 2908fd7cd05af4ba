"""Goals of function-free programs: codes of builtins, and refusal of what has none. Torch-free."""

from collections.abc import Iterator, Sequence
from enum import IntEnum

import numpy as np

from symbolic_rl.bridge.tokens import (
    FUNCTOR,
    LIST,
    NIL,
    NOT,
    QUERY,
    VARIABLE_BASE,
    TokenArray,
    code_of,
    count_of,
)
from symbolic_rl.program.vocabulary import Vocabulary


class Op(IntEnum):
    """Kind of a goal in front of a resolvent; ``NEGATED`` is added for a negated one."""

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
_EVALUABLE = frozenset({
    "pi", "e", "epsilon", "inf", "infinite", "nan", "max_tagged_integer", "min_tagged_integer",
    "max_integer", "min_integer", "random", "random_float", "cputime", "realtime",
})  # fmt: skip
"""Atoms that have a value in arithmetic."""


class UnsupportedGoalError(Exception):
    """Goal that has no code.

    Args:
        why: the reason, in words.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class GoalReader:
    """Parser of goals, which records what they need of an engine.

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
        self._symbols = vocabulary.symbols
        self._builtins = frozenset(builtins)
        self.has_rule: set[int] = set()
        """Predicates that are not defined by facts alone."""
        self.runs_builtins = False
        self.used: set[int] = set()
        """Codes of the goals so far that are builtins or negated."""
        self.widest = 1
        """Largest number of arguments of a goal that is resolved."""

    def goals(self, tokens: list[int]) -> Iterator[list[int]]:
        """Split and check a sequence of goals.

        Raises:
            UnsupportedGoalError: a goal has no code.
        """
        at = 0
        while at < len(tokens):
            end = self.end_of(tokens, at)
            yield tokens[at:end]
            at = end

    def end_of(self, tokens: list[int], at: int) -> int:
        """Check the goal at ``at``, and return where it ends."""
        token = tokens[at]
        if token == NOT:
            self.runs_builtins = True
            if tokens[at + 1] != LIST:
                raise UnsupportedGoalError("it negates nothing")
            if tokens[at + 2] == NOT:
                raise UnsupportedGoalError("it negates a negation")
            end = self.end_of(tokens, at + 2)
            if tokens[end] != NIL:
                raise UnsupportedGoalError("it negates more than one goal")
            goal = tokens[at + 2]
            if not self.ops[goal]:
                self.used.add(Op.HOLDS)
            if not self.ops[goal] and goal in self.has_rule:
                raise UnsupportedGoalError(
                    f"it negates {self._name(goal)}, which is not defined by facts alone"
                )
            return end + 1
        name = self._name(token)
        if name == "$once/1":
            raise UnsupportedGoalError("it has an if-then-else, a cut or once/1")
        if name == "$all/4":
            raise UnsupportedGoalError("it collects the solutions of a goal (findall/3)")
        code = self.ops[token]
        if not code and name in self._builtins:
            raise UnsupportedGoalError(
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
                raise UnsupportedGoalError("it has a string, or a number that is no small integer")
            if tokens[i] < VARIABLE_BASE and self.arity[tokens[i]]:
                raise UnsupportedGoalError(f"it has the function symbol {self._name(tokens[i])}")
        if code in COMPARISONS and self._evaluable:
            raise UnsupportedGoalError(
                f"it compares numbers, and the atom {self._evaluable} of this program is one "
                "for arithmetic"
            )
        return end

    def _name(self, token: int) -> str:
        try:
            symbol = self._symbols.at(token)
        except KeyError:
            return "a literal"
        return f"{symbol.name}/{symbol.arity}"

    def code(self, goal: list[int]) -> list[int] | None:
        """Return code and arguments of a builtin or negated goal; None for one to be resolved."""
        if goal[0] == NOT:
            code = int(self.ops[goal[2]])
            if code:
                return [code + NEGATED, *goal[3:-1]]
            return [Op.HOLDS + NEGATED, *goal[2:-1]]
        code = int(self.ops[goal[0]])
        return [code, *goal[1:]] if code else None


def flat_root(tokens: list[int], arity: TokenArray) -> TokenArray:
    """Rewrite a state ``$query([Goal, ...])`` as ``$query, Goal, ...``; keep the answer term."""
    out, at, n_goals = [QUERY], 2, count_of(tokens[0])
    while tokens[at] == LIST:
        end = _goal_end(tokens, at + 1, arity)
        out += tokens[at + 1 : end]
        at, n_goals = end, n_goals + 1
    assert tokens[at] == NIL
    return np.array([code_of(n_goals), *out, *tokens[at + 1 :]], np.int32)


def _goal_end(tokens: list[int], at: int, arity: TokenArray) -> int:
    if tokens[at] == NOT:
        return _goal_end(tokens, at + 2, arity) + 1
    return at + 1 + int(arity[tokens[at]])
