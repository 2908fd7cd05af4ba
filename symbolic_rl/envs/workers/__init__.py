"""Derivations in several torch-free processes, over one slab of shared memory.

The parent can replace a worker at any time: see :mod:`symbolic_rl.envs.workers.worker`.
"""

from symbolic_rl.envs.workers.pool import WorkerPool

__all__ = ["WorkerPool"]
