"""The picture of one derivation step, in ``docs/how-it-works.md``.

    python -m tools.step

A policy learns the goal below for a moment. The picture shows the first decision of its episode:
state, observation, candidates with the policy's probabilities, and reward.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from symbolic_rl import DerivationEnv, Problem, TrainConfig, load_problem, train
from symbolic_rl.proofs.by_hand import HandCandidate, HandDerivation

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "step.svg"
PROGRAM = """\
road(a, b).
road(a, c).
road(b, a).
road(c, d).
trip(X, X).
trip(X, Z) :- road(X, Y), trip(Y, Z).
"""
GOAL = "trip(a, d)"
SETTINGS = {"algo": "ppo", "n_envs": 64, "frames_per_batch": 512, "minibatch_size": 512}
N_FRAMES = 1_024


@dataclass(frozen=True)
class Decision:
    """The first decision of the episode of ``GOAL``."""

    goals: list[str]  # the state: open goals
    after: list[list[str]]  # the state that follows, for each candidate
    candidates: list[HandCandidate]
    observation: dict[str, list]  # type: ignore[type-arg]

    @property
    def names(self) -> dict[int, str]:
        """Symbols and variables by their number in the observation."""
        states = [self.goals, *self.after]
        arrays = [self.observation["goals"], *self.observation["candidates"]]
        pairs = {
            number: word
            for state, rows in zip(states, arrays, strict=True)
            for goal, row in zip(state, rows, strict=False)
            for word, number in zip(re.findall(r"\w+", goal), row, strict=False)
        }
        return {
            number: "a variable" if word.startswith("_") else word for number, word in pairs.items()
        }


def loaded(folder: Path) -> Problem:
    """Write the program into a folder, and load it with the goal."""
    (folder / "roads.pl").write_text(PROGRAM)
    (folder / "train.pl").write_text(f"query({GOAL}).\n")
    return load_problem(str(folder / "roads.pl"))


def observed(problem: Problem) -> dict[str, list]:  # type: ignore[type-arg]
    """Return the arrays of the first observation, without the rows that are padding."""
    first = DerivationEnv(problem, 1).reset()
    n = int(first["action_mask"].sum())
    goals, candidates = first["goals"][0], first["candidates"][0, :n]
    return {
        "goals": [row for row in goals.tolist() if any(row)],
        "candidates": [[row for row in one if any(row)] for one in candidates.tolist()],
        "action_mask": [1] * n + [0],
        "inferences": first["inferences"].flatten().tolist(),
    }


def decided(folder: Path) -> Decision:
    """Train in a folder, and return the first decision with the policy's probabilities."""
    problem = loaded(folder)
    settings = TrainConfig(total_frames=N_FRAMES, **SETTINGS)  # type: ignore[arg-type]
    train(problem, settings, folder / "run", source=str(folder / "roads.pl"))
    by_hand = HandDerivation(folder / "run", GOAL)
    while len(found := by_hand.candidates()) == 1:
        by_hand.take(found[0])
    after = []
    for candidate in found:
        by_hand.take(candidate)
        after.append(by_hand.open_goals())
        by_hand.undo(1)
    return Decision(by_hand.open_goals(), after, found, observed(problem))


STYLE = """
svg{--ink:#1f2937;--soft:#6b7280;--line:#9ca3af;--box:#f3f4f6;--good:#0b6bcb}
.page{fill:#fff}
@media (prefers-color-scheme:dark){
svg{--ink:#e5e7eb;--soft:#9ca3af;--line:#6b7280;--box:#1f2937;--good:#60a5fa} .page{fill:#111827}
}
text{fill:var(--ink);font:14px ui-monospace,Menlo,Consolas,monospace}
.head{font:bold 14px system-ui,sans-serif} .note{fill:var(--soft);font:13px system-ui,sans-serif}
rect.box{fill:var(--box);stroke:var(--line)}
path{stroke:var(--line);fill:none} .bar{fill:var(--good)}
"""
WIDTH, HEIGHT = 860, 470


def _text(x: int, y: int, text: str, kind: str = "") -> str:
    mark = f' class="{kind}"' if kind else ""
    return f'<text x="{x}" y="{y}"{mark} xml:space="preserve">{escape(text)}</text>'


def _box(x: int, y: int, width: int, height: int, title: str, note: str = "") -> Iterator[str]:
    yield f'<rect class="box" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>'
    yield _text(x + 14, y + 24, title, "head")
    if note:
        yield _text(x + 14, y + 44, note, "note")


def _matrix(rows: list[list[int]]) -> str:
    return " ".join(f"[{' '.join(f'{number:>3}' for number in row)}]" for row in rows)


def _parts(one: Decision) -> Iterator[str]:
    yield from _box(20, 20, 820, 78, "State", "open goals, the leftmost one is resolved next")
    yield _text(34, 84, f"?- {', '.join(one.goals)}.")
    yield '<path d="M430 98 v22" marker-end="url(#tip)"/>'
    yield from _box(20, 122, 820, 142, "Observation", "what the policy sees: numbers of symbols")
    rows = one.observation
    yield _text(34, 190, f"goals       {_matrix(rows['goals'])}")
    for i, candidate in enumerate(rows["candidates"]):
        yield _text(34, 212 + 22 * i, f"candidate {i} {_matrix(candidate)}")
    names = [f"{number} = {word}" for number, word in sorted(one.names.items()) if number]
    for i, name in enumerate(names):
        yield _text(580 + 120 * (i % 2), 168 + 20 * (i // 2), name, "note")
    yield '<path d="M220 264 v22" marker-end="url(#tip)"/>'
    yield '<path d="M640 264 v22" marker-end="url(#tip)"/>'
    for i, (candidate, after) in enumerate(zip(one.candidates, one.after, strict=True)):
        x, share = 20 + 420 * i, candidate.probability or 0.0
        line = candidate.place.split(":")[1]
        yield from _box(x, 288, 400, 92, f"Action {i}: the clause of line {line}")
        yield _text(x + 14, 336, f"{candidate.clause}.")
        yield f'<rect class="bar" x="{x + 14}" y="350" width="{round(230 * share)}" height="14"/>'
        yield _text(x + 24 + round(230 * share), 362, f"probability {share:.2f}", "note")
        yield f'<path d="M{x + 200} 380 v18" marker-end="url(#tip)"/>'
        yield _text(x + 14, 420, f"?- {', '.join(after)}.")
        yield _text(x + 14, 442, "reward 0; it is 1 when no goal is left", "note")


def drawn(one: Decision) -> str:
    """Return the picture, as SVG for light and dark pages."""
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    title = f"One derivation step of {GOAL}: state, observation, two actions, and what follows"
    size_of_tip = 'viewBox="0 0 8 8" refX="4" refY="4" markerWidth="8" markerHeight="8"'
    tip = f'<marker id="tip" {size_of_tip} orient="auto"><path d="M0 0 L8 4 L0 8"/></marker>'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{title}">',
        f"<style>{STYLE}</style><defs>{tip}</defs>",
        f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>',
        *_parts(one),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        PICTURE.write_text(drawn(decided(Path(folder))), "utf-8")
