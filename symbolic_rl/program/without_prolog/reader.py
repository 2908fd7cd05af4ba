"""Scanner and parser of function-free text: facts, rules, disjunctions, negations, comparisons.

Anything else (operators of the user, lists, strings, arithmetic, compound arguments) raises
:class:`UnsupportedError`. A place is a number of characters from the start. Torch-free.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from symbolic_rl.program.comments import comment_end
from symbolic_rl.program.without_prolog.terms import (
    ASKED,
    INFIX,
    Compound,
    Integer,
    Item,
    SourceSyntaxError,
    Term,
    UnsupportedError,
    Variable,
)

_LAYOUT = re.compile(r"(?:\s+|%[^\n]*)+", re.ASCII)
_ATOM = re.compile(r"[a-z][a-zA-Z0-9_]*")
_VARIABLE = re.compile(r"[A-Z_][a-zA-Z0-9_]*")
_NUMBER = re.compile(r"[0-9]+")
_SYMBOL = re.compile(r"[-+*/\\^<>=~:.?@#&$]+")
_QUOTED = re.compile(r"'((?:[^'\\\n]|'')*)'(?!')")
_STOP = re.compile(r"\.(?=\s|%|\Z)", re.ASCII)


class Token(NamedTuple):
    """Token with its place and end."""

    kind: str
    text: str
    place: int
    end: int


class Scanner:
    """Tokenizer of a text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def skip(self, at: int) -> int:
        """Return where the next token starts."""
        while True:
            if match := _LAYOUT.match(self.text, at):
                at = match.end()
            if not self.text.startswith("/*", at):
                return at
            end = comment_end(self.text, at)
            if end is None:
                raise SourceSyntaxError("a comment is never closed", at, len(self.text))
            at = end

    def after(self, place: int) -> int:
        """Return the end of the clause that contains ``place``."""
        stop = _STOP.search(self.text, place)
        return stop.end() if stop else len(self.text)

    def clause(self, at: int) -> list[Token]:
        """Return the tokens from ``at`` up to a full stop."""
        tokens: list[Token] = []
        while True:
            at = self.skip(at)
            if at == len(self.text):
                raise SourceSyntaxError("the text ends within a clause", at, at)
            token = self._token(at)
            tokens.append(token)
            at = token.end
            if token.kind == "stop":
                return tokens

    def _token(self, at: int) -> Token:
        text = self.text
        if match := _STOP.match(text, at):
            return Token("stop", ".", at, match.end())
        for kind, pattern in (("atom", _ATOM), ("variable", _VARIABLE)):
            if match := pattern.match(text, at):
                following = text[match.end() : match.end() + 1]
                if following > "\x7f" and following.isalnum():
                    raise UnsupportedError("a name with letters beyond ASCII", at)
                return Token(kind, match[0], at, match.end())
        if match := _NUMBER.match(text, at):
            following = text[match.end() : match.end() + 2]
            if following[:1] in ("'", "_") or following[:1].isalnum():
                raise UnsupportedError("a number in a special notation", at)
            if following[:1] == "." and following[1:].isdigit():
                raise UnsupportedError("a float", at)
            if following[:1] == " " and following[1:].isdigit():
                raise UnsupportedError("a number in groups of digits", at)
            return Token("number", match[0], at, match.end())
        char = text[at]
        if char == "'":
            return self._quoted(at)
        if char in "(),;":
            return Token("punctuation", char, at, at + 1)
        if char in '[]{}|`"!':
            raise UnsupportedError(f"the character {char}", at)
        if match := _SYMBOL.match(text, at):
            return Token("symbol", match[0], at, match.end())
        raise UnsupportedError(f"the character {char}", at)

    def _quoted(self, at: int) -> Token:
        match = _QUOTED.match(self.text, at)
        if match is None:
            closing = re.compile(r"'(?:[^'\\]|''|\\.)*'", re.DOTALL).match(self.text, at)
            if closing is None:
                raise SourceSyntaxError("a quote is never closed", at, len(self.text))
            raise UnsupportedError("a quoted atom with an escape or over several lines", at)
        return Token("quoted", match[1].replace("''", "'"), at, match.end())


_MAX_NESTING, _MAX_DIGITS = 50, 18
_WORD_OPERATORS = frozenset({
    "is", "as", "mod", "rem", "div", "rdiv", "divmod", "tdiv", "xor", "dynamic", "discontiguous",
    "initialization", "meta_predicate", "module_transparent", "multifile", "public", "thread_local",
    "thread_initialization", "volatile", "table", "tnot",
})  # fmt: skip


def _integer(text: str, place: int) -> Integer:
    if len(text) > _MAX_DIGITS:
        raise UnsupportedError("an integer that has no token", place)
    return Integer(int(text), place)


class Reader:
    """Parser of a text, term by term, by recursive descent."""

    def __init__(self, text: str) -> None:
        self._scanner, self._at = Scanner(text), 0
        self.skip = self._scanner.skip

    def item(self, at: int) -> tuple[Item | SourceSyntaxError | UnsupportedError, int]:
        """Return the term that starts at ``at``, or its error, and where it ends."""
        try:
            return self._item(at), self._at
        except SourceSyntaxError as error:
            return error, error.resume
        except UnsupportedError as error:
            return error, self._scanner.after(max(at, error.place))

    def items(self) -> Iterator[Item | SourceSyntaxError | UnsupportedError]:
        """Enumerate the terms of the text, and the errors in it."""
        at = 0
        while True:
            try:
                at = self.skip(at)
            except SourceSyntaxError as error:
                yield error
                return
            if at == len(self._scanner.text):
                return
            item, at = self.item(at)
            yield item

    def _item(self, at: int) -> Item:
        self._tokens = self._scanner.clause(at)
        self._at = self._tokens[-1].end
        self._next = 0
        self._depth = 0
        place = self._tokens[0].place
        head: Term | None = None
        body: Term | None = None
        if self._peek().text == ":-" and self._peek().kind == "symbol":
            self._take_in_front()
            body = self._body()
        elif self._peek().text == ASKED:
            self._take_in_front()
            head = Compound(ASKED, (self._body(),), place)
        else:
            head = self._body()
            if self._peek().text == ":-" and self._peek().kind == "symbol":
                self._take()
                body = self._body()
        if self._peek().kind != "stop":
            raise self._unexpected()
        names = dict.fromkeys(t.text for t in self._tokens if t.kind == "variable")
        return Item(head, body, place, tuple(name for name in names if name[0] != "_"))

    # ---- terms

    def _peek(self) -> Token:
        return self._tokens[self._next]

    def _take(self) -> Token:
        token = self._tokens[self._next]
        self._next += 1
        return token

    def _take_in_front(self) -> None:
        """Take an operator in front of a body; alone it is an atom."""
        operator = self._take()
        if self._peek().kind == "stop":
            raise UnsupportedError(f"{operator.text} as an atom", operator.place)

    def _unexpected(self) -> SourceSyntaxError:
        token = self._peek()
        return SourceSyntaxError(f"unexpected {token.text!r}", token.place, self._at)

    def _body(self) -> Term:
        return self._chain(";", lambda: self._chain(",", self._goal))

    def _chain(self, operator: str, member: Callable[[], Term]) -> Term:
        """Parse members with a right-associative operator between them."""
        members = [member()]
        while self._peek().text == operator and self._peek().kind == "punctuation":
            self._take()
            members.append(member())
        chained = members.pop()
        while members:
            left = members.pop()
            chained = Compound(operator, (left, chained), left.place)
        return chained

    def _goal(self) -> Term:
        self._depth += 1
        if self._depth > _MAX_NESTING:
            raise UnsupportedError("a term nested deeply", self._peek().place)
        goal = self._operation()
        self._depth -= 1
        return goal

    def _operation(self) -> Term:
        token = self._peek()
        if token.text == "\\+" and token.kind == "symbol":
            self._take()
            if self._peek().text == "(" and self._peek().place == token.end:
                negation = self._arguments(token)
                if self._peek().kind == "symbol" and self._peek().text != ":-":
                    raise UnsupportedError("an operator behind \\+(...)", token.place)
                return negation
            following = self._peek()
            if following.kind in ("stop", "punctuation") and following.text != "(":
                raise UnsupportedError("\\+ as an atom", token.place)
            return Compound("\\+", (self._goal(),), token.place)
        left = self._primary()
        token = self._peek()
        if token.kind == "symbol" and token.text not in (":-",):
            if token.text not in INFIX:
                raise UnsupportedError(f"the operator {token.text}", token.place)
            self._take()
            right = self._primary()
            after = self._peek()
            if after.kind == "symbol" and after.text in INFIX:
                raise self._unexpected()
            is_word = after.kind == "atom" and after.text in _WORD_OPERATORS
            if is_word or (after.kind == "symbol" and after.text != ":-"):
                raise UnsupportedError(f"the operator {after.text}", after.place)
            return Compound(token.text, (left, right), left.place)
        if token.kind == "atom" and token.text in _WORD_OPERATORS:
            raise UnsupportedError(f"the operator {token.text}", token.place)
        return left

    def _primary(self) -> Term:
        token = self._peek()
        if token.kind == "punctuation" and token.text == "(":
            self._take()
            inner = self._body()
            self._expect(")")
            return inner
        if token.kind == "variable":
            self._take()
            if self._peek().text == "(" and self._peek().place == token.end:
                raise self._unexpected()
            name = f"_ {token.place}" if token.text == "_" else token.text
            return Variable(name, token.place)
        if token.kind == "number":
            self._take()
            return _integer(token.text, token.place)
        if token.kind == "symbol":
            return self._negative(token)
        if token.text == ";" and token.kind == "punctuation":
            raise UnsupportedError("; as an atom", token.place)
        if token.kind not in ("atom", "quoted"):
            raise self._unexpected()
        self._take()
        following = self._peek()
        if following.text == "(" and following.place == token.end:
            return self._arguments(token)
        if token.kind == "atom" and token.text in _WORD_OPERATORS:
            raise UnsupportedError(f"the operator {token.text}", token.place)
        return Compound(token.text, (), token.place)

    def _negative(self, token: Token) -> Term:
        number = self._tokens[self._next + 1]
        if token.text == "-" and number.kind == "number" and number.place == token.end:
            self._next += 2
            return _integer(f"-{number.text}", token.place)
        raise UnsupportedError(f"the operator {token.text}", token.place)

    def _arguments(self, name: Token) -> Term:
        if name.text == ".":
            raise UnsupportedError("the dot of dicts (functional notation)", name.place)
        self._expect("(")
        arguments = [self._argument()]
        while self._peek().text == "," and self._peek().kind == "punctuation":
            self._take()
            arguments.append(self._argument())
        self._expect(")")
        return Compound(name.text, tuple(arguments), name.place)

    def _argument(self) -> Term:
        """Parse an argument, which may be compound: the caller of the parser refuses those."""
        argument = self._goal()
        token = self._peek()
        if token.text in (":-", ";") and token.kind in ("symbol", "punctuation"):
            raise UnsupportedError(f"an argument with {token.text}", token.place)
        return argument

    def _expect(self, text: str) -> None:
        if self._peek().kind != "punctuation" or self._peek().text != text:
            raise self._unexpected()
        self._take()
