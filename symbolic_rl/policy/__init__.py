"""Policies: which candidate to choose, and how promising a state is.

``make_policy`` builds one; ``choose_head`` says which head suits a program. To add a head, write a
module with the methods of :class:`ResolventHead` and add it to ``HEADS``.
"""

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.policy.actor import DerivationPolicy
from symbolic_rl.policy.clause import ClauseHead, ComparingHead
from symbolic_rl.policy.resolvent import ResolventHead
from symbolic_rl.policy.shape import MaskedCategorical, PolicyShape, ShapeLike

__all__ = [
    "HEADS",
    "DerivationPolicy",
    "MaskedCategorical",
    "PolicyShape",
    "choose_head",
    "make_policy",
]

HEADS: dict[str, type[ResolventHead] | type[ClauseHead]] = {
    "resolvent": ResolventHead,
    "clause": ClauseHead,
    "comparing": ComparingHead,
}
"""Values of ``--policy`` besides ``auto``."""

MAX_CLAUSES = 500
"""Clauses up to which ``auto`` scores clauses, where there are function symbols."""


def choose_head(name: str, *, is_flat: bool, n_clauses: int) -> tuple[str, str]:
    """Return the head that ``name`` means for a program, and the reason in words.

    Args:
        name: ``auto`` or a key of ``HEADS``.
        is_flat: whether the program is function-free.
        n_clauses: its number of clauses.

    Raises:
        ConfigError: an unknown name.
    """
    if name in HEADS:
        return name, "as asked"
    if name != "auto":
        raise ConfigError(
            f"There is no policy {name!r}.", "--policy", f"choose from {['auto', *HEADS]}."
        )
    if is_flat:
        return "resolvent", "the program is function-free: its facts must be told apart"
    if n_clauses > MAX_CLAUSES:
        return "resolvent", f"the program has {n_clauses} clauses, more than {MAX_CLAUSES}"
    return "clause", f"the program has function symbols and only {n_clauses} clauses"


def make_policy(name: str, spec: ShapeLike, *, dim: int = 64) -> DerivationPolicy:
    """Build the policy with head ``name`` for observations of an environment's ``spec``."""
    return DerivationPolicy(HEADS[name](PolicyShape.of(spec), dim), name=name)
