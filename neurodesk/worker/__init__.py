"""The loop that works the queue."""
