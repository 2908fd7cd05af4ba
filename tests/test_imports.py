"""Imports run one way, and nothing that a worker or ``--help`` imports pulls in torch."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

import symbolic_rl
from tests.processes import ran

PACKAGE = Path(symbolic_rl.__file__).parent

# A folder imports from the floors above its own in this list, and from itself without a circle.
FLOORS = (
    ("base",), ("bridge",), ("program",), ("engine",), ("derivations",), ("envs", "policy"),
    ("learn", "search"), ("collectors",), ("training",), ("evaluation",), ("proofs", "graphs"),
    ("report", "importers", "exports"), ("cli",),
)  # fmt: skip
FLOOR = {folder: floor for floor, folders in enumerate(FLOORS) for folder in folders}

TORCH_FREE = """
base.config base.errors base.files base.registry base.run_dir cli.eval cli.main cli.play
cli.programs cli.prove cli.runs cli.stream cli.sweep cli.train collectors collectors.proofs
derivations.derivations derivations.problem derivations.views engine engine.prolog
engine.tensor.clause_table envs.gymnasium envs.workers envs.workers.process evaluation.check
evaluation.verdicts exports.onnx graphs.triples importers importers.popper importers.tptp.importer
learn.baselines policy program.pack program.program proofs.by_hand proofs.goals proofs.prove
proofs.saved report.report report.viewer training training.findings
"""


@cache
def modules() -> dict[str, Path]:
    files = (file for file in sorted(PACKAGE.rglob("*.py")) if file != PACKAGE / "__init__.py")
    return {
        ".".join(file.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): file
        for file in files
    }


@cache
def imported(file: Path, *, lazily: bool) -> set[str]:
    """Modules of the package that a file imports; with ``lazily`` also inside functions."""
    tree = ast.parse(file.read_text())
    names = set()
    for node in ast.walk(tree) if lazily else eager(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: import by the full name"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    ours = {name.removeprefix("symbolic_rl.") for name in names if name.startswith("symbolic_rl.")}
    known = modules()
    found = {next((m for m in (n, n.rpartition(".")[0]) if m in known), "") for n in ours}
    return found - {""}


def eager(tree: ast.AST) -> list[ast.AST]:
    """Nodes that run when the module is imported."""
    nodes = [tree]
    for node in nodes:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            nodes += ast.iter_child_nodes(node)
    return nodes


def folder(name: str) -> str:
    return name.partition(".")[0]


def test_the_package_is_its_rooms_and_nothing_else() -> None:
    loose = {path.name for path in PACKAGE.iterdir() if path.is_file()}
    assert {folder(name) for name in modules()} - {"__main__"} == FLOOR.keys()
    assert loose == {"__init__.py", "__main__.py", "py.typed"}


def test_imports_point_to_lower_floors() -> None:
    files = {name: file for name, file in modules().items() if name != "__main__"}
    assert imported(modules()["__main__"], lazily=True) == {"cli.main"}
    assert not [
        (name, other)
        for name, file in files.items()
        for other in imported(file, lazily=True)
        if folder(other) != folder(name) and FLOOR[folder(other)] >= FLOOR[folder(name)]
    ]


def test_proofs_are_found_without_training() -> None:
    """But for ``prove --learn``, which imports training when it is asked for."""
    learning = "proofs.learned"
    met, waiting = set(), {"proofs.prove", "cli.stream", "cli.prove"}
    while waiting:
        met |= waiting
        waiting = {n for m in waiting for n in imported(modules()[m], lazily=True)}
        waiting -= met | {learning}
    assert learning not in imported(modules()["cli.prove"], lazily=False)
    assert not {name for name in met if folder(name) in ("training", "learn", "collectors")}


def test_no_class_name_is_defined_twice() -> None:
    where: dict[str, list[str]] = {}
    for name, file in modules().items():
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ClassDef):
                where.setdefault(node.name, []).append(name)
    assert not {name: files for name, files in where.items() if len(files) > 1}


def test_imports_make_no_circle() -> None:
    waiting = {name: imported(file, lazily=False) for name, file in modules().items()}
    while free := {
        name for name, others in waiting.items() if not others - {name} & waiting.keys()
    }:
        waiting = {name: others for name, others in waiting.items() if name not in free}
    assert not waiting


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import symbolic_rl", "torch torchrl tensordict pyswip numpy gymnasium"),
        ("import symbolic_rl.importers.tptp.importer", "torch pyswip numpy"),
        ("import gymnasium\n"
         "gymnasium.make('symbolic_rl.envs.gymnasium:symbolic_rl/countries_s3-v0').reset()",
         "torch"),
        ("import importlib\n"
         f"for name in {TORCH_FREE.split()}: importlib.import_module(f'symbolic_rl.{{name}}')",
         "torch"),
    ],
    ids=["package", "importer", "environment by its id", "modules of workers and of help"],
)  # fmt: skip
def test_what_has_to_start_fast_loads_nothing_heavy(code: str, heavy: str) -> None:
    ends = f"{code}\nimport sys; sys.exit(str({{*{heavy.split()}}} & sys.modules.keys()))"
    done = ran(sys.executable, "-c", ends)
    assert (done.stdout, done.stderr) == ("", "set()\n")
