"""The choice among the legal actions of a state: sampling, log-probability, entropy."""

import torch
from torch import Tensor
from torch.distributions import Distribution, constraints
from torch.distributions.constraints import Constraint


class MaskedCategorical(Distribution):
    """A categorical distribution in which illegal actions have logit minus infinity.

    Only what acting and the losses of TorchRL ask for, without argument checks: every row must
    have a finite logit, which the environment guarantees by never masking all actions.
    """

    has_rsample = False

    def __init__(self, logits: Tensor) -> None:
        super().__init__(logits.shape[:-1], validate_args=False)
        self.log_probs = logits.log_softmax(-1)

    @property
    def arg_constraints(self) -> dict[str, Constraint]:
        """None is checked."""
        return {}

    @property
    def support(self) -> Constraint:
        """Action numbers."""
        return constraints.nonnegative_integer

    @property
    def mode(self) -> Tensor:
        """The most probable action, the first of equals."""
        return self.log_probs.argmax(-1)

    @property
    def deterministic_sample(self) -> Tensor:
        """TorchRL's name of the mode."""
        return self.mode

    def sample(self, sample_shape: torch.Size | list[int] | tuple[int, ...] = ()) -> Tensor:
        """Draw one action for each row by inversion: one random number instead of a row of them.

        An action of probability 0 is never drawn: the running sum does not rise there.
        """
        if sample_shape:
            raise NotImplementedError("One sample for each row; expand the logits for more.")
        return self.drawn_by(torch.rand(self.log_probs.shape[:-1], device=self.log_probs.device))

    def drawn_by(self, uniform: Tensor) -> Tensor:
        """The actions that numbers of [0, 1), one for each row, draw."""
        sums = self.log_probs.exp().cumsum(-1, dtype=torch.float64)
        return (sums <= uniform.unsqueeze(-1) * sums[..., -1:]).sum(-1)

    def log_prob(self, value: Tensor) -> Tensor:
        """Log-probability of one action for each row."""
        return self.log_probs.gather(-1, value.unsqueeze(-1)).squeeze(-1)

    def entropy(self) -> Tensor:
        """Entropy in nats; illegal actions add nothing, and no NaN to the gradient."""
        legal = self.log_probs.masked_fill(self.log_probs == -torch.inf, 0.0)
        return -(self.log_probs.exp() * legal).sum(-1)
