"""Run directories: settings, metrics, checkpoint, summary.

    config.json       program, resolved settings, versions
    metrics.csv       one row for each update; learning columns first, timing columns last
    events.out.*      the metrics for TensorBoard
    checkpoint/       state.pt: weights, optimizer, random state and counters; loads with
                      ``weights_only``. search_checkpoint: what searches need of it, without torch
    proofs.csv        training queries, and when each was proved (where searches prove them)
    lemmas.pl         facts that proofs have derived (``--lemmas``)
    summary.json      how it ended
    results.json      evaluations: what each method did with each query, by split
    proofs/           proofs that guided search has found, by split, as compressed JSON
    report.html       a page about all of this; `symbolic-rl report` rewrites it

Files are written under another name and renamed, so the last complete version survives an
interruption. Torch is imported only to write or read a checkpoint.
"""

import csv
import fcntl
import io
import json
import os
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import IO, Any, Self, cast

from symbolic_rl import __version__
from symbolic_rl.base.config import CurriculumConfig, EnvConfig, TrainConfig
from symbolic_rl.base.errors import ConfigError, RunError, SymbolicError
from symbolic_rl.base.files import checksum, replace_file
from symbolic_rl.base.machine import package_version

Value = int | float | str

PHASES = (
    "expand",
    "view",
    "reset",
    "transfer",
    "policy",
    "wait",
    "collect_rest",
    "advantage",
    "gradient_norms",
    "update",
    "checkpoint",
)
"""Phases of an update. ``transfer``: copies to the device and back; ``wait``: for the device, for
workers in addition to their work, and for other ranks; ``collect_rest``: TorchRL's collector and
its copies."""

TIMING_COLUMNS = (
    "frames_per_second",
    "inferences_per_second",
    *(f"seconds_{phase}" for phase in PHASES),
    "seconds",
)
"""The last columns of metrics.csv; the others depend only on the settings and the seed."""

MAY_CHANGE = frozenset({"total_frames", "device", "checkpoint_interval", "compile"})
"""Training settings that a resumed run may change."""


@dataclass(frozen=True, kw_only=True)
class RunConfig:
    """Content of config.json."""

    problem: str  # name of the pack or program
    source: str  # name or path given by the user, from which the problem can be loaded again
    programs: dict[str, str] = field(default_factory=dict)
    """Sources by name, of a run for several programs; their own runs are in folders of its."""
    fingerprint: str  # checksum of the program's text
    queries: dict[str, str]  # split or level -> checksum of its query file in training
    goals: str = ""  # file of goals to learn from; empty if the run learns from the pack's queries
    weights_from: str = ""  # run whose weights it started with; empty for random weights
    head: str  # the policy's head, resolved
    env: EnvConfig
    train: TrainConfig
    curriculum: CurriculumConfig = field(default_factory=CurriculumConfig)
    versions: dict[str, str] = field(default_factory=dict)

    @classmethod
    def from_json(cls, values: Mapping[str, Any], *, where: str) -> Self:
        """Build the settings from a parsed config.json.

        RunError: it is not one. ConfigError: this version does not know, or allow, a setting.
        """
        try:
            given = {one.name: values[one.name] for one in fields(cls)}
            given |= {name: dict(given[name]) for name in ("programs", "queries", "versions")}
            levels = tuple(given["curriculum"]["levels"])
            for name, settings in (
                ("env", EnvConfig()),
                ("train", TrainConfig()),
                ("curriculum", CurriculumConfig()),
            ):
                own = {**given[name], "levels": levels} if name == "curriculum" else given[name]
                # To prove with a run, nobody needs the collector that it was trained with.
                given[name] = settings.override(own, where=where, names=False)
            return cls(**given)
        except (KeyError, TypeError) as error:
            what = f"These are not the settings of a run: {error!r}."
            fix = "name a run of this version, or restore its config.json."
            raise RunError(what, where, fix) from error

    def expect(self, problem: str, fingerprint: str, *, where: str) -> None:
        """Refuse, by a ConfigError, a program other than the run's; query files may change."""
        if fingerprint != self.fingerprint:
            raise ConfigError(
                f"The run was made with another version of {self.problem!r}: its program "
                f"differs from the program of {problem!r}.",
                where,
                "restore the program it was trained on, or start a new run.",
            )

    def expect_settings(self, train: TrainConfig, env: EnvConfig, *, where: str) -> None:
        """Refuse settings that a resumed run cannot change, by a ConfigError with both values."""
        then = {**asdict(self.env), **asdict(self.train)}
        now = {**asdict(env), **asdict(train)}
        changed = [
            f"{key} was {then[key]!r}, is {now[key]!r}"
            for key in then
            if then[key] != now[key] and key not in MAY_CHANGE
        ]
        if changed:
            what = "A resumed run keeps its settings: " + "; ".join(changed) + "."
            fix = f"leave them out, or start a new run; {', '.join(sorted(MAY_CHANGE))} may change."
            raise ConfigError(what, where, fix)


CHECKPOINT_KEYS: Mapping[str, type] = {
    "head": str,
    "shape": dict,
    "dim": int,
    "search_settings": dict,
    "longest_proof": int,
    "ids": dict,
    "policy": dict,
    "algorithm": list,
    "rows": list,
    "curriculum": dict,
    "totals": dict,
    "random": dict,
}
"""Keys of a session's checkpoint, and their types."""

_OF_CONTENT = (
    LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RuntimeError,
    AssertionError,
)  # fmt: skip
_CHECKPOINT_FILE = Path("checkpoint", "state.pt")
_FILES = (
    "config.json", "metrics.csv", "proofs.csv", "lemmas.pl", "summary.json", "results.json",
    "checkpoint/state.pt", "checkpoint/search_checkpoint",
)  # fmt: skip
_CHECKPOINT, _SEARCH_CHECKPOINT = b"symbolic-rl checkpoint 1 ", b"symbolic-rl search checkpoint 1 "
_HEADER_BYTES = len(_CHECKPOINT) + 17


def _header(kind: bytes, *parts: bytes | memoryview) -> bytes:
    """Return the first line of a file: its format, and the checksum of the parts."""
    return kind + checksum(parts).encode() + b"\n"


_ELSE = "name another directory (--run-dir)."


def runs_in(folder: Path) -> list[Path]:
    """Return the runs in a folder that is none itself: those with a checkpoint, by name."""
    if (folder / "config.json").exists():
        return []
    return sorted(file.parents[1] for file in folder.glob(f"*/{_CHECKPOINT_FILE}"))


class RunDirectory:
    """Files of one run."""

    def __init__(self, path: Path, config: RunConfig) -> None:
        self.path = path
        self.config = config
        self._metrics: IO[str] | None = None
        self._writer: csv.DictWriter[str] | None = None
        self._lock: int | None = None

    @classmethod
    def new(cls, path: Path, config: RunConfig) -> Self:
        """Prepare a run in a free directory (:meth:`expect_free`); :meth:`create` writes it."""
        cls.expect_free(path)
        return cls(path, config)

    @classmethod
    def expect_free(cls, path: Path) -> None:
        """Check that a new run can be kept in a directory; it need not exist.

        RunError: it already has a run with a checkpoint, or a config.json or metrics.csv that
        belongs to no run; or its name is not UTF-8, or names a file.
        """
        if path != Path(str(path).encode("utf-8", "replace").decode()):
            raise RunError("The name of the run's directory is not UTF-8.", str(path), _ELSE)
        if path.exists() and not path.is_dir():
            raise RunError("A file has the name of the run's directory.", str(path), _ELSE)
        if (path / _CHECKPOINT_FILE).exists():
            fix = "resume it (--resume), or name another directory (--run-dir)."
            raise RunError("There is a run in this directory already.", str(path), fix)
        if any((path / name).exists() for name in ("config.json", "metrics.csv")):
            try:
                cls.open(path)
            except (RunError, ConfigError) as error:
                what = "The directory has a config.json or metrics.csv that is not of a run."
                raise RunError(what, str(path), _ELSE) from error

    def create(self) -> None:
        """Make the directory and config.json, with versions; RunError: it cannot be written."""
        self.config = replace(self.config, versions=_versions())
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self.lock()
            self.expect_free(self.path)  # another process may have trained here meanwhile
            (self.path / "metrics.csv").unlink(missing_ok=True)  # of a run without a checkpoint
            self._write("config.json", _json(asdict(self.config)))
        except OSError as error:
            raise RunError(f"The run cannot be kept: {error}.", str(self.path), _ELSE) from error

    def lock(self) -> None:
        """Keep other processes from training in this directory, until :meth:`close` or the end.

        The lock is on the directory itself, so that a killed process leaves none behind. RunError:
        another process has it. OSError: the directory cannot be opened.
        """
        folder = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(folder)
            what = "Another process is training in this directory."
            fix = "wait until it ends, or name another directory (--run-dir)."
            raise RunError(what, str(self.path), fix) from error
        self._lock = folder

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open an existing run.

        RunError: there is none, its config.json is invalid, or a file is a folder, a pipe or a
        device.
        """
        for kept in (*(path / name for name in _FILES), *path.glob("proofs/*.json.gz")):
            if kept.exists() and not kept.is_file():  # reading a pipe would never end
                what, fix = "This is not a regular file.", "remove it, or restore the run."
                raise RunError(what, str(kept), fix)
        file = path / "config.json"
        try:
            values = read_json(file, "restore or delete it.")
        except RunError as error:
            if not isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
                raise
            what = "config.json is missing" if path.is_dir() else "this is not a directory"
            fix = "name a directory that `symbolic-rl train` has written."
            raise RunError(f"There is no run here: {what}.", str(path), fix) from error
        return cls(path, RunConfig.from_json(values, where=str(file)))

    @classmethod
    def put(cls, path: Path, config: RunConfig, state: Mapping[str, Any], search: bytes) -> None:
        """Write a run, its checkpoint ``state`` and ``search``, over an earlier one; or OSError."""
        run = cls(path, replace(config, versions=_versions()))
        path.mkdir(exist_ok=True)
        run._write("config.json", _json(asdict(run.config)))
        run.save_checkpoint(state)
        run.save_search_checkpoint(search)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Turn an OSError of the ``with`` block into a RunError that says how to resume the run."""
        try:
            yield
        except OSError as error:
            kept, fix = "It cannot be resumed", "make room, and train again"
            if self.checkpoint_file.exists():
                kept = "Its last checkpoint is whole"
                fix = f"make room, and continue with: symbolic-rl train --resume {self.path}"
            what = f"The run cannot be written: {error}. {kept}."
            raise RunError(what, str(self.path), fix) from error

    @property
    def checkpoint_file(self) -> Path:
        """Path of the checkpoint."""
        return self.path / _CHECKPOINT_FILE

    def append(self, row: Mapping[str, Value]) -> None:
        """Append a row to metrics.csv; the first row of a new file sets the columns."""
        if self._writer is None:
            file = self.path / "metrics.csv"
            is_new = not file.exists()
            self._metrics = file.open("a", newline="", encoding="utf-8")
            self._writer = csv.DictWriter(self._metrics, list(row))
            if is_new:
                self._writer.writeheader()
        assert self._metrics is not None
        self._writer.writerow({key: _text(value) for key, value in row.items()})
        # A killed process loses at most the row that it writes; metrics() drops an incomplete one.
        self._metrics.flush()

    def metrics(self) -> list[dict[str, str]]:
        """Return the rows of metrics.csv, or raise RunError."""

        def check(row: dict[str, str]) -> None:
            int(row["iteration"])
            for value in row.values():
                float(value or "nan")

        fix = "restore it, or delete it: training can continue without it."
        return self._rows("metrics.csv", check, fix)

    def training_queries(self) -> list[dict[str, str]]:
        """Return the rows of proofs.csv; none if training did not search. RunError: damaged."""

        def check(row: dict[str, str]) -> None:
            row["query"], row["origin"]
            for column in ("round", "inferences", "steps", "next_budget", "lost"):
                int(row[column])

        fix = "restore it, or delete it: the report does not need it."
        return self._rows("proofs.csv", check, fix)

    def _rows(
        self, name: str, check: Callable[[dict[str, str]], None], fix: str
    ) -> list[dict[str, str]]:
        """Return the rows of a file, without an incomplete last one."""
        file, rows = self.path / name, list[dict[str, str]]()
        if not file.exists():
            return []
        try:
            with file.open(newline="", encoding="utf-8") as lines:
                whole = (line for line in lines if line.endswith("\n"))
                for row in csv.DictReader(whole, strict=True):
                    check(row)
                    rows.append(row)
        except (UnicodeDecodeError, csv.Error, KeyError, TypeError, ValueError) as error:
            why = f"{error!s:.80}"
            if isinstance(error, UnicodeDecodeError):
                why = "it is not UTF-8"
            elif isinstance(error, KeyError):
                why = f"it has no column {error}"
            what = f"Row {len(rows) + 1:,} is not what training writes: {why}."
            raise RunError(what, str(file), fix) from error
        return rows

    def forget_after(self, iteration: int) -> None:
        """Drop the rows of metrics.csv after ``iteration``: a resumed run writes them again."""
        rows = [row for row in self.metrics() if int(row["iteration"]) <= iteration]
        file = self.path / "metrics.csv"
        if rows:
            replace_file(file, _csv(rows).encode())
        else:
            file.unlink(missing_ok=True)

    def save_checkpoint(self, state: Mapping[str, Any]) -> None:
        """Replace the checkpoint; ``state`` has tensors, numbers, strings and containers."""
        import torch

        self.checkpoint_file.parent.mkdir(exist_ok=True)
        data = io.BytesIO()  # torch.save to a file does not report a full disk
        torch.save(dict(state), data)
        body = data.getvalue()
        replace_file(self.checkpoint_file, _header(_CHECKPOINT, body) + body)

    def save_search_checkpoint(self, body: bytes) -> None:
        """Replace the search checkpoint, which belongs to the current checkpoint."""
        with self.checkpoint_file.open("rb") as file:
            header = _header(_SEARCH_CHECKPOINT, file.read(_HEADER_BYTES), body)
        replace_file(self._search_checkpoint_file, header + body)

    def load_search_checkpoint(self) -> bytes | None:
        """Return the search checkpoint; None unless both checkpoints are undamaged."""
        try:
            header, _, body = self._search_checkpoint_file.read_bytes().partition(b"\n")
            checkpoint = self.checkpoint_file.read_bytes()
        except OSError:
            return None
        line, rest = checkpoint[:_HEADER_BYTES], memoryview(checkpoint)[_HEADER_BYTES:]
        is_whole = line == _header(_CHECKPOINT, rest)
        return (
            body if is_whole and header + b"\n" == _header(_SEARCH_CHECKPOINT, line, body) else None
        )

    @property
    def _search_checkpoint_file(self) -> Path:
        return self.checkpoint_file.with_name("search_checkpoint")

    def load_checkpoint(self) -> dict[str, Any]:
        """Return the state of :meth:`save_checkpoint`, on the CPU; RunError: none, or damaged."""
        import torch

        try:
            data = self.checkpoint_file.read_bytes()
            header, body = data[:_HEADER_BYTES], data[_HEADER_BYTES:]
            if not header.startswith(_CHECKPOINT):
                raise ValueError("it is not a checkpoint of this version")
            if header != _header(_CHECKPOINT, body):
                raise ValueError("its checksum does not match its content")
            state = torch.load(io.BytesIO(body), map_location="cpu", weights_only=True)
        except FileNotFoundError as error:
            raise RunError(
                "The run has no checkpoint.", str(self.path), "train it for at least one update."
            ) from error
        except Exception as error:
            what = f"The checkpoint cannot be read: {str(error).rstrip('.')}."
            fix = "it is damaged; train again."
            raise RunError(what, str(self.checkpoint_file), fix) from error
        return cast(dict[str, Any], state)

    def load_state(self) -> dict[str, Any]:
        """Return the checkpoint of a session, with all of ``CHECKPOINT_KEYS``.

        RunError: as for :meth:`load_checkpoint`; or a key is missing or has another type, or a
        weight is not finite.
        """
        import torch

        state = self.load_checkpoint()
        wrong = [
            key
            for key, kind in CHECKPOINT_KEYS.items()
            if not isinstance(state, dict) or not isinstance(state.get(key), kind)
        ]
        if wrong:
            raise self._unusable(f"without, or of another type: {', '.join(wrong)}")
        for name, weight in state["policy"].items():
            if not isinstance(weight, torch.Tensor):
                raise self._unusable(f"the weight {name!r} is no tensor")
            if weight.is_floating_point() and not weight.isfinite().all():
                raise self._unusable(f"the weight {name!r} is not finite (NaN or infinite)")
        return state

    @contextmanager
    def restoring(self) -> Iterator[None]:
        """Turn errors of a ``with`` block that missing or unfit content causes into a RunError."""
        try:
            yield
        except SymbolicError:
            raise
        except _OF_CONTENT as error:
            raise self._unusable(f"{error!r:.200}") from error

    def _unusable(self, what: str) -> RunError:
        return RunError(
            f"The checkpoint cannot be used: {what}.",
            str(self.checkpoint_file),
            "restore the run from a copy, or train again.",
        )

    def write_proofs(self, rows: Sequence[Mapping[str, Value]]) -> None:
        """Write proofs.csv: a row for each training query, and when and how it was proved."""
        self._write("proofs.csv", _csv(rows))

    def write_lemmas(self, content: str) -> None:
        """Write lemmas.pl: facts that proofs have derived, with their savings."""
        self._write("lemmas.pl", content)

    def write_summary(self, summary: Mapping[str, Any]) -> None:
        """Write summary.json."""
        self._write("summary.json", _json(summary))

    @property
    def lemmas_that_help(self) -> Path | None:
        """The file of lemmas, if there is one and the run's trial says that they help."""
        file, trial = self.path / "lemmas.pl", self.summary().get("lemmas")
        helps = isinstance(trial, dict) and trial.get("helps") is True
        return file if helps and file.is_file() else None

    def results(self) -> dict[str, dict[str, Any]]:
        """Return results.json: ``training`` or ``tables`` -> session or split -> its document."""
        file = self.path / "results.json"
        if not file.exists():
            return {}
        fix = "delete it, and evaluate again: symbolic-rl eval RUN --search"
        content = read_json(file, fix)
        if not isinstance(content, dict) or not all(isinstance(x, dict) for x in content.values()):
            raise RunError("These are not the results of a run.", str(file), fix)
        return content

    def summary(self) -> dict[str, Any]:
        """Return summary.json; empty before the end of the run, or if it is damaged."""
        with suppress(RunError):
            found = read_json(self.path / "summary.json", "")
            return found if isinstance(found, dict) else {}
        return {}

    def keep_result(self, kind: str, document: Mapping[str, Any]) -> None:
        """Put a document into results.json, in the place of the last one of its ``split``."""
        results = self.results()
        results.setdefault(kind, {})[document["split"]] = dict(document)
        text = json.dumps(results, separators=(",", ":"), default=str)
        self._write("results.json", text + "\n")

    def keep_proofs(self, split: str, data: bytes) -> None:
        """Write the proofs of queries of a split, replacing earlier ones."""
        folder = self.path / "proofs"
        folder.mkdir(exist_ok=True)
        replace_file(folder / f"{split}.json.gz", data)

    def proofs(self) -> dict[str, bytes]:
        """Return the files of proofs, by split."""
        files = sorted((self.path / "proofs").glob("*.json.gz"))
        return {file.name.removesuffix(".json.gz"): file.read_bytes() for file in files}

    def close(self) -> None:
        """Close metrics.csv."""
        if self._metrics is not None:
            self._metrics.close()
        if self._lock is not None:
            os.close(self._lock)
        self._metrics = self._writer = self._lock = None

    def _write(self, name: str, text: str) -> None:
        replace_file(self.path / name, text.encode())


def read_json(file: Path, fix: str) -> Any:
    """Return the content of a file, or raise RunError: it cannot be read, or is not JSON."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise RunError(f"The file cannot be read: {error}.", str(file), fix) from error
    except (ValueError, RecursionError) as error:
        raise RunError(f"Not JSON: {error}.", str(file), fix) from error


def _text(value: Value) -> str:
    """Return a value as text; floats with 9 digits, which distinguish all 32-bit floats."""
    return f"{value:.9g}" if isinstance(value, float) else str(value)


def _csv(rows: Sequence[Mapping[str, Value]]) -> str:
    """Return rows that share their keys as CSV with a header."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows({key: _text(value) for key, value in row.items()} for row in rows)
    return text.getvalue()


def _json(values: Mapping[str, Any]) -> str:
    return json.dumps(values, indent=2, default=str) + "\n"


def _versions() -> dict[str, str]:
    packages = ("torch", "torchrl", "tensordict", "numpy")
    return {
        "symbolic_rl": __version__,
        "python": platform.python_version(),
        **{name: package_version(name) for name in packages},
    }
