"""Head, the network of a policy: its interface, the sizes it is built for, its distribution.

Dimension key: see :mod:`symbolic_rl.policy.batch`.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

import torch
from tensordict import TensorDictBase
from torch import Tensor, nn
from torch.distributions import Distribution, constraints
from torch.distributions.constraints import Constraint

from symbolic_rl.bridge.schema import CandidateKeys
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.policy.batch import Batch, Staged, pack
from symbolic_rl.policy.structure import StructurePart
from symbolic_rl.policy.weights import NetworkWeights


def replace_unknown(ids: Tensor, size: int, instead: int) -> Tensor:
    """Replace ids of symbols newer than the weights, which a user's goal may contain."""
    return ids.masked_fill(ids >= size, instead)


MOST_CLAUSES = 2**16
"""Most clauses with weights of their own; later ones share an unknown clause's weights."""


@dataclass(frozen=True, kw_only=True)
class PolicyShape:
    """Sizes of observations; saved with the weights, so loading needs no environment."""

    vocabulary_size: int  # ids of the view, padding included
    n_names: int = 0  # the last of these ids: symbols that occur only in queries
    n_clauses: int  # clause ids, padding and special actions included
    n_candidates: int  # width of the action window
    n_goals: int  # goals of a resolvent that are shown
    goal_width: int  # slots of a goal that are shown

    @classmethod
    def for_problem(cls, problem: Problem) -> Self:
        """Return the sizes that all environments of a problem have."""
        view = problem.view
        return cls(
            vocabulary_size=problem.vocabulary.size,
            n_names=problem.vocabulary.n_names,
            n_clauses=min(
                problem.known.n_clauses if problem.known else problem.n_clauses, MOST_CLAUSES
            ),
            n_candidates=problem.env_config.n_candidates,
            n_goals=view.n_goals,
            goal_width=view.goal_width,
        )

    @property
    def id_dtype(self) -> torch.dtype:
        """Smallest type that holds every id of an observation: int16 or int32."""
        fits = max(self.vocabulary_size, self.n_clauses) <= 2**15
        return torch.int16 if fits else torch.int32


class MaskedCategorical(Distribution):
    """Categorical distribution over actions; illegal actions have logit minus infinity.

    It has the methods that acting and TorchRL's losses use, and checks no arguments. Every row must
    have a finite logit: environments never mask all actions.

    >>> choice = MaskedCategorical(torch.tensor([[0.0, -torch.inf, 0.0]]))
    >>> choice.log_probs.exp()
    tensor([[0.5000, 0.0000, 0.5000]])
    """

    has_rsample = False
    arg_constraints: ClassVar[dict[str, Constraint]] = {}  # arguments are not checked
    support = constraints.nonnegative_integer

    def __init__(self, logits: Tensor) -> None:
        super().__init__(logits.shape[:-1], validate_args=False)
        self.log_probs = logits.log_softmax(-1)

    @property
    def mode(self) -> Tensor:
        """Most probable action, the first of equals."""
        return self.log_probs.argmax(-1)

    @property
    def deterministic_sample(self) -> Tensor:
        """Mode, by TorchRL's name."""
        return self.mode

    def sample(self, sample_shape: torch.Size | list[int] | tuple[int, ...] = ()) -> Tensor:
        """Draw one action for each row by inversion, from one random number each."""
        if sample_shape:
            raise NotImplementedError("One sample for each row; expand the logits for more.")
        return self.draw(torch.rand(self.log_probs.shape[:-1], device=self.log_probs.device))

    def draw(self, uniform: Tensor) -> Tensor:
        """Return the actions that numbers in [0, 1), one per row, select by inversion."""
        # The running sum does not rise at an illegal action, so it is never selected. float64, and
        # scaled by the last sum, so that rounding cannot select beyond the last legal action.
        sums = self.log_probs.exp().cumsum(-1, dtype=torch.float64)
        return (sums <= uniform.unsqueeze(-1) * sums[..., -1:]).sum(-1)

    def log_prob(self, value: Tensor) -> Tensor:
        """Return the log-probability of one action for each row."""
        return self.log_probs.gather(-1, value.unsqueeze(-1)).squeeze(-1)

    def entropy(self) -> Tensor:
        """Return the entropy in nats; illegal actions add 0, also to the gradient."""
        legal = self.log_probs.masked_fill(self.log_probs == -torch.inf, 0.0)
        return -(self.log_probs.exp() * legal).sum(-1)


class Head(nn.Module):
    """Network with a logit for each legal action and a value for each state.

    ``Head(shape, dim)`` builds it for the sizes of a :class:`.PolicyShape`. ``forward`` takes the
    result of a batch's ``take``, and returns logits [B, A], minus infinity for illegal actions, and
    values [B], both float32.

    A subclass has ``needs_candidates``, ``ROWS``, :meth:`read`, ``forward`` and :meth:`values`. It
    may have the other methods: :meth:`plain_weights` for searches in C and in workers,
    :meth:`counts` and :meth:`inputs_within` for environments on the policy's device, and
    :meth:`prefer_short` for ``body_cost``.
    """

    needs_candidates: ClassVar[bool]  # true if observations must have the key ``candidates``
    needs_structure: ClassVar[bool] = False  # true if they must have the key ``structure``
    knows_symbols: ClassVar[bool] = True  # false if the structure part is all there is
    ROWS: ClassVar[dict[str, str]]
    """Layer that the logits depend on -> meaning of its rows, a field of :class:`.Owners`."""

    def __init__(self, shape: PolicyShape) -> None:
        super().__init__()
        self.id_dtype = shape.id_dtype
        """Type in which ids cross to a device: int16 or int32."""
        self.structure: StructurePart | None = None
        """Structure part of the logits, of a head that needs structure."""

    @classmethod
    def shown(cls) -> CandidateKeys:
        """Return the keys of candidates that observations must have."""
        candidates = CandidateKeys.CANDIDATES if cls.needs_candidates else CandidateKeys.NOTHING
        return candidates | (
            CandidateKeys.STRUCTURE if cls.needs_structure else CandidateKeys.NOTHING
        )

    def _add_structure(self, logit_C: Tensor, structure_CF: Tensor) -> Tensor:
        """Return logits [C] of both parts; of the symbol part alone where nothing is described."""
        if self.structure is None or not len(structure_CF):
            return logit_C
        of_symbols, of_structure = self.structure.mix
        both: Tensor = of_symbols * logit_C + of_structure * self.structure(structure_CF)
        return both

    def batch(self, observation: TensorDictBase) -> Batch:
        """Batch flat observations."""
        get = observation.get
        candidates = get("candidates") if self.needs_candidates else None
        structure = get("structure") if self.needs_structure else None
        shown = get("goals"), candidates, get("clauses"), get("action_mask")
        return pack(self.read, *shown, structure)

    def counts(self, observation: TensorDictBase) -> list[Tensor]:
        """Return the sizes of a batch that depend on data, as scalars on its device."""
        return []

    def inputs_within(
        self, observation: TensorDictBase, capacity: tuple[int, ...], exceeded: Tensor
    ) -> Any:
        """Batch observations [B] for acting, on their device, without merging and without a wait.

        There is a capacity for each of :meth:`counts`; ``exceeded`` [] becomes True if one is too
        small, which spoils the batch. The first B logits and values belong to it, the others are
        dummies.
        """
        raise NotImplementedError

    def read(self, batch: Batch) -> Staged[Any]:
        """Compute the inputs of all frames of a batch."""
        raise NotImplementedError

    def batch_states(self, goals: Tensor) -> Batch:
        """Batch states [B, G, W] for :meth:`values` alone."""
        nothing = goals.new_zeros(len(goals), 1)
        return pack(self.read, goals, None, nothing, nothing.bool())

    def values(self, inputs: Any) -> Tensor:
        """Return the values [B] alone."""
        raise NotImplementedError

    def plain_weights(self) -> NetworkWeights | None:
        """Return the weights for C; None if C does not support this network."""
        return None

    def prefer_short(self, body_sizes: Tensor, cost: float) -> None:
        """Subtract ``cost`` times its body size [n_clauses] from the logit of each clause."""
        raise NotImplementedError
