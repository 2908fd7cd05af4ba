"""What searches ask for while they search: pages of candidates, expansions of what they took.

Whoever drives searches answers the asks of many at once: one crossing to Prolog and one call of the
policy for all of them.
"""

from collections.abc import Generator, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

import numpy as np

from symbolic_rl.engine.tokens import IntArray, TokenBatch
from symbolic_rl.search.space import Page, Space, open_page

Value = TypeVar("Value")


class Ask(Protocol):
    """What a search waits for."""

    @property
    def kind(self) -> Hashable:
        """Asks of one class and one kind can be answered together."""
        ...

    @classmethod
    def together(cls, asks: Sequence[Self]) -> Sequence[Any]:
        """The reply to each of some asks of one kind."""
        ...


Asking = Generator[Ask, Any, Value]
"""Asks, is sent the reply to each, and returns a value."""


@dataclass(frozen=True)
class AskPage:
    """A page of candidates of each of N states; the reply is a :class:`Page`."""

    space: Space
    states: TokenBatch
    offset: IntArray
    """[N] candidates that come before the page."""

    @property
    def width(self) -> int:
        """Candidates of the page, the action *more* included."""
        return self.space.width(self.offset.size, int(self.offset.max()))

    @property
    def kind(self) -> Hashable:
        """See :class:`Ask`."""
        return id(self.space.engine), self.width

    @classmethod
    def together(cls, asks: "Sequence[AskPage]") -> list[Page]:
        """See :class:`Ask`."""
        sizes = [len(ask.states) for ask in asks]
        states = TokenBatch.concatenate([ask.states for ask in asks])
        hidden = np.repeat([ask.space.query.hidden for ask in asks], sizes)
        offset = np.concatenate([ask.offset for ask in asks])
        engine = asks[0].space.engine
        return open_page(engine, states, hidden, offset, asks[0].width).parts(sizes)


def replies(asks: Sequence[Ask]) -> list[Any]:
    """The reply to each ask, all asks alike answered together."""
    found: list[Any] = [None] * len(asks)
    groups: dict[Hashable, list[int]] = {}
    for i, ask in enumerate(asks):
        groups.setdefault((type(ask), ask.kind), []).append(i)
    for members in groups.values():
        together = [asks[i] for i in members]
        for i, reply in zip(members, together[0].together(together), strict=True):
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
