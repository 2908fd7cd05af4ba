"""Proofs and answers as HTML without a script, as notebooks show them (``_repr_html_``).

The page of ``symbolic-rl prove --html`` shows proofs of any size; these are for a glance.
"""

from collections.abc import Sequence

from symbolic_rl.base.markup import Markup, element, join
from symbolic_rl.proofs.proof import Line, Proof

MOST_LINES = 300
"""Lines of a proof that are shown."""

DEEPEST = 40
"""Levels that fold; browsers nest some hundred elements and no more."""

OPEN_LINES = 40
"""Lines of the largest proof that is shown unfolded."""

_LONGEST = 2_000


def proof_html(proof: Proof) -> Markup:
    """Return a proof as a tree that folds, and its answer."""
    lines, cut = proof.lines[1 : MOST_LINES + 1], len(proof.lines) - 1 - MOST_LINES
    is_open = len(lines) <= OPEN_LINES
    waiting: dict[int, list[Markup]] = {}
    for line in reversed(lines):  # children come after their parent, so they are ready
        below = waiting.pop(line.depth + 1, [])
        waiting.setdefault(line.depth, []).append(_line(line, below[::-1], is_open=is_open))
    rest = element("p", f"... and {cut:,} more steps: symbolic-rl prove --html FILE")
    return element(
        "div",
        element("p", element("code", proof.answer)),
        *waiting.get(1, [])[::-1],
        rest if cut > 0 else "",
    )


def _line(line: Line, below: Sequence[Markup], *, is_open: bool) -> Markup:
    bound = ", ".join(f"{name} = {term}" for name, term in line.substitution.items())
    shown = join(
        element("code", _cut(line.goal), title=_cut(bound) or None),
        " ",
        element("small", line.reason),
    )
    margin = "margin-left: 1.2em"
    if not below:
        return element("div", shown, style=margin)
    if line.depth > DEEPEST:
        return join(element("div", shown, style=margin), *below)
    return element("details", element("summary", shown), *below, open=is_open, style=margin)


def answers_html(goal: str, proofs: Sequence[Proof], ending: str) -> Markup:
    """Return a table of answers: a column for each variable, and the proof of each row."""
    columns = list(dict.fromkeys(name for proof in proofs for name in proof.bindings))
    heads = [element("th", name) for name in (*columns, "inferences", "proof")]
    rows = [
        element(
            "tr",
            *(element("td", element("code", _cut(proof.bindings.get(c, "")))) for c in columns),
            element("td", f"{proof.inferences:,}"),
            element("td", element("details", element("summary", "proof"), proof_html(proof))),
        )
        for proof in proofs
    ]
    table = element("table", element("thead", element("tr", *heads)), element("tbody", *rows))
    return element(
        "div",
        element("p", element("code", _cut(goal))),
        table if rows else "",
        element("p", ending),
    )


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ..."
