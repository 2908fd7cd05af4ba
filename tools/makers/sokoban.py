"""The pack sokoban: small rooms that can be solved, graded by boxes and pushes.

A room is solved backwards: the boxes stand on the goals, and are pulled at random. So every room
has a solution, and the number of pulls grades it. ``program.pl`` and
``env.toml`` are written by hand.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tools.makers.text import query, shuffled, write

SEED = 29
WIDTH = 8
STEPS = (-WIDTH, -1, 1, WIDTH)
N_WALLS = 5
"""Walls inside the room."""
LEVELS = ((2, 4), (2, 10), (3, 10), (3, 25), (4, 25), (4, 100))
"""Boxes and pulls of each grade, easiest first; the last grade is for the held-out rooms."""
N_LEVEL, N_HELD = 350, 200
"""Rooms of a grade, and held-out rooms, of which half are for validation."""


@dataclass(frozen=True)
class Room:
    """Room with boxes; cells are numbered from 1, row by row."""

    floor: frozenset[int]
    goals: frozenset[int]
    boxes: frozenset[int]
    player: int

    def line(self) -> str:
        """Return the room as a query."""
        kinds = ("goal" if n in self.goals else "floor" if n in self.floor else "wall"
                 for n in range(1, WIDTH * WIDTH + 1))  # fmt: skip
        boxes = ", ".join(map(str, sorted(self.boxes)))
        return query(f"sokoban(cells({', '.join(kinds)}), {self.player}, [{boxes}])")


def reached(player: int, free: frozenset[int]) -> frozenset[int]:
    """Return the cells that the player can walk to."""
    found, border = {player}, [player]
    while border:
        cell = border.pop()
        for step in STEPS:
            if cell + step in free and cell + step not in found:
                found.add(cell + step)
                border.append(cell + step)
    return frozenset(found)


def drawn(n_boxes: int, rng: Random) -> Room:
    """Draw a connected room whose boxes are home."""
    inside = [WIDTH * row + column for row in range(1, WIDTH - 1) for column in range(2, WIDTH)]
    while True:
        cells = shuffled(inside, rng)
        floor = frozenset(cells[N_WALLS:])
        goals = frozenset(cells[N_WALLS : N_WALLS + n_boxes])
        player = cells[N_WALLS + n_boxes]
        if reached(player, floor) == floor:
            return Room(floor, goals, goals, player)


def pulls(room: Room) -> list[Room]:
    """Return the rooms that one pull leads to."""
    free = room.floor - room.boxes
    near = reached(room.player, free)
    return [
        Room(room.floor, room.goals, room.boxes - {box} | {box + step}, box + 2 * step)
        for box in sorted(room.boxes)
        for step in STEPS
        if box + step in near and box + 2 * step in free
    ]


def situation(room: Room) -> tuple[frozenset[int], frozenset[int]]:
    """Return what tells states of one room apart: boxes, and the cells that can be walked to."""
    return room.boxes, reached(room.player, room.floor - room.boxes)


def pulled(n_boxes: int, n_pulls: int, rng: Random) -> Room | None:
    """Return a room after random pulls that lead to no state twice; None where boxes stay home."""
    room = drawn(n_boxes, rng)
    seen = {situation(room)}
    for _ in range(n_pulls):
        following = [one for one in pulls(room) if situation(one) not in seen]
        if not following:
            break
        room = following[rng.randrange(len(following))]
        seen.add(situation(room))
    return None if len(room.boxes & room.goals) > n_boxes // 3 else room


def rooms(n_boxes: int, n_pulls: int, rng: Random, seen: set[Room]) -> Iterator[Room]:
    """Enumerate different rooms of a grade."""
    while True:
        room = pulled(n_boxes, n_pulls, rng)
        if room is not None and room not in seen:
            seen.add(room)
            yield room


def make(folder: Path) -> None:
    """Write the query files."""
    rng, seen = Random(SEED), set[Room]()
    grades = [rooms(*level, rng, seen) for level in LEVELS]
    held = [next(grades[-1]) for _ in range(N_HELD)]
    learned = [next(grade) for grade in grades for _ in range(N_LEVEL)]
    for split, chosen in (
        ("train", learned),
        ("valid", held[N_HELD // 2 :]),
        ("test", held[: N_HELD // 2]),
    ):
        comment = (
            f"Sokoban: {len(chosen)} rooms"
            f"{', graded by boxes and pulls' if split == 'train' else ' of the last grade'}.\n\n"
            f"Made by `python -m tools.make sokoban` (seed {SEED}). MIT licence. Do not edit."
        )
        write(folder / f"{split}.pl", comment, [room.line() for room in chosen])
