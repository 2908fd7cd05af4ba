"""The differential checks notice when engine, searches or steps are broken: mutants are killed."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from symbolic_rl.base.files import PROLOG_DIR

TESTS = Path(__file__).absolute().parent

ENGINE = {
    "hidden facts are used": ("resolve/resolution.pl", "(   Hidden =:= 0", "(   true"),
    "negation that reaches its limit succeeds": (
        "resolve/resolution.pl", "    ->  count(#subproof_limits, Context),\n        fail",
        "    ->  true",
    ),
    "cuts are ignored": ("resolve/resolution.pl", ";   cut_of(Clause,", ";   fail, cut_of(Clause,"),
    "numbers are cut to 15 digits": (
        "resolve/tokens.pl", "    number_codes(Term, TermCodes),\n    literal(",
        "    format(codes(TermCodes), '~15|~15d', [0]),\n    literal(",
    ),
    "in C variables get the same token": (
        "core/candidates.c", "VARIABLE_BASE + to->n_variables++", "VARIABLE_BASE + to->n_variables",
    ),
    "in C clauses come in the wrong order": (
        "core/resolve.c", "&clauses->clauses[list[k]]", "&clauses->clauses[list[n - 1 - k]]",
    ),
    "in C hidden facts are used": ("core/resolve.c", "if ( is_hidden(s, clause) || ", "if ( "),
    "in C no constant matches a variable": (
        "core/resolve.c", "keys[k] >= 0 && keys[k] != token", "keys[k] != token"
    ),
    "in C the occurs check is dropped": (
        "core/heap.c", "TAG(word) == COMPOUND && occurs(s, variable, word, 0)", "0",
    ),
    "in C a built term shares one other alone": (
        "core/heap.c", "k < s->n_shared; k++", "k < s->n_shared && !k; k++",
    ),
    "in C terms that unify are identical": (
        "core/builtins.c", "!is_same(s, a, b);", "!is_unifiable(s, a, b);",
    ),
    "in C a constraint is never violated": (
        "core/delays.c", "? OPEN_STILL : FAILS_NOW", "? OPEN_STILL : OPEN_STILL",
    ),
    "in C negation always succeeds": (
        "core/proofs.c", "return !prove_once(", "return 1 + prove_once(",
    ),
    "in C an index puts clauses with a variable last": (
        "core/clauses.c", "any[j].place < keyed[i].place", "0",
    ),
    "in C duplicates of facts are not known": (
        "core/programs.c", "(t_twin, &clause.twin)", "(t_twin, &clause.n_goals)",
    ),
    "in C a compound has the token of an atom": (
        "core/symbols.c", "? *slot_of(symbols, name, arity)", "? *slot_of(symbols, name, 0)",
    ),
    "from C strings are atoms": (
        "core/terms.c", "put_literal(to, STRING_LITERAL, t, CVT_STRING)",
        "put_literal(to, ATOM_LITERAL, t, CVT_STRING)",
    ),
    "the first candidate from Prolog of a later page is skipped": (
        "core/crossing.c", "nth < t->first[i]", "nth < t->first[i] + !!t->first[i]",
    ),
    "numbers for Python are too large": (
        "core/loading.c", "Sputcode(number >> 14,", "Sputcode(1 + (number >> 14),",
    ),
    "a constant is not the one of Prolog": (
        "core/core.c", "PL_INT, (int)name)", "PL_INT, 1 + name)",
    ),
}  # fmt: skip
"""File, old text and new text of each mutant of the engine."""
SEARCHES = {
    "a tenth of the temperature gives no choice a chance": (
        "core/chances.c", "(square * square) * square;", "0;",
    ),
    "the likeliest choice has no lead": ("core/chances.c", "if ( others <= most )", "if ( 1 )"),
    "a page is asked for that the policy does not know": (
        "core/chances.c", "choices->has_more && t->knows_pages", "choices->has_more",
    ),
    "the structure part has no say of its own": (
        "core/chances.c", "mix->has_structure ? exp(", "0 ? exp(",
    ),
    "a state that costs more than its variant waits too": (
        "core/levin.c", "if ( !(cost < (state ? state->cheapest : INFINITY)) )", "if ( 0 )",
    ),
    "a variant met at the same level is searched again": (
        "core/deepening.c", "state->cheapest <= level )", "state->cheapest < level )",
    ),
    "whatever was expanded is an ancestor": (
        "core/tree.c", "return node == wanted;", "return 1;",
    ),
    "memory that was given back is given out twice": (
        "core/memory.c", "    *list = (*list)->next;", "    ;",
    ),
    "a page keeps no place for the action more": (
        "core/batch.c", "capacity = b->more[i] ? limit - 1 : limit", "capacity = limit",
    ),
    "a variable of an index takes another term each time": (
        "core/flat.c", "!is_same(t->values[variable], at)", "0",
    ),
    "a given unit is combined with none before it": (
        "core/bottom_up.c", "(goal < j->place || unit != j->given)", "goal > j->place",
    ),
    "all variables of a waiting state are one": (
        "core/entries.c", "? PACKED_VARIABLE + variable", "? PACKED_VARIABLE",
    ),
    "of equal states the youngest comes first": (
        "core/queue.c", "a->tie < b->tie", "a->tie > b->tie",
    ),
    "the way to an answer ends at the first candidate": (
        "core/search.c", "answer_ordinal = ordinal;", "answer_ordinal = 0;",
    ),
    "a kind of choices that fails costs nothing": (
        "core/shortening.c", "(counts[HAS_FAILED] / (n + UNKNOWN))", "0",
    ),
    "no choice has ever failed": (
        "core/shortening.c", "*has_failed = 1;", "*has_failed = 0;",
    ),
    "a turn in a thread may take an inference more": (
        "core/crew.c", "run, search, most, number }", "run, search, most + 1, number }",
    ),
}  # fmt: skip
"""Mutants of the searches, in the same way."""
NETWORK = {
    "goals behind are encoded as the selected one": (
        "core/network.c", "place ? net->behind : net->selected", "net->selected",
    ),
    "no candidate is the last one": (
        "core/structure.c", "row[IS_LAST] = flag(i == n - 1);", "row[IS_LAST] = flag(i == n);",
    ),
}  # fmt: skip
"""Mutants of the policy, in the same way."""
STEPS = {
    "whoever refuses is right": (
        "core/step.c", "is_refused = !s->label[p->query[row]];", "is_refused = 1;",
    ),
    "a new state keeps the number of pages turned": (
        "core/moves.c", "      p->turned[row] = 0;\n", "",
    ),
    "a derivation may take an inference more": (
        "core/moves.c", "p->inferences[row] >= p->max_inferences",
        "p->inferences[row] > p->max_inferences",
    ),
    "only neighbouring variants are merged": (
        "core/windows.c", "if ( has_hash(t->hashes + 2 * first, j - first, hash) )",
        "if ( j > first && has_hash(t->hashes + 2 * (j - 1), 1, hash) )",
    ),
    "goals are left out without an ellipsis": (
        "core/views.c", "if ( too_many && g == view->n_goals - 1 )", "if ( 0 )",
    ),
    "to turn a page is a step of a proof": (
        "core/frames.c", "f->step += *slot >= 0;", "f->step++;",
    ),
    "a row plays the same query in each episode": (
        "core/draw.c", "d->keys[row] ^ (uint64_t)episode", "d->keys[row]",
    ),
    "the first part of a step is not finished": (
        "core/threads.c", "{ step_finish(job->steps[i]);", "{ if ( i ) step_finish(job->steps[i]);",
    ),
    "states of the same length have the same hash": (
        "core/hash.c", "(uint64_t)(uint32_t)tokens[i] + 1", "1",
    ),
}  # fmt: skip
"""Mutants of steps and views, in the same way."""
MUTANTS = {"engine": ENGINE, "searches": SEARCHES, "steps": STEPS, "network": NETWORK}


class Checks:
    """The checks, on a copy of ``prolog/`` whose files a test may change for a while."""

    def __init__(self, folder: Path) -> None:
        self.prolog = Path(shutil.copytree(PROLOG_DIR, folder / "prolog"))
        self._errors = folder / "errors"
        self._process = subprocess.Popen(
            [sys.executable, str(TESTS / "checks_for_mutants.py"), str(self.prolog)],
            env={**os.environ, "PYTHONPATH": str(TESTS.parent)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, check: str) -> tuple[int, str]:
        """Return the exit code of a check, and its errors."""
        self._errors.write_text("")
        assert self._process.stdin and self._process.stdout
        print(check, self._errors, file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline()), self._errors.read_text()

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


@pytest.fixture(scope="module")
def checks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checks]:
    with closing(Checks(tmp_path_factory.mktemp("mutants"))) as made:
        yield made


@pytest.mark.parametrize("check", MUTANTS)
def test_the_files_as_they_are_pass_the_checks(check: str, checks: Checks) -> None:
    code, errors = checks.run(check)
    assert code == 0, errors


@pytest.mark.parametrize(
    ("check", "mutant"), [(check, mutant) for check in MUTANTS for mutant in MUTANTS[check]]
)
def test_a_mutant_is_killed(check: str, mutant: str, checks: Checks) -> None:
    name, old, new = MUTANTS[check][mutant]
    file = checks.prolog / name
    text = file.read_text(encoding="utf-8")
    assert old in text, "the mutant is out of date"
    try:
        file.write_text(text.replace(old, new), encoding="utf-8")
        code, errors = checks.run(check)
    finally:
        file.write_text(text, encoding="utf-8")
    assert code == 1, errors
    assert "CalledProcessError" not in errors, "it does not compile"
