"""Searches: the same answers from all, none lost to a bad policy, inferences counted."""

import os
import threading
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings, strategies as st

from symbolic_rl.base.config import EnvConfig, SearchSettings
from symbolic_rl.base.errors import ConfigError, ProgramError
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.policy import PolicyShape, choose_head, make_policy
from symbolic_rl.proofs.proof import verify
from symbolic_rl.search import (
    SEARCHES,
    AnswerIterator,
    IterativeDeepening,
    LevinTreeSearch,
    Limits,
    SearchResult,
    Space,
    find,
    find_all,
    make_search,
)
from symbolic_rl.search.base import NOT_ASKED, Advice, Order, Page, SearchTask
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.search.scheduler import rounds_side_by_side
from tests.oracles.best_first import PlainLevin
from tests.oracles.compared import GUIDED, expect_the_same, expect_the_same_in_threads
from tests.problems import make_problem, make_program
from tests.strategies import Case, programs, wild_programs

COMPLETE = ("guided", "iterative-deepening", "breadth-first")
BUDGET = 2000
SHARP = SearchSettings(temperature=1 / 30, uniform_share=1e-4)
SOFT = SearchSettings(temperature=1.0, uniform_share=0.5)
MIXED = SearchSettings(temperature=1 / 0.7, greedy_mix=0.3)
ESTIMATED = SearchSettings(temperature=1 / 0.7, greedy_mix=0.3, steps_to_go=True)
STRUCTURED = replace(ESTIMATED, structure_share=0.25)
UNPAGED = replace(STRUCTURED, knows_pages=False)
LEADING = replace(MIXED, likeliest_leads=True)
PROGRAM = """\
edge(1, 2). edge(2, 3). edge(3, 1). edge(3, 4).
path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), edge(Z, Y).
nat(o).
nat(s(X)) :- nat(X).
deep(o).
deep(s(X)) :- wide(_), deep(X).
wide(X) :- between(1, 40, X).
loop(X) :- loop(X).
loop(a).
"""


def make_space(
    folder: Path,
    text: str,
    goal: str,
    order: Callable[..., Order] | None = None,
    search_settings: SearchSettings = SHARP,
) -> Space:
    (folder / "program.pl").write_text(text, encoding="utf-8")
    problem = load_problem(folder / "program.pl", goal=goal)
    config = replace(problem.env_config, max_subproof_inferences=1000)  # random programs loop
    engine = PrologEngine(problem.program, config, answers=True)
    space = Space(engine, problem.program.queries[0])
    if order is None:
        return space
    made = order(problem)
    width = getattr(made, "width", 9)
    return Space(engine, space.query, width=width, order=made, settings=search_settings)


def untrained(problem: Problem, search_settings: SearchSettings = SHARP) -> PolicyOrder:
    torch.manual_seed(0)
    head, _ = choose_head("auto", told_apart=problem.told_apart, n_clauses=problem.n_clauses)
    policy = make_policy(head, PolicyShape.for_problem(problem), dim=16)
    policy.search_settings = search_settings
    # In double precision: what a state is advised does not depend on the others of its batch then.
    return PolicyOrder(policy.double(), problem, problem.program)


def adversarial(_: object) -> Order:
    """The last candidate for sure; of a further page no hope at all; estimates without sense."""

    def order(
        states: TokenBatch, page: Page, shown: "np.ndarray[tuple[int], np.dtype[np.bool_]]"
    ) -> Advice:
        last = np.zeros(page.more.size, np.int64)
        np.maximum.at(last, page.owner, np.where(shown, page.ordinal, 0))
        is_last = page.ordinal == last[page.owner]
        n = page.more.size
        sizes = np.array([state.size for state in states])
        to_go = np.where(sizes % 3, sizes * 7 % 11, NOT_ASKED)
        candidates, alone = np.where(is_last, 0, -50), -1.0 * (page.ordinal * 5 % 7)
        each = candidates, np.full(n, -50), to_go, alone, np.full(n, -2)
        return Advice(*(np.float32(x) for x in each))

    return order


def proved(name: str, space: Space, budget: int, *, hedge: bool = False) -> bool:
    return bool(find(name, space, limits=Limits(max_inferences=budget), hedge=hedge).answers)


@pytest.mark.parametrize("order", [adversarial, untrained])
@settings(max_examples=20)
@given(case=wild_programs())
def test_guided_proves_with_any_policy_what_is_proved_without(
    order: Callable[[Problem], Order], case: Case, tmp_path_factory: pytest.TempPathFactory
) -> None:
    try:
        space = make_space(tmp_path_factory.mktemp("p"), case.program, case.goal, order)
    except ProgramError:
        return
    for name, hedge, factor in (("breadth-first", False, 16), ("iterative-deepening", True, 2)):
        search = make_search(name, space)
        plain = AnswerIterator(search, Limits(max_inferences=BUDGET // factor)).take(1)
        if plain.answers:
            assert proved("guided", space, factor * search.spent, hedge=hedge)
        elif plain.ended == "exhausted":
            assert find("guided", space, limits=Limits(max_inferences=BUDGET)).ended == "exhausted"


@settings(max_examples=40)
@given(case=programs())
def test_all_searches_find_the_same_answers(
    case: Case, tmp_path_factory: pytest.TempPathFactory
) -> None:
    try:
        space = make_space(tmp_path_factory.mktemp("program"), case.program, case.goal, adversarial)
    except ProgramError:
        return
    limits = Limits(max_inferences=BUDGET)

    able = [name for name, method in SEARCHES.items() if not method.refusal(space)]
    found = {name: find(name, space, answers=1000, limits=limits) for name in able}
    if all(one.ended == "exhausted" for one in found.values()):
        keys = {name: sorted(a.key for a in one.answers) for name, one in found.items()}

        assert keys == dict.fromkeys(able, keys["iterative-deepening"])
        for one in found.values():
            for answer in one.answers:
                assert len(verify(space.engine, space.query, answer.choices).lines) > 0  # type: ignore[arg-type]


def confident(_: object) -> Order:
    """The first candidate with 0.9, the second with 0.1."""

    def order(states: TokenBatch, page: Page, shown: object) -> Advice:
        logs = np.log(np.where(page.ordinal == 0, 0.9, 0.1)).astype(np.float32)
        more = np.full(page.more.size, -50, np.float32)
        return Advice(logs, more, np.full_like(more, NOT_ASKED))

    return order


def by_levin(space: Space) -> int:
    """Inferences until the first answer."""
    return AnswerIterator(LevinTreeSearch(space), Limits(max_inferences=10_000)).take(1).inferences


def test_two_temperatures_find_long_derivations_and_forgive_errors(tmp_path: Path) -> None:
    text = (
        "go(s(X)) :- go(X).\ngo(X) :- lost(X).\ngo(o).\n"
        "trap(X) :- lost(X).\ntrap(X) :- go(X).\n"
        "lost(X) :- lost(s(X)).\nlost(X) :- lost(t(X)).\n"
    )
    long, wrong_at_first = f"go({'s(' * 40}o{')' * 40})", "trap(s(s(s(o))))"

    def inferences(search_settings: SearchSettings) -> list[int]:
        goals = (long, wrong_at_first)
        return [
            by_levin(make_space(tmp_path, text, goal, confident, search_settings)) for goal in goals
        ]

    at_one, at_tenth = inferences(SearchSettings()), inferences(SearchSettings(temperature=0.1))
    at_both = inferences(SearchSettings(greedy_mix=0.5))

    assert at_both[0] < at_one[0] / 2 and at_both[1] < at_tenth[1] / 2


def indifferent(problem: Problem) -> Order:
    """Candidates of a state all alike, and the next page the surest choice of all."""

    def order(states: TokenBatch, page: Page, shown: object) -> Advice:
        n = page.more.size
        each = np.full(page.owner.size, -1000), np.zeros(n), np.full(n, NOT_ASKED)
        return Advice(*(np.float32(x) for x in each))

    return order


def test_alike_choices_are_made_in_order_not_in_all_orders(tmp_path: Path) -> None:
    """Ten coins are turned one by one; the policy sees no difference between them."""
    text = (
        "turned([]).\nturned(L) :- taken(L, R), turned(R).\n"
        "taken([X|R], R) :- coin(X).\ntaken([X|R], [X|S]) :- taken(R, S).\n"
    ) + "".join(f"coin({k}).\n" for k in range(10))
    goal = f"turned({[*range(10)]})"
    at_one, at_both = (
        by_levin(make_space(tmp_path, text, goal, indifferent, search_settings))
        for search_settings in (SearchSettings(), SearchSettings(greedy_mix=0.5))
    )

    assert at_both < at_one / 5


def test_a_policy_that_is_right_but_never_sure_leads_through_many_steps(tmp_path: Path) -> None:
    text = (
        "right(N) :- chosen(N, L), checked(L).\n"
        "chosen(o, []).\nchosen(s(N), [X|L]) :- way(X), chosen(N, L).\n"
        "way(b).\nway(a).\nway(c).\nchecked([]).\nchecked([a|L]) :- checked(L).\n"
    )
    goal = f"right({'s(' * 20}o{')' * 20})"

    def hesitant(_: object) -> Order:
        """Of three ways, the second in a small majority."""

        def order(states: TokenBatch, page: Page, shown: object) -> Advice:
            n = np.bincount(page.owner, minlength=page.more.size)
            is_way = n[page.owner] == 3
            logs = np.where(is_way, np.log(np.array([0.33, 0.35, 0.32]))[page.ordinal % 3], 0)
            each = logs, np.full(n.size, -50), np.full(n.size, NOT_ASKED)
            return Advice(*(np.float32(x) for x in each))

        return order

    assert by_levin(make_space(tmp_path, text, goal, hesitant, LEADING)) < 500


def test_a_policy_that_has_met_no_pages_does_not_turn_them_for_sure(tmp_path: Path) -> None:
    turned = []
    for search_settings in (SearchSettings(), SearchSettings(knows_pages=False)):
        space = make_space(tmp_path, PROGRAM, "deep(s(s(o)))", indifferent, search_settings)
        result = find("guided", space, limits=Limits(max_inferences=1000))
        assert result.answers
        turned.append(result.counters["pages_turned"])

    assert turned[1] < turned[0] / 3


def test_a_policy_that_has_met_no_pages_chooses_among_all_moves_of_an_mdp(tmp_path: Path) -> None:
    """Larger tasks than the training tasks have more moves than a page of 32 shows."""
    text = (
        "initial(from(N), at(N)).\n"
        "action(at(N), to(M), at(N1)) :- between(1, 60, M), N1 is N * 100 + M.\n"
        "terminal(at(160), 1).\n"
    )
    problem = make_problem(tmp_path, text, "query(from(1)).\n", kind="mdp")
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    turned = []
    for knows_pages in (True, False):
        order = untrained(problem, SearchSettings(knows_pages=knows_pages))
        space = order.space(engine, problem.queries("train")[0])
        result = find("guided", space, limits=Limits(max_inferences=4000))
        assert result.answers
        turned.append(result.counters["pages_turned"])

    assert turned[0] > 0 == turned[1]


def test_estimates_lead_a_policy_that_knows_no_choice_better_than_another(tmp_path: Path) -> None:
    text = "go(X) :- go(s(X)).\ngo(X) :- go(t(X)).\ngo(s(s(s(s(s(s(s(s(o))))))))).\n"

    def uniform_and_near(problem: Problem) -> Order:
        """All candidates alike; with each s one inference less is left, with a t too many."""

        def order(states: TokenBatch, page: Page, shown: object) -> Advice:
            n = np.bincount(page.owner, minlength=page.more.size)
            texts = [str(problem.program.vocabulary.text(state[1:].tolist())) for state in states]
            left = [30 if "t(" in text else 9 - text.count("s(") for text in texts]
            return Advice(*(np.float32(x) for x in (-np.log(n)[page.owner], -n, left)))

        return order

    def inferences(search_settings: SearchSettings) -> int:
        space = make_space(tmp_path, text, "go(o)", uniform_and_near, search_settings)
        return by_levin(space)

    assert inferences(SearchSettings(steps_to_go=True)) < inferences(SearchSettings()) / 2


def test_depth_first_and_prolog_run_into_left_recursion_and_the_others_do_not(
    tmp_path: Path,
) -> None:
    text = PROGRAM.replace("path(X, Y) :- edge(X, Y).\n", "") + "path(X, Y) :- edge(X, Y).\n"
    space = make_space(tmp_path, text, "path(1, 3)")
    most = dict.fromkeys(SEARCHES, 1000)
    assert {name: proved(name, space, most[name]) for name in SEARCHES} == {
        **dict.fromkeys((*COMPLETE, "unguided", "swipl", "bottom-up"), True),
        "depth-first": False,
        "prolog": False,
    }


def test_prolog_counts_its_own_inferences_and_sees_cuts_builtins_and_hidden_facts(
    tmp_path: Path,
) -> None:
    text = "f(0, 1) :- !.\nf(N, F) :- N > 0, M is N - 1, f(M, G), F is N * G.\n"
    found = find("prolog", make_space(tmp_path, text, "f(5, X)"))

    assert found.inferences > len(found.answers[0].choices) == 7
    assert find("prolog", make_space(tmp_path, "p(X) :- X is foo.", "p(1)")).ended == "error"
    gone = ":- dynamic gone/1.\np(X) :- member(X, [a, b]), \\+ gone(X), \\+ q(X).\nq(a).\n"
    assert len(find("prolog", make_space(tmp_path, gone, "p(X)"), answers=9).answers) == 1
    counted = "n(N) :- findall(X, q(X), L), length(L, N), aggregate_all(max(Y), q(Y), 7).\n"
    counted += "q(3). q(7).\n"
    assert len(find("prolog", make_space(tmp_path, counted, "n(2)")).answers) == 1
    problem = make_problem(tmp_path, "q(a). q(a). q(X) :- r(X). r(a).", "query(q(a)).")
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    space = Space(engine, problem.queries("train")[0])
    for name in SEARCHES:
        assert len(find(name, space).answers[0].choices) == 3, name


@pytest.mark.parametrize("name", SEARCHES)
def test_bounds_end_a_search_and_it_says_which(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second, on the clock of this test, is the time for a thousand inferences."""
    endless = make_space(tmp_path, PROGRAM, "nat(X), nat(none)")
    search = make_search(name, endless)
    scheduler = "symbolic_rl.search.scheduler"
    monkeypatch.setattr(f"{scheduler}.perf_counter", lambda: search.inferences / 1000)
    monkeypatch.setattr(f"{scheduler}.GRACE_S", 600.0)  # no call is ended by the machine

    by_inferences = find(name, endless, limits=Limits(max_inferences=333))
    by_time = AnswerIterator(search, Limits(max_inferences=10**9, timeout_s=2)).take(1)

    made = by_inferences.inferences
    assert by_inferences.ended == "max_inferences"
    assert made == 333 or (name == "bottom-up" and 100 < made < 333)  # its atoms grow here
    assert by_time.ended == "timeout_s"
    assert by_time.seconds == by_time.inferences / 1000
    assert 2000 <= by_time.inferences <= 2256


@pytest.mark.parametrize(
    ("text", "goal", "limit", "made"),
    [
        ("p(X) :- q(X), r(X).\nq(a). q(b).\nr(b). r(c).", "p(_), r(_)", 100, (True, 6)),
        ("p(X) :- q(X), r(X).\nq(a). q(b).\nr(c).", "p(_)", 100, (False, 4)),
        ("p(a).", "p(X)", 2, (True, 2)),  # the last inference counts
        (
            "p(0, _).\np(N, X) :- N > 0, M is N-1, p(M, f(X, X)).",
            "p(5000, a)",
            9_999,
            (False, 9_999),
        ),
    ],
)
def test_depth_first_search_counts_each_candidate_and_large_ones_as_more(
    text: str, goal: str, limit: int, made: tuple[bool, int], tmp_path: Path
) -> None:
    space = make_space(tmp_path, text, goal)
    found = find("depth-first", space, limits=Limits(max_inferences=limit))
    assert (bool(found.answers), found.inferences) == made


@pytest.mark.parametrize("name", COMPLETE)
def test_memory_is_bounded(name: str, tmp_path: Path) -> None:
    text = "t(X) :- t(a(X)).\nt(X) :- t(b(X)).\nt(X) :- t(c(X))."
    space = make_space(tmp_path, text, "t(o)")
    limits = Limits(max_inferences=10**9, memory_mb=4)
    assert find(name, space, limits=limits).ended == "memory_mb"


@pytest.mark.parametrize("name", [*COMPLETE, "depth-first"])
def test_many_searches_side_by_side_find_what_each_finds_alone(name: str, tmp_path: Path) -> None:
    goals = ["path(1, X)", "nat(s(s(o)))", "deep(s(o))", "wide(7)", "edge(4, X)", "path(2, 4)"]
    program = make_program(tmp_path, PROGRAM, *goals)
    engine, order = PrologEngine(program, EnvConfig(), answers=True), adversarial(None)
    spaces = [Space(engine, query, width=6, order=order) for query in program.queries]
    limits = Limits(max_inferences=5000)

    alone = [find(name, space, limits=limits) for space in spaces]
    together = find_all(name, spaces, limits=limits, at_once=4)

    for one, other in zip(alone, together, strict=True):
        assert replace(one, seconds=0) == replace(other, seconds=0)


@pytest.mark.parametrize(("first", "bytes_each"), [("o", 2), ("-8192", 2), ("8192", 4)])
def test_states_of_all_sizes_wait_as_in_the_plain_search(
    first: str, bytes_each: int, tmp_path: Path
) -> None:
    program = "g(X) :- g(f(X, X, X, X)).\ng(X) :- g(s(X)).\ng(end).\n"
    space = make_space(tmp_path, program, f"g({first})")
    search = LevinTreeSearch(space)

    assert expect_the_same(space, 400, 1) > 600
    AnswerIterator(search, Limits(max_inferences=400)).take(1)
    plain = PlainLevin(space)
    plain.run(400, 1)
    sizes = [state.tokens.size for *_, state in plain.heap]
    assert min(sizes) < 100 and max(sizes) > 4_500  # in blocks of a search, and beside them
    assert bytes_each <= search.memory_bytes / sum(sizes) < bytes_each + 1.5


@pytest.mark.parametrize(
    ("program", "goal"),
    [
        ("p(X) :- q(X).\n" + "".join(f"q({n}).\n" for n in (8191, 8192, -8192, -8193)), "p(X)"),
        ("p(L) :- length(L, 17000), q(L).\nq(_).\n", "p([X, Y, X|L])"),
        ("".join(f"q(a{n}).\n" for n in range(33_000)) + "p(X) :- q(X), q(X).\n", "p(a32999)"),
    ],
    ids=["integers", "variables", "symbols"],
)
def test_states_with_rare_tokens_wait_as_in_the_plain_search(
    program: str, goal: str, tmp_path: Path
) -> None:
    assert expect_the_same(make_space(tmp_path, program, goal), 100, 5)


@settings(max_examples=50)
@given(
    case=wild_programs(),
    order=st.sampled_from([adversarial, untrained]),
    search_settings=st.sampled_from([SHARP, SOFT, MIXED, ESTIMATED, STRUCTURED, UNPAGED, LEADING]),
)
def test_searches_are_the_plain_ones_in_random_programs(
    tmp_path_factory: pytest.TempPathFactory,
    case: Case,
    order: Callable[[Problem], Order],
    search_settings: SearchSettings,
) -> None:
    folder = tmp_path_factory.mktemp("p")
    try:
        space = make_space(folder, case.program, case.goal, order, search_settings)
    except ProgramError:
        return
    expect_the_same(space, 400, 5, GUIDED)
    expect_the_same(Space(space.engine, space.query, width=6), 400, 5)
    expect_the_same_in_threads(Space(space.engine, space.query, width=6, n_threads=2), 400)


@pytest.mark.parametrize(
    ("pack", "most"),
    [
        *(("robinson", 600), ("blocks", 800), ("countries_s3", 900)),
        pytest.param("family", 100, marks=pytest.mark.slow),
    ],
)
def test_searches_are_the_plain_ones_in_packs(pack: str, most: int) -> None:
    problem = load_problem(pack)
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    order, inferences = untrained(problem), 0
    every = (SearchSettings(), MIXED, ESTIMATED)
    for query, search_settings in zip(problem.queries("valid"), every, strict=False):
        expect_the_same(order.space(engine, query, search_settings), most, 3, GUIDED)
        inferences += expect_the_same(Space(engine, query), most, 3)

    assert inferences > 400


def test_threads_end_with_the_searches_that_nobody_waits_for(tmp_path: Path) -> None:
    program = make_program(tmp_path, PROGRAM, *["nat(X), fail"] * 4)
    engine, limits = PrologEngine(program, EnvConfig(), answers=True), Limits(max_inferences=10**9)

    def ever() -> Generator[SearchTask[SearchResult]]:
        for query in program.queries:
            search = IterativeDeepening(Space(engine, query, n_threads=2))
            yield AnswerIterator(search, limits).first()

    before = n_search_threads()
    for _ in range(3):
        rounds = rounds_side_by_side(ever(), at_once=4)
        for _ in range(5):
            assert next(rounds) is None
        assert isinstance(rounds, Generator)
        rounds.close()

    assert n_search_threads() == max(2, before)  # threads of searches before are taken again


def n_search_threads() -> int:
    return sum(thread.name == "search" for thread in threading.enumerate())


def test_a_search_in_c_gives_its_memory_back(tmp_path: Path) -> None:
    space = make_space(tmp_path, PROGRAM, "nat(X), fail")

    def resident() -> int:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def run(n: int) -> int:
        used = 0
        for kind in (IterativeDeepening, LevinTreeSearch) * n:
            search = kind(space.plain)
            AnswerIterator(search, Limits(max_inferences=3_000)).take(1)
            used += search.memory_bytes
        return used

    run(2)
    before = resident()
    used = run(20)

    assert resident() - before < used / 4


def test_a_misspelt_search_is_named_with_its_nearest_neighbour(tmp_path: Path) -> None:
    space = make_space(tmp_path, PROGRAM, "nat(o)")
    with pytest.raises(ConfigError, match="did you mean 'guided'"):
        make_search("guidet", space)
    with pytest.raises(ConfigError, match="nothing to hedge"):
        make_search("prolog", space, hedge=True)
