"""Horn programs: write clauses with at most one positive literal as Prolog text."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from symbolic_rl.importers import atom, functor, one_line, string
from symbolic_rl.importers.tptp import EQUALITY, FunctionTerm, LogicTerm, LogicVariable
from symbolic_rl.importers.tptp.clauses import LogicClause, variables_of

RESERVED = frozenset({
    # control, and constructs that the loader compiles, of any arity
    "true", "fail", "false", "call", "not", "once", "ignore", "forall", "findall", "findnsols",
    "aggregate_all", "bagof", "setof", "maplist", "foldl", "include", "exclude", "partition",
    "phrase", "apply", "catch", "throw", "repeat", "dynamic", "table",
    # builtins of the ISO standard, and two others
    "is", "compare", "unify_with_occurs_check", "subsumes_term", "var", "nonvar", "atom",
    "number", "integer", "float", "atomic", "compound", "callable", "ground", "functor", "arg",
    "copy_term", "term_variables", "sort", "keysort", "atom_codes", "atom_chars", "char_code",
    "atom_length", "atom_concat", "sub_atom", "number_codes", "number_chars", "halt",
    "assertz", "asserta", "assert", "retract", "retractall", "abolish", "clause", "acyclic_term",
    "current_predicate", "current_op", "op", "char_conversion", "current_char_conversion",
    "current_prolog_flag", "set_prolog_flag", "current_input", "current_output", "set_input",
    "set_output", "open", "close", "flush_output", "stream_property", "at_end_of_stream",
    "set_stream_position", "get_char", "peek_char", "put_char", "get_code", "peek_code",
    "put_code", "get_byte", "peek_byte", "put_byte", "nl", "read_term", "read", "write_term",
    "write", "writeq", "print", "write_canonical", "length", "numbervars",
    # others that SWI-Prolog protects as those
    "discontiguous", "initialization", "message_queue_create", "message_queue_destroy",
    "message_queue_property", "multifile", "mutex_create", "mutex_destroy", "mutex_lock",
    "mutex_property", "mutex_trylock", "mutex_unlock", "predicate_property", "thread_create",
    "thread_detach", "thread_get_message", "thread_peek_message", "thread_property", "thread_self",
    "thread_send_message", "thread_signal", "with_mutex",
})  # fmt: skip
"""Names that programs may not define, or that the loader treats as constructs."""
_WORD_SIGNS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


_EQUALITY = FunctionTerm(EQUALITY, (LogicVariable("X"),) * 2, "defined")


@dataclass
class PredicateNames:
    """Names of predicates in Prolog: as in the problem, unless reserved."""

    taken: set[tuple[str, int]]  # predicates in use, which new names must avoid
    renamed: dict[tuple[str, int, str], str] = field(default_factory=dict)
    """Renamed predicates: (name, arity, kind) -> name in Prolog."""

    def of(self, goal: FunctionTerm) -> str:
        """Return the name of a predicate."""
        name, arity = goal.name, len(goal.args)
        if goal.kind == "defined":
            wanted = "equal"  # clauses contain no other defined predicate
        elif name in RESERVED:
            wanted = f"{name}_"
        elif name and ({*name} <= _WORD_SIGNS or " " in name):
            return name
        else:
            wanted = f"p {name}"  # a name such as , would be a control construct
        key = (name, arity, goal.kind)
        if key not in self.renamed:
            self.renamed[key] = self.fresh(wanted, arity)
        return self.renamed[key]

    def fresh(self, name: str, arity: int) -> str:
        """Reserve an unused name similar to this one."""
        while (name, arity) in self.taken or name in RESERVED:
            name += "_"
        self.taken.add((name, arity))
        return name


class PrologWriter:
    """Writer of all clauses of the program and the goals."""

    def __init__(self, clauses: Iterable[LogicClause]) -> None:
        atoms = [a for clause in clauses for a in (*clause.negative, *clause.positive)]
        self.names = PredicateNames({(a.name, len(a.args)) for a in atoms if a.kind == "name"})
        self.has_equality = any(a.kind == "defined" for a in atoms)
        self._atoms = atoms

    def declarations(self, program: Sequence[LogicClause], *, equality: bool) -> list[str]:
        """Return declarations of the predicates that are called but have no clause."""
        defined = {self._indicator(c.positive[0]) for c in program}
        if equality:
            defined.add(self._indicator(_EQUALITY))
        called = dict.fromkeys(map(self._indicator, self._atoms))
        return [f":- dynamic {each}." for each in called if each not in defined]

    def _indicator(self, goal: FunctionTerm) -> str:
        return f"{atom(self.names.of(goal))}/{len(goal.args)}"

    def definite(self, clause: LogicClause) -> str:
        """Return a definite clause; singleton variables are written ``_``."""
        met = [v.name for a in (*clause.positive, *clause.negative) for v in variables_of(a)]
        once = {name for name, n in Counter(met).items() if n == 1}
        head = self.goal(clause.positive[0], once)
        body = ", ".join(self.goal(a, once) for a in clause.negative)
        return f"{head}{f' :- {body}' * bool(body)}.  % {one_line(clause.name)}"

    def body(self, clause: LogicClause) -> str:
        """Return the body of a negative clause as a conjunction."""
        return ", ".join(self.goal(a, set()) for a in clause.negative) or "true"

    def goal(self, goal: FunctionTerm, once: set[str]) -> str:
        """Return an atom as a goal or head."""
        name = self.names.of(goal)
        if not goal.args:
            return atom(name)
        return f"{functor(name)}({', '.join([_text(a, once) for a in goal.args])})"

    def equality_axioms(self) -> Iterator[str]:
        """Yield the axioms of equality for the functions and predicates of all clauses."""
        equal = functor(self.names.of(_EQUALITY))
        yield f"{equal}(X, X).  % reflexive"
        yield f"{equal}(X, Y) :- {equal}(Y, X).  % symmetric"
        yield f"{equal}(X, Z) :- {equal}(X, Y), {equal}(Y, Z).  % transitive"
        functions = dict.fromkeys(
            FunctionTerm(part.name, (LogicVariable("X"),) * len(part.args), part.kind)
            for a in self._atoms
            for part in _compounds(a)
        )
        for function in functions:
            yield _congruence(equal, functor(_spelled(function)), len(function.args))
        for goal in dict.fromkeys(
            FunctionTerm(a.name, (LogicVariable("X"),) * len(a.args))
            for a in self._atoms
            if a.kind == "name" and a.args
        ):
            yield from _replacements(equal, functor(self.names.of(goal)), len(goal.args))


def _text(term: LogicTerm, once: set[str]) -> str:
    if isinstance(term, LogicVariable):
        return "_" if term.name in once else term.name
    if term.kind == "integer":
        return term.name
    if term.kind == "distinct":
        return string(term.name)
    if term.kind == "number":
        return f"'$number'('{term.name}')"
    name = _spelled(term)
    if not term.args:
        return atom(name)
    return f"{functor(name)}({', '.join([_text(a, once) for a in term.args])})"


def _spelled(function: FunctionTerm) -> str:
    """Return the name of a function, escaped if it collides with ``$`` symbols."""
    if function.kind == "name" and function.name.lstrip("\\")[:1] == "$":
        return f"\\{function.name}"
    return function.name


def _compounds(goal: FunctionTerm) -> Iterator[FunctionTerm]:
    waiting = [*goal.args]
    while waiting:
        part = waiting.pop()
        if isinstance(part, FunctionTerm) and part.args:
            yield part
            waiting += part.args


def _congruence(equal: str, name: str, arity: int) -> str:
    left = ", ".join(f"X{i}" for i in range(arity))
    right = ", ".join(f"Y{i}" for i in range(arity))
    body = ", ".join(f"{equal}(X{i}, Y{i})" for i in range(arity))
    return f"{equal}({name}({left}), {name}({right})) :- {body}.  % arguments of {name}"


def _replacements(equal: str, called: str, arity: int) -> Iterator[str]:
    for i in range(arity):
        old = [f"X{j}" for j in range(arity)]
        new = [*old[:i], "Y", *old[i + 1 :]]
        yield (
            f"{called}({', '.join(new)}) :- {called}({', '.join(old)}), {equal}(X{i}, Y)."
            f"  % argument {i + 1} of {called}"
        )
