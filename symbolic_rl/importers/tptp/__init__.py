"""Problems of the TPTP in CNF and FOF: reading, clauses, Horn programs."""
