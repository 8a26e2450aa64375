"""NeuroDesk: the desk of a knowledge curator."""

__version__ = "0.1.0"
