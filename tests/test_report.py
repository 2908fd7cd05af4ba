"""Reports and pages of proofs, made from the files of runs alone, and what notebooks show."""

import base64
import gzip
import hashlib
import json
import re
import zlib
from dataclasses import replace
from html.parser import HTMLParser
from math import exp, prod
from pathlib import Path
from typing import Any

import pytest
import torch

from symbolic_rl.base.errors import RunError
from symbolic_rl.base.markup import element, packed, visible
from symbolic_rl.cli.keeping import Keeper
from symbolic_rl.cli.main import run as command
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.evaluation.table import joined
from symbolic_rl.evaluation.verdicts import protocol, remarks
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.proofs.prove import prove
from symbolic_rl.report import page as page_module
from symbolic_rl.report.chart import Curve, chart
from symbolic_rl.report.kept import MOST_STATES, KeptProofs
from symbolic_rl.report.report import report
from symbolic_rl.report.runs import ReportedRun, open_runs
from symbolic_rl.report.viewer import viewer
from symbolic_rl.search import AnswerIterator, BreadthFirstSearch, LevinTreeSearch, Limits, Space
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.search.recorded import record
from symbolic_rl.search.tree import TreeSearch
from tests.problems import write_files
from tests.reported import HOSTILE, made_up, short_run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short run on countries_s1 with its results; tests leave it as it is."""
    return short_run(tmp_path_factory.mktemp("reported") / "one", "countries_s1")


class Checked(HTMLParser):
    """Parser that expects every element to be closed where it should be."""

    VOID = ("meta", "input", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.waiting, self.tags, self.text = list[str](), list[str](), list[str]()
        self.attributes: list[Any] = []
        self.feed(text)
        self.close()
        assert self.waiting == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.waiting.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.waiting.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_an_element_holds_a_hostile_name_as_text_and_as_an_attribute(name: str) -> None:
    found = Checked(element("p", name, title=name))
    assert found.tags == ["p"] and "".join(found.text) == visible(name)
    assert found.attributes == [("title", visible(name))]


def test_markup_stays_markup_and_packed_data_means_nothing_in_html() -> None:
    assert element("p", element("b", "<"), "&") == "<p><b>&lt;</b>&amp;</p>"
    data = packed(HOSTILE)
    assert re.fullmatch(r"[A-Za-z0-9+/=]+", data)
    assert json.loads(zlib.decompress(base64.b64decode(data))) == HOSTILE


def test_a_page_lets_the_browser_run_its_own_script_only_which_makes_no_markup_of_text() -> None:
    text = page_module.page("title")
    script = re.search(r"<script>(.*)</script>", text, re.S)
    allowed = re.search(r"script-src &#x27;sha256-([^&]+)&#x27;", text)
    assert script and allowed
    assert base64.b64decode(allowed[1]) == hashlib.sha256(script[1].encode()).digest()
    assert "default-src &#x27;none&#x27;" in text
    assert not re.search(r"https?://", text.replace("http-equiv", ""))
    makers = r"innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(|</script"
    assert not re.search(makers, script[1])


def test_a_report_tells_what_the_files_of_its_run_hold(run: Path) -> None:
    text = report(open_runs([run]))
    found = Checked(text)
    told = " ".join(found.text)
    table = ReportedRun(run).tables["test"]
    guided = table.within("guided", 1000)

    assert guided is not None and f"{guided.n_proved} of 24" in told
    assert "symbolic-rl train --env countries_s1" in told
    assert "imitation_steps" in told and "100" in told  # here 1, by default 100
    assert "95 % intervals (Wilson)" in told
    assert "Share proved over inferences" in told and "Share proved over seconds" in told
    assert all(line in told for line in (*protocol(table), *remarks(table)))
    assert len(text) < 3_000_000


def test_runs_of_several_seeds_are_one_curve_with_its_spread(run: Path, tmp_path: Path) -> None:
    other = short_run(tmp_path / "one", "countries_s1", seed=1)  # of the same name
    text = report(open_runs([run, other]))
    told = " ".join(Checked(text).text)

    assert "2 runs side by side" in told
    assert "countries_s1, seeds 0, 1" in told
    tries = [opened.tables["test"].within("guided", 1000) for opened in open_runs([run, other])]
    both = joined(tries)
    assert both.n == 48 and both.proved[:24] == (tries[0] and tries[0].proved)
    assert re.search(rf"2 seeds together.*?{both.rate:.3f}", told)
    assert str(other) in told
    assert 'class="band s0"' in text and 's1" d' not in text


def told_of(folder: Path, **texts: str) -> str:
    """Train on a pack with these files, and return the text of the report."""
    pack = write_files(folder / "pack", {"env.toml": ""}, **texts)
    run = short_run(folder / "run", str(pack))
    return " ".join(Checked(report(open_runs([run]))).text)


def test_proofs_of_queries_labelled_false_are_told_apart(tmp_path: Path) -> None:
    test = "query(p(a)).\nquery(p(b), false).\nquery(p(c), false).\n"
    told = told_of(tmp_path, program="p(X) :- q(X).\nq(a).\nq(b).", train="query(p(a)).", test=test)
    assert "2 of the queries are labelled false" in told
    assert "guided by the policy: 1 mistakes, accuracy 0.667" in told
    assert "has no proof: a search was exhausted" in told


def test_limits_are_told_with_what_hit_them_most(tmp_path: Path) -> None:
    program = "p(X) :- q(X), X > 0.\nq(a).\nq(b).\nq(1).\nr(X) :- p(X).\n"
    test = "query(p(_)).\nquery(r(1)).\n"
    told = told_of(tmp_path, program=program, train="query(p(1)).\n", test=test)
    assert "candidates lost to errors of builtins" in told
    assert "p(_) (2)" in told
    assert "q(_0) (2), after program.pl:1: p(X) :- q(X), X > 0." in told


def test_a_run_without_evaluation_says_how_to_get_one(run: Path, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text((run / "config.json").read_text())
    told = " ".join(Checked(report(open_runs([tmp_path]))).text)
    assert f"symbolic-rl eval {tmp_path} --search" in told
    assert "There was no update yet." in told


@pytest.mark.parametrize(
    ("name", "data"),
    [
        *(("results.json", text) for text in (b"", b"[]", b"{", b'{"tables": {"test": {}}}')),
        ("proofs.csv", b"x\ny\n"),
        *(("proofs/test.json.gz", data) for data in (b"no gzip", gzip.compress(b"{}", mtime=0))),
    ],
)
def test_damaged_results_are_refused(run: Path, tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / "proofs").mkdir()
    (tmp_path / "config.json").write_text((run / "config.json").read_text())
    (tmp_path / name).write_bytes(data)
    with pytest.raises(RunError) as error:
        report(open_runs([tmp_path]))
    assert str(tmp_path / name.partition("/")[0]) in error.value.where


def test_what_cannot_be_kept_is_told_once_and_stops_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = Keeper(tmp_path / "nowhere", "command")
    kept.training()
    assert kept.write_report() is None
    assert capsys.readouterr().err.count("not kept") == 1


def test_proofs_that_do_not_fit_are_left_out_and_counted() -> None:
    content = KeptProofs(made_up([0, 1], [f"goal({i})", "x"]) for i in range(10)).as_json()
    whole = viewer(content, "v")
    few = viewer(content, "v", most=1_000)
    assert len(whole.shown) == 10 and whole.left_out == 0
    assert 0 < len(few.shown) < 10
    assert len(few.shown) + few.left_out == 10
    assert f"{few.left_out} more did not fit" in few.markup


def test_a_clause_stands_with_its_source_beside_the_goal(tmp_path: Path) -> None:
    program = tmp_path / "p.pl"
    program.write_text("% p\np(X) :-\n    q(X), % one\n    \\+ r(X).\nq('a. b'). q(c).\nr(z).\n")
    proof = next(prove(program, "p(c)"))
    content = KeptProofs([proof]).as_json()
    assert content["proofs"] == [proof.as_json()]
    assert content["clauses"] == {
        "p.pl:2": "p(X) :-\n    q(X), % one\n    \\+ r(X).",
        "p.pl:5": "q('a. b'). q(c).",
    }


@pytest.fixture(scope="module")
def spaces() -> list[Space]:
    """Spaces of four queries, ordered by an untrained policy."""
    torch.manual_seed(0)
    problem = load_problem("countries_s2")
    policy = make_policy("resolvent", PolicyShape.for_problem(problem), dim=8)
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    order = PolicyOrder(policy, problem, problem.program)
    return [order.space(engine, query) for query in problem.queries("test")[:4]]


def shown_of(space: Space, *recorded: Any, **options: str) -> dict[str, Any]:
    """Return what a page shows of a recorded search."""
    kept = KeptProofs()
    kept.add_search(space.query.text, *recorded, why="a test", **options)
    (shown,) = kept.searches
    return dict(shown)


ENOUGH, FEW = Limits(max_inferences=5_000), Limits(max_inferences=2)


def test_a_recorded_search_is_the_search_without_a_record(spaces: list[Space]) -> None:
    for space in spaces:
        search, found = record(space, ENOUGH)
        plain = AnswerIterator(LevinTreeSearch(space), ENOUGH).take(1)
        shown = shown_of(space, search, found)

        assert (found.answers, found.inferences) == (plain.answers, plain.inferences)
        assert search.answer is not None
        way = [*(search.states[i] for i in search.way()), search.answer]
        assert all(0 < state.probability <= 1 for state in way)
        product = prod(state.probability for state in way)
        assert product == pytest.approx(exp(search._outcome.log_probability), rel=1e-6)
        assert shown["expanded"] == len(search.states)
        assert sum(shown["on_way"]) == len(way) - 1 == len(found.answers[0].choices)
        assert len(shown["number"]) <= max(MOST_STATES, len(way))
        assert all(parent < i for i, parent in enumerate(shown["parent"]))


@pytest.mark.parametrize("finder", [LevinTreeSearch, BreadthFirstSearch])
def test_a_search_without_a_proof_follows_the_one_that_another_has_found(
    finder: type[TreeSearch], spaces: list[Space]
) -> None:
    for space in spaces:
        (known,) = AnswerIterator(finder(space), ENOUGH).take(1).answers
        whole, _ = record(space, ENOUGH)
        search, found = record(space, FEW, known.choices)
        shown = shown_of(space, search, found, known_by="another")

        assert not found.answers and search.answer is not None
        assert shown["known_by"] == "another" and not shown["proved"]
        assert shown["expanded"] == search.expanded <= 3 < len(search.states)
        assert sum(shown["on_way"]) == len(search.way()) == len(known.choices)
        if finder is LevinTreeSearch:  # the policy says the same of it as in a search of its own
            ways = [[one.states[i] for i in one.way()] for one in (search, whole)]
            for followed, expanded in zip(*ways, strict=True):
                assert followed.tokens.tobytes() == expanded.tokens.tobytes()
                assert followed.probability == pytest.approx(expanded.probability, rel=1e-4)
                assert followed.likeliest == pytest.approx(expanded.likeliest, rel=1e-4)

        short, found = record(space, FEW, [*known.choices[:-1], (0, 10_000)])
        shown = shown_of(space, short, found, known_by="another")
        assert short.answer is None and len(shown["number"]) == short.expanded <= 3
        assert shown["known_by"] == ""


def test_a_large_record_keeps_its_way_and_the_first_states(spaces: list[Space]) -> None:
    search, found = record(spaces[0], ENOUGH)
    search.states += [replace(search.states[-1], parent=0) for _ in range(2 * MOST_STATES)]
    shown = shown_of(spaces[0], search, found)
    assert len(shown["number"]) == MOST_STATES and shown["expanded"] == len(search.states)
    assert set(search.way()) <= set(shown["number"])


def test_prove_writes_a_page_that_names_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.pl").write_text("p(a).\np(b).\n")

    assert command(["prove", "p.pl", "p(X)", "--answers", "2", "--html", "page.html"]) == 0
    assert command(["prove", "p.pl", "p(c)", "--html", "none.html"]) == 1
    assert command(["prove", "p.pl", "p(c)", "--html", "no/folder.html"]) == 2

    page, none = (Path(name).read_text("utf-8") for name in ("page.html", "none.html"))
    assert "symbolic-rl prove p.pl &#x27;p(X)&#x27; --answers 2" in page
    assert "Proofs" not in none.split("<script>")[0] and "no proof of p(c)" in none
    assert "there is no folder no" in capsys.readouterr().err


def test_report_of_the_command_line_writes_next_to_the_run_or_where_it_is_told(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command(["report", str(run)]) == 0
    assert command(["report", str(run), str(run), "--out", "both.html"]) == 0
    assert command(["report", str(tmp_path)]) == 2
    assert (run / "report.html").is_file() and Path("both.html").is_file()


def test_a_chart_of_one_point_or_of_equal_points_is_drawn() -> None:
    for points in ([(5.0, 1.0)], [(1.0, 2.0), (3.0, 2.0)], [(0.0, 0.0), (0.0, 0.0)]):
        drawn = chart("title", [Curve("curve", 0, points)], x_label="x")
        assert "nan" not in drawn and "inf" not in drawn
        assert ("<circle" in drawn) == (points[0][0] == points[-1][0])
        Checked(drawn)


def test_notebooks_show_proofs_answers_and_runs_without_a_script(tmp_path: Path, run: Path) -> None:
    from symbolic_rl.base.config import TrainConfig
    from symbolic_rl.training.train import train

    program = tmp_path / "p.pl"
    program.write_text("p(X, Y) :- q(X), \\+ r(X), Y = '<b>'.\nq('<script>').\nr(z).\n")
    proofs = prove(program, "p(X, Y)").take(2)
    answers = Checked(proofs._repr_html_())
    proof = Checked(proofs.answers[0]._repr_html_())
    few = TrainConfig(imitation_steps=1, imitation_frames=64, total_frames=64, dim=8)
    summary = Checked(train(load_problem("countries_s1"), few, tmp_path / "run")._repr_html_())

    assert {"script", "b"}.isdisjoint([*answers.tags, *proof.tags, *summary.tags])
    assert {"details", "summary", "code"} <= set(proof.tags)
    assert [text for text in answers.text if text in ("X", "Y")][:2] == ["X", "Y"]
    assert "'<script>'" in answers.text and "'<script>'" in " ".join(proof.text)
    assert {"p.pl:1", "has no proof", "builtin"} <= set(proof.text)
    assert "countries_s1" in summary.text


def test_a_notebook_shows_a_deep_proof_cut_and_says_so() -> None:
    proof = made_up(list(range(1_000)), [f"goal({i})" for i in range(1_000)])
    found = Checked(proof._repr_html_())
    assert found.tags.count("details") <= 50
    assert "... and 699 more steps: symbolic-rl prove --html FILE" in found.text
