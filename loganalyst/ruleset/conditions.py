"""The line that joins selectors: names with `and`, `or`, `not` and parentheses."""

import re

from loganalyst.ruleset.truth import AllOf, AnyOf, Clause, Leaf, Not

_TOKEN = re.compile(r"\s*(?:(?P<word>[A-Za-z_][A-Za-z0-9_]*)|(?P<sign>[()]))", re.ASCII)


class ConditionError(ValueError):
    """A condition that cannot be read; its text says why."""


def parse_condition(text: str) -> Clause[str]:
    """Return the tree of a condition, with selector names as leaves; `not` binds closest, then `and`, then `or`."""
    tokens = _tokens(text)
    tree = _any_of(tokens)
    if tokens:
        raise ConditionError(f"'{tokens[0]}' is not expected here")
    return tree


def _tokens(text: str) -> list[str]:
    """Return the words and parentheses of a condition."""
    tokens, end = [], 0
    stripped = text.rstrip()
    while end < len(stripped):
        match = _TOKEN.match(stripped, end)
        if match is None:
            raise ConditionError(f"'{stripped[end:].strip()[0]}' has no meaning in a condition")
        tokens.append(match["word"] or match["sign"])
        end = match.end()
    return tokens


def _any_of(tokens: list[str]) -> Clause[str]:
    parts = [_all_of(tokens)]
    while tokens[:1] == ["or"]:
        del tokens[0]
        parts.append(_all_of(tokens))
    return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))


def _all_of(tokens: list[str]) -> Clause[str]:
    parts = [_one(tokens)]
    while tokens[:1] == ["and"]:
        del tokens[0]
        parts.append(_one(tokens))
    return parts[0] if len(parts) == 1 else AllOf(tuple(parts))


def _one(tokens: list[str]) -> Clause[str]:
    if not tokens:
        raise ConditionError("a selector's name is missing at the end")
    token = tokens.pop(0)
    if token == "not":  # noqa: S105 -- a word of the language, no secret
        return Not(_one(tokens))
    if token == "(":  # noqa: S105 -- likewise
        inner = _any_of(tokens)
        if tokens[:1] != [")"]:
            raise ConditionError("a parenthesis is not closed")
        del tokens[0]
        return inner
    if token in {"and", "or", ")"}:
        raise ConditionError(f"'{token}' is not expected here")
    return Leaf(token)
