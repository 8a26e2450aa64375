"""The window around the places: top bar, palette, key sheet, status bar, activity dock, layout kept."""
