"""Two processes that train together learn what one does, and only the first one writes."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.devices import random_state, set_random_state
from symbolic_rl.base.errors import ConfigError, RunError
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.collectors import resolve
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.learn.learner import Learner
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.policy.open import load_policy
from symbolic_rl.training.session import Session
from tests.conftest import in_this_process
from tests.pretend_cuda import pretended_cuda
from tests.processes import comes_true, started
from tests.test_train import CONFIG, PROGRAM, learning, write_pack

FLAGS = {
    "n_envs": 16, "frames_per_batch": 256, "minibatch_size": 128, "total_frames": 1024,
    "dim": 16, "lr": 0.01, "device": "cpu",
}  # fmt: skip


def free_port() -> str:
    with socket.socket() as listening:
        listening.bind(("localhost", 0))
        return str(listening.getsockname()[1])


def words(args: Sequence[str], **changes: object) -> list[str]:
    """Words of ``symbolic-rl``."""
    settings = [f"--{k.replace('_', '-')}={v}" for k, v in {**FLAGS, **changes}.items()]
    return ["train", "--algo", "ppo", *args, *settings]


def start(count: int, args: Sequence[str], **changes: object) -> list[subprocess.Popen[str]]:
    """``symbolic-rl train`` in ``count`` processes, with the variables that torchrun sets."""
    shared = os.environ | {"MASTER_ADDR": "localhost", "MASTER_PORT": free_port()}
    return [
        started(
            *(sys.executable, "-m", "symbolic_rl", *words(args, **changes)),
            env=shared | {"RANK": str(rank), "LOCAL_RANK": str(rank), "WORLD_SIZE": str(count)},
        )
        for rank in range(count)
    ]


def finish(processes: list[subprocess.Popen[str]]) -> list[tuple[int, str, str]]:
    """Exit code, stdout and stderr of each; none is left behind."""
    try:
        ends = [process.communicate(timeout=600) for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.wait()
    return [(process.returncode, *end) for process, end in zip(processes, ends, strict=True)]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "pack").mkdir()
    write_pack(tmp_path / "pack", PROGRAM)
    return tmp_path / "pack"


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"micro_batch_size": 40}, marks=pytest.mark.slow),
        {"algo": "grpo", "group_size": 4, "baseline": "eob_loo"},
    ],
)
def test_two_processes_learn_what_one_learns(
    tmp_path: Path, pack: Path, changes: dict[str, object]
) -> None:
    """Sums are added up in another order."""
    if "micro_batch_size" in changes:  # no flag sets it
        settings = pack / "env.toml"
        settings.write_text(f"{settings.read_text()}\n[train]\nmicro_batch_size = 40\n")
        changes = {}
    args = {n: ["--env", str(pack), "--run-dir", str(tmp_path / str(n))] for n in (1, 2)}
    (code, said, errors), other_end = finish(start(2, args[2], **changes))
    alone = in_this_process(tmp_path, *words(args[1], **changes))
    assert (code, alone.returncode) == (0, 0), errors + alone.stderr
    assert "next   symbolic-rl prove" in said
    assert other_end[:2] == (0, "")
    one, two = (learning(tmp_path / str(count)) for count in (1, 2))

    assert len(one) == len(two) == 4
    for row, other in zip(one, two, strict=True):
        expected, found = ({key: float(x) for key, x in row.items()} for row in (row, other))
        assert found == pytest.approx(expected, rel=1e-3, abs=1e-5, nan_ok=True)
    problem = load_problem(pack)
    here, there = (dict(load_policy(tmp_path / n, problem).state_dict()) for n in "12")
    torch.testing.assert_close(there, here, rtol=1e-3, atol=1e-4)


def test_a_stopped_run_of_two_goes_on_and_ends_with_a_word_when_one_is_killed(
    tmp_path: Path, pack: Path
) -> None:
    """SIGTERM reaches one of them; both stop after the same batch."""
    changes = {"total_frames": 256 * 10**6, "checkpoint_interval": 10**6}
    run = tmp_path / "run"
    processes = start(2, ["--env", str(pack), "--run-dir", str(run)], **changes)
    assert comes_true((run / "metrics.csv").exists)
    processes[1].send_signal(signal.SIGTERM)
    ends = finish(processes)
    n_rows = len(learning(run))
    config = resolve(RunDirectory.open(run).config.train)
    with pytest.raises(RunError, match="made by 2 processes"):
        Session(load_problem(pack), config, run, resume=True)
    resumed = start(2, ["--resume", str(run)], **changes)
    assert comes_true(lambda: len(learning(run)) > n_rows + 2)
    resumed[1].kill()
    (code, _, errors), _ = finish(resumed)

    assert [code for code, _, _ in ends] == [143, 143]
    assert f"--resume {run}" in ends[0][1]
    rows = [int(row["iteration"]) for row in learning(run)]
    assert rows == list(range(1, len(rows) + 1)) and len(rows) > n_rows + 2
    assert code == 2
    assert "Another process of this run has ended" in errors and "--resume" in errors
    assert "Traceback" not in errors


def test_rows_that_cannot_be_shared_are_refused() -> None:
    three = Ranks(0, 3)
    with pytest.raises(ConfigError, match=r"n_envs=16 cannot be shared(.|\n)*--n-envs 15"):
        three.rank_config(CONFIG)
    with pytest.raises(ConfigError, match=r"groups that stay whole(.|\n)*multiple of 12"):
        three.rank_config(replace(CONFIG, algo="grpo", group_size=4))
    with pytest.raises(ConfigError, match="multiprocess"):
        three.rank_config(
            replace(CONFIG, n_envs=48, frames_per_batch=480, collector="multiprocess")
        )
    assert Ranks(1, 2).rank_config(CONFIG).n_envs == 8
    assert Ranks(1, 2).first_row(CONFIG) == 8


def test_more_processes_than_devices_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    with pytest.raises(ConfigError, match=r"Process 2 .* torch sees 1(.|\n)*--nproc-per-node"):
        Ranks(1, 2, local=1).open("auto")


def test_ranks_that_go_on_draw_the_numbers_of_the_run_on_their_own_devices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process has a generator for each device, and its rank uses one of them."""

    def process(rank: int) -> torch.Generator:
        """Start a process: its generators are new, and torch's functions speak of its device."""
        generators = [torch.Generator().manual_seed(0) for _ in range(2)]
        mine = generators[rank]
        stand_ins: dict[str, Any] = {
            "get_rng_state": mine.get_state,
            "set_rng_state": mine.set_state,
            "get_rng_state_all": lambda: [g.get_state() for g in generators],
            "set_rng_state_all": lambda states: [
                g.set_state(s) for g, s in zip(generators, states, strict=True)
            ],
        }
        for name, function in stand_ins.items():
            monkeypatch.setattr(torch.cuda, name, function)
        return mine

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    drawing = process(0)
    torch.rand(5, generator=drawing)
    state = random_state()
    expected = torch.rand(3, generator=drawing)
    for rank in range(2):
        mine = process(rank)
        set_random_state(state)
        assert torch.equal(torch.rand(3, generator=mine), expected)


def test_hosts_meet_before_a_device_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sum on CUDA hangs where a rank has ended; a message between the hosts fails."""

    class Alone(Ranks):
        def add_up(self, tensor: torch.Tensor) -> torch.Tensor:
            return tensor  # under way

        def gather_objects(self, mine: Any) -> Any:
            raise RunError("Another process of this run has ended.", "rank 1", "go on.")

    with pretended_cuda() as log:
        policy = make_policy("clause", PolicyShape.for_problem(load_problem("countries_s1")), dim=8)
        learner = Learner(policy.to("cuda"), TrainConfig(algo="ppo"), ranks=Alone(0, 2))
        sums = torch.ones(3, device="cuda")
        log.clear()
        with pytest.raises(RunError, match="has ended"):
            learner.totals(sums)

    assert not log.fetches and not log.waits
