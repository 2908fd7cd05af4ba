"""Viewer of proofs and recorded searches, within a page or as a page of its own.

The markup holds data and a placeholder; ``assets/viewer.js`` renders them. Each proof is its own
block, unpacked only when opened, so pages with many long proofs load quickly.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symbolic_rl.base.markup import Markup, element, join, packed, visible
from symbolic_rl.proofs.proof import NOTES, answer_text
from symbolic_rl.report.page import data, page

MOST_BYTES = 3_000_000
"""Most bytes of a page; proofs beyond it are left out, with a note."""


@dataclass(frozen=True)
class ProofViewer:
    """Markup of a viewer, and what it shows."""

    markup: Markup
    shown: tuple[str, ...]  # queries of the proofs shown, by number, as :func:`visible` text
    left_out: int  # number of proofs and searches that did not fit


def viewer(content: Mapping[str, Any], identifier: str, *, most: int = MOST_BYTES) -> ProofViewer:
    """Build a viewer from the JSON of :class:`.KeptProofs`; blocks take at most ``most`` bytes."""
    blocks: list[Markup] = []
    index: dict[str, list[dict[str, Any]]] = {"proofs": [], "searches": []}
    shown: list[str] = []
    left_out = capacity = 0
    searches = [("searches", one, _head_of_search(one)) for one in content["searches"]]
    proofs = [("proofs", one, _head_of_proof(one)) for one in content["proofs"]]
    for kind, one, head in searches + proofs:  # searches first: they are few
        text = packed(_visible(one))
        if capacity + len(text) > most:
            left_out += 1
            continue
        capacity += len(text)
        block = f"{identifier}-{kind}-{len(index[kind])}"
        blocks.append(data(block, text))
        index[kind].append({**head, "data": block})
        if kind == "proofs":
            shown.append(visible(one["goal"]))
    whole = {**index, "clauses": _visible(content["clauses"]), "notes": NOTES}
    place = element(
        "div",
        element("p", "JavaScript unfolds the proofs; it is off, or still at work.", class_="muted"),
        id=identifier,
        data_index=f"{identifier}-index",
    )
    note = element(
        "p",
        f"{left_out:,} more did not fit into the {most / 1e6:.2g} MB that this page has for them.",
        class_="note",
    )
    blocks.append(data(f"{identifier}-index", packed(whole)))
    markup = join(note if left_out else "", place, *blocks)
    return ProofViewer(markup, tuple(shown), left_out)


def _visible(value: Any) -> Any:
    """Map :func:`visible` over all strings of a JSON value."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, Mapping):
        return {visible(key): _visible(one) for key, one in value.items()}
    return [_visible(one) for one in value] if isinstance(value, list | tuple) else value


def _head_of_proof(proof: Mapping[str, Any]) -> dict[str, Any]:
    """Return the list entry of a proof."""
    texts = _short(proof["goal"]), _short(answer_text(proof["bindings"], proof.get("residual", ())))
    return {"goal": texts[0], "answer": texts[1], "steps": len(proof["lines"]) - 1}


def _head_of_search(search: Mapping[str, Any]) -> dict[str, Any]:
    """Return the list entry of a search."""
    return {"query": _short(search["query"]), "why": search["why"], "proved": search["proved"]}


def _short(text: str) -> str:
    """Shorten a text for lists; the block has all of it."""
    return visible(text)[:400]


def proof_page(content: Mapping[str, Any], goal: str, ending: str, command: str) -> str:
    """Return the page of ``symbolic-rl prove --html``; ``command`` is the command line."""
    shown = viewer(content, "proofs")
    cut = f"{visible(goal)[:200]} ..." if len(goal) > 200 else goal
    n = len(content["proofs"])
    return page(
        f"proof of {cut}" if n else f"no proof of {cut}",
        element(
            "header",
            element("h1", element("code", cut)),
            *(element("p", line) for line in ending.splitlines()),
        ),
        element("main", shown.markup if n or content["searches"] else ""),
        element("footer", element("p", "made by ", element("code", command))),
    )
