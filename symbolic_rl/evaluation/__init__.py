"""Evaluation of policies and programs: greedy trials, complete searches, checks."""
