"""A reader of HTML pages for tests: elements with their attributes, and the text a person sees."""

from collections import Counter
from html.parser import HTMLParser

VOID = {"meta", "img", "br", "hr", "link", "input", "col"}


class Page(HTMLParser):
    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.unbalanced: list[str] = []
        self.words: list[str] = []
        self.style = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.unbalanced.append(tag)

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "style":
            self.style += data
        else:
            self.words.append(data)

    @property
    def tags(self) -> Counter[str]:
        return Counter(tag for tag, _attributes in self.elements)

    @property
    def ids(self) -> list[str]:
        return [value for _tag, attributes in self.elements if (value := attributes.get("id")) is not None]

    @property
    def text(self) -> str:
        return "".join(self.words)
