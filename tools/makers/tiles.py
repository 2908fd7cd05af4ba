"""The pack tiles: boards of the 8- and the 15-puzzle.

Boards to learn from are graded: the first are a few random moves from the goal, the last any board
that can be solved. ``program.pl`` and ``env.toml`` are written by hand.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from tools.makers.text import query, shuffled, write

SEED = 17
N_TRAIN, N_VALID, N_TEST = 2000, 100, 100
WALKS = {3: 40, 4: 80}
"""Most moves from the goal to a board to learn from, by width of the board."""

WHAT = {
    "train": "from a few random moves off the goal on",
    "valid": "any that can be solved, for validation",
    "test": "any that can be solved",
    "test_": "any that can be solved",
}

Board = tuple[int, ...]


def goal(width: int) -> Board:
    """Return the board that is solved."""
    return (*range(1, width * width), 0)


def neighbours(board: Board, width: int) -> Iterator[Board]:
    """Enumerate the boards that one move leads to."""
    gap = board.index(0)
    row, column = divmod(gap, width)
    for i, j in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= i < width and 0 <= j < width:
            moved = list(board)
            moved[gap], moved[i * width + j] = moved[i * width + j], 0
            yield tuple(moved)


def walked(width: int, n_moves: int, rng: Random) -> Board:
    """Return the board that a random walk from the goal ends at; it takes no move back."""
    board, before = goal(width), goal(width)
    for _ in range(n_moves):
        others = [one for one in neighbours(board, width) if one != before]
        board, before = others[rng.randrange(len(others))], board
    return board


def is_solvable(board: Board, width: int) -> bool:
    """Return whether moves lead from a board to the goal: its permutation has the gap's parity."""
    tiles = [tile for tile in board if tile]
    turns = sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :])
    row = board.index(0) // width
    return (turns + (0 if width % 2 else width - 1 - row)) % 2 == 0


def drawn(width: int, rng: Random) -> Board:
    """Return a board drawn alike from all that can be solved."""
    while True:
        board = tuple(shuffled(goal(width), rng))
        if is_solvable(board, width):
            return board


def make(folder: Path) -> None:
    """Write the query files."""
    rng = Random(SEED)
    for width, suffix in ((3, ""), (4, "_15")):
        seen: set[Board] = {goal(width)}
        held = list(fresh((drawn(width, rng) for _ in range(10**6)), seen, N_TEST + N_VALID))
        most = WALKS[width]
        lengths = [2 + k * most // N_TRAIN for k in range(10 * N_TRAIN)]
        walks = (walked(width, min(length, most), rng) for length in sorted(lengths))
        learned = list(fresh(walks, seen, 3 * N_TRAIN))
        learned = [learned[k * len(learned) // N_TRAIN] for k in range(N_TRAIN)]
        for split, boards in (
            (f"train{suffix}", learned),
            (f"valid{suffix}", held[N_TEST:]),
            (f"test{suffix}", held[:N_TEST]),
        ):
            lines = [query(f"tiles({width}, [{', '.join(map(str, one))}])") for one in boards]
            comment = (
                f"Sliding tiles: {len(lines)} boards of width {width}, {WHAT[split[:5]]}.\n\n"
                f"Made by `python -m tools.make tiles` (seed {SEED}). MIT licence. Do not edit."
            )
            write(folder / f"{split}.pl", comment, lines)


def fresh(boards: Iterator[Board], seen: set[Board], most: int) -> Iterator[Board]:
    """Enumerate at most ``most`` boards that were not seen before."""
    for board in boards:
        if board not in seen:
            seen.add(board)
            yield board
            most -= 1
        if not most:
            return
