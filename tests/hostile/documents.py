"""Hostile documents of proofs, for ``replay``, and triples, for ``import``."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from symbolic_rl.proofs.document import FORMAT, digest
from tests.hostile.case import SMALL, Case, Text, folder_of
from tests.hostile.commands import HUGE

Change = Callable[[dict[str, Any]], Any]


def proof(change: Change | None = None, *, signed: bool = True) -> str:
    """A document as ``prove --save`` writes it, changed, and with the digest of what it then is."""
    line = {"depth": 0, "goal": "p(a)", "kind": "fact", "candidate": 0, "file": "x", "line": 1}
    answer = {"bindings": {"X": "a"}, "inferences": 2, "proof": [line]}
    content: dict[str, Any] = {
        "format": FORMAT,
        "program": [],
        "settings": {},
        "goal": "p(X)",
        "answers": [answer],
    }
    if change is not None:
        content = change(content) or content
    if signed and isinstance(content, dict):
        content["digest"] = digest(content)
    return json.dumps(content)


def with_candidate(value: Any) -> Change:
    """The first candidate is another value."""
    return lambda content: content["answers"][0]["proof"][0].update(candidate=value)


def with_key(key: str, value: Any) -> Change:
    """A key has another value."""
    return lambda content: content.update({key: value})


def without(key: str) -> Change:
    """A key is missing."""
    return lambda content: content.pop(key) and None


DOCUMENTS: dict[str, tuple[Text, int]] = {
    # text, finding
    "no JSON": ("{", 0),
    "no UTF-8": (b"\xff\xfe{}", 0),
    "a list": ("[]", 0),
    "null": ("null", 0),
    "nothing": ("{}", 0),
    "depth": ("[" * 100_000 + "]" * 100_000, 0),
    "depth inside": (
        proof().replace('"settings": {}', '"settings": ' + "[" * 5000 + "]" * 5000), 0,
    ),
    "a number of 5,000 digits": (proof().replace('"inferences": 2', f'"inferences": {HUGE}'), 0),
    "another format": (proof(with_key("format", "symbolic-rl proof 99")), 0),
    "no digest": (proof(signed=False), 0),
    "another digest": (proof(with_key("digest", "0"), signed=False), 0),
    "another program": (proof(), 0),
    "an effect as goal": (proof(with_key("goal", "shell('touch canary')")), 0),
    "a goal that is none": (proof(with_key("goal", 3)), 0),
    "answers that are none": (proof(with_key("answers", 3)), 0),
    "answers without end": (lambda: proof(with_key("answers", [{}] * 100_000)), 0),
    "no answers": (proof(without("answers")), 0),
    "a negative candidate": (proof(with_candidate(-1)), 0),
    "a candidate without room": (proof(with_candidate(2**70)), 0),
    "a true candidate": (proof(with_candidate(True)), 0),
    "a text as candidate": (proof(with_candidate("0")), 0),
    "a candidate behind the last": (proof(with_candidate(2**27)), 0),
    "a number that is none": (proof(with_candidate(0)).replace(": 0", ": NaN"), 0),
    "a proof without end": (
        lambda: proof(lambda c: c["answers"][0].update(proof=c["answers"][0]["proof"] * 200_000)),
        0,
    ),
    "a kind that is none": (
        proof(lambda c: c["answers"][0]["proof"][0].update(kind=["fact"])), 0,
    ),
}  # fmt: skip

TRIPLES: dict[str, tuple[Text, int, str]] = {
    # training triples, exit code, message
    "none": ("", 0, "0 train"),
    "no UTF-8": (b"a\tr\t\xff\n", 2, "UTF-8"),
    "two fields": ("a\tb\n", 2, "not a triple"),
    "four fields": ("a\tr\tb\tc\n", 2, "not a triple"),
    "spaces": ("a r b\n", 2, "not a triple"),
    "NUL bytes": ("a\tr\t\x00\n", 0, "1 train"),
    "effects as names": ("shell('touch canary')\t:- halt\t'), halt, p('\n", 0, "1 train"),
    "a term as name": ("f(X)\tend_of_file\t:-\n", 0, "1 train"),
    "a quote and a backslash": ("it's\ta\\b\tc\\\n", 0, "1 train"),
    "separators of lines": ("a\tr\tb\x0bc\n", 2, "not a triple"),
    "a name of 10^6 letters": (lambda: f"{'a' * 10**6}\tr\tb\n", 0, "1 train"),
    "100,000 triples": (lambda: "".join(f"a{i}\tr\tb{i}\n" for i in range(100_000)), 0, "100,000"),
    "a leak": ("v\tr\tw\n", 2, "train"),
    "a line without end": (lambda: "\t".join("a" * 10_000) + "\n", 2, "not a triple"),
}

PLACES: dict[str, tuple[tuple[str, ...], int]] = {
    "a name that leaves": (("--name", "../evil"), 2),
    "a name from the root": (("--name", "/tmp/evil"), 2),
    "a name that is none": (("--name", ""), 2),
    "two dots": (("--name", ".."), 2),
    "a device": (("--name", "x", "--out", "/dev/null"), 2),
    "a name of Prolog": (("--name", "it's"), 0),
}


def cases() -> Iterator[Case]:
    """All of them."""
    for name, (text, finding) in DOCUMENTS.items():
        files = {**folder_of(SMALL), "proof.json": text}
        yield Case(
            f"proof: {name}", ("replay", "proof.json", "pack"), 2, "", files, finding=finding
        )
    yield Case("proof: none", ("replay", "nowhere.json", "pack"), 2, "", folder_of(SMALL))
    yield Case("proof: a folder", ("replay", "pack", "pack"), 2, "", folder_of(SMALL))
    held = {"valid.tsv": "v\tr\tw\n", "test.tsv": "x\tr\ty\n"}
    words = ("import", "triples", "train.tsv", "valid.tsv", "test.tsv")
    for name, (text, code, says) in TRIPLES.items():
        args = (*words, "--name", "made")
        yield Case(f"triples: {name}", args, code, says, {**held, "train.tsv": text})
    for name, (flags, code) in PLACES.items():
        files = {**held, "train.tsv": "a\tr\tb\n"}
        yield Case(f"import: {name}", (*words, *flags), code, "", files)
