"""Derivations side by side: open pages, the step that plays an action in each row, new episodes.

:class:`~symbolic_rl.play.derivations.Derivations` is what the environments use. A step is written
in numpy (``step_numpy``, the oracle), in C (``step_c``) and in torch (``on_device``).
"""
