"""Settings that stand in a file: the nearest ``loganalyst.toml``, or ``[tool.loganalyst]`` of a ``pyproject.toml``."""

import tomllib
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from platformdirs import user_config_path
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from loganalyst.errors import ConfigError, FilePlace
from loganalyst.model.suppression import Suppression

FILE = "loganalyst.toml"


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Ignored(_Closed):
    """An entry of ``[[ignore]]``."""

    reason: str
    rule: str | None = None
    transcript: str | None = None
    message: int | None = None
    fingerprint: str | None = None
    until: date | None = None

    @model_validator(mode="after")
    def _says_what(self) -> "Ignored":
        if not self.reason.strip():
            raise ValueError("a reason is needed")
        if not any((self.rule, self.transcript, self.message, self.fingerprint)):
            raise ValueError("rule, transcript, message or fingerprint must say what is let stand")
        return self


class ConfigFile(_Closed):
    """A settings file."""

    rules: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[Ignored, ...] = ()


@dataclass(frozen=True, slots=True)
class Config:
    """What a settings file says; all of it is empty where there is none."""

    path: Path | None = None
    rules: tuple[Path, ...] = ()
    select: tuple[str, ...] = ()
    suppressions: tuple[Suppression, ...] = ()


def find_config(folder: Path, today: date) -> Config:
    """Return the settings of the nearest file at or above a folder; files further up are not merged in."""
    for place in (folder, *folder.parents):
        if (place / FILE).is_file():
            return read_config(place / FILE, today)
        project = place / "pyproject.toml"
        if project.is_file() and "loganalyst" in _table(project, "tool"):
            return read_config(project, today)
    found = user_config_path("loganalyst") / FILE
    return read_config(found, today) if found.is_file() else Config()


def read_config(path: Path, today: date) -> Config:
    """Return the settings of one file; raise ConfigError for a key that is not known or a suppression without a reason.

    Suppressions whose last day has passed are left out.
    """
    try:
        table = _table(path, "tool").get("loganalyst", {}) if path.name == "pyproject.toml" else _load(path)
        file = ConfigFile.model_validate(table)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, fault["loc"]))
        raise ConfigError(
            f"{where or 'the file'}: {fault['msg'].removeprefix('Value error, ')}", place=FilePlace(str(path))
        ) from error
    counted = (one for one in file.ignore if one.until is None or one.until >= today)
    return Config(
        path,
        tuple(path.parent / folder for folder in file.rules),
        file.select,
        tuple(Suppression(**one.model_dump(), place=f"{path}, ignore of {one.rule or 'all rules'}") for one in counted),
    )


def _table(path: Path, name: str) -> dict[str, object]:
    found = _load(path).get(name, {})
    return found if isinstance(found, dict) else {}


def _load(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"cannot be read: {error}", place=FilePlace(str(path))) from error
