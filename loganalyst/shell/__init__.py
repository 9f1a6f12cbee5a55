"""Command lines understood: lifted, parsed, unwrapped, and their options named."""
