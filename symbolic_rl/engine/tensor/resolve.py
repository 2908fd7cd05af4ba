"""One resolution step of many goals at once, in torch: which clauses match, and what they leave.

Unification of function-free goals is comparison and substitution. A candidate is a row: the clause,
and what each variable became. Columns 0..V-1 of a substitution are the variables of the state,
those behind them the variables of the clause. Nothing here depends on data but through shapes, and
what the host must know is fetched (:func:`symbolic_rl.devices.fetch`).

Dimension key: N states, L tokens of the longest, M candidates, A largest arity, V variables of a
state, X = V + variables of a clause, F builtins in front of a body, B tokens behind them.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from symbolic_rl.devices import fetch, places
from symbolic_rl.engine.clause_table import NEGATED, ClauseTable, Op
from symbolic_rl.engine.tensor.postings import TOKEN_BITS, Postings
from symbolic_rl.engine.tokens import NOT, QUERY, VARIABLE_BASE, VARIABLE_END

_FEW = 8
"""Variables up to which comparing each with each is the faster way to rank them."""
NEVER = 2**30
"""Where a variable first occurs that does not occur."""


class States(NamedTuple):
    """N resolvents of at least one goal."""

    tokens: Tensor
    """[N, L] int32, goals and answer without the count; 0 behind the last token."""
    sizes: Tensor
    """[N] int64 tokens."""
    n_goals: Tensor
    """[N] int64."""
    n_variables: int
    """V, at least as many as any of them has."""


class Selected(NamedTuple):
    """What a step needs to know of N states."""

    states: States
    predicate: Tensor
    """[N] int64 token."""
    arguments: Tensor
    """[N, A] int32; 0 behind the last one."""
    rest_at: Tensor
    """[N] int64 where the goals behind the selected one start."""
    open_at: Tensor
    """[N] int64 where they start once the builtins that stand first among them have run."""
    n_leading: Tensor
    """[N] int64 how many those are."""
    leading: Tensor
    """[N, R, 1+max(2, 1+A)] those builtins: code and arguments."""
    first: Tensor
    """[2, N, V] int64 where each variable first occurs behind rest_at, behind open_at."""


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


class Written(NamedTuple):
    """M candidates, their variables numbered."""

    tokens: Tensor
    """[M, X] int32 token of each variable in the resolvent."""
    rule: Tensor
    """[M] int64 row of the rule tables."""
    rest_at: Tensor
    """[M] int64 where the part of the state that stays starts."""
    sizes: Tensor
    """[M] int64 tokens of the resolvent."""
    n_goals: Tensor
    """[M] int64 goals of the resolvent."""


@dataclass
class Lists:
    """:class:`Postings` on a device."""

    entries: Tensor
    predicate: Tensor
    whole: Tensor
    other: Tensor
    is_indexed: Tensor
    keys: Tensor
    lists: Tensor


class Resolver:
    """The step of one program on one device.

    Args:
        table: the program's clauses.
        device: where the tensors live.
    """

    def __init__(self, table: ClauseTable, device: torch.device) -> None:
        self.device, self.table = device, table
        arity = table.arity.copy()
        arity[QUERY] = 0
        self.max_arity = table.max_arity
        self.n_clause_variables = int(table.n_variables.max())
        self.runs_builtins = table.runs_builtins
        put = self._put
        self.arity, self.ops = put(arity), put(table.ops)
        self.ids, self.hidden_as = put(table.ids), put(table.hidden_as)
        self.heads, self.rules = put(table.heads), put(table.rules)
        self.bodies, self.body_sizes = put(table.bodies), put(table.body_sizes.astype(np.int64))
        fronts = table.fronts
        self.n_front, self.goal_width = int(fronts.shape[1]), int(fronts.shape[2])
        self.fronts = put(fronts)
        self.body_first = put(self._first_in_body())
        lists = Postings.of(table)
        self.lists = Lists(**{name: put(array) for name, array in vars(lists).items()})

    def _put(self, array: np.ndarray) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def _first_in_body(self) -> np.ndarray:
        """[R, variables of a clause] where each first occurs in the body; NEVER if nowhere."""
        bodies = self.table.bodies
        first = np.full((len(bodies), self.n_clause_variables), NEVER, np.int64)
        for at in range(bodies.shape[1] - 1, -1, -1):
            token = bodies[:, at]
            rows = np.flatnonzero((token >= VARIABLE_BASE) & (token < VARIABLE_END))
            first[rows, token[rows] - VARIABLE_BASE] = at
        return first

    @property
    def nbytes(self) -> int:
        """Memory of the program's tensors."""
        held = [*vars(self).values(), *vars(self.lists).values()]
        return sum(x.nbytes for x in held if isinstance(x, Tensor))

    # ---- states

    def select(self, states: States) -> Selected:
        """Take states apart."""
        tokens = states.tokens
        predicate = tokens[:, 0].long()
        arity = self.arity[predicate].long()
        place = torch.arange(self.max_arity, device=tokens.device)
        held = tokens[:, 1 : 1 + self.max_arity]
        if held.shape[1] < self.max_arity:
            held = torch.nn.functional.pad(held, (0, self.max_arity - held.shape[1]))
        arguments = torch.where(place < arity[:, None], held, 0)
        rest_at = 1 + arity
        open_at, n_leading, leading = self._leading(states, rest_at)
        first = torch.stack(
            [self._first(states, at) for at in (rest_at, open_at)]
            if self.runs_builtins
            else [self._first(states, rest_at)] * 2
        )
        return Selected(states, predicate, arguments, rest_at, open_at, n_leading, leading, first)

    def _first(self, states: States, start: Tensor) -> Tensor:
        """[N, V] int64 where each variable first occurs from ``start`` [N] on."""
        tokens, n_columns = states.tokens, states.n_variables
        n, length = tokens.shape
        place = torch.arange(length, device=tokens.device)
        column = tokens.long() - VARIABLE_BASE
        counts = (column >= 0) & (column < n_columns) & (place >= start[:, None])
        column = torch.where(counts, column, n_columns)
        first = torch.full((n, n_columns + 1), NEVER, dtype=torch.int64, device=tokens.device)
        first.scatter_reduce_(1, column, place.expand(n, -1), "amin")
        return first[:, :-1]

    def _leading(self, states: States, rest_at: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        n = len(rest_at)
        goals = states.tokens.new_zeros((n, 0, self.goal_width))
        count = torch.zeros_like(rest_at)
        if not self.runs_builtins:
            return rest_at, count, goals
        at, found = rest_at.clone(), []
        while True:
            is_inside = states.n_goals - 1 > count
            code, goal, width = self._builtin_at(states.tokens, at)
            runs = is_inside & (code > 0)
            if not fetch(runs.any())[0]:
                break
            found.append(torch.where(runs[:, None], goal, 0))
            at = torch.where(runs, at + width, at)
            count = count + runs
        if found:
            goals = torch.stack(found, 1)
        return at, count, goals

    def _builtin_at(self, tokens: Tensor, at: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Code [N], row of code and arguments, and number of tokens, of the goals at ``at``."""
        length = tokens.shape[1]
        offset = torch.arange(self.goal_width + 3, device=tokens.device)
        index = at[:, None] + offset
        window = torch.where(index < length, tokens.gather(1, index.clamp(max=length - 1)), 0)
        is_not = window[:, 0] == NOT
        name = torch.where(is_not, window[:, 2], window[:, 0]).long()
        known = torch.where(name < len(self.ops), name, 0)
        code = self.ops[known]
        arity = self.arity[known].long()
        wide = self.goal_width - 1
        holds = is_not & (code == 0)
        first = torch.where(holds, 2, torch.where(is_not, 3, 1))
        place = torch.arange(wide, device=tokens.device)
        arguments = window.gather(1, first[:, None] + place)
        count = torch.where(holds, arity + 1, arity)
        arguments = torch.where(place < count[:, None], arguments, 0)
        code = torch.where(holds, int(Op.HOLDS), code)
        code = torch.where(is_not, code + NEGATED, code)
        width = torch.where(is_not, arity + 4, arity + 1)
        return code, torch.cat([code[:, None], arguments], 1), width

    # ---- clauses

    def spans(self, predicate: Tensor, arguments: Tensor) -> tuple[Tensor, Tensor]:
        """Start [N] and length [N] of the shortest list of clauses for each goal."""
        lists = self.lists
        which = lists.predicate[predicate].long()
        best = lists.whole[which]
        start, length = best[:, 0], best[:, 1]
        for place in range(self.max_arity):
            token = arguments[:, place].long()
            fixed = (token > 0) & ((token < VARIABLE_BASE) | (token >= VARIABLE_END))
            fixed = fixed & lists.is_indexed[which, place]
            there = lists.other[which, place]
            if len(lists.keys):
                key = ((which * self.max_arity + place) << TOKEN_BITS) + token
                at = torch.searchsorted(lists.keys, key).clamp(max=len(lists.keys) - 1)
                found = lists.keys[at] == key
                there = torch.where(found[:, None], lists.lists[at], there)
            better = fixed & (there[:, 1] < length)
            start = torch.where(better, there[:, 0], start)
            length = torch.where(better, there[:, 1], length)
        return start, length

    def agrees(self, arguments: Tensor, clause: Tensor, hidden: Tensor) -> Tensor:
        """[M] whether clauses are visible, and no two constants differ: what most clauses fail."""
        head = self.heads.index_select(0, clause)
        agrees = self.is_visible(clause, hidden)
        for place in range(self.max_arity):
            one, two = arguments[:, place], head[:, place + 1]
            free = _is_variable(one) | _is_variable(two)
            agrees = agrees & (free | (one == two))
        return agrees

    def is_visible(self, clause: Tensor, hidden: Tensor) -> Tensor:
        """[M] whether clauses are not those hidden; the clause of a query never is."""
        shown = (self.ids[clause] != hidden) & (self.hidden_as[clause] != hidden)
        return shown | (clause == 0)

    def match(self, arguments: Tensor, clause: Tensor, n_columns: int) -> tuple[Tensor, Tensor]:
        """Unify goals with heads: whether they do [M], and the substitution [M, X].

        Args:
            arguments: [M, A] of the goals, their variables below ``n_columns``.
            clause: [M] rows of the clause table.
            n_columns: V.
        """
        width = n_columns + self.n_clause_variables
        start = VARIABLE_BASE + torch.arange(width, dtype=torch.int32, device=arguments.device)
        substitution = start.expand(len(clause), -1)
        heads = _shifted(self.heads.index_select(0, clause), n_columns)
        matches = torch.ones_like(clause, dtype=torch.bool)
        for place in range(self.max_arity):
            matches, substitution = _unified(
                heads[:, place + 1], arguments[:, place], matches, substitution
            )
        return matches, substitution

    def run(self, selected: Selected, found: Matches, hidden: Tensor) -> Matches:
        """Run the builtins that stand in front of each candidate.

        Args:
            selected: the states.
            found: clauses that match.
            hidden: [M] the fact that may not be used.
        """
        if not self.runs_builtins:
            return found
        rule = self.rules[found.clause].long()
        n_columns = selected.states.n_variables
        for i in range(self.n_front):
            goal = self.fronts[rule, i]
            goal = torch.cat([goal[:, :1], _shifted(goal[:, 1:], n_columns)], 1)
            found = self._run(goal, found, hidden)
        empty = self.body_sizes[rule, 1] == 0
        for i in range(selected.leading.shape[1]):
            goal = selected.leading[found.row, i]
            goal = torch.where(empty[:, None], goal, 0)
            found = self._run(goal, found, hidden)
        return found

    def run_all(
        self,
        selected: Selected,
        row: Tensor,
        clause: Tensor,
        bound: Tensor,
        holds: Tensor,
        hidden: Tensor,
    ) -> Matches:
        """As :meth:`run`, from what :meth:`match` gives."""
        found = Matches(row, clause, bound, holds, torch.zeros_like(holds))
        return self.run(selected, found, hidden)

    def _run(self, goal: Tensor, found: Matches, hidden: Tensor) -> Matches:
        """Run one goal [M, 1+...] of each candidate; code 0 is none."""
        substitution, holds = found.substitution, found.holds
        code, negated = goal[:, 0] % NEGATED, goal[:, 0] >= NEGATED
        one, two = (_resolved(goal[:, i], substitution) for i in (1, 2))
        free_one, free_two = _is_variable(one), _is_variable(two)
        same = one == two
        unifiable = same | free_one | free_two
        compares = (code >= Op.LESS) & (code < Op.HOLDS)
        wrong = compares & ~((one >= VARIABLE_END) & (two >= VARIABLE_END))
        truth = torch.ones_like(holds)
        for op, value in (
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
            truth = torch.where(code == op, value, truth)
        asked = (code == Op.HOLDS) & holds
        truth = torch.where(asked, self._proved(goal, asked, substitution, hidden), truth)
        truth = truth ^ negated
        failed = found.failed | (holds & wrong)
        binds = holds & (code == Op.UNIFY) & ~negated & truth
        _, bound = _unified(one, two, binds, substitution)
        return found._replace(substitution=bound, holds=holds & ~wrong & truth, failed=failed)

    def _proved(self, goal: Tensor, asked: Tensor, substitution: Tensor, hidden: Tensor) -> Tensor:
        """[M] whether a visible fact matches the goal, where it is asked for."""
        proved = torch.zeros_like(asked)
        rows = places(asked)
        if not len(rows):
            return proved
        predicate = goal[rows, 1].long()
        arguments = torch.stack(
            [_resolved(goal[rows, 2 + i], substitution[rows]) for i in range(self.max_arity)], 1
        )
        start, length = self.spans(predicate, arguments)
        for pass_ in self.passes(start, length, 64):
            clause = self.lists.entries[pass_.entry].long()
            of = pass_.row
            agrees = places(self.agrees(arguments[of], clause, hidden[rows[of]]))
            of, clause = of[agrees], clause[agrees]
            matches, _ = self.match(arguments[of], clause, substitution.shape[1])
            proved[rows[of[places(matches)]]] = True
            pass_.finish(proved[rows])
        return proved

    def passes(self, start: Tensor, length: Tensor, width: int) -> "Passes":
        """Go through lists [N], at most ``width`` entries of each at a time."""
        return Passes(start, length, width)

    # ---- resolvents

    def write(self, selected: Selected, row: Tensor, clause: Tensor, bound: Tensor) -> Written:
        """Number the variables of candidates by first occurrence.

        Args:
            selected: the states.
            row: [M] state of each candidate.
            clause: [M] its clause.
            bound: [M, X] its substitution.
        """
        rule = self.rules[clause].long()
        size, n_goals = self.body_sizes[rule].unbind(1)
        empty = n_goals == 0
        states = selected.states
        n_body = self.bodies.shape[1]
        rest_at = torch.where(empty, selected.open_at[row], selected.rest_at[row])
        first = selected.first[empty.long(), row] + n_body
        first = torch.cat([first, self.body_first[rule]], 1)
        tokens = _numbered(bound, first, n_body + states.tokens.shape[1])
        left = states.n_goals[row] - 1 - torch.where(empty, selected.n_leading[row], 0)
        return Written(
            tokens=tokens,
            rule=rule,
            rest_at=rest_at,
            sizes=size + states.sizes[row] - rest_at,
            n_goals=left + n_goals,
        )

    def bodies_used(self, rule: Tensor) -> Tensor:
        """[M] whether anything is left of the bodies behind the builtins in front."""
        return self.body_sizes[:, 0][rule] > 0

    def body_tokens(self, bodies: Tensor, written: Written, n_columns: int) -> Tensor:
        """[M, B] tokens of bodies under what the variables became."""
        return _mapped(_shifted(bodies, n_columns), written.tokens)

    def resolvents(self, states: States, row: Tensor, written: Written, length: int) -> Tensor:
        """[M, length] int32: the tokens of resolvents, 0 behind the last one."""
        n_columns, device = states.n_variables, states.tokens.device
        body = _mapped(_shifted(self.bodies[written.rule], n_columns), written.tokens)
        size = self.body_sizes[written.rule, :1]
        place = torch.arange(length, device=device)
        index = place - size + written.rest_at[:, None]
        index = index.clamp(0, states.tokens.shape[1] - 1)
        behind = _mapped(states.tokens[row[:, None], index], written.tokens)
        out = behind
        if body.shape[1]:
            inside = body.gather(1, place.clamp(max=body.shape[1] - 1).expand(len(row), -1))
            out = torch.where(place < size, inside, behind)
        return torch.where(place < written.sizes[:, None], out, 0)


class Pass(NamedTuple):
    """A part of the entries of some lists."""

    row: Tensor
    """[M] which list."""
    entry: Tensor
    """[M] where in the entries."""
    owner: "Passes"

    def finish(self, is_done: Tensor) -> None:
        """Do not go on with the lists [N] where this is set."""
        self.owner.live = self.owner.live & ~is_done


class Passes:
    """An iterator over :class:`Pass`; see :meth:`Resolver.passes`."""

    def __init__(self, start: Tensor, length: Tensor, width: int) -> None:
        self._start, self._length, self._width = start, length, width
        self._at = 0
        self.live = torch.ones_like(start, dtype=torch.bool)

    def __iter__(self) -> "Passes":
        return self

    def __next__(self) -> Pass:
        left = torch.where(self.live, self._length - self._at, 0).clamp(0, self._width)
        (total,) = fetch(left.sum())
        if not total:
            raise StopIteration
        row = torch.repeat_interleave(left, output_size=total)
        end = left.cumsum(0)
        within = torch.arange(len(row), device=row.device) - (end - left)[row]
        entry = self._start[row] + self._at + within
        self._at += self._width
        return Pass(row, entry, self)


def _is_variable(tokens: Tensor) -> Tensor:
    return (tokens >= VARIABLE_BASE) & (tokens < VARIABLE_END)


def _shifted(tokens: Tensor, by: int) -> Tensor:
    """Tokens of a clause, its variables behind those of the state."""
    return torch.where(_is_variable(tokens), tokens + by, tokens)


def _resolved(token: Tensor, substitution: Tensor) -> Tensor:
    """[M] tokens under a substitution [M, X]."""
    return _mapped(token[:, None], substitution).squeeze(1)


def _mapped(tokens: Tensor, substitution: Tensor) -> Tensor:
    """[M, K] tokens under a substitution [M, X]."""
    if not substitution.shape[1]:
        return tokens
    is_variable = _is_variable(tokens)
    column = torch.where(is_variable, tokens - VARIABLE_BASE, 0).long()
    column = column.clamp(max=substitution.shape[1] - 1)
    return torch.where(is_variable, substitution.gather(1, column), tokens)


def _unified(
    one: Tensor, two: Tensor, where: Tensor, substitution: Tensor
) -> tuple[Tensor, Tensor]:
    """Unify tokens [M] of rows ``where`` [M]: which of these do, and the substitution [M, X]."""
    one, two = _resolved(one, substitution), _resolved(two, substitution)
    free_one, free_two = _is_variable(one), _is_variable(two)
    unifies = where & (free_one | free_two | (one == two))
    replaced = torch.where(free_one, one, torch.where(free_two, two, -1))
    by = torch.where(free_one, two, one)
    change = (substitution == replaced[:, None]) & unifies[:, None]
    return unifies, torch.where(change, by[:, None], substitution)


def _numbered(bound: Tensor, first: Tensor, n_places: int) -> Tensor:
    """[M, X] int32: a substitution with its variables numbered by where they first occur.

    Args:
        bound: [M, X] substitution.
        first: [M, X] int64 where each variable occurs first; NEVER or more if nowhere.
        n_places: what occurs does so before this place.
    """
    width = bound.shape[1]
    if not width:
        return bound
    is_variable = _is_variable(bound)
    column = torch.where(is_variable, bound - VARIABLE_BASE, width).long()
    earliest = torch.full(
        (len(bound), width + 1), 2 * NEVER, dtype=torch.int64, device=bound.device
    )
    earliest.scatter_reduce_(1, column, first, "amin")
    earliest = earliest[:, :-1]
    if width <= _FEW:
        rank = torch.zeros_like(earliest)
        for other in range(width):
            rank += earliest[:, other : other + 1] < earliest
    else:
        earliest = earliest.clamp(max=n_places)
        taken = torch.zeros((len(bound), n_places + 1), dtype=torch.int32, device=bound.device)
        rank = taken.scatter_(1, earliest, 1).cumsum(1, dtype=torch.int32).gather(1, earliest) - 1
    number = rank.gather(1, column.clamp(max=width - 1)).to(torch.int32) + VARIABLE_BASE
    return torch.where(is_variable, number, bound)
