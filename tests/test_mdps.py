"""MDPs: transition systems written in Prolog, as environments."""

from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from symbolic_rl.base.errors import ConfigError, ProgramError
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.pages import Outcome
from symbolic_rl.derivations.proof_frames import places
from symbolic_rl.evaluation.check import check, find_faults
from symbolic_rl.proofs.proof import verify_one
from symbolic_rl.proofs.prove import prove, shown
from symbolic_rl.search import Space, find, find_all
from symbolic_rl.search.base import Limits
from tests.playing import both, goals, play, random_actions, same_so_far
from tests.problems import make_problem, problem_of, write_files

WALK = """\
initial(from(N), at(N, 0)).
action(at(N, K), ahead, at(N1, K1)) :- N < 6, N1 is N + 1, K1 is K + 1.
action(at(N, K), Way, at(N1, K1)) :- K < 9, back(Way, N, N1), K1 is K + 1.
back(back(D), N, N1) :- member(D, [1, 2]), N >= D, N1 is N - D.
terminal(at(5, _), 7).
terminal(at(6, _), -2).
terminal(at(_, 9), -1).
reward(at(N, _), ahead, _, N).
reward(at(_, _), back(D), _, R) :- R is -D.
"""
SEEN = WALK + "observe(at(N, K), [place(N), time(K), left(L)]) :- L is 9 - K.\n"
CUTS = """\
initial(from(N), at(N, [1,4,2], 0)).
action(at(N, L, K), Way, at(M, L1, K1)) :- K < 9, way(Way), moved(Way, N, L, M, L1), K1 is K + 1.
way(W) :- member(W, [up, down, swap, clear, sort]).
moved(up, N, L, M, L) :- memberchk(N, L), M is N + 2.
moved(up, N, L, M, [N|L]) :- \\+ memberchk(N, L), M is N + 1.
moved(down, N, L, M, L) :- N mod 2 =:= 0, N > 0, !, kind(N, even), M is N // 2.
moved(down, N, L, M, L) :- M is N * 3 + 1.
moved(swap, N, [A|L], A, [N|L]) :- once(arg(1, f(N), _)).
moved(clear, N, L, N, L1) :- ( N > 3, N < 9 -> L1 = [N] ; L1 = L ).
moved(sort, N, L, N, L1) :- size(L, S), msort(L, L1), S < 6.
kind(N, even) :- N mod 2 =:= 0, !.
kind(N, small) :- N < 4, !.
kind(_, odd).
size([], 0) :- !.
size([_|T], N) :- size(T, M), N is M + 1.
terminal(at(16, _, _), 5).
terminal(at(_, _, 9), -1).
"""
COMPLETED = """\
initial(from(N), begun(N)).
action(At, Way, moved(At, Way)) :- At = at(N, K), K < 9, way(Way, N).
way(ahead, N) :- N < 6.
way(back(D), N) :- member(D, [1, 2]), N >= D.
complete_state(begun(N), at(N, 0)).
complete_state(moved(at(N, K), Way), at(N1, K1)) :- led(Way, N, N1), K1 is K + 1.
led(ahead, N, N1) :- N1 is N + 1.
led(back(D), N, N1) :- N1 is N - D.
led(_, N, N).
""" + SEEN[SEEN.index("terminal(at(5") :]
QUERIES = "".join(f"query(from({n})).\n" for n in range(5))


WRITES = """\
initial(from(N), at(N)).
action(at(N), minus(1), at(M)) :- less(N, M), ( M > 1 -> write(big) ; \\+ M > 7, write(small) ).
action(at(N), minus(2), at(M)) :- M is N - 2.
less(N, M) :- M is N - 1.
terminal(at(0), 1).
label(minus(N), Text) :- format(atom(Text), "minus ~w", [N]).
"""


@pytest.mark.parametrize("search", ["breadth-first", "iterative-deepening", "depth-first"])
def test_proof_of_an_mdp_that_writes_is_shown(search: str, tmp_path: Path) -> None:
    pack = write_files(tmp_path, {"env.toml": '[env]\nkind = "mdp"\n'}, program=WRITES)
    found = prove(pack, "from(3)", search=search).take(9)
    assert found.answers and "minus 1" in shown(found.answers[0])


@pytest.mark.parametrize("program", [WALK, SEEN], ids=["all", "seen"])
def test_a_candidate_is_a_solution_of_action_and_its_reward_is_that_of_reward_and_terminal(
    tmp_path: Path, program: str
) -> None:
    problem = make_problem(tmp_path, program, QUERIES, kind="mdp", reward_scale=0.5)
    rows = Derivations(problem, 5, in_order=True)
    observation = rows.reset()
    assert observation.action_mask.sum(axis=1).tolist() == [2, 2, 3, 3, 3]

    transition, _ = rows.step(np.zeros(5, np.int64), restart=False)

    assert transition.reward[4, 0] == 0.5 * (4 + 7)
    assert transition.terminated[4, 0] and rows.pages.outcome[4] == Outcome.PROVED
    assert transition.episode_return[4, 0] == transition.reward[4, 0]
    assert transition.reward[1:4, 0].tolist() == [0.5, 1.0, 1.5]
    assert transition.episode_return[1:4, 0].tolist() == [0, 0, 0]


def test_a_last_state_without_a_positive_reward_is_no_success(tmp_path: Path) -> None:
    problem = make_problem(
        tmp_path,
        "initial(s, a). action(a, left, b). action(a, right, c). terminal(b, 0). terminal(c, 1).",
        "query(s).",
        kind="mdp",
    )
    rows = Derivations(problem, 2, in_order=True)
    rows.reset()

    transition, _ = rows.step(np.array([0, 1]), restart=False)

    assert transition.terminated[:, 0].tolist() == [True, True]
    assert transition.reward[:, 0].tolist() == [0, 1]
    assert rows.pages.outcome.tolist() == [Outcome.FAILED, Outcome.PROVED]
    assert rows.successes == {0: (1, 2)}


@pytest.mark.parametrize("program", [SEEN, CUTS], ids=["seen", "cuts"])
@pytest.mark.parametrize("view", ["prefix", "tree"])
def test_the_same_moves_give_the_same_frames_in_c_and_in_prolog(
    tmp_path: Path, program: str, view: str
) -> None:
    settings = {"kind": "mdp", "view": view, "n_goals": 2, "max_inferences": 8}
    problem = make_problem(tmp_path, program, QUERIES, **settings)
    play(*both(problem, 4, in_order=False), Random(1), 60)
    play(*both(problem, 4, in_order=False, n_threads=2), Random(2), 20)


def test_what_an_action_gives_is_completed_once(tmp_path: Path) -> None:
    """With complete_state/2, states, moves and plans are as if action/3 completed states."""
    settings = {"kind": "mdp", "n_goals": 3, "max_inferences": 8}
    problem = make_problem(tmp_path / "completed", COMPLETED, QUERIES, **settings)
    play(*both(problem, 4, in_order=False), Random(1), 40)
    plain = make_problem(tmp_path / "plain", SEEN, QUERIES, **settings)
    rows = [Derivations(one, 5, in_order=True) for one in (plain, problem)]
    random = Random(2)
    seen = [one.reset() for one in rows]
    for _ in range(40):
        assert goals(rows[0], plain) == goals(rows[1], problem)
        np.testing.assert_array_equal(seen[0].action_mask, seen[1].action_mask)
        actions = random_actions(rows[0], random)
        steps = [one.step(actions, restart=True) for one in rows]
        np.testing.assert_array_equal(steps[0][0].reward, steps[1][0].reward)
        seen = [step[1] for step in steps]
    plans = []
    for one in (plain, problem):
        query = one.queries("train")[2]
        found = find("breadth-first", Space(one.engine, query)).answers[0]
        proof = verify_one(one.engine, query, places(found.choices, found.n_lost))
        plans.append([line.goal for line in proof.lines if line.kind == "action"])

    assert plans[0] == plans[1] == ["ahead"] * 3


LONG = {
    "plain": "run(0). run(N) :- N > 0, N1 is N - 1, run(N1).",
    "arithmetic": "run(0). run(N) :- N > 0, A is (N * 3 + 4) mod 7 + N // 2 - 3, A > -9, "
    "N1 is N - 1 + A - A, run(N1).",
    "bits": "run(0). run(N) :- N > 0, A is (N << 3 \\/ 5) >> 1 /\\ 255, A > 0, "
    "N1 is N - 1, run(N1).",
    "negation": "run(0). run(N) :- N > 0, \\+ p(N), \\+ (q(M), M > N), N1 is N - 1, run(N1). "
    "p(a). q(-1).",
    "cuts": "run(N) :- N =< 0, !. run(N) :- N > 90, N < 95, !, N1 is N - 1, run(N1). "
    "run(N) :- N1 is N - 1, run(N1).",
    "member": "run(N) :- numlist(0, N, L), once(member(N, L)).",
    "backtracking": "run(N) :- up(0, N, M), M >= N. up(L, _, L). "
    "up(L, H, M) :- L < H, L1 is L + 1, up(L1, H, M).",
}


@pytest.mark.parametrize("long", LONG)
def test_moves_that_come_near_a_limit_on_inferences_are_lost_in_c_as_in_prolog(
    tmp_path: Path, long: str
) -> None:
    lost = []
    for n in (20, 100, 199, 250, 333, 499, 999, 1100):
        program = (
            f"initial(s, {n}). action(N, go, x) :- run(N). action(_, stay, y). "
            f"terminal(x, 1). terminal(y, 1). {LONG[long]}"
        )
        limits = {"kind": "mdp", "max_subproof_inferences": 1000}
        rows, plain = both(make_problem(tmp_path, program, "query(s).", **limits), 1)
        same_so_far(rows, plain)
        lost.append(plain.counts["subproof_limits"])
    assert lost[0] == 0 < lost[-1]


MOVES = """\
initial(from(N), at(N, [])).
action(at(N, Ms), M, at(N1, [M|Ms])) :- N > 0, member(M, [a, b, c]), N1 is N - 1.
action(at(N, Ms), d(M), at(N1, [d(M)|Ms])) :- N > 0, member(M, [a, b, c]), N1 is N - 1.
terminal(at(0, _), 1).
"""
FAILS = "reward(_, a, _, R) :- R is foo.\nreward(_, M, _, 0) :- M \\== a.\n"


@pytest.mark.parametrize("fails", ["", FAILS], ids=["", "fails"])
@pytest.mark.parametrize("observed", ["", "observe(at(N, Ms), [N, Ms]).\n"], ids=["", "seen"])
def test_a_plan_by_places_is_the_one_by_ordinals(tmp_path: Path, fails: str, observed: str) -> None:
    problem = make_problem(tmp_path, MOVES + fails + observed, "query(from(3)).\n", kind="mdp")
    query = problem.queries("train")[0]
    find("breadth-first", Space(problem.engine, query))  # meets the errors
    moves = ["b", "c", "d(a)", "d(b)", "d(c)"] if fails else ["a", "b", "c", "d(a)", "d(b)", "d(c)"]
    for plan in product(range(len(moves)), repeat=3):
        choices = [(0, k) for k in (0, 0, *plan, 0)]  # of the query, the start, and the end
        by_ordinals, by_places = (
            verify_one(problem.engine, query, those) for those in (choices, places(choices, 0))
        )
        assert by_places == by_ordinals
        shown = [line.goal for line in by_places.lines if line.kind == "action"]
        assert shown == [moves[k] for k in plan]


def test_searches_find_plans_and_the_shortest_is_found_breadth_first(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, SEEN, QUERIES, kind="mdp")
    spaces = [Space(problem.engine, query) for query in problem.queries("train")]
    for name in ("breadth-first", "unguided", "iterative-deepening", "depth-first"):
        found = find_all(name, spaces, limits=Limits(max_inferences=5000))
        assert all(one.answers for one in found), name
    shortest = find("breadth-first", spaces[1])
    assert len(shortest.answers[0].choices) == 3 + 4  # $query, $start, the end; then four ahead


@pytest.mark.parametrize("name", ["initial/2", "action/3", "terminal/2"])
def test_a_process_without_a_predicate_that_it_needs_is_refused(tmp_path: Path, name: str) -> None:
    clauses = ("initial(s, a). ", "action(a, b, c). ", "terminal(c, 1). ")
    program = "".join(clause for clause in clauses if not clause.startswith(name[:-2]))
    with pytest.raises(ProgramError) as raised:
        make_problem(tmp_path, program, "query(s).", kind="mdp")
    assert [f"does not define {name}" in one.message for one in raised.value.diagnostics] == [True]


FAULTS = [
    ("initial(t, a). action(a, b, c). terminal(c, 1).", "no first state"),
    ("initial(s, a). action(a, b, c). terminal(d, 1).", "no move"),
    ("initial(s, a). action(a, b, c) :- X is foo + 1, X > 0. terminal(c, 1).", "an error"),
    ("initial(s, a). action(a, b, c). terminal(c, 0.5).", "an error"),
    ("initial(s, a). action(a, b, c). terminal(c, 1). observe(d, x).", "show nothing"),
    ("initial(s, a). action(a, b, c) :- on(1). on(N) :- on(N). terminal(c, 1).", "a limit"),
]


@pytest.mark.parametrize(("program", "said"), FAULTS, ids=[said for _, said in FAULTS])
def test_playing_shows_what_is_wrong_with_a_process(
    tmp_path: Path, program: str, said: str
) -> None:
    problem = make_problem(tmp_path, program, "query(s).", kind="mdp")
    assert any(said in fault for fault in find_faults(problem, "train"))


def test_check_says_that_a_pack_is_a_process_and_finds_no_fault_in_it() -> None:
    report = check("tiles")
    assert not report.faults
    assert "mdp         without chance, observe/2, label/2" in str(report)


def test_a_process_with_chance_is_not_searched() -> None:
    problem = problem_of("catcher")
    with pytest.raises(ConfigError, match="chance is not searched"):
        Space(problem.engine, problem.queries("train")[0])
