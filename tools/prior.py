"""Train one structure part for many programs, and measure it on programs of other families.

    python -m tools.prior WORK [--folds 6] [--seeds 0] [--envs bench/strangers ...]

The programs are those of ``--envs`` (packs, or folders of packs) and, of each family of
:data:`FAMILIES`, three that are made anew from seeds 0 to 2. Families are dealt to folds; a fold
holds its families out, trains ``train --env`` on all others, and searches the queries ``test`` of
the held-out programs by guided search with the structure part, without a policy, and breadth-first.
Everything is kept in WORK, and what is there already is not done again: the command can be ended
and started at any time. Prints a row for each held-out program, the sums over the folds, and as the
last line one JSON document of both.
"""

import argparse
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from symbolic_rl.base.config import EnvConfig, TrainConfig
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.derivations.problem import NAMELESS, Programs
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.policy.open import load_policy
from symbolic_rl.program.pack import load_packs
from symbolic_rl.training.train import train

Made = tuple[str, list[str]]
"""Text of a program, and its goals, small ones first; the last quarter is to be searched."""

BUDGETS, N_QUERIES = (100, 1_000), 40
METHODS = ("guided", "unguided", "breadth-first")
FRAMES = 150_000
"""Frames of the fits of a fold: four fits, each anew and weak."""

ENVS = ("bench/strangers",)


def jugs(rng: random.Random) -> Made:
    """Measure an amount with three jugs."""
    sizes = rng.sample(range(3, 12), 3)
    a, b, c = sizes
    program = f"""
go(S, S, []).
go(S, G, [M|Ms]) :- step(M, S, T), go(T, G, Ms).
step(fill_a, j(_, B, C), j({a}, B, C)).
step(fill_b, j(A, _, C), j(A, {b}, C)).
step(fill_c, j(A, B, _), j(A, B, {c})).
step(empty_a, j(_, B, C), j(0, B, C)).
step(empty_b, j(A, _, C), j(A, 0, C)).
step(empty_c, j(A, B, _), j(A, B, 0)).
step(a_to_b, j(A, B, C), j(A1, B1, C)) :- M is min(A, {b} - B), M > 0, A1 is A - M, B1 is B + M.
step(b_to_c, j(A, B, C), j(A, B1, C1)) :- M is min(B, {c} - C), M > 0, B1 is B - M, C1 is C + M.
step(c_to_a, j(A, B, C), j(A1, B, C1)) :- M is min(C, {a} - A), M > 0, C1 is C - M, A1 is A + M.
"""
    goals = []
    for n in range(120):
        state = [0, 0, 0]
        for _ in range(1 + n // 20):
            state = _poured(state, sizes, rng)
        goals.append(f"go(j(0, 0, 0), j({', '.join(map(str, state))}), Moves)")
    return program, goals


def _poured(state: list[int], sizes: list[int], rng: random.Random) -> list[int]:
    i, new = rng.randrange(3), list(state)
    kind = rng.randrange(3)
    if kind == 2:
        j = (i + 1) % 3
        amount = min(state[i], sizes[j] - state[j])
        new[i], new[j] = state[i] - amount, state[j] + amount
    else:
        new[i] = sizes[i] if kind == 0 else 0
    return new


def rewriting(rng: random.Random) -> Made:
    """Rewrite a word to another one by rules on neighbouring letters."""
    letters = "abcd"
    rules = [
        (rng.choices(letters, k=2), rng.choices(letters, k=rng.randint(1, 2))) for _ in range(6)
    ]
    shown = "".join(
        f"rule([{', '.join(left)}|R], [{', '.join(right)}|R]).\n" for left, right in rules
    )
    program = f"""
turns(X, X).
turns(X, Z) :- once_in(X, Y), turns(Y, Z).
once_in(X, Y) :- rule(X, Y).
once_in([A|X], [A|Y]) :- once_in(X, Y).
{shown}"""
    goals = []
    for n in range(120):
        word = rng.choices(letters, k=4 + n // 40)
        first = list(word)
        for _ in range(1 + n // 30):
            places = [
                (at, right)
                for left, right in rules
                for at in range(len(word) - 1)
                if word[at : at + 2] == left
            ]
            if places:
                at, right = rng.choice(places)
                word = [*word[:at], *right, *word[at + 2 :]]
        goals.append(f"turns([{', '.join(first)}], [{', '.join(word)}])")
    return program, goals


def sums(rng: random.Random) -> Made:
    """Numerals with clauses that commute and associate."""
    order = ["plus(o, X, X)", "plus(s(X), Y, s(Z)) :- plus(X, Y, Z)"]
    order += ["plus(X, Y, Z) :- plus(Y, X, Z)", "times(o, _, o)"]
    order += ["times(s(X), Y, Z) :- times(X, Y, V), plus(Y, V, Z)"]
    order += ["times(X, Y, Z) :- times(Y, X, Z)"]
    rng.shuffle(order)
    number = ["o"]
    for _ in range(20):
        number.append(f"s({number[-1]})")
    goals = []
    for n in range(120):
        a, b = rng.randint(0, 1 + n // 24), rng.randint(0, 1 + n // 24)
        if rng.random() < 0.5:
            goals.append(f"plus({number[a]}, {number[b]}, {number[a + b]})")
        else:
            a, b = min(a, 3), min(b, 3)
            goals.append(f"times({number[a]}, {number[b]}, {number[a * b]})")
    return "".join(f"{clause}.\n" for clause in order), goals


def grammar(rng: random.Random) -> Made:
    """Sentences of a grammar whose words have several categories."""
    nouns, verbs = ["dog", "park", "man", "run", "saw"], ["saw", "run", "park", "dog"]
    rng.shuffle(nouns)
    rng.shuffle(verbs)
    lexicon = "".join(f"n --> [{word}].\n" for word in nouns)
    lexicon += "".join(f"v --> [{word}].\n" for word in verbs)
    program = f"""
s --> np, vp.
np --> d, nb.
np --> np, pp.
nb --> n.
nb --> a, nb.
vp --> v, np.
vp --> vp, pp.
pp --> p, np.
d --> [the].
d --> [a].
a --> [old].
a --> [red].
p --> [with].
p --> [in].
{lexicon}"""

    def phrase() -> list[str]:
        extra = [rng.choice(["old", "red"])] * (rng.random() < 0.4)
        return [rng.choice(["the", "a"]), *extra, rng.choice(nouns)]

    goals = []
    for n in range(120):
        words = [*phrase(), rng.choice(verbs), *phrase()]
        for _ in range(n // 60):
            words += [rng.choice(["with", "in"]), *phrase()]
        goals.append(f"s([{', '.join(words)}], [])")
    return program, goals


def types(rng: random.Random) -> Made:
    """Terms of given types, from constants of function types."""
    base = ["i", "b", "c", "d"]
    constants = [
        (f"f{k}", [rng.choice(base) for _ in range(rng.randint(1, 2))], rng.choice(base))
        for k in range(7)
    ]
    constants += [(f"k{k}", [], name) for k, name in enumerate(base[:2])]
    clauses = ""
    for name, args, result in rng.sample(constants, len(constants)):
        names = [f"X{i}" for i in range(len(args))]
        body = ", ".join(f"term({x}, {arg})" for x, arg in zip(names, args, strict=True))
        head = f"term({name}({', '.join(names)}), {result})" if args else f"term({name}, {result})"
        clauses += f"{head} :- {body}.\n" if args else f"{head}.\n"
    clauses += "typed([], []).\ntyped([X|Xs], [T|Ts]) :- term(X, T), typed(Xs, Ts).\n"
    goals = [f"typed(Terms, [{', '.join(rng.choices(base, k=1 + n // 30))}])" for n in range(120)]
    return clauses, goals


def walks(rng: random.Random) -> Made:
    """Ways in a random graph, with the keys of some doors."""
    n = 14
    edges = {(rng.randrange(n), rng.randrange(n)) for _ in range(3 * n)}
    facts = "".join(f"edge(r{a}, r{b}).\n" for a, b in sorted(edges) if a != b)
    program = f"""
way(X, X, [X]).
way(X, Z, [X|W]) :- edge(X, Y), way(Y, Z, W).
both(X, Y, Z, w(V, W)) :- way(X, Y, V), way(Y, Z, W).
{facts}"""
    room = [f"r{k}" for k in range(n)]
    goals = [
        f"both({', '.join(rng.choices(room, k=3))}, W)"
        if k % 2
        else f"way({', '.join(rng.choices(room, k=2))}, W)"
        for k in range(120)
    ]
    return program, goals


def lists(rng: random.Random) -> Made:
    """Lists that are sorted, reversed and permuted by naive clauses."""
    clauses = ["perm([], [])", "perm(L, [X|P]) :- pick(X, L, R), perm(R, P)"]
    clauses += ["pick(X, [X|T], T)", "pick(X, [Y|T], [Y|R]) :- pick(X, T, R)"]
    clauses += ["ordered([])", "ordered([_])", "ordered([X,Y|T]) :- X =< Y, ordered([Y|T])"]
    rng.shuffle(clauses)
    clauses += ["sorts(L, S) :- perm(L, S), ordered(S)"]
    goals = [f"sorts({[rng.randint(0, 20) for _ in range(2 + n // 30)]}, S)" for n in range(120)]
    return "".join(f"{clause}.\n" for clause in clauses), goals


def logic(rng: random.Random) -> Made:
    """Implications that modus ponens derives from axioms, in a few steps."""
    axioms = ["i(X, i(Y, X))", "i(i(X, i(Y, Z)), i(i(X, Y), i(X, Z)))", "i(n(n(X)), X)"]
    rng.shuffle(axioms)
    program = "".join(f"thm({axiom}, 0).\n" for axiom in axioms)
    program += "thm(B, s(N)) :- thm(i(A, B), N), thm(A, N).\nproved(F) :- deep(N), thm(F, N).\n"
    program += "deep(0).\ndeep(s(N)) :- deep(N).\n"
    atoms = ["p", "q", "r", "n(p)"]
    shapes = ["i({a}, i({b}, {a}))", "i({c}, i({a}, i({b}, {a})))", "i({a}, {a})"]
    shapes += ["i(i({a}, {b}), i({a}, {a}))", "i({b}, i({a}, {a}))"]
    goals = list[str]()
    for _ in range(120):
        a, b, c = rng.choices(atoms, k=3)
        goals.append(f"proved({rng.choice(shapes).format(a=a, b=b, c=c)})")
    return program, goals


FAMILIES: tuple[Callable[[random.Random], Made], ...] = (
    jugs, rewriting, sums, grammar, types, walks, lists, logic,
)  # fmt: skip


def made(folder: Path) -> list[Path]:
    """Write the programs of all families, three of each."""
    folders = []
    for family in FAMILIES:
        for seed in range(3):
            at = folder / f"{family.__name__}_{seed}"
            program, goals = family(random.Random(f"{family.__name__} {seed}"))
            write_pack(at, family.__doc__ or "", program, goals)
            folders.append(at)
    return folders


def write_pack(at: Path, description: str, program: str, goals: Sequence[str]) -> None:
    """Write a pack whose last quarter of goals is to be searched."""
    at.mkdir(parents=True, exist_ok=True)
    queries = [f"query({goal}).\n" for goal in dict.fromkeys(goals)]
    first = -(-3 * len(queries) // 4)
    (at / "env.toml").write_text(f'description = "{description}"\n')
    (at / "program.pl").write_text(program)
    (at / "train.pl").write_text("".join(queries[:first]))
    (at / "test.pl").write_text("".join(queries[first:]))


def family_of(name: str) -> str:
    """Return the family of a program, by its name."""
    return name.rpartition("_")[0] or name


def measured(programs: Programs, config: TrainConfig, run_dir: Path) -> list[dict[str, Any]]:
    """Train where that is not done, and search the held-out programs; return their rows."""
    file = run_dir.with_suffix(".json")
    if file.exists():
        kept: list[dict[str, Any]] = json.loads(file.read_text())
        return kept
    if not (run_dir / "summary.json").exists():
        is_begun = (run_dir / "checkpoint" / "state.pt").exists()
        train(programs, config, run_dir, resume=is_begun)
    last = RunDirectory.open(run_dir).metrics()[-1]
    rows = []
    for problem in programs.held_out:
        policy = load_policy(run_dir / problem.name, problem)
        effort = Effort(budgets=BUDGETS, most_queries=N_QUERIES, most_searched=N_QUERIES)
        table = evaluate(problem, policy, "test", METHODS, effort)
        row: dict[str, Any] = {"program": problem.name, "queries": table.searched}
        for name in METHODS:
            for budget in BUDGETS:
                done = [x for x in table.outcomes if x.method == name and x.budget == budget]
                row[f"{name} {budget}"] = sum(sum(x.proved) for x in done)
        rows.append(row)
    file.write_text(json.dumps(rows))
    print(f"{run_dir.name}: {last['proved']} of {last['queries']} training goals are proved")
    return rows


def summed(rows: Sequence[Mapping[str, Any]], budget: int) -> dict[str, Any]:
    """Compare the structure part with no policy over all rows, and by family."""
    ratios = dict[str, float]()
    for family in {family_of(row["program"]) for row in rows}:
        of_family = [row for row in rows if family_of(row["program"]) == family]
        with_it, without = (
            sum(row[f"{name} {budget}"] for row in of_family) for name in METHODS[:2]
        )
        ratios[family] = with_it / without if without else float("inf" if with_it else 1)
    with_it, without, plain = (sum(row[f"{name} {budget}"] for row in rows) for name in METHODS)
    worst = min(ratios, key=lambda family: ratios[family])
    return {
        "budget": budget,
        **dict(zip(METHODS, (with_it, without, plain), strict=True)),
        "ratio": with_it / without,
        "worst": worst,
        "ratio of worst": ratios[worst],
        "families below 0.95": sum(ratio < 0.95 for ratio in ratios.values()),
        "families": len(ratios),
    }


def main() -> None:
    """Run all folds, and print their rows."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("work", type=Path)
    parser.add_argument("--folds", type=int, default=6)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--envs", nargs="*", default=list(ENVS))
    args = parser.parse_args()
    card = start("a structure part for programs of other families")
    packs = load_packs([*args.envs, *map(str, made(args.work / "made"))])
    config = TrainConfig(policy=NAMELESS, total_frames=FRAMES)
    all_of = Programs.load(packs, EnvConfig(), config)
    families = sorted({family_of(one.name) for one in all_of})
    random.Random(0).shuffle(families)
    rows = []
    for seed in args.seeds:
        for fold in range(args.folds):
            out = set(families[fold :: args.folds])
            fold_of = replace(
                all_of,
                trained=tuple(one for one in all_of if family_of(one.name) not in out),
                held_out=tuple(one for one in all_of if family_of(one.name) in out),
            )
            run_dir = args.work / f"seed{seed}_fold{fold}"
            found = measured(fold_of, replace(config, seed=seed), run_dir)
            rows += [{"seed": seed, "fold": fold, **row} for row in found]
    print_table(rows)
    sums = [summed(rows, budget) for budget in BUDGETS]
    print_table(sums)
    finish({"rows": rows, "sums": sums}, card)


if __name__ == "__main__":
    main()
