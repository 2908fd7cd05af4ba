"""Training: algorithms, which gather and learn, and sessions, which keep them in a run directory.

To add an algorithm, write a subclass of :class:`Algorithm` (from rollouts: of
:class:`symbolic_rl.training.rollouts.RolloutAlgorithm`) and add it to ``ALGORITHMS``. Torch is
imported with the algorithm that is used, not before.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symbolic_rl.base.config import ResolvedConfig, TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.base.registry import Entry, look_up

if TYPE_CHECKING:
    from symbolic_rl.base.run_dir import Value
    from symbolic_rl.collectors.base import CollectorMetrics
    from symbolic_rl.derivations.problem import Problem
    from symbolic_rl.policy import DerivationPolicy
    from symbolic_rl.search.opened import LemmaTrial

__all__ = ["ALGORITHMS", "Algorithm", "AlgorithmEntry", "make_algorithm"]


class Algorithm(ABC):
    """An iteration of an algorithm gathers a batch and improves the policy with it.

    ``learn`` works without ``open``; all other methods need it. The policy is trained in place;
    each of ``ranks`` learns from its own rows.
    """

    seconds: dict[str, float]  # seconds of learning so far, by phase

    def __init__(
        self, policy: "DerivationPolicy", config: TrainConfig, ranks: Ranks | None = None
    ) -> None:
        self.policy, self.config, self.ranks = policy, config, ranks or Ranks()

    @abstractmethod
    def open(
        self,
        problem: "Problem",
        config: ResolvedConfig,
        state: Mapping[str, Any] | None = None,
        *,
        others: "Sequence[Problem]" = (),
    ) -> None:
        """Open the source of batches; ``state``, from :meth:`rows`, resumes it.

        With ``others``, which only expert iteration takes, the policy learns several programs.
        """

    def choose_from(self, library: "Mapping[str, Mapping[str, Any]]") -> None:
        """Let the first proofs choose where the structure part starts: states of such, by name."""
        what = "Proofs choose among the runs of a folder; only --algo expert searches for proofs."
        raise ConfigError(what, "--from", "give --algo expert, or --from one of the runs.")

    @abstractmethod
    def gather(self) -> Any:
        """Return a batch: a rollout, a TensorDict [n_envs, T], or packed frames of new proofs."""

    @abstractmethod
    def learn(self, batch: Any, *, progress: float) -> dict[str, float]:
        """Learn from a batch, or this rank's rows of it; return metrics, over all ranks.

        ``progress`` is the share of the run that is done, in [0, 1); for annealing.
        """

    @abstractmethod
    def count(self, batch: Any) -> "dict[str, Value]":
        """Return the counts of a batch, over all ranks."""

    @abstractmethod
    def describe(self) -> str:
        """Return what users should know before training starts; may be empty."""

    @property
    @abstractmethod
    def success(self) -> float:
        """Share of the latest episodes, or searches, that found a proof."""

    @property
    @abstractmethod
    def metrics(self) -> "CollectorMetrics":
        """Counts of gathering so far, of this rank."""

    @abstractmethod
    def rows(self) -> dict[str, Any]:
        """Return the state of gathering, for :meth:`open`: tensors and plain values."""

    @abstractmethod
    def state_dict(self) -> dict[str, Any]:
        """Return what a resumed run needs in addition to weights and :meth:`rows`."""

    @abstractmethod
    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Restore what :meth:`state_dict` returned."""

    def fit_search_settings(self) -> None:  # noqa: B027 - the session fits them for rollouts
        """Fit how searches use the policy when training ends; by default, leave it."""

    @abstractmethod
    def shutdown(self) -> None:
        """End all workers; may be called twice."""

    @property
    def origin(self) -> str:
        """Run that it has chosen among several to start from, and why; empty without a choice."""
        return ""

    @property
    def why_done(self) -> str:
        """Why more training would gain nothing, as a clause; empty while it may gain."""
        return ""

    @property
    def hardest(self) -> str:
        """Query that was hardest to prove so far; empty if unknown."""
        return ""

    def table(self) -> "list[dict[str, Value]]":
        """Return a row for each training query; none if the algorithm does not count by query."""
        return []

    def lemmas(self) -> tuple[str, "LemmaTrial | None"]:
        """Return a file of lemmas that proofs of this session have derived, and a trial of them.

        The file is empty without a lemma. The trial is of lemmas from half of the queries, on the
        others; None where these have no lemma.
        """
        return "", None

    def parts(self) -> dict[str, Any]:
        """Return what structure and symbols say of new proofs; empty without a structure part."""
        return {}

    def set_level(self, level: int) -> None:  # noqa: B027 - algorithms may have no levels
        """Gather queries of ``level`` (from 0) and of the levels below it from now on."""


@dataclass(frozen=True)
class AlgorithmEntry(Entry[Callable[["DerivationPolicy", TrainConfig, Ranks], Algorithm]]):
    """Entry of ``ALGORITHMS``."""

    gathers_proofs: bool = False
    """True if it learns from proofs that searches find, and not from rollouts."""
    draws_groups: bool = False
    """True if ``group_size`` environments take each query."""
    settings: frozenset[str] = frozenset()
    """Settings that it reads and some other algorithm does not."""


_OF_ROLLOUTS = {"epochs", "minibatch_size", "gamma", "clip_epsilon", "entropy_coeff"}
_OF_GROUPS = {"group_size", "baseline", "kl_coeff", "keep_failed"}
_OF_PROOFS = {"search_budget", "max_search_budget", "propose", "lemmas", "search_ahead"}

ALGORITHMS: dict[str, AlgorithmEntry] = {
    "ppo": AlgorithmEntry(
        "symbolic_rl.training.ppo:PPO",
        "PPO with a critic",
        settings=frozenset({*_OF_ROLLOUTS, "lmbda"}),
    ),
    "grpo": AlgorithmEntry(
        "symbolic_rl.training.grpo:GRPO",
        "GRPO, which compares derivations of one query",
        draws_groups=True,
        settings=frozenset({*_OF_ROLLOUTS, *_OF_GROUPS}),
    ),
    "expert": AlgorithmEntry(
        "symbolic_rl.training.expert:Expert",
        "expert iteration, which imitates the proofs that guided search finds",
        gathers_proofs=True,
        settings=frozenset({*_OF_PROOFS, "imitation_steps", "imitation_frames"}),
    ),
}
"""Values of ``--algo``."""


def make_algorithm(
    policy: "DerivationPolicy", config: TrainConfig, ranks: Ranks | None = None
) -> Algorithm:
    """Build the algorithm that the configuration names, or raise ConfigError.

    >>> from symbolic_rl.policy import PolicyShape, make_policy
    >>> shape = PolicyShape(vocabulary_size=9, n_clauses=7, n_candidates=4, n_goals=2, goal_width=3)
    >>> config = TrainConfig(algo="grpo", baseline="eob_loo")
    >>> make_algorithm(make_policy("clause", shape), config).describe()
    'groups of 8, baseline eob_loo (mean of the others, weighted by exact gradient norms)'
    """
    entry = look_up(ALGORITHMS, config.algo, what="algorithm", flag="--algo")
    return entry.load()(policy, config, ranks or Ranks())
