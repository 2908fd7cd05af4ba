"""The laws of the vocabulary."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

from symbolic_rl.bridge import tokens as of
from symbolic_rl.bridge.tokens import INTEGER_BASE, VARIABLE_BASE
from symbolic_rl.derivations import known_ids
from symbolic_rl.derivations.known_ids import KnownIds
from symbolic_rl.policy import head, make_policy
from symbolic_rl.program import vocabulary as ids
from symbolic_rl.program.vocabulary import SYMBOL_ID, Symbol, Vocabulary
from tests.problems import make_problem

VOCABULARY = Vocabulary(
    [Symbol(7, "true", 0), Symbol(15, "[|]", 2), Symbol(16, "[]", 0), Symbol(19, "p", 3),
     Symbol(20, "an atom", 0), Symbol(23, "f", 1)]
)  # fmt: skip


def test_view_ids_are_dense_and_tell_symbols_apart() -> None:
    tokens = np.array([7, 15, 16, 19, 20, 23], np.int32)
    assert VOCABULARY.view(tokens).tolist() == list(range(SYMBOL_ID, SYMBOL_ID + 6))
    assert VOCABULARY.size == SYMBOL_ID + 6
    ranges = (ids.VARIABLE_ID, ids.INTEGER_ID, ids.BUCKET_ID, ids.LITERAL_ID, SYMBOL_ID)
    assert [1, *ranges] == sorted({1, *ranges})
    assert VOCABULARY.arities(tokens).tolist() == [0, 2, 0, 3, 0, 1]


def test_symbols_of_large_programs_share_ids_and_a_run_keeps_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ids, "MOST_SYMBOLS", 64)
    monkeypatch.setattr(known_ids, "MOST_SYMBOLS", 64)
    monkeypatch.setattr(head, "MOST_CLAUSES", 50)
    facts = "".join(f"p(n{i}, n{i + 1}).\n" for i in range(200))
    problem = make_problem(tmp_path, facts, "query(p(n7, n8)).\n")
    vocabulary = problem.vocabulary
    shown = vocabulary.view_id[vocabulary.symbols.tokens]
    assert len(set(shown.tolist())) == 64 and int(shown.max()) < vocabulary.size == SYMBOL_ID + 64
    known = KnownIds.of(problem.program, problem.view).translated(vocabulary)
    assert np.array_equal(known.view_id, vocabulary.view_id) and known.size == vocabulary.size
    policy = make_policy("auto", problem, dim=4)
    assert len(policy.head.clause.weight) == 50


@given(token=st.integers(VARIABLE_BASE, of.VARIABLE_END - 1))
def test_variables_are_shown_by_their_role(token: int) -> None:
    shown = int(VOCABULARY.view(np.array([token], np.int32))[0])
    assert shown == ids.VARIABLE_ID + min(token - VARIABLE_BASE, ids.N_VARIABLE_ROLES - 1)
    assert VOCABULARY.arities(np.array([token], np.int32)).tolist() == [0]


@given(value=st.integers(of.INTEGER_LEAST, of.INTEGER_END - 1))
def test_small_integers_are_shown_by_value_and_others_by_bucket(value: int) -> None:
    shown = int(VOCABULARY.view(np.array([value + INTEGER_BASE], np.int32))[0])
    if -8 <= value < 64:
        assert shown == ids.INTEGER_ID + value + 8
    else:
        assert ids.BUCKET_ID <= shown < ids.LITERAL_ID


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ([19, VARIABLE_BASE, 20, INTEGER_BASE - 5], ["p(_0,'an atom',-5)"]),
        ([15, 7, 16, 7], ["[true]", "true"]),
        ([15, 7, 15, 15, 7, 16, VARIABLE_BASE], ["[true,[true]|_0]"]),
        ([15, 7, 3, 2, 91, 93], ["[true|'[]']"]),
        ([1, 3, 49, 46, 53], ["1.5"]),
        ([2, 3, 34, 92, 97], [r'"\"\\a"']),
        ([3, 2, 97, 98, 3, 0], ["ab", "''"]),
        ([4, 2, 1, 103, 16, 23, 16], ["g([],f([]))"]),
        ([3, 2, 92, 61, 3, 3, 105, 39, 10], [r"'\\='", r"'i\'\n'"]),
        ([4, 2, 2, 92, 61, 16, 16], [r"'\\='([],[])"]),
        ([2, 3, 10, 34, 39], [r""" "\n\"'" """.strip()]),
    ],
)
def test_text_is_canonical(tokens: list[int], expected: list[str]) -> None:
    assert VOCABULARY.text(tokens) == expected


def test_deep_terms_are_written_without_recursion() -> None:
    (text,) = VOCABULARY.text([23] * 100_000 + [20])
    assert text.count("(") == text.count(")") == 100_000
