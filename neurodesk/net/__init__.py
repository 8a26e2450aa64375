"""Guarded fetching of public pages."""
