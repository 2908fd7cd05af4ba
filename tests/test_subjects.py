"""The check of commit subjects that ``make lint`` runs."""

import subprocess
from pathlib import Path

from tools.subjects import too_long


def git(folder: Path, *arguments: str) -> str:
    author = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
    command = ["git", *author, *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def test_subjects_of_later_commits_have_at_most_72_characters(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    for subject in ("first: " + 80 * "x", 72 * "x", 73 * "y"):
        git(tmp_path, "commit", "-q", "--allow-empty", "-m", subject, "-m", 80 * "z")
    first = git(tmp_path, "rev-parse", "HEAD~2").strip()

    (found,) = too_long(tmp_path, first)
    assert found.split(" ")[1] == 73 * "y"
    assert too_long(tmp_path, "0" * 40) == []  # a shallow clone without the first commit
