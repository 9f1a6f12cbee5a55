"""How a call is named in a sentence: by its command line, or by its tool and what that was given."""

from loganalyst.model.event import Call
from loganalyst.model.report import Known, Slot
from loganalyst.narrative import phrases
from loganalyst.narrative.saying import quoted, shorten


def name_call(call: Call, limit: int) -> tuple[str, dict[str, Slot]]:
    """Return the place for a call and its slots; what stands in it is cut at the limit."""
    command = shorten(call.span, limit)
    place = quoted("command", command, call.span)
    if call.is_shell or not call.name:
        return place, {"command": command}
    tool = Known(call.name, "report:tool", is_code=True)
    return phrases.TOOL_CALL.replace("{command}", place), {"tool": tool, "command": command}
