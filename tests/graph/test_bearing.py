"""A link says that one thing shows another only where the log shows it of that very thing."""

import pytest

from loganalyst.graph.walk import Walk
from loganalyst.model.graph import Edge, EdgeKind, NodeKind
from tests.graph.told import analysis_of, walk_of

TOLD = {EdgeKind.SUPPORTS, EdgeKind.CONTRADICTS}


def told_of_claims(walk: Walk) -> list[Edge]:
    claims = {node.id for node in walk.graph.nodes if node.kind is NodeKind.CLAIM}
    return [edge for edge in walk.graph.edges if edge.kind in TOLD and edge.target in claims]


def session(command: str, printed: str, words: str) -> str:
    return f"[assistant] Now:\n[bash] {command}\n[result exit=0]\n{printed}\n[assistant] {words}\n"


@pytest.mark.parametrize(
    ("command", "printed", "words"),
    [
        ("apt-get install -y nginx", "Setting up nginx (1.24.0) ...", "nginx is installed."),
        ("npm run build", "done in 7 s", "The build completed successfully."),
        ("git push origin main", "3f1..9a2  main -> main", "The branch is pushed."),
        ("ctl status", "Daemon is not running", "Daemon is not running"),
    ],
)
def test_what_a_sentence_reports_supports_it(command: str, printed: str, words: str) -> None:
    walk = walk_of(analysis_of(session(command, printed, words)))
    assert [edge.kind for edge in told_of_claims(walk)][:1] == [EdgeKind.SUPPORTS]


@pytest.mark.parametrize(
    ("command", "printed", "words"),
    [
        (
            "git remote -v",
            "origin https://host.example/a.git (fetch)",
            "Git forgets the `origin` shortcut immediately.",
        ),
        ("git add README.md", "", "The scanner is a web application built with Flask."),
        ("git commit -m 'first steps'", "[main 41ef1a5] first steps", "I have successfully built the application."),
        ("mkdir -p src/pages", "", "I'm writing the page in `src/pages` now."),
    ],
)
def test_a_shared_word_is_no_support(command: str, printed: str, words: str) -> None:
    assert told_of_claims(walk_of(analysis_of(session(command, printed, words)))) == []


RIVALS = """[assistant] The module:
[bash] python3 app.py
[result exit=1]
ModuleNotFoundError: No module named 'cv2'
[assistant] Where is it?
[bash] {probe}
[result exit=0]
{printed}
"""


def guesses_led_to(text: str) -> list[str]:
    walk = walk_of(analysis_of(text))
    edges = (edge for edge in walk.graph.edges if walk.nodes[edge.source].kind is NodeKind.SYMPTOM)
    return [walk.nodes[edge.target].label for edge in edges if edge.kind is EdgeKind.PROMPTED_BY]


def test_an_explanation_that_nobody_voiced_is_linked_where_a_probe_tells_of_it() -> None:
    shown = RIVALS.format(probe="pip show opencv-python", printed="Name: opencv-python\nVersion: 4.9")
    assert guesses_led_to(shown) == ["it was not installed"]


def test_an_explanation_that_nobody_voiced_nor_any_probe_tells_of_is_not_linked() -> None:
    assert guesses_led_to(RIVALS.format(probe="ls", printed="app.py")) == []


def test_a_probe_that_the_shell_did_not_find_tells_of_nothing() -> None:
    assert guesses_led_to(RIVALS.format(probe="pip list", printed="bash: line 1: pip: command not found")) == []


READ = """[assistant] The file:
[bash] sed -n '1,40p' gen/gen.py
[result exit=0]
import sys
{edit}[assistant] The rest:
[bash] sed -n '40,80p' gen/gen.py
[result exit=0]
main()
"""
EDIT = """[assistant] A change:
[bash] sed -i s/a/b/ gen/gen.py
[result exit=0]
"""


@pytest.mark.parametrize(("edit", "last"), [("", 1), (EDIT, 2)])
def test_a_step_follows_up_the_last_one_on_its_file(edit: str, last: int) -> None:
    walk = walk_of(analysis_of(READ.format(edit=edit)))
    (step,) = [node for node in walk.in_message(last + 1) if node.kind is NodeKind.PROBE]
    steps = [walk.nodes[edge.source] for edge in walk.incoming[step.id]]
    assert {node.message_index for node in steps} == {last}
