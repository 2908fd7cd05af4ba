"""Exported policies rank candidates as the run does, in ONNX and in Prolog."""

import importlib.util
import json
import subprocess
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from tensordict import TensorDict

from symbolic_rl.base.errors import ConfigError, InstallationError, RunError
from symbolic_rl.exports.onnx import OUTPUT, export_onnx
from symbolic_rl.exports.prolog import COPIED, export_prolog
from symbolic_rl.exports.trained import TrainedRun
from symbolic_rl.play.derivations import Derivations
from symbolic_rl.play.problem import load_problem
from symbolic_rl.policy.open import open_run
from tests.exported import asked, made_run, ordered_states, scored_by_prolog
from tests.oracle import oracle

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
    """Export of a run on lists as Prolog text."""
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("export-lists")
    export_prolog(TrainedRun.open(made_run("lists", "comparing", folder)), folder / "text")
    return folder / "text"


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


def test_prolog_ranks_as_the_run_does(run: Path, tmp_path: Path) -> None:
    n, trained = 1000, TrainedRun.open(run)
    export_prolog(trained, tmp_path / "text")
    problem = load_problem(open_source(run))
    texts = [query.text for query in problem.program.queries[:60]]
    if trained.source in ("lists", "walk"):
        n = 400  # there are no 1,000 that differ
    states = ordered_states(run, n, texts)
    found = scored_by_prolog(tmp_path / "text", states.texts)

    assert len(found) == n
    assert [[clause for _, clause in row] for row in found] == states.clauses
    for logs, row in zip(states.logs, found, strict=True):
        assert max(abs(a - b) for a, (b, _) in zip(logs, row, strict=True)) <= 1e-3
        order = sorted(range(len(logs)), key=[-log for log in logs].__getitem__)
        assert all(row[a][0] >= row[b][0] - 1e-3 for a, b in pairwise(order))


def open_source(run: Path) -> str:
    return str(json.loads((run / "config.json").read_text())["source"])


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


def test_answers_of_the_search_are_those_of_swipl(lists: Path) -> None:
    program = (lists.parent / "lists" / "program.pl").read_text().split("left(X, Y)")[0]
    for goal, shown, depth in (
        ("perm([a,b,c], X)", "X", 30),
        ('app(X, Y, [1, 2.5, "s"])', "X-Y", 30),
        ("twice(2, X)", "X", 5),
        ("twice(3, X)", "X", 5),
        ("either(X)", "X", 5),
        ("shade(X), \\+ X = c, X @> f", "X", 5),
        ("X = f(Y), app([X], [], [Z])", "Z", 30),
    ):
        expected, _ = oracle().answers(program, goal)
        found = asked(lists, f"guided_search:prove(({goal}), {depth}, _)", shown)

        assert len(set(found)) == len(expected), goal


def test_search_ends_at_its_depth_and_checks_occurrence(lists: Path) -> None:
    ends = "guided_search:prove({}, {}, S)"

    assert asked(lists, ends.format("left(a, a)", 12), "S")
    assert asked(lists, ends.format("left(a, b)", 12), "S") == []
    assert asked(lists, ends.format("perm([a,b,c], [a])", 40), "S") == []
    assert asked(lists, ends.format("perm([a,b,c], [a,b,c])", 5), "S") == []
    assert asked(lists, ends.format("app([], X, [a|X])", 5), "S") == []
    once = "guided_search:prove_once({}, 30, S)"
    assert len(asked(lists, once.format("perm([a,b,c], X)"), "S")) == 1
    assert asked(lists, once.format("perm([a,b,c], [a])"), "S") == []
    steps = asked(lists, ends.format("(shade(a), same(a, a))", 9), "S")[0]
    assert steps.startswith("[shade(a)-10,same(a,a)-18,")


def test_plan_of_an_exported_process(tmp_path: Path) -> None:
    run = made_run("walk", "resolvent", tmp_path)
    export_prolog(TrainedRun.open(run), tmp_path / "text")
    shown = "length(Steps, N), last(Steps, Goal-_), arg(3, Goal, End)"
    goal = f"guided_search:prove_once(from(24), 20, Steps), {shown}"

    # A start, two jumps or more, and the end.
    assert asked(tmp_path / "text", f"({goal}, N >= 4)", "true") == ["true"]
    assert asked(tmp_path / "text", f"({goal}, End = at(X, _), X >= 30)", "true") == ["true"]
    assert asked(tmp_path / "text", "guided_search:prove(from(24), 3, _)", "true") == []


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        ("gone(X)", "existence_error(procedure,gone/1)"),
        ("(shade(X) ; shade(Y))", "domain_error(goal,(shade(_);shade(_)))"),
        ("findall(X, shade(X), L)", "domain_error(goal,findall(_,shade(_),_))"),
        ("G", "instantiation_error"),
        ("shell(ls)", "existence_error(procedure,shell/1)"),
        ("halt", "existence_error(procedure,halt/0)"),
    ],
)
def test_goals_that_the_search_refuses(goal: str, told: str, lists: Path) -> None:
    assert asked(lists, f"guided_search:prove({goal}, 5, _)", "yes") == [told]


def test_any_term_of_a_program_is_written_as_it_is(tmp_path: Path) -> None:
    assert asked_of_names(tmp_path) == ["a"]


def asked_of_names(folder: Path) -> list[str]:
    """An export of a program whose names need quoting."""
    (folder / "p").mkdir()
    (folder / "p/program.pl").write_text(
        "p('It''s', \"t\\n\", '$VAR'(1), {x}, [], '[]', 0'a, -3, 1.0e10, a:b, [-]).\n"
        "q(X) :- p('It''s', \"t\\n\", '$VAR'(1), {x}, [], '[]', 97, -3, 1.0e10, a:b, [-]), X = a.\n"
    )
    (folder / "p/train.pl").write_text("query(q(a)).\nquery(q(_)).\n")
    (folder / "p/env.toml").write_text('description = "Names."\n')
    from symbolic_rl.base.config import TrainConfig
    from symbolic_rl.training.train import train

    config = TrainConfig(algo="ppo", n_envs=8, frames_per_batch=64, total_frames=64, dim=8)
    source = str(folder / "p")
    train(load_problem(source), config, folder / "run", source=source)
    export_prolog(TrainedRun.open(folder / "run"), folder / "text")
    return asked(folder / "text", "guided_search:prove(q(X), 9, _)", "X")


def test_export_is_a_command(lists: Path, tmp_path: Path, command: Run) -> None:
    pytest.importorskip("onnx")
    run = str(lists.parent / "run")
    done = command("export", run, "--onnx", "p.onnx", "--prolog", "text")
    again = command("export", run, "--prolog", "text")

    assert (done.returncode, again.returncode) == (0, 0), done.stderr + again.stderr
    assert f"made p.onnx: goals, clauses, action_mask in, {OUTPUT} out" in done.stdout
    assert "next swipl text/prove.pl" in done.stdout
    text = tmp_path / "text"
    files = {str(file.relative_to(text)) for file in text.rglob("*.pl")}
    assert files == {*COPIED, "prove.pl", "program.pl", "weights.pl"}


def test_mistakes_of_users_are_told(
    lists: Path, tmp_path: Path, command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = command("export", str(lists.parent / "run"))
    assert nothing.returncode == 2 and "add --onnx FILE" in nothing.stderr
    with pytest.raises(RunError):
        TrainedRun.open(tmp_path)
    trained = TrainedRun.open(lists.parent / "run")
    (tmp_path / "mine.txt").write_text("x")
    pytest.importorskip("onnx")
    for folder in (tmp_path, tmp_path / "mine.txt"):
        with pytest.raises(ConfigError, match=r"something else|no folder"):
            export_prolog(trained, folder)
    with pytest.raises(ConfigError, match="no folder"):
        export_onnx(trained, tmp_path / "gone" / "p.onnx")
    monkeypatch.setattr("symbolic_rl.exports.onnx.find_spec", lambda _: None)
    with pytest.raises(InstallationError, match="onnx is not installed"):
        export_onnx(trained, tmp_path / "p.onnx")
