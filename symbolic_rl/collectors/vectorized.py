"""All environments in this process, the policy once for all of them: TorchRL's own collector."""

from torchrl.collectors import BaseCollector, Collector
from torchrl.envs import EnvBase

from symbolic_rl.config import TrainConfig
from symbolic_rl.policy import DerivationPolicy

WIDE = frozenset({"candidates", "clauses", "action_mask"})
"""Keys that nobody reads from ``next``: they come again as the root of the following step."""


class _LeanCollector(Collector):  # type: ignore[misc]
    """TorchRL's collector, but only the wide keys are left out of ``next``.

    Its ``compact_obs`` leaves out every observation. The few that end an episode are needed: the
    state after a truncation is worth something, and the episode's return and length stand there.
    """

    _compact_next_keys: tuple[tuple[str, ...], ...]

    def _setup_compact_obs(self, compact_obs: bool) -> None:
        super()._setup_compact_obs(compact_obs)
        self._compact_next_keys = tuple(key for key in self._compact_next_keys if key[-1] in WIDE)


def vectorized(env: EnvBase, policy: DerivationPolicy, config: TrainConfig) -> BaseCollector:
    """Collect ``frames_per_batch`` frames at a time, without end.

    The batches share one buffer: a batch is gone when the next one is asked for.
    """
    return _LeanCollector(
        env,
        policy,
        frames_per_batch=config.frames_per_batch,
        total_frames=-1,
        track_traj_ids=False,
        compact_obs=True,
        return_same_td=True,
        trust_policy=True,
        auto_register_policy_transforms=False,
        no_cuda_sync=True,
    )
