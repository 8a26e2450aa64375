"""The queue: tasks, their stages, and why nothing is running."""
