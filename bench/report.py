"""How large is the report of a run, and how long does it take to open in a browser?

    python bench/report.py [RUN|PAGE ...] [--env robinson] [--queries 200] [--budget 40000]
        [--opened 5]

Without any it makes a run by the commands of the documentation, ``symbolic-rl train --env ENV``
and ``symbolic-rl eval RUN --search``, which keeps the proofs that guided search finds of the test
queries, at most 200. The report is made anew by ``symbolic-rl report`` and opened in headless
Chromium, without network, ``--opened`` times, each time in a fresh window. *ready* is when the tree
of the first proof can be used, by the page's own clock from its start; *opened* is the same by the
clock of this script, with the start of the window. Needs playwright and a Chromium, which ``make
setup`` installs where it can. A PAGE, such as one of ``prove --html``, is opened as it is.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with ``run,
proofs, shown, bytes, ready_ms, opened_ms``, the slowest time of all), ``chromium`` and ``machine``.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.cli.main import run as symbolic_rl
from symbolic_rl.report.runs import ReportedRun

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
READY = "main [data-ready]"


def command(*words: object) -> None:
    """Run a command of the product."""
    told = [str(word) for word in words]
    print("$ symbolic-rl", *told, flush=True)
    if code := symbolic_rl(told):
        raise SystemExit(code)


def launch(driver: Any) -> Any:
    """Start the machine's Chromium, else that of playwright."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    return driver.chromium.launch(executable_path=found, args=flags)


def open_page(browser: Any, file: Path) -> tuple[float, float]:
    """Return the milliseconds until the first proof can be used, by the page and by this clock."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    page = context.new_page()
    began = perf_counter()
    page.goto(file.as_uri())
    page.wait_for_selector(READY, state="attached")
    opened = (perf_counter() - began) * 1e3
    ready = float(page.locator(READY).first.get_attribute("data-ready"))
    context.close()
    return ready, opened


def measure(browser: Any, run: Path, times: int) -> dict[str, Any]:
    """Make the report of a run, unless it is a page, and open it."""
    is_page = run.is_file()
    file = run if is_page else run / "report.html"
    if not is_page:
        command("report", run)
    shown = file.read_text("utf-8").count("-proofs-")
    kept = {} if is_page else ReportedRun(run).proofs
    proofs = shown if is_page else sum(len(content["proofs"]) for content in kept.values())
    found = [open_page(browser, file) for _ in range(times)]
    return {
        "run": run.name,
        "proofs": proofs,
        "shown": shown,
        "bytes": file.stat().st_size,
        "ready_ms": round(max(ready for ready, _ in found)),
        "opened_ms": round(max(opened for _, opened in found)),
    }


def main() -> None:
    """Measure."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("error: there is no playwright, which opens the report\nto fix: make setup")

    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("runs", nargs="*", type=Path, metavar="RUN")
    parser.add_argument("--env", default="robinson")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--budget", type=int, default=40_000)
    parser.add_argument("--opened", type=int, default=5)
    args = parser.parse_args()
    card = start("How large is the report of a run, and how long does it take to open?")
    with tempfile.TemporaryDirectory() as name:
        runs = args.runs
        if not runs:
            runs = [Path(name) / args.env]
            command("train", "--env", args.env, "--run-dir", runs[0])
            limits = ["--limit", args.queries, "--budget", args.budget]
            command("eval", runs[0], "--search", *limits)
        with sync_playwright() as driver:
            browser = launch(driver)
            version = browser.version
            rows = [measure(browser, run, args.opened) for run in runs]
            browser.close()
    print_table(rows)
    finish({"rows": rows, "chromium": version}, card)


if __name__ == "__main__":
    main()
