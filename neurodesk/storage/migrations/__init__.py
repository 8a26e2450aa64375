"""Numbered schema steps, ``mNNNN_name.py`` with ``up(connection)``; never edit one that was released."""
