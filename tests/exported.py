"""Exported policies for tests: runs of a few frames, states of searches, answers of SWI-Prolog."""

import re
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.bridge.tokens import TokenBatch, count_of
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.play.problem import load_problem
from symbolic_rl.policy.open import load_trained
from symbolic_rl.program.pack import load_pack
from symbolic_rl.program.program import Program
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.search.space import open_page
from symbolic_rl.training.train import train
from tests.oracle import SWIPL

LISTS = """\
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
pick(X, [X|T], T).
pick(X, [H|T], [H|R]) :- pick(X, T, R).
perm([], []).
perm(L, [H|T]) :- pick(H, L, R), perm(R, T).
shade(a). shade(b). shade(c). shade(d). shade(e). shade(f). shade(g). shade(h).
same(X, Y) :- shade(X), shade(Y), shade(X), rest(X, Y).
rest(X, X).
twice(N, M) :- M is 2 * N, \\+ M = 6.
either(X) :- ( X == z -> true ; shade(X) ; \\+ shade(X), X = y ).
left(X, Y) :- left(X, Z), same(Z, Y).
left(X, X).
"""
QUERIES = """\
query(perm([a, b, c], [c, b, a])).
query(app(_, [d, 'new name'|_], [a, b, d, "text", 3.5, 70000, 99999999999, -7, -20])).
query(same(_, h)).
query((pick(_, [f(a, b), f(b, b), g(f(f(f(f(f(a, b), c), d), e), f)), 'Q'|_], _), either(_))).
query((twice(3, _), same(a, a))).
query((shade(A), shade(B), shade(C), perm([A, B, C, _|_], _), shade(_), shade(_))).
"""


WALK = """\
initial(from(X), at(X, 0)).
action(at(X, Y), right(1), at(X1, Y)) :- X1 is X+1.
action(at(X, Y), jump(N), at(X1, Y)) :- length_of(N), X1 is X+N, \\+ hole(X1).
action(at(X, Y), up, at(X, Y1)) :- Y1 is Y+1.
length_of(3). length_of(5).
hole(9). hole(14).
terminal(at(X, _), 1) :- X >= 30.
observe(at(X, Y), [here(X), height(Y, [low|_]), X]).
"""


def walk_pack(folder: Path) -> Path:
    """A process whose observations are lists of terms."""
    folder.mkdir()
    (folder / "program.pl").write_text(WALK)
    (folder / "train.pl").write_text("query(from(0)).\nquery(from(2)).\n")
    settings = 'description = "A walk."\n[env]\nprocess = true\nn_candidates = 6\n'
    (folder / "env.toml").write_text(settings)
    return folder


def lists_pack(folder: Path) -> Path:
    """A pack with paging, cut views, names that no clause mentions, and literals of each kind."""
    folder.mkdir()
    (folder / "program.pl").write_text(LISTS)
    (folder / "train.pl").write_text(QUERIES)
    settings = 'description = "Lists."\n[env]\nn_candidates = 4\nn_goals = 4\n'
    (folder / "env.toml").write_text(settings)
    return folder


def made_run(pack: str, head: str, folder: Path) -> Path:
    """Train for a few steps, and return the run.

    Logits of hundreds, which a larger learning rate makes of wide views, have no four digits behind
    the point in float32.
    """
    made = {"lists": lists_pack, "walk": walk_pack}
    source = str(made[pack](folder / pack)) if pack in made else pack
    config = TrainConfig(
        algo="ppo", policy=head, n_envs=8, frames_per_batch=64, total_frames=64, dim=24, lr=0.005
    )
    train(load_problem(source), config, folder / "run", source=source)
    return folder / "run"


@dataclass(frozen=True)
class OrderedStates:
    """States of derivations as Prolog text, and the log-probabilities of their choices."""

    texts: list[str]
    """Goals and answer."""
    logs: list[list[float]]
    """Of each candidate of the first page that is no variant, and of the next page."""
    clauses: list[list[int]]


def ordered_states(run: Path, n: int, goals: list[str]) -> OrderedStates:
    """Return states that random derivations of goals come to, ordered by the run's policy."""
    from symbolic_rl.base.run_dir import RunDirectory

    source = RunDirectory.open(run).config.source
    trained, policy = load_trained(run, load_pack(source))
    rng = np.random.default_rng(0)
    texts, logs, clauses = list[str](), list[list[float]](), list[list[int]]()
    program = Program(
        list(load_pack(source).program),
        {},
        goals={f"g{i}": goal for i, goal in enumerate(goals)},
        config=replace(trained.env_config, hide_query=False),
    )
    engine = PrologEngine(program, trained.env_config, answers=True)
    order = PolicyOrder(policy, trained, program)
    met = set[bytes]()
    while len(texts) < n:
        query = program.queries[int(rng.integers(len(goals)))]
        state = TokenBatch.of([query.root(answers=True)])
        for step in range(40):
            page = open_page(engine, state, np.zeros(1, int), np.zeros(1, int), order.width)
            if not page.keys or len(texts) == n:
                break
            if step and (key := state[0].tobytes()) not in met:
                met.add(key)
                wanted = np.array([k not in page.keys[:i] for i, k in enumerate(page.keys)], bool)
                scores, more, _ = order(state, page, wanted)
                terms = program.vocabulary.text(state[0][1:].tolist())
                texts.append(f"[{', '.join(terms[:-1])}]-{terms[-1]}")
                logs.append([*scores[wanted].tolist(), *more[page.more].tolist()])
                clauses.append([*page.clauses[wanted].tolist(), *[1] * bool(page.more[0])])
            state = page.candidates.take(np.array([int(rng.integers(len(page.keys)))]))
            if not count_of(int(state[0][0])):
                break
    return OrderedStates(texts, logs, clauses)


SCORE = """\
:- initialization(main, main).
main :- read(State), ( State == end_of_file -> true ; score(State), main ).
score(Goals-Answer) :-
    guided_search:page(Goals, Answer, 0, [], Choices, _),
    forall(member(choice(Log, Clause, _), Choices),
           ( Clause == more -> format("~9f 1 ", [Log]) ; format("~9f ~d ", [Log, Clause]) )),
    nl.
"""


def scored_by_prolog(export: Path, texts: list[str]) -> list[list[tuple[float, int]]]:
    """Ask an export for the choices of states."""
    (export / "score.pl").write_text(":- ['prove.pl'].\n" + SCORE)
    done = subprocess.run(
        [*SWIPL, "score.pl"],
        cwd=export, input="".join(f"{text}.\n" for text in texts),
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    (export / "score.pl").unlink()
    assert done.stderr == "", done.stderr
    rows = []
    for line in done.stdout.splitlines():
        fields = line.split()
        rows.append([(float(a), int(b)) for a, b in zip(fields[::2], fields[1::2], strict=True)])
    return rows


def asked(export: Path, goal: str, shown: str) -> list[str]:
    """Return what an export answers to a goal: a line for each answer, or for its error."""
    question = f"catch(forall({goal}, (print({shown}), nl)), error(E, _), (print(E), nl))"
    done = subprocess.run(
        [*SWIPL, "-g", question, "-t", "halt", "prove.pl"],
        cwd=export, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.stderr == "", done.stderr
    return [re.sub(r"_\d+", "_", line) for line in done.stdout.splitlines()]
