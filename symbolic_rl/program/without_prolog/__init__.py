"""Function-free programs, read without SWI-Prolog: text, terms, clauses, queries, program."""
