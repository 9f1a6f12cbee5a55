import pytest

from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Act, Stance
from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.ruleset.fulfilment import fulfils
from loganalyst.ruleset.truth import Truth
from tests.detectors.story import Story, command

SSH = command(
    "ssh root@192.0.2.7 x",
    role=CommandRole.WRAPPER,
    traits=frozenset({Trait.TRANSPORT}),
    subjects=(Subject("host", "192.0.2.7"),),
)
STATUS = command(
    "pct status 100",
    role=CommandRole.PROBE,
    traits=frozenset({Trait.SHOWS_SERVICE_STATUS}),
    subjects=(Subject("container", "100"),),
)
START = command("pct start 100", role=CommandRole.INTERVENTION, traits=frozenset({Trait.STARTS_SERVICE}))
CURL = command("curl http://localhost:8000/health", role=CommandRole.PROBE, traits=frozenset({Trait.REQUESTS_URL}))
PYTEST = command("pytest -q", traits=frozenset({Trait.RUNS_TESTS}), role=CommandRole.LAUNCH)
FREE = command("free -h", role=CommandRole.PROBE, traits=frozenset({Trait.SHOWS_MEMORY_STOCK}))
ECHO = command("echo memory", role=CommandRole.PLUMBING)
PIP = command("pip install torch", role=CommandRole.INTERVENTION, traits=frozenset({Trait.INSTALLS_PACKAGES}))
SCRIPT = command("./verify-install.sh")


def judge(text: str, step: Command, act: Act = Act.CHECK, *, used: tuple[str, ...] = (), **more: object) -> Truth:
    story = Story().say(text).claim(text, stance=Stance.INTENDED, act=act, about_call=None, **more).run(step)
    return fulfils(story.claims[0], story.commands[0], frozenset(used))


@pytest.mark.parametrize(
    ("text", "step", "fulfilled"),
    [
        ("Let me check the memory.", FREE, True),
        ("Let me check the memory.", STATUS, False),
        ("Let me check the memory.", ECHO, False),
        ("Let me check:", FREE, True),
        ("Let me check:", PIP, False),
        ("Now run the tests to verify.", PYTEST, True),
        ("I'll check that the server is up.", CURL, True),
        ("Let me start the container and test SSH:", STATUS, False),
        ("Let me start the container and test SSH:", START, False),
        ("Let me check whether the container runs:", STATUS, True),
    ],
)
def test_a_check_is_carried_out_by_a_look_at_what_is_named(text: str, step: Command, *, fulfilled: bool) -> None:
    assert judge(text, step) is (Truth.YES if fulfilled else Truth.NO)


def test_a_wrapper_alone_fulfils_no_check() -> None:
    assert not judge("Let me check the memory.", SSH)


def test_a_login_is_a_test_of_ssh_only_to_the_host_that_is_meant() -> None:
    text = "Let me test SSH."
    assert judge(text, SSH) is Truth.YES
    assert not judge(text, SSH, used=("192.0.2.7",))
    assert judge(text, SSH, used=("192.0.2.7",), subjects=(Subject("host", "192.0.2.7"),))
    assert not judge(text, SSH, subjects=(Subject("host", "192.0.2.8"),))


def test_a_step_is_carried_out_by_a_command_of_its_name_or_trait() -> None:
    assert judge("Now I install torch.", PIP, Act.STEP)
    assert judge("Let me look at torch.", PIP, Act.CHANGE, topics=("torch",))
    assert not judge("Let me install torch.", FREE, Act.STEP)


def test_an_unlisted_program_fulfils_what_names_it_and_may_fulfil_the_rest() -> None:
    assert judge("Let me check with verify-install.sh.", SCRIPT) is Truth.YES
    assert judge("Let me check the memory:", SCRIPT) is Truth.MAYBE


def test_a_word_counts_in_all_its_forms() -> None:
    step = command("train.py", role=CommandRole.LAUNCH)
    assert judge("Let me look at the training.", step, topics=("training",)) is Truth.NO
    assert judge("Now I begin the training.", step, Act.STEP, topics=("training",)) is Truth.YES
    assert judge("Now I begin the trial.", step, Act.STEP, topics=("trial",)) is Truth.MAYBE


def test_another_tool_may_carry_out_anything_but_an_edit_checks_nothing() -> None:
    text = "Let me check the settings."
    story = Story().say(text).claim(text, stance=Stance.INTENDED, act=Act.CHECK, topics=("settings",))
    story.run(command("x"), is_shell=False, text='{"file": "settings.py"}')
    story.run(command("x"), is_shell=False, text='{"file": "other.py"}')
    story.run(command("x"), is_shell=False, text='{"file": "settings.py"}', changes_file=True)
    assert [fulfils(story.claims[0], call) for call in story.calls] == [Truth.YES, Truth.MAYBE, Truth.NO]


@pytest.mark.parametrize("torn", ["]}", "}", "-c code"])
def test_what_can_be_no_program_carries_out_nothing(torn: str) -> None:
    assert judge("Let me check the memory:", command(torn)) is Truth.NO
