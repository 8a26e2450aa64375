"""Measures and pictures of the real window: ``neurodesk bench ui`` and ``neurodesk dev screenshots``."""
