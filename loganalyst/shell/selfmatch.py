"""Tell whether a kill or listing by pattern matches the wrappers that carry it.

What is alive was found by experiment (bash 5.2, dash 0.5.12, procps 4.0.2): bash replaces itself by the last simple
command of ``-c`` unless that has a redirection, is negated, stands in a pipeline or comes after ``&``; dash does not;
``sudo``, ``timeout`` and ``xargs`` stay; ``env``, ``nohup``, ``nice``, ``setsid`` and ``stdbuf`` are replaced.
"""

import re
import warnings
from collections.abc import Sequence

from loganalyst.model.limits import SEARCHED_LINE_CHARACTERS
from loganalyst.model.trait import Trait
from loganalyst.shell.reading import Reading
from loganalyst.shell.scope import Process

_WORK = 10_000_000
"""Most steps that a search may take: characters to the power of repetitions in the pattern, plus one."""
_REPETITION = re.compile(r"[*+{]")
_NESTED = re.compile(r"[*+}]\)[*+{?]|\)[*+{]")
_CLASSES = {
    "[:alpha:]": "A-Za-z", "[:digit:]": "0-9", "[:alnum:]": "A-Za-z0-9", "[:space:]": r"\s", "[:upper:]": "A-Z",
    "[:lower:]": "a-z", "[:blank:]": r" \t", "[:punct:]": "!-/:-@[-`{-~",
}  # fmt: skip


def matches_wrappers(
    reading: Reading, text: str, processes: Sequence[Process], behind: Sequence[Reading], *, lists_before: bool
) -> bool | None:
    """Say whether the pattern of a command matches a wrapper alive then; None where that is unknown or no pattern.

    `text` is the command's own; `behind` is what stands behind it in its pipeline; `lists_before` says that a listing
    of processes is piped into it, so that a filter sees itself too.
    """
    traits = reading.traits
    if Trait.KILLS_BY_NAME in traits:
        names = {operand.value for operand in reading.operands}
        return any(process.name in names for process in processes)
    pattern = reading.value("pattern")
    if pattern is None:
        return None
    if lists_before and Trait.FILTERS in traits:
        own = Process(reading.name, text, None, None)
        return _grep_matches(reading, pattern, (own, *processes), behind)
    by_pattern = Trait.KILLS_BY_PATTERN in traits or Trait.LISTS_BY_PATTERN in traits
    if by_pattern and "$" not in pattern.rstrip("$") and "`" not in pattern:
        full = Trait.MATCHES_FULL_COMMAND_LINE in traits
        exact = any(option.name == "exact" for option in reading.options)
        return _any_matches(
            pattern, [(one.text if full else one.name[:15], one.certain) for one in processes], exact=exact
        )
    if Trait.KILLS_BY_NAME in traits:
        names = {operand.value for operand in reading.operands}
        return any(process.name in names for process in processes)
    return None


def _grep_matches(
    reading: Reading, pattern: str, processes: Sequence[Process], behind: Sequence[Reading]
) -> bool | None:
    """Say whether a filter behind a listing passes on its own line or that of a wrapper."""
    if any(option.name == "invert" for option in reading.options):
        return None
    dropped = [
        one.value("pattern") or ""
        for one in behind
        if Trait.FILTERS in one.traits and any(option.name == "invert" for option in one.options)
    ]
    seen = [process for process in processes if not any(drop in process.text for drop in dropped)]
    return _any_matches(pattern.replace("\\|", "|"), [(one.text, one.certain) for one in seen], exact=False)


def _any_matches(pattern: str, texts: Sequence[tuple[str, bool]], *, exact: bool) -> bool | None:
    regex = _compile(pattern)
    if regex is None:
        return None
    answer: bool | None = False
    for text, certain in texts:
        found = _search(regex, text, exact=exact)
        if found and certain:
            return True
        if found is not False:
            answer = None
    return answer


def _compile(pattern: str) -> re.Pattern[str] | None:
    """Return an extended regular expression of POSIX as one of ours, or None where it is none or could run away."""
    for name, letters in _CLASSES.items():
        pattern = pattern.replace(name, letters)
    if _NESTED.search(pattern) or len(pattern) > SEARCHED_LINE_CHARACTERS:
        return None
    try:
        with warnings.catch_warnings():
            # Signs that are plain in POSIX may get a meaning in ours one day.
            warnings.simplefilter("ignore", FutureWarning)
            return re.compile(pattern.replace("\\<", r"\b").replace("\\>", r"\b"))
    except (re.error, OverflowError, RecursionError):
        return None


def _search(regex: re.Pattern[str], text: str, *, exact: bool) -> bool | None:
    repetitions = len(_REPETITION.findall(regex.pattern))
    limit = SEARCHED_LINE_CHARACTERS if repetitions == 0 else int(_WORK ** (1 / (repetitions + 1)))
    part = text[:limit]
    found = regex.fullmatch(part) if exact else regex.search(part)
    if found is not None:
        return True
    return False if len(text) <= limit else None
