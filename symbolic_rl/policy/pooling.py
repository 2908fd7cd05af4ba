"""From the goals of resolvents to one vector each, through a layer that knows the selected goal.

Dimension key: see :mod:`symbolic_rl.policy.packing`, and
    D  width of embeddings
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class GoalPooling(nn.Module):
    """A linear layer over (selected goal, sum of the goals behind it).

    As a rule many resolvents share few goals. Then the layer is applied to each distinct goal, in
    either part, and the results are summed: the same numbers for less work.
    """

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.layer = nn.Linear(2 * dim, dim)
        self.calls_layers = False
        """Use the weights only by calling the layer, so that a recorder sees every use."""

    def forward(self, goal_UD: Tensor, goal_E: Tensor, start_R: Tensor) -> Tensor:
        """Return the vectors of the resolvents [R, D]; ``goal_E`` is 2u, or 2u + 1 if behind."""
        n_goals, dim = goal_UD.shape
        if not len(goal_E) and not self.calls_layers:  # only empty resolvents
            return self.layer.bias.expand(len(start_R), dim)
        if self.calls_layers:  # goals are hardly shared then
            resolvent_E = torch.repeat_interleave(
                torch.cat([start_R[1:], start_R.new_full((1,), len(goal_E))]) - start_R,
                output_size=len(goal_E),
            )
            goal_ED = goal_UD.index_select(0, goal_E // 2)
            blank = goal_UD.new_zeros(2 * len(start_R), dim)
            goals_2RD = blank.index_add(0, 2 * resolvent_E + goal_E % 2, goal_ED)
            resolvents: Tensor = self.layer(goals_2RD.view(-1, 2 * dim))
            return resolvents
        if n_goals > len(start_R):
            end_R = torch.cat([start_R[1:], start_R.new_full((1,), len(goal_E))])
            behind_R = torch.minimum(start_R + 1, end_R)
            start_2R = torch.stack([start_R, behind_R], 1).flatten()
            goals_2RD = F.embedding_bag(goal_E // 2, goal_UD, start_2R, mode="sum")
            resolvents = self.layer(goals_2RD.view(-1, 2 * dim))
            return resolvents
        part_2DD = self.layer.weight.view(dim, 2, dim).permute(1, 0, 2).reshape(2 * dim, dim)
        goal_U2D = F.linear(goal_UD, part_2DD).view(-1, dim)
        return F.embedding_bag(goal_E, goal_U2D, start_R, mode="sum") + self.layer.bias
