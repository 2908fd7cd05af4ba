"""Imports run one way, and nothing that a worker or ``--help`` imports pulls in torch."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import symbolic_rl

PACKAGE = Path(symbolic_rl.__file__).parent

# Each layer may import from the layers above it in this list, and from itself without a circle.
LAYERS = (
    ("errors",),
    (
        "paths",
        "checksum",
        "config",
        "devices",
        "machine",
        "outputs",
        "ranks",
        "startup",
        "stopping",
        "progress",
        "transfer",
    ),
    ("engine", "packs", "runs"),
    ("observation",),
    ("problem", "proof"),
    ("derivation",),
    ("tensor_derivation",),
    ("workers",),
    ("batched_env", "env", "gym", "pool_env", "tensor_env"),
    ("collectors", "curriculum", "diagnostics", "learn", "metrics", "policy"),
    ("exchange", "totals"),
    ("session",),
    ("train", "makers", "sweep"),
    ("search", "trials", "evaluate", "prove", "proof_document", "proof_stream", "check"),
    ("graph", "search_report"),
    ("commands",),
    ("cli",),
    ("__main__",),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}

TORCH_FREE = (
    "cli",
    "check",
    "collectors",
    "commands.check",
    "commands.collectors",
    "commands.diagnose",
    "commands.envs",
    "commands.eval",
    "commands.make",
    "commands.mine",
    "commands.prolog",
    "commands.prove",
    "commands.sweep",
    "commands.replay",
    "commands.train",
    "config",
    "derivation.derivations",
    "diagnostics.answers",
    "diagnostics.comparison",
    "engine",
    "engine.choice",
    "engine.clause_table",
    "engine.goal_codes",
    "engine.flat.program",
    "engine.prolog",
    "errors",
    "gym",
    "graph.packs",
    "packs",
    "paths",
    "problem",
    "proof_document",
    "proof_stream",
    "prove",
    "ranks",
    "observation.views",
    "workers",
    "workers.process",
)


def modules() -> dict[str, Path]:
    """Dotted name below the package -> file."""
    files = (file for file in sorted(PACKAGE.rglob("*.py")) if file != PACKAGE / "__init__.py")
    return {
        ".".join(file.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): file
        for file in files
    }


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


def test_every_module_has_a_layer() -> None:
    assert {name.partition(".")[0] for name in modules()} <= LEVEL.keys()


@pytest.mark.parametrize("name", sorted(modules()))
def test_imports_point_to_lower_layers(name: str) -> None:
    level = LEVEL[name.partition(".")[0]]

    upwards = {
        other
        for other in imported(modules()[name], lazily=True)
        if LEVEL[other.partition(".")[0]] > level
    }

    assert not upwards


def test_imports_make_no_circle() -> None:
    waiting = {name: imported(file, lazily=False) for name, file in modules().items()}
    while free := {
        name for name, others in waiting.items() if not others - {name} & waiting.keys()
    }:
        waiting = {name: others for name, others in waiting.items() if name not in free}

    assert not waiting


@pytest.mark.parametrize("name", TORCH_FREE)
def test_is_imported_without_torch(name: str) -> None:
    code = f"import sys, symbolic_rl.{name}; print('torch' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True
    )

    assert (done.stdout.strip(), done.stderr) == ("False", "")
