"""A headless Chromium that is cut off from the network, for tests of pages."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
READY = "[data-ready], main:not(:has([data-index]))"
"""What a page of ours has when its script is done."""


@contextmanager
def chromium() -> Iterator[Any]:
    """Start a browser; skip the test, with the reason, where there is none."""
    why = "no browser: `make setup` installs playwright and Chromium where it can"
    playwright = pytest.importorskip("playwright.sync_api", reason=why)
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with playwright.sync_playwright() as driver:
        try:
            browser = driver.chromium.launch(executable_path=found, args=flags)
        except playwright.Error as error:
            pytest.skip(f"{why} ({str(error).splitlines()[0]})")
        yield browser
        browser.close()


class Opened:
    """A page of playwright, messages of its console and dialogs, and addresses it asked for."""

    def __init__(self, browser: Any, file: Path, *, dark: bool = False, ready: str = READY) -> None:
        size, scheme = {"width": 1280, "height": 900}, "dark" if dark else "light"
        self.context = browser.new_context(viewport=size, color_scheme=scheme, offline=True)
        self.context.add_init_script(
            "Object.defineProperty(navigator, 'clipboard', "
            "{value: {writeText: async (text) => { window.copied = text; }}})"
        )
        self.page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", self._refuse)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(file.as_uri())
        self.page.wait_for_selector(ready, state="attached")

    def _refuse(self, dialog: Any) -> None:
        self.said.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def rows(self, within: str = "") -> list[str]:
        script = """(within) => [...document.querySelectorAll(`${within} .row`)]
            .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))
            .map((row) => row.querySelector('.goal').textContent)"""
        found: list[str] = self.page.evaluate(script, within)
        return found

    def texts(self, selector: str) -> list[str]:
        script = "(all) => [...document.querySelectorAll(all)].map((one) => one.textContent)"
        found: list[str] = self.page.evaluate(script, selector)
        return found


def violations(page: Opened, *rules: str) -> list[str]:
    """Return the serious faults of accessibility that axe finds, by these rules or all."""
    from axe_playwright_python.sync_playwright import Axe

    options = {"runOnly": list(rules)} if rules else {}
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary']}"
        for one in Axe().run(page.page, options=options).response["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@contextmanager
def opened(browser: Any, file: Path, *, dark: bool = False, ready: str = READY) -> Iterator[Opened]:
    page = Opened(browser, file, dark=dark, ready=ready)
    try:
        yield page
    finally:
        page.context.close()
