"""Exported policies rank candidates as the run does."""

import json
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from tensordict import TensorDict

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import ConfigError, InstallationError, RunError
from symbolic_rl.cli.main import run as cli
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.exports.onnx import OUTPUT, TrainedRun, export_onnx
from symbolic_rl.policy.open import open_run
from symbolic_rl.training.train import train
from tests.test_network import LISTS

MORE_LISTS = (
    LISTS
    + """\
twice(N, M) :- M is 2 * N, \\+ M = 6.
either(X) :- ( X == z -> true ; shade(X) ; \\+ shade(X), X = y ).
left(X, Y) :- left(X, Z), same(Z, Y).
left(X, X).
"""
)
QUERIES = """\
query(perm([a, b, c], [c, b, a])).
query(app(_, [d, 'new name'|_], [a, b, d, "text", 3.5, 70000, 99999999999, -7, -20])).
query(same(_, h)).
query((pick(_, [f(a, b), f(b, b), g(f(f(f(f(f(a, b), c), d), e), f)), 'Q'|_], _), either(_))).
query((twice(3, _), same(a, a))).
query((shade(A), shade(B), shade(C), perm([A, B, C, _|_], _), shade(_), shade(_))).
"""


WALK = """\
initial(from(X), at(X, 0)).
action(at(X, Y), right(1), at(X1, Y)) :- X1 is X+1.
action(at(X, Y), jump(N), at(X1, Y)) :- length_of(N), X1 is X+N, \\+ hole(X1).
action(at(X, Y), up, at(X, Y1)) :- Y1 is Y+1.
length_of(3). length_of(5).
hole(9). hole(14).
terminal(at(X, _), 1) :- X >= 30.
observe(at(X, Y), [here(X), height(Y, [low|_]), X]).
"""


def walk_pack(folder: Path) -> Path:
    """An MDP whose observations are lists of terms."""
    folder.mkdir()
    (folder / "program.pl").write_text(WALK)
    (folder / "train.pl").write_text("query(from(0)).\nquery(from(2)).\n")
    settings = 'description = "A walk."\n[env]\nkind = "mdp"\nn_candidates = 6\n'
    (folder / "env.toml").write_text(settings)
    return folder


def lists_pack(folder: Path) -> Path:
    """A pack with paging, cut views, names that no clause mentions, and literals of each kind."""
    folder.mkdir()
    (folder / "program.pl").write_text(MORE_LISTS)
    (folder / "train.pl").write_text(QUERIES)
    settings = 'description = "Lists."\n[env]\nn_candidates = 4\nn_goals = 4\n'
    (folder / "env.toml").write_text(settings)
    return folder


def made_run(pack: str, head: str, folder: Path) -> Path:
    """Train for a few steps, and return the run.

    Logits of hundreds, which a larger learning rate makes of wide views, have no four digits behind
    the point in float32.
    """
    made = {"lists": lists_pack, "walk": walk_pack}
    source = str(made[pack](folder / pack)) if pack in made else pack
    config = TrainConfig(
        algo="ppo", policy=head, n_envs=8, frames_per_batch=64, total_frames=64, dim=24, lr=0.005
    )
    train(load_problem(source), config, folder / "run", source=source)
    return folder / "run"


pytestmark = pytest.mark.usefixtures("one_thread")

Arrays = dict[str, NDArray[Any]]
RUNS = [
    ("countries_s1", "resolvent"),
    ("lists", "clause"),
    pytest.param(("lists", "comparing"), marks=pytest.mark.slow),
    pytest.param(("lists", "resolvent"), marks=pytest.mark.slow),
    ("walk", "resolvent"),
    pytest.param(("blocks", "comparing"), marks=pytest.mark.slow),
    pytest.param(("tiles", "clause"), marks=pytest.mark.slow),
    pytest.param(("catcher", "comparing"), marks=pytest.mark.slow),
    pytest.param(("robinson", "comparing"), marks=pytest.mark.slow),
]
"""A view that is a prefix and one that is a tree, paging, names, MDPs, each head."""


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
    """Yield observations of random actions, and the run's log-probabilities of their actions."""
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


def test_onnx_ranks_as_the_run_does(run: Path, tmp_path: Path, checkout: Path) -> None:
    pytest.importorskip("onnxruntime")
    export_onnx(TrainedRun.open(run), tmp_path / "policy.onnx")
    example = runpy.run_path(str(checkout / "docs" / "examples" / "read_onnx.py"))
    policy, vocabulary = example["read"](str(tmp_path / "policy.onnx"))
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
    if not trained.config.is_mdp:  # whose observations are terms of any kind
        assert shown <= predicates | {"$not/1", "$query/1"}
    met = np.unique(arrays["clauses"][arrays["action_mask"]])
    assert {str(id_) for id_ in met.tolist()} - {"1", "2", "3"} <= vocabulary["clauses"].keys()


def test_export_is_a_command_and_tells_mistakes(
    lists: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("onnx")
    file = tmp_path / "p.onnx"

    assert cli(["export", str(lists), "--onnx", str(file)]) == 0
    assert f"goals, clauses, action_mask in, {OUTPUT} out" in capsys.readouterr().out
    assert cli(["export", str(lists)]) == 2
    assert "add --onnx FILE" in capsys.readouterr().err
    with pytest.raises(RunError):
        TrainedRun.open(tmp_path)
    trained = TrainedRun.open(lists)
    with pytest.raises(ConfigError, match="no folder"):
        export_onnx(trained, tmp_path / "gone" / "p.onnx")
    monkeypatch.setattr("symbolic_rl.exports.onnx.find_spec", lambda _: None)
    with pytest.raises(InstallationError, match="onnx is not installed"):
        export_onnx(trained, tmp_path / "p.onnx")
