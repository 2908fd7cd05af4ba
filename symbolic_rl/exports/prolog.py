"""A trained policy as Prolog text: the program, the weights as facts, and a search by them.

The folder needs SWI-Prolog alone. Its search and the modules that it uses are copies of files below
``prolog/``; ``program.pl`` and ``weights.pl`` are made from the run.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import PROLOG_DIR, replace_file, write_text, writing
from symbolic_rl.bridge.swipl import quoted, quoted_path, run
from symbolic_rl.exports.trained import TrainedRun
from symbolic_rl.play.views import View
from symbolic_rl.program.vocabulary import SYMBOL_ID
from symbolic_rl.search.network import NetworkWeights

COPIED = (
    "builtins/builtins.pl",
    "resolve/constants.pl",
    "resolve/bounds.pl",
    "resolve/collection.pl",
    "resolve/resolution.pl",
    "standalone/view.pl",
    "standalone/network.pl",
    "standalone/guided_search.pl",
)
"""Files below ``prolog/`` that the folder holds."""
ENTRY = "prove.pl"
_LOAD = """\
% Load this file: swipl prove.pl, then ?- prove(Goal).
:- use_module(program, []).
:- use_module(weights, []).
:- use_module(standalone/guided_search).
"""


def export_prolog(trained: TrainedRun, folder: Path) -> int:
    """Write a policy and its program as Prolog text.

    Args:
        trained: the run.
        folder: a folder that is missing or empty, or an earlier export.

    Returns:
        The number of files.

    Raises:
        ConfigError: the folder holds something else, or cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"{folder} is no folder.", "--prolog", "name a new folder.")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / ENTRY).is_file():
        raise ConfigError(
            f"{folder} holds something else.", "--prolog", "name a new or an empty folder."
        )
    with writing(folder, "name a folder of your own (--prolog FOLDER)."):
        for name in COPIED:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            replace_file(folder / name, (PROLOG_DIR / name).read_bytes())
        write_text(folder / ENTRY, _LOAD)
        write_text(folder / "weights.pl", "".join(f"{line}\n" for line in _weights(trained)))
        program = folder / "program.pl"
        replace_file(program, b"")  # refused here, rather than by Prolog
        run(f"facts:write_facts({trained.program.module}, {quoted_path(program.absolute())})")
    return len(COPIED) + 3


def _weights(trained: TrainedRun) -> Iterator[str]:
    """Yield the lines of ``weights.pl``."""
    weights, view, config = trained.weights, trained.ids.view, trained.config
    yield ":- module(weights, [])."
    yield ":- encoding(utf8)."
    yield ":- discontiguous setting/2, bias/2."
    yield (
        f"options([builtin_inferences({config.builtin_inferences}), "
        f"negation_inferences({config.negation_inferences}), max_tokens({config.max_tokens}), "
        f"occurs_check({str(config.occurs_check).lower()})])."
    )
    yield f"setting(view, {view.kind})."
    yield f"setting(n_goals, {view.n_goals})."
    yield f"setting(goal_width, {view.goal_width})."
    yield f"setting(page_width, {trained.page_width})."
    yield f"setting(sharpness, {trained.reading.sharpness!r})."
    if trained.reading.uniform_share:
        yield f"setting(uniform_share, {trained.reading.uniform_share!r})."
    if trained.reading.sharper_share:
        yield f"setting(sharper_share, {trained.reading.sharper_share!r})."
    yield f"setting(dim, {weights.state_bias.size})."
    yield f"setting(n_symbols, {weights.n_symbols})."
    yield f"setting(reads_candidates, {str(weights.reads_candidates).lower()})."
    yield f"setting(compares, {str(weights.compares).lower()})."
    if weights.compares and weights.first_name < weights.n_symbols:
        yield f"setting(first_name, {weights.first_name})."
    yield from _slots(view)
    yield "% view_id(Name, Arity, Id): ids of the symbols that training knew"
    yield from _view_ids(trained)
    yield "% clause_id(Clause, Id): ids of the clauses of program.pl"
    known = enumerate(trained.clause_ids.tolist())
    yield from (f"clause_id({clause}, {id_})." for clause, id_ in known if id_)
    dim = weights.state_bias.size
    bias = weights.goal_bias if weights.goal_bias.size else np.zeros(dim, np.float32)
    yield f"bias(goal, {_vector(bias)})."
    yield f"bias(resolvent, {_vector(weights.resolvent_bias)})."
    yield from _rows("selected_row", weights.resolvent[:dim].T)
    yield from _rows("behind_row", weights.resolvent[dim:].T)
    yield from _rows("state_row", weights.state.T, weights.state_bias)
    yield from _rows("clause_row", weights.clauses, weights.clause_bias, first=0)
    yield from _places(weights, view.goal_width)


def _slots(view: View) -> Iterator[str]:
    yield "% slot(Slot, Parent, Argument): the tree of a goal's slots, from 1"
    yield ":- dynamic slot/3, pair/3, view_id/3, place/3."
    for slot, (parent, argument) in enumerate(zip(view.parents, view.arguments, strict=True), 1):
        if slot > 1:
            yield f"slot({slot}, {parent + 1}, {argument + 1})."


def _view_ids(trained: TrainedRun) -> Iterator[str]:
    ids = {symbol: SYMBOL_ID + i for i, symbol in enumerate(trained.ids.symbols)}
    for (name, arity), id_ in ids.items():
        yield f"view_id({quoted(name)}, {arity}, {id_})."
        if name == "[]":  # the empty list and the atom of this name have one id
            yield f"view_id([], {arity}, {id_})."


def _places(weights: NetworkWeights, width: int) -> Iterator[str]:
    """Yield what each symbol adds in each slot, and what each pair of equal slots does."""
    n, at = weights.n_symbols, 0 if weights.reads_candidates else 1
    for slot in range(width):
        for id_ in range(at, n):
            row = id_ * width + slot if weights.reads_candidates else slot * n + id_
            yield f"place({slot}, {id_}, {_vector(weights.places[row])})."
    if weights.compares:
        for earlier in range(width):
            for slot in range(earlier + 1, width):
                row = (n + earlier) * width + slot
                yield f"pair({earlier}, {slot}, {_vector(weights.places[row])})."


def _rows(
    name: str,
    matrix: NDArray[np.float32],
    bias: NDArray[np.float32] | None = None,
    *,
    first: int = 1,
) -> Iterator[str]:
    for i, row in enumerate(matrix):
        before = "" if bias is None else f"{_number(float(bias[i]))}, "
        yield f"{name}({i + first}, {before}{_vector(row)})."


def _vector(values: Iterable[np.float32]) -> str:
    return f"[{','.join([_number(float(x)) for x in values])}]"


def _number(x: float) -> str:
    """Return a float with the digits of float32, as Prolog reads it."""
    text = f"{x:.8g}"
    return text if "." in text or "e" not in text else text.replace("e", ".0e")
