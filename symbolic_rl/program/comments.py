"""Comments of Prolog text, which SWI-Prolog lets nest. Torch-free."""

import itertools
import re

_SIGNS = r"-+*/\\^<>=~:.?@#&$"
QUOTED = rf"""
    0 (?<![a-zA-Z0-9_\x80-\xff]0) ' (?: '' | ' | \\. | [^'\\] )   # the code of a character
  | '  [^'\\]* (?: (?: '' | \\. ) [^'\\]*  )*+ (?: ' | \Z )
  | "  [^"\\]* (?: (?: "" | \\. ) [^"\\]*  )*+ (?: " | \Z )
  | `  [^`\\]* (?: (?: `` | \\. ) [^`\\]*  )*+ (?: ` | \Z )
  | % [^\n]*
  | / (?<![{_SIGNS}]/) \* .*? (?: \*/ | \Z )
""".encode()
"""Pattern of what is no term: quotes, and comments up to their first end. Each alternative starts
with a character that stands for itself, so that the others are passed over quickly."""

_COMMENT = re.compile(QUOTED, re.DOTALL | re.VERBOSE)
_ENDS = re.compile(rb"/\*|\*/")
_STEP = re.compile(r"/(?=\*)|\*(?=/)")


def comment_end(text: str, start: int) -> int | None:
    """Return where a comment ends; None if it is never closed.

    Each ``/*`` within it opens one more, each ``*/`` closes one, and they may share a character:
    ``/*/`` within a comment opens and closes.

    >>> comment_end("/* a /* b */ c */ p.", 0), comment_end("/* /*/ */", 0), comment_end("/*/", 0)
    (17, 9, None)

    Args:
        text: Prolog text.
        start: place of its ``/*``.
    """
    n_open = 1
    for step in _STEP.finditer(text, start + 2):
        n_open += 1 if step[0] == "/" else -1
        if not n_open:
            return step.end() + 1
    return None


def unnested(text: bytes) -> bytes:
    r"""Return the text with blanks within each comment that holds another one.

    Lines and places stay, so that a pattern that ends comments at their first ``*/`` reads what
    SWI-Prolog reads.

    >>> unnested(b"p. /* a /* b */\nc */ q. /* d */")
    b'p. /*          \n  */ q. /* d */'
    """
    if text.count(b"/*") < 2:
        return text
    marks = _ENDS.findall(text)
    if not any(a == b == b"/*" for a, b in itertools.pairwise(marks)):
        return text
    parts, kept, at = list[bytes](), 0, 0
    characters = text.decode("latin-1")  # each in the place of its byte
    while match := _COMMENT.search(text, at):
        at = match.end()
        if match[0].startswith(b"/*"):
            end = comment_end(characters, match.start()) or len(text)
            if end != at:
                inside = re.sub(rb"[^\n]", b" ", text[match.start() + 2 : end - 2])
                parts += [text[kept : match.start() + 2], inside]
                kept, at = max(end - 2, match.start() + 2), end
    return b"".join([*parts, text[kept:]])
