"""Environments of gymnasium: one derivation at a time, and many side by side.

Dimension key: N environments, A actions.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError, KeywordError
from symbolic_rl.bridge.schema import BoolArray, Transition
from symbolic_rl.envs.gymnasium.rendering import transcripts_for
from symbolic_rl.envs.gymnasium.spaces import (
    GymDerivations,
    Shown,
    action_space,
    arrays_of,
    final_info,
    observation_space,
    row_of,
    shapes,
)
from symbolic_rl.play.problem import Problem, fingerprint, load_problem
from symbolic_rl.program.pack import load_pack


class DerivationGymEnv(gymnasium.Env[Shown, np.int64]):
    """Environment of one derivation after the other.

    ``info`` is empty but at the end of an episode: ``is_success``, ``episode_inferences`` and
    ``illegal_action``. Episodes truncate themselves by ``max_inferences``; a seed of ``reset``
    decides the order of queries.

    Args:
        program: a pack, a folder or a Prolog file.
        split: the split whose queries are played.
        goal: a goal to play instead of the queries.
        with_candidates: show the candidates' resolvents.
        flatten: show goals and candidates as vectors, and not with the axes of :attr:`shapes`:
            what has three axes is an image to Stable-Baselines3.
        render_mode: ``ansi`` lets :meth:`render` return the derivation so far, in Prolog's syntax.
        settings: of :class:`symbolic_rl.base.config.EnvConfig`, instead of the pack's own.

    Raises:
        PackError: there is no such pack, or it has no queries of that split.
        ProgramError: the program or the queries have errors.
        ConfigError: an unknown setting, or a value that is not allowed.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # gymnasium's own signature

    def __init__(
        self,
        program: str | Path,
        *,
        split: str = "train",
        goal: str = "",
        with_candidates: bool = True,
        flatten: bool = True,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.problem = open_problem(program, goal, settings)
        split = "goal" if goal else split
        self.observation_space = observation_space(
            self.problem, with_candidates=with_candidates, flatten=flatten
        )
        self.action_space = action_space(self.problem)
        self.render_mode, self._flatten = render_mode, flatten
        self._rows = GymDerivations(self.problem, 1, split=split, with_candidates=with_candidates)
        self._transcripts = transcripts_for(render_mode, self._rows)
        self.problem.queries(split)  # complains now, not at the first reset

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """Start the next derivation; see :meth:`gymnasium.Env.reset`."""
        super().reset(seed=seed)
        shown = self._rows.reset(first_seed(self, seed))
        if self._transcripts:
            self._transcripts.start(None)
        return row_of(shown, 0, flatten=self._flatten), {}

    def step(self, action: np.int64 | int) -> tuple[Shown, float, bool, bool, dict[str, Any]]:
        """Choose a candidate; see :meth:`gymnasium.Env.step`."""
        transition, illegal = self._rows.step(np.array([action]), restart=False)
        if self._transcripts:
            self._transcripts.step(np.array([action]), transition, illegal)
        terminated, truncated = (
            bool(transition.terminated[0, 0]),
            bool(transition.truncated[0, 0]),
        )
        info = {name: x[0].item() for name, x in final_info(transition, illegal).items()}
        return (
            row_of(transition.observation, 0, flatten=self._flatten),
            float(transition.reward[0, 0]),
            terminated,
            truncated,
            info if terminated or truncated else {},
        )

    def render(self) -> str | None:
        """Return the derivation so far, in Prolog's syntax, with ``render_mode="ansi"``."""
        return self._transcripts.text(0) if self._transcripts else None

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shape of each key of an observation before it was flattened."""
        return shapes(self.problem)

    def action_masks(self) -> BoolArray:
        """Return the legal actions [A] of the current state; sb3-contrib asks for it."""
        mask: BoolArray = self._rows.shown.action_mask[0].copy()
        return mask

    @property
    def counters(self) -> dict[str, int]:
        """Counts of what was lost, merged, masked, paged or cut since the last seeded reset."""
        return self._rows.derivations.counters


class DerivationVectorEnv(VectorEnv[Shown, NDArray[np.int64], NDArray[Any]]):
    """Environment of N derivations side by side, all played in one call.

    A row that ends starts anew in the same step (``AutoresetMode.SAME_STEP``): the observation is
    that of its next derivation. The last one of the old is in ``infos["final_obs"]``, its results
    in ``infos["final_info"]``; ``_final_obs`` and ``_final_info`` [N] mark the rows that have them.
    The seed of ``reset`` decides the order of queries; row i plays the same episodes as row i of
    every collector. Arguments are those of :class:`DerivationGymEnv`.

    >>> envs = DerivationVectorEnv("countries_s1", num_envs=4)
    >>> observation, _ = envs.reset(seed=0)
    >>> actions = observation["action_mask"].argmax(axis=1)
    >>> observation, reward, terminated, truncated, infos = envs.step(actions)
    >>> observation in envs.observation_space, reward.dtype
    (True, dtype('float64'))

    Args:
        num_envs: N.
        program: a pack, a folder or a Prolog file.
        split: the split whose queries are played.
        goal: a goal to play instead of the queries.
        with_candidates: show the candidates' resolvents.
        flatten: show goals and candidates as vectors, and not with the axes of :attr:`shapes`:
            what has three axes is an image to Stable-Baselines3.
        render_mode: ``ansi`` lets :meth:`render` return the derivation so far, in Prolog's syntax.
        settings: of :class:`symbolic_rl.base.config.EnvConfig`, instead of the pack's own.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # gymnasium's own signature
        "render_modes": ["ansi"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        program: str | Path,
        *,
        num_envs: int = 1,
        split: str = "train",
        goal: str = "",
        with_candidates: bool = True,
        flatten: bool = True,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.num_envs, self.render_mode, self._flatten = num_envs, render_mode, flatten
        self.problem = open_problem(program, goal, settings)
        split = "goal" if goal else split
        self.single_observation_space = observation_space(
            self.problem, with_candidates=with_candidates, flatten=flatten
        )
        self.single_action_space = action_space(self.problem)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = GymDerivations(
            self.problem, num_envs, split=split, with_candidates=with_candidates
        )
        self._transcripts = transcripts_for(render_mode, self._rows)
        self.problem.queries(split)  # complains now, not at the first reset

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """Start the next derivation in all rows, or in those of ``options["reset_mask"]`` [N]."""
        super().reset(seed=seed)
        mask = (options or {}).get("reset_mask")
        shown = self._rows.reset(first_seed(self, seed), mask)
        if self._transcripts:
            self._transcripts.start(None if seed is not None else mask)
        return arrays_of(shown, flatten=self._flatten), {}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Shown, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Choose a candidate in each row; see :meth:`gymnasium.vector.VectorEnv.step`."""
        transition, illegal = self._rows.step(actions, restart=True)
        if self._transcripts:
            self._transcripts.step(actions, transition, illegal)
        terminated, truncated = transition.terminated[:, 0], transition.truncated[:, 0]
        done = terminated | truncated
        infos = self._infos(transition, illegal, done) if done.any() else {}
        return (
            arrays_of(self._rows.shown, flatten=self._flatten),
            transition.reward[:, 0].astype(np.float64),
            terminated,
            truncated,
            infos,
        )

    def _infos(self, transition: Transition, illegal: BoolArray, done: BoolArray) -> dict[str, Any]:
        final_obs = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(done).tolist():
            final_obs[row] = row_of(transition.observation, row, flatten=self._flatten)
        final: dict[str, NDArray[Any]] = {}
        for name, values in final_info(transition, illegal).items():
            final[name], final[f"_{name}"] = values, done.copy()
        return {
            "final_obs": final_obs,
            "_final_obs": done.copy(),
            "final_info": final,
            "_final_info": done.copy(),
        }

    def render(self) -> tuple[str, ...] | None:
        """Return the derivation so far of each row, with ``render_mode="ansi"``."""
        made = self._transcripts
        return tuple(made.text(row) for row in range(self.num_envs)) if made else None

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shape of each key of an observation before it was flattened."""
        return shapes(self.problem)

    def action_masks(self) -> BoolArray:
        """Return the legal actions [N, A] of the current states."""
        return self._rows.shown.action_mask.copy()

    @property
    def counters(self) -> dict[str, int]:
        """Counts of what was lost, merged, masked, paged or cut since the last seeded reset."""
        return self._rows.derivations.counters


def open_problem(program: str | Path, goal: str, settings: dict[str, Any]) -> Problem:
    """Load a program with its settings, each only once, so that many environments share it."""
    pack = load_pack(program)
    try:
        config = pack.env.override(settings, where="gymnasium.make")
    except ConfigError as error:
        if unknown := [name for name in settings if not hasattr(pack.env, name)]:
            raise KeywordError(unknown[0], error.where, error.fix) from error
        raise
    source = Path(program).resolve() if Path(program).exists() else program
    return _loaded(source, fingerprint(pack), config, goal)


@lru_cache(maxsize=8)
def _loaded(source: str | Path, text: str, config: EnvConfig, goal: str) -> Problem:
    # ``text`` is the checksum of the program's text: a file that was edited is loaded anew
    return load_problem(load_pack(source), config, goal=goal)


def first_seed(
    env: gymnasium.Env[Any, Any] | VectorEnv[Any, Any, Any], seed: int | None
) -> int | None:
    """Return the seed given to ``reset``, or a random one where there was no reset before."""
    rows: GymDerivations = env._rows  # type: ignore[union-attr]
    if seed is None and not rows.is_open:
        return int(env.np_random.integers(2**31))
    return seed
