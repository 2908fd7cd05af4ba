"""The page on what a program may call, which is made from the tables of the code."""

import re

import pytest

from symbolic_rl.base.files import PROLOG_DIR
from tests.oracle import SWIPL
from tests.processes import ran

ROOT = PROLOG_DIR.parent
PAGE = ROOT / "docs" / "reference" / "prolog.md"
COMMAND = "swipl -p engine=prolog tools/prolog_page.pl > docs/reference/prolog.md"


def test_the_page_on_prolog_is_up_to_date() -> None:
    made = ran(
        *SWIPL, "--on-error=status", "--on-warning=status", "-p", f"engine={PROLOG_DIR}",
        str(ROOT / "tools" / "prolog_page.pl"),
    )  # fmt: skip
    assert (made.returncode, made.stderr) == (0, "")
    page = PAGE.read_text()
    version = re.compile(r"SWI-Prolog (\d+\.\d+\.\d+)")
    if version.findall(page) != version.findall(made.stdout):
        pytest.skip("the page was made with another version of SWI-Prolog")

    assert made.stdout == page, f"make it again: {COMMAND}"
