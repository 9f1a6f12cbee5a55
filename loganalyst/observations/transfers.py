"""Read what downloaders and probes of the network say: curl, wget, nc, ping, and HTTP status lines."""

import re
from collections.abc import Iterator

from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Fact, Output, Reader, one_of, phrase, phrases

_PHRASES = phrases(
    phrase("transfer.error", "curl: (", r"curl: \((?P<value>[0-9]{1,3})\) [^\n]{1,300}"),
    phrase("transfer.error", "wget: ",
           r"^wget: (?P<value>unable to resolve host address|server returned error|bad address|can't "
           r"connect)[^\n]{0,200}"),
    phrase("transfer.error", "ERROR ", r"^(?:[0-9-]{10} [0-9:]{8} )?ERROR (?P<value>[45][0-9]{2}): [A-Z][^\n]{1,80}"),
    phrase("transfer.error", "Giving up.", r"^(?P<value>Giving up)\.$"),
    phrase("transfer.done", " saved [",
           r"^[0-9-]{10} [0-9:]{8} \([^)\n]{1,20}\) - "
           r"[\u2018'`](?P<subject>[^\u2019'\n]{1,300})[\u2019'] (?P<value>saved) "
           r"\[(?P<bytes>[0-9]{1,15})", subject="path"),
    phrase("http.status", "HTTP/", r"^(?:< )?HTTP/[0-9](?:\.[0-9])? (?P<value>[1-5][0-9]{2})\b[^\n]{0,80}"),
    phrase("http.status", "awaiting response...",
           r"HTTP request sent, awaiting response\.\.\. (?P<value>[1-5][0-9]{2})\b[^\n]{0,60}"),
    phrase("http.status", "returned error: ", r"The requested URL returned error: (?P<value>[1-5][0-9]{2})"),
    phrase("http.status", "Proxy Authentication Required", r"\b(?P<value>407) Proxy Authentication Required"),
    phrase("http.status", "CONNECT tunnel failed", r"CONNECT tunnel failed, response (?P<value>[1-5][0-9]{2})"),
    phrase("network.open", "succeeded!",
           r"^Connection to (?P<subject>\S{1,120}) [0-9]{1,5} port \[[a-z]{3}/[^\]\n]{1,30}\] (?P<value>succeeded)!",
           subject="host"),
    phrase("network.ping", "packets transmitted",
           r"^(?P<sent>[0-9]{1,7}) packets transmitted, (?P<received>[0-9]{1,7}) (?:packets )?received,[^\n%]{0,40} "
           r"(?P<loss>[0-9.]{1,6})% packet loss", "counted"),
)  # fmt: skip
_CODE = re.compile(r"(?:^|(?<=[\s=:]))(?P<value>[1-5][0-9]{2}|000)(?=$|[\s,;])", re.MULTILINE)


def read(output: Output) -> Iterator[Fact]:
    """Yield bare status numbers, where curl was told to write them."""
    command = output.command
    if (
        command is not None
        and command.program == "curl"
        and "http_code" in command.text.replace("response_code", "http_code")
    ):
        yield from (Fact("http.status", match["value"], *match.span("value")) for match in _CODE.finditer(output.text))


READER = Reader(
    read,
    phrases=_PHRASES,
    asks=frozenset({"http_code", "response_code"}),
    programs=frozenset({"curl", "wget", "nc", "ncat", "ping", "http", "aria2c"}),
    traits=frozenset({Trait.REQUESTS_URL, Trait.DOWNLOADS, Trait.CHECKS_REACHABILITY}),
    anywhere=True,
    lines=one_of(
        r"(?:< )?HTTP/[0-9.]+ [0-9]{3}",
        r"[*<>{}] ",
        r" +% Total",
        r" *[0-9]{1,3} +[0-9.]+[kMG]? +[0-9]{1,3} ",
        r"--[0-9-]{10} [0-9:]{8}--",
        "Resolving ",
        "Connecting to ",
        "HTTP request sent",
        "Length: ",
        "Saving to: ",
        r"PING \S",
        r"[0-9]+ bytes from ",
        r"[0-9]+ packets transmitted",
        r"rtt min",
        r"Connection to \S+ [0-9]+ port",
    ),
)
