"""Graph: the neighbourhood of one node, the overview, and the judgement of proposed edges (SPEC K3)."""
