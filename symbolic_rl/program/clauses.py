"""Clauses of a program as columns, to avoid an object for each of a million facts. Torch-free."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from symbolic_rl.bridge.tokens import IntArray, TokenArray
from symbolic_rl.program.vocabulary import Columns

QUERY_CLAUSE, FIRST_CLAUSE = 3, 4
"""Clause ids of ``$query`` and of a program's first clause; 0 padding, 1 more, 2 refuse."""


@dataclass(frozen=True)
class Clause:
    """Clause of a program, with its origin."""

    id: int
    predicate: str
    """Name and arity, such as ``append/3``."""
    kind: str  # user, grammar, library, or the construct it was compiled from: or, if, each
    file: str
    line: int
    n_goals: int  # number of goals in its body


class Origin(NamedTuple):
    """Fields of a :class:`Clause` shared by many clauses."""

    predicate: str
    kind: str
    file: str


@dataclass(frozen=True, eq=False)
class Clauses(Columns[Clause]):
    """C clauses, numbered from ``FIRST_CLAUSE``; indexing makes a :class:`Clause`.

    >>> clauses = Clauses((Origin("p/1", "user", "p.pl"),), *np.array([[0, 0], [1, 2], [0, 3]]))
    >>> clauses[1].id, clauses[1].line, clauses.counts(clauses.n_goals == 0)
    (5, 2, {Origin(predicate='p/1', kind='user', file='p.pl'): 1})
    """

    origins: tuple[Origin, ...]  # distinct origins, in order of their first clause
    origin: TokenArray  # [C] int32: index of the origin
    line: TokenArray  # [C] int32, from 1
    n_goals: TokenArray  # [C] int32: goals of the body

    def __len__(self) -> int:
        return self.origin.size

    def item(self, i: int) -> Clause:
        """Return the clause of index ``i``, whose id is ``FIRST_CLAUSE + i``."""
        predicate, kind, file = self.origins[self.origin[i]]
        line, n_goals = int(self.line[i]), int(self.n_goals[i])
        return Clause(FIRST_CLAUSE + i, predicate, kind, file, line, n_goals)

    def counts(self, among: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> dict[Origin, int]:
        """Count the clauses in the mask [C] by origin."""
        counts: IntArray = np.bincount(self.origin[among], minlength=len(self.origins))
        pairs = zip(self.origins, counts.tolist(), strict=True)
        return {origin: n for origin, n in pairs if n}

    def of_kinds(self, *kinds: str) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        """Return a mask [C] of the clauses of some kinds."""
        wanted = np.array([origin.kind in kinds for origin in self.origins], bool)
        found: np.ndarray[tuple[int], np.dtype[np.bool_]] = wanted[self.origin]
        return found
