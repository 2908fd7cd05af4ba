"""Knowledge graphs: packs of triples, rules mined from training facts alone, filtered ranks."""

import subprocess
from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rl.errors import InstallationError, PackError
from symbolic_rl.graph.mining import Graph, mine
from symbolic_rl.graph.packs import mine_pack, pack_triples
from symbolic_rl.graph.ranking import area_under_precision_recall, mean_rank, rank
from symbolic_rl.graph.triples import Triple, pykeen_files, write_pack
from symbolic_rl.packs import load_pack
from symbolic_rl.prove import prove

Run = Callable[..., "subprocess.CompletedProcess[str]"]
TRAIN = [
    ("ann", "parent", "Bob B."), ("Bob B.", "parent", "cid's"), ("cid's", "parent", "dan"),
    ("eve", "parent", "fay"), ("fay", "parent", "gus"), ("ann", "grandparent", "cid's"),
    ("eve", "grandparent", "gus"), ("Bob B.", "child", "ann"), ("cid's", "child", "Bob B."),
]  # fmt: skip
VALID = [("dan", "child", "cid's")]
TEST = [("Bob B.", "grandparent", "dan")]


def files(folder: Path, **splits: list[Triple]) -> dict[str, Path]:
    named = {"train": TRAIN, "valid": VALID, "test": TEST, **splits}
    for split, triples in named.items():
        text = "".join("\t".join(triple) + "\n" for triple in triples)
        (folder / f"{split}.txt").write_text(text)
    return {split: folder / f"{split}.txt" for split in named}


def test_triples_become_a_pack_and_its_rules_prove_held_out_triples(tmp_path: Path) -> None:
    write_pack(files(tmp_path), tmp_path / "kin", source="a test")
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


def test_a_planted_test_triple_is_caught_before_training_and_before_mining(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"1 triples of test .* train too.*Bob B\. grandparent"):
        write_pack(files(tmp_path, train=TRAIN + TEST), tmp_path / "kin", source="a test")
    write_pack(files(tmp_path), tmp_path / "kin", source="a test")
    program = tmp_path / "kin" / "program.pl"
    program.write_text(program.read_text() + "grandparent('Bob B.', dan).\n")

    with pytest.raises(PackError, match="1 triples of test stand in train too"):
        mine_pack(tmp_path / "kin")


def test_mining_looks_at_no_held_out_triple(tmp_path: Path) -> None:
    texts = []
    for i, test in enumerate((TEST, [("gus", "parent", "ann"), ("fay", "child", "eve")])):
        write_pack(files(tmp_path, test=test), tmp_path / f"kin{i}", source="a test")
        mine_pack(tmp_path / f"kin{i}", min_support=1)
        texts.append((tmp_path / f"kin{i}" / "rules.pl").read_text())

    assert texts[0] == texts[1]


triples = st.lists(
    st.tuples(st.sampled_from("abcde"), st.sampled_from("rst"), st.sampled_from("abcde")),
    min_size=1,
    max_size=25,
    unique=True,
)


@settings(max_examples=60)
@given(facts=triples)
def test_figures_of_rules_are_those_of_counting(facts: list[Triple]) -> None:
    rules = mine(Graph(facts), min_confidence=0.2, min_support=1, most_rules=10**6)

    entities = sorted({name for head, _, tail in facts for name in (head, tail)})
    for rule in rules:
        walked = set()
        for way in product(entities, repeat=len(rule.body) + 1):
            steps = zip(rule.body, way, way[1:], strict=False)
            if all(
                ((b, s.relation, a) if s.backwards else (a, s.relation, b)) in facts
                for s, a, b in steps
            ):
                walked.add((way[0], way[-1]))
        head = {(h, t) for h, relation, t in facts if relation == rule.head}
        assert rule.support == len(head & walked)
        assert rule.confidence == len(head & walked) / len(walked)
        assert rule.head_coverage == len(head & walked) / len(head)


def test_ties_get_the_mean_of_their_ranks_and_known_triples_are_left_out() -> None:
    scores = {("a", "x"): 3, ("a", "y"): 2, ("a", "z"): 2, ("a", "w"): 2}
    known = [("a", "r", "x"), ("a", "r", "y")]

    found = rank(known[1:], known, list("axyzw"), lambda h, r, t: scores.get((h, t), 0))

    assert found.ranks.tolist() == [2.0, 1.0]  # x is left out; z and w are as good as y
    assert mean_rank(1, [2, 1, 1, 0]) == 3.0


def test_average_precision_is_that_of_the_textbook() -> None:
    area = area_under_precision_recall([0.9, 0.8, 0.7, 0.6], [True, False, True, False])

    assert area == pytest.approx((1 + 2 / 3) / 2)
    assert area_under_precision_recall([1, 1, 1, 1], np.array([1, 0, 0, 0], bool)) == 0.25


def test_mistakes_in_triples_are_named_with_their_line(tmp_path: Path) -> None:
    made = files(tmp_path)
    made["valid"].write_text("a\tb\tc\nno triple\n")

    with pytest.raises(PackError, match=r"valid\.txt:2"):
        write_pack(made, tmp_path / "kin", source="a test")
    with pytest.raises(PackError, match="choose from umls"):
        pykeen_files("freebase")


def test_sets_of_pykeen_have_the_published_sizes(tmp_path: Path) -> None:
    try:
        found = {name: pykeen_files(name) for name in ("umls", "nations", "kinships")}
    except InstallationError:
        pytest.skip("pykeen is not installed")

    sizes = {
        name: tuple(write_pack(each, tmp_path / name, source=name).values())
        for name, each in found.items()
    }
    assert sizes == {
        "umls": (5216, 652, 661),
        "nations": (1592, 199, 201),
        "kinships": (8544, 1068, 1074),
    }


def test_import_and_mine_are_commands(tmp_path: Path, command: Run) -> None:
    named = [str(file) for file in files(tmp_path).values()]

    made = command("import", "triples", *named, "--name", "kin")
    mined = command("mine", "kin", "--min-support", "1")
    unclear = command("import", "triples", named[0])

    assert (made.returncode, mined.returncode, unclear.returncode) == (0, 0, 2)
    assert made.stdout.startswith("made kin: 9 train, 1 valid, 1 test")
    assert "test by rule confidence: mrr 1.0000" in mined.stdout
    assert "not clear" in unclear.stderr
