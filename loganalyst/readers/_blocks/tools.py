"""Tools that agents share by name: which ones edit a file, which ones ask for the output of an earlier call."""

EDITING = frozenset({"Edit", "MultiEdit", "Write", "NotebookEdit", "edit", "write", "multiedit", "apply_patch"})
"""Tools that change the file that they name."""
POLLING = frozenset({"BashOutput", "TaskOutput", "KillShell", "KillBash", "TaskStop", "AgentOutputTool"})
"""Tools that name an earlier call by the id of its background job."""

_PATHS = ("file_path", "notebook_path", "filePath", "path")
_JOBS = ("bash_id", "task_id", "shell_id", "agentId")


def named_path(arguments: object) -> str | None:
    """Return the file that a tool's arguments name, or None."""
    return _first(arguments, _PATHS)


def named_job(arguments: object) -> str | None:
    """Return the background job that a tool's arguments name, or None."""
    return _first(arguments, _JOBS)


def _first(arguments: object, names: tuple[str, ...]) -> str | None:
    if not isinstance(arguments, dict):
        return None
    return next((arguments[name] for name in names if isinstance(arguments.get(name), str)), None)
