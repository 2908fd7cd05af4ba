"""The differential checks notice when the engine is broken: every mutant is killed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from symbolic_rl.base.files import PROLOG_DIR

TESTS = Path(__file__).absolute().parent
RES = "Module:res(Goal, Goals, Rest, Clause)"

MUTANTS = {
    "the occurs check of a repeated head variable is dropped": (
        "resolve/resolution.pl", "acyclic_term(Goal)", "true",
    ),
    "the occurs check of builtins is dropped": (
        "resolve/resolution.pl", "    ->  acyclic_term(Term)", "    ->  true",
    ),
    "clauses are not renamed apart from the goals behind": (
        "resolve/resolution.pl", f";   {RES}\n",
        f";   {RES},\n        term_variables(Goal-Rest, Old),\n"
        "        term_variables(Goals, All),\n"
        "        (   Old = [One|_], last(All, New), \\+ ( member(V, Old), V == New )\n"
        "        ->  One = New\n        ;   true\n        )\n",
    ),
    "clauses come in the wrong order": (
        "resolve/resolution.pl", f";   {RES}\n",
        ";   findall(C, Module:res(Goal, _, _, C), Cs),\n        reverse(Cs, Reversed),\n"
        f"        member(Clause, Reversed),\n        {RES}\n",
    ),
    "clauses of flat programs come in the wrong order": (
        "wire/flat.pl", "    assertz(Module:Fact).", "    asserta(Module:Fact).",
    ),
    "the body goes behind the rest": (
        "resolve/resolution.pl", f";   {RES}\n",
        ";   Module:res(Goal, Body, [], Clause),\n        append(Rest, Body, Goals)\n",
    ),
    "hidden facts are used": ("resolve/resolution.pl", "(   Hidden =:= 0", "(   true"),
    "hidden facts are used in flat programs": (
        "wire/flat.pl", "visible(0, _, _) :- !.", "visible(_, _, _) :- !.",
    ),
    "duplicates of hidden facts are used": (
        "resolve/resolution.pl", "\\+ Module:twin(Clause, Hidden)", "true",
    ),
    "negation always succeeds": ("resolve/resolution.pl", ";   Outcome == none", ";   true"),
    "negation that reaches its limit succeeds": (
        "resolve/resolution.pl", "    ->  count(#negation_limits, Context),\n        fail",
        "    ->  true",
    ),
    "cuts are ignored": (
        "resolve/resolution.pl", "    (   Guards == true\n    ->  copy_term(Goal, Called),",
        "    (   Guards == never\n    ->  copy_term(Goal, Called),",
    ),
    "conditions have all their solutions": (
        "resolve/resolution.pl", "run(once, '$once'(Goals), Context) :-\n",
        "run(once, '$once'(Goals), Context) :-\n    proof_of(Goals, Context).\n"
        "run(never, '$once'(Goals), Context) :-\n",
    ),
    "builtins go before the program's own definitions": (
        "resolve/resolution.pl", "    \\+ overridden(Goal, Context),\n", "",
    ),
    "builtin errors are not counted": (
        "resolve/resolution.pl", "    ->  count(#builtin_errors, Context),\n        fail\n",
        "    ->  fail\n",
    ),
    "the first candidate of a later page is skipped": (
        "wire/wire.pl", "N0 >= First", "( First =:= 0 -> true ; N0 > First )",
    ),
    "the first candidate of a later page of a flat program is skipped": (
        "wire/flat.pl", "N0 >= First", "( First =:= 0 -> true ; N0 > First )",
    ),
    "all variables get the same token": (
        "resolve/tokens.pl", "Token1 is Token+1", "Token1 = Token",
    ),
    "numbers are cut to 15 digits": (
        "resolve/tokens.pl", "    number_codes(Term, TermCodes),\n    literal(",
        "    format(codes(TermCodes), '~15|~15d', [0]),\n    literal(",
    ),
    "different terms of flat programs count as unifiable": (
        "wire/flat.pl", "run(11, [X,Y|Tokens], Tokens) :- X \\= Y.",
        "run(11, [_,_|Tokens], Tokens).",
    ),
    "variables of flat programs are identical where they unify": (
        "wire/flat.pl", "X \\== Y.", "X \\= Y.",
    ),
}  # fmt: skip
"""File, old text and new text of each mutant."""


def run_checks(prolog: Path) -> subprocess.CompletedProcess[str]:
    """Run the checks on a copy of the engine's Prolog files."""
    return subprocess.run(
        [sys.executable, str(TESTS / "checks_for_mutants.py"), str(prolog)],
        env={**os.environ, "PYTHONPATH": str(TESTS.parent)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.fixture
def prolog(tmp_path: Path) -> Path:
    """A copy of the engine's Prolog files."""
    return Path(
        shutil.copytree(PROLOG_DIR, tmp_path / "prolog", ignore=shutil.ignore_patterns("*.so"))
    )


def test_the_engine_as_it_is_passes_the_checks(prolog: Path) -> None:
    done = run_checks(prolog)

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_mutant_is_killed(mutant: str, prolog: Path) -> None:
    name, old, new = MUTANTS[mutant]
    text = (prolog / name).read_text(encoding="utf-8")
    assert old in text, "the mutant is out of date"
    (prolog / name).write_text(text.replace(old, new), encoding="utf-8")
    done = run_checks(prolog)

    assert done.returncode == 1 and "AssertionError" in done.stderr, done.stderr
