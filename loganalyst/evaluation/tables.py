"""The figures of an evaluation as text for people."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from loganalyst.evaluation.figures import FEWEST_LABELS, Figures, Share, figures_of, macro_f1
from loganalyst.evaluation.matching import Judged

_DISAGREEMENTS = ("missed", "false", "near_miss_hit", "unknown")
_FILE_WIDTH = 52


def accuracy_text(judged: Sequence[Judged], complete: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the whole evaluation: per rule, pooled, and every disagreement.

    ``complete`` are the rules that are labelled completely in at least one session: only for these can a finding
    be called false, so only these have a precision.
    """
    full = frozenset(complete)
    by_rule = _by_rule(judged)
    yield f"{'rule':34} {'precision':>22} {'recall':>22} {'F1':>5} {'near':>7} {'other':>6}\n"
    for rule, ones in by_rule.items():
        yield _row(rule, figures_of(ones), precise=rule in full)
    yield "\n"
    yield from _pooled(judged, full, by_rule)
    yield "\n"
    for one in judged:
        if one.kind in _DISAGREEMENTS:
            yield f"{one.kind:14} {one.rule:34} {one.file}:{one.at}  {one.quote[:80]!r}\n"


def by_file_text(judged: Sequence[Judged], complete: Iterable[str]) -> Iterator[str]:
    """Yield for each session its own figures, and those of all the others without it.

    Both are of the rules that are labelled completely somewhere; the second shows how much the pooled figures hang on
    one session.
    """
    full = frozenset(complete)
    inside = [one for one in judged if one.rule in full]
    yield f"{'session':{_FILE_WIDTH}} {'precision':>22} {'recall':>22} {'F1':>5}   F1 without it\n"
    for file in dict.fromkeys(one.file for one in inside):
        own = figures_of(one for one in inside if one.file == file)
        rest = figures_of(one for one in inside if one.file != file)
        shares = f"{_share(own.precision):>22} {_share(own.recall):>22} {_decimal(own.f1):>5}"
        yield f"{file[-_FILE_WIDTH:]:{_FILE_WIDTH}} {shares}   {_decimal(rest.f1)}\n"


def _pooled(judged: Sequence[Judged], full: frozenset[str], by_rule: dict[str, list[Judged]]) -> Iterator[str]:
    inside = [one for one in judged if one.rule in full]
    yield _row("completely labelled rules, pooled", figures_of(inside), precise=True)
    yield _row("all rules, pooled", figures_of(judged), precise=False)
    for confidence in ("sure", "likely"):
        yield _row(
            f"labels that are {confidence}", figures_of(o for o in judged if o.confidence == confidence), precise=False
        )
    mean, n = macro_f1(figures_of(ones) for rule, ones in by_rule.items() if rule in full)
    yield f"mean F1 over the {n} completely labelled rules with {FEWEST_LABELS} labels or more: {_decimal(mean)}\n"
    whole = figures_of(judged)
    share = Share(whole.near_miss_hits, whole.near_misses)
    yield f"near misses hit: {_share(share)}\n"


def _by_rule(judged: Iterable[Judged]) -> dict[str, list[Judged]]:
    grouped: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        grouped[one.rule].append(one)
    return dict(sorted(grouped.items()))


def _row(name: str, figures: Figures, *, precise: bool) -> str:
    precision = _share(figures.precision) if precise else "-"
    f1 = _decimal(figures.f1) if precise else "-"
    near = f"{figures.near_miss_hits}/{figures.near_misses}"
    return f"{name:34} {precision:>22} {_share(figures.recall):>22} {f1:>5} {near:>7} {figures.unlabelled:>6}\n"


def _share(share: Share) -> str:
    if share.value is None or share.interval is None:
        return "-"
    low, high = share.interval
    return f"{share.value:.2f} [{low:.2f} {high:.2f}] {share.hits}/{share.n}"


def _decimal(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
