"""The application around the places: one window over the services, its status, start, return and end."""
