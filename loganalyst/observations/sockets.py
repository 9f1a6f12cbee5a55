"""Read tables of sockets and open files: ss, netstat, lsof."""

import re
from collections.abc import Iterator

from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Fact, Output, Reader, Row, figures, number, one_of

_STATE = (
    r"LISTEN|ESTAB|ESTABLISHED|TIME-WAIT|TIME_WAIT|CLOSE-WAIT|CLOSE_WAIT|SYN-SENT|SYN_SENT|SYN-RECV|SYN_RECV|FIN-WAIT-1"
    r"|FIN-WAIT-2|FIN_WAIT1|FIN_WAIT2|LAST-ACK|LAST_ACK|CLOSING|UNCONN"
)
_TYPES = ("REG", "DIR", "CHR", "FIFO", "IPv4", "IPv6", "sock", "unix", "a_inode", "LINK", "BLK")
_ADDRESS = r"(?:\[?[0-9A-Za-z:.*%_-]{1,64}\]?):"
_SS = re.compile(
    rf"(?:(?:tcp|udp)6? +)?(?P<state>{_STATE}) +(?P<received>[0-9]{{1,12}}) +(?P<sent>[0-9]{{1,12}}) +"
    rf"(?P<address>{_ADDRESS}(?P<port>[0-9]{{1,5}}|\*|[a-z][\w-]{{1,20}})) +\S{{1,80}}"
    r'(?: +.{0,60}?users:\(\("(?P<name>[^"]{1,40})",pid=(?P<pid>[0-9]{1,9}))?'
)
_NETSTAT = re.compile(
    rf"(?:tcp|udp)6? +(?P<received>[0-9]{{1,12}}) +(?P<sent>[0-9]{{1,12}}) +"
    rf"(?P<address>{_ADDRESS}(?P<port>[0-9]{{1,5}})) +\S{{1,80}} +(?P<state>{_STATE})"
    r"(?: +(?:[0-9]{1,9} +[0-9]{1,12} +)?(?:(?P<pid>[0-9]{1,9})/(?P<name>\S{1,40})|-))?"
)
_WINDOWS = re.compile(
    rf" {{0,4}}TCP +(?P<address>{_ADDRESS}(?P<port>[0-9]{{1,5}})) +\S{{1,80}} +(?P<state>LISTENING|{_STATE})"
    r"(?: +(?P<pid>[0-9]{1,9}))? *$(?P<received>)(?P<sent>)"
)
"""A row of ``netstat -ano`` there, which has no queues."""
_LSOF = re.compile(
    r"(?P<name>\S{1,40}) +(?P<pid>[0-9]{1,9}) +(?:[0-9]{1,9} +)?\S{1,32} +"
    r"(?P<fd>[0-9]{1,6}[rwu]?[a-zA-Z]?|cwd|rtd|txt|mem|DEL) +"
    rf"(?P<type>{'|'.join(_TYPES)}) +\S{{1,60}} +.{{0,120}}?"
    r"(?P<path>/\S{1,400}|\S{1,120}:\S{1,120})(?P<deleted> \(deleted\))?(?: \((?P<state>[A-Z_]{3,15})\))?$"
)
_SOCKETS = re.compile(r"(?:Netid +)?State +Recv-Q +Send-Q|Proto +Recv-Q +Send-Q")
_HEADINGS = re.compile(
    r"(?:Netid +)?State +Recv-Q +Send-Q|Proto +Recv-Q +Send-Q|Active (?:Internet|UNIX)|COMMAND +PID +(?:TID +)?USER +FD"
)


def read(output: Output) -> Iterator[Fact]:
    """Yield sockets with their port and, where shown, the process that holds them; and open files."""
    heading: Row | None = None
    for row in output.rows:
        if match := _SS.match(row.text) or _NETSTAT.match(row.text) or _WINDOWS.match(row.text):
            yield _socket(row, match)
        elif match := _LSOF.match(row.text):
            kind = "file.deleted-open" if match["deleted"] else "file.open"
            yield Fact(kind, match["type"], row.start, row.start + match.end(), Subject("pid", match["pid"]))
        else:
            yield from _no_rows(heading)
            heading = row if _SOCKETS.match(row.text) else None
            continue
        heading = None
    yield from _no_rows(heading)


def _no_rows(heading: Row | None) -> Iterator[Fact]:
    if heading is not None:
        yield Fact("socket.none-listed", "none", heading.start, heading.end)


def _socket(row: Row, match: re.Match[str]) -> Fact:
    numbers = figures(received=number(match["received"]), sent=number(match["sent"]), pid=number(match["pid"] or ""))
    return Fact(
        "socket.row", match["state"], row.start, row.start + match.end(), Subject("port", match["port"]), numbers
    )


READER = Reader(
    read,
    words=frozenset({*_STATE.split("|"), *_TYPES, "LISTENING", "Recv-Q"}),
    programs=frozenset({"ss", "netstat", "lsof", "fuser"}),
    traits=frozenset({Trait.LISTS_SOCKETS, Trait.LISTS_OPEN_FILES, Trait.LISTS_LOCK_HOLDERS}),
    lines=one_of(_HEADINGS, _SS, _NETSTAT, _WINDOWS, _LSOF),
)
