"""Tokens under substitutions, for goals whose arguments are single tokens.

A substitution is a row: what each variable became. Its first C columns are the variables of a
clause, those behind them the first K variables of a state.

Dimension key: M candidates, X = C + K columns, K tokens of a row where a function says so.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from symbolic_rl.base.devices import places
from symbolic_rl.bridge.tokens import VARIABLE_BASE, VARIABLE_END
from symbolic_rl.engine.tensor.states import Selected
from symbolic_rl.engine.tensor.tables import Passes, Tables, agrees, spans
from symbolic_rl.engine.tensor.terms import (
    either,
    is_variable,
    replacement,
    resolved,
    shifted,
    unified,
    where_variable,
)
from symbolic_rl.program.goal_codes import NEGATED, Op

(
    _FAIL, _UNIFY, _NOT_UNIFIABLE, _SAME, _NOT_SAME, _LESS, _NOT_GREATER, _GREATER, _NOT_LESS,
    _EQUAL, _NOT_EQUAL, _HOLDS,
) = (int(op) for op in Op if op >= Op.FAIL)  # fmt: skip
"""Plain numbers: the compiler of torch does not compare tensors with an enumeration."""


class Matches(NamedTuple):
    """M clauses that were tried for states, in program order within a state."""

    row: Tensor
    """[M] int64 state."""
    clause: Tensor
    """[M] int64 row of the clause table."""
    substitution: Tensor
    """[M, X] int32 token of each variable; an unbound one is VARIABLE_BASE + a column."""
    holds: Tensor
    """[M] bool whether it is a candidate."""
    failed: Tensor
    """[M] bool whether a builtin raised an error."""

    def take(self, index: Tensor) -> "Matches":
        """Some of them."""
        return Matches(*(field.index_select(0, index) for field in self))


def match(
    tables: Tables, arguments: Tensor, clause: Tensor, n_columns: int
) -> tuple[Tensor, Tensor]:
    """Unify goals with heads: whether they do [M], and the substitution [M, X].

    Args:
        tables: the program.
        arguments: [M, A] of the goals.
        clause: [M] rows of the clause table.
        n_columns: K, variables of a state that may stand in the goals.
    """
    width, m = tables.n_variables + n_columns, len(clause)
    start = torch.arange(
        VARIABLE_BASE, VARIABLE_BASE + width, dtype=torch.int32, device=arguments.device
    )
    bound = start[:, None].expand(-1, m)  # by variable: what is bound to one lies together
    row = torch.arange(m, device=arguments.device)
    heads = tables.heads.index_select(0, clause)
    matches = torch.ones_like(clause, dtype=torch.bool)
    for place in range(tables.max_arity):
        one, two = heads[:, place + 1], arguments[:, place]
        if place and width:  # nothing is bound before the first one
            one, two = _under(one, bound, row), _under(two, bound, row)
        matches, replaced, by = replacement(one, two, matches)
        bound = either(bound == replaced, by, bound)
    return matches, torch.stack(bound.unbind(0), 1) if width else bound.t()


def _under(token: Tensor, bound: Tensor, row: Tensor) -> Tensor:
    """[M] tokens under a substitution [X, M]; ``row`` counts to M."""
    width, m = bound.shape
    column = (token - VARIABLE_BASE).clamp_(0, width - 1)
    return where_variable(token, bound.flatten().index_select(0, row + column * m), token)


def tried(
    tables: Tables, selected: Selected, row: Tensor, clause: Tensor, hidden: Tensor
) -> Matches:
    """Match clauses [M] with the goals of states [M] and run the builtins in front.

    Args:
        tables: the program.
        selected: the states.
        row: [M] which of them.
        clause: [M] rows of the clause table.
        hidden: [N] the clause that each state may not use.
    """
    arguments = selected.arguments.index_select(0, row)
    holds, bound = match(tables, arguments, clause, selected.n_columns)
    found = Matches(row, clause, bound, holds, torch.zeros_like(holds))
    return run(tables, selected, found, hidden) if tables.runs_builtins else found


def run(tables: Tables, selected: Selected, found: Matches, hidden: Tensor) -> Matches:
    """Run the builtins that stand in front of each candidate.

    Args:
        tables: the program.
        selected: the states.
        found: clauses that match.
        hidden: [N] the clause that each state may not use.
    """
    if not selected.leading.shape[1] and not tables.n_front:
        return found
    rule = rules_of(tables, found.clause)
    empty = tables.body_sizes[:, 1].index_select(0, rule) == 0
    runs = empty & (selected.n_leading.index_select(0, found.row) > 0)
    if tables.n_front:
        runs |= tables.has_front.index_select(0, rule)
    some = places(runs & found.holds)
    if not len(some):
        return found
    rule, empty, part = rule[some], empty[some], found.take(some)
    hidden = hidden.index_select(0, part.row)
    part = run_goals(tables, selected, part, rule, empty, hidden, prove)
    return Matches(
        found.row,
        found.clause,
        found.substitution.index_copy(0, some, part.substitution),
        found.holds.index_copy(0, some, part.holds),
        found.failed.index_copy(0, some, part.failed),
    )


def rules_of(tables: Tables, clause: Tensor) -> Tensor:
    """[M] int64 rows of the rule tables of clauses [M]."""
    return tables.rules.index_select(0, clause).long()


Prove = Callable[[Tables, Tensor, Tensor, Tensor, Tensor], Tensor]
"""What finds whether goals have a fact; see :func:`prove`."""


def run_goals(
    tables: Tables,
    selected: Selected,
    found: Matches,
    rule: Tensor,
    empty: Tensor,
    hidden: Tensor,
    prover: Prove,
) -> Matches:
    """Run the builtins in front of bodies, then those behind selected goals.

    Args:
        tables: the program.
        selected: the states.
        found: clauses that match.
        rule: [M] rows of the rule tables.
        empty: [M] which of these leave nothing of their body.
        hidden: [M] the clause that may not be used.
        prover: decides about negated facts.
    """
    for i in range(tables.n_front):
        goal = tables.fronts[:, i].index_select(0, rule)
        found = _run(tables, goal, found, hidden, prover)
    for i in range(selected.leading.shape[1]):
        goal = selected.leading[:, i].index_select(0, found.row)
        found = _run(tables, torch.where(empty[:, None], goal, 0), found, hidden, prover)
    return found


def _run(tables: Tables, goal: Tensor, found: Matches, hidden: Tensor, prover: Prove) -> Matches:
    """Run one goal [M, 1+...] of each candidate; code 0 is none."""
    substitution, holds, used = found.substitution, found.holds, tables.used
    code, negated = goal[:, 0] % NEGATED, goal[:, 0] >= NEGATED
    one, two = (resolved(goal[:, i], substitution) for i in (1, 2))
    same = one == two
    unifiable = same | is_variable(one) | is_variable(two)
    compares = (code >= _LESS) & (code < _HOLDS)
    wrong = compares & ~((one >= VARIABLE_END) & (two >= VARIABLE_END))
    truth = torch.ones_like(holds)
    for op, value in (
        (_FAIL, torch.zeros_like(same)),
        (_UNIFY, unifiable),
        (_NOT_UNIFIABLE, ~unifiable),
        (_SAME, same),
        (_NOT_SAME, ~same),
        (_LESS, one < two),
        (_NOT_GREATER, one <= two),
        (_GREATER, one > two),
        (_NOT_LESS, one >= two),
        (_EQUAL, same),
        (_NOT_EQUAL, ~same),
    ):
        if op in used:
            truth = torch.where(code == op, value, truth)
    if _HOLDS in used:
        asked = (code == _HOLDS) & holds
        truth = torch.where(asked, prover(tables, goal, asked, substitution, hidden), truth)
    truth = truth ^ negated
    failed = found.failed | (holds & wrong)
    if _UNIFY in used:
        binds = holds & (code == _UNIFY) & ~negated & truth
        _, substitution = unified(one, two, binds, substitution)
    return Matches(found.row, found.clause, substitution, holds & ~wrong & truth, failed)


def prove(
    tables: Tables, goal: Tensor, asked: Tensor, substitution: Tensor, hidden: Tensor
) -> Tensor:
    """[M] whether a visible fact matches the goal, where it is asked for.

    Args:
        tables: the program.
        goal: [M, 2+A] code, predicate and arguments.
        asked: [M] where the code is HOLDS.
        substitution: [M, X].
        hidden: [M] the clause that may not be used.
    """
    proved = torch.zeros_like(asked)
    rows = places(asked)
    if not len(rows):
        return proved
    predicate, arguments = asked_for(tables, goal[rows], substitution[rows])
    hidden = hidden[rows]
    lists = Passes(*spans(tables, predicate, arguments), 64)
    is_proved = torch.zeros_like(rows, dtype=torch.bool)
    for of, entry in lists:
        clause = tables.lists.entries.index_select(0, entry).long()
        among = places(agrees(tables, arguments[of], clause, hidden[of]))
        of, clause = of[among], clause[among]
        matches, _ = match(tables, arguments[of], clause, substitution.shape[1])
        is_proved[of[places(matches)]] = True
        lists.finish(is_proved)
    return proved.index_copy(0, rows, is_proved)


def asked_for(tables: Tables, goal: Tensor, substitution: Tensor) -> tuple[Tensor, Tensor]:
    """Predicates [M] and arguments [M, A] of goals; their variables are apart from all clauses'."""
    arguments = [resolved(goal[:, 2 + i], substitution) for i in range(tables.max_arity)]
    return goal[:, 1].long(), shifted(torch.stack(arguments, 1), tables.n_variables)
