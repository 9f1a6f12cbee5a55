"""What a rule says of itself: on a terminal, as a page of documentation, as a row of the list."""

from collections.abc import Iterable, Iterator, Sequence

from loganalyst.ruleset.rule import Case, Rule

_INDENT = "    "


def explanation(rule: Rule) -> Iterator[str]:
    """Yield a rule for people on a terminal: what, why, instead, when it says what, and its examples."""
    yield f"{rule.name} ({rule.pack}, {rule.status})\n{rule.title}\n"
    for heading, text in _explained(rule):
        yield f"\n{heading}\n{_indented(text)}\n"
    yield "\nSays\n"
    yield from (f"{_INDENT}{case.severity}, confidence {case.confidence}: {case.message}\n" for case in rule.cases)
    yield from _listed("May be wrong when", rule.falsepositives)
    for heading, examples in (("Found in", rule.examples.match), ("Left alone", rule.examples.no_match)):
        yield f"\n{heading}\n"
        for example in examples:
            yield f"{_INDENT}{example.title}:\n{_indented(_indented(example.transcript))}\n"
    yield from _listed("Rests on the facts", rule.facts)
    yield from _listed("Further reading", rule.references)


def page(rule: Rule) -> Iterator[str]:
    """Yield a rule as a page of Markdown."""
    yield f"# {rule.name}\n\n{rule.title}. Pack `{rule.pack}`, {rule.status}, since {rule.file.since}.\n"
    for heading, text in _explained(rule):
        yield f"\n## {heading}\n\n{text.strip()}\n"
    yield "\n## What it says\n\n| severity | confidence | sentence |\n|---|---|---|\n"
    yield from (f"| {case.severity} | {case.confidence} | {_cell(case)} |\n" for case in rule.cases)
    if rule.falsepositives:
        yield "\n## May be wrong when\n\n" + "".join(f"- {text}\n" for text in rule.falsepositives)
    for heading, examples in (("Found in", rule.examples.match), ("Left alone", rule.examples.no_match)):
        yield f"\n## {heading}\n"
        for example in examples:
            yield f"\n{example.title}:\n\n```text\n{example.transcript.rstrip()}\n```\n"
    if rule.facts:
        yield "\n## Facts\n\n" + "".join(f"- `{fact}`\n" for fact in rule.facts)
    if rule.references:
        yield "\n## Further reading\n\n" + "".join(f"- <{link}>\n" for link in rule.references)


def rule_table(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield one line for each rule: pack, name, greatest severity, title."""
    width = max((len(rule.name) for rule in rules), default=0)
    for rule in sorted(rules, key=lambda rule: (rule.pack, rule.name)):
        mark = " (experimental)" if rule.status == "experimental" else ""
        yield f"{rule.pack:16} {rule.name:{width}}  {rule.severity:8} {rule.title}{mark}\n"


def rule_entries(rules: Iterable[Rule]) -> list[dict[str, object]]:
    """Return the rules as the JSON of ``rules list`` holds them."""
    return [
        {
            "name": rule.name,
            "pack": rule.pack,
            "title": rule.title,
            "status": str(rule.status),
            "severity": str(rule.severity),
            "facts": list(rule.facts),
            "references": list(rule.references),
        }
        for rule in rules
    ]


def _explained(rule: Rule) -> tuple[tuple[str, str], ...]:
    return (("What", rule.explain.what), ("Why", rule.explain.why), ("Instead", rule.explain.instead))


def _listed(heading: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield f"\n{heading}\n"
        yield from (f"{_INDENT}- {item}\n" for item in items)


def _indented(text: str) -> str:
    return "\n".join(f"{_INDENT}{line}" if line else "" for line in text.rstrip().split("\n"))


def _cell(case: Case) -> str:
    return case.message.replace("|", "\\|").replace("\n", " ")
