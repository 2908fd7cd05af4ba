"""Tools of the checkout, outside the wheel: set-up, and the makers of the packs."""
