"""Host of hostile command lines: a process that has imported all, and forks one child for each.

A child has the limits of its case, runs ``symbolic_rl.cli.main.main`` and ends as the command does.
It starts SWI-Prolog itself. ``python -m tests.hostile.host`` reads one JSON object in a line, the
arguments of ``run_case``, and writes one, what it returns. Standard output and error of a case are
left in its folder.
"""

import atexit
import io
import json
import os
import resource
import signal
import sys
import threading
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

from symbolic_rl.cli.main import COMMANDS, main

CPU_S, WALL_S = 300, 900
"""Seconds of CPU after which a child hangs, and seconds after which one waits for something, and is
ended: the largest cases take ten, and no verdict is about the time of a case that ends."""
OUT, ERR = ".stdout", ".stderr"
_LATE = (
    "torchrl.collectors", "symbolic_rl.proofs.prove", "symbolic_rl.training.train",
    "symbolic_rl.evaluation.check", "symbolic_rl.evaluation.evaluate", "symbolic_rl.policy.open",
)  # fmt: skip


def serve() -> None:
    for command in COMMANDS.values():
        command.load()
    for name in _LATE:
        import_module(name)
    assert "pyswip" not in sys.modules, "SWI-Prolog would start before the fork"
    for line in sys.stdin:
        print(json.dumps(run_case(**json.loads(line))), flush=True)


def run_case(args: list[str], folder: str, address_mb: int, encoding: str) -> dict[str, Any]:
    """Run a command line in a folder; the status is as :func:`os.waitpid` returns it."""
    child = os.fork()
    if not child:
        _become(args, Path(folder), address_mb, encoding)
    late = threading.Timer(WALL_S, os.killpg, (child, signal.SIGKILL))
    late.start()
    _, status, used = os.wait4(child, 0)
    late.cancel()
    return {"status": status, "peak_mb": used.ru_maxrss / 1024}


def _become(args: list[str], folder: Path, address_mb: int, encoding: str) -> None:
    """Be the command line; never returns."""
    os.setsid()
    os.chdir(folder)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for name, descriptor in ((OUT, 1), (ERR, 2)):
        os.dup2(os.open(name, os.O_CREAT | os.O_WRONLY | os.O_TRUNC), descriptor)
    for stream, errors in ((sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        assert isinstance(stream, io.TextIOWrapper)
        stream.reconfigure(encoding=encoding, errors=errors)
    os.environ["HOME"] = os.environ["XDG_CONFIG_HOME"] = str(folder)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (address_mb << 20, address_mb << 20))
    sys.argv = ["symbolic-rl", *args]
    code: Any = 1
    try:
        main()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except BaseException:
        traceback.print_exc()
    try:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


if __name__ == "__main__":
    serve()
