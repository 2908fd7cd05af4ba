"""Pages in a real browser: they load without an error, fold, search, copy, and are accessible."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from symbolic_rl.base.markup import element, join
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.proofs.proof import Proof
from symbolic_rl.proofs.prove import prove
from symbolic_rl.report.kept import KeptProofs
from symbolic_rl.report.page import page as plain_page
from symbolic_rl.report.report import write_report
from symbolic_rl.report.viewer import proof_page, viewer
from symbolic_rl.search import AnswerIterator, BreadthFirstSearch, Limits
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.search.recorded import record
from tests.browsing import Opened, chromium, opened
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
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def report_file(pages: Path) -> Path:
    """The report of a run on hostile names."""
    run = hostile_run(pages)
    write_report([run], run / "report.html")
    return run / "report.html"


@pytest.fixture(scope="module")
def proof_file(pages: Path) -> Path:
    """The page of a proof with a disjunction, builtins, a negation and equal subtrees."""
    program = pages / "twice.pl"
    program.write_text(PROGRAM)
    return page_of(pages / "proof.html", [next(prove(program, GOAL))], GOAL)


def page_of(file: Path, proofs: list[Proof], goal: str = "goal") -> Path:
    file.write_text(proof_page(KeptProofs(proofs).as_json(), goal, "ending", "command"), "utf-8")
    return file


def violations(page: Opened, *rules: str) -> list[str]:
    """Serious faults that axe finds, by some rules or by all."""
    from axe_playwright_python.sync_playwright import Axe

    options = {"runOnly": list(rules)} if rules else {}
    found = Axe().run(page.page, options=options).response["violations"]
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary']}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


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
        cells = page.page.evaluate(
            "[...document.querySelectorAll('#results details th code')].map((e) => e.textContent)"
        )
        shown = set()
        for i in range(len(page.page.query_selector_all("[role=tabpanel] option"))):
            page.page.select_option("[role=tabpanel] select", str(i))
            page.page.wait_for_selector(f"[role=tabpanel][data-shown='{i}']")
            shown.add(page.page.evaluate("document.querySelector('.step pre').textContent"))
        title = page.page.title()

        assert made == []
        assert title == "<script>alert(0)<b>: report"
        assert len(cells) == len(HOSTILE) >= 50
        assert page.said == []
        for name in ("<script>alert(1)</script>", "<plaintext>", "\u05e9\u05dc\u05d5\u05dd"):
            assert any(name in text for text in shown), name
            assert any(name in text for text in cells), name
        assert any("202e" in text.lower() for text in shown)
        assert len(shown) == len({goal for goal in shown if goal.startswith("q(")})
        assert all(not re.search("[\u202a-\u202e\u2066-\u2069\u200b]", text) for text in shown)


def test_rows_fold_and_unfold_by_mouse_and_keyboard_and_keep_their_place(
    browser: Any, proof_file: Path
) -> None:
    with opened(browser, proof_file) as page:
        all_rows = page.rows()
        place = "document.querySelector('[data-node=\"1\"]').getBoundingClientRect().top"
        before = page.page.evaluate(place)
        page.page.click("[data-node='1'] .turn")
        folded = page.rows()
        after = page.page.evaluate(place)
        page.page.focus("[role=tree]")
        page.page.keyboard.press("ArrowRight")
        opened_again = page.rows()
        page.page.keyboard.press("ArrowRight")
        active = page.page.get_attribute("[role=tree]", "aria-activedescendant")
        expanded = page.page.get_attribute("[data-node='1']", "aria-expanded")
        page.page.keyboard.press("Home")
        page.page.keyboard.press("ArrowLeft")

        assert folded == all_rows[:2]
        assert before == after
        assert opened_again == all_rows
        assert expanded == "true"
        assert str(active).endswith("-2")
        assert page.rows() == all_rows[:1]
        assert page.page.get_attribute("[data-node='0']", "aria-expanded") == "false"


def test_a_row_shows_clause_place_substitution_builtin_and_negation(
    browser: Any, proof_file: Path
) -> None:
    with opened(browser, proof_file) as page:
        page.page.click("text=Open all")
        rows = page.page.evaluate(
            "[...document.querySelectorAll('.row')].map((r) => r.textContent)"
        )
        page.page.click("[data-node='1'] .goal")
        side = page.page.inner_text(".step")

        assert any("twice.pl:5" in row and "X = s(s(o))" in row for row in rows)
        assert any("builtin" in row and "==" in row for row in rows)
        assert any("has no proof" in row and "add(s(o)" in row for row in rows)
        assert any("disjunction" in row for row in rows)
        assert "both(X) :- ( double(X, Y) ; fail )" in side
        assert "twice.pl:5" in side


def test_equal_subtrees_are_folded_and_lead_to_the_first(browser: Any, proof_file: Path) -> None:
    with opened(browser, proof_file) as page:
        page.page.click("text=Open all")
        same = page.page.query_selector(".row:has-text('as at step')")
        assert same is not None
        first = int(re.findall(r"as at step (\d+)", same.text_content())[0])
        assert same.get_attribute("aria-expanded") == "false"
        same.click()
        page.page.click(".step button")
        chosen = page.page.get_attribute("[aria-selected=true].row", "data-node")

        assert chosen == str(first)
        assert "stands here 2 times" in page.page.inner_text(f"[data-node='{first}']")


def test_search_folds_to_what_matches_and_gives_back_what_was_open(
    browser: Any, proof_file: Path
) -> None:
    with opened(browser, proof_file) as page:
        before = page.rows()
        page.page.fill("input[type=search]", "S(S(O)) == ")
        none = page.page.inner_text("[role=status]")
        page.page.fill("input[type=search]", "==")
        matched = page.rows()
        told = page.page.inner_text("[role=status]")
        marked = page.page.inner_text("mark")
        page.page.press("input[type=search]", "Escape")

        assert none == "0 matches"
        assert told == "1 match"
        assert marked == "=="
        assert "==" in matched[-1]
        assert len(matched) < len(before)
        assert page.rows() == before


def test_copies_are_prolog_that_reads_and_text_as_prove_prints_it(
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

    for line in proof.lines[1:]:
        assert line.goal in text
        assert line.reason in text
    assert prolog.startswith(f"% {GOAL}\n?- {GOAL}.")
    # the ground instances prove the goal on their own
    assert next(prove(again, "double(s(s(o)), s(s(s(s(o)))))")).inferences > 0


def test_ten_thousand_steps_are_in_the_page_only_as_far_as_they_are_in_sight(
    browser: Any, tmp_path: Path
) -> None:
    depths = [0] + [1 + i % 7 for i in range(9_999)]
    proof = made_up(depths, [f"goal({i})" for i in range(10_000)])
    with opened(browser, page_of(tmp_path / "large.html", [proof])) as page:
        at_first = len(page.rows())
        page.page.click("text=Open all")
        all_open = len(page.rows())
        page.page.focus("[role=tree]")
        page.page.keyboard.press("End")
        last = page.rows()[-1]
        page.page.fill("input[type=search]", "goal(5000)")
        found = page.rows()

        assert at_first < 60
        assert all_open < 100
        assert last == "goal(9999)"
        assert found[-1] == "goal(5000)"
        assert page.said == []


def test_what_is_open_survives_a_reload_and_a_look_at_another_proof(
    browser: Any, tmp_path: Path
) -> None:
    proofs = [made_up([0, 1, 2, 2], [f"{name}({i})" for i in range(4)]) for name in ("a", "b")]
    with opened(browser, page_of(tmp_path / "two.html", proofs)) as page:
        page.page.click("[data-node='1'] .turn")
        folded = page.rows()
        page.page.select_option("select", "1")
        page.page.wait_for_selector("[data-shown='1']")
        other = page.rows()
        page.page.select_option("select", "0")
        page.page.wait_for_selector("[data-shown='0']")
        back = page.rows()
        page.page.reload()
        page.page.wait_for_selector("[data-ready]")

        assert folded == back == page.rows() == ["a(0)", "a(1)"]
        assert other == ["b(0)", "b(1)", "b(2)", "b(3)"]


def test_the_record_of_a_search_shows_where_the_policy_preferred_another_choice(
    browser: Any, report_file: Path
) -> None:
    with opened(browser, report_file) as page:
        page.page.click("[role=tab]:has-text('Searches')")
        panel = "[role=tabpanel]:not([hidden])"
        page.page.wait_for_selector(f"{panel} [role=treeitem]")
        told = page.page.inner_text(f"{panel} p")
        rows = page.page.evaluate(
            f"[...document.querySelectorAll('{panel} .row')].map((r) => r.textContent)"
        )

        assert "expanded until a proof" in told
        assert "the policy preferred another choice at" in told
        assert any("on the way" in row and "%" in row for row in rows)
        assert any("no goal is left: proved" in row for row in rows)


def test_the_record_of_a_lost_query_follows_the_proof_of_another_search(
    browser: Any, tmp_path: Path, one_thread: None
) -> None:
    problem = load_problem("countries_s2")
    policy = make_policy("resolvent", PolicyShape.for_problem(problem), dim=8)
    program, query = problem.program, problem.queries("test")[0]
    assert program is not None
    space = PolicyOrder(policy, problem, program).space(
        PrologEngine(program, problem.env_config, answers=True), query
    )
    known = next(AnswerIterator(BreadthFirstSearch(space), Limits(max_inferences=5_000)))
    kept = KeptProofs()
    search, found = record(space, Limits(max_inferences=2), known.choices)
    search.states[-1].is_cut = True
    kept.add_search(query.text, program, search, found, why="lost", known_by="breadth-first")
    file = tmp_path / "lost.html"
    file.write_text(proof_page(kept.as_json(), query.text, "ending", "command"), "utf-8")

    with opened(browser, file) as page:
        told = page.page.inner_text("[role=tabpanel] p")
        tags = page.page.evaluate(
            "[...document.querySelectorAll('.row')].map((row) => "
            "row.querySelector('.tag')?.textContent)"
        )
        seen_in_part = page.page.locator(".tag:text-is('seen in part')").count()
        n = len(search.states)

    assert "expanded without a proof, after 2 inferences; all are shown." in told
    assert "On the way to the proof that breadth-first found" in told
    assert f"sees only a part of 1 of the {n} states shown (--view" in told
    assert seen_in_part == 1
    assert tags.count("on the way") >= 2  # the end, and what the search has expanded
    assert len(tags) - 1 >= tags.count("way, not reached") > 0


def test_two_viewers_of_a_page_keep_apart_what_is_open(browser: Any, tmp_path: Path) -> None:
    content = [
        KeptProofs([made_up([0, 1, 2], [f"{name}({i})" for i in range(3)])]).as_json()
        for name in ("a", "b")
    ]
    shown = join(*(viewer(one, f"v{i}").markup for i, one in enumerate(content)))
    file = tmp_path / "both.html"
    file.write_text(plain_page("two", element("main", shown)), "utf-8")
    with opened(browser, file) as page:
        page.page.wait_for_selector("#v1[data-ready]")
        page.page.click("#v0 [data-node='0'] .turn")
        page.page.click("#v1 [data-node='1'] .turn")
        page.page.reload()
        page.page.wait_for_selector("#v0[data-ready]")
        page.page.wait_for_selector("#v1[data-ready]")

        assert page.rows("#v0") == ["a(0)"]
        assert page.rows("#v1") == ["b(0)", "b(1)"]


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
