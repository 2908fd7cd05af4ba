"""The environment in the hands of other libraries: TorchRL, gymnasium, Stable-Baselines3."""

import importlib
import importlib.util
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from torchrl.envs import ActionMask, Compose, EnvBase, GymEnv, TransformedEnv
from torchrl.envs.utils import check_env_specs

import symbolic_rl.envs.gymnasium  # noqa: F401  registers the environments
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.exports.minari import export_minari, proof_episodes
from symbolic_rl.program.pack import load_pack
from symbolic_rl.proofs.prove import prove
from symbolic_rl.search import SEARCHES, Limits, Space, find_all
from tests.test_gym import assert_equal

COUNTRIES = "symbolic_rl/countries_s3-v0"
STABLE_BASELINES = "symbolic_rl.envs.gymnasium.stable_baselines"


def legal(rollout: Any) -> torch.Tensor:
    """Whether each action of a rollout is in its mask."""
    action, mask = rollout["action"], rollout["action_mask"].bool()
    if action.shape == mask.shape:  # one-hot
        return (mask & action.bool()).any(-1)
    return mask.gather(-1, action.unsqueeze(-1)).squeeze(-1)


def masked(*transforms: Any) -> EnvBase:
    env: EnvBase = DerivationEnv(load_problem("countries_s3"), 16)
    return TransformedEnv(env, Compose(*transforms)) if transforms else env


def test_an_action_mask_changes_no_spec_but_its_mask() -> None:
    env = masked(ActionMask())
    td = env.reset()
    env.action_spec.update_mask(td["action_mask"])
    assert env.action_spec == masked().action_spec
    assert td["action_mask"].gather(-1, env.action_spec.rand().unsqueeze(-1)).all()
    assert masked().action_spec != DerivationEnv(load_problem("countries_s3"), 15).action_spec


def test_torchrl_finds_the_environments_by_name() -> None:
    torch.manual_seed(0)
    check_env_specs(GymEnv(COUNTRIES))
    env = TransformedEnv(GymEnv(COUNTRIES, categorical_action_encoding=True), ActionMask())
    rollout = env.rollout(50, break_when_any_done=False)

    assert legal(rollout).all() and rollout["next", "done"].any()
    assert env.rollout(5)["goals"].ndim == 2
    many = GymEnv(f"symbolic_rl.envs.gymnasium:{COUNTRIES}", frame_skip=1)
    assert many.reset()["action_mask"].any()
    with pytest.raises(ConfigError, match="unexpected keyword argument 'max_inference'"):
        gymnasium.make(COUNTRIES, max_inference=3)


def test_stable_baselines_finds_nothing_to_complain_about() -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    for pack in ("countries_s3", "blocks"):
        checker.check_env(gymnasium.make(f"symbolic_rl/{pack}-v0"))  # warnings are errors here


def test_the_vector_of_stable_baselines_speaks_as_separate_environments_do() -> None:
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    ours = importlib.import_module(STABLE_BASELINES).DerivationVecEnv(
        "countries_s3", 3, render_mode="ansi"
    )
    others = vec_env.DummyVecEnv([lambda: gymnasium.make(COUNTRIES, render_mode="ansi")] * 3)
    assert (ours.observation_space, ours.action_space) == (
        others.observation_space,
        others.action_space,
    )
    rng, n_ended = np.random.default_rng(0), 0
    seeds = [env.seed(2**32 - 3) for env in (ours, others)]
    one, other = ours.reset(), others.reset()
    for _ in range(100):
        assert_equal(one, dict(other))
        masks = [np.stack(env.env_method("action_masks")) for env in (ours, others)]
        np.testing.assert_array_equal(*masks)
        actions = (rng.random(masks[0].shape) * masks[0]).argmax(1)
        (one, *ends, infos), (other, *expected, told) = (e.step(actions) for e in (ours, others))
        for a, b in zip(ends, expected, strict=True):
            assert_equal(a, b)
        assert_equal(infos, told)
        texts = [env.env_method("render", indices=1) for env in (ours, others)]
        assert ends[1][1] or texts[0] == texts[1]  # an episode that ended is shown until it moves
        n_ended += ends[1].sum()

    assert seeds[0] == seeds[1] and n_ended > 20
    assert ours.get_attr("render_mode") == others.get_attr("render_mode")
    assert vec_env.VecMonitor(ours).reset().keys() == one.keys()
    ours.set_options([{"goal": "locatedInCR(X, asia)"}, {}, {}])
    with pytest.raises(ConfigError, match="same options"):
        ours.reset()
    with pytest.raises(ConfigError, match="not a method of single rows"):
        ours.env_method("close")
    with pytest.raises(ConfigError, match="cannot be set in some"):
        ours.set_attr("render_mode", None, indices=0)


@pytest.mark.parametrize(("pack", "max_inferences"), [("countries_s1", 20), ("blocks", 3)])
def test_proofs_become_episodes_of_the_environment(pack: str, max_inferences: int) -> None:
    packed = load_pack(pack)
    problem = load_problem(packed, replace(packed.env, max_inferences=max_inferences))
    spaces = [Space(problem.engine, query) for query in problem.queries("train")[:300:7]]
    found = find_all("unguided", spaces, limits=Limits(max_inferences=500))
    proofs = {7 * i: one.answers[0].choices for i, one in enumerate(found) if one.answers}
    env = gymnasium.make(f"symbolic_rl/{pack}-v0", max_inferences=max_inferences)
    episodes = list(proof_episodes(problem, "train", proofs))
    assert [episode.query for episode in episodes] == sorted(proofs)
    for episode in episodes:
        assert len(episode.observations) == len(episode.actions) + 1
        assert all(shown in env.observation_space for shown in episode.observations)
        steps = zip(episode.observations, episode.actions, strict=False)
        assert all(shown["action_mask"][action] for shown, action in steps)
        assert sum(episode.rewards) == episode.rewards[-1] == episode.is_proved
        assert episode.is_proved or episode.observations[-1]["inferences"] >= max_inferences
    assert all(episode.is_proved for episode in episodes) == (pack == "countries_s1")


def test_minari_reads_exported_proofs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    minari = pytest.importorskip("minari", reason="pip install 'symbolic-rl[minari]'")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "sets"))
    path.with_name("train.pl").write_text("query(path(a, c)).\nquery(path(d, a)).\n")
    path.with_name("env.toml").write_text(
        'description = "d"\nprogram = "p.pl"\nqueries = { train = "train.pl" }\n'
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Minari asks for an author
        export_minari(path.parent, "symbolic_rl/paths-v0")
        read = minari.load_dataset("symbolic_rl/paths-v0")
    (episode,) = read
    assert "proofs of 1 of 2 queries" in read.storage.metadata["description"]
    assert (episode.rewards[-1], episode.terminations[-1]) == (1, True)
    assert read.recover_environment().observation_space == read.observation_space
    with pytest.raises(ConfigError, match="There is a data set"):
        export_minari(path.parent, "symbolic_rl/paths-v0")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "p.pl").write_text(
        "edge(a, b). edge(b, c). edge(a, d).\n"
        "path(X, Y) :- edge(X, Y).\npath(X, Y) :- edge(X, Z), path(Z, Y).\n"
    )
    return tmp_path / "p.pl"


def test_a_derivation_is_rendered_in_prologs_syntax(path: Path) -> None:
    goal = {"program": path, "goal": "path(a, c)", "auto_advance": False}
    env = gymnasium.make("symbolic_rl/Program-v0", render_mode="ansi", **goal)
    env.reset(seed=0)
    opening = str(env.render())
    for place in (0, 1, 0, 0):
        env.step(place)
    lines = str(env.render()).splitlines()

    assert opening.splitlines()[0] == lines[0] == "?- path(a, c)."
    assert [line.split(maxsplit=2) for line in lines[2:5]] == [
        ["1", "query", "?- path(a,c)."],
        ["2", "p.pl:3", "?- edge(a,_0), path(_0,c)."],
        ["3", "p.pl:1", "?- path(b,c)."],
    ]
    assert lines[5].split(maxsplit=2) == ["4", "p.pl:2", "?- edge(b,c)."]
    env.step(0)
    assert str(env.render()).splitlines()[-1].split(maxsplit=2) == ["5", "p.pl:1", "proved"]
    assert gymnasium.make(COUNTRIES).render_mode is None


def example(name: str, checkout: Path) -> Any:
    file = checkout / "docs" / "examples" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_ppo_on_one_page_learns(capsys: pytest.CaptureFixture[str], checkout: Path) -> None:
    module = example("ppo", checkout)
    rate = module.train(module.Args(total_timesteps=6_144, num_envs=32, num_steps=32))
    assert rate >= 0.5  # random choice gets 0.25
    assert "success" in capsys.readouterr().out


def test_a_policy_and_a_loop_of_ones_own_learn(checkout: Path) -> None:
    assert example("own_policy", checkout).main(total_frames=20_480) >= 0.25  # it begins at 0.04


def test_expert_iteration_from_the_parts_proves_more_each_round(checkout: Path) -> None:
    first, second = example("expert_iteration", checkout).main(rounds=2, budget=50, steps=20)
    assert second > first


def test_a_search_of_ones_own_is_found_by_name_and_claims_nothing_of_what_it_left_out(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SEARCHES, "beam", SEARCHES["guided"])
    module = example("own_search", checkout)
    assert module.main() == 24
    facts = "p(X) :- q(X), r(X).\nq(a).\nq(b).\nq(c).\nr(b).\nr(c).\n"
    (tmp_path / "p.pl").write_text(facts)
    all_answers = prove(tmp_path / "p.pl", "p(X)", search="beam").take(9)
    assert all_answers.complete and [one.bindings["X"] for one in all_answers.answers] == ["b", "c"]

    narrow = replace(SEARCHES["beam"], make=lambda space: module.BeamSearch(space, width=1))
    monkeypatch.setitem(SEARCHES, "beam", narrow)
    assert prove(tmp_path / "p.pl", "q(X)", search="beam").take(9).complete
    pruned = prove(tmp_path / "p.pl", "p(X)", search="beam").take(9)
    assert (pruned.ended, pruned.complete, len(pruned.answers)) == ("pruned", False, 0)
    assert "no answer after 5 inferences: the search left out states, which" in pruned.ending


@pytest.mark.slow
def test_maskable_ppo_of_another_library_learns(checkout: Path) -> None:
    pytest.importorskip("sb3_contrib", reason="pip install 'symbolic-rl[sb3]'")
    assert example("maskable_ppo", checkout).main() >= 0.9
