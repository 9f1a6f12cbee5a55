"""How calls and commands ended."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from loganalyst.model.event import Events
from loganalyst.model.outcome import LimitedBy, OutcomeKind

Derive = Callable[[str], Events]


@pytest.mark.parametrize(
    ("text", "kind", "status", "layer"),
    [
        ("[bash] free -h\n[result exit=0]\nMem: 1", OutcomeKind.OK, 0, None),
        ("[bash] free -h\n[result exit=1]\nno", OutcomeKind.FAILED, 1, None),
        ("[bash] free -h", OutcomeKind.MISSING, None, None),
        ("[bash] free -h\n[result]", OutcomeKind.SILENT, None, None),
        ("[bash] free -h\nMem: 1", OutcomeKind.UNKNOWN, None, None),
        ("[bash] make\n[result exit=137]\nKilled", OutcomeKind.KILLED, 137, None),
        ("[bash] make\n[result exit=139]", OutcomeKind.KILLED, 139, None),
        ("[bash] make\n[result exit=124]", OutcomeKind.FAILED, 124, None),
        ("[bash] timeout 5 make\n[result exit=124]", OutcomeKind.TIMED_OUT, 124, LimitedBy.COMMAND),
        ("[bash] timeout 5 make\n[result exit=137]", OutcomeKind.KILLED, 137, None),
        ("[bash] timeout -k 1 5 make\n[result exit=137]", OutcomeKind.KILLED, 137, LimitedBy.COMMAND),
        ("[bash] ssh h free\n[result exit=255]\nPermission denied", OutcomeKind.FAILED, 255, None),
        (
            "[bash] ssh -o ConnectTimeout=8 h free\n[result exit=255]\nssh: connect to host h: Connection timed out",
            OutcomeKind.TIMED_OUT,
            255,
            LimitedBy.SSH,
        ),
        ("[bash] curl -m 3 http://h/\n[result exit=28]", OutcomeKind.TIMED_OUT, 28, LimitedBy.CLIENT),
        ("[bash] make\n[result limit=10s by=tool timed-out]", OutcomeKind.TIMED_OUT, None, LimitedBy.TOOL),
        ("[bash] make\n[result cancelled]", OutcomeKind.CANCELLED, None, None),
        ("[bash] make\n[result refused]", OutcomeKind.REFUSED, None, None),
        ("[bash] make\n[result background]", OutcomeKind.RUNNING, None, None),
        ('[bash] make; echo "rc=$?"\nrc=2', OutcomeKind.FAILED, 2, None),
        ("[bash] cat log\nrc=2", OutcomeKind.UNKNOWN, None, None),
    ],
)
def test_the_outcome_of_a_call(
    derive: Derive, text: str, kind: OutcomeKind, status: int | None, layer: LimitedBy | None
) -> None:
    outcome = derive(f"[assistant] x\n{text}\n").calls[0].outcome
    assert (outcome.kind, outcome.exit_status, outcome.limited_by) == (kind, status, layer)


def test_the_limit_of_timeout_is_read_from_the_command(derive: Derive) -> None:
    outcome = derive("[bash] timeout 90 make\n[result exit=124]\n").calls[0].outcome
    assert outcome.limit == Decimal(90)


def test_a_difference_of_stamps_is_marked_and_a_recorded_duration_goes_before_it(derive: Derive) -> None:
    recorded = derive("[bash] make\n[result took=7s]\n").calls[0].outcome
    assert (recorded.duration, recorded.duration_derived) == (Decimal(7), False)


def test_a_skipped_command_did_not_run(derive: Derive) -> None:
    events = derive("[bash] ls /a && echo there || echo none\nnone\n")
    assert [(c.outcome.kind, c.outcome.reason, c.printed) for c in events.commands[1:]] == [
        (OutcomeKind.MISSING, "not_run", False),
        (OutcomeKind.OK, None, True),
    ]
    assert events.commands[0].outcome.kind is OutcomeKind.FAILED


def test_a_command_that_a_limit_cut_is_timed_out_through_its_wrapper_and_pipe(derive: Derive) -> None:
    events = derive(
        "[bash timeout=300s] ssh h 'uv pip install x 2>&1 | tail -5'\n[result limit=300s by=tool timed-out]\n"
    )
    kinds = {event.command.program: event.outcome.kind for event in events.commands}
    assert kinds["uv"] is OutcomeKind.TIMED_OUT
    assert kinds["ssh"] is OutcomeKind.TIMED_OUT


def test_output_shows_which_link_of_a_chain_failed(derive: Derive) -> None:
    events = derive("[bash] cd /x && foo t.py\n[result exit=1]\nTraceback\n")
    assert [(one.outcome.kind, one.outcome.exit_status) for one in events.commands] == [
        (OutcomeKind.OK, None),
        (OutcomeKind.FAILED, 1),
    ]


def test_the_shell_of_a_loop_was_running_when_the_limit_came(derive: Derive) -> None:
    events = derive("[bash] ssh h 'while pgrep x; do sleep 1; done; echo end'\n[result limit=10s by=tool timed-out]\n")
    assert events.commands[0].outcome.kind is OutcomeKind.TIMED_OUT


def test_a_failed_chain_blames_no_link_of_its_own_accord(derive: Derive) -> None:
    events = derive("[bash] ls /a && foo && bar\n[result exit=1]\n")
    assert {event.outcome.kind for event in events.commands} == {OutcomeKind.SILENT}
    whole = derive("[bash] ls /a && foo && bar\n[result exit=0]\n")
    assert {event.outcome.kind for event in whole.commands} == {OutcomeKind.OK}
    hosts = derive("[bash] ssh h foo && ssh g bar\n[result exit=1]\n")
    assert OutcomeKind.FAILED not in {event.outcome.kind for event in hosts.commands}


def test_a_wrapper_was_running_whichever_command_in_it_was(derive: Derive) -> None:
    events = derive("[bash] ssh h 'foo; bar; echo done'\n[result limit=10s by=tool timed-out]\n")
    kinds = {event.command.program: event.outcome.kind for event in events.commands}
    assert kinds == {
        "ssh": OutcomeKind.TIMED_OUT,
        "foo": OutcomeKind.UNKNOWN,
        "bar": OutcomeKind.UNKNOWN,
        "echo": OutcomeKind.UNKNOWN,
    }


def test_the_status_of_a_connection_is_not_that_of_the_command_behind_it(derive: Derive) -> None:
    broken = derive("[bash] ssh h 'pkill -f x; echo killed'\n[result exit=255]\n")
    assert [event.outcome.kind for event in broken.commands] == [
        OutcomeKind.FAILED,
        OutcomeKind.SILENT,
        OutcomeKind.SILENT,
    ]
    never = derive("[bash] ssh h free\n[result exit=255]\nssh: connect to host h: Connection timed out\n")
    assert [(event.outcome.kind, event.outcome.reason) for event in never.commands] == [
        (OutcomeKind.TIMED_OUT, None),
        (OutcomeKind.MISSING, "not_reached"),
    ]


def test_the_notice_of_a_call_broken_off_is_no_output(derive: Derive) -> None:
    events = derive("[bash] free -h\n[result cancelled]\nTool execution aborted\n")
    assert events.commands[0].printed is None


def test_a_printed_marker_shows_that_what_is_before_it_had_ended(derive: Derive) -> None:
    events = derive("[bash] ls /a; echo begin; make\n[result limit=10s by=tool timed-out]\nbegin\n")
    kinds = [event.outcome.kind for event in events.commands]
    assert kinds == [OutcomeKind.UNKNOWN, OutcomeKind.OK, OutcomeKind.TIMED_OUT]


def test_a_tool_limit_is_given_or_shown_and_never_assumed(derive: Derive) -> None:
    events = derive(
        "[msg 1] [assistant]\n[bash] make\n"
        "[msg 2] [assistant]\n[bash] make\n[result limit=10s by=tool timed-out]\n"
        "[msg 3] [assistant]\n[bash] ssh -o ConnectTimeout=30 h free\n"
        "[msg 4] [assistant]\n[bash timeout=60s] make\n"
        "[msg 5] [assistant]\n[bash] make\n[result took=40s]\nok\n"
        "[msg 6] [assistant]\n[bash] make\nok\n"
    )
    assert [(limit.place.message, limit.seconds, limit.source, limit.fired) for limit in events.limits] == [
        (2, Decimal(10), "shown", True),
        (3, Decimal(10), "shown", False),
        (4, Decimal(60), "given", False),
    ]


def test_a_late_result_is_ordered_by_its_own_record(derive: Derive) -> None:
    events = derive(
        "[msg 1] [assistant]\n[bash id=a] make\n[msg 2] [assistant] It is still building.\n"
        "[result of=a exit=0]\nbuilt\n[msg 3] [assistant] It is done.\n"
    )
    (result,) = events.results
    first, second = events.claims
    assert result.place.message == 1
    assert result.arrived == 2
    assert first.place.order < result.place.order < second.place.order
    assert first.about_call is None or first.about_call == 0
    assert second.about_call == 0


def test_turns_count_the_messages_of_the_assistant(derive: Derive) -> None:
    events = derive("[user] Go.\n[assistant] One.\n[user] On.\n[assistant] Two.\n")
    assert [message.place.turn for message in events.messages] == [0, 1, 1, 2]
