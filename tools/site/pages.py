"""Changes to the pages of the site: front page, search, headings, attributes."""

import re
from pathlib import Path
from typing import Any

UNSEARCHED = re.compile(r"docs/decisions/\d|bench/results/|CHANGELOG|docs/reference/records")
"""Pages whose text the search leaves out: they have a word of every other page."""

FRONT = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=docs/index.html">
<link rel="canonical" href="docs/index.html">
<title>symbolic-rl</title>
<p><a href="docs/index.html">symbolic-rl</a></p>
</html>
"""


def leave_out(app: Any, doctree: Any) -> None:
    """Keep the text of a page out of the index of the search; its title stays."""
    if UNSEARCHED.match(app.env.docname):
        app.env.metadata[app.env.docname]["nosearch"] = ""


_WHOLE: dict[str, list[str]] = {}
"""Docstrings of attributes, while napoleon reads another in their place."""


def hide(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Keep the docstring of an attribute from napoleon: it takes text before a colon for a type."""
    if what in ("attribute", "data", "property"):
        _WHOLE[name], lines[:] = lines[:], ["hidden"]


def restore(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Put the docstring back."""
    lines[:] = _WHOLE.pop(name, lines[:])


def accessible(app: Any, page: str, template: str, context: Any, doctree: Any) -> None:
    """Give headings of the navigation a level, and let the keyboard scroll blocks of code."""
    for part in ("furo_navigation_tree", "toctree"):
        if isinstance(text := context.get(part), str):
            context[part] = text.replace('role="heading"', 'role="heading" aria-level="2"')
    context["body"] = context.get("body", "").replace("<pre>", '<pre tabindex="0">')


def front_page(app: Any, error: Exception | None) -> None:
    """Write the page at the root of the site, which leads to the first page of docs/."""
    if error is None and app.builder.format == "html":
        Path(app.outdir, "index.html").write_text(FRONT, "utf-8")


def setup(app: Any) -> dict[str, bool]:
    """Connect the changes to a Sphinx application."""
    app.connect("doctree-read", leave_out)
    app.connect("autodoc-process-docstring", hide, priority=400)  # napoleon has 500
    app.connect("autodoc-process-docstring", restore, priority=600)
    app.connect("html-page-context", accessible, priority=900)  # behind the theme's
    app.connect("build-finished", front_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
