"""Bottom-up search: the answers of searches from the goal, shared steps made once, sure ends."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.swipl import run
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.proofs.proof import verify
from symbolic_rl.proofs.prove import prove
from symbolic_rl.search import AnswerIterator, Limits, SearchResult, Space, find
from symbolic_rl.search.tree import BottomUpSearch
from tests.problems import make_problem
from tests.test_search import make_space

ENOUGH = Limits(max_inferences=200_000)
STEPS = Limits(max_inferences=2_000)
VARIABLES = ("X", "Y", "Z")
DETACHMENT = "t(Y) :- t(i(X, Y)), t(X).\n"
LUKASIEWICZ = "t(i(i(X, Y), i(i(Y, Z), i(X, Z)))).\nt(i(i(n(X), X), X)).\nt(i(X, i(n(X), Y))).\n"

terms = st.recursive(
    st.sampled_from(("a", "b", *VARIABLES, *VARIABLES)),
    lambda inner: inner.map("f({})".format),
    max_leaves=2,
)
atoms = st.one_of(
    st.builds("p({})".format, terms),
    st.builds("q({}, {})".format, terms, terms),
    st.builds("r({})".format, terms),
)
bodies = st.lists(atoms, max_size=2).map(", ".join)
clauses = st.builds(lambda head, body: f"{head}{' :- ' * bool(body)}{body}.\n", atoms, bodies)
pure_programs = st.lists(clauses, min_size=3, max_size=8).map(
    lambda drawn: ":- dynamic p/1, q/2, r/1.\n" + "".join(drawn)
)


def answers(space: Space, found: SearchResult) -> set[str]:
    """Return the goals of main/3 that were proved, as text."""
    proofs = (verify(space.engine, space.query, answer.choices) for answer in found.answers)
    return {next(one.goal for one in proof.lines if one.kind == "clause") for proof in proofs}


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(program=pure_programs, goal=st.lists(atoms, min_size=1, max_size=2).map(", ".join))
def test_answers_are_those_of_iterative_deepening_or_more_general(
    program: str, goal: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    program += f"main(X, Y, Z) :- {goal}.\n"
    space = make_space(tmp_path_factory.mktemp("program"), program, "main(X, Y, Z)")
    plain = find("iterative-deepening", space, answers=100, limits=STEPS)
    upward = AnswerIterator(BottomUpSearch(space), ENOUGH).take(100)

    found = {answer.key for answer in upward.answers}
    expected = {answer.key for answer in plain.answers}
    assert len(found) == len(upward.answers)
    for answer in upward.answers:
        assert verify(space.engine, space.query, answer.choices).inferences == len(answer.choices)
    if plain.ended == "exhausted":
        assert found <= expected
    if upward.complete:
        assert expected <= found
    if upward.ended == "saturated":
        general = answers(space, upward)
        for text in answers(space, plain):
            run(
                f"once((member(A, [{', '.join(f'({one})' for one in general)}]), "
                f"copy_term(A, B), subsumes_term(B, ({text}))))"
            )


def doubled(levels: int) -> str:
    """Return a program whose derivations double with each level."""
    return "t(0).\n" + "".join(f"t({n + 1}) :- t({n}), t({n}).\n" for n in range(levels))


def test_a_step_that_a_derivation_repeats_is_made_once(tmp_path: Path) -> None:
    space = make_space(tmp_path, doubled(14), "t(14)")
    found = find("bottom-up", space, limits=Limits(max_inferences=10_000_000))

    (answer,) = found.answers
    assert verify(space.engine, space.query, answer.choices).inferences == 2**15


def test_an_atom_keeps_its_shortest_derivation_so_far(tmp_path: Path) -> None:
    text = doubled(4) + "p :- t(4).\np :- d(5).\nd(0).\nlate(0).\ngoal :- p, late(9).\n"
    text += "".join(f"d({n + 1}) :- d({n}).\n" for n in range(5))
    text += "".join(f"late({n + 1}) :- late({n}).\n" for n in range(9))
    (answer,) = find("bottom-up", make_space(tmp_path, text, "goal"), limits=ENOUGH).answers
    assert len(answer.choices) == 2 + 7 + 10  # p by t(4) was found first, in 32 steps


def test_a_derivation_too_long_to_be_written_is_counted_as_lost(tmp_path: Path) -> None:
    space = make_space(tmp_path, doubled(30), "t(30)")
    found = find("bottom-up", space, limits=ENOUGH)

    assert (found.answers, found.ended, found.complete) == ((), "exhausted", False)
    assert found.counters["size_limits"] > 0


def test_what_no_search_from_the_goal_finds_is_found_from_the_facts(tmp_path: Path) -> None:
    file = tmp_path / "detachment.pl"
    file.write_text(DETACHMENT + LUKASIEWICZ)
    goal = "t(i(i(i(p, q), r), i(q, r)))"
    most = Limits(max_inferences=100_000)
    space = make_space(tmp_path, DETACHMENT + LUKASIEWICZ, goal)
    for name in ("iterative-deepening", "breadth-first", "unguided"):
        assert not find(name, space, limits=most).answers

    (proof,) = prove(file, goal, max_inferences=1_000_000)
    assert proof.found_by == "bottom-up"
    assert "t(i(i(i(p, q), r), i(q, r)))" in proof.text()


def test_a_search_that_leaves_out_instances_is_not_called_complete(tmp_path: Path) -> None:
    space = make_space(tmp_path, "p(X).\np(f(X)) :- q(X).\nq(a).\n", "p(X)")
    found = find("bottom-up", space, answers=9, limits=ENOUGH)

    assert verify(space.engine, space.query, found.answers[0].choices).answer == "true"
    assert (found.ended, found.complete) == ("saturated", False)
    assert find("iterative-deepening", space, answers=9).complete


def test_a_program_without_a_proof_is_exhausted(tmp_path: Path) -> None:
    text = "e(a, b).\ne(b, c).\nr(X, Y) :- r(X, Z), e(Z, Y).\nr(X, Y) :- e(X, Y).\n"
    space = make_space(tmp_path, text, "r(c, X)")
    assert find("bottom-up", space, answers=9, limits=ENOUGH).complete

    loop = make_space(tmp_path, text, "r(a, X), r(X, Y)")
    found = find("bottom-up", loop, answers=9, limits=ENOUGH)
    proofs = [verify(loop.engine, loop.query, one.choices) for one in found.answers]
    assert [proof.answer for proof in proofs] == ["X = b, Y = c"] and found.complete


@pytest.mark.parametrize("search", ["bottom-up", "swipl"])
def test_a_hidden_fact_and_its_twins_are_not_used(search: str, tmp_path: Path) -> None:
    text = "likes(a, b).\nlikes(b, c).\nlikes(a, b).\nlikes(X, Y) :- likes(Y, X).\nlikes(b, a).\n"
    queries = "query(likes(a, b)).\nquery(likes(b, c)).\n"
    problem = make_problem(tmp_path, text, queries, hide_query=True)
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    hidden, alone = (Space(engine, query) for query in problem.queries("train"))

    found = find(search, hidden, limits=ENOUGH)
    lines = verify(engine, hidden.query, found.answers[0].choices).lines
    assert tuple(line.goal for line in lines)[1:] == ("likes(a, b)", "likes(b, a)")
    assert not find(search, alone, limits=STEPS).answers
    # a fact that is used all the same is found out when the engine derives the answer again
    assert found.counters["size_limits"] == 0


@pytest.mark.parametrize(
    ("text", "goal", "where"),
    [
        ("p(X) :- X > 1.\n", "p(2)", "the clause at {folder}/program.pl:1"),
        ("p(X) :- q(X).\nq(X) :- r(X), !.\nr(1).\n", "p(X)", "program.pl:2"),
        ("p(X) :- q(X), \\+ r(X).\nq(1).\nr(1).\n", "p(X)", "program.pl:1"),
        ("p(1).\n", "p(X), X > 0", "the goal calls a builtin"),
        ("p(X) :- missing(X).\n", "p(1)", "program.pl:1"),
        ("p(X) :- G = q(X), call(G).\nq(1).\n", "p(X)", "program.pl:1"),
    ],
)
def test_a_goal_that_reaches_a_builtin_or_a_cut_is_refused_with_the_clause(
    text: str, goal: str, where: str, tmp_path: Path
) -> None:
    space = make_space(tmp_path, text, goal)
    with pytest.raises(ConfigError, match="bottom-up") as raised:
        find("bottom-up", space)
    assert where.format(folder=tmp_path) in str(raised.value)


def test_what_the_goal_does_not_reach_does_not_matter(tmp_path: Path) -> None:
    space = make_space(tmp_path, "p(1).\nq(X) :- X > 1, !.\n", "p(X)")
    assert find("bottom-up", space, answers=9).complete


def test_memory_is_bounded_by_dropping_what_is_heaviest(tmp_path: Path) -> None:
    text = "n(o).\nn(f(X, Y)) :- n(X), n(Y).\ng(X) :- n(f(f(o, o), X)).\n"
    space = make_space(tmp_path, text, "g(f(f(f(o, o), f(o, o)), f(o, f(o, none))))")
    search = BottomUpSearch(space)
    found = AnswerIterator(search, Limits(max_inferences=500_000, memory_mb=20)).take(1)
    assert (found.ended, found.complete) == ("max_inferences", False)
    assert search.memory_bytes < 20 << 20

    few = make_space(tmp_path, "n(o).\nn(f(X)) :- n(X), m(X).\nm(o).\n", "n(none)")
    search = BottomUpSearch(few)
    answers = AnswerIterator(search, ENOUGH)
    search.bound_memory(1)
    found = answers.take(1)
    assert (found.ended, found.complete) == ("memory_mb", False)


@pytest.mark.slow
def test_program_with_almost_as_many_symbols_as_there_can_be_has_its_answer(tmp_path: Path) -> None:
    """The table of arities grows by doubling, and then reaches the numbers of variables."""
    facts = "".join(f"p(c{i}).\n" for i in range(700_000))
    rule = "q(X, Y) :- r(X, Z), r(Z, Y).\nr(a, b).\nr(b, c).\n"
    space = make_space(tmp_path, facts + rule, "q(X, Y)")
    assert len(AnswerIterator(BottomUpSearch(space), STEPS).take(1).answers) == 1
