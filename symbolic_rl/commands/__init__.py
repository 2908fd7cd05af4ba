"""One small module for each subcommand: its flags, and the call that does the work.

``flags`` is what they share. A command imports what needs torch inside ``main``.
"""
