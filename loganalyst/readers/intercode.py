"""InterCode results: one JSON object whose members are episodes, each with a query and a history of turns.

Known from its description, not from whole files. Each action and each observation is a record; episodes are sessions of
their own, so that of several each is a child. Whether an action is a command line is told by its look, as the same form
serves SQL and Python. Left out on purpose: ``rewards``, ``summary``, ``info``.
"""

import re
from collections.abc import Iterator
from typing import Any

from loganalyst.model.span import Pointer
from loganalyst.model.transcript import Role, ToolCall, Transcript
from loganalyst.readers._blocks.content import as_text, result_part, text_part
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.ledger import LedgerBuilder
from loganalyst.readers._blocks.records import Json, head_document, read_document
from loganalyst.readers.source import Guess, Source

NAME = "intercode"
TITLE = "InterCode results"
VERIFIED = False
IGNORED_KEYS = frozenset({"info", "rewards", "summary"})
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_OTHER_LANGUAGE = re.compile(
    r"\s{0,20}(?:(?:SELECT|SHOW|DESC|DESCRIBE|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|USE|WITH)\s|(?:def|import|from) )"
)
_SUBMIT = "submit"


def recognise(source: Source) -> Guess:
    """Return how surely the document is an object of such episodes."""
    document = head_document(source)
    for name, episode in document.items() if isinstance(document, dict) else ():
        if isinstance(episode, dict) and "query" in episode and isinstance(episode.get("turn_history"), dict):
            return Guess(90, f"its member {name} has a query and a turn_history")
    return Guess(0, "it is no object of episodes with query and turn_history")


def read(source: Source) -> Transcript:
    """Return the episode, or a transcript without messages whose children are the episodes."""
    main = Draft(source, NAME)
    document = read_document(source, main.ledger)
    episodes = list(document.items()) if isinstance(document, dict) else []
    if len(episodes) == 1:
        _add_episode(main, *episodes[0])
        return main.finish(agent="InterCode")
    for name, episode in episodes:
        child = Draft(source, NAME)
        _add_episode(child, name, episode)
        main.children.append(child.finish(transcript_id=f"episode-{name}", agent="InterCode", parent=main.sha256))
    if episodes:
        main.ledger.note("each episode is a transcript of its own")
    return main.finish(agent="InterCode")


def _add_episode(draft: Draft, name: str, episode: Any) -> None:
    pointer = "/" + name.replace("~", "~0").replace("/", "~1")
    location = Pointer(pointer)
    draft.ledger.seen()
    history = episode.get("turn_history") if isinstance(episode, dict) else None
    if not isinstance(history, dict):
        draft.ledger.unknown("episode without a turn_history", location)
        return
    draft.say(Role.USER, location, text_part(as_text(episode.get("query") or ""), location), turn=pointer)
    draft.ledger.read()
    observations = list(_elements(draft.ledger, history, "observations", pointer))
    actions = list(_elements(draft.ledger, history, "actions", pointer))
    for number, (place, action) in enumerate(actions):
        draft.say(Role.ASSISTANT, place, _call(place, action), turn=place.pointer)
        if number < len(observations):
            _answer(draft, place, observations[number], history, number)
    for place, observation in observations[len(actions) :]:
        draft.answer(result_part(None, as_text(observation), place))


def _elements(ledger: LedgerBuilder, history: Json, name: str, pointer: str) -> Iterator[tuple[Pointer, Any]]:
    """Yield the elements of one array of the history, counted as read."""
    items = history.get(name)
    for number, item in enumerate(items if isinstance(items, list) else ()):
        ledger.seen()
        ledger.read()
        yield Pointer(f"{pointer}/turn_history/{name}/{number}"), item


def _call(place: Pointer, action: Any) -> ToolCall:
    text = as_text(action)
    is_shell = text.strip().partition(" ")[0] != _SUBMIT and _OTHER_LANGUAGE.match(text) is None
    return ToolCall(
        id=f"action {place.pointer}",
        name="bash" if is_shell else "action",
        text=text,
        location=place,
        is_shell=is_shell,
    )


def _answer(draft: Draft, call: Pointer, found: tuple[Pointer, Any], history: Json, number: int) -> None:
    place, observation = found
    valid = history.get("valid_action")
    failed = isinstance(valid, list) and number < len(valid) and valid[number] is False
    draft.answer(result_part(f"action {call.pointer}", as_text(observation), place, failed=failed))
