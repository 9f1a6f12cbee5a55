"""What was tried out on real machines and bounds what rules may say: one sentence for each fact, by its id."""

from collections.abc import Mapping
from importlib.resources.abc import Traversable

from loganalyst.errors import RuleSyntaxError
from loganalyst.knowledge.yaml_lines import read_yaml


def load_facts(folder: Traversable) -> Mapping[str, str]:
    """Return the facts of all YAML files in a folder (``rules/facts``), each a mapping from ids to sentences.

    Raise RuleSyntaxError for a file of another form, and for an id that stands in two files.
    """
    facts: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if not file.name.endswith(".yaml"):
            continue
        document = read_yaml(file.read_bytes(), f"facts/{file.name}")
        if not isinstance(document.data, dict):
            raise RuleSyntaxError("a file of facts maps ids to sentences", place=document.place())
        for name, sentence in document.data.items():
            if not isinstance(sentence, str) or name in facts:
                fault = "is there already" if name in facts else "is no sentence"
                raise RuleSyntaxError(f"the fact '{name}' {fault}", place=document.place((name,)))
            facts[name] = sentence
    return facts
