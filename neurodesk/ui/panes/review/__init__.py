"""Review: the draft, its claims, the passage behind each, and the decision (SPEC P1 to P5)."""
