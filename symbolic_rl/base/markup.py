r"""HTML from text: the one place where text of programs becomes markup.

Every string that is not :class:`Markup` is text, and is escaped when it becomes part of an element.
Invisible characters, and characters that reorder their neighbours, are shown as Prolog writes them
in quoted atoms (``\x202E\``), so that a program cannot look like another one.
"""

import base64
import html
import json
import re
import zlib
from typing import Any

_UNSEEN = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters; not tab and newline
    "\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ufffe\uffff\U000e0000-\U000e007f"
    "]"
)
_ATTRIBUTE = re.compile(r"[a-zA-Z][a-zA-Z0-9_-]*")
_VOID = frozenset({"meta", "input", "br"})


class Markup(str):
    """Piece of HTML; other strings are text."""

    __slots__ = ()


def visible(text: str) -> str:
    r"""Return text with invisible characters as Prolog's escapes.

    >>> print(visible("a\u202eb"))
    a\x202E\b
    """
    return _UNSEEN.sub(lambda letter: f"\\x{ord(letter[0]):X}\\", text)


def escape(text: object) -> Markup:
    """Return the markup that shows a text; markup is unchanged.

    >>> escape("<script>")
    '&lt;script&gt;'
    """
    return text if isinstance(text, Markup) else Markup(html.escape(visible(str(text))))


def join(*parts: object) -> Markup:
    """Concatenate parts; text among them is escaped."""
    return Markup("".join(map(escape, parts)))


def element(tag: str, *children: object, **attributes: object) -> Markup:
    """Return an element, whose children are markup, or text to be escaped.

    >>> element("a", "x < y", href="#1", class_="q")
    '<a href="#1" class="q">x &lt; y</a>'

    Names of ``attributes`` have ``_`` for ``-`` and drop a final ``_``; True gives an attribute
    without a value, None and False give none.
    """
    said = []
    for name, value in attributes.items():
        name = name.rstrip("_").replace("_", "-")
        assert _ATTRIBUTE.fullmatch(name)
        if value is True:
            said.append(f" {name}")
        elif value is not None and value is not False:
            said.append(f' {name}="{escape(value)}"')
    start = f"<{tag}{''.join(said)}>"
    return Markup(start if tag in _VOID else f"{start}{join(*children)}</{tag}>")


def packed(value: Any) -> str:
    """Return a value as JSON, deflated, in base64: letters that mean nothing in HTML.

    >>> packed([1]) == base64.b64encode(zlib.compress(b"[1]", 9)).decode()
    True
    """
    data = json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
    return base64.b64encode(zlib.compress(data, 9)).decode()
