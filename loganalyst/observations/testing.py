"""Read the end lines and failures of test runs: pytest, unittest, jest, go test, cargo test, mocha, ctest."""

import re
from collections.abc import Iterator
from decimal import Decimal

from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import (
    Fact,
    Figures,
    Output,
    Reader,
    lines_with,
    one_of,
    phrase,
    phrases,
)

_PART = r"[0-9]{1,7} (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?|rerun|subtests passed)"
_TIMED = r" in [0-9.]{1,12}s(?: \([0-9:]{5,20}\))?"
_PYTEST_TIME = re.compile(_TIMED)
_PYTEST = re.compile(
    rf"^=+ (?P<parts>{_PART}(?:, {_PART}){{0,8}}|no tests ran|no tests collected){_TIMED} =+$", re.MULTILINE
)
_PYTEST_QUIET = re.compile(rf"^(?P<parts>{_PART}(?:, {_PART}){{0,8}}|no tests ran){_TIMED}$", re.MULTILINE)
_COUNT = re.compile(r"([0-9]{1,7}) ([a-z]{3,12})")
_NAMES = {
    "passed": "passed", "passing": "passed", "failed": "failed", "failing": "failed", "failures": "failed",
    "error": "errors", "errors": "errors", "skipped": "skipped", "ignored": "skipped", "pending": "skipped",
    "todo": "skipped", "total": "total", "xfailed": "xfailed", "xpassed": "xpassed",
}  # fmt: skip
_UNITTEST = re.compile(
    r"^Ran (?P<total>[0-9]{1,7}) tests? in [0-9.]{1,12}s\n\n?"
    r"(?P<end>OK|FAILED|NO TESTS RAN)(?: \((?P<parts>[a-z][a-z =0-9,]{3,120})\))?$",
    re.MULTILINE,
)
_UNITTEST_PART = re.compile(r"(failures|errors|skipped)=([0-9]{1,7})")
_JEST = re.compile(r"^Tests: +(?P<parts>[0-9]{1,7} [a-z]{4,8}(?:, [0-9]{1,7} [a-z]{4,8}){0,5})$", re.MULTILINE)
_CARGO = re.compile(
    r"^test result: (?:ok|FAILED)\. (?P<parts>[0-9]{1,7} passed; [0-9]{1,7} failed; [0-9]{1,7} ignored)", re.MULTILINE
)
_JUNIT = re.compile(
    r"^(?:\[[A-Z]{4,7}\] )?Tests run: (?P<total>[0-9]{1,7}), {1,2}Failures: (?P<failed>[0-9]{1,7})"
    r"(?:, {1,2}Errors: (?P<errors>[0-9]{1,7}))?(?:, {1,2}Skipped: (?P<skipped>[0-9]{1,7}))?",
    re.MULTILINE,
)
_SYMPY = re.compile(
    r"^=+ tests finished: (?P<parts>[0-9]{1,7} passed(?:, [0-9]{1,7} [a-z ]{3,20}){0,6}), {0,2}"
    r"in [0-9.]{1,9} seconds =*$",
    re.MULTILINE,
)
_CTEST = re.compile(
    r"^[0-9]{1,3}% tests passed, (?P<failed>[0-9]{1,7}) tests? failed out of (?P<total>[0-9]{1,7})$", re.MULTILINE
)
_PHRASES = phrases(
    phrase("tests.failure", "FAILED ", r"^FAILED (?P<value>[\w./-]{1,200}(?:::[^\n]{1,200}?)?)(?: - [^\n]{0,400})?$"),
    phrase("tests.failure", "ERROR ", r"^ERROR (?P<value>[\w./-]{1,200}\.py(?:::[^\n]{1,200}?)?)(?: - [^\n]{0,400})?$"),
    phrase("tests.failure", "--- FAIL: ", r"^ *--- FAIL: (?P<value>\S{1,200}) \("),
    phrase("tests.failure", "FAIL: ", r"^FAIL: (?P<value>\w{1,200} \([\w.]{1,200}\))$"),
    phrase("tests.failure", "ERROR: ", r"^ERROR: (?P<value>\w{1,200} \([\w.]{1,200}\))$"),
    phrase("tests.failure", " ... FAILED", r"^test (?P<value>[\w:]{1,200}) \.\.\. FAILED$"),
    phrase("tests.failure", "(Failed)", r"^\t +[0-9]{1,6} - (?P<value>\S{1,200}) \(Failed\)"),
    phrase("tests.failure", "not ok ", r"^not ok (?P<value>[0-9]{1,6}(?: - [^\n]{1,200})?)$"),
    phrase("tests.summary", "ok  \t", r"^ok  \t(?P<subject>\S{1,200})\t(?:\(cached\)|[0-9.]{1,9}s)", "passed",
           "package"),
    phrase("tests.summary", "FAIL\t", r"^FAIL\t(?P<subject>\S{1,200})\t[0-9.]{1,9}s", "failed", "package"),
    phrase("tests.summary", " passing (", r"^ +(?P<passed>[0-9]{1,7}) passing \([^)\n]{1,12}\)$", "passed"),
    phrase("tests.failure", "::", r"^ {1,4}- (?P<value>[\w.$]{3,200}::\w{1,200})$"),
    phrase("tests.summary", "Failing tests: ", r"^Failing tests: (?P<failed>[1-9][0-9]{0,6})$", "failed"),
    phrase("tests.summary", "Failing tests: 0", r"^Failing tests: (?P<failed>0)$", "passed"),
    phrase("tests.summary", " failing", r"^ +(?P<failed>[0-9]{1,7}) failing$", "failed"),
)  # fmt: skip


def read(output: Output) -> Iterator[Fact]:
    """Yield the end lines with their counts."""
    text = output.text
    if _UNITTEST_HINT in output.hints:
        yield from (_unittest(match) for match in _UNITTEST.finditer(text))
    if _PYTEST_HINT in output.hints:
        yield from _pytest(text)
    for hint, pattern in _SUMMARIES:
        lines = lines_with(hint, text) if hint in output.hints else ()
        yield from (_summary(match) for start, end in lines if (match := pattern.match(text, start, end)))


def _pytest(text: str) -> Iterator[Fact]:
    """Yield what the end lines of pytest say, known by the time that they give."""
    for timed in _PYTEST_TIME.finditer(text):
        start, end = text.rfind("\n", 0, timed.start()) + 1, text.find("\n", timed.end())
        for pattern in (_PYTEST, _PYTEST_QUIET):
            if match := pattern.match(text, start, end if end >= 0 else len(text)):
                yield _summary(match)


_PYTEST_HINT = " in "
_UNITTEST_HINT = "Ran "
_SUMMARIES = (
    ("Tests run: ", _JUNIT),
    ("tests finished: ", _SYMPY),
    ("Tests: ", _JEST),
    ("test result: ", _CARGO),
    ("% tests passed", _CTEST),
)


def _summary(match: re.Match[str]) -> Fact:
    groups = match.groupdict()
    if "parts" in groups:
        counts = {_NAMES[word]: Decimal(count) for count, word in _COUNT.findall(groups["parts"]) if word in _NAMES}
    else:
        counts = {name: Decimal(count) for name, count in groups.items() if count is not None}
        bad = sum((counts[name] for name in ("failed", "errors", "skipped") if name in counts), Decimal(0))
        counts = {"passed": counts["total"] - bad, **counts}
    return Fact("tests.summary", _verdict(counts), *match.span(), None, _in_order(counts))


def _unittest(match: re.Match[str]) -> Fact:
    counts = {_NAMES[name]: Decimal(count) for name, count in _UNITTEST_PART.findall(match["parts"] or "")}
    total = Decimal(match["total"])
    value = {"OK": "passed", "FAILED": "failed"}.get(match["end"], "none")
    return Fact("tests.summary", value, *match.span(), None, (("total", total), *_in_order(counts)))


def _verdict(counts: dict[str, Decimal]) -> str:
    if counts.get("failed") or counts.get("errors"):
        return "failed"
    return "passed" if counts.get("passed") else "none"


def _in_order(counts: dict[str, Decimal]) -> Figures:
    return tuple((name, counts[name]) for name in dict.fromkeys(_NAMES.values()) if name in counts)


READER = Reader(
    read,
    phrases=_PHRASES,
    words=frozenset({_PYTEST_HINT, _UNITTEST_HINT, *(hint for hint, _ in _SUMMARIES)}),
    programs=frozenset({"pytest", "py.test", "jest", "vitest", "mocha", "ctest", "tox", "nox"}),
    traits=frozenset({Trait.RUNS_TESTS}),
    anywhere=True,
    lines=one_of(
        r"=+ .{1,120} =+$",
        _PART,
        r"FAILED ",
        r"ERROR ",
        r"E   ",
        r"platform ",
        r"rootdir: ",
        r"collected [0-9]+ ",
        r"\S+\.py [.FEsxX]+",
        r"\S+\.py::\S+ (?:PASSED|FAILED|SKIPPED|ERROR)",
        r"Ran [0-9]+ tests?",
        r"OK$",
        r"(?:PASS|FAIL) ",
        r"Tests: ",
        r"Test Suites: ",
        r"test \S+ \.\.\. ",
        r"test result: ",
        r"=== RUN",
        r"--- ",
    ),
)
