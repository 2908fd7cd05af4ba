"""The laws of token batches, and the facts about tokens that Prolog has too."""

import re
from pathlib import Path

import numpy as np
from hypothesis import given, strategies as st

from symbolic_rl.base.files import PROLOG_DIR
from symbolic_rl.bridge.tokens import (
    LIST,
    NIL,
    NOT,
    QUERY,
    VARIABLE_BASE,
    VARIABLE_END,
    TokenBatch,
    code_of,
    count_of,
)
from symbolic_rl.program.program import Program

SEQUENCES = st.lists(
    st.lists(st.integers(0, 0xD7FF) | st.integers(0xE000, 0x10FFFE), min_size=1, max_size=12),
    max_size=8,
)


@given(sequences=SEQUENCES, more=SEQUENCES, data=st.data())
def test_a_batch_is_its_sequences(
    sequences: list[list[int]], more: list[list[int]], data: st.DataObject
) -> None:
    batch = TokenBatch.of(sequences)
    place = st.integers(0, max(0, len(sequences) - 1))
    rows = data.draw(st.lists(place, max_size=9)) if sequences else []
    taken = batch.take(np.array(rows, np.int64))
    both = TokenBatch.concatenate([batch, TokenBatch.of(more)])

    assert len(batch) == len(sequences)
    assert [batch[i].tolist() for i in range(len(batch))] == sequences
    assert batch.lengths.tolist() == [len(s) for s in sequences]
    assert batch.tokens.dtype == np.int32 and batch.offsets.dtype == np.int64
    assert [taken[i].tolist() for i in range(len(taken))] == [sequences[row] for row in rows]
    assert [both[i].tolist() for i in range(len(both))] == sequences + more


@given(sequences=SEQUENCES)
def test_hashes_depend_on_the_sequence_alone(sequences: list[list[int]]) -> None:
    hashes = TokenBatch.of(sequences).hashes()
    for i, sequence in enumerate(sequences):
        assert TokenBatch.of([sequence]).hashes()[0].tolist() == hashes[i].tolist()
        for k, other in enumerate(sequences):
            assert (hashes[i] == hashes[k]).all() == (sequence == other)


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


# ---- facts that Prolog has too


def test_symbols_with_fixed_tokens_are_those_of_prolog(tmp_path: Path) -> None:
    text = (PROLOG_DIR / "resolve" / "tokens.pl").read_text("utf-8")
    rows = re.findall(r"^fixed_symbol\((\d+), \(?'?(.*?)'?\)?, (\d)\)\.$", text, re.MULTILINE)
    symbols = [(int(token), name, int(arity)) for token, name, arity in rows]
    known = {name: token for token, name, _ in symbols}
    (tmp_path / "empty.pl").touch()
    own = Program([tmp_path / "empty.pl"], {}).vocabulary.symbols
    assert [(s.token, s.name, s.arity) for s in own] == symbols
    assert [known[name] for name in ("$query", "[|]", "[]", "$not")] == [QUERY, LIST, NIL, NOT]
