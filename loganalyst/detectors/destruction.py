"""What a command destroys: trees, disks, work in a repository, tables, volumes, firewall rules."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from loganalyst.model.command import Command
from loganalyst.model.trait import Trait

_MADE_AGAIN = re.compile(
    r"(?:^|/)(?:tmp|temp|node_modules|__pycache__|dist|build\w*|cmake-build-[\w-]+|out|target|coverage|htmlcov|\.?cache|\.?venv"
    r"|\.next|\.nuxt|\.godot|\.\w{2,20}[-_]cache|\.tox|\.gradle|\.turbo|[\w.*-]{0,60}\.egg-info|obj|_build|DerivedData"
    r"|[\w.]{1,40}[.-]lock(?:\.\w{1,6})?|var/lib/apt/lists|lost\+found)(?:/|$)"
)
"""Places that are thrown away and made again as a matter of course."""
_DEVICE = re.compile(r"/dev/(?!null|loop|zram|shm)\w")
_DATABASES = frozenset(
    {"clickhouse-client", "cqlsh", "mariadb", "mongo", "mongosh", "mysql", "psql", "redis-cli", "sqlite3"}
)
_DROPS = re.compile(
    r"(?i)\b(?:drop\s{1,4}(?:table|database|schema)\s{1,4}(?:if\s{1,4}exists\s{1,4})?|truncate\s{1,4}(?:table\s{1,4})?"
    r"|delete\s{1,4}from\s{1,4}(?=[\w.`\"]{1,80}\s{0,4}(?:;|$|\"|'))|dropDatabase|flushall|flushdb)[`\"']?(?P<name>[\w.]{0,80})"
)
_VOLUMES = frozenset({"system prune", "volume prune", "volume rm"})
_DESTROYERS = {"zfs": "destroy", "zpool": "destroy", "terraform": "destroy", "pct": "destroy", "qm": "destroy",
               "lvremove": "", "vgremove": ""}  # fmt: skip
_LOOKS_AT_WORK = ("git status", "git diff", "git stash", "git clone")
_LOOKS_AT_BRANCH = (
    "git fetch", "git pull", "git clone", "git ls-remote", "git rebase", "git filter-repo", "filter-branch", "--amend",
)  # fmt: skip
"""Looks at what a branch elsewhere holds, and rewritings of it on purpose."""
_CHOOSES = frozenset({"-name", "-iname", "-path", "-mtime", "-mmin", "-size", "-empty", "-newer"})
"""Words by which ``find`` leaves files alone."""
_KUBERNETES = frozenset({"namespace", "namespaces", "ns", "pv", "pvc", "persistentvolume", "persistentvolumeclaim"})
_STORES = {"aws": ("s3", "rm"), "gsutil": ("rm",), "gcloud": ("storage", "rm")}
_RESETS = re.compile(
    r"\b(?:manage\.py (?:flush|reset_db)|prisma (?:migrate reset|db push [^\n]{0,80}--force-reset)"
    r"|artisan migrate:(?:fresh|reset)|(?:rake|rails) db:(?:drop|reset)|sequelize db:drop|supabase db reset)\b"
)
"""Commands of frameworks that empty the database of a project."""


@dataclass(frozen=True, slots=True)
class Destruction:
    """One thing that a command destroys."""

    kind: str
    """``tree``, ``disk``, ``work``, ``table``, ``volumes``, ``rules`` or ``guest``."""
    what: str
    """As it is named in a sentence."""
    keys: tuple[str, ...]
    """Words of which one in an earlier output or call shows that the thing was looked at, or made, before."""


def destructions_of(command: Command) -> Iterator[Destruction]:
    """Yield what a command destroys."""
    for find in _FINDERS:
        yield from find(command)


def _trees(command: Command) -> Iterator[Destruction]:
    """Yield the trees that ``rm -r`` removes, but for those that are made again as a matter of course."""
    if command.program != "rm" or command.option("recursive") is None:
        return
    resolved = [subject.name for subject in command.subjects if subject.kind == "path"]
    written = [operand.value for operand in command.operands]
    for place, word in enumerate(written):
        path = resolved[place] if len(resolved) == len(written) else word
        if not _MADE_AGAIN.search(word):
            yield from _tree(word, path)


def _emptied(command: Command) -> Iterator[Destruction]:
    """Yield the trees in which ``find -delete`` removes every file."""
    if command.program == "find" and command.option("delete") is not None and _CHOOSES.isdisjoint(command.words):
        for operand in command.operands:
            if operand.name == "root":
                yield from _tree(operand.value, operand.value)


def _tree(word: str, path: str) -> Iterator[Destruction]:
    last = next((part for part in reversed(path.split("/")) if part.strip("*.?~")), "")
    if not ("$" in path or "`" in path or _MADE_AGAIN.search(path)):
        yield Destruction("tree", word, (last.strip("*"),) if last else ())


def _disks(command: Command) -> Iterator[Destruction]:
    """Yield the devices that are written over as a whole."""
    if Trait.OVERWRITES in command.traits and command.program not in {"git", "rsync"}:
        output = command.option("output")
        names = [output.value or ""] if output is not None else [operand.value for operand in command.operands]
        for name in names:
            if _DEVICE.match(name):
                last = name.rsplit("/", 1)[-1]
                yield Destruction("disk", name, (last, last.rstrip("0123456789")))


def _work(command: Command) -> Iterator[Destruction]:
    """Yield work in a repository that was not committed."""
    if command.program != "git":
        return
    words = command.words[2:]
    everything = bool(words) and words[-1] in {".", ":/", "*"} and not {"--staged", "-b", "-B"} & set(words)
    if command.subcommand in {"checkout", "restore"} and everything:
        yield Destruction("work", "what was changed and not committed", _LOOKS_AT_WORK)
    if command.words[1:2] == ("stash",) and words[:1] in {("drop",), ("clear",)}:
        yield Destruction("work", "what was put aside", ("git stash list", "git stash show", "git stash pop", "stash@"))
    if command.subcommand == "reset" and command.option("hard") is not None:
        yield Destruction("work", "what was changed and not committed", _LOOKS_AT_WORK)
    if command.subcommand == "push" and {"--force", "-f"} & set(words):
        yield Destruction("work", "the commits that the branch holds elsewhere", _LOOKS_AT_BRANCH)
    if command.subcommand == "clean" and command.option("force") is not None and "n" not in "".join(_short(command)):
        yield Destruction(
            "work", "files that git does not know", ("git status", "git clean -n", "git clone", "git stash")
        )


def _short(command: Command) -> list[str]:
    return [word for word in command.words[1:] if word.startswith("-") and not word.startswith("--")]


def _tables(command: Command) -> Iterator[Destruction]:
    """Yield tables and databases that are dropped or emptied."""
    if command.program in _DATABASES:
        for found in _DROPS.finditer(command.text):
            name = found["name"]
            yield Destruction("table", name or found[0].strip(), (name,) if len(name) > 1 else ())
    elif reset := _RESETS.search(command.text):
        yield Destruction(
            "table", "the database of the project", ("pg_dump", "mysqldump", "sqlite3", "showmigrations", reset[0])
        )
    elif command.program == "dropdb" and command.operands:
        name = command.operands[-1].value
        yield Destruction("table", name, (name,))


def _volumes(command: Command) -> Iterator[Destruction]:
    """Yield volumes and images of containers that are removed as a whole."""
    words = command.subcommand or ""
    whole = command.option("all") is not None or command.option("volumes") is not None
    if words in _VOLUMES and (whole or words != "system prune"):
        names = tuple(operand.value for operand in command.operands)
        what = ", ".join(names) or ("volumes" if "volume" in words else "all that no container uses")
        yield Destruction(
            "volumes", what, names or ("docker volume ls", "docker system df", "docker ps", "docker images")
        )
    elif words == "compose down" and command.option("volumes") is not None:
        yield Destruction("volumes", "the volumes of the project", ("compose up", "volume ls", "compose ps"))


def _rules(command: Command) -> Iterator[Destruction]:
    """Yield firewall rules that are removed as a whole."""
    flushes = command.option("flush") is not None or command.text.startswith(
        ("nft flush ruleset", "ufw reset", "ufw --force reset")
    )
    if flushes and Trait.CHANGES_NETWORK in command.traits:
        yield Destruction(
            "rules", "the firewall's rules", ("iptables -L", "iptables -S", "iptables-save", "nft list", "ufw status")
        )


def _remote(command: Command) -> Iterator[Destruction]:
    """Yield what is kept elsewhere: namespaces and volumes of a cluster, objects of a store."""
    words = command.words
    if command.program in {"kubectl", "oc"} and command.subcommand == "delete" and words[2:]:
        kind, *things = (part for word in words[2:] if not word.startswith("-") for part in word.split("/", 1))
        if kind in _KUBERNETES and things:
            yield Destruction("guest", ", ".join(things), tuple(things))
    stores = _STORES.get(command.program, ())
    if stores and all(word in words for word in stores) and {"--recursive", "-r", "-R"} & set(words):
        names = tuple(word for word in words if "://" in word)
        yield Destruction("tree", ", ".join(names), names)


def _guests(command: Command) -> Iterator[Destruction]:
    """Yield guests, pools and managed machines that are destroyed."""
    word = _DESTROYERS.get(command.program)
    if word is not None and (not word or word in command.words[1:3]):
        names = tuple(one for one in command.words[1:] if not one.startswith("-") and one != word)
        yield Destruction("guest", " ".join(names) or "what it manages", names or ("terraform plan", "terraform state"))


_FINDERS: tuple[Callable[[Command], Iterator[Destruction]], ...] = (
    _trees, _emptied, _disks, _work, _tables, _volumes, _rules, _guests, _remote,
)  # fmt: skip
