"""Guide: what a search needs of a training, beside the checkpoint of its run.

It holds how training saw symbols and clauses, the view, how the policy is read, and the weights for
C. So a goal is searched for without the queries of the training, and before torch is imported.

Dimension key: as in :mod:`symbolic_rl.search.network`.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import SearchConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.engine import PrologEngine
from symbolic_rl.play.known_ids import KnownIds, Trained
from symbolic_rl.play.problem import Problem
from symbolic_rl.play.views import Viewer
from symbolic_rl.program.program import Program, Query
from symbolic_rl.search.network import ARRAYS, Network, NetworkWeights
from symbolic_rl.search.space import Advice, Order, Page, Space


def viewer_of(trained: Problem | Trained, program: Program) -> Viewer:
    """Return a viewer that shows the symbols of ``program`` with the ids of a training."""
    return Viewer(trained.ids.view, trained.ids.translated(program.vocabulary))


@dataclass(frozen=True)
class Guide:
    """Ids, reading and weights of a trained policy; :meth:`to_bytes` keeps them."""

    ids: KnownIds
    reading: SearchConfig
    weights: NetworkWeights

    def to_bytes(self) -> bytes:
        """Return the guide as a line of JSON and, behind it, its arrays."""
        weights = self.weights
        arrays = {name: getattr(weights, name) for name in ARRAYS}
        about = {
            "ids": self.ids.state(),
            "reading": asdict(self.reading),
            "n_symbols": weights.n_symbols,
            "reads_candidates": weights.reads_candidates,
            "compares": weights.compares,
            "first_name": weights.first_name,
            "shapes": {name: array.shape for name, array in arrays.items()},
        }
        parts = [json.dumps(about).encode() + b"\n"]
        return b"".join(parts + [array.tobytes() for array in arrays.values()])

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what :meth:`to_bytes` has written, and check all that C relies on.

        Raises:
            ValueError: it is no guide, or a damaged one; LookupError, TypeError or ConfigError
                also say so.
        """
        line, _, rest = data.partition(b"\n")
        about: dict[str, Any] = json.loads(line)
        at, arrays = 0, {}
        for name in ARRAYS:
            shape = tuple(int(n) for n in about["shapes"][name])
            count = int(np.prod(shape, dtype=np.int64))
            arrays[name] = np.frombuffer(rest, np.float32, count, at).reshape(shape)
            at += 4 * count
        weights = NetworkWeights(
            **arrays,
            n_symbols=int(about["n_symbols"]),
            reads_candidates=bool(about["reads_candidates"]),
            compares=bool(about["compares"]),
            first_name=int(about["first_name"]),
        )
        ids = KnownIds.from_state(about["ids"])
        ids.view.expect()
        if not 0 <= ids.n_own < 2**31 - 1 - len(ids.others):
            raise ValueError("a number of clauses out of range")
        weights.expect(ids.view.goal_width)
        return cls(ids, SearchConfig(**about["reading"]), weights)


def read_guide(run: RunDirectory) -> Guide | None:
    """Return the guide of a run; None without a whole one of its checkpoint."""
    data = run.load_guide()
    if data is None:
        return None
    try:
        return Guide.from_bytes(data)
    except (ValueError, LookupError, TypeError, AttributeError, ConfigError, RecursionError):
        return None  # the checkpoint then says what is wrong, if it is damaged too


class GuideOrder:
    """Order of candidates that C computes with given weights, as a part of a :class:`.Space`.

    Args:
        guide: of a training on the program.
        trained: its ids and settings.
        program: the program, with the goal to be proved.
        open_order: opens the policy itself, which a recorded search asks.
    """

    def __init__(
        self,
        guide: Guide,
        trained: Trained,
        program: Program,
        open_order: Callable[[], Order],
    ) -> None:
        self._open_order = cache(open_order)
        viewer, config = viewer_of(trained, program), trained.env_config
        clauses = trained.ids.clause_ids(program)
        self._network = Network(guide.weights, viewer, clauses, config.n_candidates)
        self._width, self._settings = config.n_candidates - config.refuse, guide.reading

    def space(self, engine: PrologEngine, query: Query) -> Space:
        """Return the search space of a query."""
        return Space(engine, query, width=self._width, order=self, settings=self._settings)

    def network(self) -> int:
        """Return the address of the weights in C (``network_t``)."""
        return self._network.address

    def __call__(self, states: TokenBatch, page: Page, wanted: NDArray[np.bool_]) -> Advice:
        """Ask the policy; see :data:`symbolic_rl.search.space.Order`."""
        return self._open_order()(states, page, wanted)
