"""Engine ``tensor``: function-free programs in torch, on any device."""
