"""Read what builds say: make, ninja, cmake, compilers, cargo and go."""

from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Reader, one_of, phrase, phrases

_PHRASES = phrases(
    phrase("build.progress", "] ", r"^\[(?P<done>[0-9]{1,6})/(?P<total>[0-9]{1,6})\] (?P<value>\S{1,120})"),
    phrase("build.progress", "%] ",
           r"^\[ {0,2}(?P<percent>[0-9]{1,3})%\] (?P<value>Building|Built|Linking|Generating)\b[^\n]{0,200}"),
    phrase("build.error", "*** [",
           r"^g?make(?:\[[0-9]{1,3}\])?: \*\*\* \[(?:[^\]\n:]{1,200}:[0-9]{1,7}: )?(?P<subject>[^\]\n]{1,200})\] "
           r"(?P<value>Error "
           r"[0-9]{1,4}|[A-Z][a-z]{3,20})", subject="target"),
    phrase("build.error", "*** No ",
           r"^g?make(?:\[[0-9]{1,3}\])?: \*\*\* (?P<value>No rule to make target|No targets)[^\n]{0,200}"),
    phrase("build.error", "FAILED: ", r"^(?P<value>FAILED): (?:\[code=[0-9]{1,4}\] )?(?P<subject>\S{1,300}) ?$",
           subject="target"),
    phrase("build.error", "error:",
           r"^(?P<subject>[^\s:(]{1,300})[:(][0-9]{1,7}(?:[:,][0-9]{1,6})?\)?: (?:fatal )?error: "
           r"(?P<value>[^\n]{1,200})", subject="path"),
    phrase("build.error", "error: ",
           r"^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|nvcc): (?:fatal )?error: (?P<value>[^\n]{1,200})"),
    phrase("build.error", "undefined reference", r"undefined reference to [`'](?P<value>[^'\n]{1,200})'"),
    phrase("build.error", "ld returned", r"collect2: error: (?P<value>ld returned [0-9]{1,3} exit status)"),
    phrase("build.error", "CMake Error", r"^(?P<value>CMake Error) (?:at (?P<subject>[^\s:]{1,200}):[0-9]{1,6}|in |:)",
           subject="path"),
    phrase("build.error", "error[E", r"^(?P<value>error\[E[0-9]{4}\]): [^\n]{1,200}"),
    phrase("build.error", "error: could not compile", r"^error: could not compile `(?P<subject>[^`\n]{1,80})`",
           "could not compile", "package"),
    phrase("build.error", "ptxas", r"^ptxas (?P<value>(?:fatal|error) *: [^\n]{1,200})"),
    phrase("build.error", "BUILD FAILED", r"^(?P<value>BUILD FAILED)\b"),
    phrase("build.error", "[build failed]", r"^FAIL\t(?P<subject>\S{1,200}) \[build failed\]", "build failed",
           "package"),
    phrase("build.stopped", "ninja: build stopped", r"^ninja: build stopped: (?P<value>[^\n]{1,120})"),
    phrase("build.stopped", "-- Configuring incomplete", r"^-- (?P<value>Configuring incomplete), errors occurred"),
    phrase("build.done", "ninja: no work to do", r"^ninja: (?P<value>no work to do)\."),
    phrase("build.done", "Nothing to be done", r"^g?make(?:\[[0-9]{1,3}\])?: (?P<value>Nothing to be done) for"),
    phrase("build.done", "is up to date",
           r"^g?make(?:\[[0-9]{1,3}\])?: '(?P<subject>[^'\n]{1,200})' (?P<value>is up to date)", subject="target"),
    phrase("build.done", "-- Build files have been written", r"^-- (?P<value>Build files have been written) to"),
    phrase("build.done", "BUILD SUCCESS", r"(?P<value>BUILD SUCCESS(?:FUL)?)\b"),
    phrase("build.done", "    Finished ",
           r"^ +(?P<value>Finished) [`\w][^\n]{0,80} in (?P<time_seconds>[0-9m .]{1,12}s)$"),
    phrase("build.done", "Built target", r"\] (?P<value>Built target) (?P<subject>\S{1,200})$", subject="target"),
)  # fmt: skip


READER = Reader(
    phrases=_PHRASES,
    programs=frozenset(
        {
            "make",
            "gmake",
            "ninja",
            "cmake",
            "cargo",
            "go",
            "gcc",
            "g++",
            "cc",
            "clang",
            "nvcc",
            "mvn",
            "gradle",
        }
    ),
    traits=frozenset({Trait.BUILDS, Trait.COMPILES}),
    anywhere=True,
    lines=one_of(
        r"\[[0-9]+/[0-9]+\] ",
        r"\[ *[0-9]+%\] ",
        r"g?make(?:\[[0-9]+\])?: ",
        "ninja: ",
        "FAILED: ",
        "-- ",
        "CMake ",
        r"\S+:[0-9]+:(?:[0-9]+:)? (?:fatal )?(?:error|warning|note): ",
        r"In file included from ",
        r"\S+: In function",
        " +(?:Compiling|Checking|Finished|Running|Downloading|Downloaded|Updating|Fresh) ",
        r"(?:error|warning)\[?",
    ),
)
