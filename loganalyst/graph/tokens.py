"""Words by which one piece of a session names another: numbers, paths and names, not words of the language."""

import re

_TOKEN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+/@:=-]{2,120}")
_MARK = re.compile(r"[0-9_./]|[a-z][A-Z]")
_EDGES = ".:/=-,"
_SHORT = 3
_LONG = 6
_EVERYDAY = frozenset(
    {
        "about",
        "after",
        "again",
        "already",
        "another",
        "because",
        "before",
        "between",
        "change",
        "changed",
        "check",
        "checking",
        "command",
        "correct",
        "could",
        "create",
        "created",
        "current",
        "different",
        "directory",
        "during",
        "error",
        "errors",
        "example",
        "execute",
        "execution",
        "existing",
        "exists",
        "expected",
        "failed",
        "failing",
        "following",
        "function",
        "getting",
        "however",
        "import",
        "include",
        "installed",
        "installing",
        "issue",
        "looking",
        "message",
        "modify",
        "module",
        "needed",
        "number",
        "output",
        "package",
        "problem",
        "process",
        "program",
        "project",
        "python",
        "really",
        "result",
        "results",
        "return",
        "right",
        "running",
        "script",
        "should",
        "something",
        "source",
        "started",
        "status",
        "string",
        "system",
        "testing",
        "there",
        "these",
        "thing",
        "think",
        "those",
        "update",
        "using",
        "values",
        "version",
        "where",
        "which",
        "while",
        "without",
        "working",
        "would",
    }
)


def is_name(word: str) -> bool:
    """Return whether a word can hardly be one of the language: it holds a digit, a path or a joint."""
    return _MARK.search(word) is not None


def telling(text: str) -> frozenset[str]:
    """Return the words of a text that can name something of a session, in lower case.

    That is what holds a digit, a path or a joint, and longer words that are not of everyday use.
    """
    found = set()
    for match in _TOKEN.finditer(text):
        word = match[0].strip(_EDGES)
        lower = word.lower()
        if len(word) >= _SHORT and (_MARK.search(word) or (len(word) >= _LONG and lower not in _EVERYDAY)):
            found.add(lower)
            if "/" in lower:
                found.add(lower.rsplit("/", 1)[-1])
    return frozenset(word for word in found if len(word) >= _SHORT)


def stands_in(word: str, text: str) -> bool:
    """Return whether a word stands in a text, and not only inside a longer one; both are in lower case."""
    at = text.find(word)
    while at >= 0:
        ends = text[max(0, at - 1) : at], text[at + len(word) : at + len(word) + 1]
        if not any(end.isalnum() or end == "_" for end in ends):
            return True
        at = text.find(word, at + 1)
    return False


def last_part(path: str) -> str:
    """Return the last part of a path in lower case, by which it can be told in any command line."""
    return path.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1].lower()
