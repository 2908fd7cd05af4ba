"""N derivations as tensors on one device: :mod:`symbolic_rl.play` for the engine ``tensor``.

States, pages, histories and counts are tensors; what the host must know to size the next operation
is fetched with one copy to page-locked memory and a wait for its event, never for the device.
"""
