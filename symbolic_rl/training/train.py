"""Training: gather a batch, learn from it, write a row of metrics, until it is finished."""

import os
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.console import Progress, Startup, StopSignals, duration
from symbolic_rl.base.errors import Interrupted
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.base.run_dir import runs_in
from symbolic_rl.collectors import notes, resolve
from symbolic_rl.derivations.problem import Problem, Programs, load_problem
from symbolic_rl.policy import choose_head, with_structure
from symbolic_rl.program.pack import Pack
from symbolic_rl.training import ALGORITHMS
from symbolic_rl.training.findings import Watch, findings
from symbolic_rl.training.memory import fitted
from symbolic_rl.training.metrics import Summary
from symbolic_rl.training.session import Session
from symbolic_rl.training.settle import settle

__all__ = ["Summary", "train"]

AT_THE_END = ("time", "proofs")
"""Topics of findings that a run always prints at its end; of the others, those with a fix."""


def train(
    problem: Problem | Programs | str | Path,
    config: TrainConfig | None,
    run_dir: str | Path,
    *,
    startup: Startup | None = None,
    ranks: Ranks | None = None,
    **options: Any,
) -> Summary:
    """Train a policy in this process and keep the run in ``run_dir``.

    The first SIGINT or SIGTERM ends the run after the current batch: with a checkpoint, a summary
    whose status is ``interrupted``, and the signal's number in it.

    With ``resume``, ``run_dir`` is the directory of an earlier run, else a new one. Without
    ``config``, the environment folder has the settings. Only the first of the ``ranks`` that
    ``torchrun`` has started writes. The ``options`` are ``resume``, ``source``, ``weights_from``
    and ``track`` of :class:`.Session`.

    RunError: ``run_dir`` holds a run already, or with ``resume`` none. ConfigError: a run was made
    with another program or other settings.

    >>> few = TrainConfig(imitation_steps=1, imitation_frames=64, total_frames=64, dim=8)
    >>> from tempfile import mkdtemp
    >>> summary = train("countries_s1", few, Path(mkdtemp(), "run"))
    memory: ...
    >>> summary.status, summary.frames
    ('finished', 64)
    """
    ranks, startup, run_dir = ranks or Ranks(), startup or Startup(), Path(run_dir)
    if isinstance(problem, str | Path):
        options.setdefault("source", str(problem))
        problem = load_problem(problem)
    first = problem.trained[0] if isinstance(problem, Programs) else problem
    config = config or first.pack.train
    resolve(config, ranks)  # names and numbers are checked before anything is searched
    why = list[str]()
    if isinstance(problem, Problem):
        problem, why = settle(problem, config)
        first = problem
    library = options.get("weights_from")
    if library and runs_in(library) and config.policy == "auto":
        name, _ = choose_head("auto", told_apart=first.told_apart, n_clauses=first.n_clauses)
        config = replace(config, policy=with_structure(name))
    with ExitStack() as held:
        out = None if ranks.is_first else held.enter_context(Path(os.devnull).open("w"))
        progress, watch = Progress(config.total_frames, stream=out), Watch()
        is_fixed = bool(options.get("resume")) or ranks.count > 1
        config, memory = fitted(first, config, is_fixed=is_fixed)
        resolved = resolve(config, ranks)
        said = [*notes(resolved.run), *_without_effect(resolved.run, first.pack)]
        for line in (*why, memory, *(f"note: {note}" for note in said)):
            progress.say(line)
        stop = held.enter_context(StopSignals(progress.say))
        held.callback(ranks.close)
        ranks.open(config.device)
        run_dir = ranks.broadcast(run_dir)
        options |= {"ranks": ranks, "startup": startup, "say": progress.say}
        session = Session(problem, resolved, run_dir, **options)
        run = held.enter_context(session)
        progress.say(run.describe())
        if run.is_finished:
            progress.say(_ended_before(run))
        received, is_dropped = None, False
        while not run.is_finished and received is None:
            try:
                row = run.iterate()
            except Interrupted:
                if stop.received is None:
                    raise
                progress.say("the batch was dropped; the last checkpoint is kept")
                if not (run_dir / "checkpoint").exists():
                    raise SystemExit(128 + stop.received) from None
                received, is_dropped = stop.received, True
                break
            for warning in watch.update(row):
                progress.say(f"{warning.topic}: {warning}")
            progress.update(row, run.algorithm.hardest)
            received = max(filter(None, ranks.gather_objects(stop.received)), default=None)
        if run.has_iterated and not is_dropped:
            if received is None:  # an interrupted run ends without further searches
                run.choose_search_settings()
            run.checkpoint()
            run.write_programs()
        summary = run.summarize(received)
        progress.close()
        _conclude(progress, run, summary)
    return summary


def _conclude(progress: Progress, run: Session, summary: Summary) -> None:
    """Print the last lines of a run."""
    if not run.ranks.is_first:
        return
    rows = run.run.metrics()
    if run.has_iterated:
        parts = [f"{summary.frames:,} frames in {duration(summary.session_seconds)}"]
        if not run.config.gathers_proofs:
            parts.append(f"success {summary.success:.3f} in the last ten updates")
        parts += filter(None, [run.why_finished])
        progress.say(f"{summary.status}: {'; '.join(parts)}")
    for finding in findings(rows, summary.startup) if rows else []:
        if finding.fix or finding.topic in AT_THE_END:
            progress.say(f"{finding.topic:<8} {finding}")


def _without_effect(config: TrainConfig, pack: Pack) -> list[str]:
    """Return a line for settings that the algorithm does not read, or hardly can use."""
    read = ALGORITHMS[config.algo].settings
    others = {key for entry in ALGORITHMS.values() for key in entry.settings} if read else set()
    default, said = pack.train_by(config.algo), list[str]()
    for key in sorted(others - read):
        if getattr(config, key) != getattr(default, key):
            users = " or ".join(name for name, one in ALGORITHMS.items() if key in one.settings)
            flag = f"--{key.replace('_', '-')}"
            said.append(f"{flag} has no effect with --algo {config.algo}: it is for {users}.")
    if config.algo == "grpo" and config.minibatch_size > config.frames_per_batch:
        said.append(
            f"--minibatch-size {config.minibatch_size} is more than --frames-per-batch "
            f"{config.frames_per_batch}: groups wait for several batches; give at most as many."
        )
    return said


def _ended_before(run: Session) -> str:
    """Return why a resumed run has nothing left to do, and how to train further."""
    fix = f"a greater --total-frames continues it ({run.totals['frames']:,} were used)"
    if run.algorithm.why_done:
        fix = f"a new run can start from its weights: --from {run.run.path}"
    return f"this run had ended already: {run.why_finished}; {fix}"
