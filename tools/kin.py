"""Train a structure part for some programs, and measure it on others that it has not seen.

    python -m tools.kin WORK [--hold-out member] [--seeds 0 1 2] [--families schedules ...]
    python -m tools.kin WORK --hold-out family --envs bench/strangers

The families (:data:`FAMILIES`) have five programs each, with different clauses and other names, and
goals that are drawn from a fixed seed, smaller ones first; each program of ``--envs`` is a family.
Either each member of a family is held out once, and the structure part is fitted to proofs of the
other members (``train --env``); or families are dealt to :data:`FOLDS`, each fold is held out, and
all other programs are trained. The last quarter of the held-out goals, the largest ones, is
searched with the structure part, without a policy, and breadth-first. Everything is kept in WORK,
and what is there already is not done again: the command can be ended and started at any time.
Prints a row for each held-out program and seed, the sums and ratios by family, and as the last line
one JSON document of both.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from symbolic_rl.base.config import EnvConfig, TrainConfig
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.derivations.problem import NAMELESS, Problem, Programs
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.policy.open import load_policy
from symbolic_rl.program.pack import load_packs
from symbolic_rl.training.train import train

BUDGETS, N_QUERIES = (100, 1_000), 40
METHODS = ("guided", "unguided", "breadth-first")
FRAMES = 150_000
"""Frames of a run: four fits of the structure part."""
FOLDS = 6
"""Parts of the families, one of which is held out at a time."""

Goal = Callable[[random.Random, int], str]
"""Makes a goal of a size, from 0 to :data:`LARGEST`."""


def _list(items: Iterable[object]) -> str:
    return f"[{', '.join(map(str, items))}]"


def _line(rng: random.Random, size: int) -> str:
    """Jobs of one machine, with deadlines that an order keeps."""
    jobs = [(f"j{k}", rng.randint(1, 5)) for k in range(3 + size)]
    at, due = 0, []
    for name, takes in rng.sample(jobs, len(jobs)):
        at += takes
        due.append(f"job({name}, {takes}, {at + rng.randint(0, 2)})")
    return f"line({_list(sorted(due))}, 0, Order)"


def _loads(rng: random.Random, size: int) -> str:
    """Weights for two machines."""
    weights = [rng.randint(1, 9) for _ in range(4 + size)]
    most = -(-sum(weights) // 2) + rng.randint(0, 1)
    return f"loads({_list(weights)}, {most}, {most}, Where)"


def _starts(rng: random.Random, size: int) -> str:
    """Tasks that follow each other, with a start of each."""
    tasks = [f"t({rng.randint(1, 2)}, S{k})" for k in range(2 + size // 2)]
    return f"starts({_list(tasks)}, 0, {2 * len(tasks) + 1}, {_list(range(8))})"


def _lessons(rng: random.Random, size: int) -> str:
    """Lessons of some teachers and classes, each in a period without a clash."""
    lessons = [f"lesson({rng.choice('abc')}, {rng.choice('xyz')}, P{k})" for k in range(2 + size)]
    return f"table({_list(lessons)}, [], {_list(range(1, 5))})"


def _shifts(rng: random.Random, size: int) -> str:
    """Days with a worker each, nobody on two days in a row, and a number of days for each."""
    days = [f"d(W{k})" for k in range(3 + size)]
    names = rng.sample(["ann", "bob", "cyd"], 3)
    left = [f"may({name}, {-(-len(days) // 3) + (name == names[0])})" for name in names]
    return f"shifts({_list(days)}, nobody, {_list(left)})"


def _words(grammar: dict[str, list[list[str]]], start: str) -> Goal:
    """Sentences of a grammar, with more words for a larger size."""

    def sentence(rng: random.Random, symbol: str, depth: int) -> list[str]:
        if symbol not in grammar:
            return [symbol]
        rules = grammar[symbol]
        rule = rng.choice(rules) if depth > 0 else rules[0]
        return [word for part in rule for word in sentence(rng, part, depth - 1)]

    def goal(rng: random.Random, size: int) -> str:
        found = [sentence(rng, start, 2 + size) for _ in range(30)]
        wanted = min(found, key=lambda words: abs(len(words) - (3 + 2 * size)))
        return f"{start}({_list(wanted)}, [])"

    return goal


ENGLISH = {
    "s": [["np", "vp"]], "np": [["d", "n"], ["np", "pp"], ["d", "a", "n"]],
    "vp": [["v", "np"], ["vp", "pp"]], "pp": [["p", "np"]],
    "d": [["the"], ["a"]], "n": [["dog"], ["park"], ["man"]], "a": [["old"], ["red"]],
    "v": [["saw"], ["had"]], "p": [["in"], ["with"]],
}  # fmt: skip
SUMS = {
    "e": [["t"], ["e", "plus", "t"]], "t": [["f"], ["t", "times", "f"]],
    "f": [["n"], ["open", "e", "close"]], "n": [["1"], ["2"], ["3"]],
}  # fmt: skip
RELATIVE = {
    "sent": [["sub", "pred"]], "sub": [["noun"], ["sub", "rel"]],
    "rel": [["that", "pred"], ["that", "sub", "verb"]], "pred": [["verb", "sub"], ["runs"]],
    "noun": [["cats"], ["mice"], ["dogs"]], "verb": [["chase"], ["like"]],
}  # fmt: skip
BLOCKS = {
    "prog": [["stmt"], ["stmt", "semi", "prog"]],
    "stmt": [["var", "is", "val"], ["if", "val", "then", "stmt"],
             ["if", "val", "then", "stmt", "else", "stmt"], ["begin", "prog", "end"]],
    "val": [["var"], ["one"], ["val", "less", "val"]], "var": [["x"], ["y"]],
}  # fmt: skip
MUSIC = {
    "tune": [["bar"], ["tune", "bar"]], "bar": [["half", "half"]],
    "half": [["long"], ["beat", "beat"], ["beat", "half"]], "beat": [["tick"], ["tick", "tock"]],
}  # fmt: skip


def _rules(grammar: dict[str, list[list[str]]]) -> str:
    shown = [
        f"{left} --> {', '.join(x if x in grammar else f'[{x}]' for x in right)}."
        for left, rules in grammar.items()
        for right in rules
    ]
    return "\n".join(shown)


def _arrow(rng: random.Random, depth: int, atoms: str, arrow: str) -> str:
    if depth <= 0 or rng.random() < 0.2:
        return rng.choice(atoms)
    left, right = (_arrow(rng, depth - 1, atoms, arrow) for _ in range(2))
    return f"{arrow}({left}, {right})"


def _simply_typed(rng: random.Random, size: int) -> str:
    """Types of functions that give one of their arguments, or apply one to another."""
    names = [_arrow(rng, size // 3, "pqr", "to") for _ in range(2 + size // 2)]
    result = rng.choice(names)
    if size > 1 and rng.random() < 0.6:
        function = f"to({result}, z)"
        names, result = [*names, function], "z"
    rng.shuffle(names)
    for name in reversed(names):
        result = f"to({name}, {result})"
    return f"has([], Term, {result})"


def _subtype(rng: random.Random, size: int) -> str:
    """Two types of which one is below the other, by the chains of the base types."""

    def pair(depth: int) -> tuple[str, str]:
        if depth <= 0 or rng.random() < 0.2:
            low, high = sorted(rng.choices(range(4), k=2))
            chain = rng.choice(["nat int num any", "one few many any"]).split()
            return chain[low], chain[high]
        (a, b), (c, d) = pair(depth - 1), pair(depth - 1)
        arrow, product = (f"fn({b}, {c})", f"fn({a}, {d})"), (f"both({a}, {c})", f"both({b}, {d})")
        return rng.choice([arrow, product])

    low, high = pair(1 + size // 2)
    return f"below({low}, {high})"


def _data(rng: random.Random, size: int) -> str:
    def of(depth: int) -> str:
        if depth <= 0 or rng.random() < 0.25:
            return rng.choice(["int", "char", "unit"])
        made = rng.choice(["prod({}, {})", "sum({}, {})", "prod({}, {})"])
        return made.format(of(depth - 1), of(depth - 1))

    return f"value({of(1 + size // 2)}, V)"


def _signature(rng: random.Random, size: int) -> str:
    return f"all({_list(rng.choices('abcd', k=1 + size))}, Terms)"


def _listed(rng: random.Random, size: int) -> str:
    sorts = list[str]()
    for _ in range(2):
        sort = rng.choice(["nat", "bool"])
        for _ in range(rng.randint(0, 2)):
            sort = f"list({sort})"
        sorts.append(f"of(E{len(sorts)}, {sort})")
    return f"fits({_list(sorts)}, {2 + size})"


def _sorted(rng: random.Random, size: int) -> str:
    return f"sorts({_list(rng.sample(range(20), 3 + size // 2))}, S)"


def _total(rng: random.Random, size: int) -> str:
    items = [rng.randint(1, 15) for _ in range(4 + size)]
    return f"picks({_list(items)}, {sum(rng.sample(items, 2 + size // 2))}, P)"


def _broken(rng: random.Random, size: int) -> str:
    words = ["a", "ab", "ba", "aab", "bb", "abba"]
    return f"breaks({_list(''.join(rng.choices(words, k=2 + size)))}, {2 + size}, Words)"


def _chained(rng: random.Random, size: int) -> str:
    at = rng.randint(0, 5)
    chain = [at := at + rng.choice([-2, -1, 1, 2]) for _ in range(3 + size // 2)]
    return f"chain({_list(rng.sample(chain, len(chain)))}, C)"


def _stacked(rng: random.Random, size: int) -> str:
    items = rng.choices("uv", k=3 + size)
    rest, stack, out = list(items), list[str](), list[str]()
    while rest or stack:
        if rest and (not stack or rng.random() < 0.6):
            stack.append(rest.pop(0))
        else:
            out.append(stack.pop())
    return f"turns({_list(items)}, [], {_list(out)})"


PICK = "pick(X, [X|T], T).\npick(X, [Y|T], [Y|R]) :- pick(X, T, R).\n"
TAKE = "take([H|T], H, T).\ntake([H|T], Y, [H|R]) :- take(T, Y, R).\n"
FAMILIES: dict[str, dict[str, tuple[str, Goal]]] = {
    "schedules": {
        "line": (PICK + """line([], _, []).
line(Jobs, T, [N|Ns]) :-
    pick(job(N, D, Due), Jobs, Rest), E is T + D, E =< Due, line(Rest, E, Ns).
""", _line),
        "loads": ("""loads([], _, _, []).
loads([W|Ws], A, B, [l|Us]) :- A >= W, C is A - W, loads(Ws, C, B, Us).
loads([W|Ws], A, B, [r|Us]) :- B >= W, C is B - W, loads(Ws, A, C, Us).
""", _loads),
        "starts": (PICK + """starts([], _, _, _).
starts([t(D, S)|Ts], From, To, Free) :-
    pick(S, Free, Rest), S >= From, E is S + D, E =< To, starts(Ts, E, To, Rest).
""", _starts),
        "lessons": ("""of([P|_], P).
of([_|Ps], P) :- of(Ps, P).
apart(_, _, _, []).
apart(T, C, P, [at(_, _, Q)|Xs]) :- P =\\= Q, apart(T, C, P, Xs).
apart(T, C, P, [at(U, D, _)|Xs]) :- T \\== U, C \\== D, apart(T, C, P, Xs).
table([], _, _).
table([lesson(T, C, P)|Ls], Done, Ps) :-
    of(Ps, P), apart(T, C, P, Done), table(Ls, [at(T, C, P)|Done], Ps).
""", _lessons),
        "shifts": ("""uses([may(W, N)|Ms], W, [may(W, M)|Ms]) :- N > 0, M is N - 1.
uses([X|Ms], W, [X|Ns]) :- uses(Ms, W, Ns).
shifts([], _, _).
shifts([d(W)|Ds], Before, Ms) :- uses(Ms, W, Ns), W \\== Before, shifts(Ds, W, Ns).
""", _shifts),
    },
    "grammars": {
        "english": (_rules(ENGLISH), _words(ENGLISH, "s")),
        "sums": (_rules(SUMS), _words(SUMS, "e")),
        "relative": (_rules(RELATIVE), _words(RELATIVE, "sent")),
        "blocks": (_rules(BLOCKS), _words(BLOCKS, "prog")),
        "music": (_rules(MUSIC), _words(MUSIC, "tune")),
    },
    "types": {
        "simple": ("""in([X|_], X, v(z)).
in([_|C], X, v(s(N))) :- in(C, X, v(N)).
has(C, V, T) :- in(C, T, V).
has(C, lam(B), to(S, T)) :- has([S|C], B, T).
has(C, app(F, A), T) :- has(C, F, to(S, T)), has(C, A, S).
""", _simply_typed),
        "subtypes": ("""below(X, X).
below(X, Z) :- below(X, Y), below(Y, Z).
below(fn(A, B), fn(C, D)) :- below(C, A), below(B, D).
below(both(A, B), both(C, D)) :- below(A, C), below(B, D).
below(nat, int).
below(int, num).
below(num, any).
below(one, few).
below(few, many).
below(many, any).
""", _subtype),
        "data": ("""value(int, 0).
value(char, x).
value(T, fst(P)) :- value(prod(T, _), P).
value(prod(S, T), pair(X, Y)) :- value(S, X), value(T, Y).
value(sum(S, _), left(X)) :- value(S, X).
value(sum(_, T), right(Y)) :- value(T, Y).
value(unit, nil).
""", _data),
        "signature": ("""term(b, f(X)) :- term(a, X).
term(c, g(X, Y)) :- term(b, X), term(c, Y).
term(c, h(X)) :- term(d, X).
term(d, m(X)) :- term(b, X).
term(a, n(X)) :- term(c, X).
term(a, k).
all([], []).
all([S|Ss], [X|Xs]) :- term(S, X), all(Ss, Xs).
""", _signature),
        "expressions": ("""expr(nil, list(_), 1).
expr(zero, nat, 1).
expr(true, bool, 1).
expr(succ(X), nat, N) :- N > 1, M is N - 1, expr(X, nat, M).
expr(cons(X, L), list(T), N) :- N > 2, M is N - 2, expr(L, list(T), M), expr(X, T, 1).
expr(head(L), T, N) :- N > 1, M is N - 1, expr(L, list(T), M).
fits([], 0).
fits([of(E, T)|Es], N) :- size(M, N), expr(E, T, M), R is N - M, fits(Es, R).
size(N, N) :- N > 0.
size(M, N) :- N > 1, K is N - 1, size(M, K).
""", _listed),
    },
    "lists": {
        "sorting": (PICK + """perm([], []).
perm(L, [X|P]) :- pick(X, L, R), perm(R, P).
ordered([]).
ordered([_]).
ordered([X, Y|T]) :- X =< Y, ordered([Y|T]).
sorts(L, S) :- perm(L, S), ordered(S).
""", _sorted),
        "totals": ("""picks([], 0, []).
picks([_|Xs], N, P) :- picks(Xs, N, P).
picks([X|Xs], N, [X|P]) :- N >= X, M is N - X, picks(Xs, M, P).
""", _total),
        "words": ("""after([], Y, Y).
after([H|X], [H|Y], Z) :- after(X, Y, Z).
breaks([], 0, []).
breaks(L, N, [W|Ws]) :- N > 0, M is N - 1, word(W), after(W, L, R), breaks(R, M, Ws).
word([a]).
word([a, b]).
word([b, a]).
word([a, a, b]).
word([b, b]).
word([a, b, b, a]).
""", _broken),
        "chains": (TAKE + """chain(L, [X|C]) :- take(L, X, R), on(R, X, C).
on([], _, []).
on(L, X, [Y|C]) :- take(L, Y, R), D is abs(X - Y), D =< 2, on(R, Y, C).
""", _chained),
        "stacks": ("""turns([], [], []).
turns([X|Xs], S, Ys) :- turns(Xs, [X|S], Ys).
turns(Xs, [X|S], [X|Ys]) :- turns(Xs, S, Ys).
""", _stacked),
    },
}  # fmt: skip
"""Clauses and goals of the members of each family."""

N_GOALS = 120
LARGEST = {
    "line": 6, "loads": 36, "starts": 11, "lessons": 5, "shifts": 12,
    "english": 16, "sums": 5, "relative": 9, "blocks": 15, "music": 10,
    "simple": 11, "subtypes": 6, "data": 16, "signature": 24, "expressions": 17,
    "sorting": 6, "totals": 28, "words": 15, "chains": 16, "stacks": 18,
}  # fmt: skip
"""Sizes at which search without a policy proves about a third of the held-out goals within 1,000
inferences; nothing else was looked at when they were chosen."""


def made(folder: Path, family: str) -> list[Path]:
    """Write the programs of a family, each as a pack whose split ``test`` is to be searched."""
    folders = []
    for name, (program, goal) in FAMILIES[family].items():
        rng = random.Random(f"{family} {name}")
        goals = [goal(rng, LARGEST[name] * k // N_GOALS) for k in range(N_GOALS)]
        queries = [f"query({goal}).\n" for goal in dict.fromkeys(goals)]
        first = -(-3 * len(queries) // 4)
        folders.append(folder / family / name)
        texts = {"program.pl": program, "env.toml": f'description = "{name} of {family}"\n'}
        texts |= {"train.pl": "".join(queries[:first]), "test.pl": "".join(queries[first:])}
        folders[-1].mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            (folders[-1] / file).write_text(text)
    return folders


def family_of(program: str) -> str:
    """Return the family of a program: one of ``FAMILIES``, or its own name."""
    return next((name for name, members in FAMILIES.items() if program in members), program)


def parts(programs: Sequence[Problem], hold_out: str) -> Iterator[tuple[str, set[str], set[str]]]:
    """Yield name, trained and held-out programs of each training."""
    names = [one.name for one in programs]
    if hold_out == "member":
        for name in names:
            kin = {other for other in names if family_of(other) == family_of(name)} - {name}
            if kin:
                yield name, kin, {name}
        return
    families = sorted({family_of(name) for name in names})
    random.Random(0).shuffle(families)
    for fold in range(min(FOLDS, len(families))):
        out = {name for name in names if family_of(name) in families[fold::FOLDS]}
        yield f"fold{fold}", {*names} - out, out


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
        row: dict[str, Any] = {"family": family_of(problem.name), "program": problem.name}
        proved = {f"{one.method} {one.budget}": sum(one.proved) for one in table.outcomes}
        rows.append({**row, "seed": config.seed, "queries": table.searched, **proved})
    file.write_text(json.dumps(rows))
    print(f"{run_dir.name}: {last['proved']} of {last['queries']} training goals are proved")
    return rows


def summed(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sum up the rows of each family, and of all, and compare the structure part with no policy."""
    sums = []
    for family in ("all", *sorted({row["family"] for row in rows})):
        of_family = [row for row in rows if family in ("all", row["family"])]
        total = {
            f"{name} {n}": sum(row[f"{name} {n}"] for row in of_family)
            for name in METHODS
            for n in BUDGETS
        }
        ratios = {
            f"ratio at {n}": round(
                total[f"{METHODS[0]} {n}"] / max(1, total[f"{METHODS[1]} {n}"]), 2
            )
            for n in BUDGETS
        }
        each = [row[f"{METHODS[0]} 1000"] / max(1, row[f"{METHODS[1]} 1000"]) for row in of_family]
        sums.append({"family": family, "median at 1000": round(median(each), 2), **ratios, **total})
    return sums


def main() -> None:
    """Run all trainings, and print what the held-out goals take."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("work", type=Path)
    parser.add_argument("--hold-out", choices=("member", "family"), default="member")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--families", nargs="*", choices=FAMILIES, default=list(FAMILIES))
    parser.add_argument("--envs", nargs="*", default=[])
    args = parser.parse_args()
    card = start("a structure part for programs that it has not seen")
    folders = [one for family in args.families for one in made(args.work / "made", family)]
    config = TrainConfig(policy=NAMELESS, total_frames=FRAMES)
    every = Programs.load(load_packs([*args.envs, *map(str, folders)]), EnvConfig(), config)
    programs, rows = list(every), list[dict[str, Any]]()
    for seed in args.seeds:
        for name, trained, out in parts(programs, args.hold_out):
            chosen = replace(
                every,
                trained=tuple(one for one in programs if one.name in trained),
                held_out=tuple(one for one in programs if one.name in out),
            )
            run_dir = args.work / f"{args.hold_out}_{name}_{seed}"
            rows += measured(chosen, replace(config, seed=seed), run_dir)
    print_table(rows)
    sums = summed(rows)
    print_table(sums)
    finish({"rows": rows, "families": sums}, card)


if __name__ == "__main__":
    main()
