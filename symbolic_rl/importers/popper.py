"""Learning problems of Popper: background knowledge, labelled examples and a bias."""

import re
from collections import Counter
from pathlib import Path

from symbolic_rl.base.errors import PackError
from symbolic_rl.base.files import read_text
from symbolic_rl.importers import ImportRequest, ImportSummary, Refusal, one_line, write_pack
from symbolic_rl.program.source_text import clauses_of

_EXAMPLE = re.compile(r"(pos|neg)\s*\((.*)\)\Z", re.DOTALL)
_NAME = re.compile(r"\s*([a-z]\w*|'(?:[^'\\]|\\.|'')*')\s*(?:\(|\Z)", re.DOTALL)
_BIAS = re.compile(r"(head_pred|body_pred)\s*\(\s*([a-z]\w*)\s*,\s*([0-9]+)\s*\)\Z")
_OTHER_BIAS = re.compile(r"([a-z]\w*)")
_FILES = ("bk.pl", "exs.pl", "bias.pl")


def import_popper(request: ImportRequest) -> ImportSummary:
    """Import a folder with bk.pl, exs.pl and bias.pl.

    The background becomes the program, with a file for the rules to be found; examples become
    labelled training queries.

    ConfigError: the request names no folder. PackError: a file is missing, or no example is of a
    head predicate of the bias. ProgramError: an example is not a term.
    """
    if len(request.files) != 1:
        request.refuse("write `import popper FOLDER`.")
    source, summary = request.files[0], ImportSummary()
    fix = f"name a folder with {', '.join(_FILES)}."
    texts = {name: read_text(source / name, fix) for name in _FILES}
    heads, bodies = _bias(texts["bias.pl"], source / "bias.pl", summary)
    queries = _examples(texts["exs.pl"], source / "exs.pl", heads, summary)
    folder = request.folder(source.resolve().name)
    declared = [f":- dynamic {name}/{arity}." for name, arity in (*heads, *bodies)]
    rules = folder / "rules.pl"
    # Rules written by the user survive a second import.
    has_rules = rules.exists() and bool(rules.read_bytes().strip())
    settings = ['program = ["program.pl", "rules.pl"]', "", "[env]", "hide_query = false"]
    files = {"program.pl": [*declared, "", texts["bk.pl"].rstrip("\n")], "train.pl": queries}
    if not has_rules:
        files["rules.pl"] = [f"% Rules for {', '.join(f'{n}/{a}' for n, a in heads)}."]
    write_pack(folder, str(source), f"Examples of {source.resolve().name}.", settings, files)
    _report(folder, summary, offset=len(declared) + 2)
    summary.made.append(f"{folder}: {len(queries):,} labelled queries (train)")
    if not has_rules:
        summary.notes.append(f"write rules for the examples to {rules}")
    summary.next = f"symbolic-rl check {folder}"
    return summary


def _bias(
    text: str, file: Path, summary: ImportSummary
) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Return head and body predicates; other settings are only counted."""
    found: dict[str, list[tuple[str, int]]] = {"head_pred": [], "body_pred": []}
    others: Counter[str] = Counter()
    for line, clause in clauses_of(text):
        if match := _BIAS.match(clause):
            found[match[1]].append((match[2], int(match[3])))
        elif clause.startswith(tuple(found)):
            why = "a setting of the bias that names no predicate"
            summary.refused.append(Refusal(why, f"{file}:{line}", one_line(clause)[:80]))
        else:
            match = _OTHER_BIAS.match(clause)
            others[match[1] if match else "other clauses"] += 1
    if not found["head_pred"]:
        raise PackError(
            "no predicate is to be learned.", str(file), "add it, such as head_pred(last, 2)."
        )
    heads = list(dict.fromkeys(found["head_pred"]))
    bodies = [each for each in dict.fromkeys(found["body_pred"]) if each not in heads]
    summary.read.append(
        f"{file}: {', '.join(f'{n}/{a}' for n, a in heads)} to be learned from "
        f"{', '.join(f'{n}/{a}' for n, a in bodies) or 'nothing'}"
    )
    if others:
        settings = ", ".join(f"{n:,} {name}" for name, n in others.items())
        summary.notes.append(
            f"the search for rules is not part of a pack, nor its bias: {settings}"
        )
    return heads, bodies


def _examples(
    text: str, file: Path, heads: list[tuple[str, int]], summary: ImportSummary
) -> list[str]:
    """Return the examples as labelled queries."""
    queries, counts = dict[str, None](), Counter[str]()
    names = {name for name, _ in heads}
    for line, clause in clauses_of(text):
        match = _EXAMPLE.match(clause)
        name = _NAME.match(match[2]) if match else None
        place = f"{file}:{line}"
        if match is None or name is None:
            why = "neither pos(Example) nor neg(Example)"
        elif name[1].strip("'") not in names:
            why = "an example of a predicate that the bias does not name as a head"
        else:
            counts[match[1]] += 1
            label = "true" if match[1] == "pos" else "false"
            queries[f"query(({match[2].strip()}), {label})."] = None
            continue
        summary.refused.append(Refusal(why, place, one_line(clause)[:80]))
    if not queries:
        what = f"there is no example of {', '.join(f'{n}/{a}' for n, a in heads)}."
        fix = "write examples as pos(last([a, b], b)). and neg(last([a, b], a))."
        raise PackError(what, str(file), fix)
    summary.read.append(
        f"{file}: {counts['pos']:,} positive and {counts['neg']:,} negative examples"
    )
    return list(queries)


def _report(folder: Path, summary: ImportSummary, *, offset: int) -> None:
    """Load the pack, and report the clauses of the background that were left out."""
    from symbolic_rl.program.pack import load_pack
    from symbolic_rl.program.program import Program

    pack = load_pack(folder)
    queries = {"train": [pack.queries["train"]]}
    program = Program(list(pack.program), queries, config=pack.env)
    for note in program.loading.left_out:
        line = max(1, note.line - offset)  # in bk.pl: the program starts with declarations
        summary.refused.append(Refusal(note.message, f"bk.pl:{line}"))
    summary.read.insert(0, f"bk.pl: {len(program.clauses):,} clauses")
