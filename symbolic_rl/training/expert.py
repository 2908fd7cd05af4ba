"""Expert iteration, the default algorithm: search, keep the proofs, imitate them, search again.

*Search.* A round searches ``n_envs`` training queries side by side, guided by the current policy.
A query that fails comes back with twice its budget (Orseau and Lelis, 2021), up to a bound that
rises where nothing new is found and few queries are left; one search in four is for a query with a
known proof, which a better policy may shorten. A query whose search was exhausted has no proof and
is not searched again. From a file of goals, a round also tries new goals made by the proposer
(:mod:`symbolic_rl.training.proposer`); proposals that are kept become training queries.

A proof that is found is shortened at once (:mod:`symbolic_rl.search.shortening`): from its states,
the policy is followed behind other choices, however unlikely these are.

*Keep.* The shortest proof of each query becomes the frames that an environment would show on the
way; they replace the query's earlier proof in the buffer.

*Imitate.* Gradient steps lower the cross-entropy of the policy on the choices of these proofs, and
teach the value how many inferences are left, until the proofs are memorized and no new ones come.
Searches use the policy at a temperature of at least 1, fitted on each round's new proofs before
they are imitated: that is how sure the policy may be of goals that it has not seen.

The name is from Anthony, Tian and Barber (2017); keeping the shortest proofs follows the bootstrap
of Orseau and Lelis (2021).

Dimension key: Q queries, F frames of new or shorter proofs of a round, B frames of a gradient step,
A actions of the window.
"""

import math
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, mse_loss

from symbolic_rl.base.config import MORE, ResolvedConfig, TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.markup import visible
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.base.run_dir import Value
from symbolic_rl.bridge.swipl import calls
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.collectors import make_searches, share_of_program
from symbolic_rl.collectors.base import CollectorMetrics
from symbolic_rl.collectors.proofs import ProgramSearches
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.derivations.proof_frames import Choice, ProofFramer
from symbolic_rl.engine import COUNTERS
from symbolic_rl.learn.learner import Learner, WeightAverage
from symbolic_rl.learn.structure import FRAMES, STEPS
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.policy.structure import structure_logits
from symbolic_rl.search import Derivation, SearchResult
from symbolic_rl.search.lemmas import mined
from symbolic_rl.search.opened import LemmaTrial, try_lemmas
from symbolic_rl.search.shortening import inferences_of
from symbolic_rl.training import Algorithm
from symbolic_rl.training.ledger import ROUND_BUDGETS, Course, Ledger, Noted, provable
from symbolic_rl.training.memory import PROOF_SHARE, budget_bytes, frames_at_once
from symbolic_rl.training.proposer import Proposal, Proposer
from symbolic_rl.training.replay import ProofReplay, ProofRows
from symbolic_rl.training.search_settings import GREEDY_MIX, fitted_to
from symbolic_rl.training.structure_learner import StructureLearner

MOST_DECISIONS = 256
"""Only the first decisions of a proof, up to this number, are imitated."""

DECAY = 0.99
"""Decay of the average of the weights, per gradient step."""

EPOCHS = 2
"""Most draws of each frame in a round, on average: what a few first proofs have in common is soon
learned, and more draws would make habits of what they have by chance. The last round has no such
bound."""

HELD_OUT = 1024
"""Frames of proofs on which the temperature of the policy is fitted, before they are imitated."""

VALUE_SHARE = 0.1
"""Share of the squared error of the values, log(1 + inferences left), in the loss."""

SURE_DIVISOR = 2
"""A round that has little to teach takes the gradient steps divided by this."""

PREDICTED = 0.05
"""Where every search found a proof, a mean loss on new proofs below this says that they teach
little: the policy gives their choices a probability of 0.95."""

MEMORIZED = 0.01
"""Where every search found a proof and none is new or shorter, no steps follow a mean loss below
this: they would only make the policy surer, also of goals that it has not seen."""

MOST_AHEAD = 16
"""Most searches of a round that is searched ahead, as a multiple of ``n_envs``."""

_MOST_TRIED = 200  # queries of the trial of lemmas
_SHOWN = 60
"""Characters of a query in the line on the progress."""


@dataclass(frozen=True)
class _Round:
    """Searches of a round that have begun."""

    chosen: IntArray  # training queries
    proposals: list[Proposal]
    learned: int  # rounds that the policy had learned from
    at: float  # time when they began, in seconds


class Expert(Algorithm):
    """Searches for proofs of the training queries, and imitation of these proofs.

    Outside of gradient steps, the policy holds the average of the weights
    (:class:`.WeightAverage`), so searches use the average.

    >>> from symbolic_rl.derivations.problem import load_problem
    >>> from symbolic_rl.policy import PolicyShape, make_policy
    >>> policy = make_policy("clause", PolicyShape.for_problem(load_problem("countries_s1")), dim=8)
    >>> Expert(policy, TrainConfig(imitation_steps=40)).describe()
    'imitates proofs: at most 40 gradient steps of 256 frames after each round of searches'
    """

    LOGGED = ("loss_imitation", "accuracy")

    def __init__(
        self, policy: DerivationPolicy, config: TrainConfig, ranks: Ranks | None = None
    ) -> None:
        super().__init__(policy, config, ranks)
        self.seconds = {"update": 0.0}
        self._structure = StructureLearner.of(policy, config.seed)
        self._has_symbols = policy.head.knows_symbols
        # The structure part is fitted apart; without a symbol part, no weight takes steps.
        apart = (
            set(self._structure.part.parameters())
            if self._structure and self._has_symbols
            else set()
        )
        by_steps = [x for x in policy.parameters() if x not in apart]
        self.learner = Learner(policy, config, parameters=by_steps, ranks=self.ranks)
        self.average = WeightAverage(self.learner.parameters, decay=DECAY)
        self.replay: ProofReplay | None = None
        """The latest proof of each proved query; None before the first one."""
        self._knows_pages = False
        """True once a frame of a proof has shown that there are further pages."""
        policy.search_settings = replace(policy.search_settings, knows_pages=False)
        self._held: list[Tensor] = []
        """Actions [F] and queries [F] of the latest new frames, and their logits [F, A] before they
        were imitated; next to symbols, also the logits of the structure part."""
        if apart:
            self._fit()
        self._learned = 0  # rounds that the policy has learned from
        self._loss = math.inf  # of the last steps
        self._where = ""
        self.last_round: dict[str, Value] = {}
        """Metrics of the last round: ``success`` is the share of its searches that found a proof,
        ``proved`` the given training queries that have one; ``episodes`` are searches. Proposals
        have their own counts."""

    def choose_from(self, library: Mapping[str, Mapping[str, Any]]) -> None:
        """See :class:`.Algorithm`; ConfigError: the policy has no structure part."""
        if self._structure is None:
            what = f"The policy {self.policy.name} has no structure part."
            raise ConfigError(what, "--from, --policy", "give --policy structured.")
        self._structure.library = library

    @property
    def origin(self) -> str:
        """Run of a library that the structure part starts from, and why; empty without one."""
        return self._structure.origin if self._structure else ""

    def open(
        self,
        problem: Problem,
        config: ResolvedConfig,
        state: Mapping[str, Any] | None = None,
        *,
        others: Sequence[Problem] = (),
    ) -> None:
        """See :class:`.Algorithm`; ConfigError: the engine cannot search, or nothing is true."""
        self._programs = [problem, *others]
        given = [provable(one) for one in self._programs]
        self.queries = [query for queries in given for query in queries]
        """The given training queries, then the proposals that were kept."""
        self.n_given = len(self.queries)
        self._program = np.repeat(np.arange(len(given)), [len(queries) for queries in given])
        """[n_given] number of each query's program; proposals are for the only one."""
        self.proofs: dict[int, Derivation] = {}
        """Proof of each given query that was proved in this session, by its number."""
        self._choices = dict[int, Sequence[Choice]]()
        share = share_of_program(config, len(given))
        self._search = ProgramSearches(
            partial(make_searches, one, self.policy, share) for one in self._programs
        )
        self._begun: _Round | None = None
        self._n_searches = self.config.n_envs  # of a round
        self._framers = [
            ProofFramer(
                one,
                self.policy.packed,
                with_candidates=self.policy.shown,
                at_once=frames_at_once(one, share.run),
                most=MOST_DECISIONS,
            )
            for one in self._programs
        ]
        self._ledger, self._course = Ledger.blank(self.n_given, self.config.search_budget), Course()
        self._proposer: Proposer | None = None
        if self.config.propose and problem.has_goals:
            known = state["proposer"] if state else None
            self._proposer = Proposer(problem, self.queries, self.config, known)
            self.queries += [proposal.query for proposal in self._proposer.kept]
        self._rng = np.random.default_rng(self.config.seed)
        self._counters = dict.fromkeys(COUNTERS, 0)
        self._seconds = {"expand": 0.0, "view": 0.0}
        if state:
            self._ledger = Ledger(**{key: x.numpy().copy() for key, x in state["ledger"].items()})
            self._ledger.expect(len(self.queries))
            self._rng.bit_generator.state = state["random"]
            self._course = Course(**{key: int(n) for key, n in state["course"].items()})
            self._search.kinds = [counts.numpy().copy() for counts in state["kinds"]]
            self.policy.longest_proof = int(self._ledger.length.max())
        self._where = (
            f"gathers proofs of {self.n_given:,} training queries by guided search, "
            f"{self.config.search_budget} inferences each, doubled on failure"
            + f"; {len(given)} programs take turns"
            * (len(given) > 1)
        ) + "; proposes more goals of their kind" * (self._proposer is not None)

    # ---- search, and keep the proofs

    def gather(self) -> ProofRows:
        """Search some queries; return the frames of new and shorter proofs, if there are any."""
        started = perf_counter()
        searches = self._begun or self._begin()
        found, self._begun = self._search.end(), None
        searched = perf_counter()
        chosen, proposals = searches.chosen, searches.proposals
        tried = found[: chosen.size]
        results = dict(zip(chosen.tolist(), tried, strict=True))
        # Kept proposals are training queries from here on; their numbers follow the given ones.
        results |= self._kept(proposals, found[chosen.size :])
        noted = self._note(results, found)
        extra = dict(self._proposer.last_round) if self._proposer else {}
        if self.config.search_ahead:
            extra["stale_rounds"] = self._learned - searches.learned
            if searches.learned < self._learned:
                self._n_searches = _n_ahead(
                    self._n_searches, self.config.n_envs, started - searches.at, searched - started
                )
            if not self.why_done:
                # All is noted, so only the weights of the next round are older than otherwise.
                self._begun = self._begin()
        # Keep: only proofs that are not in the buffer yet are laid out as frames.
        rows, n_failed = self._framed({i: results[i].answers[0].choices for i in noted.imitated})
        self.last_round = self._ledger.round_metrics(self.n_given, noted, found, tried) | {
            "proofs_not_framed": n_failed,
            "max_budget": int(self._ledger.budget[chosen].max()),
            **self._proved_by_program(),
            **extra,
        }
        self._seconds["expand"] += searched - started
        self._seconds["view"] += perf_counter() - searched
        return rows

    def _framed(self, proofs: Mapping[int, Sequence[Choice]]) -> tuple[ProofRows, int]:
        """Return the frames of proofs, by query, and how many proofs have none."""
        parts, n_failed = list[ProofRows](), 0
        for number, framer in enumerate(self._framers):
            mine = [i for i in proofs if self._of_program(i) == number]
            if mine or not number:
                framed = framer([self.queries[i] for i in mine], [proofs[i] for i in mine])
                parts.append(ProofRows.of(framed, mine))
                n_failed += int((~framed.is_proved).sum())
        return ProofRows.join(parts), n_failed

    def _of_program(self, query: int) -> int:
        return int(self._program[query]) if query < self.n_given else 0

    def _proved_by_program(self) -> dict[str, Value]:
        """Return the number of proved given queries of each program, if there are several."""
        if len(self._programs) == 1:
            return {}
        of_proved = self._program[self._ledger.is_proved[: self.n_given]]
        proved = np.bincount(of_proved, minlength=len(self._programs))
        each = zip(self._programs, proved.tolist(), strict=True)
        return {f"proved_{one.name}": n for one, n in each}

    def _begin(self) -> _Round:
        """Choose queries: some that failed before, new ones, some proved ones, then proposals."""
        n, first_budget = self._n_searches, self.config.search_budget
        fills_up = self._proposer is None  # otherwise proposals take the remaining places
        program = self._program if len(self._programs) > 1 else None
        chosen = self._ledger.choose(self._rng, n, first_budget, fills_up=fills_up, program=program)
        jobs = [(self.queries[i], int(self._ledger.budget[i])) for i in chosen.tolist()]
        proposals = self._proposed(n - chosen.size)
        if self._proposer:
            jobs += [(proposal.query, self._proposer.budget) for proposal in proposals]
        of_jobs = np.zeros(len(jobs), np.int64) if program is None else program[chosen]
        self._search.begin(jobs, of_jobs)
        return _Round(chosen, proposals, self._learned, perf_counter())

    def _proposed(self, n: int) -> list[Proposal]:
        """Return at most ``n`` proposals, with budgets of at most ``ROUND_BUDGETS`` together."""
        if not self._proposer:
            return []
        together = ROUND_BUDGETS * self._n_searches * self.config.search_budget
        # Goals of the given kind may all be too hard at first; then others teach the first steps.
        is_stuck = self._course.rounds > 0 and not self._ledger.is_proved[: self.n_given].any()
        most = min(n, together // self._proposer.budget)
        return self._proposer.propose(most, self._rng, of_any_kind=is_stuck)

    def _kept(
        self, proposals: Sequence[Proposal], found: Sequence[SearchResult]
    ) -> dict[int, SearchResult]:
        """Make training queries of the proposals that are kept; return their results."""
        kept = self._proposer.grade(proposals, found) if self._proposer else []
        first = len(self.queries)
        self.queries += [proposals[i].query for i in kept]
        self._ledger.extend(len(kept), self.config.search_budget)
        return {number: found[i] for number, i in enumerate(kept, first)}

    def _note(self, results: Mapping[int, SearchResult], found: Sequence[SearchResult]) -> Noted:
        """Note a round: ``results`` by training query, and ``found``, all results."""
        course = self._course
        course.begin(sum(map(inferences_of, found)))
        for name in COUNTERS:
            self._counters[name] += sum(result.counters[name] for result in found)
        noted = self._ledger.note(results, course.rounds, self._most_budget)
        for i, result in results.items():
            if result.answers and i < self.n_given:
                self.proofs[i] = result.answers[0]
        if self.config.lemmas:
            proved = {i: results[i].answers[0].choices for i in noted.imitated}
            self._choices |= proved
        if self._proposer:
            for i in noted.new:
                choices = results[i].answers[0].choices
                self._proposer.note_proof(self.queries[i], choices, self._rng)
        given = self._ledger.is_open[: self.n_given]
        course.note(
            # An exhausted search is not a failure: it has settled its query.
            is_sure=all(result.answers or result.complete for result in results.values()),
            has_news=any(i < self.n_given for i in (*noted.new, *noted.shorter)),
            has_good_proposals=self._proposer is not None and self._proposer.has_news,
            is_open=bool(given.any()),
        )
        if not self.config.max_search_budget:
            course.deepen(self._ledger)
        self.policy.longest_proof = int(self._ledger.length.max())
        return noted

    @property
    def _most_budget(self) -> int:
        return self.config.max_search_budget or self._course.most_budget

    @property
    def why_done(self) -> str:
        """See :meth:`.Course.why_done`."""
        proposes = self._proposer is not None
        return self._course.why_done(self._ledger, self._most_budget, proposes=proposes)

    # ---- imitate them

    def learn(self, batch: ProofRows, *, progress: float) -> dict[str, float]:
        """Keep the frames of new proofs, and take the gradient steps of a round.

        ``progress`` limits the steps to the frames that are left; the learning rate is constant.
        RunError: losses or norms are not finite.
        """
        start = self.ranks.clock()
        self._learned += 1
        if self._structure and len(batch):
            self._structure.choose(batch)
        # Before the new proofs are learned; afterwards the policy has memorized them.
        loss_new = self._hold_out(batch)
        if len(batch):
            ids = self.policy.head.id_dtype
            self._knows_pages |= bool((batch.batch.clause_C == MORE).any())
            if self.replay is None:
                self.replay = ProofReplay.of(batch.small(ids))
            else:
                self.replay.add(batch, ids)
            self._forget()
        means = [float("nan")] * (len(self.LOGGED) + 1)
        left = round((1 - progress) * self.config.total_frames)
        n_frames = min(self._n_steps(loss_new) * self.config.imitation_frames, left)
        n_steps = -(-n_frames // self.config.imitation_frames)
        if not self._has_symbols:
            n_steps = min(STEPS, -(-left // FRAMES)) * self._has_more_to_fit
            n_frames = min(n_steps * FRAMES, left)
            if n_steps:
                means = self._fit_structure(n_steps)
                self.learner.expect_finite(means)
        elif n_steps and self.replay:
            sums = torch.zeros(len(self.LOGGED) + 1, device=self.policy.device)
            # Steps move the trained weights; outside of this block the policy holds their average.
            with self.average.while_training():
                for start_at in range(0, n_frames, self.config.imitation_frames):
                    calls().expect_time()
                    size = min(self.config.imitation_frames, n_frames - start_at)
                    sums += self._step(self.replay, size)
                    self.average.update()
            means = self.learner.totals(sums / n_steps)
            self.learner.expect_finite(means)
            self._loss = means[0]
            if self._structure and (self._is_read or self._has_more_to_fit):
                self._fit_structure(n_steps)
        settings = replace(self.policy.search_settings, knows_pages=self._knows_pages)
        if n_steps and self.replay:
            settings = replace(settings, steps_to_go=True)
        self.policy.search_settings = settings
        self.seconds["update"] += self.ranks.clock() - start
        self.last_round["frames"] = n_frames
        return {
            **dict(zip((*self.LOGGED, "grad_norm"), means, strict=True)),
            "loss_new": loss_new,
            "temperature": self.policy.search_settings.temperature,
            "steps": n_steps,
            "proof_frames": len(self.replay or ()),
        }

    @property
    def _is_read(self) -> bool:
        """True if searches read structure next to symbols."""
        return self.policy.search_settings.structure_share > 0

    @property
    def _has_more_to_fit(self) -> bool:
        """True if the structure part can be fitted to a quarter more frames."""
        return self._structure is not None and self._structure.has_more(len(self.replay or ()))

    def _fit_structure(self, n_steps: int) -> list[float]:
        """Fit the structure part, to as many frames of each program; return ``LOGGED``."""
        assert self._structure is not None and self.replay is not None
        rows = self.replay.merge(self.policy.head.id_dtype)
        program = None
        if len(self._programs) > 1:
            program = torch.from_numpy(self._program)[rows.query.long()]
        return self._structure.fit(rows, program, n_steps, self._learned, is_read=self._is_read)

    def _forget(self) -> None:
        """Drop the oldest proofs, and warn, where all take more than their share of memory."""
        most = int(PROOF_SHARE * budget_bytes(self.config))
        if not self.replay:
            return
        n_frames = len(self.replay)
        if n_forgotten := self.replay.forget(most, self.policy.head.id_dtype):
            warnings.warn(
                f"the oldest {n_forgotten:,} of {n_frames:,} frames of proofs were forgotten: they "
                f"take more than {most >> 20:,} MB (--memory-mb)",
                RuntimeWarning,
                stacklevel=2,
            )

    def _hold_out(self, batch: ProofRows) -> float:
        """Return the loss on frames of queries that were not imitated yet, and fit the temperature.

        Imitated proofs are soon memorized. A policy that is equally sure of goals that it has not
        seen keeps searches from looking elsewhere.
        """
        if self.replay is None:
            return float("nan")
        frames = (~torch.isin(batch.query, self.replay.rows.query)).nonzero().squeeze(1)
        if not len(frames):
            return float("nan")
        # Every step-th frame: the first HELD_OUT frames would all belong to a few proofs.
        frames = frames[:: -(-len(frames) // HELD_OUT)]
        seen = batch.batch.without_structure() if self._has_symbols else batch.batch
        logits, _ = self.policy.log_probabilities_and_values(seen, frames)
        logits, action = logits.float(), batch.action[frames]
        latest = [action, batch.query[frames], logits]
        if self._structure is not None and self._has_symbols:
            latest.append(structure_logits(self._structure.part, batch.batch, frames))
        held = self._held or [tensor[:0] for tensor in latest]
        # The latest frames first, so the oldest ones are dropped.
        self._held = [torch.cat(both)[:HELD_OUT] for both in zip(latest, held, strict=True)]
        self._fit()
        return cross_entropy(logits, action).item()

    def fit_search_settings(self) -> None:
        """See :class:`.Algorithm`."""
        steps_to_go = self.policy.search_settings.steps_to_go
        self._fit(is_trained=True)
        settings = self.policy.search_settings
        if self._proposer:
            # Kept proposals are those that the policy did not prove at once, so their proofs make
            # it look worse than it is.
            settings = replace(settings, temperature=1.0, greedy_mix=GREEDY_MIX)
        self.policy.search_settings = replace(
            settings, steps_to_go=steps_to_go, likeliest_leads=True
        )

    def _fit(self, *, is_trained: bool = False) -> None:
        nothing = torch.zeros(0, dtype=torch.int64)
        held = self._held or [nothing, nothing, torch.zeros(0, 0), torch.zeros(0, 0)]
        learner = self._structure if self._has_symbols else None
        is_taught = self._structure is not None and self._structure.is_taught
        frames = held[: 3 + (learner is not None)]
        settings, factors = fitted_to(*frames, is_taught=is_taught, is_trained=is_trained)
        self.policy.search_settings = replace(settings, knows_pages=self._knows_pages)
        if learner is not None:
            learner.part.mix.copy_(torch.tensor(factors))

    def _n_steps(self, loss_new: float) -> int:
        """Return the steps of a round: on average, each frame is drawn at most ``EPOCHS`` times."""
        config = self.config
        # Rounded up, so that even one frame is learned from.
        useful = -(-EPOCHS * len(self.replay or ()) // config.imitation_frames)
        most = config.imitation_steps
        if self._loss < MEMORIZED and self.success == 1 and self._course.idle:
            return 0
        if self.why_done:
            return most
        if self.success == 1 and loss_new < PREDICTED:
            most = -(-most // SURE_DIVISOR)
        return min(most, useful)

    def _step(self, replay: ProofReplay, n_frames: int) -> Tensor:
        frames, rows = replay.sample(n_frames), replay.rows
        # The value is log(1 + inferences left), so that errors on long proofs do not outweigh all
        # others.
        inputs, there = self.policy.send(
            rows.batch.without_structure().take(frames),
            action=rows.action[frames].long(),
            steps=rows.to_go[frames].float().log1p(),
        )
        self.learner.zero_grad()

        def losses() -> tuple[Tensor, tuple[Tensor, Tensor]]:
            logits, values = self.learner.evaluate(inputs)
            loss = cross_entropy(logits, there["action"])
            off = mse_loss(values, there["steps"])
            return loss + VALUE_SHARE * off, (loss, logits)

        loss, logits = self.learner.differentiate(losses)
        norm = self.learner.step()
        with torch.no_grad():
            accuracy = (logits.argmax(-1) == there["action"]).float().mean()
            return torch.stack([loss.detach(), accuracy, norm])

    # ---- how it goes

    def count(self, batch: ProofRows) -> dict[str, Value]:
        """Return the counts of the round that gave ``batch``."""
        return dict(self.last_round)

    def describe(self) -> str:
        """See :class:`.Algorithm`."""
        config = self.config
        line = (
            f"imitates proofs: at most {config.imitation_steps} gradient steps of "
            f"{config.imitation_frames} frames after each round of searches"
        )
        if not self._has_symbols:
            line = f"imitates proofs: {STEPS} gradient steps of {FRAMES} frames, from the first "
            line += "proofs on and whenever a quarter more are known"
        return "\n".join(filter(None, [line, self.learner.describe(), self._where]))

    @property
    def success(self) -> float:
        """Share of the searches of the last round that found a proof."""
        return float(self.last_round.get("success", 0.0))

    @property
    def hardest(self) -> str:
        """Given query whose first proof took most inferences so far; empty without proofs."""
        proved = self._ledger.is_proved[: self.n_given]
        if not proved.any():
            return ""
        spent = np.where(proved, self._ledger.inferences[: self.n_given], -1)
        query = visible(self.queries[int(spent.argmax())].text)
        cut = f"{query[:_SHOWN]} ..." if len(query) > _SHOWN else query
        return f"{cut} ({spent.max():,} inferences)"

    @property
    def metrics(self) -> CollectorMetrics:
        """See :class:`.Algorithm`."""
        proved = int(self._ledger.is_proved[: self.n_given].sum())
        return CollectorMetrics(
            counters={**self._counters, "worker_restarts": self._search.restarts},
            seconds=dict(self._seconds),
            inferences=self._course.inferences,
            success_by_level={0: (proved, self.n_given)},
        )

    def table(self) -> list[dict[str, Value]]:
        """Return a row for each training query; see :meth:`.Ledger.rows`.

        The ``origin`` is ``given``, or how a query was proposed. With several programs, the name of
        the program precedes the query.
        """
        kept = self._proposer.kept if self._proposer else []
        origins = ["given"] * self.n_given + [proposal.origin for proposal in kept]
        texts = [query.text for query in self.queries]
        if len(self._programs) > 1:
            names = [self._programs[number].name for number in self._program.tolist()]
            texts = [f"{name}: {text}" for name, text in zip(names, texts, strict=True)]
        each = zip(texts, origins, self._ledger.rows(), strict=True)
        return [{"query": text, "origin": origin, **row} for text, origin, row in each]

    def parts(self) -> dict[str, Any]:
        """See :meth:`.StructureLearner.gains`; nothing before the first new proof."""
        if self._structure is None:
            return {}
        told = {"origin": self.origin} if self.origin else {}
        if self.replay is None or not self._held:
            return told
        seen = self.replay.rows[self.replay.live[:: -(-len(self.replay) // HELD_OUT)]]
        temperature = self.policy.search_settings.temperature
        return told | self._structure.gains(self._held, temperature, seen)

    def lemmas(self) -> tuple[str, LemmaTrial | None]:
        """See :class:`.Algorithm`."""
        ours = [i for i in self._choices if i < self.n_given and not self._of_program(i)]
        lemmas = self._mined([*ours, *(i for i in self._choices if i >= self.n_given)])
        tried = [i for i in ours if i % 2][:_MOST_TRIED]
        learned = self._mined([i for i in ours if not i % 2]) if lemmas and tried else ""
        problem, queries = self._programs[0], [self.queries[i] for i in tried]
        if not learned:
            return lemmas, None
        return lemmas, try_lemmas(problem, self.policy, queries, learned)

    def _mined(self, numbers: Iterable[int]) -> str:
        """Return a file of lemmas from the proofs of queries; empty without a lemma."""
        problem = self._programs[0]
        proofs = (
            (self.queries[i].without_answer(problem.engine.vocabulary), self._choices[i])
            for i in numbers
        )
        pack, config, most = problem.pack, problem.env_config, self.config.lemmas
        return mined(problem.engine, pack, config, proofs, most)

    # ---- checkpoints

    def rows(self) -> dict[str, Any]:
        """Return the state of the searches: tensors and plain values."""
        return {
            "ledger": {key: torch.from_numpy(x) for key, x in vars(self._ledger).items()},
            "course": dict(vars(self._course)),
            "random": self._rng.bit_generator.state,
            "proposer": self._proposer.state() if self._proposer else {},
            "kinds": [torch.from_numpy(counts) for counts in self._search.kinds],
        }

    def state_dict(self) -> dict[str, Any]:
        """See :class:`.Algorithm`."""
        return {
            "optimizer": self.learner.optimizer.state_dict(),
            "average": self.average.state_dict(),
            "proofs": self.replay.state() if self.replay else {},
            "held_out": self._held,
            "learned": self._learned,
            "loss": self._loss,
            "structure": self._structure.state_dict() if self._structure else {},
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """See :class:`.Algorithm`."""
        self.learner.optimizer.load_state_dict(state["optimizer"])
        self.average.load_state_dict(state["average"])
        if state["proofs"]:
            self.replay = ProofReplay.load(state["proofs"], self.policy.head.read)
            self._knows_pages = bool((self.replay.rows.batch.clause_C == MORE).any())
        self._held, self._learned = state["held_out"], state["learned"]
        self._loss = state["loss"]
        if self._structure:
            self._structure.load_state_dict(state["structure"])
        self._fit()

    def shutdown(self) -> None:
        """End the workers."""
        self._search.shutdown()


def _n_ahead(n: int, least: int, learned_s: float, waited_s: float) -> int:
    """Return the searches of the next round, so that they end with the learning from this one.

    ``n`` searches took ``learned_s`` of learning and ``waited_s`` more.

    >>> _n_ahead(256, 256, 1.0, 0.01), _n_ahead(384, 256, 1.0, 0.1), _n_ahead(576, 256, 1.0, 1.0)
    (384, 384, 288)
    """
    share = waited_s / (learned_s + waited_s)
    if share < 0.05:
        n = 3 * n // 2
    elif share > 0.15:
        n = round(n * (1 - share))
    return min(max(n, least), MOST_AHEAD * least)
