"""Pages in a real browser: they load without an error, fold, search, copy, and are accessible."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.proofs.proof import Proof
from symbolic_rl.proofs.prove import prove
from symbolic_rl.report.kept import KeptProofs
from symbolic_rl.report.report import write_report
from symbolic_rl.report.viewer import proof_page
from symbolic_rl.search import AnswerIterator, BreadthFirstSearch, Limits
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.search.recorded import record
from tests.browsing import chromium, opened, violations
from tests.reported import HOSTILE, hostile_run, made_up

PROGRAM = """\
double(X, Y) :- add(X, X, Y).
add(o, Y, Y).
add(s(X), Y, s(Z)) :- add(X, Y, Z).
same(X, Y) :- X == Y.
both(X) :- ( double(X, Y) ; fail ), double(X, Z), same(Y, Z), \\+ add(s(o), o, o).
"""
GOAL = "both(s(s(o)))"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def report_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = hostile_run(tmp_path_factory.mktemp("pages"))
    write_report([run], run / "report.html")
    return run / "report.html"


@pytest.fixture(scope="module")
def proof_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a proof with a disjunction, builtins, a negation and equal subtrees."""
    program = tmp_path_factory.mktemp("pages") / "twice.pl"
    program.write_text(PROGRAM)
    return page_of(program.with_name("proof.html"), [next(prove(program, GOAL))], GOAL)


def page_of(file: Path, proofs: list[Proof], goal: str = "goal") -> Path:
    file.write_text(proof_page(KeptProofs(proofs).as_json(), goal, "ending", "command"), "utf-8")
    return file


@pytest.mark.parametrize(
    "dark", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["light", "dark"]
)
@pytest.mark.parametrize("kind", ["report_file", "proof_file"])
def test_a_page_loads_without_errors_asks_for_nothing_and_can_be_read_by_all(
    browser: Any, kind: str, dark: bool, request: pytest.FixtureRequest
) -> None:
    file = request.getfixturevalue(kind)
    with opened(browser, file, dark=dark) as page:
        for tab in page.page.query_selector_all("[role=tab]"):
            tab.click()
            page.page.wait_for_selector("[role=tabpanel]:not([hidden]) [role=treeitem]")
            assert violations(page, *["color-contrast"] * dark) == []
        assert page.said == []
        assert page.asked == [file.as_uri()]


def test_hostile_names_are_shown_as_text_everywhere(browser: Any, report_file: Path) -> None:
    with opened(browser, report_file) as page:
        made = page.page.evaluate(
            """() => [...document.querySelectorAll('script, img, iframe, base, svg, template, b')]
                .filter((e) => !e.matches('script[type="text/plain"], svg.chart'))
                .filter((e) => e !== document.body.lastElementChild).map((e) => e.outerHTML)"""
        )
        page.page.evaluate("document.querySelectorAll('details').forEach((d) => d.open = true)")
        cells = page.texts("#results details th code")
        shown = set()
        for i in range(len(page.page.query_selector_all("[role=tabpanel] option"))):
            page.page.select_option("[role=tabpanel] select", str(i))
            page.page.wait_for_selector(f"[role=tabpanel][data-shown='{i}']")
            shown.add(page.page.evaluate("document.querySelector('.step pre').textContent"))

        assert made == [] == page.said
        assert page.page.title() == "<script>alert(0)<b>: report"
        assert len(cells) == len(HOSTILE) >= 50
        for name in ("<script>alert(1)</script>", "<plaintext>", "\u05e9\u05dc\u05d5\u05dd"):
            assert any(name in text for text in shown) and any(name in text for text in cells)
        assert any("202e" in text.lower() for text in shown)
        assert len(shown) == len({goal for goal in shown if goal.startswith("q(")})
        assert all(not re.search("[\u202a-\u202e\u2066-\u2069\u200b]", text) for text in shown)


def test_rows_fold_by_mouse_and_keyboard_and_keep_their_place(
    browser: Any, proof_file: Path
) -> None:
    with opened(browser, proof_file) as page:
        all_rows = page.rows()
        place = "document.querySelector('[data-node=\"1\"]').getBoundingClientRect().top"
        before = page.page.evaluate(place)
        page.page.click("[data-node='1'] .turn")
        assert page.rows() == all_rows[:2] and page.page.evaluate(place) == before
        page.page.focus("[role=tree]")
        page.page.keyboard.press("ArrowRight")
        assert page.rows() == all_rows
        page.page.keyboard.press("ArrowRight")
        assert page.page.get_attribute("[role=tree]", "aria-activedescendant").endswith("-2")
        assert page.page.get_attribute("[data-node='1']", "aria-expanded") == "true"
        page.page.keyboard.press("Home")
        page.page.keyboard.press("ArrowLeft")
        assert page.rows() == all_rows[:1]
        assert page.page.get_attribute("[data-node='0']", "aria-expanded") == "false"


def test_a_row_shows_clause_place_builtin_and_equal_subtrees(
    browser: Any, proof_file: Path
) -> None:
    with opened(browser, proof_file) as page:
        page.page.click("text=Open all")
        rows = page.texts(".row")
        page.page.click("[data-node='1'] .goal")
        side = page.page.inner_text(".step")
        same = page.page.query_selector(".row:has-text('as at step')")
        first = re.findall(r"as at step (\d+)", same.text_content())[0]

        for parts in (
            *(("twice.pl:5", "X = s(s(o))"), ("builtin", "=="), ("has no proof", "add(s(o)")),
            *(("disjunction",), ("as at step",)),
        ):
            assert any(all(part in row for part in parts) for row in rows), parts
        assert "both(X) :- ( double(X, Y) ; fail )" in side and "twice.pl:5" in side
        assert same.get_attribute("aria-expanded") == "false"
        same.click()
        page.page.click(".step button")
        assert page.page.get_attribute("[aria-selected=true].row", "data-node") == first
        assert "stands here 2 times" in page.page.inner_text(f"[data-node='{first}']")


def test_search_folds_to_what_matches_and_unfolds_again(browser: Any, proof_file: Path) -> None:
    with opened(browser, proof_file) as page:
        before = page.rows()
        page.page.fill("input[type=search]", "S(S(O)) == ")
        assert page.page.inner_text("[role=status]") == "0 matches"
        page.page.fill("input[type=search]", "==")
        assert page.page.inner_text("[role=status]") == "1 match"
        assert page.page.inner_text("mark") == "==" and "==" in page.rows()[-1]
        assert len(page.rows()) < len(before)
        page.page.press("input[type=search]", "Escape")
        assert page.rows() == before


def test_copies_are_prolog_and_text_as_prove_prints_it(
    browser: Any, proof_file: Path, tmp_path: Path
) -> None:
    with opened(browser, proof_file) as page:
        page.page.click("text=Copy as text")
        text = page.page.evaluate("window.copied")
        page.page.click("text=Copy as Prolog")
        prolog = page.page.evaluate("window.copied")
    proof = next(prove(proof_file.parent / "twice.pl", GOAL))
    clauses = [line for line in prolog.splitlines() if not line.startswith(("%", "?-"))]
    again = tmp_path / "copied.pl"
    again.write_text("\n".join(clauses) + "\n")

    assert all(line.goal in text and line.reason in text for line in proof.lines[1:])
    assert prolog.startswith(f"% {GOAL}\n?- {GOAL}.")
    # the ground instances prove the goal on their own
    assert next(prove(again, "double(s(s(o)), s(s(s(s(o)))))")).inferences > 0


def test_ten_thousand_steps_are_in_the_page_only_as_far_as_they_are_in_sight(
    browser: Any, tmp_path: Path
) -> None:
    depths = [0] + [1 + i % 7 for i in range(9_999)]
    proof = made_up(depths, [f"goal({i})" for i in range(10_000)])
    with opened(browser, page_of(tmp_path / "large.html", [proof])) as page:
        assert len(page.rows()) < 60
        page.page.click("text=Open all")
        assert len(page.rows()) < 100
        page.page.focus("[role=tree]")
        page.page.keyboard.press("End")
        assert page.rows()[-1] == "goal(9999)"
        page.page.fill("input[type=search]", "goal(5000)")
        assert page.rows()[-1] == "goal(5000)" and page.said == []


def test_what_is_open_survives_a_reload_and_another_proof(browser: Any, tmp_path: Path) -> None:
    proofs = [made_up([0, 1, 2, 2], [f"{name}({i})" for i in range(4)]) for name in ("a", "b")]
    with opened(browser, page_of(tmp_path / "two.html", proofs)) as page:
        page.page.click("[data-node='1'] .turn")
        assert page.rows() == ["a(0)", "a(1)"]
        page.page.select_option("select", "1")
        page.page.wait_for_selector("[data-shown='1']")
        assert page.rows() == ["b(0)", "b(1)", "b(2)", "b(3)"]
        page.page.select_option("select", "0")
        page.page.wait_for_selector("[data-shown='0']")
        assert page.rows() == ["a(0)", "a(1)"]
        page.page.reload()
        page.page.wait_for_selector("[data-ready]")
        assert page.rows() == ["a(0)", "a(1)"]


def test_a_record_shows_where_the_policy_preferred_another(browser: Any, report_file: Path) -> None:
    with opened(browser, report_file) as page:
        page.page.click("[role=tab]:has-text('Searches')")
        panel = "[role=tabpanel]:not([hidden])"
        page.page.wait_for_selector(f"{panel} [role=treeitem]")
        told, rows = page.page.inner_text(f"{panel} p"), page.texts(f"{panel} .row")
        assert "expanded until a proof" in told
        assert "the policy preferred another choice at" in told
        assert any("on the way" in row and "%" in row for row in rows)
        assert any("no goal is left: proved" in row for row in rows)


def test_the_record_of_a_lost_query_follows_the_proof_of_another_search(
    browser: Any, tmp_path: Path
) -> None:
    problem = load_problem("countries_s2")
    policy = make_policy("resolvent", PolicyShape.for_problem(problem), dim=8)
    program, query = problem.program, problem.queries("test")[0]
    engine = PrologEngine(program, problem.env_config, answers=True)
    space = PolicyOrder(policy, problem, program).space(engine, query)
    known = next(AnswerIterator(BreadthFirstSearch(space), Limits(max_inferences=5_000)))
    kept = KeptProofs()
    search, found = record(space, Limits(max_inferences=2), known.choices)
    for state in search.states:
        state.is_cut = state is search.states[-1]
    kept.add_search(query.text, search, found, why="lost", known_by="breadth-first")
    file = tmp_path / "lost.html"
    file.write_text(proof_page(kept.as_json(), query.text, "ending", "command"), "utf-8")

    with opened(browser, file) as page:
        told, tags = page.page.inner_text("[role=tabpanel] p"), page.texts(".row .tag")

    assert "expanded without a proof, after 2 inferences; all are shown." in told
    assert "On the way to the proof that breadth-first found" in told
    seen = f"sees only a part of 1 of the {len(search.states)} states shown (--view"
    assert seen in told and tags.count("seen in part") == 1
    assert tags.count("on the way") >= 2  # the end, and what the search has expanded
    assert tags.count("way, not reached") > 0


def test_a_query_of_the_results_leads_to_its_proof(browser: Any, report_file: Path) -> None:
    with opened(browser, report_file) as page:
        page.page.evaluate("document.querySelectorAll('details').forEach((d) => d.open = true)")
        row = page.page.query_selector("#results tbody tr:has(button)")
        query = row.query_selector("th").text_content()
        row.query_selector("button").click()
        page.page.wait_for_function(
            "(start) => document.querySelector('.step pre').textContent.startsWith(start)",
            arg=query[:99],
        )

        assert page.rows("#viewer-0-proof")[0][:99] == query[:99]
