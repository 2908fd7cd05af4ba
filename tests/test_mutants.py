"""The differential checks notice when engine or search is broken: every mutant is killed."""

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
    "the body goes behind the rest": (
        "resolve/resolution.pl", f";   {RES}\n",
        ";   Module:res(Goal, Body, [], Clause),\n        append(Rest, Body, Goals)\n",
    ),
    "hidden facts are used": ("resolve/resolution.pl", "(   Hidden =:= 0", "(   true"),
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
    "all variables get the same token": (
        "resolve/tokens.pl", "Token1 is Token+1", "Token1 = Token",
    ),
    "numbers are cut to 15 digits": (
        "resolve/tokens.pl", "    number_codes(Term, TermCodes),\n    literal(",
        "    format(codes(TermCodes), '~15|~15d', [0]),\n    literal(",
    ),
    "in C clauses come in the wrong order": (
        "wire/resolve.c", "&clauses->clauses[list[k]]", "&clauses->clauses[list[n - 1 - k]]",
    ),
    "in C hidden facts are used": ("wire/resolve.c", "if ( hidden && (", "if ( 0 && ("),
    "in C duplicates of hidden facts are used": (
        "wire/resolve.c", " || clause->twin == hidden", "",
    ),
    "in C the first candidate of a later page is skipped": (
        "wire/resolve.c", "seen++ >= t->first[i] )", "seen++ >= t->first[i] + !!t->first[i] )",
    ),
    "the first candidate from Prolog of a later page is skipped": (
        "wire/wire.c", "nth < target->first[state]",
        "nth < target->first[state] + !!target->first[state]",
    ),
    "in C the occurs check is dropped": (
        "wire/resolve.c", "TAG(word) == COMPOUND && occurs(s, variable, word, 0)", "0",
    ),
    "in C terms that unify are identical": (
        "wire/builtins.c", "case NOT_SAME: return !is_same(s, a, b, 0);",
        "case NOT_SAME: return !is_unifiable(s, a, b);",
    ),
}  # fmt: skip
"""File, old text and new text of each mutant of the engine."""
SEARCHES = {
    "the second reading of the policy is as sharp as the first": (
        "wire/levin.c", "sharp[1] = square * square * (square * square) * square;", "sharp[1] = x;",
    ),
    "a state that costs more than its variant waits too": (
        "wire/levin.c", "if ( !(cost < (state ? state->cheapest : INFINITY)) )", "if ( 0 )",
    ),
    "a variant met at the same level is searched again": (
        "wire/deepening.c", "state->cheapest <= level )", "state->cheapest < level )",
    ),
    "whatever was expanded is an ancestor": (
        "wire/tree.c", "return node == wanted;", "return 1;",
    ),
    "memory that was given back is given out twice": (
        "wire/pool.c", "    *list = (*list)->next;", "    ;",
    ),
    "a page keeps no place for the action more": (
        "wire/batch.c", "capacity = b->more[i] ? limit - 1 : limit", "capacity = limit",
    ),
}  # fmt: skip
"""Mutants of the searches, in the same way."""
STEPS = {
    "whoever refuses is right": (
        "wire/step.c", "is_refused = !s->label[p->query[row]];", "is_refused = 1;",
    ),
    "what was counted before the first decision is forgotten": (
        "wire/step.c", "s->counted[k] += start->counted[i * layout->n_counters + k];", ";",
    ),
    "a new state keeps the number of pages turned": (
        "wire/play.c", "      p->turned[row] = 0;\n", "",
    ),
    "a derivation may take an inference more": (
        "wire/play.c", "p->inferences[row] >= p->max_inferences",
        "p->inferences[row] > p->max_inferences",
    ),
    "only neighbouring variants are merged": (
        "wire/kernels.c", "if ( contains(t->hashes + 2 * first, j - first, hash) )",
        "if ( j > first && contains(t->hashes + 2 * (j - 1), 1, hash) )",
    ),
    "the loop check misses the state itself": (
        "wire/kernels.c", "t->history_length[row], hash) )", "t->history_length[row] - 1, hash) )",
    ),
    "goals are left out without an ellipsis": (
        "wire/kernels.c", "if ( too_many && g == view->n_goals - 1 )", "if ( 0 )",
    ),
}  # fmt: skip
"""Mutants of steps and views, in the same way."""


def run_checks(
    prolog: Path, script: str = "checks_for_mutants.py"
) -> subprocess.CompletedProcess[str]:
    """Run the checks of a script on a copy of ``prolog/``."""
    return subprocess.run(
        [sys.executable, str(TESTS / script), str(prolog)],
        env={**os.environ, "PYTHONPATH": str(TESTS.parent)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.fixture
def prolog(tmp_path: Path) -> Path:
    """A copy of the engine's files; the C core in it is compiled again where C was changed."""
    return Path(shutil.copytree(PROLOG_DIR, tmp_path / "prolog"))


def test_the_engine_as_it_is_passes_the_checks(prolog: Path) -> None:
    done = run_checks(prolog)

    assert done.returncode == 0, done.stderr


def mutate(prolog: Path, name: str, old: str, new: str) -> None:
    """Replace a text of a file."""
    text = (prolog / name).read_text(encoding="utf-8")
    assert old in text, "the mutant is out of date"
    (prolog / name).write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_mutant_is_killed(mutant: str, prolog: Path) -> None:
    mutate(prolog, *MUTANTS[mutant])
    done = run_checks(prolog)

    assert done.returncode == 1 and "AssertionError" in done.stderr, done.stderr


def test_the_searches_as_they_are_pass_the_checks(prolog: Path) -> None:
    done = run_checks(prolog, "search_checks_for_mutants.py")

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("mutant", SEARCHES)
def test_a_mutant_of_a_search_is_killed(mutant: str, prolog: Path) -> None:
    mutate(prolog, *SEARCHES[mutant])
    done = run_checks(prolog, "search_checks_for_mutants.py")

    assert done.returncode == 1 and "AssertionError" in done.stderr, done.stderr


def test_steps_as_they_are_pass_the_checks(prolog: Path) -> None:
    done = run_checks(prolog, "step_checks_for_mutants.py")

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("mutant", STEPS)
def test_a_mutant_of_a_step_is_killed(mutant: str, prolog: Path) -> None:
    mutate(prolog, *STEPS[mutant])
    done = run_checks(prolog, "step_checks_for_mutants.py")

    assert done.returncode == 1 and "AssertionError" in done.stderr, done.stderr
