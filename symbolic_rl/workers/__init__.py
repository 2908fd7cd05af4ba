"""Derivations in several torch-free processes, over one slab of shared memory.

The parent keeps all that is needed to replace a worker: see :mod:`symbolic_rl.workers.worker`.
"""

from symbolic_rl.workers.group import Group
from symbolic_rl.workers.pool import Pool

__all__ = ["Group", "Pool"]
