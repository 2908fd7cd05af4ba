"""Proposals of training goals: what is of one kind, how goals are changed, what is kept."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from symbolic_rl.base.config import SearchSettings, TrainConfig
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.derivations.proof_frames import subgoals
from symbolic_rl.learn.structure import SYMBOLS_ALONE
from symbolic_rl.program.pack import load_pack
from symbolic_rl.search import Derivation, Limits, SearchResult, Space, find
from symbolic_rl.training.goal_terms import GoalParser
from symbolic_rl.training.proposer import HARD, Proposal, Proposer
from symbolic_rl.training.train import train
from tests.problems import make_problem, write_files
from tests.saved import have_the_same_weights
from tests.test_train import learning
from tests.test_training_searches import numeral, opened, policy_of

SORTED = """
sorted(Xs, Ys) :- perm(Xs, Ys), up(Ys).
perm([], []).
perm(Xs, [X|Ys]) :- pick(X, Xs, Rest), perm(Rest, Ys).
pick(X, [X|Xs], Xs).
pick(X, [Y|Xs], [Y|Ys]) :- pick(X, Xs, Ys).
up([]).
up([_]).
up([X,Y|Ys]) :- le(X, Y), up([Y|Ys]).
le(o, _).
le(s(X), s(Y)) :- le(X, Y).
"""
"""Sorting by trying permutations: goals have lists of numerals, and each has one proof."""

LISTS = ([3, 1, 2], [2, 2, 0, 1], [1, 0])

FEW = TrainConfig(n_envs=32, dim=8, imitation_steps=4, imitation_frames=32, total_frames=1536)


def with_goals(folder: Path, program: str, goals: str, **splits: str) -> Problem:
    """A problem with goals as a user gives them, and splits of other queries."""
    write_files(folder, program=program, goals=goals, **splits)
    pack = load_pack(folder / "program.pl")
    queries = {name: folder / f"{name}.pl" for name in splits}
    return load_problem(replace(pack, queries=queries).with_goals(folder / "goals.pl"))


def sorting(folder: Path, lists: Any = LISTS, **splits: list[list[int]]) -> Problem:
    """The problem of sorting the lists, which are given as goals; splits have lists as well."""
    queries = {
        name: "".join(f"query(sorted([{', '.join(map(numeral, one))}], _)).\n" for one in of_split)
        for name, of_split in {"goals": lists, **splits}.items()
    }
    return with_goals(folder, SORTED, **queries)


def proposer(problem: Problem, **settings: Any) -> Proposer:
    return Proposer(problem, problem.queries("train"), replace(FEW, **settings))


def result(inferences: int, length: int) -> SearchResult:
    """The result of a search; ``length`` 0 stands for no proof."""
    answers = (Derivation(((0, 0),) * length, inferences, b""),) if length else ()
    return SearchResult(answers, "", False, inferences, {}, 0.0)


@pytest.mark.parametrize(
    ("goals", "kinds"),
    [
        (
            ("p(s(s(o)), pair(a, c))", "p(o, pair(b, d))"),
            (("s(s(o))", "s(o)", "o"), ("pair(a,c)",), ("a",), ("c",)),
        ),
        (
            ("p([[a], [b, c]], [[c, b, a]])", "p([[b]], z)"),
            (("[[a],[b,c]]", "[[b,c]]", "[[c,b,a]]"), ("[b,c]", "[c,b,a]", "[b,a]"), tuple("abc")),
        ),
    ],
    ids=["of a recursive functor, but not of a record", "lists and their tails, but not elements"],
)
def test_terms_that_may_stand_for_each_other_are_of_one_kind(
    goals: tuple[str, ...], kinds: tuple[tuple[str, ...], ...], tmp_path: Path
) -> None:
    queries = "".join(f"query({goal}).\n" for goal in goals)
    problem = make_problem(tmp_path, "p(o, o).\n", queries)
    vocabulary, asked = problem.program.vocabulary, problem.program.queries
    reader = GoalParser(vocabulary, asked)
    (goal,) = next(reader.goals(query) for query in asked if query.text == goals[0])
    parsed = reader.read(goal)
    texts = [vocabulary.text(goal[term.start : term.end])[0] for term in parsed.terms]
    place = dict(zip(texts, parsed.places, strict=True))

    assert all(place[term] == place[kind[0]] for kind in kinds for term in kind)
    assert len({place[kind[0]] for kind in kinds}) == len(kinds)


def test_proposals_are_new_goals_of_the_predicate_each_once(tmp_path: Path) -> None:
    problem = sorting(tmp_path)
    made = proposer(problem)
    found = made.propose(60, np.random.default_rng(0))

    texts = [one.query.text for one in found]
    assert len(texts) == len(set(texts)) > 30
    assert all(text.startswith("sorted([") and text.endswith("],_0)") for text in texts)
    given = {query.goal.tobytes() for query in problem.queries("train")}
    assert not given & {one.query.goal.tobytes() for one in found}
    assert made.last_round["proposed"] == len(found)
    assert 1 < made.last_round["proposed_shapes"] <= len(found)


def test_a_query_of_another_split_is_never_proposed_and_what_was_dropped_is_counted(
    tmp_path: Path,
) -> None:
    all_lists = [[a, b] for a in range(2) for b in range(2)]
    free = proposer(sorting(tmp_path / "free", [[1, 0]]))
    kept_from = sorting(tmp_path / "held", [[1, 0]], test=all_lists, valid=[[], [0], [1]])
    held = proposer(kept_from)
    others = (*kept_from.queries("test"), *kept_from.queries("valid"))
    split = {query.goal.tobytes() for query in others}

    def met(one: Proposer) -> tuple[set[bytes], int]:
        rng, found, dropped = np.random.default_rng(0), set[bytes](), 0
        for _ in range(5):
            found |= {proposal.query.goal.tobytes() for proposal in one.propose(50, rng)}
            dropped += int(one.last_round["proposals_of_other_splits"])
        return found, dropped

    found, dropped = met(held)
    assert dropped > 0 and found and not found & split
    unheld, none = met(free)
    assert none == 0 and len(unheld) > len(found)


def test_what_is_hard_to_prove_is_kept_and_what_is_easy_or_has_no_proof_is_not(
    tmp_path: Path,
) -> None:
    made = proposer(sorting(tmp_path))
    found = made.propose(3, np.random.default_rng(0))
    easy, hard, none = result(10, 10), result(int(HARD * 10), 10), result(200, 0)

    assert made.grade(found, [easy, hard, none]) == [1]
    assert made.kept == [found[1]]
    assert [made.last_round[f"proposals_{key}"] for key in ("kept", "easy", "unproved")] == [1] * 3
    again = made.propose(200, np.random.default_rng(0))
    assert not {found[0].goal, found[1].goal} & {one.goal for one in again}
    assert found[2].goal in {one.goal for one in again}  # a better policy may prove it


def test_edits_that_lead_to_goals_that_are_kept_are_made_more_often(tmp_path: Path) -> None:
    made, rng = proposer(sorting(tmp_path)), np.random.default_rng(0)

    def share(found: list[Proposal]) -> float:
        edits = [edit for one in found for edit, *_ in one.edits]
        return edits.count("shuffle") / len(edits)

    before = share(made.propose(300, rng))
    for _ in range(5):
        found = made.propose(50, rng)
        is_shuffle = [all(edit == "shuffle" for edit, *_ in one.edits) for one in found]
        made.grade(found, [result(100, 10 * kept) for kept in is_shuffle])
    assert share(made.propose(300, rng)) > 1.5 * before


def test_a_goal_whose_changes_are_kept_has_no_greater_share_of_the_edits(tmp_path: Path) -> None:
    made, rng = proposer(sorting(tmp_path)), np.random.default_rng(0)
    first = made.propose(300, rng)[0].family
    for _ in range(5):
        found = made.propose(50, rng)
        made.grade(found, [result(100, 10 * (one.family == first)) for one in found])

    assert len(made.kept) > 50 and {one.family for one in made.kept} == {first}
    shares = Counter(family for _, family in (made._parent(rng) for _ in range(3000)))
    assert len(shares) == len(LISTS) and min(shares.values()) > 900


def test_the_budget_of_proposals_follows_what_their_proofs_take(tmp_path: Path) -> None:
    made = proposer(sorting(tmp_path), search_budget=100)
    rng, budgets = np.random.default_rng(0), []
    for spent in ([], [10] * 3, [], [], [300] * 4, [20] * 4, [20] * 4, [20] * 4, [10] * 8):
        found = made.propose(8, rng)
        none = [result(made.budget, 0)] * (len(found) - len(spent))
        made.grade(found, [*(result(n, 10) for n in spent), *none])
        budgets.append(made.budget)

    # it grows while no proof is hard, unless that is because all are easy
    assert budgets == [200, 400, 800, 800, 600, 300, 150, 100, 100]


def test_sub_goals_of_a_proof_have_proofs(tmp_path: Path) -> None:
    problem = sorting(tmp_path)
    query = problem.queries("train")[0]
    (proof,) = find("iterative-deepening", Space(problem.engine, query)).answers
    found = subgoals(problem.engine, query, proof.choices, range(len(proof.choices)))

    texts = [problem.program.vocabulary.text(goal.tolist())[0] for goal in found]
    assert len(texts) == len(proof.choices) and len(set(texts)) > 10
    one, two, three = map(numeral, (1, 2, 3))
    assert texts[1] == f"sorted([{three},{one},{two}],[{one},{two},{three}])"
    for text in texts[1:]:
        part = load_problem(problem.pack, goal=text)
        space = Space(part.engine, part.program.queries[0])
        assert find("iterative-deepening", space, limits=Limits(max_inferences=1000)).answers, text


def test_sub_goals_are_proposed_in_the_form_of_the_goals(tmp_path: Path) -> None:
    program = "even(o, yes).\neven(s(s(X)), Y) :- even(X, Y).\n"
    problem = with_goals(tmp_path, program, f"even({numeral(6)}, _).\n")
    made, (query,) = proposer(problem), problem.queries("train")
    (proof,) = find("breadth-first", Space(problem.engine, query)).answers
    made.note_proof(query, proof.choices, np.random.default_rng(0))

    found = made.propose(100, np.random.default_rng(0))
    texts = [one.query.text for one in found if one.origin == "sub-goal"]
    assert sorted(texts) == [f"even({numeral(n)},_0)" for n in (0, 2, 4)]


def test_a_run_with_proposals_goes_on_as_if_it_had_not_been_interrupted(tmp_path: Path) -> None:
    problem = sorting(tmp_path)
    train(problem, FEW, tmp_path / "whole")
    train(problem, replace(FEW, total_frames=640), tmp_path / "run")
    train(problem, FEW, tmp_path / "run", resume=True)

    assert learning(tmp_path / "run") == learning(tmp_path / "whole")
    metrics = RunDirectory.open(tmp_path / "whole").metrics()
    kept = [int(row["proposals_kept"]) for row in metrics]
    assert sum(kept[:5]) and sum(kept[5:])  # before and after the interruption
    assert have_the_same_weights(problem, tmp_path / "run", tmp_path / "whole")
    proofs = [(tmp_path / run / "proofs.csv").read_text() for run in ("run", "whole")]
    assert proofs[0] == proofs[1]
    origins = Counter(line.rsplit(",", 6)[1] for line in proofs[0].splitlines()[1:])
    assert origins["given"] == 3 and sum(origins.values()) == 3 + sum(kept)


def test_nothing_is_proposed_where_it_is_turned_off_or_there_are_training_queries(
    tmp_path: Path,
) -> None:
    problem = sorting(tmp_path / "goals")
    queries = "".join(f"query(le({numeral(n)}, {numeral(5)})).\n" for n in range(5))
    others = make_problem(tmp_path / "queries", SORTED, queries)
    for one, config in ((problem, replace(FEW, propose=False)), (others, FEW)):
        rounds = opened(one, policy_of(one, 8), config)
        rounds.gather()
        assert "proposed" not in rounds.last_round and "proposes" not in rounds.describe()
        assert len(rounds.table()) == rounds.n_given


def test_goals_of_random_derivations_are_of_the_kind_of_the_given_ones(tmp_path: Path) -> None:
    program = "add(o, X, X).\nadd(s(X), Y, s(Z)) :- add(X, Y, Z).\n"
    goal = f"add({numeral(3)}, {numeral(1)}, {numeral(4)}).\n"
    found = proposer(with_goals(tmp_path, program, goal)).propose(100, np.random.default_rng(0))
    derived = [one.query.text for one in found if one.origin == "derivation"]
    sums = [tuple(len(x) // 3 for x in text[4:-1].split(",")) for text in derived]
    assert len(sums) > 3 and all(a + b == c for a, b, c in sums)  # true, and no variables


def test_no_argument_of_a_proposal_has_a_functor_that_no_goal_has_in_it(tmp_path: Path) -> None:
    """``eq(plus(1, 2), plus(2, 1))`` is true, and not an evaluation as the given goals are."""
    sums = [("plus", 1, 2, 3), ("mul", 2, 1, 2), ("plus", 2, 0, 2)]
    goals = [f"eq({f}({numeral(a)},{numeral(b)}),{numeral(c)}).\n" for f, a, b, c in sums]
    (tmp_path / "goals.pl").write_text("".join(goals))
    problem = load_problem(load_pack("robinson").with_goals(tmp_path / "goals.pl"))
    made, rng = proposer(problem), np.random.default_rng(0)
    for query in problem.queries("train"):
        (proof,) = find("breadth-first", Space(problem.engine, query)).answers
        made.note_proof(query, proof.choices, rng)
    found = [proposal for _ in range(5) for proposal in made.propose(50, rng)]

    assert {"sub-goal", "derivation", "exchange", "copy"} <= {one.origin for one in found}
    values = set[str]()
    for goal in (one.goal for one in found):
        terms = made._parser.terms(goal)
        right = next(term for term in terms if term.parent == 0 and term.ordinal == 1)
        values |= {*problem.program.vocabulary.text(goal[right.start : right.end])}
    assert len(values) > 3 and values <= {numeral(n) for n in range(10)}


def test_proposals_may_be_of_any_kind_while_no_given_goal_is_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, propose = list[bool](), Proposer.propose

    def noted(self: Proposer, *arguments: Any, of_any_kind: bool) -> list[Proposal]:
        asked.append(of_any_kind)
        return propose(self, *arguments, of_any_kind=of_any_kind)

    monkeypatch.setattr(Proposer, "propose", noted)
    problem = sorting(tmp_path, [[3, 1, 2, 0]])
    rounds = opened(problem, policy_of(problem, 8), replace(FEW, search_budget=40))
    while not rounds.last_round.get("proved"):
        rounds.gather()
    rounds.gather()
    assert asked == [False, *[True] * (len(asked) - 2), False] and len(asked) > 3


def test_proposals_keep_training_going_as_long_as_given_goals_took_and_not_for_ever(
    tmp_path: Path,
) -> None:
    problem = sorting(tmp_path)
    rounds = opened(problem, policy_of(problem, 8), FEW)  # its policy learns nothing
    news = 0
    while not rounds.why_done:
        rounds.gather()
        if rounds.last_round["newly_proved"]:
            news = rounds._course.rounds

    assert rounds.last_round["proved"] == 3 and rounds.last_round["proposals_kept"]
    assert 0 < news <= rounds._course.news_round
    assert rounds._course.rounds == 3 * rounds._course.news_round + 2 * 5


def test_searches_end_at_temperature_1_where_proposals_are_learned_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is fitted stands only without proposals."""
    fitted = SearchSettings(temperature=3.0, greedy_mix=1 / 3), SYMBOLS_ALONE
    monkeypatch.setattr("symbolic_rl.training.expert.fitted_to", lambda *_, **__: fitted)
    problem = sorting(tmp_path)
    for proposes, temperature in ((True, 1.0), (False, 3.0)):
        policy = policy_of(problem)
        opened(problem, policy, replace(FEW, algo="expert", propose=proposes)).fit_search_settings()
        assert policy.search_settings.temperature == temperature
        assert policy.search_settings.likeliest_leads
