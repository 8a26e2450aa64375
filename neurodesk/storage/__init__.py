"""The SQLite database of a profile, and the only writer of KB files."""
