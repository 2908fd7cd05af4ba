"""The packs that this project makes: the same bytes every time, no leaks, every query provable.

Provability is checked by ``prolog/referee.pl``, a bounded meta-interpreter in plain SWI-Prolog.
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from symbolic_rl.base.errors import SymbolicError
from symbolic_rl.base.files import ENVS_DIR
from symbolic_rl.program.pack import load_pack
from tests.oracle import SWIPL
from tests.processes import ran
from tools.makers import MAKERS, countries, readme

REFEREE = Path(__file__).parent / "prolog" / "referee.pl"
PROCESSES = ("tiles", "tiles_15", "sokoban", "rewriting", "catcher")
WRITTEN_BY_HAND = {
    "env.toml",
    *(f"{pack}/program.pl" for pack in ("robinson", "blocks", *PROCESSES)),
}
COUNTRIES = ("countries_s1", "countries_s2", "countries_s3")


def prolog_files(pack: str) -> list[Path]:
    return sorted((ENVS_DIR / pack).glob("*.pl"))


def queries(path: Path) -> list[tuple[str, bool]]:
    """The goals of a query file with their labels."""
    found = re.findall(r"^query\((.*?)(?:, (true|false))?\)\.", path.read_text("ascii"), re.M)
    return [(goal, label != "false") for goal, label in found]


def settings(pack: str) -> dict[str, Any]:
    return tomllib.loads((ENVS_DIR / pack / "env.toml").read_text("ascii"))


def held_out(pack: str) -> dict[str, list[tuple[str, bool]]]:
    splits = settings(pack)["queries"].items()
    return {split: queries(ENVS_DIR / pack / name) for split, name in splits if split != "train"}


def referee(method: str, pack: str, split: str, limit: int, every: int = 1) -> list[int | None]:
    folder = ENVS_DIR / pack
    arguments = method, folder / "program.pl", folder / f"{split}.pl", limit, every
    process = ran(*SWIPL, "--on-error=status", str(REFEREE), "--", *map(str, arguments))
    assert process.returncode == 0, process.stderr
    return [None if line == "none" else int(line) for line in process.stdout.split()]


def value(term: str) -> int:
    """The value of a ground term, read from its end; numerals nest too deeply for eval."""
    found: list[int] = []
    for token in reversed(re.findall(r"[a-z]+", term)):
        match token:
            case "o":
                found.append(0)
            case "s":
                found.append(found.pop() + 1)
            case "plus":
                found.append(found.pop() + found.pop())
            case "mul":
                found.append(found.pop() * found.pop())
            case _:
                found.append(found.pop() == found.pop())
    (only,) = found
    return only


@pytest.mark.parametrize(
    "pack", [pytest.param(n, marks=[pytest.mark.slow] * (n == "sokoban")) for n in MAKERS]
)
def test_making_a_pack_anew_gives_the_same_bytes(pack: str, tmp_path: Path) -> None:
    if pack in COUNTRIES:
        pytest.importorskip("countryinfo")
    MAKERS[pack](tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = {path.name: path.read_bytes() for path in (ENVS_DIR / pack).iterdir()}
    by_hand = {name for name in kept if {name, f"{pack}/{name}"} & WRITTEN_BY_HAND}
    assert made == {name: text for name, text in kept.items() if name not in by_hand}


@pytest.mark.parametrize("pack", MAKERS)
def test_settings_of_a_pack_are_allowed_and_its_files_exist(pack: str) -> None:
    pack_settings = settings(pack)
    load_pack(pack)  # refuses a setting that does not exist or is not allowed
    levels = pack_settings.get("curriculum", {}).get("levels", [])
    named = {pack_settings["program"], *pack_settings["queries"].values(), *levels}
    assert named == {path.name for path in prolog_files(pack)}


@pytest.mark.parametrize(("pack", "best"), [*zip(COUNTRIES, (4, 4, 6), strict=True)])
def test_a_region_takes_more_inferences_from_task_to_task(pack: str, best: int) -> None:
    for split in ("valid", "test"):
        assert referee("shortest", pack, split, limit=best) == [best] * 24


@pytest.mark.parametrize(("pack", "every"), [*((pack, 1) for pack in COUNTRIES), ("family", 5)])
def test_training_queries_have_proofs_without_their_own_facts(pack: str, every: int) -> None:
    assert None not in referee("hidden", pack, "train", limit=10, every=every)


@pytest.mark.parametrize("pack", COUNTRIES)
def test_ranking_asks_for_every_region_and_labels_one_true(pack: str) -> None:
    test = {goal for goal, _ in held_out(pack)["test"]}
    ranking = held_out(pack)["ranking"]
    assert {goal for goal, label in ranking if label} == test
    assert len(ranking) == 5 * len(test)


@pytest.mark.parametrize("split", ["test", "valid", "test_deep"])
def test_family_queries_have_proofs(split: str) -> None:
    found = referee("shortest", "family", split, limit=9)
    assert None not in found
    assert split != "test_deep" or min(number for number in found if number) >= 6


@pytest.mark.parametrize(
    ("split", "unproved"),
    [(split, 0.0) for split in ("test", "test_pairs", "test_simple", "valid")]
    # of twice the size: products with huge factors and the value 0
    + [(split, 0.02) for split in ("test_twice", "test_twice_pairs")],
)
def test_a_scripted_strategy_proves_the_robinson_queries(split: str, unproved: float) -> None:
    found = referee("rewriting", "robinson", split, limit=30_000)
    assert found.count(None) <= unproved * len(found)


def test_robinson_labels_are_right() -> None:
    for path in prolog_files("robinson"):
        for goal, label in queries(path):
            assert value(goal) is label, f"{path.name}: {goal}"


@pytest.mark.parametrize("split", ["test_4", "valid", "level_6", "test"])
def test_the_comments_of_blocks_queries_give_the_shortest_plan(split: str) -> None:
    every = 20
    text = (ENVS_DIR / "blocks" / f"{split}.pl").read_text()
    moves = [int(number) for number in re.findall(r"^query.*% (\d+) moves?$", text, re.M)]
    assert referee("plans", "blocks", split, limit=8, every=every) == moves[every - 1 :: every]


def test_readme_lists_every_setting_with_its_current_default() -> None:
    text = (ENVS_DIR / "README.md").read_text("ascii")
    assert readme.settings() in text, "run python -m tools.makers.readme"


def test_missing_countryinfo_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    countries._world.cache_clear()
    monkeypatch.setitem(sys.modules, "countryinfo", None)
    with pytest.raises(SymbolicError, match=r"is missing(.|\n)*pip install countryinfo"):
        MAKERS["countries_s1"](tmp_path)
