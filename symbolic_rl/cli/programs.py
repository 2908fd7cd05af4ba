"""Subcommands on programs and packs: ``envs``, ``check``, ``import``, ``mine``, ``prolog``."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Literal

from tyro.conf import Positional, arg

from symbolic_rl.base.files import PROLOG_DIR, writing
from symbolic_rl.base.registry import look_up
from symbolic_rl.cli.flags import MaybePath, SwitchOn, completion_script, parse, refuse


@dataclass(frozen=True)
class EnvsArgs:
    """List the environment packs that come with symbolic-rl."""


def list_envs(args: Sequence[str]) -> int:
    """Print the name and the description of every pack."""
    parse(EnvsArgs, args, command="envs")
    from symbolic_rl.program.pack import list_packs, load_pack

    _print_named({name: load_pack(name).description for name in list_packs()})
    return 0


@dataclass(frozen=True)
class CollectorsArgs:
    """List the values of `train --collector`: where environments and searches run."""


def list_collectors(args: Sequence[str]) -> int:
    """Print the name and help line of every collector."""
    parse(CollectorsArgs, args, command="collectors")
    from symbolic_rl.collectors import COLLECTORS

    _print_named({name: backend.help for name, backend in COLLECTORS.items()})
    return 0


def _print_named(texts: dict[str, str]) -> None:
    width = max(map(len, texts), default=0)
    for name, text in texts.items():
        print(f"{name:<{width}}  {text}")


@dataclass(frozen=True)
class CompletionArgs:
    """Print a script that lets a shell complete the commands and flags of symbolic-rl.

    For bash: `symbolic-rl completion bash > ~/.local/share/bash-completion/completions/symbolic-rl`
    """

    shell: Positional[Literal["bash", "zsh", "fish"]]
    """The shell."""


def print_completion(args: Sequence[str]) -> int:
    """Print the script."""
    flags = parse(CompletionArgs, args, command="completion")
    from symbolic_rl.cli.main import COMMANDS

    modules = {
        name: import_module(command.target.split(":")[0]) for name, command in COMMANDS.items()
    }
    classes = {name: getattr(module, f"{name.title()}Args") for name, module in modules.items()}
    print(completion_script(classes, flags.shell), end="")
    return 0


@dataclass(frozen=True)
class PrologArgs:
    """Print the folder of the Prolog library.

    `swipl -p symbolic_rl=$(symbolic-rl prolog) program.pl` starts a session that finds it; there,
    `use_module(symbolic_rl(guided))` gives guided(Goal), with answers on backtracking.
    """


def print_library(args: Sequence[str]) -> int:
    """Print the folder."""
    parse(PrologArgs, args, command="prolog")
    print(PROLOG_DIR)
    return 0


@dataclass(frozen=True)
class CheckArgs:
    """Load a program or pack; report symbols, clauses, builtins, branching and leaks.

    What cannot be loaded is listed with its place; with --strict, the exit code is then 2.
    """

    source: Positional[str]
    """A pack of `symbolic-rl envs`, a folder with an env.toml, or a Prolog file."""
    goals: Annotated[MaybePath, arg(metavar="FILE", help_behavior_hint="")] = None
    """A file with one goal per line, as for `prove` and `train`: check these goals, and name each
    that cannot be asked."""
    strict: SwitchOn = False
    """Refuse a program if any part cannot be loaded, and name each such part."""


def check_program(args: Sequence[str]) -> int:
    """Print the report."""
    flags = parse(CheckArgs, args, command="check")
    from symbolic_rl.evaluation.check import check

    print(check(flags.source, goals=flags.goals, strict=flags.strict))
    return 0


@dataclass(frozen=True)
class ImportArgs:
    """Make a pack of a problem or data set in another format."""

    source: Positional[str]
    """Format, such as `tptp`; `--help` lists all of them."""
    files: Positional[Annotated[tuple[Path, ...], arg(metavar="[FILE ...]")]] = ()
    """A problem or a folder; with `pddl` the domain, then tasks; with `triples` also the files of
    training, validation and test."""
    name: str = ""
    """Name of the pack; by default the name of the data set, file or folder."""
    out: Path = Path(".")
    """Parent of the pack's folder."""
    equality_axioms: SwitchOn = False
    """With `tptp`: add the axioms of equality (reflexivity, symmetry, transitivity, and congruence
    for each function and predicate) to problems with equality."""
    root: Path | None = None
    """With `tptp`: further folder to look up included files in, besides the problem's own; by
    default $TPTP, or else the parent of `Problems`."""


def import_pack(args: Sequence[str]) -> int:
    """Write the pack; print the summary and the next command."""
    from symbolic_rl.importers import IMPORTERS, ImportRequest

    formats = "".join(f"\nimport {entry.help}." for entry in IMPORTERS.values())
    description = f"{ImportArgs.__doc__}\n{formats}"
    flags = parse(ImportArgs, args, command="import", description=description)
    form, _, target = flags.source.partition(":")
    importer = look_up(IMPORTERS, form, what="format", flag="symbolic-rl import").load()
    request = ImportRequest(
        form, target, flags.files, flags.name, flags.out, flags.equality_axioms, flags.root
    )
    if form != "tptp" and (flags.equality_axioms or flags.root):
        request.refuse("--equality-axioms and --root only apply to `import tptp`.")
    if form != "pykeen" and target:
        request.refuse(f"write the files after `import {form}`, separated by a space.")
    print(importer(request))
    return 0


@dataclass(frozen=True)
class MineArgs:
    """Mine Horn rules from the training facts of a pack.

    The rules go to rules.pl in its folder. Held-out triples are used only to refuse leaks and for
    the ranking afterwards.
    """

    pack: Positional[str]
    """A pack made by `symbolic-rl import`."""
    min_confidence: float = 0.1
    """Least share of the body's pairs that are facts of the head."""
    min_head_coverage: float = 0.01
    """Least share of the head's facts among the body's pairs."""
    min_support: int = 2
    """Least number of facts of the head among the body's pairs."""
    most_rules: int = 100
    """Most rules of a relation."""
    most_atoms: int = 2
    """Most atoms of a body."""
    split: str = "test"
    """Rank the triples of this split by the rules' confidence; empty for none."""


def mine_rules(args: Sequence[str]) -> int:
    """Mine and write the rules, and rank held-out triples by them."""
    flags = parse(MineArgs, args, command="mine")
    what = f"most_atoms={flags.most_atoms} is not allowed."
    refuse(not 1 <= flags.most_atoms <= 5, what, "--most-atoms", "give 1 to 5.")
    from symbolic_rl.graphs.ranking import mine_pack

    with writing(Path(flags.pack), "mine a copy of the pack in a folder of your own."):
        options = asdict(flags)
        report = mine_pack(options.pop("pack"), **options)
    print(report)
    print(f"next symbolic-rl train --env {flags.pack}; then symbolic-rl eval RUN --ranking")
    return 0
