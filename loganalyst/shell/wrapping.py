"""Go on with what a wrapper runs: the words behind it, a line for another shell, or what it reads from its input."""

from dataclasses import replace

from loganalyst.knowledge.program import WrapperRule
from loganalyst.model.command import Join, Wrapper
from loganalyst.model.limits import WRAPPER_DEPTH
from loganalyst.shell.inner import inner_line, inner_piece
from loganalyst.shell.scope import Feed, Line, Piece, Process, Scope, Sheet, Shell, Spot
from loganalyst.shell.settings import set_options_of
from loganalyst.shell.subjects import UNKNOWN_HOST, expand, host_name

_REPLACING = frozenset({"bash", "login"})
_KNOWN_SHELLS = frozenset({"bash", "login", "sh", "dash"})


def walk_wrapped(piece: Piece, rule: WrapperRule, sheet: Sheet, scope: Scope, spot: Spot) -> None:
    """Place what a wrapper runs, if it runs anything that is written in the call."""
    reading = piece.reading
    if len(scope.wrappers) >= WRAPPER_DEPTH:
        sheet.problems.append(scope.line.text[piece.start : piece.end])
        return
    shell = reading.name if rule.shell == "self" else rule.shell
    inside = _inside(piece, rule, shell, sheet, scope)
    within = replace(
        spot,
        hidden=spot.hidden or reading.detaches,
        background=spot.background or reading.detaches,
        tail=spot.tail and rule.replaced,
    )
    if not reading.wraps:
        _walk_fed(piece, sheet, inside, within)
    elif shell is None:
        inner = inner_piece(piece, sheet)
        if inner is not None:
            sheet.place_piece(inner, sheet, inside, replace(within, negated=False))
    else:
        line, parsed = inner_line(piece, rule, scope.line)
        processes = _with_shell(inside, shell, piece, line, rule)
        inner_shell = scope.shell if rule.replaced else Shell()
        set_options_of(piece.words.texts[1:4] if rule.shell == "self" else [], inner_shell)
        replaceable = shell in _REPLACING and not rule.replaced
        inside = replace(inside, line=line, shell=inner_shell, processes=processes, replaceable=replaceable)
        sheet.read_line(sheet, line, parsed, inside, replace(within, join=Join.FIRST, tail=True))


def _inside(piece: Piece, rule: WrapperRule, shell: str | None, sheet: Sheet, scope: Scope) -> Scope:
    """Return what surrounds the commands that a wrapper runs."""
    reading = piece.reading
    host, container = scope.host, scope.container
    if rule.host is not None:
        host, container = _host(reading.value(rule.host), scope), None
    if rule.container is not None:
        named = reading.value(rule.container)
        container = expand(named, scope) if named is not None else "container:?"
    text = scope.line.text[piece.start : piece.end]
    wrapper = Wrapper(
        reading.name,
        text,
        len(sheet.commands) - 1,
        shell,
        host if rule.host is not None else None,
        container if rule.container is not None else None,
    )
    here = (host, container) == (scope.host, scope.container)
    processes = () if reading.detaches else scope.processes
    if not rule.replaced and not reading.detaches:
        own = Process(reading.name, " ".join(piece.words.texts), scope.host, scope.container)
        processes = (*processes, own)
    return replace(
        scope,
        wrappers=(*scope.wrappers, wrapper),
        host=host,
        container=container,
        processes=processes,
        replaceable=scope.replaceable and rule.replaced,
        redirects=(*scope.redirects, *piece.redirects) if here else (),
        feed=piece.feed or scope.feed,
        shell=scope.shell if here else Shell(),
    )


def _host(value: str | None, scope: Scope) -> str:
    return UNKNOWN_HOST if value is None else host_name(expand(value, scope)) or UNKNOWN_HOST


def _with_shell(inside: Scope, shell: str, piece: Piece, line: Line, rule: WrapperRule) -> tuple[Process, ...]:
    """Return the processes with that of the shell which reads the inner line."""
    if rule.replaced or piece.reading.detaches:
        return inside.processes
    if rule.shell == "self":
        return (*inside.processes[:-1], replace(inside.processes[-1], certain=shell in _KNOWN_SHELLS))
    name = "bash" if shell == "login" else shell
    return (*inside.processes, Process(name, f"{name} -c {line.text}", inside.host, inside.container))


def _walk_fed(piece: Piece, sheet: Sheet, inside: Scope, spot: Spot) -> None:
    """Place the commands that a shell reads from a here-document, unless a script is named."""
    feed = inside.feed
    if feed is None or not reads_commands(piece, feed):
        return
    feed.taken = True
    line = _fed_line(feed, inside.line.extent(piece.start, piece.end))
    sheet.read_line(
        sheet, line, feed.text, replace(inside, line=line, shell=Shell(), feed=None), replace(spot, join=Join.FIRST)
    )


def reads_commands(piece: Piece, feed: Feed | None) -> bool:
    """Say whether a command is a shell that takes its commands from the text on its standard input."""
    reading = piece.reading
    rule = reading.program.wrapper if reading.program is not None else None
    if rule is None or not rule.stdin or feed is None or feed.taken:
        return False
    return not reading.wraps and not any(operand.name == "script" for operand in reading.operands)


def _fed_line(feed: Feed, extent: tuple[int, int]) -> Line:
    if feed.line is None or feed.start is None or not feed.line.literal:
        return Line(feed.text, *extent, literal=False)
    first, last = feed.line.extent(feed.start, feed.start + len(feed.text))
    return Line(feed.text, first, last)
