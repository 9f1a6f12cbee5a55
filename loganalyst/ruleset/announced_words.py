"""What the words of an announcement ask for: the traits of commands that look at a thing, or that do it."""

import re
from collections.abc import Mapping

from loganalyst.model.trait import Trait

Asked = Mapping[str, frozenset[Trait]]

LOGIN = frozenset({Trait.LOGS_IN, Trait.TRANSPORT})
FILES = frozenset({Trait.LISTS_FILES, Trait.READS_FILE})
LOOKS = frozenset({
    Trait.RUNS_TESTS,
    Trait.REQUESTS_URL,
    Trait.CHECKS_REACHABILITY,
    Trait.CHECKS_NAME,
    Trait.RUNS_CODE,
    Trait.USES_CUDA,
    Trait.SHOWS_VERSION,
})  # fmt: skip
"""Traits by which also a command that is no probe shows how things are."""

_KILL = frozenset({Trait.KILLS_BY_NAME, Trait.KILLS_BY_PATTERN, Trait.KILLS_BY_PID})


def _table(rows: Mapping[str, frozenset[Trait]]) -> Asked:
    """Return a table with one entry for each word of its keys."""
    return {word: traits for words, traits in rows.items() for word in words.split()}


LOOKED_AT: Asked = _table({
    "ssh login logging": LOGIN,
    "process processes running alive doing stuck hung": frozenset({
        Trait.LISTS_PROCESSES, Trait.LISTS_PROCESS_TREE, Trait.SHOWS_THREAD_CPU, Trait.TRACES_CALLS,
        Trait.SHOWS_SERVICE_STATUS, Trait.READS_LOG, Trait.LISTS_SOCKETS,
    }),
    "memory ram swap swapping thrashing": frozenset({Trait.SHOWS_MEMORY_STOCK, Trait.SHOWS_MEMORY_FLOW}),
    "disk space storage": frozenset({Trait.SHOWS_DISK_SPACE, Trait.SHOWS_DISK_USE}),
    "log logs dmesg journal": frozenset({Trait.READS_LOG, Trait.SHOWS_KERNEL_LOG}),
    "network port ports connection connectivity socket reachable": frozenset({
        Trait.LISTS_SOCKETS, Trait.CHECKS_REACHABILITY, Trait.CHECKS_NAME, Trait.REQUESTS_URL, Trait.LOGS_IN,
    }),
    "dns resolver": frozenset({Trait.CHECKS_NAME, Trait.CHECKS_REACHABILITY, Trait.REQUESTS_URL}),
    "gpu gpus cuda": frozenset({Trait.SHOWS_GPU, Trait.SHOWS_GPU_TOPOLOGY, Trait.USES_CUDA}),
    "service services server daemon container status up ready": frozenset({
        Trait.SHOWS_SERVICE_STATUS, Trait.REQUESTS_URL, Trait.CHECKS_REACHABILITY, Trait.LISTS_PROCESSES,
        Trait.READS_LOG, Trait.LISTS_SOCKETS,
    }),
    "endpoint api url website request": frozenset({Trait.REQUESTS_URL}),
    "file files directory folder config configuration content contents implementation source function method": FILES,
    "tests suite": frozenset({Trait.RUNS_TESTS}),
    "code program script": frozenset({Trait.RUNS_CODE, Trait.RUNS_TESTS, *FILES}),
    "syntax lint linter": frozenset({Trait.RUNS_TESTS, Trait.RUNS_CODE, Trait.COMPILES, Trait.BUILDS}),
    "version versions": frozenset({Trait.SHOWS_VERSION}),
    "load cpu": frozenset({Trait.SHOWS_LOAD, Trait.SHOWS_THREAD_CPU, Trait.LISTS_PROCESSES}),
})  # fmt: skip
"""Words of a check."""

TO_BE_DONE: Asked = _table({
    "ssh login": LOGIN,
    "tests suite": frozenset({Trait.RUNS_TESTS}),
    "install reinstall upgrade": frozenset({Trait.INSTALLS_PACKAGES}),
    "uninstall remove": frozenset({Trait.REMOVES_PACKAGES, Trait.DELETES}),
    "build compile rebuild": frozenset({Trait.BUILDS, Trait.COMPILES}),
    "start restart launch relaunch": frozenset({
        Trait.STARTS_SERVICE, Trait.STOPS_SERVICE, Trait.SERVES, Trait.RUNS_CODE, Trait.RUNS_TESTS,
        Trait.STARTS_WORKERS, Trait.LONG_RUNNING,
    }),
    "stop": frozenset({Trait.STOPS_SERVICE, *_KILL}),
    "kill terminate": _KILL,
    "reboot": frozenset({Trait.REBOOTS}),
    "delete clean cleanup": frozenset({Trait.DELETES}),
    "download fetch": frozenset({Trait.DOWNLOADS, Trait.REQUESTS_URL}),
    "commit push pull clone": frozenset({Trait.VERSION_CONTROL}),
    "wait": frozenset({Trait.WAITS, Trait.POLLS}),
})  # fmt: skip
"""Words of another step."""

_BROWSING = re.compile(
    r"brows|playwright|puppeteer|selenium|chrom|firefox|webkit|navigate|xdg-open|\bopen\b|screenshot", re.IGNORECASE
)
MEANS: Mapping[str, re.Pattern[str]] = {
    "browser": _BROWSING,
    "screenshot": re.compile(r"screen|snapshot|scrot|grim|capture|import -window|playwright|puppeteer", re.IGNORECASE),
    "verbose": re.compile(r"(?:^|\s)-{1,2}v\w{0,20}\b|verbos|debug|trace", re.IGNORECASE),
}
"""Words for the way in which something is to be looked at, with what a step that takes that way is written with."""

ENDING = re.compile(r"(?<=[a-z]{3})(?:ing|ed|es|s)$")
_NAMING_NOTHING = """
a about actual actually again all also an and another any are as at back be because been before being but by can check
checking confirm could current currently did directly do does doing done ensure everything exactly find first fix for
from get go going had has have here how if in inspect into is issue it its just know let ll look looking make may me
might more my need needs new next no not now of ok okay on once one or other out our over problem properly quick
quickly really right run running see should some something still sure system test than that the their them then there
these they thing things this to together too try trying understand up us use using ve verify very was we well were what
when where whether which while who why will with without work working works would you
"""
EMPTY = frozenset(ENDING.sub("", word) for word in _NAMING_NOTHING.split())
"""Words that name nothing, without their endings."""
