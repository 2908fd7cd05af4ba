"""Loading with the C core and by Prolog alone: the same symbols, clauses and messages."""

import json
import sys
from pathlib import Path

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.bridge.swipl import run
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.program import Program
from symbolic_rl.search import BreadthFirstSearch, Limits, Space
from symbolic_rl.search.scheduler import AnswerIterator
from tests.processes import ran

LOAD = """
import json, sys
from pathlib import Path
from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ProgramError
from symbolic_rl.bridge import core
from symbolic_rl.bridge.swipl import quoted, run
from symbolic_rl.program.program import Program

if sys.argv[1] != "c":
    core.load = lambda: None
    run(f"system:use_module({quoted(sys.argv[1])}, [])")
found = []
for file in sys.argv[2:]:
    try:
        config = EnvConfig(cut="ignore")
        goals = {"asked": "X = [new(Y), other, 2]"}
        program = Program([Path(file)], {}, goals=goals, config=config)
    except ProgramError as error:
        found.append(str(error))
        continue
    found.append([
        [[s.token, s.name, s.arity] for s in program.vocabulary.symbols],
        program.vocabulary.n_names, program.is_flat, program.builtins, program.library,
        [[c.predicate, c.kind, c.line, c.n_goals] for c in program.clauses],
        list(map(str, program.notes)),
        [tokens.tolist() for tokens in program.clause_terms().terms],
    ])
print(json.dumps(found))
"""

PROGRAMS = {
    "symbols": r"""p(f(a, 'A b'), [], [b|T]) :- q(T), T = g(h(a)). q([]). r("s", 1.5).""",
    "normal form": r"""p(X, Y) :- ( q(X) -> r(Y) ; \+ q(Y), s ), X > 1. q(1). r(2). s :- false.
               p(_, _) :- !.""",
    "tests": """p(X, Y) :- Y is X + 1, Y > f(2), X is random(3). q(_) :- fail.
               p(X, Y) :- X = Y, true, q(X).""",
    "library": "p(X, Y) :- append(X, Y, Z), member(W, Z), last(Z, W), reverse(X, Y).",
    "odd": "p(a()). p(_{a: 1}). p(X.y). p('.'(a, b)). p(a).",
    "deep": f"p({'f(' * 990}a{')' * 990}). p(a, [{', '.join(map(str, range(3000)))}]).",
    "too deep": f"p({'- ' * 1200}a). q.",
    "wide": f"p({', '.join(f'X{i}' for i in range(990))}) :- {', '.join(['q(a)'] * 1500)}. q(a).",
    "no goals": "p :- 3. p :- X. p :- q. 4. X. p.",
    "twins": "p(X). p(Y). p(a). p(a). p(X, X). p(_, _).",
}


def loaded(how: str, files: list[Path]) -> list[object]:
    done = ran(sys.executable, "-c", LOAD, how, *map(str, files))
    found: list[object] = json.loads(done.stdout)
    return found


def test_programs_load_alike_with_the_core_and_by_prolog_alone(tmp_path: Path) -> None:
    files = []
    for name, text in PROGRAMS.items():
        files.append(tmp_path / f"{name}.pl")
        files[-1].write_text(text, "utf-8")
    plain = Path(__file__).with_name("oracles") / "loading.pl"
    in_c, in_prolog = loaded("c", files), loaded(str(plain), files)
    for name, one, other in zip(PROGRAMS, in_c, in_prolog, strict=True):
        assert one == other, name
    assert all(isinstance(one, list) for one in in_c)


READ = """
import sys
from pathlib import Path
from symbolic_rl.bridge.swipl import stack_limit
from symbolic_rl.program.program import Program

clauses, queries = map(Path, sys.argv[1:])
with stack_limit(4 << 20):  # 2 KB for each query took 8 MB
    program = Program([clauses], {"train": [queries]})
assert [query.line for query in program.queries] == list(range(1, 4_001))
"""


def test_queries_are_compiled_as_they_are_read_without_a_term_left_on_the_stacks(
    tmp_path: Path,
) -> None:
    """In a process of its own: wide clauses of programs before would reserve some of the stack."""
    files = [tmp_path / "p.pl", tmp_path / "train.pl"]
    files[0].write_text("p(1).")
    files[1].write_text("".join(f"query(p(f({i}, X, Y))).\n" for i in range(4_000)))
    done = ran(sys.executable, "-c", READ, *map(str, files))
    assert done.returncode == 0, done.stderr


def test_searches_count_their_own_steps_where_prolog_resolves_all_states(tmp_path: Path) -> None:
    file = tmp_path / "p.pl"
    file.write_text("""p(X) :- \\+ \\+ c(15_000), \\+ \\+ c(15_000), q(X). p(0). q(1). q(2).
                       c(0). c(N) :- N > 0, M is N - 1, c(M).""")
    spent = []
    for leave_all in (False, True, True):
        program = Program([file], {}, goals={"asked": "p(X)"})
        engine = PrologEngine(program, EnvConfig(), answers=True)
        program.share_symbols()
        if leave_all:
            run(f"core:core_leave_all({program.number})")
        search = BreadthFirstSearch(Space(engine, program.queries[0]))
        found = AnswerIterator(search, Limits(max_inferences=100_000)).take(9)
        assert len(found.answers) == 3 and found.complete
        spent.append((search.inferences, search.spent))
    assert spent[0][0] == spent[1][0] and spent[1] == spent[2]  # nothing of earlier states counts
