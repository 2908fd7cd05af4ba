"""Derivations side by side: open pages, the step that plays an action in each row, new episodes.

:class:`~symbolic_rl.play.derivations.Derivations` is what the environments use. A step is written
in C (``step``) and in torch (``on_device``).
"""
