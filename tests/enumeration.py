"""Every derivation of one query, with its probability, return, gradient and norms.

The program is a road network: a walk ends at the goal, in a dead end, or goes on. All derivations
are stepped by the environment's own bookkeeping; probabilities, gradients and norms are those of a
real policy, so what a baseline does to the gradient can be computed instead of estimated.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from tensordict import TensorDict
from torch import Tensor

from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.learn.baselines import logit_norms
from symbolic_rl.learn.norms.derivation_norms import GradientRecorder
from symbolic_rl.policy import MaskedCategorical, PolicyShape, make_policy
from tests.problems import make_problem

ROADS = """\
road(a, b). road(a, c). road(a, d).
road(b, e). road(b, f). road(c, f). road(c, g). road(d, g). road(d, h). road(d, i).
road(e, j). road(e, k). road(f, k). road(f, l). road(g, l). road(g, m). road(h, m). road(h, n).
road(i, n). road(i, o). road(j, p). road(j, q). road(k, q). road(k, r). road(l, r). road(l, s).
road(m, s). road(m, t). road(n, t). road(n, u). road(o, u). road(o, v).
goal(q). goal(r). goal(n).
walk(X) :- goal(X).
walk(X) :- road(X, Y), walk(Y).
"""


@dataclass
class Tree:
    """The L derivations of a query, from F frames."""

    probability: Tensor
    """[L] float64"""
    returns: Tensor
    """[L]"""
    gradient: Tensor
    """[L, weights], of the log-probability"""
    weights: dict[str, Tensor]
    """[L] squared norms: ``gradients`` and ``logits``"""
    step_gradient: Tensor
    """[F, weights], of each step"""
    step_weights: Tensor
    """[F]"""
    trajectory: Tensor
    """[F], ascending"""

    @property
    def success(self) -> float:
        """Probability of a proof."""
        return float(self.probability @ self.returns)

    @property
    def true_gradient(self) -> Tensor:
        """[weights], of the expected return."""
        return (self.probability * self.returns) @ self.gradient


def problem_of(folder: Path) -> Problem:
    """The road network with one query."""
    return make_problem(folder, ROADS, "query(walk(a)).\n", n_candidates=6, max_inferences=30)


def frames_of(problem: Problem) -> tuple[TensorDict, Tensor, Tensor, Tensor]:
    """Play all derivations: frames [F], their actions, their derivation, returns [L]."""
    paths: list[list[int]] = [[]]
    found: list[tuple[list[int], float]] = []
    while paths:
        play = Derivations(problem, len(paths), in_order=True)
        seen = play.reset()
        done, reward = np.zeros(len(paths), bool), np.zeros(len(paths))
        for column in np.array(paths, int).T.reshape(-1, len(paths)):
            move, seen = play.step(column, restart=False)
            done, reward = (move.terminated | move.truncated)[:, 0], move.reward[:, 0]
        longer = []
        for path, mask, ended, earned in zip(paths, seen.action_mask, done, reward, strict=True):
            if ended:
                found.append((path, float(earned)))
            else:
                longer += [[*path, int(action)] for action in np.flatnonzero(mask)]
        paths = longer
    rows, actions, trajectory = [], [], []
    for number, (path, _) in enumerate(found):
        play = Derivations(problem, 1, in_order=True)
        seen = play.reset()
        for action in path:
            rows.append({key: torch.from_numpy(v.copy()) for key, v in seen.arrays().items()})
            actions.append(action)
            trajectory.append(number)
            _, seen = play.step(np.array([action]), restart=False)
    frames = TensorDict(
        {key: torch.cat([row[key] for row in rows]) for key in rows[0]}, [len(rows)]
    )
    returns = torch.tensor([earned for _, earned in found], dtype=torch.float64)
    return frames, torch.tensor(actions), torch.tensor(trajectory), returns


def tree_of(folder: Path, *, head: str = "resolvent", success: float = 0.55) -> Tree:
    """All derivations under a policy that was taken to a success rate by exact ascent."""
    problem = problem_of(folder)
    frames, actions, trajectory, returns = frames_of(problem)
    viewer = problem.view
    shape = PolicyShape(
        vocabulary_size=problem.program.vocabulary.size,
        n_clauses=problem.n_clauses,
        n_candidates=problem.env_config.n_candidates,
        n_goals=viewer.n_goals,
        goal_width=viewer.goal_width,
    )
    torch.manual_seed(0)
    policy = make_policy(head, shape, dim=8).double()
    packing = policy.batch(frames, trajectory)
    inputs = packing.take(None)
    acting = [p for name, p in policy.head.named_parameters() if not name.startswith("value")]
    optimizer = torch.optim.SGD(acting, lr=0.05)

    def probabilities() -> tuple[Tensor, Tensor]:
        steps = MaskedCategorical(policy.head(inputs)[0]).log_prob(actions)
        return torch.zeros_like(returns).index_add(0, trajectory, steps).exp(), steps

    while True:
        probability, steps = probabilities()
        expected = probability @ returns
        rate = float(expected.detach())
        if abs(rate - success) < 0.03:
            break
        optimizer.zero_grad()
        (expected if rate > success else -expected).backward()
        optimizer.step()
    step_gradient = torch.stack(
        [
            torch.cat([g.flatten() for g in torch.autograd.grad(s, acting, retain_graph=True)])
            for s in steps
        ]
    )
    gradient = torch.zeros(len(returns), step_gradient.shape[1], dtype=torch.float64)
    gradient.index_add_(0, trajectory, step_gradient)
    with GradientRecorder(policy.head) as recorder:
        choice = MaskedCategorical(policy.head(inputs)[0])
    total = choice.log_prob(actions).sum()
    gradients = recorder.gradients(total, inputs.owners(trajectory), len(returns))
    every = torch.arange(len(returns))
    norms = gradients.squared_norms(every, torch.ones_like(probability), every, len(returns))
    step_weights = logit_norms(choice.log_probs.detach(), actions)
    by_logits = torch.zeros_like(returns).index_add(0, trajectory, step_weights)
    return Tree(
        probability.detach(),
        returns,
        gradient,
        {"gradients": norms, "logits": by_logits},
        step_gradient,
        step_weights,
        trajectory,
    )
