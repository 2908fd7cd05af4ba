"""Behaviour is that of ``signatures.json``; ``make signatures`` writes the file (signatures.py)."""

import json
from pathlib import Path

import pytest

from symbolic_rl.base.files import ENVS_DIR
from tests.signatures import FILE, TRAINED, differences, names, signature

KEPT = json.loads(FILE.read_text("utf-8"))
RUNS = [name for name in KEPT if " " in name]
PACKS = [name for name in KEPT if (ENVS_DIR / name).is_dir()]
STRANGERS = [name for name in KEPT if name not in (*RUNS, *PACKS)]

pytestmark = pytest.mark.usefixtures("one_thread")


def expect_as_before(name: str) -> None:
    changed = list(differences(KEPT[name], signature(name)))
    assert not changed, "\n".join([f"{name} behaves differently", *changed])


def test_every_pack_every_stranger_and_every_short_run_has_a_signature(checkout: Path) -> None:
    assert names() == list(KEPT)
    assert len(RUNS) == sum(map(len, TRAINED.values()))


@pytest.mark.parametrize("name", PACKS)
def test_searches_and_steps_of_a_pack_are_as_before(name: str) -> None:
    expect_as_before(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", STRANGERS)
def test_searches_and_steps_of_a_stranger_are_as_before(name: str, checkout: Path) -> None:
    expect_as_before(name)


@pytest.mark.parametrize("name", RUNS)
def test_the_metrics_of_a_short_training_are_as_before(name: str) -> None:
    expect_as_before(name)


def test_counts_are_compared_exactly_and_losses_within_a_hundredth() -> None:
    kept = {"iteration 1": {"proved": 100, "loss": 0.5, "temperature": None}, "searches": "refused"}
    near = {
        "iteration 1": {"proved": 100, "loss": 0.504, "temperature": None},
        "searches": "refused",
    }
    other = {"iteration 1": {"proved": 101, "loss": 0.51, "temperature": 1.0}}

    assert list(differences(kept, near)) == []
    assert list(differences(kept, other)) == [
        "iteration 1, loss: 0.5 before, 0.51 now",
        "iteration 1, proved: 100 before, 101 now",
        "iteration 1, temperature: None before, 1.0 now",
        "searches: refused before, None now",
    ]
