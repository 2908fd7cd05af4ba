"""N derivations side by side as a ``VecEnv`` of Stable-Baselines3, in one process.

    from symbolic_rl.envs.gymnasium.stable_baselines import DerivationVecEnv

    model = MaskablePPO("MultiInputPolicy", DerivationVecEnv("countries_s3", 256))

It answers as a ``DummyVecEnv`` of as many environments, row by row, but steps all of them in one
call. Needs ``pip install 'symbolic-rl[sb3]'``.
"""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.envs.gymnasium.envs import DerivationVectorEnv, Shown


class DerivationVecEnv(VecEnv):
    """Vector environment of Stable-Baselines3.

    ``infos`` of a row that ended has the observation before the restart, ``terminal_observation``,
    and the results of the episode, which :class:`.DerivationGymEnv` names.

    Args:
        program: a pack, a folder or a Prolog file.
        num_envs: N.
        options: keyword arguments of :class:`.DerivationVectorEnv`.
    """

    def __init__(self, program: str | Path, num_envs: int, **options: Any) -> None:
        self.envs = DerivationVectorEnv(program, num_envs=num_envs, **options)
        if self.envs.autoreset_mode != gymnasium.vector.AutoresetMode.SAME_STEP:
            what = "Stable-Baselines3 restarts rows in the step that ends them."
            raise ConfigError(what, "DerivationVecEnv", "leave autoreset_mode out.")
        space, actions = self.envs.single_observation_space, self.envs.single_action_space
        super().__init__(num_envs, space, actions)

    def reset(self) -> Shown:
        """Start an episode in each row, with the seeds and options that were set before."""
        options = self._options[0]
        if any(other != options for other in self._options):
            what = "the environments of a vector share their program and goal."
            raise ConfigError(what, "set_options", "give the same options for all of them.")
        seeds = None if set(self._seeds) == {None} else [*self._seeds]
        shown, _ = self.envs.reset(seed=seeds, options=options)
        self._reset_seeds()
        self._reset_options()
        return shown

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions [N] for :meth:`step_wait`."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Take an action in each row; return observations, rewards and ends [N], and N infos."""
        shown, reward, terminated, truncated, together = self.envs.step(self._actions)
        infos: list[dict[str, Any]] = [{"TimeLimit.truncated": False} for _ in reward]
        done = terminated | truncated
        if (ended := np.flatnonzero(done)).size:
            final = together["final_info"]
            names = [name for name in final if not name.startswith("_")]
            results = zip(*(final[name][ended].tolist() for name in names), strict=True)
            late = (truncated & ~terminated)[ended].tolist()
            for row, values, is_late in zip(ended.tolist(), results, late, strict=True):
                info = dict(zip(names, values, strict=True))
                last = together["final_obs"][row]
                infos[row] = info | {"TimeLimit.truncated": is_late, "terminal_observation": last}
        return shown, reward.astype(np.float32), done, infos

    def close(self) -> None:
        """Close the environment."""
        self.envs.close()

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """Return an attribute, which the rows share, for each of ``indices``."""
        return [getattr(self.envs, attr_name)] * len([*self._get_indices(indices)])

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Set an attribute of all rows; ConfigError: only some of the rows are named."""
        if {*self._get_indices(indices)} != {*range(self.num_envs)}:
            what = f"the rows share their attributes: {attr_name!r} cannot be set in some of them."
            raise ConfigError(what, "set_attr", "leave indices out.")
        setattr(self.envs, attr_name, value)

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: VecEnvIndices = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """Call ``action_masks`` or ``render``; return the result of each of ``indices``.

        ConfigError: the method is not one of rows.
        """
        if method_name not in ("action_masks", "render"):
            what = f"{method_name!r} is not a method of single rows."
            fix = "call action_masks or render, or the vector environment: .envs."
            raise ConfigError(what, "env_method", fix)
        result = getattr(self.envs, method_name)(*method_args, **method_kwargs)
        return [None if result is None else result[row] for row in self._get_indices(indices)]

    def env_is_wrapped(
        self,
        wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]],
        indices: VecEnvIndices = None,
    ) -> list[bool]:
        """Return False for each of ``indices``: rows have no wrappers of their own."""
        return [False] * len([*self._get_indices(indices)])
