"""Baselines: by hand, and their gradients against the true one on an enumerated program."""

from collections.abc import Iterator

import pytest
import torch
from torch import Tensor

from symbolic_rl.learn.baselines import BASELINES, GroupReturns, logit_norms
from tests.enumeration import Tree, tree_of

RETURNS = torch.tensor([[1.0, 0.0, 0.0, 1.0]])
WEIGHTS = torch.tensor([[1.0, 2.0, 3.0, 4.0]])


def advantages(name: str, returns: Tensor = RETURNS, **changes: Tensor) -> list[float]:
    groups = GroupReturns(returns, torch.arange(returns.numel()), weights=WEIGHTS)
    for key, value in changes.items():
        setattr(groups, key, value)
    found: list[float] = BASELINES[name].advantages(groups).tolist()
    return found


def test_advantages_by_hand() -> None:
    spread = (1 / 3) ** 0.5

    assert advantages("group") == pytest.approx(
        [0.5 / spread, -0.5 / spread, -0.5 / spread, 0.5 / spread], abs=1e-5
    )
    assert advantages("rloo") == pytest.approx([2 / 3, -2 / 3, -2 / 3, 2 / 3])
    assert advantages("eob_loo") == pytest.approx([1 - 4 / 9, -5 / 8, -5 / 7, 1 - 1 / 6])
    assert advantages("logit_loo") == advantages("eob_loo")
    assert advantages("eob") == pytest.approx([0.5, -0.5, -0.5, 0.5])


@pytest.mark.parametrize("name", ["rloo", "logit_loo", "eob_loo"])
def test_what_leaves_one_out_does_not_see_its_own_return_or_weight(name: str) -> None:
    before = RETURNS[0, 0] - advantages(name)[0]
    returns, weights = RETURNS.clone(), WEIGHTS.clone()
    returns[0, 0], weights[0, 0] = 7.0, 50.0
    after = 7.0 - advantages(name, returns, weights=weights)[0]

    assert after == pytest.approx(float(before))


def test_without_any_weight_the_others_count_alike() -> None:
    nothing = torch.zeros(1, 4)

    assert advantages("eob_loo", weights=nothing) == pytest.approx(advantages("rloo"))
    alone = torch.tensor([[5.0, 0.0, 0.0, 0.0]])  # the first has no other with a weight
    assert advantages("eob_loo", weights=alone)[0] == pytest.approx(2 / 3)


def test_token_baseline_is_the_published_formula() -> None:
    """Two groups of three derivations of several lengths, frame by frame."""
    torch.manual_seed(0)
    lengths = [3, 1, 2, 2, 4, 2]
    trajectory = torch.arange(6).repeat_interleave(torch.tensor(lengths))
    frame_weights, returns = torch.rand(len(trajectory)), torch.rand(2, 3)
    groups = GroupReturns(returns, trajectory, frame_weights=frame_weights)
    expected = []
    for i, length in enumerate(lengths):
        for t in range(length):
            weighted, total, alive = 0.0, 0.0, 0
            for j in range(i // 3 * 3, i // 3 * 3 + 3):
                if t < lengths[j]:
                    weight = float(frame_weights[trajectory == j][: t + 1].sum())
                    weighted += weight * float(returns.flatten()[j])
                    total, alive = total + weight, alive + 1
            baseline = weighted / total if alive > 1 else 0.0
            expected.append(float(returns.flatten()[i]) - baseline)

    assert BASELINES["otb"].advantages(groups).tolist() == pytest.approx(expected, abs=1e-5)


def test_logit_norms_are_those_of_autograd_and_nothing_for_a_forced_move() -> None:
    logits = torch.randn(5, 4, dtype=torch.float64)
    logits[0, 1:] = -torch.inf
    logits[1, 2] = -torch.inf
    logits.requires_grad_()
    actions = torch.tensor([0, 1, 2, 3, 0])
    log_probs = logits.log_softmax(-1)
    total = log_probs.gather(1, actions[:, None]).sum()
    expected = torch.autograd.grad(total, logits)[0].nan_to_num().square().sum(1)
    found = logit_norms(log_probs.detach(), actions)

    torch.testing.assert_close(found, expected)
    assert float(found[0]) == pytest.approx(0, abs=1e-12)


# ---- the enumerated program


@pytest.fixture(scope="module", params=["resolvent", "clause"])
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return tree_of(tmp_path_factory.mktemp("roads"), head=request.param)


@pytest.mark.slow
def test_enumeration_is_complete_and_norms_are_those_of_the_gradients(tree: Tree) -> None:
    assert float(tree.probability.sum()) == pytest.approx(1)
    assert 0.5 <= tree.success <= 0.6
    expected = (tree.probability[:, None] * tree.gradient).sum(0)  # of a constant return
    assert float(expected.norm()) < 1e-9
    torch.testing.assert_close(tree.weights["gradients"], tree.gradient.square().sum(1))


class Estimate:
    """The gradient as estimated from many groups, and its noise."""

    def __init__(self, tree: Tree, name: str, n_each: int, n_groups: int) -> None:
        baseline = BASELINES[name]
        self.total = torch.zeros_like(tree.true_gradient)
        self.squares = torch.zeros((), dtype=torch.float64)
        rng = torch.Generator().manual_seed(n_each)
        lengths = torch.bincount(tree.trajectory)
        start = lengths.cumsum(0) - lengths
        products = tree.gradient @ tree.gradient.T
        for size in self.parts(n_groups):
            leaves = torch.multinomial(
                tree.probability, size * n_each, replacement=True, generator=rng
            ).view(size, n_each)
            flat = leaves.flatten()
            trajectory = torch.arange(len(flat))
            weights = None if baseline.needs == "returns" else tree.weights[baseline.needs]
            groups = GroupReturns(tree.returns[leaves], trajectory)
            if weights is not None:
                groups.weights = weights[leaves]
            if name == "otb":
                frames = _frames(flat, start, lengths)
                groups.trajectory = trajectory.repeat_interleave(lengths[flat])
                groups.frame_weights = tree.step_weights[frames]
                each_step = baseline.advantages(groups)
                coefficients = torch.zeros(len(tree.trajectory), dtype=torch.float64)
                coefficients.index_add_(0, frames, each_step)
                self.total += coefficients @ tree.step_gradient / n_each
                continue
            found = baseline.advantages(groups).view(size, n_each)
            coefficients = torch.zeros_like(tree.returns).index_add_(0, flat, found.flatten())
            self.total += coefficients @ tree.gradient / n_each
            pairs = products[leaves[:, :, None], leaves[:, None, :]]
            self.squares += (pairs * found[:, :, None] * found[:, None, :]).sum() / n_each**2
        mean, true = self.total / n_groups, tree.true_gradient
        self.scale = float(mean @ true / (true @ true))
        self.cosine = float(mean @ true / (mean.norm() * true.norm()))
        self.noise = float((self.squares / n_groups - mean @ mean) / (mean @ mean))

    @staticmethod
    def parts(n_groups: int, most: int = 2000) -> Iterator[int]:
        for first in range(0, n_groups, most):
            yield min(most, n_groups - first)


def _frames(leaves: Tensor, start: Tensor, lengths: Tensor) -> Tensor:
    """The frames of derivations, one after the other."""
    count = lengths[leaves]
    first = start[leaves] - (count.cumsum(0) - count)
    return torch.arange(int(count.sum())) + first.repeat_interleave(count)


@pytest.mark.slow
def test_leave_one_out_is_unbiased_and_less_noisy_and_the_in_sample_forms_are_not(
    tree: Tree,
) -> None:
    """200,000 groups; the table is printed with ``pytest -s``."""
    n_groups = 200_000
    print(f"\nsuccess {tree.success:.2f}, {n_groups:,} groups    scale   cosine  noise/rloo")
    for n_each, most in ((8, 0.85), (16, 0.70)):
        plain = Estimate(tree, "rloo", n_each, n_groups)
        for name in BASELINES:
            found = Estimate(tree, name, n_each, n_groups)
            noise = found.noise / plain.noise
            label = "biased" if BASELINES[name].is_biased else ""
            shown = "" if name == "otb" else f"{noise:8.2f}"
            line = f"G={n_each:<3} {name:<10} {label:<8} {found.scale:8.3f} {found.cosine:9.5f}"
            print(line, shown)
            if name in ("rloo", "logit_loo", "eob_loo"):
                assert abs(found.scale - 1) <= 0.02
                assert found.cosine >= 0.999
            if name == "eob_loo":
                assert noise <= most
            if name == "eob":
                assert found.cosine < 0.9998 and found.scale < 0.98
