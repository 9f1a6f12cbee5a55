"""What a shell is offered for a word that is being typed."""

from collections.abc import Iterator


def rule_names() -> Iterator[str]:
    """Yield the names of the bundled rules; a rule stands in a file of its name, so no file is read."""
    from loganalyst.model.settings import Settings
    from loganalyst.ruleset.files import named_files

    yield from named_files(Settings())


def input_formats() -> list[str]:
    """Return what ``--input-format`` takes."""
    from loganalyst.readers.detection import AUTO, formats

    return [AUTO, *formats()]
