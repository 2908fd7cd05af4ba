"""Deep terms in every text that enters are read; memory is the limit, and is named."""

import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ProgramError
from symbolic_rl.bridge.swipl import run
from symbolic_rl.program import source_text
from symbolic_rl.program.program import Program
from symbolic_rl.program.source_text import text_size
from symbolic_rl.proofs.prove import prove
from tests.fuzz.texts import SMALL
from tests.processes import Run, ran

N = 20_000
NESTED = {
    "lists": "[" * N + "]" * N,
    "brackets": "(" * N + "a" + ")" * N,
    "braces": "{" * N + "a" + "}" * N,
    "arguments": "f(" * N + "a" + ")" * N,
    "first arguments": "f(" * N + "a" + ",b)" * N,
    "prefix operators": "- " * N + "a",
    "infix operators": "a" + "-b" * N,
}
WRONG = {
    "never closed": "p(" + "[" * N + ").\n",
    "behind an open quote": "p('a(\n'). q(" + "[" * N + ").\n",
}


@pytest.mark.parametrize("name", NESTED)
def test_terms_of_any_depth_load_and_are_searched(name: str, tmp_path: Path) -> None:
    """In the program and in a goal, by C and as compiled predicates; the goal is read again."""
    file = tmp_path / "p.pl"
    file.write_text(f"p({NESTED[name]}).\n")
    for search in ("breadth-first", "swipl", "prolog"):
        (proof,) = prove(file, f"p(X), X = {NESTED[name]}", search=search, one=True)
        assert proof.lines[1].place == "p.pl:1"
    program = Program([file], {}, goals={"typed": f"p({NESTED[name]})"})
    again = Program([file], {}, goals={"typed": program.queries[0].text})
    assert (again.queries[0].goal == program.queries[0].goal).all()


@pytest.mark.parametrize("name", WRONG)
def test_deep_text_with_mistakes_is_refused_at_its_place(name: str, tmp_path: Path) -> None:
    (tmp_path / "p.pl").write_text(f"q(a).\n{WRONG[name]}")
    with pytest.raises(ProgramError) as caught:
        Program([tmp_path / "p.pl"], {}, config=EnvConfig(strict=True))
    said = str(caught.value)
    assert "p.pl:2:" in said or "p.pl:3:" in said
    assert "syntax error" in said and len(said) < 1000


def test_text_that_takes_more_memory_than_there_is_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source_text, "memory_bytes", lambda: 20 << 20)
    (tmp_path / "p.pl").write_text(f"q(a).\np({NESTED['lists']}).\n")
    with pytest.raises(ProgramError, match=r"p\.pl:2:20002: .*20,001 open brackets.*has 20 MB"):
        Program([tmp_path / "p.pl"], {})


def test_brackets_in_quotes_and_comments_are_not_open_and_errors_do_not_add_up() -> None:
    shown = b"p('((', \"[\", `{`, 0'(, 0''', a). % ((\n/* (( */ q(\"\"\"(\", '\\'(').\n"
    assert text_size(shown * 1000).brackets == 0
    assert text_size(shown + b"r(" * 2001).brackets == 2001


@given(st.lists(st.sampled_from([*"([{)]}'\"`%/*0a\\\n.", ". ", "((((", "0'"]), max_size=40))
def test_the_quick_scan_bounds_the_one_that_reads_every_mark(pieces: list[str]) -> None:
    text = "".join(pieces).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source_text, "PLAIN_BRACKETS", 3)
        bound, (deepest, _) = source_text._bound_on_brackets(text), source_text._deepest(text)
        assert bound >= deepest


def test_terms_of_any_depth_are_written_so_that_they_can_be_read() -> None:
    """Depth 50,000 in each argument; at 1,100 the text is compared with the term."""
    many = "numlist(1, 50000, L), foldl([_,A,B]>>(B = {}), L, f(-1, 'A b', X), T)"
    write = "with_output_to(string(S), writing:write_text(user, T, 999, ['X'=X]))"
    write += ", string_length(S, N)"
    odd = "f(-1, 'A b', +, (:-), \"s\", X, [], {}, '[]', {a}, [a|b], (a, b))"
    code = "from symbolic_rl.bridge.swipl import run\n" + "".join(
        f'run("""proof:({goal})""")\n'
        for goal in (
            *(f"{many.format(t)}, {write}, N > 50000" for t in ("g(A, b)", "[A]")),
            f"numlist(1, 1100, L), foldl([_,A,B]>>(B = g(A, -(1), - 1, a:-b, [A1|d])), L, {odd}, T)"
            f", {write}, term_string(T2, S), T =@= T2",
        )
    )
    done = ran(sys.executable, "-c", code)

    assert (done.returncode, done.stderr) == (0, "")


ROOM = """stack_reserve:( thread_create(
    ( prolog_stack_property(local, spare(Before)), ( take_reserve, true ),
      prolog_stack_property(local, spare(After)), After >= Before ), Thread),
  thread_join(Thread, true) )"""


def test_no_thread_keeps_less_room_than_swipl_keeps_by_itself() -> None:
    run(ROOM)


def test_garbage_is_collected_while_a_chain_of_dots_is_read(
    tmp_path: Path, separate_command: Run
) -> None:
    """The least text that the fuzzer found: it ended the process."""
    (tmp_path / "p.pl").write_text(SMALL)
    text = ":- dynamic a/1.\n" * 1100 + "end_of_file." * 1100
    done = separate_command("prove", "p.pl", text)
    assert done.returncode == 2 and "the goal has 1101 errors" in done.stderr
