"""Which collector, and how many workers, gather frames, or search, fastest on this machine.

    python bench/worker_sweep.py [--env countries_s3] [--algo ppo|grpo|expert] [--n-envs 64 256]
        [--n-workers 1 2 4 8]
        [--collector vectorized multiprocess] [--seconds 2] [--repeats 3]
        [--plot runs/worker_sweep.png]

The same as ``symbolic-rl sweep``, which see: cells in processes of their own, by turns, medians.
``startup_s`` is the time until all workers stand ready, ``worker_mb`` the resident memory of the
largest worker, ``cpu_share`` 1 when all cores are busy. The classic design, TorchRL's
``ParallelEnv`` with one environment in each process, is a peer in ``peers.py``.

Prints a table, a recommendation and, as the last line, one JSON document with the keys ``env,
algo, n_envs, rows`` (``collector, n_workers, n_envs, frames_per_second, inferences_per_second,
metric, range, startup_s, parent_mb, worker_mb, cpu_share, seconds, error``), ``recommended``,
``plot`` and ``machine``. Rows are compared by their ``metric``: with ``--algo expert``,
the default, the inferences a second of searches for proofs of training queries, and otherwise
frames a second.
"""

import sys

from symbolic_rl.base.machine import finish
from symbolic_rl.cli.flags import parse
from symbolic_rl.cli.sweep import SweepArgs, measured

if __name__ == "__main__":
    document = measured(parse(SweepArgs, sys.argv[1:], command="sweep"))
    finish(document, document["machine"])
    sys.exit(not document["recommended"])
