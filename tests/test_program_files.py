"""Programs that load other files by directives: only regular files below their own folder."""

import os
from pathlib import Path

import pytest

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ProgramError, ProofError
from symbolic_rl.derivations.problem import fingerprint
from symbolic_rl.program.pack import load_pack
from symbolic_rl.program.program import Program
from symbolic_rl.proofs.prove import prove
from symbolic_rl.proofs.saved import save, verify_file
from tests.fuzz.whole import REIF, SEARCHES, check_whole
from tests.problems import write_files


def written(folder: Path, **texts: str) -> Path:
    """Write files of the program, and return the first of them."""
    write_files(folder, **{name.replace("__", "/"): text for name, text in texts.items()})
    return folder / f"{next(iter(texts))}.pl"


def ignored(program: Program) -> list[str]:
    """Messages about directives that had no effect."""
    return [note.message for note in program.notes if note.severity == "ignored"]


@pytest.mark.parametrize(
    "directive",
    [
        "ensure_loaded(parents)", "[parents]", "['parents.pl']", "consult(\"./parents\")",
        "include(parents)", "use_module(parents)", "use_module(parents, [parent/2])",
        "load_files([parents], [])", "reexport(parents)", "consult(sub/'../parents')",
        "[parents, parents], consult(parents)",
    ],
)  # fmt: skip
def test_file_in_the_folder_is_loaded_once(directive: str, tmp_path: Path) -> None:
    text = f":- {directive}.\ngp(X, Z) :- parent(X, Y), parent(Y, Z).\n"
    head = ":- module(parents, [parent/2]). " * directive.startswith(("use_module", "reexport"))
    file = written(tmp_path, main=text, parents=f"{head}parent(a, b).\nparent(b, c).\n")
    (tmp_path / "sub").mkdir()
    found = prove(file, "gp(X, Z)").take(5)

    assert [str(proof.answer) for proof in found.answers] == ["X = a, Z = c"]
    assert found.complete and not found.loading.left_out
    assert "parents.pl:1" in str(found.answers[0])


def test_mistakes_of_a_loaded_file_have_its_name_and_line(tmp_path: Path) -> None:
    file = written(tmp_path, main=":- [sub/other].\np.\n", sub__other="q.\n\nr r.\n")
    notes = [note for note in Program([file], {}).notes if note.severity == "skipped"]

    assert [(note.file, note.line) for note in notes] == [(str(tmp_path / "sub/other.pl"), 3)]


def test_files_lead_on_and_in_circles(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        main=":- [sub/one].\n:- include(main).\np(X) :- q(X).\n",
        sub__one=":- include(two), [two], consult('../main').\nq(a).\n",
        sub__two=":- [one], include(one).\nr(a).\n",
    )
    program = Program([file], {})

    assert sorted(clause.predicate for clause in program.clauses) == ["p/1", "q/1", "r/1"]
    assert [path.name for path in program.loaded] == ["one.pl", "two.pl"]


def test_file_is_looked_for_in_the_folder_of_the_program_too(tmp_path: Path) -> None:
    files = {"main": ":- [sub/one].\n", "sub__one": ":- [two, three].\np(1).\n"}
    file = written(tmp_path, **files, two="q(root).\n", sub__three="r(1).\n", three="r(2).\n")

    assert [str(proof.answer) for proof in prove(file, "q(X), r(Y)").take(5).answers] == [
        "X = root, Y = 1"
    ]


def test_nothing_outside_the_folder_is_loaded(tmp_path: Path) -> None:
    folder = tmp_path / "inside"
    written(tmp_path, secret="secret(s).\n")
    file = written(
        folder,
        main=":- ['../secret', '/etc/passwd', '~/x', sub/'../../secret', link, far/secret].\n"
        f":- include('{tmp_path}/secret.pl'), consult(pipe), consult('/dev/zero'), [zero].\n"
        ":- [user], [X], consult(foo(bar)), [sub], include(nowhere), ensure_loaded(3).\np.\n",
    )
    (folder / "sub").mkdir()
    (folder / "link.pl").symlink_to(tmp_path / "secret.pl")
    (folder / "far").symlink_to(tmp_path)
    (folder / "zero.pl").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.pl")
    program = Program([file], {})

    assert {clause.predicate for clause in program.clauses} == {"p/0", "$unread/0"}
    assert not program.loaded
    told = "\n".join(ignored(program))
    assert told.count(" is not loaded: ") == 15
    for words in (
        "'../secret' is not loaded: it lies outside the folder of the program",
        "link is not loaded: a link may leave the folder",
        "far/secret is not loaded: a link may leave the folder",
        "pipe is not loaded: there is no such file",
        "'/etc/passwd' is not loaded: only a relative name",
    ):
        assert words in told


def test_operators_of_a_module_and_of_an_ordinary_file_are_known(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        main=':- use_module(ops).\n:- [plain].\na ===> b.\na =>> b.\nq("x").\n',
        ops=":- module(ops, [op(700, xfx, ===>), op(700, xfx, ~~>)]).\n:- op(700, xfx, <<<).\n",
        plain=':- op(700, xfx, =>>).\n:- set_prolog_flag(double_quotes, codes).\nr("x").\n',
    )
    program = Program([file], {}, goals={"one": 'q("x"), r([_])'})

    assert [clause.predicate for clause in program.clauses] == ["r/1", "===>/2", "=>>/2", "q/1"]
    assert not program.loading.left_out


def test_predicate_of_two_plain_files_is_left_out_unless_it_is_multifile(tmp_path: Path) -> None:
    texts = {
        "main": ":- [one], [two].\np(X) :- same(X).\n",
        "one": "same(a).\nown(a).\n",
        "two": "same(b).\n",
    }
    file = written(tmp_path, **texts)
    found = prove(file, "p(X)").take(5)

    assert (found.answers, found.complete) == ((), False)
    assert "same/1 cannot be called: its clauses in several files or modules" in found.ending
    assert prove(file, "own(X)").take(5).complete
    texts["main"] = f":- multifile same/1.\n{texts['main']}"
    found = prove(written(tmp_path, **texts), "p(X)").take(5)
    assert [str(proof.answer) for proof in found.answers] == ["X = a", "X = b"]


@pytest.mark.parametrize(
    ("main", "one", "goal"),
    [
        ("p(1).\nt(M, X) :- G = M:p(X), call(G).\n", "", "t(_, X)"),
        (
            ":- use_module(one).\nq(X) :- last([1], X).\n",
            ":- module(one, [p/1]).\nlast(own, own).\np(X) :- clause(last(_, _), X).\n",
            "q(X)",
        ),
        (
            ":- multifile p/1.\n:- use_module(one).\n",
            ":- module(one, [q/1]).\np(one).\nq(X) :- clause(p(_), X).\n",
            "p(X)",
        ),
    ],
    ids=["no module", "a module may replace the library's", "multifile in two modules"],
)
def test_goal_whose_predicate_is_not_surely_known_is_lost(
    main: str, one: str, goal: str, tmp_path: Path
) -> None:
    found = prove(written(tmp_path, main=main, one=one), goal).take(5)

    assert (found.answers, found.complete) == ((), False)


ONE = """:- module(one, [one/1, both/1, wrap_all/2, made/2, later/1]).
:- use_module(library(reif)).
one(X) :- same(X), \\+ bad(X).
same(a).
same(b) :- !.
same(c).
bad(b).
both(one).
wrap(X, one(X)).
wrap_all(L, M) :- maplist(wrap, L, M).
made(G, L) :- findall(X, call(G, X), L).
later(X) :- freeze(Y, same(Y)), Y = X.
twice(L, M) :- C = wrap, maplist(C, L, L1), maplist([X, Y]>>wrap(X, Y), L1, M).
if_same(X) :- G = same(X), if_(X = a, G, ( H = bad(X), H )).
inner(X) :- G = ( same(X), \\+ bad(X) ), ( G ; once(G) ).
none(X) :- gone(X).
ends(X) :- last([1, 2], X).
last(_, own).
secret(one).
others(X-Y) :- user:same(X), lists:last([1, 2], Y).
:- dynamic gone/1.
r(a, c).
say :- write(said).
g --> [a].
"""
TWO = """:- module(two, [two/1, both/1]).
two(X) :- same(X).
two(X) :- one:same(X).
same(d).
secret(two).
bad(_).
both(two).
wrap(X, two(X)).
"""


@pytest.mark.parametrize(
    ("goal", "answers"),
    [
        ("one(X)", "a"),
        ("two(X)", "d a b"),
        ("same(X)", "main"),
        ("one:same(X)", "a b"),
        ("findall(Y, two:same(Y), X)", "[d]"),
        ("G = two:same(X), call(G)", "d"),
        ("call(one:(same(X), bad(X)))", "b"),
        ("both(X)", "one"),
        ("two:both(X)", "two"),
        ("wrap_all([1], X)", "[one(1)]"),
        ("two:maplist(wrap, [1], X)", "[two(1)]"),
        ("C = two:wrap, maplist(C, [1], X)", "[two(1)]"),
        ("member(G, [two:secret, one:wrap(1)]), call(G, X)", "two one(1)"),
        ("setof(Y, Z^(one:r(Y, Z)), X)", "[a]"),
        ("aggregate_all(count, user:same(_), X)", "1"),
        ("catch(one:same(X), _, true)", "a b"),
        ("call(one:r(a), X)", "c"),
        ("one:call(same, X)", "a b"),
        ("with_output_to(string(X), one:say)", '"said"'),
        ("phrase(one:g, [a], X)", "[]"),
        ("M = one, M:same(X)", "a b"),
        ("M = one, findall(Y, M:same(Y), X)", "[a, b]"),
        ("catch(_:q(_), error(X, _), true)", "instantiation_error"),
        ("catch(( G = _:q(_), call(G) ), error(X, _), true)", "instantiation_error"),
        ("one:twice([1], X)", "[one(one(1))]"),
        ("one:inner(X)", "a"),
        ("one:if_same(X)", "a b"),
        ("made(same, X)", "[a, b]"),
        ("made(user:same, X)", "[main]"),
        ("later(X), X = a", "a"),
        ("one:none(X)", ""),
        ("last([1, 2], X)", "2"),
        ("one:ends(X)", "own"),
        ("one:others(X)", "main-2"),
        ("secret(X)", "two"),
        ("one:last([1], X)", "own"),
        ("C = last, call(C, [1], X)", "1"),
        ("gone(X)", "main"),
        ("catch((G = one:no, G), error(X, _), true)", "existence_error(procedure, one:no/0)"),
    ],
)
def test_modules_may_have_predicates_of_the_same_name(
    goal: str, answers: str, tmp_path: Path
) -> None:
    main = ":- use_module(one).\n:- use_module(two, [two/1, secret/1]).\nsame(main).\ngone(main).\n"
    file = written(tmp_path, main=f"{main}t(X) :- {goal}.\n", one=ONE, two=TWO)
    (tmp_path / "reif.pl").write_text("\n".join((*REIF, "")))  # for SWI-Prolog
    found = prove(file, "t(X)").take(9)

    assert " ".join(proof.bindings["X"] for proof in found.answers) == answers
    assert not found.loading.left_out
    assert check_whole(file, "t(X)", SEARCHES) == "complete there, complete here"


HIDING = ":- module(hiding, [open/1]).\nopen(X) :- hidden(X).\nhidden(a).\n:- dynamic none/1.\n"


@pytest.mark.parametrize(
    ("goal", "ends"),
    [
        ("hidden(X)", "error there, not complete here"),
        ("none(X)", "error there, not complete here"),
        ("maplist(hidden, [X])", "error there, not complete here"),
        ("G = hidden(X), call(G)", "error there, not complete here"),
        ("other(X)", "error there, not complete here"),
        ("other:open(X)", "complete there, complete here"),
        ("open(X)", "complete there, complete here"),
        ("hiding:hidden(X)", "complete there, complete here"),
    ],
)
def test_predicate_that_its_module_does_not_export_is_unknown_elsewhere(
    goal: str, ends: str, tmp_path: Path
) -> None:
    main = ":- use_module(hiding).\n:- use_module(other).\n"
    other = ":- module(other, [other/1]).\nother(X) :- hidden(X).\n"
    file = written(tmp_path, main=f"{main}t(X) :- {goal}.\n", hiding=HIDING, other=other)

    assert check_whole(file, "t(X)", SEARCHES) == ends


def test_query_names_the_module_of_a_predicate_that_is_not_exported(tmp_path: Path) -> None:
    file = written(tmp_path, main=":- use_module(hiding).\n", hiding=HIDING)

    assert [str(one.answer) for one in prove(file, "hiding:hidden(X)").take(5).answers] == ["X = a"]
    with pytest.raises(ProgramError, match="name its module, as in hiding:hidden/1"):
        prove(file, "hidden(X)")
    own = prove(tmp_path / "hiding.pl", "hidden(X)")  # a module's own, if it is the program
    assert [str(proof.answer) for proof in own.take(5).answers] == ["X = a"]


@pytest.mark.parametrize("directive", ["use_module(m)", "use_module(m, [p/1])", "reexport(m)"])
def test_file_that_is_no_module_is_not_used_as_one(directive: str, tmp_path: Path) -> None:
    texts = {"m": "p(a).\n", "main": f":- {directive}.\nq(X) :- p(X).\n"}
    texts["both"] = f":- ensure_loaded(m).\n{texts['main']}"
    folder = write_files(tmp_path, **texts)

    main = Program([folder / "main.pl"], {})
    assert ignored(main) == [
        "m is not loaded: it does not begin with :- module, so it is no module"
    ]
    assert not prove(folder / "main.pl", "q(X)").take(1).complete
    with pytest.raises(ProgramError, match=r"predicate p/1(.|\n)*note: .*main.pl:1:1: m is not"):
        prove(folder / "main.pl", "p(X)")
    found = prove(folder / "both.pl", "q(X)").take(5)
    assert [str(proof.answer) for proof in found.answers] == ["X = a"] and found.complete


@pytest.mark.parametrize(
    "clause",
    ["p(X) :- M:q(X), M = user.", "p(X), M:q(X) => true.", "p(X) :- ( M = m, q(X) ; N:q(X) )."],
)
def test_goal_whose_module_is_never_bound_costs_its_clause(clause: str, tmp_path: Path) -> None:
    file = written(tmp_path, main=f"{clause}\nq(1).\nr(M) :- M:q(1).\ns(f, M:q).\n")

    assert Program([file], {}).loading.left_out
    assert not prove(file, "catch(p(X), _, true)").take(5).answers
    assert prove(file, "r(user)").take(5).complete and prove(file, "s(f, X)").take(5).complete


def test_clauses_of_a_predicate_that_a_list_imports_are_left_out(tmp_path: Path) -> None:
    main = ":- use_module(one, [p/1]).\np(main).\nq(1).\n"
    file = written(tmp_path, main=main, one=":- module(one, [p/1]).\np(one).\n")

    assert not prove(file, "p(X)").take(5).complete
    assert prove(file, "q(X)").take(5).complete


def test_dynamic_predicate_may_have_its_clauses_in_a_loaded_file(tmp_path: Path) -> None:
    file = written(tmp_path, main=":- dynamic fact/1.\n:- [facts].\n", facts="fact(a).\n")

    assert len(prove(file, "fact(X)").take(5).answers) == 1


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    many = {f"f{i}": "p.\n" for i in range(501)}
    file = written(tmp_path, main="".join(f":- include({name}).\n" for name in many), **many)
    with pytest.raises(ProgramError, match="the program loads more than 500 files"):
        Program([file], {})
    chain = {f"f{i}": f":- include(f{i + 1}).\np{i}.\n" for i in range(110)}
    with pytest.raises(ProgramError, match="through more than 100 levels"):
        Program([written(tmp_path, **chain)], {})


def test_files_are_loaded_through_many_levels(tmp_path: Path) -> None:
    """What is behind the reading of files is done once: it took most of the time of each level."""
    modules = {
        f"m{i}": f":- module(m{i}, [p{i}/1]).\n:- use_module(m{i + 1}).\np{i}(X) :- p{i + 1}(X).\n"
        for i in range(40)
    }
    file = written(tmp_path, **modules, m40=":- module(m40, [p40/1]).\np40(a).\n")

    assert [found.bindings for found in prove(file, "p0(X)").take(1).answers] == [{"X": "a"}]


def test_bomb_of_includes_is_no_larger_than_its_pairs_of_files(tmp_path: Path) -> None:
    texts = {
        f"f{i}{side}": f":- include(f{i + 1}a), include(f{i + 1}b).\np.\n"
        for i in range(12)
        for side in "ab"
    }
    program = Program([written(tmp_path, **texts)], {})

    assert len(program.clauses) < 60


def test_terms_are_printed_with_the_operators_of_the_program(tmp_path: Path) -> None:
    text = ":- op(700, xfy, and).\n:- op(150, fx, [man, tall]).\nrule(man x and tall(x)).\n"
    file = written(tmp_path, main=text)
    found = prove(file, "rule(man X and Y)").take(1)
    save(tmp_path / "saved.jsonl", file, found.goal, found.answers)

    assert str(found.answers[0].answer) == "X = x, Y = tall x"
    assert str(found.answers[0]).startswith("  rule(man x and tall x)")
    assert Program([file], {}, goals={"one": "rule(man a and Y)"}).queries[0].text == (
        "rule(man a and Y)"
    )
    assert verify_file(tmp_path / "saved.jsonl", file)


@pytest.mark.parametrize("directive", ["[parents]", "include(parents)", "use_module(parents, [])"])
def test_loaded_files_are_part_of_the_checksums_of_a_program(
    directive: str, tmp_path: Path
) -> None:
    file = written(tmp_path, main=f"p(a).\n:- {directive}.\n", parents="parent(a, b).\n")
    written(tmp_path, other="q(a).\n")
    before = load_pack(file)
    then, known = before.program_checksum, fingerprint(before)
    save(tmp_path / "kept.jsonl", file, "p(X)", prove(file, "p(X)").take(1).answers)
    written(tmp_path, other="q(b).\n")

    assert (before.program_checksum, fingerprint(before)) == (then, known)
    written(tmp_path, parents="parent(a, c).\n")
    assert before.program_checksum != then
    assert fingerprint(before) != known
    with pytest.raises(ProofError, match=r"parents\.pl"):
        verify_file(tmp_path / "kept.jsonl", file)


def test_program_without_a_file_that_it_includes_is_never_complete(tmp_path: Path) -> None:
    file = written(tmp_path, main="p(1).\n:- include(gone).\nq(2).\n")
    found = prove(file, "q(X)").take(5)

    assert [str(proof.answer) for proof in found.answers] == ["X = 2"]
    assert not found.complete


@pytest.mark.parametrize(
    ("goal", "library"),
    [
        ("transpose([[1, 2], [3, 4]], X)", "clpfd"),
        ("X = [1, 2], all_different(X)", "clpfd"),
        ("phrase(digits(X), [0'1])", "dcg/basics"),
        ("sequence(one, X, [a, a], [])", "dcg/high_order"),
    ],
)
def test_what_prolog_does_not_load_by_itself_is_imported(
    goal: str, library: str, tmp_path: Path
) -> None:
    text = (
        f"p(X) :- {goal}.\nmade(E) :- G = ({goal}), catch(G, error(E, _), true).\none(a) --> [a].\n"
    )
    file = written(tmp_path, main=text, imports=f":- use_module(library({library})).\n{text}")

    assert not prove(file, "p(X)").take(1).complete
    (told,) = prove(file, "made(E)").take(5).answers
    assert "existence_error(procedure" in str(told.answer)
    with pytest.raises(ProgramError, match=rf"use_module\(library\({library}\)\)"):
        prove(file, goal)
    found = prove(tmp_path / "imports.pl", "p(X)").take(5)
    assert found.answers and found.complete
    assert prove(tmp_path / "imports.pl", "made(E)").take(1).answers


def test_made_goal_of_a_library_that_is_not_here_is_lost(tmp_path: Path) -> None:
    text = "q(X) :- G = gen_state(_), catch(G, _, X = none).\n"
    files = written(tmp_path, main=f":- use_module(library(simplex)).\n{text}", plain=text)

    lost = prove(files, "q(X)").take(5)
    assert (lost.answers, lost.complete) == ((), False)
    assert [str(one.answer) for one in prove(tmp_path / "plain.pl", "q(X)").take(5).answers] == [
        "X = none"
    ]


FUNCTIONS = r"""
before(Y) :- catch(Y is dbl(1), _, Y = none).
:- arithmetic_function(dbl/1).
:- arithmetic_function(add/2).
:- arithmetic_function(k/0).
dbl(X, Y) :- Y is 2 * X.
add(X, Y, Z) :- Z is X + Y.
k(5).
inner(Z) :- Z is dbl(dbl(2) + 1) * add(dbl(1), 3 + 4).
both(X) :- ( dbl(X) > add(2, 3) -> true ; X < dbl(0) ).
all(Z) :- setof(X, Y^(member(Y, [3, 1]), X is dbl(Y)), Z), \+ dbl(2) =:= 5.
wrong(Z) :- catch(Z is dbl(1 / 0), error(E, _), Z = E).
same(X) :- X is dbl(X).
byte(Z) :- call(Z is k + "a").
unknown(Z) :- Z is nothing(3).
unknown(none).
"""


@pytest.mark.parametrize(
    ("goal", "answers"),
    [
        ("inner(Z)", ["Z = 90"]),
        ("both(4)", ["true"]),
        ("both(-3)", ["true"]),
        ("both(1)", []),
        ("all(Z)", ["Z = [2, 6]"]),
        ("wrong(Z)", ["Z = evaluation_error(zero_divisor)"]),
        ("same(0)", ["true"]),
        ("same(4)", []),
        ("byte(Z)", ["Z = 102"]),
    ],
)
def test_predicate_is_a_function_of_arithmetic(
    goal: str, answers: list[str], tmp_path: Path
) -> None:
    file = written(tmp_path, main=FUNCTIONS)
    found = prove(file, goal).take(5)
    assert [str(one.answer) for one in found.answers] == answers and found.complete
    assert check_whole(file, goal, SEARCHES) == "complete there, complete here"


def test_strict_load_refuses_what_is_left_out_for_a_declaration(tmp_path: Path) -> None:
    text = ":- arithmetic_function(dbl/1).\ndbl(X, Y) :- Y is 2 * X.\n"
    file = written(
        tmp_path,
        data=f"{text}p(X) :- X = dbl(2).\n",
        modes=":- meta_predicate p(:).\np(_:a).\n",
    )
    for name, why in {"data": "arithmetic_function", "modes": "looks at an argument"}.items():
        with pytest.raises(ProgramError, match=why):
            Program([file.with_stem(name)], {}, config=EnvConfig(strict=True))


@pytest.mark.parametrize("module", ["", ":- module(part, [q/1])."])
def test_clause_with_an_expression_that_has_no_value_is_left_out_in_every_file(
    module: str, tmp_path: Path
) -> None:
    text = ":- [part].\n:- arithmetic_function(dbl/1).\ndbl(X, Y) :- Y is 2 * X.\n"
    text += "p(X) :- catch(X is max(a, 1), _, X = none).\np(X) :- q(Y), X is Y + dbl(2).\n"
    file = written(tmp_path, main=text, part=f"{module}\nq(1).\n")
    found = prove(file, "p(X)").take(5)
    assert [str(one.answer) for one in found.answers] == ([] if module else ["X = 5"])
    assert not found.complete


def test_clause_whose_function_is_not_surely_known_is_left_out(tmp_path: Path) -> None:
    file = written(tmp_path, main=FUNCTIONS)
    for goal, answers in {"before(Y)": [], "unknown(Z)": ["Z = none"]}.items():
        found = prove(file, goal).take(5)
        assert [str(one.answer) for one in found.answers] == answers and not found.complete
    with pytest.raises(ProgramError, match="arithmetic_function"):
        prove(file, "X is dbl(3) + 1")


QUALIFIED = """
:- meta_predicate module(:, -), is_true(0, -), mapped(2, ?, ?), twice(0), shown(0).
:- meta_predicate kept(1, ?, -), either(0, 0, -), said(//, ?), later(?, -).
:- meta_predicate later(0, -).
later(true, yes).
later(_, no).
module(M:X, M-X).
is_true(true, yes) :- !.
is_true(_, no).
mapped(_, [], []).
mapped(P, [X|Xs], [Y|Ys]) :- call(P, X, Y), mapped(P, Xs, Ys).
twice(G) :- G, call(G).
shown(G) :- write(G), call(G).
kept(P, L, R) :- include([X]>>call(P, X), L, R).
either(A, B, X) :- ( A -> X = a ; findall(1, B, X) ).
said(G, L) :- phrase(G, L).
next(X, Y) :- Y is X + 1.
above(X) :- X > 0.
as --> [a], as.
as --> [].
"""


@pytest.mark.parametrize(
    ("goal", "here"),
    [
        ("module(foo, X)", "not complete"),
        ("is_true(true, X)", "not complete"),
        ("later(true, X)", "not complete"),
        ("shown(true)", "not complete"),
        ("mapped(next, [1, 2], X)", "complete"),
        ("twice(true)", "complete"),
        ("kept(above, [1, -1], X)", "complete"),
        ("either(fail, true, X)", "complete"),
        ("said(as, [a, a])", "complete"),
    ],
)
def test_clause_that_looks_at_a_qualified_argument_is_left_out(
    goal: str, here: str, tmp_path: Path
) -> None:
    file = written(tmp_path, main=QUALIFIED)
    assert check_whole(file, goal, SEARCHES) == f"complete there, {here} here"


def test_predicate_that_qualifies_its_arguments_is_called_from_a_module(tmp_path: Path) -> None:
    every = (
        ":- module(c, [every/2]).\n:- meta_predicate every(1, ?).\nevery(P, L) :- maplist(P, L).\n"
    )
    pairs = ":- module(b, [pairs/1]).\n:- use_module(c).\npairs(L) :- every(pair, L).\npair(_-_).\n"
    file = written(tmp_path, main=":- use_module(b).\np(L) :- pairs(L).\n", b=pairs, c=every)
    for goal in ("p([a-1, b-2])", "p([a-1, b])"):
        assert check_whole(file, goal, SEARCHES) == "complete there, complete here"


LENDING = {
    "base": ":- module(base, [p/1, q/1, r/2]).\np(b).\np(X) :- q(X).\nq(bb).\nr(X, X).\n",
    "also": ":- module(also, [p/1, s/1]).\np(also).\ns(X) :- p(X).\n",
    "all": ":- module(all, [own/1]).\n:- reexport(base).\nown(X) :- p(X).\n",
    "some": ":- module(some, [own/1]).\n:- reexport(base, [q/1, p/1 as old]).\nown(X) :- old(X).\n",
    "but": ":- module(but, []).\n:- reexport(base, except([p/1, r/2 as same])).\n",
    "chain": ":- module(chain, []).\n:- reexport([all, also], except([own/1])).\n",
    "again": ":- module(again, []).\n:- reexport(all).\n:- reexport(also, [s/1]).\n",
    "plain": ":- reexport(some).\np(plain).\n",
    "both": ":- module(both, []).\n:- reexport(base, [p/1]).\np(both).\n",
}
"""Modules that lend what others define; a file that is none; and one that defines what it lends."""


IMPORTS = {
    ":- use_module(all). t(X) :- own(X). t(X) :- q(X). t(X) :- all:q(X).": "complete",
    ":- use_module(all, [p/1]). t(X) :- p(X). q(m). t(X) :- q(X). t(X) :- s(X).": "error",
    ":- use_module(all, [p/1 as a, own/1 as o]). p(m). t(X) :- a(X) ; o(X) ; p(X).": "complete",
    ":- use_module(all, except([p/1])). p(m). t(X) :- p(X) ; own(X) ; r(X, 1).": "complete",
    ":- use_module(all, except([p/1 as a])). p(m). t(X) :- p(X) ; own(X) ; a(X).": "complete",
    ":- use_module(some). p(m). t(X) :- p(X) ; own(X) ; old(X) ; q(X).": "complete",
    ":- use_module(some). t(X) :- q(X) ; r(X, 1).": "error",
    ":- use_module(but). t(X) :- q(X) ; same(X, 1).": "complete",
    ":- use_module(but). t(X) :- q(X) ; p(X).": "error",
    ":- use_module(again). p(m). t(X) :- own(X) ; s(X) ; q(X) ; p(X).": "complete",
    ":- use_module(again). t(X) :- own(X) ; s(X) ; p(X).": "complete",
    ":- use_module(chain). t(X) :- p(X) ; q(X) ; s(X).": "error",
    ":- use_module(base). :- use_module(also, [p/1 as p2]). t(X) :- p(X) ; p2(X).": "complete",
    ":- use_module(base, [p/1 as (is)]). t(X) :- p(X).": "error",
    ":- use_module(base, except([nope/1])). t(X) :- p(X) ; q(X).": "error",
    ":- use_module(base, except([nope/1 as no])). t(X) :- q(X).": "error",
    ":- [plain]. t(X) :- p(X) ; own(X) ; old(X) ; q(X).": "complete",
    ":- use_module(library(lists), [append/3 as app, last/2 as l]). app(1). "
    "t(X) :- app([x], Y, [x, y]), Y = [X] ; l([1, 2], X) ; app(X).": "complete",
    ":- use_module(library(lists), [append/3 as app]). append(1, 2, m). "
    "t(X) :- append(1, 2, X) ; app([X], [], [1]).": "lost",
    ":- use_module(library(apply), [maplist/3 as map]). t(X) :- map(succ, [1], X).": "lost",
    ":- use_module(library(apply)). f(_). t(X) :- apply:maplist(f, [1]), X = 1.": "error",
    ":- use_module(library(apply)). t(X) :- apply:maplist(succ, [1], X).": "complete",
}
"""Programs that import, and how they end: what is lost here is counted."""
ENDS = {"complete": "complete there, complete", "lost": "complete there, not complete"}


@pytest.mark.parametrize("main", IMPORTS)
def test_what_a_module_exports_of_others_and_imports_under_new_names(
    main: str, tmp_path: Path
) -> None:
    file = written(tmp_path, main=main.replace(". ", ".\n"), **LENDING)
    ends = ENDS.get(IMPORTS[main], "error there, not complete")
    assert check_whole(file, "t(X)", SEARCHES) == f"{ends} here"


def test_what_a_module_defines_and_exports_of_another_is_left_out(tmp_path: Path) -> None:
    file = written(tmp_path, main=":- use_module(both).\nt(X) :- p(X).\n", **LENDING)
    assert not prove(file, "t(X)").take(5).complete


def test_nothing_behind_the_term_end_of_file_is_read(tmp_path: Path) -> None:
    text = "p(1).\np(2).\nq(X) :- p(X), X > 1.\nend_of_file.\np(3).\nq(9. ).\nq(9).\n"
    file = written(tmp_path, main=text, plain="p(1).\nend_of_file.\n \n")
    assert check_whole(file, "q(X)", SEARCHES) == "complete there, complete here"
    notes = [Program([name], {}).notes for name in (file, tmp_path / "plain.pl")]
    assert [[note.line for note in some] for some in notes] == [[4], []]


def test_search_beside_a_variable_as_a_clause_is_not_complete(tmp_path: Path) -> None:
    file = written(tmp_path, main="p(1).\nX.\np(2).\n")
    assert not prove(file, "p(1)").take(5).complete


@pytest.mark.parametrize("search", SEARCHES)
def test_search_goes_back_behind_output_of_writef(search: str, tmp_path: Path) -> None:
    file = written(tmp_path, main="p :- writef('%w\\n', [a]), fail.\np.\n")

    assert prove(file, "p", search=search).take(1).answers
