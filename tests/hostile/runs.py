"""Hostile runs: checkpoints that are no checkpoints, or have other content."""

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
    "train", ("train", "--env", "pack", *SMALL_TRAINING, "--run-dir", "run"), 0,
    files={**folder_of(SMALL), "pack/test.pl": QUERIES},
)  # fmt: skip
"""Makes the run that the others damage."""

Damage = Callable[[Path], None]


class Effect:
    def __reduce__(self) -> Any:
        return os.system, ("touch canary",)


def checkpoint(folder: Path) -> Path:
    return folder / "run" / "checkpoint" / "state.pt"


def written(content: Callable[[bytes], bytes]) -> Damage:
    def damage(folder: Path) -> None:
        file = checkpoint(folder)
        file.write_bytes(content(file.read_bytes()))

    return damage


def signed(body: bytes) -> bytes:
    from symbolic_rl.base.run_dir import _CHECKPOINT, _header

    return _header(_CHECKPOINT, body) + body


def saved(change: Callable[[dict[str, Any]], Any]) -> Damage:
    def damage(folder: Path) -> None:
        from symbolic_rl.base.run_dir import RunDirectory

        run = RunDirectory.open(folder / "run")
        state = run.load_checkpoint()
        change(state)
        run.save_checkpoint(state)

    return damage


def archive_of(content: bytes) -> Damage:
    """The checkpoint is an archive as torch saves it, with this as the pickle in it."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("archive/data.pkl", content)
        archive.writestr("archive/version", "3\n")
    return written(lambda _: signed(data.getvalue()))


def with_weights(change: Callable[[Any], Any]) -> Damage:
    return saved(
        lambda state: state.update(policy={k: change(v) for k, v in state["policy"].items()})
    )


def in_its_place(make: Callable[[Path], None]) -> Damage:
    return lambda folder: checkpoint(folder).unlink() or make(checkpoint(folder))


DAMAGES: dict[str, Damage] = {
    "empty": written(lambda _: b""),
    "half of it": written(lambda data: data[: len(data) // 2]),
    "zeros": written(lambda data: bytes(len(data))),
    "one bit": written(lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]),
    "noise behind the header": written(lambda data: data[:42] + bytes(range(256)) * 50),
    "a pickle": written(lambda _: pickle.dumps(Effect())),
    "a pickle with a checksum": written(lambda _: signed(pickle.dumps(Effect()))),
    "an archive with a pickle": archive_of(pickle.dumps(Effect(), protocol=2)),
    "an archive of zeros": archive_of(bytes(200 * 2**20)),
    "nothing": saved(lambda state: state.clear() or state.update({"": 0})),
    "a list": saved(lambda state: state.update(policy=[1])),
    "weights that are no numbers": with_weights(lambda weight: weight * float("nan")),
    "weights of other shapes": with_weights(lambda weight: weight[:0] if weight.dim() else weight),
    "no weights": saved(lambda state: state.update(policy={})),
    "another head": saved(lambda state: state.update(head="os.system")),
    "another width": saved(lambda state: state.update(dim=10**9)),
    "a negative width": saved(lambda state: state.update(dim=-1)),
    "another shape": saved(lambda state: state.update(shape={})),
    "a shape without room": saved(lambda s: s.update(shape=dict.fromkeys(s["shape"], 10**12))),
    "a temperature below 0": saved(
        lambda state: state.update(search_settings={"temperature": -1.0}) or state
    ),
    "a link to itself": in_its_place(lambda file: file.symlink_to("state.pt")),
    "a folder": in_its_place(lambda file: file.mkdir()),
}

ROWS = {
    "empty": "",
    "no header": "1,2,3\n",
    "another header": "iteration,evil\n1,2\n",
    "iterations that are none": "iteration,frames\nx,y\n",
    "an iteration of 5,000 digits": f"iteration,frames\n{HUGE},1\n",
}
"""Content of metrics.csv."""


def cases() -> Iterator[Case]:
    resume = ("train", "--resume", "run", "--total-frames", "32")
    for i, (name, damage) in enumerate(DAMAGES.items()):
        for k, args in enumerate((("eval", "run"), resume, ("prove", "run", "p(X)"))):
            yield Case(
                f"checkpoint, {args[0]}: {name}", args, 2, "", needs_run=True, damage=damage,
                peak_mb=1200, is_slow=k != i % 3,
            )  # fmt: skip
    for name, text in ROWS.items():
        files = {"run/metrics.csv": text}
        yield Case(f"metrics.csv: {name}", ("diagnose", "run"), 2, "", files, needs_run=True)
    yield Case("a run", ("eval", "run"), 0, "the policy alone, greedy", needs_run=True)
