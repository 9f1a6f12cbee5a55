"""Verbs that announce something, by what they announce."""

from loganalyst.model.event import Act

_CHECKS = (
    "analyse analyze benchmark check compare confirm debug determine diagnose double-check ensure examine explore "
    "figure find identify inspect investigate list locate look measure monitor observe ping probe query read review "
    "scan search see show test trace troubleshoot understand validate verify view watch"
)
_STEPS = (
    "attach boot build call click clone commit compile connect copy deploy download enter execute export extract "
    "fetch gather generate get import init initialize install invoke kill launch load log login mount move open "
    "perform print publish pull push re-run reboot rebuild reinstall relaunch reload request rerun restart resume "
    "retry run send set-up setup shut start stop submit switch terminate train try uninstall unmount upgrade upload"
)
_CHANGES = (
    "add adjust apply change chmod chown clean configure convert correct create delete disable drop edit enable "
    "enhance enlarge expand fix format implement improve increase insert lower make mark merge migrate modify "
    "overwrite patch raise reduce refactor remove rename replace reset resolve restore revert rewrite save set "
    "simplify solve tune tweak undo update wrap write"
)
_WAITS = "await hold pause sleep wait"
_NONE = (
    "ask assume begin consider continue describe discuss do explain focus give go have keep know let note offer "
    "outline plan present proceed propose provide remember report respond share stick suggest summarise summarize "
    "take tell think use work"
)

ACTS: dict[str, Act] = {
    **dict.fromkeys(_NONE.split(), Act.NONE),
    **dict.fromkeys(_WAITS.split(), Act.WAIT),
    **dict.fromkeys(_CHANGES.split(), Act.CHANGE),
    **dict.fromkeys(_STEPS.split(), Act.STEP),
    **dict.fromkeys(_CHECKS.split(), Act.CHECK),
}
"""Base forms."""

_DOUBLED = frozenset({
    "get", "init", "log", "plan", "run", "scan", "set", "shut", "stop", "submit",
})  # fmt: skip


def _gerund(verb: str) -> str:
    """Return the -ing form of a verb."""
    if verb in _DOUBLED or verb in {"chmod", "drop", "wrap"}:
        return verb + verb[-1] + "ing"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return verb[:-1] + "ing"
    return verb + "ing"


GERUNDS: dict[str, Act] = {_gerund(verb): act for verb, act in ACTS.items()}
"""The same verbs with -ing."""

PASSED_OVER = frozenset(
    {
        "actually", "again", "ahead", "also", "and", "attempt", "attempting", "begin", "beginning", "briefly", "by",
        "carefully", "continue", "continuing", "directly", "finally", "first", "go", "have", "immediately", "instead",
        "just", "keep", "manually", "me", "next", "now", "only", "please", "proceed", "properly", "quickly", "really",
        "simply", "some", "start", "starting", "temporarily", "then", "to", "try", "trying", "us",
    }
)  # fmt: skip
"""Words between an opener and the verb that carries the meaning; the verbs among them count where none follows."""

CHECKING_OBJECTS = frozenset(
    {
        "benchmark", "check", "checks", "details", "diagnostic", "diagnostics", "info", "information", "linter", "logs",
        "look", "output", "screenshot", "status", "test", "tests", "validation", "verification", "version",
    }
)  # fmt: skip
"""Things that make running or taking them a check."""
TAKES_CHECKING_OBJECT = frozenset(
    {
        "do", "execute", "gather", "get", "have", "perform", "print", "rerun", "run", "take",
    }
)  # fmt: skip
OBJECT_DISTANCE = 5
"""Words after the verb among which the object is sought."""

VAGUE_OBJECTS = frozenset({
    "approach", "approaches", "method", "option", "strategy", "way", "you",
})  # fmt: skip
"""Things that leave open what will be done."""
NOUNS_TOO = frozenset({
    "attach", "boot", "build", "call", "change", "check", "clone", "commit", "connect", "copy", "deploy", "download",
    "export", "extract", "fix", "focus", "format", "guess", "hold", "import", "install", "kill", "launch", "let",
    "list", "load", "log", "look", "make", "mark", "measure", "monitor", "move", "note", "offer", "patch", "pause",
    "plan", "print", "push", "query", "read", "record", "report", "request", "reset", "restart", "review", "run",
    "scan", "search", "set", "show", "start", "stop", "submit", "switch", "test", "trace", "train", "try", "update",
    "upgrade", "upload", "use", "view", "wait", "work", "write",
})  # fmt: skip
"""Verbs that begin a statement as nouns, as in ``build is complete``."""
