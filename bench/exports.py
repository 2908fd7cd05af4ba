"""What does it cost in speed to take a policy away, as an ONNX file?

    python bench/exports.py [--env blocks] [--frames 6000]

Trains as ``symbolic-rl train`` does for ``--frames`` frames and exports the run. States a second of
the policy alone: torch and onnxruntime, one state and 256 at a time, one thread, CPU seconds.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with ``policy,
states, states_per_second``), ``onnx_mb`` and ``machine``.
"""

import argparse
import contextlib
import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import torch
from tensordict import TensorDict

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.exports.onnx import TrainedRun, export_onnx
from symbolic_rl.play.derivations import Derivations
from symbolic_rl.play.problem import load_problem
from symbolic_rl.policy.open import open_run
from symbolic_rl.training.train import train


def rate(ask: Callable[[], Any], n: int, seconds: float) -> float:
    """Return states a CPU second of a call that answers for ``n``."""
    ask()
    began, done = process_time(), 0
    while (spent := process_time() - began) < seconds:
        ask()
        done += n
    return done / spent


def policies(run: Path, file: Path, seconds: float) -> list[dict[str, Any]]:
    """Measure torch and onnxruntime on observations of random play."""
    import onnxruntime

    problem, policy = open_run(run)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(file), options)
    names = [each.name for each in session.get_inputs()]
    rows = []
    for n in (1, 256):
        play = Derivations(problem, n, split="train", with_candidates=policy.needs_candidates)
        seen, rng = play.reset(), np.random.default_rng(0)
        for _ in range(4):
            mask = seen.action_mask
            _, seen = play.step((rng.random(mask.shape) * mask).argmax(axis=1))
        arrays = {name: np.array(getattr(seen, name)) for name in names}
        td = TensorDict({name: torch.from_numpy(x) for name, x in arrays.items()}, [n])
        for name, ask in (
            ("torch", lambda td=td: policy.log_probabilities(td)),
            ("onnxruntime", lambda arrays=arrays: session.run(None, arrays)),
        ):
            per_second = round(rate(ask, n, seconds))
            rows.append({"policy": name, "states": n, "states_per_second": per_second})
    return rows


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--env", default="blocks")
    parser.add_argument("--frames", type=int, default=6000)
    parser.add_argument("--seconds", type=float, default=3.0)
    args = parser.parse_args()
    card = start("What does it cost in speed to take a policy away?")
    torch.set_num_threads(1)
    problem = load_problem(args.env)
    config = problem.pack.train.override({"total_frames": args.frames}, where="bench")
    with tempfile.TemporaryDirectory() as name:
        run, file = Path(name) / "run", Path(name) / "policy.onnx"
        with contextlib.redirect_stdout(io.StringIO()):
            train(problem, config, run, source=args.env)
        export_onnx(TrainedRun.open(run), file)
        rows = policies(run, file, args.seconds)
        print_table(rows)
        onnx_mb = round(file.stat().st_size / 1e6, 2)
    finish({"rows": rows, "onnx_mb": onnx_mb}, card)


if __name__ == "__main__":
    main()
