"""Problems of the TPTP: syntax, clauses, Horn programs, hostile files, answers of SWI-Prolog."""

import random
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, note, settings, strategies as st

from symbolic_rl.base.errors import PackError
from symbolic_rl.base.files import PROLOG_DIR
from symbolic_rl.evaluation.check import check
from symbolic_rl.importers import ImportRequest, ImportSummary
from symbolic_rl.importers.tptp import AnnotatedFormula, Formula, FunctionTerm
from symbolic_rl.importers.tptp.clauses import ClausifyError, LogicClause, clausify
from symbolic_rl.importers.tptp.horn import RESERVED
from symbolic_rl.importers.tptp.importer import import_tptp
from symbolic_rl.importers.tptp.parser import TptpParser, TptpProblem, deep_recursion
from symbolic_rl.proofs.prove import prove
from tests.oracle import oracle, swipl
from tests.problems import write_files


def read(text: str) -> list[AnnotatedFormula]:
    statements = TptpParser(Path("x.p"), text).statements()
    return [each for each in statements if isinstance(each, AnnotatedFormula)]


def clauses(text: str, *, negated: bool = False) -> list[str]:
    (only,) = read(text)
    assert only.formula is not None
    return [str(c) for c in clausify(only.formula, negated=negated, skolem="sk")]


def problem(folder: Path, text: str, name: str = "a.p") -> Path:
    return write_files(folder, {name: text}) / name


def imported(folder: Path, text: str, **options: bool) -> ImportSummary:
    file = problem(folder, text)
    return import_tptp(ImportRequest("tptp", "", (file,), "pack", folder, **options))


def program(folder: Path) -> list[str]:
    lines = (folder / "pack" / "program.pl").read_text().splitlines()[2:]
    return [line.partition("  % ")[0] for line in lines if line]


def queries(folder: Path) -> list[str]:
    lines = (folder / "pack" / "test.pl").read_text().splitlines()[2:]
    return [line.partition("  % ")[0] for line in lines]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cnf(a, axiom, p(X) | ~ q(X, f(X, c)) ).", ["~ q(X,f(X,c)) | p(X)"]),
        ("cnf(a,axiom,(p)).", ["p"]),
        ("cnf('a name', axiom, 'P q'('It\\'s \\\\', 'c')).", ["P q(It's \\,c)"]),
        ("cnf(1, axiom-local, p(\"a \\\" b\")).", ['p("a " b")']),
        ("cnf(a, axiom, p(12, -7, +3, 007, 1/2, -1.5E-3, +2.0)).",
         ["p(12,-7,3,7,1/2,-1.5E-3,2.0)"]),
        ("% c\n/* fof(x,\n */ cnf(a,axiom, % p\n p /* q ** / */ ).", ["p"]),
        ("cnf(a, axiom, p, file('x.p', a), [status(thm), [X, '.)']]).", ["p"]),
        ("cnf(a, axiom, ~ X != Y | f(X) != c | ~ Y = c).", ["X = Y | ~ f(X) = c | ~ Y = c"]),
        ("cnf(a, axiom, f(X) = f(X) | q).", []),
        ("cnf(a, axiom, $false).", ["$false"]),
        ("cnf(a, axiom, $true | p).", []),
        ("cnf(a, axiom, p | ~ p).", []),
        ("cnf(a, axiom, p | p | X != X).", ["p"]),
        ("fof(a, axiom, ! [X] : (p(X) <= q(X))).", ["~ q(X) | p(X)"]),
        ("fof(a, axiom, p <~> q).", ["p | q", "~ p | ~ q"]),
        ("fof(a, axiom, p ~| q).", ["~ p", "~ q"]),
        ("fof(a, axiom, p ~& q).", ["~ p | ~ q"]),
        ("fof(a, axiom, ! [X] : ? [Y] : ! [Z] : ? [U] : p(X,Y,Z,U)).",
         ["p(X,sk_1(X),Z,sk_2(X,Z))"]),
        ("fof(a, axiom, ! [X] : p(X) & ! [X] : q(X)).", ["p(X)", "q(X_2)"]),
        ("fof(a, axiom, ! [X] : (p(X) & ? [X] : q(X))).", ["p(X)", "q(sk_1)"]),
        ("fof(a, axiom, ~ ! [X] : ? [Y] : p(X,Y)).", ["~ p(sk_1,Y)"]),
        ("fof(a, axiom, ! [X] : p(X) => q).", ["~ p(sk_1) | q"]),
    ],
)  # fmt: skip
def test_clauses_of_a_formula(text: str, expected: list[str]) -> None:
    def sides(clause: str) -> set[str]:
        return set(clause.split(" | "))

    assert list(map(sides, clauses(text))) == list(map(sides, expected))


@pytest.mark.parametrize(
    ("text", "told", "column"),
    [
        ("cnf(a, axiom, p", "the text ends", 16),
        ("cnf(a, axiom, p)", "expected '.'", 17),
        ("cnf(a, axiom, p | q & r).", "bracket round the parts", 21),
        ("fof(a, axiom, p => q => r).", "bracket round the parts", 22),
        ("cnf(a, axiom, 12).", "is no formula", 15),
        ("cnf(a, axiom, p()).", "expected a term", 17),
        ("cnf(a, axiom, 'open).", "expected a term", 15),
        ("fof(a, axiom, ! [x] : p).", "expected a variable", 18),
        ("cnf(A, axiom, p).", "expected the name of a formula", 5),
        ("cnf(a, axiom, p, [).", "unmatched closing bracket|the text ends", 16),
        ("include(a).", "file in single quotes", 9),
        ("cnf(a, axiom, p). ; ", "expected cnf", 19),
    ],
)
def test_errors_of_syntax_have_a_place(text: str, told: str, column: int) -> None:
    with pytest.raises(PackError, match=told) as error:
        read(f"cnf(a, axiom, p).\n% x\n{text}")
    assert error.value.where == f"x.p:3:{column}"


ATOMS = [Formula("atom", atom=FunctionTerm(name)) for name in "pqr"]
formulas = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.one_of(
        st.builds(Formula, st.just("~"), st.tuples(inner)),
        st.builds(Formula, st.sampled_from(["&", "|", "=>", "<=>"]), st.tuples(inner, inner)),
    ),
    max_leaves=6,
)


def value(formula: Formula, world: dict[str, bool]) -> bool:
    if formula.atom is not None:
        return world[formula.atom.name]
    one, *other = (value(part, world) for part in formula.parts)
    two = all(other)
    return {
        "~": not one, "&": one and two, "|": one or two, "=>": not one or two, "<=>": one == two,
    }[formula.sign]  # fmt: skip


def holds(clause: LogicClause, world: dict[str, bool]) -> bool:
    return any(world[a.name] for a in clause.positive) or not all(
        world[a.name] for a in clause.negative
    )


@settings(max_examples=300)
@given(formula=formulas, negated=st.booleans())
def test_clauses_are_true_where_the_formula_is(formula: Formula, negated: bool) -> None:
    found = clausify(formula, negated=negated, skolem="s")
    for values in product([False, True], repeat=3):
        world = dict(zip("pqr", values, strict=True))
        assert all(holds(c, world) for c in found) == (value(formula, world) != negated)


def test_formulas_whose_clauses_are_too_many_are_refused() -> None:
    equivalences = " <=> (".join(f"p{i}" for i in range(40)) + ")" * 39
    wide = " | ".join(f"(p{i} & q{i} & r{i})" for i in range(30))
    for text in (f"fof(a,axiom,{equivalences}).", f"fof(a,axiom,{wide})."):
        with pytest.raises(ClausifyError, match="more than"):
            clauses(text)


SOCRATES = """
fof(men, axiom, ! [X] : ( man(X) => mortal(X) )).
fof(socrates, hypothesis, man(socrates)).
fof(goal, conjecture, ? [X] : mortal(X)).
"""


def test_conjecture_is_the_goal_and_its_proof_is_one_of_the_program(tmp_path: Path) -> None:
    report = imported(tmp_path, SOCRATES)
    (proof,) = prove(tmp_path / "pack", "mortal(X)").take(5).answers
    assert program(tmp_path) == ["mortal(X) :- man(X).", "man(socrates)."]
    assert queries(tmp_path) == ["query((mortal(X)))."]
    assert str(proof.answer) == "X = socrates"
    assert "3 formulas (1 axiom, 1 hypothesis, 1 conjecture), 3 clauses" in str(report)
    assert "test        1 query" in str(check(tmp_path / "pack"))


@pytest.mark.parametrize(
    ("text", "in_program", "asked"),
    [
        (SOCRATES.replace("? [X] : mortal(X)", "! [X] : (man(X) => mortal(X))"),
         "man(sk_goal_1).", "query((mortal(sk_goal_1)))."),
        ("cnf(a, axiom, p(a)). cnf(n, axiom, ~ r). cnf(g, negated_conjecture, ~p(X)).",
         "p(a).", "query((p(X)))."),
        ("cnf(a, axiom, equal(a, b)). cnf(g, negated_conjecture, a != b).",
         "equal(a, b).", "query((equal_(a, b)))."),
        *((f"% Status   : {status}\n" + SOCRATES, "man(socrates).", f"query((mortal(X)){label}).")
          for status, label in [("Theorem", ""), ("Satisfiable", ", false"),
                                ("CounterSatisfiable", ", false")]),
    ],
)  # fmt: skip
def test_a_conjecture_becomes_a_goal(
    text: str, in_program: str, asked: str, tmp_path: Path
) -> None:
    imported(tmp_path, text)
    assert in_program in program(tmp_path)
    assert queries(tmp_path) == [asked]


def test_without_a_conjecture_the_goal_is_that_the_axioms_contradict(tmp_path: Path) -> None:
    imported(tmp_path, "cnf(a, axiom, p(a)). cnf(b, axiom, ~ q). cnf(c, axiom, ~ p(X)).")
    assert program(tmp_path)[2:] == ["'goal 1: a' :- q.", "'goal 1: a' :- p(X)."]
    assert queries(tmp_path) == ["query(('goal 1: a'))."]
    assert prove(tmp_path / "pack", "'goal 1: a'").take(1).answers


def test_several_conjectures_do_not_help_each_other(tmp_path: Path) -> None:
    """The negation of each assumes its own premise."""
    text = "fof(a, axiom, q => r). fof(g, conjecture, q => r). fof(h, conjecture, p => r)."
    imported(tmp_path, text)
    packs = sorted((tmp_path / "pack").iterdir())
    outcomes = [bool(prove(pack, "r").take(1).answers) for pack in packs]
    assert [pack.name for pack in packs] == ["a_g", "a_h"] and outcomes == [True, False]


def test_what_is_left_out_is_named_and_counted(tmp_path: Path) -> None:
    text = (
        "cnf(alt, axiom,\n god(X) | man(X) | ~ being(X)).\n"
        "tff(t, type, a: $int > $o). thf(t, axiom, ^ [X: $i] : (p @ X)).\n"
        "fof(u, unknown, p). fof(l, lemma, q). fof(w, axiom, $less(1, 2) => q)."
    )
    report = str(imported(tmp_path, SOCRATES + text))

    assert program(tmp_path) == ["mortal(X) :- man(X).", "man(socrates).", "q."]
    assert f"{tmp_path}/a.p:5: alt: ~ being(X) | god(X) | man(X)" in report
    assert "refused 1: more than one positive literal" in report
    assert "the language tff is neither" in report and "the language thf is neither" in report
    assert "the role unknown is neither" in report and "word $less is not understood" in report


def test_problem_without_a_horn_goal_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="no goal in Horn clauses") as error:
        imported(tmp_path, "cnf(a, axiom, p | q). cnf(b, axiom, r).")
    assert "refused 1: more than one positive" in str(error.value)
    assert not (tmp_path / "pack").exists()


NAMES = [
    "is", "not", "call", "atom", "write", "member", "append", "mod", "dynamic", "findall",
    "forall", "length", "query", "','", "';'", "'->'", "'[]'", "'$x'", "'!'", "'a b'", "'P'",
    "'='", "'_'", r"'\\'", r"'\\+'", "'é'", "table", "goal", "equal", "true", "format",
]  # fmt: skip


def test_any_name_is_a_predicate_and_means_nothing_else(tmp_path: Path) -> None:
    """A goal of it is proved by its clauses alone, and without clauses not at all."""
    atoms = [name + arguments for name in NAMES for arguments in ("", "(X)", "(X,b)")]
    facts = [f"cnf(a{i}, axiom, {atom.replace('X', 'a')})." for i, atom in enumerate(atoms)]
    goals = [f"fof(g{i}, conjecture, ? [X] : {atom})." for i, atom in enumerate(atoms)]
    equality = "cnf(e, axiom, a = a0). "
    for clauses_of_them, n_answers in (("\n".join(facts), 1), ("cnf(a, axiom, zz).", 0)):
        imported(tmp_path, equality + clauses_of_them + "\n".join(goals))
        asked = [query.removeprefix("query(").removesuffix(").") for query in queries(tmp_path)]
        assert len(asked) == len(atoms)
        for goal in asked:
            assert len(prove(tmp_path / "pack", goal).take(5).answers) == n_answers, goal


def test_reserved_names_are_those_of_the_loader() -> None:
    goal = (
        f"use_module('{PROLOG_DIR / 'builtins' / 'builtins'}'), "
        "forall((system:current_predicate(N/A), atom(N), functor(H, N, A), "
        "builtins:reserved_head(H, _), atom_codes(N, [C|_]), code_type(C, csymf)), writeln(N))"
    )
    found = set(swipl(goal).split())
    assert len(found) > 40 and found <= RESERVED


def test_symbols_of_different_kinds_do_not_meet(tmp_path: Path) -> None:
    kinds = [
        "1", "'1'", '"1"', "1.0", "'1.0'", "$a", "'$a'", r"'\\$a'", "'$number'('1.0')", "a", "'A'",
    ]  # fmt: skip
    facts = "".join(f"cnf(f{i}, axiom, p({kind}, n{i}))." for i, kind in enumerate(kinds))
    goals = "".join(f"fof(g{i}, conjecture, ?[N]: p({k}, N))." for i, k in enumerate(kinds))
    imported(tmp_path, facts + goals)
    answers = [
        [str(proof.answer) for proof in prove(tmp_path / "pack", query[6:-2]).take(20).answers]
        for query in queries(tmp_path)
    ]

    assert answers == [[f"N = n{i}"] for i in range(len(kinds))]


def test_skolem_functions_meet_no_function_of_the_problem(tmp_path: Path) -> None:
    text = "fof(a, axiom, ?[X]: p(X)). fof(a, axiom, ?[X]: q(X)). cnf(b, axiom, r(sk_a_1))."
    imported(tmp_path, text + "fof(g, conjecture, ?[X]: (p(X) & q(X))).")
    assert program(tmp_path)[:2] == ["p(ssk_a_1).", "q(ssk_a_2_1)."]
    assert not prove(tmp_path / "pack", "p(X), q(X)").take(1).answers


GROUPS = """
cnf(left_identity, axiom, multiply(identity, X) = X).
cnf(left_inverse, axiom, multiply(inverse(X), X) = identity).
cnf(same, axiom, a = b).
cnf(fact, axiom, nice(f(a))).
fof(goal, conjecture, ? [X] : ( nice(X) & X = f(b) )).
"""


def test_equality_has_axioms_on_request(tmp_path: Path) -> None:
    plain = imported(tmp_path, GROUPS)
    goal = queries(tmp_path)[0][6:-2]
    assert "no axioms here" in str(plain)
    assert not prove(tmp_path / "pack", goal, max_inferences=5_000).take(1).answers

    full = imported(tmp_path, GROUPS, equality_axioms=True)
    proof = prove(tmp_path / "pack", goal, max_inferences=100_000).take(1).answers[0]

    assert "axioms are added" in str(full) and proof.inferences > 2
    assert {
        "equal(multiply(X0, X1), multiply(Y0, Y1)) :- equal(X0, Y0), equal(X1, Y1).",
        "nice(Y) :- nice(X0), equal(X0, Y).",
    } <= set(program(tmp_path))


def test_includes_are_resolved_from_the_file_and_the_root(tmp_path: Path) -> None:
    top = "include('Axioms/top.ax', [men, 'two words']). cnf(goal, axiom, p)."
    problem(tmp_path, top, "P/X/a.p")
    problem(tmp_path, SOCRATES + "include('Axioms/deep/more.ax').", "lib/Axioms/top.ax")
    problem(tmp_path, "cnf('two words', axiom, man(plato)).", "lib/Axioms/deep/more.ax")
    found = TptpProblem(tmp_path / "P/X/a.p", tmp_path / "lib")

    assert [each.name for each in found.formulas] == ["men", "two words", "goal"]
    assert len(found.files) == 3

    problem(tmp_path, "include('Axioms/b.ax').", "Problems/SYN/a.p")  # and above that folder
    problem(tmp_path, "cnf(x, axiom, p).", "Axioms/b.ax")
    assert len(TptpProblem(tmp_path / "Problems/SYN/a.p").formulas) == 1


@pytest.mark.parametrize(
    ("include", "told"),
    [
        ("include('../b.ax').", "does not name a file below"),
        ("include('/etc/passwd').", "does not name a file below"),
        ("include('x/../../b.ax').", "does not name a file below"),
        ("include('gone.ax').", "does not exist"),
        ("include('a.p').", "includes itself"),
        ("include('link.ax').", "a link that leaves"),
        ("include('twice.ax').", "more than 100 files"),
        ("include('ok.ax', [nothing]).", "no formula named 'nothing'"),
    ],
)
def test_includes_that_are_refused(include: str, told: str, tmp_path: Path) -> None:
    problem(tmp_path, "cnf(x, axiom, p).", "b.ax")
    file = problem(tmp_path, include, "in/a.p")
    problem(tmp_path, "cnf(x, axiom, p).", "in/ok.ax")
    (tmp_path / "in/link.ax").symlink_to(tmp_path / "b.ax")
    problem(tmp_path, "include('ok.ax')." * 101, "in/twice.ax")

    with pytest.raises(PackError, match=told) as error:
        TptpProblem(file)

    assert "a.p:1:1" in error.value.where or "twice.ax" in error.value.where


HOSTILE = {
    "brackets": "fof(a, axiom, " + "(" * 100_000 + "p" + ")" * 100_000 + ").",
    "open brackets": "fof(a, axiom, " + "(" * 100_000,
    "negations": "fof(a, axiom, " + "~ " * 100_000 + "p).",
    "quantifiers": "fof(a, axiom, " + "! [X] : " * 100_000 + "p(X)).",
    "terms": "cnf(a, axiom, p(" + "s(" * 100_000 + "o" + ")" * 100_000 + ")).",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_deep_text_is_refused_with_its_place(text: str) -> None:
    with deep_recursion(), pytest.raises(PackError, match="more than 1,000 levels"):
        read(text)


def test_levels_below_the_limit_are_read(tmp_path: Path) -> None:
    brackets = "(" * 990 + "p" + ")" * 990
    term = "s(" * 990 + "o" + ")" * 990
    nested = "p => (" * 900 + "p" + ")" * 900
    text = f"fof(a,axiom,{brackets}). cnf(b,axiom,q({term})). fof(c,axiom,{nested})."
    imported(tmp_path, text + "fof(g,conjecture,?[X]: (p & q(s(X)))).")
    assert len(prove(tmp_path / "pack", "p, q(s(X))").take(1).answers) == 1


def test_names_cannot_write_clauses(tmp_path: Path) -> None:
    text = "cnf('x\u2028y', axiom, 'a).\\\\nb'('c.d'))." + "cnf(g, negated_conjecture, ~ q)."
    imported(tmp_path, text)
    assert len(program(tmp_path)) == 2 and "?y" in (tmp_path / "pack/program.pl").read_text()
    check(tmp_path / "pack")


def test_a_folder_gives_a_pack_for_each_program(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    axioms = SOCRATES.rsplit("\n", 2)[0]
    problem(folder, axioms, "Axioms/men.ax")
    for name, goal in (("a", "man(X)"), ("b", "mortal(X)"), ("c", "god(X)")):
        text = f"include('men.ax'). fof(g, conjecture, ? [X] : {goal})."
        problem(folder, text + "cnf(z, axiom, god(zeus))." * (name == "c"), f"{name}.p")
    problem(folder, "cnf(", "d.p")
    problem(folder, "cnf(a, axiom, p).", "e.p")
    request = ImportRequest("tptp", "", (folder,), "pack", tmp_path, root=folder / "Axioms")
    report = str(import_tptp(request))

    assert sorted(p.name for p in (tmp_path / "pack").iterdir()) == ["a_g", "c_g"]
    assert "refused 1: the problem cannot be read" in report and "d.p:1:5" in report
    assert "refused 1: the problem has no goal" in report
    assert "a_g: 2 clauses, 2 goals" in report
    assert "test        2 queries" in str(check(tmp_path / "pack" / "a_g"))


@settings(max_examples=25)
@given(seed=st.integers(0, 10**9))
def test_random_horn_problems_have_the_answers_of_swipl(seed: int, tmp_path: Path) -> None:
    """As clauses in CNF with their literals in any order, and as implications in FOF."""
    rng = random.Random(seed)
    by_hand = [f"p{level}(b, b)." for level in range(3)]
    by_tptp = [f"cnf(b{level}, axiom, p{level}(b, b))." for level in range(3)]
    for i in range(rng.randrange(3, 12)):
        level = rng.randrange(3)
        head = f"p{level}({rng.choice('XYab')},{rng.choice('XYab')})"
        body = [
            f"p{rng.randrange(level)}({rng.choice('XYab')},{rng.choice('XYabZ')})"
            for _ in range(rng.randrange(3) if level else 0)
        ]
        by_hand.append(f"{head} :- {', '.join(body)}." if body else f"{head}.")
        literals = [head, *(f"~ {goal}" for goal in body)]
        if rng.random() < 0.5:
            by_tptp.append(f"cnf(c{i}, axiom, {' | '.join(literals)}).")
        else:
            premise = " & ".join(body) or "$true"
            by_tptp.append(f"fof(c{i}, axiom, ! [X,Y,Z] : (({premise}) => {head})).")
    goal = "p2(X, Y)"
    by_tptp.append("fof(g, conjecture, ? [X,Y] : p2(X, Y)).")
    note("\n".join(by_tptp))
    imported(tmp_path, "\n".join(by_tptp))
    expected, _ = oracle().answers("\n".join(by_hand), goal)
    found, _ = oracle().answers("\n".join(program(tmp_path)), goal)

    assert sorted(set(map(str, found))) == sorted(set(map(str, expected)))
