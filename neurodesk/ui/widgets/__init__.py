"""The parts panes are built from; each knows the theme and Qt, none knows the database."""
