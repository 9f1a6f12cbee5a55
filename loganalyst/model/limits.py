"""Every cap of the program, in one table, so that none hides in code."""

CONCLUSION_MESSAGES = 3
"""A conclusion from a probe stands in the same or this many following assistant messages."""
FULFIL_MESSAGES = 2
"""An announced step counts as taken when it comes in the same or this many following assistant messages."""
SEARCHED_LINE_CHARACTERS = 20_000
"""Lines longer than this are not searched by regular expressions; the ledger says so."""
WRAPPER_DEPTH = 8
"""How many shells inside shells are unwrapped."""
COMMAND_CHARACTERS = 200_000
"""A longer command line is kept as it is and not parsed."""
EXCERPT_LINES = 40
"""Lines of one output shown in a report before it is folded with a note of what is left out."""
NEXT_MESSAGES = 6
"""Messages told under "what happened next"."""
EXPANDED_BYTES = 4 * 1024**3
"""Most bytes that a compressed input may expand to."""
EXPANSION_RATIO = 1_000
"""Largest ratio of expanded to compressed bytes beyond the first 64 MiB."""
NESTING_DEPTH = 200
"""Deepest JSON nesting that is followed."""
SALVAGE_STARTS = 200
"""How many places of a damaged line are tried for the beginning of a sound record."""
