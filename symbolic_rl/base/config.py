"""What a run depends on: the environment's settings and the training settings.

The string under each field is its help text on the command line. A pack's ``env.toml`` sets
these by name (sections ``[env]`` and ``[train]``); flags override the pack; the resolved values
go to the run's ``config.json``. Nothing here imports torch.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import cache
from math import inf
from numbers import Integral, Real
from typing import Any, Literal, Self, get_args, get_origin, get_type_hints

from symbolic_rl.base.errors import ConfigError

MORE, REFUSE = 1, 2
"""Clause ids of the two special actions; 0 is padding, 3 the query's own clause."""

MAX_CANDIDATES = 4096
"""The widest window."""


def _at_least(config: object, least: float, *names: str) -> None:
    for name in names:
        value = getattr(config, name)
        if not least <= value < inf:  # nan is neither
            raise _not_allowed(config, name, f"give a value of at least {least}.")


def _is_share(config: object, *names: str) -> None:
    for name in names:
        if not 0 <= getattr(config, name) <= 1:
            raise _not_allowed(config, name, "give a value from 0 to 1.")


def _not_allowed(config: object, name: str, fix: str) -> ConfigError:
    what = f"{name}={getattr(config, name)} is not allowed."
    return ConfigError(what, f"--{name.replace('_', '-')} (or {name} in env.toml)", fix)


MAX_SEED = 2**64 - 1
"""The greatest seed of torch's random numbers."""


class _Overridable:
    """Configs that a mapping from TOML, JSON or the command line may override."""

    def override(self, values: Mapping[str, Any], *, where: str) -> Self:
        """Return a copy with ``values`` set; unknown names are refused with the nearest one.

        Raises:
            ConfigError: an unknown key, or a value its field does not allow.
        """
        known = {field.name for field in fields(self)}  # type: ignore[arg-type]
        for key in values:
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"known keys: {sorted(known)}"
                raise ConfigError(f"unknown key {key!r}.\n  where:  {where}\n  to fix: {hint}")
        checked = {key: _of_type(type(self), key, value, where) for key, value in values.items()}
        return replace(self, **checked)  # type: ignore[type-var]


_IN_WORDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
_hints = cache(get_type_hints)


def _of_type(config: type, key: str, value: object, where: str) -> object:
    """A value as its field has it; refused if it is of another type, or not one of its choices."""
    wanted = _hints(config)[key]
    if get_origin(wanted) is Literal:
        choices = get_args(wanted)
        if value in choices:
            return value
        near = get_close_matches(str(value), choices, 1)
        fix = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(choices)}."
    elif get_origin(wanted) is tuple:
        if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
            return tuple(value)
        fix = "give a list of texts."
    else:
        if type(value) is wanted:
            return value
        number = {int: Integral, float: Real}.get(wanted)  # numpy's are such numbers too
        if number is not None and isinstance(value, number) and not isinstance(value, bool):
            return wanted(value)
        fix = f"give {_IN_WORDS[wanted]}."
    raise ConfigError(f"{key} = {value!r} is not allowed.", f"{where}, {key}", fix)


Algo = Literal["ppo", "grpo"]


@dataclass(frozen=True, kw_only=True)
class EnvConfig(_Overridable):
    """How a Prolog program becomes an environment."""

    n_candidates: int = 32
    """Width of the action window, special actions included; wider states are paged."""
    n_goals: int = 10
    """Goals of the resolvent that the policy sees; an ellipsis stands for the others."""
    goal_width: int = 0
    """Slots of a goal that the policy sees; 0 fits it to the program."""
    view: Literal["auto", "tree", "prefix"] = "auto"
    """How a goal is laid out: tree positions breadth first, or pre-order tokens."""
    view_depth: int = 3
    """Levels below the predicate that the tree view shows."""
    max_inferences: int = 20
    """Inferences after which an episode is truncated."""
    eval_max_inferences: int = 0
    """The same for evaluation; 0 means as in training."""
    max_pages: int = 100
    """Turned pages of one state after which an episode is truncated."""
    auto_advance: bool = True
    """Play forced moves (exactly one legal action) within the step."""
    loop_check: Literal["auto", "on", "off"] = "auto"
    """Mask candidates that are variants of an earlier state; auto: function-free programs."""
    refuse: bool = False
    """Offer the action refuse, which earns the reward for queries labelled false."""
    hide_query: bool = True
    """Hide a query's own fact while it is being proved."""
    occurs_check: bool = True
    """Sound unification; off gives Prolog's habit."""
    cut: Literal["refuse", "ignore"] = "refuse"
    """What to do with a cut that cannot be made exact."""
    directives: Literal["refuse", "ignore"] = "refuse"
    """What to do with directives that are not declarations."""
    max_tokens: int = 1_000_000
    """Tokens of a state; candidates that are larger are lost and counted."""
    builtin_inferences: int = 10_000
    """Prolog inferences allowed for the builtin goals in front of one candidate."""
    negation_inferences: int = 10_000
    """Prolog inferences allowed for one sub-proof of a negated goal."""
    engine: str = "prolog"
    """Engine that expands states; auto takes the best one, an unknown name lists all."""
    wire: Literal["auto", "c", "prolog"] = "auto"
    """How states cross to Prolog; auto takes the compiled wire where it was built."""

    def __post_init__(self) -> None:
        _at_least(self, 1, "n_goals", "max_inferences", "max_pages", "view_depth")
        _at_least(self, 4, "n_candidates")
        if self.n_candidates > MAX_CANDIDATES:
            raise ConfigError(
                f"n_candidates={self.n_candidates} is not allowed.\n"
                f"  where:  --n-candidates (or n_candidates in env.toml)\n"
                f"  to fix: give at most {MAX_CANDIDATES}; wider states are paged."
            )
        _at_least(self, 0, "goal_width", "eval_max_inferences")
        _at_least(self, 1000, "max_tokens", "builtin_inferences", "negation_inferences")


@dataclass(frozen=True, kw_only=True)
class TrainConfig(_Overridable):
    """How a policy is trained."""

    n_envs: int = 256
    """Environments stepped in parallel."""
    total_frames: int = 1_000_000
    """Frames (decisions) of the whole run."""
    seed: int = 0
    """Seed of queries, weights and sampling."""
    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Where the policy runs."""
    collector: str = "vectorized"
    """How frames are gathered; `symbolic-rl collectors` explains the choices."""
    n_workers: int = 0
    """Processes or actors that gather frames; 0: as many as there are cores (parallel-env: one for
    each environment)."""
    n_threads: int = 1
    """Python threads that expand states, each with its own Prolog engine."""
    overlap: bool = False
    """Step one half of the environments while the policy chooses for the other (multiprocess, with
    an even number of workers)."""
    frames_per_batch: int = 8192
    """Frames per policy update, over all environments; a multiple of n_envs."""
    algo: Algo = "ppo"
    """Learning algorithm: PPO with a critic, or GRPO, which compares derivations of one query."""
    group_size: int = 8
    """Derivations of one query that are compared (grpo); divides n_envs."""
    baseline: Literal["group", "rloo", "logit_loo", "eob_loo", "otb", "eob"] = "rloo"
    """What a return is compared with (grpo). Unbiased, the mean of the others: rloo plain,
    logit_loo weighted by the logits' norms, eob_loo by exact gradient norms. group: the mean of
    all, divided by the deviation. BIASED, as published, with the derivation itself: otb, eob."""
    policy: Literal["auto", "resolvent", "clause", "comparing"] = "auto"
    """Score candidates by their resolvents, by their clauses, or by their clauses and by which
    slots of a goal are equal, whatever names a query has for things that no clause mentions
    (comparing); auto looks at the program, and takes one of the first two."""
    dim: int = 64
    """Width of the embeddings and hidden layers."""
    lr: float = 2e-3
    """Learning rate of AdamW at the start; annealed linearly to zero."""
    epochs: int = 2
    """Passes over each batch."""
    minibatch_size: int = 2048
    """Frames per gradient step."""
    gamma: float = 0.99
    """Discount per frame; of whole returns with grpo, so that shorter derivations are better."""
    lmbda: float = 0.95
    """Lambda of generalized advantage estimation."""
    clip_epsilon: float = 0.2
    """Clipping range of the probability ratio."""
    clip_epsilon_high: float = 0.0
    """The same for ratios above one (grpo, clip-higher); 0 means as clip_epsilon."""
    loss_mean: Literal["token", "trajectory"] = "token"
    """Average over the frames of all derivations, or of each derivation first (grpo)."""
    history: int = 0
    """Earlier returns of the same query that join the baseline (grpo)."""
    kl_coeff: float = 0.0
    """Weight of the divergence from a reference policy (grpo)."""
    reference_interval: int = 0
    """Updates after which the reference policy becomes the current one (grpo); 0: it stays the
    one that the run started with."""
    max_resamples: int = 4
    """Batches that are added while groups with unequal returns fill no minibatch (grpo)."""
    keep_failed: bool = False
    """Keep the entropy bonus of groups that all failed, though they teach nothing (grpo). Without
    it a policy that has made up its mind about a query stops trying; on for small programs."""
    entropy_coeff: float = 0.01
    """Entropy bonus at the start; annealed linearly to zero."""
    critic_coeff: float = 0.5
    """Weight of the value loss."""
    max_grad_norm: float = 0.5
    """Gradient norm above which gradients are scaled down."""
    micro_batch_size: int = 0
    """Frames whose gradients are computed at once and added up; 0: those of the whole minibatch.
    The step is the same, for less memory."""
    fused_optimizer: bool = True
    """AdamW in one kernel for all weights."""
    compile: bool = False
    """Learn through torch.compile, where the machine can. The first update takes a minute."""
    precision: Literal["float32", "bf16"] = "float32"
    """Numbers of the network while it learns; bf16 by autocast. Acting and norms are float32."""
    torch_threads: int = 1
    """Threads of torch on the CPU; small networks gain nothing from more."""
    checkpoint_interval: int = 20
    """Updates between checkpoints; the last update is always kept."""
    bootstrap_truncated: bool = False
    """Value what a truncated derivation might still have reached. Off: the limit is part of the
    task, and a policy that goes round in circles is worth nothing."""
    step_penalty: float = 0.0
    """Taken from the reward for each frame; 0 leaves the reward to refutations."""
    body_cost: float = 0.0
    """Taken from a clause's logit for each goal of its body, when training starts. For many rules
    that call each other: random play then ends, and first proofs are found."""

    def __post_init__(self) -> None:
        _at_least(self, 1, "n_envs", "total_frames", "n_threads", "frames_per_batch", "dim")
        _at_least(self, 1, "epochs", "minibatch_size", "torch_threads")
        _at_least(self, 1, "checkpoint_interval")
        _at_least(self, 0, "n_workers")
        _at_least(self, 0, "seed", "lr", "entropy_coeff", "critic_coeff", "clip_epsilon")
        _at_least(self, 0, "clip_epsilon_high", "history", "kl_coeff", "reference_interval")
        _at_least(self, 0, "max_resamples", "micro_batch_size", "body_cost")
        if self.frames_per_batch % self.n_envs:
            nearest = max(1, self.frames_per_batch // self.n_envs) * self.n_envs
            raise ConfigError(
                f"frames_per_batch={self.frames_per_batch} is not a multiple of "
                f"n_envs={self.n_envs}.\n  where:  --frames-per-batch\n"
                f"  to fix: try --frames-per-batch {nearest}."
            )
        if self.algo == "grpo":
            self._check_groups()
        n_shares = self.n_envs // self.rows_per_query
        if self.n_threads > n_shares:
            raise ConfigError(
                f"n_threads={self.n_threads} is more than n_envs={self.n_envs} can be shared by.\n"
                f"  where:  --n-threads\n  to fix: give at most {n_shares}."
            )
        _is_share(self, "gamma", "lmbda")
        if self.seed > MAX_SEED:
            raise _not_allowed(self, "seed", f"give at most {MAX_SEED}.")

    def _check_groups(self) -> None:
        _at_least(self, 2, "group_size")
        if self.n_envs % self.group_size:
            nearest = max(1, self.n_envs // self.group_size) * self.group_size
            raise ConfigError(
                f"n_envs={self.n_envs} is not a multiple of group_size={self.group_size}.\n"
                f"  where:  --n-envs, --group-size\n  to fix: try --n-envs {nearest}."
            )
        if self.history and self.baseline == "otb":
            raise ConfigError(
                "The baseline otb compares single steps: it has no history.\n"
                "  where:  --history, --baseline\n  to fix: leave --history out, or take eob_loo."
            )

    @property
    def rows_per_query(self) -> int:
        """Episodes that play the same query."""
        return self.group_size if self.algo == "grpo" else 1


@dataclass(frozen=True, kw_only=True)
class CurriculumConfig(_Overridable):
    """Levels of training queries, easiest first."""

    levels: tuple[str, ...] = ()
    """Query files, easiest first; without levels all training queries are drawn alike."""
    promote_at: float = 0.9
    """Success rate on the current level at which the next one opens."""
    current_share: float = 0.5
    """Share of episodes on the current level; the others are drawn from earlier levels."""

    def __post_init__(self) -> None:
        _is_share(self, "promote_at", "current_share")


@dataclass(frozen=True, kw_only=True)
class SearchConfig(_Overridable):
    """How guided search reads the policy."""

    sharpness: float = 30.0
    """Power to which guided search raises the policy's probabilities. High, it follows the first
    choices and comes back to what was little behind them: for derivations of many steps. 1 takes
    them as they are: for derivations of a few steps that often end in vain."""
    uniform_share: float = 1e-4
    """Of the probability at each state, shared by all candidates alike; the policy has the rest.
    0.5 where the policy cannot see which choice is right, as when it depends on facts."""

    def __post_init__(self) -> None:
        if not 0 < self.sharpness < inf:
            raise _not_allowed(self, "sharpness", "give a value above 0.")
        if not 0 < self.uniform_share <= 1:
            raise _not_allowed(self, "uniform_share", "give a value above 0, and at most 1.")

    def changed(self, *, sharpness: float = 0.0, uniform_share: float = 0.0) -> Self:
        """The same, with those of these that are not 0.

        Raises:
            ConfigError: a value that is not allowed.
        """
        return replace(
            self,
            sharpness=sharpness or self.sharpness,
            uniform_share=uniform_share or self.uniform_share,
        )


Profile = Literal["quick", "standard", "large"]

PROFILES: dict[Profile, dict[str, float]] = {
    "quick": {
        "n_envs": 64,
        "frames_per_batch": 2048,
        "minibatch_size": 512,
        "total_frames": 0.1,
    },
    "standard": {},
    "large": {
        "n_envs": 1024,
        "frames_per_batch": 32_768,
        "minibatch_size": 8192,
        "dim": 128,
        "total_frames": 10.0,
    },
}
"""Values of ``--profile``: what each sets; of ``total_frames`` it is a multiple."""


def with_profile(config: TrainConfig, name: Profile) -> TrainConfig:
    """Return the settings of a profile: a few seconds to see it learn, as it is, or a long run."""
    values: dict[str, Any] = dict(PROFILES[name])
    if "total_frames" in values:
        values["total_frames"] = max(1, round(values["total_frames"] * config.total_frames))
    return config.override(values, where=f"--profile {name}")


def difference(before: TrainConfig, after: TrainConfig) -> list[str]:
    """What a profile changed, one line for each setting."""
    pairs = ((f.name, getattr(before, f.name), getattr(after, f.name)) for f in fields(before))
    return [f"{name}: {then} -> {now}" for name, then, now in pairs if then != now]
