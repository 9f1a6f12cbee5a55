"""Words that say something of a subject, by what they say."""

from loganalyst.events.speech.phrases import Phrases
from loganalyst.model.event import Predicate

PREDICATES = Phrases(
    {
        Predicate.WORKS: (
            "accessible", "are ready", "fully functional", "functional", "functioning", "healthy", "in working order",
            "is live", "is ready", "now ready", "operational", "ran successfully", "reachable", "ready", "respond",
            "responded", "responding", "responds", "responsive", "runs successfully", "succeed", "succeeded",
            "succeeds", "success", "successful", "usable", "work", "worked", "working", "works",
        ),
        Predicate.FIXED: (
            "corrected", "cured", "fixed", "fixes", "no longer crashes", "no longer fails", "no longer hangs",
            "repaired", "resolved", "resolves", "solved", "solves",
        ),
        Predicate.DONE: (
            "accomplished", "achieved", "added", "applied", "booted", "bootstrapped", "built", "changed", "cloned",
            "committed", "compiled", "complete", "completed", "configured", "copied", "created", "deleted", "deployed",
            "disabled", "done", "downloaded", "enabled", "executed", "extracted", "finished", "generated",
            "implemented", "imported", "in place", "installed", "loaded", "merged", "migrated", "modified", "pushed",
            "rebuilt", "refactored", "reinstalled", "removed", "renamed", "replaced", "reset", "restored", "rewritten",
            "saved", "set up", "successfully", "trained", "updated", "upgraded", "uploaded", "written",
        ),
        Predicate.PASSES: (
            "all green", "pass", "passed", "passes", "passing",
        ),
        Predicate.FINE: (
            "all good", "all right", "alright", "as expected", "clean", "cleanly", "correct", "correctly", "fine",
            "good", "great", "in order", "intact", "look right", "looks right", "ok", "okay", "perfect", "progressing",
            "properly", "sane", "valid",
        ),
        Predicate.RUNNING: (
            "active", "alive", "are up", "are up and running", "back up", "came up", "in progress", "is back", "is up",
            "is up and running", "launched", "listening", "running", "runs", "started", "under way", "underway",
            "up and running",
        ),
        Predicate.FAILS: (
            "blocked", "broke", "broken", "conflicts", "crash", "crashed", "crashes", "crashing", "denied", "error",
            "errored", "errors", "fail", "failed", "failing", "fails", "failure", "failures", "going wrong",
            "incompatible", "is wrong", "refused", "rejected", "something wrong", "timed out", "times out", "unable to",
            "unhealthy", "unreachable", "went wrong",
        ),
        Predicate.STOPPED: (
            "dead", "died", "down", "ended", "exited", "gone", "killed", "rebooted", "restarted", "shut down",
            "stopped", "terminated",
        ),
        Predicate.STUCK: (
            "deadlocked", "frozen", "hang", "hanging", "hangs", "hung", "is waiting", "locked up", "not responding",
            "stall", "stalled", "stuck", "unresponsive", "waiting for", "waiting forever", "waiting on",
        ),
        Predicate.TAKES_LONG: (
            "a long time", "ages", "extremely long", "forever", "hours", "long time", "longer than", "quite a while",
            "slow", "slowly", "so long", "still compiling", "takes a while", "takes longer", "taking a while",
            "taking longer", "too long", "very long",
        ),
        Predicate.THRASHES: (
            "exhausted memory", "low on memory", "memory constraints", "memory exhaustion", "memory pressure", "oom",
            "oom-killed", "oomed", "out of memory", "out of ram", "overloaded", "runs out of memory", "short of memory",
            "swapping", "thrash", "thrashed", "thrashes", "thrashing",
        ),
        Predicate.BUILDS_FROM_SOURCE: (
            "building from source", "building something from source", "building wheel", "building wheels",
            "built from source", "compilation", "compiling", "from source", "source build",
        ),
        Predicate.ABSENT: (
            "absent", "disappeared", "empty", "missing", "never", "no longer exists", "no longer present",
            "no longer there", "no output", "no such", "not found", "nothing", "nowhere", "there are no",
            "there are not", "there is no", "there is not", "there is nothing", "there was no", "there were no",
            "unavailable", "vanished",
        ),
        Predicate.PRESENT: (
            "available", "contains", "detected", "exist", "exists", "found", "has been found", "is found", "present",
            "shows", "there are", "there is", "visible",
        ),
        Predicate.SUPPORTED: (
            "able to", "allows", "capable of", "compatible", "handles", "is able to", "support", "supported",
            "supports",
        ),
    }
)  # fmt: skip

STRONG = frozenset(
    {
        Predicate.BUILDS_FROM_SOURCE, Predicate.FIXED, Predicate.PASSES, Predicate.STUCK, Predicate.TAKES_LONG,
        Predicate.THRASHES,
    }
)  # fmt: skip
"""Say more than another predicate beside them."""
RANKS = {
    **dict.fromkeys(STRONG, 0),
    Predicate.RUNNING: 2,
    Predicate.FINE: 2,
    Predicate.DONE: 3,
    Predicate.PRESENT: 3,
    Predicate.SUPPORTED: 3,
}
"""Of several predicates the one of the lowest rank says most; those not listed have rank 1."""
ENDS = frozenset(
    {
        "fixed",
        "gone",
        "over",
        "relieved",
        "resolved",
    }
)
"""Words that say of a trouble named before them that it is there no longer."""
PARTICIPLES = frozenset({
    "accomplished", "achieved", "added", "applied", "blocked", "booted", "bootstrapped", "broken", "built", "changed",
    "cloned", "committed", "compiled", "completed", "configured", "copied", "corrected", "created", "deleted", "denied",
    "deployed", "detected", "disabled", "downloaded", "enabled", "executed", "extracted", "failed", "finished", "fixed",
    "frozen", "generated", "hung", "implemented", "imported", "installed", "killed", "launched", "loaded", "locked",
    "merged", "migrated", "modified", "passed", "pushed", "rebuilt", "refactored", "refused", "reinstalled", "rejected",
    "removed", "renamed", "repaired", "replaced", "reset", "resolved", "restored", "rewritten", "saved", "solved",
    "started", "stopped", "supported", "terminated", "trained", "updated", "upgraded", "uploaded", "written",
})  # fmt: skip
"""Past forms that may also stand in front of a noun (``the fixed script``), where they state nothing."""
ADJECTIVES = frozenset({
    "active", "alive", "available", "broken", "clean", "compatible", "complete", "correct", "dead", "empty", "existing",
    "failing", "fine", "functional", "good", "great", "hanging", "healthy", "listening", "missing", "ok", "okay",
    "operational", "passing", "perfect", "present", "ready", "responsive", "slow", "stalled", "stuck", "success",
    "successful", "supported", "unresponsive", "usable", "valid", "visible", "working",
})  # fmt: skip
"""Words that may likewise, and that state nothing at the beginning either (``successful tasks``)."""
AUXILIARIES = frozenset({
    "all", "already", "also", "am", "appears", "are", "be", "been", "being", "feels", "fully", "get", "gets", "got",
    "had", "has", "have", "having", "is", "just", "keeps", "look", "looks", "never", "now", "remains", "seemed",
    "seems", "stays", "still", "successfully", "was", "were",
})  # fmt: skip
PRONOUNS = frozenset({
    "all", "both", "everything", "he", "i", "it", "she", "that", "they", "this", "we", "which",
})  # fmt: skip
FOLLOWERS = frozenset({
    "after", "again", "already", "and", "as", "at", "because", "before", "but", "by", "cleanly", "correctly", "during",
    "fine", "for", "from", "here", "in", "into", "now", "on", "or", "out", "over", "properly", "so", "successfully",
    "then", "there", "to", "too", "under", "until", "via", "when", "while", "with", "within", "without", "yet",
})  # fmt: skip
"""Words that go on behind a participle and are no noun that it could belong to."""
ADVERBS = frozenset({"cleanly", "correctly", "properly"})
"""Words that judge what is said, but not what an infinitive before them only aims at."""
BASE_FORMS = frozenset(
    {
        "crash", "error", "exist", "fail", "hang", "pass", "respond", "stall", "succeed", "support", "thrash", "work",
    }
)  # fmt: skip
"""Words that are also a bare verb, which after ``to`` or ``let`` states nothing, or a noun."""
NOUNS_TOO = frozenset({"fixes", "resolves", "solves"})
"""Verbs in -s that count behind a pronoun or name alone, as they are plural nouns elsewhere."""
BEFORE_BARE_VERB = frozenset(
    {
        "all", "also", "always", "both", "can", "could", "did", "do", "does", "everything", "i", "may", "might",
        "never", "not", "now", "often", "shall", "should", "simply", "still", "that", "they", "to", "we", "which",
        "will", "would", "you",
    }
)  # fmt: skip
"""Words other than plurals that a bare verb may follow."""
DETERMINERS = frozenset(
    {
        "a", "an", "any", "each", "every", "its", "my", "our", "some", "that", "the", "their", "these", "this", "those",
        "your",
    }
)  # fmt: skip
BE = frozenset(
    {
        "am", "are", "be", "been", "being", "got", "is", "keeps", "look", "looks", "remains", "seems", "stays", "still",
        "was", "were",
    }
)  # fmt: skip
NEEDS = frozenset(
    {
        "designed", "expected", "how", "need", "needed", "needs", "required", "tried", "tries", "trying", "want",
        "wants",
    }
)  # fmt: skip
"""Before ``to``: what follows is wanted, not so."""
LET = frozenset({
    "can", "cannot", "did", "do", "does", "help", "helps", "let", "make", "not", "to",
})  # fmt: skip
NO_CHANGE = frozenset({
    "advanced", "agreed", "analysed", "analyzed", "asked", "associated", "automated", "based", "checked", "confirmed",
    "decided", "dedicated", "detailed", "encountered", "estimated", "examined", "expected", "explained", "followed",
    "identified", "inspected", "investigated", "learned", "limited", "looked", "mentioned", "needed", "noticed",
    "observed", "planned", "proposed", "provided", "realised", "realized", "recommended", "related", "reproduced",
    "required", "reviewed", "seemed", "shared", "started", "suggested", "supported", "tested", "thought", "tried",
    "understood", "used", "verified", "waited", "wanted", "watched", "worked",
})  # fmt: skip
"""Past forms that tell of no change."""
CHANGED = frozenset({
    "built", "made", "overwrote", "put", "ran", "rebuilt", "rewrote", "set", "wrote",
})  # fmt: skip
