"""A page: one self-contained HTML file.

Its Content-Security-Policy allows the page's own script and nothing else: no file is loaded, and no
text of a program can run as code, even if it were not escaped.
"""

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from symbolic_rl import __version__
from symbolic_rl.base.markup import Markup, element, join

_ASSETS = Path(__file__).parent / "assets"

TableRow = tuple[Sequence[object], str]
"""Cells and CSS class of a table row."""


@cache
def _asset(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="utf-8")


def page(title: str, *body: object) -> str:
    """Return a page; text of the body is escaped."""
    script = _asset("viewer.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'"
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="generator", content=f"symbolic-rl {__version__}"),
        element("title", title),
        element("style", Markup(_asset("page.css"))),
    )
    content = element("body", *body, element("script", Markup(script)))
    return f"<!DOCTYPE html>\n{element('html', head, content, lang='en')}\n"


def data(identifier: str, packed: str) -> Markup:
    """Return a data block (:func:`symbolic_rl.base.markup.packed`) for the page's script."""
    return element("script", packed, type="text/plain", id=identifier)


def section(identifier: str, title: str, *content: object) -> Markup:
    """Return a section with an id to link to."""
    return element("section", element("h2", title), *content, id=identifier)


def table(
    caption: str, heads: Sequence[object], rows: Sequence[TableRow], *, texts: int = 1
) -> Markup:
    """Return a table that scrolls if it is too wide; the first ``texts`` columns hold text."""

    def kind(i: int) -> str | None:
        return "number" if i >= texts else None

    head = [element("th", cell, scope="col", class_=kind(i)) for i, cell in enumerate(heads)]
    lines = []
    for cells, name in rows:
        made = [
            element("td", cell, class_=kind(i)) if i else element("th", cell, scope="row")
            for i, cell in enumerate(cells)
        ]
        lines.append(element("tr", *made, class_=name or None))
    whole = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *head)),
        element("tbody", *lines),
    )
    return element("div", whole, class_="scroll", tabindex="0", role="group", aria_label=caption)


def bullets(lines: list[str]) -> Markup:
    """Return a list of texts."""
    return element("ul", *(element("li", line) for line in lines)) if lines else join()
