"""Engine in torch for function-free programs: candidates, order, tokens and hashes of ``prolog``.

States are padded and expanded in chunks of bounded memory. This is the interface that searches and
tests use, with whole resolvents on the host; environments on a device
(:mod:`symbolic_rl.play.on_device`) use the functions below it and keep everything there.

Dimension key: N states, M candidates, L tokens of the longest resolvent.
"""

import numpy as np
import torch
from torch import Tensor

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.devices import places
from symbolic_rl.bridge.tokens import (
    LIST,
    NIL,
    NOT,
    QUERY,
    IntArray,
    TokenArray,
    TokenBatch,
    code_of,
    codes_of,
    count_of,
    starts,
)
from symbolic_rl.engine.base import COUNTERS, Capabilities, Expansion
from symbolic_rl.engine.tensor.clause_table import ClauseTable
from symbolic_rl.engine.tensor.resolvents import resolvents, write
from symbolic_rl.engine.tensor.states import Selected, States, select
from symbolic_rl.engine.tensor.tables import Passes, Tables, agrees, spans
from symbolic_rl.engine.tensor.unify import Matches, try_clauses
from symbolic_rl.program.program import Program

CHUNK_BYTES = 2**28
"""Memory for the intermediate results of a chunk of states."""
_NOTHING = Expansion(
    counts=np.zeros(0, np.int64),
    more=np.zeros(0, bool),
    lost=np.zeros((0, len(COUNTERS)), np.int64),
    clauses=np.zeros(0, np.int64),
    candidates=TokenBatch.of([]),
    hashes=np.zeros((0, 2), np.uint64),
)
_ERRORS, _SIZES = COUNTERS.index("builtin_errors"), COUNTERS.index("size_limits")


class TensorEngine:
    """Engine in torch; see :class:`symbolic_rl.engine.Engine`.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> file = Path(mkdtemp(), "p.pl")
    >>> _ = file.write_text("p(a). p(b) :- p(a).")
    >>> program = Program([file], {}, goals={"asked": "p(X)"})
    >>> TensorEngine(program, EnvConfig()).describe()
    'tensor engine on cpu: 0.0 MB of clauses, 268 MB for chunks of ... states'

    Args:
        program: a loaded program.
        config: limits.
        device: where states are expanded.
        chunk_bytes: memory for the intermediate results of a chunk.

    Raises:
        NotFlatError: the program is not function-free.
    """

    def __init__(
        self,
        program: Program,
        config: EnvConfig,
        *,
        device: str | torch.device = "cpu",
        chunk_bytes: int = CHUNK_BYTES,
    ) -> None:
        self.vocabulary = program.vocabulary
        self.tables = Tables(ClauseTable.of(program), torch.device(device))
        self.capabilities = Capabilities(tables=self.tables)
        """See :class:`symbolic_rl.engine.Capabilities`."""
        self.max_tokens, self.chunk_bytes = config.max_tokens, chunk_bytes

    @property
    def device(self) -> torch.device:
        """Device of all tensors."""
        return self.tables.device

    def chunk_size(self, length: int, n_variables: int, limit: int) -> int:
        """Return how many states of ``length`` tokens are expanded at once."""
        # A candidate takes a few copies of its substitution and of its resolvent, in bytes.
        width = n_variables + self.tables.n_variables + 1
        longest = length + self.tables.table.bodies.shape[1]
        candidate = 8 * (6 * width + 4 * longest + 8 * (self.tables.max_arity + 2))
        state = 8 * 6 * (length + n_variables) + (limit + 1) * candidate
        return int(max(1, self.chunk_bytes // state))

    def describe(self, *, length: int = 32, n_variables: int = 8, limit: int = 32) -> str:
        """Return device and memory in words, for states of the given size."""
        n = self.chunk_size(length, n_variables, limit)
        return (
            f"tensor engine on {self.device}: {self.tables.nbytes / 1e6:,.1f} MB of clauses, "
            f"{self.chunk_bytes / 1e6:,.0f} MB for chunks of {n:,} states"
        )

    @torch.no_grad()
    def expand(
        self,
        states: TokenBatch,
        rows: IntArray | None = None,
        *,
        hidden: IntArray,
        limit: int,
        offset: IntArray,
    ) -> Expansion:
        """See :meth:`symbolic_rl.engine.Engine.expand`."""
        states = self._flattened(states if rows is None else states.take(rows))
        n = len(states)
        length = int(states.lengths.max(initial=1))
        n_variables = max(0, int(states.variable_counts().max(initial=0))) if n else 0
        size = self.chunk_size(length, n_variables, limit)
        parts = [
            self._expand(
                states.take(np.arange(at, min(at + size, n))),
                hidden[at : at + size],
                limit,
                offset[at : at + size],
            )
            for at in range(0, n, size)
        ]
        return Expansion.concatenate(parts or [_NOTHING])

    def _flattened(self, states: TokenBatch) -> TokenBatch:
        """Rewrite roots: a selected ``$query`` has its goals behind it, not in a list."""
        roots = np.flatnonzero(states.tokens[states.offsets[:-1] + 1] == QUERY)
        if not roots.size:
            return states
        sequences = [states[i] for i in range(len(states))]
        for i in roots.tolist():
            sequences[i] = flat_root(sequences[i].tolist(), self.tables.table.arity)
        return TokenBatch.of(sequences)

    def _expand(
        self, batch: TokenBatch, hidden: IntArray, limit: int, offset: IntArray
    ) -> Expansion:
        selected = select(self.tables, padded(batch, self.device))
        hidden_at = torch.from_numpy(hidden).to(self.device)
        begin = torch.from_numpy(offset).to(self.device)
        found, more = self._tried(selected, hidden_at, begin + limit, max(32, limit + 1))
        page, lost = self._on_page(found, begin, begin + limit)
        found, n = found.take(page), len(batch)
        written = write(self.tables, selected, found.row, found.clause, found.substitution)
        fits = written.sizes + 1 <= self.max_tokens
        if not bool(fits.all()):
            lost[:, _SIZES] = torch.bincount(found.row[~fits], minlength=n)
            found, written = found.take(places(fits)), written.take(places(fits))
        length = int(written.sizes.max()) if len(found.row) else 0
        held = selected.states.tokens.index_select(0, found.row)
        tokens = resolvents(self.tables, held, written, length, selected.n_columns)
        candidates = ragged(tokens, written.sizes, written.n_goals)
        return Expansion(
            counts=torch.bincount(found.row, minlength=n).cpu().numpy(),
            more=more.cpu().numpy(),
            lost=lost.cpu().numpy(),
            clauses=self.tables.ids[found.clause].cpu().numpy(),
            candidates=candidates,
            hashes=candidates.hashes(),
        )

    def _tried(
        self, selected: Selected, hidden: Tensor, end: Tensor, width: int
    ) -> tuple[Matches, Tensor]:
        """Return clauses in order up to candidate ``end`` [N], and which states have more."""
        tables, arguments = self.tables, selected.arguments
        lists = Passes(*spans(tables, selected.predicate, arguments), width)
        count = torch.zeros_like(end)
        parts: list[Matches] = []
        for row, entry in lists:
            clause = tables.lists.entries[entry].long()
            among = places(agrees(tables, arguments[row], clause, hidden[row]))
            found = try_clauses(tables, selected, row[among], clause[among], hidden)
            parts.append(found.take(places(found.holds | found.failed)))
            count += torch.bincount(found.row[found.holds], minlength=len(end))
            lists.finish(count > end)  # one candidate behind the page says that there is more
        return self._ordered(parts, selected), count > end

    def _ordered(self, parts: list[Matches], selected: Selected) -> Matches:
        """Join parts by state; a later part of a state comes later in the program."""
        if not parts:
            width = selected.n_columns + self.tables.n_variables
            nothing = torch.zeros(0, dtype=torch.int64, device=self.device)
            bound = torch.zeros((0, width), dtype=torch.int32, device=self.device)
            return Matches(nothing, nothing, bound, nothing.bool(), nothing.bool())
        if len(parts) == 1:
            return parts[0]
        joined = Matches(*(torch.cat(field) for field in zip(*parts, strict=True)))
        order = joined.row.argsort(stable=True)
        return Matches(*(field[order] for field in joined))

    def _on_page(self, found: Matches, begin: Tensor, end: Tensor) -> tuple[Tensor, Tensor]:
        """Return which of M clauses, sorted by state, are on pages, and the losses [N, COUNTERS].

        Errors count up to the first candidate behind the page, where Prolog stops.
        """
        row, holds, failed = found.row, found.holds, found.failed
        n = len(begin)
        before = holds.cumsum(0) - holds.long()
        n_holds = torch.bincount(row[holds], minlength=n)
        ordinal = before - (n_holds.cumsum(0) - n_holds)[row]
        lost = torch.zeros((n, len(COUNTERS)), dtype=torch.int64, device=self.device)
        lost[:, _ERRORS] = torch.bincount(row[failed & (ordinal <= end[row])], minlength=n)
        return places(holds & (ordinal >= begin[row]) & (ordinal < end[row])), lost


def padded(batch: TokenBatch, device: torch.device) -> States:
    """Pad states and copy them to a device; the count in front of each is left out."""
    lengths = batch.lengths - 1
    n, length = len(batch), int(lengths.max(initial=1))
    tokens = np.zeros((n, length), np.int32)
    row = np.repeat(np.arange(n), lengths)
    place = np.arange(row.size) - starts(lengths)[row]
    tokens[row, place] = batch.tokens[batch.offsets[row] + 1 + place]
    return States(
        tokens=torch.from_numpy(tokens).to(device),
        sizes=torch.from_numpy(lengths).to(device),
        n_goals=torch.from_numpy(batch.goal_counts()).to(device),
    )


def ragged(tokens: Tensor, sizes: Tensor, n_goals: Tensor) -> TokenBatch:
    """Return padded resolvents [M, L] as a batch on the host."""
    lengths = sizes.cpu().numpy()
    offsets = starts(lengths + 1)
    flat = np.empty(int(offsets[-1]), np.int32)
    flat[offsets[:-1]] = codes_of(n_goals.cpu().numpy())
    row = np.repeat(np.arange(lengths.size), lengths)
    place = np.arange(row.size) - starts(lengths)[row]
    flat[offsets[row] + 1 + place] = tokens.cpu().numpy()[row, place]
    return TokenBatch(flat, offsets)


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
