"""The vocabulary: what is known of programs, loaded from one file each."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from loganalyst.errors import DuplicateRule, RuleError, RuleSyntaxError
from loganalyst.knowledge.compiling import compile_places, compile_program, find_name_faults
from loganalyst.knowledge.forms import fill_form
from loganalyst.knowledge.program import PlaceRule, Program, StatusRule
from loganalyst.knowledge.program_form import ExampleForm, ProgramForm
from loganalyst.knowledge.yaml_lines import YamlDocument, read_yaml

_VERSION = re.compile(r"[-.]?[0-9][0-9.]*")


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """All known programs; a program that is not in it is unknown, which is not the same as harmless."""

    programs: Mapping[str, Program]
    """By name and by each other name."""
    versioned: Mapping[str, Program]
    """By the name to which a version is added."""
    examples: tuple[tuple[str, ExampleForm], ...] = ()
    """Program and an example that its file promises."""
    places: tuple[PlaceRule, ...] = ()
    """Where programs put things that are looked for elsewhere."""

    def find(self, name: str) -> Program | None:
        """Return what is known of a program by the base name under which it is called, or None."""
        program = self.programs.get(name)
        if program is None and self.versioned and name[-1:].isdigit():
            program = self.versioned.get(_VERSION.sub("", name, count=1))
        return program

    def misplaced(self, path: str) -> PlaceRule | None:
        """Return what is looked for in vain under a path, or None."""
        return next((place for place in self.places if place.not_in.match(path)), None)

    def status(self, name: str, subcommand: str | None, status: int) -> StatusRule | None:
        """Return what an exit status of a program, or of its subcommand, tells, or None where nothing is known."""
        program = self.find(name)
        if program is None:
            return None
        rules = program.subcommands.get(subcommand or "", program).status
        exact = next((rule for rule in rules if rule.status == str(status)), None)
        return exact or next((rule for rule in rules if rule.status == "other"), None)


def load_vocabulary(folder: Traversable) -> Vocabulary:
    """Return the vocabulary of a folder of ``NAME.yaml`` files (`rules/vocabulary`).

    Every file is read; raise RuleError with all faults of all files when there is one.
    """
    faults: list[RuleError] = []
    programs: dict[str, Program] = {}
    versioned: dict[str, Program] = {}
    examples: list[tuple[str, ExampleForm]] = []
    places: list[PlaceRule] = []
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if not file.name.endswith(".yaml"):
            continue
        try:
            document = read_yaml(file.read_text(encoding="utf-8"), f"vocabulary/{file.name}")
            name, form = _read_program(document, file.name.removesuffix(".yaml"))
        except RuleError as error:
            faults += [error, *error.others]
            error.others = ()
            continue
        program = compile_program(name, form)
        for title in (name, *form.also):
            names, key = (versioned, title[:-1]) if title.endswith("*") else (programs, title)
            if key in names:
                faults.append(DuplicateRule(f"{title!r} is also a name of {names[key].name}", place=document.place()))
            names[key] = program
        examples += [(name, example) for example in form.example]
        places += compile_places(name, form)
    if faults:
        raise RuleError.gather(faults)
    return Vocabulary(programs, versioned, tuple(examples), tuple(places))


def _read_program(document: YamlDocument, stem: str) -> tuple[str, ProgramForm]:
    data = document.data
    if not isinstance(data, dict) or len(data) != 1:
        raise RuleSyntaxError("a vocabulary file has one key, the name of its program", place=document.place())
    ((name, body),) = data.items()
    if name != stem:
        raise RuleSyntaxError(f"the file is named {stem}.yaml and tells of {name!r}", place=document.place((name,)))
    form = fill_form(ProgramForm, body, document, (name,))
    faults = [
        RuleSyntaxError(f"{fault.name!r} is no option or operand here", place=document.place((name, *fault.path)))
        for fault in find_name_faults(form)
    ]
    if faults:
        raise RuleSyntaxError.gather(faults)
    return name, form
