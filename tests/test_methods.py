"""Ways to score triples: beams of proofs, chained lengths, what rules are worth."""

from collections.abc import Sequence
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings

from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.graphs import mining
from symbolic_rl.graphs.beam import beam_proofs
from symbolic_rl.graphs.methods import (
    NONE,
    GraphRules,
    RankingCandidates,
    RankingSettings,
    RelationWeights,
    by_length,
    columns,
    pack_rules,
    shortest_proofs,
)
from symbolic_rl.graphs.mining import Graph, mine
from symbolic_rl.graphs.ranking import Candidates, mine_pack
from symbolic_rl.graphs.triples import Triple, atom
from symbolic_rl.importers.triples import write_graph
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.program.program import Program, Query
from symbolic_rl.search.base import NOT_ASKED, Advice, Page, open_page
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.training.session import body_sizes
from tests.kin import TEST, TRAIN, VALID, files, triples


def plain_proofs(
    engine: PrologEngine, query: Query, order: "Unequal", steps: int
) -> list[tuple[float, float]]:
    """Log-probability and confidence of every proof of at most ``steps`` steps."""
    found = []

    def go_on(state: TokenBatch, past: list[bytes], log: float, trust: float, left: int) -> None:
        if not left:
            return
        hidden, offset = np.array([query.hidden]), np.zeros(1, np.int64)
        page = open_page(engine, state, hidden, offset, order.width)
        keys = [one.tobytes() for one in page.hashes]
        first = {key: i for i, key in reversed(list(enumerate(keys)))}
        shown = [i for i, key in enumerate(keys) if first[key] == i and key not in past]
        mask = np.isin(np.arange(len(keys)), shown)
        logs = order(state, page, mask)[0]
        for i in shown:
            below = page.candidates.take(np.array([i]))
            then = log + logs[i], trust * order.confidence[page.clauses[i]]
            if below.goal_counts()[0]:
                go_on(below, [*past, keys[i]], *then, left - 1)
            else:
                found.append(then)

    go_on(TokenBatch.of([query.root(answers=False)]), [], 0.0, 1.0, steps)
    return found


class Unequal:
    """An order that gives candidates unequal probabilities, and a tenth to nobody."""

    width = 64

    def __init__(self, n_clauses: int) -> None:
        self.confidence = np.random.default_rng(0).random(n_clauses)

    def __call__(
        self, states: TokenBatch, page: Page, wanted: "np.typing.NDArray[np.bool_]"
    ) -> Advice:
        share = np.where(wanted, 1.0 + page.clauses % 5, 0.0)
        total = np.bincount(page.owner, share, minlength=len(states))[page.owner]
        logs = np.log(0.9 * np.maximum(share, 1e-9) / total)
        more = np.zeros(len(states), np.float32)
        return Advice(logs.astype(np.float32), more, np.full_like(more, NOT_ASKED))


def test_wide_beams_weigh_every_proof(kin: Path) -> None:
    problem = load_problem(kin)
    engine, queries = problem.engine, problem.queries("train") + problem.queries("test")
    order = Unequal(problem.n_clauses)
    wide = beam_proofs(engine, queries, order, order.confidence, width=10**6, steps=4)
    narrow = beam_proofs(engine, queries, order, order.confidence, width=2, steps=4)

    assert np.isfinite(wide.probability).any() and not np.isfinite(wide.probability).all()
    for i, query in enumerate(queries):
        found = plain_proofs(engine, query, order, 4)
        by_sum = [sum(np.exp(log) for log, _ in found), sum(np.exp(log) * t for log, t in found)]
        sums = np.exp([wide.probability[i], wide.believed[i]])
        np.testing.assert_allclose(sums, by_sum, rtol=1e-5)
    assert (narrow.probability <= wide.probability + 1e-9).all()
    assert narrow.cut > wide.cut > 0
    assert narrow.inferences < wide.inferences


@settings(max_examples=3, deadline=None)
@given(facts=triples)
def test_chained_lengths_are_those_of_breadth_first_search(
    facts: list[Triple], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("chained")
    graph = Graph(facts)
    others = set(product(graph.entities, graph.relations, graph.entities)) - set(facts)
    asked = sorted(others)[:5]
    assume(asked)
    write_graph(files(folder, train=facts, valid=[], test=asked), folder / "kin", source="a test")
    mine_pack(folder / "kin", min_support=1, most_rules=4, most_atoms=3, split="")
    problem = load_problem(folder / "kin")
    engine = PrologEngine(problem.program, problem.env_config, answers=True)

    steps = shortest_proofs(graph, pack_rules(problem.pack, graph), most=7)
    searched = by_length(engine, problem.queries("test"), most=1000)
    for (head, relation, tail), score in zip(asked, searched, strict=True):
        place = graph.relations.index(relation), graph.number[head], graph.number[tail]
        if score != NONE:  # without an answer, 1,000 inferences may be too few
            assert steps[place] == (-score if -score <= 7 else 0)
        assert steps[place] == -score or not 0 < steps[place] <= 4


def test_weights_tell_a_rule_that_adds_nothing_from_one_that_does() -> None:
    people = [f"p{i}" for i in range(12)]
    facts = [(a, r, b) for a, b in pairwise(people) for r in ("likes", "sees")]
    facts += [(a, "sees", b) for a, b in zip(people, people[2:], strict=False)]
    facts += [(a, "knows", b) for a, b in pairwise(people)]
    graph = Graph(facts)
    rules = [rule for rule in mine(graph) if rule.head == "knows" and len(rule.body) == 1]

    pairs = np.array([graph.code("p0", x) for x in ("p1", "p2", "p5")])
    near, further, far = RelationWeights(graph, "knows", rules).odds(pairs)
    bodies = ("likes", "sees")
    assert {str(rule) for rule in rules} == {f"knows(X, Y) :- {name}(X, Y)." for name in bodies}
    assert near > 0 > further > far
    assert near - further > further - far  # who is liked is known; of the seen, one in two


def test_weights_learn_which_entities_stand_in_a_relation() -> None:
    firms, people = [[f"{kind}{i}" for i in range(9)] for kind in "fp"]
    facts = [(firm, "listed", "market") for firm in firms] + [(p, "born", "town") for p in people]
    facts += [(f, "employs", p) for f, p in zip(firms[:6], people[:6], strict=True)]
    graph = Graph(facts)
    asked = [("f8", "p8"), ("p8", "f8"), ("f8", "f7"), ("market", "p8")]
    weights = RelationWeights(graph, "employs", [])
    right, *wrong = weights.odds(np.array([graph.code(*one) for one in asked]))
    assert right > max(wrong)


@settings(max_examples=40)
@given(facts=triples)
def test_a_fact_is_not_known_while_it_is_asked_for(facts: list[Triple]) -> None:
    names = [("a", "r", name) for name in "abcde"]
    graph = Graph(facts, names)
    rules = mine(graph, min_support=1, min_confidence=0.0, most_atoms=3)
    rules = list({rule.body: rule for rule in rules}.values())
    for head, relation, tail in facts:
        pair = np.array([graph.code(head, tail)])
        own = graph.number_of(relation)[graph.facts(relation) == pair]
        without = Graph([one for one in facts if one != (head, relation, tail)], names)
        if without.relations == graph.relations:
            known, _ = columns(graph, rules, pair, own)
            assert (known == columns(without, rules, pair, np.array([-1]))[0]).all()


@settings(max_examples=20, deadline=None)
@given(facts=triples)
def test_log_odds_add_the_weights_of_what_is_known(facts: list[Triple]) -> None:
    graph, relation = Graph(facts), facts[0][1]
    rules = mine(graph, min_support=1, min_confidence=0.0, most_atoms=3)
    rules = [rule for rule in rules if rule.head == relation]
    weights = RelationWeights(graph, relation, rules)
    pairs = np.arange(graph.size**2)
    hidden = np.full(pairs.size, -1)
    hidden[graph.facts(relation)] = graph.number_of(relation)
    known, _ = columns(graph, rules, pairs, hidden)
    assert np.allclose(weights.odds(pairs), weights.bias + known @ weights.weights, atol=1e-3)


@settings(max_examples=40)
@given(facts=triples)
def test_bodies_are_the_same_from_one_end_and_from_both(facts: list[Triple]) -> None:
    graph = Graph(facts)
    size = graph.size
    pairs = np.arange(size * size).repeat(2)
    hidden = np.tile([-1, 0], size * size)
    found = []
    for shared in (1, size + 1, 10**6):  # from heads alone; from tails of few heads; from both
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(mining, "SHARED", shared)
            patch.setattr(mining, "WALKED_AT_ONCE", 2)
            rows, codes = graph.bodies(pairs, hidden, 3)
        found.append(sorted(zip(rows.tolist(), codes.tolist(), strict=True)))
    assert found[0] == found[1] == found[2]

    to_first = pairs[hidden == -1] % size == 0  # no head twice, one tail
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mining, "SHARED", 2)
        rows, codes = graph.bodies(pairs[hidden == -1][to_first], hidden[hidden == -1][to_first], 3)
    backwards = {
        (row * size * 2, code) for row, code in zip(rows.tolist(), codes.tolist(), strict=True)
    }
    assert backwards == {(row, code) for row, code in found[0] if not row % (2 * size)}


def test_random_play_finds_proofs_where_short_bodies_come_first(kin: Path) -> None:
    problem = load_problem(kin)
    policy = make_policy("resolvent", PolicyShape.for_problem(problem))
    policy.head.prefer_short(body_sizes(problem), 50.0)
    engine, queries = problem.engine, problem.queries("train")
    order = PolicyOrder(policy, problem, problem.program)

    state = TokenBatch.of([queries[0].root(answers=False)])
    for _ in range(2):  # to a goal of the body of a rule
        page = open_page(engine, state, np.zeros(1, np.int64), np.zeros(1, np.int64), order.width)
        logs, *_ = order(state, page, np.ones(page.owner.size, bool))
        state = page.candidates.take(np.array([int(logs.argmax())]))
    sizes = body_sizes(problem).numpy()[page.clauses]
    assert sizes[logs.argmax()] == sizes.min() < sizes.max()
    assert np.exp(logs[sizes == sizes.min()]).sum() > 0.99


def test_queries_of_candidates_are_those_that_would_be_loaded(kin: Path) -> None:
    problem, known = load_problem(kin), [*TRAIN, *VALID, *TEST]
    graph = Graph(TRAIN, known)
    wanted = [*product(graph.entities, graph.relations, graph.entities)]
    ranking = RankingSettings(beam=1, steps=1, budget=1)
    candidates = Candidates.of_triples(graph, wanted)
    made = RankingCandidates(problem, None, GraphRules(graph, []), candidates, ranking)
    assert made.wanted == wanted
    file = kin / "candidates.pl"
    file.write_text("".join(f"query({atom(triple)}).\n" for triple in wanted))
    loaded = Program(problem.pack.program, {"candidates": [file]}, config=problem.env_config)

    def roots(program: Program, queries: Sequence[Query]) -> list[list[str]]:
        names = {one.token: f"{one.name}/{one.arity}" for one in program.vocabulary.symbols}
        return [[names.get(t, str(t)) for t in query.root(answers=True)] for query in queries]

    assert roots(made.program, made.queries) == roots(loaded, loaded.queries)
    for triple, one, other in zip(wanted, made.queries, loaded.queries, strict=True):
        assert (one.hidden, one.text) == (other.hidden, other.text)
        assert (one.hidden > 0) == (triple in TRAIN)
