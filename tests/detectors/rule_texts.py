"""Rule files in pieces, so that a test shows only what it is about."""

from loganalyst.ruleset.loader import read_rule
from loganalyst.ruleset.rule import Rule

HEAD = """\
name: {name}
title: A title
status: experimental
since: 0.1.0
tags: [test]
references: []
facts: []
explain: {{what: what, why: why, instead: instead}}
"""
EXAMPLES = """\
falsepositives: []
examples:
  match:
    - {title: one, transcript: "[bash] x", expect: [{message: 1, part: call, severity: note, text: t}]}
    - {title: two, transcript: "[bash] x", expect: [{message: 1, part: call, severity: note, text: t}]}
  no_match:
    - {title: three, near_miss: true, transcript: "[bash] y"}
    - {title: four, transcript: "[bash] y"}
    - {title: five, transcript: "[bash] y"}
"""


def rule_text(body: str, name: str = "a-rule") -> str:
    """Return a whole rule file around its detection and finding."""
    return HEAD.format(name=name) + body.strip("\n") + "\n" + EXAMPLES


def rule(body: str, name: str = "a-rule") -> Rule:
    """Return the rule of such a file."""
    return read_rule(rule_text(body, name), "a-pack", f"{name}.yaml")
