"""Proofs: objects, documents that can be replayed, and the search that answers goals."""
