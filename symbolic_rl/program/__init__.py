"""Programs as read by SWI-Prolog: packs, clauses, queries and symbols."""
