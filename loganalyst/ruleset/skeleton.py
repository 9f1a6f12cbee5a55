"""A first rule file, for authors to write their own over."""

import re

from loganalyst.errors import ConfigError
from loganalyst.ruleset.files import NOT_PACKS
from loganalyst.ruleset.schema import KEBAB

_TEXT = """\
name: NAME
title: TITLE
status: experimental              # until it has fired outside its own examples
since: SINCE
tags: [PACK]
# references: [https://…]         # documentation that bears it out
# facts: [fact-id]                # what was tried, and bounds the words below
explain:
  what: |
    A probe printed nothing while its errors were hidden, and that was read as absence.
  why: |
    What could not be looked at leaves the same silence as what is not there.
  instead: |
    Let the errors be seen: `ls /srv/data`.
detection:                        # the first selector is the trigger; docs/rules.md has every field
  probe: {kind: command, role: probe, errors_hidden: true, status_tested: false, printed: false}
  conclusion:
    kind: claim
    after: probe
    within: {assistant_messages: 3}
    speaker: assistant
    polarity: absent
    same: {subject: probe}
  condition: probe and conclusion
finding:
  at: probe
  also: [{conclusion: the conclusion that was drawn}]
  cases:                          # the first that holds; the last has no `when`
    - when: {conclusion.stance: asserted}
      severity: warning
      confidence: high
      message: "`{probe.program}` printed nothing, and its errors were hidden; that was read as absence."
    - severity: note
      confidence: medium
      message: "`{probe.program}` printed nothing, and its errors were hidden."
falsepositives:
  - The error that was hidden could only be the absence itself.
examples:
  match:
    - title: said as a fact
      transcript: |
        [bash] ls /srv/data 2>/dev/null
        [result]
        [assistant] /srv/data does not exist.
      expect:
        - message: 1
          part: call
          severity: warning
          text: "`ls` printed nothing, and its errors were hidden; that was read as absence."
    - title: said as a guess
      transcript: |
        [bash] ls /srv/data 2>/dev/null
        [result]
        [assistant] /srv/data may be absent.
      expect:
        - {message: 1, part: call, severity: note, text: "`ls` printed nothing, and its errors were hidden."}
  no_match:
    - title: the errors are seen
      near_miss: true             # differs from a match in one respect
      transcript: |
        [bash] ls /srv/data
        [result]
        [assistant] /srv/data does not exist.
    - title: nothing is concluded
      transcript: |
        [bash] ls /srv/data 2>/dev/null
        [result]
        [assistant] I look at the service instead.
    - title: something was printed
      transcript: |
        [bash] ls /srv/data 2>/dev/null
        [result]
        a.log
        [assistant] /srv/data does not exist.
"""


def write_skeleton(pack: str, name: str, since: str) -> str:
    """Return the YAML of a rule that loads and lives up to its examples, with a name of the author's choice.

    ``since`` is the version that brings the rule. Raise ConfigError where pack or name is no name of words in small
    letters joined by dashes, or the pack is a folder that holds no rules.
    """
    for word in (pack, name):
        if not re.match(KEBAB, word):
            raise ConfigError(
                f"'{word}' is no name", hint="small letters, digits and single dashes, such as lost-signal"
            )
    if pack in NOT_PACKS:
        raise ConfigError(f"'{pack}' holds no rules", hint="choose another pack")
    title = name.replace("-", " ").capitalize()
    words = {"NAME": name, "TITLE": title, "SINCE": since, "PACK": pack}
    return re.sub("|".join(words), lambda found: words[found[0]], _TEXT)
