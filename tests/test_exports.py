"""Exported policies rank candidates as the run does."""

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
from tests.problems import write_files
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


SETTINGS = {
    "walk": (WALK, "query(from(0)).\nquery(from(2)).\n", 'kind = "mdp"\nn_candidates = 6\n'),
    "lists": (MORE_LISTS, QUERIES, "n_candidates = 4\nn_goals = 4\n"),
}
"""An MDP whose observations are lists of terms, and a pack with paging, cut views, names that no
clause mentions, and literals of each kind."""


def pack_of(name: str, folder: Path) -> str:
    """Write one of these packs; a pack of the package is there."""
    if name not in SETTINGS:
        return name
    program, queries, settings = SETTINGS[name]
    about = {"env.toml": f"[env]\n{settings}"}
    return str(write_files(folder, about, program=program, train=queries))


def made_run(pack: str, head: str, folder: Path) -> Path:
    """Train for a few steps, and return the run.
    Logits of hundreds, which a larger learning rate makes of wide views, have no four digits behind
    the point in float32.
    """
    source = pack_of(pack, folder / pack)
    few = {"n_envs": 8, "frames_per_batch": 64, "total_frames": 64, "dim": 24}
    config = TrainConfig(algo="ppo", policy=head, lr=0.005, **few)
    train(load_problem(source), config, folder / "run", source=source)
    return folder / "run"


Arrays = dict[str, NDArray[Any]]
RUNS = [
    *(("countries_s1", "resolvent"), ("lists", "clause"), ("walk", "resolvent")),
    ("lists", "structured"),
    *(
        pytest.param(pair, marks=pytest.mark.slow)
        for pair in (
            *(("lists", "comparing"), ("lists", "resolvent"), ("blocks", "comparing")),
            *(("tiles", "clause"), ("catcher", "comparing"), ("robinson", "comparing")),
        )
    ),
]
"""A view that is a prefix and one that is a tree, paging, names, MDPs, each kind of head."""


@pytest.fixture(scope="module", params=RUNS, ids=lambda pair: "-".join(pair))
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.set_num_threads(1)
    pack, head = request.param
    return made_run(pack, head, tmp_path_factory.mktemp(f"export-{pack}-{head}"))


def observations(run: Path, n: int) -> Iterator[tuple[Arrays, NDArray[np.float32]]]:
    """Yield observations of random actions, and the run's log-probabilities of their actions."""
    problem, policy = open_run(run)
    split = "train" if problem.queries("train") else problem.program.queries[0].split
    play = Derivations(problem, 50, split=split, with_candidates=policy.shown)
    seen, rng = play.reset(), np.random.default_rng(1)
    for _ in range(n // 50):
        arrays = {
            name: np.array(getattr(seen, name))
            for name in ("goals", "candidates", "structure", "clauses", "action_mask")
            if getattr(seen, name, None) is not None
        }
        tensors = {name: torch.from_numpy(array) for name, array in arrays.items()}
        yield arrays, policy.log_probabilities(TensorDict(tensors, [50])).numpy()
        mask = arrays["action_mask"]
        _, seen = play.step((rng.random(mask.shape) * mask).argmax(axis=1))


def test_onnx_ranks_as_the_run_does_and_its_vocabulary_names_what_is_observed(
    run: Path, tmp_path: Path, checkout: Path
) -> None:
    pytest.importorskip("onnxruntime")
    trained = TrainedRun.open(run)
    export_onnx(trained, tmp_path / "policy.onnx")
    example = runpy.run_path(str(checkout / "docs" / "examples" / "read_onnx.py"))
    policy, vocabulary = example["read"](str(tmp_path / "policy.onnx"))
    names = {id_: name for name, id_ in vocabulary["symbols"].items()}
    predicates = {clause.predicate for clause in trained.program.clauses}
    for n, (arrays, expected) in enumerate(observations(run, 1000)):
        found, legal = policy(arrays), arrays["action_mask"]

        assert np.abs(found[legal] - expected[legal]).max() <= 1e-4
        assert np.isneginf(found[~legal]).all()
        for row, other, mask in zip(found, expected, legal, strict=True):
            best = np.flatnonzero(mask)[other[mask].argmax()]
            assert row[best] >= row[mask].max() - 1e-4
        if n == 0:  # root states
            ids = np.unique(arrays["goals"][:, :, 0]).tolist()
            shown = {names[id_] for id_ in ids if id_ in names}
            # observations of an MDP are terms of any kind
            assert shown and (trained.config.is_mdp or shown <= predicates | {"$not/1", "$query/1"})
            met = {str(id_) for id_ in np.unique(arrays["clauses"][legal]).tolist()}
            assert met - {"1", "2", "3"} <= vocabulary["clauses"].keys()

    assert n == 19 and vocabulary["view"]["n_goals"] == arrays["goals"].shape[1]
    assert vocabulary["clauses"]["1"] == "more"


def test_export_is_a_command_and_tells_mistakes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("onnx")
    lists = made_run("lists", "comparing", tmp_path)
    file = tmp_path / "p.onnx"

    assert cli(["export", str(lists), "--onnx", str(file)]) == 0
    assert f"goals, clauses, action_mask in, {OUTPUT} out" in capsys.readouterr().out
    assert cli(["export", str(lists)]) == 2
    assert "add --onnx FILE" in capsys.readouterr().err
    with pytest.raises(RunError):
        TrainedRun.open(tmp_path / "lists")
    trained = TrainedRun.open(lists)
    with pytest.raises(ConfigError, match="no folder"):
        export_onnx(trained, tmp_path / "gone" / "p.onnx")
    monkeypatch.setattr("symbolic_rl.base.errors.find_spec", lambda _: None)
    with pytest.raises(InstallationError, match="onnx is not installed"):
        export_onnx(trained, tmp_path / "p.onnx")
