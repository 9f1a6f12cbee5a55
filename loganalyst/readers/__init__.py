"""From a source to a Transcript, one module per format.

A reader is a module of this package whose name does not begin with an underscore and that has

    NAME         the word for ``--input-format`` and ``Transcript.format``, such as ``"claude_code"``
    TITLE        the format's name for people
    VERIFIED     True when it was checked against real files, not only against a description
    IGNORED_KEYS (of formats made of JSON) the keys below which strings are left out on purpose; whatever else stands in
                 a record that was read is in the Transcript
    recognise(source: Source) -> Guess
                 by content alone, from ``source.head()``; 90 and more where a marker of the format is there, 50 where
                 the shape fits, 0 where it does not, with the reason in words
    read(source: Source) -> Transcript
                 raises nothing for what the input holds: a lost record is damage in the ledger

It is found by walking the package; nothing is registered. Readers import ``source`` and ``_blocks``, never each other.

Compressed inputs are opened before a reader sees them (``_blocks.containers``), and ``detection`` writes the name of an
archive's file into all locations, so that a reader sets ``member`` only where it opens an archive itself.

A reader makes a ``Draft`` (``_blocks.draft``), takes records from ``_blocks.records`` (JSON lines, JSON documents) or
``source.lines()``, and for each one calls ``draft.ledger.seen()`` (``_blocks.records`` has done so already) and then
exactly one of ``read``, ``ignore``, ``unknown``, ``damage``. What a speaker does goes to ``draft.say(role, location,
*parts, turn=…)`` in the order of the records, what a tool replies to ``draft.answer(result)``, which finds the call,
however late, and sets ``arrived``. ``draft.finish(…)`` numbers the messages.

Readers alone interpret an agent's wording. Status and limits go into the fields of ``ToolResult``; wording that is
lifted out of an output, and every raw string that was interpreted, is kept in ``fields`` under ``limit``,
``exit_status``, ``timeout``, ``time``, ``took`` (a bare number with its unit added, such as ``10000 ms``), ``status``
(the agent's sentence) and ``is_error`` (the record's own flag). Text with nothing lifted stays as it is; terminal
control is removed by ``text_part`` and ``result_part``. A shell tool's call has ``is_shell`` and says by ``shell``
whether the agent starts a fresh shell per call.
"""
