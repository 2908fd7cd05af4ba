"""``import tptp``: convert problems to packs, with conjectures as goals."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from symbolic_rl.base.console import counted
from symbolic_rl.base.errors import PackError
from symbolic_rl.importers import ImportRequest, ImportSummary, Refusal, atom, one_line, write_pack
from symbolic_rl.importers.tptp import AnnotatedFormula
from symbolic_rl.importers.tptp.clauses import ClausifyError, LogicClause, clausify, unused
from symbolic_rl.importers.tptp.horn import PrologWriter
from symbolic_rl.importers.tptp.parser import READ, TptpProblem, deep_recursion

SUFFIX = ".p"
"""Suffix of the problems in a folder."""
AXIOMS = ("axiom", "hypothesis", "definition", "assumption", "lemma", "theorem", "corollary")
"""Roles of formulas assumed true."""
GOALS = ("conjecture", "negated_conjecture")
NOT_HORN = "more than one positive literal: no Horn clause"
_FALSE_STATUS = re.compile(r"^%\s*Status\s*:\s*(Satisfiable|CounterSatisfiable)\b", re.MULTILINE)
_MOST_SHOWN = 200


@dataclass
class HornGoal:
    """Goal of a problem, with the program to prove it from."""

    name: str
    program: list[LogicClause]
    negative: list[LogicClause]  # negative clauses; refuting one of them proves the goal
    label: bool


@dataclass
class HornProblem:
    """Clauses of a problem by their role."""

    name: str
    axioms: list[LogicClause] = field(default_factory=list)
    constraints: list[LogicClause] = field(default_factory=list)
    """Negative clauses outside of conjectures."""
    conjectures: dict[str, list[LogicClause]] = field(default_factory=dict)
    """Clauses of negated conjectures by name; role negated_conjecture has name ""."""
    is_false: bool = False  # the file states that there is no refutation

    def goals(self) -> Iterator[HornGoal]:
        """Yield the goals; without a conjecture, the goal is a contradiction in the axioms."""
        for name, clauses in (self.conjectures or {"": []}).items():
            negative = [c for c in clauses if not c.positive] or self.constraints
            definite = [c for c in clauses if c.positive]
            if negative:
                full = f"{self.name} {name}".strip()
                yield HornGoal(full, [*self.axioms, *definite], negative, not self.is_false)


def import_tptp(request: ImportRequest) -> ImportSummary:
    """Import a problem, or all problems of a folder; goals with the same program share a pack.

    ConfigError: the request names no file. PackError: it cannot be read, or has no Horn goal.
    """
    if len(request.files) != 1:
        request.refuse("write `import tptp FILE` or `import tptp FOLDER`.")
    source, summary = request.files[0], ImportSummary()
    folder = request.folder(source.resolve().stem if source.is_file() else source.resolve().name)
    with deep_recursion():
        goals = list(_goals(source, request, summary))
        if not goals:
            raise PackError(
                "there is no goal in Horn clauses.\n" + str(summary),
                str(source),
                "give a problem whose conjecture, negated, has a clause without positive literals.",
            )
        _write_packs(goals, folder, source, summary, equality=request.equality_axioms)
    return summary


def _goals(source: Path, request: ImportRequest, summary: ImportSummary) -> Iterator[HornGoal]:
    if not source.is_dir():
        yield from _read(source, request.root, summary).goals()
        return
    files = sorted(source.rglob(f"*{SUFFIX}"))
    if not files:
        raise PackError(
            f"there is no file *{SUFFIX} in {source}.", str(source), "name a folder of problems."
        )
    for file in files:
        try:
            goals = list(_read(file, request.root, summary).goals())
        except PackError as error:
            summary.refused.append(Refusal("the problem cannot be read", error.where, error.what))
            continue
        if not goals:
            summary.refused.append(Refusal("the problem has no goal in Horn clauses", str(file)))
        yield from goals


def _read(file: Path, root: Path | None, summary: ImportSummary) -> HornProblem:
    """Read and clausify a problem."""
    problem = TptpProblem(file, root)
    horn = HornProblem(file.stem)
    horn.is_false = bool(_FALSE_STATUS.search(file.read_text(encoding="utf-8")))
    skolems, refused, n_clauses = set[str](), list[Refusal](), 0
    prefix = "sk_"
    # Skolem functions must not collide with names of the problem.
    while any(name.startswith(prefix) for name in problem.names):
        prefix = f"s{prefix}"
    for formula in problem.formulas:
        try:
            _expect_role(formula)
            assert formula.formula is not None
            # Formulas of the same name need distinct Skolem functions.
            skolem = unused(f"{prefix}{formula.name}", skolems)
            negated = formula.role == "conjecture"
            clauses = clausify(formula.formula, negated=negated, skolem=skolem)
        except ClausifyError as error:
            refused.append(Refusal(str(error), formula.place, one_line(formula.name)))
            continue
        n_clauses += len(clauses)
        for clause in clauses:
            if len(clause.positive) > 1:
                text = f"{one_line(formula.name)}: {one_line(str(clause))}"
                refused.append(Refusal(NOT_HORN, formula.place, text[:_MOST_SHOWN]))
            else:
                _add(horn, formula, clause)
    included = len(problem.files) - 1
    roles = Counter(formula.role for formula in problem.formulas)
    summary.read.append(
        f"{file}{f' and {included} more files' * bool(included)}: {len(problem.formulas):,} "
        f"formulas ({', '.join(f'{n:,} {one_line(role)}' for role, n in roles.items())}), "
        f"{counted(n_clauses, 'clause')}"
    )
    summary.refused += refused
    return horn


def _expect_role(formula: AnnotatedFormula) -> None:
    """Refuse, by a ClausifyError, a formula whose language or role is not imported."""
    if formula.language not in READ:
        raise ClausifyError(f"the language {formula.language} is neither cnf nor fof")
    if formula.role not in (*AXIOMS, *GOALS):
        role = one_line(formula.role)
        raise ClausifyError(f"the role {role} is neither an axiom nor a conjecture")


def _add(horn: HornProblem, formula: AnnotatedFormula, clause: LogicClause) -> None:
    clause = replace(clause, name=formula.name)
    if formula.role in GOALS:
        conjecture = formula.name if formula.role == "conjecture" else ""
        horn.conjectures.setdefault(conjecture, []).append(clause)
    else:
        (horn.axioms if clause.positive else horn.constraints).append(clause)


def _write_packs(
    goals: list[HornGoal], folder: Path, source: Path, summary: ImportSummary, *, equality: bool
) -> None:
    """Write one pack per program, with all of its goals."""
    groups: dict[tuple[LogicClause, ...], list[HornGoal]] = {}
    for goal in goals:
        groups.setdefault(tuple(goal.program), []).append(goal)
    given = set[str]()
    with_equality = 0
    for group in groups.values():
        place = folder
        if len(groups) > 1:
            place = folder / unused(re.sub(r"[^\w.+-]", "_", group[0].name).strip("."), given)
        with_equality += _write_pack(group, place, source, equality=equality)
        n_clauses, n_goals = len(group[0].program), len(group)
        if len(groups) <= 20:
            summary.made.append(
                f"{place}: {counted(n_clauses, 'clause')}, {counted(n_goals, 'goal')}"
            )
    if len(groups) > 20:
        summary.made.append(f"{folder}: {len(groups):,} packs, {counted(len(goals), 'goal')}")
    if with_equality:
        summary.notes.append(
            f"{counted(with_equality, 'program')} with equality: its axioms are added, and "
            "searches with them are long"
            if equality
            else f"{counted(with_equality, 'program')} with equality, which has no axioms here: "
            "only proofs are found that need none (--equality-axioms adds them)"
        )
    if summary.refused:
        summary.notes.append(
            "a proof from the remaining clauses is a proof; a search without one shows nothing"
        )
    first = folder if len(groups) == 1 else place
    summary.next = f"symbolic-rl prove {first} --goals {first / 'test.pl'}"


def _write_pack(group: list[HornGoal], folder: Path, source: Path, *, equality: bool) -> bool:
    """Write the pack of goals with the same program; return whether it has equality."""
    program = group[0].program
    negative = [c for goal in group for c in goal.negative]
    writer = PrologWriter([*program, *negative])
    with_axioms = equality and writer.has_equality
    lines = ["", *writer.declarations(program, equality=with_axioms)]
    lines += [writer.definite(clause) for clause in program]
    if with_axioms:
        lines += ["", "% equality", *writer.equality_axioms()]
    queries = [""]
    for number, goal in enumerate(group, 1):
        label = "" if goal.label else ", false"
        asked = [writer.body(clause) for clause in goal.negative]
        if len(asked) > 1:  # any of them suffices: make them clauses of a new goal
            name = atom(writer.names.fresh(f"goal {number}: {one_line(goal.name)}", 0))
            lines += ["", *(f"{name} :- {body}." for body in asked)]
            asked = [name]
        queries.append(f"query(({asked[0]}){label}).  % {one_line(goal.name)}")
    settings, files = ["", "[env]", "hide_query = false"], {"program.pl": lines, "test.pl": queries}
    write_pack(folder, str(source), f"Horn clauses of {source.name}.", settings, files)
    return writer.has_equality
