"""Read what git brought about, or why it failed."""

from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Reader, one_of, phrase, phrases

_PHRASES = phrases(
    phrase("repository.result", "nothing to commit", r"^(?P<value>nothing to commit)(?:,| \()[^\n]{0,80}"),
    phrase("repository.result", "Already up to date", r"^(?P<value>Already up to date)\.$"),
    phrase("repository.result", "Everything up-to-date", r"^(?P<value>Everything up-to-date)$"),
    phrase("repository.result", "changed, ",
           r"^ (?P<files>[0-9]{1,7}) files? changed(?:, (?P<insertions>[0-9]{1,9}) insertions?\(\+\))?"
           r"(?:, (?P<deletions>[0-9]{1,9}) deletions?\(-\))?$", "changed"),
    phrase("repository.result", "Cloning into", r"^(?P<value>Cloning) into '(?P<subject>[^'\n]{1,300})'\.\.\.",
           subject="path"),
    phrase("repository.result", " -> ", r"^   [0-9a-f]{7,40}\.\.[0-9a-f]{7,40} {1,4}\S{1,120} +-> \S{1,120}", "moved"),
    phrase("repository.result", "HEAD is now at", r"^(?P<value>HEAD is now at) [0-9a-f]{7,40}"),
    phrase("repository.result", "] ", r"^\[\S{1,120}(?: \(root-commit\))? [0-9a-f]{7,40}\] [^\n]{1,200}", "committed"),
    phrase("repository.error", "fatal: ", r"^fatal: (?P<value>[^\n]{1,300})"),
    phrase("repository.error", "CONFLICT (", r"^(?P<value>CONFLICT) \([^)\n]{1,40}\): "),
    phrase("repository.error", "[rejected]", r"^ ! \[(?P<value>rejected)\]"),
    phrase("repository.error", "[remote rejected]", r"^ ! \[(?P<value>remote rejected)\]"),
    phrase("repository.error", "error: failed to push", r"^error: (?P<value>failed to push some refs)"),
    phrase("repository.error", "error: patch failed", r"^error: (?P<value>patch failed): [^\n]{1,200}"),
    phrase("repository.error", "error: Your local changes",
           r"^error: (?P<value>Your local changes) to the following files"),
    phrase("repository.error", "error: pathspec", r"^error: (?P<value>pathspec '[^'\n]{1,200}' did not match)"),
)  # fmt: skip


READER = Reader(
    phrases=_PHRASES,
    programs=frozenset({"git"}),
    traits=frozenset({Trait.VERSION_CONTROL}),
    anywhere=True,
    lines=one_of(
        "On branch ",
        "Your branch ",
        "Changes (?:to be|not staged)",
        "Untracked files",
        "nothing (?:to commit|added)",
        "fatal: ",
        "error: ",
        "hint: ",
        "remote: ",
        "Cloning into",
        "Already up to date",
        "HEAD is now at",
        "commit ",
        r"diff --git",
        r"@@ ",
        r"[+-]{3} [ab]/",
        r"\t(?:modified|new file|deleted): ",
        r"From \S+$",
        r" [0-9]+ files? changed",
    ),
)
