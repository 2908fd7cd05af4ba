"""What a policy must know of an environment before it sees an observation."""

from dataclasses import asdict, dataclass
from typing import Protocol, Self

import torch
from torch import Tensor

from symbolic_rl.problem import Problem

ELLIPSIS = 1
"""View id of what is not shown."""


def known(ids: Tensor, size: int, instead: int) -> Tensor:
    """Replace ids that came after training: a goal typed by a user may bring new symbols."""
    return ids.masked_fill(ids >= size, instead)


class ShapeLike(Protocol):
    """The attributes a policy is built from; an environment's ``spec`` has them."""

    @property
    def vocabulary_size(self) -> int: ...  # noqa: D102
    @property
    def n_names(self) -> int: ...  # noqa: D102
    @property
    def n_clauses(self) -> int: ...  # noqa: D102
    @property
    def n_candidates(self) -> int: ...  # noqa: D102
    @property
    def n_goals(self) -> int: ...  # noqa: D102
    @property
    def goal_width(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, kw_only=True)
class PolicyShape:
    """The sizes of the observation; kept with the weights, so that a run needs no environment."""

    vocabulary_size: int
    """Ids of the view, padding included."""
    n_names: int = 0
    """How many of them, the last ones, are names: symbols that only queries mention."""
    n_clauses: int
    """Clause ids, padding and special actions included."""
    n_candidates: int
    """Width of the action window."""
    n_goals: int
    """Goals of a resolvent that are shown."""
    goal_width: int
    """Slots of a goal that are shown."""

    @classmethod
    def of(cls, spec: ShapeLike) -> Self:
        """Read the sizes off an environment's ``spec``."""
        return cls(**{name: getattr(spec, name) for name in cls.__dataclass_fields__})

    @classmethod
    def for_problem(cls, problem: Problem) -> Self:
        """The sizes that every environment of a problem has."""
        view = problem.viewer.view
        return cls(
            vocabulary_size=problem.program.vocabulary.size,
            n_names=problem.program.vocabulary.n_names,
            n_clauses=problem.n_clauses,
            n_candidates=problem.env_config.n_candidates,
            n_goals=view.n_goals,
            goal_width=view.goal_width,
        )

    @property
    def ids(self) -> torch.dtype:
        """The smallest type that holds every id of an observation: int16 or int32."""
        fits = max(self.vocabulary_size, self.n_clauses) <= 2**15
        return torch.int16 if fits else torch.int32

    def to_dict(self) -> dict[str, int]:
        """The sizes as a plain dictionary, for a checkpoint."""
        return asdict(self)
