"""Command lines of hostile input: three lines and exit code 2, where there was a traceback."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from symbolic_rl.base.config import MOST, EnvConfig, TrainConfig
from symbolic_rl.base.errors import ConfigError, PackError, ProgramError
from symbolic_rl.cli import main
from symbolic_rl.program.pack import load_pack
from symbolic_rl.program.source_text import expect_readable

Run = Callable[..., "subprocess.CompletedProcess[str]"]
DEEP = "[" * 100_000 + "]" * 100_000


def refused(done: "subprocess.CompletedProcess[str]") -> str:
    """Return the text of an error, which is no traceback."""
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr and "to fix: " in done.stderr
    assert len(done.stderr) < 1000
    return str(done.stderr)


@pytest.mark.parametrize("goal", [b"p(\xff)", b"p(\xed\xa0\x80)"])
def test_a_goal_that_is_no_utf8_is_told_with_its_byte(goal: bytes, tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match=r"no text in UTF-8: byte 0x(ff|ed) at character 3"):
        expect_readable([], [os.fsdecode(goal)])
    (tmp_path / "p.pl").write_text("p(a).\n")
    done = subprocess.run(
        [sys.executable, "-m", "symbolic_rl", "prove", "p.pl", goal],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )

    assert "no text in UTF-8" in refused(done)


def test_a_terminal_of_ascii_shows_other_letters_by_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "p.pl").write_text("p('\u00fc').\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "symbolic_rl", "prove", "p.pl", "p(X)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )

    assert done.returncode == 0, done.stderr
    assert "X = \\xfc" in done.stdout


@pytest.mark.parametrize(
    "flags",
    [
        ["--timeout-s", "nan"],
        ["--timeout-s", "inf"],
        ["--max-inferences", "9" * 26],
        ["--memory-mb", "9" * 26],
        ["--answers", "9" * 26],
        ["--answers", str(MOST + 1)],
    ],
)
def test_numbers_that_no_search_can_have_are_refused(
    flags: list[str], command: Run, tmp_path: Path
) -> None:
    (tmp_path / "p.pl").write_text("p(a).\n")

    assert flags[0] in refused(command("prove", "p.pl", "p(X)", *flags))


@pytest.mark.parametrize("words", [["check", "p.pl"], ["prove", "p.pl", "p(X)"]])
def test_a_link_to_itself_is_no_program(words: list[str], command: Run, tmp_path: Path) -> None:
    (tmp_path / "p.pl").symlink_to("p.pl")

    assert "p.pl" in refused(command(*words))


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (f"[env]\nn_candidates = {'9' * 5000}\n", "not TOML"),
        (f"a = {DEEP}\n", "not TOML"),
        (f"[env]\nmax_inferences = {10**22}\n", "max_inferences"),
        (f"[train]\nframes_per_batch = {10**22}\n", "frames_per_batch"),
        ("[train]\nlr = nan\n", "lr"),
        ("[env]\nn_goals = 1_000_000\n", "n_goals"),
        ("[env]\ngoal_width = 1_000_000\n", "goal_width"),
        ("[env]\nview_depth = 3\n", "unknown key 'view_depth'"),
    ],
)
def test_settings_beyond_all_sizes_are_refused(settings: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "env.toml").write_text(settings)
    (tmp_path / "program.pl").write_text("p(a).\n")
    with pytest.raises((PackError, ConfigError), match=told):
        load_pack(tmp_path)


def test_the_greatest_seed_is_allowed() -> None:
    assert TrainConfig(seed=2**64 - 1).seed == 2**64 - 1
    assert EnvConfig(max_inferences=MOST).inference_limit == MOST


@pytest.mark.parametrize(
    "text", [DEEP, f'{{"format": "symbolic-rl proof 1", "goal": {DEEP}}}', f'{{"a": {"9" * 5000}}}']
)
def test_deep_json_is_no_proof_no_run_and_no_configuration(
    text: str, command: Run, tmp_path: Path
) -> None:
    (tmp_path / "p.pl").write_text("p(a).\n")
    run = tmp_path / "run"
    run.mkdir()
    (run / "config.json").write_text(text)

    assert "proof" in refused(command("verify", "run/config.json", "p.pl"))
    assert "Not JSON" in refused(command("eval", "run"))
    assert "settings" in refused(command("train", "--config", "run/config.json"))


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "No space left"),
        (OSError(errno.EROFS, "Read-only file system", "run/state.pt"), "run/state.pt"),
        (MemoryError(), "not enough memory"),
    ],
)
def test_a_full_disk_and_a_full_memory_are_told(
    error: Exception, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(args: list[str]) -> int:
        raise error

    monkeypatch.setattr(main, "_dispatch", fails)

    assert main.run(["train"]) == 2
    said = capsys.readouterr().err
    assert told in said and "to fix: " in said


def test_a_fault_of_ours_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(args: list[str]) -> int:
        raise OSError("nothing that a user can mend")

    monkeypatch.setattr(main, "_dispatch", fails)
    with pytest.raises(OSError, match="nothing"):
        main.run(["train"])


def test_a_second_interrupt_ends_the_process_without_a_word() -> None:
    """The second one comes while the first is being handled: there was a traceback."""
    code = (
        "import os, signal, sys\n"
        "from symbolic_rl.base.interrupts import watch_signals\n"
        "watch_signals()\n"
        "try:\n    os.kill(os.getpid(), signal.SIGINT)\n    signal.pause()\n"
        "finally:\n    os.kill(os.getpid(), signal.SIGINT)\n    signal.pause()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)

    assert (done.returncode, done.stderr) == (130, "")
