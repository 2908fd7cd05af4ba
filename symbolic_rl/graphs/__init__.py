"""Knowledge graphs: packs of triples, rule mining, and ranking of candidate triples."""
