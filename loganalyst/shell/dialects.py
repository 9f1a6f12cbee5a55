"""Lines that are no POSIX shell although a shell tool ran them, told by marks that bash does not know."""

import re

_COMMAND_POSITION = r"(?:^|[;|{(\n])\s{0,40}"
_VERBS = (
    "Add|Clear|Compress|ConvertFrom|ConvertTo|Copy|Expand|Export|ForEach|Format|Get|Import|Invoke|Join|Measure|Move|New|"
    "Out|Read|Remove|Rename|Resolve|Select|Set|Sort|Split|Start|Stop|Test|Where|Write"
)
"""Approved verbs of cmdlets (learn.microsoft.com, "Approved Verbs for PowerShell Commands")."""
_MARKS = re.compile(rf"{_COMMAND_POSITION}(?:(?:{_VERBS})-[A-Z][A-Za-z]+\b|\$[A-Za-z_]\w{{0,60}}\s{{0,4}}=[^=~])")


def is_powershell(text: str) -> bool:
    """Tell whether a line is PowerShell: a cmdlet, or an assignment to ``$name``, stands where a command would.

    Here-documents of a shell are not looked into, as they may well hold such a script.
    """
    return _MARKS.search(text.partition("<<")[0]) is not None
