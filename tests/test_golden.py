"""Pictures of the report, kept in ``golden``: what is drawn of a kept run looks as it did.

The run is the tutorial's; its files are in ``golden/run``. Pictures are compared by the mean
colours of blocks of 8 x 8 pixels, because letters are drawn otherwise by each machine; where a
browser draws even a probe otherwise, the tests are skipped. ``GOLDEN=write pytest
tests/test_golden.py`` keeps new ones: look at them before they are committed.
"""

import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from symbolic_rl.report.report import write_report
from tests.browsing import Opened, chromium, opened

GOLDEN = Path(__file__).parent / "golden"
BLOCK = 8
LEAST = 30
"""Difference of a colour, of 255, from which on a block counts as another one."""
MOST = 0.003
"""Share of blocks that may differ."""
PICTURES = {
    "charts": ("#results .charts >> nth=1", False),
    "learning": ("#learning .charts", False),
    "proof": ("#viewer-0", False),
    "proof-dark": ("#viewer-0", True),
    "search": ("#viewer-1", False),
}
"""Part of the page, and whether it is dark."""
PROBE = """<!doctype html><title>probe</title>
<style>
  body { margin: 8px; font: 15px system-ui, sans-serif; color: #1b1f24; background: #fff }
  pre, code, input, button, select { font: 13px ui-monospace, monospace }
</style>
<main>
<h2>How good it is</h2><p>share of queries <b>proved</b> 0.985</p><p><code>rev([H|T], R)</code></p>
<p><select><option>rev([a,b], X)</select> <input value="np"> <button>Copy</button> ▸ ▾</p>
<svg width="200" height="40">
<path d="M0 40 C 50 0 90 0 200 20" fill="none" stroke="#05a"/></svg></main>
"""
"""A page that is none of ours: where it does not look as it did, letters and lines are drawn by
another browser or with other fonts, and pictures say nothing about this code."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("report") / "report.html"
    write_report([GOLDEN / "run"], file)
    return file


def pixels(png: bytes) -> NDArray[np.float64]:
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"), dtype=np.float64)


def blocks(picture: NDArray[np.float64]) -> NDArray[np.float64]:
    height, width = (n - n % BLOCK for n in picture.shape[:2])
    cut = picture[:height, :width]
    cut = cut.reshape(height // BLOCK, BLOCK, width // BLOCK, BLOCK, 3)
    return np.asarray(cut.mean((1, 3)))


def difference(one: bytes, other: bytes) -> float:
    """Return the share of blocks that differ; what only one picture has differs."""
    a, b = blocks(pixels(one)), blocks(pixels(other))
    height, width = min(a.shape[0], b.shape[0]), min(a.shape[1], b.shape[1])
    differ = (np.abs(a[:height, :width] - b[:height, :width]) > LEAST).any(-1).sum()
    size = max(a.shape[0] * a.shape[1], b.shape[0] * b.shape[1])
    return float((differ + size - height * width) / size)


@pytest.fixture(scope="module")
def drawing(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The browser; the tests are skipped where it draws otherwise than that of the pictures."""
    file = tmp_path_factory.mktemp("probe") / "probe.html"
    file.write_text(PROBE, "utf-8")
    with opened(browser, file) as page:
        png = page.page.screenshot(animations="disabled", caret="hide")
    kept, version = GOLDEN / "probe.png", GOLDEN / "chromium.txt"
    if os.environ.get("GOLDEN") == "write":
        Image.open(BytesIO(png)).convert("RGB").save(kept, optimize=True)
        version.write_text(f"{browser.version}\n", "utf-8")
    then, now = version.read_text("utf-8").strip(), browser.version
    if then.split(".")[0] != now.split(".")[0]:
        pytest.skip(f"the pictures were drawn by Chromium {then}, this one is {now}")
    one, other = pixels(kept.read_bytes()), pixels(png)
    if one.shape != other.shape or (one != other).any():
        pytest.skip("a page that is none of ours is drawn with other fonts than in the pictures")
    return browser


def picture_of(page: Opened, part: str) -> bytes:
    """Return a part of the page as it looks, opened where it is folded."""
    page.page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    page.page.add_style_tag(content="nav { position: static !important }")
    if part == "#viewer-1":
        page.page.locator(f"{part} [role=tab]").nth(1).click()
    element = page.page.locator(part)
    element.scroll_into_view_if_needed()
    page.page.wait_for_function("document.querySelectorAll('[data-ready]').length == 2")
    png: bytes = element.screenshot(animations="disabled", caret="hide")
    return png


@pytest.mark.parametrize("name", PICTURES)
def test_the_report_looks_as_it_did(
    name: str, drawing: Any, page_file: Path, tmp_path: Path
) -> None:
    part, is_dark = PICTURES[name]
    kept = GOLDEN / f"{name}.png"
    with opened(drawing, page_file, dark=is_dark) as page:
        png = picture_of(page, part)
    if os.environ.get("GOLDEN") == "write":
        image = Image.open(BytesIO(png)).convert("RGB")
        image.quantize(64).save(kept, optimize=True)

    differ = difference(kept.read_bytes(), png)

    (tmp_path / kept.name).write_bytes(png)
    assert differ <= MOST, f"{differ:.1%} differ: compare {kept} and {tmp_path / kept.name}"
