"""What can be done: one file a subject; every command answers with what it made or changed."""
