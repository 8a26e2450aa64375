"""The composition of the window: services that outlive it, the context panes get, start and shutdown."""
