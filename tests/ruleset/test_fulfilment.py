import pytest

from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Act, Stance
from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.ruleset.fulfilment import fulfils
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


def judge(text: str, step: Command, act: Act = Act.CHECK, *, used: tuple[str, ...] = (), **more: object) -> bool:
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
    assert judge(text, step) is fulfilled


def test_a_wrapper_alone_fulfils_no_check() -> None:
    assert not judge("Let me check the memory.", SSH)


def test_a_login_is_a_test_of_ssh_only_to_the_host_that_is_meant() -> None:
    text = "Let me test SSH."
    assert judge(text, SSH)
    assert not judge(text, SSH, used=("192.0.2.7",))
    assert judge(text, SSH, used=("192.0.2.7",), subjects=(Subject("host", "192.0.2.7"),))
    assert not judge(text, SSH, subjects=(Subject("host", "192.0.2.8"),))


def test_a_step_is_carried_out_by_a_command_of_its_name_or_trait() -> None:
    assert judge("Now I install torch.", PIP, Act.STEP)
    assert judge("Let me look at torch.", PIP, Act.CHANGE, topics=("torch",))
    assert not judge("Let me install torch.", FREE, Act.STEP)


def test_an_unlisted_program_fulfils_only_what_names_it() -> None:
    assert judge("Let me check with verify-install.sh.", SCRIPT, topics=("verify-install",))
    assert not judge("Let me check:", SCRIPT)
