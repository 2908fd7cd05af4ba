"""The bridge to SWI-Prolog: SWI-Prolog in this process, the C core, token batches, C structures."""
