"""Memory of expert iteration: what is known of each training query, and the frames of its proof.

Dimension key: Q queries, P places of the buffer, L places in use, F frames of new proofs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict import TensorDict, TensorDictBase
from torch import Tensor

from symbolic_rl.base.run_dir import Value
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.derivations.proof_frames import Choice
from symbolic_rl.search import SearchResult

PROVED_ONE_IN = 4
"""One search in this many is of a query that has a proof, which a better policy may shorten."""

ROUND_BUDGETS = 4
"""First budgets, for each search of a round, that the queries which failed before may use up."""


@dataclass(frozen=True)
class Noted:
    """News of a round, by the numbers of the queries."""

    imitated: list[int]
    """Queries whose proof is to be imitated from now on."""
    new: list[int]
    """Queries that had no proof before."""
    shorter: list[int]
    """Queries whose proof is shorter than the one before."""


@dataclass
class Course:
    """Counts by which training ends."""

    rounds: int = 0
    inferences: int = 0
    """Inferences of all searches."""
    idle: int = 0
    """Rounds since the last news: a new proof of a given query, a shorter one, good proposals."""
    inferences_at_news: int = 0
    news_round: int = 0
    """Round in which a proof of a given query was last found or shortened."""
    sure: int = 0
    """Rounds in a row in which no search has failed."""


@dataclass
class Ledger:
    """Knowledge of Q training queries; all arrays are [Q] int64."""

    budget: IntArray
    """Inferences of the next search."""
    failures: IntArray
    """Searches without a proof."""
    length: IntArray
    """Steps of the shortest known proof; 0 where there is none."""
    round: IntArray
    """Round in which the first proof was found, from 1; 0 where there is none."""
    inferences: IntArray
    """Inferences of all searches until the first proof, or so far."""
    proof: IntArray
    """Digest of the choices of the proof that is imitated; 0 where there is none."""
    exhausted: IntArray
    """1 where a search was exhausted and lost nothing: there is no proof."""

    @classmethod
    def blank(cls, n: int, budget: int) -> Self:
        """Return a ledger of ``n`` queries that were not searched yet."""
        return cls(np.full(n, budget), *(np.zeros(n, np.int64) for _ in range(6)))

    def __len__(self) -> int:
        return len(self.budget)

    def expect(self, n: int) -> None:
        """Refuse numbers of a checkpoint that no session of ``n`` queries has left.

        Raises:
            ValueError: names the array.
        """
        for name, array in vars(self).items():
            least = 1 if name == "budget" else 0
            if array.shape != (n,) or array.dtype != np.int64 or array.min(initial=least) < least:
                raise ValueError(f"ledger: {name}")

    def extend(self, n: int, budget: int) -> None:
        """Add ``n`` queries that were not searched yet."""
        new = vars(self.blank(n, budget))
        vars(self).update({key: np.concatenate([x, new[key]]) for key, x in vars(self).items()})

    @property
    def is_proved(self) -> NDArray[np.bool_]:
        """[Q] bool: a proof is known."""
        return self.length > 0

    @property
    def is_open(self) -> NDArray[np.bool_]:
        """[Q] bool: there may be a proof, and none is known."""
        is_open: NDArray[np.bool_] = ~self.is_proved & (self.exhausted == 0)
        return is_open

    def choose(
        self, rng: np.random.Generator, n: int, first_budget: int, *, fills_up: bool
    ) -> IntArray:
        """Return the queries of a round: half of them failed before, others are new, some proved.

        Where one kind is short of queries, the others take its places. Budgets together are at most
        ``ROUND_BUDGETS`` first ones for each search: a few hard queries, which may have no proof
        at all, do not hold up what is learned from the others.

        Args:
            rng: shuffles the queries.
            n: searches of a round.
            first_budget: budget of a query that was not searched yet.
            fills_up: give places that are left to proved queries.
        """
        # Shuffled first, so that ties below are broken at random.
        shuffled = rng.permutation(len(self))
        is_open, failures = self.is_open[shuffled], self.failures[shuffled]
        failed, new = shuffled[is_open & (failures > 0)], shuffled[is_open & (failures == 0)]
        proved = shuffled[self.is_proved[shuffled]]
        if not failed.size + new.size + proved.size:
            return shuffled[:1]  # all were exhausted: there is nothing better to search
        # those that failed least come first, but three failures and more are all the same, and a
        # draw lets every query come back
        tries = np.minimum(self.failures[failed], 3) + 2 * rng.random(failed.size)
        failed = failed[np.argsort(tries, kind="stable")]
        # Proved queries keep a quarter of the places: a better policy may shorten their proofs.
        n_again = min(n // PROVED_ONE_IN, proved.size)
        n_open = n - n_again
        n_failed = min(failed.size, max(n_open // 2, n_open - new.size))
        # Budgets double on failure; a few dear queries must not use up the round.
        costs = np.cumsum(self.budget[failed[:n_failed]])
        affordable = int((costs <= ROUND_BUDGETS * n * first_budget).sum())
        n_failed = min(n_failed, max(1, affordable))  # one at least, however dear, if there is room
        chosen = np.concatenate([failed[:n_failed], new])[:n_open]
        capacity = n - chosen.size if fills_up else n_again
        return np.concatenate([chosen, proved[:capacity]])

    def note(self, results: Mapping[int, SearchResult], round_number: int, most: int) -> "Noted":
        """Note the results of a round, by query; ``most`` is the largest budget."""
        imitated, new, shorter = list[int](), list[int](), list[int]()
        for query, result in results.items():
            known = self.length[query]
            if self._note(query, result, round_number, most):
                imitated.append(query)
            if result.answers and not known:
                new.append(query)
            if result.answers and len(result.answers[0].choices) < known:
                shorter.append(query)
        return Noted(imitated, new, shorter)

    def rows(self) -> list[dict[str, Value]]:
        """Return a row for each query; ``round`` and ``steps`` are 0 without a proof.

        The ``next_budget`` is 0 where a search was exhausted.
        """
        next_budget = np.where(self.exhausted > 0, 0, self.budget)
        columns = self.round, self.inferences, self.length, next_budget
        names = "round", "inferences", "steps", "next_budget"
        each = zip(*(column.tolist() for column in columns), strict=True)
        return [dict(zip(names, numbers, strict=True)) for numbers in each]

    def _note(self, query: int, result: SearchResult, round_number: int, most: int) -> bool:
        """Note the result of a search; tell whether its proof takes the place of the known one.

        A proof as long as the known one takes its place: of all shortest proofs of a query, the one
        that the policy finds by itself contradicts the fewest of its other habits. A proof that is
        imitated already is left as it is.
        """
        known = self.length[query]
        if not known:
            self.inferences[query] += result.inferences
        if result.answers:
            choices = result.answers[0].choices
            length, digest = len(choices), _digest(choices)
            if not known:
                self.round[query] = round_number
            if known and (length > known or (length == known and digest == self.proof[query])):
                return False
            self.length[query], self.proof[query] = length, digest
            return True
        if not known:
            self.failures[query] += 1
            self.budget[query] = min(most, 2 * self.budget[query])
            self.exhausted[query] = int(result.complete)
        return False


def _digest(choices: Sequence[Choice]) -> int:
    """Return 63 bits that tell a proof from others of its query."""
    digest = blake2b(np.array(choices, np.int64).tobytes(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1


class ProofBuffer:
    """Frames of one proof of each query, drawn from uniformly.

    A proof that is replaced leaves places that the next proofs are written to: the buffer grows
    with the queries that are proved, not with the rounds of training.

    Dimension key: P places of the storage, L places in use, F frames of new proofs.
    """

    def __init__(self) -> None:
        self._frames: TensorDictBase = TensorDict(batch_size=[0])
        """[P]"""
        self._places: dict[int, Tensor] = {}
        """Query -> places of its frames."""
        self._live = torch.zeros(0, dtype=torch.int64)
        """[L] places of all queries."""
        self._free = torch.zeros(0, dtype=torch.int64)
        """[P - L]"""

    def __len__(self) -> int:
        return len(self._live)

    def __contains__(self, query: int) -> bool:
        return query in self._places

    def replace(self, frames: TensorDictBase) -> None:
        """Keep ``frames`` [F] in place of the known ones of their queries, by the key ``query``."""
        # Places of proofs that are replaced are free for the frames of this call.
        queries = frames.get("query")
        numbers = list(dict.fromkeys(queries.tolist()))  # in order, so that a resumed run agrees
        left = [self._places.pop(query) for query in numbers if query in self._places]
        self._free = torch.cat([self._free, *left])
        self._grow(frames)
        places, self._free = self._free[: len(frames)], self._free[len(frames) :]
        self._frames[places] = frames
        self._places |= {query: places[queries == query] for query in numbers}
        self._live = torch.cat(list(self._places.values()))

    def _grow(self, frames: TensorDictBase) -> None:
        """Make room for ``frames``: at least twice the places, so that few frames are copied."""
        missing, n = len(frames) - len(self._free), len(self._frames)
        if missing <= 0:
            return
        grown = frames.new_empty(n + max(n, missing))  # memory is committed when it is written
        if n:
            grown[:n] = self._frames
        self._free = torch.cat([self._free, torch.arange(n, len(grown))])
        self._frames = grown

    def sample(self, n: int) -> TensorDictBase:
        """Return [n] frames, drawn with replacement."""
        frames: TensorDictBase = self._frames[self._live[torch.randint(len(self._live), (n,))]]
        return frames

    def state(self) -> dict[str, Any]:
        """Return the frames [L] that are kept, for :meth:`load`."""
        return self._frames[self._live].to_dict() if len(self) else {}

    def load(self, state: dict[str, Any]) -> None:
        """Keep the frames of :meth:`state`."""
        if state:
            self.replace(TensorDict(state, batch_size=[len(state["query"])]))
