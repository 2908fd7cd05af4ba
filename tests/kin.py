"""A small graph of triples, its files, and a strategy for others, for tests."""

from pathlib import Path

from hypothesis import strategies as st

from symbolic_rl.graphs.triples import Triple

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


triples = st.lists(
    st.tuples(st.sampled_from("abcde"), st.sampled_from("rst"), st.sampled_from("abcde")),
    min_size=1,
    max_size=25,
    unique=True,
)
