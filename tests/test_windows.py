"""The laws of what a policy may choose from: pages of candidates, variants, the loop check."""

from pathlib import Path

from symbolic_rl.base.config import MORE, REFUSE
from tests.playing import step
from tests.problems import make_derivations, make_problem

TEN = "".join(f"p({i}).\n" for i in range(10))


def test_of_variants_the_first_is_kept_and_the_others_are_counted(tmp_path: Path) -> None:
    program = "p(X) :- q(X, Y).\np(X) :- r(X).\np(Z) :- q(Z, A).\np(b) :- r(b).\nq(a, a).\nr(a)."
    problem = make_problem(tmp_path, program, "query(p(b)).\nquery(p(X)).", loop_check="off")
    derivations = make_derivations(problem, 2)
    assert derivations.pages.clauses[:, :4].tolist() == [[4, 5, 0, 0], [4, 5, 7, 0]]
    assert derivations.counters["merged"] == 2 + 1


def test_turning_a_page_costs_no_inference_until_too_many_truncate(tmp_path: Path) -> None:
    for restart in (False, True):
        problem = make_problem(
            tmp_path, f"{TEN}q(0).", "query((p(X), q(X))).",
            n_candidates=5, max_pages=1, refuse=True, auto_advance=False,
        )  # fmt: skip
        derivations = make_derivations(problem)
        step(derivations, 0, restart=restart)
        first = step(derivations, 3, restart=restart)
        second = step(derivations, 3, restart=restart)

        assert first.observation.inferences.tolist() == [[1]] and not first.truncated.any()
        assert first.observation.clauses.tolist() == [[7, 8, 9, MORE, REFUSE]]
        assert second.truncated.all() and not second.terminated.any() and not second.reward.any()
        assert derivations.counters["pages_turned"] == 2
        assert derivations.counters["page_limits"] == 1


def test_a_variant_of_an_earlier_state_is_masked_and_counted(tmp_path: Path) -> None:
    program = "p(X) :- p(Y), q.\np(X) :- p(Y).\np(a).\nq :- q.\nq."
    problem = make_problem(tmp_path, program, "query(p(X)).", loop_check="on", hide_query=False)
    derivations = make_derivations(problem)
    assert derivations.pages.clauses[0, :3].tolist() == [4, 6, 0]
    assert derivations.counters["loops_masked"] == 1
    problem = make_problem(tmp_path, program, "query(p(X)).", loop_check="off", hide_query=False)
    assert make_derivations(problem).pages.clauses[0, :4].tolist() == [4, 5, 6, 0]
