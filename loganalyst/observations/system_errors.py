"""Read the system's words for what went wrong, as shells and tools print them whoever runs them."""

from loganalyst.observations._blocks import Phrase, Reader, phrase, phrases

_TOOL = r"^(?:-?[\w./+-]{1,80}(?:\[[0-9]{1,9}\])?: )(?:line [0-9]{1,9}: |[0-9]{1,9}: )?"
_PATH = r"(?:(?<=: )|['\"\u2018]|(?<= )(?=/))(?P<subject>[^\s:()'\"\u2018\u2019]{1,200})['\"\u2019]?"
_ERRORS = (
    ("No such file or directory", "no-such-file"),
    ("Permission denied", "permission-denied"),
    ("Operation not permitted", "not-permitted"),
    ("Is a directory", "is-a-directory"),
    ("Not a directory", "not-a-directory"),
    ("Directory not empty", "not-empty"),
    ("File exists", "file-exists"),
    ("Exec format error", "exec-format"),
    ("Text file busy", "file-busy"),
    ("Argument list too long", "argument-list-too-long"),
    ("Too many open files", "too-many-files"),
    ("Device or resource busy", "busy"),
)


def _tool(words: str, value: str) -> Phrase:
    """Return the form ``tool: subject: words`` with which tools end a complaint."""
    end = r"(?:\)|, [^\n]{0,60}|: [^\n]{0,120})?$"
    pattern = rf"{_TOOL}[^\n]{{0,200}}?(?:{_PATH})?(?:: |\(){words}{end}"
    return phrase("shell.error", words, pattern, value, "path")


_PHRASES = phrases(
    *(_tool(words, value) for words, value in _ERRORS),
    phrase("shell.error", "command not found", _TOOL + r"(?P<subject>[^\s:]{1,200}): command not found$",
           "command-not-found", "process"),
    phrase("shell.error", "not found", r"^(?:/bin/)?(?:da)?sh: (?:[0-9]{1,6}: )?(?P<subject>[^\s:]{1,200}): not found$",
           "command-not-found", "process"),
    phrase("shell.error", "command not found: ", r"^zsh: command not found: (?P<subject>\S{1,200})$",
           "command-not-found", "process"),
    phrase("shell.error", "syntax error", _TOOL + r"(?:[^\n]{0,80}: )?[Ss]yntax error(?: near|:|$)[^\n]{0,200}",
           "syntax-error"),
    phrase("shell.error", "unbound variable", _TOOL + r"(?P<subject>\w{1,80}): unbound variable$", "unbound-variable",
           "variable"),
    phrase("shell.error", "password is required",
           r"^sudo: (?:a password is required|a terminal is required to read the password)[^\n]{0,120}",
           "password-required"),
    phrase("shell.error", "invalid option", _TOOL + r"(?:invalid|unrecognized|unknown) option[^\n]{0,120}",
           "invalid-option"),
    phrase("shell.error", "unrecognized", _TOOL + r"(?:error: )?unrecognized (?:option|arguments)[^\n]{0,160}",
           "invalid-option"),
    phrase("shell.error", "Permission denied", r"\[Errno 13\] Permission denied(?:: '(?P<subject>[^'\n]{1,300})')?",
           "permission-denied", "path"),
    phrase("shell.error", "No such file or directory",
           r"\[Errno 2\] No such file or directory(?:: '(?P<subject>[^'\n]{1,300})')?", "no-such-file", "path"),
    phrase("port.in-use", "ddress already in use", r"(?<=[:\]] )(?P<value>[Aa]ddress already in use)"),
    phrase("port.in-use", "EADDRINUSE",
           r"\b(?P<value>EADDRINUSE)(?:: address already in use \S{0,60}?:(?P<subject>[0-9]{1,5})$)?", subject="port"),
    phrase("port.in-use", "port is already allocated",
           r"Bind for \S{1,60}:(?P<subject>[0-9]{1,5}) failed: (?P<value>port is already allocated)", subject="port"),
    phrase("network.error", "Connection refused", r"(?:(?<=[:\]] )|(?<=\())Connection refused", "refused"),
    phrase("network.error", "ECONNREFUSED", r"\bECONNREFUSED\b", "refused"),
    phrase("network.error", "Couldn't connect to server",
           r"Failed to connect to (?P<subject>\S{1,120}) port [0-9]{1,5}[^\n]{0,40}: Couldn't connect to server",
           "refused", "host"),
    phrase("network.error", "Connection timed out", r"(?:(?<=[:\]] )|(?<=\())Connection timed out", "timed-out"),
    phrase("network.error", ", connection timed out", r"\), connection timed out", "timed-out"),
    phrase("network.error", "timed out: Operation now", r"\(tcp\) timed out: Operation now in progress", "timed-out"),
    phrase("network.error", "ETIMEDOUT", r"\bETIMEDOUT\b", "timed-out"),
    phrase("network.error", "Read timed out", r"Read timed out\.", "timed-out"),
    phrase("network.error", "ConnectTimeoutError", r"ConnectTimeoutError\(", "timed-out"),
    phrase("network.error", "No route to host", r"(?:(?<=[:\]] )|(?<=\())No route to host", "no-route"),
    phrase("network.error", "Network is unreachable", r"(?:(?<=[:\]] )|(?<=\())Network is unreachable", "unreachable"),
    phrase("network.error", "Connection reset by peer", r"(?:(?<=[:\]] )|(?<=\())Connection reset by peer", "reset"),
    phrase("network.error", "ECONNRESET", r"\bECONNRESET\b", "reset"),
    phrase("network.error", "Broken pipe", r"\[Errno 32\] Broken pipe", "broken-pipe"),
    phrase("network.error", "Cannot assign requested address", r"(?<=[:\]] )Cannot assign requested address",
           "address"),
    phrase("network.error", "Empty reply from server", r"Empty reply from server", "empty-reply"),
    phrase("name.unresolved", "Name or service not known", r"(?<=[:\]] )Name or service not known", "no-such-name"),
    phrase("name.unresolved", "NXDOMAIN", r"\bNXDOMAIN\b", "no-such-name"),
    phrase("name.unresolved", "ENOTFOUND", r"\bENOTFOUND(?: (?P<subject>[\w.-]{3,120}))?", "no-such-name", "host"),
    phrase("name.unresolved", "No address associated with hostname", r"(?<=[:\]] )No address associated with hostname",
           "no-address"),
    phrase("name.unresolved", "Temporary failure",
           r"Temporary failure (?:in name resolution|resolving '(?P<subject>[^'\n]{1,120})')", "no-answer", "host"),
    phrase("name.unresolved", "EAI_AGAIN", r"\bEAI_AGAIN(?: (?P<subject>[\w.-]{3,120}))?", "no-answer", "host"),
    phrase("name.unresolved", "SERVFAIL", r"\bSERVFAIL\b", "no-answer"),
    phrase("name.unresolved", "no servers could be reached", r"no servers could be reached", "no-answer"),
    phrase("name.unresolved", "Could not resolve host", r"Could not resolve host: (?P<subject>[^\s;]{1,120})",
           "unknown", "host"),
    phrase("certificate.failed", "SSL certificate problem", r"SSL certificate problem: (?P<value>[^\n]{1,120})"),
    phrase("certificate.failed", "CERTIFICATE_VERIFY_FAILED",
           r"CERTIFICATE_VERIFY_FAILED\](?: certificate verify failed: (?P<value>[^\n(]{1,100}))?"),
    phrase("certificate.failed", "server certificate verification failed", r"server certificate verification failed"),
    phrase("certificate.failed", "invalid peer certificate", r"invalid peer certificate: (?P<value>[^\n]{1,120})"),
    phrase("certificate.failed", "Certificate verification failed",
           r"Certificate verification failed: (?P<value>[^\n]{1,120})"),
    phrase("certificate.failed", "CERT_",
           r"\b(?P<value>CERT_(?:HAS_EXPIRED|NOT_YET_VALID)|DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS_CERT_ALTNAME_INVALID)"
           r"\b"),
    phrase("lock.held", "database is locked", r"(?P<value>database is locked)"),
    phrase("lock.held", ".lock': File exists",
           r"Unable to create '(?P<subject>[^'\n]{1,300}\.lock)': (?P<value>File exists)", subject="path"),
    phrase("lock.held", "waiting for file lock", r"Blocking (?P<value>waiting for file lock) on"),
    phrase("lock.held", "Waiting to acquire exclusive lock", r"(?P<value>Waiting to acquire exclusive lock) for"),
    phrase("lock.held", "already running with pid", r"(?P<value>already running) with pid (?P<pid>[0-9]{1,9})"),
    phrase("time.limit", "timed out after",
           r"(?:^|[\w.]{1,80}: |error: |Command [^\n]{1,400} )[Tt]imed out after (?P<time_seconds>[0-9.]{1,12} "
           r"?(?:ms|s|sec|seconds|m|min|minutes|h|hours)?)\b", "timed-out"),
    phrase("time.limit", "(28) ", r"curl: \(28\) [^\n]{1,200}", "timed-out"),
    phrase("time.limit", "timed out",
           r"^(?:[\w./-]{1,80}: )?(?:command|Operation|operation|Command|Request|request) timed out\.?$", "timed-out"),
    phrase("time.limit", "imeout: ",
           r"^(?:\w{1,20} ){0,3}Error: (?:Command|Operation|Request|Tool) [Tt]imeout: \S[^\n]{0,200}$", "timed-out"),
    phrase("time.limit", "Request timed out", r"^(?:\w{1,20} ){0,3}[Ee]rror (?:-?[0-9]{1,6}): Request timed out\.?$",
           "timed-out"),
    phrase("time.limit", "TimeoutError", r"^(?:[\w.]{1,80}\.)?TimeoutError(?:: [^\n]{0,200})?$", "timed-out"),
    phrase("time.limit", "timed out waiting", r"\btimed out waiting for (?:the|a) condition", "waiting"),
    phrase("time.limit", "DUE TO TIME LIMIT", r"CANCELLED AT \S{1,30} DUE TO TIME LIMIT", "cancelled"),
    *(phrase("status.printed", f"{name}=", rf"^ {{0,4}}(?:[\w -]{{0,30}}\b)?{name}=(?P<value>[0-9]{{1,3}})$")
      for name in ("rc", "RC", "exit", "EXIT", "status", "exit_code", "exitcode", "EXIT_CODE")),
    phrase("status.printed", "xit", r"^(?:exit|Exit)(?: code| status)?: ?(?P<value>[0-9]{1,3})$"),
)  # fmt: skip


READER = Reader(phrases=_PHRASES, anywhere=True)
