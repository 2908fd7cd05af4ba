"""A new name is one entry of a registry: the command reads it, lists it and uses it.

A new engine is tested in ``test_engine_choice.py``, a new search in ``test_searches.py``, a new
method of ranking in ``test_graphs.py``, a new key of observations in ``test_schema.py``.
"""

import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import symbolic_rl
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import ENVS_DIR, PROLOG_DIR
from symbolic_rl.cli.train import read_flags
from symbolic_rl.collectors import COLLECTORS, resolve
from symbolic_rl.collectors.base import LocalCollector, Vectorized
from symbolic_rl.collectors.proofs import LocalSearches
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.learn.baselines import BASELINES, GroupReturns
from symbolic_rl.policy import HEADS
from symbolic_rl.policy.clause import ClauseHead
from symbolic_rl.program.pack import list_packs, load_pack
from symbolic_rl.training import ALGORITHMS
from symbolic_rl.training.ppo import PPO
from symbolic_rl.training.train import train
from tests.problems import write_files
from tests.processes import ran

FEW = (
    *("--n-envs", "8", "--total-frames", "256", "--dim", "8"),
    *("--frames-per-batch", "256", "--minibatch-size", "64"),
)
ALGORITHMS_OF = {"collector": ("expert", "ppo"), "baseline": ("grpo",), "algo": ("toy",)}
"""Setting -> algorithms that use it; any other is tried with the default one."""
USED: list[str] = []


class ToyCollector(Vectorized):
    """A collector by another name."""

    @staticmethod
    def rollouts(*args: Any) -> LocalCollector:
        return USED.append("collector") or Vectorized.rollouts(*args)

    @staticmethod
    def proofs(*args: Any) -> LocalSearches:
        return USED.append("collector") or Vectorized.proofs(*args)


class ToyAlgorithm(PPO):
    def learn(self, *args: Any, **options: Any) -> dict[str, float]:
        return USED.append("algo") or super().learn(*args, **options)


class ToyHead(ClauseHead):
    def __init__(self, *args: Any) -> None:
        USED.append("policy")
        super().__init__(*args)


def toy_baseline(groups: GroupReturns) -> Any:
    return USED.append("baseline") or BASELINES["rloo"].advantages(groups)


TOYS: dict[str, tuple[dict[str, Any], Any, dict[str, Any]]] = {
    "collector": (COLLECTORS, ToyCollector, {"help": "a toy", "parallelism_flag": "n_threads"}),
    "algo": (ALGORITHMS, ToyAlgorithm, {"help": "a toy"}),
    "policy": (HEADS, ToyHead, {"help": "a toy"}),
    "baseline": (BASELINES, replace(BASELINES["rloo"], advantages=toy_baseline), {}),
}
"""Setting -> its registry, a value to add, and properties of the value."""


@pytest.fixture(params=TOYS)
def setting(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    registry, value, properties = TOYS[request.param]
    monkeypatch.setitem(registry, "toy", None)  # removed at the end of the test
    del registry["toy"]
    symbolic_rl.register(request.param, "toy", value, **properties)
    return str(request.param)


def test_a_name_is_registered_once_and_for_a_setting_that_exists() -> None:
    with pytest.raises(ConfigError, match="There is already a policy named 'clause'"):
        symbolic_rl.register("policy", "clause", ToyHead)
    with pytest.raises(ConfigError, match="did you mean 'policy'"):
        symbolic_rl.register("polcy", "mine", ToyHead)


def test_a_new_entry_is_read_resolved_and_used_in_training(setting: str, tmp_path: Path) -> None:
    for algorithm in ALGORITHMS_OF.get(setting, ("expert",)):
        words = ["--env", "countries_s1", *FEW, f"--{setting}", "toy", "--algo", algorithm]
        training = read_flags(words).training
        USED.clear()
        assert getattr(resolve(training).run, setting) == "toy"
        train(load_problem("countries_s1"), training, tmp_path / algorithm)
        assert setting in USED


def test_a_new_entry_is_listed_in_the_help_and_on_the_page_of_settings(
    setting: str, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = pytest.importorskip("tools.makers.readme", reason="needs the checkout")
    with pytest.raises(SystemExit):
        read_flags(["--help-all"])
    shown = capsys.readouterr().out
    shown = " ".join(shown.split()).replace(", ", ",")  # without breaks of lines
    (choices,) = re.findall(rf" --{setting} {{([^}}]*)}}", shown)
    (row,) = (row for row in readme.settings().splitlines() if row.startswith(f"| `{setting}` |"))
    assert choices.split(",")[-1] == "toy" and row.endswith("`toy`. |")


def test_a_pack_may_name_a_new_entry_and_no_unknown_one(setting: str, tmp_path: Path) -> None:
    Path(tmp_path, "program.pl").write_text("p(a).")
    Path(tmp_path, "env.toml").write_text(f'[train]\n{setting} = "toy"')
    assert getattr(load_pack(tmp_path).train, setting) == "toy"
    Path(tmp_path, "env.toml").write_text(f'[train]\n{setting} = "toys"')
    with pytest.raises(ConfigError, match="did you mean 'toy'"):
        load_pack(tmp_path)
    with pytest.raises(ConfigError, match=f"There is no {setting} 'toys'"):
        resolve(replace(read_flags([]).training, **{setting: "toys"}))


def test_a_new_builtin_is_one_row(tmp_path: Path) -> None:
    shutil.copytree(PROLOG_DIR, tmp_path / "prolog")
    table = tmp_path / "prolog" / "builtins" / "builtins.pl"
    row = "offered(det, [wildcard_match/2]).\n"
    assert "wildcard_match" not in table.read_text("utf-8")
    (tmp_path / "p.pl").write_text("p(X) :- wildcard_match('a*', abc), X = 3.")
    code = (
        "import sys; from pathlib import Path; from symbolic_rl.base import files; "
        "files.PROLOG_DIR = Path('prolog'); from symbolic_rl.cli.main import run; "
        "sys.exit(run(['prove', 'p.pl', 'p(X)']))"
    )
    before = ran(sys.executable, "-c", code, cwd=tmp_path)
    rows = table.read_text("utf-8")
    table.write_text(rows.replace("\noffered(", f"\n{row}offered(", 1))
    after = ran(sys.executable, "-c", code, cwd=tmp_path)

    assert before.returncode == 1 and "wildcard_match/2 cannot be called" in before.stdout
    assert after.returncode == 0 and "X = 3" in after.stdout


def test_a_new_pack_is_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ENVS_DIR, tmp_path / "envs")
    texts = {"program": "p(a).\np(X) :- q(X).\nq(b).\n", "train": "query(p(X)).\n"}
    write_files(tmp_path / "envs" / "toy", {"env.toml": 'description = "A toy."'}, **texts)
    monkeypatch.setattr("symbolic_rl.program.pack.ENVS_DIR", tmp_path / "envs")

    assert "toy" in list_packs()
    few = read_flags(["--env", "toy", *FEW]).training
    assert train(load_problem("toy"), few, tmp_path / "run").success > 0
