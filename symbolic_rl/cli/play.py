"""``symbolic-rl play``: prove a goal by hand, in a terminal or by lines on standard input."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tyro.conf import Positional

from symbolic_rl.base.console import counted, large_imports
from symbolic_rl.base.errors import EngineError
from symbolic_rl.cli.flags import SwitchOn, expect_source_first, parse

if TYPE_CHECKING:
    from symbolic_rl.proofs.by_hand import HandCandidate, HandDerivation

HELP = """\
  NUMBER  take this candidate          u [N]  take back the last step, or N
  m       the next page of candidates  p      show the proof so far
  g [N]   let the policy go on: its most probable candidates, N steps (default 50)
  s [N]   let the search go on from here, N inferences (default 100,000)
  h       this help                    q      quit, as the end of input does
          (or in full: more, undo, proof, go, search, help, quit)"""
WORDS = ("more", "undo", "proof", "go", "search", "help", "quit")
"""Commands; any prefix will do."""

_GREEDY_STEPS, _SEARCH_INFERENCES = 50, 100_000
_WIDEST = 100


@dataclass(frozen=True)
class PlayArgs:
    """Prove a goal by hand: open goals and candidates are shown, and you choose.

    Commands are lines of standard input; h lists them. A pipe gives the transcript of a terminal.
    """

    source: Positional[str]
    """A Prolog file, a folder with an env.toml, a pack, or a run, which shows its policy's
    probabilities."""
    goal: Positional[str]
    """The goal as in Prolog, such as "ancestor(X, mary)"."""
    strict: SwitchOn = False
    """Refuse a program if any part cannot be loaded; by default, the rest is loaded."""


def main(args: Sequence[str]) -> int:
    """Read and run commands until the end of input."""
    flags = parse(PlayArgs, args, command="play")
    expect_source_first("play", flags.source, flags.goal)
    if (Path(flags.source) / "config.json").is_file():
        with large_imports():
            import_module("symbolic_rl.policy.open")  # and torch
    from symbolic_rl.proofs.by_hand import HandDerivation

    derivation = HandDerivation(flags.source, flags.goal, strict=flags.strict)
    table = Table(derivation)
    print(*str(derivation.loading).splitlines(), HELP, sep="\n")
    table.show()
    is_echoed = not sys.stdin.isatty()
    while True:
        print("> ", end="", flush=True)
        line = sys.stdin.readline()
        if is_echoed or not line:
            print(line.rstrip("\n"))
        word, _, rest = line.strip().partition(" ")
        command = letter(word)
        if not line or command == "q":
            return 0
        table.obey(command, rest.strip())


def letter(word: str) -> str:
    """Return the letter of the command that starts with ``word``, or else the word itself.

    >>> letter("und"), letter("?"), letter("7")
    ('u', 'h', '7')
    """
    return "h" if word == "?" else next((w[0] for w in WORDS if word and w.startswith(word)), word)


class Table:
    """The derivation, which it extends, and the candidates on display."""

    def __init__(self, derivation: "HandDerivation") -> None:
        self._derivation = derivation
        self._shown: list[HandCandidate] = []
        self._commands: dict[str, Callable[[int], None]] = {
            "": lambda _: self.show(),
            "m": lambda _: self._more(),
            "u": lambda n: self._undo(n or 1),
            "p": lambda _: self._proof(),
            "g": lambda n: self._greedy(n or _GREEDY_STEPS),
            "s": lambda n: self._search(n or _SEARCH_INFERENCES),
            "h": lambda _: print(HELP),
        }

    def obey(self, word: str, rest: str) -> None:
        """Run a command, or print that there is no such command."""
        if word.isdecimal() and not rest:
            self._choose(int(word))
            return
        command = self._commands.get(word)
        number = rest.replace(",", "").replace("_", "")
        if command is None or (rest and not number.isdecimal()) or len(number) > 12:
            print(f"  {f'{word} {rest}'.strip()!r} is not a command; h lists the commands")
            return
        try:
            command(int(number or 0))
        except EngineError as error:
            print(f"  {error.what}")

    def show(self) -> None:
        """Print the open goals and the candidates, or the proof if no goal is left."""
        derivation = self._derivation
        if derivation.is_proved:
            self._proof()
            return
        goals = derivation.open_goals()
        print(f"\n?- {_cut(', '.join(goals))}." + f"   ({len(goals)} goals)" * (len(goals) > 1))
        self._shown = derivation.candidates()
        for number, one in enumerate(self._shown, 1):
            share = "" if one.probability is None else f"{one.probability:6.3f}  "
            answer = f"   {one.answer}" if one.answer else ""
            print(f"{number:>4}  {share}{_cut(one.clause)}   % {one.place}{_cut(answer)}")
        if not self._shown:
            print("   no clause applies: u takes back a step")
        for line in derivation.lost:
            print(f"   {line}")
        if derivation.has_more:
            print("   m  more candidates")

    def _choose(self, number: int) -> None:
        if self._derivation.is_proved or not 1 <= number <= len(self._shown):
            n = 0 if self._derivation.is_proved else len(self._shown)
            print(f"  there is no candidate {number}" + f": 1 to {n}" * bool(n))
            return
        self._derivation.take(self._shown[number - 1])
        self.show()

    def _more(self) -> None:
        if not self._derivation.has_more:
            print("  there are no more candidates")
            return
        self._derivation.turn()
        self.show()

    def _undo(self, n: int) -> None:
        before = self._derivation.steps
        if not self._derivation.undo(n) and not before:
            print("  there is no step to take back")
            return
        self.show()

    def _proof(self) -> None:
        derivation = self._derivation
        proof = derivation.proof()
        print(f"\n{'proved' if derivation.is_proved else 'so far'}: {proof.answer}")
        print(proof)
        print(f"  ({counted(proof.inferences, 'inference')})")

    def _greedy(self, most: int) -> None:
        if not self._derivation.has_policy:
            print("  there is no policy: name a run, or let the search go on (s)")
            return
        n = 0
        for one in self._derivation.greedy(most):
            n += 1
            print(f"  {one.probability:6.3f}  {_cut(one.clause)}   % {one.place}")
        if not self._derivation.is_proved and n < most:
            print("  the policy stops: no candidate, or all lead back to earlier states")
        self.show()

    def _search(self, most: int) -> None:
        if self._derivation.is_proved:
            print("  the goal is already proved")
            return
        found = self._derivation.search(max(1, most))
        n = f"{found.inferences:,} inferences"
        if found.answers:
            print(f"  found after {n}")
            self.show()
        elif found.ended == "exhausted":
            print(f"  no proof from here: the search space is exhausted after {n}; u goes back")
        else:
            print(f"  no proof from here within {n} ({found.ended})")


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 3]}..."
