"""Hostile words: goals, flags, settings, and names of files."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.hostile.case import QUERIES, SMALL, Case, Text, folder_of
from tests.hostile.programs import SMALL_TRAINING

HUGE = "9" * 5000
"""An integer that Python does not read."""

GOALS: dict[str, tuple[str, int, str, int]] = {
    # goal, exit code, message, finding
    "none": ("", 2, "goal", 0),
    "a stop": (".", 2, "goal", 0),
    "two goals": ("p(a). p(b)", 2, "goal", 0),
    "a variable": ("X", 2, "", 0),
    "a number": ("3", 2, "", 0),
    "a clause": ("p(X) :- q(X, X)", 2, "", 0),
    "a directive": (":- shell('touch canary')", 2, "", 0),
    "an effect": ("shell('touch canary')", 2, "shell/1", 0),
    "an effect behind a goal": ("p(X), shell('touch canary')", 2, "shell/1", 0),
    "an effect in a call": ("G = shell('touch canary'), call(G)", 2, "", 0),
    "an effect in a negation": ("\\+ shell('touch canary')", 2, "shell/1", 0),
    "halt": ("halt", 2, "halt/0", 0),
    "an end of the file": ("end_of_file", 2, "", 0),
    "an end behind a goal": ("p(a). end_of_file. :- shell('touch canary')", 2, "", 0),
    "a comment that is open": ("p(a) /* ", 2, "", 0),
    "a comment to the end": ("p(a) % , p(zzz)", 0, "p\\(a\\)", 0),
    "an open quote": ("p('a", 2, "", 0),
    "a quote of the shell": ("p('; touch canary;')", 1, "", 0),
    "an open bracket": ("p(a", 2, "", 0),
    "an unknown predicate": ("nowhere(X)", 2, "nowhere/1", 0),
    "a quasi quotation": ("p({|X||shell|})", 2, "", 0),
    "a cyclic term": ("X = f(X), p(X)", 1, "", 0),
    "a conjunction of 5,000": (", ".join(["p(a)"] * 5000), 1, "max-inferences", 0),
    "10,000 letters": ("p(" + "a" * 10_000 + ")", 1, "", 0),
    "10,000 digits": ("p(" + "9" * 10_000 + ")", 1, "", 0),
    "depth": ("p(" + "f(" * 20_000 + "a" + ")" * 20_001, 2, "1,000", 0),
    "a control character": ("p('\x01\x1b[2J\x7f')", 1, "", 0),
    "all spaces": (" \t\n\r ", 2, "", 0),
    "bytes that are no UTF-8": (os.fsdecode(b"p('\xff\xfe')"), 2, "UTF-8", 0),
    "a loop": ("loop(a)", 1, "", 0),
}

FLAGS: dict[str, tuple[tuple[str, ...], int, str, int]] = {
    # words, exit code, message, finding
    "no command": ((), 0, "usage", 0),
    "an unknown command": (("shell", "x"), 2, "There is no command", 0),
    "an empty command": (("",), 2, "There is no command", 0),
    "a command like a module": (("../../os",), 2, "There is no command", 0),
    "a command of the package": (("main",), 2, "There is no command", 0),
    "an unknown flag": (("check", "pack", "--shell"), 2, "", 0),
    "no source": (("check",), 2, "", 0),
    "too many words": (("check", "pack", "pack", "pack"), 2, "", 0),
    "a time that is no number": (("prove", "pack", "p(X)", "--timeout-s", "nan"), 2, "timeout", 0),
    "a negative time": (("prove", "pack", "p(X)", "--timeout-s", "-1"), 2, "timeout", 0),
    "time without end": (("prove", "pack", "p(X)", "--timeout-s", "inf"), 2, "timeout", 0),
    "a word for a time": (("prove", "pack", "p(X)", "--timeout-s", "soon"), 2, "", 0),
    "huge inferences": (("prove", "pack", "p(X)", "--max-inferences", HUGE), 2, "", 0),
    "inferences beyond 64 bits": (
        ("prove", "pack", "loop(X)", "--max-inferences", "9" * 30, "--timeout-s", "1"), 2,
        "--max-inferences", 0,
    ),
    "no inferences": (("prove", "pack", "p(X)", "--max-inferences", "0"), 2, "", 0),
    "negative inferences": (("prove", "pack", "p(X)", "--max-inferences", "-5"), 2, "", 0),
    "no answers": (("prove", "pack", "p(X)", "--answers", "0"), 2, "answers", 0),
    "negative memory": (("prove", "pack", "p(X)", "--memory-mb", "-1"), 2, "", 0),
    "huge memory": (("prove", "pack", "p(X)", "--memory-mb", "9" * 30), 2, "", 0),
    "an unknown search": (("prove", "pack", "p(X)", "--search", "shell"), 2, "", 0),
    "a temperature that is no number": (
        ("prove", "pack", "p(X)", "--search", "guided", "--temperature", "nan"), 2, "", 0,
    ),
    "a place that cannot be": (("prove", "pack", "p(X)", "--save", "/dev/null/x"), 2, "", 0),
    "a device to save to": (("prove", "pack", "p(X)", "--save", "/dev/full"), 2, "", 0),
    "a run that is none": (("eval", "pack"), 2, "", 0),
    "a run that is a file": (("eval", "pack/program.pl"), 2, "", 0),
    "a run to go on with that is none": (("train", "--resume", "pack"), 2, "", 0),
    "a seed without room": (("train", "--env", "pack", "--seed", "9" * 30), 2, "seed", 0),
    "a seed of 5,000 digits": (("train", "--env", "pack", "--seed", HUGE), 2, "", 0),
    "a rate that is no number": (("train", "--env", "pack", "--lr", "nan"), 2, "lr", 0),
    "a rate without end": (("train", "--env", "pack", "--lr", "inf"), 2, "lr", 0),
    "a million goals to see": (
        ("train", "--env", "pack", "--n-goals", "1000000", *SMALL_TRAINING), 2, "", 0,
    ),
    "a width of a million": (
        ("train", "--env", "pack", "--goal-width", "1000000", *SMALL_TRAINING), 2, "goal-width", 0,
    ),
    "negative environments": (("train", "--env", "pack", "--n-envs", "-3"), 2, "n_envs", 0),
    "an unknown collector": (("train", "--env", "pack", "--collector", "os"), 2, "", 0),
    "a device that is none": (("train", "--env", "pack", "--device", "cuda:99"), 2, "", 0),
    "no triples": (("import", "triples"), 2, "", 0),
    "a set that is none": (("import", "pykeen:../../etc"), 2, "pykeen", 0),
    "a pack that does not mine": (("mine", "nowhere"), 2, "", 0),
    "a place for a plot": (("eval", "pack", "--search", "--plot", "x.exe"), 2, "", 0),
}  # fmt: skip

SOURCES: dict[str, tuple[str, int, str, int]] = {
    # word after `check`, exit code, message, finding
    "a folder that is no pack": (".", 2, "pack", 0),
    "nothing": ("", 2, "", 0),
    "no such file": ("nowhere.pl", 2, "nowhere.pl", 0),
    "a path without end": ("a" * 300 + ".pl", 2, "", 0),
    "a device": ("/dev/null", 2, "", 0),
    "a device without end": ("/dev/zero", 2, "", 0),
    "the terminal": ("/dev/stdin", 2, "", 0),
    "a pipe": ("pipe.pl", 2, "", 0),
    "a loop of links": ("loop.pl", 2, "", 0),
    "a link to nowhere": ("dangling.pl", 2, "", 0),
    "a link to a file": ("link.pl", 0, "", 0),
    "a folder named as a program": ("folder.pl", 2, "", 0),
    "a password file": ("/etc/passwd", 2, "error", 0),
    "a quote in the name": ("it's.pl", 0, "", 0),
    "a name of Prolog": ("'), shell('touch canary'), atom('.pl", 0, "", 0),
    "a line in the name": ("a\nb.pl", 0, "", 0),
    "letters in the name": ("日本 😀.pl", 0, "", 0),
    "a name that is no UTF-8": (os.fsdecode(b"\xff.pl"), 2, "not UTF-8", 0),
    "a NUL in a setting": ("nul", 2, "", 0),
}

TOML: dict[str, tuple[Text, int, str, int]] = {
    # env.toml, exit code, message, finding
    "empty": ("", 0, "", 0),
    "no TOML": ("= = [", 2, "TOML", 0),
    "no UTF-8": (b"description = '\xff'", 2, "TOML", 0),
    "an unknown key": ("shell = 'touch canary'", 2, "unknown key", 0),
    "an unknown setting": ("[env]\nshell = 1", 2, "shell", 0),
    "a file outside": ('program = "../../../../../../../../etc/passwd"', 2, "", 0),
    "a number for a file": ("program = 3", 2, "", 0),
    "no files": ("program = []", 2, "", 0),
    "a table for a file": ("[program]\na = 1", 2, "", 0),
    "itself as a program": ('program = "env.toml"', 2, "error", 0),
    "a file twice": ('program = ["program.pl", "program.pl"]', 0, "", 0),
    "a list for a table": ("env = [1, 2]", 2, "table", 0),
    "a text for a number": ('[env]\nn_goals = "3"', 2, "n_goals", 0),
    "a float for an integer": ("[env]\nn_goals = 3.5", 2, "n_goals", 0),
    "a negative number": ("[env]\nn_goals = -3", 2, "n_goals", 0),
    "a number that is none": ("[train]\nlr = nan", 2, "lr", 0),
    "a date": ("[env]\nn_goals = 2026-01-01", 2, "n_goals", 0),
    "a truth for a number": ("[env]\nn_goals = true", 2, "n_goals", 0),
    "an integer beyond 64 bits": ("[env]\nmax_tokens = " + "9" * 30, 2, "", 0),
    "an integer of 5,000 digits": ("[env]\nmax_tokens = " + HUGE, 2, "", 0),
    "a million goals": ("[env]\nn_goals = 1000000", 2, "n_goals", 0),
    "a width of a million": ("[env]\ngoal_width = 1000000", 2, "", 0),
    "depth": ("x = " + "[" * 5000 + "]" * 5000, 2, "", 0),
    "a million keys": (lambda: "[env]\n" + "".join(f"k{i} = 1\n" for i in range(30_000)), 2, "", 0),
    "levels that are none": ('[curriculum]\nlevels = ["../../etc/passwd"]', 2, "", 0),
    "levels that are no names": ("[curriculum]\nlevels = [1, 2]", 2, "", 0),
    "a split of goals": ('[queries]\ngoals = "train.pl"', 2, "goals", 0),
    "a split of another file": ('[queries]\ntest = "../pack/program.pl"', 2, "", 0),
    "an engine that is none": ('[env]\nengine = "os.system"', 2, "engine", 0),
}

QUERY_FILES: dict[str, tuple[Text, int, str]] = {
    "no queries": ("", 0, ""),
    "a goal with an effect": ("query(shell('touch canary')).\n", 2, "shell/1"),
    "a directive": (":- shell('touch canary').\nquery(p(a)).\n", 2, ""),
    "a clause": ("query(p(a)) :- shell('touch canary').\n", 2, ""),
    "a variable": ("query(X).\n", 2, ""),
    "a label that is none": ("query(p(a), perhaps).\n", 2, ""),
    "no UTF-8": (b"query(p('\xff')).\n", 2, "UTF-8"),
    "10,000 queries": (lambda: "".join(f"query(p(c{i})).\n" for i in range(10_000)), 0, ""),
    "depth": ("query(p(" + "[" * 5000 + "]" * 5000 + ")).\n", 2, "1,000"),
}

CONFIG: dict[str, tuple[Any, str, int]] = {
    # config.json (an object, or its text), message, finding
    "no JSON": ("{", "", 0),
    "a list": ([], "", 0),
    "nothing": ({}, "", 0),
    "null": (None, "", 0),
    "depth": ("[" * 100_000 + "]" * 100_000, "", 0),
    "a number of 5,000 digits": ('{"train": ' + HUGE + "}", "", 0),
    "a number that is none": ('{"train": {"lr": NaN}}', "", 0),
    "other types": ({"problem": 3, "train": [], "env": "x"}, "", 0),
    "no UTF-8": (b"\xff\xfe", "", 0),
}


def specials(folder: Path) -> None:
    """Links, pipes and names in a folder."""
    os.mkfifo(folder / "pipe.pl")
    (folder / "loop.pl").symlink_to("loop.pl")
    (folder / "dangling.pl").symlink_to("nowhere.pl")
    (folder / "link.pl").symlink_to("plain.pl")
    (folder / "folder.pl").mkdir()
    (folder / "nul").mkdir()
    (folder / "nul" / "env.toml").write_text('program = "a\\u0000b.pl"')
    names = ["plain.pl", "it's.pl", "'), shell('touch canary'), atom('.pl", "a\nb.pl", "日本 😀.pl"]
    for name in [*names, os.fsdecode(b"\xff.pl")]:
        (folder / name).write_text("p(a).\n")


def cases() -> Iterator[Case]:
    """All of them."""
    files = folder_of(SMALL)
    for name, (goal, code, says, finding) in GOALS.items():
        few = ("--max-inferences", "2000")
        args = ("prove", "pack", goal, *few)
        yield Case(f"goal: {name}", args, code, says, files, finding=finding)
        args = ("prove", "pack", goal, "--search", "prolog", *few)
        yield Case(
            f"goal, by Prolog: {name}", args, code, says, files, finding=finding, is_slow=True
        )
    for name, (args, code, says, finding) in FLAGS.items():
        yield Case(
            f"flags: {name}", args, code, says, files, finding=finding, is_slow="million" in name
        )
    for name, (source, code, says, finding) in SOURCES.items():
        args = ("check", source)
        yield Case(f"source: {name}", args, code, says, damage=specials, finding=finding)
    for name, (toml, code, says, finding) in TOML.items():
        settings = {**files, "pack/env.toml": toml, "pack/program.pl": "p(a).\np(b).\n"}
        args = ("check", "pack")
        yield Case(
            f"env.toml: {name}", args, code, says, settings, finding=finding,
            is_slow="million" in name,
        )  # fmt: skip
    for name, (text, code, says) in QUERY_FILES.items():
        plain = {"pack/env.toml": "", "pack/program.pl": "p(a).\n", "pack/train.pl": text}
        yield Case(f"queries: {name}", ("check", "pack"), code, says, plain)
        goals = {**plain, "goals.pl": text, "pack/train.pl": QUERIES.replace("p(b)", "p(c)")}
        args = ("train", "--env", "pack", "--goals", "goals.pl", *SMALL_TRAINING)
        trained = 2 if name == "no queries" else code
        yield Case(f"goals file: {name}", args, trained, says, goals, is_slow=code == 0)
    for name, (config, says, finding) in CONFIG.items():
        text = config if isinstance(config, str | bytes) else json.dumps(config)
        for i, words in enumerate((("train", "--config", "run/config.json"), ("eval", "run"))):
            yield Case(
                f"config.json, {words[0]}: {name}", words, 2, says,
                {**files, "run/config.json": text}, finding=finding, is_slow=i == 1,
            )  # fmt: skip
    letters = {**folder_of("p('é日😀').\n")}
    yield Case(
        "an ASCII terminal", ("prove", "pack", "p(X)"), 0, "p\\(", letters,
        encoding="ascii",
    )  # fmt: skip
    yield Case(
        "an ASCII terminal and an error", ("prove", "pack", "é(X)"), 2, "", letters,
        encoding="ascii",
    )  # fmt: skip
