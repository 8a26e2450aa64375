"""Articles: the knowledge base with its health, a reader and the history of promotions."""
