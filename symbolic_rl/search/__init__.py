"""Plain searches: from the root of a query to derivations of its answers. One registry; torch-free.

A search is a function of a space and its limits. It counts an **inference** for each resolution
step it takes: each candidate that it follows, whether or not the same step was taken before, the
step from the query's root included. So do all searches, and the environment.

To add one, write a module with a function like ``iterative_deepening`` and add it to ``SEARCHES``.
"""

from collections.abc import Callable

from symbolic_rl.search.iterative_deepening import iterative_deepening
from symbolic_rl.search.space import Derivation, Found, Order, Page, Space

__all__ = ["SEARCHES", "Derivation", "Found", "Order", "Page", "Space"]

SEARCHES: dict[str, Callable[..., Found]] = {"iterative-deepening": iterative_deepening}
"""Name to search; each is called as ``search(space, answers=K, max_inferences=N)``."""
