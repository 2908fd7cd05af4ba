"""What the metrics of a run say: where its time goes, whether it learns, what stands in the way.

``watch`` warns while a run goes on, ``figures`` sums it up, ``answers`` are those to the questions
that one asks of a run that is slow or does not learn, and ``comparison`` says what changed between
two. All read the rows of ``metrics.csv``, whatever the algorithm and the collector. Torch-free.
"""
