"""The verbs by name: where each of them is, and its first line, so that help and completion load none of them.

A first line is that of the docstring of the verb's function; a test compares them.
"""

from typing import NamedTuple


class Verb(NamedTuple):
    """A verb before it is loaded."""

    home: str
    """The module of ``loganalyst.cli`` that holds it."""
    function: str
    first_line: str


_FIRST_LINES = {
    "report": "Write an annotated report on one message of a session, with the evidence for every sentence.",
    "check": "List what the rules find in sessions; exit with 1 where something is at or above --fail-on.",
    "show": "Show a session message by message with the findings on each; or its records, its ledgers, or its pivots.",
    "graph": "Draw how the steps of a session hang together; every link says how it is known and why.",
    "why": "Tell how a message came about: the shortest way from the first symptom, and the first wrong turn on it.",
    "lint": "Say before a command runs what it could not show or could break; exit with 1 on a warning.",
    "convert": "Write a session as Harbor ATIF or as JSON Lines, with its sub-agents and with secrets hidden.",
    "discover": "List the sessions that agents keep under the home folder and in this one; no message of them is read.",
    "explain": "Explain a rule: what, why, instead, when it does not apply, and its examples.",
    "formats": "List the formats, or show for a file how surely each reader knows it by its content, and why.",
    "validate": "Hold the findings of labelled sessions against the labels: precision, recall, near misses, and more.",
    "schema": "Print the JSON Schema of a document: what -f json writes, a rule file, or a settings file.",
}

VERBS = {name: Verb(name, name, line) for name, line in _FIRST_LINES.items()}
"""In the order in which help lists them."""

RULES = {
    "list": Verb("rules_list", "list_rules", "List all rules with pack, severity and title."),
    "schema": Verb("rules_list", "print_schema", "Print the JSON Schema of a rule file."),
    "test": Verb(
        "rules_examples", "run_examples", "Run the examples that stand in the rules; exit with 3 if one fails."
    ),
    "new": Verb("rules_new", "new_rule", "Write a rule that loads and whose examples hold, to write your own over."),
    "docs": Verb("rules_docs", "write_pages", "Write one Markdown page for each rule, and an index by pack."),
    "accuracy": Verb(
        "rules_accuracy", "count_firings", "Count where each rule fires: at labels, on specimens, in sessions."
    ),
}
"""What comes after ``loganalyst rules``."""
