"""The packs tiles and tiles_15: boards of the 8- and the 15-puzzle.

Training boards of the 8-puzzle are graded: the first are a few random moves from the goal, the last
can be any solvable board. Training boards of the 15-puzzle have some tiles in place, which no move
disturbs, and the others anywhere: a policy that solves one stage learns on the boards of the stage
before it. ``program.pl`` and ``env.toml`` are written by hand.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from tools.makers.text import query, shuffled, write

SEED = 17
N_TRAIN, N_VALID, N_TEST = 2000, 100, 100
N_TRAIN_15 = 3000
LONGEST = 40
"""Most moves from the goal to a board of the 8-puzzle to learn from."""
STAGES = ((1,), (2,), (3, 4), (5,), (6,), (7, 8), (9, 13), (10, 14), (11, 12, 15))
"""Tiles of the 15-puzzle in the order in which they are to come into place."""

WHAT = {
    "train": "from a few random moves off the goal on",
    "valid": "any that can be solved, for validation",
    "test": "any that can be solved",
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


def walked(board: Board, width: int, n_moves: int, rng: Random, kept: Sequence[int] = ()) -> Board:
    """Return the board that a random walk ends at; it takes no move back where it need not.

    Args:
        board: where it starts, with the tiles ``kept`` in place.
        width: of the board.
        n_moves: its length.
        rng: draws the moves.
        kept: tiles that it does not move.
    """
    before, closed = board, {tile - 1 for tile in kept}
    for _ in range(n_moves):
        open_ = [one for one in neighbours(board, width) if one.index(0) not in closed]
        others = [one for one in open_ if one != before] or open_
        board, before = others[rng.randrange(len(others))], board
    return board


def staged(k: int, rng: Random) -> Board:
    """Return the k-th board of the 15-puzzle to learn from.

    Two in five are a short walk from the goal, the others a walk from a board that lacks all stages
    after one; neither moves the tiles of earlier stages.
    """
    stage = len(STAGES) - 1 - k % len(STAGES)
    kept = [tile for tiles in STAGES[:stage] for tile in tiles]
    board = goal(4)
    if k % 5 < 2:
        return walked(board, 4, 2 + rng.randrange(29), rng, kept)
    if stage + 1 < len(STAGES):
        board = walked(board, 4, 200 + rng.randrange(2), rng, [*kept, *STAGES[stage]])
    return walked(board, 4, 1 + rng.randrange(45), rng, kept)


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
    """Write the query files of the 8-puzzle."""
    rng = Random(SEED)
    seen: set[Board] = {goal(3)}
    held = list(fresh((drawn(3, rng) for _ in range(10**6)), seen, N_TEST + N_VALID))
    lengths = [2 + k * LONGEST // N_TRAIN for k in range(10 * N_TRAIN)]
    walks = (walked(goal(3), 3, min(length, LONGEST), rng) for length in sorted(lengths))
    learned = list(fresh(walks, seen, 3 * N_TRAIN))
    learned = [learned[k * len(learned) // N_TRAIN] for k in range(N_TRAIN)]
    splits = {"train": learned, "valid": held[N_TEST:], "test": held[:N_TEST]}
    for split, boards in splits.items():
        goals = [f"tiles(3, [{', '.join(map(str, one))}])" for one in boards]
        _write(folder, split, f"{len(goals)} boards of width 3, {WHAT[split]}", goals, "tiles")


def make_15(folder: Path) -> None:
    """Write the query files of the 15-puzzle."""
    rng = Random(SEED)
    seen: set[Board] = {goal(4)}
    held = list(fresh((drawn(4, rng) for _ in range(10**6)), seen, N_TEST + N_VALID))
    learned = list(fresh((staged(k, rng) for k in range(10**6)), seen, N_TRAIN_15))
    what = {**WHAT, "train": "with some tiles in place"}
    splits = {"train": learned, "valid": held[N_TEST:], "test": held[:N_TEST]}
    for split, boards in splits.items():
        goals = [f"tiles([{', '.join(map(str, one))}])" for one in boards]
        _write(
            folder, split, f"{len(goals)} boards of the 15-puzzle, {what[split]}", goals, "tiles_15"
        )


def _write(folder: Path, split: str, what: str, goals: Sequence[str], pack: str) -> None:
    comment = (
        f"Sliding tiles: {what}.\n\n"
        f"Made by `python -m tools.make {pack}` (seed {SEED}). MIT licence. Do not edit."
    )
    write(folder / f"{split}.pl", comment, [query(one) for one in goals])


def fresh(boards: Iterator[Board], seen: set[Board], most: int) -> Iterator[Board]:
    """Enumerate at most ``most`` boards that were not seen before."""
    for board in boards:
        if board not in seen:
            seen.add(board)
            yield board
            most -= 1
        if not most:
            return
