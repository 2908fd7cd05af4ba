"""Baselines: by hand, and the gradients that they give over all groups of a small tree."""

import pytest
import torch
from torch import Tensor

from symbolic_rl.learn.baselines import BASELINES, GroupReturns, logit_norms

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


# ---- all groups of a small tree

FEATURES = torch.tensor([[1.0, 0.5], [-0.5, 2.0]], dtype=torch.float64)
"""[2, 2] of the first state, and of the one that its first action leads to."""
DERIVATIONS = [[(0, 1)], [(0, 2)], *([(0, 0), (1, action)] for action in range(4))]
"""State and action of each step."""
TREE_RETURNS = torch.tensor([0.0, 1.0, 1.0, 0.0, 0.0, 1.0], dtype=torch.float64)
LENGTHS = torch.tensor([len(steps) for steps in DERIVATIONS])


def estimates(name: str) -> tuple[Tensor, Tensor, Tensor]:
    """Estimates [M, W] of the gradient by all groups of three, their chances, the true gradient."""
    weights = torch.randn(4, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    weights.requires_grad_()
    logits = FEATURES @ weights.T
    logits = logits.masked_fill(
        torch.tensor([[False, False, False, True], [False] * 4]), -torch.inf
    )
    states, actions = torch.tensor([step for steps in DERIVATIONS for step in steps]).T
    log_probs = logits.log_softmax(1)[states]
    steps = log_probs.gather(1, actions[:, None]).squeeze(1)
    by_step = torch.stack(
        [torch.autograd.grad(step, weights, retain_graph=True)[0].flatten() for step in steps]
    )
    owner = torch.arange(len(LENGTHS)).repeat_interleave(LENGTHS)
    probability = torch.zeros(len(LENGTHS)).double().index_add(0, owner, steps.detach()).exp()
    gradient = torch.zeros(len(LENGTHS), by_step.shape[1]).double().index_add(0, owner, by_step)
    frame_weights = logit_norms(log_probs.detach(), actions)
    if BASELINES[name].needs == "gradients":
        norms = gradient.square().sum(1)
    else:
        norms = torch.zeros(len(LENGTHS)).double().index_add(0, owner, frame_weights)

    groups = torch.cartesian_prod(*[torch.arange(len(LENGTHS))] * 3)
    frames = torch.cat([(owner == derivation).nonzero()[:, 0] for derivation in groups.flatten()])
    trajectory = torch.arange(groups.numel()).repeat_interleave(LENGTHS[groups.flatten()])
    known = GroupReturns(TREE_RETURNS[groups], trajectory, norms[groups], frame_weights[frames])
    parts = BASELINES[name].advantages(known)[:, None] * by_step[frames] / 3
    found = torch.zeros(len(groups), by_step.shape[1]).double().index_add(0, trajectory // 3, parts)
    return found, probability[groups].prod(1), (probability * TREE_RETURNS) @ gradient


@pytest.mark.parametrize("name", [name for name in BASELINES if name != "group"])
def test_the_expected_gradient_is_the_true_one_unless_a_baseline_is_called_biased(
    name: str,
) -> None:
    found, chances, true = estimates(name)
    mean = chances @ found
    assert float(chances.sum()) == pytest.approx(1)
    assert (float((mean - true).norm()) > 1e-3) == BASELINES[name].is_biased
    assert BASELINES[name].is_biased or torch.allclose(mean, true, rtol=1e-9)
