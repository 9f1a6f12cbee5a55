"""Turn the form of a vocabulary file into a Program."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from fnmatch import translate

from loganalyst.knowledge.program import (
    BlindRule,
    Condition,
    KeyRule,
    OperandRule,
    OptionRule,
    PlaceRule,
    Program,
    SilenceRule,
    StatusRule,
    WrapperRule,
)
from loganalyst.knowledge.program_form import (
    ConditionForm,
    OperandForm,
    OptionForm,
    ProgramForm,
    StatusForm,
    UsageForm,
    WrapperForm,
)

_ALWAYS = Condition()


@dataclass(frozen=True, slots=True)
class NameFault:
    """A name that a form uses and nothing in it defines."""

    path: tuple[str | int, ...]
    name: str


def compile_program(name: str, form: ProgramForm) -> Program:
    """Return the Program of a form whose names are known to be sound (see `find_name_faults`)."""
    plain = _compile_usage(name, form, form)
    subcommands: dict[str, Program] = {}
    for names, usage in form.subcommands.items():
        subcommands |= dict.fromkeys(map(str.strip, names.split("|")), _compile_usage(name, form, usage))
    longest = max((len(one.split()) for one in subcommands), default=0)
    values = {field.name: getattr(plain, field.name) for field in fields(Program)}
    return Program(**(values | {"subcommands": subcommands, "subcommand_words": longest}))


def compile_places(name: str, form: ProgramForm) -> tuple[PlaceRule, ...]:
    """Return where a program puts things, each with the paths where it is looked for in vain."""
    return tuple(
        PlaceRule(
            f"{place.makes} of {name}", place.where, re.compile("|".join(map(translate, place.not_in))), place.fact
        )
        for place in form.places
    )


def find_name_faults(form: ProgramForm) -> list[NameFault]:
    """Return every name in conditions, subjects and wrappers that is no option or operand of its usage."""
    faults = _faults_of_usage(form, form, ())
    for names, usage in form.subcommands.items():
        faults += _faults_of_usage(form, usage, ("subcommands", names))
    return faults


def _faults_of_usage(program: ProgramForm, usage: UsageForm, path: tuple[str | int, ...]) -> list[NameFault]:
    known = set(program.options) | set(usage.options) | {operand.name for operand in _operands(program, usage)}
    if usage is program:
        for sub in program.subcommands.values():
            known |= set(sub.options) | {operand.name for operand in sub.operands or ()}
    used: list[tuple[tuple[str, ...], str]] = [
        (("subject", kind), name) for kind, names in (usage.subject or {}).items() for name in names
    ]
    used += [((where,), name) for where, condition in _conditions(usage) for name in _names_of(condition)]
    if usage.wrapper is not None:
        wrapper = usage.wrapper
        used += [(("wrapper",), name) for name in (wrapper.command, wrapper.host, wrapper.container) if name]
    return [NameFault((*path, *where), name) for where, name in used if name not in known]


def _conditions(usage: UsageForm) -> Iterable[tuple[str, ConditionForm]]:
    yield from (("role", condition) for condition in (usage.role or {}).values())
    yield from (("traits", condition) for conditions in usage.traits.values() for condition in conditions)
    yield from (("blind", blind) for blind in usage.blind)
    yield from (("silence", silence) for silence in usage.silence)
    if usage.wrapper is not None:
        yield "wrapper", usage.wrapper
        if usage.wrapper.detaches is not None:
            yield "wrapper", usage.wrapper.detaches


def _names_of(condition: ConditionForm) -> Iterable[str]:
    return (*condition.has, *condition.lacks, *condition.values, *condition.like)


def _compile_usage(name: str, program: ProgramForm, usage: UsageForm) -> Program:
    rules = {title: _compile_option(title, option) for title, option in {**program.options, **usage.options}.items()}
    flags = {flag: rules[title] for title, form in {**program.options, **usage.options}.items() for flag in form.flags}
    operands = _operands(program, usage)
    rest = next((number for number, operand in enumerate(operands) if operand.takes == "rest"), None)
    permute = usage.permute if usage.permute is not None else program.permute
    traits = [
        (trait, _condition(form)) for trait, forms in (*program.traits.items(), *usage.traits.items()) for form in forms
    ]
    wrapper = usage.wrapper or (program.wrapper if not program.subcommands else None)
    return Program(
        name=name,
        flags={flag: rule for flag, rule in flags.items() if not flag.endswith("=")},
        prefixes=tuple((flag, rule) for flag, rule in flags.items() if flag.endswith("=")),
        signal=flags.get("-SIGNAL"),
        number=flags.get("-NUM"),
        letters=frozenset(flag for flag in flags if len(flag) == 1),
        operands=tuple(
            OperandRule(
                operand.name,
                operand.value,
                many=operand.many or operand.takes == "rest",
                optional=operand.optional,
                default=operand.default,
                unless=frozenset(operand.unless),
                limit=operand.limit,
            )
            for operand in operands
        ),
        rest_at=rest,
        permute=permute if permute is not None else rest is None,
        literal=program.literal or usage.literal,
        assigns=program.assigns or usage.assigns,
        roles=tuple((role, _condition(form)) for role, form in (usage.role or program.role or {}).items()),
        traits=frozenset(trait for trait, condition in traits if condition == _ALWAYS),
        conditional_traits=tuple((trait, condition) for trait, condition in traits if condition != _ALWAYS),
        subjects=tuple(
            (kind, one)
            for kind, names in (usage.subject if usage.subject is not None else program.subject or {}).items()
            for one in names
        ),
        blind=tuple(
            BlindRule(_condition(blind), blind.to, blind.fact, busy_directory=blind.when is not None)
            for blind in usage.blind or program.blind
        ),
        silence=tuple(
            SilenceRule(_condition(silence), silence.reads, silence.fact)
            for silence in usage.silence or program.silence
        ),
        wrapper=_compile_wrapper(wrapper) if wrapper is not None else None,
        status=_statuses({**program.status, **usage.status}),
    )


def _operands(program: ProgramForm, usage: UsageForm) -> tuple[OperandForm, ...]:
    return (usage.operands if usage.operands is not None else program.operands) or ()


def _compile_option(name: str, form: OptionForm) -> OptionRule:
    return OptionRule(
        name,
        value=form.value,
        optional=form.optional,
        prefix=form.prefix,
        keys={key.lower(): KeyRule(rule.limit, frozenset(rule.traits)) for key, rule in form.keys.items()},
        traits=frozenset(form.traits),
        until=frozenset(form.until),
        ends=form.ends,
        limit=form.limit,
    )


def _compile_wrapper(form: WrapperForm) -> WrapperRule:
    return WrapperRule(
        _condition(form),
        form.command,
        form.shell,
        rejoin=form.rejoin is not None,
        host=form.host,
        container=form.container,
        stdin=form.stdin,
        replaced=form.replaced,
        detaches=None if form.detaches is None else _condition(form.detaches),
        keeps_role=form.keeps_role,
        drop=frozenset(form.drop),
    )


def _condition(form: ConditionForm) -> Condition:
    values = tuple((name, frozenset(values)) for name, values in form.values.items())
    like = tuple((name, re.compile("|".join(map(translate, patterns)))) for name, patterns in form.like.items())
    return Condition(frozenset(form.has), frozenset(form.lacks), values, like)


def _statuses(forms: Mapping[str, StatusForm]) -> tuple[StatusRule, ...]:
    return tuple(StatusRule(status, form.layer, form.means, form.fact) for status, form in forms.items())
