"""The laws of token batches and of the vocabulary."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rl.bridge.tokens import (
    INTEGER_BASE,
    INTEGER_END,
    INTEGER_LEAST,
    VARIABLE_BASE,
    VARIABLE_END,
    TokenBatch,
    code_of,
    count_of,
    starts,
)
from symbolic_rl.program.vocabulary import (
    BUCKET_ID,
    INTEGER_ID,
    LITERAL_ID,
    N_VARIABLE_ROLES,
    SYMBOL_ID,
    VARIABLE_ID,
    Symbol,
    Vocabulary,
)

SEQUENCES = st.lists(
    st.lists(st.integers(0, 0xD7FF) | st.integers(0xE000, 0x10FFFE), min_size=1, max_size=12),
    max_size=8,
)
VOCABULARY = Vocabulary(
    [Symbol(7, "true", 0), Symbol(15, "[|]", 2), Symbol(16, "[]", 0), Symbol(19, "p", 3),
     Symbol(20, "an atom", 0), Symbol(23, "f", 1)]
)  # fmt: skip


@given(sequences=SEQUENCES)
def test_a_batch_gives_back_its_sequences(sequences: list[list[int]]) -> None:
    batch = TokenBatch.of(sequences)

    assert len(batch) == len(sequences)
    assert [batch[i].tolist() for i in range(len(batch))] == sequences
    assert batch.lengths.tolist() == [len(s) for s in sequences]
    assert batch.tokens.dtype == np.int32 and batch.offsets.dtype == np.int64


@given(sequences=SEQUENCES, data=st.data())
def test_taking_rows_is_indexing(sequences: list[list[int]], data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.integers(0, max(0, len(sequences) - 1)), max_size=9))
    rows = rows if sequences else []
    taken = TokenBatch.of(sequences).take(np.array(rows, np.int64))

    assert [taken[i].tolist() for i in range(len(taken))] == [sequences[row] for row in rows]


@given(parts=st.lists(SEQUENCES, min_size=1, max_size=4))
def test_concatenating_is_appending(parts: list[list[list[int]]]) -> None:
    batch = TokenBatch.concatenate([TokenBatch.of(part) for part in parts])

    assert [batch[i].tolist() for i in range(len(batch))] == [s for part in parts for s in part]


@given(sequences=SEQUENCES)
def test_hashes_depend_on_the_sequence_alone(sequences: list[list[int]]) -> None:
    hashes = TokenBatch.of(sequences).hashes()

    for i, sequence in enumerate(sequences):
        assert TokenBatch.of([sequence]).hashes()[0].tolist() == hashes[i].tolist()
        for k, other in enumerate(sequences):
            assert (hashes[i] == hashes[k]).all() == (sequence == other)


@given(sequence=st.lists(st.integers(0, 0xD7FF), min_size=2, max_size=30), data=st.data())
def test_hashes_tell_order_length_and_place_apart(sequence: list[int], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(sequence) - 1))
    others = [
        sequence[::-1], sequence[1:], [*sequence, 0], [0, *sequence],
        [*sequence[:at], sequence[at] + 1, *sequence[at + 1 :]],
    ]  # fmt: skip
    hashes = TokenBatch.of([sequence, *others]).hashes()

    for other, pair in zip(others, hashes[1:], strict=True):
        assert (hashes[0] != pair).all() or sequence == other


def test_hashes_of_long_sequences_are_those_of_short_ones_made_alike() -> None:
    long, short = TokenBatch.of([list(range(5000)), [1, 2, 3]]), TokenBatch.of([[1, 2, 3]])

    assert long.hashes()[1].tolist() == short.hashes()[0].tolist()


@given(count=st.integers(0, 0x10F000))
def test_counts_step_over_the_surrogates(count: int) -> None:
    code = code_of(count)

    assert count_of(code) == count
    assert not 0xD800 <= code <= 0xDFFF


def test_goal_counts_step_over_the_surrogates() -> None:
    batch = TokenBatch.of([[3, 7], [code_of(0xD7FF)], [code_of(0xD800)], [code_of(60_000)]])

    assert batch.goal_counts().tolist() == [3, 0xD7FF, 0xD800, 60_000]


def test_variable_counts_are_at_least_the_number_of_variables() -> None:
    v = VARIABLE_BASE
    batch = TokenBatch.of([[1, 19, v, v + 1, v], [1, 20], [1, 23, v + 9], [1, VARIABLE_END]])

    assert batch.variable_counts().tolist() == [2, 0, 10, 0]


def test_starts_are_the_running_sums() -> None:
    assert starts(np.array([2, 0, 3])).tolist() == [0, 2, 2, 5]
    assert starts(np.array([], np.int64)).tolist() == [0]


# ---- the vocabulary


def test_view_ids_are_dense_and_tell_symbols_apart() -> None:
    tokens = np.array([7, 15, 16, 19, 20, 23], np.int32)

    assert VOCABULARY.view(tokens).tolist() == list(range(SYMBOL_ID, SYMBOL_ID + 6))
    assert VOCABULARY.size == SYMBOL_ID + 6
    assert VOCABULARY.arities(tokens).tolist() == [0, 2, 0, 3, 0, 1]


@given(token=st.integers(VARIABLE_BASE, VARIABLE_END - 1))
def test_variables_are_shown_by_their_role(token: int) -> None:
    shown = int(VOCABULARY.view(np.array([token], np.int32))[0])

    assert shown == VARIABLE_ID + min(token - VARIABLE_BASE, N_VARIABLE_ROLES - 1)
    assert VOCABULARY.arities(np.array([token], np.int32)).tolist() == [0]


@given(value=st.integers(INTEGER_LEAST, INTEGER_END - 1))
def test_small_integers_are_shown_by_value_and_others_by_bucket(value: int) -> None:
    shown = int(VOCABULARY.view(np.array([value + INTEGER_BASE], np.int32))[0])

    if -8 <= value < 64:
        assert shown == INTEGER_ID + value + 8
    else:
        assert BUCKET_ID <= shown < LITERAL_ID


def test_the_ranges_of_view_ids_do_not_overlap() -> None:
    assert 1 < VARIABLE_ID < INTEGER_ID < BUCKET_ID < LITERAL_ID < SYMBOL_ID


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ([19, VARIABLE_BASE, 20, INTEGER_BASE - 5], ["p(_0,'an atom',-5)"]),
        ([15, 7, 16, 7], ["[|](true,[])", "true"]),
        ([1, 3, 49, 46, 53], ["1.5"]),
        ([2, 3, 34, 92, 97], [r'"\"\\a"']),
        ([3, 2, 97, 98, 3, 0], ["ab", "''"]),
        ([4, 2, 1, 103, 16, 23, 16], ["g([],f([]))"]),
    ],
)
def test_text_is_canonical(tokens: list[int], expected: list[str]) -> None:
    assert VOCABULARY.text(tokens) == expected


def test_deep_terms_are_written_without_recursion() -> None:
    depth = 100_000
    successor = next(s.token for s in VOCABULARY.symbols if s.arity == 1)
    constant = next(s.token for s in VOCABULARY.symbols if s.arity == 0)
    (text,) = VOCABULARY.text([successor] * depth + [constant])

    assert text.count("(") == text.count(")") == depth
