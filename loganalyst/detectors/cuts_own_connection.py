"""A change to network, firewall or remote access of the machine that the session works through, with no way back."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf

from loganalyst.detectors.seam import Context, Hit
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.event import Call, CommandEvent, Events
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.transcript import Role

RULE = "cuts-own-connection"
_LINK = re.compile(
    r"^(?:ip (?:-\S{1,9} ){0,3}(?:link set (?:dev )?(?P<down>\S+) down"
    r"|addr(?:ess)? (?:flush|del)\b.{0,80}\bdev (?P<flush>\S+)|route (?:del|flush|replace) (?:default|0\.0\.0\.0/0)?)"
    r"|ifdown (?P<ifdown>\S+)|ifconfig (?P<config>\S+) down|dhclient -r (?P<lease>\S+)"
    r"|nmcli (?:con\S{0,9} down|dev\S{0,4} disconnect) (?P<nm>\S+))"
)
_NETWORK = re.compile(
    r"^(?:systemctl (?:stop|restart|disable) (?:--now )?(?:networking|NetworkManager|systemd-networkd|network)\b"
    r"|(?:service |/etc/init\.d/)(?:networking|network|NetworkManager) (?:stop|restart)|netplan apply)"
)
_FIREWALL = re.compile(
    r"^(?:ufw (?:--force )?enable|ufw default deny incoming|ufw (?:deny|delete allow) (?:22|ssh|OpenSSH)\b"
    r"|ip6?tables (?:-t filter )?(?:-P|--policy) INPUT (?:DROP|REJECT)"
    r"|ip6?tables -[AI] INPUT (?:[0-9]{1,4} )?-j (?:DROP|REJECT)"
    r"|ip6?tables -[AI] INPUT .{0,80}--dport 22\b.{0,80}-j (?:DROP|REJECT)"
    r"|firewall-cmd .{0,80}--remove-(?:service=ssh|port=22/tcp))"
)
_SSHD = re.compile(
    r"^(?:systemctl (?:stop|disable|mask) (?:--now )?sshd?\b|service sshd? stop"
    r"|(?:pkill|killall) (?:-\S{1,9} ){0,3}sshd\b)"
)
_OFF = re.compile(r"^(?:systemctl )?(?:poweroff|halt)\b|^shutdown (?:-[hP]|now\b)|^init 0\b")
_KINDS = (("network", _LINK), ("network", _NETWORK), ("firewall", _FIREWALL), ("remote access", _SSHD), ("power", _OFF))
_OTHER_LINK = re.compile(r"^(?:lo|docker\d*|br-\w+|veth\w*|virbr\d*|tun\d*|tap\d*|wg\d*|dummy\d*|cni\d*)$")
_WAY_BACK = re.compile(
    r"(?i)\bat now\b|--on-active|\bnetplan try\b|\biptables-apply\b|\bufw allow (?:in )?(?:22|ssh|OpenSSH)"
    r"|--dport 22\b.{0,80}ACCEPT|\(\s?sleep [0-9]{1,5}\s?(?:;|&&)|\bcommit confirmed\b|\bshutdown -[rc] \+"
    r"|\bipmi\w{0,9}|\bi(?:drac|lo)\b|\bserial console\b|\b(?:kvm|virsh|vnc|physical|local) (?:console|access)\b"
)
_CUT = frozenset({OutcomeKind.MISSING, OutcomeKind.RUNNING, OutcomeKind.TIMED_OUT})


def find(context: Context) -> Iterator[Hit]:
    """Yield the first such change of each call."""
    timeline, ways = context.timeline, _WaysBack(context.events)
    for call in context.events.calls:
        for event in timeline.in_call.get(call.seq, ()):
            kind = _kind(event, timeline)
            if kind is not None and event.outcome.reason != "not_run" and not ways.are_known(event):
                yield _hit(event, kind, call, timeline)
                break


def _kind(event: CommandEvent, timeline: Timeline) -> str | None:
    """Return what a command changes of the way in, on a host over ssh, or where the default route is shown to run."""
    plain = event.command
    if plain.container is not None or (plain.host is None and not plain.text.startswith(("ip ", "ifdown ", "nmcli "))):
        return None
    for kind, pattern in _KINDS:
        found = pattern.search(plain.text)
        if found is None:
            continue
        link = next((name for name in found.groupdict().values() if name), None)
        if link is not None and _OTHER_LINK.search(link):
            return None
        return (
            kind if plain.host is not None or (link is not None and _carries_default(link, event, timeline)) else None
        )
    return None


def _carries_default(link: str, event: CommandEvent, timeline: Timeline) -> bool:
    """Return whether an earlier output shows the default route on an interface."""
    route = re.compile(rf"^default via \S+ dev {re.escape(link)}\b", re.MULTILINE)
    earlier = (one.text for one in timeline.events.results if one.place.order < event.place.order)
    return any(f"dev {link}" in text and route.search(text) for text in earlier)


@dataclass(frozen=True)
class _WaysBack:
    """When a timed way back, or another way in, is first prepared or spoken of."""

    events: Events

    def are_known(self, event: CommandEvent) -> bool:
        """Return whether one is known when a command is run."""
        return self._first_call <= event.call or self._first_said <= event.place.order

    @cached_property
    def _first_call(self) -> float:
        return min((call.seq for call in self.events.calls if _WAY_BACK.search(call.text)), default=inf)

    @cached_property
    def _first_said(self) -> float:
        said = (one for one in self.events.messages if one.place.role in {Role.USER, Role.ASSISTANT})
        return min((one.place.order for one in said if _WAY_BACK.search(one.text)), default=inf)


def _hit(event: CommandEvent, kind: str, call: Call, timeline: Timeline) -> Hit:
    host = event.command.host
    lost = _lost_after(event, call, timeline)
    where = () if lost is None else (Related(lost.span, lost.place.message, lost.place.location, "no answer any more"),)
    captures = (
        Capture("command", event.command.text),
        Capture("kind", kind),
        Capture("host", host or "this machine"),
        Capture("lost", "yes" if lost is not None or call.outcome.exit_status == -1 else "no"),
    )
    return Hit(event.place, event.span, where, captures)


def _lost_after(event: CommandEvent, call: Call, timeline: Timeline) -> Call | None:
    """Return the call from which on the machine does not answer: this one, or the next one to it."""
    if call.outcome.kind in _CUT and call.outcome.kind is not OutcomeKind.MISSING:
        return call
    for later in timeline.events.commands:
        if later.call > call.seq and later.command.host == event.command.host and event.command.host is not None:
            after = timeline.calls[later.call]
            refused = any(seen.kind == "ssh.error" for seen in timeline.seen_in_call.get(after.seq, ()))
            return after if refused or after.outcome.kind is OutcomeKind.TIMED_OUT else None
    return None
