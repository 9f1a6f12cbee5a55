"""What the generated session is made of."""

COMMANDS = (
    "ls -la /srv/app",
    "git status --short",
    "cat config/settings-{n}.yaml",
    "grep -rn 'handler_{n}' src/",
    "python3 -m pytest -q tests/test_module_{n}.py",
    "npm run build",
    "docker ps --format '{{{{.Names}}}}'",
    "curl -fsS http://127.0.0.1:{n}/health",
    "ssh ops@192.0.2.{m} 'uptime; df -h /'",
    "sed -n '1,{m}p' src/module_{n}.py",
    "make -j {m} all 2>&1 | tail -20",
    "pgrep -af worker-{n}",
    "journalctl -u app --since '5 min ago' --no-pager | tail -n {m}",
    "pip install 'package-{n}>=1.0' 2>&1 | tail -3",
    "find . -name '*.log' -mmin -{m}",
    "systemctl status app-{n} --no-pager",
    "for i in 1 2 3; do curl -s -o /dev/null -w '%{{http_code}}' http://127.0.0.1:{n}; sleep 2; done",
    "tar czf backup-{n}.tgz data/",
    "cd services/api-{m}",
    "mkdir -p build/{n} && cp src/file_{n}.py build/{n}/",
    "python3 - <<'EOF'\nprint({n})\nEOF\n",
    "kubectl get pods -n team-{m}",
    "export MAX_JOBS={m}",
    "uv sync --frozen",
    "node scripts/check-{n}.js --verbose",
)

CALM = tuple(command for command in COMMANDS if command.startswith(("cat", "cd", "git", "grep", "mkdir", "sed", "tar")))
"""Those that look at nothing that runs."""

REMARKS = (
    "Let me look at what is there first.",
    "The tests show one failure. Let me read the module.",
    "I'll check the service and then its log.",
    "Now I update the handler.",
    "It might be the configuration. Let me check the settings:",
    "The build is through. Next come the tests:",
    "Let me see which processes run.",
    "That gives the version of the package. I go on with the install.",
    "The port seems to be taken by another process.",
    "Let me verify the change with a request.",
    "The log names the file. I read it.",
    "Please add the endpoint and run the tests — thanks ✓.",
)

LINES = (
    "2026-01-05T09:{m:02d}:12Z INFO worker-{n} handled request id={n} in {m} ms",
    "-rw-r--r-- 1 ops ops {n} Jan  5 09:{m:02d} module_{n}.py",
    "src/module_{n}.py:{m}:    return handler_{n}(request, timeout={m})",
    "    def handler_{n}(self, request, *, retries={m}):",
    "tests/test_module_{n}.py::test_case_{m} PASSED",
    "drwxr-xr-x {m} ops ops 4096 Jan  5 08:{m:02d} build-{n}",
    "[{m}/64] Building CXX object src/CMakeFiles/lib.dir/unit_{n}.cpp.o",
    '  {n}: "value {m}",',
    "ops       {n}  0.{m:02d}  0.4 {n}2 {n} ?        Sl   08:{m:02d}   0:{m:02d} python3 worker.py --id {m}",
    "Downloading package_{n}-1.{m}.0-py3-none-any.whl ({m}.2 MB)",
    "WARN  cache miss for key user:{n} (ttl {m} s)",
    "commit {n}abcdef{m}: update the handlers of module {n}",
    '        <item id="{n}" size="{m}"/>',
    "→ step {m} of 64 done ✓",
)
