"""Rank held-out triples by a policy and by baselines: ``symbolic-rl eval RUN --ranking``.

Among ``entities``: every entity is substituted for the tail, then for the head, as is usual for
knowledge graphs. Among ``targets``: the tails of all held-out triples are substituted for the tail,
as is usual for Countries, whose targets are the regions; the area under the precision-recall curve
over all pairs is reported as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np

from symbolic_rl.base.errors import PackError
from symbolic_rl.bridge.tokens import FloatArray, IntArray
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.evaluation.check import find_leaks
from symbolic_rl.evaluation.printing import aligned
from symbolic_rl.evaluation.trials import inference_limit
from symbolic_rl.graphs.methods import (
    METHODS,
    GraphRules,
    RankingCandidates,
    RankingSettings,
    pack_rules,
)
from symbolic_rl.graphs.mining import Graph
from symbolic_rl.graphs.ranking import (
    Among,
    Bin,
    Candidates,
    Questions,
    Ranking,
    average_precision,
    calibrated,
    calibration_error,
    pack_triples,
    places,
    reliability,
)
from symbolic_rl.graphs.triples import Triple, refuse_leaks
from symbolic_rl.policy import DerivationPolicy

BUDGET = 500
"""Inferences of breadth-first search for each candidate."""
BEAM = 8
"""Width of the policy's beam for each candidate."""


@dataclass(frozen=True)
class RankingRow:
    """Results of one scoring method."""

    scores: str
    """Name in ``METHODS``."""
    ranking: Ranking
    auc_pr: float | None  # over all pairs of a ranked head and a target; None among entities
    bins: list[Bin]
    """How often candidates of some probability are true, by :func:`.calibrated` scores."""
    seconds: float

    @property
    def metrics(self) -> dict[str, float]:
        """Metrics by name."""
        area = {} if self.auc_pr is None else {"auc_pr": self.auc_pr}
        return {**self.ranking.as_json(), **area, "calibration_error": calibration_error(self.bins)}


@dataclass(frozen=True)
class RankingResult:
    """Rankings of the same triples among the same candidates."""

    env: str
    split: str
    triples: int
    candidates: int
    among: Among
    sampled: int  # number of these drawn for each triple; 0 is all
    scored: int  # number of candidates scored: different ones, where all fit into memory
    settings: RankingSettings
    cut: float | None  # probability pruned from the policy's beams, mean over candidates
    inferences: int  # inferences of the policy's beams
    rows: list[RankingRow]
    rules: int

    def protocol(self) -> list[str]:
        """Return how the metrics were computed."""
        asked = "tail and head asked for" if self.among == "entities" else "the tail asked for"
        settings = self.settings
        some = f"{self.sampled:,} drawn from" if self.sampled else "all"
        lines = [
            f"{self.triples:,} {self.split} triples, {asked}, {some} {self.candidates:,} "
            f"{self.among} as candidates, filtered by the triples of all splits, mean rank on ties",
            f"{self.scored:,} candidates scored; without a proof one ranks last",
            f"no {self.split} triple stands in training, nor among the facts, as was checked first",
        ]
        if self.cut is not None:
            lines.append(
                f"one policy, of one training seed; for each candidate a beam of {settings.beam} "
                f"derivations of at most {settings.steps} steps, {self.inferences:,} inferences in "
                f"all; derivations cut from beams, or ended there, had {self.cut:.3f} of the "
                "probability on average"
            )
        lines.append(f"breadth-first search, where it is used: {settings.budget:,} inferences each")
        lines += [f"{row.scores}: {METHODS[row.scores].protocol}" for row in self.rows]
        lines.append(
            "calibration_error: scores as probabilities, by isotonic regression on every other "
            "triple's candidates, compared with what is true of the others; mean distance"
        )
        if self.among == "targets":
            lines.append("auc_pr: average precision over all pairs of head and target, ties as one")
        return [*lines, f"{self.rules:,} rules"]

    def reliability(self) -> list[str]:
        """Return how often candidates of some probability are true, by the best scores."""
        best = max(self.rows, key=lambda row: row.metrics["mrr"])
        title = f"of candidates that {best.scores} gives a probability of about"
        bins = (f"  {p:.3f}  {true:.3f} are true, of {n:,}" for p, true, n in best.bins)
        return [title, *bins]

    def as_json(self) -> dict[str, Any]:
        """Return the document that ``--json`` prints."""
        rows = [
            {
                "scores": row.scores,
                **row.metrics,
                "reliability": [one._asdict() for one in row.bins],
                "seconds": round(row.seconds, 3),
            }
            for row in self.rows
        ]
        document = {**vars(self), "rows": rows, "settings": vars(self.settings), "leaks": []}
        return {**document, "seeds": 1, "protocol": self.protocol()}

    def __str__(self) -> str:
        """Return the table and the protocol as text."""
        columns = list(self.rows[0].metrics)
        rows = [("", [*columns, "seconds"])]
        for row in self.rows:
            cells = [f"{value:.4f}" for value in row.metrics.values()]
            rows.append((row.scores, [*cells, f"{row.seconds:.1f}"]))
        lines = [*aligned(rows), *self.reliability()]
        return "\n".join([*lines, *(f"  {line}" for line in self.protocol())])


def rank_triples(
    problem: Problem,
    policy: DerivationPolicy | None,
    split: str = "test",
    *,
    among: Among = "entities",
    budget: int = BUDGET,
    beam: int = BEAM,
    steps: int = 0,
    memory_mb: int = 0,
    most_triples: int = 0,
    sampled: int = 0,
    methods: Sequence[str] = (),
) -> RankingResult:
    """Rank the triples of a split, by some ``methods`` (all), ``among`` what the module says.

    Without ``policy``, its rows are left out. ``budget`` limits the inferences of breadth-first
    search for each candidate, ``steps`` the inferences of a derivation in the policy's beam (0: as
    many as an attempt). ``memory_mb`` is for the states of searches (0: a quarter of the machine's
    memory). Only the first ``most_triples`` are ranked (0: all), and among ``sampled`` other
    candidates, drawn for each triple and direction (0: all).

    PackError: the split has no triples or also other queries, or a held-out triple is known.
    """
    triples = pack_triples(problem.pack)
    refuse_leaks(triples, where=str(problem.pack.folder))
    for leak in find_leaks(problem, split):
        fix = "remove them from training: a policy trained on them has seen the answers."
        raise PackError(f"{leak}.", str(problem.pack.folder), fix)
    ranked = _triples_of(problem, triples, split)[: most_triples or None]
    known = [triple for part in triples.values() for triple in part]
    graph = Graph(triples["train"], known)
    held_out = [*triples["valid"], *triples["test"]]
    targets = sorted({tail for _, _, tail in held_out}) if among == "targets" else None
    steps = steps or inference_limit(problem)
    settings = RankingSettings(beam=beam, steps=steps, budget=budget, memory_mb=memory_mb)
    rules = GraphRules(graph, pack_rules(problem.pack, graph))
    names = [
        name for name in methods or METHODS if policy is not None or not METHODS[name].needs_policy
    ]
    tallies = {name: _Tally() for name in names}
    scored, inferences, cut = 0, 0, 0.0
    for block in Questions(graph, ranked, known, targets, sampled).blocks():
        material = RankingCandidates(problem, policy, rules, block, settings)
        for name, tally in tallies.items():
            started = perf_counter()
            scores = METHODS[name].score(material)
            tally.seconds += perf_counter() - started
            tally.add(block, scores, len(ranked), has_targets=targets is not None)
        scored += len(block)
        if policy is not None:
            inferences += material.proofs.inferences
            cut += material.proofs.cut * len(block)
    rows = [
        RankingRow(
            name,
            Ranking.of(np.concatenate(tally.ranks), len(ranked)),
            None if targets is None else tally.area(),
            tally.bins(),
            tally.seconds,
        )
        for name, tally in tallies.items()
    ]
    return RankingResult(
        env=problem.name,
        split=split,
        triples=len(ranked),
        candidates=len(targets or graph.entities),
        among=among,
        sampled=sampled,
        scored=scored,
        settings=settings,
        cut=None if policy is None else cut / scored,
        inferences=inferences,
        rows=rows,
        rules=len(rules.rules),
    )


def _triples_of(problem: Problem, triples: dict[str, list[Triple]], split: str) -> list[Triple]:
    n = sum(query.label for query in problem.queries(split))
    found = triples.get(split, [])
    if len(found) < n or not found:
        what = f"{n - len(found):,} of {n:,} {split} queries are not triples and cannot be ranked."
        fix = "rank packs whose queries are relation(head, tail); for others, use eval --search."
        raise PackError(what, str(problem.pack.folder), fix)
    return found


@dataclass
class _Tally:
    """Ranks by one scoring method, and how many candidates have each value of its score."""

    ranks: list[FloatArray] = field(default_factory=list)
    counts: dict[Any, IntArray] = field(default_factory=dict)
    """[2, 2] candidates by part and by what is true, for each value."""
    pairs: list[tuple[Any, bool]] = field(default_factory=list)
    """Score of each pair of a head and a target, and whether it is true."""
    seconds: float = 0.0

    def add(self, block: Candidates, scores: Sequence[Any], n: int, *, has_targets: bool) -> None:
        """Add the scores [N] of a block of questions on ``n`` triples."""
        place, values = places(scores)
        self.ranks.append(block.ranks(place))
        if has_targets:
            self.pairs += zip(scores, block.is_known.tolist(), strict=True)
        # The same triple's candidates are in the same part, whether tail or head is asked for.
        part, competes = np.zeros((2, len(block)), bool)
        counts = np.diff(block.starts, append=len(block.of))
        part[block.of] = np.repeat(block.question % n % 2 == 1, counts)
        competes[block.of] = True
        key = (4 * place + 2 * part + block.is_known)[competes]
        table = np.bincount(key, minlength=4 * len(values)).reshape(-1, 2, 2)
        for value, more in zip(values, table, strict=True):
            self.counts[value] = self.counts.get(value, 0) + more

    def area(self) -> float:
        """Return the area under the precision-recall curve over all pairs."""
        scores, labels = zip(*self.pairs, strict=True)
        return average_precision(places(scores)[0], labels)

    def bins(self) -> list[Bin]:
        """Return how often candidates are true, by probabilities from their scores."""
        counts = np.stack([self.counts[value] for value in sorted(self.counts)])
        return reliability(calibrated(counts), counts)
