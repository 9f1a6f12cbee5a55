"""What a rule says of itself: on a terminal, as a page of documentation, as a row of the list."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from loganalyst.renderers._blocks import WIDTH
from loganalyst.ruleset.rule import Rule
from loganalyst.text.wrapping import fill_paragraphs, wrap_lines

MARK = "<!-- loganalyst rules docs"
"""How a page begins that was made from a rule."""
INDEX = "README.md"
_INDENT = "    "
_FENCE = re.compile(r"`{3,}")


def explanation(rule: Rule, facts: Mapping[str, str], width: int = WIDTH) -> Iterator[str]:
    """Yield a rule for people on a terminal: what, why, instead, when it says what, and its examples.

    Facts are told in their own sentences, and by their ids where they are not among those given. Prose has lines of
    ``width``; the transcripts of the examples stay as they are.
    """
    yield f"{rule.name} ({rule.pack}, {rule.status})\n{fill_paragraphs(rule.title, width)}\n"
    room = width - len(_INDENT)
    for heading, text in _explained(rule):
        yield f"\n{heading}\n{_indented(fill_paragraphs(text, room))}\n"
    says = (f"- {case.severity}, confidence {case.confidence}: {case.message}" for case in rule.cases)
    yield from _listed("Says", says, room)
    yield from _listed("May be wrong when", (f"- {text}" for text in rule.falsepositives), room)
    for heading, examples in (("Found in", rule.examples.match), ("Left alone", rule.examples.no_match)):
        yield f"\n{heading}\n"
        for example in examples:
            yield f"{_INDENT}{example.title}:\n{_indented(_indented(example.transcript))}\n"
    told = (f"- {facts[fact]} ({fact})" if fact in facts else f"- {fact}" for fact in rule.facts)
    yield from _listed("Rests on what was tried", told, room)
    yield from _listed("Further reading", (f"- {link}" for link in rule.references), room)


def pages(rules: Sequence[Rule], facts: Mapping[str, str]) -> dict[str, str]:
    """Return the text of a page for each rule, and of their index, by file name."""
    return {INDEX: "".join(index(rules))} | {f"{rule.name}.md": "".join(page(rule, facts)) for rule in rules}


def index(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield the list of the rules by pack, in Markdown, with links to their pages."""
    yield f"{MARK}: made from the rule files -->\n\n# Rules\n"
    for pack, members in groupby(sorted(rules, key=lambda rule: (rule.pack, rule.name)), key=lambda rule: rule.pack):
        yield f"\n## {pack}\n\n| rule | finds | severity | status |\n|---|---|---|---|\n"
        for rule in members:
            yield f"| [{rule.name}]({rule.name}.md) | {_cell(rule.title)} | {rule.severity} | {rule.status} |\n"


def page(rule: Rule, facts: Mapping[str, str]) -> Iterator[str]:
    """Yield a rule as a page of Markdown."""
    yield f"{MARK}: made from {rule.pack}/{rule.name}.yaml -->\n\n"
    yield f"# {rule.name}\n\n{rule.title}. Pack `{rule.pack}`, {rule.status}, since {rule.file.since}.\n"
    for heading, text in _explained(rule):
        yield f"\n## {heading}\n\n{text.strip()}\n"
    yield "\n## What it says\n\n| severity | confidence | sentence |\n|---|---|---|\n"
    yield from (f"| {case.severity} | {case.confidence} | {_cell(case.message)} |\n" for case in rule.cases)
    if rule.falsepositives:
        yield "\n## May be wrong when\n\n" + "".join(f"- {text}\n" for text in rule.falsepositives)
    for heading, examples in (("Found in", rule.examples.match), ("Left alone", rule.examples.no_match)):
        yield f"\n## {heading}\n"
        for example in examples:
            yield f"\n{example.title}:\n\n{_fenced(example.transcript.rstrip())}\n"
    if rule.facts:
        told = (f"- {facts[fact]} (`{fact}`)\n" if fact in facts else f"- `{fact}`\n" for fact in rule.facts)
        yield "\n## What was tried\n\n" + "".join(told)
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


def _listed(heading: str, items: Iterable[str], width: int) -> Iterator[str]:
    lines = [_indented(wrap_lines(" ".join(item.split()), width)) for item in items]
    if lines:
        yield f"\n{heading}\n" + "".join(f"{line}\n" for line in lines)


def _indented(text: str) -> str:
    return "\n".join(f"{_INDENT}{line}" if line else "" for line in text.rstrip().split("\n"))


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _fenced(text: str) -> str:
    """Return text as a block of code, its fence longer than any that stands inside."""
    longest = max(map(len, _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}text\n{text}\n{fence}"
