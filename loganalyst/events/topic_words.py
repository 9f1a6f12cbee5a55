"""Words that are topics by themselves, and names of programs that are too common as words to be topics."""

PROTOCOLS = frozenset({
    "acl", "api", "arp", "cuda", "cudnn", "database", "db", "dhcp", "dns", "ftp", "gpu", "gpus", "grpc", "gui", "http",
    "https", "icmp", "imap", "ipv4", "ipv6", "jwt", "ldap", "lxc", "mpi", "mqtt", "nccl", "network", "nfs", "ntp",
    "nvlink", "oauth", "p2p", "pcie", "rdma", "rdp", "redis", "rpc", "scp", "selinux", "sftp", "smb", "smtp", "snmp",
    "sql", "sqlite", "ssh", "ssl", "tcp", "tls", "udp", "vnc", "vpn", "websocket", "wifi", "wireguard", "xml",
})  # fmt: skip
"""Protocols and interfaces that people name without naming a program."""

COMMON_WORDS = frozenset({
    "as", "at", "bind", "break", "cat", "clear", "column", "comm", "command", "compare", "continue", "convert", "cut",
    "date", "diff", "dig", "enable", "env", "eval", "exec", "exit", "expand", "export", "false", "fg", "file", "find",
    "fold", "format", "free", "go", "groups", "head", "help", "history", "host", "hostname", "id", "import", "install",
    "join", "kill", "last", "less", "let", "link", "local", "locate", "look", "make", "more", "mount", "nice", "open",
    "paste", "patch", "pr", "process", "python", "read", "return", "script", "see", "select", "set", "shift",
    "shutdown", "sleep", "sort", "source", "split", "start", "stop", "strings", "sum", "sync", "tail", "tee", "test",
    "time", "top", "touch", "trap", "tree", "true", "type", "up", "users", "wait", "wall", "watch", "which", "who",
    "write", "yes",
})  # fmt: skip
"""Names of programs that count as topics only where the speaker marks them as code."""
COMMON_PATHS = frozenset({
    "app", "bin", "build", "config", "data", "dev", "dist", "etc", "home", "index", "lib", "log", "logs", "main",
    "null", "opt", "output", "root", "run", "src", "test", "tests", "tmp", "usr", "var",
})  # fmt: skip
"""Names of files and folders that say nothing without their path."""
