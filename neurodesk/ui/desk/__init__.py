"""What every place of the desk gets: the context, the services behind it, the words for codes."""
