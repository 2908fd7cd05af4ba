"""Planning tasks in PDDL, as an MDP: states are lists of facts, moves the schemas of the domain.

The program depends on the domain alone, so that a policy takes tasks that it was not trained on. A
query holds a task: its objects are numbers, the domain's first; facts that no action changes are
found by their first object, the others in a sorted list for each predicate.

The policy sees no names. It sees how many goals are missing, and each object as three rounds of
colour refinement describe it (Weisfeiler and Leman): its type, the facts and goals that it is in,
and the same of the other objects in them. A state carries what is seen of it, so that a move makes
only what it changes again. What no action changes and holds between nearly all
objects (the floors above a floor) is left out: it would give each object a colour of its own, which
says nothing about the objects of another task.
"""

import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from symbolic_rl.base.config import MAX_CANDIDATES, MAX_SHOWN
from symbolic_rl.base.errors import PackError, expect_package
from symbolic_rl.importers import (
    ImportRequest,
    ImportSummary,
    Refusal,
    atom,
    functor,
    one_line,
    write_pack,
)

SPLITS = ("train", "test")
N_COLOURS = 4093
"""Colours of objects, the modulus of planning.pl."""
MOST_NEAR = 8
"""Facts of a predicate that no action changes, for each object in one of them: where a training
task has more, the policy does not see the predicate."""
MOST_MISSING = 8
"""Most goals that are counted as missing: the policy learns each number by itself, so it knows
nothing about a number larger than any in its training tasks."""
_PLANNING = Path(__file__).with_name("planning.pl")
Literal = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class Schema:
    """Action of a domain; a literal is a predicate and its terms, ``?x`` or a constant."""

    name: str
    parameters: dict[str, frozenset[str]]  # variable -> types; empty: any object
    needed: list[Literal]
    forbidden: list[Literal]
    added: list[Literal]
    deleted: list[Literal]


@dataclass(frozen=True)
class Domain:
    """Domain: types by their parents, predicates with the types of their arguments, actions."""

    name: str
    parents: dict[str, str]
    constants: dict[str, str]  # name -> type
    predicates: dict[str, list[frozenset[str]]]
    schemas: list[Schema]

    @property
    def fluents(self) -> list[str]:
        """Predicates that an action adds or deletes."""
        changed = {name for s in self.schemas for name, _ in (*s.added, *s.deleted)}
        return [name for name in self.predicates if name in changed]

    @property
    def statics(self) -> list[str]:
        """The other predicates."""
        fluents = self.fluents
        return [name for name in self.predicates if name not in fluents]

    def is_kind(self, kind: str, types: frozenset[str]) -> bool:
        """Return whether a type is one of types, or below one of them."""
        while kind not in types and kind in self.parents:
            kind = self.parents[kind]
        return not types or "object" in types or kind in types


@dataclass(frozen=True)
class Task:
    """Task of a domain: types by object, facts, and goals that are to hold or not to hold."""

    name: str
    objects: dict[str, str]
    facts: list[Literal]
    wanted: list[Literal]
    unwanted: list[Literal]


# ---- reading


def import_pddl(request: ImportRequest) -> ImportSummary:
    """Import a domain with tasks to learn from, and perhaps tasks to test on.

    ConfigError: the request names no domain, or no tasks. PackError: the domain cannot be read, or
    says what no action of a pack can; or no task is left. InstallationError: pddl is not installed.
    """
    if not 2 <= len(request.files) <= 3:
        request.refuse(
            "write `import pddl DOMAIN TASKS`, or `import pddl DOMAIN TASKS TEST_TASKS`."
        )
    expect_package("pddl", "import pddl", "pddl")
    file, summary = request.files[0], ImportSummary()
    domain = read_domain(file)
    summary.read.append(
        f"{file}: {len(domain.schemas):,} actions, {len(domain.fluents):,} predicates that they "
        f"change, {len(domain.statics):,} others"
    )
    tasks = {
        split: list(_tasks(domain, source, summary))
        for split, source in zip(SPLITS, request.files[1:], strict=False)
    }
    crowded = _crowded(domain, tasks["train"])
    lines = {split: [query(domain, task, crowded) for task in those]
             for split, those in tasks.items()}  # fmt: skip
    if not lines["train"]:
        raise PackError(
            "no task can be imported.\n" + str(summary), str(request.files[1]), "see above."
        )
    widest = max(text.count(",", 0, text.index(")")) + 1 for text in chain(*lines.values()))
    folder, files = request.folder(domain.name), {f"{k}.pl": texts for k, texts in lines.items()}
    files["program.pl"] = list(ProgramWriter(domain).lines())
    files["planning.pl"] = _PLANNING.read_text("utf-8").splitlines()
    settings = [
        'program = ["program.pl", "planning.pl"]',
        "",
        "[env]",
        'kind = "mdp"',
        'loop_check = "on"',
        "max_inferences = 1000",
        "max_subproof_inferences = 10_000_000   # for all moves of a state",
        # Training tasks are small: a policy that never turned a page does not know when to do it.
        f"n_candidates = {MAX_CANDIDATES}   # moves of a state; more are on further pages",
        f"n_goals = {min(widest + 1, MAX_SHOWN)}   # how many goals are missing, and the objects",
        "goal_width = 4",
        "",
        "[train]",
        'policy = "resolvent"',
    ]
    source = ", ".join(map(str, request.files))
    write_pack(folder, source, f"Planning: {domain.name}.", settings, files)
    counts = ", ".join(f"{len(texts):,} {split}" for split, texts in lines.items())
    summary.made.append(f"{folder}: {counts}; at most {widest:,} objects")
    summary.notes += [
        f"the policy does not see {name}: {facts:.0f} facts for each object"
        for name, facts in crowded.items()
    ]
    if widest >= MAX_SHOWN:
        summary.notes.append(f"the policy sees the first {MAX_SHOWN - 1:,} objects of a task")
    summary.next = f"symbolic-rl train --env {folder} --run-dir run"
    return summary


def read_domain(file: Path) -> Domain:
    """Read a domain; PackError: an action has more than a conjunction of literals."""
    from pddl import parse_domain

    found = _parsed(parse_domain, file)
    if found.derived_predicates:
        raise PackError("derived predicates are not imported.", str(file), "write them as effects.")
    parents = {str(kind): str(parent or "object") for kind, parent in found.types.items()}
    predicates = {
        str(one.name): [_types(term) for term in one.terms]
        for one in sorted(found.predicates, key=lambda one: str(one.name))
    }
    constants = {str(one.name): _type(one) for one in sorted(found.constants, key=_natural)}
    schemas = []
    for action in sorted(found.actions, key=lambda one: str(one.name)):
        place = f"{file}: action {action.name}"
        needed, forbidden = _literals(action.precondition, place)
        added, deleted = _literals(action.effect, place)
        parameters = {f"?{one.name}": _types(one) for one in action.parameters}
        schemas.append(Schema(str(action.name), parameters, needed, forbidden, added, deleted))
    return Domain(str(found.name), parents, constants, predicates, schemas)


def read_task(file: Path, domain: Domain) -> Task:
    """Read a task.

    PackError: it cannot be read, is of another domain, has more than a conjunction of literals as
    its goal, a fact of a predicate that the domain does not have, or a goal that contradicts facts
    which no action changes.
    """
    from pddl import parse_problem

    found = _parsed(parse_problem, file)
    if str(found.domain_name) != domain.name:
        what = f"a task of the domain {found.domain_name}, not of {domain.name}."
        raise PackError(what, str(file), "import each domain with its own tasks.")
    objects = domain.constants | {
        str(one.name): _type(one) for one in sorted(found.objects, key=_natural)
    }
    facts = [_literal(one) for one in found.init if type(one).__name__ == "Predicate"]
    wanted, unwanted = _literals(found.goal, f"{file}: goal")
    for name, terms in chain(facts, wanted, unwanted):
        kinds = domain.predicates.get(name)
        if (
            kinds is None
            or len(kinds) != len(terms)
            or not all(
                term in objects and domain.is_kind(objects[term], types)
                for term, types in zip(terms, kinds, strict=True)
            )
        ):
            what = f"({' '.join((name, *terms))}) fits no predicate of the domain."
            raise PackError(what, str(file), "declare its predicate, objects and types.")
    wrong = {name for name, _ in {*wanted}.difference(facts) | {*unwanted}.intersection(facts)}
    for name in domain.statics:
        if name in wrong:
            what = f"the goal contradicts {name}, which no action changes."
            raise PackError(what, str(file), "correct the goal.")
    return Task(file.stem, objects, sorted(set(facts)), wanted, unwanted)


def _parsed(parse: Any, file: Path) -> Any:
    before = vars(sys).get("tracebacklimit")
    try:
        return parse(str(file))
    except OSError as error:
        fix = "name a file of PDDL."
        raise PackError(f"cannot be read: {error.strerror}.", str(file), fix) from error
    except Exception as error:  # lark's errors, and whatever pddl checks
        what = f"not read as PDDL: {one_line(str(error))[:200]}"
        raise PackError(what, str(file), "see the requirements that pddl supports.") from error
    finally:
        if before is None:  # pddl leaves 0 there where parsing fails
            vars(sys).pop("tracebacklimit", None)


def _natural(one: Any) -> list[tuple[int, str]]:
    """Sort b10 behind b9."""
    return [(int(part or -1), "") if part.isdigit() else (-1, part)
            for part in re.split(r"(\d+)", str(one.name))]  # fmt: skip


def _types(one: Any) -> frozenset[str]:
    return frozenset(map(str, one.type_tags))


def _type(one: Any) -> str:
    return min(_types(one), default="object")


def _literal(one: Any) -> Literal:
    if type(one).__name__ == "EqualTo":
        return "=", (_term(one.left), _term(one.right))
    return str(one.name), tuple(map(_term, one.terms))


def _term(one: Any) -> str:
    return f"?{one.name}" if type(one).__name__ == "Variable" else str(one.name)


def _literals(formula: Any, place: str) -> tuple[list[Literal], list[Literal]]:
    """Return the positive and negated literals of a conjunction, without costs; or PackError."""
    positive, negative = list[Literal](), list[Literal]()
    waiting = [formula]
    while waiting:
        one = waiting.pop(0)
        kind = type(one).__name__
        if kind in ("And", "AndEffect"):
            waiting = [*one.operands, *waiting]
        elif kind in ("Predicate", "EqualTo"):
            positive.append(_literal(one))
        elif kind == "Not" and type(one.argument).__name__ in ("Predicate", "EqualTo"):
            negative.append(_literal(one.argument))
        elif kind == "Or" and not one.operands:
            continue  # how pddl reads ()
        elif kind not in ("Increase", "NoneType"):
            what = (
                f"{kind} is not imported, only conjunctions of literals: {one_line(str(one))[:80]}"
            )
            raise PackError(what, place, "write an action for each case.")
    return positive, negative


# ---- queries


def _tasks(domain: Domain, source: Path, summary: ImportSummary) -> Iterator[Task]:
    """Yield the tasks of a file or a folder; refused ones go to the summary."""
    files = [source] if source.is_file() else sorted(source.rglob("*.pddl"))
    n_read = 0
    for file in files:
        try:
            yield read_task(file, domain)
            n_read += 1
        except PackError as error:
            summary.refused.append(Refusal(error.what, error.where))
    summary.read.append(f"{source}: {n_read:,} of {len(files):,} tasks")


def _crowded(domain: Domain, tasks: Iterable[Task]) -> dict[str, float]:
    """Return the predicates with more than MOST_NEAR facts for each object, and how many."""
    most = dict.fromkeys(domain.statics, 0.0)
    for task in tasks:
        facts, objects = Counter[str](), {name: set[str]() for name in most}
        for name, terms in task.facts:
            if name in most:
                facts[name] += len(terms)
                objects[name].update(terms)
        most = {name: max(many, facts[name] / (len(objects[name]) or 1))
                for name, many in most.items()}  # fmt: skip
    return {name: many for name, many in most.items() if many > MOST_NEAR}


def query(domain: Domain, task: Task, unseen: Collection[str] = ()) -> str:
    """Return a task as a query: names, types and first colours of objects, facts and goals.

    Args:
        domain: of the task.
        task: what to write.
        unseen: predicates that the policy does not see.
    """
    number = {name: n for n, name in enumerate(task.objects, 1)}
    kinds, n_constants = ["object", *domain.parents], len(domain.constants)
    near: dict[int, list[str]] = {n: [] for n in number.values()}
    held = []
    for p, name in enumerate(domain.statics, len(domain.fluents)):
        found = _numbers(name, task.facts, number)
        if len(domain.predicates[name]) < 2:
            held.append(_listed(found))
        else:
            rest = (_listed([one[1:] for one in found if one[0] == n]) for n in near)
            held.append(term("by", rest))
        for one in found if name not in unseen else ():
            for k, n in enumerate(one):
                near[n].append(term("h", [str(32 * p + k), *_others(one, k)]))
    colours = (
        str(n if name in domain.constants else n_constants + kinds.index(kind))
        for (name, kind), n in zip(task.objects.items(), near, strict=True)
    )
    parts = [
        term("names", map(atom, number)),
        f"[{', '.join(map(str, near))}]",
        term("kinds", map(atom, task.objects.values())),
        term("static", held),
        term("near", (f"[{', '.join(entries)}]" for entries in near.values())),
        term("colours", colours),
    ]
    for literals in (task.wanted, task.unwanted, task.facts):
        found_lists = (_listed(_numbers(name, literals, number)) for name in domain.fluents)
        parts.append(term("facts", found_lists))
    return f"query(task({', '.join(parts)}))."


def _numbers(
    name: str, literals: Iterable[Literal], number: Mapping[str, int]
) -> list[tuple[int, ...]]:
    """Return the objects of the facts of a predicate, sorted as Prolog sorts their terms."""
    return sorted({tuple(number[t] for t in terms) for one, terms in literals if one == name})


def _others(objects: tuple[int, ...], k: int) -> list[str]:
    """Return the other objects of a fact, as ``planning.pl: places/4`` has them."""
    if len(objects) < 3:
        return [str(n) for at, n in enumerate(objects) if at != k]
    return [str([*reversed(objects[:k])]), str([*objects[k + 1 :]])]


def _listed(facts: Iterable[Sequence[object]]) -> str:
    return f"[{', '.join(map(member, facts))}]"


def term(name: str, arguments: Iterable[str]) -> str:
    """Return a compound term, or an atom where it has no arguments."""
    inside = ", ".join(arguments)
    return f"{name}({inside})" if inside else name


def member(terms: Sequence[object]) -> str:
    """Return the member of a list of facts that stands for a fact of these terms."""
    texts = list(map(str, terms))
    if len(texts) < 3:
        return "-".join(texts) or "true"
    return f"t([{', '.join(texts)}])"


# ---- the program


class ProgramWriter:
    """Writes the program of a domain."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.held = {name: f"Has{p}" for p, name in enumerate(domain.statics)}
        self.held |= {name: f"Is{p}" for p, name in enumerate(domain.fluents)}
        """Variables of the lists of facts, by predicate."""
        self.constants = {name: str(n) for n, name in enumerate(domain.constants, 1)}
        self.groups: dict[frozenset[str], str] = {}
        """Names of the predicates for the types that an action asks for."""

    def lines(self) -> Iterator[str]:
        """Yield the lines."""
        domain = self.domain
        yield "%"
        for name, list_ in self.held.items():
            yield f"% {list_}: {one_line(name)}/{len(domain.predicates[name])}"
        yield "\ninitial(task(Names, Objects, Kinds, Static, Near, Colours, Goals, Bans, Facts),"
        yield "        begun(fixed(Names, Objects, Kinds, Static, Goals, Bans), Facts, Near,"
        yield "              Colours)).\n"
        for schema in domain.schemas:
            yield self.move(schema)
        for types, name in self.groups.items():
            allowed = (one for one in ("object", *domain.parents) if domain.is_kind(one, types))
            yield "".join(f"{name}({atom(kind)}).\n" for kind in allowed)
        yield "terminal(state(_, _, sight(0, _)), 1)."
        yield "\nobserve(state(_, _, sight(N0, Looks)), [missing(N)|Seen]) :-"
        yield f"    N is min(N0, {MOST_MISSING}),\n    seen(Looks, Seen).\n"
        yield from (f"colour({k}, w{k})." for k in range(N_COLOURS))

    def move(self, schema: Schema) -> str:
        """Return the clause of an action."""
        names = {one: f"X{k}" for k, one in enumerate(schema.parameters)} | self.constants
        bound, body = set(self.constants), list[str]()

        def listed(terms: Sequence[str]) -> str:
            return member([names[one] for one in terms])

        def bind(variables: Iterable[str]) -> None:
            """Note what has a value now, and ask for its type."""
            for one in variables:
                if one not in bound and self.asks_type(one, schema):
                    types = schema.parameters[one]
                    name = self.groups.setdefault(types, f"kind{len(self.groups)}")
                    kind = f"Kind{len(body)}"
                    body.extend((f"arg({names[one]}, Kinds, {kind})", f"{name}({kind})"))
                bound.add(one)

        def find(variables: Iterable[str]) -> None:
            for one in variables:
                if one not in bound:
                    body.append(f"member({names[one]}, Objects)")
                    bind([one])

        def rows(name: str, terms: Sequence[str]) -> tuple[str, Sequence[str]]:
            """Return the list that holds a fact, and the terms of its member."""
            if name in self.domain.fluents or len(terms) < 2:
                return self.held[name], terms
            body.append(f"arg({names[terms[0]]}, {self.held[name]}, Rows{len(body)})")
            return f"Rows{len(body) - 1}", terms[1:]

        waiting = [one for one in schema.needed if one[0] != "="]
        while waiting:  # next what binds fewest variables
            one = min(waiting, key=lambda one: len({*one[1]} - bound))
            waiting.remove(one)
            name, terms = one
            if name in self.domain.statics and len(terms) > 1:
                find(terms[:1])
            is_open = bool({*terms} - bound)
            place, shown = rows(name, terms)
            body.append(f"{'member' if is_open else 'memberchk'}({listed(shown)}, {place})")
            bind(terms)
        find(schema.parameters)
        for literals, same in ((schema.needed, "=="), (schema.forbidden, "\\==")):
            equal = (terms for name, terms in literals if name == "=")
            body += [f"{names[left]} {same} {names[right]}" for left, right in equal]
        for name, terms in schema.forbidden:
            if name != "=":
                place, shown = rows(name, terms)
                body.append(f"\\+ memberchk({listed(shown)}, {place})")
        taken, put = (
            ", ".join(
                f"{p}-{written if len(terms) != 2 else f'({written})'}"
                for p, name in enumerate(self.domain.fluents)
                for one, terms in literals
                if one == name
                for written in [listed(terms)]
            )
            for literals in (schema.deleted, schema.added)
        )
        body += [f"arg({names[one]}, Names, Name{names[one]})" for one in schema.parameters]
        shown_move = term(functor(schema.name), (f"Name{names[one]}" for one in schema.parameters))
        facts = term("facts", (self.held[name] for name in self.domain.fluents))
        static = term("static", (self.held[name] for name in self.domain.statics))
        body.insert(0, f"State = state(fixed(Names, Objects, Kinds, {static}, _, _), {facts}, _)")
        clause = (
            f"action(State, {shown_move},\n       moved(State, [{taken}], [{put}])) :-\n"
            f"    {_joined(body)}.\n"
        )
        quoted = re.compile(r"'(?:[^'\\]|\\.)*'|\b[A-Z]\w*")
        counts = Counter(quoted.findall(clause))
        return quoted.sub(lambda m: m[0] if counts[m[0]] > 1 or m[0][0] == "'" else "_", clause)

    def asks_type(self, variable: str, schema: Schema) -> bool:
        """Return whether no needed predicate says by its own types what a parameter is."""
        types, is_kind = schema.parameters[variable], self.domain.is_kind
        return not is_kind("object", types) and not any(
            one == variable and kinds and all(is_kind(kind, types) for kind in kinds)
            for name, terms in schema.needed
            if name != "="
            for one, kinds in zip(terms, self.domain.predicates[name], strict=True)
        )


def _joined(goals: Iterable[str]) -> str:
    return ",\n    ".join(goals)
