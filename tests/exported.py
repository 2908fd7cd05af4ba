"""Runs of a few frames, for tests of exported policies."""

from pathlib import Path

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.play.problem import load_problem
from symbolic_rl.training.train import train

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
