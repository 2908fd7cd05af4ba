"""Every public entry shows a short example, and every example in the package runs."""

import doctest
import inspect
import tempfile
from importlib import import_module
from pathlib import Path

import pytest

import symbolic_rl
from tests.test_imports import modules

_PUBLIC = """
base.config.EnvConfig collectors.make_collector derivations.derivations.Derivations
derivations.problem.load_problem engine.open_program engine.prolog.PrologEngine
envs.gymnasium.DerivationVectorEnv envs.torchrl.DerivationEnv envs.torchrl.PoolEnv
evaluation.check.check evaluation.evaluate.evaluate graphs.mining.mine policy.make_policy
policy.open.open_run program.pack.list_packs program.pack.load_pack program.program.Program
proofs.by_hand.HandDerivation proofs.goals.GoalBatch proofs.prove.prove
proofs.saved.verify_file search.find search.find_all search.make_search
search.opened.open_goals training.make_algorithm training.train.train
"""
PUBLIC = tuple(_PUBLIC.split())
"""Entries of the Python API, below ``symbolic_rl``."""

PACKAGE = Path(symbolic_rl.__file__).parent
WITH_EXAMPLES = sorted(name for name, file in modules().items() if ">>> " in file.read_text())


@pytest.mark.parametrize("entry", PUBLIC)
def test_a_public_entry_shows_an_example(entry: str) -> None:
    module, _, name = entry.rpartition(".")
    entity = getattr(import_module(f"symbolic_rl.{module}"), name)
    assert ">>> " in (inspect.getdoc(entity) or "")


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_of_a_module_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here, temporary = tmp_path / "here", tmp_path / "temporary"
    here.mkdir()
    temporary.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    module = import_module(f"symbolic_rl.{name}")

    failed, tried = doctest.testmod(module, optionflags=doctest.ELLIPSIS)

    assert tried and not failed, capsys.readouterr().out
    assert not list(here.iterdir()), "an example writes to the current folder"
