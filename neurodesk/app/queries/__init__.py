"""What can be asked: one file a subject; queries change nothing."""
