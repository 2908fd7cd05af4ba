"""The documentation: its site is built without a warning, and its pages do what they say."""

import importlib.util
import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from symbolic_rl.cli import main as cli
from tests.browsing import chromium, opened, violations
from tests.documented import Cli, run_page, steps
from tests.processes import ran
from tests.test_examples import PUBLIC

DOCS = Path(__file__).resolve().parents[1] / "docs"
README, TUTORIAL = DOCS.parent / "README.md", DOCS / "tutorial.md"
GUIDE = DOCS.parent / "CONTRIBUTING.md"
PAGES = [*sorted((DOCS / "how-to").glob("*.md")), *sorted(DOCS.glob("for-*.md"))]
SLOW = {"choose-a-collector", "many-machines", "read-the-report"}
"""Pages that start worker processes, or train twice."""
pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="needs the checkout")


@pytest.fixture
def in_process(capfd: pytest.CaptureFixture[str]) -> Cli:
    """Runs ``symbolic-rl`` in this process, which has imported torch already."""

    def run(words: list[str]) -> tuple[int, str]:
        capfd.readouterr()
        code = cli.run(words)
        printed = capfd.readouterr()
        assert code in (0, 1), printed.err  # 1: no answer
        return code, printed.out

    return run


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.slow] if page.stem in SLOW else [], id=page.stem)
        for page in PAGES
    ],
)
def test_a_page_does_what_it_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_process: Cli
) -> None:
    monkeypatch.chdir(tmp_path)

    done = run_page(page.read_text("utf-8"), tmp_path, in_process)

    assert done or "console" not in page.read_text("utf-8")


@pytest.mark.parametrize("quickly", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_the_tutorial_does_what_it_says_and_the_readme_shows_it(
    quickly: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_process: Cli
) -> None:
    """Also where each training is a tenth as long as the pages say."""
    monkeypatch.chdir(tmp_path)
    pages = [page.read_text("utf-8") for page in (TUTORIAL, README)]

    def run(words: list[str]) -> tuple[int, str]:
        shorter = ["--profile", "quick"] if quickly and words[0] == "train" else []
        return in_process([*words, *shorter])

    done = run_page("".join(pages), tmp_path, run, once=True)

    assert done == sum(len(list(steps(page))) for page in pages)
    assert len(list(steps(pages[1]))) == 6


def test_the_readme_is_grasped_in_thirty_seconds() -> None:
    text = README.read_text("utf-8")
    table = re.findall(r"^\|.*\|$", text[text.index("## Results") :], re.M)
    assert len(text.splitlines()) <= 110  # two kinds of reader, thirty seconds each
    assert "make train" in text and "make test" in text
    assert all(word in text for word in ("--n-envs", "--collector", "--n-workers", "sweep"))
    assert 2 < len(table) <= 2 + 6
    assert all(re.search(r"\[[01]\.\d+, [01]\.\d+\]", row) for row in table[2:])
    assert "\n".join(table) in (DOCS / "results.md").read_text("utf-8")


@pytest.mark.parametrize(
    "page", [README, GUIDE, *sorted(DOCS.rglob("*.md"))], ids=lambda page: page.stem
)
def test_links_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    assert not [link for link in links if not (page.parent / link).is_file()]


def test_the_picture_is_drawn_from_what_is_kept() -> None:
    from tools.picture import KEPT, PICTURE, drawn

    document = json.loads(KEPT.read_text("utf-8"))

    assert PICTURE.read_text("utf-8") == drawn(document)
    assert {"trained by", "searched by"} <= document.keys()
    ElementTree.fromstring(PICTURE.read_text("utf-8"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if importlib.util.find_spec("sphinx") is None:
        pytest.skip("no Sphinx: `make docs` and `make setup` install it")
    folder = tmp_path_factory.mktemp("site")
    options = ["--fail-on-warning", "--keep-going", "--quiet"]
    words = ("-m", "sphinx", *options, "-b", "html", "-c", "docs", ".", str(folder))
    done = ran(sys.executable, *words, cwd=DOCS.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_has_every_page(site: Path) -> None:
    pages = [file.relative_to(DOCS) for file in DOCS.rglob("*.md")]
    assert len(pages) > 55
    assert not [page for page in pages if not (site / "docs" / page.with_suffix(".html")).exists()]


@pytest.mark.slow
def test_the_site_begins_at_its_root_and_its_search_leaves_records_out(site: Path) -> None:
    assert 'url=docs/index.html"' in (site / "index.html").read_text("utf-8")
    index = json.loads((site / "searchindex.js").read_text("utf-8")[len("Search.setIndex(") : -1])
    names = [index["docnames"][i] for i in index["terms"]["collector"]]
    assert "docs/how-to/many-machines" in names and len(names) < 30
    assert not [name for name in names if re.match(r"docs/decisions/\d|bench/results/|CHANG", name)]


@pytest.mark.slow
def test_a_colon_in_the_first_sentence_of_a_setting_is_no_type(site: Path) -> None:
    python = (site / "docs/reference/python.html").read_text("utf-8")
    text = re.sub(r"<[^>]+>", "", python)
    assert "Rows processed side by side: environments stepped" in text


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_landing_pages_are_accessible(site: Path, dark: bool) -> None:
    pages = ("index", "for-prolog", "for-rl", "how-it-works", "gallery", "related-work")
    with chromium() as browser:
        for name in pages:
            with opened(
                browser, site / "docs" / f"{name}.html", dark=dark, ready="article"
            ) as page:
                assert violations(page) == [], name


def test_the_gallery_shows_ten_programs_each_with_goals_a_curve_and_a_proof() -> None:
    parts = (DOCS / "gallery.md").read_text("utf-8").split("\n## ")[1:]
    assert len(parts) == 10
    for part in parts:
        name = part.partition("\n")[0]
        assert ElementTree.parse(DOCS / "gallery" / f"{name}.svg").getroot().get("aria-label")
        assert "test goals proved within" in part and "```prolog" in part
        assert re.search(r"^\?- .*\n(.*\n)*?.* program\.pl:\d+", part, re.M)


def test_the_picture_of_a_step_shows_what_the_environment_observes(tmp_path: Path) -> None:
    from tools.step import PICTURE, PROGRAM, _matrix, loaded, observed

    seen, picture = observed(loaded(tmp_path)), PICTURE.read_text("utf-8")

    assert len(seen["candidates"]) == 2 and seen["action_mask"] == [1, 1, 0]
    assert all(_matrix(rows) in picture for rows in (seen["goals"], *seen["candidates"]))
    assert PROGRAM in (DOCS / "how-it-works.md").read_text("utf-8")


@pytest.mark.slow
def test_the_reference_has_every_command_and_every_public_entry(site: Path) -> None:
    commands = (site / "docs/reference/commands.html").read_text("utf-8")
    python = (site / "docs/reference/python.html").read_text("utf-8")
    assert not [name for name in cli.COMMANDS if f'id="symbolic-rl-{name}"' not in commands]
    assert "--total-frames INT" in commands
    assert not [name for name in PUBLIC if f'id="symbolic_rl.{name}"' not in python]
