"""Pages to open in a browser: reports of runs, and proofs that unfold."""
