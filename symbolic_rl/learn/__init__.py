"""Tools of learning: gradient steps, averages of weights, baselines, groups, gradient norms."""
