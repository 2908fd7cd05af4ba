"""Where the two data trees are: ``prolog/`` (the engine) and ``envs/`` (the packs).

A wheel carries them inside the package, a checkout keeps them beside it. This is the only module
that knows the difference.
"""

from pathlib import Path

from symbolic_rl.errors import InstallationError

_PACKAGE = Path(__file__).resolve().parent


def _tree(name: str) -> Path:
    installed, checkout = _PACKAGE / "_data" / name, _PACKAGE.parent / name
    if installed.is_dir():
        return installed
    # Without the second test a broken wheel would take a stranger's site-packages/envs.
    if checkout.is_dir() and (checkout.parent / "pyproject.toml").is_file():
        return checkout
    raise InstallationError(
        f"symbolic_rl cannot find its {name}/ tree.",
        f"{installed} or {checkout}",
        "reinstall with `pip install --force-reinstall symbolic-rl`, or run `make setup` in a "
        "complete checkout.",
    )


PROLOG_DIR = _tree("prolog")
"""The engine's Prolog modules."""
ENVS_DIR = _tree("envs")
"""The environment packs, one folder each."""
