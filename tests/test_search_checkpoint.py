"""The search checkpoint beside a checkpoint: the same searches as with the policy, but no torch."""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.derivations.views import View
from symbolic_rl.proofs.prove import prove
from symbolic_rl.search.search_checkpoint import read_search_checkpoint
from symbolic_rl.training.train import train

PACKS = {  # a view that is a tree, and one that is a prefix
    "blocks": "plan([[c,a], [b]], [[a,b,c]], Plan)",
    "countries_s1": "locatedIn(austria, Where)",
}
UNKNOWN = {  # with a symbol that training did not know
    "blocks": "plan([[never_seen,a], [b]], [[a,b,never_seen]], Plan)",
    "countries_s1": "locatedIn(austria, Where), locatedIn(never_seen, Where)",
}
HEADS = [("blocks", "comparing"), ("blocks", "clause"), ("countries_s1", "resolvent")]


@pytest.fixture(scope="module", params=HEADS, ids="-".join)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    """Run of a few gradient steps."""
    pack, head = request.param
    folder = tmp_path_factory.mktemp("search_checkpoint") / "run"
    config = TrainConfig(
        algo="ppo", policy=head, n_envs=8, frames_per_batch=64, total_frames=64, dim=24
    )
    train(load_problem(pack), config, folder, source=pack)
    return RunDirectory.open(folder)


def searched(run_dir: Path, goal: str, **limits: Any) -> tuple[object, ...]:
    """Return answers, proofs, inferences and counters of a search with a run."""
    found = prove(run_dir, goal, swipl=False, max_inferences=3000, **limits).take(3)
    answers = [(one.answer, str(one), one.found_by) for one in found.answers]
    return answers, found.inferences, found.ended, dict(found.counters)


def without_search_checkpoint(run: RunDirectory, folder: Path) -> Path:
    copy = folder / "copy"
    shutil.copytree(run.path, copy)
    (copy / "checkpoint" / "search_checkpoint").unlink()
    return copy


def test_a_search_with_the_search_checkpoint_is_that_with_the_policy(
    run: RunDirectory, tmp_path: Path
) -> None:
    goal = PACKS[run.config.problem]
    slow = without_search_checkpoint(run, tmp_path)
    assert read_search_checkpoint(run) is not None
    assert read_search_checkpoint(RunDirectory.open(slow)) is None

    found = searched(run.path, goal)
    assert found == searched(slow, goal)
    assert found[0], "nothing was compared"

    strange = UNKNOWN[run.config.problem]
    assert searched(run.path, strange) == searched(slow, strange)
    sharp = {"temperature": 0.25, "uniform_share": 0.1}
    assert searched(run.path, goal, **sharp) == searched(slow, goal, **sharp)


def test_a_search_checkpoint_needs_no_torch_and_no_query(run: RunDirectory) -> None:
    """Seconds until the first answer depend on the machine; what is imported is a third of them."""
    code = (
        "import sys; from symbolic_rl.cli.main import run; "
        f"run(['prove', {str(run.path)!r}, {PACKS[run.config.problem]!r}]); "
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    imported = done.stderr.splitlines()[-1].split()

    assert not {"torch", "typeguard", "asyncio", "unittest", "email", "decimal"} & {*imported}
    assert len(imported) < 440


def test_a_search_checkpoint_of_another_checkpoint_is_not_used(
    run: RunDirectory, tmp_path: Path
) -> None:
    copy = RunDirectory.open(Path(shutil.copytree(run.path, tmp_path / "copy")))
    copy.save_checkpoint({**copy.load_state(), "longest_proof": 77})
    assert read_search_checkpoint(copy) is None


def test_any_damage_to_a_search_checkpoint_is_noticed(run: RunDirectory, tmp_path: Path) -> None:
    """By the checksum; and where that was made to fit, C still reads nothing beyond its arrays."""
    copy = RunDirectory.open(Path(shutil.copytree(run.path, tmp_path / "copy")))
    file = copy.path / "checkpoint" / "search_checkpoint"
    good, body = file.read_bytes(), copy.load_search_checkpoint()
    assert body is not None
    rng = random.Random(1)
    for _ in range(30):
        at = rng.randrange(len(good))
        file.write_bytes(good[:at] + bytes([good[at] ^ 1 << rng.randrange(8)]) + good[at + 1 :])
        assert copy.load_search_checkpoint() is None
    for end in (0, 10, len(good) - 4):
        file.write_bytes(good[:end])
        assert copy.load_search_checkpoint() is None

    line, _, arrays = body.partition(b"\n")
    about = json.loads(line)
    nan = np.full(len(arrays) // 4, np.nan, np.float32).tobytes()
    ids, shapes = about["ids"], about["shapes"]

    def with_ids(**changes: Any) -> dict[str, Any]:
        return {**about, "ids": {**ids, **changes}}

    def with_view(**changes: Any) -> dict[str, Any]:
        return with_ids(view={**ids["view"], **changes})

    wrong: list[tuple[dict[str, Any], bytes]] = [
        (about, arrays[:-4]),
        (about, nan),
        ({}, arrays),
        ({**about, "n_symbols": about["n_symbols"] + 1}, arrays),
        ({**about, "n_symbols": -1}, arrays),
        ({**about, "first_name": -5}, arrays),
        ({**about, "shapes": {**shapes, "state": [-1, 4]}}, arrays),
        ({**about, "shapes": {**shapes, "state": [10**9, 10**9]}}, arrays),
        (with_ids(symbols=[["a"]]), arrays),
        (with_ids(symbols=7), arrays),
        (with_ids(n_own=-7), arrays),
        (with_ids(n_own=2**31), arrays),
        (with_view(goal_width=ids["view"]["goal_width"] + 1), arrays),
        (with_view(n_goals=10**9), arrays),
        (with_view(kind="picture"), arrays),
        (with_view(colour=1), arrays),
        ({**about, "search_settings": {"temperature": -1.0}}, arrays),
        ({**about, "search_settings": {"colour": 1}}, arrays),
    ]
    for fields, data in wrong:
        copy.save_search_checkpoint(json.dumps(fields).encode() + b"\n" + data)
        assert read_search_checkpoint(copy) is None, fields
    copy.save_search_checkpoint(b"[" * 100_000)
    assert read_search_checkpoint(copy) is None


def test_a_view_with_slots_in_another_order_is_refused() -> None:
    good = View("tree", 3, 8, (-1, 0, 0, 1, 1, 2, 2), (0, 0, 1, 0, 1, 0, 1))
    good.expect()
    for parents, arguments in [
        ((-1, 0, 0, 1, 1, 2, 9), good.arguments),  # above a slot that is not there
        ((-1, 0, 0, 2, 2, 1, 1), good.arguments),
        ((-1, 0, 0, 1, 2, 1, 2), good.arguments),
        (good.parents, (0, 0, 1, 0, 1, 0, 5)),
        (good.parents[:-1], good.arguments[:-1]),
        ((-1, 3, 0, 1, 1, 2, 2), good.arguments),
    ]:
        with pytest.raises(ValueError, match="view"):
            View("tree", 3, 8, parents, arguments).expect()
    for kind in ("tree", "prefix"):
        with pytest.raises(ValueError, match="view"):
            View(kind, 0, 8, good.parents, good.arguments).expect()
