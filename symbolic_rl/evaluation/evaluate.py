"""Evaluate methods on the queries of a split; the result is one table.

The policy alone and random choice attempt each query; searches look for its first proof, within
increasing budgets. All get the same queries. To add a method without search, add a
:class:`PolicyAlone` to ``ALONE``; for a search, see :mod:`symbolic_rl.search`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import torch
from tensordict import TensorDict

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.schema import Observation
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.evaluation.check import find_leaks
from symbolic_rl.evaluation.searching import (
    IsStopped,
    SearchPasses,
    Show,
    run_passes,
    time_searches,
)
from symbolic_rl.evaluation.table import Method, Outcomes, OutcomeTable
from symbolic_rl.evaluation.trials import Choose, best, inference_limit, play, random_choice
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.program.program import Query
from symbolic_rl.search import Space, make_search, search_method
from symbolic_rl.search.opened import spaces_with_lemmas
from symbolic_rl.search.policy_order import PolicyOrder

BUDGETS = (100, 1_000, 10_000, 100_000)
WITH_SWIPL = "guided + swipl"
TIMED = ("guided", WITH_SWIPL, "iterative-deepening", "swipl", "prolog")
"""Searches timed on request (``--seconds``)."""
WITH_LEMMAS = " + lemmas"
"""Suffix of the searches that use a file of lemmas: guided, and so that learning gets no credit for
lemmas, unguided."""

_TITLES = {"guided": "guided by the policy", "unguided": "guided, without a policy"}


@dataclass(frozen=True, kw_only=True)
class PolicyAlone(Method):
    """Registry entry of a method whose attempts are single derivations."""

    choose: Callable[[Problem, DerivationPolicy | None, int], Choose]
    """Builds the function that chooses candidates, from problem, policy and seed."""
    is_search: bool = False


ALONE: dict[str, PolicyAlone] = {
    "greedy": PolicyAlone(
        name="greedy",
        title="the policy alone, greedy",
        protocol="the policy's most probable candidate at each step, no search",
        choose=lambda problem, policy, _: _by_policy(problem, policy, greedy=True),
        uses_policy=True,
    ),
    "sampled": PolicyAlone(
        name="sampled",
        title="the policy alone, sampled",
        protocol="candidates drawn with the policy's probabilities, no search",
        choose=lambda problem, policy, _: _by_policy(problem, policy, greedy=False),
        uses_policy=True,
    ),
    "random": PolicyAlone(
        name="random",
        title="random choice",
        protocol="each candidate with the same probability, no search, nothing learned",
        choose=lambda problem, policy, seed: random_choice(seed),
    ),
}
"""Methods without search, by name."""


@dataclass(frozen=True, kw_only=True)
class Effort:
    """Limits of an evaluation: queries, inferences and seconds; budgets increase."""

    budgets: Sequence[int] = BUDGETS
    """Inferences of each search, increasing."""
    timed: Sequence[str] = ()
    """Searches whose first answers are timed: keys of ``SEARCHES``, or ``WITH_SWIPL``."""
    limit_s: float = 0.0
    """Most seconds of a timed search for a query."""
    attempts: int = 1
    """Attempts of methods without search at each query; one has to succeed."""
    max_inferences: int = 0
    """Inferences of an attempt; 0: :func:`inferences_of_attempt`."""
    memory_mb: int = 0
    """Megabytes for the states of searches; 0: a quarter of the machine's memory."""
    seed: int = 0
    """Seed of random draws; torch's global random state is restored."""
    hedge: bool = False
    """Spend half of guided search's inferences on iterative deepening."""
    most_queries: int = 0
    """Try only the first queries; 0: all."""
    most_searched: int = 0
    """Of these, search only the first; 0: all."""

    def __post_init__(self) -> None:
        budgets = list(self.budgets)
        if budgets != sorted(set(budgets)) or not budgets or budgets[0] < 1:
            fix = "name growing numbers."
            raise ConfigError(f"budgets={budgets} are not allowed.", "--budget", fix)


SHORT_SEARCHES = ("guided", "unguided", "iterative-deepening", "breadth-first", "depth-first")
SHORT = Effort(budgets=(100, 1_000), most_searched=50)
"""Searches at the end of training, and their limits."""


def evaluate(
    problem: Problem,
    policy: DerivationPolicy | None,
    split: str = "test",
    methods: Sequence[str] = ("greedy",),
    effort: Effort | None = None,
    *,
    lemmas: Path | None = None,
    show: Show = lambda line: None,
    is_stopped: IsStopped = lambda: False,
) -> OutcomeTable:
    """Try the queries of a split with some ``methods``, keys of ``ALONE`` and of ``SEARCHES``.

    >>> from symbolic_rl.derivations.problem import load_problem
    >>> table = evaluate(load_problem("countries_s1"), None, methods=("random", "breadth-first"))
    >>> table.last("breadth-first").rate
    1.0

    Without ``policy``, probabilities are uniform. ``lemmas`` is a file of facts that follow from
    the program: guided search by the policy and without one use them in two further methods
    (``WITH_LEMMAS``). ``show`` gets lines on the progress of searches; ``is_stopped`` is polled,
    and True ends them: the table holds the results so far.

    PackError: the split has no queries. ConfigError: an unknown method, or a search of a program
    that was loaded without SWI-Prolog. ProgramError: the program does not prove a lemma.
    """
    effort = effort or Effort()
    if lemmas:
        methods = [*methods, *(name + WITH_LEMMAS for name in _TITLES if name in methods)]
    asked = problem.asked(split).queries
    queries = asked[: effort.most_queries or len(asked)]
    tried = queries[: effort.most_searched or len(queries)]
    searched = [name for name in methods if name not in ALONE]
    clock: dict[str, Any] = {
        "show": lambda line: show(f"{split}: {line}"),
        "is_stopped": is_stopped,
    }
    found, refused = dict[str, SearchPasses](), dict[str, str]()
    if names := dict.fromkeys([*searched, *effort.timed]):
        found, refused = _searches(problem, policy, tried, [*names], effort, lemmas)
    passes = [found[name] for name in searched if name in found]
    timed = [found[name] for name in effort.timed if name in found]
    outcomes = _play(problem, policy, split, [ALONE[n] for n in methods if n in ALONE], effort)
    is_complete = run_passes(passes, effort.budgets, **clock)
    outcomes += [one for search in passes for one in search.outcomes]
    outcomes += time_searches(timed, effort.limit_s, **clock)
    extra = [replace(method(one.name), is_only_timed=True) for one in timed if one not in passes]
    return OutcomeTable(
        env=problem.name,
        split=split,
        queries=[query.text for query in queries],
        labels=[query.label for query in queries],
        of_queries=len(asked),
        searched=len(tried),
        methods=[*(method(name) for name in methods if name not in refused), *extra],
        outcomes=outcomes,
        protocol=_protocol(policy, effort, methods),
        leaks=[str(leak) for leak in find_leaks(problem, split)],
        refused=[f"{name}: {why}" for name, why in refused.items() if name != WITH_SWIPL],
        is_complete=is_complete and not is_stopped(),
    )


def inferences_of_attempt(problem: Problem, policy: DerivationPolicy | None) -> int:
    """Return the larger of the inference limit as set and twice the longest proof learned."""
    return max(inference_limit(problem), 2 * policy.longest_proof if policy else 0)


def method(name: str) -> Method:
    """Return the description of a method, or raise ConfigError: there is none."""
    if name in ALONE:
        return ALONE[name]
    if name == WITH_SWIPL:
        protocol = "guided search, with compiled SWI-Prolog in a thread of its own"
        return Method(name=name, title=name, protocol=protocol, uses_policy=True)
    base = name.removesuffix(WITH_LEMMAS)
    search = search_method(base)
    halves = "; with lemmas, half of the inferences go to a search without"
    return Method(
        name=name,
        title=_TITLES.get(name, name),
        protocol=search.protocol + halves * (name != base),
        uses_policy=search.uses_policy,
        counts_steps=search.counts_steps,
    )


def _protocol(policy: DerivationPolicy | None, effort: Effort, methods: Sequence[str]) -> list[str]:
    """Return how the methods were run, beyond their descriptions."""
    lines = []
    if ALONE.keys() & set(methods):
        attempts = "one attempt" if effort.attempts == 1 else f"best of {effort.attempts} attempts"
        lines.append(f"without a search: {attempts} at each query")
    if policy is not None and "guided" in methods:
        settings = policy.search_settings
        lines.append(
            f"guided uses the policy at temperature {settings.temperature_text}, mixed with a "
            f"uniform share {settings.uniform_share_text}"
        )
    if effort.hedge:
        lines.append("guided is hedged: half of its inferences are iterative deepening's")
    return lines


def _play(
    problem: Problem,
    policy: DerivationPolicy | None,
    split: str,
    methods: Sequence[PolicyAlone],
    effort: Effort,
) -> list[Outcomes]:
    """Return the outcomes of methods without search."""
    options: dict[str, Any] = {
        "limit": effort.max_inferences or inferences_of_attempt(problem, policy),
        "with_candidates": 0 if policy is None else policy.shown,
        "most_queries": effort.most_queries,
    }
    outcomes = []
    for one in methods:
        choose = one.choose(problem, policy, effort.seed)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(effort.seed)
            # The attempts share one random stream, so they differ; each method starts it anew.
            attempts = range(effort.attempts)
            tries = [play(problem, split, choose, name=one.name, **options) for _ in attempts]
        outcomes.append(best(tries))
    return outcomes


def _by_policy(problem: Problem, policy: DerivationPolicy | None, *, greedy: bool) -> Choose:
    """Return a function that chooses candidates by the policy."""
    assert policy is not None, "this method is a policy's"
    known = problem.known
    clauses = None if known is None else torch.from_numpy(known.clause_ids(problem.program))

    def choose(observation: Observation) -> IntArray:
        arrays = {name: torch.from_numpy(array) for name, array in observation.arrays().items()}
        if clauses is not None:
            # The policy numbers the clauses of its training; unknown ones are 0.
            arrays["clauses"] = clauses[arrays["clauses"].long()]
        before, policy.greedy = policy.greedy, greedy
        try:
            td = TensorDict(arrays, batch_size=[len(observation.goals)])
            actions: IntArray = policy(td).get("action").cpu().numpy()
        finally:
            policy.greedy = before
        return actions

    return choose


def _searches(
    problem: Problem,
    policy: DerivationPolicy | None,
    queries: Sequence[Query],
    names: Sequence[str],
    effort: Effort,
    lemmas: Path | None,
) -> tuple[dict[str, SearchPasses], dict[str, str]]:
    """Return the searches by name, and the reasons why others cannot search this program.

    ConfigError: there is no such search. ProgramError: the program does not prove a lemma.
    """
    program, config = problem.program, problem.env_config
    # A pack bounds states for training; searches without the policy ignore that bound.
    unbounded = replace(config, max_tokens=max(config.max_tokens, EnvConfig().max_tokens))
    engine = PrologEngine(program, unbounded, answers=True)
    # One proof is enough: without the answer, states that differ only in it are variants.
    searched = [query.without_answer(program.vocabulary) for query in queries]
    plain = guided = [Space(engine, query) for query in searched]
    if policy is not None:
        order = PolicyOrder(policy, problem, program)
        bounded = PrologEngine(program, config, answers=True)
        guided = [order.space(bounded, query) for query in searched]
    with_lemmas = spaces_with_lemmas(problem, policy, queries, lemmas) if lemmas else []
    found, refused = {}, {}
    for name in names:
        if name.endswith(WITH_LEMMAS):
            make = partial(make_search, name.removesuffix(WITH_LEMMAS))
            found[name] = SearchPasses(name, make, with_lemmas, effort.memory_mb)
            continue
        with_swipl = name == WITH_SWIPL
        base = "guided" if with_swipl else name
        entry = search_method(base)
        refusal = search_method("swipl" if with_swipl else base).refusal
        if why := next(filter(None, map(refusal, plain)), ""):
            refused[name] = why
            continue
        is_hedged = effort.hedge and entry.make_hedged is not None
        make = partial(make_search, base, hedge=is_hedged, swipl=with_swipl)
        spaces = guided if entry.uses_policy else plain
        found[name] = SearchPasses(name, make, spaces, effort.memory_mb)
    return found, refused
