"""Runs and proofs for tests of reports; one of a program whose names would do harm as markup."""

from dataclasses import replace
from pathlib import Path

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.evaluation.evaluate import SHORT as SHORT_EFFORT, SHORT_SEARCHES, evaluate
from symbolic_rl.policy.open import open_run
from symbolic_rl.proofs.proof import Line, Proof
from symbolic_rl.report.recording import keep_table
from symbolic_rl.training.train import train
from tests.problems import write_files

SHORT = {"imitation_steps": 1, "imitation_frames": 64, "total_frames": 64, "dim": 8}

HOSTILE = [
    "<script>alert(1)</script>", "</script><script>alert(2)</script>", "</style><b>", "<!--",
    "-->", "<img src=x onerror=alert(3)>", "<svg onload=alert(4)>", "]]>", "&lt;b&gt;",
    "&amp;amp;", "&#x3c;", "\"", "''", "'><b>", "\" onmouseover=\"alert(5)", "`${alert(6)}`",
    "${7}", "{{7*7}}", "<%= 7 %>", "javascript:alert(8)", "<a href='javascript:alert(9)'>",
    "<base href=//example.org/>", "<meta http-equiv=refresh content=0>",
    "<iframe src=about:blank>", "<plaintext>", "<title>", "</title>", "</details>", "</textarea>",
    "<template>", "constructor", "__proto__", "toString", "0", "-1", " ", "\u202eabc",
    "abc\u202e def", "\u2066x\u2069", "\u200b", "\u200d", "\ufeff", "\u05e9\u05dc\u05d5\u05dd",
    "\u0645\u0631\u062d\u0628\u0627", "a\u0301\u0302", "\u6f22\u5b57", "\U0001f600", "%s%d%n",
    "\\", "\\n", "\n", "\t", "\x01", "\x1b[31m", "\x7f", "\u2028", "\ud7ff", "\U000e0041",
    "a" * 10_000, "<" * 10_000,
]  # fmt: skip
"""Names of atoms, more than 50."""


def quoted(name: str) -> str:
    told = name.replace("\\", "\\\\").replace("'", "\\'")
    return (
        "'" + "".join(f"\\x{ord(c):x}\\" if ord(c) < 32 or ord(c) == 127 else c for c in told) + "'"
    )


def hostile_run(folder: Path) -> Path:
    """Train for a moment on a program of hostile names, and keep what was found."""
    facts = "".join(f"p({quoted(name)}).\n" for name in HOSTILE)
    goals = "".join(f"query(q({quoted(name)})).\n" for name in HOSTILE)
    texts = {"program": f"{facts}q(X) :- p(X). % <b>rule</b>\n", "train": goals, "test": goals}
    about = {"env.toml": "description = '<b>Hostile</b>'\n"}
    pack = write_files(folder / "<script>alert(0)<b>", about, **texts)
    return short_run(folder / "run", str(pack))


def short_run(run: Path, source: str, *, seed: int = 0) -> Path:
    """Train a policy for a moment, evaluate it, and keep what the command ``train`` would keep."""
    train(load_problem(source), TrainConfig(seed=seed, **SHORT), run, source=source)
    problem, policy = open_run(run)
    command = f"symbolic-rl train --env {source}"
    RunDirectory.open(run).keep_result("training", {"split": "session 1", "command": command})
    effort = replace(
        SHORT_EFFORT, most_searched=0, timed=("guided", "iterative-deepening"), limit_s=0.2
    )
    methods = (*SHORT_SEARCHES, "greedy", "random")
    table = evaluate(problem, policy, "test", methods, effort)
    keep_table(run, problem, policy, table, command)
    return run


def made_up(depths: list[int], goals: list[str]) -> Proof:
    kinds = ["query", *["clause"] * (len(depths) - 1)]
    lines = [
        Line(depth, goal, kind, "p.pl", 1, 0, {"X": f"value of {goal}"})
        for depth, goal, kind in zip(depths, goals, kinds, strict=True)
    ]
    return Proof("goal", {}, len(depths), tuple(lines))
