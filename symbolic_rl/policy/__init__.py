"""Policies: networks that choose among the candidates of a state and estimate its value.

``make_policy`` builds one; ``choose_head`` says which head suits a program. To add a head, write a
subclass of :class:`symbolic_rl.policy.head.Head` and add it to ``HEADS``. Torch is imported when a
class is used, not before.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from symbolic_rl.base.registry import Entry, look_up

if TYPE_CHECKING:
    from symbolic_rl.base.config import TrainConfig
    from symbolic_rl.derivations.problem import Problem
    from symbolic_rl.policy.actor import DerivationPolicy
    from symbolic_rl.policy.head import Head, MaskedCategorical, PolicyShape

__all__ = [
    "HEADS",
    "DerivationPolicy",
    "MaskedCategorical",
    "PolicyShape",
    "choose_head",
    "make_policy",
    "with_structure",
]

HEADS: dict[str, Entry["Callable[[PolicyShape, int], Head]"]] = {
    "resolvent": Entry(
        "symbolic_rl.policy.resolvent:ResolventHead", "score candidates by their resolvents"
    ),
    "clause": Entry("symbolic_rl.policy.clause:ClauseHead", "score candidates by their clauses"),
    "comparing": Entry(
        "symbolic_rl.policy.clause:ComparingHead",
        "score candidates by their clauses and by which slots of a goal are equal",
    ),
    "structured": Entry(
        "symbolic_rl.policy.clause:StructuredHead",
        "comparing, and score candidates by their structure without names",
    ),
    "structured-resolvent": Entry(
        "symbolic_rl.policy.resolvent:StructuredResolventHead",
        "resolvent, and score candidates by their structure without names",
    ),
    "structure": Entry(
        "symbolic_rl.policy.clause:StructureHead",
        "score candidates by their structure alone, for any number of programs",
    ),
}
"""Values of ``--policy`` besides ``auto``."""

MAX_CLAUSES = 500
"""Most clauses for which ``auto`` scores clauses, in programs with function symbols."""


def choose_head(name: str, *, told_apart: str, n_clauses: int) -> tuple[str, str]:
    """Return the head that ``name`` selects for a program, and the reason; or ConfigError.

    ``told_apart`` is :attr:`.Problem.told_apart`, ``n_clauses`` its number of clauses.

    >>> choose_head("auto", told_apart="", n_clauses=20)[0]
    'comparing'
    """
    if name != "auto":
        look_up(HEADS, name, what="policy", flag="--policy")
        return name, "as set"
    if told_apart:
        return "resolvent", f"{told_apart} of the program must be told apart, not clauses alone"
    if n_clauses > MAX_CLAUSES:
        return "resolvent", f"the program has {n_clauses} clauses, more than {MAX_CLAUSES}"
    return "comparing", f"the program has function symbols and only {n_clauses} clauses"


def head_for(problem: "Problem", config: "TrainConfig") -> tuple[str, str]:
    """Return the head that training of a problem takes, and the reason."""
    name, why = choose_head(
        config.policy, told_apart=problem.told_apart, n_clauses=problem.n_clauses
    )
    if config.policy == "auto" and config.gathers_proofs:
        return with_structure(name), why
    return name, why


def with_structure(name: str) -> str:
    """Return the head that is as ``name`` and reads structure; ``name`` if there is none."""
    heads = {"comparing": "structured", "resolvent": "structured-resolvent"}
    return heads.get(name, name)


def make_policy(name: str, shape: "PolicyShape | Problem", *, dim: int = 64) -> "DerivationPolicy":
    """Build the policy with head ``name`` for a problem, or for observations of a ``shape``.

    >>> from symbolic_rl.derivations.problem import load_problem
    >>> make_policy("auto", load_problem("countries_s1"), dim=8).name
    'resolvent'

    >>> from symbolic_rl.policy import PolicyShape
    >>> shape = PolicyShape(vocabulary_size=9, n_clauses=7, n_candidates=4, n_goals=2, goal_width=3)
    >>> make_policy("clause", shape, dim=8).in_keys
    ['goals', 'clauses', 'action_mask']
    """
    from symbolic_rl.policy.actor import DerivationPolicy
    from symbolic_rl.policy.head import PolicyShape

    if not isinstance(shape, PolicyShape):
        name, _ = choose_head(name, told_apart=shape.told_apart, n_clauses=shape.n_clauses)
        shape = PolicyShape.for_problem(shape)
    head = look_up(HEADS, name, what="policy", flag="--policy").load()
    return DerivationPolicy(head(shape, dim), name=name)


_MODULES = {"DerivationPolicy": "actor", "MaskedCategorical": "head", "PolicyShape": "head"}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
