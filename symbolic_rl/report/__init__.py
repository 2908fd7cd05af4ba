"""HTML pages: the report of runs, and a viewer that unfolds proofs.

:mod:`.report` assembles the page from run directories (:mod:`.runs`): outcomes (:mod:`.outcomes`),
learning curves, findings, settings and protocol (:mod:`.sections`), proofs and searches
(:mod:`.viewer`). :mod:`.page` and :mod:`.chart` make tables, pages and charts.
"""
