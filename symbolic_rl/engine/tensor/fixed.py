"""The step with shapes that no data decide, which ``torch.compile`` and CUDA graphs take whole.

:class:`FixedStep` tries a window of W clauses for each of N states of at most L tokens; how many
variables can be bound and how long a resolvent can become follows from the program. What is no
candidate is padding. On a CPU the padding costs more than the fetches that it saves, so the engine
does not step this way: it is for those who capture it (docs/decisions/0052).

Dimension key: N states, L tokens, W clauses of a window, M = N * W, A largest arity, B tokens of
the longest body, X columns of a substitution.
"""

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.engine.tensor.resolvents import resolvents, write
from symbolic_rl.engine.tensor.states import Selected, States, builtin_at, first_keys
from symbolic_rl.engine.tensor.tables import Tables, agrees, spans
from symbolic_rl.engine.tensor.terms import shifted
from symbolic_rl.engine.tensor.unify import Matches, asked_for, match, rules_of, run_goals
from symbolic_rl.program.goal_codes import Op

WINDOW = 32
LEADING = 4
"""Builtins behind a selected goal that are run; a state with more of them is beyond the step."""
_MOST_FACTS = 1024
"""Facts of a predicate that is negated, all of which a fixed shape has to go through."""
_FACTS_AT_ONCE = 16


class FixedWindow(NamedTuple):
    """W clauses tried for each of N states; those of a state are in program order."""

    clause: Tensor
    """[N, W] int64 row of the clause table."""
    holds: Tensor
    """[N, W] bool whether it is a candidate."""
    failed: Tensor
    """[N, W] bool whether a builtin raised an error."""
    tokens: Tensor
    """[N, W, L+B] int32 the resolvent, 0 behind the last token."""
    sizes: Tensor
    """[N, W] int64 its tokens."""
    n_goals: Tensor
    """[N, W] int64 its goals."""
    is_last: Tensor
    """[N] bool whether no clause is left behind the window."""
    is_beyond: Tensor
    """[N] bool whether more builtins stand behind the selected goal than were run."""


class FixedStep:
    """Tries windows of clauses, with the same shapes whatever the states.

    Args:
        tables: the program.
        window: W.

    Raises:
        ConfigError: a predicate that is negated may have too many facts.
    """

    def __init__(self, tables: Tables, window: int = WINDOW) -> None:
        self._tables, self._window = tables, window
        table = tables.table
        self._n_leading = LEADING if tables.runs_builtins else 0
        self._n_columns = tables.max_arity * (1 + self._n_leading) + self._n_leading
        self._n_facts = 0
        if Op.HOLDS in table.used:
            self._n_facts = int(tables.lists.whole[:, 1].max())
        if self._n_facts > _MOST_FACTS:
            raise ConfigError(
                f"a step of fixed shape goes through all facts of a predicate that is negated, and "
                f"there is one with {self._n_facts:,} clauses.",
                "torch.compile and CUDA graphs",
                f"negate predicates of at most {_MOST_FACTS:,} clauses, or do without.",
            )

    def __call__(
        self, tokens: Tensor, sizes: Tensor, n_goals: Tensor, hidden: Tensor, at: Tensor
    ) -> FixedWindow:
        """Try clauses ``at`` [N] and behind it of the list of each state.

        Args:
            tokens: [N, L] int32 states, 0 behind the last token.
            sizes: [N] int64 tokens.
            n_goals: [N] int64; a state without goals has no candidates.
            hidden: [N] int64 the clause that may not be used.
            at: [N] int64 clauses of the list that were tried before.
        """
        tables, n, width = self._tables, len(tokens), self._window
        selected, is_beyond = self._select(States(tokens, sizes, n_goals))
        start, length = spans(tables, selected.predicate, selected.arguments)
        length = torch.where(n_goals > 0, length, 0)
        place = at[:, None] + torch.arange(width, device=tokens.device)
        is_there = (place < length[:, None]).flatten()
        last = len(tables.lists.entries) - 1
        entry = (start[:, None] + place).clamp(max=last).flatten()
        clause = tables.lists.entries.index_select(0, entry).long()
        row = torch.arange(n, device=tokens.device)[:, None].expand(n, width).flatten()
        found = self._tried(selected, row, clause, hidden, is_there)
        written = write(tables, selected, row, clause, found.substitution)
        longest = tokens.shape[1] + tables.bodies.shape[1]
        held = tokens.index_select(0, row)
        result = resolvents(tables, held, written, longest, selected.n_columns)

        def apart(x: Tensor) -> Tensor:
            return x.view(n, width, *x.shape[1:])

        return FixedWindow(
            clause=apart(clause),
            holds=apart(found.holds),
            failed=apart(found.failed),
            tokens=apart(torch.where(found.holds[:, None], result, 0)),
            sizes=apart(written.sizes),
            n_goals=apart(written.n_goals),
            is_last=at + width >= length,
            is_beyond=is_beyond,
        )

    def _select(self, states: States) -> tuple[Selected, Tensor]:
        """As :func:`.select`, for LEADING builtins; which states [N] have more."""
        tables, tokens = self._tables, states.tokens
        n, wide = len(tokens), tables.max_arity
        predicate = tokens[:, 0].long()
        arity = tables.arity.index_select(0, predicate).long()
        held = pad(tokens[:, 1 : 1 + wide], (0, max(0, 1 + wide - tokens.shape[1])))
        place = torch.arange(wide, device=tokens.device)
        arguments = torch.where(place < arity[:, None], held, 0)
        rest_at = 1 + arity
        open_at, n_leading = rest_at, torch.zeros_like(rest_at)
        found, runs = [], torch.ones_like(rest_at, dtype=torch.bool)
        for i in range(self._n_leading):
            code, goal, size = builtin_at(tables, tokens, open_at)
            runs = runs & (states.n_goals - 1 > i) & (code > 0)
            found.append(torch.where(runs[:, None], goal, 0))
            open_at = torch.where(runs, open_at + size, open_at)
            n_leading = n_leading + runs
        is_beyond = torch.zeros_like(runs)
        if found:
            code, _, _ = builtin_at(tables, tokens, open_at)
            is_beyond = runs & (states.n_goals - 1 > len(found)) & (code > 0)
        nothing = tokens.new_zeros((n, 0, tables.goal_width))
        keys = [first_keys(states, open_at, self._n_columns)]
        if self._n_leading:
            keys.append(first_keys(states, rest_at, self._n_columns))
        selected = Selected(
            states=states,
            predicate=predicate,
            arguments=shifted(arguments, tables.n_variables),
            rest_at=rest_at,
            open_at=open_at,
            n_leading=n_leading,
            leading=shifted(torch.stack(found, 1), tables.n_variables) if found else nothing,
            between=tokens.new_zeros((n, 0)),
            n_columns=self._n_columns,
            keys=torch.stack(keys),
        )
        return selected, is_beyond

    def _tried(
        self, selected: Selected, row: Tensor, clause: Tensor, hidden: Tensor, is_there: Tensor
    ) -> Matches:
        tables = self._tables
        arguments, hidden = selected.arguments.index_select(0, row), hidden.index_select(0, row)
        may = is_there & agrees(tables, arguments, clause, hidden)
        holds, bound = match(tables, arguments, clause, selected.n_columns)
        holds = holds & may
        found = Matches(row, clause, bound, holds, torch.zeros_like(holds))
        if tables.runs_builtins:
            rule = rules_of(tables, clause)
            empty = tables.body_sizes[:, 1].index_select(0, rule) == 0
            found = run_goals(tables, selected, found, rule, empty, hidden, self._prove)
        return found

    def _prove(
        self, tables: Tables, goal: Tensor, asked: Tensor, substitution: Tensor, hidden: Tensor
    ) -> Tensor:
        """As :func:`.prove`, through as many facts as there can be."""
        predicate, arguments = asked_for(tables, torch.where(asked[:, None], goal, 0), substitution)
        start, length = spans(tables, predicate, arguments)
        width, last = _FACTS_AT_ONCE, len(tables.lists.entries) - 1
        place = torch.arange(width, device=goal.device)
        arguments = arguments.repeat_interleave(width, dim=0)
        hidden = hidden.repeat_interleave(width, dim=0)
        proved = torch.zeros_like(asked)
        for at in range(0, self._n_facts, width):
            is_there = place + at < length[:, None]
            entry = (start[:, None] + place + at).clamp(max=last).flatten()
            clause = tables.lists.entries.index_select(0, entry).long()
            matches, _ = match(tables, arguments, clause, substitution.shape[1])
            matches = matches & agrees(tables, arguments, clause, hidden)
            proved = proved | (matches.view(-1, width) & is_there).any(1)
        return proved & asked
