"""The laws of the features of candidates without names, and of the part of a head for them."""

import re
from html import unescape
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from symbolic_rl.base.config import EnvConfig, TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.schema import CandidateKeys
from symbolic_rl.bridge.structs import N_FEATURES
from symbolic_rl.bridge.tokens import FUNCTOR, VARIABLE_BASE, TokenBatch
from symbolic_rl.collectors import resolve
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.derivations.views import View, Viewer
from symbolic_rl.envs.on_device import TensorDerivationEnv
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.learn.structure import STRUCTURE_SHARE, best_mix
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.policy.open import open_run
from symbolic_rl.policy.structure import (
    FEATURES,
    MEANINGS,
    RANKED as RANKED_FEATURES,
    StructurePart,
    structure_logits,
    weighed,
)
from symbolic_rl.program.program import Program
from symbolic_rl.report.report import write_report
from symbolic_rl.training.expert import Expert
from symbolic_rl.training.search_settings import fitted_to
from symbolic_rl.training.train import train
from tests.oracles.structure import NAMES, RANKED, described
from tests.problems import after, expand, make_engine, make_program, roots, write_files
from tests.strategies import Case, wild_programs
from tests.test_views import reachable


def features(program: Program, states: TokenBatch, at: int, slots: list[int]) -> NDArray[np.int8]:
    """The features [A, F] that C gives the candidates in ``slots`` of a state."""
    view = View.of(program, EnvConfig())
    goals = np.zeros((1, view.n_goals, view.goal_width), np.int32)
    found = np.zeros((1, len(slots), N_FEATURES), np.int8)
    viewer = Viewer(view, program.vocabulary)
    viewer.show(states, np.array([at]), np.array([slots]), goals, None, found)
    return found[0]


@settings(max_examples=100)
@given(case=wild_programs(), seed=st.integers(0, 9))
def test_features_are_what_they_are_in_plain_python(case: Case, seed: int, tmp_path: Path) -> None:
    program, states = reachable(case, tmp_path)
    random, n = np.random.default_rng(seed), len(states)
    plain = [states[i].tolist() for i in range(n)]
    for at in range(min(n, 12)):
        slots = random.integers(0, n, random.integers(1, 5)).tolist()
        found = features(program, states, at, slots)
        expected = described(program.vocabulary, plain[at], [plain[k] for k in slots])
        np.testing.assert_array_equal(found, expected)


def renamed(program: Program, state: list[int], new: dict[int, int]) -> list[int]:
    """A state with other functors of the same arity, and other letters in its literals."""
    tokens, at = state[:1], 1
    while at < len(state):
        token = state[at]
        _, end = program.vocabulary.shape(state, at)
        if token <= FUNCTOR:
            head = 2 + (token == FUNCTOR)
            tokens += [*state[at : at + head], *(code ^ 1 for code in state[at + head : end])]
        else:
            tokens += [new.get(token, token)] if token < VARIABLE_BASE else [token]
        at = end
    return tokens


@settings(max_examples=200)
@given(case=wild_programs(), seed=st.integers(0, 9))
def test_features_do_not_change_where_everything_has_another_name(
    case: Case, seed: int, tmp_path: Path
) -> None:
    program, states = reachable(case, tmp_path)
    random, arity = np.random.default_rng(seed), program.vocabulary.arity
    new: dict[int, int] = {}
    for n_arguments in np.unique(arity[FUNCTOR + 1 :]):
        alike = FUNCTOR + 1 + np.flatnonzero(arity[FUNCTOR + 1 :] == n_arguments)
        new |= dict(zip(alike.tolist(), random.permutation(alike).tolist(), strict=True))
    plain = [states[i].tolist() for i in range(len(states))]
    others = TokenBatch.of([np.array(renamed(program, s, new), np.int32) for s in plain])
    slots = random.integers(0, len(states), 4).tolist()

    for at in range(min(len(states), 8)):
        found = features(program, states, at, slots)
        np.testing.assert_array_equal(features(program, others, at, slots), found)


def test_a_goal_too_large_to_be_looked_into_has_its_size_alone(tmp_path: Path) -> None:
    numbers = ",".join(map(str, range(300)))
    program = make_program(
        tmp_path, "p(X, Y) :- p(Y, X).\np(_, a).", f"p([{numbers}], [{numbers}])"
    )
    state = after(make_engine(program, answers=False), roots(program, answers=False), 0)
    both = TokenBatch.of([state[0], state[0]])
    found = features(program, both, 0, [1])
    expected = described(program.vocabulary, state[0].tolist(), [state[0].tolist()])

    np.testing.assert_array_equal(found, expected)
    assert found.any()


LONG = """
p(X, Y) :- q(Y, X).
p(a, f(b)).
p(X, X).
p(f(X), _) :- q(X, X), p(X, c), p(d, _).
p(X, Y) :- p(X, Y), p(Y, X).
q(a, a).
q(X, f(Y)) :- p(Y, X).
"""


@pytest.mark.parametrize("n_goals", [2, 7, 8, 9, 40, 200])
def test_goals_behind_the_first_one_that_stay_the_same_are_described(
    n_goals: int, tmp_path: Path
) -> None:
    random = np.random.default_rng(n_goals)

    def term(depth: int = 0) -> str:
        if depth < 3 and random.integers(0, 3) == 0:
            return f"f({term(depth + 1)})"
        return str(random.choice(["a", "b", "12", *(f"V{random.integers(0, 40)}" for _ in "123")]))

    def goal() -> str:
        return f"{random.choice(['p', 'q'])}({term()}, {term()})"

    texts = [", ".join(goal() for _ in range(n_goals)) for _ in range(6)]
    program = make_program(tmp_path, LONG, *texts)
    engine, n_described = make_engine(program, answers=False), 0
    for at, state in enumerate(roots(program, answers=False)):
        states = TokenBatch.of([state])
        for _ in range(4):
            page = expand(engine, states)
            candidates = [one.tolist() for one in page.candidates]
            if not candidates:
                break
            # The last state of the pool is a long one, or the first: nothing lies behind it.
            pool = TokenBatch.of([states[0], *map(np.array, candidates)])
            slots = list(range(1, len(pool)))
            found = features(program, pool, 0, slots)
            expected = described(program.vocabulary, states[0].tolist(), candidates)
            np.testing.assert_array_equal(found, expected)
            n_described += len(slots)
            states = TokenBatch.of([page.candidates[(at * 7) % len(candidates)]])
    assert n_described > 20


def test_an_environment_shows_the_features_of_its_candidates_alone() -> None:
    problem = load_problem("blocks")
    rows = Derivations(problem, 4, split="train", with_candidates=CandidateKeys.STRUCTURE)
    seen = rows.reset()
    for _ in range(12):
        pages = rows.rows.pages
        assert seen.candidates is None and seen.structure is not None
        for row in range(4):
            slots = pages.slots[row]
            there = slots >= 0
            state = pages.pool[int(pages.state_at[row])].tolist()
            candidates = [pages.pool[int(at)].tolist() for at in slots[there]]
            expected = described(problem.vocabulary, state, candidates)
            np.testing.assert_array_equal(seen.structure[row][there], expected)
            assert not seen.structure[row][~there].any()
        seen = rows.step(seen.action_mask.argmax(1))[1]


def test_the_page_explains_every_feature(checkout: Path) -> None:
    page = (checkout / "docs" / "reference" / "structure.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    explained = [name for row in rows for name in re.findall(r"`(\w+)`", row)]

    assert sorted(explained) == sorted(NAMES)
    assert len(NAMES) + 2 * len(RANKED) == N_FEATURES
    assert all(f"`{name}`" in page.rpartition("|")[2] for name in RANKED)


def test_a_device_refuses_to_describe_candidates() -> None:
    problem = load_problem("countries_s1", EnvConfig(engine="tensor"))
    with pytest.raises(ConfigError, match="not on a device"):
        TensorDerivationEnv(
            problem, 2, device=torch.device("cpu"), with_candidates=CandidateKeys.STRUCTURE
        )


@pytest.mark.parametrize("head", ["structured", "structured-resolvent"])
def test_the_structure_part_is_fitted_to_proofs_and_both_parts_are_weighed_on_new_ones(
    head: str,
) -> None:
    problem = load_problem("countries_s3")
    torch.manual_seed(0)
    policy = make_policy(head, PolicyShape.for_problem(problem), dim=8)
    expert = Expert(policy, TrainConfig(n_envs=64, imitation_steps=4, dim=8))
    expert.open(problem, resolve(expert.config))
    frames, part = expert.gather(), policy.head.structure
    assert part is not None and not part.out.weight.any()
    known, new = (frames[(frames.query % 2 == i).nonzero().squeeze(1)] for i in (0, 1))
    everywhere = torch.arange(len(new))
    uniform = structure_logits(part, new.batch, everywhere).log_softmax(-1)
    expert.learn(known, progress=0.0)
    fitted = structure_logits(part, new.batch, everywhere).log_softmax(-1)
    before, after = (x.gather(1, new.action[:, None]).mean() for x in (uniform, fitted))
    assert after > before + 0.1  # choices of proofs that it has not seen
    weights = policy.head.plain_weights()
    assert weights is not None and not weights.structure.size  # nothing shows yet that it helps
    assert policy.search_settings.structure_share == 0

    first = part.first.weight.detach().clone()
    expert.learn(known[torch.arange(2)], progress=0.0)
    assert torch.equal(part.first.weight, first)  # unread, with no more to fit it to
    expert.learn(new, progress=0.0)
    weights = policy.head.plain_weights()
    assert weights is not None and weights.structure.size
    assert policy.search_settings.structure_share == STRUCTURE_SHARE
    assert part.mix.min() > 0 and part.mix.max() == 1.0
    assert 0 < (part.first.weight - first).norm() < 0.1 * first.norm()  # the fit goes on


def test_the_estimate_of_inferences_left_reads_structure_where_no_symbol_is_known() -> None:
    problem = load_problem("countries_s3")
    policy = make_policy("structure", PolicyShape.for_problem(problem))
    expert = Expert(policy, TrainConfig(policy="structure", n_envs=64))
    expert.open(problem, resolve(expert.config))
    frames = expert.gather()
    known, new = (frames[(frames.query % 2 == i).nonzero().squeeze(1)] for i in (0, 1))
    expert.learn(known, progress=0.0)
    _, values = policy.log_probabilities_and_values(new.batch)
    left = new.to_go.float().log1p()
    assert (values - left).square().mean() < 0.8 * left.var()
    assert policy.search_settings.steps_to_go


def test_structure_is_read_where_it_surely_predicts_new_proofs_better_or_others_taught_it() -> None:
    random = torch.Generator().manual_seed(0)
    symbols, structure = torch.randn(2, 400, 3, generator=random)
    chosen, proof = (symbols + structure).argmax(1), torch.arange(400) // 4

    settings, factors = fitted_to(chosen, proof, symbols, structure)
    assert settings.structure_share == STRUCTURE_SHARE and min(factors) > 0.5
    for n in (3, 400):  # too few, or of no use
        noise = torch.randn(n, 3, generator=random)
        settings, factors = fitted_to(symbols[:n].argmax(1), proof[:n], symbols[:n], noise)
        assert settings.structure_share == 0 and factors == (1.0, 0.0)
    nothing = chosen[:0], proof[:0], symbols[:0], structure[:0]
    assert fitted_to(*nothing)[1] == (1.0, 0.0)
    assert fitted_to(*nothing, is_taught=True)[1] == (1.0, 1.0)


def test_where_only_one_part_is_right_the_other_hardly_counts() -> None:
    right = torch.tensor([[3.0, 0.0, -torch.inf]] * 500)
    chosen = torch.zeros(500, dtype=torch.int64)
    wrong = torch.tensor([[0.0, 3.0, -torch.inf]] * 500)

    assert best_mix(right, wrong, chosen) == (1.0, 0.0)
    assert best_mix(wrong, right, chosen) == (0.1, 1.0)


def test_every_feature_has_words_in_the_order_of_its_column() -> None:
    assert (tuple(FEATURES), RANKED_FEATURES) == (NAMES, RANKED)
    assert len(set(MEANINGS)) == N_FEATURES


@pytest.mark.parametrize(
    ("algo", "head"), [("ppo", "structured"), ("grpo", "structured"), ("grpo", "structure")]
)
def test_rollouts_teach_the_structure_part(algo: str, head: str, tmp_path: Path) -> None:
    """More choices of a corridor lead back than on; a window shows them as what they are."""
    back = "at(X) :- at(s(X)).\n"
    texts = {"program": f"at(o).\n{back}at(s(X)) :- at(X).\n{back}"}
    texts["train"] = "query(at(s(s(s(s(o)))))).\n"
    short = {"env.toml": "[env]\nmax_inferences = 30\n"}
    folder = write_files(tmp_path / "corridor", short, **texts)
    config = TrainConfig(
        policy=head, algo=algo, n_envs=16, frames_per_batch=256, minibatch_size=256,
        total_frames=6144, group_size=4, lr=0.02, dim=8,
    )  # fmt: skip

    summary = train(folder, config, tmp_path / "run")

    problem, policy = open_run(tmp_path / "run")
    assert policy.head.structure is not None and policy.head.structure.out.weight.any()
    assert summary.success > 0.9
    table = evaluate(problem, policy, "train", ["guided"], Effort(budgets=(100,)))
    assert all(table.outcomes[0].proved)


def test_the_feature_that_decides_weighs_most_and_is_shown_with_what_each_part_gains(
    tmp_path: Path,
) -> None:
    problem = load_problem("countries_s3")
    policy = make_policy("structured-resolvent", PolicyShape.for_problem(problem), dim=8)
    config = TrainConfig(policy=policy.name, n_envs=64, imitation_steps=4, dim=8, total_frames=4096)
    expert = Expert(policy, config)
    expert.open(problem, resolve(config))
    assert expert.parts() == {}
    rows, part = expert.gather(), StructurePart()
    with torch.no_grad():  # a part that likes few goals, and nothing else
        part.first.weight.zero_()
        part.first.bias.zero_()
        column = list(FEATURES).index("GOALS_ADDED")
        part.first.weight[0, column], part.out.weight[0, 0] = -1.0, 8.0
    first, *others = weighed(part, rows.batch, rows.action, 10)
    assert first.meaning == FEATURES["GOALS_ADDED"] and abs(first.nats) > 0.01
    assert all(abs(one.nats) < 1e-9 for one in others)

    summary = train(problem, config, tmp_path / "run")
    assert set(summary.parts) == {"structure", "symbols", "both", "choices", "features"}
    write_report([tmp_path / "run"], tmp_path / "page.html")
    page = unescape((tmp_path / "page.html").read_text())
    assert "Most of what finds proofs is" in page
    assert all(meaning in page for meaning, *_ in summary.parts["features"])
