"""Exports: a trained policy for programs that know nothing of this package."""
