"""Training: gather a batch, learn from it, write down how it went, until the frames are used up."""

from pathlib import Path

from symbolic_rl.collectors import notes
from symbolic_rl.config import TrainConfig
from symbolic_rl.devices import resolve_device
from symbolic_rl.diagnostics import Watch, closing
from symbolic_rl.policy import DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.problem import Problem
from symbolic_rl.progress import Progress, duration
from symbolic_rl.runs import RunDirectory
from symbolic_rl.session import Session, Summary
from symbolic_rl.startup import Startup
from symbolic_rl.stopping import StopSignals

__all__ = ["Summary", "load_policy", "train"]


def train(
    problem: Problem,
    config: TrainConfig,
    run_dir: Path,
    *,
    resume: bool = False,
    source: str = "",
    startup: Startup | None = None,
) -> Summary:
    """Train a policy and keep the run in ``run_dir``.

    The first SIGINT or SIGTERM ends the run after the current batch: with a checkpoint, a summary
    whose status is ``interrupted``, and the signal's number in it.

    Args:
        problem: program, queries and their settings.
        config: training settings.
        run_dir: a new directory, or with ``resume`` that of an earlier run.
        resume: go on from the checkpoint in ``run_dir``.
        source: what the user called the problem; kept in config.json to load it again.
        startup: notes how long starting takes; kept in summary.json.

    Raises:
        RunError: ``run_dir`` holds a run already, or with ``resume`` none.
        ConfigError: the run was made with another program or other settings.
    """
    progress, watch = Progress(config.total_frames), Watch()
    for note in notes(config):
        progress.say(f"note: {note}")
    with (
        StopSignals(progress.say) as stop,
        Session(problem, config, run_dir, resume=resume, source=source, startup=startup) as run,
    ):
        progress.say(run.describe())
        while not run.is_finished and stop.received is None:
            row = run.iterate()
            for warning in watch.update(row):
                progress.say(warning)
            progress.update(row)
        run.checkpoint()
        summary = run.summarize(stop.received)
    progress.close()
    progress.say(
        f"{summary.status}: {summary.frames:,} frames, success {summary.success:.3f}, "
        f"{duration(summary.session_seconds)} in updates"
    )
    for line in closing(run.run.metrics(), summary.startup):
        progress.say(line)
    return summary


def load_policy(run_dir: Path, problem: Problem, *, device: str = "cpu") -> DerivationPolicy:
    """Load the policy of a run; it chooses greedily until ``policy.greedy`` is set to False.

    Args:
        run_dir: a directory that :func:`train` has written.
        problem: the program and queries it is to be used with.
        device: where the policy is to run.

    Raises:
        RunError: there is no run, or none with a checkpoint.
        ConfigError: the run was made with another program.
    """
    run = RunDirectory.open(Path(run_dir))
    run.config.expect(problem.name, problem.fingerprint, where=str(run_dir))
    state = run.load_checkpoint()
    policy = make_policy(state["head"], PolicyShape(**state["shape"]), dim=state["dim"])
    policy.load_weights(state["policy"], where=str(run_dir))
    policy.to(resolve_device(device))
    policy.greedy = True
    return policy
