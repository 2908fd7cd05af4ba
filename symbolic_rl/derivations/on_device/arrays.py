"""State of N derivations as tensors, the candidates they can choose, and parts of rows by length.

A set of rows is an index tensor, or None for all: then nothing is copied.

Dimension key: N rows, A actions, L tokens of the longest state, H states of a history, X variables
of a clause and of a state that a step can bind, P candidates of a table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Self

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.base.devices import fetch
from symbolic_rl.derivations.pages import COUNTERS
from symbolic_rl.engine.tensor.states import Part
from symbolic_rl.engine.tensor.tables import NEVER

NO_HASH = 0x0DD5EED00DD5EED0
"""Padding of a history."""


def taken(x: Tensor, rows: Tensor | None) -> Tensor:
    """Return copies of some rows; for None the tensor itself."""
    return x if rows is None else x.index_select(0, rows)


def put(into: Tensor, rows: Tensor | None, new: Tensor) -> None:
    """Write rows in place; None is all of them."""
    if rows is None:
        into.copy_(new)
    else:
        into.index_copy_(0, rows, new)


def add(into: Tensor, rows: Tensor | None, more: Tensor) -> None:
    """Add to rows in place, none of them named twice; None is all of them."""
    if rows is None:
        into += more
    else:
        into.index_add_(0, rows, more)


def where_rows(where: Tensor, one: Tensor, two: Tensor) -> Tensor:
    """Select whole rows of ``one`` [N, ...] where the mask [N] is set, else of ``two``."""
    return torch.where(where.view(-1, *[1] * (one.dim() - 1)), one, two)


class RowTensors:
    """Base of dataclasses of tensors that have the same rows."""

    def take(self, index: Tensor) -> Self:
        """Return copies of the rows ``index``."""
        return type(self)(**{name: x.index_select(0, index) for name, x in vars(self).items()})

    def head(self, n: int) -> Self:
        """Return the first ``n`` rows, in the same memory."""
        return type(self)(**{name: x[:n] for name, x in vars(self).items()})

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Join rows, in order."""
        return cls(**{name: torch.cat([vars(p)[name] for p in parts]) for name in vars(parts[0])})


@dataclass
class CandidateTable(RowTensors):
    """Candidates that rows can choose, P of them; ``DeviceRows.slots`` are indices into it.

    It holds the pages opened by the latest step and the starts behind it, no more: a step returns a
    new table, and each row that can still choose was opened in it. So it stays as small as the
    open pages, and no slot outlives its table.
    """

    clause: Tensor  # [P] int64 row of the clause table
    tokens: Tensor
    """[P, X] int32 token of each variable in the resolvent, variables of the clause first."""
    gaps: Tensor
    """[P, X] int32; see :class:`symbolic_rl.engine.tensor.resolvents.Written`."""
    n_columns: Tensor
    """[P] int32 the K of the step that found the candidate; tables of several steps are joined."""
    hashes: Tensor  # [P] int64

    def widened(self, width: int) -> "CandidateTable":
        """Return it with ``width`` columns; those that it lacks are padding: token 0, no gap."""
        lacking = width - self.tokens.shape[1]
        if not lacking:
            return self
        gaps = pad(self.gaps, (0, lacking), value=NEVER)
        return replace(self, tokens=pad(self.tokens, (0, lacking)), gaps=gaps)

    @classmethod
    def joined(cls, parts: "Sequence[CandidateTable]") -> "CandidateTable":
        """Join tables, in order, as wide as the widest."""
        if len(parts) == 1:
            return parts[0]
        width = max(table.tokens.shape[1] for table in parts)
        return super().joined([table.widened(width) for table in parts])


@dataclass
class DeviceRows(RowTensors):
    """State of N derivations; every field has N rows."""

    tokens: Tensor  # [N, L+1] int32 the state, 0 behind the last token
    sizes: Tensor  # [N] int64 its tokens
    n_goals: Tensor  # [N] int64 its goals
    hashes: Tensor  # [N] int64 its hash
    slots: Tensor  # [N, A] int64 index of the candidate of each action; -1 for other actions
    clauses: Tensor
    """[N, A] int32 clause id of each action; see :mod:`symbolic_rl.derivations.pages`."""
    mask: Tensor  # [N, A] bool legal actions
    open_at: Tensor  # [N] int64 place behind the builtins that stand behind the selected goal
    n_leading: Tensor  # [N] int64 number of those builtins
    offset: Tensor  # [N] int64 candidates before the page
    next_offset: Tensor  # [N] int64 the same for the next page
    turned: Tensor  # [N] int64 pages turned at the state
    outcome: Tensor  # [N] int64 an Outcome
    inferences: Tensor  # [N] int64 inferences of the derivation
    history: Tensor  # [N, H] int64 hashes of its states, NO_HASH behind the last
    history_length: Tensor  # [N] int64
    counted: Tensor  # [N, len(COUNTERS)] int64 counts since they were last taken
    hidden: Tensor  # [N] int64 clause that may not be used

    @classmethod
    def blank(
        cls, n: int, *, length: int, width: int, history: int, device: torch.device
    ) -> "DeviceRows":
        """Make N rows without states: ``length`` tokens, ``width`` actions, ``history`` hashes."""

        def zeros(*shape: int, dtype: torch.dtype = torch.int64) -> Tensor:
            return torch.zeros((n, *shape), dtype=dtype, device=device)

        return cls(
            tokens=zeros(length, dtype=torch.int32),
            sizes=zeros(),
            n_goals=zeros(),
            hashes=zeros(),
            slots=zeros(width) - 1,
            clauses=zeros(width, dtype=torch.int32),
            mask=zeros(width, dtype=torch.bool),
            open_at=zeros(),
            n_leading=zeros(),
            offset=zeros(),
            next_offset=zeros(),
            turned=zeros(),
            outcome=zeros(),
            inferences=zeros(),
            history=zeros(history) + NO_HASH,
            history_length=zeros(),
            counted=zeros(len(COUNTERS)),
            hidden=zeros(),
        )

    def put(self, rows: Tensor, source: "DeviceRows") -> None:
        """Overwrite ``rows`` with the rows of ``source``."""
        for name, x in vars(self).items():
            x.index_copy_(0, rows, getattr(source, name))

    def choose(self, where: Tensor, other: "DeviceRows") -> "DeviceRows":
        """Return rows of ``other`` where the mask [N] is set, else the own ones."""
        own = vars(self).items()
        return DeviceRows(**{name: where_rows(where, getattr(other, name), x) for name, x in own})


@dataclass
class DeviceEpisodes:
    """Episodes of N rows: all that a step changes, but for the draw of queries."""

    rows: DeviceRows
    pool: CandidateTable
    query: Tensor  # [N] int64
    level: Tensor  # [N] int64 level of the query
    episode: Tensor  # [N] int64 number of the episode; -1 before the first one
    counted: Tensor  # [len(COUNTERS)] int64 counts of all rows
    tallies: Tensor  # [levels, 2] int64 episodes that earned a reward, and all that ended
    inferences: Tensor  # [] int64
    cuts: Tensor  # [N] int64 views cut in the current observation
    shown: dict[str, Tensor]  # the observation, by key

    @classmethod
    def of(cls, state: dict[str, Any]) -> Self:
        """Return the episodes whose tensors :meth:`state` has returned."""
        rows, pool = DeviceRows(**state["rows"]), CandidateTable(**state["pool"])
        return cls(**{**state, "rows": rows, "pool": pool})

    def state(self) -> dict[str, Any]:
        """Return all tensors by name; rows, candidates and keys are dictionaries of tensors."""
        return {**vars(self), "rows": vars(self.rows), "pool": vars(self.pool)}

    def tensors(self) -> list[Tensor]:
        """Return all tensors."""
        found: list[Tensor] = []
        each_tensor(found.append, self.state())
        return found

    def copied(self) -> Self:
        """Return a copy in memory of its own."""
        return self.of(each_tensor(Tensor.clone, self.state()))

    def write(self, other: "DeviceEpisodes") -> None:
        """Overwrite all tensors, in place."""
        each_tensor(Tensor.copy_, self.state(), other.state())


def each_tensor(function: Callable[..., Any], state: Any, *others: Any) -> Any:
    """Return the results of a function for the tensors of nested dictionaries, by the same names.

    The function takes a tensor of ``state``, and those at its place in ``others``.
    """
    if isinstance(state, Tensor):
        return function(state, *others)
    return {
        name: each_tensor(function, value, *(other[name] for other in others))
        for name, value in state.items()
    }


_BOUNDS = (4, 8, 12, 16, 24, 40, 64)
"""Sizes at which rows can be parted; seven, because eight numbers are fetched in one copy."""


@cache
def _bounds(device: torch.device) -> Tensor:
    return torch.tensor(_BOUNDS, device=device)


_PASS_TOKENS = {"cpu": 2**12, "cuda": 2**20}
"""Cost of one more part, in tokens of padding that take as long."""


def parts_of(sizes: Tensor) -> list[Part]:
    """Part rows of ``sizes`` [N] int64 so that padding and passes together cost least.

    The shortest part comes first. One part of all rows has no index.
    """
    # How many rows have at most each size: all sizes are fetched in one copy.
    bucket = torch.bucketize(sizes, _bounds(sizes.device))
    upto = torch.zeros(len(_BOUNDS) + 1, dtype=torch.int64, device=sizes.device)
    upto = upto.index_add_(0, bucket, torch.ones_like(bucket)).cumsum(0)
    longest, *most = fetch(sizes.max(), *upto[:-1].unbind(0))
    longest, n = max(1, longest), len(sizes)
    # (bound, rows of at most this size), with the bounds beyond the longest row left out.
    known = [(0, 0), *zip(_BOUNDS, most, strict=True)]
    ends = [*((bound, many) for bound, many in known if bound < longest and many < n), (longest, n)]
    pass_ = _PASS_TOKENS.get(sizes.device.type, 2**20)
    # Shortest path: the least cost of parting the rows up to an end, and the end before that one.
    best = [(0, -1)]
    # Part j..i holds the rows longer than ends[j], each padded to ends[i].
    for i, (bound, many) in enumerate(ends[1:], 1):
        ways = ((best[j][0] + (many - ends[j][1]) * bound + pass_, j) for j in range(i))
        best.append(min(ways))
    chosen = [len(ends) - 1]
    while (before := best[chosen[-1]][1]) > 0:
        chosen.append(before)
    if len(chosen) == 1:
        return [Part(None, longest)]
    # From the shortest part up; the sizes of the indices are known, so nothing waits.
    parts, (lower, seen) = [], (-1, 0)
    for i in reversed(chosen):
        bound, many = ends[i]
        where = (sizes > lower) & (sizes <= bound)
        parts.append(Part(torch.nonzero_static(where, size=many - seen).squeeze(1), bound))
        lower, seen = bound, many
    return [part for part in parts if len(part.rows)]  # type: ignore[arg-type]
