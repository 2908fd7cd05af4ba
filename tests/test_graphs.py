"""Knowledge graphs: packs of triples, rules mined from training facts alone, filtered ranks."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import chain, pairwise, product
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from symbolic_rl.base.errors import PackError
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.graphs import mining, ranking
from symbolic_rl.graphs.methods import METHODS, NONE, ScoringMethod, by_length, shortest_proofs
from symbolic_rl.graphs.mining import BodyAtom, Graph, as_prolog, mine, read_rules
from symbolic_rl.graphs.ranking import (
    Questions,
    average_precision,
    calibrated,
    calibration_error,
    mine_pack,
    pack_triples,
    reliability,
)
from symbolic_rl.graphs.table import rank_triples
from symbolic_rl.graphs.triples import Triple
from symbolic_rl.importers.triples import pykeen_files, write_graph
from symbolic_rl.program.pack import load_pack
from symbolic_rl.proofs.prove import prove
from symbolic_rl.search import Limits, Space, find
from tests.kin import TEST, TRAIN, VALID, files, triples


def test_triples_become_a_pack_and_its_rules_prove_held_out_triples(tmp_path: Path) -> None:
    write_graph(files(tmp_path), tmp_path / "kin", source="a test")
    mined = mine_pack(tmp_path / "kin", min_support=1)

    assert pack_triples(load_pack(tmp_path / "kin")) == {
        "train": sorted(TRAIN, key=lambda t: (t[1], t[0], t[2])), "valid": VALID, "test": TEST,
    }  # fmt: skip
    rules = {str(rule): rule for rule in mined.rules}
    grand = rules["grandparent(X, Y) :- parent(X, Z), parent(Z, Y)."]
    assert (grand.support, grand.confidence, grand.head_coverage) == (2, 2 / 3, 1.0)
    assert rules["child(X, Y) :- parent(Y, X)."].confidence == 2 / 5
    assert next(prove(tmp_path / "kin", "grandparent('Bob B.', dan)")).inferences > 2
    assert mined.ranking is not None
    assert mined.ranking.ranks.tolist() == [1.0, 1.0]


def test_rules_of_three_atoms_prove_in_their_pack(tmp_path: Path) -> None:
    lines = [[f"{name}{i}" for i in range(4)] for name in "abc"]
    parents = [(x, "parent", y) for line in lines for x, y in pairwise(line)]
    elders = [(line[0], "elder", line[3]) for line in lines]
    splits = {"train": parents + elders[:2], "valid": [], "test": elders[2:]}
    write_graph(files(tmp_path, **splits), tmp_path / "kin", source="a test")
    assert not any(rule.head == "elder" for rule in mine_pack(tmp_path / "kin").rules)
    with pytest.raises(StopIteration):
        next(prove(tmp_path / "kin", "elder(c0, c3)"))

    mined = mine_pack(tmp_path / "kin", most_atoms=3)
    rules = {str(rule): rule for rule in mined.rules}
    rule = rules["elder(X, Y) :- parent(X, Z), parent(Z, W), parent(W, Y)."]
    assert (rule.support, rule.confidence) == (2, 2 / 3)
    assert mined.ranking is not None and mined.ranking.ranks.tolist() == [1.0, 1.0]
    assert next(prove(tmp_path / "kin", "elder(c0, c3)")).inferences > 3
    graph = Graph(splits["train"])
    steps = shortest_proofs(graph, mined.rules, most=5)[graph.relations.index("elder")]
    assert steps[graph.number["c0"], graph.number["c3"]] == 5


def test_a_planted_test_triple_is_caught_before_training_and_before_mining(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"1 triples of test .* train too.*Bob B\. grandparent"):
        write_graph(files(tmp_path, train=TRAIN + TEST), tmp_path / "kin", source="a test")
    write_graph(files(tmp_path), tmp_path / "kin", source="a test")
    program = tmp_path / "kin" / "program.pl"
    program.write_text(program.read_text() + "grandparent('Bob B.', dan).\n")
    with pytest.raises(PackError, match="1 triples of test stand in train too"):
        mine_pack(tmp_path / "kin")


def test_mining_looks_at_no_held_out_triple(tmp_path: Path) -> None:
    texts = set()
    for test in (TEST, [("gus", "parent", "ann"), ("fay", "child", "eve")]):
        write_graph(files(tmp_path, test=test), tmp_path / "kin", source="a test")
        mine_pack(tmp_path / "kin", min_support=1)
        texts.add((tmp_path / "kin" / "rules.pl").read_text())
    assert len(texts) == 1


def given_by(facts: list[Triple], body: Sequence[BodyAtom]) -> set[tuple[str, str]]:
    """Pairs of a body, one atom after the other."""
    pairs = {(name, name) for head, _, tail in facts for name in (head, tail)}
    for step in body:
        there = [(h, t) for h, relation, t in facts if relation == step.relation]
        there = [(t, h) for h, t in there] if step.backwards else there
        pairs = {(x, y) for x, z in pairs for start, y in there if z == start}
    return pairs


@settings(max_examples=40)
@given(facts=triples)
def test_figures_of_rules_are_those_of_counting(facts: list[Triple]) -> None:
    rules = mine(Graph(facts), min_confidence=0.2, min_support=1, most_rules=10**6, most_atoms=3)

    figures = {(rule.head, rule.body): rule for rule in rules}
    relations = {relation for _, relation, _ in facts}
    steps = [BodyAtom(relation, way) for relation in relations for way in (False, True)]
    for body in chain.from_iterable(product(steps, repeat=n) for n in (1, 2, 3)):
        pairs = given_by(facts, body)
        for relation in relations:
            head = [fact for fact in facts if fact[1] == relation and (fact[0], fact[2]) in pairs]
            # A fact counts where the other facts give it.
            rest = [(h, t, [x for x in facts if x != (h, r, t)]) for h, r, t in head]
            support = sum((h, t) in given_by(others, body) for h, t, others in rest)
            mined = figures.pop((relation, body), None)
            assert (mined is not None) == (support > 0 and support / len(pairs) >= 0.2)
            if mined is not None:
                assert mined.support == support
                assert mined.confidence == support / len(pairs)
                assert mined.head_coverage == support / sum(f[1] == relation for f in facts)
    assert not figures


def ranks_by(questions: Questions, score: Callable[[Triple], float]) -> list[float]:
    return [
        rank
        for block in questions.blocks()
        for rank in block.ranks(np.array([score(one) for one in block.triples])).tolist()
    ]


def test_ties_get_the_mean_of_their_ranks_and_known_triples_are_left_out() -> None:
    scores = {("a", "x"): 3, ("a", "y"): 2, ("a", "z"): 2, ("a", "w"): 2}
    known = [("a", "r", "x"), ("a", "r", "y")]
    graph = Graph(known, [(name, "r", "a") for name in "zw"])
    questions = Questions(graph, known[1:], known)
    found = ranks_by(questions, lambda one: scores.get((one[0], one[2]), 0))
    assert found == [2.0, 1.0]  # x is left out; z and w are as good as y


@given(facts=triples, sampled=st.integers(0, 3), has_targets=st.booleans(), few=st.booleans())
def test_ranks_are_those_of_comparing_every_pair_of_candidates(
    facts: list[Triple], sampled: int, has_targets: bool, few: bool
) -> None:
    asked, names = facts[::2], sorted({name for h, _, t in facts for name in (h, t)})
    targets = sorted({tail for _, _, tail in asked}) if has_targets else None

    def score(triple: Triple) -> int:
        return crc32(repr(triple).encode()) % 3

    draw, expected = np.random.default_rng(0), []
    for way in (False, True)[: 1 if has_targets else 2]:
        for head, relation, tail in asked:
            pairs = [(n, tail) if way else (head, n) for n in targets or names]
            others = [(h, relation, t) for h, t in pairs if (h, relation, t) not in facts]
            if 0 < sampled < len(others):
                chosen = draw.choice(len(others), sampled, replace=False)
                others = [others[i] for i in chosen]
            own = score((head, relation, tail))
            ahead = sum(score(one) > own for one in others)
            expected.append(1 + ahead + sum(score(one) == own for one in others) / 2)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ranking, "AT_ONCE", 1 if few else 100)
        assert ranks_by(Questions(Graph(facts), asked, facts, targets, sampled), score) == expected


def test_average_precision_is_that_of_the_textbook() -> None:
    area = average_precision([0.9, 0.8, 0.7, 0.6], [True, False, True, False])
    assert area == pytest.approx((1 + 2 / 3) / 2)
    assert average_precision([1, 1, 1, 1], np.array([1, 0, 0, 0], bool)) == 0.25


@pytest.mark.skipif(find_spec("pykeen") is None, reason="pykeen is not installed")
@pytest.mark.parametrize(
    ("name", "sizes"),
    [("umls", [5216, 652, 661]), ("nations", [1592, 199, 201]), ("kinships", [8544, 1068, 1074])],
)
def test_sets_of_pykeen_have_the_published_sizes(
    name: str, sizes: list[int], tmp_path: Path
) -> None:
    assert [*write_graph(pykeen_files(name), tmp_path / name, source=name).values()] == sizes


def test_pairs_of_bodies_are_estimated_from_some_heads(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = np.random.default_rng(0).integers(0, 400, (2000, 3)).tolist()
    facts = sorted({(f"e{head}", "rs"[r % 2], f"e{tail}") for head, r, tail in drawn})
    graph = Graph(facts)
    exact, counts = graph.n_pairs(2)
    assert counts.tolist() == [len(given_by(facts, graph.body(code))) for code in exact.tolist()]
    monkeypatch.setattr(mining, "MOST_STARTS", 200)
    codes, estimates = graph.n_pairs(2)
    assert (codes == exact).all() and 0 < np.abs(estimates / counts - 1).max() < 0.2
    with pytest.raises(PackError, match=r"too many codes(.|\n)*at most 24"):
        graph.n_pairs(25)


def test_mined_rules_are_read_back_with_their_figures(kin: Path) -> None:
    graph = Graph(TRAIN)
    mined = mine(graph, min_support=1, most_atoms=4)
    assert {len(rule.body) for rule in mined} == {1, 2, 3, 4}
    (kin / "rules.pl").write_text(as_prolog(mined, header="Mined."))
    assert read_rules(kin / "rules.pl", graph) == mined
    for body in ("parent(X, Z), parent(W, Y)", "parent(X, Z), X = Y", "parent(X, Y), X"):
        (kin / "rules.pl").write_text(f"own(X, Y) :- {body}.\n")
        with pytest.raises(PackError, match=r"rules\.pl:1"):
            read_rules(kin / "rules.pl", graph)


def test_rules_are_as_they_were_where_there_is_nothing_to_rank(kin: Path) -> None:
    before = (kin / "rules.pl").read_text()
    (kin / "test.pl").unlink()
    with pytest.raises(PackError, match=r"no triples in split 'test'(.|\n)*name valid, or"):
        mine_pack(kin, min_support=9)
    assert (kin / "rules.pl").read_text() == before
    mine_pack(kin, min_support=1, split="valid")


def test_a_report_ranks_both_directions_by_search_and_by_confidence(kin: Path) -> None:
    result = rank_triples(load_problem(kin), None, "test")
    ranks = {row.scores: row.ranking.ranks.tolist() for row in result.rows}
    names = ("shortest proof", "rule weights", "rule confidence")
    assert ranks == {name: [1.0, 1.0] for name in names}
    assert (result.triples, result.candidates, result.scored) == (1, 7, 13)
    assert "mean rank on ties" in str(result) and "13 candidates scored" in str(result)
    assert all(sum(one.n for one in row.bins) == 13 for row in result.rows)
    assert "of candidates that shortest proof gives a probability of about" in str(result)
    assert result.as_json()["rows"][0].keys() >= {"mrr", "hits_at_1", "mrr_tail", "mrr_head"}


def test_calibrated_scores_say_how_many_candidates_are_true() -> None:
    rng = np.random.default_rng(0)
    chance = rng.random(20_000) ** 3
    labels, parts = rng.random(20_000) < chance, rng.random(20_000) < 0.5
    # Only the order of scores counts.
    places = np.unique(np.round(np.log(chance), 2), return_inverse=True)[1]

    def counted(labels: NDArray[np.bool_]) -> IntArray:
        found = np.zeros((places.max() + 1, 2, 2), np.int64)
        np.add.at(found, (places, parts.astype(int), labels.astype(int)), 1)
        return found

    counts = counted(labels)
    found = calibrated(counts)
    bins = reliability(found, counts)
    assert sum(one.n for one in bins) == 20_000 and len(bins) > 8
    assert all(abs(one.predicted - one.true) < 0.06 for one in bins)
    assert calibration_error(bins) < 0.01 < calibration_error(reliability(1 - found, counts))
    assert (np.diff(found, axis=0) >= 0).all()  # a better score is never less probable
    # What is true of a part says nothing of that part's own probabilities.
    assert np.array_equal(calibrated(counted(labels ^ parts))[:, 1], found[:, 1])


def test_scores_of_a_report_are_those_of_single_searches(kin: Path) -> None:
    problem = load_problem(kin)
    queries = problem.queries("train") + problem.queries("valid")
    engine = PrologEngine(problem.program, problem.env_config, answers=True)

    together = by_length(engine, queries, most=300)

    for query, score in zip(queries, together, strict=True):
        found = find("breadth-first", Space(engine, query), limits=Limits(max_inferences=300))
        alone = [-float(len(one.choices)) for one in found.answers] or [NONE]
        assert [score] == alone
    assert NONE in together and len(set(together)) > 2


def test_targets_are_ranked_for_the_tail_alone_with_the_area_over_all_pairs() -> None:
    result = rank_triples(load_problem("countries_s1"), None, "test", among="targets")
    rows = {row.scores: row for row in result.rows}
    assert (result.triples, result.candidates) == (24, 4)  # no country of Oceania is asked for
    assert all(row.ranking.heads.size == 0 for row in result.rows)
    assert rows["rule confidence"].auc_pr == 1.0  # the region of the subregion: it never errs
    assert 0.9 < (rows["shortest proof"].auc_pr or 0) < 1.0  # neighbours tie with it
    assert result.scored == 24 * 4


@pytest.mark.parametrize(
    ("file", "line", "told"),
    [
        ("program.pl", "grandparent('Bob B.', dan).", "1 triples of test stand in train too"),
        ("train.pl", "query(grandparent('Bob B.', dan)).", "1 test query is among the train"),
        ("test.pl", "query((parent(a, X), parent(X, Y))).", "1 of 2 test queries are not triples"),
    ],
)
def test_planted_triples_and_other_queries_are_caught_before_any_ranking(
    kin: Path, file: str, line: str, told: str
) -> None:
    with (kin / file).open("a") as content:
        content.write(f"{line}\n")
    with pytest.raises(PackError, match=told):
        rank_triples(load_problem(kin), None, "test")


def test_a_new_scoring_method_is_one_entry(kin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alike = ScoringMethod(lambda candidates: [0.0] * len(candidates.wanted), "all alike")
    monkeypatch.setitem(METHODS, "toy", alike)
    result = rank_triples(load_problem(kin), None, "test")
    assert result.rows[-1].scores == "toy" and result.rows[-1].ranking.ranks.min() > 1
    assert "toy: all alike" in result.protocol()
