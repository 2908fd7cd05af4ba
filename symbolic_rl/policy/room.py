"""Packing of observations on a device into room of fixed size: nothing is waited for.

What there is room for, and no use, belongs to one goal, resolvent or frame more, the last one.

Dimension key: see :mod:`symbolic_rl.policy.packing`; C and E are what there is room for.
"""

import torch
from torch import Tensor

from symbolic_rl.base.devices import places_within
from symbolic_rl.policy.packing import ResolventInputs


def resolvents_within(
    goals: Tensor,
    candidates: Tensor,
    clauses: Tensor,
    action_mask: Tensor,
    room: tuple[int, int],
    exceeded: Tensor,
) -> ResolventInputs:
    """Pack without merging equal rows; there is one frame more, with the candidates of no use.

    Args:
        goals: [B, G, W], the states.
        candidates: [B, A, G, W].
        clauses: [B, A].
        action_mask: [B, A]; masked candidates are left out.
        room: C and E.
        exceeded: [] bool; set if there is more.
    """
    (n_frames, n_goals, width), n_actions = goals.shape, action_mask.shape[1]
    n_slots, (n_candidates, n_parts) = action_mask.numel(), room
    slot_C = places_within(action_mask.flatten(), n_candidates)
    at_C = slot_C.clamp(max=n_slots - 1)
    legal = candidates.reshape(n_slots, n_goals, width).index_select(0, at_C)
    shown = torch.cat([goals, legal])
    real_RG = shown[..., 0] != 0
    real_RG[n_frames:] &= (slot_C < n_slots)[:, None]
    end_R = real_RG.sum(1).cumsum(0)
    exceeded.logical_or_((action_mask.sum() > n_candidates) | (end_R[-1] > n_parts))
    part_E = places_within(real_RG.flatten(), n_parts)
    first = torch.zeros_like(end_R[:1])
    frame_B = torch.arange(n_frames + 1, device=goals.device)
    frame_B[-1] = len(shown)
    return ResolventInputs(
        goal_UW=shown.flatten(0, 1).index_select(0, part_E.clamp(max=real_RG.numel() - 1)).long(),
        goal_E=2 * torch.arange(n_parts, device=goals.device) + (part_E % n_goals != 0),
        start_R=torch.cat([first, end_R]).clamp_(max=n_parts),
        state_B=frame_B,
        candidate_C=n_frames + torch.arange(n_candidates, device=goals.device),
        clause_C=clauses.flatten().index_select(0, at_C).long(),
        slot_C=slot_C,
        n_actions=n_actions,
    )


def goals_within(goals_RG: Tensor) -> tuple[Tensor, Tensor]:
    """Return ``goal_E`` and ``start_R`` with room for R * G goals; there is one resolvent more.

    Args:
        goals_RG: number of each goal; R * G and above for none.
    """
    size, n_goals = goals_RG.numel(), goals_RG.shape[1]
    real_RG = goals_RG < size
    part_E = places_within(real_RG.flatten(), size)
    goal_E = goals_RG.flatten().index_select(0, part_E.clamp(max=size - 1)).clamp(max=size - 1)
    end_R = real_RG.sum(1).cumsum(0)
    start_R = torch.cat([torch.zeros_like(end_R[:1]), end_R])
    return 2 * goal_E + (part_E % n_goals != 0), start_R
