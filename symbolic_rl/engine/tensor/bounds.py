"""Sizes of a step of fixed shape: what it has room for, from the sizes that steps had before.

A step whose shapes follow the data fetches them; one that is captured as a graph cannot. It is
given room instead, and says in a tensor where that was too little: results are then in bounds, but
not to be used.

Dimension key: N rows, K rows of a round.
"""

from dataclasses import dataclass, field

from torch import Tensor
from torch.nn.functional import pad

SLACK = 1.5
"""Room, as a multiple of the largest size so far."""


@dataclass(frozen=True)
class Bounds:
    """Room of a step of fixed shape."""

    columns: int
    """K of :mod:`.states`, variables of a state that a step can bind."""
    leading: int
    """Builtins behind a selected goal."""
    between: int
    """Tokens of these."""
    rows: tuple[int, ...]
    """Rows of each round of moves: of the first one all, of the others those that are forced."""
    tries: tuple[tuple[int, ...], ...]
    """Clauses tried, over all rows, in each pass of each round."""
    exceeded: Tensor
    """[] bool whether something had no room since it was cleared."""

    def check(self, is_beyond: Tensor) -> None:
        """Note that there was no room, if any of these is set."""
        self.exceeded.logical_or_(is_beyond.any())


@dataclass
class SeenSizes:
    """Largest sizes of the steps of some rows so far."""

    columns: int = 0
    leading: int = 0
    between: int = 0
    rows: list[int] = field(default_factory=list)
    tries: list[list[int]] = field(default_factory=list)
    n_steps: int = 0
    """Steps that were seen."""

    def note(self, n_round: int, n_rows: int, tries: tuple[int, ...], *sizes: int) -> None:
        """Take in a round: its rows, clauses tried by pass; columns, leading, between."""
        self.columns, self.leading, self.between = (
            max(*pair)
            for pair in zip((self.columns, self.leading, self.between), sizes, strict=True)
        )
        while len(self.rows) <= n_round:
            self.rows.append(0)
            self.tries.append([])
        self.rows[n_round] = max(self.rows[n_round], n_rows)
        here = self.tries[n_round]
        here += [0] * (len(tries) - len(here))
        here[: len(tries)] = map(max, here, tries)

    def bounds(self, n: int, limit: int, exceeded: Tensor) -> Bounds:
        """Return room for steps of ``n`` rows that look at ``limit`` clauses of a row in a pass.

        It is the largest sizes times SLACK, and some more; as many rounds and passes as there were.
        """
        rows = [n, *(min(n, int(SLACK * seen) + 16) for seen in self.rows[1:])]
        tries = tuple(
            tuple(min(room * limit, int(SLACK * total) + 4 * limit) for total in seen or [0])
            for room, seen in zip(rows, self.tries, strict=True)
        )
        return Bounds(
            columns=self.columns,
            leading=self.leading,
            between=self.between,
            rows=tuple(rows),
            tries=tries,
            exceeded=exceeded,
        )


def extended(x: Tensor, value: int | bool = 0) -> Tensor:
    """Return a vector with one entry more."""
    return pad(x, (0, 1), value=value)
