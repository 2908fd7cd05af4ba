"""Programs, read by SWI-Prolog: packs, clauses, queries and their symbols."""
