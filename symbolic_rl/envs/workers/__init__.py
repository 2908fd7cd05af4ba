"""Derivations in several torch-free processes, over one slab of shared memory.

The parent keeps all that is needed to replace a worker: see :mod:`symbolic_rl.envs.workers.worker`.
"""

from symbolic_rl.envs.workers.pool import WorkerPool

__all__ = ["WorkerPool"]
