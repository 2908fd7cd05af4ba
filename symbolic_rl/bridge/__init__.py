"""The bridge to SWI-Prolog: the process, the C core, token batches, structures of C."""
