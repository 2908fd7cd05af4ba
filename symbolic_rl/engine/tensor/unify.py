"""Unification of selected goals with clauses, and the builtins that run in the same step.

A substitution has the variables of the clause in its first C columns and the first K variables of
the state behind them, so their columns rename the two apart.

Dimension key: N states, M candidates, A largest arity, C variables of a clause, K variables of a
state that a step can bind, X = C + K columns.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from symbolic_rl.base.devices import places
from symbolic_rl.bridge.tokens import VARIABLE_BASE, VARIABLE_END
from symbolic_rl.engine.tensor.clause_table import NEGATED, Op
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

_FACTS_AT_ONCE = 64
"""Facts of a list that are tried in a pass, when a negated goal is looked up."""


class Matches(NamedTuple):
    """Clauses tried for states, M pairs, in program order within a state."""

    row: Tensor  # [M] int64 state
    clause: Tensor  # [M] int64 row of the clause table
    substitution: Tensor
    """[M, X] int32 token of each variable; an unbound one is VARIABLE_BASE + a column."""
    holds: Tensor  # [M] bool whether the pair is a candidate
    failed: Tensor  # [M] bool whether a builtin raised an error

    def take(self, index: Tensor) -> "Matches":
        """Return the pairs ``index``."""
        return Matches(*(field.index_select(0, index) for field in self))


def match(
    tables: Tables, arguments: Tensor, clause: Tensor, n_columns: int
) -> tuple[Tensor, Tensor]:
    """Unify goals with heads: return a mask [M] of those that unify, and substitutions [M, X].

    ``arguments`` [M, A] have no variable of number ``n_columns`` or more; ``clause`` is [M].
    """
    width, m = tables.n_variables + n_columns, len(clause)
    start = torch.arange(
        VARIABLE_BASE, VARIABLE_BASE + width, dtype=torch.int32, device=arguments.device
    )
    # Transposed, [X, M]: a broadcast over the five columns of a row costs more.
    bound = start[:, None].expand(-1, m)
    row = torch.arange(m, device=arguments.device)
    heads = tables.heads.index_select(0, clause)
    matches = torch.ones_like(clause, dtype=torch.bool)
    for place in range(tables.max_arity):
        one, two = heads[:, place + 1], arguments[:, place]
        if place and width:  # nothing is bound before the first argument
            one, two = _under(one, bound, row), _under(two, bound, row)
        matches, replaced, by = replacement(one, two, matches)
        bound = either(bound == replaced, by, bound)
    return matches, torch.stack(bound.unbind(0), 1) if width else bound.t()


def _under(token: Tensor, bound: Tensor, row: Tensor) -> Tensor:
    """Apply a transposed substitution [X, M] to tokens [M]; ``row`` is 0 to M - 1."""
    width, m = bound.shape
    column = (token - VARIABLE_BASE).clamp_(0, width - 1)
    return where_variable(token, bound.flatten().index_select(0, row + column * m), token)


def try_clauses(
    tables: Tables,
    selected: Selected,
    row: Tensor,
    clause: Tensor,
    hidden: Tensor,
    *,
    apart: bool = True,
) -> Matches:
    """Match clauses [M] with the goals of the states ``row`` [M], and run the builtins in front.

    A state may not use the clause ``hidden`` [N]. ``apart``: gather the candidates that have
    builtins, which fetches their number; otherwise builtins run for all rows, and no fact may be
    looked up (``Op.HOLDS``).
    """
    arguments = selected.arguments.index_select(0, row)
    holds, bound = match(tables, arguments, clause, selected.n_columns)
    found = Matches(row, clause, bound, holds, torch.zeros_like(holds))
    if not tables.runs_builtins:
        return found
    return _run_builtins(tables, selected, found, hidden, apart=apart)


def _run_builtins(
    tables: Tables, selected: Selected, found: Matches, hidden: Tensor, *, apart: bool
) -> Matches:
    """Run the builtins that stand in front of each resolvent.

    These are the builtins in front of the body and, if no goal of the body remains, the builtins
    behind the selected goal.
    """
    if not selected.leading.shape[1] and not tables.n_front:
        return found
    rule = rules_of(tables, found.clause)
    empty = tables.body_sizes[:, 1].index_select(0, rule) == 0
    runs = empty & (selected.n_leading.index_select(0, found.row) > 0)
    if tables.n_front:
        runs |= tables.has_front.index_select(0, rule)
    part = found
    if apart:
        some = places(runs & found.holds)
        if not len(some):
            return found
        rule, empty, part = rule[some], empty[some], found.take(some)
    hidden = hidden.index_select(0, part.row)
    for i in range(tables.n_front):
        goal = tables.fronts[:, i].index_select(0, rule)
        part = _run(tables, goal, part, hidden)
    for i in range(selected.leading.shape[1]):
        goal = selected.leading[:, i].index_select(0, part.row)
        part = _run(tables, torch.where(empty[:, None], goal, 0), part, hidden)
    if not apart:
        return part
    return Matches(
        found.row,
        found.clause,
        found.substitution.index_copy(0, some, part.substitution),
        found.holds.index_copy(0, some, part.holds),
        found.failed.index_copy(0, some, part.failed),
    )


def rules_of(tables: Tables, clause: Tensor) -> Tensor:
    """Return the rows [M] int64 of clauses [M] in the tables of rules."""
    return tables.rules.index_select(0, clause).long()


def _run(tables: Tables, goal: Tensor, found: Matches, hidden: Tensor) -> Matches:
    """Run one goal of each candidate, given as code and arguments [M, ...]; code 0 is no goal."""
    substitution, holds, used = found.substitution, found.holds, tables.used
    code, negated = goal[:, 0] % NEGATED, goal[:, 0] >= NEGATED
    one, two = (resolved(goal[:, i], substitution) for i in (1, 2))
    same = one == two
    unifiable = same | is_variable(one) | is_variable(two)
    compares = (code >= Op.LESS) & (code < Op.HOLDS)
    # Integers are the tokens from VARIABLE_END on, in their order; anything else is an error.
    wrong = compares & ~((one >= VARIABLE_END) & (two >= VARIABLE_END))
    truth = torch.ones_like(holds)
    for op, value in (  # only codes that the program uses, mostly one or two
        (Op.FAIL, torch.zeros_like(same)),
        (Op.UNIFY, unifiable),
        (Op.NOT_UNIFIABLE, ~unifiable),
        (Op.SAME, same),
        (Op.NOT_SAME, ~same),
        (Op.LESS, one < two),
        (Op.NOT_GREATER, one <= two),
        (Op.GREATER, one > two),
        (Op.NOT_LESS, one >= two),
        (Op.EQUAL, same),
        (Op.NOT_EQUAL, ~same),
    ):
        if op in used:
            truth = torch.where(code == op, value, truth)
    if Op.HOLDS in used:
        asked = (code == Op.HOLDS) & holds
        truth = torch.where(asked, _proved(tables, goal, asked, substitution, hidden), truth)
    # An error makes the goal fail under negation as well: ``wrong`` is applied last.
    truth = truth ^ negated
    failed = found.failed | (holds & wrong)
    if Op.UNIFY in used:
        binds = holds & (code == Op.UNIFY) & ~negated & truth
        _, substitution = unified(one, two, binds, substitution)
    return Matches(found.row, found.clause, substitution, holds & ~wrong & truth, failed)


def _proved(
    tables: Tables, goal: Tensor, asked: Tensor, substitution: Tensor, hidden: Tensor
) -> Tensor:
    """Return a mask [M] of goals [M, ...] (code, predicate, arguments) with a visible fact.

    Only goals in the mask ``asked`` [M] are looked up.
    """
    proved = torch.zeros_like(asked)
    rows = places(asked)
    if not len(rows):
        return proved
    goal, substitution, hidden = goal[rows], substitution[rows], hidden[rows]
    arguments = [resolved(goal[:, 2 + i], substitution) for i in range(tables.max_arity)]
    # Columns of the pair become variables of a state, renamed apart from the facts' variables.
    goals = shifted(torch.stack(arguments, 1), tables.n_variables)
    lists = Passes(*spans(tables, goal[:, 1].long(), goals), _FACTS_AT_ONCE)
    is_proved = torch.zeros_like(rows, dtype=torch.bool)
    for of, entry in lists:
        clause = tables.lists.entries.index_select(0, entry).long()
        among = places(agrees(tables, goals[of], clause, hidden[of]))
        of, clause = of[among], clause[among]
        matches, _ = match(tables, goals[of], clause, substitution.shape[1])
        is_proved[of[places(matches)]] = True
        lists.finish(is_proved)
    return proved.index_copy(0, rows, is_proved)
