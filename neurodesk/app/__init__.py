"""The only door for the window, the command line and the API: commands, queries, changes, notices."""
