"""Hostile runs: checkpoints that are no checkpoints, or those of other content."""

import io
import os
import pickle
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.hostile.case import QUERIES, SMALL, Case, folder_of
from tests.hostile.commands import HUGE
from tests.hostile.programs import SMALL_TRAINING

TRAINING = Case(
    "train",
    ("train", "--env", "pack", *SMALL_TRAINING, "--run-dir", "run"),
    0,
    files={**folder_of(SMALL), "pack/test.pl": QUERIES},
)  # fmt: skip
"""Makes the run that the others damage."""

Damage = Callable[[Path], None]


class Effect:
    """Makes the canary when it is unpickled."""

    def __reduce__(self) -> Any:
        return os.system, ("touch canary",)


def checkpoint(folder: Path) -> Path:
    """The file."""
    return folder / "run" / "checkpoint" / "state.pt"


def written(content: Callable[[bytes], bytes]) -> Damage:
    """The checkpoint is other bytes."""

    def damage(folder: Path) -> None:
        file = checkpoint(folder)
        file.write_bytes(content(file.read_bytes()))

    return damage


def signed(body: bytes) -> bytes:
    """Bytes behind the header that fits them."""
    from symbolic_rl.base.run_dir import _CHECKPOINT, _header

    return _header(_CHECKPOINT, body) + body


def saved(change: Callable[[dict[str, Any]], Any]) -> Damage:
    """The checkpoint has other content, and the checksum of it."""

    def damage(folder: Path) -> None:
        from symbolic_rl.base.run_dir import RunDirectory

        run = RunDirectory.open(folder / "run")
        state = run.load_checkpoint()
        run.save_checkpoint(change(state) or state)

    return damage


def evil_zip(_: bytes) -> bytes:
    """An archive as torch saves it, whose pickle makes the canary."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("archive/data.pkl", pickle.dumps(Effect(), protocol=2))
        archive.writestr("archive/version", "3\n")
    return signed(data.getvalue())


def bomb(_: bytes) -> bytes:
    """An archive of a gigabyte of zeros."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("archive/data.pkl", bytes(200 * 2**20))
    return signed(data.getvalue())


def nan(state: dict[str, Any]) -> None:
    """One weight is no number."""
    for weight in state["policy"].values():
        weight.view(-1)[0] = float("nan")


def narrow(state: dict[str, Any]) -> None:
    """Weights of another shape."""
    state["policy"] = {name: weight[:0] for name, weight in state["policy"].items() if weight.dim()}


def link(folder: Path) -> None:
    """The checkpoint is a link to itself."""
    checkpoint(folder).unlink()
    checkpoint(folder).symlink_to("state.pt")


def a_folder(folder: Path) -> None:
    """The checkpoint is a folder."""
    checkpoint(folder).unlink()
    checkpoint(folder).mkdir()


DAMAGES: dict[str, Damage] = {
    "empty": written(lambda _: b""),
    "half of it": written(lambda data: data[: len(data) // 2]),
    "zeros": written(lambda data: bytes(len(data))),
    "one bit": written(lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]),
    "noise behind the header": written(lambda data: data[:42] + bytes(range(256)) * 50),
    "a pickle": written(lambda _: pickle.dumps(Effect())),
    "a pickle with a checksum": written(lambda _: signed(pickle.dumps(Effect()))),
    "an archive with a pickle": written(evil_zip),
    "an archive of zeros": written(bomb),
    "nothing": saved(lambda _: {"": 0}),
    "a list": saved(lambda state: state.update(policy=[1]) or state),
    "weights that are no numbers": saved(nan),
    "weights of other shapes": saved(narrow),
    "no weights": saved(lambda state: state.update(policy={}) or state),
    "another head": saved(lambda state: state.update(head="os.system") or state),
    "another width": saved(lambda state: state.update(dim=10**9) or state),
    "a negative width": saved(lambda state: state.update(dim=-1) or state),
    "another shape": saved(lambda state: state.update(shape={}) or state),
    "a shape without room": saved(
        lambda state: state.update(shape={key: 10**12 for key in state["shape"]}) or state
    ),
    "a temperature below 0": saved(
        lambda state: state.update(search_settings={"temperature": -1.0}) or state
    ),
    "a link to itself": link,
    "a folder": a_folder,
}

ROWS: dict[str, tuple[str, int]] = {
    # metrics.csv, finding
    "empty": ("", 0),
    "no header": ("1,2,3\n", 0),
    "another header": ("iteration,evil\n1,2\n", 0),
    "iterations that are none": ("iteration,frames\nx,y\n", 0),
    "an iteration of 5,000 digits": (f"iteration,frames\n{HUGE},1\n", 0),
}


def cases() -> Iterator[Case]:
    """Each damage, met by three commands."""
    resume = ("train", "--resume", "run", "--total-frames", "32")
    for i, (name, damage) in enumerate(DAMAGES.items()):
        for k, args in enumerate((("eval", "run"), resume, ("prove", "run", "p(X)"))):
            if args == resume and name == "a temperature below 0":
                continue
            yield Case(
                f"checkpoint, {args[0]}: {name}", args, 2, "", needs_run=True, damage=damage,
                peak_mb=1200, is_slow=k != i % 3,
            )  # fmt: skip
    for name, (text, finding) in ROWS.items():
        yield Case(
            f"metrics.csv: {name}", ("diagnose", "run"), 2, "", {"run/metrics.csv": text},
            needs_run=True, finding=finding,
        )  # fmt: skip
    yield Case("a run", ("eval", "run"), 0, "the policy alone, greedy", needs_run=True)
