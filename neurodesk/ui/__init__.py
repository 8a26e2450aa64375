"""Everything that knows Qt: theme, widgets, shell, panes and the bridge from the core."""
