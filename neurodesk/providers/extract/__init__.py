"""Text extraction."""
