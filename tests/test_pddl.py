"""Planning tasks in PDDL: an imported domain has the same moves as a plain reading of it."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from symbolic_rl.base.config import MAX_SHOWN
from symbolic_rl.base.errors import ConfigError, PackError
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.importers import ImportRequest
from symbolic_rl.importers.pddl import Domain, Literal, Task, import_pddl, read_domain, read_task
from symbolic_rl.proofs.prove import prove
from symbolic_rl.search.base import Space, open_page
from tests.oracle import SWIPL
from tests.problems import write_files

pytest.importorskip("pddl")

DOMAIN = """\
(define (domain harbour)
  (:requirements :strips :typing :negative-preconditions :equality :action-costs)
  (:types crane crate - thing  place - object  big small - crate)
  (:constants Quay - place)
  (:predicates (at ?t - thing ?p - place) (road ?a ?b - place) (held ?c - crate ?k - crane)
               (tied ?c - crate ?d - crate ?p - place) (free ?k - crane) (storm) (old ?k - crane))
  (:functions (total-cost) - number)
  (:action drive :parameters (?k - crane ?a ?b - place)
    :precondition (and (at ?k ?a) (road ?a ?b) (not (storm)))
    :effect (and (not (at ?k ?a)) (at ?k ?b) (increase (total-cost) 1)))
  (:action lift :parameters (?k - crane ?c - crate ?p - place)
    :precondition (and (at ?k ?p) (at ?c ?p) (free ?k) (not (old ?k)))
    :effect (and (not (at ?c ?p)) (held ?c ?k) (not (free ?k))))
  (:action drop :parameters (?k - crane ?c - crate ?p - place)
    :precondition (and (held ?c ?k) (at ?k ?p))
    :effect (and (at ?c ?p) (not (held ?c ?k)) (free ?k) (not (at ?c ?p))))
  (:action tie :parameters (?c - small ?d - crate ?p - place)
    :precondition (and (at ?c ?p) (at ?d ?p) (not (= ?c ?d)) (not (tied ?c ?d ?p)))
    :effect (tied ?c ?d ?p))
  (:action calm :parameters () :precondition (storm) :effect (not (storm)))
  (:action bless :parameters (?c - big) :precondition () :effect (at ?c Quay)))
"""
TASK = """\
(define (problem one) (:domain harbour)
  (:objects k1 k2 - crane  a - place  s1 - small  b1 b2 - big)
  (:init (at k1 a) (at k2 Quay) (at s1 a) (at b1 a) (free k1) (free k2) (storm) (old k2)
         (road a Quay) (road Quay a))
  (:goal (and (at s1 Quay) (tied s1 b1 Quay) (not (storm)) (not (at b1 a)))))
"""


def written(folder: Path, domain: str = DOMAIN, **tasks: str) -> ImportRequest:
    """Write files, and return the request to import them."""
    named = {f"tasks/{name}.pddl": text for name, text in (tasks or {"one": TASK}).items()}
    write_files(folder, {"domain.pddl": domain, **named})
    files = (folder / "domain.pddl", folder / "tasks")
    return ImportRequest("pddl", "", files, "pack", folder)


# ---- the plain reading

State = frozenset[Literal]


def plain_moves(domain: Domain, task: Task, state: State) -> Iterator[tuple[str, State]]:
    """Try every action with all objects."""
    for schema in domain.schemas:
        for objects in product(task.objects, repeat=len(schema.parameters)):
            value = dict(zip(schema.parameters, objects, strict=True))
            needed, forbidden, added, deleted = (
                {(name, tuple(value.get(one, one) for one in terms)) for name, terms in literals}
                for literals in (schema.needed, schema.forbidden, schema.added, schema.deleted)
            )
            true = state | {("=", (one, one)) for one in task.objects}
            fits = all(
                domain.is_kind(task.objects[one], types)
                for one, types in zip(objects, schema.parameters.values(), strict=True)
            )
            if fits and needed <= true and not forbidden & true:
                shown = f"{schema.name}({', '.join(objects)})" if objects else schema.name
                yield shown, state - deleted | added


def shortest(domain: Domain, task: Task) -> int:
    """Return the length of a shortest plan."""
    layer, seen, depth = {frozenset(task.facts)}, set[State](), 0
    while not any(is_reached(task, state) for state in layer):
        seen |= layer
        layer = {after for state in layer for _, after in plain_moves(domain, task, state)} - seen
        depth += 1
    return depth


def is_reached(task: Task, state: State) -> bool:
    """Return whether the goal holds."""
    return state.issuperset(task.wanted) and not state & {*task.unwanted}


def drawn(seed: int, domain: Domain, task: Task) -> str:
    """Return a task whose goal is some of what four random moves lead to and take away."""
    rng = Random(seed)
    state = start = frozenset(one for one in task.facts if rng.random() < 0.8)
    for _ in range(4):
        state = rng.choice([after for _, after in plain_moves(domain, task, state)])
    kept = [(one, True) for one in sorted(state) if rng.random() < 0.5]
    gone = [(one, False) for one in sorted(start - state) if rng.random() < 0.5]

    def text(one: Literal, is_true: bool = True) -> str:
        atom = f"({' '.join((one[0], *one[1]))})"
        return atom if is_true else f"(not {atom})"

    head = TASK[: TASK.index("(:init")].replace("problem one", f"problem drawn-{seed}")
    facts, goals = map(text, sorted(start)), (text(*one) for one in kept + gone)
    return f"{head}(:init {' '.join(facts)}) (:goal (and {' '.join(goals)})))"


@pytest.mark.parametrize("n", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_a_plan_is_one_of_the_plain_reading_and_as_short(tmp_path: Path, n: int) -> None:
    first = written(tmp_path / "first")
    domain = read_domain(first.files[0])
    example = read_task(first.files[1] / "one.pddl", domain)
    texts = {f"drawn{seed:03}": drawn(seed, domain, example) for seed in range(n)}

    request = written(tmp_path / "all", one=TASK, **texts)
    summary = str(import_pddl(request))

    assert "6 actions" in summary and f"{n + 1} of {n + 1} tasks" in summary
    queries = load_problem(tmp_path / "all" / "pack").queries("train")
    for query, file in zip(queries, sorted(request.files[1].iterdir()), strict=True):
        task = read_task(file, domain)
        proof = next(prove(tmp_path / "all" / "pack", query.text, search="breadth-first"))
        moves = [line.goal for line in proof.lines if line.kind == "action"]
        state = frozenset(task.facts)
        for move in moves:
            state = dict(plain_moves(domain, task, state))[move.replace("'", "")]
        assert is_reached(task, state) and len(moves) == shortest(domain, task), file.name


def test_a_policy_sees_no_names_but_what_holds_of_each_object(tmp_path: Path) -> None:
    """Objects that are renamed look the same; one with another goal looks different."""
    renamed = TASK.replace("b1", "zz").replace("b2", "b1").replace("zz", "b2")
    other = TASK.replace("(not (at b1 a))", "(not (at b2 a))")
    import_pddl(written(tmp_path, a=TASK, b=renamed, c=other))
    rows = Derivations(load_problem(tmp_path / "pack"), 3, in_order=True)

    shown = [sorted(map(tuple, goals)) for goals in rows.reset().goals]

    assert shown[0] == shown[1] != shown[2]


WALK = """\
walked(0, _, _) :- !.
walked(N, Task, State0) :-
    findall(State, ( action(State0, _, Reached), complete_state(Reached, State) ), States),
    random_member(State, States),
    State = state(_, Facts, Sight),
    Task =.. Arguments0,
    append(Front, [_], Arguments0),
    append(Front, [Facts], Arguments),
    Fresh =.. Arguments,
    initial(Fresh, Begun),
    complete_state(Begun, state(_, _, Again)),
    (   Sight == Again
    ->  N1 is N - 1,
        walked(N1, Task, State)
    ;   print_message(error, format("~p is not ~p", [Sight, Again])),
        halt(1)
    ).
:- set_random(seed(1)).
:- forall(query(Task),
          ( initial(Task, Begun), complete_state(Begun, State), walked(50, Task, State) )).
"""


def test_what_is_seen_after_moves_is_what_is_seen_of_a_task_that_begins_there(
    tmp_path: Path,
) -> None:
    """Of each object, and of the goals that are missing: moves change only what is near."""
    first = written(tmp_path / "first")
    domain = read_domain(first.files[0])
    example = read_task(first.files[1] / "one.pddl", domain)
    texts = {f"drawn{seed}": drawn(seed, domain, example) for seed in range(10)}
    import_pddl(written(tmp_path, one=TASK, **texts))
    write_files(tmp_path, {"pack/walk.pl": WALK})
    files = [str(tmp_path / "pack" / f"{name}.pl") for name in ("program", "planning", "train")]

    done = subprocess.run(
        [*SWIPL, "-g", "true", "-t", "halt", *files, str(tmp_path / "pack" / "walk.pl")],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0 and not done.stderr, done.stderr


def test_what_holds_between_nearly_all_objects_is_not_seen(tmp_path: Path) -> None:
    """With roads between all of ten places, a place looks as it does among two of them."""
    places = [f"p{k}" for k in range(10)]
    roads = " ".join(f"(road {a} {b})" for a in places for b in places)
    city = TASK.replace("(:objects", f"(:objects {' '.join(places)} - place").replace(
        "(road a Quay)", f"(road a Quay) {roads}"
    )
    few, many = (written(tmp_path / name, a=TASK, b=text) for name, text in
                 (("few", TASK), ("many", city)))  # fmt: skip

    assert "does not see" not in str(import_pddl(few))
    assert "note the policy does not see road: 17 facts for each object" in str(import_pddl(many))

    rows = Derivations(load_problem(tmp_path / "many" / "pack"), 2, in_order=True)
    small, large = ({tuple(goal) for goal in goals if any(goal)} for goals in rows.reset().goals)
    assert small < large and len(large - small) == 1, "ten places look the same"


def test_a_policy_chooses_among_all_moves_of_a_large_task(tmp_path: Path) -> None:
    """Training tasks are small, so a policy never learns to turn a page."""
    many = " ".join(f"c{k}" for k in range(300))
    request = written(tmp_path, one=TASK, two=TASK.replace("b2 - big", f"b2 {many} - big"))
    import_pddl(request)
    domain = read_domain(request.files[0])
    example = read_task(request.files[1] / "one.pddl", domain)
    problem = load_problem(tmp_path / "pack")
    state = Space(problem.engine, problem.queries("train")[1]).root()
    zero, width = np.zeros(1, np.int64), problem.env_config.n_candidates

    while len(page := open_page(problem.engine, state, zero, zero, width).candidates) == 1:
        state = page

    assert len(page) == len([*plain_moves(domain, example, frozenset(example.facts))]) + 300


def test_what_a_policy_does_not_see_of_a_huge_task_is_told(tmp_path: Path) -> None:
    many = " ".join(f"c{k}" for k in range(MAX_SHOWN))
    request = written(tmp_path, one=TASK.replace("b2 - big", f"b2 {many} - big"))
    assert f"first {MAX_SHOWN - 1:,} objects" in str(import_pddl(request))
    assert load_problem(tmp_path / "pack").env_config.n_goals == MAX_SHOWN


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("(not (tied ?c ?d ?p))", "(or (old ?d) (storm))", "Or is not imported"),
        ("(not (storm)))\n    :effect", "(forall (?x - crane) (free ?x)))\n    :effect", "Forall"),
        (":effect (tied ?c ?d ?p)", ":effect (when (storm) (tied ?c ?d ?p))", "When"),
        ("(define (domain", "(define (dom", "not read as PDDL"),
    ],
)
def test_what_no_move_of_a_pack_says_is_refused(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert old in DOMAIN
    domain = DOMAIN.replace(":equality", ":equality :adl").replace(old, new)
    with pytest.raises(PackError, match=told):
        import_pddl(written(tmp_path, domain))
    assert not hasattr(sys, "tracebacklimit")  # which pddl sets


def test_tasks_that_do_not_fit_are_left_out_and_named(tmp_path: Path) -> None:
    wrong = {
        "other": TASK.replace(":domain harbour", ":domain port"),
        "kind": TASK.replace("(at k1 a)", "(at a k1)"),
        "fixed": TASK.replace("(not (at b1 a))", "(road a a)"),
        "any": TASK.replace("(not (at b1 a))", "(or (at b1 Quay) (at b2 Quay))"),
    }

    summary = str(import_pddl(written(tmp_path, one=TASK, **wrong)))

    assert "1 of 5 tasks" in summary
    for told in ("of the domain port", "(at a k1) fits no", "goal contradicts road", "any.pddl"):
        assert told in summary


def test_a_request_without_tasks_is_refused_with_the_way(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="import pddl DOMAIN TASKS"):
        import_pddl(ImportRequest("pddl", files=(tmp_path,)))
    with pytest.raises(PackError, match="no task can be imported"):
        import_pddl(written(tmp_path, one="(define)"))
