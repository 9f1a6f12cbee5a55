"""Words for the closed lists of the model: what a trait, outcome, stance or status is called in a sentence."""

from loganalyst.model.command import Command, RunsIf
from loganalyst.model.event import Stance
from loganalyst.model.ledger import ClaimStatus, HypothesisStatus, KillEffect, Reading
from loganalyst.model.outcome import LimitedBy, OutcomeKind
from loganalyst.model.report import Known
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role

OUTCOMES = {
    OutcomeKind.OK: "ended with a passing status",
    OutcomeKind.FAILED: "ended with a failing status",
    OutcomeKind.TIMED_OUT: "ran into a time limit",
    OutcomeKind.KILLED: "was killed",
    OutcomeKind.CANCELLED: "was cancelled",
    OutcomeKind.REFUSED: "was refused",
    OutcomeKind.SILENT: "printed nothing, and no status is recorded",
    OutcomeKind.RUNNING: "was still running",
    OutcomeKind.MISSING: "has no recorded result",
    OutcomeKind.UNKNOWN: "has no recorded status",
}
SWEEP_OUTCOMES = {
    "oom": "out of memory",
    "compiler-killed": "a compiler was killed by SIGKILL, and no line of the kernel says why",
    "compiler-killed-unheard": "a compiler was killed by SIGKILL; the call was cut off before the kernel answered",
}
LIMITS = {
    LimitedBy.TOOL: "the tool",
    LimitedBy.COMMAND: "a limit inside the command",
    LimitedBy.SSH: "ssh",
    LimitedBy.CLIENT: "the client program",
    LimitedBy.PACKAGE_MANAGER: "the package manager",
    LimitedBy.UNKNOWN: "a layer that the log does not name",
}
STANCES = {
    Stance.ASSERTED: "stated as a fact",
    Stance.HEDGED: "hedged",
    Stance.INTENDED: "announced",
    Stance.ASKED: "asked",
    Stance.NEGATED: "stated as not so",
    Stance.QUOTED: "repeated from elsewhere",
    Stance.RETRACTED: "taken back",
}
CLAIM_STATUSES = {
    ClaimStatus.SUPPORTED: "supported by what was there",
    ClaimStatus.CONTRADICTED: "contradicted by what was there",
    ClaimStatus.UNSUPPORTED: "nothing in the log before it bears on it",
    ClaimStatus.TOO_WEAK: "what was there is too weak to carry it",
    ClaimStatus.UNKNOWN: "the log does not tell",
}
HYPOTHESIS_STATUSES = {
    HypothesisStatus.UNTESTED: "untested",
    HypothesisStatus.SUPPORTED: "supported",
    HypothesisStatus.WEAKENED: "weakened",
    HypothesisStatus.EXCLUDED: "excluded",
    HypothesisStatus.EXCLUDED_INVALIDLY: "dropped on an answer that says nothing about it",
}
READINGS = {
    Reading.SUPPORTS: "speaks for it",
    Reading.REFUTES: "speaks against it",
    Reading.WEAKENS: "weakens it",
    Reading.NOTHING: "says nothing about it",
}
READINGS_ON = {
    Reading.SUPPORTS: "makes it more likely that",
    Reading.REFUTES: "speaks against the explanation that",
    Reading.WEAKENS: "makes it less likely that",
    Reading.NOTHING: "does not tell whether",
}
KILL_EFFECTS = {
    KillEffect.GONE: "shows them gone",
    KillEffect.ALIVE: "shows them alive",
    KillEffect.ZOMBIE: "shows them as zombies",
    KillEffect.OTHER_PID: "shows others under new numbers",
    KillEffect.REFUSED: "the kill itself answers that it could not",
}
RUNS_IF = {
    RunsIf.ALWAYS: "whatever became of what stands before",
    RunsIf.AFTER_SUCCESS: "only if what stands before succeeded",
    RunsIf.AFTER_FAILURE: "only if what stands before failed",
}
SPEAKERS = {Role.USER: "the user", Role.ASSISTANT: "the assistant", Role.SYSTEM: "the system", Role.TOOL: "a tool"}
TERMINALS = frozenset({"asciicast", "typescript", "pane"})
"""Formats in which nobody is told apart from who typed at the terminal."""
TYPIST = "whoever typed"
FATES = {"contradicted": "contradicted", "retracted": "taken back", "confirmed": "confirmed"}

TRAITS = {
    Trait.COUNTS_CALLS: "how many of the traced system calls return",
    Trait.TRACES_CALLS: "which system calls a process makes",
    Trait.LISTS_PROCESSES: "which processes there are at one instant",
    Trait.LISTS_PROCESS_TREE: "which processes there are and who started them",
    Trait.SHOWS_THREAD_CPU: "what each thread of a process does",
    Trait.LISTS_SOCKETS: "which connections there are",
    Trait.LISTS_OPEN_FILES: "which files are open",
    Trait.LISTS_LOCK_HOLDERS: "who holds a lock",
    Trait.LISTS_FILES: "which files there are",
    Trait.SHOWS_KERNEL_LOG: "what the kernel reported",
    Trait.READS_FILE: "what a file says",
    Trait.SHOWS_MEMORY_STOCK: "how much memory is in use at one instant",
    Trait.SHOWS_MEMORY_FLOW: "how much is paged in and out over time",
    Trait.SHOWS_LOAD: "how busy the machine is",
    Trait.SHOWS_DISK_SPACE: "how much disk space is free",
    Trait.SHOWS_DISK_USE: "how much space files take",
    Trait.SHOWS_SERVICE_STATUS: "whether a unit, container or guest runs",
    Trait.READS_LOG: "what a log says",
    Trait.SHOWS_GPU_TOPOLOGY: "how GPUs are connected",
    Trait.SHOWS_GPU: "which GPUs the management library sees",
    Trait.USES_CUDA: "whether CUDA can be initialised",
    Trait.CHECKS_REACHABILITY: "whether a host or port answers",
    Trait.CHECKS_NAME: "what a name resolves to",
    Trait.REQUESTS_URL: "what an address answers",
    Trait.LOGS_IN: "whether a login works",
    Trait.RUNS_TESTS: "whether tests pass",
    Trait.SHOWS_VERSION: "which version it is",
    Trait.COUNTS_LINES: "how many lines there are",
    Trait.WALKS_TREE: "which entries a whole tree holds",
    Trait.POLLS: "what changes from look to look",
}
"""What a probe with the trait asks, as the end of "it asks …"; the most telling trait comes first."""
DEEDS = {
    Trait.KILLS_BY_PATTERN: "sends a signal to processes chosen by a pattern",
    Trait.KILLS_BY_NAME: "sends a signal to processes chosen by exact name",
    Trait.KILLS_BY_PID: "sends a signal to processes chosen by number",
    Trait.INSTALLS_PACKAGES: "installs packages",
    Trait.REMOVES_PACKAGES: "removes packages",
    Trait.BUILDS: "builds software",
    Trait.COMPILES: "compiles",
    Trait.STARTS_SERVICE: "starts a unit, container or guest and returns",
    Trait.STOPS_SERVICE: "stops or restarts one",
    Trait.REBOOTS: "restarts or halts the machine",
    Trait.DOWNLOADS: "fetches files",
    Trait.DELETES: "deletes",
    Trait.OVERWRITES: "writes over data",
    Trait.CHANGES_OWNER: "changes owners of files",
    Trait.CHANGES_MODE: "changes permissions of files",
    Trait.EDITS_FILE: "changes files",
    Trait.MOVES_FILES: "copies or moves files",
    Trait.CHANGES_CONFIG: "changes configuration",
    Trait.CHANGES_NETWORK: "changes network settings",
    Trait.RUNS_CODE: "runs code given to an interpreter",
    Trait.TRANSPORT: "carries a command to another host",
    Trait.WAITS: "lets time pass",
    Trait.CUTS_OUTPUT: "passes on only a part of what it reads",
    Trait.FILTERS: "passes on the lines that match",
    Trait.ATTACHES: "attaches to a running process",
    Trait.ALWAYS_PRINTS: "prints words of its own",
}
"""What a command with the trait does, as the end of "it …"."""
EVERYDAY = frozenset(
    {
        Trait.LISTS_FILES,
        Trait.READS_FILE,
        Trait.FILTERS,
        Trait.CUTS_OUTPUT,
        Trait.WAITS,
        Trait.ALWAYS_PRINTS,
        Trait.COUNTS_LINES,
        Trait.SHOWS_VERSION,
        Trait.MOVES_FILES,
        Trait.EDITS_FILE,
        Trait.RUNS_CODE,
        Trait.DELETES,
        Trait.TRANSPORT,
        Trait.LOGS_IN,
        Trait.KILLS_BY_PID,
    }
)
"""What everybody at a terminal knows."""
JOB_KILL = "sends a signal to a job of this shell"
MEANINGS = {
    "strace.attached": "the process is there and can be traced",
    "strace.empty-summary": "no traced call returned where strace looked; one that began and blocked is not counted",
    "service.status": "its manager has started its first process; that does not tell whether it does its work",
    "cuda.error": "CUDA itself failed (from `cuInit`: it is not initialised), and no cause is named",
    "memory.free": "how much memory was in use at that instant",
    "gpu.listed": "what the management library of the driver lists",
    "gpu.topology": "what lies between the two; not whether they may reach each other directly",
}
"""What a line that was read as a fact of this kind shows, where that is less or more than it seems."""


def deed_of(command: Command) -> Known | None:
    """Return what a command does, by the most telling trait that the vocabulary gives it, or None."""
    by_job = Trait.KILLS_BY_PID in command.traits and any(one.value.startswith("%") for one in command.operands)
    words = JOB_KILL if by_job else next((words for trait, words in DEEDS.items() if trait in command.traits), None)
    return None if words is None else Known(words, f"vocabulary:{command.program}")
