"""The limit on episodes: chosen from proofs where nobody has set one, and told where it caps."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from symbolic_rl.base.config import DEFAULT_LIMIT, TrainConfig
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.evaluation.check import check
from symbolic_rl.report.runs import ReportedRun
from symbolic_rl.training.settle import UNPROVED_LIMIT, PlainProofs, plain_proofs, with_limit
from symbolic_rl.training.train import train
from tests.problems import write_files

GRAMMAR = """\
list --> [].
list --> item, list.
item --> [x].
item --> other.
other --> [x].
never(X) :- never(f(X)).
"""
FEW = {"n_envs": 8, "frames_per_batch": 256, "minibatch_size": 128, "total_frames": 512, "dim": 8}
CONFIG = TrainConfig(algo="ppo", device="cpu", **FEW)


def pack(folder: Path, settings: str = "", queries: str = "") -> Path:
    sentences = ("x," * 13 + "x", "x," * 16 + "x", "x," * 19 + "x")
    texts = {
        "env.toml": settings,
        "program.pl": GRAMMAR,
        "train.pl": queries or "".join(f"query(list([{each}], [])).\n" for each in sentences),
    }
    return write_files(folder, texts)


def trained(problem: Problem, run: Path) -> tuple[RunDirectory, list[dict[str, Any]]]:
    train(problem, CONFIG, run)
    opened = RunDirectory.open(run)
    return opened, opened.metrics()


def test_a_grammar_of_long_proofs_is_not_capped_where_nobody_has_set_a_limit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = load_problem(pack(tmp_path))
    found = plain_proofs(problem)
    run, rows = trained(problem, tmp_path / "run")
    assert (found.n_searched, found.lengths.tolist()) == (3, [30, 36, 42])
    assert run.config.env.max_inferences == found.limit == 4 * 36
    assert float(rows[-1]["success"]) > 0.2 and float(rows[-1]["truncated"]) == 0.0
    assert int(rows[-1]["unproved"]) == 0
    assert "episodes end after 144 inferences (--max-inferences): 3 of 3" in capsys.readouterr().out


def test_a_limit_below_the_proofs_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = load_problem(pack(tmp_path, "[env]\nmax_inferences = 20\n"))
    _, rows = trained(problem, tmp_path / "run")
    (found,) = (one for one in ReportedRun(tmp_path / "run").findings if one.topic == "proofs")

    assert with_limit(problem) == (problem, "")
    assert (float(rows[-1]["success"]), float(rows[-1]["truncated"])) == (0.0, 1.0)
    told = (
        "100 % of the last episodes ended at a limit, 3 training queries are without a proof. "
        "To fix: a greater --max-inferences"
    )
    assert found.fix and told in str(found)
    assert f"proofs   {told}" in capsys.readouterr().out


def test_check_foresees_the_limit_and_what_it_caps(tmp_path: Path) -> None:
    settings = ("", "[env]\nmax_inferences = 20\n", "[env]\nmax_inferences = 90\n")
    chosen, capped, fitting = (str(check(pack(tmp_path, one))) for one in settings)
    assert "median proof 36, longest 42" in chosen
    assert "episodes    144 inferences, chosen from these proofs" in chosen
    assert "truncated   100.0% of its episodes: cut after 20 inferences" in capped
    assert "fewer than the longest of these proofs has" in capped
    assert "--max-inferences 144" in capped
    assert "episodes    90 inferences, as the pack says" in fitting


@pytest.mark.parametrize(
    ("other", "lengths", "exhausted", "limit"),
    [("never(a)", [4], 0, UNPROVED_LIMIT), ("list(o, [])", [4], 1, DEFAULT_LIMIT)],
)
def test_a_query_without_a_proof_leaves_room_for_longer_ones_unless_it_has_none(
    other: str, lengths: list[int], exhausted: int, limit: int, tmp_path: Path
) -> None:
    queries = f"query(list([x], [])).\nquery({other}).\n"
    problem = load_problem(pack(tmp_path, queries=queries))
    found = plain_proofs(problem)
    assert (found.n_searched, found.lengths.tolist(), found.limit) == (2, lengths, limit)
    assert found.n_exhausted == exhausted
    assert with_limit(problem)[0].env_config.max_inferences == limit
    assert ("1 has no proof (its search was exhausted)" in str(found)) == bool(exhausted)


def test_the_limit_is_four_median_proofs_twice_the_longest_and_at_least_the_default() -> None:
    def limit(*lengths: int) -> int:
        return PlainProofs(len(lengths), np.array(lengths, np.int64)).limit

    assert [limit(3), limit(30, 31, 32), limit(10, 10, 100)] == [20, 124, 200]
    assert limit() == UNPROVED_LIMIT
