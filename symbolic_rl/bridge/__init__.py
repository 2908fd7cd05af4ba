"""The bridge to SWI-Prolog: the process, the compiled wire, token batches, structures of C."""
