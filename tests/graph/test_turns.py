"""From an answer to the next step: what the words before it or the command itself say, and nothing else."""

import json

import pytest

from loganalyst.graph.walk import Walk
from loganalyst.model.graph import Edge, EdgeKind, NodeKind
from tests.graph.told import analysis_of, find_edges, walk_of

RUN = """[assistant] The script:
[bash] python3 check.py
[result exit={status}]
{printed}
[assistant] {words}
[bash] cat setup.cfg
[result exit=0]
[metadata]
"""
AGAIN = """[assistant] First a run:
[bash] python3 check.py
[result exit=1]
AssertionError: 3 != 4
[assistant] {between}
[bash] {change}
[result exit=0]
[assistant] Once more:
[bash] python3 check.py
[result exit=0]
all 4 right
"""


def between(walk: Walk, first: int, later: int) -> list[Edge]:
    """Return the edges from the nodes of one message to those of another."""
    targets = {node.id for node in walk.in_message(later)}
    return [edge for node in walk.in_message(first) for edge in walk.outgoing[node.id] if edge.target in targets]


def kinds(walk: Walk, first: int, later: int) -> set[EdgeKind]:
    steps = (NodeKind.PROBE, NodeKind.INTERVENTION)
    return {edge.kind for edge in between(walk, first, later) if walk.nodes[edge.target].kind in steps}


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("It still fails.", EdgeKind.PROMPTED_BY),
        ("The check did not pass.", EdgeKind.PROMPTED_BY),
        ("Let me try a different approach.", EdgeKind.PROMPTED_BY),
        ("The output looks good.", EdgeKind.FOLLOWS_UP),
    ],
)
def test_words_on_an_answer_lead_to_the_step_after_them(words: str, kind: EdgeKind) -> None:
    walk = walk_of(analysis_of(RUN.format(status=1, printed="no such thing", words=words)))
    spoken = [edge for edge in between(walk, 1, 2) if "words" in edge.because]
    assert {edge.kind for edge in spoken} == {kind}
    (edge,) = spoken
    way = [on.kind for on in walk.outgoing[edge.target] if walk.nodes[on.target].label == "cat setup.cfg"]
    assert words in edge.because or (walk.nodes[edge.target].label, way) == (words, [kind])


def test_words_of_the_next_step_alone_are_no_link() -> None:
    walk = walk_of(analysis_of(RUN.format(status=0, printed="done", words="Now the settings:")))
    assert kinds(walk, 1, 2) == set()


def test_a_change_leads_to_the_command_that_ran_before_it_and_runs_again() -> None:
    walk = walk_of(analysis_of(AGAIN.format(between="So:", change="sed -i s/3/4/ check.cfg")))
    (edge,) = find_edges(walk, (2, NodeKind.INTERVENTION, EdgeKind.PROMPTED_BY, 3, NodeKind.INTERVENTION))
    assert "ran before this change" in edge.because


def test_a_look_does_not_lead_to_the_command_that_runs_again() -> None:
    walk = walk_of(analysis_of(AGAIN.format(between="So:", change="cat check.cfg")))
    assert between(walk, 2, 3) == []


def searches(*words: str) -> str:
    """Return a session in which a tool that is no shell is called with some words, and finds nothing."""
    messages: list[dict[str, object]] = [{"role": "user", "content": "find it"}]
    for number, word in enumerate(words):
        function = {"name": "search", "arguments": json.dumps({"words": word})}
        call = {"id": f"c{number}", "type": "function", "function": function}
        messages.append({"role": "assistant", "content": "", "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": "no match"})
    return json.dumps(messages)


def test_the_same_call_of_a_tool_again_is_a_retry() -> None:
    walk = walk_of(analysis_of(searches("one two", "one two"), "session.json"))
    assert kinds(walk, 2, 3) == {EdgeKind.RETRIES}


def test_another_call_of_a_tool_that_answered_is_no_retry() -> None:
    walk = walk_of(analysis_of(searches("one two", "three"), "session.json"))
    assert kinds(walk, 2, 3) == set()


@pytest.mark.parametrize(("name", "linked"), [("gateway.toml", True), ("other.toml", False)])
def test_a_step_that_names_what_the_answer_before_it_shows_again_follows_it(name: str, *, linked: bool) -> None:
    look = "[assistant] A look:\n[bash] ls {0}\n[result exit=0]\ngateway.toml\n"
    walk = walk_of(analysis_of(look.format("a") + look.format("b") + f"[assistant] So:\n[bash] cat b/{name}\n"))
    assert any("as the answer before it does" in edge.because for edge in between(walk, 2, 3)) is linked
