"""Exact gradient norms of single trajectories, without a gradient of any weight."""
