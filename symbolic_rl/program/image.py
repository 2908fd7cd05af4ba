"""Images of loaded programs, for processes that only step.

Loading 10,000 queries takes a second and grows Prolog's stacks to 90 MB; opening an image takes
milliseconds. An image lacks the texts of queries and clauses, the notes, and everything that only
searches and proofs need.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.swipl import Crossing, reserve_stack
from symbolic_rl.bridge.tokens import IntArray, TokenBatch, digits_of
from symbolic_rl.program.program import Program, PrologProgram, Query
from symbolic_rl.program.vocabulary import Columns, Symbols, Vocabulary


@dataclass(frozen=True, eq=False)
class QueryColumns(Columns[Query]):
    """Q queries in a few arrays; indexing makes a :class:`Query` without text."""

    splits: list[str]
    names: list[tuple[str, ...]]  # distinct tuples of names of answer variables
    columns: NDArray[np.int32]
    """[P, 5] index of split, index of names, label, hidden fact, line; of P queries."""
    tokens: TokenBatch  # [2 P] alternate goal and answer
    rows: IntArray  # [Q] number among these P

    @classmethod
    def of(cls, queries: Sequence[Query]) -> Self:
        """Pack queries."""
        split = {name: k for k, name in enumerate(dict.fromkeys(q.split for q in queries))}
        names = {each: k for k, each in enumerate(dict.fromkeys(q.names for q in queries))}
        rows = [(split[q.split], names[q.names], q.label, q.hidden, q.line) for q in queries]
        columns = np.array(rows, np.int32).reshape(-1, 5)
        tokens = TokenBatch.of([part for q in queries for part in (q.goal, q.answer)])
        return cls(list(split), list(names), columns, tokens, np.arange(len(rows)))

    def of_splits(self, splits: Sequence[str]) -> Self:
        """Return the queries of some splits, concatenated, sharing memory."""
        split = self.columns[self.rows, 0]
        numbers = [self.splits.index(name) for name in splits if name in self.splits]
        rows = np.concatenate([self.rows[:0], *(self.rows[split == k] for k in numbers)])
        return replace(self, rows=rows)

    @property
    def labels(self) -> NDArray[np.bool_]:
        """[Q] bool: label of the query."""
        found: NDArray[np.bool_] = self.columns[self.rows, 2] != 0
        return found

    @property
    def hidden(self) -> IntArray:
        """[Q] int64: id of the fact hidden while proving the query; 0 for none."""
        found: IntArray = self.columns[self.rows, 3].astype(np.int64)
        return found

    def __len__(self) -> int:
        return int(self.rows.size)

    def item(self, i: int) -> Query:
        """Return the query of index ``i``."""
        row = int(self.rows[i])
        split, names, label, hidden, line = self.columns[row].tolist()
        return Query(
            split=self.splits[split],
            text="",
            label=bool(label),
            hidden=hidden,
            line=line,
            names=self.names[names],
            goal=self.tokens[2 * row],
            answer=self.tokens[2 * row + 1],
        )


@dataclass(frozen=True)
class ProgramImage:
    """Image of a program, to open with :class:`ProgramFromImage`; can be pickled."""

    facts: tuple[bytes, ...]  # facts of SWI-Prolog's module in parts, in its binary format
    symbols: Symbols
    queries: QueryColumns
    is_flat: bool
    n_clauses: int
    stack_cells: int
    """Stack cells of its widest clause; see :func:`symbolic_rl.bridge.swipl.reserve_stack`."""

    @classmethod
    def of(cls, program: Program) -> "ProgramImage":
        """Make the image of a loaded program."""
        next_part, parts = Crossing("image", "image_part"), list[bytes]()
        while (codes := next_part(digits_of(program.number))).size:
            parts.append(codes.astype(np.uint8).tobytes())
        return cls(
            facts=tuple(parts),
            symbols=program.vocabulary.symbols,
            queries=QueryColumns.of(program.queries),
            is_flat=program.is_flat,
            n_clauses=program.n_clauses,
            stack_cells=program.stack_cells,
        )


class ProgramFromImage(PrologProgram):
    """Program opened from its image, of this version of SWI-Prolog; can only be stepped."""

    def __init__(self, image: ProgramImage) -> None:
        super().__init__()
        reserve_stack(image.stack_cells)
        open_part = Crossing("image", "open_part")
        for part in image.facts:
            facts = np.frombuffer(part, np.uint8).astype(np.int32)
            open_part(np.concatenate([digits_of(self.number), facts]))
        Crossing("image", "end_image")(digits_of(self.number))
        self._unload_when_collected()
        self.vocabulary = Vocabulary(image.symbols)
        self.queries = image.queries
        self.is_flat, self.n_clauses = image.is_flat, image.n_clauses
