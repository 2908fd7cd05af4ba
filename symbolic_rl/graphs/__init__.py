"""Knowledge graphs: triples become packs, rules are mined from facts, predictions are ranked."""
