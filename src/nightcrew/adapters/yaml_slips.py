"""What was probably slipped where a parser gives up, and the line in which it stands.

A parser notices a missing colon or bracket only some lines further down; a writer looks there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from nightcrew.domain.yaml_reasons import UNKNOWN, YAML_REASONS, YamlReason

_LINES_ABOVE = 4  # text without quotes may go on for some lines before a colon stops it
_ODD_SPACES = "\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_SLIPS = (
    ("merge_marks", re.compile(r"^(?P<slip><{7}|={7}|>{7})(?:\s|$)")),
    ("document_mark", re.compile(r"^(?P<slip>-{4,}|--|[\u2013\u2014]{1,3})\s*$")),
    ("tab", re.compile(r"^ *(?P<slip>\t)")),
    ("odd_space", re.compile(rf"^\s*?(?P<slip>[{_ODD_SPACES}])")),
    ("odd_space", re.compile(rf"^ *(?:- )?[\w-]+:(?P<slip>[{_ODD_SPACES}])")),
    ("wide_colon", re.compile(r"^ *(?:- )?[\w-]+\s?(?P<slip>[\uff1a\ufe55\ua789])")),
    ("no_space", re.compile(r"^ *(?:- )?(?P<slip>[a-z_]+:)[^\s/:]")),
)
_KEY = re.compile(r" *(?:- )?[\w-]+: +")
_FLOW = {"while parsing a flow mapping": ("{", "}"), "while parsing a flow sequence": ("[", "]")}
_QUOTES = "\"'"
# A key that has become text, because its colon is none; only keys of ours, since prose may do so.
_KEY_AS_TEXT = (
    ("wide_colon", re.compile(r"[a-z_]+\s?(?P<slip>[\uff1a\ufe55\ua789])")),
    ("no_space", re.compile(r"(?P<slip>[a-z_]+:)[^\s/:]")),
)
_WIDE_SIGNS = {"\uff0c": ",", "\u3001": ",", "\uff1b": ",", "\uff5d": "}", "\uff3d": "]"}
_LINE_ENDS = "\r\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """line, column: of the text that was parsed, counted from 0. facts: names in the reason."""

    line: int
    column: int
    reason: YamlReason
    facts: Mapping[str, str] = field(default_factory=dict)


def slip_of(error: yaml.MarkedYAMLError, lines: Sequence[str]) -> Slip:
    """lines: of the text that was parsed."""
    mark, context = error.problem_mark or error.context_mark, error.context_mark
    if mark is None:
        return Slip(line=0, column=0, reason=UNKNOWN, facts={"said": _said(error)})
    if "quoted scalar" in (error.context or "") and "end of stream" in _said(error):
        # An open quote is found missing only at the end of the file; its beginning helps.
        return _at(context, _reason("quote_open"))
    return (
        _typed(mark, lines)
        or _unclosed(error, mark, context, lines)
        or _without_colon(error, context)
        or _odd_sign(error, mark, lines)
        or _second_colon(error, mark, lines)
        or _told(error, mark)
    )


def slip_in_key(lines: Sequence[str], line: int, key: str) -> Slip | None:
    """A space or a colon that is none of YAML's and so has become part of a key."""
    if key[0] in _ODD_SPACES:
        facts = {"code": f"U+{ord(key[0]):04X}"}
        column = lines[line].index(key[0])
        return Slip(line=line, column=column, reason=_reason("odd_space"), facts=facts)
    found = _as_text(key)
    if found is None:
        return None
    return replace(found, line=line, column=max(lines[line].find(key), 0) + found.column)


def slip_in_value(lines: Sequence[str], line: int, column: int) -> Slip | None:
    """A key in a line of its own that has become the text of the key above."""
    text = lines[line] if line < len(lines) else ""
    found = None if text[:column].strip() else _as_text(text[column:])
    return found and replace(found, line=line, column=column + found.column)


def comma_in_text(lines: Sequence[str], line: int, before: str, rest: str) -> Slip:
    """Text inside braces that ends at a comma, so that its rest has become a key."""
    text = f"{before}, {rest}".replace('"', "'")
    column = max(lines[line].find(rest), 0)
    return Slip(line=line, column=column, reason=_reason("comma_in_text"), facts={"text": text})


def second_beginning(line: int, first: int) -> Slip:
    """A text that begins where another one has not ended. first: where that one began."""
    reason = _reason("second_beginning")
    return Slip(line=line, column=0, reason=reason, facts={"first": str(first)})


def _as_text(text: str) -> Slip | None:
    for name, pattern in _KEY_AS_TEXT:
        found = pattern.match(text)
        if found:
            facts = {"sign": found["slip"]}
            return Slip(line=0, column=found.start("slip"), reason=_reason(name), facts=facts)
    return None


def _typed(mark: Any, lines: Sequence[str]) -> Slip | None:
    """A sign that looks right and is none of YAML's, on this line or just above."""
    for number in range(min(mark.line, len(lines) - 1), max(-1, mark.line - _LINES_ABOVE), -1):
        for name, pattern in _SLIPS:
            found = pattern.match(lines[number])
            if found:
                facts = {"sign": found["slip"], "code": f"U+{ord(found['slip'][0]):04X}"}
                return Slip(
                    line=number, column=found.start("slip"), reason=_reason(name), facts=facts
                )
    return None


def _unclosed(
    error: yaml.MarkedYAMLError, mark: Any, context: Any, lines: Sequence[str]
) -> Slip | None:
    if error.context not in _FLOW or context is None:
        return None
    begin, end = _FLOW[error.context]
    facts = {"begin": begin, "end": end}
    if context.line != mark.line:
        return _at(context, _reason("never_closed"), **facts)
    sign = lines[mark.line][mark.column : mark.column + 1] if mark.line < len(lines) else ""
    if sign in _WIDE_SIGNS:
        return _at(mark, _reason("wide_sign"), sign=sign, plain=_WIDE_SIGNS[sign])
    return _at(mark, _reason("inside_brackets"), **facts)


def _without_colon(error: yaml.MarkedYAMLError, context: Any) -> Slip | None:
    if error.context == "while scanning a simple key" and context is not None:
        return _at(context, _reason("no_colon"))
    return None


def _odd_sign(error: yaml.MarkedYAMLError, mark: Any, lines: Sequence[str]) -> Slip | None:
    """Text that begins with a sign of YAML's own, or goes on after its closing quote."""
    said, line = _said(error), lines[mark.line] if mark.line < len(lines) else ""
    column = mark.column
    if said == "did not find expected alphabetic or numeric character":
        column -= 1  # the parser has taken the sign already
    elif said == "did not find expected key":
        before = line[:column].rstrip()
        return _at(mark, _reason("after_quote")) if before[-1:] in tuple(_QUOTES) else None
    elif said != "found character that cannot start any token":
        return None
    sign = line[column : column + 1]
    facts = {"sign": sign, "text": line[column:].strip(_LINE_ENDS + " ").replace('"', "'")}
    return Slip(line=mark.line, column=column, reason=_reason("odd_sign"), facts=facts)


def _second_colon(error: yaml.MarkedYAMLError, mark: Any, lines: Sequence[str]) -> Slip | None:
    line = lines[mark.line] if mark.line < len(lines) else ""
    found = _KEY.match(line)
    if "mapping values" not in _said(error) or not found or mark.column < found.end():
        return None
    text = line[found.end() :].strip().replace('"', "'")
    return _at(mark, _reason("second_colon"), text=text)


def _told(error: yaml.MarkedYAMLError, mark: Any) -> Slip:
    said = _said(error)
    return _at(mark, YAML_REASONS.get(said, UNKNOWN), said=said)


def _said(error: yaml.MarkedYAMLError) -> str:
    return error.problem or error.context or ""


def _at(mark: Any, reason: YamlReason, **facts: str) -> Slip:
    return Slip(line=mark.line, column=mark.column, reason=reason, facts=facts)


def _reason(name: str) -> YamlReason:
    return YAML_REASONS[name]
