"""Clauses of a function-free program as arrays, for engines that work on whole batches.

Every argument is one token, so a goal is a row. Builtins and negated facts at the front of a body
are stored separately: they have codes, and run within the step that uses the clause.
Torch-free.

Dimension key: C clauses, R rules, A largest arity, F builtins in front, B tokens behind them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.errors import NotFlatError
from symbolic_rl.bridge.tokens import (
    FUNCTOR,
    LIST,
    NIL,
    NOT,
    QUERY,
    VARIABLE_BASE,
    IntArray,
    TokenArray,
    code_of,
    count_of,
)
from symbolic_rl.program.clauses import FIRST_CLAUSE, QUERY_CLAUSE
from symbolic_rl.program.program import Program
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
    """Goal that has no code, and why, as a clause of an error message."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class GoalReader:
    """Parser of goals; records what an engine needs to run them, of the given builtins."""

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
        self.used: set[int] = set()
        """Codes of the goals so far that are builtins or negated."""
        self.widest = 1
        """Largest arity of a goal that is resolved."""

    def goals(self, tokens: list[int]) -> Iterator[list[int]]:
        """Split and check a sequence of goals; UnsupportedGoalError: one has no code."""
        at = 0
        while at < len(tokens):
            end = self.end_of(tokens, at)
            yield tokens[at:end]
            at = end

    def end_of(self, tokens: list[int], at: int) -> int:
        """Check the goal at ``at``, and return where it ends."""
        token = tokens[at]
        if token == NOT:
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


@dataclass(frozen=True)
class ClauseTable:
    """C clauses; the first one is the clause of ``$query``, with an empty body."""

    ids: IntArray  # [C] clause ids, ascending
    hidden_as: IntArray
    """[C] clause that is hidden together with this one: the first variant of a fact, or itself."""
    heads: TokenArray
    """[C, 1+A] predicate and arguments, padded with 0; variables from VARIABLE_BASE."""
    n_variables: IntArray  # [C] number of variables of the clause
    rules: TokenArray  # [C] row of the arrays below; row 0 is the empty body
    fronts: TokenArray
    """[R, F, 1+max(2, 1+A)] builtins in front: code of :class:`Op` and arguments."""
    bodies: TokenArray  # [R, B] tokens of the goals behind them
    body_sizes: TokenArray  # [R, 2] number of these tokens, and of these goals
    arity: TokenArray  # [S] arity by token
    ops: TokenArray
    """[S] code of :class:`Op` by token; 0 for the program's own predicates."""
    used: frozenset[int]
    """Codes of :class:`Op` of goals of the program or its queries, negated ones included."""

    @property
    def max_arity(self) -> int:
        """A, the largest arity."""
        return int(self.heads.shape[1]) - 1

    @classmethod
    def of(cls, program: Program) -> "ClauseTable":
        """Build the table of a program; NotFlatError: function symbols, or goals without a code."""
        return _ClauseTableBuilder(program).table()


class _ClauseTableBuilder:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._goals = GoalReader(program.vocabulary, program.builtins)
        self._vocabulary = program.vocabulary

    def table(self) -> ClauseTable:
        given = self._program.clause_terms()
        terms = given.terms
        tokens, first, lengths = terms.tokens, terms.offsets[:-1], terms.lengths
        if given.guarded.any():
            raise self._refused(
                int(np.flatnonzero(given.guarded)[0]), "it stands behind the cut of another clause"
            )
        predicate = tokens[first] if first.size else tokens[:0]
        arity = self._vocabulary.arities(predicate).astype(np.int64)
        plain = self._plain_facts(tokens, first, lengths, arity)
        others = np.flatnonzero(~plain).tolist()
        self._goals.has_rule = set(predicate[others].tolist())
        self._check_queries()
        rules = np.zeros(first.size + 1, np.int32)
        # Row 0 of the rules is the empty body, which all plain facts share.
        rules[np.array(others, np.int64) + 1] = np.arange(1, len(others) + 1)
        parsed = [([], [], 0), *(self._rule(row, terms[row].tolist()) for row in others)]
        widest = max(int(arity.max(initial=0)), self._goals.widest, 1)
        heads = np.zeros((first.size + 1, widest + 1), np.int32)
        heads[0, 0] = QUERY
        heads[1:, 0] = predicate
        for i in range(widest):
            has = np.flatnonzero(arity > i)
            heads[has + 1, i + 1] = tokens[first[has] + 1 + i]
        n_variables = np.zeros(first.size + 1, np.int64)
        n_variables[1:] = np.maximum(terms.variable_counts(), 0) if first.size else 0
        fronts, bodies, sizes = self._stacked(parsed, widest)
        return ClauseTable(
            ids=_ids(first.size),
            hidden_as=self._hidden_as(heads, plain & given.written),
            heads=heads,
            n_variables=n_variables,
            rules=rules,
            fronts=fronts,
            bodies=bodies,
            body_sizes=sizes,
            arity=self._vocabulary.arity,
            ops=self._goals.ops,
            used=frozenset(self._goals.used),
        )

    def _refused(self, row: int, why: str) -> NotFlatError:
        clause = self._program.clauses[row]
        return self._error(clause.predicate, why, f"{clause.file}:{clause.line}")

    def _error(self, what: str, why: str, where: str) -> NotFlatError:
        return NotFlatError(
            f"the tensor engine cannot run {what}: {why}.",
            where,
            "use --engine prolog, which runs every program, or --engine auto, which chooses.",
        )

    def _plain_facts(
        self, tokens: TokenArray, first: IntArray, lengths: IntArray, arity: IntArray
    ) -> NDArray[np.bool_]:
        """Return a mask [C] of the clauses without body whose arguments are single tokens."""
        plain = tokens > FUNCTOR
        plain &= (tokens >= VARIABLE_BASE) | (self._vocabulary.arities(tokens) == 0)
        plain[first] = True
        # A clause is plain if the count of other tokens is the same at both of its ends.
        n_others = np.zeros(tokens.size + 1, np.int64)
        np.cumsum(~plain, out=n_others[1:])
        is_plain = n_others[first + lengths] == n_others[first]
        result: NDArray[np.bool_] = is_plain & (lengths == arity + 1)
        return result

    def _rule(self, row: int, tokens: list[int]) -> tuple[list[list[int]], list[int], int]:
        """Return the builtins in front, the tokens behind them and the number of their goals."""
        try:
            goals = list(self._goals.goals(tokens))
        except UnsupportedGoalError as error:
            raise self._refused(row, error.why) from None
        front: list[list[int]] = []
        at = 1
        while at < len(goals) and (code := self._goals.code(goals[at])):
            front.append(code)
            at += 1
        return front, [token for goal in goals[at:] for token in goal], len(goals) - at

    def _stacked(
        self, parsed: list[tuple[list[list[int]], list[int], int]], widest: int
    ) -> tuple[TokenArray, TokenArray, TokenArray]:
        most_front = max(len(front) for front, _, _ in parsed)
        most_body = max(len(body) for _, body, _ in parsed)
        width = 1 + max(2, 1 + widest)
        fronts = np.zeros((len(parsed), most_front, width), np.int32)
        bodies = np.zeros((len(parsed), most_body), np.int32)
        sizes = np.zeros((len(parsed), 2), np.int32)
        for row, (front, body, n_goals) in enumerate(parsed):
            for i, goal in enumerate(front):
                fronts[row, i, : len(goal)] = goal
            bodies[row, : len(body)] = body
            sizes[row] = len(body), n_goals
        return fronts, bodies, sizes

    def _hidden_as(self, heads: TokenArray, written: NDArray[np.bool_]) -> IntArray:
        """Return ids [C+1]: of the first variant for written facts, their own for other clauses."""
        ids = _ids(written.size)
        facts = np.flatnonzero(written) + 1
        if facts.size:
            rows = np.ascontiguousarray(heads[facts])
            # Each head as one opaque value, so that variants of a fact are equal.
            keys = rows.view(np.dtype((np.void, rows.itemsize * rows.shape[1]))).ravel()
            _, index, inverse = np.unique(keys, return_index=True, return_inverse=True)
            ids[facts] = ids[facts[index[inverse]]]
        return ids

    def _check_queries(self) -> None:
        """Refuse queries with a goal that has no code."""
        for query in self._program.queries:
            goal, at = query.goal.tolist(), 1
            try:
                while goal[at] == LIST:
                    at = self._goals.end_of(goal, at + 1)
            except UnsupportedGoalError as error:
                where = f"line {query.line} of the queries of split {query.split}"
                raise self._error(f"the query {query.text}", error.why, where) from None


def _ids(n: int) -> IntArray:
    return np.concatenate([[QUERY_CLAUSE], FIRST_CLAUSE + np.arange(n)])


def flat_root(tokens: list[int], arity: TokenArray) -> TokenArray:
    """Rewrite a state ``$query([Goal, ...])`` as ``$query, Goal, ...``; keep the answer term."""
    out, at, n_goals = [QUERY], 2, count_of(tokens[0])
    while tokens[at] == LIST:
        end = goal_end(tokens, at + 1, arity)
        out += tokens[at + 1 : end]
        at, n_goals = end, n_goals + 1
    assert tokens[at] == NIL
    return np.array([code_of(n_goals), *out, *tokens[at + 1 :]], np.int32)


def goal_end(tokens: list[int], at: int, arity: TokenArray) -> int:
    """Return where the goal at ``at`` ends, which has a code or is to be resolved."""
    if tokens[at] == NOT:
        return goal_end(tokens, at + 2, arity) + 1
    return at + 1 + int(arity[tokens[at]])
