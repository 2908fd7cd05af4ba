"""Queries of captures: a piece and black pieces, with the least number of moves, breadth first."""

from collections.abc import Iterator
from random import Random

Square = tuple[int, int]
Black = tuple[tuple[str, Square], ...]

STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
SLIDES = {"rook": STRAIGHT, "bishop": DIAGONAL, "queen": STRAIGHT + DIAGONAL}
JUMPS = {"knight": KNIGHT, "king": STRAIGHT + DIAGONAL}
WHITE = ("knight", "rook", "queen", "bishop")
BLACK = ("pawn", "pawn", "knight", "bishop", "rook")


def reached(piece: str, at: Square, black: Black) -> Iterator[Square]:
    """Enumerate the squares that a piece moves to among black pieces."""
    occupied = {square for _, square in black}
    for dx, dy in SLIDES.get(piece, ()) or JUMPS[piece]:
        x, y = at[0] + dx, at[1] + dy
        while 1 <= x <= 8 and 1 <= y <= 8:
            yield x, y
            if piece in JUMPS or (x, y) in occupied:
                break
            x, y = x + dx, y + dy


def is_guarded(square: Square, black: Black) -> bool:
    """Return whether a black piece attacks a square."""
    for piece, at in black:
        if piece == "pawn":
            if square[1] == at[1] - 1 and abs(square[0] - at[0]) == 1:
                return True
        elif square in reached(piece, at, black):
            return True
    return False


def shortest(piece: str, start: Square, black: Black, most: int) -> list[Square] | None:
    """Return a shortest sequence of moves that captures all; None where it is above ``most``."""
    known: dict[tuple[Square, Black], list[Square]] = {(start, black): []}
    frontier = [(start, black)]
    for _ in range(most):
        found = []
        for state in frontier:
            for square in reached(piece, *state):
                rest = tuple(one for one in state[1] if one[1] != square)
                after = square, rest
                if after in known or is_guarded(square, rest):
                    continue
                known[after] = [*known[state], square]
                if not rest:
                    return known[after]
                found.append(after)
        frontier = found
    return None


def draw(rng: Random, larger: bool) -> tuple[str, str] | None:
    """Draw a goal of 2 to 4 moves, or of 5 or 6; None where it is not of that length."""
    n_moves = 5 + rng.randrange(2) if larger else 2 + rng.randrange(3)
    piece = WHITE[rng.randrange(len(WHITE))]
    squares: list[Square] = []
    n_black = 3 + rng.randrange(2) if larger else 1 + rng.randrange(3)
    while len(squares) <= n_black:
        square = 1 + rng.randrange(8), 1 + rng.randrange(8)
        if square not in squares:
            squares.append(square)
    start = squares.pop()
    black = tuple((BLACK[rng.randrange(len(BLACK))], square) for square in squares)
    moves = shortest(piece, start, black, n_moves)
    if moves is None or len(moves) != n_moves:
        return None
    pieces = ", ".join(f"{name}-({text(square)})" for name, square in black)
    answer = ", ".join(map(text, moves))
    return f"capture({piece}, {text(start)}, [{pieces}], {n_moves}, _)", f"[{answer}]"


def text(square: Square) -> str:
    """Return a square as a Prolog term."""
    return f"{square[0]}/{square[1]}"
