"""Hostile encodings: names of files that are no UTF-8, and texts in the encodings of others."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.hostile.case import QUERIES, SMALL, Case, folder_of
from tests.hostile.programs import SMALL_TRAINING

NAMES = {
    "Latin-1": b"\xe4\xf6\xfc",
    "Shift JIS": "日本".encode("shift_jis"),
    "KOI8-R": "привет".encode("koi8-r"),
    "GB 18030": "中文".encode("gb18030"),
    "an overlong slash": b"\xc0\xaf",
    "a surrogate": b"\xed\xa0\x80",
}
TEXTS = ("latin-1", "utf-16", "utf-16-le", "utf-32", "shift_jis", "cp500", "koi8-r", "utf-8-sig")
READABLE = ("utf-8-sig", "utf-16")
"""A mark of byte order is no mistake."""

PROGRAM = "p(a).\np('\u00e4\u0434').\nq(X, Y) :- p(X), p(Y).\n"
PROBLEM = "cnf(a, axiom, p(a)).\ncnf(b, negated_conjecture, ~p(a)). % \u00e4\u0434\n"


def named(name: str) -> Iterator[Case]:
    raw, folder = NAMES[name], os.fsdecode(NAMES[name])
    file = f"{folder}.pl"
    pack, small = folder_of(SMALL), {file: "p(a).\n"}
    queries = {f"{folder}/train.pl": QUERIES, f"{folder}/env.toml": "", **small}
    table: dict[str, tuple[tuple[str, ...], int, str, dict[str, str | bytes]]] = {
        "check": (("check", file), 2, "not UTF-8", small),
        "prove": (("prove", file, "p(X)"), 2, "not UTF-8", small),
        "folder": (("check", folder), 2, "not UTF-8", {f"{folder}/program.pl": SMALL, **queries}),
        "goals": (("prove", "pack", "--goals", file), 2, "not UTF-8", small),
        "goal": (("prove", "pack", f"p('{folder}')"), 2, "is not UTF-8", {}),
        "save": (("prove", "pack", "p(X)", "--save", file), 0, "p\\(a\\)", {}),
        "train": (("train", "--env", file, *SMALL_TRAINING), 2, "not UTF-8", small),
        "env.toml": (("check", "x"), 2, "TOML", {"x/env.toml": b'program = "' + raw + b'"'}),
        "eval": (("eval", folder), 2, "no run here", {}),
        "tptp": (("import", "tptp", file, "--out", folder), 0, "1 clause, 1 goal",
                 {file: PROBLEM}),
        "play": (("play", file, "p(X)"), 2, "not UTF-8", small),
        "run": (("train", "--env", "pack", *SMALL_TRAINING, "--run-dir", folder), 2, "not UTF-8",
                {}),
    }  # fmt: skip
    for what, (args, code, says, files) in table.items():
        yield Case(f"name in {name}: {what}", args, code, says, {**pack, **files})


def written(encoding: str) -> Iterator[Case]:
    def text(plain: str) -> bytes:
        return plain.encode(encoding, "replace")

    code = 0 if encoding in READABLE else 2
    says = "" if encoding in READABLE else "UTF-8|error"
    plain = folder_of(SMALL)
    program = folder_of(text(PROGRAM))
    read = 0 if encoding in (*READABLE, "latin-1", "koi8-r", "shift_jis") else 2
    yield Case(f"{encoding}: program", ("check", "pack"), read, "UTF-8|error|symbols", program)
    for name, file, args in (
        ("queries", "pack/train.pl", ("check", "pack")),
        ("goals", "goals.pl", ("prove", "pack", "--goals", "goals.pl")),
    ):
        content = text("query(p(a)). % \u00e4\u0434\n")
        yield Case(f"{encoding}: {name}", args, code, says, {**plain, file: content})
    toml = text('description = "\u00e4\u0434"\n')
    yield Case(
        f"{encoding}: env.toml", ("check", "pack"), 2, "TOML", {**plain, "pack/env.toml": toml}
    )
    # Names may have any byte there; a problem that is read gives its one clause.
    yield Case(
        f"{encoding}: problem", ("import", "tptp", "a.p"), (0, 2), "error|1 clause",
        {"a.p": text(PROBLEM)},
    )  # fmt: skip
    yield Case(f"{encoding}: proof", ("verify", "a.json", "pack"), 2, "",
               {**plain, "a.json": text('{"goal": "\u00e4\u0434"}')})  # fmt: skip
    for command in ("report", "diagnose"):
        yield Case(
            f"{encoding}: metrics, {command}", (command, "run"), 2, "not what training writes",
            damage=_rewritten("metrics.csv", encoding), needs_run=True,
        )  # fmt: skip


def _rewritten(name: str, encoding: str) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        file = folder / "run" / name
        file.write_bytes((file.read_text() + "\u00e4\u0434,\n").encode(encoding, "replace"))

    return damage


def cases() -> Iterator[Case]:
    for name in NAMES:
        yield from named(name)
    for encoding in TEXTS:
        yield from written(encoding)
