"""Text made to be hard for one regular expression: what it wants, one repetition pumped up, and an end that fails."""

import re
from collections.abc import Iterator
from re import _constants as codes  # type: ignore[attr-defined]  # the parse tree has no public name
from re import _parser  # type: ignore[attr-defined]  # likewise

REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
GROUPS = (codes.BRANCH, codes.SUBPATTERN, codes.ATOMIC_GROUP)
MANY = 10
"""A repetition of at most so many rounds is not pumped."""
WRONG_END = "\x01"
SAMPLES = {
    codes.CATEGORY_DIGIT: "7",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_WORD: "a",
    codes.CATEGORY_NOT_DIGIT: "a",
    codes.CATEGORY_NOT_SPACE: "a",
    codes.CATEGORY_NOT_WORD: "-",
}
PROBES = "a7 -/._:=\"'%A"
Tree = list[tuple[int, object]]


def attacks(pattern: re.Pattern[str], length: int) -> Iterator[str]:
    """Yield texts of about a length: plain runs, and for each long repetition its own food behind what leads to it."""
    yield from (text * (length // len(text)) for text in ("a", " ", "a ", "7", "/a", "a=", "-"))
    tree = list(_parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE | re.ASCII))
    for before, food in pumps(tree, ""):
        rounds = max(1, (length - len(before)) // max(1, len(food)))
        yield before + food * rounds + WRONG_END
        whole = before + food
        yield whole * max(1, length // max(1, len(whole))) + WRONG_END


def pumps(tree: Tree, before: str) -> Iterator[tuple[str, str]]:
    """Yield what leads to each long repetition, and what it feeds on."""
    for operator, argument in tree:
        if operator in REPEATS and isinstance(argument, tuple):
            _, most, body = argument
            if (food := sample(list(body))) and (most is codes.MAXREPEAT or most > MANY):
                yield before, food
        for inner in parts(argument):
            yield from pumps(inner, before)
        before += sample([(operator, argument)])


def parts(argument: object) -> Iterator[Tree]:
    """Yield the trees directly below a node."""
    if isinstance(argument, _parser.SubPattern):
        yield list(argument)
    elif isinstance(argument, tuple | list):
        for item in argument:
            yield from parts(item)


def sample(tree: Tree) -> str:
    """Return a short text that a tree accepts, or nearly."""
    return "".join(_one(operator, argument) for operator, argument in tree)


def _one(operator: int, argument: object) -> str:
    match argument:
        case int() if operator is codes.LITERAL:
            return chr(argument)
        case int() if operator is codes.NOT_LITERAL:
            return "b" if argument == ord("a") else "a"
        case list() if operator is codes.IN:
            return _member(argument)
        case (int() as least, _, _parser.SubPattern() as body) if operator in REPEATS:
            return sample(list(body)) * least
    inner = next(parts(argument), []) if operator in GROUPS else []
    return "a" if operator is codes.ANY else sample(inner)


def _member(members: list[tuple[int, object]]) -> str:
    """Return a character of a class."""
    if members[0][0] is codes.NEGATE:
        return next((one for one in PROBES if not any(_has(item, one) for item in members[1:])), "~")
    operator, argument = members[0]
    if operator is codes.RANGE and isinstance(argument, tuple):
        return chr(argument[0])
    if operator is codes.CATEGORY:
        return SAMPLES.get(argument, "a")
    return chr(argument) if isinstance(argument, int) else "a"


def _has(item: tuple[int, object], one: str) -> bool:
    """Tell whether an item of a class has a character."""
    operator, argument = item
    if operator is codes.RANGE and isinstance(argument, tuple):
        return bool(argument[0] <= ord(one) <= argument[1])
    if operator is codes.CATEGORY:
        expressions = {
            codes.CATEGORY_DIGIT: r"\d",
            codes.CATEGORY_SPACE: r"\s",
            codes.CATEGORY_WORD: r"\w",
            codes.CATEGORY_NOT_DIGIT: r"\D",
            codes.CATEGORY_NOT_SPACE: r"\S",
            codes.CATEGORY_NOT_WORD: r"\W",
        }
        return re.match(expressions[argument], one) is not None
    return argument == ord(one)
