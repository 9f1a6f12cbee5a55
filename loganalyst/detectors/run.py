"""All rules over one transcript."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from loganalyst.detectors.assembling import finding_of
from loganalyst.detectors.declarative import Scope, choose_case, find_hits
from loganalyst.detectors.fingerprints import with_fingerprints
from loganalyst.detectors.seam import Context, Detector, Hit, code_detectors
from loganalyst.detectors.search import Search
from loganalyst.errors import FilePlace, RuleError
from loganalyst.knowledge.redaction import Secrets
from loganalyst.model.event import Events
from loganalyst.model.finding import Capture, Finding, Verdict
from loganalyst.model.ledger import Ledgers
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.rule import Case, Rule, RuleSet


def find_findings(
    events: Events,
    ledgers: Ledgers,
    ruleset: RuleSet,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    hide: Callable[[str], str] = str,
    secrets: Secrets | None = None,
    detectors: Mapping[str, Detector] | None = None,
    log: EventIndex | None = None,
) -> tuple[Finding, ...]:
    """Return the findings of a transcript in order of message, place in it, and rule, with fingerprints.

    ``select`` and ``ignore`` are names of rules, packs or tags. ``hide`` masks secrets in what fingerprints are made
    of, ``secrets`` are those of the transcript. ``detectors`` stands in for the code detectors of this
    package, ``log`` is an index of the events where there is one already. Raise ConfigError for a name that is not
    known, RuleError for a rule whose detector is not there or does not give what the rule's words need.
    """
    search = Search.of((log or EventIndex(events)).with_ledgers(ledgers))
    context = Context(search.index, secrets or {})
    code = code_detectors() if detectors is None else detectors
    found = (finding for rule in ruleset.chosen(select, ignore) for finding in _of_rule(rule, search, context, code))
    return tuple(with_fingerprints(sorted(_settled(found), key=_order), hide))


def _settled(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield each sentence of a rule once for each place, and an undecided finding only where none is decided."""
    places: dict[tuple[object, ...], dict[str, Finding]] = {}
    for finding in findings:
        span = finding.span
        place = finding.rule, span.message, finding.order, span.part, span.field, span.start
        places.setdefault(place, {}).setdefault(finding.message, finding)
    for said in places.values():
        decided = [finding for finding in said.values() if finding.verdict is Verdict.MATCH]
        yield from decided or list(said.values())[:1]


def _order(finding: Finding) -> tuple[int, int, int, int, str, str]:
    span = finding.span
    return finding.message_index, finding.order, span.part, span.start, finding.rule, finding.message


def _of_rule(rule: Rule, search: Search, context: Context, code: Mapping[str, Detector]) -> Iterator[Finding]:
    """Yield the findings of one rule."""
    transcript = search.index.events.transcript.id
    if rule.detection is not None:
        for hit, scope in find_hits(rule.detection, search):
            chosen = choose_case(rule.cases, scope) if not hit.missing else None
            yield finding_of(rule, transcript, hit, chosen)
        return
    detector = code.get(rule.file.detector or "")
    if detector is None:
        raise RuleError(f"there is no detector '{rule.file.detector}'", place=FilePlace(rule.path))
    for hit in detector(context):
        yield finding_of(rule, transcript, hit, None if hit.missing else _case_of_hit(rule, hit, search))


def _case_of_hit(rule: Rule, hit: Hit, search: Search) -> tuple[Case, tuple[Capture, ...]]:
    """Return the case that a code detector's hit chooses by its captures."""
    scope = Scope(search, {})
    chosen = choose_case(rule.cases, scope, {capture.name: capture for capture in hit.captures})
    if chosen is None:
        words = ", ".join(sorted(capture.name for capture in hit.captures))
        raise RuleError(f"the detector gives only these captures: {words}", place=FilePlace(rule.path))
    return chosen
