"""A link says that one thing shows another only where the log shows it of that very thing."""

import pytest

from loganalyst.graph.walk import Walk
from loganalyst.model.graph import Edge, EdgeKind, NodeKind
from loganalyst.model.limits import KILL_LOOK_MESSAGES
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
        ("npm run build", "done in 7 s", "The page is written and we are about to build it successfully."),
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


RUN = "[assistant] Now:\n[bash] {command}\n[result exit={status}]\n{printed}\n"


def kinds_between(text: str, source: str, target: str) -> set[EdgeKind]:
    """Return how the steps that begin with some words are joined."""
    walk = walk_of(analysis_of(text))
    ends = ((walk.nodes[edge.source].label, walk.nodes[edge.target].label, edge.kind) for edge in walk.graph.edges)
    return {kind for first, second, kind in ends if first.startswith(source) and second.startswith(target)}


@pytest.mark.parametrize(("status", "refines"), [(1, True), (0, False)])
def test_only_what_went_wrong_is_done_again_changed(status: int, *, refines: bool) -> None:
    first = RUN.format(command="pip install torch==2.0", status=status, printed="Collecting torch")
    later = RUN.format(command="pip install torch --no-cache-dir", status=0, printed="Successfully installed torch")
    kinds = kinds_between(first + later, "pip install torch==", "pip install torch --no")
    assert (EdgeKind.REFINES in kinds) is refines


@pytest.mark.parametrize(("status", "undone"), [(0, True), (1, False)])
def test_an_undo_that_the_shell_never_came_to_undoes_nothing(status: int, *, undone: bool) -> None:
    text = RUN.format(command="touch /opt/probe && rm /opt/probe", status=status, printed="")
    assert (EdgeKind.SUPERSEDES in kinds_between(text, "touch", "rm")) is undone


@pytest.mark.parametrize(("between", "joined"), [("", True), ("python3 watch.py http://localhost:8000/ping", False)])
def test_a_step_that_another_program_took_since_is_the_last_one(between: str, *, joined: bool) -> None:
    look = RUN.format(command="curl http://localhost:8000/ping", status=0, printed="pong")
    other = RUN.format(command=between, status=0, printed="") if between else ""
    again = RUN.format(command="curl -s -m 5 http://localhost:8000/ping", status=0, printed="pong")
    kinds = kinds_between(look + other + again, "curl http", "curl -s")
    assert (EdgeKind.FOLLOWS_UP in kinds) is joined


KILLED = (
    "[assistant] One:\n[bash] pkill -x worker\n[result exit=0]\n{between}[assistant] Two:\n[bash] {then}\n[result]\n"
)
STEP = "[assistant] And:\n[bash] {0}\n[result exit=0]\n"
NOTHING_BETWEEN = STEP.format("date")


@pytest.mark.parametrize(
    ("between", "joined"),
    [
        (NOTHING_BETWEEN, True),
        (NOTHING_BETWEEN * (KILL_LOOK_MESSAGES + 1), False),
        (STEP.format("npm start &"), False),
        (STEP.format("nohup ./serve.sh > a.log 2>&1 &"), False),
    ],
    ids=["soon", "late", "started", "a script started"],
)
def test_a_process_is_taken_for_the_one_of_before_only_soon_and_with_nothing_started_since(
    between: str, *, joined: bool
) -> None:
    for then, why in (("pgrep -x worker", "last step before it"), ("pkill -9 -x worker", "same targets again")):
        walk = walk_of(analysis_of(KILLED.format(between=between, then=then)))
        assert any(why in edge.because for edge in walk.graph.edges) is joined
