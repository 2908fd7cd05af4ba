"""The laws of one resolution step, for every wire."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rl.config import EnvConfig
from symbolic_rl.engine import ENGINES
from symbolic_rl.engine import make_engine as make_named_engine
from symbolic_rl.engine.program import FIRST_CLAUSE, Program
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.engine.tokens import VARIABLE_BASE, TokenBatch
from symbolic_rl.errors import ConfigError, ProgramError
from tests.exhaustion import answers_in_order, children, decoded
from tests.problems import (
    after,
    expand,
    listed,
    losses,
    make_engine,
    make_program,
    needs_compiled_wire,
    roots,
    same_expansions,
    text,
)
from tests.strategies import Case, wild_programs

WIRES = [pytest.param("general"), pytest.param("c", marks=needs_compiled_wire)]
PATHS = ["flat", *WIRES]
every_wire = pytest.mark.parametrize("wire", WIRES)
every_path = pytest.mark.parametrize("wire", PATHS)


def candidates(
    folder: Path, program: str, goal: str, *, wire: str = "general", **settings: object
) -> tuple[list[list[str]], dict[str, int]]:
    """The goals of each candidate of the goal, and how many were lost, by cause."""
    loaded = make_program(folder, program, goal)
    engine = make_engine(loaded, wire=wire, answers=False, **settings)
    states = after(engine, roots(loaded, answers=False), 0)
    page = expand(engine, states)
    return [text(loaded, state) for state in listed(page.candidates)], losses(page)


@every_path
def test_candidates_come_in_program_order(wire: str, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(X, b).\np(a, X) :- q.\np(c, b).\np(a, b).\nq.", "p(a, b)")
    engine = make_engine(program, wire=wire)
    page = expand(engine, after(engine, roots(program), 0))

    assert page.clauses.tolist() == [FIRST_CLAUSE, FIRST_CLAUSE + 1, FIRST_CLAUSE + 3]


@every_path
def test_a_candidate_is_the_body_before_the_rest_under_the_unifier(
    wire: str, tmp_path: Path
) -> None:
    goals, _ = candidates(
        tmp_path,
        "p(X, Y) :- q(Y, Z), r(Z, X).\nq(a, b).\nr(a, b).",
        "p(U, a), q(U, V)",
        wire=wire,
    )

    assert goals == [["q(a,_0)", "r(_0,_1)", "q(_1,_2)"]]


@every_path
def test_clauses_are_renamed_apart(wire: str, tmp_path: Path) -> None:
    goals, _ = candidates(tmp_path, "p(X) :- p(Y), q(X, Y).\nq(a, a).", "p(Y), q(Y, X)", wire=wire)

    assert goals == [["p(_0)", "q(_1,_0)", "q(_1,_2)"]]


@every_path
def test_variants_have_the_same_tokens_and_others_do_not(wire: str, tmp_path: Path) -> None:
    rules = "p(1) :- q(X, Y), q(Y, X).\np(2) :- q(Z, A), q(A, Z).\np(3) :- q(X, Y), q(X, Y)."
    program = make_program(tmp_path, f"{rules}\nq(a, b).", "p(N)")
    engine = make_engine(program, wire=wire, answers=False)
    page = expand(engine, after(engine, roots(program, answers=False), 0))
    one, two, three = listed(page.candidates)

    assert one == two != three
    assert (page.hashes[0] == page.hashes[1]).all() and (page.hashes[0] != page.hashes[2]).all()


@every_path
def test_the_answer_is_carried_and_never_selected(wire: str, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(a, X) :- q(X).\nq(b).\nq(X).", "p(X, Y)")
    engine = make_engine(program, wire=wire)
    final = expand(engine, after(engine, roots(program), 0, 0)).candidates

    assert [text(program, state) for state in listed(final)] == [
        ["'$answer'(a,b)"],
        ["'$answer'(a,_0)"],
    ]


@every_wire
def test_builtins_in_front_run_at_once(wire: str, tmp_path: Path) -> None:
    program = "p(X) :- Y is X + 1, Y > 2, q(Y), Z is Y * 2.\nq(N).\nr(N)."
    goals, lost = candidates(tmp_path, program, "p(5)", wire=wire)

    assert goals == [["q(6)", "is(_0,'*'(6,2))"]] or goals == [["q(6)", "'is'(_0,'*'(6,2))"]]
    assert lost == {}


@every_wire
def test_builtins_behind_the_body_run_when_they_come_to_the_front(
    wire: str, tmp_path: Path
) -> None:
    goals, _ = candidates(
        tmp_path, "p(1).\np(2).\nq(a).", "p(X), X > 1, Y is X + 1, q(Y)", wire=wire
    )

    assert goals == [["q(3)"]]


@every_path
def test_a_failing_builtin_removes_the_candidate_and_counts_nothing(
    wire: str, tmp_path: Path
) -> None:
    goals, lost = candidates(
        tmp_path, "p(X) :- X == b.\np(X) :- X \\= a.\np(X) :- fail.\np(X) :- X = a.", "p(a)",
        wire=wire,
    )  # fmt: skip

    assert (goals, lost) == ([[]], {})


@every_wire
@pytest.mark.parametrize(
    "body", ["Y is X + 1", "X < 1", "atom_length(X, N)", "length(L, a)", "Y is foo + 1", "2 > foo"]
)
def test_builtin_errors_remove_the_candidate_and_are_counted(
    wire: str, body: str, tmp_path: Path
) -> None:
    goals, lost = candidates(
        tmp_path, f"p(X) :- {body}.\np(X).\np(X) :- {body}.", "p(X)", wire=wire
    )

    assert (goals, lost) == ([[]], {"builtin_errors": 2})


@every_wire
def test_nondeterministic_builtins_give_a_candidate_for_each_solution(
    wire: str, tmp_path: Path
) -> None:
    goals, _ = candidates(
        tmp_path, "p(X) :- between(1, 3, X), X =\\= 2, between(X, 3, Y), q(X, Y).\nq(1, 1).",
        "p(X)", wire=wire,
    )  # fmt: skip

    assert goals == [["q(1,1)"], ["q(1,2)"], ["q(1,3)"], ["q(3,3)"]]


@every_wire
def test_infinitely_many_solutions_are_paged(wire: str, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(X) :- between(1, inf, X), q(X).\nq(1).", "p(X)")
    engine = make_engine(program, wire=wire, answers=False)
    states = after(engine, roots(program, answers=False), 0)
    page = expand(engine, states, limit=4, offset=1000)

    assert [text(program, s) for s in listed(page.candidates)] == [
        [f"q({n})"] for n in (1001, 1002, 1003, 1004)
    ]
    assert page.more.tolist() == [True]


@every_wire
def test_a_generator_that_finds_nothing_more_stops_at_its_limit_and_is_counted(
    wire: str, tmp_path: Path
) -> None:
    program = "p(X) :- between(1, inf, X), X < 3.\np(0)."
    goals, lost = candidates(tmp_path, program, "p(X)", wire=wire)

    assert (goals, lost) == ([[], [], []], {"inference_limits": 1})


@every_wire
def test_negation_keeps_what_cannot_be_proved(wire: str, tmp_path: Path) -> None:
    program = "p(X) :- \\+ q(X).\nq(X) :- r(X), X > 1.\nr(1).\nr(2)."

    assert candidates(tmp_path, program, "p(1)", wire=wire) == ([[]], {})
    assert candidates(tmp_path, program, "p(2)", wire=wire) == ([], {})
    assert candidates(tmp_path, program, "p(X)", wire=wire) == ([], {})


@every_wire
def test_negation_binds_nothing(wire: str, tmp_path: Path) -> None:
    goals, _ = candidates(
        tmp_path, "p(X, Y) :- \\+ \\+ q(X), r(X, Y).\nq(a).\nr(a, b).", "p(X, X)", wire=wire
    )

    assert goals == [["r(_0,_0)"]]


@every_wire
@pytest.mark.parametrize("loop", ["l(X) :- l(X).", "l(X) :- l(f(X)).", "l(X) :- l(X), l(X)."])
@pytest.mark.parametrize("goal", ["\\+ l(a)", "\\+ \\+ l(a)", "\\+ ( l(a), fail )"])
def test_negation_that_reaches_its_limit_is_counted_and_never_a_yes(
    wire: str, loop: str, goal: str, tmp_path: Path
) -> None:
    goals, lost = candidates(
        tmp_path, f"p :- {goal}.\n{loop}", "p", wire=wire, negation_inferences=5000
    )

    assert (goals, lost) == ([], {"negation_limits": 1})


@every_wire
def test_an_error_inside_negation_is_counted_and_never_a_yes(wire: str, tmp_path: Path) -> None:
    program = "p(X) :- \\+ q(X).\nq(X) :- X > foo."

    assert candidates(tmp_path, program, "p(1)", wire=wire) == ([], {"builtin_errors": 1})


@every_path
def test_a_hidden_fact_is_hidden_with_its_duplicates(wire: str, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(a, X).\np(b, X).\np(a, Y).\np(Z, c).", "p(a, Y)")
    engine = make_engine(program, wire=wire, answers=False)
    states = after(engine, roots(program, answers=False), 0)

    assert expand(engine, states, hidden=0).clauses.tolist() == [4, 6, 7]
    assert expand(engine, states, hidden=4).clauses.tolist() == [7]
    assert expand(engine, states, hidden=7).clauses.tolist() == [4, 6]


@every_wire
def test_a_hidden_fact_is_hidden_inside_negation(wire: str, tmp_path: Path) -> None:
    program = make_program(
        tmp_path, "q(a).\nq(a).\np(X) :- \\+ q(X).\nr(X) :- \\+ ( X = a, q(X) ).", "p(a)", "r(a)"
    )
    engine = make_engine(program, wire=wire, answers=False)
    states = after(engine, roots(program, answers=False), 0)

    assert expand(engine, states, hidden=0).counts.tolist() == [0, 0]
    assert expand(engine, states, hidden=4).counts.tolist() == [1, 1]


@every_path
def test_each_state_has_its_own_hidden_fact(wire: str, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(a).\np(b).\np(c).", "p(X)")
    engine = make_engine(program, wire=wire, answers=False)
    state = after(engine, roots(program, answers=False), 0)
    page = expand(engine, TokenBatch.of(listed(state) * 4), hidden=np.array([0, 4, 5, 6]))

    assert page.counts.tolist() == [3, 2, 2, 2]
    assert page.clauses.tolist() == [4, 5, 6, 5, 6, 4, 6, 4, 5]


@every_wire
def test_a_loaded_query_hides_its_own_fact(wire: str, tmp_path: Path) -> None:
    program = make_program(
        tmp_path, "p(a).\np(X).\np(b).\np(a).", "p(b)", "p(a)", "p(Z)", "p(c)", "(p(a), p(b))",
        hide_query=True,
    )  # fmt: skip

    assert [query.hidden for query in program.queries] == [6, 4, 5, 0, 0]


@every_wire
def test_the_occurs_check_is_made(wire: str, tmp_path: Path) -> None:
    program = "p(X, X).\np(X, f(Y)) :- q.\nq."

    assert candidates(tmp_path, program, "p(X, f(X))", wire=wire)[0] == [["q"]]
    assert candidates(tmp_path, program, "p(X, Y)", wire=wire)[0] == [[], ["q"]]


@every_wire
def test_the_occurs_check_is_made_in_builtins_and_sub_proofs(wire: str, tmp_path: Path) -> None:
    program = (
        "a(X) :- X = f(X).\nb(X) :- X \\= f(X).\nc(X) :- \\+ X = f(X).\n"
        "d(X) :- \\+ same(X, f(X)).\ne(X) :- ( X = f(X) -> fail ; true ).\nsame(X, X)."
    )
    found = {}
    for name in "abcde":
        goal = f"{name}(X)"
        loaded = make_program(tmp_path / name, program, goal)
        engine = make_engine(loaded, wire=wire)
        start = tuple(loaded.queries[0].root(answers=True).tolist())
        found[name] = len(answers_in_order(engine, start))

    assert found == {"a": 0, "b": 1, "c": 1, "d": 1, "e": 1}


@every_wire
def test_a_disjunction_is_one_step_with_a_candidate_for_each_branch(
    wire: str, tmp_path: Path
) -> None:
    program = make_program(tmp_path, "p(X) :- ( q(X) ; r(X) ; X = c ).\nq(a).\nr(b).", "p(X)")
    engine = make_engine(program, wire=wire, answers=False)
    states = after(engine, roots(program, answers=False), 0, 0)
    page = expand(engine, states)
    kinds = {clause.id: clause.kind for clause in program.clauses}

    assert [text(program, s) for s in listed(page.candidates)] == [["q(_0)"], ["r(_0)"], []]
    assert {kinds[clause] for clause in page.clauses.tolist()} == {"or"}


@every_wire
@pytest.mark.parametrize(("value", "branch"), [("3", "big"), ("1", "small"), ("2", "small")])
def test_an_if_then_else_takes_one_branch(
    wire: str, value: str, branch: str, tmp_path: Path
) -> None:
    program = "p(X) :- ( X > 2 -> big(X) ; small(X) ).\nbig(3).\nsmall(2)."
    loaded = make_program(tmp_path, program, f"p({value})")
    engine = make_engine(loaded, wire=wire, answers=False)
    states = after(engine, roots(loaded, answers=False), 0, 0)
    page = expand(engine, states)

    assert [text(loaded, s) for s in listed(page.candidates)] == [[f"{branch}({value})"]]


@every_wire
def test_a_condition_runs_once(wire: str, tmp_path: Path) -> None:
    program = "p(X) :- ( between(2, 9, X) -> q(X) ; q(0) ).\nq(X)."
    loaded = make_program(tmp_path, program, "p(X)")
    engine = make_engine(loaded, wire=wire, answers=False)
    page = expand(engine, after(engine, roots(loaded, answers=False), 0, 0))

    assert [text(loaded, s) for s in listed(page.candidates)] == [["q(2)"]]


@every_wire
def test_a_cut_behind_tests_shuts_out_the_later_clauses(wire: str, tmp_path: Path) -> None:
    program = "p(X) :- X > 2, !, q(big).\np(X) :- X > 1, !, q(middle).\np(X) :- q(small).\nq(a)."

    assert candidates(tmp_path, program, "p(3)", wire=wire)[0] == [["q(big)"]]
    assert candidates(tmp_path, program, "p(2)", wire=wire)[0] == [["q(middle)"]]
    assert candidates(tmp_path, program, "p(1)", wire=wire)[0] == [["q(small)"]]


@every_wire
def test_a_cut_shuts_out_only_goals_that_match_its_head(wire: str, tmp_path: Path) -> None:
    program = "p(a, Y) :- !, q(1).\np(X, Y) :- q(2).\nq(a)."

    assert candidates(tmp_path, program, "p(a, b)", wire=wire)[0] == [["q(1)"]]
    assert candidates(tmp_path, program, "p(b, b)", wire=wire)[0] == [["q(2)"]]
    assert candidates(tmp_path, program, "p(X, b)", wire=wire)[0] == [["q(1)"]]


@every_wire
def test_a_query_may_be_a_conjunction_that_starts_with_a_builtin(wire: str, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(1).\np(2).", "between(2, 4, X), p(X)", "X < 1, p(X)")
    engine = make_engine(program, wire=wire)
    page = expand(engine, roots(program))

    assert [text(program, s) for s in listed(page.candidates)] == [
        [f"p({n})", f"'$answer'({n})"] for n in (2, 3, 4)
    ]
    assert [losses(page, row) for row in (0, 1)] == [{}, {"builtin_errors": 1}]


@every_wire
def test_a_programs_own_definition_goes_before_a_builtin(wire: str, tmp_path: Path) -> None:
    program = "plus(o, Y, Y).\nplus(s(X), Y, s(Z)) :- plus(X, Y, Z)."
    loaded = make_program(tmp_path, program, "plus(X, Y, s(o))")
    engine = make_engine(loaded, wire=wire)
    finals = answers_in_order(engine, tuple(loaded.queries[0].root(answers=True).tolist()))

    assert [text(loaded, s) for s in finals] == [["'$answer'(o,s(o))"], ["'$answer'(s(o),o)"]]
    assert loaded.overrides == ["plus/3"]


@every_path
@given(n=st.integers(0, 30), limit=st.integers(1, 12), seed=st.integers(0, 9))
@settings(max_examples=40)
def test_paging_neither_skips_nor_repeats(
    wire: str, n: int, limit: int, seed: int, tmp_path: Path
) -> None:
    facts = "".join(f"p({(i * 7 + seed) % 5}).\n" for i in range(n))
    program = make_program(tmp_path, f"p(none) :- fail.\n{facts}", "p(X)")
    engine = make_engine(program, wire=wire)
    state = tuple(after(engine, roots(program), 0)[0].tolist())
    whole = expand(engine, TokenBatch.of([state]), limit=1000)
    paged = children(engine, [state], limit=limit)[0]

    assert whole.counts.tolist() == [n] and not whole.more.any()
    assert [child.state for child in paged] == listed(whole.candidates)
    assert [child.clause for child in paged] == whole.clauses.tolist() == list(range(5, 5 + n))


@every_path
@given(n=st.integers(1, 9), limit=st.integers(1, 9), offset=st.integers(0, 12))
def test_more_is_true_just_where_candidates_are_behind_the_page(
    wire: str, n: int, limit: int, offset: int, tmp_path: Path
) -> None:
    program = make_program(tmp_path, "".join(f"p({i}).\n" for i in range(n)), "p(X)")
    engine = make_engine(program, wire=wire)
    page = expand(engine, after(engine, roots(program), 0), limit=limit, offset=offset)

    assert page.counts.tolist() == [min(limit, max(0, n - offset))]
    assert page.more.tolist() == [n > offset + limit]


@every_path
@settings(max_examples=40)
@given(case=wild_programs())
def test_a_state_is_expanded_alike_alone_and_among_others(
    wire: str, case: Case, tmp_path: Path
) -> None:
    program = make_program(tmp_path, case.program, case.goal)
    engine = make_engine(program, wire=wire)
    states = expand(engine, after(engine, roots(program)), limit=5).candidates
    states = states.take(np.flatnonzero(states.goal_counts()))
    page = expand(engine, states, limit=3)
    same_expansions(page, expand(engine, states, limit=3))
    order = np.arange(len(states))[::-1].copy()
    backwards = expand(engine, states.take(order), limit=3)

    assert backwards.counts.tolist() == page.counts[::-1].tolist()
    for i in range(len(states)):
        alone = expand(engine, states.take(np.array([i])), limit=3)
        rows = slice(page.counts[:i].sum(), page.counts[: i + 1].sum())
        assert listed(alone.candidates) == listed(page.candidates)[rows]
        assert alone.lost[0].tolist() == page.lost[i].tolist()


def test_rows_choose_among_the_states(tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(a).\np(b).\nq(c).", "p(X)", "q(X)")
    engine = make_engine(program)
    states = after(engine, roots(program), 0)
    zeros = np.zeros(3, np.int64)
    page = engine.expand(states, np.array([1, 0, 1]), hidden=zeros, limit=9, offset=zeros)

    assert page.counts.tolist() == [1, 2, 1]


def test_distinct_states_have_distinct_hashes(tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(0).\np(s(X)) :- p(X), p(X).\np(f(X, Y)) :- p(Y).", "p(X)")
    engine = make_engine(program)
    frontier, seen = [tuple(roots(program)[0].tolist())], set()
    for _ in range(12):
        found = {c.state for cs in children(engine, frontier) for c in cs if c.state[0]}
        frontier = sorted(found - seen)[:500]
        seen |= found
    hashes = TokenBatch.of(sorted(seen)).hashes()

    assert len(seen) > 1000
    assert len({tuple(pair) for pair in hashes.tolist()}) == len(seen)
    assert len(set(hashes[:, 0].tolist())) == len(set(hashes[:, 1].tolist())) == len(seen)


def test_two_engines_of_one_program_keep_their_settings(tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(X, f(X)).\nq(X) :- p(X, X), r(X).\nr(a).", "q(X)")
    sound, unsound = make_engine(program), make_engine(program, occurs_check=False)
    states = after(sound, roots(program), 0, 0)

    assert not expand(sound, states).lost.any()
    assert expand(unsound, states).lost.sum() == 1
    assert not expand(sound, states).lost.any()


def test_programs_do_not_see_each_other(tmp_path: Path) -> None:
    one = make_program(tmp_path / "one", "p(a).\np(X) :- q(X).\nq(b).", "p(X)")
    two = make_program(tmp_path / "two", "q(c).\np(X) :- q(X).", "p(X)")
    found = []
    for program in (one, two, one):
        engine = make_engine(program)
        finals = answers_in_order(engine, tuple(program.queries[0].root(answers=True).tolist()))
        found.append([decoded(state, program.vocabulary)[1][1] for state in finals])

    assert found == [["a", "b"], ["c"], ["a", "b"]]


def test_variables_are_numbered_by_first_occurrence(tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(X, Y) :- q(Y, Z, X, Y).\nq(a, a, a, a).", "p(A, B)")
    engine = make_engine(program)
    state = listed(after(engine, roots(program), 0, 0))[0]

    assert [t - VARIABLE_BASE for t in state if t >= VARIABLE_BASE] == [0, 1, 2, 0, 2, 0]


def test_a_program_without_a_clause_for_a_goal_has_no_candidate(tmp_path: Path) -> None:
    for wire in ("general", "flat"):
        program = make_program(tmp_path, ":- dynamic(p/1).", "p(a)")
        engine = make_engine(program, wire=wire)

        assert expand(engine, after(engine, roots(program), 0)).counts.tolist() == [0]


@every_wire
def test_user_terms_are_not_taken_for_the_engines_own(wire: str, tmp_path: Path) -> None:
    program = make_program(
        tmp_path, "p('$query'([a])).\np('$not'([b])).\np('$once'(c)).\np(v(0, X)).", "p(X)"
    )
    engine = make_engine(program, wire=wire)
    finals = answers_in_order(engine, tuple(program.queries[0].root(answers=True).tolist()))

    assert [decoded(state, program.vocabulary)[1][1] for state in finals] == [
        "$query", "$not", "$once", "v",
    ]  # fmt: skip


def test_the_marker_of_numbered_variables_is_refused(tmp_path: Path) -> None:
    for term in ("'$variable'(7)", "'$variable'(X)"):
        with pytest.raises(ProgramError, match=r"\$variable"):
            make_program(tmp_path, f"p({term}).", "p(X)")
        with pytest.raises(ProgramError, match=r"\$variable"):
            make_program(tmp_path, "p(a).", f"p({term})")


@every_wire
def test_a_state_that_outgrows_memory_is_lost_and_counted(wire: str, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(X) :- p(f(X, X)).\nq(X) :- p(X).", "q(X)")
    engine = make_engine(program, wire=wire, answers=False)
    states = after(engine, roots(program, answers=False), 0, 0)
    for _ in range(40):
        page = expand(engine, states)
        if not page.counts[0]:
            break
        states = page.candidates

    assert losses(page) == {"size_limits": 1}


def test_an_unknown_engine_is_named_with_the_nearest(tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(a).", "p(X)")

    with pytest.raises(ConfigError, match="did you mean 'prolog'"):
        make_named_engine(program, EnvConfig(engine="prolgo"))
    assert isinstance(make_named_engine(program, EnvConfig()), PrologEngine)
    assert set(ENGINES) == {"prolog", "tensor"}
    assert isinstance(program, Program)
