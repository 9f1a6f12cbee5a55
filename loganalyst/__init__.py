"""Read the transcript of a troubleshooting session and write up what was tried and what each step could show.

The public interface is what `__all__` lists. Names are loaded when they are first used, so that importing
the package costs next to nothing.
"""

from importlib import import_module

TYPE_CHECKING = False
"""True for type checkers, which know the name; the module that has it costs as much as all of Python's start."""

if TYPE_CHECKING:
    from loganalyst.errors import (
        ConfigError,
        InputError,
        LoganalystError,
        ReportError,
        ResourcesMissing,
        RuleError,
    )
    from loganalyst.model.command import Command
    from loganalyst.model.event import Claim, Events
    from loganalyst.model.finding import Finding
    from loganalyst.model.graph import CausalGraph
    from loganalyst.model.ledger import Ledgers
    from loganalyst.model.outcome import Outcome
    from loganalyst.model.report import Report, Statement
    from loganalyst.model.span import Span, Value
    from loganalyst.model.transcript import Message, Transcript
    from loganalyst.pipeline import analyse, read, render

__version__ = "0.1.0"

__all__ = [
    "CausalGraph",
    "Claim",
    "Command",
    "ConfigError",
    "Events",
    "Finding",
    "InputError",
    "Ledgers",
    "LoganalystError",
    "Message",
    "Outcome",
    "Report",
    "ReportError",
    "ResourcesMissing",
    "RuleError",
    "Span",
    "Statement",
    "Transcript",
    "Value",
    "__version__",
    "analyse",
    "read",
    "render",
]

_HOMES = {
    "errors": ("ConfigError", "InputError", "LoganalystError", "ReportError", "ResourcesMissing", "RuleError"),
    "model.command": ("Command",),
    "model.event": ("Claim", "Events"),
    "model.finding": ("Finding",),
    "model.graph": ("CausalGraph",),
    "model.ledger": ("Ledgers",),
    "model.outcome": ("Outcome",),
    "model.report": ("Report", "Statement"),
    "model.span": ("Span", "Value"),
    "model.transcript": ("Message", "Transcript"),
    "pipeline": ("analyse", "read", "render"),
}


def __getattr__(name: str) -> object:
    """Load a public name from its home (PEP 562)."""
    for home, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(f"{__name__}.{home}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names beside those already loaded."""
    return sorted({*globals(), *__all__})
