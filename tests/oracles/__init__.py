"""Plain implementations, kept small, that the fast ones are compared with."""
