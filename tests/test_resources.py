import zipfile
from pathlib import Path

import pytest

from loganalyst.errors import ResourcesMissing
from loganalyst.resources import find_resources


def lay(root: Path, *files: str) -> Path:
    """Write the files, each holding its own name, and return the package's folder."""
    for file in ("loganalyst/__init__.py", *files):
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file, encoding="utf-8")
    return root / "loganalyst"


def test_the_running_package_has_its_rules_and_templates() -> None:
    assert find_resources("rules").is_dir()
    assert find_resources("templates").is_dir()


def test_a_checkout_has_them_beside_the_package(tmp_path: Path) -> None:
    package = lay(tmp_path, "pyproject.toml", "rules/a.yaml")
    assert find_resources("rules", package).joinpath("a.yaml").read_text(encoding="utf-8") == "rules/a.yaml"


def test_a_wheel_has_them_inside_the_package(tmp_path: Path) -> None:
    package = lay(tmp_path, "loganalyst/_data/rules/a.yaml", "pyproject.toml", "rules/a.yaml")
    found = find_resources("rules", package).joinpath("a.yaml")
    assert found.read_text(encoding="utf-8") == "loganalyst/_data/rules/a.yaml"


def test_a_zipped_package_is_read_without_unpacking(tmp_path: Path) -> None:
    archive = tmp_path / "loganalyst.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("loganalyst/_data/rules/a.yaml", "name: a")
    with zipfile.ZipFile(archive) as file:
        package = zipfile.Path(file, "loganalyst/")
        assert find_resources("rules", package).joinpath("a.yaml").read_bytes() == b"name: a"
        with pytest.raises(ResourcesMissing):
            find_resources("templates", package)


def test_a_stranger_s_folder_of_the_same_name_is_not_taken(tmp_path: Path) -> None:
    package = lay(tmp_path, "rules/a.yaml")
    with pytest.raises(ResourcesMissing) as raised:
        find_resources("rules", package)
    assert str(tmp_path / "rules") in str(raised.value)
    assert str(tmp_path / "loganalyst" / "_data" / "rules") in str(raised.value)
    assert raised.value.exit_code == 70
