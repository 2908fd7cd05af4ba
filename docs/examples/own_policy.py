"""Your own policy and your own loop: a network in plain torch, trained by TorchRL's PPO.

    python docs/examples/own_policy.py

symbolic-rl only provides the environment. Any module works that maps an observation to a logit for
each candidate; `action_mask` says which candidates there are.
"""

import torch
from tensordict.nn import TensorDictModule
from torch import Tensor, nn
from torchrl.collectors import Collector
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from symbolic_rl import DerivationEnv

ROLLOUT, EPOCHS, MINIBATCHES = 2048, 4, 4


class Encoder(nn.Module):
    """Lists of goals [..., G, W] to vectors [..., dim]: the sum over encoded goals."""

    def __init__(self, n_symbols: int, width: int, dim: int) -> None:
        super().__init__()
        self.symbols = nn.Embedding(n_symbols, dim, padding_idx=0)
        self.goal = nn.Sequential(nn.Linear(width * dim, dim), nn.ReLU(), nn.Linear(dim, dim))

    def forward(self, goals: Tensor) -> Tensor:
        """Encode goals; empty places add nothing."""
        encoded = self.goal(self.symbols(goals).flatten(-2))
        return (encoded * (goals[..., :1] > 0)).sum(-2)


class Scores(nn.Module):
    """A logit for each candidate: the product of its encoding and the state's encoding."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, goals: Tensor, candidates: Tensor) -> Tensor:
        """Return logits [..., A]."""
        return (self.encoder(candidates) * self.encoder(goals).unsqueeze(-2)).sum(-1)


def main(total_frames: int = 40_960, dim: int = 32) -> float:
    """Train on `countries_s1`; return the share of the last episodes that ended in a proof."""
    torch.manual_seed(0)
    env = DerivationEnv("countries_s1", 64)
    sizes = env.problem.sizes
    encoder = Encoder(sizes["view_ids"], sizes["W"], dim)
    scores = TensorDictModule(Scores(encoder), ["goals", "candidates"], ["logits"])
    actor = ProbabilisticActor(
        scores, {"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical, return_log_prob=True,
    )  # fmt: skip
    critic = ValueOperator(nn.Sequential(encoder, nn.Linear(dim, 1)), ["goals"])
    advantage = GAE(gamma=0.99, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss.parameters(), lr=3e-3)
    options = {"total_frames": total_frames, "auto_register_policy_transforms": False}
    collector = Collector(env, actor, frames_per_batch=ROLLOUT, **options)
    for rollout in collector:
        for _ in range(EPOCHS):
            advantage(rollout)
            for part in rollout.flatten()[torch.randperm(ROLLOUT)].chunk(MINIBATCHES):
                losses = loss(part)
                optimizer.zero_grad()
                sum(x for name, x in losses.items() if name.startswith("loss_")).backward()
                optimizer.step()
        ended = rollout["next", "done"]
        proved = rollout["next", "reward"][ended].mean().item()
        print(f"proved {proved:.2f} of {int(ended.sum())} episodes")
    return proved


if __name__ == "__main__":
    main()
