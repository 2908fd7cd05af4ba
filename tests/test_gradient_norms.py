"""Gradients of single trajectories equal those of a loop over trajectories, for every policy."""

import pytest
import torch
from tensordict import TensorDict
from torch import Tensor, nn

from symbolic_rl.errors import UnsupportedModuleError
from symbolic_rl.learn.gradient_norms import GradientRecorder, TrajectoryGradients
from symbolic_rl.policy import HEADS, DerivationPolicy, MaskedCategorical, make_policy
from symbolic_rl.policy.packing import Owners
from tests.test_policy import observations, shape

BOUND = {torch.float64: 1e-10, torch.float32: 1e-5}


def ragged(n_frames: int, seed: int) -> Tensor:
    """Trajectory of each frame: lengths from one frame to a third of them."""
    rng = torch.Generator().manual_seed(seed)
    cuts = torch.randperm(n_frames - 1, generator=rng)[: n_frames // 6] + 1
    return torch.zeros(n_frames, dtype=torch.int64).index_fill(0, cuts, 1).cumsum(0)


def frames(symbols: int, n: int = 96, seed: int = 0) -> tuple[TensorDict, Tensor, Tensor]:
    """Observations with forced moves, a legal action of each, and their trajectories."""
    td = observations(shape(symbols=symbols), n, seed)
    is_forced = torch.arange(n) % 5 == 0
    first = td["action_mask"].long().argmax(1)
    only = torch.zeros_like(td["action_mask"]).scatter(1, first[:, None], True)
    td["action_mask"] = torch.where(is_forced[:, None], only, td["action_mask"])
    td["clauses"] = td["clauses"] * td["action_mask"]
    td["candidates"] = td["candidates"] * td["action_mask"][..., None, None]
    torch.manual_seed(seed)
    actions = td["action_mask"].double().multinomial(1).squeeze(1)
    return td, actions, ragged(n, seed)


def recorded(
    policy: DerivationPolicy, td: TensorDict, actions: Tensor, trajectory: Tensor, weights: Tensor
) -> TrajectoryGradients:
    packing = policy.pack(td, trajectory)
    inputs = packing.take(None, policy.device)
    n = int(trajectory.max()) + 1
    with GradientRecorder(policy.head) as recorder:
        logits, _ = policy.head(inputs)
    log_probs = MaskedCategorical(logits).log_prob(actions)
    owners = inputs.owners(trajectory)
    return recorder.gradients((log_probs * weights).sum(), owners, n)


def looped(
    policy: DerivationPolicy, td: TensorDict, actions: Tensor, trajectory: Tensor, weights: Tensor
) -> list[Tensor]:
    """For each weight its gradient [n, ...], one trajectory at a time."""
    acting = [p for name, p in policy.head.named_parameters() if not name.startswith("value")]
    rows = []
    for i in range(int(trajectory.max()) + 1):
        here = (trajectory == i).nonzero().squeeze(1)
        logits, _ = policy.evaluate(policy.pack(td[here]))
        total = (MaskedCategorical(logits).log_prob(actions[here]) * weights[here]).sum()
        rows.append(torch.autograd.grad(total, acting))
    return [torch.stack(gradients) for gradients in zip(*rows, strict=True)]


def policy_of(name: str, dtype: torch.dtype, symbols: int, dim: int) -> DerivationPolicy:
    torch.manual_seed(1)
    policy = make_policy(name, shape(symbols=symbols), dim=dim)
    for bias in (p for p in policy.parameters() if p.shape[-1] == 1):
        nn.init.normal_(bias)
    return policy.to(dtype)


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize("dtype", BOUND)
@pytest.mark.parametrize(("symbols", "dim"), [(9, 16), (2000, 16), (40, 7)])
def test_norms_and_weighted_gradients_equal_those_of_single_trajectories(
    name: str, dtype: torch.dtype, symbols: int, dim: int
) -> None:
    """Dimension 7 is not aligned; with 16 some trajectories have many rows and some few."""
    policy = policy_of(name, dtype, symbols, dim)
    td, actions, trajectory = frames(symbols)
    weights = torch.rand(len(actions), dtype=dtype) + 0.5
    gradients = recorded(policy, td, actions, trajectory, weights)
    expected = looped(policy, td, actions, trajectory, weights)
    squares = sum(g.double().flatten(1).square().sum(1) for g in expected)
    coefficients = torch.randn(gradients.n, dtype=dtype)
    policy.zero_grad()
    gradients.add_to_grad(coefficients)
    acting = [p for key, p in policy.head.named_parameters() if not key.startswith("value")]

    assert (squares == 0).any() and (squares > 0).any()  # a trajectory of forced moves only
    error = (gradients.squared_norms.double() - squares).abs() / squares.clamp_min(1e-12)
    assert float(error.max()) <= BOUND[dtype]
    for weight, single in zip(acting, expected, strict=True):
        combined = (coefficients.double() @ single.double().flatten(1)).view_as(weight)
        assert weight.grad is not None
        distance = (weight.grad.double() - combined).norm()
        assert float(distance) <= BOUND[dtype] * float(combined.norm())


@pytest.mark.parametrize("name", HEADS)
def test_parts_of_a_packing_have_the_norms_of_the_whole(name: str) -> None:
    policy = policy_of(name, torch.float64, 40, 16)
    td, actions, trajectory = frames(40)
    weights = torch.ones(len(actions), dtype=torch.float64)
    whole = recorded(policy, td, actions, trajectory, weights).squared_norms
    packing = policy.pack(td, trajectory)
    parts = []
    for few in torch.arange(len(whole)).split(5):
        chosen = torch.isin(trajectory, few).nonzero().squeeze(1)
        inputs = packing.take(chosen, policy.device)
        local = trajectory[chosen] - few[0]
        with GradientRecorder(policy.head) as recorder:
            logits, _ = policy.head(inputs)
        total = MaskedCategorical(logits).log_prob(actions[chosen]).sum()
        parts.append(recorder.gradients(total, inputs.owners(local), len(few)).squared_norms)

    torch.testing.assert_close(torch.cat(parts), whole, rtol=1e-12, atol=1e-14)


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
    gradients = recorder.gradients(out.sum(), frames_only(owner), int(owner.max()) + 1)
    used = [p for name, p in net.named_parameters() if name.split(".")[0] in Layers.ROWS]
    for i, norm in enumerate(gradients.squared_norms):
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


def test_recording_leaves_the_policy_as_it_was() -> None:
    policy = policy_of("resolvent", torch.float32, 9, 16)
    td, actions, trajectory = frames(9)
    before = policy.evaluate(policy.pack(td))[0]
    recorded(policy, td, actions, trajectory, torch.ones(len(actions)))

    assert not any(getattr(m, "calls_layers", False) for m in policy.modules())
    assert not any(m._forward_hooks for m in policy.head.modules())
    assert torch.equal(policy.evaluate(policy.pack(td))[0], before)


@pytest.mark.cuda
@pytest.mark.parametrize("name", HEADS)
def test_norms_on_a_gpu_equal_those_on_the_cpu(name: str) -> None:
    policy = policy_of(name, torch.float64, 40, 16)
    td, actions, trajectory = frames(40)
    weights = torch.ones(len(actions), dtype=torch.float64)
    here = recorded(policy, td, actions, trajectory, weights).squared_norms
    there = recorded(
        policy.cuda(), td, actions.cuda(), trajectory.cuda(), weights.cuda()
    ).squared_norms

    torch.testing.assert_close(there.cpu(), here, rtol=1e-10, atol=1e-14)
