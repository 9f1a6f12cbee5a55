"""Read the kernel's messages, from dmesg, the journal or a console."""

import re

from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Reader, one_of, phrase, phrases

_VICTIM = (
    r"Killed process (?P<subject>[0-9]{1,9}),? \((?P<value>[^)\n]{1,40})\)"
    r"(?:[^\n]{0,80}? total-vm:[0-9]{1,15}kB, anon-rss:[0-9]{1,15}kB)?"
)
_PHRASES = phrases(
    phrase("kernel.oom-cgroup", "emory cgroup out of memory", rf"[Mm]emory cgroup out of memory: {_VICTIM}",
           subject="pid"),
    phrase("kernel.oom-kill", "ut of memory: Kill", rf"(?<!cgroup )[Oo]ut of memory: {_VICTIM}",
           subject="pid"),
    phrase("kernel.oom-kill", "constraint=CONSTRAINT_NONE",
           r"oom-kill:constraint=CONSTRAINT_NONE[^\n]{0,600},task=(?P<value>[^,\n]{1,40}),pid=(?P<subject>[0-9]{1,9})",
           subject="pid"),
    phrase("kernel.oom-cgroup", "constraint=CONSTRAINT_MEMCG",
           r"oom-kill:constraint=CONSTRAINT_MEMCG[^\n]{0,600},task=(?P<value>[^,\n]{1,40})"
           r",pid=(?P<subject>[0-9]{1,9})", subject="pid"),
    phrase("kernel.oom-invoked", "invoked oom-killer",
           r"(?P<value>[^\s\]][^\]\n:]{0,40}) invoked oom-killer: gfp_mask="),
    phrase("kernel.oom-kill", "systemd-oomd", r"systemd-oomd(?:\[[0-9]+\]: | )[Kk]illed (?P<value>[^\n]{1,160})"),
    phrase("kernel.io-error", "I/O error", r"(?:blk_update_request: |critical )?I/O error, dev (?P<value>[\w-]{1,30})"),
    phrase("kernel.io-error", "I/O error", r"Buffer I/O error on dev(?:ice)? (?P<value>[\w-]{1,30})"),
    phrase("kernel.io-error", "critical medium error", r"critical medium error, dev (?P<value>[\w-]{1,30})"),
    phrase("kernel.io-error", "EXT4-fs error", r"EXT4-fs error \(device (?P<value>[\w-]{1,30})\)"),
    phrase("kernel.io-error", "Input/output error", r"^[^\n]{1,300}: Input/output error$", word="Input/output error"),
    phrase("kernel.hung-task", "blocked for more than",
           r"task (?P<value>[^\n:]{1,40}):(?P<subject>[0-9]{1,9}) blocked for more than (?P<seconds>[0-9]{1,6}) "
           r"seconds", subject="pid"),
    phrase("kernel.segfault", "segfault at", r"(?P<value>[^\s\[\]]{1,40})\[(?P<subject>[0-9]{1,9})\]: segfault at ",
           subject="pid"),
    phrase("kernel.gpu-error", "NVRM: Xid", r"NVRM: Xid \([^)\n]{1,60}\): (?P<value>[0-9]{1,4})"),
    phrase("kernel.log-refused", "dmesg: read kernel buffer failed",
           r"dmesg: read kernel buffer failed: (?P<value>[^\n]{1,80})"),
    phrase("process.fork-refused", "fork rejected by pids controller",
           r"cgroup: fork rejected by pids controller in (?P<value>\S{1,200})"),
)  # fmt: skip
_STAMPED = re.compile(
    r"(?:<[0-9]{1,3}>)?\[ *[0-9]{1,9}\.[0-9]{6}\] |\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9][0-9] [0-9:]{8} [0-9]{4}\] "
)


READER = Reader(
    phrases=_PHRASES,
    programs=frozenset({"dmesg"}),
    traits=frozenset({Trait.SHOWS_KERNEL_LOG}),
    anywhere=True,
    lines=one_of(_STAMPED),
)
