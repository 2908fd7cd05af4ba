"""Clauses of a function-free program as arrays, for engines that work on whole batches.

Every argument is one token, so a goal is a row. Builtins and negated facts that stand first in a
body are kept apart from it: they run within the step that uses the clause. Torch-free.

Dimension key: C clauses, R rules, A largest arity, F builtins in front, B tokens behind them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.errors import NotFlatError
from symbolic_rl.bridge.tokens import FUNCTOR, LIST, QUERY, VARIABLE_BASE, IntArray, TokenArray
from symbolic_rl.engine.tensor.goal_codes import GoalReader, UnsupportedGoalError
from symbolic_rl.program.clauses import FIRST_CLAUSE, QUERY_CLAUSE
from symbolic_rl.program.program import Program


@dataclass(frozen=True)
class ClauseTable:
    """C clauses; the first one is that of ``$query``, with nothing in its body."""

    ids: IntArray
    """[C] clause ids, ascending."""
    hidden_as: IntArray
    """[C] clause that is hidden together with this one: the first variant of a fact, or itself."""
    heads: TokenArray
    """[C, 1+A] predicate and arguments, padded with 0; variables from VARIABLE_BASE."""
    n_variables: IntArray
    """[C] number of variables of the clause."""
    rules: TokenArray
    """[C] row of the arrays below; row 0 is the empty body."""
    fronts: TokenArray
    """[R, F, 1+max(2, 1+A)] builtins in front: code of :class:`Op` and arguments."""
    bodies: TokenArray
    """[R, B] tokens of the goals behind them."""
    body_sizes: TokenArray
    """[R, 2] number of these tokens, and of these goals."""
    arity: TokenArray
    """[S] arity by token."""
    ops: TokenArray
    """[S] code of :class:`Op` by token; 0 for the program's own predicates."""
    runs_builtins: bool
    """A goal of the program or its queries is a builtin or negated."""
    used: frozenset[int]
    """Codes of :class:`Op` of these goals, negated ones included."""

    @property
    def max_arity(self) -> int:
        """A, the largest arity."""
        return int(self.heads.shape[1]) - 1

    @classmethod
    def of(cls, program: Program) -> "ClauseTable":
        """Build the table of a program.

        Raises:
            NotFlatError: the program has function symbols, or goals that have no code.
        """
        return _ClauseTableBuilder(program).table()


class _ClauseTableBuilder:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._goals = GoalReader(program.vocabulary, program.builtins)
        self._arity = program.vocabulary.arity

    def table(self) -> ClauseTable:
        given = self._program.clause_terms()
        terms = given.terms
        tokens, first, lengths = terms.tokens, terms.offsets[:-1], terms.lengths
        if given.guarded.any():
            raise self._refused(
                int(np.flatnonzero(given.guarded)[0]), "it stands behind the cut of another clause"
            )
        predicate = tokens[first] if first.size else tokens[:0]
        arity = self._arities(predicate)
        plain = self._plain_facts(tokens, first, lengths, arity)
        others = np.flatnonzero(~plain).tolist()
        self._goals.has_rule = set(predicate[others].tolist())
        self._check_queries()
        rules = np.zeros(first.size + 1, np.int32)
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
            arity=self._arity,
            ops=self._goals.ops,
            runs_builtins=self._goals.runs_builtins,
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

    def _arities(self, tokens: TokenArray) -> IntArray:
        known = np.where((tokens > FUNCTOR) & (tokens < self._arity.size), tokens, 0)
        return self._arity[known].astype(np.int64)

    def _plain_facts(
        self, tokens: TokenArray, first: IntArray, lengths: IntArray, arity: IntArray
    ) -> NDArray[np.bool_]:
        """Return a mask [C] of the clauses without body whose arguments are single tokens."""
        plain = tokens > FUNCTOR
        plain &= (tokens >= VARIABLE_BASE) | (self._arities(tokens) == 0)
        plain[first] = True
        n_others = np.zeros(tokens.size + 1, np.int64)  # tokens that are not plain before each one
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
