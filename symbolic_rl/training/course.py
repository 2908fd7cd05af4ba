"""Course of expert iteration: which rounds had news, and when training ends."""

from dataclasses import dataclass

from symbolic_rl.training.ledger import Ledger

PATIENCE = 5
"""Rounds without a new or shorter proof after which training may end."""

SURE = 16
"""Training ends after this many rounds in a row without a failed search: other queries of the same
kind would be proved as well."""

ON_PROPOSALS = 3
"""Proposals keep training going for this many times the rounds that the given queries took."""

UNPROVED_ON_PROPOSALS = 100
"""Extra rounds allowed while one of the given queries may have a proof and has none."""


@dataclass
class Course:
    """Counts that decide when training ends."""

    rounds: int = 0
    inferences: int = 0  # inferences of all searches
    idle: int = 0
    """Rounds since the last news: a new proof of a given query, a shorter one, good proposals."""
    inferences_at_news: int = 0
    news_round: int = 0  # round in which a proof of a given query was last found or shortened
    sure: int = 0  # rounds in a row in which no search has failed

    def begin(self, inferences: int) -> None:
        """Begin a round whose searches took ``inferences``."""
        self.rounds += 1
        self.inferences += inferences

    def note(
        self, *, is_sure: bool, has_news: bool, has_good_proposals: bool, is_open: bool
    ) -> None:
        """Note the outcome of the round.

        Args:
            is_sure: no search has failed.
            has_news: a proof of a given query was found or shortened.
            has_good_proposals: its proposals are worth another round.
            is_open: a given query without a proof may have one.
        """
        self.sure = self.sure + 1 if is_sure else 0
        if has_news:
            self.news_round = self.rounds
        # Good proposals keep training going, but not forever.
        most = UNPROVED_ON_PROPOSALS if is_open else PATIENCE
        is_early = self.rounds <= ON_PROPOSALS * self.news_round + most
        if has_news or (has_good_proposals and is_early):
            self.idle, self.inferences_at_news = 0, self.inferences
        else:
            self.idle += 1

    def why_done(self, ledger: Ledger, most_budget: int, *, proposes: bool) -> str:
        """Return why training may end: ``PATIENCE`` rounds without a new or a shorter proof.

        While queries that may have a proof lack one, two more things must hold: their budgets have
        reached ``most_budget``, and the inferences since the last news are at least those before
        it. Without proposals, training also ends after ``SURE`` rounds without a failed search,
        however many queries are untried. The reason is empty while training goes on.
        """
        if self.sure >= SURE and not proposes:
            return f"no search failed in the last {self.sure} rounds"
        if self.idle < PATIENCE:
            return ""
        budgets = ledger.budget[ledger.is_open]  # kept proposals are proved
        has_tried = self.inferences - self.inferences_at_news >= self.inferences_at_news
        if budgets.size and not (has_tried and budgets.min() >= most_budget):
            return ""
        return f"{self.idle} rounds of searches found no new and no shorter proof"
