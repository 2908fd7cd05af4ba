"""The command line: what it prints, where, and with which exit code."""

import errno
import json
import pickle
import re
import signal
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import pytest
import torch

from symbolic_rl import __version__
from symbolic_rl.base.config import (
    PROFILES,
    CurriculumConfig,
    EnvConfig,
    Profile,
    TrainConfig,
    difference,
    with_profile,
)
from symbolic_rl.base.errors import ConfigError, SymbolicError
from symbolic_rl.base.run_dir import RunConfig, RunDirectory
from symbolic_rl.bridge.swipl import fault
from symbolic_rl.cli import main as cli
from symbolic_rl.cli.train import TrainArgs, default_flags, new_run_dir, read_flags, sources
from symbolic_rl.policy import HEADS
from symbolic_rl.program.pack import list_packs, load_pack
from tests.processes import Run, ran, started

CONFIGS = (EnvConfig, TrainConfig, CurriculumConfig)


@pytest.fixture
def run_dir(tmp_path: Path) -> Path:
    """The folder of a run that has only settings, which differ from every pack's."""
    settings = {"env": EnvConfig(max_inferences=17), "train": TrainConfig(total_frames=4242)}
    names = {"problem": "countries_s1", "source": "countries_s1", "fingerprint": ""}
    config = RunConfig(**names, queries={}, head="resolvent", **settings)
    run = RunDirectory(tmp_path / "run", config)
    run.create()
    return run.path


def test_a_directory_that_has_a_run_is_refused_before_the_program_is_read(
    command: Run, run_dir: Path, tmp_path: Path
) -> None:
    (run_dir / "checkpoint").mkdir()
    (run_dir / "checkpoint" / "state.pt").touch()
    (tmp_path / "wrong.pl").write_text("p(X :- q.\n")

    done = command("train", "--env", str(tmp_path / "wrong.pl"), "--run-dir", str(run_dir))

    assert done.returncode == 2
    assert "There is a run in this directory already." in done.stderr


def test_the_command_alone_says_what_to_do_next_and_names_the_latest_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run([]) == 0
    alone = capsys.readouterr().out
    (tmp_path / "runs" / "blocks-1").mkdir(parents=True)
    (tmp_path / "runs" / "blocks-1" / "config.json").touch()
    cli.run([])
    told = capsys.readouterr().out.removeprefix(alone)
    assert all(f"symbolic-rl {word} " in alone for word in ("train", "check", "prove", "sweep"))
    assert told.startswith("Your latest run is runs/blocks-1: symbolic-rl report runs/blocks-1")


def test_a_shell_completes_commands_flags_and_choices(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["completion", "bash"]) == 0
    (tmp_path / "script").write_text(capsys.readouterr().out)
    asked = {"swe": "sweep", "train --n-w": "--n-workers", "eval --collector x --sea": "--search"}
    for words in asked:
        (tmp_path / "words").write_text(f"symbolic-rl {words}")
        script = (
            "source ./script; COMP_WORDS=($(cat words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
            "COMP_LINE=$(cat words); COMP_POINT=${#COMP_LINE}; "
            '_tyro_symbolic_rl; echo "${COMPREPLY[@]}"'
        )
        assert asked[words] in ran("bash", "-c", script, cwd=tmp_path).stdout.split()


def test_help_imports_nothing_but_the_standard_library() -> None:
    """Seconds depend on the machine; ``bench/startup.py`` measures them."""
    code = (
        "import sys; before = set(sys.modules); from symbolic_rl.cli.main import run; "
        "sys.argv = ['symbolic-rl']\n"
        "try: run(['--help'])\n"
        "except SystemExit: pass\n"
        "print(*(set(sys.modules) - before), file=sys.stderr)"
    )
    done = ran(sys.executable, "-c", code)
    rooms = {name.partition(".")[0] for name in done.stderr.split()}
    ours = {name for name in done.stderr.split() if name.startswith("symbolic_rl.")}

    assert rooms - {"symbolic_rl"} <= sys.stdlib_module_names
    modules = ("base", "base.errors", "base.interrupts", "base.registry", "cli", "cli.main")
    assert ours == {f"symbolic_rl.{name}" for name in modules}


@pytest.mark.parametrize(
    ("during", "code", "said"),
    [
        ("os.kill(os.getpid(), signal.SIGTERM)", 128 + signal.SIGTERM, ""),
        ("raise type('NotFoundError', (Exception,), {})", 2, "SWI-Prolog is not installed"),
    ],
)
def test_what_happens_while_swi_prolog_starts(
    during: str, code: int, said: str, tmp_path: Path
) -> None:
    """A signal ends the command as ever; an error of pyswip's own class is reported as ours."""
    (tmp_path / "program.pl").write_text("p.\n")
    script = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path, target=None):\n"
        f"        if name == 'pyswip': {during}\n"
        "sys.meta_path.insert(0, Finder())\n"
        "sys.argv = ['symbolic-rl', 'prove', 'program.pl', 'p']\n"
        "from symbolic_rl.cli.main import main; main()"
    )
    done = ran(sys.executable, "-c", script, cwd=tmp_path)

    assert done.returncode == code, done.stderr
    assert done.stderr.startswith(f"error: {said}") if said else done.stderr == ""


def test_a_device_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    from symbolic_rl.base.devices import resolve_device
    from symbolic_rl.envs.torchrl import DerivationEnv

    assert str(resolve_device("auto")) == "cpu"
    for asked in (resolve_device, lambda device: DerivationEnv("countries_s1", 1, device=device)):
        with pytest.raises(ConfigError, match=r"no CUDA device(.|\n)*--device cpu"):
            asked("cuda")


def test_unknown_command_is_answered_with_the_nearest(command: Run) -> None:
    done = command("trian", "--env", "family")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "error: There is no command 'trian'.",
        "  where:  symbolic-rl trian --env family",
        "  to fix: did you mean 'train'?",
    ]


def code_of(words: Sequence[str]) -> int | str | None:
    try:
        return cli.run(words)
    except SystemExit as ended:
        return ended.code


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_its_own_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([name, "--help"], ["help", name]):
        assert code_of(words) == 0
        printed = capsys.readouterr()
        assert printed.out.startswith(f"usage: symbolic-rl {name} ") and not printed.err


def test_help_names_every_command_and_shows_the_values_of_the_named_pack(command: Run) -> None:
    told = command("--help").stdout
    shown = command("train", "--env", "robinson", "--help-all").stdout
    words = " ".join(shown.replace("\u2502", " ").split())
    assert command("--version").stdout == f"symbolic-rl {__version__}\n"
    assert all(f"\n  {name} " in told for name in cli.COMMANDS)
    assert f"--policy {{auto,{','.join(HEADS)}}}" in words.replace(", ", ",")
    assert f"(default: {load_pack('robinson').env.max_tokens})" in words


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("train", "--n-envs", "some"), ["--n-envs", "'some' is not a whole number"]),
        (("train", "--n-envs", "0"), ["n_envs=0", "--n-envs", "at least 1"]),
        (("train", "--algo", "ppo", "--n-envs", "300"), ["n_envs=300", "--frames-per-batch 8100"]),
        (("train", "--n-envz", "3"), ["--n-envz", "--n-envs"]),
        (("train", "mine.pl", "--seed", "1"), ["to fix: write --env mine.pl."]),
        (("sweep", "mine.pl"), ["to fix: write --env mine.pl."]),
        (("train", "--env", "countries_s4"), ["countries_s4", "countries_s3"]),
        (("train", "--collector", "vectorised"), ["--collector", "did you mean 'vectorized'"]),
        (("train", "--collector", "multiprocess", "--n-workers", "3"), ["--n-workers 2"]),
        (("sweep", "--n-envs", "9", "--n-workers", "3", "4"), ["--n-workers 3", "--n-envs 12"]),
        (("train", "--resume", "nowhere", "--env", "family"), ["--resume", "--config"]),
        (("train", "--config", "nowhere.json"), ["nowhere.json", "config.json"]),
        (("train", "--gamma", "2"), ["gamma=2", "from 0 to 1"]),
        (("train", "--seed", str(2**64)), ["--seed", f"at most {2**64 - 1:,}"]),
        (("eval", "/dev/null"), ["no run here", "/dev/null"]),
        (("eval", "run", "--plot", "x.png"), ["--plot", "or add --search."]),
        (("eval", "run", "--budget", "9"), ["--budget", "or add --search or --ranking."]),
        (("eval", "run", "--search", "--triples", "9"), ["--triples", "or add --ranking."]),
        (("eval", "run", "--ranking", "--no-baselines"), ["--no-baselines", "leave it out."]),
        (("eval", "run", "--search", "--budget", "-9"), ["budget=-9", "at least 1"]),
        (("eval", "run", "--search", "--plot", "x.foo"), ["x.foo", ".png, .svg, .pdf"]),
        (("eval", "run", "--search", "--plot", "no/x.svg"), ["no folder no", "--plot"]),
        (("prove", "family", "p(X)", "--save", "no/x.json"), ["no folder no", "--save"]),
        (("prove", "family", "p(X)", "--save", "/"), ["/ is a folder", "--save"]),
        (("verify", "/dev/null", "family"), ["/dev/null", "prove --save"]),
        (("sweep", "--n-workers", "0"), ["--n-workers", "at least 1"]),
        (("sweep", "--plot", "/dev/null/x.png"), ["/dev/null", "--plot"]),
        (("eval", "run", "--ranking", "--search"), ["two evaluations"]),
        (("eval", "run", "--attempts", "3"), ["attempts=3", "--sampled"]),
        (("import", "popper", ".", "--equality-axioms"), ["only apply to `import tptp`"]),
        (("import", "tptp:x", "a.p"), ["separated by a space"]),
        (("import", "tptp", "gone.p"), ["cannot be read"]),
        (("report",), ["name 1 to 32 runs"]),
        (("prove", "family"), ["GOAL"]),
        (("prove", "family", "p(X)", "--search", "swipl", "--no-swipl"), ["--no-swipl"]),
        (("eval", ".", "--no-swipl"), ["--no-swipl"]),
    ],
    ids=" ".join,
)
def test_error_of_the_user_is_told_without_a_traceback(
    words: tuple[str, ...],
    told: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert code_of(words) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    for word in told:
        assert word in printed.err


FLAGS = """
--env --goals --profile --run-dir --config --resume --from --track --n-envs --total-frames --seed
--device --collector --n-workers --n-threads --frames-per-batch --algo --group-size --baseline
--policy --dim --lr --epochs --minibatch-size --gamma --clip-epsilon --entropy-coeff
--max-grad-norm --compile --precision --memory-mb --checkpoint-interval --search-budget
--max-search-budget --propose --lemmas --n-candidates --n-goals --goal-width --view --max-inferences
--loop-check --strict --max-tokens --engine
"""
"""All flags of ``train``. A new setting is a constant, or a key of env.toml; a new flag is a
decision: something else goes, or the reason stands in ``docs/decisions``."""


def test_train_has_these_flags_and_no_others(separate_command: Run) -> None:
    shown = separate_command("train", "--help-all").stdout
    first = separate_command("train", "--help").stdout
    assert 10 <= len(re.findall(r"^\W*--(?!help)[a-z-]+", first, re.M)) <= 16
    assert re.findall(r"^\W*(--(?!help)[a-z-]+)", shown, re.M) == FLAGS.split()
    names = [field.name for kind in (TrainArgs, *CONFIGS) for field in fields(kind)]
    assert len({*names}) == len(names)
    assert read_flags(["--seed", str(2**64 - 1)]).training.seed == 2**64 - 1


def test_a_setting_that_is_no_more_is_refused_by_name(run_dir: Path) -> None:
    file = run_dir / "config.json"
    content = json.loads(file.read_text())
    content["train"]["torch_threads"] = 1
    file.write_text(json.dumps(content))
    for flag in (("--config", str(file)), ("--resume", str(run_dir))):
        with pytest.raises(ConfigError, match="unknown key 'torch_threads'"):
            read_flags(flag)


def test_a_pack_may_have_settings_of_its_own_for_an_algorithm(tmp_path: Path) -> None:
    Path(tmp_path, "program.pl").write_text("p(a).")
    lines = ["[train]", "n_envs = 64", "lr = 0.002", "[train.grpo]", "n_envs = 32"]
    Path(tmp_path, "env.toml").write_text("\n".join(lines))
    env = ["--env", str(tmp_path)]

    plain, grpo = read_flags(env).training, read_flags([*env, "--algo", "grpo"]).training

    assert (plain.algo, plain.n_envs, plain.lr) == ("expert", 64, 0.002)
    assert (grpo.algo, grpo.n_envs, grpo.lr) == ("grpo", 32, 0.002)
    assert read_flags([*env, "--algo", "grpo", "--n-envs", "8"]).training.n_envs == 8


@pytest.mark.parametrize("name", list_packs())
@pytest.mark.parametrize("profile", PROFILES)
def test_flags_change_a_profile_that_changes_the_pack(name: str, profile: Profile) -> None:
    pack = load_pack(name)
    expected = with_profile(pack.train, profile)
    flags = read_flags(["--env", name, "--profile", profile, "--seed", "7", "--n-goals", "3"])

    assert flags.environment == pack.env.override({"n_goals": 3}, where="test")
    assert flags.curriculum == pack.curriculum
    assert flags.training == expected.override({"seed": 7}, where="test")
    changes = difference(pack.train, expected)
    assert [line.partition(":")[0] for line in changes] == [
        key
        for key in pack.train.__dataclass_fields__
        if getattr(pack.train, key) != getattr(expected, key)
    ]
    assert (profile == "standard") == (not changes)


def test_a_config_file_and_a_run_to_resume_give_the_defaults(run_dir: Path) -> None:
    given = read_flags(["--config", str(run_dir / "config.json"), "--seed", "3"])
    resumed = read_flags(["--resume", str(run_dir), "--seed", "3"])
    for flags in (given, resumed):
        assert (flags.env, flags.environment.max_inferences) == (("countries_s1",), 17)
        assert (flags.training.total_frames, flags.training.seed) == (4242, 3)
    assert resumed.resume == run_dir


@pytest.mark.parametrize(
    ("words", "told"),
    [(("--env", "family"), "continues a run"), (("--profile", "quick"), "settings of a pack")],
)
def test_a_resumed_run_keeps_its_program(words: tuple[str, str], told: str, run_dir: Path) -> None:
    with pytest.raises(ConfigError, match=told):
        default_flags(sources(["--resume", str(run_dir), *words]))


def test_new_run_takes_a_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folders = []
    for _ in range(3):
        folders.append(new_run_dir("family"))
        folders[-1].mkdir(parents=True)
    assert len(set(folders)) == 3


def test_envs_lists_every_pack_and_a_reader_that_leaves_early_is_no_error(command: Run) -> None:
    lines = command("envs").stdout.splitlines()
    done = ran("sh", "-c", f"{sys.executable} -m symbolic_rl envs | true")
    assert [line.split()[0] for line in lines] == list_packs()
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda n: n.name)
def test_a_signal_at_the_start_has_its_exit_code(number: signal.Signals, tmp_path: Path) -> None:
    code = (  # what starts the tests may have SIGINT ignored
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from symbolic_rl.base.registry import Entry; from symbolic_rl.cli import main as cli\n"
        "cli.COMMANDS['wait'] = Entry('wait:main', ''); cli.main()"
    )
    (tmp_path / "wait.py").write_text(
        "import time\ndef main(args):\n    print('here', flush=True)\n    time.sleep(10_000)\n"
    )
    process = started(sys.executable, "-c", code, "wait", cwd=tmp_path)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(number)
    _, told = process.communicate(timeout=600)

    assert process.returncode == 128 + number
    assert "Traceback" not in told


@pytest.mark.parametrize(("megabytes", "needed"), [(399, "400 MB"), (999, "1,000 MB")])
def test_less_address_space_than_libraries_take_is_told_before_they_are_imported(
    megabytes: int, needed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (megabytes << 20, -1))
    assert cli.run(["train", "--env", "countries_s1"]) == 2
    told = capsys.readouterr().err
    assert f"needs at least {needed}" in told and "ulimit -v" in told


def torch_refuses_memory() -> RuntimeError:
    with pytest.raises(RuntimeError) as refused:
        torch.empty(12_345_678_901_234_567, dtype=torch.uint8)
    return refused.value


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "No space left"),
        (OSError(errno.EROFS, "Read-only file system", "run/state.pt"), "run/state.pt"),
        (MemoryError(), "not enough memory"),
        (torch_refuses_memory(), "12,345,678,901,234,567 bytes"),
        (fault("there is not enough memory", "core:expand_compiled/1"), "ulimit -v"),
        (ImportError("libtorch_cpu.so: failed to map segment from shared object"), "ulimit -v"),
        (ImportError("no module named torch"), None),
        (OSError("nothing that a user can mend"), None),
    ],
)
def test_a_full_disk_and_a_full_memory_are_told_and_a_fault_of_ours_keeps_its_traceback(
    error: Exception,
    told: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fails(args: list[str]) -> int:
        raise error

    monkeypatch.setattr(cli, "_dispatch", fails)
    if told is None:
        with pytest.raises(type(error), match=str(error)):
            cli.run(["train"])
        return
    assert cli.run(["train"]) == 2
    said = capsys.readouterr().err
    assert told in said and "to fix: " in said


def test_error_message_has_three_lines_and_survives_a_process_boundary() -> None:
    error = ConfigError("what.", "where", "fix.")
    assert str(error) == "what.\n  where:  where\n  to fix: fix."
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert isinstance(error, SymbolicError | ValueError)


def test_a_closed_standard_output_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "p.pl").write_text("p(a).\n")
    line = f"exec {sys.executable} -m symbolic_rl prove p.pl 'p(X)' >&-"
    assert ran("sh", "-c", line, cwd=tmp_path).returncode == 0
