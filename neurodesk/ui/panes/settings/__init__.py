"""The settings, generated from the catalogue; sources, library and knowledge bases."""
