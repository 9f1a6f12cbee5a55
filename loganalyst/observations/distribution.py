"""Read what apt and dpkg say."""

from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Reader, one_of, phrase, phrases

_PHRASES = phrases(
    phrase("install.milestone", "Reading package lists", r"^(?P<value>Reading package lists)\.\.\."),
    phrase("install.milestone", "Get:", r"^(?P<value>Get):[0-9]{1,6} \S{1,200} "),
    phrase("install.milestone", "Unpacking ", r"^(?P<value>Unpacking) (?P<subject>[a-z0-9][a-z0-9+.:-]{1,120}) \(",
           subject="package"),
    phrase("install.milestone", "Fetched ", r"^(?P<value>Fetched) (?P<size_bytes>[0-9][0-9,.]{0,12} ?[kMG]?B) in "),
    phrase("install.package", "Setting up ",
           r"^(?P<value>Setting up) (?P<subject>[a-z0-9][a-z0-9+.:-]{1,120}) \([^)\n]{1,80}\) \.\.\.",
           subject="package"),
    phrase("install.done", "newly installed",
           r"^(?P<upgraded>[0-9]{1,6}) upgraded, (?P<installed>[0-9]{1,6}) newly installed, (?P<removed>[0-9]{1,6}) "
           r"to remove", "planned"),
    phrase("install.done", "Status: install ok", r"^Status: (?P<value>install ok installed)$"),
    phrase("install.failed", "Unable to locate package",
           r"^E: (?P<value>Unable to locate package) (?P<subject>\S{1,120})", subject="package"),
    phrase("install.failed", "has no installation candidate",
           r"^E: Package '(?P<subject>[^'\n]{1,120})' has (?P<value>no installation candidate)", subject="package"),
    phrase("install.failed", "Sub-process",
           r"^E: (?P<value>Sub-process \S{1,120} returned an error code \([0-9]{1,4}\))"),
    phrase("install.failed", "Failed to fetch", r"^E: (?P<value>Failed to fetch) (?P<subject>\S{1,300})",
           subject="url"),
    phrase("install.failed", "dpkg was interrupted", r"(?P<value>dpkg was interrupted), you must manually run"),
    phrase("install.failed", "unmet dependencies", r"following packages have (?P<value>unmet dependencies)"),
    phrase("install.warning", "Failed to fetch", r"^W: (?P<value>Failed to fetch) (?P<subject>\S{1,300})",
           subject="url"),
    phrase("install.warning", "index files failed", r"^W: (?P<value>Some index files failed to download)"),
    phrase("install.asks", "Do you want to continue?", r"^Do you want to continue\? \[[Yy]/[Nn]\](?P<value> Abort\.)?",
           "asked"),
    phrase("install.asks", "end of file on stdin", r"end of file on stdin at (?P<value>conffile prompt)"),
    phrase("install.asks", "Configuration file '", r"^Configuration file '(?P<subject>[^'\n]{1,200})'$", "conffile",
           "path"),
    phrase("package.absent", "is not installed", r"package '(?P<subject>[^'\n]{1,120})' is (?P<value>not installed)",
           subject="package"),
    phrase("lock.held", "It is held by process",
           r"Could not get lock (?P<subject>\S{1,200})\. It is held by process (?P<pid>[0-9]{1,9}) "
           r"\((?P<value>[^)\n]{1,40})\)", subject="path"),
    phrase("lock.held", "is another process using it",
           r"Unable to (?:acquire the dpkg frontend lock|lock \S{1,120}) ?\(?(?P<subject>/[^\s,)]{1,200})?\)?,? "
           r"?[^\n]{0,40}is another process using it", "another process", "path"),
    phrase("lock.held", "was locked by another process",
           r"lock was locked by another process with pid (?P<pid>[0-9]{1,9})", "another process"),
)  # fmt: skip


READER = Reader(
    phrases=_PHRASES,
    programs=frozenset({"apt", "apt-get", "dpkg", "aptitude"}),
    traits=frozenset({Trait.UPDATES_INDEX}),
    anywhere=True,
    lines=one_of(
        "(?:Hit|Get|Ign|Err):[0-9]+ ",
        "Reading (?:package lists|state information)",
        "Building dependency tree",
        "Setting up ",
        "Unpacking ",
        "Preparing to unpack ",
        "Selecting previously ",
        "Processing triggers for ",
        "Removing ",
        "Fetched ",
        "[EWN]: ",
        "[0-9]+ upgraded, ",
        r"\(Reading database",
        "The following (?:NEW |additional )?packages",
    ),
)
