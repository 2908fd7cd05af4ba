"""N derivations as tensors on one device: :mod:`symbolic_rl.derivations` for the engine ``tensor``.

:class:`.step.DeviceStep` is the sibling of ``NumpyStep`` and ``CompiledStep``, and so are windows,
views, starts and the draw of queries; the frames are equal. Candidates are kept as a clause and a
substitution, and only chosen candidates are written as resolvents.

States, pages, histories and counts are tensors. What the host must know to size the next operation
it gets from :func:`symbolic_rl.base.devices.fetch`: one copy to page-locked memory and a wait for
its event, never for the device. So no operation here may take its shape from data unless the size
is given (``nonzero_static``, ``repeat_interleave`` with ``output_size``, no boolean masks as
indices); a test fails on those that would wait.
"""
