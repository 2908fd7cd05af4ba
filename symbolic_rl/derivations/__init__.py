"""Derivations side by side: open pages, the step that takes an action in each row, new episodes.

:class:`~symbolic_rl.derivations.derivations.Derivations` is what the environments use. A step is
written in C (``step``) and in torch (``on_device``).
"""
