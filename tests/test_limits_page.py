"""The page of limits lists the limits of the code, with the numbers of the code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from symbolic_rl.base.config import EnvConfig

ROOT = Path(__file__).resolve().parents[1]
LIMIT = re.compile(r"_?([A-Z]+_)*(MAX|MOST|LIMIT|PATIENCE|LONGEST|WIDEST|TIMEOUT)(_[A-Z]+)*$")
"""Names of constants that bound something."""

LISTED = {
    # a constant that the page does not name: the row of the page that has its number
    "base/config.py:MAX_CANDIDATES": "candidates shown on one page",
    "base/config.py:MAX_SHOWN": "goals of a state in the policy's view",
    "base/config.py:DEFAULT_LIMIT": "inferences of an episode",
    "base/config.py:MOST": "any numeric setting or flag",
    "base/config.py:MAX_SEED": "any numeric setting or flag",
    "base/errors.py:MOST_DIAGNOSTICS": "errors of a program that are shown",
    "graphs/methods.py:MOST_CELLS": "pairs of entities times relations",
    "importers/tptp/clauses.py:MOST_NODES": "connectives and atoms of a formula",
    "importers/tptp/clauses.py:MOST_LITERALS": "connectives and atoms of a formula",
    "importers/tptp/parser.py:MOST_LEVELS": "levels of a formula of the TPTP",
    "importers/tptp/parser.py:MOST_INCLUDED": "files that a problem of the TPTP includes",
    "program/source_text.py:MAX_DIGITS": "digits of a number |",
    "report/kept.py:MOST_STATES": "states kept of a recorded search",
    "search/base.py:MOST": "any numeric setting or flag",
    "search/base.py:MOST_SUBPROOF_INFERENCES": "inferences of the sub-proofs",
    "training/settle.py:UNPROVED_LIMIT": "inferences of an episode",
    "training/sweep/__init__.py:WORKER_PATIENCE_S": "a cell of `sweep`",
    "program/program.py:_MOST_FILES": "files that a program loads",
    "program/program.py:_MOST_LEVELS": "files that a program loads",
    "prolog:max_depth": "levels of a term that is printed",
    "prolog:max_arity": "arguments of a predicate",
    "prolog:max_clause_cells": "variables of a clause, and four times",
}
OTHERS = """
base/interrupts.py:LONGEST_S cli/play.py:_WIDEST derivations/mdp_states.py:_MOST_COUNTS
derivations/mdp_tables.py:_LONGEST_ADDED derivations/on_device/windows.py:_MOST_PAIRS
derivations/queries.py:_MOST_BYTES derivations/views.py:_MOST_SLOTS
engine/tensor/tables.py:_MOST_COPIES envs/workers/slab.py:MOST_LENT
evaluation/check.py:_MOST_LISTED evaluation/check.py:_MOST_LIMITS
graphs/methods.py:MOST_CHAINED graphs/methods.py:MOST_FACTS graphs/methods.py:MOST_ITERATIONS
graphs/mining.py:MOST_STARTS
graphs/triples.py:_MOST_LISTED importers/__init__.py:_MOST_LISTED importers/pddl.py:MOST_NEAR
importers/pddl.py:MOST_MISSING importers/tptp/importer.py:_MOST_SHOWN learn/groups.py:MOST_STALE
learn/structure.py:MOST_TO_GO
policy/__init__.py:MAX_CLAUSES
policy/head.py:MOST_CLAUSES program/vocabulary.py:MOST_SYMBOLS
policy/weights.py:WIDEST program/notes.py:_MOST_NAMES program/notes.py:_MOST_PLACES
program/notes.py:_MOST_PLACES_IN_FULL prolog:most_compared prolog:most_kept
program/notes.py:_MOST_REASONS
prolog:max_tokens proofs/goals.py:_WIDEST proofs/proof.py:_LONGEST
proofs/proof.py:_WIDEST_GOAL proofs/abridged.py:_LONGEST
proofs/prove.py:_LONGEST_MESSAGE proofs/prove.py:_MOST_COMPARED
search/base.py:TIMEOUT search/in_prolog.py:LONGEST_WAIT_MS
search/in_prolog.py:_FIRST_LIMIT search/in_prolog.py:_MOST_INFERENCES
search/in_prolog.py:_MOST_WANTED search/lemmas.py:_MOST_MINED prolog:most_of_lemma
search/opened.py:_WIDEST_LINE search/pairs.py:_LIMIT
search/policy_order.py:MOST_VALUE training/expert.py:MOST_AHEAD
training/expert.py:MOST_DECISIONS training/expert.py:_MOST_TRIED training/ledger.py:PATIENCE
training/search_settings.py:MOST_TEMPERATURE
training/proposer.py:_LONGEST training/proposer.py:_MOST_EDITS training/search_settings.py:MOST
training/search_settings.py:MOST_QUERIES training/settle.py:MOST_QUERIES
training/settle.py:MOST_SEARCHED training/sweep/cell.py:LONGEST
"""
"""How something is done, what is looked at to learn or to measure, and the letters of a message."""


def constants() -> Iterator[tuple[str, object]]:
    package = ROOT / "symbolic_rl"
    for file in sorted(package.rglob("*.py")):
        where = file.relative_to(package).as_posix()
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.Assign):
                yield from _assigned(where, node.targets[0], node.value)
    for name, value in re.findall(
        r"^constant\((m(?:ax|ost)_\w+), ([\d_]+)\)", _text("prolog/resolve/constants.pl"), re.M
    ):
        yield f"prolog:{name}", int(value)


def _assigned(where: str, target: ast.expr, value: ast.expr) -> Iterator[tuple[str, object]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, each in zip(target.elts, value.elts, strict=True):
            yield from _assigned(where, one, each)
    elif isinstance(target, ast.Name) and LIMIT.match(target.id):
        yield f"{where}:{target.id}", eval(ast.unparse(value), {})


def _text(file: str) -> str:
    if not (ROOT / file).is_file():
        pytest.skip("needs the checkout")
    return (ROOT / file).read_text()


def rows() -> list[str]:
    lines = _text("docs/limits.md").splitlines()
    return [one[2:] for one in lines if one.startswith("| ") and not one.startswith("| limit")]


def written(value: object) -> set[str]:
    assert isinstance(value, int | float)
    whole = int(value)
    ways = {f"{whole:,}"}
    if whole % 2**20 == 0:
        ways.add(f"{whole // 2**20} MB")
    if whole.bit_length() > 40:
        power = whole.bit_length() if whole & 1 else whole.bit_length() - 1
        ways |= {f"2^{power}", f"2^{power} - 1"}
    return ways


def has(row: str, constant: str) -> bool:
    """Whether a row of the page is of a constant."""
    if constant in LISTED:
        return row.startswith(LISTED[constant])
    file, name = constant.split(":")
    return f"`{name}`" in row and (file == "prolog" or f"`symbolic_rl/{file}`" in row)


def test_each_limit_of_the_code_stands_on_the_page_with_its_number() -> None:
    found, others = dict(constants()), {*OTHERS.split()}
    assert found.keys() >= LISTED.keys() | others, "limits that are no more"
    for name in found.keys() - others:
        lines = [row for row in rows() if has(row, name)]
        assert len(lines) == 1, f"say where {name} belongs"
        assert any(re.search(rf"(?<![\d,]){re.escape(way)}(?!\d|,\d)", lines[0])
                   for way in written(found[name])), (name, found[name], lines)  # fmt: skip


SETTINGS = {
    "max_subproof_inferences": "inferences of the sub-proofs",
    "max_tokens": "tokens of a state",
    "max_pages": "turned pages of an episode",
    "n_candidates": "candidates shown on one page",
    "n_goals": "goals of a state in the policy's view",
}
ELSEWHERE = {
    # rows of the page with a test of their own: a name of the code
    "inferences of the builtin goals": "builtin_inferences",
    "inferences and turned pages": "max_inferences",
    "seconds": "timeout_s",
    "memory of the states": "DEFAULT_SHARE",
    "memory of a training run": "budget_bytes",
    "levels of a term in a text": "c_stack_per_bracket",
    "time without an answer from a worker of `multiprocess`": "worker_timeout_s",
    "symbols with a token of their own": "variable_base",
    "small integers": "integer_least",
    "names and numbers of a term of a proof": "terms_in_full",
    "inferences of a recorded search": "RECORDED",
    "goals and slots in the policy's view": "MAX_SHOWN",
    "sizes of a step of `--engine tensor`": "SLACK",
}


def test_each_row_of_the_page_is_of_a_limit_that_is_in_the_code() -> None:
    defaults = EnvConfig()
    for name, row in SETTINGS.items():
        (line,) = [one for one in rows() if one.startswith(row)]
        assert f"| {getattr(defaults, name):,}" in line, line
    named = (*SETTINGS.values(), *ELSEWHERE)
    of_code = dict(constants()).keys() - {*OTHERS.split()}
    others = [row for row in rows() if not any(has(row, name) for name in of_code)]
    assert [row for row in others if not row.startswith(named)] == []
    sources = [*(ROOT / "symbolic_rl").rglob("*.py"), *(ROOT / "prolog").rglob("*.pl")]
    code = "\n".join(file.read_text() for file in sources)
    assert [name for name in ELSEWHERE.values() if name not in code] == []


def test_files_and_flags_that_the_page_names_are_there() -> None:
    text = _text("docs/limits.md")
    for name, file in re.findall(r"`(\w+)` in `([\w/.]+)`", text):
        assert name in _text(file), (name, file)
    flags = "\n".join(file.read_text() for file in (ROOT / "symbolic_rl").rglob("*.py"))
    for flag in set(re.findall(r"`--([a-z-]+)", text)):
        assert flag.replace("-", "_") in flags, flag
