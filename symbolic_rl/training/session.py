"""Sessions: a training run in progress, from its settings or from a checkpoint.

An iteration gathers a batch, learns from it and writes a row of metrics. The row starts with
columns that depend only on settings and seed, and ends with ``TIMING_COLUMNS``.

If several ranks train together, each has a session over its own rows, and the first writes the
counts of all.
"""

from collections import deque
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import asdict, replace
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any, Self

import numpy as np
import torch

from symbolic_rl.base.config import MORE, REFUSE, CurriculumConfig, ResolvedConfig, SearchSettings
from symbolic_rl.base.console import Startup
from symbolic_rl.base.devices import TORCH_THREADS, random_state, resolve_device, set_random_state
from symbolic_rl.base.errors import ConfigError, RunError
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.base.run_dir import RunConfig, RunDirectory, Value, runs_in
from symbolic_rl.collectors import described
from symbolic_rl.collectors.base import CollectorMetrics
from symbolic_rl.derivations.known_ids import KnownIds
from symbolic_rl.derivations.problem import Problem, Programs
from symbolic_rl.policy import PolicyShape, head_for, make_policy
from symbolic_rl.policy.open import load_weights, structure_parts
from symbolic_rl.program.clauses import FIRST_CLAUSE
from symbolic_rl.program.pack import GOALS, expect_queries
from symbolic_rl.search.search_checkpoint import SearchCheckpoint
from symbolic_rl.training import make_algorithm
from symbolic_rl.training.metrics import (
    Summary,
    Timing,
    Totals,
    metrics_of_all,
    share_weights,
    states_of_all,
)
from symbolic_rl.training.search_settings import choose_share, fit_temperature
from symbolic_rl.training.tracking import Board, Tracking

CHECKPOINT_S = 60.0
"""Most seconds of updates between checkpoints, so that a run that is killed has lost little."""

ENOUGH_EPISODES = 200
"""Number of latest episodes on the current level that decide on a promotion."""


class Curriculum:
    """Level of training queries, with the recent episodes on it."""

    def __init__(self, config: CurriculumConfig) -> None:
        self.config = config
        self.level = 0
        self._recent: deque[tuple[int, int]] = deque()

    def update(self, successes: int, episodes: int) -> bool:
        """Add a batch's episodes on the current level, and return whether the level rises.

        The success rate of the last ``ENOUGH_EPISODES`` decides; with fewer, the level stays.
        """
        self._recent.append((successes, episodes))
        # The fewest latest batches that hold enough episodes.
        while sum(n for _, n in self._recent) - self._recent[0][1] >= ENOUGH_EPISODES:
            self._recent.popleft()
        total = sum(n for _, n in self._recent)
        rate = sum(k for k, _ in self._recent) / max(1, total)
        is_last = self.level + 1 >= len(self.config.levels)
        if is_last or total < ENOUGH_EPISODES or rate < self.config.promote_at:
            return False
        self.level += 1
        self._recent.clear()
        return True

    def state_dict(self) -> dict[str, Any]:
        """Return the level and the recent counts."""
        return {"level": self.level, "recent": [list(pair) for pair in self._recent]}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state_dict`, or raise ValueError: there is no such level."""
        self.level = int(state["level"])
        if not 0 <= self.level < max(1, len(self.config.levels)):
            raise ValueError(f"there is no level {self.level}")
        self._recent = deque((int(k), int(n)) for k, n in state["recent"])


def body_sizes(problem: Problem) -> torch.Tensor:
    """Return [C] body lengths by clause id; *more* and *refuse* count as the mean rule."""
    sizes = torch.zeros(problem.n_clauses)
    sizes[FIRST_CLAUSE:] = torch.from_numpy(problem.program.clauses.n_goals)
    rules = sizes[sizes > 0]
    sizes[[MORE, REFUSE]] = rules.mean() if len(rules) else 0.0
    return sizes


def resumed(problem: Problem, ids: KnownIds) -> Problem:
    """Return a problem with the ids of a run; ConfigError: other splits have unknown clauses."""
    shown = problem.shown_with(ids)
    if not np.array_equal(ids.clause_ids(problem.program), np.arange(ids.n_clauses)):
        raise ConfigError(
            "The queries call library predicates, or have disjunctions, that are new to the run.",
            str(problem.pack.folder),
            "restore the query files it was trained with, or start a new run with --from.",
        )
    return shown


class Session:
    """Training run in progress, to be used in a ``with`` block.

    ``source`` is the user's name of the problem. ``weights_from`` is a run whose weights a new run
    starts with, or a folder of runs, of which the first proofs choose the one whose structure part
    is taken over. ``track`` is a key of ``TRACKERS``, or empty.
    """

    def __init__(
        self,
        problem: Problem | Programs,
        config: ResolvedConfig,
        run_dir: Path,
        *,
        resume: bool = False,
        source: str = "",
        startup: Startup | None = None,
        ranks: Ranks | None = None,
        weights_from: Path | None = None,
        track: str = "",
        say: Callable[[str], None] = print,
    ) -> None:
        train, self.ranks = config.run, ranks or Ranks()
        self._track, self._say = track, say
        self.programs = problem if isinstance(problem, Programs) else None
        self.name = problem.name
        self.problem = problem = problem.trained[0] if isinstance(problem, Programs) else problem
        self.config, self.startup = train, startup or Startup()
        self.head, self.why_head = head_for(problem, train)
        self.run = self._reopen(run_dir) if resume else self._new(run_dir, source, weights_from)
        try:
            self._open(config, None if resume else weights_from, is_resumed=resume)
        except BaseException:
            self.run.close()
            raise

    def _open(self, config: ResolvedConfig, weights_from: Path | None, *, is_resumed: bool) -> None:
        """Make or restore the parts of the session."""
        train, problem = config.run, self.problem
        state = self.run.load_state() if is_resumed else {}
        self._expect_ranks(state)
        if state:
            with self.run.restoring():
                self.problem = problem = resumed(problem, KnownIds.from_state(state["ids"]))
        self._ids = problem.ids.state()
        torch.set_num_threads(TORCH_THREADS)
        # Before the weights are drawn; a resumed run restores its random state later.
        torch.manual_seed(train.seed)
        self.shape = PolicyShape.for_problem(problem)
        self.policy = make_policy(self.head, self.shape, dim=train.dim)
        if train.body_cost:
            self.policy.head.prefer_short(body_sizes(problem), train.body_cost)
        library = runs_in(weights_from) if weights_from else []
        if weights_from and not library:
            said = load_weights(self.policy, problem, weights_from, dim=train.dim)
            if said and self.ranks.is_first:
                self._say(said)
        self.policy.to(resolve_device(train.device))
        if self.ranks.count > 1:
            self.policy.rows_of_run = config.first_row, train.n_envs
        # All ranks start from the same weights, whatever made them.
        share_weights(self.ranks, self.policy.head)
        self.algorithm = make_algorithm(self.policy, train, self.ranks)
        if weights_from and library:
            self.algorithm.choose_from(structure_parts(weights_from))
        self.curriculum = Curriculum(problem.curriculum)
        self.startup.lap("policy")
        with self.run.restoring() if state else nullcontext():
            rows = state["rows"][self.ranks.number] if state else None
            others = self.programs.trained[1:] if self.programs else ()
            self.algorithm.open(problem, config, rows, others=others)
        try:
            if state:
                with self.run.restoring():
                    self._load(state)
            self.startup.lap("environment")
            self._begin(state)
        except BaseException:
            self.algorithm.shutdown()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.algorithm.shutdown()
        # An error in closing must not hide the error of the block.
        with suppress(OSError) if error else self.run.writing():
            for board in self._boards:
                board.close()
            self.run.close()

    @property
    def why_finished(self) -> str:
        """Why the run ends here, as a clause; empty while it goes on."""
        if self.totals["frames"] >= self.config.total_frames:
            return f"the {self.config.total_frames:,} frames of --total-frames are used"
        return self.algorithm.why_done

    @property
    def is_finished(self) -> bool:
        """True when all frames are used, or the algorithm expects no further gain."""
        return bool(self.why_finished)

    @property
    def has_iterated(self) -> bool:
        """True after the first iteration of this session."""
        return self._timing.sums["seconds"] > 0

    @property
    def level(self) -> int:
        """Number of the current level, from 1; 0 without levels, or if proofs are gathered."""
        has_levels = self.problem.curriculum.levels and not self.config.gathers_proofs
        return self.curriculum.level + 1 if has_levels else 0

    def describe(self) -> str:
        """Return lines on the problem, the policy, the algorithm and the run directory."""
        engine = f"engine {self.problem.env_config.engine} ({self.problem.why_engine})"
        weights = sum(p.numel() for p in self.policy.parameters())
        lines = [
            f"rank 1 of {self.ranks.count}" if self.ranks.count > 1 else "",
            f"training {self.name} with policy {self.head} ({self.why_head}): "
            f"{weights:,} weights on {self.policy.device}; {engine}",
            self.algorithm.describe(),
            described(self.config),
            f"run directory {self.run.path}",
        ]
        return "\n".join(filter(None, lines))

    def iterate(self) -> dict[str, Value]:
        """Gather a batch, learn from it, keep its row of metrics and return it."""
        start = perf_counter()
        batch = self.algorithm.gather()
        collect_s = perf_counter() - start
        # Searches run no forward pass of this policy, so their first batch counts as the first
        # step.
        self._after_first_step()
        progress = self.totals["frames"] / self.config.total_frames
        origin = self.algorithm.origin
        learned = self.algorithm.learn(batch, progress=progress)
        if self.algorithm.origin != origin:
            self._say(self.algorithm.origin)
        counts = self.algorithm.count(batch)
        risen = self.totals.add(counts, self._metrics())
        so_far = {key: self.totals[key] for key in ("iteration", "frames", "inferences")}
        row: dict[str, Value] = {**counts, **learned, "level": self.level, **risen}
        # Totals of the run come first, and replace the batch's counts of the same names.
        row = so_far | {key: value for key, value in row.items() if key not in so_far}
        self._promote()
        row |= self._timing.update(
            seconds=perf_counter() - start,
            collect_s=collect_s,
            frames=int(counts["frames"]),
            inferences=int(counts["inferences"]),
        )
        if self.ranks.is_first:
            with self.run.writing():
                self.run.append(row)
                for board in self._boards:
                    board.append(row)
        # Behind the row: a run that is killed in between goes on before it, and writes it again.
        if self._is_checkpoint_due():
            self.checkpoint()
        return row

    def _is_checkpoint_due(self) -> bool:
        """True after the first update, every ``checkpoint_interval`` updates, and every minute.

        The clock of the first rank decides: all ranks have to write together.
        """
        iteration = self.totals["iteration"]
        if iteration == 1 or iteration % self.config.checkpoint_interval == 0:
            return True
        return self.ranks.broadcast(perf_counter() - self._kept_at >= CHECKPOINT_S)

    def checkpoint(self) -> None:
        """Write everything that a resumed run needs; nothing before the first update."""
        if not self.totals["iteration"]:
            return
        start = perf_counter() - self.ranks.seconds
        algorithm = states_of_all(self.ranks, self.algorithm.state_dict())
        rows = states_of_all(self.ranks, self.algorithm.rows())
        state = {
            "head": self.head,
            "shape": asdict(self.shape),
            "dim": self.config.dim,
            "search_settings": asdict(self.policy.search_settings),
            "longest_proof": self.policy.longest_proof,
            "ids": self._ids,
            "policy": self.policy.head.state_dict(),
            "algorithm": algorithm,
            "rows": rows,
            "curriculum": self.curriculum.state_dict(),
            "totals": dict(self.totals.sums),
            "random": random_state(),
        }
        if self.ranks.is_first:
            with self.run.writing():
                self.run.save_checkpoint(state)
                weights = self.policy.head.plain_weights()
                if weights:
                    checkpoint = SearchCheckpoint(
                        self.problem.ids, self.policy.search_settings, weights
                    )
                    self.run.save_search_checkpoint(checkpoint.to_bytes())
        self._checkpoint_s += perf_counter() - self.ranks.seconds - start
        self._kept_at = perf_counter()

    def choose_search_settings(self) -> None:
        """Choose the search settings of the trained policy, by searches of validation queries.

        A policy that imitates proofs gets its temperature from those that it had not seen.
        """
        if not self.ranks.is_first:
            return
        self.algorithm.fit_search_settings()
        search_settings = self.policy.search_settings
        if not self.config.gathers_proofs:
            search_settings = fit_temperature(self.problem, self.policy, SearchSettings())
        problems = [self.problem]
        if self.programs:
            problems = list(self.programs.held_out or self.programs.trained)
        self.policy.search_settings = choose_share(problems, self.policy, search_settings)

    def write_programs(self) -> None:
        """Write a run for each of several programs; ``--resume`` does not open these."""
        if not self.programs or not self.ranks.is_first or not self.totals["iteration"]:
            return
        state, weights = self.run.load_state(), self.policy.head.plain_weights()
        assert weights is not None
        for one in self.programs:
            own = {
                **state, "shape": asdict(PolicyShape.for_problem(one)), "ids": one.ids.state(),
                "algorithm": [], "rows": [],
            }  # fmt: skip
            search = SearchCheckpoint(one.ids, self.policy.search_settings, weights).to_bytes()
            source = self.programs.sources[one.name]
            with self.run.writing():
                RunDirectory.put(self.run.path / one.name, self._settings(one, source), own, search)

    def summarize(self, signal: int | None) -> Summary:
        """Write summary.json and return what it holds."""
        success = self.algorithm.success
        if not self.has_iterated and (rows := self.run.metrics()):
            success = float(rows[-1]["success"])  # resumed beyond its end
        lemmas, trial = self.algorithm.lemmas() if self.ranks.is_first else ("", None)
        summary = Summary(
            status="finished" if self.is_finished else "interrupted",
            signal=signal,
            run_dir=str(self.run.path),
            problem=self.name,
            policy=self.head,
            iterations=self.totals["iteration"],
            frames=self.totals["frames"],
            inferences=self.totals["inferences"],
            episodes=self.totals["episodes"],
            success=round(success, 6),
            level=self.level,
            counters=self.totals.counters,
            startup=self.startup.summary(),
            parts=self.algorithm.parts(),
            lemmas={**trial._asdict(), "helps": trial.helps} if trial else {},
            **self._timing.summary(),
        )
        if self.ranks.is_first:
            with self.run.writing():
                self.run.write_summary(asdict(summary))
                if table := self.algorithm.table():
                    self.run.write_proofs(table)
                if lemmas:
                    self.run.write_lemmas(lemmas)
        return summary

    def _begin(self, state: dict[str, Any]) -> None:
        self.totals = Totals(self._metrics())
        if state:
            with self.run.restoring():
                self.totals.load(state["totals"])
                self.algorithm.set_level(self.curriculum.level)
                set_random_state(state["random"])
            if self.ranks.is_first:
                with self.run.writing():
                    self.run.forget_after(self.totals["iteration"])
        elif self.ranks.is_first:
            self.run.create()
        self._boards: list[Board | Tracking] = []
        if self.ranks.is_first:
            self._boards.append(Board(self.run.path, self.totals["iteration"] + 1))
            if self._track:
                settings = {"problem": self.name, "head": self.head}
                settings |= {**asdict(self.problem.env_config), **asdict(self.config)}
                self._boards.append(Tracking(self._track, self.run.path, settings, self._say))
        self._checkpoint_s, self._kept_at = 0.0, perf_counter()
        self._timing = Timing(self._seconds)
        self._is_first_step = True
        self._hook = self.policy.register_forward_hook(self._after_first_step)

    def _metrics(self) -> CollectorMetrics:
        return metrics_of_all(self.ranks, self.algorithm.metrics)

    def _expect_ranks(self, state: dict[str, Any]) -> None:
        """Refuse to resume with another number of processes."""
        count = len(state["algorithm"]) if state else self.ranks.count
        if not count:
            what = "This run trains on several programs, and continues only with all of them."
            raise RunError(what, str(self.run.path), f"give --resume {self.run.path.parent}.")
        if count != self.ranks.count:
            raise RunError(
                f"The run was made by {count} processes, this is one of {self.ranks.count}.",
                str(self.run.path),
                f"continue with torchrun --nproc-per-node {count}, on one machine.",
            )

    def _after_first_step(self, *_: object) -> None:
        """Note the time of the first step, or of the first batch if workers run the policy."""
        if self._is_first_step:
            self.startup.lap("first_step")
            self._hook.remove()
            self._is_first_step = False

    def _reopen(self, run_dir: Path) -> RunDirectory:
        run, where = RunDirectory.open(run_dir), str(run_dir)
        if self.programs:
            run.config.expect(self.name, self.programs.fingerprint, where=where)
            expect_queries(run.config, self.programs.query_checksums, where=where)
            run.config.expect_settings(self.config, self.programs.env, where=where)
        else:
            pack = self.problem.pack
            run.config.expect(pack.name, pack.program_checksum, where=where)
            expect_queries(run.config, pack.query_checksums, where=where)
            run.config.expect_settings(self.config, self.problem.env_config, where=where)
        if self.ranks.is_first:
            with run.writing():
                run.lock()
        return run

    def _new(self, run_dir: Path, source: str, weights_from: Path | None) -> RunDirectory:
        config = self._settings(self.problem, source)
        if weights_from:
            config = replace(config, weights_from=str(weights_from.resolve()))
        if several := self.programs:
            config = replace(
                config,
                problem=self.name,
                programs=dict(several.sources),
                fingerprint=several.fingerprint,
                queries=several.query_checksums,
                env=several.env,
            )
        return RunDirectory.new(run_dir, config)

    def _settings(self, problem: Problem, source: str) -> RunConfig:
        """Return the content of config.json for a problem."""
        goals = problem.pack.queries.get(GOALS)
        return RunConfig(
            problem=problem.name,
            source=source,
            fingerprint=problem.pack.program_checksum,
            queries=problem.pack.query_checksums,
            goals=str(goals.resolve()) if goals else "",
            head=self.head,
            env=problem.env_config,
            train=self.config,
            curriculum=problem.curriculum,
        )

    def _load(self, state: dict[str, Any]) -> None:
        wanted = {"head": self.head, "shape": asdict(self.shape), "dim": self.config.dim}
        if other := [key for key, value in wanted.items() if state[key] != value]:
            raise ValueError(f"{', '.join(other)} not as in the run's settings")
        SearchSettings(**state["search_settings"])  # only checked: they are fitted again
        self.policy.load_weights(state["policy"], where=str(self.run.path))
        self.algorithm.load_state_dict(state["algorithm"][self.ranks.number])
        self.curriculum.load_state_dict(state["curriculum"])

    def _promote(self) -> None:
        if not self.level:
            return
        if self.curriculum.update(*self.totals.risen_on(self.curriculum.level)):
            self.algorithm.set_level(self.curriculum.level)

    def _seconds(self) -> dict[str, float]:
        return {
            **self.totals.metrics.seconds,
            **self.algorithm.seconds,
            "checkpoint": self._checkpoint_s,
            "ranks": self.ranks.seconds,
        }
