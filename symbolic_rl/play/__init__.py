"""Many derivations side by side: their rows, the step that plays an action in each, their restarts.

``steps`` has the step in numpy, ``compiled_steps`` the same in one foreign call, and
:class:`~symbolic_rl.play.derivations.Derivations` is what the environments use.
"""
