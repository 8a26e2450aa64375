"""Places of the whole graph: communities and springs, in a process of its own."""
