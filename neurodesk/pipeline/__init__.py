"""Research, one verb a file."""
