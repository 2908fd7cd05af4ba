"""Deep terms in every text that enters: refused in three lines, where the process used to end."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ProgramError
from symbolic_rl.program import source_text
from symbolic_rl.program.program import Program
from symbolic_rl.program.source_text import MAX_DEPTH, too_deep

N = 20_000
NESTED = {
    "lists": "[" * N + "]" * N,
    "brackets": "(" * N + "a" + ")" * N,
    "braces": "{" * N + "a" + "}" * N,
    "arguments": "f(" * N + "a" + ")" * N,
    "first arguments": "f(" * N + "a" + ",b)" * N,
    "never closed": "[" * N,
    "behind an open quote": "'a(\n'). q(" + "[" * N,
    "prefix operators": "- " * N + "a",
    "infix operators": "a" + "-b" * N,
    "one level too many": "- " * (MAX_DEPTH + 1) + "a",
}


@pytest.mark.parametrize("name", NESTED)
def test_a_file_that_is_nested_too_deeply_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "p.pl").write_text(f"q(a).\np({NESTED[name]}).\n")
    with pytest.raises(ProgramError) as caught:
        Program([tmp_path / "p.pl"], {}, config=EnvConfig(strict=True))
    said = str(caught.value)
    assert "p.pl:2:" in said or "p.pl:3:" in said
    assert "1,000" in said and "to fix: nest the term less" in said and len(said) < 1000


def test_what_stands_side_by_side_is_not_deep(tmp_path: Path) -> None:
    """Goals of a body, members of a list, branches and declared predicates; and the last level."""
    file = tmp_path / "p.pl"
    file.write_text(
        f":- dynamic {', '.join(f'd{i}/1' for i in range(3000))}.\nq(a).\n"
        f"p :- {', '.join(['q(a)'] * N)}.\nr :- {' ; '.join(['q(a)'] * 3000)}.\n"
        f"l([{', '.join(['a'] * N)}]).\ns({'f(' * 900}a{')' * 900}).\n"
        f"t({'- ' * (MAX_DEPTH - 1)}a).\n"
    )
    program = Program([file], {}, goals={"typed": ", ".join(["q(X)"] * N)})

    assert [clause.n_goals for clause in program.clauses[:2]] == [0, N]
    assert program.queries[0].text.count("q(X)") == N


def test_brackets_in_quotes_and_comments_are_not_open_and_errors_do_not_add_up() -> None:
    shown = b"p('((', \"[\", `{`, 0'(, 0''', a). % ((\n/* (( */ q(\"\"\"(\", '\\'(').\n"
    assert too_deep(shown * 1000) is None
    assert too_deep(shown + b"r(" * 1001) == len(shown) + 2 * MAX_DEPTH + 1
    assert too_deep(b"p(a.\n" * 5000) is None


@given(st.lists(st.sampled_from([*"([{)]}'\"`%/*0a\\\n.", ". ", "((((", "0'"]), max_size=40))
def test_the_quick_scans_agree_with_the_one_that_reads_every_mark(pieces: list[str]) -> None:
    text = "".join(pieces).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source_text, "MAX_DEPTH", 3)
        assert too_deep(text) == source_text._first_too_deep(text)


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
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)

    assert (done.returncode, done.stderr) == (0, "")
