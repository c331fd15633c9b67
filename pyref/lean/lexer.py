"""Separates the code of a Lean file from its comments, strings and character literals."""

from __future__ import annotations

import re


class LexicalError(ValueError):
    """A comment, string or quoted name that does not end. `line` counts from 1, `column` from 0."""

    def __init__(self, message: str, *, line: int, column: int) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


# An identifier may contain quotes and digits after its first character, so that `x'` starts no character
# literal.
_IDENTIFIER = re.compile(r"[^\W\d][\w'!?]*")
_CHARACTER = re.compile(r"'(?:\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)|[^\\'\n])'", re.DOTALL)
_RAW = re.compile(r'r(#*)"')


def blank(text: str) -> str:
    """The text with every comment, string and character literal replaced by spaces; newlines keep their
    places.

    Code inside the braces of an interpolated string is blanked with it. Raises LexicalError when something
    does not end.
    """
    return scan(text)[0]


def scan(text: str) -> tuple[str, tuple[int, ...]]:
    """What `blank` returns, and the offsets at which a string, character literal or quoted name («...»)
    starts."""
    pieces: list[str] = []
    literals: list[int] = []
    position = 0
    size = len(text)
    while position < size:
        end = _literal_end(text, position)
        if text[position] == "«" or (end is not None and text[position] not in "/-"):
            literals.append(position)
        if end is not None:
            pieces.append("".join(c if c == "\n" else " " for c in text[position:end]))
        elif identifier := _IDENTIFIER.match(text, position):
            end = identifier.end()
            pieces.append(text[position:end])
        else:
            end = position + 1
            pieces.append(text[position])
        position = end
    return "".join(pieces), tuple(literals)


def _literal_end(text: str, start: int) -> int | None:
    """Where the comment, string or character literal that starts here ends; None if none starts here."""
    if text.startswith("--", start):
        newline = text.find("\n", start)
        return len(text) if newline < 0 else newline
    if text.startswith("/-", start):
        return _comment_end(text, start)
    if text[start] == '"':
        return _string_end(text, start)
    if raw := _RAW.match(text, start):
        close = text.find('"' + raw.group(1), raw.end())
        if close < 0:
            raise _unterminated("raw string", text, start)
        return close + 1 + len(raw.group(1))
    if text[start] == "'" and (character := _CHARACTER.match(text, start)):
        return character.end()
    return None


def _comment_end(text: str, start: int) -> int:
    depth = 0
    position = start
    while True:
        opening = text.find("/-", position)
        closing = text.find("-/", position)
        if closing < 0:
            raise _unterminated("comment", text, start)
        if 0 <= opening < closing:
            depth += 1
            position = opening + 2
        else:
            depth -= 1
            position = closing + 2
            if depth == 0:
                return position


def _string_end(text: str, start: int) -> int:
    position = start + 1
    while position < len(text):
        if text[position] == "\\":
            position += 2
        elif text[position] == '"':
            return position + 1
        else:
            position += 1
    raise _unterminated("string", text, start)


def _unterminated(what: str, text: str, start: int) -> LexicalError:
    line = text.count("\n", 0, start) + 1
    column = start - (text.rfind("\n", 0, start) + 1)
    return LexicalError(f"this {what} does not end", line=line, column=column)
