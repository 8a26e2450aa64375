"""The loopback HTTP API."""
