"""How does symbolic-rl do on the public tests that the field knows?

    python bench/public.py where
    python bench/public.py tptp-horn FOLDER [--only TEXT] [--part K N] [--budget 100000]
        [--seconds 10] [--frames N] [--learn 0]
    python bench/public.py boxoban FOLDER [--part K N] [--budget 100000] [--learned 1000]
    python bench/public.py ipc2023 FOLDER [--only blocksworld] [--level easy medium] [--learned 0]
    python bench/public.py family FOLDER --sampled 100
    python bench/public.py umls [--seed 0] [--frames 400000] [--split test] [--triples 0] [--beam 8]
        [--steps 5]

``where`` prints the repository, commit and licence of each set. Fetch it, and name its folder: no
data is stored in this project. Each set has a module in ``bench/sets``, whose docstring says what
is measured. ``--only`` takes the problems whose name contains a text, and ``--part K N`` takes the
problems K, K + N, ... of the set.

Prints tables and, as the last line, one JSON document with the keys ``set``, ``rows`` (one per
problem or run), ``table`` and ``machine``.
"""

from pathlib import Path

from common.flags import make_parser
from sets import SETS

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.graphs.table import BEAM

LEVELS = ("easy", "medium", "hard")
"""Levels of planning tasks."""


def main() -> None:
    """Print the sources, or measure one set."""
    parser = make_parser(__doc__)
    parser.add_argument("set", choices=["where", *SETS])
    parser.add_argument("folder", type=Path, nargs="?", help="where its files are")
    parser.add_argument("--only", default="", help="problems whose name contains this text")
    parser.add_argument("--part", type=int, nargs=2, metavar=("K", "N"), default=(0, 1))
    parser.add_argument("--budget", type=int, default=100_000, help="inferences of a search")
    parser.add_argument("--seconds", type=float, default=10.0, help="of a search, and of E")
    parser.add_argument("--seed", type=int, default=0, help="of training")
    parser.add_argument("--level", nargs="+", default=["easy"], choices=LEVELS, help="of tasks")
    parser.add_argument("--learned", type=int, default=1_000, help="training problems; 0: all")
    parser.add_argument("--frames", type=int, help="of training; by default 400,000, or the pack's")
    parser.add_argument("--learn", type=float, default=0, help="seconds for each open problem")
    graphs = parser.add_argument_group("knowledge graphs")
    graphs.add_argument("--split", choices=["test", "valid"], default="test")
    graphs.add_argument("--triples", type=int, default=0, help="only the first N; 0: all")
    graphs.add_argument("--beam", type=int, default=BEAM)
    graphs.add_argument("--steps", type=int, default=5)
    graphs.add_argument("--sampled", type=int, default=0, help="of the others; 0: all")
    args = parser.parse_args()
    if args.set == "where":
        sources = ({"set": name, **one.source._asdict()} for name, one in SETS.items())
        print_table(list(sources))
        return
    chosen = SETS[args.set]
    if chosen.needs_folder and (args.folder is None or not args.folder.is_dir()):
        parser.error(f"name the folder of {args.set}; `where` says what to fetch.")
    card = start(f"{args.set}: {chosen.question}")
    measured = chosen.measure(args)
    print_table(measured.table)
    finish({"set": args.set, **measured._asdict()}, card)


if __name__ == "__main__":
    main()
