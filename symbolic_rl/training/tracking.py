"""Trackers of experiments in addition to TensorBoard, by TorchRL's loggers: ``train --track NAME``.

A tracker receives the settings of a run and each row of its metrics. A run does not depend on it:
if it fails, a note says so once, and the run continues. To add a tracker, add an entry to
``TRACKERS``.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.registry import look_up
from symbolic_rl.base.run_dir import Value

PROJECT = "symbolic-rl"
"""Name of the project, or of the experiment, that holds the runs."""


def _trackio(name: str, _: Path) -> Any:
    from torchrl.record.loggers.trackio import TrackioLogger

    return TrackioLogger(exp_name=name, project=PROJECT)


def _wandb(name: str, run: Path) -> Any:
    from torchrl.record.loggers.wandb import WandbLogger

    return WandbLogger(
        exp_name=name, project=PROJECT, save_dir=str(run), log_env_packages=False, config={}
    )


def _mlflow(name: str, run: Path) -> Any:
    import mlflow
    from torchrl.record.loggers.mlflow import MLFlowLogger

    uri = os.environ.get("MLFLOW_TRACKING_URI", f"sqlite:///{run.resolve().parent / 'mlflow.db'}")
    logger = MLFlowLogger(exp_name=PROJECT, tracking_uri=uri)
    mlflow.set_tag("mlflow.runName", name)
    return logger


def _tell(logger: Any, settings: dict[str, Any]) -> None:
    logger.log_hparams(settings)


def _tell_mlflow(_: Any, settings: dict[str, Any]) -> None:
    import mlflow

    mlflow.log_params(settings)  # TorchRL's logger would need omegaconf for this


def _end(experiment: Any) -> None:
    experiment.finish()


def _end_mlflow(_: Any) -> None:
    import mlflow

    mlflow.end_run()


@dataclass(frozen=True)
class Tracker:
    """Entry of ``TRACKERS``."""

    package: str  # name to import, and to install
    open: Callable[[str, Path], Any]
    """Returns TorchRL's logger for the name and the directory of a run."""
    tell: Callable[[Any, dict[str, Any]], None] = _tell  # tells this logger the settings of the run
    end: Callable[[Any], None] = _end
    """Writes the rest, and ends the tracker's run, which the logger calls its experiment."""


TRACKERS = {
    "trackio": Tracker("trackio", _trackio),
    "wandb": Tracker("wandb", _wandb),
    "mlflow": Tracker("mlflow", _mlflow, _tell_mlflow, _end_mlflow),
}
"""Trackers by name: on this machine for `trackio show`; Weights & Biases, or in RUN/wandb with
WANDB_MODE=offline; MLFLOW_TRACKING_URI, or mlflow.db next to the run."""


def find_tracker(name: str) -> Tracker:
    """Return the tracker called ``name``; ConfigError: unknown, or its package is missing."""
    tracker = look_up(TRACKERS, name, what="tracker", flag="--track")
    if find_spec(tracker.package) is None:
        raise ConfigError(
            f"{tracker.package} is not installed.",
            f"--track {name}",
            f"pip install {tracker.package}; TensorBoard's events are written without it.",
        )
    return tracker


class Board:
    """Writer of TensorBoard events, which drops events of an earlier session from ``first`` on."""

    def __init__(self, path: Path, first: int) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self._writer = SummaryWriter(str(path), purge_step=first)

    def append(self, row: Mapping[str, Value]) -> None:
        """Write the numbers of a row of the metrics."""
        step = int(row["iteration"])
        for key, value in row.items():
            if key != "iteration" and not isinstance(value, str):
                self._writer.add_scalar(key, value, step)

    def close(self) -> None:
        """Write the remaining events."""
        self._writer.close()


class Tracking:
    """Run of a tracker, for a run in progress.

    ConfigError: its package is missing, or it cannot start. The tracker's run has the name of the
    directory ``run``.
    """

    def __init__(
        self, name: str, run: Path, settings: Mapping[str, Any], say: Callable[[str], None]
    ) -> None:
        self._tracker, self._name, self._say = find_tracker(name), name, say
        try:
            self._logger: Any = self._tracker.open(run.resolve().name, run)
            self._experiment = self._logger.experiment
            self._tracker.tell(self._logger, dict(settings))
        except Exception as error:  # foreign packages raise errors of any kind
            what = f"{name} could not start: {_first_line(error)}."
            raise ConfigError(
                what, f"--track {name}", "see its settings, or leave it out."
            ) from error

    def append(self, row: Mapping[str, Value]) -> None:
        """Write the numbers of a row of the metrics."""
        numbers = {key: value for key, value in row.items() if not isinstance(value, str)}
        step = int(numbers.pop("iteration"))
        self._attempt(lambda: self._logger.log_metrics(numbers, step=step))

    def close(self) -> None:
        """Write the rest, and end the tracker's run."""
        self._attempt(lambda: self._tracker.end(self._experiment))

    def _attempt(self, act: Callable[[], object]) -> None:
        """Call the logger; if that fails, say so and never use it again."""
        if self._logger is None:
            return
        try:
            act()
        except Exception as error:  # no error of a tracker may end a run
            self._say(
                f"note: {self._name} failed and is left out from here on: {_first_line(error)}"
            )
            self._logger = None


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
