"""LaTeX formulas as MathML, converted when the site is built and set by the browser."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from pyref.errors import InputError

from .extras import library

_NAMESPACE = "http://www.w3.org/1998/Math/MathML"
_THIN = {"width": "0.1667em"}
_LETTERS = re.compile(r"[A-Za-z]{2,}")
# A blackboard letter without braces would become a `mathvariant` that browsers no longer read.
_BARE_LETTER = re.compile(r"\\(mathbb|mathcal|mathfrak)\s*([A-Za-z])")
_TIGHT = frozenset("|‖/⋆.")
_OPENING = frozenset("([{⌊⌈⟨")
_CLOSING = frozenset(")]}⌋⌉⟩")
_SIGNS = frozenset("-+±\N{MINUS SIGN}")
_LIMITS = frozenset({"max", "min", "sup", "inf"})
_BREAKS = frozenset("=≤≥<>∈∝≈,")
# The least number of characters of a piece between two possible line breaks.
_PIECE = 6
_ARGUMENTS = {"mfrac": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}
_BASE_FIRST = _ARGUMENTS.keys() - {"mfrac"}


def mathml(formula: str, *, display: bool) -> str:
    """One formula (without its dollar signs) as a `math` element; a long one in a line is cut after relations
    into several, between which a line may break.

    Raises InputError for a formula that cannot be converted in full.
    """
    converter = library("latex2mathml.converter")
    text = _BARE_LETTER.sub(r"\\\1{\2}", formula.strip())
    try:
        # From text and back, because the element tree of the library numbers its entities itself.
        root = ElementTree.fromstring(converter.convert(text, display="block" if display else "inline"))
    except Exception as error:
        raise InputError(
            f"the formula ${formula}$ cannot be converted: {error or type(error).__name__}"
        ) from error
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{_NAMESPACE}}}")
        if "\\" in (element.text or "") or element.tag == "merror":
            raise InputError(f"the formula ${formula}$ holds the unknown command {element.text}")
        if len(element) != _ARGUMENTS.get(element.tag, len(element)):
            raise InputError(f"the formula ${formula}$ lacks an argument of a command")
        if element.get("mathvariant", "normal") != "normal":
            raise InputError(f"the formula ${formula}$ uses an alphabet that browsers do not show")
    for element in list(root.iter()):
        _join_words(element)
    for element in list(root.iter()):
        _space_functions(element)
        _set_operators(element)
        if display and element.tag == "msub" and element[0].text in _LIMITS:
            element.tag = "munder"
        if element.tag == "mo" and element.text in _TIGHT and element.get("fence") is None:
            element.attrib.update(stretchy="false", lspace="0", rspace="0")
    root.set("xmlns", _NAMESPACE)
    parts = [root] if display else _lines(root)
    return "".join(ElementTree.tostring(part, encoding="unicode") for part in parts)


def _lines(root: ElementTree.Element) -> list[ElementTree.Element]:
    """The formula in pieces that end with a relation or a comma, none of them very short."""
    if len(root) != 1 or root[0].tag != "mrow":
        return [root]
    pieces: list[list[ElementTree.Element]] = [[]]
    for element in root[0]:
        pieces[-1].append(element)
        if element.tag == "mo" and element.text in _BREAKS and _size(pieces[-1]) >= _PIECE:
            # As the last of its row it would lose the space of a relation.
            element.set("form", "infix")
            pieces.append([])
    if len(pieces) > 1 and _size(pieces[-1]) < _PIECE:
        last = pieces.pop()
        pieces[-1] += last
    lines = []
    for piece in pieces:
        line = ElementTree.Element("math", root.attrib)
        ElementTree.SubElement(line, "mrow").extend(piece)
        lines.append(line)
    return lines


def _size(piece: list[ElementTree.Element]) -> int:
    return sum(len(part.text or "") for element in piece for part in element.iter())


def _join_words(parent: ElementTree.Element) -> None:
    """Names of functions and words are one identifier each, so that they are upright and close to what
    follows."""
    letters = list(parent)
    if parent.tag == "mrow" and len(letters) > 1 and all(e.get("mathvariant") == "normal" for e in letters):
        word = "".join(e.text or "" for e in letters)
        for letter in letters:
            parent.remove(letter)
        parent.tag, parent.text = "mi", word
    if parent.tag == "mo" and _LETTERS.fullmatch(parent.text or ""):
        parent.tag = "mi"
        parent.attrib.clear()


def _space_functions(parent: ElementTree.Element) -> None:
    """The thin spaces of TeX around the name of a function, as in `a log b`."""
    if parent.tag not in ("mrow", "math"):
        return
    children = list(parent)
    added = 0
    for index, child in enumerate(children):
        if not _is_function(child):
            continue
        if index and children[index - 1].tag != "mo" and not _is_function(children[index - 1]):
            parent.insert(index + added, ElementTree.Element("mspace", _THIN))
            added += 1
        if index + 1 < len(children) and not _opens(children[index + 1]):
            parent.insert(index + added + 1, ElementTree.Element("mspace", _THIN))
            added += 1


def _set_operators(parent: ElementTree.Element) -> None:
    """Spaces of signs, brackets and colons, which depend on what stands beside them."""
    before: ElementTree.Element | None = None
    for child in parent:
        if child.tag in ("mi", "mo") and child.get("fence") is None:
            if child.text in _OPENING | _CLOSING:
                child.tag = "mo"
                child.attrib.update(stretchy="false", form="prefix" if child.text in _OPENING else "postfix")
            elif child.text == ":":
                child.tag = "mo"
                child.attrib.update(lspace="0.2778em", rspace="0.2778em")
            elif child.text in _SIGNS and (
                before is None or (before.tag == "mo" and before.text not in _CLOSING)
            ):
                child.set("form", "prefix")
        before = child


def _is_function(element: ElementTree.Element) -> bool:
    if element.tag in _BASE_FIRST and len(element):
        return _is_function(element[0])
    return element.tag == "mi" and _LETTERS.fullmatch(element.text or "") is not None


def _opens(element: ElementTree.Element) -> bool:
    if element.tag == "mrow" and len(element):
        return element[0].get("fence") == "true"
    return element.tag == "mo" or element.tag == "mspace"
