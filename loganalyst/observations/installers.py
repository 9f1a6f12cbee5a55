"""Read what installers of language packages say: pip, uv, npm, conda, cargo."""

import re
from collections.abc import Iterator

from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Fact, Output, Reader, find_phrases, one_of, phrase, phrases

_NAME = r"[A-Za-z0-9][\w.-]{0,100}"
_SPEC = r"[\[<>=!~@;][^\n]{0,300}"
_PHRASES = phrases(
    # uv
    phrase("install.milestone", "Resolved ",
           r"^(?P<value>Resolved) (?P<packages>[0-9]{1,6}) packages? in (?P<time_seconds>[0-9m .]{1,12}m?s)$"),
    phrase("install.milestone", "Prepared ",
           r"^(?P<value>Prepared) (?P<packages>[0-9]{1,6}) packages? in (?P<time_seconds>[0-9m .]{1,12}m?s)$"),
    phrase("install.milestone", "Uninstalled ",
           r"^(?P<value>Uninstalled) (?P<packages>[0-9]{1,6}) packages? in (?P<time_seconds>[0-9m .]{1,12}m?s)$"),
    phrase("install.done", "Installed ",
           r"^(?P<value>Installed) (?P<packages>[0-9]{1,6}) packages? in (?P<time_seconds>[0-9m .]{1,12}m?s)$"),
    phrase("install.done", "Audited ",
           r"^(?P<value>Audited) (?P<packages>[0-9]{1,6}) packages? in (?P<time_seconds>[0-9m .]{1,12}m?s)$"),
    phrase("install.milestone", "   Building ",
           rf"^   (?P<value>Building) (?P<subject>{_NAME})(?:{_SPEC}| @ \S{{1,300}})?$", subject="package"),
    phrase("install.milestone", "      Built ",
           rf"^      (?P<value>Built) (?P<subject>{_NAME})(?:{_SPEC}| @ \S{{1,300}})?$", subject="package"),
    phrase("install.milestone", "Downloading ",
           r"^ *(?P<value>Downloading) (?:https?://\S{1,400}|(?P<subject>[A-Za-z][\w.]{0,60}(?:-[A-Za-z_][\w.]{0,40})"
           r"{0,10})"
           r"(?:-[0-9][^\s(]{0,200})?)(?: \((?P<size_bytes>[0-9.]{1,12} ?[kKMGT]?i?B)\))?$", subject="package"),
    phrase("install.milestone", "Downloaded ", r"^ *(?P<value>Downloaded) (?P<subject>[A-Za-z0-9][^\s(]{1,200})$",
           subject="package"),
    phrase("install.milestone", "Using Python ", r"^(?P<value>Using Python) [0-9.]{1,12} environment at: \S{1,300}$"),
    phrase("install.package", "==",
           rf"^ (?P<value>[-+~]) (?P<subject>{_NAME})==[^\s]{{1,60}}(?: \(from [^\n]{{1,300}}\))?$",
           subject="package"),
    phrase("install.failed", "No solution found", r"No solution found when resolving dependencies", "no-solution"),
    phrase("install.failed", "Failed to ",
           r"(?:^|× |error: )Failed to (?P<value>build|download|fetch|prepare|install|parse|resolve)[^\n`]{0,40}[`:]"
           r" ?`?(?P<subject>[A-Za-z0-9][\w.-]{0,100})[^\n]{0,200}$", subject="package"),
    phrase("install.retry", "Request failed after",
           r"Request failed after (?P<retries>[0-9]{1,3}) retries in (?P<time_seconds>[0-9.]{1,9}s)", "gave-up"),
    # pip
    phrase("install.milestone", "Collecting ",
           rf"^ *(?P<value>Collecting) (?P<subject>{_NAME})(?:{_SPEC})?(?: \(from [^\n]{{1,400}}\))?$",
           subject="package"),
    phrase("install.milestone", ": started",
           r"^ *(?P<value>Installing build dependencies|Getting requirements to build (?:wheel|editable)|Preparing "
           r"(?:editable )?metadata \([\w.]{1,40}\)|"
           r"Building (?:editable|wheel) for (?P<subject>\S{1,120}) \([\w.]{1,40}\)): started$", subject="package"),
    phrase("install.milestone", ": finished with status",
           r"^ *[A-Z][^\n]{3,160}: (?P<value>finished with status '(?:done|error)')$"),
    phrase("install.still-running", "still running...", r"^ *[A-Z][^\n]{3,160}: (?P<value>still running)\.\.\.$"),
    phrase("install.milestone", "Installing collected packages",
           r"^(?P<value>Installing collected packages): [^\n]{1,400}"),
    phrase("install.done", "Successfully installed ", r"^(?P<value>Successfully installed) [^\n]{1,800}"),
    phrase("install.done", "Successfully built ", r"^(?P<value>Successfully built) [\w.-][^\n]{0,400}"),
    phrase("install.milestone", "Requirement already satisfied",
           r"^(?P<value>Requirement already satisfied): (?P<subject>[A-Za-z0-9][\w.-]{0,100})", subject="package"),
    phrase("install.failed", "No matching distribution",
           r"^ERROR: (?P<value>No matching distribution) found for (?P<subject>[A-Za-z0-9][\w.-]{0,100})",
           subject="package"),
    phrase("install.failed", "Could not find a version",
           r"^ERROR: (?P<value>Could not find a version) that satisfies the requirement "
           r"(?P<subject>[A-Za-z0-9][\w.-]{0,100})", subject="package"),
    phrase("install.failed", "ERROR: Failed building wheel",
           r"ERROR: (?P<value>Failed building wheel) for (?P<subject>\S{1,120})", subject="package"),
    phrase("install.failed", "subprocess-exited-with-error", r"error: (?P<value>subprocess-exited-with-error)"),
    phrase("install.failed", "ResolutionImpossible", r"^ERROR: (?P<value>ResolutionImpossible)"),
    phrase("install.failed", "externally-managed-environment", r"error: (?P<value>externally-managed-environment)"),
    phrase("install.retry", "WARNING: Retrying",
           r"WARNING: (?P<value>Retrying) \(Retry\(total=(?P<left>[0-9]{1,3})[^\n]{0,400}"),
    phrase("install.retry", "resume incomplete download",
           r"WARNING: Attempting to (?P<value>resume) incomplete download \([^)\n]{1,80}\)"),
    phrase("install.milestone", "to determine which version",
           r"pip is (?P<value>looking at multiple versions) of (?P<subject>\S{1,120})", subject="package"),
    phrase("install.warning", "dependency resolver does not currently",
           r"ERROR: pip's (?P<value>dependency resolver) does not currently take into account"),
    phrase("install.milestone", "taking longer than usual", r"This is (?P<value>taking longer than usual)\. You might"),
    phrase("package.absent", "not found: ", r"^WARNING: Package\(s\) not found: (?P<subject>[\w.-]{1,120})",
           "not-found", "package"),
    # npm
    phrase("install.done", " packages",
           r"^(?P<value>added) (?P<packages>[0-9]{1,6}) packages?(?:, [^\n]{1,120})? in [0-9]{1,6}m?s$"),
    phrase("install.done", "up to date",
           r"^(?P<value>up to date)(?:, audited (?P<packages>[0-9]{1,6}) packages?)? in [0-9]{1,6}m?s$"),
    phrase("install.failed", "npm ERR! code", r"^npm ERR! code (?P<value>\S{1,40})"),
    phrase("install.failed", "npm error code", r"^npm error code (?P<value>\S{1,40})"),
    # conda
    phrase("install.milestone", "environment",
           r"^(?P<value>Solving environment|Collecting package metadata \([\w.]{1,40}\)): ?[^\n]{0,80}$"),
    phrase("install.milestone", "transaction: ",
           r"^(?P<value>(?:Preparing|Verifying|Executing) transaction): ?[^\n]{0,80}$"),
    phrase("install.failed", "PackagesNotFoundError", r"(?P<value>PackagesNotFoundError): "),
    phrase("install.failed", "UnsatisfiableError", r"(?P<value>UnsatisfiableError): "),
    phrase("install.failed", "CondaHTTPError", r"(?P<value>CondaHTTPError): "),
    # cargo
    phrase("install.milestone", "   Compiling ", r"^ +(?P<value>Compiling) (?P<subject>[\w-]{1,80} v[\w.+-]{1,40})",
           subject="package"),
)  # fmt: skip


_SHOWN_HINT = "\nVersion: "
_SHOWN = re.compile(r"^Name: (?P<name>[\w.-]{1,120})\nVersion: (?P<version>\S{1,60})$", re.MULTILINE)
_ANY_ERROR = phrases(
    phrase("install.failed", "rror: ", r"^(?:error|Error): (?P<value>[^\n]{1,300})$"),
    phrase("install.failed", "ERROR: ", r"^ERROR: (?P<value>[^\n]{1,300})$"),
)
"""Errors that are an installer's only where one is known to have printed them."""


def read(output: Output) -> Iterator[Fact]:
    """Yield stages reached, packages changed, end lines and errors."""
    facts = tuple(find_phrases(_PHRASES, output))
    yield from facts
    if _SHOWN_HINT in output.text:
        for shown in _SHOWN.finditer(output.text):
            yield Fact("package.version", shown["version"], *shown.span(), Subject("package", shown["name"]))
    if output.command is not None and Trait.INSTALLS_PACKAGES in output.command.traits:
        told = {output.text.rfind("\n", 0, fact.start) + 1 for fact in facts}
        yield from (fact for fact in find_phrases(_ANY_ERROR, output) if fact.start not in told)


READER = Reader(
    read,
    words=_PHRASES.hints | _ANY_ERROR.hints | {_SHOWN_HINT},
    programs=frozenset({"pip", "pip3", "uv", "npm", "conda", "mamba", "poetry", "pnpm", "yarn", "pipx"}),
    traits=frozenset({Trait.INSTALLS_PACKAGES, Trait.REMOVES_PACKAGES}),
    anywhere=True,
    lines=one_of(
        " *Collecting ",
        " *Download(?:ing|ed) ",
        " *Using cached ",
        " *Processing ",
        "Looking in ",
        "Obtaining ",
        " *Requirement already satisfied",
        "Installing collected packages",
        " *Successfully (?:un)?installed",
        " *Installing build dependencies",
        " *Getting requirements",
        " *Preparing metadata",
        " *Attempting uninstall",
        "Successfully built",
        " *Building wheels? for",
        " *Created wheel",
        " *Stored in directory",
        " *Found existing",
        "(?:Resolved|Prepared|Installed|Uninstalled|Audited) [0-9]+ packages? in ",
        "Using Python [0-9.]+ environment",
        " {3}Building ",
        " {6}Built ",
        r" [-+~] \S+==",
        "(?:ERROR|WARNING|error|warning|DEPRECATION|hint): ",
        "  (?:×|╰─▶|├─▶|help:|hint:)",
        "npm (?:ERR!|WARN|warn|error|notice)",
        "up to date",
        "(?:added|removed|changed|audited) [0-9]+ packages?",
    ),
)
