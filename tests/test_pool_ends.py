"""However a program with worker processes ends, it leaves no process and no memory."""

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.envs.torchrl import PoolEnv
from symbolic_rl.training.sweep.cell import family
from tests.pools import stop
from tests.problems import make_problem
from tests.processes import comes_true, end, is_stopped, needs_proc, started


def script(folder: Path, ending: str, start: str = "pool.reset()") -> "subprocess.Popen[str]":
    """Runs a program that starts two workers, prints their process ids, steps, and then ``ending``.

    It prints a line more when it has made a step.
    """
    (folder / "env.toml").write_text(
        f"[env]\nn_candidates = 4\nmax_inferences = 9\nmax_subproof_inferences = {10**11}\n"
    )
    code = f"""
        import signal, time
        from symbolic_rl.derivations.problem import load_problem
        from symbolic_rl.envs.workers import WorkerPool

        signal.signal(signal.SIGINT, signal.default_int_handler)  # it may have been ignored
        pool = WorkerPool(load_problem({str(folder)!r}), 4, n_workers=2)
        {start}
        print(*(worker.pid for worker in pool.workers), flush=True)
        current = pool.reset()
        _, current = pool.step(current.action_mask.argmax(axis=1))
        print("stepped", flush=True)
        while True:
            _, current = pool.step(current.action_mask.argmax(axis=1))
            {ending}
    """
    return started(sys.executable, "-c", textwrap.dedent(code), start_new_session=True)


def shared_memory() -> set[str]:
    """Names of shared memory on this machine."""
    return {name for name in os.listdir("/dev/shm") if "symbolic" in name or "psm_" in name}


@needs_proc
@pytest.mark.parametrize(
    ("ending", "numbers", "status"),
    [
        ("break", [], 0),
        ("raise RuntimeError('an error')", [], 1),
        ("pass", [signal.SIGINT], -signal.SIGINT),
        ("pass", [signal.SIGSTOP, signal.SIGKILL], -signal.SIGKILL),
    ],
    ids=["normal", "exception", "ctrl-c", "killed-with-stopped"],
)
def test_no_process_and_no_memory_is_left(
    ending: str, numbers: list[int], status: int, graph: Problem
) -> None:
    before = shared_memory()
    parent = script(graph.pack.folder, ending)
    assert parent.stdout is not None
    pids = [int(pid) for pid in parent.stdout.readline().split()]
    assert len(pids) == 2 and parent.stdout.readline() == "stepped\n"
    if numbers[:1] == [signal.SIGSTOP]:
        os.kill(pids[0], signal.SIGSTOP)
        assert comes_true(lambda: is_stopped(pids[0]))  # else the orphan gets no SIGHUP
    if numbers:
        os.killpg(parent.pid, numbers[-1])

    assert end(pids)
    errors = parent.communicate(timeout=600)[1]
    assert parent.returncode == status
    assert ("Traceback" in errors) == (status in (1, -signal.SIGINT))
    assert "leaked" not in errors and "Warning" not in errors
    assert shared_memory() == before


@needs_proc
def test_a_worker_in_the_middle_of_a_long_expansion_ends_with_its_parent(tmp_path: Path) -> None:
    make_problem(tmp_path, "slow :- \\+ ( between(1, inf, N), N < 0 ).\n", "query(slow).\n")
    parent = script(tmp_path, "pass", "pool.workers[0].settle()")
    assert parent.stdout is not None
    pid = int(parent.stdout.readline().split()[0])
    opened_s = family(pid)[0].cpu_s
    assert comes_true(lambda: family(pid)[0].cpu_s > opened_s + 1)  # it expands
    os.kill(parent.pid, signal.SIGKILL)
    assert end([pid])
    parent.communicate()


def test_closing_ends_the_workers_even_one_that_is_stopped(
    graph: Problem, pool: Callable[..., PoolEnv], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is stopped is waited for once, and then ended by force."""
    env, waits = pool(graph), list[float | None]()
    env.reset()
    pids = [worker.pid for worker in env.pool.workers]
    stopped = env.pool.workers[0]._process
    wait = stopped.wait

    def noted(timeout: float | None = None) -> int:
        waits.append(timeout)
        return wait(0.0 if timeout else None)

    monkeypatch.setattr(stopped, "wait", noted)
    stop(env.pool.workers[0])
    env.close()

    assert waits == [2, None] and end(pids)


def test_a_pool_that_is_forgotten_is_closed(graph: Problem) -> None:
    env = PoolEnv(graph, 4, n_workers=2)
    env.reset()
    pids = [worker.pid for worker in env.pool.workers]
    env._rows = None  # type: ignore[assignment]
    assert end(pids)


@needs_proc
@pytest.mark.parametrize("name", ["countries_s3", "robinson"])
def test_workers_are_small_and_free_of_torch(name: str, pool: Callable[..., PoolEnv]) -> None:
    env = pool(load_problem(name), 64, with_candidates=name == "countries_s3")
    kept = env.rollout(150, break_when_any_done=False)  # in all the memory that there is to lend
    assert kept.batch_size == (64, 150)
    for worker in env.pool.workers:
        assert "torch" not in Path(f"/proc/{worker.pid}/maps").read_text()
        rollup = Path(f"/proc/{worker.pid}/smaps_rollup").read_text()
        size_kb = int(rollup.partition("\nRss:")[2].split()[0])
        assert size_kb * 1024 <= 60_000_000
