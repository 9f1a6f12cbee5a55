"""Declarative rules: from the trigger's events over the condition to hits."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from loganalyst.detectors.quoting import asks_for_text, capture_of, captures_of, status_span, telling_span
from loganalyst.detectors.seam import Hit, related_to
from loganalyst.detectors.search import Search, Sought
from loganalyst.model.event import Result
from loganalyst.model.finding import Capture
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Span
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.operators import Test, decide
from loganalyst.ruleset.rule import Case, Detection, Slot
from loganalyst.ruleset.selectors import Selector, unknown_fields
from loganalyst.ruleset.table import Answer
from loganalyst.ruleset.truth import Truth, evaluate

_LIMITED = frozenset({OutcomeKind.RUNNING, OutcomeKind.TIMED_OUT})


@dataclass(frozen=True, slots=True)
class Scope:
    """One trigger event with what the other selectors find for it."""

    search: Search
    selectors: Mapping[str, Selector]
    found: dict[str, Sought] = field(default_factory=dict)
    """What became of the selectors asked for so far."""
    items: dict[str, Item] = field(default_factory=dict)
    """The events found so far."""

    def sought(self, name: str) -> Sought:
        """Return what became of a selector, searching at most once."""
        sought = self.found.get(name)
        if sought is None:
            selector = self.selectors[name]
            targets = [self.sought(target) for target in selector.targets]
            lacking = [target for target in targets if target.item is None]
            if lacking:
                sought = min(lacking, key=lambda target: target.truth)
            else:
                sought = self.search.find(selector, self.items)
            self.found[name] = sought
            if sought.item is not None:
                self.items[name] = sought.item
        return sought

    def item(self, name: str) -> Item | None:
        """Return the event of a selector, or None."""
        return self.sought(name).item

    def test(self, test: Test, captures: Callable[[], Mapping[str, Capture]]) -> Truth:
        """Return whether a test of ``where`` or ``when`` holds."""
        name = test.of or ""
        if name not in self.selectors:
            capture = captures().get(name)
            return decide(test, Answer((capture.text,) if capture is not None else ()))
        sought = self.sought(name)
        if test.field is None:
            answer = Answer((True,) if sought.truth is Truth.YES else (), sought.truth)
        elif sought.item is None:
            answer = Answer((), Truth.NO if sought.truth is Truth.YES else sought.truth)
        else:
            answer = test.field.ask(sought.item, self.search.index)
        for reference in test.references:
            self.sought(reference.selector)
        return decide(
            test,
            answer,
            lambda reference: self.search.relations.value(reference, self.items),
            self.search.index.may_match,
        )

    def captures(self) -> dict[str, Capture]:
        """Return the named groups of all events found."""
        index = self.search.index
        return {
            capture.name: capture
            for name, item in self.items.items()
            for capture in captures_of(self.selectors[name], item, index)
        }

    def missing(self) -> tuple[str, ...]:
        """Return phrases for all that the log does not tell."""
        return tuple(dict.fromkeys(phrase for sought in self.found.values() for phrase in sought.missing))


def find_hits(detection: Detection, search: Search) -> Iterator[tuple[Hit, Scope]]:
    """Yield the hits of a rule in order of its triggers, each with what was found on the way."""
    selectors = {selector.name: selector for selector in detection.selectors}
    trigger = detection.trigger
    for item in search.pools.triggers(trigger):
        truth = search.pools.truth(trigger, item)
        missing = unknown_fields(trigger, item, search.index) if truth is Truth.UNKNOWN else ()
        scope = Scope(search, selectors, {trigger.name: Sought(truth, item, missing)}, {trigger.name: item})
        truth = evaluate(detection.condition, lambda name, scope=scope: scope.sought(name).truth)  # type: ignore[misc]  # the loop's own scope
        if truth < Truth.UNKNOWN:
            continue
        if detection.where is not None:
            asked = detection.where
            truth = min(truth, evaluate(asked, lambda test, scope=scope: scope.test(test, scope.captures)))  # type: ignore[misc]  # likewise
        if truth >= Truth.UNKNOWN and (hit := _hit(detection, scope, item, truth)) is not None:
            yield hit, scope


def _hit(detection: Detection, scope: Scope, trigger: Item, truth: Truth) -> Hit | None:
    """Return where a finding sits, with its related records."""
    found = scope.sought(detection.at)
    name, item = (detection.at, found.item) if found.item is not None else (detection.trigger.name, trigger)
    span = _quoted(scope, name, item) or scope.search.index.message_span(item.place.message)
    if span is None:
        return None
    others = ((scope.item(other), why) for other, why in detection.also)
    related = tuple(one for other, why in others if other is not None and (one := related_to(other, why)) is not None)
    row = scope.item(detection.about) if detection.about is not None else None
    missing = () if truth is Truth.YES else scope.missing() or ("what the rule asks",)
    return Hit(item.place, span, related, (), row.row_id if row is not None else None, missing)


def _quoted(scope: Scope, name: str, item: Item) -> Span | None:
    """Return what a finding quotes: of a call that a limit ended, the record's own words of that, if it keeps any."""
    event, selector, words = item.event, scope.selectors[name], None
    if isinstance(event, Result) and event.outcome.kind in _LIMITED and not asks_for_text(selector):
        words = status_span(event, scope.search.index.events.transcript)
    return words or telling_span(selector, item)


def choose_case(
    cases: tuple[Case, ...], scope: Scope, given: Mapping[str, Capture] | None = None
) -> tuple[Case, tuple[Capture, ...]] | None:
    """Return the first case that holds and whose words are all known, with its captures; None where none is.

    ``given`` are the captures of a code detector; else they are those of the events found.
    """
    captures = scope.captures() if given is None else given
    for case in cases:
        if (
            case.when is not None
            and evaluate(case.when, lambda test: scope.test(test, lambda: captures)) is not Truth.YES
        ):
            continue
        filled = [_filled(slot, scope, captures) for slot in case.slots]
        known = tuple(capture for capture in filled if capture is not None)
        if len(known) == len(filled):
            return case, tuple({capture.name: capture for capture in (*captures.values(), *known)}.values())
    return None


def _filled(slot: Slot, scope: Scope, captures: Mapping[str, Capture]) -> Capture | None:
    if slot.selector is None:
        return captures.get(slot.name)
    item = scope.item(slot.selector)
    return None if item is None else capture_of(slot, item, scope.search.index)
