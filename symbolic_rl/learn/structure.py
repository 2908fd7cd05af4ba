"""Fit of a head's structure part to proofs, and of the factors of both parts.

Next to a symbol part, the structure part learns with it, from zero or from weights that other
programs have taught: it has few weights. For several programs it is fitted anew
and for few steps, because it is meant for programs unlike these. The symbol part learns alone, so
that neither part hides from the other what it could learn. The weight of each part is fitted on
choices of proofs that neither has learned from yet.

Dimension key: F frames, B frames of a step, C their legal actions, A actions of the window.
"""

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from symbolic_rl.policy.batch import Batch
from symbolic_rl.policy.structure import StructurePart, structure_logits

STEPS, FRAMES, LR, WEIGHT_DECAY = 150, 256, 1e-3, 0.1
"""Gradient steps of a fit that is not next to symbols, frames of each, and AdamW's settings."""

LR_FACTOR = 3
"""Next to symbols, one step at this multiple of ``LR`` takes the place of as many steps: larger
goals are proved as often, in a third of the time."""

SPREAD = 8.0
"""Least standard deviation by which a feature is divided: one that hardly varies says little."""


TO_GO_FRAMES, MOST_TO_GO = 20.0, 2**12
"""Weight of the first estimate of inferences left, in frames; and most frames that it is fitted
to, spread evenly."""


def fit_structure(
    part: StructurePart,
    batch: Batch,
    action: Tensor,
    to_go: Tensor,
    seed: int,
    n_steps: int = STEPS,
    start: Mapping[str, Tensor] | None = None,
    lr: float = LR,
) -> list[float]:
    """Fit a structure part from zero, or from what it has learned before.

    Its weights are replaced, its factors stay. ``action`` [F] is what the proof takes, ``to_go``
    [F] the inferences left; ``seed`` is for the first weights and for the draws; ``start`` is
    the state of a part to start from, which also scales the features. Return the means over the
    steps of loss, accuracy, and norm of the gradient.
    """
    device = part.mean.device
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        fresh = StructurePart()
        draws = [torch.randint(len(batch), (FRAMES,)) for _ in range(n_steps)]
    if start:
        fresh.load_state_dict(dict(start))
    else:
        spread, mean = torch.std_mean(batch.structure_CF.float(), 0, correction=0)
        fresh.mean, fresh.inverse_std = mean, 1 / spread.clamp(min=SPREAD)
    fresh.mix = part.mix.cpu()
    sums = torch.zeros(3)
    optimizer = torch.optim.AdamW(fresh.parameters(), lr=lr, weight_decay=WEIGHT_DECAY)
    for frames in draws:
        choices = batch.legal(frames)
        scores = fresh(batch.structure_of(choices.place_C))
        most = torch.full((FRAMES,), -torch.inf).scatter_reduce(
            0, choices.frame_C, scores.detach(), "amax"
        )
        exponentials = torch.zeros(FRAMES).index_add(
            0, choices.frame_C, (scores - most[choices.frame_C]).exp()
        )
        is_taken = batch.action_C[choices.place_C] == action[frames][choices.frame_C]
        loss = (exponentials.log() + most).mean() - scores[is_taken].sum() / FRAMES
        optimizer.zero_grad()
        torch.autograd.backward(loss)
        norm = nn.utils.get_total_norm([x.grad for x in fresh.parameters() if x.grad is not None])
        optimizer.step()
        is_first = (scores.detach() >= most[choices.frame_C])[is_taken]
        sums += torch.stack([loss.detach(), is_first.float().mean(), norm])
    fresh.to_go = _fitted_to_go(fresh, batch, to_go)
    part.load_state_dict({name: x.to(device) for name, x in fresh.state_dict().items()})
    means: list[float] = (sums / n_steps).tolist()
    return means


@torch.no_grad()
def _fitted_to_go(part: StructurePart, batch: Batch, to_go: Tensor) -> Tensor:
    """Return weights [F + 1] of values, by least squares around those that ``part`` has."""
    frames = torch.arange(0, len(batch), -(-len(batch) // MOST_TO_GO))
    choices = batch.legal(frames)
    seen = part.means(batch.structure_of(choices.place_C), choices.frame_C, len(frames)).double()
    off = to_go[frames].double().log1p() - seen @ part.to_go.double()
    squares = seen.T @ seen + TO_GO_FRAMES * torch.eye(seen.shape[1], dtype=torch.float64)
    change: Tensor = torch.linalg.solve(squares, seen.T @ off)
    return part.to_go + change.float()


SURELY = 2.0
"""Standard errors by which a structure part must be better than a guess, or than symbols alone."""


def nearest(
    parts: Mapping[str, Mapping[str, Tensor]], batch: Batch, action: Tensor, query: Tensor
) -> tuple[str, dict[str, float]]:
    """Find the structure part that predicts the choices of some proofs best.

    ``parts`` are states by name; ``action`` [F] is what the proof of ``query`` [F] takes. Return
    the name, empty where the best is not surely better than a guess; and what each gains over a
    guess, in nats a choice, as the mean over the proofs.
    """
    _, proof = torch.unique(query, return_inverse=True)
    n = torch.bincount(proof)
    found = dict[str, tuple[float, float]]()
    for name, state in parts.items():
        part = StructurePart()
        part.load_state_dict(dict(state))
        logits = structure_logits(part, batch, torch.arange(len(batch)))
        chosen = logits.log_softmax(-1).gather(1, action.long().unsqueeze(1)).squeeze(1)
        nats = (chosen + logits.isfinite().sum(1).log()).double()
        by_proof = torch.zeros(len(n), dtype=torch.float64).index_add(0, proof, nats) / n
        error = by_proof.std() / len(n) ** 0.5 if len(n) > 1 else torch.inf
        found[name] = float(by_proof.mean()), float(error)
    best = max(found, key=lambda name: found[name][0])
    gain, error = found[best]
    return best if gain > SURELY * error else "", {name: x for name, (x, _) in found.items()}


STRUCTURE_SHARE = 0.1
"""Weight of the structure part alone in the probability of a derivation: what the whole policy
finds costs a search a ninth more, what the structure part finds by itself ten times as much."""

LEAST_SYMBOLS = 0.1
"""Least factor of the symbol part: its temperature is at most 10."""

SYMBOLS_ALONE = (1.0, 0.0)
"""Factors with which searches read no structure."""

DEFAULT_MIX = (0.5, 0.5)
"""Factors without any evidence, of a structure part that other programs have taught."""

PRIOR_FRAMES = 20.0
"""Weight of the default factors, in frames."""


def best_mix(symbols: Tensor, structure: Tensor, chosen: Tensor) -> tuple[float, float]:
    """Return factors of two logits [F, A], at most 1, at which ``chosen`` [F] are most probable.

    >>> right = torch.tensor([[2.0, 0.0]] * 1000)
    >>> best_mix(right, -right, torch.zeros(1000, dtype=torch.int64))
    (1.0, 0.0)
    """
    # Legal actions are the first ones of a window: what no frame has is left out.
    width = 1 + int(symbols.isfinite().any(0).nonzero().max())
    is_legal = symbols[:, :width].isfinite()
    parts = [x[:, :width].masked_fill(~is_legal, 0.0).float() for x in (symbols, structure)]
    both = torch.stack(parts)

    def loss(a: float, b: float) -> float:
        logits = (a * both[0] + b * both[1]).masked_fill(~is_legal, -torch.inf)
        found = torch.nn.functional.cross_entropy(logits, chosen).item()
        far = (a - DEFAULT_MIX[0]) ** 2 + (b - DEFAULT_MIX[1]) ** 2
        return found + PRIOR_FRAMES / len(chosen) * far

    # The loss is convex: a coarse grid, then finer ones around the best.
    best, step = DEFAULT_MIX, 0.2
    grid = [(0.1 + 0.225 * i, 0.25 * j) for i in range(5) for j in range(5)]
    best = min(grid, key=lambda one: loss(*one))
    for step in (0.1, 0.05, 0.02):
        near = [(best[0] + i * step, best[1] + j * step) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        bounded = {(min(max(a, LEAST_SYMBOLS), 1.0), min(max(b, 0.0), 1.0)) for a, b in near}
        best = min(sorted(bounded), key=lambda one: loss(*one))
    return best
