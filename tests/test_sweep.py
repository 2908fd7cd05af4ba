"""A sweep: which cells there are, what becomes of their samples, and what is recommended."""

import os
import subprocess
import sys
from dataclasses import astuple, replace
from itertools import count
from typing import Any

import pytest

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.machine import n_cores
from symbolic_rl.training.sweep import Cell, cells, measure, recommend, row_of, table
from symbolic_rl.training.sweep.cell import Usage, family, measure as measured_here
from symbolic_rl.training.sweep.model import RateModel, lines, model_of
from tests.processes import needs_proc

CELL = Cell(env="countries_s1", collector="multiprocess", n_envs=64, n_workers=2, seconds=1)


def sample(rate: float) -> dict[str, Any]:
    keys = ("frames_per_second", "startup_s", "parent_mb", "worker_mb", "cpu_share")
    special = {"inferences_per_second": 3 * rate, "seconds": {"expand": rate / 10}}
    return {**dict.fromkeys(keys, rate), **special}


def row(collector: str, rate: float, n_workers: int = 0) -> dict[str, Any]:
    cell = Cell(env="x", collector=collector, n_envs=8, n_workers=n_workers, seconds=1)
    return row_of(cell, [sample(rate)], "")


def test_cells_are_collectors_times_workers_where_there_are_workers() -> None:
    both = ("vectorized", "multiprocess")
    plan = cells("countries_s1", both, n_envs=(64, 8), n_workers=(1, 4), seconds=1)
    found = [(cell.collector, cell.n_workers, cell.n_envs) for cell in plan]
    assert found == [
        *(("vectorized", 0, 64), ("vectorized", 0, 8)),
        *(("multiprocess", workers, rows) for rows in (64, 8) for workers in (1, 4)),
    ]
    for name in ("multiprocess", "carrier-pigeon"):  # three workers have no equal shares
        with pytest.raises(ConfigError):
            cells("countries_s1", (name,), n_envs=(64,), n_workers=(3,), seconds=1)


def test_searches_are_compared_by_inferences() -> None:
    plan = cells("countries_s1", (), algo="expert", n_envs=(64,), n_workers=(2,), seconds=1)
    rates = [(10.0, 11.0), (16.0, 18.0)]
    rows = [row_of(cell, [*map(sample, two)], "") for cell, two in zip(plan, rates, strict=True)]

    assert [row["collector"] for row in rows] == ["vectorized", "multiprocess"]
    assert {row["metric"] for row in rows} == {"inferences_per_second"}
    assert rows[0]["range"] == [30, 33] and rows[0]["frames_per_second"] == 10.5
    assert next(iter(table(rows)))["inferences/s"] == 31.5
    line, why = recommend(rows)[1].splitlines()
    flags = "--collector multiprocess --n-workers 2 --n-envs 64"
    assert line == f"recommended: {flags} (51 inferences/s)"
    assert why.startswith("why: multiprocess, 2 workers: 1.62 times the rate of vectorized; ")


@pytest.mark.parametrize(
    ("parts", "cores", "enough"),
    [
        ((1e-6, 0.0, 30e-6), 4, 4),  # every core is of use
        ((1e-6, 0.0, 30e-6), 64, 56),  # until serial work is most of the time
        ((5e-6, 1e-6, 30e-6), 64, 4),  # until the channel costs more than a worker brings
        ((5e-6, 0.0, 0.0), 8, 1),  # nothing to share
    ],
)
def test_a_model_of_the_rates_says_how_many_workers_are_enough(
    parts: tuple[float, float, float], cores: int, enough: int
) -> None:
    model = RateModel(*parts, error=0.0)
    rows = [row("multiprocess", model.rate(n, 2), n) for n in (1, 2, 4)]
    rows += [row("vectorized", 1 / (parts[0] + parts[2])), row("ray", 1.0, 2)]
    found = model_of(rows, 8, 2)
    assert found is not None
    assert found.error < 1e-6
    assert astuple(found)[:3] == pytest.approx(parts, abs=1e-12)
    assert found.enough(cores) == enough
    best = max(found.rate(n, cores) for n in range(1, cores + 1))
    assert found.rate(enough, cores) > 0.95 * best
    said = [*lines(found, 2, "frames")]
    assert len(said) == 4 and [("simulation" in line) for line in said] == [False] * 2 + [True] * 2


def test_a_model_needs_two_numbers_of_workers_and_has_no_negative_part() -> None:
    assert model_of([row("vectorized", 10.0), row("multiprocess", 9.0, 2)], 8, 2) is None
    faster = [row("multiprocess", rate, n) for n, rate in ((1, 10.0), (2, 50.0), (4, 20.0))]
    found = model_of(faster, 8, 4)
    assert found is not None and min(astuple(found)) >= 0 and found.error > 0.1


def test_cell_of_searches_counts_their_inferences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its start takes a second on the clock of this test, and so does each of its three rounds.

    Meanwhile processes use four seconds of CPU.
    """
    cell = replace(CELL, collector="vectorized", n_workers=0, seconds=3, algo="expert")
    seconds, cpu_s = count(), count()

    def used() -> list[Usage]:
        return [Usage(7, 2.0 * next(cpu_s), 300.0), Usage(8, 1.0, 40.0), Usage(9, 1.0, 50.0)]

    monkeypatch.setattr("symbolic_rl.training.sweep.cell.perf_counter", lambda: next(seconds))
    monkeypatch.setattr("symbolic_rl.training.sweep.cell.family", used)
    figures = measured_here(cell)

    assert next(seconds) == 6
    assert figures["inferences_per_second"] > figures["frames_per_second"] > 0
    assert figures["cpu_share"] == 4 / 3 / n_cores()
    assert (figures["startup_s"], figures["parent_mb"], figures["worker_mb"]) == (1, 300, 50)
    assert set(figures["seconds"]) == {"expand", "view", "rest"}


def test_row_has_the_medians_and_the_range_or_the_error() -> None:
    measured = row_of(CELL, [sample(rate) for rate in (30.0, 10.0, 20.0)], "")
    failed = row_of(CELL, [], "it failed")
    assert (measured["frames_per_second"], measured["range"]) == (20, [10, 30])
    assert measured["startup_s"] == measured["worker_mb"] == 20
    assert measured["seconds"] == {"expand": 2}
    assert (failed["frames_per_second"], failed["error"]) == (0, "it failed")
    assert list(table([failed])) == []
    assert recommend([failed]) == (None, "no cell could be measured")


@pytest.mark.parametrize(
    ("rates", "wanted", "why"),
    [
        (
            {"vectorized": 100, "multiprocess": 150, "ray": 120},
            "multiprocess --n-workers 2",
            "1.50",
        ),
        ({"vectorized": 100, "multiprocess": 109}, "vectorized", "1.09"),
        ({"multiprocess": 10, "ray": 12}, "ray --n-workers 2", ""),
    ],
)
def test_workers_are_recommended_by_a_rule_that_is_told(
    rates: dict[str, float], wanted: str, why: str
) -> None:
    rows = [row(name, rate, 2 * (name != "vectorized")) for name, rate in rates.items()]

    best, line = recommend(rows)

    assert best is not None and best["collector"] == wanted.split()[0]
    assert line.startswith(f"recommended: --collector {wanted}")
    assert (
        not why or f"{why} times the rate of vectorized; workers are recommended from 1.1" in line
    )


def test_error_of_a_cell_is_a_line() -> None:
    told = measure(Cell(env="nowhere", collector="vectorized", n_envs=2, n_workers=0, seconds=1))
    assert list(told) == ["error"]
    assert "no environment pack 'nowhere'" in told["error"] and "\n" not in told["error"]


@needs_proc
def test_family_is_a_process_and_what_it_started() -> None:
    command, pipe = "import sys; print(flush=True); sys.stdin.read()", subprocess.PIPE
    child = subprocess.Popen([sys.executable, "-c", command], stdin=pipe, stdout=pipe)
    assert child.stdout is not None
    child.stdout.readline()
    usage = {one.pid: one for one in family()}
    child.communicate()
    assert next(iter(usage)) == os.getpid()
    assert usage[child.pid].cpu_s >= 0
    assert 1 < usage[child.pid].memory_mb < usage[os.getpid()].memory_mb
