"""Programs and runs of unusual shapes: wide, deep, long, many. Each ends well, or with an error.

    python -m tools.shapes [--only WORD] [--page FILE]

Each case is one command in a process of its own, within ``MEMORY_GB`` of address space and
``TIMEOUT_S`` seconds. It is right if its output matches what is expected of it, and if it ends with
exit code 0 or 1, or with 2 and an error of a few lines: without a traceback or a signal. Prints a
table, with the most resident memory of the command's processes; the exit code counts the faults.
"""

import argparse
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from symbolic_rl.base.machine import machine_card

MEMORY_GB, TIMEOUT_S = 11, 400

REACH = "reach(X, Y) :- reach(X, Z), edge(Z, Y).\nreach(X, Y) :- edge(X, Y).\n"
ADD = "add(o, X, X).\nadd(s(X), Y, s(Z)) :- add(X, Y, Z).\n"
COUNT = "count(N, N).\ncount(I, N) :- I < N, J is I + 1, count(J, N).\n"
FACTORIAL = "f(0, 1).\nf(N, F) :- N > 0, M is N - 1, f(M, G), F is N * G.\n"
APPEND = "app([], L, L).\napp([H|T], L, [H|R]) :- app(T, L, R).\n"
SHORT = "--total-frames 2048"
PPO = "--algo ppo --total-frames 512"


@dataclass(frozen=True)
class Case:
    """A command on files that are written for it."""

    kind: str
    what: str
    command: str  # words after symbolic-rl; the folder of the files is current
    expected: str  # pattern in the output
    files: dict[str, str]


def numeral(n: int) -> str:
    """Return a number of successors."""
    return "s(" * n + "o" + ")" * n


def facts(name: str, n: int, *, step: int = 1) -> str:
    """Return n facts, each from a constant to a later one."""
    return "".join(f"{name}(n{i}, n{(i * 7 + step) % n}).\n" for i in range(n))


def pack(program: str, queries: list[str], settings: str = "") -> dict[str, str]:
    """Return the files of an environment folder ``pack``."""
    lines = "".join(f"query({query}).\n" for query in queries)
    toml = f'[queries]\ntrain = "train.pl"\n{settings}'
    return {"pack/env.toml": toml, "pack/program.pl": program, "pack/train.pl": lines}


def every(goal: str) -> str:
    """Return commands that check a pack, prove a goal of it, and train and evaluate a policy."""
    searched = "--search --limit 5 --budget 1000"
    return (
        f"check pack; prove pack '{goal}'; train --env pack --run-dir run --total-frames 1024; "
        f"eval run --split train {searched}"
    )


def cases() -> Iterator[Case]:
    """Yield all cases."""
    yield from wide()
    yield from deep()
    yield from long()
    yield from many()


def wide() -> Iterator[Case]:
    """Yield programs and observations that are wide."""
    edges = REACH + facts("edge", 2_000)
    near = [f"reach(n{i}, n{(i * 7 + 1) % 2000})" for i in range(200)]
    training = "train --env pack --run-dir run"
    yield Case(
        "wide", "2,000 edges, trained on", f"{training} {SHORT}", "finished", pack(edges, near)
    )
    more = REACH + facts("edge", 20_000)
    near = [f"reach(n{i}, n{(i * 7 + 1) % 20000})" for i in range(200)]
    yield Case(
        "wide", "20,000 edges, trained on", f"{training} {SHORT}", "finished", pack(more, near)
    )
    sides = "".join(f"p({i}).\n" for i in range(10_000)) + "q(X) :- p(X), X > 9990.\n"
    few = [f"q({i})" for i in range(9_991, 9_999)]
    window = f"{training} {SHORT} --n-candidates 4096"
    yield Case("wide", "a window of 4,096 candidates", window, "finished", pack(sides, few))
    add = pack(ADD, [f"add({numeral(n)}, o, X)" for n in range(1, 9)])
    view = f"{training} {PPO} --n-goals 4096 --memory-mb 1000"
    yield Case("wide", "4,096 goals in view, PPO", view, "is reduced to.*finished", add)
    yield Case(
        "wide", "a network of width 1,000,000", f"{training} --dim 1000000", "--memory-mb", add
    )
    batch = f"{training} {PPO} --frames-per-batch 16777216 --memory-mb 256"
    yield Case("wide", "16,777,216 frames a batch", batch, "is reduced to.*finished", add)
    steps = pack(ADD, ["add(o, o, X)"], "[train]\nimitation_frames = 5000000\n")
    yield Case("wide", "5,000,000 frames a step", training, "--memory-mb", steps)
    body = ", ".join(["r(X)"] * 1_000)
    goals = pack(f"r(a).\nr(b).\nq(X) :- {body}.\n", ["q(a)", "q(b)"])
    yield Case("wide", "a state of 1,000 goals", every("q(X)"), "X = a.*guided", goals)
    yield Case("wide", "10,000 candidates", every("q(X)"), "X = 9991.*guided", pack(sides, few))


def deep() -> Iterator[Case]:
    """Yield deep terms."""
    for n in (900, 5_000):
        found = {"p.pl": f"same(X, X).\np(X) :- same(X, {numeral(n)}).\n"}
        text = "X = s|error"
        yield Case("deep", f"a numeral of {n:,} levels", 'prove p.pl "p(X)"', text, found)
    sides = "".join(f"p({i}, {numeral(i % 500)}).\n" for i in range(10_000))
    both = pack(f"{sides}q(X) :- p(X, {numeral(499)}).\n", ["q(499)", "q(999)"])
    yield Case("deep", "10,000 facts of 500 levels", every("q(X)"), "X = 499.*guided", both)
    total = "t(" + "+".join(["a"] * 100_000) + ").\n"
    yield Case("deep", "100,000 operators", 'prove p.pl "t(X)"', "X = .*p.pl:1", {"p.pl": total})
    text = f"prove p.pl 'add({numeral(300)}, {numeral(300)}, X)'"
    yield Case("deep", "a sum of 300 and 300", text, "X = s", {"p.pl": ADD})
    members = ", ".join(map(str, range(20_000)))
    list_ = {"p.pl": f"l([{members}]).\nq(X) :- l(L), last(L, X).\n"}
    yield Case("deep", "a list of 20,000 members", 'prove p.pl "q(X)"', "X = 19999", list_)


def long() -> Iterator[Case]:
    """Yield long derivations and searches without an end."""
    count = {"p.pl": COUNT}
    for n in (1_000, 20_000):
        command = f'prove p.pl "count(0, {n})" --search depth-first --max-inferences 1000000'
        yield Case("long", f"a proof of {n:,} rounds", command, "true|yes|count", count)
    endless = {"p.pl": "p(X) :- p(f(X)).\np(X) :- p(g(X)).\n"}
    for search in ("guided", "breadth-first", "iterative-deepening"):
        command = f'prove p.pl "p(a)" --search {search} --memory-mb 64 --timeout-s 20'
        what = f"no end, {search}, within 64 MB"
        yield Case("long", what, command, "no answer", endless)
    command = f"train --env pack --run-dir run {PPO} --max-inferences 5000"
    rounds = pack(COUNT, ["count(0, 3000)"])
    yield Case("long", "episodes of 5,000 inferences, PPO", command, "finished", rounds)
    large = pack(FACTORIAL, ["f(30, 265252859812191058636308480000000)", "f(25, X)"])
    found = "X = 265252859812191058636308480000000.*guided"
    yield Case("long", "integers of more than 64 bits", every("f(30, X)"), found, large)
    rounds = pack(COUNT, ["count(0, 100000)", "count(0, 50)"], "[env]\nmax_inferences = 100000\n")
    found = "true.*guided"
    yield Case("long", "episodes of 100,000 steps", every("count(0, 50)"), found, rounds)


def many() -> Iterator[Case]:
    """Yield many clauses, queries and files."""
    rules = "".join(f"p(n{i}, X) :- q(n{i % 1000}, X).\n" for i in range(100_000))
    asked = [f"p(n{i * 37}, n{i * 37 % 1000 * 7 % 1000})" for i in range(200)]
    program = pack(rules + facts("q", 1_000, step=0), asked)
    yield Case(
        "many", "100,000 clauses of one predicate", every("p(n99999, X)"), "X = n.*guided", program
    )
    edges = pack(
        REACH + facts("edge", 1_000_000),
        [f"reach(n{i}, n{(i * 7 + 1) % 1_000_000})" for i in range(200)],
    )
    yield Case("many", "1,000,000 facts", every("reach(n5, n36)"), "true.*guided", edges)
    asked = [f"app([a{i % 1000}], [b{i // 1000}], X)" for i in range(1_000_000)]
    found = "1,000,000 queries.*finished"
    command = f"check pack; train --env pack --run-dir run {SHORT}"
    yield Case("many", "1,000,000 queries", command, found, pack(APPEND, asked))
    large = {"p.pl": facts("p", 100_000)}
    yield Case(
        "many", "100,000 facts of one predicate", 'prove p.pl "p(n99999, X)"', "X = n", large
    )
    each = "".join(f"p{i}(X) :- p{i + 1}(X).\n" for i in range(5_000)) + "p5000(a).\n"
    command = 'prove p.pl "p4000(X)"'
    yield Case("many", "5,000 predicates", command, "X = a", {"p.pl": each})
    lines = "".join(f"app([a], [b], X{i}).\n" for i in range(2_000))
    files = {"p.pl": APPEND, "goals.pl": lines}
    yield Case("many", "2,000 goals", "prove p.pl --goals goals.pl", "2,000", files)
    queries = pack(APPEND, [f"app([a{i}], [b], X)" for i in range(20_000)])
    yield Case("many", "20,000 training queries", "check pack", "20,000|ready|ok", queries)
    for n in (100_000, 1_000_000):
        found = f"train *{n:,} queries"
        rows = "".join(f"e{i * 7919 % 99_991}\tr{i % 20}\te{i // 10}\n" for i in range(n))
        held = {name: f"e1\tr1\tx{name[0]}\n" for name in ("valid.txt", "test.txt")}
        files = {"train.txt": rows, **held}
        command = "import triples train.txt valid.txt test.txt --name pack; check pack"
        yield Case("many", f"{n:,} triples, checked", command, found, files)


@dataclass(frozen=True)
class Outcome:
    """What became of a case."""

    case: Case
    code: int
    megabytes: int
    seconds: float
    verdict: str

    @property
    def row(self) -> str:
        """Return a row of the table."""
        shown = self.case.command if len(self.case.command) < 90 else self.case.command[:87] + "..."
        cells = (self.case.kind, self.case.what, f"`{shown}`", f"{self.megabytes:,}")
        return f"| {' | '.join(cells)} | {self.seconds:.0f} | {self.verdict} |"


def outcome(case: Case) -> Outcome:
    """Run a case in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in case.files.items():
            file = Path(folder, name)
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
        started, megabytes, code, printed = perf_counter(), 0, 0, ""
        for part in case.command.split("; "):
            code, some, peak = _run(shlex.split(part), folder)
            printed, megabytes = printed + some, max(megabytes, peak)
            if code:
                break
    return Outcome(case, code, megabytes, perf_counter() - started, verdict(case, code, printed))


def _run(words: list[str], folder: str) -> tuple[int, str, int]:
    """Run a command; return its exit code, its output and its most resident megabytes."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_GB << 30,) * 2)

    command = ["timeout", str(TIMEOUT_S), sys.executable, "-m", "symbolic_rl", *words]
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    with tempfile.TemporaryFile("w+") as file:
        process = subprocess.Popen(
            command, cwd=folder, stdout=file, stderr=file, preexec_fn=limit, env=environment
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        file.seek(0)
        return process.returncode, file.read(), used.ru_maxrss >> 10


def verdict(case: Case, code: int, printed: str) -> str:
    """Return what is wrong, after the word *fault*, or how the case has ended.

    >>> case = Case("wide", "a toy", "", "X = a", {})
    >>> verdict(case, 0, "X = a"), verdict(case, 1, "no answer"), verdict(case, -11, "")
    ('answered', 'fault: no "X = a" in its output', 'fault: signal 11')
    """
    if code < 0:
        return f"fault: signal {-code}"
    if code == 124:
        return f"fault: not done after {TIMEOUT_S} s"
    if "Traceback (most recent call last)" in printed or code > 2:
        return f"fault: exit code {code}, or a traceback"
    if not re.search(case.expected, printed, re.DOTALL):
        return f'fault: no "{case.expected}" in its output'
    if code == 2:
        (first,) = re.findall(r"^error: (.{0,80})", printed, re.M)[:1] or [""]
        return f"refused: {first}".replace("|", "/")
    return "reduced, and told" if "is reduced to" in printed else "answered"


def main() -> int:
    """Run the cases; return the number of faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="cases with this word in kind or name")
    parser.add_argument("--page", type=Path, help="write the table to this file as well")
    args = parser.parse_args()
    card = "  ".join(f"{key}={value}" for key, value in machine_card().items())
    lines = [
        "# Shapes",
        "",
        "Programs and runs that are wide, deep, long or many: does each end well, or with an error"
        " of a few lines? (`python -m tools.shapes`)",
        "",
        f"Within {MEMORY_GB} GB of address space and {TIMEOUT_S} s each. Megabytes are resident, of"
        " which 390 are Python with torch.",
        "",
        f"    {card}",
        "",
        "| kind | shape | command after `symbolic-rl` | MB | s | verdict |",
        "|---|---|---|---|---|---|",
    ]
    print("\n".join(lines))
    n_faults = 0
    for case in cases():
        if args.only in f"{case.kind} {case.what}":
            found = outcome(case)
            n_faults += found.verdict.startswith("fault")
            lines.append(found.row)
            print(found.row, flush=True)
    if args.page:
        args.page.write_text("\n".join(lines) + "\n")
    return n_faults


if __name__ == "__main__":
    sys.exit(main())
