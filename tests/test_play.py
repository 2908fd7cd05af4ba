"""``symbolic-rl play``: a proof made by hand, the same in a terminal and over a pipe."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from symbolic_rl.base.errors import PackError, ProgramError
from symbolic_rl.cli import play
from symbolic_rl.proofs import by_hand
from symbolic_rl.proofs.by_hand import HandDerivation
from symbolic_rl.search.base import NOT_ASKED, Advice, Page, TokenBatch
from tests.problems import program_file

Play = Callable[..., list[str]]

PROGRAM = """\
parent(tom, bob). parent(tom, liz). parent(bob, pat). parent(pat, jim).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y).
age(tom, 80). age(jim, 5).
older(X, Y) :- age(X, A), age(Y, B), A > B.
near(X, Y) :- ( X = Y ; parent(X, Y) ), \\+ older(Y, X).
circle(X) :- circle(X).
"""


program = program_file(PROGRAM)


@pytest.fixture
def stepped(
    program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Play:
    """Lines that ``play`` prints, after its help, to commands."""

    def run(goal: str, *commands: str) -> list[str]:
        monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{line}\n" for line in commands)))
        assert play.main([str(program), goal]) == 0
        printed = capsys.readouterr().out
        assert printed.startswith(play.HELP)
        return printed.removeprefix(play.HELP).splitlines()

    return run


def test_a_goal_is_proved_by_choosing_clauses(stepped: Play) -> None:
    assert (
        "\n".join(stepped("ancestor(tom, X)", "2", "1", "1", "1")).strip()
        == """\
?- ancestor(tom, X).
   1  ancestor(tom, X) :- parent(tom, X)   % p.pl:2
   2  ancestor(tom, X) :- parent(tom, _A), ancestor(_A, X)   % p.pl:3
> 2

?- parent(tom, _A), ancestor(_A, X).   (2 goals)
   1  parent(tom, bob)   % p.pl:1
   2  parent(tom, liz)   % p.pl:1
> 1

?- ancestor(bob, X).
   1  ancestor(bob, X) :- parent(bob, X)   % p.pl:2
   2  ancestor(bob, X) :- parent(bob, _A), ancestor(_A, X)   % p.pl:3
> 1

?- parent(bob, X).
   1  parent(bob, pat)   % p.pl:1   X = pat
> 1

proved: X = pat
  ancestor(tom, pat)    p.pl:3
    parent(tom, bob)    p.pl:1
    ancestor(bob, pat)  p.pl:2
      parent(bob, pat)  p.pl:1
  (5 inferences)
>"""
    )


def test_constructs_are_shown_as_they_are_written(stepped: Play) -> None:
    lines = stepped("near(tom, X)", "1", "2", "p", "2", "1")
    assert "?- (tom = X ; parent(tom, X)), \\+ older(X, tom).   (2 goals)" in lines
    assert "   2  parent(tom, X)   % p.pl:6 disjunction" in lines
    assert "so far: true" in lines
    assert ["\\+", "older(X,", "tom)", "open"] in [line.split() for line in lines]
    at = lines.index("proved: X = liz")
    assert lines[at + 1] == "  near(tom, liz)                  p.pl:6"
    assert lines[-2:] == ["  there is no candidate 1", "> "]


def test_steps_are_taken_back(stepped: Play) -> None:
    lines = stepped("ancestor(tom, jim)", "u", "2", "1", "undo", "2", "u 9", "1")

    assert "  there is no step to take back" in lines
    asked = [line[3:].partition(".")[0] for line in lines if line.startswith("?-")]
    assert asked == [
        "ancestor(tom, jim)",
        "parent(tom, _A), ancestor(_A, jim)",
        "ancestor(bob, jim)",
        "parent(tom, _A), ancestor(_A, jim)",
        "ancestor(liz, jim)",
        "ancestor(tom, jim)",
        "parent(tom, jim)",
    ]
    assert lines[-2] == "   no clause applies: u takes back a step"


def test_what_is_no_command_is_said_to_be_none(stepped: Play) -> None:
    lines = stepped("ancestor(tom, jim)", "x", "0", "3", "1 1", "u x", "g", "m", "h", "q", "1")
    told = [line for line in lines if line.startswith("  ") and not line.startswith("   ")]

    assert told[:7] == [
        "  'x' is not a command; h lists the commands",
        "  there is no candidate 0: 1 to 2",
        "  there is no candidate 3: 1 to 2",
        "  '1 1' is not a command; h lists the commands",
        "  'u x' is not a command; h lists the commands",
        "  there is no policy: name a run, or let the search go on (s)",
        "  there are no more candidates",
    ]
    assert lines[-1] == "> q"


def test_candidates_come_in_pages(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_hand, "_WIDTH", 2)
    derivation = HandDerivation(program, "parent(X, Y)")
    met = []
    while True:
        met += [one.clause for one in derivation.candidates()]
        if not derivation.has_more:
            break
        derivation.turn()
    derivation.take(derivation.candidates()[-1])

    assert met == ["parent(tom, bob)", "parent(tom, liz)", "parent(bob, pat)", "parent(pat, jim)"]
    assert derivation.is_proved and derivation.proof().answer == "X = pat, Y = jim"
    derivation.undo()
    assert derivation.candidates()[0].clause == met[0]


def test_a_goal_that_fails_at_once_has_no_candidates(program: Path) -> None:
    failed, proved = HandDerivation(program, "1 > 2"), HandDerivation(program, "2 > 1")
    assert (failed.is_proved, failed.candidates(), failed.open_goals()) == (False, [], ["1 > 2"])
    assert proved.is_proved and proved.undo() == 0
    with pytest.raises(ProgramError, match="unknown predicate"):
        HandDerivation(program, "nothing(X)")
    with pytest.raises(ProgramError, match="goal is empty"):
        HandDerivation(program, " ")
    with pytest.raises(PackError):
        HandDerivation("nowhere.pl", "p")


def longest_first(states: TokenBatch, page: Page, wanted: np.ndarray) -> Advice:
    """An order that gives the last candidate three quarters."""
    logs = np.log(np.where(np.arange(wanted.size) == wanted.size - 1, 0.75, 0.25))
    more = np.zeros(len(states), np.float32)
    return Advice(logs.astype(np.float32), more, np.full_like(more, NOT_ASKED))


def test_the_policy_goes_on_and_takes_no_way_that_would_come_back(program: Path) -> None:
    program.write_text(PROGRAM + "p :- q.\np :- p.\nq.\n")
    derivation = HandDerivation(program, "ancestor(tom, jim), circle(a)")
    derivation._space.order = longest_first

    assert [one.probability for one in derivation.candidates()] == pytest.approx([0.25, 0.75])
    assert [one.clause for one in derivation.greedy(2)] == [
        "ancestor(tom, jim) :- parent(tom, _A), ancestor(_A, jim)",
        "parent(tom, liz)",
    ]
    derivation.undo(2)
    loop, circle = HandDerivation(program, "p"), HandDerivation(program, "circle(a)")
    loop._space.order = circle._space.order = longest_first
    assert [one.probability for one in loop.candidates()] == [0.25, 0.0]
    assert [one.clause for one in loop.greedy(50)] == ["p :- q", "q"] and loop.is_proved
    assert list(circle.greedy(50)) == []
    assert HandDerivation(program, "parent(X, Y)").candidates()[0].probability is None


def test_a_terminal_and_a_pipe_give_the_same_transcript(program: Path, tmp_path: Path) -> None:
    """The search goes on from where the user is, and its proof is of the whole goal."""
    commands = ["2", "1", "s 1000", "u 9", "2", "2", "s", "p"]
    call = [sys.executable, "-m", "symbolic_rl", "play", str(program), "ancestor(tom, jim)"]
    piped = subprocess.run(
        call, input="".join(f"{line}\n" for line in commands), capture_output=True, text=True
    )
    here, there = pty.openpty()
    with subprocess.Popen(call, stdin=there, stdout=there, stderr=there, close_fds=True) as process:
        os.close(there)
        shown = b""
        for line in [*commands, "\x04"]:  # Ctrl-D ends the input
            shown += until_prompt(here)
            os.write(here, line.encode() + b"\n" * (line != "\x04"))
        assert process.wait(timeout=600) == 0
        with suppress(OSError):  # the other side is closed
            while part := os.read(here, 4096):
                shown += part
    os.close(here)

    assert (piped.returncode, piped.stderr) == (0, "")
    assert shown.decode().replace("\r\n", "\n").replace("^D\b\b", "") == piped.stdout
    assert "  found after 5 inferences" in piped.stdout
    assert "    parent(tom, bob)      p.pl:1" in piped.stdout
    end = "no proof from here: the search space is exhausted after 2 inferences; u goes back"
    assert end in piped.stdout


def until_prompt(descriptor: int) -> bytes:
    shown = b""
    while not shown.endswith(b"\n> "):
        shown += os.read(descriptor, 1)
    return shown
