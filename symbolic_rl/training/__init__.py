"""Training runs: collect, learn, log, checkpoint, resume; diagnosis and sweeps."""
