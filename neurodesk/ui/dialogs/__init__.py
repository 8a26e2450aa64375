"""Dialogs that more than one place opens."""
