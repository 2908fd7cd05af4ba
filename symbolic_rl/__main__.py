"""``python -m symbolic_rl`` is ``symbolic-rl``."""

from symbolic_rl.cli.main import main

if __name__ == "__main__":
    main()
