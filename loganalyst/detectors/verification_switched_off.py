"""A check is switched off after something failed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from loganalyst.detectors.kill_groups import machine_of
from loganalyst.detectors.seam import Context, Hit
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import CommandEvent
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.trait import Trait

RULE = "verification-switched-off"
_WINDOW = 12
"""Assistant messages in which a failure still counts as what the flag is an answer to."""
_REFUSES = re.compile(
    r"unrecogni[sz]ed (?:option|argument|flag)|(?:no such|unknown|invalid|illegal) (?:option|flag|argument)|^usage:",
    re.IGNORECASE | re.MULTILINE,
)
"""Words of a program that does not know a flag it was given, and so did nothing."""


@dataclass(frozen=True, slots=True)
class _Check:
    """A check, the words that switch it off, and those by which its failure speaks."""

    name: str
    words: re.Pattern[str]
    fails: re.Pattern[str]
    programs: frozenset[str] = frozenset()
    """Programs for which the words mean that; empty for all."""
    only_named: bool = False
    """The words have other uses, so that they count only after a failure that speaks of the check."""


_IN_CODE = re.compile(r"verify ?= ?False|rejectUnauthorized: ?false|_create_unverified_context|CERT_NONE")
"""What switches a check off in code that is given on the command line."""
_CHECKS = (
    _Check("the check of certificates", re.compile(r"(?:-[a-zA-Z]{0,8}k[a-zA-Z]{0,8}|--insecure)"),
           re.compile(r"(?i)certificat|\bssl\b|\btls\b"), frozenset({"curl"})),
    _Check("the check of certificates",
           re.compile(r"(?i)--no-check-certificates?|--no-verify-ssl|--insecure(?:-skip-tls-verify)?|--trusted-host(?:=.*)?"
                      r"|http\.sslVerify=(?:false|0)|(?:--strict-ssl|strict-ssl)=false|GIT_SSL_NO_VERIFY=(?:1|true)"
                      r"|NODE_TLS_REJECT_UNAUTHORIZED=0|PYTHONHTTPSVERIFY=0|--verify=(?:no|false)"
                      r"|verify ?= ?False|rejectUnauthorized: ?false|_create_unverified_context|CERT_NONE"),
           re.compile(r"(?i)certificat|\bssl\b|\btls\b")),
    _Check("the check of host keys", re.compile(r"StrictHostKeyChecking=no"), re.compile(r"(?i)host key")),
    _Check("the guard of the system's packages", re.compile(r"--break-system-packages"),
           re.compile(r"externally[- ]managed")),
    _Check("the check of dependencies", re.compile(r"--legacy-peer-deps|--force"),
           re.compile(r"ERESOLVE|(?i:peer dep|conflict)"), frozenset({"npm", "pnpm", "yarn", "npx"})),
    _Check("the hooks of the repository", re.compile(r"--no-verify|(?:SKIP|HUSKY_SKIP_HOOKS)=[a-z].+|HUSKY=0"),
           re.compile(r"(?i)hook|pre-commit|husky|lint|test|\.{9,}Failed"), frozenset({"git"})),
    _Check("the guard against losing work", re.compile(r"-f|--force"),
           re.compile(r"(?i)non-fast-forward|fetch first|would be overwritten|ignored by|modified or untracked"),
           frozenset({"git"}), only_named=True),
    _Check("the check of versions",
           re.compile(r"--ignore-(?:engines|requires-python|platform-reqs?(?:=.*)?)"),
           re.compile(r"(?i)engine|requires|python|platform|php")),
    _Check("the lock of the state", re.compile(r"-lock=false"), re.compile(r"(?i)\block"),
           frozenset({"terraform", "tofu"})),
    _Check("the check of signatures",
           re.compile(r"--nogpgcheck|--allow-un(?:authenticated|trusted)|--force-yes|--no-gpg-(?:sign|checks?)"
                      r"|--allow-insecure-repositories|--skip-broken|--force-(?:all|depends)"),
           re.compile(r"(?i)gpg|signature|NO_PUBKEY|signed|authenticat|depend")),
    _Check("the tests", re.compile(r"-DskipTests(?:=true)?|-Dmaven\.test\.skip=true|--skip-tests"),
           re.compile(r"(?i)test"), frozenset({"mvn", "mvnw", "gradle", "gradlew", "npm", "make"})),
)  # fmt: skip


def find(context: Context) -> Iterator[Hit]:
    """Yield the first use of each such flag of each program: as the answer to a failure, or without any effect."""
    timeline = context.timeline
    told: set[tuple[str, str]] = set()
    for event in context.events.commands:
        for check, word in _switched_off(event):
            key = event.command.program, check.name
            if key in told or event.outcome.reason == "not_run" or _REFUSES.search(timeline.text_of(event.call)):
                continue
            hit = _hit(event, check, word, timeline)
            if hit is not None:
                told.add(key)
                yield hit


def _switched_off(event: CommandEvent) -> Iterator[tuple[_Check, str]]:
    """Yield the checks that a command switches off, with the word that does it."""
    plain = event.command
    carries = plain.role is CommandRole.WRAPPER and plain.program not in {"scp", "ssh"}
    if not plain.program or carries:
        return
    named = [word for word in plain.words[1:] if not word.startswith("-") or _knows_flags(plain)]
    settings = (
        f"{name}={value}" for name, value in (*plain.assignments, *pairwise(plain.words[1:])) if name[0:1] != "-"
    )
    in_code = _IN_CODE.findall(plain.text) if plain.option("code") is not None else ()
    words = (*named, *settings, *in_code)
    for check in _CHECKS:
        if check.programs and plain.program not in check.programs:
            continue
        word = next((word for word in words if check.words.fullmatch(word)), None)
        if word is not None:
            yield check, word


def _knows_flags(plain: Command) -> bool:
    """Return whether a program may have such a flag; of one that is listed, only its own flags count."""
    return plain.role is None or Trait.SKIPS_VERIFICATION in plain.traits


def _hit(event: CommandEvent, check: _Check, word: str, timeline: Timeline) -> Hit | None:
    plain = event.command
    urls = [operand.value for operand in plain.operands if "://" in operand.value]
    captures = (Capture("program", plain.program), Capture("flag", word), Capture("check", check.name))
    if plain.program in {"curl", "wget"} and urls and all(url.startswith("http://") for url in urls):
        return Hit(event.place, event.span, (), (*captures, Capture("why", "no-effect")))
    failed = _failed_before(event, check, timeline)
    if failed is None:
        return None
    before = Related(failed.span, failed.place.message, failed.place.location, "what failed before")
    why = "named" if check.fails.search(timeline.text_of(failed.call)) else "other"
    if why == "other" and check.only_named:
        return None
    return Hit(event.place, event.span, (before,), (*captures, Capture("why", why)))


def _failed_before(event: CommandEvent, check: _Check, timeline: Timeline) -> CommandEvent | None:
    """Return the last run of the same program before, if it failed with the check on."""
    for other in reversed(timeline.events.commands[: event.seq]):
        if event.place.turn - other.place.turn > _WINDOW:
            return None
        same = other.command.program == event.command.program and machine_of(other) == machine_of(event)
        if same and other.call != event.call and not any(one.name == check.name for one, _ in _switched_off(other)):
            call = timeline.calls[other.call]
            said = check.fails.search(timeline.text_of(other.call)) and "rror" in timeline.text_of(other.call)
            return other if said or OutcomeKind.FAILED in {other.outcome.kind, call.outcome.kind} else None
    return None
