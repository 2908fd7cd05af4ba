"""What names mean without SWI-Prolog, read off the tables in ``prolog/``. Torch-free."""

import re
from dataclasses import dataclass
from functools import cache

from symbolic_rl.paths import PROLOG_DIR

Indicator = tuple[str, int]

CONTROL = frozenset(
    {
        (",", 2), (";", 2), ("->", 2), ("*->", 2), ("\\+", 1), ("!", 0), ("|", 2), (":-", 1),
        (":-", 2), ("?-", 1), ("-->", 2), ("=>", 2), (":", 2), ("{}", 1), ("[]", 0), ("[|]", 2),
    }
)  # fmt: skip
"""The control constructs, but ``call/N``."""
CONSTRUCTS = frozenset({("not", 1), ("forall", 2)})
"""Control constructs that a program may define over."""
_BUILTIN = re.compile(r"^builtin\((.+), (?:det|nondet), (iso|overridable)\)\.$", re.MULTILINE)
_IMPURE = re.compile(r"^iso_impure\((\w+), \[([\d, ]+)\]\)\.$", re.MULTILINE)
_EXPORT = re.compile(r"^\s*(?::- module\(\w+,\s*)?\[?\s*(\w+)/(\d+)\s*[,\]]", re.MULTILINE)


@dataclass(frozen=True)
class Stock:
    """The predicates that are there without a program."""

    iso: frozenset[Indicator]
    """ISO builtins, pure or not, which no program may define."""
    builtins: frozenset[Indicator]
    """Pure builtins, which a program may call."""
    library: frozenset[Indicator]
    """What the library exports."""

    def is_reserved(self, indicator: Indicator) -> bool:
        """Whether no program may define it."""
        name, arity = indicator
        is_call = name == "call" and arity > 0
        return indicator in self.iso or indicator in CONTROL or is_call or name.startswith("$")


@cache
def stock() -> Stock:
    """The tables of ``builtins.pl`` and the exports of the library files."""
    text = (PROLOG_DIR / "builtins" / "builtins.pl").read_text("utf-8")
    builtins: set[Indicator] = set()
    iso: set[Indicator] = set()
    for goal, standing in _BUILTIN.findall(text):
        indicator = _indicator(goal)
        builtins.add(indicator)
        if standing == "iso":
            iso.add(indicator)
    for name, arities in _IMPURE.findall(text):
        iso |= {(name, int(arity)) for arity in arities.split(",")}
    library: set[Indicator] = set()
    for file in ("library.pl", "library_sets.pl"):
        source = (PROLOG_DIR / "builtins" / file).read_text("utf-8")
        exports = source[: source.index("]).")] + "]"
        library |= {(name, int(arity)) for name, arity in _EXPORT.findall(exports)}
    return Stock(frozenset(iso), frozenset(builtins), frozenset(library))


def _indicator(goal: str) -> Indicator:
    """Name and arity of ``name(_, _)``, ``_ op _`` or ``name``."""
    if infix := re.fullmatch(r"_ (\S+) _", goal):
        return infix[1], 2
    name, _, arguments = goal.partition("(")
    return name, arguments.count("_") if arguments else 0
