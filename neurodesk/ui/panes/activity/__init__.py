"""The activity feed, grouped by task."""
