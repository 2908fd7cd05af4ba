"""How good a policy is, as one table: the outcome of each query, by method and budget.

:func:`.evaluate.evaluate` makes the :class:`.table.Table` for all methods: the policy alone and
random choice (:mod:`.trials`), guided and plain searches (:mod:`.searching`). All that a reader is
told of it, such as shares, intervals, and which queries only the policy's search proves, is
computed in :mod:`.verdicts`, for the terminal (:mod:`.printing`), ``--json`` and the report alike.
:mod:`.check` looks at a program before anything is trained on it.
"""
