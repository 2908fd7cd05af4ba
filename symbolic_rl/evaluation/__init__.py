"""Measure a policy: one table with the outcome of each query, by method and budget.

:func:`.evaluate.evaluate` fills an :class:`.table.OutcomeTable` for all methods: the policy alone
and random choice (:mod:`.trials`), guided and plain searches (:mod:`.searching`). :mod:`.verdicts`
computes shares, intervals and which queries only the policy's search proves, for the terminal
(:mod:`.printing`), ``--json`` and the report alike. :mod:`.check` inspects a program before
training.
"""
