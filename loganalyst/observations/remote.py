"""Read why ssh did not get through, or how a connection ended."""

from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Reader, one_of, phrase, phrases

_CONNECT = r"^ssh: connect to host (?P<subject>\S{1,120}) port [0-9]{1,5}: "
_CONNECTS = (
    ("Connection timed out", "timed-out"),
    ("Operation timed out", "timed-out"),
    ("Connection refused", "refused"),
    ("No route to host", "no-route"),
    ("Network is unreachable", "unreachable"),
    ("Invalid argument", "invalid-address"),
)
_PHRASES = phrases(
    *(phrase("ssh.error", words, _CONNECT + words, value, "host") for words, value in _CONNECTS),
    phrase("ssh.error", "during banner exchange",
           r"^Connection (?:timed out|closed by \S{1,120}[^\n]{0,20}) during banner exchange", "timed-out-banner"),
    phrase("ssh.error", "kex_exchange_identification",
           r"^kex_exchange_identification: (?:read: )?(?P<value>[^\n]{1,80})"),
    phrase("ssh.error", "closed by remote host.", r"^Connection to (?P<subject>\S{1,120}) closed by remote host\.",
           "closed-by-remote", "host"),
    phrase("ssh.error", "Connection closed by",
           r"^Connection closed by (?P<subject>[0-9A-Fa-f.:]{3,45}|UNKNOWN) port [0-9]{1,5}", "closed-by-remote",
           "host"),
    phrase("ssh.error", "Connection reset by", r"^Connection reset by (?P<subject>[0-9A-Fa-f.:]{3,45}) port [0-9]{1,5}",
           "reset", "host"),
    phrase("ssh.error", "client_loop: send disconnect", r"client_loop: send disconnect: (?P<value>[^\n]{1,60})"),
    phrase("ssh.error", "Write failed: Broken pipe", r"^Write failed: (?P<value>Broken pipe)"),
    phrase("ssh.error", "not responding.", r"^Timeout, server (?P<subject>\S{1,120}) not responding\.",
           "not-responding", "host"),
    phrase("ssh.error", "Permission denied (",
           r"^(?:[\w.-]{1,64}@)?(?P<subject>[\w.:%-]{1,120}): Permission denied \([\w,-]{4,120}\)\.?$",
           "permission-denied", "host"),
    phrase("ssh.error", "Permission denied, please try again", r"^Permission denied, please try again\.",
           "permission-denied"),
    phrase("ssh.error", "Too many authentication failures", r"Too many authentication failures", "permission-denied"),
    phrase("ssh.error", "Host key verification failed", r"^Host key verification failed\.", "host-key"),
    phrase("ssh.error", "REMOTE HOST IDENTIFICATION HAS CHANGED", r"WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!",
           "host-key-changed"),
    phrase("ssh.error", "UNPROTECTED PRIVATE KEY FILE", r"WARNING: UNPROTECTED PRIVATE KEY FILE!", "key-permissions"),
    phrase("ssh.error", "Could not resolve hostname", r"^ssh: Could not resolve hostname (?P<subject>[^\s:]{1,120}): ",
           "name-unresolved", "host"),
    phrase("ssh.error", "connect failed: open failed", r"open failed: connect failed: (?P<value>[^\n]{1,80})"),
    phrase("ssh.error", "lost connection", r"^lost connection$", "lost-connection"),
    phrase("ssh.error", "rsync error:", r"^rsync error: (?P<value>[^\n(]{3,120}) \(code (?P<code>[0-9]{1,3})\)"),
)  # fmt: skip


READER = Reader(
    phrases=_PHRASES,
    programs=frozenset({"ssh", "scp", "sftp", "rsync", "ssh-copy-id"}),
    traits=frozenset({Trait.LOGS_IN, Trait.TRANSPORT}),
    anywhere=True,
    lines=one_of(
        r"(?:ssh|scp|sftp|rsync|kex_exchange_identification|client_loop|debug[123]): ",
        r"Connection (?:to \S+ )?(?:closed|timed out|reset)|\S+: Permission denied \(|Host key verification failed",
        r"Warning: Permanently added |Timeout, server |lost connection",
    ),
)
