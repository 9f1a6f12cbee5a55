"""A walk through a whole tree that took the place of one for each item of a loop."""

from collections.abc import Iterator

from loganalyst.model.event import CommandEvent
from loganalyst.model.report import Block, MessageRef, Paragraph
from loganalyst.model.trait import Trait
from loganalyst.narrative import phrases
from loganalyst.narrative.saying import Rest, about_message, quoted, say, shorten
from loganalyst.narrative.scene import Scene

_COMMAND_CHARACTERS = 80


def tell_passes(scene: Scene) -> Iterator[Block]:
    """Yield the first single walk of a tree after a loop of walks on the same machine, before the message."""
    walks = [one for one in scene.analysis.events.commands if _walks(one) and scene.is_near(one.place.message)]
    loop = next((one for one in walks if one.command.loop is not None), None)
    if loop is None:
        return
    later = (one for one in walks if one.place.message > loop.place.message and one.command.host == loop.command.host)
    once = next((one for one in later if one.command.loop is None), None)
    if once is None:
        return
    each, single = shorten(loop.span, _COMMAND_CHARACTERS), shorten(once.span, _COMMAND_CHARACTERS)
    template = phrases.SINGLE_WALK.replace("{single}", quoted("single", single, once.span))
    template = template.replace("{each}", quoted("each", each, loop.span))
    rest = Rest((loop.span, once.span), subject=about_message(once.place.message))
    references = {"earlier": MessageRef(loop.place.message), "message": MessageRef(once.place.message)}
    yield Paragraph((say("ladder.one-pass", template, rest, each=each, single=single, **references),))


def _walks(event: CommandEvent) -> bool:
    """Say whether a command walks a tree, and stands in the line as it runs."""
    return Trait.WALKS_TREE in event.command.traits and bool(event.span.quote)
