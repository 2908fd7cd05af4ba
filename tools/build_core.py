"""Hooks of hatchling: one compiles the C core where the package is built, one names its addresses.

The wheel holds the core and has the tag of its platform. It fits any Python 3, because the
core is written against SWI-Prolog's foreign interface, not Python's. An editable install compiles
the core in place, as ``python -m symbolic_rl.bridge.build`` does.
"""

import os
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


class CoreHook(BuildHookInterface[Any]):
    """Hook of the target ``wheel``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the core, and add it to a wheel.

        Args:
            version: ``standard`` for a wheel, ``editable`` for an editable install.
            build_data: what hatchling goes by; changed.
        """
        sys.path.insert(0, self.root)  # nothing is installed where the package is built
        from symbolic_rl.base.errors import InstallationError
        from symbolic_rl.bridge import build

        try:
            library = build.build()
        except InstallationError as error:
            what = error.what.removesuffix(".")
            self.app.abort(f"symbolic-rl cannot be installed: {what}; to fix: {error.fix}")
            raise  # not reached: abort() ends the process
        if version == "editable":
            return
        build_data["pure_python"], build_data["tag"] = False, f"py3-none-{build.wheel_platform()}"
        place = f"symbolic_rl/_data/prolog/core/{library.name}"
        build_data["force_include"][str(library)] = place


class AddressHook(MetadataHookInterface):
    """Fills ``[project.urls]`` from the repository whose workflow builds the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses, if the builder names a repository (``GITHUB_REPOSITORY``)."""
        repository = os.environ.get("GITHUB_REPOSITORY")
        address = f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{repository}"
        pages = {"Changelog": "blob/main/CHANGELOG.md", "Issues": "issues", "Source": ""}
        urls = {name: f"{address}/{page}".rstrip("/") for name, page in pages.items()}
        metadata["urls"] = urls if repository else {}
