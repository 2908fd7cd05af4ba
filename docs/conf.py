"""Settings of the documentation site: `make docs` builds it into `build/docs`.

The source folder is the root of the repository, so that pages link figures, packs and files of the
code by the paths that a reader of the repository follows.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from symbolic_rl import __version__  # noqa: E402 - the path comes first

project = "symbolic-rl"
author = "symbolic-rl contributors"
copyright = "symbolic-rl contributors, MIT licence"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "tools.site.help",
    "tools.site.pages",
]
root_doc = "docs/index"
include_patterns = [
    "docs/**.md",
    "bench/README.md",
    "bench/results/**.md",
    "envs/README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
]
exclude_patterns = [".*", "build", "dist", "runs", "symbolic_rl", "tests", "prolog", "tools"]

myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 3
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "bysource"
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = f"symbolic-rl {version}"
html_show_sphinx = False
html_copy_source = False
