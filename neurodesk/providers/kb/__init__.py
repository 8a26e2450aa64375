"""KB formats."""
