"""TPTP problems in CNF and FOF: parsing, clausification, Horn programs."""
