"""A small vocabulary, so that these tests do not hang on the one that ships."""

from collections.abc import Callable
from pathlib import Path

import pytest

from loganalyst.events.chain import derive_events
from loganalyst.knowledge.vocabulary import Vocabulary, load_vocabulary
from loganalyst.model.event import Events
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source

PROGRAMS = {
    "bash": """
        wrapper: {command: script, shell: self}
        options: {script: {flags: [-c], value: shell-command}}
        example: {command: "bash -c 'free -h'", inner: free -h}""",
    "curl": """
        role: probe
        traits: [requests-url]
        options: {max-time: {flags: [-m, --max-time], value: seconds, limit: transfer}}
        operands: [{name: url, value: url}]
        subject: {url: url}
        example: {command: "curl -m 5 http://h/", option: [max-time]}""",
    "free": """
        role: probe
        traits: [shows-memory-stock, light, always-prints]
        options: {human: {flags: [-h]}}
        example: {command: free -h, option: [human]}""",
    "ls": """
        role: probe
        traits: [lists-files]
        options: {long: {flags: [-l]}}
        operands: [{name: path, value: path, many: true, optional: true}]
        subject: {path: path}
        example: {command: ls -l /tmp, option: [long], subject: "path:/tmp"}""",
    "make": """
        role: intervention
        traits: [builds, long-running]
        options: {jobs: {flags: [-j], value: count}}
        operands: [{name: target, optional: true, many: true}]
        example: {command: make -j 4, option: [jobs]}""",
    "pgrep": """
        role: probe
        traits: [lists-processes]
        options: {full: {flags: [-f]}, list: {flags: [-a]}}
        operands: [{name: pattern, value: process-regex}]
        subject: {process: pattern}
        example: {command: pgrep -a uv, option: [list], subject: "process:uv"}""",
    "pkill": """
        role: intervention
        traits: [kills-by-pattern, silent-on-success]
        options: {full: {flags: [-f]}, signal: {flags: [-9], traits: [signal-kill]}}
        operands: [{name: pattern, value: process-regex}]
        subject: {process: pattern}
        example: {command: pkill -9 -f ptxas, option: [signal, full], subject: "process:ptxas"}""",
    "ps": """
        role: probe
        traits: [lists-processes]
        options: {all: {flags: [-e, aux]}}
        example: {command: ps aux, option: [all]}""",
    "ssh": """
        wrapper: {host: destination, command: rest, shell: login, rejoin: spaces}
        traits: [transport]
        options: {config: {flags: [-o], value: key-value, keys: {ConnectTimeout: {limit: connect}}}}
        operands:
          - {name: destination, value: host}
          - {name: rest, value: shell-command, optional: true, takes: rest}
        example: {command: "ssh root@h 'free -h'", host: h, inner: free -h}""",
    "strace": """
        role: probe
        traits: {attaches: true, never-returns: {has: attach}, traces-calls: true}
        options:
          attach: {flags: [-p], value: pid}
          summary: {flags: [-c], traits: [counts-calls]}
        subject: {pid: attach}
        example: {command: strace -c -p 634, option: [summary, attach], subject: "pid:634"}""",
    "timeout": """
        wrapper: {command: rest}
        options: {kill-after: {flags: [-k], value: seconds}, signal: {flags: [-s], value: signal}}
        operands:
          - {name: duration, value: seconds, limit: run}
          - {name: rest, value: shell-words, takes: rest}
        example: {command: timeout 5 free -h, inner: free -h}""",
    "uv": """
        subcommands: {pip install: {role: intervention, traits: [installs-packages, long-running]}}
        operands: [{name: package, value: requirement, many: true}]
        subject: {package: package}
        example: {command: "uv pip install 'x[all]>=1'", role: intervention, subject: "package:x"}""",
}


@pytest.fixture(scope="session")
def vocabulary(tmp_path_factory: pytest.TempPathFactory) -> Vocabulary:
    folder: Path = tmp_path_factory.mktemp("vocabulary")
    for name, body in PROGRAMS.items():
        lines = [line.removeprefix("      ") for line in body.strip("\n").splitlines()]
        (folder / f"{name}.yaml").write_text("\n".join([f"{name}:", *lines]) + "\n", encoding="utf-8")
    return load_vocabulary(folder)


@pytest.fixture(scope="session")
def derive(vocabulary: Vocabulary) -> Callable[[str], Events]:
    """Return a function from the plain-text form to events."""
    return lambda text: derive_events(read_transcript(Source("session.txt", text)), vocabulary)
