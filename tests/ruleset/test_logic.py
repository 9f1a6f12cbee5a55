import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loganalyst.ruleset.conditions import ConditionError, parse_condition
from loganalyst.ruleset.operators import Operator, Test, decide
from loganalyst.ruleset.patterns import PatternError, compile_pattern, search
from loganalyst.ruleset.table import Answer, Field, FieldType
from loganalyst.ruleset.truth import Truth, evaluate

NO, MAYBE, UNKNOWN, YES = Truth
LETTERS = {"n": NO, "m": MAYBE, "u": UNKNOWN, "y": YES}


def field(type_: FieldType) -> Field:
    return Field("path", type_, "what it is", lambda _item, _index, _name: Answer())


@pytest.mark.parametrize(
    ("condition", "result"),
    [
        ("y and y", YES), ("y and u", UNKNOWN), ("u and u", UNKNOWN), ("n and u", NO), ("u and n", NO),
        ("y or u", YES), ("u or y", YES), ("n or u", UNKNOWN), ("n or n", NO), ("u or u", UNKNOWN),
        ("not y", NO), ("not n", YES), ("not u", UNKNOWN), ("not not n", NO),
        ("not m", UNKNOWN), ("y and m", MAYBE), ("u and m", MAYBE), ("n or m", MAYBE), ("u or m", UNKNOWN),
        ("y or n and n", YES), ("(y or n) and n", NO), ("not n and n", NO), ("not (n and n)", YES),
    ],
)  # fmt: skip
def test_conditions_have_three_values(condition: str, result: Truth) -> None:
    assert evaluate(parse_condition(condition), lambda name: LETTERS[name]) is result


@pytest.mark.parametrize("condition", ["", "y and", "and y", "y y", "(y", "y)", "y & n", "not"])
def test_a_condition_that_cannot_be_read_is_refused(condition: str) -> None:
    with pytest.raises(ConditionError):
        parse_condition(condition)


@pytest.mark.parametrize(
    ("values", "gap", "operator", "wanted", "modifier", "result"),
    [
        (("a", "b"), NO, Operator.EQUALS, ("b", "c"), "", YES),
        (("a", "b"), NO, Operator.EQUALS, ("b", "c"), "all", NO),
        (("a",), NO, Operator.EQUALS, ("b",), "lacks", YES),
        (("a",), UNKNOWN, Operator.EQUALS, ("b",), "", UNKNOWN),
        (("a",), UNKNOWN, Operator.EQUALS, ("a",), "", YES),
        (("a",), UNKNOWN, Operator.EQUALS, ("a",), "lacks", NO),
        (("a",), UNKNOWN, Operator.EQUALS, ("b",), "lacks", UNKNOWN),
        ((), MAYBE, Operator.EQUALS, ("b",), "lacks", MAYBE),
        (("abc",), NO, Operator.STARTSWITH, ("ab",), "", YES),
        (("abc",), NO, Operator.ENDSWITH, ("ab",), "", NO),
        (("abc",), NO, Operator.CONTAINS, ("b", "c"), "all", YES),
        ((), UNKNOWN, Operator.EXISTS, (False,), "", UNKNOWN),
        ((), NO, Operator.EXISTS, (False,), "", YES),
        (("10",), NO, Operator.GT, ("9",), "", YES),
        (("ten",), NO, Operator.GT, ("9",), "", NO),
    ],
)
def test_an_operator_decides_only_what_is_known(
    values: tuple[str, ...], gap: Truth, operator: Operator, wanted: tuple[str, ...], *, modifier: str, result: Truth
) -> None:
    test = Test("path", operator, wanted, field(FieldType.WORD), None, modifier == "all", modifier == "lacks")
    assert decide(test, Answer(values, gap)) is result


def test_in_a_text_all_and_lacks_look_for_pieces() -> None:
    both = Test("text|all", Operator.EQUALS, ("attached", "detached"), field(FieldType.TEXT), every=True)
    assert decide(both, Answer(("it attached and detached",))) is YES
    assert decide(both, Answer(("it attached",))) is NO
    assert decide(both, Answer(("it attached",), UNKNOWN)) is UNKNOWN
    none = Test("text|lacks", Operator.EQUALS, ("% time",), field(FieldType.TEXT), negated=True)
    assert decide(none, Answer(("% time seconds",))) is NO


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+b", r"(\w+\s*)+$", "(?:a|aa)+c", "(a?){20}b", "(?=(a+)+)b", "x*", "a|", "(?x) a", "(?s)a.b", r"a\nb", "(a"],
)
def test_an_expression_that_could_run_for_ever_or_hits_nothing_in_particular_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"build\w* (something )?from source",
        r"(?:\d{1,3}\.){3}\d+",
        "(a|b)+c",
        "a.*b.*c",
        r"(?i)oom|killed",
        r"a[^:\n]{1,9}b",
    ],
)
def test_an_expression_of_bounded_choice_is_taken(pattern: str) -> None:
    assert compile_pattern(pattern).pattern == pattern


@given(st.text(alphabet="ab\n", max_size=60))
def test_a_match_stands_in_one_line_and_its_place_is_that_in_the_whole_text(text: str) -> None:
    match, complete = search(compile_pattern("^ab+$"), text)
    assert complete
    lines = [line for line in text.split("\n") if line.strip("b") == "a" and line.startswith("ab")]
    assert (match is not None) == bool(lines)
    if match is not None:
        assert text[match.start() : match.end()] == lines[0]


@given(
    st.lists(st.text(alphabet="abkK\u212a\u0130 é\n", max_size=12), max_size=6),
    st.sampled_from(["ab+k", "(?i)abk|k b", "a(?:bk|kb){1,3}", "(?:ab|ba)k?", "(?i)ka", r"\bab\b", "[ab]k", "é b"]),
)
def test_lines_left_out_for_lack_of_a_piece_hold_no_match(lines: list[str], expression: str) -> None:
    pattern = compile_pattern(expression)
    text = "\n".join(lines)
    match, complete = search(pattern, text)
    expected = next((found for line in text.split("\n") if (found := pattern.search(line))), None)
    assert complete
    assert (match and match[0]) == (expected and expected[0])


def test_a_line_too_long_to_be_searched_leaves_the_answer_unknown() -> None:
    test = Test("text|re", Operator.RE, (compile_pattern("needle"),), field(FieldType.TEXT))
    haystack = "x" * 30_000
    assert decide(test, Answer((f"{haystack}\nneedle",))) is YES
    assert decide(test, Answer((f"{haystack}needle",))) is UNKNOWN
    assert decide(test, Answer((haystack,))) is NO


def test_hostile_lines_are_searched_in_reasonable_time() -> None:
    pattern = compile_pattern("a.*b.*c")
    start = time.process_time()
    search(pattern, "\n".join(["ab" * 400] * 20))
    assert time.process_time() - start < 10
