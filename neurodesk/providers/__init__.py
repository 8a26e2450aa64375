"""Parts that can be exchanged: search, models, extraction, KB formats."""
