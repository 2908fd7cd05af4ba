"""What the ranks of a run tell each other: weights, states, frames and figures.

Every rank has to call each of these at the same time; a rank by itself gets back what it has.
"""

from typing import Any

import torch
from tensordict import TensorDict, TensorDictBase
from torch import Tensor, nn
from torch.utils._pytree import tree_map

from symbolic_rl.collectors.base import Figures
from symbolic_rl.metrics import EpisodeStatistics
from symbolic_rl.ranks import Ranks


def share_weights(ranks: Ranks, network: nn.Module) -> None:
    """Give all ranks the weights of the first."""
    if ranks.count == 1:
        return
    weights = ranks.of_first(tree_map(_on_cpu, dict(network.state_dict())))
    network.load_state_dict(weights)


def states_of_all(ranks: Ranks, state: dict[str, Any]) -> list[dict[str, Any]]:
    """The states of all ranks; those of other processes on the CPU."""
    if ranks.count == 1:
        return [state]
    return ranks.objects(tree_map(_on_cpu, state))


def frames_of_all(ranks: Ranks, batch: TensorDictBase) -> TensorDictBase:
    """What is counted of the rollouts of all ranks [n_envs, T]."""
    if ranks.count == 1:
        return batch
    after = batch.get("next")
    seen = [batch.get("inferences"), *(after.get(key) for key in EpisodeStatistics.KEYS)]
    columns = ranks.gathered(torch.cat([x.double().cpu() for x in seen], -1))
    first, *rest = torch.split(columns, 1, -1)
    then = {
        key: column.to(after.get(key).dtype)
        for key, column in zip(EpisodeStatistics.KEYS, rest, strict=True)
    }
    size = columns.shape[:2]
    before = first.to(batch.get("inferences").dtype)
    return TensorDict({"inferences": before, "next": TensorDict(then, size)}, size)


def figures_of_all(ranks: Ranks, figures: Figures) -> Figures:
    """Those of the collectors of all ranks."""
    if ranks.count == 1:
        return figures
    return Figures.together(ranks.objects(figures))


def _on_cpu(value: Any) -> Any:
    return value.cpu() if isinstance(value, Tensor) else value
