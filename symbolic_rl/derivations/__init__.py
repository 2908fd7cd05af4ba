"""Derivations side by side: open pages, the step that takes an action in each row, new episodes.

Environments use :class:`~symbolic_rl.derivations.derivations.Derivations`. Steps exist in C
(``step``) and in torch (``on_device``).
"""
