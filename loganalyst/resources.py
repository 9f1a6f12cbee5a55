"""Find the rules and templates, in an installed package or in a checkout.

A wheel carries both folders in `loganalyst/_data`. A checkout, and an editable installation of one, has them
beside the package, so that an edited rule counts at once. `_data` is looked for in the package alone, never
along `sys.path`: an editable installation leaves a stale copy there.
"""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from loganalyst.errors import ResourcesMissing


def find_resources(folder: Literal["rules", "templates"], package: Traversable | None = None) -> Traversable:
    """Return the folder, to be walked with `iterdir` and read with `read_bytes`; it need not be on a disk.

    `package` is where loganalyst's own modules lie, unless another is given. Raise ResourcesMissing, with
    both places that were tried, when neither has the folder.
    """
    package = files("loganalyst") if package is None else package
    installed = package.joinpath("_data", folder)
    if installed.is_dir():
        return installed
    if not isinstance(package, Path):
        raise ResourcesMissing(f"no folder {installed}", hint="install loganalyst again")
    root = package.parent
    beside = root / folder
    if beside.is_dir() and (root / "pyproject.toml").is_file():
        return beside
    raise ResourcesMissing(f"neither {installed} nor {beside} is a folder of loganalyst", hint="install it again")
