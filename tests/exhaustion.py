"""The state space of a goal, exhausted: every candidate of every page of every state.

The loops here are plain on purpose. Nothing of :mod:`symbolic_rl.derivations.pages` is used.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.engine import PrologEngine
from symbolic_rl.program.program import Program
from symbolic_rl.program.vocabulary import Vocabulary
from tests.oracle import Answer, Item

State = tuple[int, ...]
_KINDS = {1: "number", 2: "string", 3: "symbol", 4: "symbol"}


class TooLargeError(Exception):
    """The state space has more states, or tokens, than the test wants to visit."""


MOST_TOKENS = 2_000_000
"""Tokens of all states of a tree: as Python's integers a hundred megabytes."""


@dataclass(frozen=True)
class Child:
    clause: int
    state: State


def load(folder: Path, text: str, goal: str, config: EnvConfig | None = None) -> Program:
    file = folder / "program.pl"
    file.write_text(text, encoding="utf-8")
    return Program([file], {}, goals={"goal": goal}, config=config)


def children(
    engine: PrologEngine, states: list[State], *, limit: int = 64, hidden: int = 0
) -> list[list[Child]]:
    """All candidates of each state, page by page, in order."""
    found: list[list[Child]] = [[] for _ in states]
    rows, offset = list(range(len(states))), 0
    while rows:
        page = engine.expand(
            TokenBatch.of([states[row] for row in rows]),
            hidden=np.full(len(rows), hidden),
            limit=limit,
            offset=np.full(len(rows), offset),
        )
        assert not page.lost.any()
        at = 0
        for i, row in enumerate(rows):
            for k in range(at, at + int(page.counts[i])):
                state = tuple(page.candidates[k].tolist())
                found[row].append(Child(int(page.clauses[k]), state))
            at += int(page.counts[i])
        rows = [row for i, row in enumerate(rows) if page.more[i]]
        offset += limit
    return found


def root(program: Program) -> State:
    return tuple(program.queries[0].root(answers=True).tolist())


def answers_in_order(
    engine: PrologEngine, start: State, *, limit: int = 64, most_states: int = 3000
) -> list[State]:
    """The final states as depth-first search finds them; nothing merged, no loop check."""
    nodes: list[State] = [start]
    n_tokens = len(start)
    below: list[range] = [range(0)]
    level = [0] if start[0] else []
    while level:
        first = len(nodes)
        for node, candidates in zip(
            level, children(engine, [nodes[i] for i in level], limit=limit), strict=True
        ):
            below[node] = range(len(nodes), len(nodes) + len(candidates))
            nodes += [child.state for child in candidates]
            n_tokens += sum(len(child.state) for child in candidates)
            below += [range(0)] * len(candidates)
        if len(nodes) > most_states or n_tokens > MOST_TOKENS:
            raise TooLargeError
        level = [i for i in range(first, len(nodes)) if nodes[i][0]]
    found, open_nodes = [], [0]
    while open_nodes:
        node = open_nodes.pop()
        if not nodes[node][0]:
            found.append(nodes[node])
        open_nodes += reversed(below[node])
    return found


def answers_of_graph(engine: PrologEngine, start: State, *, limit: int = 64) -> set[State]:
    """The final states of the graph of states, each visited once."""
    seen, frontier = {start}, [start]
    while frontier:
        open_states = [state for state in frontier if state[0]]
        reached = {c.state for found in children(engine, open_states, limit=limit) for c in found}
        frontier = sorted(reached - seen)
        seen |= reached
    return {state for state in seen if not state[0]}


def decode(tokens: State, vocabulary: Vocabulary) -> Answer:
    """Terms as the oracle writes them."""
    fixed = {symbol.token: symbol for symbol in vocabulary.symbols}
    items: list[Item] = []
    at = 0

    def counted() -> int:
        nonlocal at
        at += 1
        code = tokens[at - 1]
        return code if code < 0xD800 else code - 0x800

    while at < len(tokens):
        token, at = tokens[at], at + 1
        if token >= 0xF0000:
            items.append(("number", str(token - 0xF8000), None))
        elif token >= 0xC0000:
            items.append(("variable", token - 0xC0000, None))
        elif token == 16:
            items.append(("nil", None, None))
        elif token > 4:
            items.append(("symbol", fixed[token].name, fixed[token].arity))
        else:
            arity = counted() if token == 4 else 0
            length = counted()
            text = "".join(map(chr, tokens[at : at + length]))
            at += length
            items.append((_KINDS[token], text, arity if token >= 3 else None))
    return tuple(items)


def decoded(final: State, vocabulary: Vocabulary) -> Answer:
    assert final[0] == 0
    return decode(final[1:], vocabulary)
