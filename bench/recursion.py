"""How long do searches of recursive programs take to end with all answers, beside tabling?

    python bench/recursion.py [--nodes 1000] [--repeats 5] [--degrees 1 3 10]

Cyclic graphs of ``--nodes`` nodes: a ring, and as many more edges from each node, drawn at random.
Left, mutual and right recursion over them, asked for all nodes that the first one reaches.
The search is that of `prove` (iterative deepening, with tabling beside it), the program loaded,
proofs not derived; beside it a process of SWI-Prolog with the same program, `:- table` declared.
Both by turns, one of each before that is not counted; CPU seconds, medians of ``--repeats``.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with ``rules,
edges, answers, ended, search_s, swipl_s, ratio``), ``most`` and ``machine``.
"""

import argparse
import random
import subprocess
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.search import make_search
from symbolic_rl.search.base import Derivation
from symbolic_rl.search.beside import TablingBeside
from symbolic_rl.search.opened import open_goals
from symbolic_rl.search.scheduler import run_side_by_side
from symbolic_rl.search.tabling import TabledSearch

SEARCH = "iterative-deepening"
RULES = {
    "left": "path(X, Y) :- path(X, Z), edge(Z, Y).\npath(X, Y) :- edge(X, Y).\n",
    "mutual": "path(X, Y) :- odd(X, Z), edge(Z, Y).\npath(X, Y) :- edge(X, Y).\n"
    "odd(X, Y) :- path(X, Z), edge(Z, Y).\n",
    "right": "path(X, Y) :- edge(X, Z), path(Z, Y).\npath(X, Y) :- edge(X, Y).\n",
}
GOAL = "path(n0, X)"
KEPT = ("pages_turned", "variants")
"""Counters of what loses no answer."""
DRIVER = """\
:- initialization(main, main).
main :-
    read(Line),
    (   Line == end_of_file
    ->  true
    ;   abolish_all_tables,
        garbage_collect,
        statistics(cputime, Before),
        findall(X, path(n0, X), Found),
        statistics(cputime, After),
        sort(Found, Answers),
        length(Answers, N),
        Seconds is After - Before,
        format("~d ~6f~n", [N, Seconds]),
        flush_output,
        main
    ).
"""


class Tabling:
    """Process of SWI-Prolog that answers the goal by tabling, as often as it is asked.

    Args:
        file: the program.
        folder: folder for a copy with declarations.
    """

    def __init__(self, file: Path, folder: Path) -> None:
        copy = folder / "tabled.pl"
        copy.write_text(f":- table path/2, odd/2.\n{file.read_text()}{DRIVER}")
        self._child = subprocess.Popen(
            ["swipl", "--quiet", str(copy)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def ask(self) -> tuple[int, float]:
        """Return the number of answers and CPU seconds."""
        assert self._child.stdin is not None and self._child.stdout is not None
        self._child.stdin.write("ask.\n")
        self._child.stdin.flush()
        answers, seconds = self._child.stdout.readline().split()
        return int(answers), float(seconds)

    def close(self) -> None:
        """End the process."""
        self._child.communicate()


def searched(file: Path) -> tuple[int, str, float]:
    """Search for all answers; return their number, the reason for the end, and CPU seconds."""
    space = open_goals(file).space(GOAL)
    began, found = process_time(), list[Derivation]()
    search = TablingBeside(make_search(SEARCH, space), TabledSearch(space))
    while not search.ended:
        found += run_side_by_side([search.advance(10**6)], at_once=1)[0]
    seconds = process_time() - began
    lost = {name: n for name, n in search.counters.items() if n and name not in KEPT}
    assert not lost, f"candidates were lost: {lost}"
    return len({one.key for one in found}), search.ended, seconds


def graph(nodes: int, degree: int) -> str:
    """Return the edges of a ring with more edges between its nodes."""
    rng = random.Random(0)
    more = [(i, rng.randrange(nodes)) for i in range(nodes) for _ in range(degree - 1)]
    edges = dict.fromkeys([*more, *((i, (i + 1) % nodes) for i in range(nodes))])
    return "".join(f"edge(n{a}, n{b}).\n" for a, b in edges)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--degrees", type=int, nargs="+", default=[1, 3, 10])
    parser.add_argument("--rules", nargs="+", choices=RULES, default=[*RULES])
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    card = start("How long do searches of recursive programs take to end with all answers?")
    rows = []
    for rules in args.rules:
        for degree in args.degrees:
            with tempfile.TemporaryDirectory() as name:
                file = Path(name, "program.pl")
                file.write_text(RULES[rules] + graph(args.nodes, degree))
                tabling = Tabling(file, Path(name))
                ours, theirs = [], []
                for _ in range(args.repeats + 1):  # the first of each warms up
                    n, ended, seconds = searched(file)
                    expected, swipl_s = tabling.ask()
                    assert n == expected, f"{n} answers, and {expected} by SWI-Prolog"
                    ours.append(seconds)
                    theirs.append(swipl_s)
                tabling.close()
            search_s, swipl_s = median(ours[1:]), median(theirs[1:])
            rows.append(
                {
                    "rules": rules,
                    "edges": degree,
                    "answers": n,
                    "ended": ended,
                    "search_s": round(search_s, 4),
                    "swipl_s": round(swipl_s, 4),
                    "ratio": round(search_s / max(swipl_s, 1e-6), 1),
                }
            )
    print_table(rows)
    finish({"rows": rows, "most": max(row["ratio"] for row in rows)}, card)


if __name__ == "__main__":
    main()
