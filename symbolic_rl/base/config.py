"""Settings of environments, training, curricula and searches.

The string under each field is its help text on the command line and in ``envs/README.md``. A
pack's ``env.toml`` sets fields by name (sections ``[env]``, ``[train]``, ``[curriculum]``); flags
override the pack; the resolved values go to the run's ``config.json``. Torch-free.
"""

import ast
from collections.abc import Mapping
from dataclasses import Field, dataclass, fields, replace
from inspect import getsource
from math import inf
from numbers import Integral, Real
from typing import Annotated, Any, ClassVar, Literal, Self, get_args, get_origin

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.registry import Names, nearest

MORE, REFUSE = 1, 2
"""Clause ids of the two special actions; 0 is padding, 3 the query's own clause."""

MAX_CANDIDATES = 4096
"""Greatest width of the action window."""


MAX_SHOWN = 4096
"""Most goals of a state, and slots of a goal, that a policy can be shown."""

MAX_LEVELS = 60
"""Most levels of a view's tree; C walks them with a stack of 64."""

DEFAULT_LIMIT = 20
"""Inferences of an episode if neither a pack, a flag nor training has chosen a limit."""


MOST = 2**53
"""Greatest value of any setting but the seed: a float holds it exactly."""


def _at_least(config: object, least: float, *names: str, most: int = MOST) -> None:
    for name in names:
        value = getattr(config, name)
        if not least <= value < inf:  # also refuses NaN
            raise _not_allowed(config, name, f"give a value of at least {least}.")
        if value > most:
            raise _not_allowed(config, name, f"give at most {most:,}.")


def _is_share(config: object, *names: str) -> None:
    for name in names:
        if not 0 <= getattr(config, name) <= 1:
            raise _not_allowed(config, name, "give a value from 0 to 1.")


def _is_multiple(config: object, name: str, of: str) -> None:
    value, unit = getattr(config, name), getattr(config, of)
    if value % unit:
        flag, other = (f"--{each.replace('_', '-')}" for each in (name, of))
        what = f"{name}={value} is not a multiple of {of}={unit}."
        raise ConfigError(what, f"{flag}, {other}", f"try {flag} {max(1, value // unit) * unit}.")


def _not_allowed(config: object, name: str, fix: str) -> ConfigError:
    what = f"{name}={getattr(config, name)} is not allowed."
    return ConfigError(what, f"--{name.replace('_', '-')} (or {name} in env.toml)", fix)


MAX_SEED = 2**64 - 1
"""Greatest seed of torch's random numbers."""


class Settings:
    """Dataclass of settings that a mapping from TOML, JSON or the command line may override."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    WITHOUT_FLAG: ClassVar[frozenset[str]] = frozenset()
    """Fields without a flag: they belong to a program or seldom change; env.toml sets them."""
    SHOWN_FIRST: ClassVar[frozenset[str]] = frozenset()
    """Fields that ``--help`` shows; ``--help-all`` shows the others as well."""

    def __post_init__(self) -> None:
        """Convert numbers to the types of their fields; ConfigError: a value of another type."""
        config = type(self)
        for key in self.__dataclass_fields__:
            value = _of_type(config, key, getattr(self, key), config.__name__)
            object.__setattr__(self, key, value)

    @classmethod
    def choices(cls, key: str) -> tuple[str, ...]:
        """Return the values that a setting may have; none if they cannot be listed."""
        kind = cls.__dataclass_fields__[key].type
        names = next((mark for mark in get_args(kind)[1:] if isinstance(mark, Names)), None)
        return names.all if names else get_args(kind) if get_origin(kind) is Literal else ()

    @classmethod
    def meanings(cls) -> dict[str, str]:
        """Return the string under each field, on one line."""
        (tree,) = ast.parse(getsource(cls)).body
        assert isinstance(tree, ast.ClassDef)
        found = {}
        for field, text in zip(tree.body, tree.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                found[ast.unparse(field.target)] = " ".join(ast.literal_eval(text.value).split())
        return found

    def expect_names(self) -> Self:
        """Return the settings; ConfigError: a name is in no registry."""
        for key, field in self.__dataclass_fields__.items():
            value, known = getattr(self, key), self.choices(key)
            if get_origin(field.type) is Annotated and value not in known:
                what = f"There is no {key} {value!r}."
                raise ConfigError(what, f"--{key.replace('_', '-')}", nearest(value, known))
        return self

    def override(self, values: Mapping[str, Any], *, where: str, names: bool = True) -> Self:
        """Return a copy with ``values`` set; ConfigError: an unknown key, or a wrong value.

        Unless ``names``, a name may be one that no registry has, as in :meth:`expect_names`.
        """
        known = self.__dataclass_fields__
        for key in values:
            if key not in known:
                raise ConfigError(f"unknown key {key!r}.", where, nearest(key, sorted(known)))
        config = type(self)
        checked = {k: _of_type(config, k, x, where, names=names) for k, x in values.items()}
        return replace(self, **checked)


_KINDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}


def _of_type(
    config: type[Settings], key: str, value: object, where: str, *, names: bool = False
) -> object:
    """Return a value converted to the type of its field; ConfigError: it has another type.

    With ``names``, a name of a registry must be known.
    """
    wanted: Any = config.__dataclass_fields__[key].type
    if get_origin(wanted) is Annotated and not names and isinstance(value, str):
        return value
    if type(value) is wanted:
        return value
    if choices := config.choices(key):
        if value in choices:
            return value
        fix = nearest(value, choices)
        fix = fix if isinstance(value, str) else f"give a text; {fix}"
    elif get_origin(wanted) is tuple:
        if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
            return tuple(value)
        fix = "give a list of texts."
    else:
        number = {int: Integral, float: Real}.get(wanted)  # numpy's are such numbers too
        if number is not None and isinstance(value, number) and not isinstance(value, bool):
            return wanted(value)
        fix = f"give {_KINDS[wanted]}."
    raise ConfigError(f"{key} = {value!r} is not allowed.", f"{where}, {key}", fix)


@dataclass(frozen=True, kw_only=True)
class EnvConfig(Settings):
    """Settings of the environment that a Prolog program becomes.

    >>> config = EnvConfig(n_candidates=16).override({"view": "tree"}, where="an example")
    >>> config.n_candidates, config.view, config.inference_limit
    (16, 'tree', 20)
    """

    # These settings define the problem itself. Everybody who trains on it should use the same ones,
    # so they belong to the pack.
    WITHOUT_FLAG = frozenset(
        {
            *("kind", "reward_scale", "view_tree", "eval_max_inferences", "max_pages"),
            *("auto_advance", "refuse", "hide_query", "occurs_check", "cut"),
            "max_subproof_inferences",
        }
    )

    kind: Literal["proof", "mdp"] = "proof"
    """proof: queries are goals to prove. mdp: the program is a Markov decision process, which
    defines the moves between states; queries name the states that episodes start in. See "MDPs"."""
    reward_scale: float = 1.0
    """Factor of the rewards of an MDP, which are whole numbers in its program."""
    n_candidates: int = 32
    """Width of the action window, special actions included; wider states are paged."""
    n_goals: int = 10
    """Goals of the resolvent that the policy sees; an ellipsis stands for the others."""
    goal_width: int = 0
    """Slots of a goal that the policy sees; 0 fits it to the program."""
    view: Literal["auto", "tree", "prefix"] = "auto"
    """Layout of a goal: tree positions breadth first, or pre-order tokens."""
    view_tree: str = ""
    """Slots of the tree view, instead of levels: the number of children of each, breadth first,
    such as "3 0 2"; slots that are not named have none. Training chooses it if view is auto."""
    max_inferences: int = 0
    """Inferences after which an episode is truncated. With 0, training by ppo and grpo first
    searches for proofs of some training queries and allows at least four times their length; else
    20."""
    eval_max_inferences: int = 0
    """Inferences after which an episode of an evaluation is truncated; 0 means as in training."""
    max_pages: int = 100
    """Turned pages of one state after which an episode is truncated."""
    auto_advance: bool = True
    """Make forced moves (exactly one legal action) within the step."""
    loop_check: Literal["auto", "on", "off"] = "auto"
    """Mask candidates that are variants of an earlier state; auto: function-free programs."""
    refuse: bool = False
    """Offer the action refuse, which earns the reward for queries labelled false."""
    hide_query: bool = True
    """Hide a query's own fact while it is being proved."""
    occurs_check: bool = True
    """Unify with the occurs check; without it, unification is Prolog's and unsound."""
    cut: Literal["keep", "ignore"] = "keep"
    """Treatment of a cut after goals other than builtins."""
    strict: bool = False
    """Refuse a program or a file of queries that cannot be loaded as a whole. By default the rest
    is loaded, and a summary names what is left out; a search that needs it is never complete."""
    max_tokens: int = 100_000
    """Most tokens of a state; larger candidates are lost and counted."""
    max_subproof_inferences: int = 100_000
    """Clause uses and calls of builtins allowed for the sub-proofs in front of one candidate:
    negations, conditions, all solutions of a goal, moves of an MDP."""
    engine: Annotated[str, Names("engine.ENGINES", ("auto",))] = "prolog"
    """Engine that expands states; tensor: function-free programs, in torch, on the policy's
    device; auto takes the best one."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _at_least(self, 1, "max_pages")
        _at_least(self, 1, "n_goals", most=MAX_SHOWN)
        _at_least(self, 4, "n_candidates")
        if self.n_candidates > MAX_CANDIDATES:
            fix = f"give at most {MAX_CANDIDATES}; wider states are paged."
            raise _not_allowed(self, "n_candidates", fix)
        _at_least(self, 0, "max_inferences", "eval_max_inferences")
        _at_least(self, 0, "goal_width", most=MAX_SHOWN)
        if self.view_tree and not self.tree_counts:
            fix = f"give numbers of children of up to {MAX_SHOWN - 1} slots on {MAX_LEVELS} levels."
            raise _not_allowed(self, "view_tree", fix)
        _at_least(self, 1000, "max_tokens", "max_subproof_inferences")

    @property
    def is_mdp(self) -> bool:
        """True if the program is an MDP; queries then name states to start in."""
        return self.kind == "mdp"

    @property
    def tree_counts(self) -> tuple[int, ...]:
        """Numbers of ``view_tree``; empty if they describe no tree, or one too large."""
        levels, counts = [0], list[int]()
        for number in self.view_tree.split():
            is_slot = len(counts) < len(levels) and levels[len(counts)] <= MAX_LEVELS
            if not is_slot or not number.isdecimal() or len(number) > 3:
                return ()
            levels += [levels[len(counts)] + 1] * int(number)
            counts.append(int(number))
        return tuple(counts) if max(levels) <= MAX_LEVELS and len(levels) < MAX_SHOWN else ()

    @property
    def inference_limit(self) -> int:
        """Inferences after which an episode is truncated, or the default."""
        return self.max_inferences or DEFAULT_LIMIT


ALGORITHMS, BASELINES = Names("training.ALGORITHMS"), Names("learn.baselines.BASELINES")


ENDLESS = 10**12
"""``total_frames`` of a run that something else ends."""


@dataclass(frozen=True, kw_only=True)
class TrainConfig(Settings):
    """Settings of the training of a policy."""

    WITHOUT_FLAG = frozenset(
        {
            "kl_coeff",
            "lmbda",
            "keep_failed",
            "micro_batch_size",
            "imitation_steps",
            "imitation_frames",
            "body_cost",
            "ready_share",
            "search_ahead",
        }
    )
    SHOWN_FIRST = frozenset(
        {"n_envs", "total_frames", "seed", "device", "collector", "n_workers", "algo", "memory_mb"}
    )

    n_envs: int = 256
    """Rows processed side by side: environments stepped (ppo, grpo), or searches run (expert)."""
    total_frames: int = 1_000_000
    """Most frames (decisions) of the whole run; ppo and grpo use whole batches."""
    seed: int = 0
    """Seed of queries, weights and sampling."""
    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Device of the policy."""
    collector: Annotated[str, Names("collectors.COLLECTORS")] = "vectorized"
    """Where these rows are processed: in this process, in worker processes, or in Ray actors
    (`symbolic-rl collectors`)."""
    n_workers: int = 0
    """Worker processes or actors that share the rows (multiprocess, ray); 0: one for each core."""
    n_threads: int = 1
    """Threads of this process that share the rows (vectorized)."""
    ready_share: float = 1.0
    """Share of the rows that the policy waits for while the others continue (ppo, grpo): below 1 if
    some steps take very long, or to step one half of the rows while the policy acts for the other.
    The seed then no longer repeats a run exactly."""
    frames_per_batch: int = 8192
    """Frames per policy update, over all environments; a multiple of n_envs."""
    algo: Annotated[str, ALGORITHMS] = "expert"
    """Learning algorithm. expert: guided search proves training queries, n_envs searches side by
    side, and the policy imitates the proofs; ppo: PPO with a critic; grpo: GRPO, which compares
    derivations of one query."""
    group_size: int = 8
    """Derivations of one query that are compared (grpo); divides n_envs."""
    baseline: Annotated[str, BASELINES] = "rloo"
    """Baseline that a return is compared with (grpo). Unbiased means of the other returns: rloo
    plain, logit_loo weighted by the logits' norms, eob_loo by exact gradient norms. group: the mean
    of all, divided by the deviation. BIASED, as published, including the derivation itself: otb,
    eob."""
    policy: Annotated[str, Names("policy.HEADS", ("auto",))] = "auto"
    """Score candidates by their resolvents, by their clauses, or by their clauses and by equal
    slots of a goal, independent of names that occur only in queries (comparing); also by structure
    without names (structured), or by it alone (structure); auto chooses resolvent for MDPs without
    chance, and for programs without function symbols or with many clauses, else comparing, and adds
    structure where search learns from twenty or fewer given goals."""
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
    kl_coeff: float = 0.0
    """Weight of the divergence from the policy that the run started with (grpo)."""
    keep_failed: bool = False
    """Keep groups whose derivations all failed, for their entropy bonus alone (grpo). Without them,
    a policy that is sure about a query stops exploring it. Recommended for small programs."""
    entropy_coeff: float = 0.01
    """Entropy bonus at the start; annealed linearly to zero."""
    max_grad_norm: float = 0.5
    """Gradient norm above which gradients are scaled down."""
    micro_batch_size: int = 0
    """Frames per backward pass, whose gradients are added up; 0: the whole minibatch. The step is
    the same, with less memory."""
    compile: bool = False
    """Learn with torch.compile, if the machine supports it. The first update takes a minute."""
    precision: Literal["float32", "bf16"] = "float32"
    """Precision of the network in learning; bf16 by autocast. Acting and norms use float32."""
    memory_mb: int = 0
    """Megabytes that searches, kept proofs, rollouts and gradient steps may take together; 0: a
    quarter of the memory of the machine, or of its control group. Rollouts that need more get fewer
    rows, then fewer steps."""
    checkpoint_interval: int = 20
    """Most updates between checkpoints. The first and the last update are always kept, and one each
    minute."""
    search_budget: int = 200
    """Inferences of the first search of each training query; doubled when it fails (expert)."""
    max_search_budget: int = 0
    """Most inferences of a search for a training query; 0: 20,000, and more for a few queries that
    are left without a proof (expert)."""
    propose: bool = True
    """With --goals, also learn from proposed goals: edited goals, and sub-goals of proofs. Goals
    that are hard to prove, but not too hard, are kept (expert)."""
    lemmas: int = 0
    """Most lemmas written to RUN/lemmas.pl: facts derived within proofs, those that save the most
    inferences. Lemmas from half of the training queries are tried on the others; where they help,
    `prove RUN` uses the file (expert)."""
    search_ahead: bool = False
    """Search the next round's queries while the policy learns from this one's, with weights that
    are one round old, and as many queries as are searched in that time; the metrics `stale_rounds`
    and `episodes` say so (expert with multiprocess)."""
    imitation_steps: int = 100
    """Gradient steps after each round of searches (expert), fewer while there are few proofs."""
    imitation_frames: int = 256
    """Frames of proofs in each of these steps (expert)."""
    body_cost: float = 0.0
    """Subtracted from a clause's logit for each goal of its body, when training starts. For many
    rules that call each other: random derivations then end, and some find first proofs."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _at_least(self, 1, "n_envs", "total_frames", "n_threads", "frames_per_batch", "dim")
        _at_least(self, 1, "epochs", "minibatch_size")
        _at_least(self, 1, "checkpoint_interval", "search_budget")
        _at_least(self, 1, "imitation_steps", "imitation_frames")
        _at_least(self, 0, "n_workers", "memory_mb", "lemmas", "max_search_budget")
        _at_least(self, 0, "lr", "entropy_coeff", "clip_epsilon")
        _at_least(self, 0, "seed", most=MAX_SEED)
        _at_least(self, 0, "micro_batch_size", "body_cost", "kl_coeff")
        if not self.gathers_proofs:
            _is_multiple(self, "frames_per_batch", of="n_envs")
        if self._draws_groups:
            _at_least(self, 2, "group_size")
            _is_multiple(self, "n_envs", of="group_size")
        n_shares = self.n_envs // self.rows_per_query
        if self.n_threads > n_shares:
            raise ConfigError(
                f"n_threads={self.n_threads} is more than n_envs={self.n_envs} can be shared by.",
                "--n-threads",
                f"give at most {n_shares}.",
            )
        _is_share(self, "gamma", "lmbda", "ready_share")

    @property
    def rows_per_query(self) -> int:
        """Number of episodes of the same query."""
        return self.group_size if self._draws_groups else 1

    @property
    def gathers_proofs(self) -> bool:
        """True if searches for proofs take the place of rollouts."""
        return getattr(ALGORITHMS.entries.get(self.algo), "gathers_proofs", False)

    @property
    def _draws_groups(self) -> bool:
        return getattr(ALGORITHMS.entries.get(self.algo), "draws_groups", False)


@dataclass(frozen=True, kw_only=True)
class ResolvedConfig:
    """Training settings of one process, resolved: see :func:`symbolic_rl.collectors.resolve`.

    Settings that depend on the program are also resolved once: the engine by ``load_problem``, head
    and device by the session that makes the policy.
    """

    run: TrainConfig
    """Settings of the whole run, ``n_workers`` counted; config.json holds them."""
    rank: TrainConfig
    """Settings of this process: its part of the rows and frames of ``run``."""
    first_row: int = 0
    """Number of this process's first row among all rows of the run."""
    n_programs: int = 1
    """Programs whose searches share the workers; ``run`` has the share of one of them."""


@dataclass(frozen=True, kw_only=True)
class CurriculumConfig(Settings):
    """Levels of training queries, easiest first."""

    WITHOUT_FLAG = frozenset({"levels", "promote_at"})  # files of the pack, and how hard they are

    levels: tuple[str, ...] = ()
    """Query files, easiest first; without levels all training queries are drawn alike."""
    promote_at: float = 0.9
    """Success rate on the current level at which the next one opens. Half of the episodes are on
    the current level, the others on earlier ones."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _is_share(self, "promote_at")


@dataclass(frozen=True, kw_only=True)
class SearchSettings(Settings):
    """Settings of guided search: how it uses the policy's probabilities.

    Runs of PPO and GRPO fit the temperature on proofs of validation queries when training ends;
    expert iteration fits it, at least 1, on the new proofs of each round before it imitates them.
    Both choose the uniform share by searches of validation queries at the end.
    """

    temperature: float = 1.0
    """Temperature of the policy in guided search: chances are proportional to
    p^(1 / temperature). Below 1, the search follows the policy's first choices more closely."""
    uniform_share: float = 0.0
    """Share of the probability at each state that is spread evenly over all candidates; the policy
    has the rest. 0: a share that falls with depth."""
    greedy_mix: float = 0.0
    """Weight, in the probability of a derivation, of a second distribution of the policy at a tenth
    of the temperature. It finds derivations that follow the policy's first choices at all steps but
    a few. 0: no second distribution."""
    structure_share: float = 0.0
    """Weight, in the probability of a derivation, of the structure part of the policy alone. It
    finds derivations where symbols mislead. 0: none, as for a policy without such a part."""
    likeliest_leads: bool = False
    """True if, in the second distribution, the likeliest choice of a state has a probability of at
    least 0.95; else it is 19 times as probable as the choices equal to it. Expert iteration sets it
    when training ends: searches that keep to the policy's habits find no better proofs to learn."""
    knows_pages: bool = True
    """False if no state that the policy has learned from had further pages: then the next page is
    as probable as one choice of many, whatever the policy says."""
    steps_to_go: bool = False
    """True if the policy's values estimate the inferences left, and enter the cost of states. Only
    expert iteration trains them."""

    def __post_init__(self) -> None:
        super().__post_init__()
        # C divides by the temperature once, so the reciprocal must be finite as well.
        if not (0 < self.temperature < inf and 1 / self.temperature < inf):
            raise _not_allowed(self, "temperature", "give a value above 0.")
        _is_share(self, "uniform_share", "greedy_mix", "structure_share")

    @property
    def temperature_text(self) -> str:
        """The temperatures, for reports."""
        if not self.greedy_mix:
            return f"{self.temperature:g}"
        return f"{self.temperature:g} (and, with weight {self.greedy_mix:g}, at a tenth of it)"

    @property
    def uniform_share_text(self) -> str:
        """The uniform share, for reports."""
        return f"of {self.uniform_share:g}" if self.uniform_share else "that falls with depth"

    def changed(self, *, temperature: float = 0.0, uniform_share: float = 0.0) -> Self:
        """Return a copy in which the non-zero arguments replace the settings; or ConfigError.

        A given temperature is the only one: ``greedy_mix`` becomes 0.
        """
        return replace(
            self,
            temperature=temperature or self.temperature,
            uniform_share=uniform_share or self.uniform_share,
            greedy_mix=0.0 if temperature else self.greedy_mix,
        )


Profile = Literal["quick", "standard", "large"]

PROFILES: dict[Profile, dict[str, float]] = {
    "quick": {"n_envs": 64, "frames_per_batch": 2048, "minibatch_size": 512, "total_frames": 0.1},
    "standard": {},
    "large": {
        "n_envs": 1024,
        "frames_per_batch": 32_768,
        "minibatch_size": 8192,
        "dim": 128,
        "total_frames": 10.0,
    },
}
"""Values of ``--profile``: the settings of each, and the factor of ``total_frames``."""


def with_profile(config: TrainConfig, name: Profile) -> TrainConfig:
    """Return ``config`` with the settings of a profile."""
    values: dict[str, Any] = dict(PROFILES[name])
    if "total_frames" in values:
        values["total_frames"] = max(1, round(values["total_frames"] * config.total_frames))
    return config.override(values, where=f"--profile {name}")


def difference(before: TrainConfig, after: TrainConfig) -> list[str]:
    """Return a line for each setting that differs."""
    pairs = ((f.name, getattr(before, f.name), getattr(after, f.name)) for f in fields(before))
    return [f"{name}: {then} -> {now}" for name, then, now in pairs if then != now]
