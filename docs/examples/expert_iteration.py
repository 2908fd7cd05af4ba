"""Expert iteration from the parts: search, keep the proofs, imitate them, search again.

    python docs/examples/expert_iteration.py

`symbolic-rl train` does the same with budgets that grow, proofs that are shortened, a temperature
that is fitted, and averaged weights (`symbolic_rl/training/expert.py`).
"""

import torch
from torch.nn.functional import cross_entropy

from symbolic_rl import TrainConfig, load_problem, make_policy
from symbolic_rl.collectors import make_searches, resolve
from symbolic_rl.derivations.proof_frames import ProofFramer
from symbolic_rl.training.replay import ProofReplay, ProofRows


def main(env: str = "blocks", rounds: int = 5, budget: int = 100, steps: int = 60) -> list[int]:
    """Train on some training queries of `env`; return the number proved after each round."""
    torch.manual_seed(0)
    problem = load_problem(env)
    policy = make_policy("auto", problem)
    search = make_searches(problem, policy, resolve(TrainConfig(n_envs=64)))
    frames_of = ProofFramer(problem, policy.packed, with_candidates=policy.shown)
    optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
    queries = problem.queries("train")[::10]
    kept: ProofReplay | None = None
    shortest: dict[int, int] = {}
    proved = []
    for _ in range(rounds):
        # Search: guided by the policy, all queries side by side.
        results = search([(query, budget) for query in queries])
        # Keep: the frames along new and shorter proofs.
        better = [
            i
            for i, result in enumerate(results)
            if result.answers and len(result.answers[0].choices) < shortest.get(i, budget)
        ]
        choices = [results[i].answers[0].choices for i in better]
        shortest |= {i: len(one) for i, one in zip(better, choices, strict=True)}
        if better:
            new = ProofRows.of(frames_of([queries[i] for i in better], choices), better)
            if kept is None:
                kept = ProofReplay.of(new)
            else:
                kept.add(new, policy.head.id_dtype)
        # Imitate: make the choices of the kept proofs more probable.
        for _ in range(steps if kept else 0):
            frames = kept.sample(256)
            logits, _ = policy.evaluate(kept.rows.batch, frames)
            loss = cross_entropy(logits, kept.rows.action[frames].long())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        proved.append(sum(bool(result.answers) for result in results))
        print(f"proved {proved[-1]} of {len(queries)} within {budget} inferences")
    search.shutdown()
    return proved


if __name__ == "__main__":
    main()
