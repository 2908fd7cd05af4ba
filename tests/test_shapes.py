"""The table of shapes: cases are distinct, and faults are distinguished from errors."""

import pytest

from tools.shapes import Case, cases, verdict


def test_there_are_cases_of_each_kind_with_names_of_their_own() -> None:
    names = [(case.kind, case.what) for case in cases()]
    assert len({*names}) == len(names) >= 20
    assert {kind for kind, _ in names} == {"wide", "deep", "long", "many"}


@pytest.mark.parametrize(
    ("code", "printed", "told"),
    [
        (0, "X = a", "answered"),
        (0, "X = b", "fault: no"),
        (2, "error: too wide.\n  where: X = a", "refused: too wide."),
        (-11, "X = a", "fault: signal 11"),
        (124, "X = a", "fault: not done"),
        (1, "X = a\nTraceback (most recent call last):", "fault: exit code 1"),
        (0, "--n-envs 8 is reduced to 4: X = a", "reduced"),
    ],
)
def test_only_an_answer_a_reduction_and_a_short_error_are_no_faults(
    code: int, printed: str, told: str
) -> None:
    case = Case("wide", "a toy", "", "X = a", {})
    assert verdict(case, code, printed).startswith(told)
