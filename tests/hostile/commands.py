"""Hostile words: goals, flags, settings, and names of files."""

import os
from collections.abc import Iterator
from pathlib import Path

from tests.hostile.case import QUERIES, SMALL, Case, Text, folder_of
from tests.hostile.programs import SMALL_TRAINING

HUGE = "9" * 5000
"""An integer that Python does not read."""

GOALS: dict[str, tuple[str, int | tuple[int, ...], str]] = {
    # goal, exit code, message
    "none": ("", 2, "goal"),
    "a stop": (".", 2, "goal"),
    "two goals": ("p(a). p(b)", 2, "goal"),
    "a variable": ("X", 1, ""),
    "a clause": ("p(X) :- q(X, X)", 2, ""),
    "a directive": (":- shell('touch canary')", 2, ""),
    "an effect": ("shell('touch canary')", 2, "shell/1"),
    "an effect behind a goal": ("p(X), shell('touch canary')", 2, "shell/1"),
    "an effect in a call": ("G = shell('touch canary'), call(G)", 1, "left out|stopped by"),
    "an end behind a goal": ("p(a). end_of_file. :- shell('touch canary')", 2, ""),
    "a comment that is open": ("p(a) /* ", 2, ""),
    "a comment to the end": ("p(a) % , p(zzz)", 0, "p\\(a\\)"),
    "a quote of the shell": ("p('; touch canary;')", 1, ""),
    "an open bracket": ("p(a", 2, ""),
    "an unknown predicate": ("nowhere(X)", 2, "nowhere/1"),
    "a cyclic term": ("X = f(X), p(X)", 1, ""),
    "a conjunction of 5,000": (", ".join(["p(a)"] * 5000), (0, 1), "(5,001|,000) inferences"),
    "10,000 letters": ("p(" + "a" * 10_000 + ")", 1, ""),
    "10,000 digits": ("p(" + "9" * 10_000 + ")", 1, ""),
    "depth": ("p(" + "f(" * 20_000 + "a" + ")" * 20_001, 1, ""),
    "a control character": ("p('\x01\x1b[2J\x7f')", 1, ""),
    "bytes that are no UTF-8": (os.fsdecode(b"p('\xff\xfe')"), 2, "UTF-8"),
    "a loop": ("loop(a)", 1, ""),
}

FLAGS: dict[str, tuple[tuple[str, ...], int, str]] = {
    # words, exit code, message
    "no command": ((), 0, "symbolic-rl prove"),
    "an unknown command": (("shell", "x"), 2, "There is no command"),
    "an empty command": (("",), 2, "There is no command"),
    "a command like a module": (("../../os",), 2, "There is no command"),
    "an unknown flag": (("check", "pack", "--shell"), 2, ""),
    "no source": (("check",), 2, ""),
    "a time that is no number": (("prove", "pack", "p(X)", "--timeout-s", "nan"), 2, "timeout"),
    "a negative time": (("prove", "pack", "p(X)", "--timeout-s", "-1"), 2, "timeout"),
    "time without end": (("prove", "pack", "p(X)", "--timeout-s", "inf"), 2, "timeout"),
    "huge inferences": (("prove", "pack", "p(X)", "--max-inferences", HUGE), 2, ""),
    "inferences beyond 64 bits": (
        ("prove", "pack", "loop(X)", "--max-inferences", "9" * 30, "--timeout-s", "1"), 2,
        "--max-inferences"
    ),
    "negative inferences": (("prove", "pack", "p(X)", "--max-inferences", "-5"), 2, ""),
    "no answers": (("prove", "pack", "p(X)", "--answers", "0"), 2, "answers"),
    "negative memory": (("prove", "pack", "p(X)", "--memory-mb", "-1"), 2, ""),
    "an unknown search": (("prove", "pack", "p(X)", "--search", "shell"), 2, ""),
    "a temperature that is no number": (
        ("prove", "pack", "p(X)", "--search", "guided", "--temperature", "nan"), 2, ""
    ),
    "a place that cannot be": (("prove", "pack", "p(X)", "--save", "/dev/null/x"), 2, ""),
    "a device to save to": (("prove", "pack", "p(X)", "--save", "/dev/full"), 2, ""),
    "a run that is none": (("eval", "pack"), 2, ""),
    "a run to go on with that is none": (("train", "--resume", "pack"), 2, ""),
    "a seed without room": (("train", "--env", "pack", "--seed", "9" * 30), 2, "seed"),
    "a seed of 5,000 digits": (("train", "--env", "pack", "--seed", HUGE), 2, ""),
    "a rate that is no number": (("train", "--env", "pack", "--lr", "nan"), 2, "lr"),
    "a million goals to see": (
        ("train", "--env", "pack", "--n-goals", "1000000", *SMALL_TRAINING), 2, ""
    ),
    "a width of a million": (
        ("train", "--env", "pack", "--goal-width", "1000000", *SMALL_TRAINING), 2, "goal-width"
    ),
    "no triples": (("import", "triples"), 2, ""),
    "a set that is none": (("import", "pykeen:../../etc"), 2, "pykeen"),
}  # fmt: skip

SOURCES: dict[str, tuple[str, int, str]] = {
    # word after `check`, exit code, message
    "a folder that is no pack": (".", 2, "pack"),
    "nothing": ("", 2, ""),
    "no such file": ("nowhere.pl", 2, "nowhere.pl"),
    "a path without end": ("a" * 300 + ".pl", 2, ""),
    "a device": ("/dev/null", 2, ""),
    "a device without end": ("/dev/zero", 2, ""),
    "the terminal": ("/dev/stdin", 2, ""),
    "a pipe": ("pipe.pl", 2, ""),
    "a loop of links": ("loop.pl", 2, ""),
    "a link to nowhere": ("dangling.pl", 2, ""),
    "a link to a file": ("link.pl", 0, ""),
    "a folder named as a program": ("folder.pl", 2, ""),
    "a password file": ("/etc/passwd", 2, "error"),
    "a quote in the name": ("it's.pl", 0, ""),
    "a name of Prolog": ("'), shell('touch canary'), atom('.pl", 0, ""),
    "a line in the name": ("a\nb.pl", 0, ""),
    "letters in the name": ("日本 😀.pl", 0, ""),
    "a name that is no UTF-8": (os.fsdecode(b"\xff.pl"), 2, "not UTF-8"),
    "a NUL in a setting": ("nul", 2, ""),
}

TOML: dict[str, tuple[Text, int, str]] = {
    # env.toml, exit code, message
    "empty": ("", 0, ""),
    "no TOML": ("= = [", 2, "TOML"),
    "no UTF-8": (b"description = '\xff'", 2, "TOML"),
    "an unknown key": ("shell = 'touch canary'", 2, "unknown key"),
    "an unknown setting": ("[env]\nshell = 1", 2, "shell"),
    "a file outside": ('program = "../../../../../../../../etc/passwd"', 2, ""),
    "itself as a program": ('program = "env.toml"', 2, "error"),
    "a file twice": ('program = ["program.pl", "program.pl"]', 0, ""),
    "a list for a table": ("env = [1, 2]", 2, "table"),
    "an integer beyond 64 bits": ("[env]\nmax_tokens = " + "9" * 30, 2, ""),
    "an integer of 5,000 digits": ("[env]\nmax_tokens = " + HUGE, 2, ""),
    "a million goals": ("[env]\nn_goals = 1000000", 2, "n_goals"),
    "a width of a million": ("[env]\ngoal_width = 1000000", 2, ""),
    "depth": ("x = " + "[" * 5000 + "]" * 5000, 2, ""),
    "a million keys": (lambda: "[env]\n" + "".join(f"k{i} = 1\n" for i in range(30_000)), 2, ""),
    "levels that are none": ('[curriculum]\nlevels = ["../../etc/passwd"]', 2, ""),
    "levels that are no names": ("[curriculum]\nlevels = [1, 2]", 2, ""),
    "a split of goals": ('[queries]\ngoals = "train.pl"', 2, "goals"),
    "a split of another file": ('[queries]\ntest = "../pack/program.pl"', 2, ""),
    "an engine that is none": ('[env]\nengine = "os.system"', 2, "engine"),
}

QUERY_FILES: dict[str, tuple[Text, int, str]] = {
    "no queries": ("", 0, ""),
    "a goal with an effect": ("query(shell('touch canary')).\n", 2, "shell/1"),
    "a directive": (":- shell('touch canary').\nquery(p(a)).\n", 0, ""),
    "a clause": ("query(p(a)) :- shell('touch canary').\n", 2, ""),
    "a variable": ("query(X).\n", 0, ""),
    "a label that is none": ("query(p(a), perhaps).\n", 2, ""),
    "no UTF-8": (b"query(p('\xff')).\n", 2, "UTF-8"),
    "10,000 queries": (lambda: "".join(f"query(p(c{i})).\n" for i in range(10_000)), 0, ""),
    "depth": ("query(p(" + "[" * 5000 + "]" * 5000 + ")).\n", 0, ""),
}

CONFIG: dict[str, str | bytes] = {
    "no JSON": "{",
    "a list": "[]",
    "nothing": "{}",
    "null": "null",
    "depth": "[" * 100_000 + "]" * 100_000,
    "a number of 5,000 digits": '{"train": ' + HUGE + "}",
    "a number that is none": '{"train": {"lr": NaN}}',
    "other types": '{"problem": 3, "train": [], "env": "x"}',
    "no UTF-8": b"\xff\xfe",
}


def specials(folder: Path) -> None:
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
    files, few = folder_of(SMALL), ("--max-inferences", "2000")
    for name, (goal, code, says) in GOALS.items():
        words = ("prove", "pack", goal, *few)
        yield Case(f"goal: {name}", words, code, says, files)
        words = (*words, "--search", "prolog")
        yield Case(f"goal, by Prolog: {name}", words, code, says, files, is_slow=True)
    for name, (words, code, says) in FLAGS.items():
        yield Case(f"flags: {name}", words, code, says, files, is_slow="million" in name)
    check = ("check", "pack")
    for name, (source, code, says) in SOURCES.items():
        yield Case(f"source: {name}", ("check", source), code, says, damage=specials)
    for name, (toml, code, says) in TOML.items():
        settings = {**files, "pack/env.toml": toml, "pack/program.pl": "p(a).\np(b).\n"}
        is_slow = "million" in name
        yield Case(f"env.toml: {name}", check, code, says, settings, is_slow=is_slow)
    for name, (text, code, says) in QUERY_FILES.items():
        plain = {"pack/env.toml": "", "pack/program.pl": "p(a).\n", "pack/train.pl": text}
        yield Case(f"queries: {name}", check, code, says, plain)
        goals = {**plain, "goals.pl": text, "pack/train.pl": QUERIES.replace("p(b)", "p(c)")}
        words = ("train", "--env", "pack", "--goals", "goals.pl", *SMALL_TRAINING)
        trained = 2 if name == "no queries" else code
        yield Case(f"goals file: {name}", words, trained, says, goals, is_slow=code == 0)
    for name, text in CONFIG.items():
        config = {**files, "run/config.json": text}
        words = ("train", "--config", "run/config.json")
        yield Case(f"config.json, train: {name}", words, 2, "", config)
        yield Case(f"config.json, eval: {name}", ("eval", "run"), 2, "", config, is_slow=True)
    letters = folder_of("p('é日😀').\n")
    for name, goal, code, says in (("answer", "p(X)", 0, r"X = '?\\xe9"), ("error", "é(X)", 2, "")):
        words = ("prove", "pack", goal)
        yield Case(f"an ASCII terminal: an {name}", words, code, says, letters, encoding="ascii")
