"""Proofs: derivations found by a search, derived again by SWI-Prolog.

A search returns a derivation: the candidate chosen at each step
(:class:`symbolic_rl.search.base.Derivation`). SWI-Prolog repeats it (:func:`.proof.verify`) to make
a :class:`.proof.Proof`: the answer, and a tree of goals, each with its clause (by file and line)
and substitution. ``Proof.as_json`` is the JSON form that ``prove --json`` and ``--stream`` print
and that run directories and pages hold. :mod:`.saved` writes it to files, and verifies every claim
of a file. Batches of goals save choices instead of trees: building a tree takes longer than an easy
search.

Derivations come from a search for one goal (:mod:`.prove`) or many goals (:mod:`.goals`), from the
choices of a user (:mod:`.by_hand`), or from a training run whose only query is the goal
(:mod:`.learned`).
"""
