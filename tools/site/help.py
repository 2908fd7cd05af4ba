"""A Sphinx directive, ``command-help``: the help of each subcommand, as the command prints it."""

from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from symbolic_rl.cli.main import COMMANDS, run, usage


class CommandHelp(SphinxDirective):  # type: ignore[misc]
    """A section for each subcommand, with its line of the overview and its ``--help``."""

    def run(self) -> list[nodes.Node]:
        """Return the overview, and one section for each subcommand."""
        return [_text(usage()), *map(_section, COMMANDS)]


def _section(name: str) -> nodes.section:
    title = f"symbolic-rl {name}"
    section = nodes.section("", nodes.title(text=title), names=[title], ids=[f"symbolic-rl-{name}"])
    section += nodes.paragraph(text=COMMANDS[name].help.replace("`", "").capitalize() + ".")
    section += _text(help_of(name))
    return section


def _text(text: str) -> nodes.literal_block:
    return nodes.literal_block(text, text, language="text")


def help_of(name: str) -> str:
    """Return the help of a command, with all flags of ``train``."""
    printed = StringIO()
    with redirect_stdout(printed):
        try:
            run([name, "--help-all" if name == "train" else "--help"])
        except SystemExit as ended:  # argparse ends the process behind the help
            if ended.code:
                raise RuntimeError(f"symbolic-rl {name} --help: exit code {ended.code}") from ended
    return printed.getvalue().rstrip()


def setup(app: Any) -> dict[str, bool]:
    """Add the directive to a Sphinx application."""
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
