"""Pages to open in a browser: the report of runs, and proofs that unfold.

:mod:`.report` puts the page together from :mod:`.runs`, which read run directories and nothing
else: how good the policy is (:mod:`.outcomes`), how it learned, findings, settings and protocol
(:mod:`.sections`), proofs and searches (:mod:`.viewer`). :mod:`.page` and :mod:`.chart` make
tables, pages and charts.
"""
