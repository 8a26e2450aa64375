"""All prompts, versioned by the hash of their wording; foreign text stands in a fence (SPEC W9)."""
