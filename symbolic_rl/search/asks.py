"""What searches ask for while they search: pages of candidates, and opinions of them.

Whoever drives searches answers the asks of many at once: one crossing to Prolog and one call of the
policy for all of them.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.engine.tokens import IntArray, TokenBatch
from symbolic_rl.search.space import Page, Space, open_page

Value = TypeVar("Value")


@dataclass(frozen=True)
class AskPage:
    """A page of candidates of each of N states; the reply is a :class:`Page`."""

    space: Space
    states: TokenBatch
    offset: IntArray
    """[N] candidates that come before the page."""


@dataclass(frozen=True)
class AskOpinion:
    """How probable candidates are; the reply is what an ``Order`` gives."""

    space: Space
    states: TokenBatch
    page: Page
    shown: NDArray[np.bool_]
    """[M] which candidates."""


Ask = AskPage | AskOpinion
Asking = Generator[Ask, Any, Value]
"""Asks, is sent the reply to each, and returns a value."""


def replies(asks: Sequence[Ask]) -> list[Any]:
    """The reply to each ask, all asks alike answered together."""
    found: list[Any] = [None] * len(asks)
    groups: dict[tuple[int, int], list[int]] = {}
    for i, ask in enumerate(asks):
        if isinstance(ask, AskPage):
            kind = (id(ask.space.engine), ask.space.width(ask.offset))
        else:
            kind = (id(ask.space.order), 0)
        groups.setdefault(kind, []).append(i)
    for (_, width), members in groups.items():
        together = [asks[i] for i in members]
        answered = _pages(together, width) if width else _opinions(together)
        for i, reply in zip(members, answered, strict=True):
            found[i] = reply
    return found


def answered(asking: Asking[Value]) -> Value:
    """Answer each ask by itself, until the value is there."""
    reply = None
    try:
        while True:
            reply = replies([asking.send(reply)])[0]
    except StopIteration as stop:
        value: Value = stop.value
        return value


def _pages(asks: Sequence[Any], width: int) -> list[Page]:
    sizes = [len(ask.states) for ask in asks]
    states = TokenBatch.concatenate([ask.states for ask in asks])
    hidden = np.repeat([ask.space.query.hidden for ask in asks], sizes)
    offset = np.concatenate([ask.offset for ask in asks])
    return open_page(asks[0].space.engine, states, hidden, offset, width).parts(sizes)


def _opinions(asks: Sequence[Any]) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    states = TokenBatch.concatenate([ask.states for ask in asks])
    page = Page.join([ask.page for ask in asks])
    shown = np.concatenate([ask.shown for ask in asks])
    of_candidate, of_more = asks[0].space.order(states, page, shown)
    at_candidate = np.cumsum([ask.shown.size for ask in asks])[:-1]
    at_state = np.cumsum([len(ask.states) for ask in asks])[:-1]
    parts = np.split(of_candidate, at_candidate), np.split(of_more, at_state)
    return list(zip(*parts, strict=True))
