"""The environment for gymnasium and what speaks its language; importing this registers all packs.

    import gymnasium
    import symbolic_rl.gym

    env = gymnasium.make("symbolic_rl/countries_s3-v0")
    envs = gymnasium.make_vec("symbolic_rl/countries_s3-v0", num_envs=256)
    mine = gymnasium.make("symbolic_rl/Program-v0", program="graph.pl", goal="path(a, X)")

``Program-v0`` takes any folder or Prolog file as ``program``. All take ``split``, ``goal`` (instead
of the queries of a split), ``with_candidates`` and every setting of the environment, such as
``max_inferences``. gymnasium loads no plugins: without the import, the module goes in front of the
id, as in ``"symbolic_rl.gym:symbolic_rl/countries_s3-v0"``.

Observations are dictionaries of integers, which every client takes apart or flattens; they are
names, not magnitudes, so a network should embed them. An action that ``action_mask`` forbids is a
clause that does not apply: the derivation has failed, with ``illegal_action`` in its info.

Torch-free. Not here: threads and processes; a vector environment is one batch in this process.
Those of gymnasium's that have processes should be given ``context="spawn"``: a Prolog that has
threads is not to be forked.

Dimension key: N environments, A actions, G goals, W slots of a goal.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from symbolic_rl.config import EnvConfig
from symbolic_rl.derivation.derivations import Derivations
from symbolic_rl.derivation.frames import BoolArray, Transition
from symbolic_rl.errors import EngineError
from symbolic_rl.observation.windows import Observation
from symbolic_rl.packs import list_packs, load_pack
from symbolic_rl.problem import Problem, fingerprint, load_problem

__all__ = ["NAMESPACE", "DerivationGymEnv", "DerivationVectorEnv", "Shown", "register_packs"]

NAMESPACE = "symbolic_rl"
"""What stands before the slash of an environment's id."""

Shown = dict[str, NDArray[Any]]
"""An observation: ``goals, candidates, clauses, inferences`` int32 and ``action_mask`` int8."""


class Rows:
    """Derivations as a client without promises plays them: it may choose what is forbidden.

    Args:
        problem: program, queries and settings.
        n: number of rows.
        split: whose queries are played.
        with_candidates: show the candidates' resolvents.
    """

    def __init__(self, problem: Problem, n: int, *, split: str, with_candidates: bool) -> None:
        self._problem, self._n = problem, n
        self._options = {"split": split, "with_candidates": with_candidates}
        self._derivations: Derivations | None = None

    @property
    def derivations(self) -> Derivations:
        """The rows themselves.

        Raises:
            EngineError: there was no reset yet.
        """
        if self._derivations is None:
            raise EngineError("there is no derivation yet.", "step", "call reset() first.")
        return self._derivations

    @property
    def is_open(self) -> bool:
        """Whether there was a reset."""
        return self._derivations is not None

    def reset(self, seed: int | None, mask: BoolArray | None = None) -> Observation:
        """Start the next episode in all rows, or in those of ``mask`` [N]; anew with a seed."""
        if seed is not None or self._derivations is None:
            self._derivations = Derivations(
                self._problem,
                self._n,
                seed=seed or 0,
                **self._options,  # type: ignore[arg-type]
            )
            mask = None
        self.shown = self.derivations.reset(None if mask is None else np.flatnonzero(mask))
        return self.shown

    def step(self, actions: NDArray[Any], *, restart: bool) -> tuple[Transition, BoolArray]:
        """Play one action in each row; what is shown then is in ``shown``.

        Args:
            actions: [N] index into the window.
            restart: start the next episode in rows that ended.

        Returns:
            the transition, and which rows [N] chose a forbidden action: their derivation has
            failed where it stood.

        Raises:
            EngineError: an action is outside the window, or there was no reset yet.
        """
        derivations, before = self.derivations, self.shown
        actions = np.asarray(actions, np.int64).reshape(self._n)
        mask = before.action_mask
        outside = actions[(actions < 0) | (actions >= mask.shape[1])]
        if outside.size:
            raise EngineError(
                f"there is no action {int(outside[0])}.",
                "step",
                f"choose from 0 to {mask.shape[1] - 1}.",
            )
        illegal = ~mask[np.arange(self._n), actions]
        # A row that failed plays its first legal action, of which nothing is seen.
        actions = np.where(illegal, mask.argmax(1), actions)
        transition, self.shown = derivations.step(actions, restart=restart)
        if illegal.any():
            self._fail(transition, np.flatnonzero(illegal), before, restart)
        return transition, illegal

    def _fail(
        self, transition: Transition, rows: NDArray[np.int64], before: Observation, restart: bool
    ) -> None:
        ended = (transition.terminated | transition.truncated)[rows, 0]
        transition.observation.copy_rows(before, rows, rows)
        transition.reward[rows] = 0
        transition.episode_return[rows] = 0
        transition.terminated[rows], transition.truncated[rows] = True, False
        transition.episode_inferences[rows] = before.inferences[rows]
        if restart and not ended.all():
            self.shown = self.derivations.reset(rows[~ended])


class DerivationGymEnv(gymnasium.Env[Shown, np.int64]):
    """One derivation after the other.

    ``info`` is empty but at the end of an episode: ``is_success``, ``episode_inferences`` and
    ``illegal_action``. Episodes truncate themselves by ``max_inferences``; a seed of ``reset``
    decides the order of queries.

    Args:
        program: a pack, a folder or a Prolog file.
        split: whose queries are played.
        goal: a goal to play instead of the queries.
        with_candidates: show the candidates' resolvents.
        settings: of :class:`symbolic_rl.config.EnvConfig`, instead of the pack's own.

    Raises:
        PackError: there is no such pack, or it has no queries of that split.
        ProgramError: the program or the queries have errors.
        ConfigError: an unknown setting, or a value that is not allowed.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  # gymnasium's own signature

    def __init__(
        self,
        program: str | Path,
        *,
        split: str = "train",
        goal: str = "",
        with_candidates: bool = True,
        render_mode: None = None,
        **settings: Any,
    ) -> None:
        self.problem = open_problem(program, goal, settings)
        split = "goal" if goal else split
        self.observation_space = observation_space(self.problem, with_candidates)
        self.action_space = action_space(self.problem)
        self.render_mode = render_mode
        self._rows = Rows(self.problem, 1, split=split, with_candidates=with_candidates)
        self.problem.queries(split)  # complains now, not at the first reset

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """Start the next derivation; see :meth:`gymnasium.Env.reset`."""
        super().reset(seed=seed)
        shown = self._rows.reset(first_seed(self, seed))
        return row_of(shown, 0), {}

    def step(self, action: np.int64 | int) -> tuple[Shown, float, bool, bool, dict[str, Any]]:
        """Choose a candidate; see :meth:`gymnasium.Env.step`."""
        transition, illegal = self._rows.step(np.array([action]), restart=False)
        terminated, truncated = (
            bool(transition.terminated[0, 0]),
            bool(transition.truncated[0, 0]),
        )
        info = {name: x[0].item() for name, x in final_info(transition, illegal).items()}
        return (
            row_of(transition.observation, 0),
            float(transition.reward[0, 0]),
            terminated,
            truncated,
            info if terminated or truncated else {},
        )

    def action_masks(self) -> BoolArray:
        """Which actions [A] apply in the state that was shown last; sb3-contrib asks for it."""
        mask: BoolArray = self._rows.shown.action_mask[0].copy()
        return mask

    @property
    def counters(self) -> dict[str, int]:
        """What was lost, merged, masked, paged or cut since the last reset with a seed."""
        return self._rows.derivations.counters


class DerivationVectorEnv(VectorEnv[Shown, NDArray[np.int64], NDArray[Any]]):
    """N derivations side by side, all played in one call.

    A row that ends starts anew in the same step (``AutoresetMode.SAME_STEP``): the observation is
    that of its next derivation, and the last one of the old is in ``infos["final_obs"]``, with
    ``infos["final_info"]`` beside it and ``_final_obs``, ``_final_info`` [N] saying in which rows.
    The seed of ``reset`` decides the order of queries; row i plays the same episodes as row i of
    every collector. Arguments are those of :class:`DerivationGymEnv`.

    Args:
        num_envs: N.
        program: a pack, a folder or a Prolog file.
        split: whose queries are played.
        goal: a goal to play instead of the queries.
        with_candidates: show the candidates' resolvents.
        settings: of :class:`symbolic_rl.config.EnvConfig`, instead of the pack's own.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # gymnasium's own signature
        "render_modes": [],
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
        render_mode: None = None,
        **settings: Any,
    ) -> None:
        self.num_envs, self.render_mode = num_envs, render_mode
        self.problem = open_problem(program, goal, settings)
        split = "goal" if goal else split
        self.single_observation_space = observation_space(self.problem, with_candidates)
        self.single_action_space = action_space(self.problem)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = Rows(self.problem, num_envs, split=split, with_candidates=with_candidates)
        self.problem.queries(split)  # complains now, not at the first reset

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """Start the next derivation in all rows, or in those of ``options["reset_mask"]`` [N]."""
        super().reset(seed=seed)
        mask = (options or {}).get("reset_mask")
        return arrays_of(self._rows.reset(first_seed(self, seed), mask)), {}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Shown, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Choose a candidate in each row; see :meth:`gymnasium.vector.VectorEnv.step`."""
        transition, illegal = self._rows.step(actions, restart=True)
        terminated, truncated = transition.terminated[:, 0], transition.truncated[:, 0]
        done = terminated | truncated
        infos = self._infos(transition, illegal, done) if done.any() else {}
        return (
            arrays_of(self._rows.shown),
            transition.reward[:, 0].astype(np.float64),
            terminated,
            truncated,
            infos,
        )

    def _infos(self, transition: Transition, illegal: BoolArray, done: BoolArray) -> dict[str, Any]:
        final_obs = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(done).tolist():
            final_obs[row] = row_of(transition.observation, row)
        final: dict[str, NDArray[Any]] = {}
        for name, values in final_info(transition, illegal).items():
            final[name], final[f"_{name}"] = values, done.copy()
        return {
            "final_obs": final_obs,
            "_final_obs": done.copy(),
            "final_info": final,
            "_final_info": done.copy(),
        }

    def action_masks(self) -> BoolArray:
        """Which actions [N, A] apply in the states that were shown last."""
        return self._rows.shown.action_mask.copy()

    @property
    def counters(self) -> dict[str, int]:
        """What was lost, merged, masked, paged or cut since the last reset with a seed."""
        return self._rows.derivations.counters


# ---- what both share


def open_problem(program: str | Path, goal: str, settings: dict[str, Any]) -> Problem:
    """Load a program with its settings; the same one only once, so that many can share it."""
    pack = load_pack(program)
    config = pack.env.override(settings, where="gymnasium.make")
    source = Path(program).resolve() if Path(program).exists() else program
    return _loaded(source, fingerprint(pack), config, goal)


@lru_cache(maxsize=8)
def _loaded(source: str | Path, text: str, config: EnvConfig, goal: str) -> Problem:
    # ``text`` is a hash of the program's: a file that was edited is loaded anew
    return load_problem(load_pack(source), config, goal=goal)


def observation_space(problem: Problem, with_candidates: bool) -> spaces.Space[Any]:
    """The space of one environment's observations; 0 is padding everywhere."""
    config, view = problem.env_config, problem.viewer.view
    a, g, w = config.n_candidates, view.n_goals, view.goal_width
    ids = problem.program.vocabulary.size - 1
    shown: dict[str, spaces.Space[Any]] = {
        "goals": spaces.Box(0, ids, (g, w), np.int32),
        "clauses": spaces.Box(0, problem.n_clauses - 1, (a,), np.int32),
        "action_mask": spaces.MultiBinary(a),
        "inferences": spaces.Box(0, config.max_inferences, (1,), np.int32),
    }
    if with_candidates:
        shown["candidates"] = spaces.Box(0, ids, (a, g, w), np.int32)
    return spaces.Dict(shown)


def action_space(problem: Problem) -> spaces.Discrete:
    """The space of one environment's actions: places in the window."""
    return spaces.Discrete(problem.env_config.n_candidates)


def first_seed(
    env: gymnasium.Env[Any, Any] | VectorEnv[Any, Any, Any], seed: int | None
) -> int | None:
    """The seed that ``reset`` was given, or a random one where there was no reset before."""
    rows: Rows = env._rows  # type: ignore[union-attr]
    if seed is None and not rows.is_open:
        return int(env.np_random.integers(2**31))
    return seed


def arrays_of(observation: Observation) -> Shown:
    """The arrays by name, with the mask as gymnasium's spaces sample by it."""
    arrays: Shown = observation.arrays()
    arrays["action_mask"] = observation.action_mask.view(np.int8)
    return arrays


def row_of(observation: Observation, row: int) -> Shown:
    """The arrays of one row."""
    return {name: array[row] for name, array in arrays_of(observation).items()}


def final_info(transition: Transition, illegal: BoolArray) -> dict[str, NDArray[Any]]:
    """What is told of each row [N] whose episode ended; zeros for the others."""
    return {
        "is_success": transition.reward[:, 0] > 0,
        "episode_inferences": transition.episode_inferences[:, 0].astype(np.int64),
        "illegal_action": illegal,
    }


def register_packs() -> None:
    """Tell gymnasium of ``Program-v0`` and of every pack that comes with the package."""
    for name, kwargs in (("Program", {}), *((pack, {"program": pack}) for pack in list_packs())):
        gymnasium.register(
            f"{NAMESPACE}/{name}-v0",
            entry_point=f"{__name__}:DerivationGymEnv",
            vector_entry_point=f"{__name__}:DerivationVectorEnv",
            kwargs=kwargs,
        )


register_packs()
