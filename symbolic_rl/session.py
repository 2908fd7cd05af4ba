"""The parts of a training run, put together; what a checkpoint describes.

An iteration gathers a batch, learns from it and writes a row of metrics. The row starts with what
depends on settings and seed alone, and ends with ``TIMING_COLUMNS``.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any, Self

import torch
from tensordict import TensorDictBase

from symbolic_rl.collectors import make_collector, resolve
from symbolic_rl.config import TrainConfig
from symbolic_rl.curriculum import Curriculum
from symbolic_rl.devices import random_state, resolve_device, set_random_state
from symbolic_rl.errors import WorkerError
from symbolic_rl.learn import make_algorithm
from symbolic_rl.metrics import Board, EpisodeStatistics, Gauge, Timing
from symbolic_rl.policy import PolicyShape, choose_head, make_policy
from symbolic_rl.problem import Problem
from symbolic_rl.runs import RunConfig, RunDirectory, Value
from symbolic_rl.startup import Startup


@dataclass(frozen=True, kw_only=True)
class Summary:
    """How a run ended; summary.json holds it."""

    status: str
    """``finished`` or ``interrupted``."""
    signal: int | None
    """The signal that interrupted it."""
    run_dir: str
    problem: str
    policy: str
    iterations: int
    frames: int
    inferences: int
    episodes: int
    success: float
    """Of the episodes that ended in the last ten updates."""
    level: int
    """Of the queries that were trained on at the end, from 1; 0 where there are no levels."""
    counters: dict[str, int]
    """What was paged, cut or refused, over the whole run."""
    session_seconds: float
    """Time in updates, this session only; so are the figures below."""
    session_frames: int
    frames_per_second: float
    inferences_per_second: float
    seconds_by_phase: dict[str, float]
    startup: dict[str, float]


class Session:
    """A run in progress; use it in a ``with`` block.

    Args:
        problem: program, queries and their settings.
        config: training settings.
        run_dir: where the run is kept.
        resume: go on from the checkpoint there.
        source: what the user called the problem.
        startup: notes how long starting takes.
    """

    def __init__(
        self,
        problem: Problem,
        config: TrainConfig,
        run_dir: Path,
        *,
        resume: bool = False,
        source: str = "",
        startup: Startup | None = None,
    ) -> None:
        config = resolve(config)
        self.problem, self.config, self.startup = problem, config, startup or Startup()
        self.head, self.why_head = choose_head(
            config.policy, is_flat=problem.is_flat, n_clauses=problem.n_clauses
        )
        self.run = self._reopen(run_dir) if resume else self._new(run_dir, source)
        state = self.run.load_checkpoint() if resume else {}
        torch.set_num_threads(config.torch_threads)
        torch.manual_seed(config.seed)
        self.shape = PolicyShape.for_problem(problem)
        self.policy = make_policy(self.head, self.shape, dim=config.dim)
        self.policy.to(resolve_device(config.device))
        self.algorithm = make_algorithm(self.policy, config)
        self.statistics = EpisodeStatistics(config.n_envs)
        self.curriculum = Curriculum(problem.curriculum)
        if state:
            self._load(state)
        self.startup.lap("policy")
        rows = state.get("collector") or None
        self.collector = make_collector(problem, self.policy, config, rows)
        self.startup.lap("environment")
        try:
            self._begin(state)
        except BaseException:
            self.collector.shutdown()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.collector.shutdown()
        self._board.close()
        self.run.close()

    @property
    def is_finished(self) -> bool:
        """Whether all frames have been used."""
        return self.totals["frames"] >= self.config.total_frames

    @property
    def level(self) -> int:
        """Number of the current level, from 1; 0 without levels."""
        return self.curriculum.level + 1 if self.problem.curriculum.levels else 0

    def describe(self) -> str:
        """Say what is going to be trained, and where it is kept."""
        engine = f"engine {self.problem.env_config.engine} ({self.problem.why_engine})"
        weights = sum(p.numel() for p in self.policy.parameters())
        lines = [
            f"training {self.problem.name} with policy {self.head} ({self.why_head}): "
            f"{weights:,} weights on {self.policy.device}; {engine}",
            self.algorithm.describe(),
            self.collector.describe(),
            f"run directory {self.run.path}",
        ]
        return "\n".join(filter(None, lines))

    def iterate(self) -> dict[str, Value]:
        """Gather a batch, learn from it, keep its row of metrics and return it."""
        start = perf_counter()
        batch = self._next_batch()
        collect_s = perf_counter() - start
        self._after_first_step()
        progress = self.totals["frames"] / self.config.total_frames
        episodes = self.statistics.update(batch)
        learned = self.algorithm.learn(batch, progress=progress)
        risen = {key: int(value) for key, value in self._counted.rise().items()}
        for key in ("frames", "inferences", "episodes"):
            self.totals[key] += int(episodes[key])
        for key, value in {"iteration": 1, **risen}.items():
            self.totals[key] += value
        so_far = {key: self.totals[key] for key in ("iteration", "frames", "inferences")}
        row: dict[str, Value] = {**episodes, **learned, "level": self.level, **risen}
        row = so_far | {key: value for key, value in row.items() if key not in so_far}
        self._promote()
        if self.totals["iteration"] % self.config.checkpoint_interval == 0:
            self.checkpoint()
        row |= self._timing.update(
            seconds=perf_counter() - start,
            collect_s=collect_s,
            frames=int(episodes["frames"]),
            inferences=int(episodes["inferences"]),
        )
        self.run.append(row)
        self._board.append(row)
        return row

    def checkpoint(self, *, with_rows: bool = True) -> None:
        """Write all that a resumed run needs; without an update there is nothing to keep.

        Args:
            with_rows: keep the derivations that are under way; a resumed run starts new ones
                otherwise.
        """
        if not self.totals["iteration"]:
            return
        start = perf_counter()
        self.run.save_checkpoint(
            {
                "head": self.head,
                "shape": self.shape.to_dict(),
                "dim": self.config.dim,
                "policy": self.policy.head.state_dict(),
                "algorithm": self.algorithm.state_dict(),
                "collector": self.collector.state() if with_rows else {},
                "statistics": self.statistics.state_dict(),
                "curriculum": self.curriculum.state_dict(),
                "totals": dict(self.totals),
                "random": random_state(),
            }
        )
        self._checkpoint_s += perf_counter() - start

    def summarize(self, signal: int | None) -> Summary:
        """Write summary.json and return what it holds."""
        summary = Summary(
            status="finished" if self.is_finished else "interrupted",
            signal=signal,
            run_dir=str(self.run.path),
            problem=self.problem.name,
            policy=self.head,
            iterations=self.totals["iteration"],
            frames=self.totals["frames"],
            inferences=self.totals["inferences"],
            episodes=self.totals["episodes"],
            success=round(self.statistics.recent_success, 6),
            level=self.level,
            counters={key: self.totals[key] for key in self.collector.figures.counters},
            startup=self.startup.summary(),
            **self._timing.summary(),
        )
        self.run.write_summary(asdict(summary))
        return summary

    def _begin(self, state: dict[str, Any]) -> None:
        names = ("iteration", "frames", "inferences", "episodes")
        self.totals = dict.fromkeys((*names, *self.collector.figures.counters), 0)
        self._batches = iter(self.collector)
        if state:
            self.collector.set_level(self.curriculum.level)
            self.totals.update(state["totals"])
            self.run.forget_after(self.totals["iteration"])
            set_random_state(state["random"])
        else:
            self.run.create()
        self._board = Board(self.run.path, self.totals["iteration"] + 1)
        self._checkpoint_s = 0.0
        self._timing = Timing(self._seconds)
        self._counted = Gauge(lambda: self.collector.figures.counters)
        self._by_level = Gauge(self._level_counts)
        self._is_first_step = True
        self._hook = self.policy.register_forward_hook(self._after_first_step)

    def _next_batch(self) -> TensorDictBase:
        """A rollout; where workers fail, what was learned up to the one before is kept."""
        try:
            return next(self._batches)
        except WorkerError:
            self.checkpoint(with_rows=False)
            raise

    def _after_first_step(self, *_: object) -> None:
        """Note the time of the first step; that of the first batch where policies are copies."""
        if self._is_first_step:
            self.startup.lap("first_step")
            self._hook.remove()
            self._is_first_step = False

    def _reopen(self, run_dir: Path) -> RunDirectory:
        run, where = RunDirectory.open(run_dir), str(run_dir)
        run.config.expect(self.problem.name, self.problem.fingerprint, where=where)
        run.config.expect_settings(self.config, self.problem.env_config, where=where)
        return run

    def _new(self, run_dir: Path, source: str) -> RunDirectory:
        config = RunConfig(
            problem=self.problem.name,
            source=source,
            fingerprint=self.problem.fingerprint,
            head=self.head,
            env=self.problem.env_config,
            train=self.config,
            curriculum=self.problem.curriculum,
        )
        return RunDirectory.new(run_dir, config)

    def _load(self, state: dict[str, Any]) -> None:
        self.policy.load_weights(state["policy"], where=str(self.run.path))
        self.algorithm.load_state_dict(state["algorithm"])
        self.statistics.load_state_dict(state["statistics"])
        if not state["collector"]:
            self.statistics.start_anew()
        self.curriculum.load_state_dict(state["curriculum"])

    def _promote(self) -> None:
        if not self.problem.curriculum.levels:
            return
        risen = self._by_level.rise()
        level = self.curriculum.level
        successes = int(risen.get(f"{level} successes", 0))
        if self.curriculum.update(successes, int(risen.get(f"{level} episodes", 0))):
            self.collector.set_level(self.curriculum.level)

    def _level_counts(self) -> dict[str, float]:
        counts: dict[str, float] = {}
        for level, (successes, episodes) in self.collector.figures.success_by_level.items():
            counts[f"{level} successes"], counts[f"{level} episodes"] = successes, episodes
        return counts

    def _seconds(self) -> dict[str, float]:
        return {
            **self.collector.figures.seconds,
            **self.algorithm.seconds,
            "checkpoint": self._checkpoint_s,
        }
