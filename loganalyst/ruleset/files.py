"""Where rules stand: the files of the packs below a folder."""

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

from loganalyst.errors import ConfigError, FilePlace
from loganalyst.model.settings import Settings
from loganalyst.resources import find_resources

NOT_PACKS = frozenset({"vocabulary", "symptoms", "redaction", "teaching", "facts"})
_SUFFIXES = (".yaml", ".yml")


def rule_folders(settings: Settings) -> tuple[Traversable | Path, ...]:
    """Return the folder of the bundled rules, unless they are to be left out, and those of the user's own.

    Raise ConfigError where one of these is no folder.
    """
    for folder in settings.rule_folders:
        if not folder.is_dir():
            raise ConfigError("there is no such folder of rules", place=FilePlace(str(folder)))
    return ((find_resources("rules"),) if settings.builtin_rules else ()) + settings.rule_folders


def rule_files(folder: Traversable | Path) -> Iterator[tuple[str, Traversable | Path]]:
    """Yield pack and file of every rule file below a folder, in order of their names.

    A rule's file has the name of the rule. Files directly in the folder belong to the pack of the folder's name.
    """
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_file() and entry.name.endswith(_SUFFIXES):
            yield folder.name, entry
        elif entry.is_dir() and entry.name not in NOT_PACKS and not entry.name.startswith((".", "_")):
            inner = sorted(entry.iterdir(), key=lambda file: file.name)
            yield from ((entry.name, file) for file in inner if file.name.endswith(_SUFFIXES))


def named_files(settings: Settings) -> dict[str, tuple[str, Traversable | Path]]:
    """Return pack and file of every rule by the rule's name; where two files claim one name, the first."""
    named: dict[str, tuple[str, Traversable | Path]] = {}
    for folder in rule_folders(settings):
        for pack, file in rule_files(folder):
            named.setdefault(file.name.rpartition(".")[0], (pack, file))
    return named
