"""Behaviour matches ``signatures.json``; ``make signatures`` writes the file (signatures.py)."""

import json
from pathlib import Path

import pytest

from symbolic_rl.base.files import ENVS_DIR
from tests.signatures import FILE, TRAINED, differences, names, signature

KEPT = json.loads(FILE.read_text("utf-8"))
STRANGERS = [name for name in KEPT if " " not in name and not (ENVS_DIR / name).is_dir()]
LARGER = ["countries_s1", "countries_s2", "tiles_15"]
"""Packs like another one, with other queries or a wider board."""


def test_every_pack_every_stranger_and_every_short_run_has_a_signature(checkout: Path) -> None:
    assert names() == list(KEPT)
    assert sum(" " in name for name in KEPT) == sum(map(len, TRAINED.values()))


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n in STRANGERS + LARGER)) for n in KEPT]
)
def test_searches_steps_and_trainings_are_as_before(name: str, checkout: Path) -> None:
    changed = list(differences(KEPT[name], signature(name)))
    assert not changed, "\n".join([f"{name} behaves differently", *changed])


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
