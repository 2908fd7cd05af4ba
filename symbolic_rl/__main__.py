"""``python -m symbolic_rl`` is ``symbolic-rl``."""

from symbolic_rl.cli import main

if __name__ == "__main__":
    main()
