"""Diagnosis of runs from the rows of ``metrics.csv``, whatever algorithm and collector.

:mod:`.warnings` warns while a run goes on, :mod:`.figures` sums it up, and :mod:`.report` answers
why it is slow or does not learn, and what changed between two runs. Torch-free.
"""
