"""Proofs: what a search has found, derived again by SWI-Prolog.

A search returns a derivation: the choice of a candidate at each step
(:class:`symbolic_rl.search.base.Derivation`). SWI-Prolog repeats it (:func:`.proof.verify`) and so
makes a :class:`.proof.Proof`: the answer, and a tree of goals, each with the clause that resolved
it (by file and line) and the clause's substitution. A proof has one JSON form, ``Proof.as_json``:
``prove --json`` and ``--stream`` print it, run directories and pages hold it (the folder
``report``), and :mod:`.saved` writes it to files, reads it back, and has SWI-Prolog derive every
claim of a file again. Batches of goals save choices instead of trees, which take longer than an
easy search.

Derivations come from the search for one goal (:mod:`.prove`), from many goals side by side
(:mod:`.goals`), from choices of the user (:mod:`.by_hand`), or from a training run whose only query
is the goal (:mod:`.learned`).
"""
