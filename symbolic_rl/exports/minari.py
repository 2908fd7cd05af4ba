"""Export proofs to Minari, as an offline data set of episodes of the gymnasium environment.

    dataset = export_minari("countries_s1", "symbolic_rl/countries_s1/proofs-v0", run="run")

Searches, guided by the policy of a run if one is given, prove the queries of a split, and the
environment steps each proof. Needs ``pip install 'symbolic-rl[minari]'``.

Dimension key: N derivations that are stepped side by side, T actions of an episode.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.errors import ConfigError, expect_package
from symbolic_rl.bridge.schema import Observation
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.derivations.proof_frames import Choice, ProofFramer
from symbolic_rl.envs.gymnasium.envs import arrays_of
from symbolic_rl.search import Limits, Space, find_all

if TYPE_CHECKING:
    from minari import MinariDataset

AT_ONCE = 256
"""Proofs that are stepped side by side."""


@dataclass
class ProofEpisode:
    """Episode of the environment that proves a query."""

    query: int  # number in the split
    observations: list[dict[str, NDArray[Any]]] = field(default_factory=list)  # T + 1
    actions: list[int] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    is_proved: bool = False


def export_minari(
    program: str | Path,
    dataset_id: str,
    *,
    run: str | Path = "",
    split: str = "train",
    budget: int = 2000,
) -> "MinariDataset":
    """Write a Minari data set of proofs, with Minari's own file format and folder.

    Searches within ``budget`` inferences, guided by the policy of ``run`` if there is one, prove
    the queries of ``split``. ``dataset_id`` is NAMESPACE/NAME-v0. The data set's description says
    how many queries have a proof, and how many of these are longer than an episode of the
    environment may be, and left out.

    InstallationError: Minari is not installed. ConfigError: no query was proved, or there is a data
    set of this name. PackError: there is no such program.
    """
    for package in ("minari", "h5py"):
        expect_package(package, "export_minari", "minari")
    import minari
    from minari.data_collector import EpisodeBuffer

    if dataset_id in minari.list_local_datasets():
        fix = f"give another name, or delete it: minari.delete_dataset({dataset_id!r})."
        raise ConfigError(f"There is a data set {dataset_id!r}.", "export_minari", fix)
    problem, spaces = _searched(program, Path(run) if run else None, split)
    found = find_all("guided" if run else "unguided", spaces, limits=Limits(max_inferences=budget))
    proofs = {i: one.answers[0].choices for i, one in enumerate(found) if one.answers}
    episodes = [one for one in proof_episodes(problem, split, proofs) if one.is_proved]
    if not episodes:
        what = f"None of {len(found):,} queries was proved within {budget:,} inferences."
        raise ConfigError(what, f"split {split!r}", "give a larger budget, or a trained run.")
    env = gymnasium.make("symbolic_rl/Program-v0", program=str(program), split=split)
    n_longer = len(proofs) - len(episodes)
    said = (
        f"proofs of {len(proofs):,} of {len(found):,} queries of split {split!r} of "
        f"{problem.name!r}, each found within {budget:,} inferences; {n_longer:,} longer than an "
        "episode may be are left out"
    )
    return minari.create_dataset_from_buffers(
        dataset_id,
        [
            EpisodeBuffer(
                id=number,
                observations={
                    key: np.stack([shown[key] for shown in one.observations])
                    for key in one.observations[0]
                },
                actions=np.array(one.actions),
                rewards=one.rewards,
                terminations=[*[False] * (len(one.actions) - 1), True],
                truncations=[False] * len(one.actions),
                infos={"query": np.full(len(one.observations), one.query)},
            )
            for number, one in enumerate(episodes)
        ],
        env=env,
        algorithm_name="guided search" if run else "unguided search",
        description=said,
    )


def _searched(program: str | Path, run: Path | None, split: str) -> tuple[Problem, list[Space]]:
    """Return the problem, and the search space of each query of a split."""
    problem = load_problem(program)
    if run is None:
        return problem, [Space(problem.engine, query) for query in problem.queries(split)]
    from symbolic_rl.policy.open import load_policy
    from symbolic_rl.search.policy_order import PolicyOrder

    order = PolicyOrder(load_policy(run, problem), problem, problem.program)
    return problem, [order.space(problem.engine, query) for query in problem.queries(split)]


def proof_episodes(
    problem: Problem, split: str, proofs: dict[int, Sequence[Choice]]
) -> Iterator[ProofEpisode]:
    """Yield the episode of each proof, by number of its query; see :class:`.Derivation`.

    An episode that the environment ends before its proof is not marked as proved.
    """
    numbers, queries = sorted(proofs), problem.queries(split)
    framer = ProofFramer[Observation](problem, lambda shown: shown, with_candidates=False)
    framed = framer([queries[i] for i in numbers], [proofs[i] for i in numbers])
    ends = np.cumsum([0, *framed.counts])
    decisions = {i: framed.actions[ends[k] : ends[k + 1]].tolist() for k, i in enumerate(numbers)}
    for first in range(0, len(queries), AT_ONCE):
        n = min(AT_ONCE, len(queries) - first)
        if not any(first <= i < first + n for i in numbers):
            continue
        rows = Derivations(problem, n, split=split, first_row=first, in_order=True)
        open_rows = np.array([first + row in proofs for row in range(n)])
        episodes = {row: ProofEpisode(first + row) for row in np.flatnonzero(open_rows).tolist()}
        shown = rows.reset()
        _append(episodes, shown)
        while open_rows.any():
            actions = shown.action_mask.argmax(1)
            for row in np.flatnonzero(open_rows & (shown.action_mask.sum(1) > 1)).tolist():
                left = decisions[first + row]
                actions[row] = left.pop(0) if left else actions[row]
            moved, shown = rows.step(actions, restart=False, stays=~open_rows)
            stepped = {row: episodes[row] for row in np.flatnonzero(open_rows).tolist()}
            _append(stepped, moved.observation)
            for row, episode in stepped.items():
                episode.actions.append(int(actions[row]))
                episode.rewards.append(float(moved.reward[row, 0]))
                episode.is_proved = bool(moved.terminated[row, 0] and moved.reward[row, 0] > 0)
            open_rows &= ~(moved.terminated | moved.truncated)[:, 0]
        yield from episodes.values()


def _append(episodes: dict[int, ProofEpisode], shown: Observation) -> None:
    """Append its row of an observation [N] to each episode."""
    arrays = arrays_of(shown, flatten=True)
    for row, episode in episodes.items():
        episode.observations.append({key: array[row].copy() for key, array in arrays.items()})
