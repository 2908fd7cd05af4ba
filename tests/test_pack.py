"""What names a pack, and what its ``env.toml`` may say."""

from pathlib import Path

import numpy as np
import pytest

from symbolic_rl.base.config import CurriculumConfig, EnvConfig, SearchSettings, TrainConfig
from symbolic_rl.base.errors import ConfigError, PackError
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.program.pack import load_pack


def test_a_single_file_has_the_queries_beside_it(tmp_path: Path) -> None:
    program = tmp_path / "graph.pl"
    program.write_text("p(a).")
    (tmp_path / "test.pl").write_text("anything else")
    assert load_pack(program).queries == {}
    train = tmp_path / "train.pl"
    train.write_text("% a program about a journey\nby_train(auckland, hamilton).\n")
    assert load_pack(program).queries == {}
    train.write_text("% queries\n query(p(a)).")
    assert load_pack(program).queries == {"train": train, "test": tmp_path / "test.pl"}
    assert load_pack(train).queries == {}


def test_program_whose_name_is_misspelt_or_lacks_its_suffix_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("heirs.pl").write_text("p(a).")
    for name in ("heirs", "hiers", "hiers.pl", "./hiers.pl"):
        with pytest.raises(PackError, match=r"did you mean heirs\.pl"):
            load_pack(name)
    with pytest.raises(PackError, match=r"no file or folder nowhere/heirs\.pl") as told:
        load_pack("nowhere/heirs.pl")
    assert "did you mean" not in str(told.value)
    Path("heirs").mkdir()
    Path("heirs/heirs.pl").write_text("p(a).")
    with pytest.raises(PackError, match=r"name the \.pl file heirs/heirs\.pl, or put"):
        load_pack("heirs")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        *((f"program = {value}", "names no files") for value in ("3", "[3]", "true")),
        ('[queries]\ngoals = "goals.pl"', "another name"),
        ("[search]\ntemperature = 2", "unknown key 'search'"),
        ("[train.gppo]\nn_envs = 32", "gppo"),
        ('[train]\nn_envs = "many"', "n_envs = 'many'.*whole number"),
        ("[train]\nn_envs = 1.5", "n_envs = 1.5.*whole number"),
        ("[train]\nn_envs = true", "n_envs = True.*whole number"),
        ("[train]\nlr = true", "lr = True.*number"),
        ('[train]\ndevice = "cpuu"', "device = 'cpuu'.*did you mean 'cpu'"),
        ("[train.grpo]\nbaseline = 3", "baseline = 3.*choose from group, rloo"),
        ('[env]\nview = "flat"', "view = 'flat'.*auto, tree, prefix"),
        ('[env]\nrefuse = "yes"', "refuse = 'yes'.*true or false"),
        ("[env]\nengine = 1", "engine = 1.*a text"),
        ('[curriculum]\npromote_at = "all"', "promote_at = 'all'.*a number"),
        ("[curriculum]\nlevels = [1]", "levels = .*list of texts"),
        ('[curriculum]\nlevels = "level_1.pl"', "levels = .*list of texts"),
    ],
)
def test_a_wrong_value_is_refused_with_its_place(line: str, told: str, tmp_path: Path) -> None:
    Path(tmp_path, "program.pl").write_text("p(a).")
    Path(tmp_path, "env.toml").write_text(line)
    with pytest.raises((ConfigError, PackError), match=f"(?s){told}") as caught:
        load_pack(tmp_path)
    assert str(tmp_path / "env.toml") in str(caught.value)


def test_numbers_of_numpy_are_numbers_and_any_may_stand_for_a_fraction() -> None:
    for value in (1, np.int64(1), np.float32(1)):
        share = CurriculumConfig().override({"promote_at": value}, where="test").promote_at
        assert (share, type(share)) == (1, float)
    n = TrainConfig().override({"n_envs": np.int32(64)}, where="test").n_envs
    assert (n, type(n)) == (64, int)
    with pytest.raises(ConfigError, match="whole number"):
        TrainConfig().override({"n_envs": np.float64(64)}, where="test")


@pytest.mark.parametrize("engine", ["prolog", "tensor"])
def test_queries_are_shown_as_they_are_typed(engine: str, tmp_path: Path) -> None:
    Path(tmp_path, "program.pl").write_text("p(a, b). p(b, c).")
    Path(tmp_path, "env.toml").touch()
    typed = ["p(X, _)", "p(X, Y), p(Y, _)", "p(_, _)", "p(X, X)"]
    queries = (f"query(({goal}))." for goal in typed)
    Path(tmp_path, "train.pl").write_text("\n".join(queries))
    problem = load_problem(tmp_path, EnvConfig(engine=engine))
    assert [query.text for query in problem.queries("train")] == typed


def test_search_settings_are_checked() -> None:
    search_settings = SearchSettings()
    assert (search_settings.temperature, search_settings.uniform_share) == (1.0, 0.0)
    assert (
        search_settings.changed(temperature=0.5).temperature == 0.5
        and search_settings.changed() == search_settings
    )
    both = SearchSettings(greedy_mix=0.5)
    assert both.changed(uniform_share=0.1).greedy_mix == 0.5
    assert both.changed(temperature=1.0) == search_settings
    refused = (("temperature", 0.0), ("temperature", 1e-320), ("temperature", float("nan")))
    for key, value in (*refused, ("uniform_share", 1.5), ("greedy_mix", -0.1)):
        with pytest.raises(ConfigError, match=key):
            SearchSettings(**{key: value})
