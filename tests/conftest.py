"""What every test may ask for: a browser, and the settings of hypothesis."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

BROWSERS = ("chromium", "chromium-browser", "google-chrome")

# The machines that run the tests are busy: an example that takes long says nothing about the code.
settings.register_profile("busy-machine", deadline=None)
settings.load_profile("busy-machine")


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the user's cache folder out of the tests, those of the command line included."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def browser() -> Path:
    """Return the path of a headless Chromium, or skip; with LOGANALYST_REQUIRE_BROWSER=1, fail instead."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is not None:
        return Path(found)
    reason = f"this test drives a browser, and none of {', '.join(BROWSERS)} is on the PATH"
    if os.environ.get("LOGANALYST_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)
