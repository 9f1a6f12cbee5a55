"""The package as a stranger gets it: built, installed elsewhere, run from another folder."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import loganalyst

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "samples" / "stuck-install.txt"

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300), pytest.mark.xdist_group("packaging")]


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command without what the developer's own shell and pip are set to, and return what it printed."""
    environment = {"PATH": os.defpath, "HOME": str(cwd), "PIP_CONFIG_FILE": os.devnull, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel built from the source archive built from the checkout."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program, installed in a fresh environment that borrows its dependencies from this one."""
    folder = tmp_path_factory.mktemp("elsewhere")
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    python = folder / "bin" / "python"
    offline = ("--no-index", "--no-deps", "--quiet")
    run(sys.executable, "-m", "pip", "--python", python, "install", *offline, wheel, cwd=folder)
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (Path(site) / "borrowed.pth").write_text("\n".join(sorted(borrowed)), encoding="utf-8")
    return folder / "bin" / "loganalyst"


def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_the_wheel_carries_every_rule_and_template(wheel: Path) -> None:
    data = [path for folder in ("rules", "templates") for path in (ROOT / folder).rglob("*") if path.is_file()]
    assert data
    assert {f"loganalyst/_data/{path.relative_to(ROOT).as_posix()}" for path in data} <= set(names(wheel))


def test_the_wheel_carries_the_package_and_nothing_else(wheel: Path) -> None:
    assert {path.split("/")[0] for path in names(wheel)} == {
        "loganalyst",
        f"loganalyst-{loganalyst.__version__}.dist-info",
    }
    assert "loganalyst/py.typed" in names(wheel)


def test_the_wheel_introduces_itself(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(f"loganalyst-{loganalyst.__version__}.dist-info/METADATA").decode()
    metadata = Parser().parsestr(text)
    assert metadata["Version"] == loganalyst.__version__
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Description-Content-Type"] == "text/markdown"


def test_the_installed_program_runs_from_the_wheel(program: Path, tmp_path: Path) -> None:
    home = run(program.with_name("python"), "-c", "import loganalyst; print(loganalyst.__file__)", cwd=tmp_path)
    assert Path(home).is_relative_to(program.parent.parent)


def test_the_installed_program_says_its_version(program: Path, tmp_path: Path) -> None:
    assert run(program, "--version", cwd=tmp_path).startswith(f"loganalyst {loganalyst.__version__} ")


def test_the_installed_program_writes_a_report_where_it_is_run(program: Path, tmp_path: Path) -> None:
    printed = run(program, "report", SAMPLE, cwd=tmp_path)
    written = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("stuck-install.*")}
    assert sorted(written) == ["stuck-install.html", "stuck-install.md"]
    assert all(name in printed for name in written)
    assert written["stuck-install.html"].lower().startswith("<!doctype html>")
    assert "## " in written["stuck-install.md"]
