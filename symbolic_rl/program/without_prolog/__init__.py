"""The function-free part of Prolog, read without SWI-Prolog: text, terms, clauses, a program."""
