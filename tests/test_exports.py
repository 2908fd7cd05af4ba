"""Exported policies rank candidates as the run does."""

import importlib.util
import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from tensordict import TensorDict

from symbolic_rl.base.errors import ConfigError, InstallationError, RunError
from symbolic_rl.exports.onnx import OUTPUT, TrainedRun, export_onnx
from symbolic_rl.play.derivations import Derivations
from symbolic_rl.policy.open import open_run
from tests.exported import made_run

pytestmark = pytest.mark.usefixtures("one_thread")

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Arrays = dict[str, NDArray[Any]]
RUNS = [
    ("blocks", "comparing"),
    ("countries_s1", "resolvent"),
    ("lists", "clause"),
    ("lists", "comparing"),
    ("lists", "resolvent"),
    ("walk", "resolvent"),
    pytest.param(("tiles", "clause"), marks=pytest.mark.slow),
    pytest.param(("catcher", "comparing"), marks=pytest.mark.slow),
    pytest.param(("tiles", "resolvent"), marks=pytest.mark.slow),
    pytest.param(("robinson", "clause"), marks=pytest.mark.slow),
    pytest.param(("robinson", "comparing"), marks=pytest.mark.slow),
    pytest.param(("family", "resolvent"), marks=pytest.mark.slow),
]
"""A view that is a tree and one that is a prefix, paging, names, processes, each head."""


@pytest.fixture(scope="module", params=RUNS, ids=lambda pair: "-".join(pair))
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.set_num_threads(1)
    pack, head = request.param
    return made_run(pack, head, tmp_path_factory.mktemp(f"export-{pack}-{head}"))


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run on lists."""
    torch.set_num_threads(1)
    return made_run("lists", "comparing", tmp_path_factory.mktemp("export-lists"))


def observations(run: Path, n: int) -> Iterator[tuple[Arrays, NDArray[np.float32]]]:
    """Yield observations of random play, and the run's log-probabilities of their actions."""
    problem, policy = open_run(run)
    split = "train" if problem.queries("train") else problem.program.queries[0].split
    play = Derivations(problem, 50, split=split, with_candidates=policy.needs_candidates)
    seen, rng = play.reset(), np.random.default_rng(1)
    for _ in range(n // 50):
        arrays = {
            name: np.array(getattr(seen, name))
            for name in ("goals", "candidates", "clauses", "action_mask")
            if getattr(seen, name, None) is not None
        }
        tensors = {name: torch.from_numpy(array) for name, array in arrays.items()}
        yield arrays, policy.log_probabilities(TensorDict(tensors, [50])).numpy()
        mask = arrays["action_mask"]
        _, seen = play.step((rng.random(mask.shape) * mask).argmax(axis=1))


def reader(checkout: Path) -> Any:
    """The example that reads an ONNX file."""
    file = checkout / "docs" / "examples" / "read_onnx.py"
    spec = importlib.util.spec_from_file_location("read_onnx", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_onnx_ranks_as_the_run_does(run: Path, tmp_path: Path, checkout: Path) -> None:
    pytest.importorskip("onnxruntime")
    export_onnx(TrainedRun.open(run), tmp_path / "policy.onnx")
    policy, vocabulary = reader(checkout).read(str(tmp_path / "policy.onnx"))
    n = 0
    for arrays, expected in observations(run, 1000):
        found = policy(arrays)
        legal = arrays["action_mask"]

        assert np.abs(found[legal] - expected[legal]).max() <= 1e-4
        assert np.isneginf(found[~legal]).all()
        for row, other, mask in zip(found, expected, legal, strict=True):
            best = np.flatnonzero(mask)[other[mask].argmax()]
            assert row[best] >= row[mask].max() - 1e-4
        n += len(found)

    assert n == 1000
    assert vocabulary["view"]["n_goals"] == arrays["goals"].shape[1]
    assert vocabulary["clauses"]["1"] == "more"


def test_vocabulary_names_what_an_observation_holds(
    run: Path, tmp_path: Path, checkout: Path
) -> None:
    """Ids of a root state, read with the vocabulary alone."""
    trained = TrainedRun.open(run)
    vocabulary = json.loads(json.dumps(trained.vocabulary()))
    names = {id_: name for name, id_ in vocabulary["symbols"].items()}
    arrays, _ = next(observations(run, 50))
    shown = {names[id_] for id_ in np.unique(arrays["goals"][:, :, 0]).tolist() if id_ in names}
    predicates = {clause.predicate for clause in trained.program.clauses}

    assert shown
    if not trained.config.process:  # whose observations are terms of any kind
        assert shown <= predicates | {"$not/1", "$query/1"}
    met = np.unique(arrays["clauses"][arrays["action_mask"]])
    assert {str(id_) for id_ in met.tolist()} - {"1", "2", "3"} <= vocabulary["clauses"].keys()


def test_export_is_a_command(lists: Path, command: Run) -> None:
    pytest.importorskip("onnx")
    done = command("export", str(lists), "--onnx", "p.onnx")

    assert done.returncode == 0, done.stderr
    assert f"made p.onnx: goals, clauses, action_mask in, {OUTPUT} out" in done.stdout


def test_mistakes_of_users_are_told(
    lists: Path, tmp_path: Path, command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = command("export", str(lists))
    assert nothing.returncode == 2 and "add --onnx FILE" in nothing.stderr
    with pytest.raises(RunError):
        TrainedRun.open(tmp_path)
    trained = TrainedRun.open(lists)
    pytest.importorskip("onnx")
    with pytest.raises(ConfigError, match="no folder"):
        export_onnx(trained, tmp_path / "gone" / "p.onnx")
    monkeypatch.setattr("symbolic_rl.exports.onnx.find_spec", lambda _: None)
    with pytest.raises(InstallationError, match="onnx is not installed"):
        export_onnx(trained, tmp_path / "p.onnx")
