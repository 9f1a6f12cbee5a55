"""Read what shells and kill commands say about processes that were ended, or were not."""

from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Reader, one_of, phrase, phrases

_ENDS = r"Killed|Terminated|Hangup|Aborted|Segmentation fault|Bus error|Illegal instruction|Interrupt"
_CORE = r"(?: +\(core dumped\))?"
_PHRASES = phrases(
    *(
        phrase("process.killed", word, rf"^(?P<value>{word}){_CORE}(?: +[^\s\w][^\n]{{0,200}})?$")
        for word in _ENDS.split("|")
        if word != "Interrupt"
    ),
    *(
        phrase("process.killed", word, rf"^\S{{1,200}}: line [0-9]{{1,9}}: +(?P<subject>[0-9]{{1,9}}) +"
               rf"(?P<value>{word}){_CORE}(?: [^\n]{{0,400}})?$", subject="pid")
        for word in _ENDS.split("|")
    ),
    *(
        phrase("process.killed", word, rf"^\[[0-9]{{1,4}}\][-+ ]{{1,3}}(?:(?P<subject>[0-9]{{1,9}}) )? *"
               rf"(?P<value>{word}){_CORE} {{1,40}}\S[^\n]{{0,400}}$", subject="pid")
        for word in ("Killed", "Terminated", "Segmentation fault", "Aborted")
    ),
    phrase("process.compiler-killed", "Killed signal terminated program",
           r"(?P<value>Killed) signal terminated program (?P<subject>[\w+.-]{1,40})", subject="process"),
    phrase("process.compiler-killed", "died due to signal 9",
           r"'(?P<subject>[\w+.-]{1,40})' died due to signal 9 \((?P<value>Kill) signal\)", subject="process"),
    phrase("process.compiler-killed", "(signal: 9, ",
           r"exit successfully: `(?:\S{0,200}/)?(?P<subject>[\w+.-]{1,40})[^`\n]{0,700}` "
           r"\(signal: 9, (?P<value>SIGKILL): kill\)", subject="process"),
    phrase("process.compiler-killed", ": signal: killed",
           r"(?:^|[\s/])(?P<subject>[\w+.-]{1,40}): signal: (?P<value>killed)$", subject="process"),
    phrase("process.killed", "died with <Signals.", r"died with <Signals\.(?P<value>SIG[A-Z0-9]{2,10}): [0-9]{1,3}>"),
    phrase("process.killed", "terminated abruptly", r"BrokenProcessPool: [^\n]{0,120}terminated abruptly",
           "terminated abruptly"),
    phrase("process.fork-refused", "Resource temporarily unavailable",
           r"\bfork:(?: retry:)? Resource temporarily unavailable", "Resource temporarily unavailable"),
    phrase("kill.no-target", "no process found", r"^(?P<subject>[^\n:]{1,80}): no process found$", "no process found",
           "process"),
    phrase("kill.no-target", "No such process", r"kill: \(?(?P<subject>[0-9]{1,9})\)?(?: - |: )No such process",
           "No such process", "pid"),
    phrase("kill.no-target", "No such process",
           r"kill: sending signal to (?P<subject>[0-9]{1,9}) failed: No such process", "No such process", "pid"),
    phrase("kill.refused", "Operation not permitted",
           r"(?:pkill|killall|kill): [^\n]{0,80}?(?:\(?(?P<subject>[0-9]{1,9})\)?[^\n]{0,40}?)?"
           r"Operation not permitted", "Operation not permitted", "pid"),
    phrase("kill.no-target", "No such process", r"kill: \(?(?P<subject>%[0-9]{1,3})\)?(?: - |: )No such process",
           "No such process", "job"),
    phrase("kill.no-target", "no such job", r"kill: (?P<subject>%[0-9]{1,3}): no such job", "no such job", "job"),
    phrase("kill.no-target", "no such process", r"kill: kill (?P<subject>[0-9]{1,9}) failed: no such process",
           "no such process", "pid"),
    phrase("kill.no-target", "not found.", r"^ERROR: The process \"(?P<subject>[^\"\n]{1,80})\" not found\.",
           "not found", "process"),
    phrase("kill.no-target", "Cannot find a process", r"Stop-Process ?: [^\n]{0,60}Cannot find a process with the "
           r"(?:name|process identifier) [\"'](?P<subject>[^\"'\n]{1,80})[\"']", "cannot find", "process"),
    phrase("kill.no-target", "No shell found", r"No shell found with ID: (?P<subject>[\w-]{1,80})", "no shell found",
           "job"),
    phrase("kill.unusable", "kill: ", r"\bkill: (?:invalid (?:number|argument|signal|pid)|illegal pid:|failed to parse|"
           r"not enough arguments|usage: kill|bad (?:number|pid)|you need to specify whom)[^\n]{0,120}",
           "not a number"),
    phrase("kill.unusable", "arguments must be", r"\bkill: [^\n]{1,80}: arguments must be process or job IDs",
           "not a number"),
    phrase("kill.unusable", "kill [options]", r"^ ?kill \[options\] <pid>", "no number"),
    phrase("kill.survived", "did not ", r"(?i:\b(?:process|pid) (?P<subject>[0-9]{1,9})\)?:? did not "
           r"(?:die|exit|stop|terminate|end)\b)", "alive", "pid"),
    phrase("kill.survived", "survived", r"(?i:\b(?:process|pid) (?P<subject>[0-9]{1,9})\)?(?: \([^\n)]{1,40}\))? "
           r"survived\b)", "alive", "pid"),
    phrase("kill.pattern-too-long", "longer than 15 characters",
           r"^(?:pkill|pgrep): pattern that searches for process name longer than "
           r"15 characters will result in zero matches", "zero matches"),
)  # fmt: skip


READER = Reader(
    phrases=_PHRASES,
    programs=frozenset({"kill", "killall", "pkill"}),
    traits=frozenset({Trait.KILLS_BY_NAME, Trait.KILLS_BY_PATTERN, Trait.KILLS_BY_PID}),
    anywhere=True,
    lines=one_of(
        r"[^\n:]{1,80}: no process found$",
        r"(?:\S+: line [0-9]+: )?kill: ",
    ),
)
