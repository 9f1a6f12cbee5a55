"""Ledgers and findings as one graph of causes, with its queries and its layout."""
