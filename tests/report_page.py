"""The report page as data, for tests: tables by id, and everything that claims to be a number."""

from dataclasses import dataclass, field
from fractions import Fraction
from html.parser import HTMLParser

VOID = {"meta", "br", "img", "link", "input", "hr"}


@dataclass
class Cell:
    """The text of a cell and the exact value of its <data> element, if it has one."""

    text: str = ""
    value: Fraction | None = None


@dataclass
class Table:
    caption: str = ""
    head: list[str] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)

    def row(self, name):
        """The cells after the first of the row called ``name``."""
        (found,) = [row[1:] for row in self.rows if row[0].text == name]
        return found


class Page(HTMLParser):
    """``tables`` by id; ``sections`` in order; ``ids``; ``attributes`` (tag, name, value); ``numbers`` as
    (text, exact value).
    """

    def __init__(self, text):
        super().__init__()
        self.tables, self.sections, self.ids, self.attributes, self.numbers = {}, [], [], [], []
        self.skipped, self.open = [], []
        self._table = self._target = None
        self._data = None
        self.feed(text)
        self.close()
        assert self.open == [], f"unclosed elements: {self.open}"

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.attributes += [(tag, name, value) for name, value in attributes]
        if "id" in given:
            self.ids.append(given["id"])
        if tag not in VOID:
            self.open.append(tag)
        if tag == "section":
            self.sections.append(given["id"])
        elif tag == "table":
            self._table = self.tables[given["id"]] = Table()
        elif tag == "tr" and "tbody" in self.open:
            self._table.rows.append([])
        elif tag in ("td", "th") and "tbody" in self.open:
            self._target = Cell()
            self._table.rows[-1].append(self._target)
        elif tag == "th":
            self._table.head.append("")
        elif tag == "data":
            value = Fraction(given["value"])
            self._data = ["", value]
            if self._target is not None:
                self._target.value = value
        elif tag == "p" and given.get("class") == "skipped":
            self.skipped.append("")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()
        if tag in ("td", "th"):
            self._target = None
        elif tag == "data":
            self.numbers.append(tuple(self._data))
            self._data = None

    def handle_data(self, text):
        if self._data is not None:
            self._data[0] += text
        if self._target is not None:
            self._target.text += text
        elif self.open[-1:] == ["th"]:
            self._table.head[-1] += text
        elif "caption" in self.open:
            self._table.caption += text
        elif self.open[-1:] == ["p"] and self.skipped and not self.skipped[-1]:
            self.skipped[-1] = text
