"""Exact gradient norms of single trajectories, from one backward pass."""
