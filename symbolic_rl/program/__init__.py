"""Programs: packs, vocabularies, clauses and queries, loaded with or without SWI-Prolog."""
