"""Learn which clause to resolve next, so that Prolog finds proofs its own order does not reach."""

__version__ = "0.1.0"
