"""Programs: packs, vocabularies, clauses, with and without SWI-Prolog."""
