"""N derivations as tensors on one device: :mod:`symbolic_rl.derivations` for the engine ``tensor``.

Steps, windows, views, starts and draws of queries are the tensor forms of those in C; the frames
are equal. A candidate is kept as a clause and a substitution, and only chosen candidates are
written as resolvents.

States, pages, histories and counts are tensors. Sizes that the host needs for the next operation
come from :func:`symbolic_rl.base.devices.fetch`: one copy to page-locked memory and a wait for its
event, never for the device. So no operation here may take its shape from data unless the size is
given (``nonzero_static``, ``repeat_interleave`` with ``output_size``, no boolean masks as
indices); a test fails on those that would wait.
"""
