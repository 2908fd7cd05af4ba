"""The policy: packed and padded forms agree, illegal actions stay illegal, everything learns."""

from dataclasses import replace

import pytest
import torch
from hypothesis import given, strategies as st
from tensordict import TensorDict
from torch import Tensor
from torch.distributions import Categorical
from torchrl.envs.utils import ExplorationType, set_exploration_type

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.structs import N_FEATURES
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.policy import (
    HEADS,
    DerivationPolicy,
    MaskedCategorical,
    PolicyShape,
    batch as batch_module,
    choose_head,
    head_for,
    make_policy,
)
from symbolic_rl.policy.batch import Batch, distinct
from symbolic_rl.policy.clause import ClauseHead
from symbolic_rl.policy.resolvent import ResolventHead
from symbolic_rl.program.vocabulary import ATOM_ID, N_LITERAL_BUCKETS
from tests.problems import SYMBOL_HEADS

MORE, REFUSE = 1, 2
SIZES = [(3, 4), (1, 1), (5, 3), (2, 1)]
"""Widths of a goal with numbers of goals, odd and even, down to one."""


def shape(width: int = 3, n_goals: int = 4, symbols: int = 40) -> PolicyShape:
    return PolicyShape(
        vocabulary_size=symbols,
        n_names=6,
        n_clauses=20,
        n_candidates=7,
        n_goals=n_goals,
        goal_width=width,
    )


def observations(sizes: PolicyShape, n: int = 64, seed: int = 0) -> TensorDict:
    """Random states with repeated goals and resolvents, special actions, empty resolvents, gaps."""
    rng = torch.Generator().manual_seed(seed)

    def draw(high: int, *size: int, low: int = 0) -> Tensor:
        return torch.randint(low, high, size, generator=rng, dtype=torch.int32)

    goals, width, actions = sizes.n_goals, sizes.goal_width, sizes.n_candidates
    pool = draw(sizes.vocabulary_size, 12, width)
    pool[:, 0] = draw(sizes.vocabulary_size, 12, low=1)  # a goal has a predicate
    resolvents = pool[draw(12, n, actions + 1, goals).long()]
    count = draw(goals + 1, n, actions + 1, 1)
    resolvents *= (torch.arange(goals) < count)[..., None]
    mask = torch.rand(n, actions, generator=rng) < 0.4
    mask[torch.arange(n), draw(actions, n).long()] = True
    clauses = draw(sizes.n_clauses, n, actions) * mask
    special = mask & ((clauses == MORE) | (clauses == REFUSE))
    candidates = resolvents[:, 1:] * (mask & ~special)[..., None, None]
    return TensorDict(
        {
            "goals": resolvents[:, 0].contiguous(),
            "candidates": candidates.int(),
            "clauses": clauses.int(),
            "action_mask": mask,
        },
        [n],
    )


def with_structure(td: TensorDict) -> TensorDict:
    """The same with random features of the candidates."""
    rng = torch.Generator().manual_seed(1)
    size = (*td["clauses"].shape, N_FEATURES)
    return td.set("structure", torch.randint(2, size, generator=rng, dtype=torch.int8))


def padded_resolvent(head: ResolventHead, td: TensorDict) -> tuple[Tensor, Tensor]:
    """The resolvent head as a textbook has it: every slot of every goal of every candidate."""
    tokens = torch.cat([td["goals"][:, None], td["candidates"]], 1).long()
    goals = head.goal(head.symbol(tokens).flatten(-2)).relu() * (tokens[..., :1] != 0)
    summed = torch.cat([goals[:, :, 0], goals[:, :, 1:].sum(2)], -1)
    resolvents = head.resolvent.layer(summed)
    clauses = td["clauses"].long()
    state = resolvents[:, 0].relu()
    candidates = (resolvents[:, 1:] + head.clause_to_resolvent(head.clause(clauses))).relu()
    scores = (head.query(state)[:, None] * candidates).sum(-1) / state.shape[-1] ** 0.5
    scores = scores + head.clause_bias(clauses).squeeze(-1)
    return scores.masked_fill(~td["action_mask"], -torch.inf), head.value(state).squeeze(-1)


def padded_clause(head: ClauseHead, td: TensorDict) -> tuple[Tensor, Tensor]:
    """The clause head with one lookup for each slot of each goal, padding weighted with zero."""
    tokens = td["goals"].long()
    slots = torch.arange(tokens.shape[-1]) * head.vocabulary_size
    shown = torch.tensor([name_or_symbol(head, i) for i in tokens.flatten().tolist()])
    shown = shown.view(tokens.shape)
    vectors = head.symbol.weight[shown + slots] * (tokens != 0)[..., None]
    goals = vectors.sum(-2)
    if head.compares:
        goals = goals + padded_pairs(head, tokens)
    state = head.state(head.resolvent.layer(torch.cat([goals[:, 0], goals[:, 1:].sum(1)], -1)))
    logits = head.clause(state).gather(1, td["clauses"].long())
    return logits.masked_fill(~td["action_mask"], -torch.inf), head.value(state).squeeze(-1)


def name_or_symbol(head: ClauseHead, shown: int) -> int:
    """What the head sees of a view id."""
    names = range(head.first_name, head.vocabulary_size)
    is_name = shown in names or shown in range(ATOM_ID, ATOM_ID + N_LITERAL_BUCKETS)
    return head.first_name if head.compares and names and is_name else shown


def padded_pairs(head: ClauseHead, tokens: Tensor) -> Tensor:
    """For each goal the sum over its slots that repeat a symbol of an earlier slot."""
    width = tokens.shape[-1]
    flat = tokens.flatten(0, 1).tolist()
    sums = []
    for goal in flat:
        places = [
            (head.vocabulary_size + max(v for v in range(w) if goal[v] == goal[w])) * width + w
            for w in range(width)
            if goal[w] and goal[w] in goal[:w]
        ]
        sums.append(head.symbol.weight[torch.tensor(places, dtype=torch.int64)].sum(0))
    return torch.stack(sums).view(*tokens.shape[:2], -1)


def padded(policy: DerivationPolicy, td: TensorDict) -> tuple[Tensor, Tensor]:
    head = policy.head
    return (
        padded_resolvent(head, td) if isinstance(head, ResolventHead) else padded_clause(head, td)
    )


def policy_of(name: str, sizes: PolicyShape, seed: int = 0, dim: int = 16) -> DerivationPolicy:
    torch.manual_seed(seed)
    policy = make_policy(name, sizes, dim=dim)
    for bias in (p for p in policy.parameters() if p.shape[-1] == 1):
        torch.nn.init.normal_(bias)  # a bias of zero would hide that it is left out
    return policy


@pytest.mark.parametrize("name", SYMBOL_HEADS)
@pytest.mark.parametrize(("width", "n_goals"), SIZES)
@pytest.mark.parametrize("symbols", [9, 2000])
def test_packed_policy_equals_the_padded_one(
    name: str, width: int, n_goals: int, symbols: int
) -> None:
    """Logits, values and gradients of all frames; also of some, and values from goals alone."""
    sizes = shape(width, n_goals, symbols)
    policy, td = policy_of(name, sizes), observations(sizes)
    packing, frames = policy.batch(td), torch.randperm(64)[:20]
    found, expected = policy.evaluate(packing), padded(policy, td)
    gradients = []
    for logits, values in (found, expected):
        policy.zero_grad()
        probable = logits.log_softmax(-1)[td["action_mask"]]
        (probable.square().mean() + values.square().mean()).backward()
        gradients.append([p.grad.clone() for p in policy.parameters() if p.grad is not None])

    torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(gradients[0], gradients[1], rtol=1e-4, atol=1e-5)
    few = tuple(x[frames] for x in found)
    torch.testing.assert_close(policy.evaluate(packing, frames), few)
    torch.testing.assert_close(policy.values(td["goals"]), found[1].detach())
    assert policy.values(torch.zeros_like(td["goals"])).isfinite().all()


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize("collide", [False, True])
def test_frames_of_joined_batches_are_what_packing_them_alone_gives(
    name: str, collide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bit for bit and in one order, unless two rows have one hash."""
    sizes = shape(width=6)
    policy, td = policy_of(name, sizes), observations(sizes)
    if collide:
        monkeypatch.setattr(batch_module, "_multipliers", lambda width, device: torch.tensor(0))
    ids = policy.head.id_dtype
    parts = [policy.batch(td[i::3]).small(ids) for i in range(3)]
    frames = torch.randperm(64)[:20]
    order = torch.cat([torch.arange(64)[i::3] for i in range(3)])

    joined = Batch.join(parts).small(ids)

    assert joined.nbytes < sum(part.nbytes for part in parts)
    inputs, alone = joined.take(frames), policy.batch(td[order[frames]]).take()
    if collide:
        torch.testing.assert_close(policy.head(inputs), policy.head(alone))
    else:
        assert all(
            map(torch.equal, *([x for x in y if isinstance(x, Tensor)] for y in (inputs, alone)))
        )
    again = Batch.load(joined.state(), policy.head.read)
    assert all(map(torch.equal, again.tensors().values(), joined.tensors().values()))


@pytest.mark.parametrize(
    "name", ["goal_E", "start_R", "state_B", "start_B", "action_C", "clause_C"]
)
def test_a_kept_batch_whose_arrays_do_not_fit_is_refused(name: str) -> None:
    sizes = shape(width=6)
    policy = policy_of("resolvent", sizes)
    state = policy.batch(observations(sizes)).state()
    wrong = state[name][:-1] if name == "clause_C" else state[name] + 10**6
    with pytest.raises(ValueError, match=r"spans|index|as many"):
        Batch.load({**state, name: wrong}, policy.head.read)


@given(st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=1, max_size=30))
def test_distinct_groups_exactly_the_equal_rows(rows: list[list[int]]) -> None:
    representative, group = distinct(torch.tensor(rows, dtype=torch.int32))
    assert [rows[int(representative[g])] for g in group] == rows
    assert len(representative) == len({tuple(row) for row in rows})


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize("collide", [False, True])
def test_moves_are_equal_where_observation_and_action_are(
    monkeypatch: pytest.MonkeyPatch, name: str, collide: bool
) -> None:
    policy, td = policy_of(name, shape()), observations(shape(), n=12)
    frames = torch.arange(12).repeat(3)[torch.randperm(36)]
    td["action_mask"][3:6, 1:3], td["clauses"][3:6, 1:3] = True, torch.tensor([5, 6]).int()
    td[4:6] = td[3].expand(2)
    td["clauses"][5, 1:3] = torch.tensor([6, 5]).int()  # the same clauses, for other actions
    batch, action = policy.batch(td[frames]), torch.randint(2, (36,))
    if collide:
        monkeypatch.setattr(
            batch_module, "_multipliers", lambda n, device: torch.zeros(n, dtype=torch.int64)
        )
    example, move = batch.moves(action)
    first = torch.tensor([0, 1, 2, 3, 3, 5, *range(6, 12)])  # of equal observations
    shown = [key for key in policy.in_keys if key in td]
    pairs = [(int(first[f]), int(a)) for f, a in zip(frames, action, strict=True)]
    assert all(torch.equal(td[key][3], td[key][4]) for key in shown)
    assert [pairs[int(example[m])] for m in move] == pairs
    assert len(example) == len(set(pairs))


@pytest.mark.parametrize("name", HEADS)
def test_frames_apart_share_no_row_and_are_evaluated_alike(name: str) -> None:
    policy, td = policy_of(name, shape()), observations(shape())
    together = policy.batch(td)
    apart = together.apart()
    owners = apart.take().owners(torch.arange(len(td)))
    assert len(apart.goal_UW) > len(together.goal_UW)
    assert all((rows.diff() >= 0).all() for rows in owners)
    assert torch.equal(owners.resolvents[apart.state_B.long()], torch.arange(len(td)))
    of_goal = torch.repeat_interleave(owners.resolvents, apart.start_R.diff().long())
    assert torch.equal(owners.goals[apart.goal_E // 2], of_goal)
    for one, other in zip(policy.evaluate(together), policy.evaluate(apart), strict=True):
        torch.testing.assert_close(one, other)


@pytest.mark.parametrize("name", ["clause", "comparing"])
def test_only_comparing_head_takes_states_that_differ_in_names_for_the_same(name: str) -> None:
    sizes = shape(width=5, symbols=ATOM_ID + 40)
    policy, td = policy_of(name, sizes), observations(sizes)
    first = sizes.vocabulary_size - sizes.n_names
    symbols = torch.tensor([0, 5, 6, *range(first, sizes.vocabulary_size)])
    td["goals"] = symbols[td["goals"] % len(symbols)].int()
    td["goals"][:, :, 0] = 7
    to = torch.arange(sizes.vocabulary_size)
    to[first:] = torch.tensor([first + 3, ATOM_ID + 1, first + 4, ATOM_ID, first + 2, first + 1])
    renamed = td.clone()
    renamed["goals"] = to[td["goals"].long()].int()
    same = torch.equal(policy.log_probabilities(td), policy.log_probabilities(renamed))

    assert (renamed["goals"] != td["goals"]).any()
    assert same == (name == "comparing")


@pytest.mark.parametrize("name", HEADS)
def test_symbols_and_clauses_that_came_after_training_are_shown_as_ellipsis_and_padding(
    name: str,
) -> None:
    sizes = shape()
    policy, td = policy_of(name, sizes), observations(sizes, n=1)
    td["action_mask"][:] = True
    unknown, shown = td.clone(), td.clone()
    unknown["goals"][0, 0, 0], shown["goals"][0, 0, 0] = sizes.vocabulary_size + 5, 1
    unknown["clauses"][0, 0], shown["clauses"][0, 0] = sizes.n_clauses + 5, 0
    torch.testing.assert_close(policy.log_probabilities(unknown), policy.log_probabilities(shown))


@pytest.mark.parametrize("name", HEADS)
def test_no_masked_action_is_ever_chosen(name: str) -> None:
    sizes = shape()
    policy, td = policy_of(name, sizes), with_structure(observations(sizes, n=500))
    with torch.no_grad():
        for p in policy.parameters():
            p.mul_(20)  # logits far apart: probabilities of legal actions underflow to zero
    mask = td["action_mask"]
    for greedy in (False, True):
        policy.greedy = greedy
        for _ in range(10):
            assert mask.gather(1, policy(td)["action"][:, None]).all()


def test_an_action_of_probability_zero_is_never_drawn_even_at_the_ends_of_the_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    logits = torch.tensor([[-torch.inf, 0.0, -torch.inf], [-torch.inf, 0.0, -torch.inf]])
    extremes = torch.tensor([0.0, 1 - 2**-24])
    monkeypatch.setattr(torch, "rand", lambda *size, **options: extremes)
    assert MaskedCategorical(logits).sample().tolist() == [1, 1]


def test_samples_and_entropy_are_those_of_torch_on_the_legal_actions() -> None:
    logits, n = torch.tensor([[0.0, -torch.inf, 1.0, 2.0]], requires_grad=True), 100_000
    ours, theirs = MaskedCategorical(logits), Categorical(logits=logits[:, [0, 2, 3]])
    drawn = MaskedCategorical(logits.expand(n, 4)).sample().bincount() / n
    ours.entropy().sum().backward()
    spread = 4 * (ours.log_probs.exp()[0] / n).sqrt()
    assert ((drawn - logits.softmax(1)[0]).abs() <= spread).all()
    torch.testing.assert_close(ours.entropy(), theirs.entropy())
    assert logits.grad is not None and logits.grad.isfinite().all() and logits.grad[0, 0] != 0


@pytest.mark.parametrize("name", SYMBOL_HEADS)
def test_log_prob_and_value_are_written_by_the_weights_of_the_last_optimizer_step(
    name: str,
) -> None:
    sizes = shape(symbols=9)
    policy, td = policy_of(name, sizes), with_structure(observations(sizes))
    optimizer = torch.optim.AdamW(policy.parameters(), lr=0.1, fused=True)
    policy.evaluate(policy.batch(td))[1].sum().backward()
    before = policy(td.clone())["state_value"]
    optimizer.step()
    logits, values = policy.evaluate(policy.batch(td))
    policy(td)
    log_prob = logits.log_softmax(-1).gather(1, td["action"][:, None]).squeeze(1)

    torch.testing.assert_close(td["action_log_prob"], log_prob.detach(), rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(td["state_value"].squeeze(1), values.detach(), rtol=1e-5, atol=1e-5)
    assert td["action"].dtype == torch.int64
    assert not torch.allclose(before, td["state_value"])


def test_greedy_takes_the_most_probable_action_by_attribute_and_by_exploration_type() -> None:
    sizes = shape()
    policy, td = policy_of("resolvent", sizes), observations(sizes, n=500)
    best = policy.get_dist(td).mode
    sampled = policy(td.clone())["action"]
    with set_exploration_type(ExplorationType.DETERMINISTIC):
        by_type = policy(td.clone())["action"]
    policy.greedy = True

    assert torch.equal(by_type, best)
    assert torch.equal(policy(td.clone())["action"], best)
    assert not torch.equal(sampled, best)


@pytest.mark.parametrize(
    ("told_apart", "n_clauses", "head"),
    [("facts", 20, "resolvent"), ("", 20, "comparing"), ("", 5000, "resolvent")],
)
def test_auto_scores_clauses_of_small_programs_with_function_symbols(
    told_apart: str, n_clauses: int, head: str
) -> None:
    assert choose_head("auto", told_apart=told_apart, n_clauses=n_clauses)[0] == head
    assert choose_head("clause", told_apart=told_apart, n_clauses=n_clauses)[0] == "clause"
    with pytest.raises(ConfigError, match=r"resolvent.*clause"):
        choose_head("transformer", told_apart=told_apart, n_clauses=n_clauses)


def test_auto_tells_the_moves_of_an_mdp_apart_unless_chance_follows() -> None:
    """One clause has many moves; what follows a move with chance must not be known in advance."""
    by_step = TrainConfig(algo="ppo")
    heads = [head_for(load_problem(name), by_step)[0] for name in ("tiles", "catcher", "blocks")]
    assert heads == ["resolvent", "comparing", "comparing"]


def test_auto_has_a_structure_part_where_search_learns() -> None:
    problem, by_search = load_problem("blocks"), TrainConfig()
    assert head_for(problem, by_search)[0] == "structured"
    assert head_for(load_problem("countries_s1"), by_search)[0] == "structured-resolvent"
    assert head_for(problem, TrainConfig(algo="ppo"))[0] == "comparing"
    assert head_for(problem, replace(by_search, policy="clause"))[0] == "clause"


@pytest.mark.parametrize(
    "head", [name for name, one in HEADS.items() if not one.load().needs_structure]
)
def test_a_batch_of_fixed_capacity_gives_what_the_merged_one_gives(head: str) -> None:
    problem = load_problem("countries_s3")
    env = DerivationEnv(problem, 32)
    policy = make_policy(head, PolicyShape.for_problem(problem))
    frame, exceeded = env.reset(), torch.zeros((), dtype=torch.bool)
    for _ in range(6):
        _, frame = env.step_and_maybe_reset(policy(frame))
        capacity = tuple(2 * int(count) + 8 for count in policy.head.counts(frame))
        within = policy.head(policy.head.inputs_within(frame, capacity, exceeded))
        merged = policy.head(policy.head.batch(frame).take(None))
        for one, other in zip(merged, within, strict=True):
            torch.testing.assert_close(one, other[:32])
    assert not exceeded
    if capacity:
        policy.head.inputs_within(frame, tuple(1 for _ in capacity), exceeded)
        assert exceeded
