"""Environments of gymnasium: one derivation at a time, and many side by side.

Dimension key: N environments, A actions.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError, EngineError, KeywordError
from symbolic_rl.bridge.schema import (
    OBSERVATION,
    BoolArray,
    Key,
    Observation,
    Sizes,
    Transition,
    shown_keys,
)
from symbolic_rl.derivations.derivations import expect_counts
from symbolic_rl.derivations.problem import Problem, fingerprint, load_problem
from symbolic_rl.envs.gymnasium.rows import GymDerivations, Transcripts
from symbolic_rl.program.pack import GOAL, load_pack

Shown = dict[str, NDArray[Any]]
"""An observation: ``goals, candidates, clauses, inferences`` int32 and ``action_mask`` int8."""


def observation_space(
    problem: Problem, *, with_candidates: int, flatten: bool
) -> spaces.Space[Any]:
    """Return the space of the observations of one environment; 0 is padding everywhere."""
    keys = shown_keys(with_candidates=with_candidates)
    return spaces.Dict({key.name: _space(key, problem.sizes, flatten) for key in keys})


def _space(key: Key, sizes: Sizes, flatten: bool) -> spaces.Space[Any]:
    shape = key.shape(1, sizes)[1:]
    if key.dtype == np.bool_:
        return spaces.MultiBinary(shape[0] if len(shape) == 1 else shape)
    lowest, highest = np.iinfo(key.dtype).min, np.iinfo(key.dtype).max
    if key.below:
        lowest, highest = 0, sizes[key.below] - 1
    return spaces.Box(lowest, highest, (prod(shape),) if flatten else shape, key.dtype.type)


def arrays_of(observation: Observation, *, flatten: bool) -> Shown:
    """Return the arrays by name, flags as the int8 of gymnasium's ``MultiBinary``."""
    arrays = {
        name: x.view(np.int8) if x.dtype == np.bool_ else x
        for name, x in observation.arrays().items()
    }
    return {name: x.reshape(len(x), -1) for name, x in arrays.items()} if flatten else arrays


def row_of(shown: Shown, row: int) -> Shown:
    """Return the arrays of one row."""
    return {name: array[row] for name, array in shown.items()}


def final_info(transition: Transition, illegal: BoolArray) -> dict[str, NDArray[Any]]:
    """Return the ``info`` of each row [N] whose episode ended; zeros for the others."""
    done = transition.terminated[:, 0] | transition.truncated[:, 0]
    return {
        "is_success": done & (transition.reward[:, 0] > 0),
        "episode_inferences": transition.episode_inferences[:, 0].astype(np.int64),
        "illegal_action": illegal,
    }


class _Playing:
    """Base of both environments: their rows and spaces."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # gymnasium's own signature

    def _open(
        self,
        program: str | Path,
        n: int,
        split: str,
        goal: str,
        render_mode: str | None,
        settings: dict[str, Any],
        *,
        with_candidates: int,
        flatten: bool,
    ) -> tuple[spaces.Space[Any], spaces.Discrete]:
        """Open N rows; return the spaces of the observation and the action of one."""
        self._source, self.render_mode = (program, goal, settings), render_mode
        self._with_candidates, self._flatten = with_candidates, flatten
        problem, split = open_problem(*self._source), GOAL if goal else split
        self._ids = problem.ids
        problem.queries(split)  # complains now, not at the first reset
        self._make_rows(problem, n, split)
        seen = observation_space(self.problem, with_candidates=with_candidates, flatten=flatten)
        return seen, spaces.Discrete(self.problem.env_config.n_candidates)

    def _make_rows(self, problem: Problem, n: int, split: str) -> None:
        self.problem = problem
        self._rows = GymDerivations(problem, n, split=split, with_candidates=self._with_candidates)
        self._transcripts = Transcripts(self._rows, self.render_mode)

    def __getstate__(self) -> dict[str, Any]:
        """Return all state but the problem: an environment can be copied and pickled."""
        state = self.__dict__.copy()
        del state["problem"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Open the problem again, and go on where the other environment was."""
        self.__dict__.update(state)
        self.problem = open_problem(*self._source).shown_with(self._ids)
        self._rows.reopen(self.problem)

    def _reset(
        self, seed: int | Sequence[int] | None, options: dict[str, Any] | None, *allowed: str
    ) -> Shown:
        options = dict(options or {})
        for name in options:
            if name not in ("goal", *allowed):
                fix = f"give {', '.join(('goal', *allowed))} only."
                what = f"unexpected keyword argument {name!r}"
                raise KeywordError(what, "options of reset", fix)
        mask = options.get("reset_mask")
        if "goal" in options:
            self._set_goal(options["goal"])
        first = seed
        if seed is None and not self._rows.is_open:
            first = int(self.np_random.integers(2**31))  # type: ignore[attr-defined]
        shown = self._rows.reset(first, mask)
        self._transcripts.start(None if seed is not None else mask)
        return arrays_of(shown, flatten=self._flatten)

    def _set_goal(self, goal: str) -> None:
        """Prove a goal from now on, in place of the queries or of the goal before."""
        program, _, settings = self._source
        # Observations name symbols by number: all goals share the numbers of the first one.
        problem = open_problem(program, goal, settings).shown_with(self._ids)
        if list(self._ids.clause_ids(problem.program)) != list(range(self._ids.n_clauses)):
            what = "the goal has a disjunction or calls a library predicate that is new here."
            fix = "make an environment with this goal: gymnasium.make(..., goal=GOAL)."
            raise ConfigError(what, "reset", fix)
        self._source = program, goal, settings
        self._make_rows(problem, self._rows.n, GOAL)

    def _step(
        self, actions: NDArray[Any], *, restart: bool, stays: BoolArray | None = None
    ) -> tuple[Transition, BoolArray]:
        transition, illegal = self._rows.step(actions, restart=restart, stays=stays)
        self._transcripts.step(actions, transition, illegal, restart=restart, stays=stays)
        return transition, illegal

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shape of each key of an observation before it was flattened."""
        return {key.name: key.shape(1, self.problem.sizes)[1:] for key in OBSERVATION}

    @property
    def counters(self) -> dict[str, int]:
        """Counts since the last seeded reset: lost, merged, masked, paged, cut."""
        return self._rows.derivations.counters


class DerivationGymEnv(_Playing, gymnasium.Env[Shown, np.int64]):
    """Environment of one derivation at a time.

    ``info`` is empty except at the end of an episode: ``is_success``, ``episode_inferences`` and
    ``illegal_action``. Episodes truncate themselves by ``max_inferences``; a seed of ``reset``
    decides the order of queries.

    PackError: there is no such pack, or it has no queries of that split. ProgramError: the program
    or the queries have errors. ConfigError: an unknown setting, or a value that is not allowed.

    Args:
        program: a pack, a folder or a Prolog file.
        split: the split whose queries start episodes.
        goal: a goal to prove instead of the queries.
        with_candidates: show the candidates' resolvents.
        flatten: show goals and candidates as vectors, without the axes of :attr:`shapes`:
            Stable-Baselines3 takes arrays with three axes for images.
        render_mode: ``ansi`` lets :meth:`render` return the derivation so far, in Prolog's syntax.
        settings: of :class:`symbolic_rl.base.config.EnvConfig`, instead of the pack's own.
    """

    def __init__(
        self,
        program: str | Path,
        *,
        split: str = "train",
        goal: str = "",
        with_candidates: int = True,
        flatten: bool = True,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.observation_space, self.action_space = self._open(
            program, 1, split, goal, render_mode, settings,
            with_candidates=with_candidates, flatten=flatten,
        )  # fmt: skip

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """Start the next derivation; see :meth:`gymnasium.Env.reset`.

        ``options={"goal": "path(b, d)"}`` proves this goal from now on.
        """
        super().reset(seed=seed)
        return row_of(self._reset(seed, options), 0), {}

    def step(self, action: np.int64 | int) -> tuple[Shown, float, bool, bool, dict[str, Any]]:
        """Choose a candidate; see :meth:`gymnasium.Env.step`."""
        transition, illegal = self._step(np.array([action]), restart=False)
        terminated, truncated = bool(transition.terminated[0, 0]), bool(transition.truncated[0, 0])
        info = {name: x[0].item() for name, x in final_info(transition, illegal).items()}
        return (
            row_of(arrays_of(transition.observation, flatten=self._flatten), 0),
            float(transition.reward[0, 0]),
            terminated,
            truncated,
            info if terminated or truncated else {},
        )

    def render(self) -> str | None:
        """Return the derivation so far, in Prolog's syntax, with ``render_mode="ansi"``."""
        texts = self._transcripts.texts()
        return texts[0] if texts else None

    def action_masks(self) -> BoolArray:
        """Return the legal actions [A] of the current state; sb3-contrib asks for it."""
        mask: BoolArray = self._rows.shown.action_mask[0].copy()
        return mask


class DerivationVectorEnv(_Playing, VectorEnv[Shown, NDArray[np.int64], NDArray[Any]]):
    """Environment of N derivations side by side, all stepped in one call.

    By default, a row that ends restarts in the same step (``AutoresetMode.SAME_STEP``): the
    observation belongs to its next derivation. The final observation of the old one is in
    ``infos["final_obs"]``, its results in ``infos["final_info"]``; ``_final_obs`` and
    ``_final_info`` [N] mark these rows. With ``NEXT_STEP`` the observation is the final one, the
    results are in ``infos``, and the next step restarts the row, whatever its action. With
    ``DISABLED``, :meth:`reset` must restart it, with ``options["reset_mask"]``.

    The seed of ``reset`` decides the order of queries; row i has the same episodes as row i of
    every collector. All other arguments are as in :class:`DerivationGymEnv`.

    >>> envs = DerivationVectorEnv("countries_s1", num_envs=4)
    >>> observation, _ = envs.reset(seed=0)
    >>> actions = observation["action_mask"].argmax(axis=1)
    >>> observation, reward, terminated, truncated, infos = envs.step(actions)
    >>> observation in envs.observation_space, reward.dtype
    (True, dtype('float64'))

    Args:
        program: a pack, a folder or a Prolog file.
        num_envs: N.
        autoreset_mode: of gymnasium's :class:`AutoresetMode`, or its value: when a row that ended
            restarts.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # gymnasium's own signature
        **_Playing.metadata,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        program: str | Path,
        *,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        split: str = "train",
        goal: str = "",
        with_candidates: int = True,
        flatten: bool = True,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        expect_counts(num_envs)
        self.num_envs = num_envs
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError as error:
            fix = f"give one of {', '.join(repr(mode.value) for mode in AutoresetMode)}."
            what = f"there is no autoreset_mode {autoreset_mode!r}."
            raise ConfigError(what, "gymnasium.make_vec", fix) from error
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._ended = np.zeros(num_envs, bool)
        self.single_observation_space, self.single_action_space = self._open(
            program, num_envs, split, goal, render_mode, settings,
            with_candidates=with_candidates, flatten=flatten,
        )  # fmt: skip
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Shown, dict[str, Any]]:
        """Start the next derivation in all rows, or where ``options["reset_mask"]`` [N] is set.

        With a list of N seeds, each row has the episodes of an environment of its own with that
        seed. ``options["goal"]`` is proved from now on.
        """
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                what = f"{len(seed)} seeds for {self.num_envs} environments."
                raise ConfigError(what, "reset", "give one seed for each.")
            drawn = self.np_random.integers(2**31, size=len(seed)).tolist()
            starts: int | list[int] | None = [
                new if one is None else one for one, new in zip(seed, drawn, strict=True)
            ]
        else:
            super().reset(seed=seed)
            starts = seed
        shown = self._reset(starts, options, "reset_mask")
        mask = (options or {}).get("reset_mask") if starts is None else None
        self._ended &= mask is not None and ~np.asarray(mask)
        return shown, {}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Shown, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Choose a candidate in each row; see :meth:`gymnasium.vector.VectorEnv.step`.

        EngineError: with ``DISABLED``, a row that ended has not been reset.
        """
        before = self._ended if self._ended.any() else None
        if before is not None and self.autoreset_mode == AutoresetMode.DISABLED:
            what = f"the episode of row {int(before.argmax())} has ended."
            fix = 'reset these rows: reset(options={"reset_mask": terminated | truncated}).'
            raise EngineError(what, "step", fix)
        if before is not None:
            self._rows.reset(None, before)
            self._transcripts.start(before)
        restart = self.autoreset_mode == AutoresetMode.SAME_STEP
        transition, illegal = self._step(actions, restart=restart, stays=before)
        terminated, truncated = transition.terminated[:, 0], transition.truncated[:, 0]
        done = terminated | truncated
        if not restart:
            self._ended = done
        infos = self._infos(transition, illegal, done) if done.any() else {}
        return (
            arrays_of(self._rows.shown, flatten=self._flatten),
            transition.reward[:, 0].astype(np.float64),
            terminated,
            truncated,
            infos,
        )

    def _infos(self, transition: Transition, illegal: BoolArray, done: BoolArray) -> dict[str, Any]:
        final: dict[str, NDArray[Any]] = {}
        for name, values in final_info(transition, illegal).items():
            final[name], final[f"_{name}"] = values, done.copy()
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            return final
        final_obs = np.full(self.num_envs, None, dtype=object)
        seen = arrays_of(transition.observation, flatten=self._flatten)
        for row in np.flatnonzero(done).tolist():
            final_obs[row] = row_of(seen, row)
        return {
            "final_obs": final_obs,
            "_final_obs": done.copy(),
            "final_info": final,
            "_final_info": done.copy(),
        }

    def render(self) -> tuple[str, ...] | None:
        """Return the derivation so far of each row, with ``render_mode="ansi"``."""
        return self._transcripts.texts()

    def action_masks(self) -> BoolArray:
        """Return the legal actions [N, A] of the current states."""
        return self._rows.shown.action_mask.copy()


def open_problem(program: str | Path, goal: str, settings: dict[str, Any]) -> Problem:
    """Load a program with its settings, each only once, so that many environments share it."""
    pack = load_pack(program)
    try:
        config = pack.env.override(settings, where="gymnasium.make")
    except ConfigError as error:
        if unknown := [name for name in settings if not hasattr(pack.env, name)]:
            what = f"unexpected keyword argument {unknown[0]!r}"
            raise KeywordError(what, error.where, error.fix) from error
        raise
    source = Path(program).resolve() if Path(program).exists() else program
    return _loaded(source, fingerprint(pack), config, goal)


@lru_cache(maxsize=8)
def _loaded(source: str | Path, text: str, config: EnvConfig, goal: str) -> Problem:
    # ``text``, a checksum of the program, is part of the cache key: edited files are reloaded.
    return load_problem(load_pack(source), config, goal=goal)
