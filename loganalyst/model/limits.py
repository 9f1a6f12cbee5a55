"""Every cap of the program, in one table, so that none hides in code."""

CONCLUSION_MESSAGES = 3
"""A conclusion from a probe stands in the same or this many following assistant messages."""
FULFIL_MESSAGES = 2
"""An announced step counts as taken when it comes in the same or this many following assistant messages."""
SEARCHED_LINE_CHARACTERS = 20_000
"""Lines longer than this are not searched by regular expressions; the ledger says so."""
WRAPPER_DEPTH = 8
"""How many shells inside shells are unwrapped."""
SHELL_DEPTH = 60
"""How deep groups, loops and substitutions of a command line are followed; the line's problems quote the rest."""
COMMAND_CHARACTERS = 200_000
"""A longer command line is kept as it is and not parsed."""
LINE_COMMANDS = 400
"""A line of more commands is kept as it is: rules compare those of a call with one another."""
EXCERPT_CHARACTERS = 200
"""Characters quoted of a command line that is too long to be taken apart."""
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
LONG_CALL_SECONDS = 30
"""A call that took at least this long is a wait."""
SHORTEST_SLEEP_SECONDS = 1
"""Shorter sleeps are no waits."""
EVIDENCE_BACK = 8
"""How many pieces of evidence before and after a sentence are weighed for each word that it names."""
EVIDENCE_WORDS = 60
"""How many words of a command are kept to find it by."""
EVIDENCE_SHOWN = 5
"""How many pieces of evidence a row of the claims ledger quotes."""
SYMPTOM_OPEN_MESSAGES = 6
"""Explanations and probes count for a symptom up to this many assistant messages after its last sign."""
ACTED_MESSAGES = 2
"""An intervention acts on a guess when it comes in the same or this many following assistant messages."""
SHORT_NOTICE_CHARACTERS = 200
"""An output of at most this length may be the tool's notice that a limit fired."""
ONGOING_MESSAGES = 8
"""A sentence about work that goes on is tied to work begun at most this many assistant messages ago."""
COMMON_WORD_PIECES = 20
"""A word that more pieces of evidence have, and half of all, does not tell them apart."""
KILL_LOOK_MESSAGES = 12
"""A look at what was killed counts for the kill up to this many assistant messages after it."""
KILL_LISTED_ROWS = 1000
"""How many listed processes of a host are remembered, to know a number again after a kill."""
KILL_NAME_MESSAGES = 3
"""A look that finds something of the same name, under a number not known before, counts up to so many after it."""
EPISODE_MEMORY_CALLS = 8
"""Work that shares nothing with this many calls before it may be on another question."""
EPISODE_NEW_CALLS = 3
"""So many calls in a row that share nothing with those before begin an episode."""
ERROR_LINES_OF_CALL = 6
"""How many of the last lines that report an error are kept of one output."""
DRAWN_NODES = 120
"""A picture of a graph with more nodes shows each episode as one node, and says so."""
ERROR_ANSWERED_MESSAGES = 3
"""A step takes up an error when it works on what that names, in this many following assistant messages."""
PIVOT_REACH = 3
"""Messages on either side of a pivot in which a further one tells little that is new."""
