"""Evidence: what was kept, what was refused and why, and an inert reader (SPEC W4)."""
