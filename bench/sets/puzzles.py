"""Puzzles of Levin tree search: plans for single-agent puzzles, by expansions.

Protocol. ``FOLDER`` is the folder ``problems`` of h-levin, whose ``--learned`` first training
problems (0: all of them) a policy learns from as ``symbolic-rl train`` does, within the frames of
the pack or ``--frames``; the pack of each puzzle is a folder next to this file. Test problems are
then searched within ``--budget`` expansions, guided by the policy; and the first tenth of them
guided without one and breadth-first, within a tenth. An expansion is a state whose moves are
computed. SWI-Prolog derives every plan again.

``boxoban``: the 1,000 levels of ``sokoban/test``. A move is a push, the way to the box is derived,
and states that differ by a walk are one. The literature's moves are single steps, so that its
expansions are more; *as steps* counts each expansion as often as there are cells without wall or
box, which is at least what searching all walks would expand.

``tiles_24``: the 1,000 boards of ``stp/puzzles_5x5_test``, a move of the gap each. Boards are
turned by 180 degrees, for a goal with the gap behind the tiles. Of every 16 training boards, the
first has all tiles in place but the last four, the second one stage less, and so on: a board out
of order is solved by no search that has learned nothing.
"""

import argparse
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import mean, median

from common.training import cpu_seconds, train

from sets.base import Measured, PublicSet, Row, Source
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.derivations.proof_frames import places
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.proofs.proof import verify_one

WAYS = ("guided", "unguided", "breadth-first")


@dataclass(frozen=True)
class Level:
    """Problem of a puzzle: its query, and how many single steps stand behind an expansion."""

    query: str
    n_steps: int = 1


Levels = Callable[[Path, str], Iterator[Level]]
"""From the folder and a split (``train``, ``test``) to its problems in order."""


# ---- boxoban


def rooms(folder: Path, split: str) -> Iterator[Level]:
    """Yield the levels of Boxoban."""
    parts = {"train": "train_50000", "test": "test"}
    for file in sorted((folder / "sokoban" / parts[split]).glob("*.txt")):
        for text in file.read_text("utf-8").split(";")[1:]:
            yield room("".join(line for line in text.split("\n")[1:] if line))


def room(cells: str) -> Level:
    """Return a level of 100 characters, row by row, as a query."""
    kinds = {"#": "wall", ".": "goal", "*": "goal", "+": "goal"}
    boxes = [n for n, cell in enumerate(cells, 1) if cell in "$*"]
    (player,) = (n for n, cell in enumerate(cells, 1) if cell in "@+")
    shown = ", ".join(kinds.get(cell, "floor") for cell in cells)
    n_free = 100 - cells.count("#") - len(boxes)
    return Level(f"query(sokoban(cells({shown}), {player}, {boxes})).", n_free)


# ---- 24-puzzle

SIDE = 5
SIZE = SIDE * SIDE
STAGES = (
    *((1,), (2,), (3,), (4, 5), (6,), (7,), (8,), (9, 10), (11,), (12,), (13,)),
    *((14, 15), (16, 21), (17, 22), (18, 23)),
)
"""Tiles that come into place together in ``tiles_24/program.pl``, without the last four."""


def boards(folder: Path, split: str) -> Iterator[Level]:
    """Yield the boards of the 24-puzzle; training boards are made easier (:func:`eased`)."""
    files = {"train": "train/puzzles_50000", "test": "test/puzzles_1000"}
    file = folder / "stp" / f"puzzles_5x5_{files[split]}"
    for k, line in enumerate(file.read_text("utf-8").splitlines()):
        tiles = [SIZE - int(one) if one != "0" else 0 for one in reversed(line.split())]
        if split == "train":
            tiles = eased(tiles, len(STAGES) - k % (len(STAGES) + 1))
        yield Level(f"query(tiles({SIDE}, {tiles})).")


def eased(tiles: list[int], n_stages: int) -> list[int]:
    """Return a board with the tiles of the first stages in place, that has a solution."""
    tiles, placed = list(tiles), [tile for stage in STAGES[:n_stages] for tile in stage]
    for tile in placed:
        at = tiles.index(tile)
        tiles[at], tiles[tile - 1] = tiles[tile - 1], tile
    if not is_solvable(tiles):
        first, second, *_ = (at for at, tile in enumerate(tiles) if tile and tile not in placed)
        tiles[first], tiles[second] = tiles[second], tiles[first]
    return tiles


def is_solvable(tiles: list[int]) -> bool:
    """Return whether a board has a solution: exchanges are even if the gap's way home is."""
    order, n_exchanges = [(tile or SIZE) - 1 for tile in tiles], 0
    for at in range(SIZE):
        while order[at] != at:
            other = order[at]
            order[at], order[other] = order[other], other
            n_exchanges += 1
    row, column = divmod(tiles.index(0), SIDE)
    return (n_exchanges + 2 * (SIDE - 1) - row - column) % 2 == 0


# ---- the Witness


def grids(folder: Path, split: str) -> Iterator[Level]:
    """Yield the puzzles of the Witness; of training, those that are not among the test's."""
    tested = (folder / "witness/puzzles_4x4_50k_test/puzzles_1000").read_text("utf-8")
    tests = [grid(text) for text in tested.split("Size:")[1:]]
    if split == "test":
        yield from tests
        return
    files = sorted((folder / "witness/puzzles_4x4").iterdir())
    known = set(tests)
    yield from (level for file in files if (level := grid(file.read_text("utf-8"))) not in known)


def grid(text: str) -> Level:
    """Return a puzzle of lines ``Goal: ROW COLUMN`` and ``Colors: |ROW COLUMN COLOUR|...``."""
    (row, column), *coloured = (
        [int(one) for one in part.split()]
        for line in text.splitlines()
        if line.startswith(("Goal: ", "Colors: "))
        for part in line.split(": ")[1].strip("|").split("|")
    )
    colours = {4 * r + c: colour for r, c, colour in coloured}
    cells = ", ".join(str(colours.get(cell, 0)) for cell in range(16))
    return Level(f"query(witness({5 * row + column}, cells({cells}))).")


# ---- measuring


def measure(name: str, levels: Levels, args: argparse.Namespace) -> Measured:
    """Train, search and verify; a row of the table for each search."""
    first, step = args.part
    tested = list(islice(levels(args.folder, "test"), first, None, step))
    learned = dict.fromkeys(islice(levels(args.folder, "train"), args.learned or None))
    with tempfile.TemporaryDirectory() as temporary:
        pack = Path(temporary, name)
        shutil.copytree(Path(__file__).parent / name, pack)
        write(pack / "train.pl", learned)
        write(pack / "test.pl", tested)
        trained = train(load_problem(pack), "expert", args.seed, frames=args.frames or 0)
        print(f"{name}: {trained.proved:.3f} proved, {trained.cpu_s:.0f} CPU s", flush=True)
        problem, table, rows = trained.problem, list[Row](), list[Row]()
        engine = PrologEngine(problem.program, problem.env_config)
        for way in WAYS:
            share = 1 if way == "guided" else 10
            budget, began, n = args.budget // share, cpu_seconds(), -(-len(tested) // share)
            effort = Effort(budgets=(budget,), most_queries=n)
            (found,) = evaluate(problem, trained.policy, "test", (way,), effort).outcomes
            spent = cpu_seconds() - began
            for query, plan in zip(problem.queries("test"), found.found, strict=False):
                if plan is not None:
                    verify_one(engine, query, places(plan.choices, plan.n_lost), "outline")
            # The steps of a proof are the query, the start, the moves and the end.
            each = zip(tested, found.inferences, found.proved, found.steps, strict=False)
            those = [
                {"search": way, "expanded": n, "as_steps": n * level.n_steps, "plan": steps - 3}
                for level, n, is_proved, steps in each
                if is_proved
            ]
            rows += those
            medians = {
                f"{title} {key}": round(value([one[key] for one in those])) if those else None
                for key in ("expanded", "as_steps", "plan")
                for title, value in (("median", median), ("mean", mean))
            }
            solved = {"search": way, "within": budget, "solved": f"{len(those)} of {n}"}
            table.append({**solved, **medians, "cpu_s": round(spent)})
            print(table[-1], flush=True)
    return Measured(rows, table)


def write(file: Path, levels: Iterable[Level]) -> None:
    """Write a file of queries."""
    file.write_text("".join(f"{level.query}\n" for level in levels), "utf-8")


SOURCE = ("levilelis/h-levin", "ea61a75376464d4dc9c30e826d833b7f63fdf9a0", "problems", "Apache-2.0")
PUZZLES = {
    name: PublicSet(
        Source(*SOURCE),
        "how many are solved, by how many expansions?",
        partial(measure, name, levels),
    )
    for name, levels in (("boxoban", rooms), ("tiles_24", boards), ("witness", grids))
}
