"""Lemmas: refused unless the program proves them, used by every search, gone from every proof."""

import random
import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import ConfigError, PackError, ProgramError
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.evaluation.printing import printed
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.proofs import learned
from symbolic_rl.proofs.goals import GoalBatch
from symbolic_rl.proofs.prove import prove
from symbolic_rl.proofs.saved import save, verify_file
from symbolic_rl.search import SEARCHES, AnswerIterator, Limits, Space, find, find_all
from symbolic_rl.search.lemmas import mined, written
from symbolic_rl.search.opened import NO_LEMMAS, open_goals
from symbolic_rl.search.pairs import advanced
from symbolic_rl.search.tree import BottomUpSearch
from tests.problems import program_file, write_files
from tests.processes import Run
from tests.test_bottom_up import atoms, pure_programs

ARITHMETIC = """\
plus(0, X, X).
plus(s(X), Y, s(Z)) :- plus(X, Y, Z).
times(0, _, 0).
times(s(X), Y, Z) :- times(X, Y, W), plus(Y, W, Z).
even(0).
even(s(s(X))) :- even(X).
"""
LEMMAS = """\
plus(s(0), X, s(X)).
times(s(s(0)), 0, 0).
even(s(s(s(s(0))))).
times(s(0), s(0), s(0)).
plus(s(s(X)), Y, s(s(Y))).
"""
TRUE = LEMMAS.replace("plus(s(s(X)), Y, s(s(Y))).\n", "")


program = program_file(ARITHMETIC)


def lemmas(program: Path, text: str) -> Path:
    file = program.with_name("lemmas.pl")
    file.write_text(text)
    return file


@pytest.mark.parametrize("search", [*SEARCHES, "portfolio"])
def test_every_search_uses_lemmas_and_its_proofs_hold_without_them(
    search: str, program: Path
) -> None:
    goal = "even(s(s(s(s(s(s(0)))))))"
    found = prove(program, goal, search=search, lemmas=lemmas(program, TRUE)).take(1)
    (proof,) = found.answers
    if search not in ("depth-first", "prolog"):  # which take the program's own clauses first
        assert proof.lemmas == {3: 1}
    assert [line.place for line in proof.tree] == ["p.pl:6", "p.pl:6", "p.pl:6", "p.pl:5"]
    save(program.with_name("saved"), program, goal, [proof])
    assert verify_file(program.with_name("saved"), program)[0].lines == proof.lines


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(text=pure_programs, goal=atoms, drawn=st.lists(atoms, min_size=1, max_size=4))
def test_lemmas_change_no_answer(
    text: str, goal: str, drawn: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    program = tmp_path_factory.mktemp("program") / "p.pl"
    program.write_text(text)
    kept = [one for one in drawn if is_accepted(program, f"{one}.")]
    assert all(follows(program, one) for one in kept)
    few = Limits(max_inferences=1_000)
    plain = find("breadth-first", open_goals(program).space(goal), answers=100, limits=few)
    file = lemmas(program, "".join(f"{one}.\n" for one in kept)) if kept else None
    found = prove(program, goal, search="breadth-first", max_inferences=1_000, lemmas=file)
    answers = found.take(100)
    if plain.ended == "exhausted" == answers.ended:
        assert len({proof.answer for proof in answers.answers}) == len(plain.answers)
    for proof in answers.answers:
        assert not any(line.place.startswith("lemmas") for line in proof.lines)


def is_accepted(program: Path, text: str) -> bool:
    """Tell whether a file of lemmas is accepted; if not, an error has said where and how to fix."""
    try:
        open_goals(program, lemmas=lemmas(program, text)).space("true")
    except ProgramError as error:
        assert "lemmas.pl" in str(error)
        return False
    return True


def follows(program: Path, lemma: str) -> bool:
    """Tell whether another search proves a lemma for constants that the program does not have."""
    goal = re.sub(r"\b[A-Z_]\w*", lambda name: f"'constant {name[0]}'", lemma)
    return bool(prove(program, goal, search="swipl", max_inferences=2_000_000).take(1).answers)


def mutated(text: str, draw: random.Random) -> str:
    """Return lemmas with a term of one in the place of another, or with a digit changed."""
    tokens = re.findall(r"% .*\n|\w+|.|\n", text)
    terms = [i for i, token in enumerate(tokens) if re.fullmatch(r"0|[A-Z]", token)]
    kind = draw.randrange(3)
    if kind == 0:
        i = draw.choice(terms)
        tokens[i] = draw.choice(["0", "s(0)", "s(s(0))", "X", "s(X)"])
    elif kind == 1:
        i, j = draw.sample(terms, 2)
        tokens[i], tokens[j] = tokens[j], tokens[i]
    else:
        comments = [i for i, token in enumerate(tokens) if token.startswith("%")]
        i = draw.choice(comments)
        tokens[i] = re.sub(r"\d+\n", f"{draw.randrange(10)}\n", tokens[i])
    return "".join(tokens)


NAMED = """\
% lemma 1: by clauses 2 1
plus(s(0), X, s(X)).
% lemma 2: by clauses 4 4 3 1 1
times(s(s(0)), 0, 0).
% lemma 3: by clauses 6 6 5
even(s(s(s(s(0))))).
% lemma 4: by clauses 4 3 2 1
times(s(0), s(0), s(0)).
"""


@pytest.mark.parametrize("n", [60, pytest.param(1_000, marks=pytest.mark.slow)])
def test_mutated_lemmas_are_refused_or_true(n: int, program: Path) -> None:
    draw, accepted, known = random.Random(n), 0, dict[str, bool]()
    assert is_accepted(program, NAMED)
    for _ in range(n):
        text = mutated(NAMED, draw)
        each = [line[:-1] for line in text.splitlines() if not line.startswith("%")]
        for one in each:
            if one not in known:
                known[one] = follows(program, one)
        is_true = all(known[one] for one in each)
        assert is_accepted(program, text) == is_true, text
        accepted += is_true
    assert n // 10 < accepted < n


def test_a_false_lemma_is_named_with_its_place_and_a_cure(program: Path) -> None:
    with pytest.raises(ProgramError) as raised:
        open_goals(program, lemmas=lemmas(program, LEMMAS)).space("even(0)")
    assert "lemmas.pl:5: error: lemma 5: the program does not prove it" in str(raised.value)
    assert "to fix: remove it" in str(raised.value)


def test_a_proof_that_a_comment_names_may_be_too_long_to_find(program: Path) -> None:
    program.write_text("t(0).\n" + "".join(f"t({k + 1}) :- t({k}), t({k}).\n" for k in range(16)))
    ids = ["1"]
    for k in range(14):
        ids = [str(k + 2), *ids, *ids]
    assert not is_accepted(program, "t(14).")  # it has 32,767 steps
    assert is_accepted(program, f"% by clauses {' '.join(ids)}\nt(14).")


@pytest.mark.parametrize(
    ("more", "text", "told"),
    [
        ("", "even(X) :- even(X).", "this is no fact"),
        ("", "", "the file has no lemma"),
        ("", "even(0", "syntax error"),
        ("", "even(s(0)).", "the program does not prove it"),
        ("", "odd(0).", "the program does not define odd/1"),
        (
            "two(L) :- select(a, L, M), select(b, M, _).",
            "select(A, [B, A|C], [B|C]).",
            "the program does not define select/3",
        ),
        ("all(L) :- findall(X, even(X), L).", "even(0).", "collects proofs"),
        ("odd(X) :- \\+ even(X). e(X) :- nonvar(X).", "e(0).", "its proof calls builtins"),
    ],
)
def test_what_is_no_lemma_is_refused(more: str, text: str, told: str, program: Path) -> None:
    program.write_text(ARITHMETIC + more)
    with pytest.raises(ProgramError, match=re.escape(told)):
        open_goals(program, lemmas=lemmas(program, text)).space("even(0)")


def test_there_are_no_lemmas_of_an_mdp_or_of_a_missing_file(program: Path) -> None:
    with pytest.raises(PackError, match="there is no file"):
        open_goals(program, lemmas=program.with_name("none.pl"))
    with pytest.raises(ConfigError, match="an MDP has no lemmas"):
        open_goals("catcher", lemmas=lemmas(program, TRUE))


def test_a_lemma_may_be_used_within_a_negation_where_no_builtin_proves_it(program: Path) -> None:
    program.write_text(ARITHMETIC + "odd(X) :- \\+ even(X).\n")
    file = lemmas(program, "even(s(s(s(s(0))))).")
    for n, expected in ((4, 0), (5, 1), (6, 0)):
        goal = f"odd({'s(' * n}0{')' * n})"
        assert len(prove(program, goal, lemmas=file).take(2).answers) == expected


def test_an_answer_that_needs_a_lemma_is_lost_and_counted(program: Path) -> None:
    program.write_text("p(X) :- nonvar(X), q(X).\nq(a).\nr(X) :- p(X).\n")
    file = lemmas(program, "p(a).")
    assert prove(program, "r(a)", search="breadth-first", lemmas=file).take(2).complete
    found = prove(program, "r(X)", search="breadth-first", lemmas=file).take(2)
    assert (found.answers, found.complete) == ((), False)
    assert "1 answer lost: they do not follow without the lemmas" in found.ending


def test_lemmas_are_told_by_prove_and_serve_a_file_of_goals(program: Path, command: Run) -> None:
    file = lemmas(program, TRUE)
    told = command("prove", str(program), "even(s(s(s(s(s(s(0)))))))", "--lemmas", str(file))
    assert "uses lemma 3 (1 time)" in told.stdout
    goals = program.with_name("goals.pl")
    goals.write_text("even(s(s(s(s(s(s(0))))))).\ntimes(s(s(s(0))), 0, X).\neven(s(0)).\n")
    batch = GoalBatch(program, goals, lemmas=file)
    results = list(batch.run())
    assert [result.end for result in results] == ["proved", "proved", "no proof"]
    for result in results[:2]:
        assert {line.place[:4] for line in batch.proof(result).tree} == {"p.pl"}


def test_training_writes_the_goals_that_save_most_and_no_query_of_another_split(
    tmp_path: Path,
) -> None:
    (tmp_path / "program.pl").write_text(ARITHMETIC)
    sums = [f"times({peano(n)}, {peano(k)}, X)" for n in range(4) for k in range(3)]
    (tmp_path / "train.pl").write_text("".join(f"query({one}).\n" for one in sums))
    (tmp_path / "test.pl").write_text("query(times(s(s(X)), 0, Y)).\n")
    (tmp_path / "env.toml").write_text('[env]\nview = "tree"\n')
    problem = load_problem(tmp_path)
    queries = [query.without_answer(problem.vocabulary) for query in problem.queries("train")]
    limits = Limits(max_inferences=10_000)
    found = find_all("unguided", (Space(problem.engine, one) for one in queries), limits=limits)
    proofs = [(query, one.answers[0].choices) for query, one in zip(queries, found, strict=True)]

    text = mined(problem.engine, problem.pack, problem.env_config, proofs, 4)

    facts = re.findall(r"^\w.*", text, re.M)
    assert "plus(s(0), A, s(A))." in facts and len(facts) <= 4
    assert not [one for one in facts if one.startswith("times(s(s(0)), 0,")]
    assert re.search(r"% lemma 1: proved \d+ times, saves \d+ of \d+ inferences; by clauses", text)
    assert is_accepted(tmp_path / "program.pl", text)


def peano(n: int) -> str:
    return f"{'s(' * n}0{')' * n}"


def test_guided_search_gives_half_of_its_inferences_to_a_search_without_lemmas(
    program: Path,
) -> None:
    goal = "times(X, s(s(0)), s(s(s(s(s(s(0)))))))"
    many = "".join(
        f"times({peano(n)}, {peano(k)}, {peano(n * k)}).\n" for n in range(2) for k in range(9)
    )
    plain = prove(program, goal, search="unguided", one=True).take(1)
    found = prove(program, goal, search="unguided", one=True, lemmas=lemmas(program, many)).take(1)
    assert len(plain.answers) == len(found.answers) == 1
    assert found.inferences <= 2 * plain.inferences + 1
    both = prove(program, goal, search="unguided", lemmas=lemmas(program, many), max_inferences=900)
    assert [proof.answer for proof in both.take(3).answers] == ["X = s(s(s(0)))"]


def test_what_bottom_up_search_has_derived_are_lemmas(program: Path) -> None:
    search = BottomUpSearch(open_goals(program).space("even(s(0))"))
    assert search.units(5) == []
    AnswerIterator(search, Limits(max_inferences=50_000)).take(1)
    units = search.units(5)
    assert 0 < len(units) <= 5
    assert is_accepted(program, written("p", units))


def test_learning_searches_from_the_goal_with_what_follows_from_the_facts(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.write_text("t(0).\n" + "".join(f"t({n + 1}) :- t({n}), t({n}).\n" for n in range(12)))
    config = TrainConfig(n_envs=32, dim=8, imitation_steps=4, imitation_frames=32)
    monkeypatch.setattr(  # too few steps to reach the goal
        learned, "advanced", lambda search, most: advanced(search, 7)
    )

    found = learned.prove_by_learning(program, "t(8)", tmp_path / "run", config=config)

    (proof,) = found.answers
    assert (found.rounds, proof.found_by, proof.inferences) == (1, "iterative-deepening", 2**9)
    assert proof.lemmas == {5: 8}
    assert {line.place[:5] for line in proof.tree} == {"p.pl:"}


def test_learning_goes_on_where_the_program_can_have_no_lemmas(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    doubled = "".join(f"t({n + 1}) :- t({n}), t({n}).\n" for n in range(8))
    program.write_text(f"t(0).\n{doubled}all(L) :- findall(X, t(X), L).\n")
    config = TrainConfig(n_envs=32, dim=8, imitation_steps=4, imitation_frames=32)
    monkeypatch.setattr(learned, "UPWARD", 4)
    found = learned.prove_by_learning(program, "t(8)", tmp_path / "run", config=config)
    assert found.answers[0].inferences == 2**9 and not found.answers[0].lemmas


def test_an_evaluation_counts_lemmas_for_search_with_and_without_a_policy(tmp_path: Path) -> None:
    texts = {"train": "query(even(0)).\n"}
    texts["test"] = f"query(even({peano(40)})).\nquery(even({peano(41)})).\n"
    write_files(tmp_path, {"env.toml": ""}, program=ARITHMETIC, **texts)
    file = lemmas(tmp_path / "program.pl", f"even({peano(36)}).\n")
    problem = load_problem(tmp_path)
    policy = make_policy("clause", PolicyShape.for_problem(problem), dim=8)
    methods, effort = ("guided", "unguided", "breadth-first"), Effort(budgets=(12, 80))

    table = evaluate(problem, policy, methods=methods, effort=effort, lemmas=file)

    proved = {(one.method, one.budget): sum(one.proved) for one in table.outcomes}
    for name in ("guided", "unguided"):
        assert proved[name, 12] == 0 and proved[f"{name} + lemmas", 12] == 1
        assert proved[name, 80] == proved[f"{name} + lemmas", 80] == 1
    assert "breadth-first + lemmas" not in {one.name for one in table.methods}
    assert "\n  unguided + lemmas " in printed(table)
    lemmas(tmp_path / "program.pl", "even(s(0)).\n")
    with pytest.raises(ProgramError, match="1 mistake in the file of lemmas"):
        evaluate(problem, policy, methods=methods, effort=effort, lemmas=file)


LADDER = """\
path(X, Y) :- edge(X, Y).
path(X, Y) :- edge(X, Z), path(Z, Y).
edge(n(X), n(s(X))) :- checked(X, X).
edge(n(X), m(X)).
checked(0, _).
checked(s(X), Y) :- heavy(Y, Y), checked(X, Y).
heavy(0, _).
heavy(s(X), Y) :- heavy(X, Y).
"""
"""Each edge checks again what others have checked, so that lemmas save half and more."""
LADDERS = [
    f"path(n({peano(i)}), n({peano(j)}))" for i in range(7) for j in range(i + 1, min(i + 5, 8))
]
LISTED = """\
all_known([]).
all_known([X|Xs]) :- known(X), all_known(Xs).
known(X) :- age(X, _).
age(a, 1).
age(b, 2).
age(c, 3).
age(d, 4).
"""
"""A lemma saves one of three inferences, and half of them go to a search without lemmas."""
LISTS = [f"all_known([{', '.join(one)}])" for n in (2, 3) for one in product("abcd", repeat=n)]


IN_LEVELS = 'description = "Trial."\n[curriculum]\nlevels = ["a.pl", "b.pl"]\n'


def halves(goals: list[str]) -> tuple[list[str], list[str]]:
    return goals[: len(goals) // 2], goals[len(goals) // 2 :]


@pytest.mark.parametrize(
    ("text", "goals", "helps"),
    [(LADDER, LADDERS, True), (LISTED, LISTS, False)],
    ids=["helps", "not"],
)
def test_a_run_uses_its_lemmas_where_a_trial_says_that_they_help(
    text: str, goals: list[str], helps: bool, tmp_path: Path, command: Run
) -> None:
    first, second = ("".join(f"query({goal}).\n" for goal in half) for half in halves(goals))
    files = {"program.pl": text, "a.pl": first, "b.pl": second, "env.toml": IN_LEVELS}
    pack, run = write_files(tmp_path / "pack", files), tmp_path / "run"
    flags = ("--total-frames", "2000", "--lemmas", "20", "--n-envs", "8")
    told = command("train", "--env", str(pack), "--run-dir", str(run), *flags).stdout
    assert ("prove uses them" if helps else "prove does not use them") in told
    summary = RunDirectory.open(run).summary()["lemmas"]
    assert summary["helps"] == helps and summary["searched"] > 5
    assert summary["proved"] == summary["proved_without"] == summary["searched"]
    assert (summary["inferences"] < 1) == helps

    goal = goals[-1]
    uses = bool(prove(run, goal, swipl=False).take(1).answers[0].lemmas)
    assert uses == helps
    assert not prove(run, goal, swipl=False, lemmas=NO_LEMMAS).take(1).answers[0].lemmas
    (run / "lemmas.pl").unlink()
    assert not prove(run, goal, swipl=False).take(1).answers[0].lemmas
