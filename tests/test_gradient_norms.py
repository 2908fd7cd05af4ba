"""Gradients of single trajectories equal the gradients from a loop over them, for every policy."""

from typing import NamedTuple

import pytest
import torch
from tensordict import TensorDict
from torch import Tensor, nn

from symbolic_rl.base.errors import UnsupportedModuleError
from symbolic_rl.learn.norms import gradient_norms
from symbolic_rl.learn.norms.derivation_norms import GradientRecorder
from symbolic_rl.learn.norms.gradient_norms import MoveGradients
from symbolic_rl.policy import DerivationPolicy, MaskedCategorical
from symbolic_rl.policy.batch import Owners
from tests.problems import SYMBOL_HEADS
from tests.test_policy import observations, policy_of, shape

BOUND = {torch.float64: 1e-10, torch.float32: 1e-5}


def ragged(n_frames: int, seed: int) -> Tensor:
    """Trajectory of each frame: lengths from one frame to a third of them."""
    rng = torch.Generator().manual_seed(seed)
    cuts = torch.randperm(n_frames - 1, generator=rng)[: n_frames // 6] + 1
    return torch.zeros(n_frames, dtype=torch.int64).index_fill(0, cuts, 1).cumsum(0)


class PolicyAlone(NamedTuple):
    """Moves, and trajectories that make them, some of them more than once."""

    observation: TensorDict
    action: Tensor
    move: Tensor
    """[E] which move a trajectory makes next."""
    trajectory: Tensor
    """[E], ascending."""

    @property
    def n(self) -> int:
        return int(self.trajectory.max()) + 1


def stepped(symbols: int, n: int = 60, seed: int = 0) -> PolicyAlone:
    """Observations with forced moves, a legal action of each, and trajectories over them."""
    td = observations(shape(symbols=symbols), n, seed)
    is_forced = torch.arange(n) % 5 == 0
    first = td["action_mask"].long().argmax(1)
    only = torch.zeros_like(td["action_mask"]).scatter(1, first[:, None], True)
    td["action_mask"] = torch.where(is_forced[:, None], only, td["action_mask"])
    td["clauses"] = td["clauses"] * td["action_mask"]
    td["candidates"] = td["candidates"] * td["action_mask"][..., None, None]
    torch.manual_seed(seed)
    actions = td["action_mask"].double().multinomial(1).squeeze(1)
    move = torch.randint(n, (2 * n,))
    trajectory = ragged(2 * n, seed)
    move[trajectory == trajectory.max()] = 0  # a trajectory of forced moves only
    return PolicyAlone(td, actions, move, trajectory)


def recorded(policy: DerivationPolicy, made: PolicyAlone) -> MoveGradients:
    each = torch.arange(len(made.action))
    inputs, there = policy.send(policy.batch(made.observation).apart().take(), each=each)
    with GradientRecorder(policy.head) as recorder:
        logits, _ = policy.head(inputs)
    log_probs = MaskedCategorical(logits).log_prob(made.action)
    return recorder.gradients(log_probs.sum(), inputs.owners(there["each"]), len(each))


def looped(policy: DerivationPolicy, made: PolicyAlone, weights: Tensor) -> Tensor:
    """Squared norms [n], one trajectory at a time."""
    acting = [p for name, p in policy.head.named_parameters() if not name.startswith("value")]
    squares = []
    for i in range(made.n):
        here = made.trajectory == i
        few = made.move[here]
        logits, _ = policy.evaluate(policy.batch(made.observation[few]))
        total = (MaskedCategorical(logits).log_prob(made.action[few]) * weights[here]).sum()
        gradients = torch.autograd.grad(total, acting, allow_unused=True)
        squares.append(sum(g.double().square().sum() for g in gradients if g is not None))
    return torch.stack([torch.as_tensor(square) for square in squares])


@pytest.mark.parametrize("name", SYMBOL_HEADS)
@pytest.mark.parametrize("dtype", BOUND)
@pytest.mark.parametrize(
    ("symbols", "dim", "regime"),
    [(9, 16, "pairs of rows"), (9, 16, "blocks"), (2000, 16, "symbol by symbol"), (40, 7, "")],
)
def test_norms_equal_those_of_single_trajectories(
    name: str,
    dtype: torch.dtype,
    symbols: int,
    dim: int,
    regime: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Dimension 7 is not aligned."""
    if regime:
        monkeypatch.setattr(gradient_norms, "GRAM", 0.0 if regime == "blocks" else 10.0)
        monkeypatch.setattr(gradient_norms, "COUNTS", 0 if "symbol" in regime else 10**9)
    policy = policy_of(name, shape(symbols=symbols), seed=1, dim=dim).to(dtype)
    made = stepped(symbols)
    weights = torch.rand(len(made.move), dtype=dtype) + 0.5
    squares = looped(policy, made, weights)
    found = recorded(policy, made).squared_norms(made.move, weights, made.trajectory, made.n)

    assert (squares == 0).any() and (squares > 0).any()
    error = (found.double() - squares).abs() / squares.clamp_min(1e-12)
    assert float(error.max()) <= BOUND[dtype]


class Layers(nn.Module):
    """Layer norm, an embedding used twice, and a linear layer used twice and on two axes."""

    ROWS = {"symbol": "frames", "norm": "frames", "linear": "frames", "twice": "frames"}  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.symbol = nn.Embedding(12, 8, padding_idx=0)
        self.norm = nn.LayerNorm(8)
        self.linear = nn.Linear(8, 4)
        self.twice = nn.Linear(4, 4, bias=False)
        self.odd = nn.Bilinear(8, 8, 4)
        self.raw = nn.Parameter(torch.ones(4))

    def forward(self, ids: Tensor) -> Tensor:
        """[R], from [R, 3] ids."""
        first, second = self.symbol(ids), self.symbol((ids + 5) % 12)
        hidden = self.twice(self.linear(self.norm(first + second)).tanh())  # [R, 3, 4]
        return self.twice(hidden.sum(1)).tanh().sum(1)


def frames_only(owner: Tensor) -> Owners:
    return Owners(owner[:0], owner[:0], owner, owner[:0])


def test_layer_norms_and_layers_that_are_used_again_are_exact() -> None:
    torch.manual_seed(0)
    net, ids, owner = Layers().double(), torch.randint(12, (40, 3)), ragged(40, 3)
    with GradientRecorder(net) as recorder:
        out = net(ids)
    n, every = int(owner.max()) + 1, torch.arange(int(owner.max()) + 1)
    gradients = recorder.gradients(out.sum(), frames_only(owner), n)
    norms = gradients.squared_norms(every, torch.ones(n).double(), every, n)
    used = [p for name, p in net.named_parameters() if name.split(".")[0] in Layers.ROWS]
    for i, norm in enumerate(norms):
        single = torch.autograd.grad(net(ids[owner == i]).sum(), used)
        expected = sum(g.square().sum() for g in single)
        assert float(abs(norm - expected) / expected) < 1e-10


def test_an_unsupported_module_is_named() -> None:
    net, ids, owner = Layers(), torch.randint(12, (6, 3)), torch.zeros(6, dtype=torch.int64)
    cases = {
        "odd .Bilinear": lambda: net(ids) + net.odd(torch.ones(6, 8), torch.ones(6, 8)).sum(1),
        "raw .Layers": lambda: net(ids) * net.raw.sum(),
        "twice.weight, used without": lambda: net(ids) + net.twice.weight.sum(),
        "outside": lambda: net(ids) + nn.Parameter(torch.ones(1)),
    }
    for message, compute in cases.items():
        with GradientRecorder(net) as recorder:
            total = compute().sum()
        with pytest.raises(UnsupportedModuleError, match=message):
            recorder.gradients(total, frames_only(owner), 1)


@pytest.mark.cuda
@pytest.mark.parametrize("name", SYMBOL_HEADS)
def test_norms_on_a_gpu_equal_those_on_the_cpu(name: str) -> None:
    policy, made = policy_of(name, shape(), seed=1).double(), stepped(40)
    weights = torch.ones(len(made.move), dtype=torch.float64)
    here = recorded(policy, made).squared_norms(made.move, weights, made.trajectory, made.n)
    there = recorded(policy.cuda(), made._replace(action=made.action.cuda())).squared_norms(
        made.move.cuda(), weights.cuda(), made.trajectory.cuda(), made.n
    )
    torch.testing.assert_close(there.cpu(), here, rtol=1e-10, atol=1e-14)
