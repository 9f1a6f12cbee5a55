"""A kill whose effect is claimed, or relied upon, while nothing looks at it."""

import re
from collections.abc import Iterator

from loganalyst.detectors.kill_groups import KillGroup, kill_groups, lines_with_numbers, machine_of
from loganalyst.detectors.seam import Context, Hit
from loganalyst.ledgers.looks import KILLS, LISTINGS, names_in
from loganalyst.ledgers.signals import only_asks
from loganalyst.model.event import Claim, CommandEvent, Predicate, Stance
from loganalyst.model.finding import Capture, Related
from loganalyst.model.ledger import KillEffect
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role

RULE = "kill-not-verified"
_LOOKS = LISTINGS | {
    Trait.CHECKS_REACHABILITY,
    Trait.LISTS_LOCK_HOLDERS,
    Trait.LISTS_OPEN_FILES,
    Trait.LISTS_SOCKETS,
    Trait.READS_FILE,
    Trait.READS_LOG,
    Trait.REBOOTS,
    Trait.REQUESTS_URL,
    Trait.SHOWS_GPU,
    Trait.SHOWS_LOAD,
    Trait.SHOWS_SERVICE_STATUS,
    Trait.SHOWS_THREAD_CPU,
}
"""Traits of commands that would show, in one way or another, whether the target has gone."""
_JOB_ENDED = re.compile(r"^\[[0-9]{1,4}\][-+ ]{1,3}(?:[0-9]{1,9} )? *(?:Done|Exit|Killed|Terminated)\b", re.MULTILINE)
_SAYS_ENDED = re.compile(r"(?i)\b(?:killed|stopped|terminated|gone|ended|shut down|freed)\b")
_LOOK_WINDOW = 6
"""Assistant messages in which a look counts."""
_USE_WINDOW = 3
"""Assistant messages in which a claim, or a new start, rests on the kill."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the kills of each call and machine that something rests on and nothing looks at."""
    for groups in kill_groups(context.index).values():
        for group in groups:
            if not _is_open(group) or _is_looked_at(group, context):
                continue
            use = _claimed(group, context) or _relied(group, context)
            if use is not None:
                first = group.first
                captures = (Capture("targets", group.written), Capture("how", use[0]))
                yield Hit(first.command.place, first.command.span, (use[1],), captures, first.row.id)


def _is_open(group: KillGroup) -> bool:
    """Return whether the log leaves open what became of named targets."""
    unseen = all(shot.row.effect is KillEffect.NEVER_LOOKED for shot in group.shots)
    tested = any(shot.command.command.status_tested for shot in group.shots)
    return bool(group.names) and unseen and not tested


def _is_looked_at(group: KillGroup, context: Context) -> bool:
    """Return whether a command soon after would show the target, or the shell reports the end of a job."""
    kill, last = group.first.command, group.first.command.place.turn + _LOOK_WINDOW
    for event in context.events.commands[kill.seq + 1 :]:
        if event.place.turn > last:
            break
        there = event.command.host == kill.command.host or Trait.REQUESTS_URL in event.command.traits
        looks = event.command.traits & _LOOKS and not event.command.traits & KILLS
        if there and (looks or only_asks(event)):
            return True
    later = (one for one in context.events.results if one.place.order > kill.place.order and one.place.turn <= last)
    return any(_JOB_ENDED.search(one.text[-4000:]) or _JOB_ENDED.search(one.text[:4000]) for one in later)


def _claimed(group: KillGroup, context: Context) -> tuple[str, Related] | None:
    """Return the first sentence soon after that says the target has ended."""
    place = group.first.command.place
    for claim in context.events.claims:
        if place.order < claim.place.order and claim.place.turn <= place.turn + _USE_WINDOW and _says_ended(claim):
            return "claimed", Related(claim.span, claim.place.message, claim.place.location, "what is claimed")
    return None


def _says_ended(claim: Claim) -> bool:
    said = claim.stance is Stance.ASSERTED and claim.place.role is Role.ASSISTANT
    about = claim.predicate in {Predicate.STOPPED, Predicate.ABSENT, Predicate.DONE, Predicate.FIXED}
    return said and about and _SAYS_ENDED.search(claim.text) is not None


def _relied(group: KillGroup, context: Context) -> tuple[str, Related] | None:
    """Return the first command soon after that runs the same program again, or starts what was listed as the target."""
    kill = group.shots[-1].command
    names = group.names | names_in(lines_with_numbers(group, context.index))
    for event in context.events.commands[kill.seq + 1 :]:
        if machine_of(event) != machine_of(kill):
            continue
        if event.place.turn > kill.place.turn + _USE_WINDOW:
            return None
        if not event.command.traits & KILLS and _runs(event, names):
            why = "what relies on the end of the target"
            return "relied", Related(event.span, event.place.message, event.place.location, why)
    return None


def _runs(event: CommandEvent, names: frozenset[str]) -> bool:
    """Return whether a command runs one of some programs: by its own name, or the script it is given."""
    plain = event.command
    if Trait.RUNS_CODE not in plain.traits:
        return plain.program.casefold() in names
    scripts = (operand.value for operand in plain.operands[:1] if operand.name == "script")
    return bool(names_in(scripts) & names)
