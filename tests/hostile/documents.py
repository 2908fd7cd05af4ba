"""Hostile files of proofs, for ``verify``, and triples, for ``import``."""

import hashlib
import json
from collections.abc import Callable, Iterator
from typing import Any

from tests.hostile.case import SMALL, Case, Text, folder_of
from tests.hostile.commands import HUGE

Change = Callable[[dict[str, Any]], Any]


def line(depth: int, goal: str, number: int, **substitution: str) -> dict[str, Any]:
    kind, file = ("clause", "program.pl") if number else ("query", "")
    return {
        "depth": depth, "goal": goal, "kind": kind, "file": file, "line": number, "candidate": 0,
        "substitution": substitution,
    }  # fmt: skip


def proof(change: Change | None = None) -> str:
    """A record of ``SMALL`` as ``prove --save`` writes it, changed."""
    content: dict[str, Any] = {
        "program": {
            "files": {"program.pl": hashlib.sha256(SMALL.encode()).hexdigest()},
            "settings": {"occurs_check": True, "cut": "keep"},
        },
        "goal": "q(a, X)",
        "bindings": {"X": "a"},
        "inferences": 4,
        "lines": [
            line(0, "q(a, a)", 0),
            line(1, "q(a, a)", 9, X="a", Y="a"),
            line(2, "p(a)", 7),
            line(2, "p(a)", 7),
        ],
    }
    if change is not None:
        change(content)
    return json.dumps(content) + "\n"


def with_candidate(value: Any) -> Change:
    return lambda content: content["lines"][0].update(candidate=value)


def with_key(key: str, value: Any) -> Change:
    """A key has another value, or is missing where there is none."""
    return lambda content: content.update({key: value}) if value is not None else content.pop(key)


def with_choices(value: Any) -> Change:
    return lambda content: content.pop("lines") and content.update(choices=value)


NO_PROOF, NONE, PLACE = (
    "something other than proofs",
    "there is no such derivation",
    "is not a place",
)
DOCUMENTS: dict[str, tuple[Text, str]] = {
    # text, message
    "no JSON": ("{", NO_PROOF),
    "no UTF-8": (b"\xff\xfe{}", NO_PROOF),
    "no line": ("", NO_PROOF),
    "nothing": ("{}", NO_PROOF),
    "half a line": (proof() + proof()[:99], NO_PROOF),
    "depth": ("[" * 100_000 + "]" * 100_000, NO_PROOF),
    "depth inside": (proof().replace('"a"}, "inf', "[" * 5000 + "]" * 5000 + '}, "inf'), ""),
    "a number of 5,000 digits": (proof().replace(": 4,", f": {HUGE},"), NO_PROOF),
    "another program": (
        proof(lambda c: c["program"]["files"].update({"program.pl": "0"})), "another program",
    ),
    "another file": (
        proof(lambda c: c["program"]["files"].update({"../p.pl": "0"})), "another program",
    ),
    "another setting": (
        proof(lambda c: c["program"]["settings"].update(occurs_check=False)),
        "program, or with other settings: settings.occurs_check: False is not True",
    ),
    "a program that is none": (proof(with_key("program", [])), "another program"),
    "an effect as goal": (proof(with_key("goal", "shell('touch canary')")), "shell"),
    "another goal": (proof(with_key("goal", "q(b, X)")), NONE),
    "a goal that says the same": (proof(with_key("goal", "q(a,  X)")), "goal: "),
    "lines that are none": (proof(with_key("lines", 3)), NONE),
    "no lines": (proof(with_key("lines", None)), NONE),
    "lines without end": (lambda: proof(with_key("lines", [{}] * 100_000)), NONE),
    "another answer": (proof(with_key("bindings", {"X": "b"})), "bindings.X: 'b' is not 'a'"),
    "no answer": (proof(with_key("bindings", None)), "bindings"),
    "a claim more": (proof(with_key("verified", True)), "verified"),
    "another step": (proof(lambda c: c["lines"][3].update(goal="p(b)")), "lines.3..goal"),
    "another place": (proof(lambda c: c["lines"][3].update(line=8)), "lines.3..line"),
    "a step more": (proof(lambda c: c["lines"].append(c["lines"][3])), NONE),
    "a negative candidate": (proof(with_candidate(-1)), PLACE),
    "a candidate without room": (proof(with_candidate(2**70)), PLACE),
    "a true candidate": (proof(with_candidate(True)), PLACE),
    "a candidate behind the last": (proof(with_candidate(2**27)), NONE),
    "a proof without end": (lambda: proof(lambda c: c.update(lines=c["lines"] * 50_000)), NONE),
    "a kind that is none": (
        proof(lambda c: c["lines"][1].update(kind=["clause"])), "lines.1..kind",
    ),
    "choices that are none": (proof(with_choices({"0": 0})), PLACE),
    "no choices": (proof(with_choices([])), NONE),
    "another choice": (proof(with_choices([0, 0, 0, 1, 0])), "bindings.X: 'a' is not 'b'"),
    "choices beside lines": (proof(with_key("choices", [0, 0, 0, 0])), "choices"),
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
    "a name that is none": (("--name", ""), 2),
    "a device": (("--name", "x", "--out", "/dev/null"), 2),
    "a name of Prolog": (("--name", "it's"), 0),
}


def cases() -> Iterator[Case]:
    words = ("verify", "proof.jsonl", "pack")
    for name, text in (("lines", proof()), ("choices", proof(with_choices([0, 0, 0, 0])))):
        files = {**folder_of(SMALL), "proof.jsonl": text}
        yield Case(f"proof: {name} that hold", words, 0, r"X = a  \(4 inferences", files)
    for name, (text, says) in DOCUMENTS.items():
        files = {**folder_of(SMALL), "proof.jsonl": text}
        yield Case(f"proof: {name}", words, 2, says, files)
    yield Case("proof: none", ("verify", "nowhere.jsonl", "pack"), 2, "", folder_of(SMALL))
    yield Case("proof: a folder", ("verify", "pack", "pack"), 2, "", folder_of(SMALL))
    held = {"valid.tsv": "v\tr\tw\n", "test.tsv": "x\tr\ty\n"}
    words = ("import", "triples", "train.tsv", "valid.tsv", "test.tsv")
    for name, (text, code, says) in TRIPLES.items():
        args = (*words, "--name", "made")
        yield Case(f"triples: {name}", args, code, says, {**held, "train.tsv": text})
    for name, (flags, code) in PLACES.items():
        files = {**held, "train.tsv": "a\tr\tb\n"}
        yield Case(f"import: {name}", (*words, *flags), code, "", files)
