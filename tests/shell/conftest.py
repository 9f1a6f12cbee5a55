"""The vocabulary, loaded once."""

import pytest

from loganalyst.knowledge.vocabulary import Vocabulary, load_vocabulary
from loganalyst.resources import find_resources


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    return load_vocabulary(find_resources("rules").joinpath("vocabulary"))
