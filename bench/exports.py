"""What does it cost in speed to take a policy away, as an ONNX file or as Prolog text?

    python bench/exports.py [--env blocks] [--frames 6000] [--goals 50] [--split test]

Trains as ``symbolic-rl train`` does for ``--frames`` frames and exports the run both ways. States a
second of the policy alone: torch and onnxruntime, one state and 256 at a time, one thread. Then
goals of the pack, one at a time: guided search as in ``prove RUN`` (in C, without native Prolog and
tabling beside it), and the search of the exported Prolog text, whose pages count as states. CPU
seconds; loading is in none.

Prints two tables and, as the last line, one JSON document with the keys ``rows`` (each with
``policy, states, states_per_second``), ``searches`` (each with ``search, goals, proved, states,
cpu_s, states_per_second``), ``onnx_mb``, ``prolog_mb`` and ``machine``.
"""

import argparse
import contextlib
import io
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import torch
from tensordict import TensorDict

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.exports.onnx import export_onnx
from symbolic_rl.exports.prolog import export_prolog
from symbolic_rl.exports.trained import TrainedRun
from symbolic_rl.play.derivations import Derivations
from symbolic_rl.play.problem import load_problem
from symbolic_rl.policy.open import open_run
from symbolic_rl.proofs.prove import prove
from symbolic_rl.training.train import train

DRIVER = """\
:- ['prove.pl'].
:- use_module(library(prolog_wrap)).
:- initialization(main, main).
main :-
    wrap_predicate(guided_search:page(_, _, _, _, _, _), counted, Wrapped,
                   ( flag(pages, N, N+1), Wrapped )),
    network:log_probabilities([], [choice(1, []), choice(1, [])], _),
    goals.
goals :-
    read(Goal),
    (   Goal == end_of_file
    ->  true
    ;   flag(pages, _, 0),
        network:forget_goals,
        statistics(cputime, Before),
        (   catch(call_with_inference_limit(guided_search:prove_once(Goal, _), LIMIT, R),
                  _, fail),
            R \\== inference_limit_exceeded
        ->  Proved = 1
        ;   Proved = 0
        ),
        statistics(cputime, After),
        Seconds is After - Before,
        flag(pages, Pages, 0),
        format("~d ~d ~6f~n", [Proved, Pages, Seconds]),
        goals
    ).
"""


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


def by_prove(run: Path, goals: list[str], most: int) -> dict[str, Any]:
    """Search for the goals as ``prove RUN`` does."""
    proved, states, seconds = 0, 0, 0.0
    for goal in goals:
        proofs = prove(run, goal, native=False, tabling=False, max_inferences=most)
        began = process_time()
        found = proofs.take(1)
        seconds += process_time() - began
        proved += bool(found.answers)
        states += found.inferences
    return searched("prove RUN", len(goals), proved, states, seconds)


def by_prolog(folder: Path, goals: list[str], limit: int) -> dict[str, Any]:
    """Search for the goals with the exported text."""
    (folder / "bench.pl").write_text(DRIVER.replace("LIMIT", str(limit)))
    done = subprocess.run(
        ["swipl", "--quiet", "bench.pl"],
        cwd=folder, input="".join(f"{goal}.\n" for goal in goals),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    fields = [line.split() for line in done.stdout.splitlines()]
    proved, states = (sum(int(row[k]) for row in fields) for k in (0, 1))
    return searched("prolog", len(goals), proved, states, sum(float(row[2]) for row in fields))


def searched(name: str, goals: int, proved: int, states: int, seconds: float) -> dict[str, Any]:
    """Return a row of the second table."""
    per_second = round(states / max(seconds, 1e-9))
    figures = {"states": states, "cpu_s": round(seconds, 2), "states_per_second": per_second}
    return {"search": name, "goals": goals, "proved": proved, **figures}


def megabytes(files: list[Path]) -> float:
    """Return the size of files."""
    return round(sum(file.stat().st_size for file in files) / 1e6, 2)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--env", default="blocks")
    parser.add_argument("--frames", type=int, default=6000)
    parser.add_argument("--goals", type=int, default=50)
    parser.add_argument("--split", default="test")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--max-inferences", type=int, default=20_000)
    parser.add_argument("--prolog-inferences", type=int, default=50_000_000)
    args = parser.parse_args()
    card = start("What does it cost in speed to take a policy away?")
    torch.set_num_threads(1)
    problem = load_problem(args.env)
    config = problem.pack.train.override({"total_frames": args.frames}, where="bench")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with contextlib.redirect_stdout(io.StringIO()):
            train(problem, config, folder / "run", source=args.env)
        trained = TrainedRun.open(folder / "run")
        export_onnx(trained, folder / "policy.onnx")
        export_prolog(trained, folder / "text")
        rows = policies(folder / "run", folder / "policy.onnx", args.seconds)
        print_table(rows)
        goals = [query.text for query in problem.queries(args.split)][: args.goals]
        searches = [
            by_prove(folder / "run", goals, args.max_inferences),
            by_prolog(folder / "text", goals, args.prolog_inferences),
        ]
        print_table(searches)
        sizes = {
            "onnx_mb": megabytes([folder / "policy.onnx"]),
            "prolog_mb": megabytes(list((folder / "text").rglob("*.pl"))),
        }
    finish({"rows": rows, "searches": searches, **sizes}, card)


if __name__ == "__main__":
    main()
