"""The kinds of statement, by the keys that tests and readers of the JSON ask for them.

The cells of one table row share key and subject; what the row shows is what its cells show together. Subjects are
``message:N``, ``program:NAME``, ``rival:NAME``, ``parameter:NAME``, ``symptom:NAME``, or that of the command. A member
of a closed list stands in a slot as words whose source names the member, such as ``report:timed_out``.
"""

KEYS = {
    "title": "the title",
    "lead": "the sentence below it",
    "header": "what a reader needs to trust the report: input, records, choice, checks",
    "exhibit": "the message, quoted whole: text, reasoning, call, result; or that a result is late, silent, missing",
    "exhibit.status": "the exit status of a call, and what it tells of the command whose it is",
    "bundle.unlabelled": "probes in one call whose outputs nothing marks",
    "place.goal": "the first words of the user",
    "place.request": "the last words of the user before the message",
    "place.symptom": "a symptom that is there",
    "strategy.pivot": "a turn where the assistant only wrote and the user answered",
    "ladder.attempt": "one earlier call or point of a sweep: what was tried, who asked, what came of it",
    "ladder.sweep": "a value moved from run to run",
    "ladder.one-pass": "one walk through a tree in the place of one for each item of a loop",
    "ladder.kill": "the kills of one earlier call and their effect",
    "ladder.kills": "their heading",
    "ladder.finding": "what was found on an earlier message; ends in the rule's name",
    "ladder.findings": "their heading",
    "ladder.left-out": "how many earlier calls are not listed",
    "limit.who": "whose limit ended a call, and its length",
    "limit.governs": "the tool's limit for the call of the message",
    "waits.total": "the time that limits took until the message",
    "remote.goes-on": "what a limit left running elsewhere",
    "probe.reading": "a command of the message: what it asks, what came back, what that weighs",
    "probe.blind": "what the vocabulary says it cannot see",
    "probe.limits": "what the line itself hides, where there is no such entry",
    "probe.known": "whether the answer was there when the message ended",
    "chain": "how the parts of a line hang together",
    "chain.unasked": "a question for the state of a thing that is not put where starting it fails",
    "change": "a difference to the like command before",
    "kill.unreadable": "a kill whose result cannot be read",
    "announced.missing": "something announced that no command carries out",
    "claim.stance": "a sentence, how it is said, what stood behind it",
    "claim.untold": "how many more sentences there are on which nothing in the log bears",
    "hypothesis.voiced": "an explanation that the message raises, with its status then",
    "rival.untested": "an explanation that nothing told from others until then",
    "rival.tested": "one that was tested",
    "rival.probe": "what could tell it",
    "rival.settled": "an empty cell: nothing more is needed",
    "rivals": "which symptoms the explanations belong to",
    "assumption": "what is taken for granted, and what breaks it",
    "finding": "a finding in its rule's words; the key ends in the rule's name",
    "why": "why that matters; ends in the rule's name",
    "instead": "the better way; ends in the rule's name",
    "consequence": "what is seen later of a finding, or that nothing is",
    "known.shown": "what the results show",
    "known.not-shown": "what they leave open",
    "known.contradicted": "what later turned out otherwise",
    "next": "the messages that follow, late results, or that the log ends",
    "outcome.later": "a later result or settled claim that bears on the message",
    "outcome.finding": "what was found on a later message; ends in the rule's name",
    "outcome.findings": "their heading",
    "outcome.end": "the last words of the log",
    "outcome.intro": "the heading of these",
    "cause.not-shown": "that a speaker says no cause is known",
    "glossary.term": "a term that the report uses, in plain words",
    "question": "a question for students",
    "questions.intro": "their heading",
    "answer": "the answer to one",
    "method.step": "what one message supposed, looked at, did or concluded, as a step",
    "maxim": "what the rule of the weightiest finding advises, in one line",
}
"""Each key, or the part of it before a dot that further words follow, with what its statements say."""


def is_documented(key: str) -> bool:
    """Say whether a key, or its beginning up to a dot, is in the list."""
    parts = key.split(".")
    return any(".".join(parts[:number]) in KEYS for number in range(1, len(parts) + 1))
